//! The run-time path: a schema parsed from text, handles resolved once, cursors to explore.

use vellum::{
    Record, Schema,
    dynamic::{Dynamic, ValueRef},
    field::VariantName,
};

const SCHEMA: &str = "
enum Fruit { apples, pears, bananas }

/// One line of an order.
struct Line {
    fruit: Fruit,
    count: u32 = 1,
    note: string?,
}

struct Order {
    customer: string,
    lines: list<Line>,
}

root Order;
";

fn main() -> vellum::Result<()> {
    let schema = Schema::parse(SCHEMA)?;
    let customer = schema.field::<str>("customer")?;
    let line = schema.field::<Dynamic>("lines[]")?;
    let fruit = schema.field::<VariantName>("lines[].fruit")?;
    let count = schema.field::<u32>("lines[].count")?;

    let mut order = Record::new(&schema);
    order.set(&customer, "Grace")?;
    order.push_default(&line)?;
    order.push_default(&line)?;
    order.set(fruit.at(1), "bananas")?;
    order.set(count.at(1), 12)?;
    order.set("lines[0].note", "ripe ones")?;

    println!("{} ordered {} {}", order.get(&customer)?, order.get(count.at(1))?, order.get(fruit.at(1))?);
    println!("by path: {}", order.get::<str>("lines[0].note")?);

    for (name, value) in order.root()?.fields() {
        match value? {
            ValueRef::List(list) => println!("{name}: a list of {}", list.len()),
            value => println!("{name}: {value:?}"),
        }
    }
    println!("{:#?}", order.root()?);

    for wrong in ["lines[9].count", "lines[0].price"] {
        println!("{}", order.get::<u32>(wrong).unwrap_err());
    }
    println!("{}", Schema::parse("struct Order { customer: sting } root Order;").unwrap_err());
    Ok(())
}
