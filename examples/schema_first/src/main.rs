//! Schema first: the types come from `schema/user.vlm`, by way of the build script. A program without these types reads the same file at
//! run time.

use vellum::value::Decimal;
use vellum::{Record, Schema, Vellum};

mod schema {
    vellum::include_schema!("user.vlm");
}
use schema::{Contact, ContactRef, Phone, User};

fn main() -> vellum::Result<()> {
    let manager = User { name: "Grace".into(), ..User::default() };
    let user = User {
        name: "Ada".into(),
        balance: Decimal(1999),
        contact: Contact::Email("ada@example.org".into()),
        manager: Some(Box::new(manager)),
        ..User::default() // the schema's defaults: she is 18
    };
    let mut bytes = vellum::to_vec(&user)?;

    let mut edit = User::edit(&mut bytes)?;
    edit.set_age(36)?;
    if let Err(refused) = edit.set_age(151) {
        println!("{refused}"); // by the rule of the schema
    }
    edit.tags().push("math")?;
    edit.scores().insert("chess", 0.5)?;
    edit.contact().set_phone(&Phone { number: "030 1815".into(), ..Phone::default() })?;

    let view = User::peek(&bytes)?;
    println!("{} is {} and has {}", view.name()?, view.age()?, view.balance()?);
    if let ContactRef::Phone(phone) = view.contact()?.get()? {
        println!("phone: +{} {}", phone.country()?, phone.number()?);
    }

    // The derived types describe the very schema of the file.
    let schema = Schema::parse(include_str!("../schema/user.vlm"))?;
    assert_eq!(*User::schema(), schema);
    let record = Record::open(&schema, bytes)?;
    println!("at run time: {:#?}", record.root()?);
    Ok(())
}
