//! A record whose schema is known at run time: built by handles, read by them, and made of JSON.

use std::hint::black_box;
use std::rc::Rc;

use serde::de::DeserializeSeed;
use vellum::{Handle, RecordBuilder, Result, Schema, dynamic::Dynamic, field::VariantName};

use crate::Row;
use crate::types::{Container, FooBar};

const SCHEMA: &str = "
    enum Fruit { Apples, Pears, Bananas }
    frozen struct Bar { time: i32, ratio: f32, size: u16 }
    struct FooBar { sibling: Bar, name: string, rating: f64, postfix: u8 }
    struct Container { list: list<FooBar>, initialized: bool, fruit: Fruit, location: string }
    root Container;";

struct Form {
    schema: Schema,
    element: Handle<Dynamic>,
    time: Handle<i32>,
    ratio: Handle<f32>,
    size: Handle<u16>,
    name: Handle<str>,
    rating: Handle<f64>,
    postfix: Handle<u8>,
    initialized: Handle<bool>,
    fruit: Handle<VariantName>,
    location: Handle<str>,
}

impl Form {
    fn new() -> Result<Self> {
        let schema = Schema::parse(SCHEMA)?;
        Ok(Self {
            element: schema.field("list[]")?,
            time: schema.field("list[].sibling.time")?,
            ratio: schema.field("list[].sibling.ratio")?,
            size: schema.field("list[].sibling.size")?,
            name: schema.field("list[].name")?,
            rating: schema.field("list[].rating")?,
            postfix: schema.field("list[].postfix")?,
            initialized: schema.field("initialized")?,
            fruit: schema.field("fruit")?,
            location: schema.field("location")?,
            schema,
        })
    }

    #[inline(never)]
    fn fill(&self, value: &Container, to: &mut RecordBuilder) -> Result<()> {
        for (index, FooBar { sibling, name, rating, postfix }) in value.list.iter().enumerate() {
            to.push_default(&self.element)?;
            to.set(self.time.at(index), sibling.time)?;
            to.set(self.ratio.at(index), sibling.ratio)?;
            to.set(self.size.at(index), sibling.size)?;
            to.set(self.name.at(index), name.as_str())?;
            to.set(self.rating.at(index), *rating)?;
            to.set(self.postfix.at(index), *postfix)?;
        }
        to.set(&self.initialized, value.initialized)?;
        to.set(&self.fruit, "Bananas")?;
        to.set(&self.location, value.location.as_str())
    }

    fn bytes(&self) -> Result<Vec<u8>> {
        let mut builder = RecordBuilder::new(&self.schema);
        self.fill(&Container::sample(), &mut builder)?;
        builder.finish()
    }
}

/// What lies in elements of a list: keys of maps, and unions with their payloads.
struct Nested {
    schema: Schema,
    element: Handle<Dynamic>,
    stock: Handle<u32>,
    order: Handle<VariantName>,
    port: Handle<str>,
    speed: Handle<u8>,
}

impl Nested {
    const SCHEMA: &str = "
        struct Sail { port: string, speed: u8 }
        union Order { Wait, Sail: Sail }
        struct Campaign { orders: list<Order>, stock: map<string, u32> }
        struct Saves { campaigns: list<Campaign> }
        root Saves;";
    const KEYS: [&str; 8] = ["timber", "salt fish", "iron", "cloth", "spices", "lamp oil", "sugar", "grain"];

    fn new() -> Result<Self> {
        let schema = Schema::parse(Self::SCHEMA)?;
        Ok(Self {
            element: schema.field("campaigns[]")?,
            stock: schema.field("campaigns[].stock[]")?,
            order: schema.field("campaigns[].orders[]")?,
            port: schema.field("campaigns[].orders[].Sail.port")?,
            speed: schema.field("campaigns[].orders[].Sail.speed")?,
            schema,
        })
    }
}

/// Builds two elements, each with what `fill` puts into the element at an index.
fn nested_row(variant: &'static str, fill: fn(&Nested, &mut RecordBuilder, usize) -> Result<()>) -> Row {
    let nested = Rc::new(Nested::new().expect("a valid schema"));
    let run = move |count: u64| -> Result<()> {
        let mut builder = RecordBuilder::new(&nested.schema);
        (0..count).try_for_each(|_| {
            builder.reset();
            for at in 0..2 {
                builder.push_default(&nested.element)?;
                fill(&nested, &mut builder, at)?;
            }
            black_box(&mut builder);
            Ok(())
        })
    };
    Row { names: ["run time", "build, kept", variant], run: Box::new(move |count| run(count).expect("valid")) }
}

fn row(measure: &'static str, variant: &'static str, run: fn(&Form, u64) -> Result<()>) -> Row {
    let form = Rc::new(Form::new().expect("a valid schema"));
    Row { names: ["run time", measure, variant], run: Box::new(move |count| run(&form, count).expect("valid")) }
}

pub fn rows() -> Vec<Row> {
    vec![
        row("encode", "container", |form, count| {
            let value = Container::sample();
            (0..count).try_for_each(|_| {
                let mut builder = RecordBuilder::new(&form.schema);
                form.fill(black_box(&value), &mut builder)?;
                black_box(builder.finish()?);
                Ok(())
            })
        }),
        row("encode, kept", "container", |form, count| {
            let value = Container::sample();
            let (mut builder, mut bytes) = (RecordBuilder::new(&form.schema), Vec::new());
            (0..count).try_for_each(|_| {
                builder.reset();
                form.fill(black_box(&value), &mut builder)?;
                builder.finish_into(&mut bytes)?;
                black_box(&mut bytes);
                Ok(())
            })
        }),
        row("encode", "container from JSON", |form, count| {
            let json = json(form)?;
            for _ in 0..count {
                let mut text = serde_json::Deserializer::from_str(black_box(&json));
                black_box((&form.schema).deserialize(&mut text).expect("what it is written as"));
            }
            Ok(())
        }),
        nested_row("16 keys of maps in a list", |nested, builder, at| {
            (1..).zip(Nested::KEYS).try_for_each(|(tons, good)| builder.set(nested.stock.at(at).at(good), tons))
        }),
        nested_row("16 unions in lists in a list", |nested, builder, at| {
            Nested::KEYS.iter().enumerate().try_for_each(|(index, port)| {
                builder.push(nested.order.at(at), "Sail")?;
                builder.set(nested.port.at(at).at(index), *port)?;
                builder.set(nested.speed.at(at).at(index), 3)
            })
        }),
        row("get", "text", |form, count| {
            let bytes = form.bytes()?;
            for _ in 0..count {
                black_box(form.schema.peek(black_box(&bytes))?.get(&form.location)?);
            }
            Ok(())
        }),
        row("get", "number behind a list", |form, count| {
            let bytes = form.bytes()?;
            for _ in 0..count {
                black_box(form.schema.peek(black_box(&bytes))?.get(form.time.at(1))?);
            }
            Ok(())
        }),
    ]
}

fn json(form: &Form) -> Result<String> {
    let bytes = form.bytes()?;
    Ok(serde_json::to_string(&form.schema.peek(&bytes)?.root()?).expect("a record of a valid buffer"))
}
