//! Edits of all elements of a list, one after the other.

use std::hint::black_box;

use vellum::{Result, Vellum};

use crate::Row;
use crate::types::{Bar, Requests, bytes};

/// A list of frozen structs whose numbers are set one by one.
#[derive(Vellum, Clone, Debug, Default, PartialEq)]
pub struct Bars {
    pub bars: Vec<Bar>,
    pub codes: Vec<u32>,
}

impl Bars {
    pub fn bytes() -> Vec<u8> {
        let bar = |time| Bar { time, ratio: 3.25, size: 10_000 };
        bytes(&Self { bars: (0..100).map(bar).collect(), codes: (0..100).collect() })
    }
}

/// An edit of each of a hundred elements, in a buffer that is opened for it.
fn each(variant: &'static str, mut bytes: Vec<u8>, edit: impl Fn(&mut Vec<u8>, usize) -> Result<()> + 'static) -> Row {
    let run = move |count| {
        for turn in 0..count {
            edit(black_box(&mut bytes), usize::from(turn % 2 == 0)).expect("room");
        }
    };
    Row { names: ["derive", "edit each", variant], run: Box::new(run) }
}

pub fn rows() -> Vec<Row> {
    vec![
        each("number in a frozen struct", Bars::bytes(), |bytes, turn| {
            let mut opened = Bars::edit(bytes)?;
            let mut bars = opened.bars().edit_each();
            while let Some(mut bar) = bars.next()? {
                bar.set_time(black_box([7, -7][turn]))?;
            }
            Ok(())
        }),
        each("number in a record", bytes(&Requests::sample()), |bytes, turn| {
            let mut opened = Requests::edit(bytes)?;
            let mut requests = opened.requests().edit_each();
            while let Some(mut request) = requests.next()? {
                request.set_size(black_box([7, 8][turn]))?;
            }
            Ok(())
        }),
        each("text in a record, same length", bytes(&Requests::sample()), |bytes, turn| {
            let mut opened = Requests::edit(bytes)?;
            let mut requests = opened.requests().edit_each();
            while let Some(mut request) = requests.next()? {
                request.set_date(black_box(["10/Oct/2000:13:55:36 -0700", "11/Oct/2000:13:55:36 -0700"][turn]))?;
            }
            Ok(())
        }),
        each("number of a list", Bars::bytes(), |bytes, turn| {
            Bars::edit(bytes)?.codes().update_each(|code| code ^ [1, 2][turn])
        }),
    ]
}
