//! Records in Redis: an edit sends the bytes that change, a field is read without the rest.
//!
//! `cargo run --example redis_records --features redis`, with the address of a server if it is not
//! `redis://127.0.0.1/`: `-- redis://127.0.0.1:6380/`

use redis::Client;
use vellum::Vellum;
use vellum_stores::redis::Records;
use vellum_stores::{StoreError, UpdateError};

#[derive(Vellum)]
struct Cart {
    customer: String,
    total: u64,
    items: Vec<String>,
    notes: String,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let address = std::env::args().nth(1).unwrap_or_else(|| "redis://127.0.0.1/".into());
    let mut connection = Client::open(address)?.get_connection()?;
    let carts = Records::<str, Cart>::new();
    let key = "vellum-example:cart:ada";

    let notes = "Deliver to the side door. ".repeat(40);
    carts.put(&mut connection, key, &Cart { customer: "Ada".into(), total: 0, items: vec![], notes })?;

    // Reads, edits and sends; again if another program was faster.
    carts.edit(&mut connection, key, |cart| {
        cart.set_total(1_250)?;
        cart.items().push("punched cards")
    })?;

    // The head of the record is all that is read.
    let total = carts.field(&mut connection, key, |cart| cart.total())?;
    println!("total: {total:?}");

    // An edit may fail with any error of the program's own. Nothing is written then.
    let refused = carts.edit(&mut connection, key, |cart| match cart.total()? {
        total @ 0..=1_000 => Ok(cart.set_total(total + 500)?),
        total => Err(Box::<dyn std::error::Error>::from(format!("{total} is more than the customer can pay"))),
    });
    println!("{}", refused.err().map_or_else(String::new, |error| error.to_string()));

    // Two programs have read the same record: the second is told.
    let mut mine = carts.get(&mut connection, key)?.ok_or("no cart")?;
    let mut theirs = carts.get(&mut connection, key)?.ok_or("no cart")?;
    carts.update(&mut connection, key, &mut theirs, |cart| cart.set_total(2_000))?;
    match carts.update(&mut connection, key, &mut mine, |cart| cart.set_total(3_000)) {
        Err(UpdateError::Store(error @ StoreError::Conflict { .. })) => println!("{error}"),
        other => other?,
    }
    carts.remove(&mut connection, key)?;
    Ok(())
}
