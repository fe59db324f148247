//! A record store: vellum records in the embedded database redb, sorted by their keys, edited in place and scanned by range.
//!
//! `cargo run --features redb --example keys_redb` in the folder `stores`.

use std::error::Error;
use std::path::PathBuf;

use redb::{Database, ReadableDatabase, ReadableTable, TableDefinition};
use vellum::value::{Date, Decimal};
use vellum::{
    Vellum,
    key::{KeyRange, KeyValue, Keyed},
};

/// An order of a customer. The key sorts them by customer, each customer's newest first.
#[derive(Vellum)]
#[vellum(key(customer, placed desc, number))]
struct Order {
    customer: String,
    placed: Date,
    number: u32,
    total: Decimal<2>,
    items: Vec<String>,
    shipped: bool,
}

type Done<T = ()> = Result<T, Box<dyn Error>>;

struct Store {
    database: Database,
    /// Dropped after the database, which has it open.
    _file: TemporaryFile,
}

struct TemporaryFile(PathBuf);

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        // The system cleans up what cannot be removed here.
        let _ = std::fs::remove_file(&self.0);
    }
}

const ORDERS: TableDefinition<&[u8], &[u8]> = TableDefinition::new("orders");

impl Store {
    fn create() -> Done<Self> {
        let path = std::env::temp_dir().join(format!("vellum-keys-{}.redb", std::process::id()));
        Ok(Self { database: Database::create(&path)?, _file: TemporaryFile(path) })
    }

    fn insert(&self, orders: &[Order]) -> Done {
        let transaction = self.database.begin_write()?;
        {
            let mut table = transaction.open_table(ORDERS)?;
            for order in orders {
                let bytes = vellum::to_vec(order)?;
                table.insert(&*Order::key(&bytes)?, &*bytes)?;
            }
        }
        Ok(transaction.commit()?)
    }

    /// Edits the buffers of all records in a range. One whose key changes moves to its new place.
    fn edit(&self, range: &KeyRange, mut edit: impl FnMut(&mut Vec<u8>) -> vellum::Result<()>) -> Done<usize> {
        let transaction = self.database.begin_write()?;
        let count = {
            let mut table = transaction.open_table(ORDERS)?;
            // The records are taken out of the table before it changes.
            let mut records = Vec::new();
            for entry in table.range::<&[u8]>(range.bounds())? {
                let (key, bytes) = entry?;
                records.push((key.value().to_vec(), bytes.value().to_vec()));
            }
            for (key, bytes) in &mut records {
                edit(bytes)?;
                let new_key = Order::key(bytes)?;
                if new_key != *key {
                    table.remove(&**key)?;
                }
                table.insert(&*new_key, &**bytes)?;
            }
            records.len()
        };
        transaction.commit()?;
        Ok(count)
    }

    /// Prints the records in a range, read where redb holds them.
    fn print(&self, title: &str, range: &KeyRange) -> Done {
        println!("{title}");
        let transaction = self.database.begin_read()?;
        for entry in transaction.open_table(ORDERS)?.range::<&[u8]>(range.bounds())? {
            let (_, bytes) = entry?;
            let order = Order::peek(bytes.value())?;
            let (customer, day, number) = (order.customer()?, order.placed()?.0, order.number()?);
            let items: Vec<&str> = order.items()?.iter().collect::<vellum::Result<_>>()?;
            let state = if order.shipped()? { "shipped" } else { "open" };
            let total = order.total()?.to_string();
            println!("  {customer:<6} day {day}  #{number}  {total:>7}  {state:<7}  {}", items.join(", "));
        }
        Ok(())
    }
}

fn order(customer: &str, day: i32, number: u32, cents: i64, items: &[&str]) -> Order {
    Order {
        customer: customer.into(),
        placed: Date(day),
        number,
        total: Decimal(cents),
        items: items.iter().map(ToString::to_string).collect(),
        shipped: false,
    }
}

fn main() -> Done {
    let store = Store::create()?;
    store.insert(&[
        order("Grace", 20_001, 1, 1250, &["tape"]),
        order("Ada", 20_000, 2, 1999, &["cards", "ink"]),
        order("Alan", 20_003, 3, 350, &["paper"]),
        order("Ada", 20_007, 4, 99, &["pencil"]),
        order("Ada", 20_002, 5, 120_000, &["engine"]),
        order("Adele", 20_005, 6, 2500, &["lamp"]),
    ])?;

    store.print("all, by customer, newest first", &Order::key_writer()?.range())?;

    // The bytes of a text end, so that those of "Ada" do not begin "Adele".
    let ada = Order::key_prefix("Ada")?;
    store.print("of Ada", &ada)?;
    store.print("of customers with A", &Order::key_writer()?.range_of_text("A")?)?;

    let on = |day| Order::key_prefix(("Ada", Date(day)));
    store.print("of Ada, days 20000 to 20005", &on(20_000)?.through(on(20_005)?))?;

    // In place: the buffer that the store holds is the record, and is edited as it is.
    let count = store.edit(&ada, |bytes| {
        let mut order = Order::edit(bytes)?;
        order.set_shipped(true)?;
        order.items().push("receipt")
    })?;
    println!("shipped {count} orders");
    store.print("of Ada", &ada)?;

    // A new day is a new key.
    let engine = Order::key_prefix(("Ada", Date(20_002)))?;
    store.edit(&engine, |bytes| Order::edit(bytes)?.set_placed(Date(20_010)))?;
    store.print("of Ada, the engine ordered again", &ada)?;

    // Keys tell their values without the records.
    let transaction = store.database.begin_read()?;
    let table = transaction.open_table(ORDERS)?;
    let (first, _) = table.first()?.ok_or("an empty table")?;
    let values = Order::decode_key(first.value())?;
    println!("the first key: {values:?}");
    assert_eq!(values[0], KeyValue::String("Ada".into()));
    Ok(())
}
