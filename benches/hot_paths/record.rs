//! Records by a schema that is known at run time only: through handles, which are resolved once,
//! and through paths.

use std::hint::black_box;

use criterion::Criterion;
use vellum::{Record, Vellum};

use crate::time;
use crate::types::{Container, Lists, OWN_BYTES};

pub fn benches(c: &mut Criterion) {
    let mut group = c.benchmark_group("record");
    let schema = Container::schema();
    let handle = "the schema has the field";
    let location = schema.field::<str>("location").expect(handle);
    let time = schema.field::<i32>("list[].sibling.time").expect(handle);
    let name = schema.field::<str>("list[].name").expect(handle);
    let mut record = Record::open(schema, Container::bytes()).expect(OWN_BYTES);

    let numbers = Lists::schema().field::<u64>("numbers[]").expect(handle);
    let mut lists = Record::open(Lists::schema(), Lists::bytes(1_000)).expect(OWN_BYTES);
    let mut turn = 0;
    time!(group;
        "get a string" => black_box(black_box(&record).get(&location).expect(OWN_BYTES).len()),
        "get a number in a list" => black_box(&record).get(time.at(1)).expect(OWN_BYTES),
        "get a number in a list by path" => {
            black_box(&record).get::<i32>(black_box("list[1].sibling.time")).expect(OWN_BYTES)
        },
        "set a number in a list" => {
            turn = 1 - turn;
            record.set(time.at(0), black_box([654_321, -7][turn])).expect(OWN_BYTES);
        },
        "set a string in a list, longer and back" => {
            turn = 1 - turn;
            let text = ["bob", "Hello, world, and good night, moon!"][turn];
            record.set(name.at(0), black_box(text)).expect(OWN_BYTES);
        },
        "push a number to a list of 1,000, pop it" => {
            lists.push(&numbers, black_box(7u64)).expect(OWN_BYTES);
            lists.pop(&numbers).expect(OWN_BYTES)
        },
    );
    group.finish();
}
