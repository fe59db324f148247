//! Edits by the cursors of derived types.

use std::collections::BTreeMap;

use vellum::{AsSession, Result, Vellum};

use super::Line;
use super::chance::Chance;

#[derive(Vellum, Default, Clone, Debug)]
pub struct Doc {
    pub id: u64,
    pub open: bool,
    pub title: String,
    pub ratio: Option<f32>,
    pub note: Option<String>,
    pub part: Part,
    pub parts: Vec<Part>,
    pub numbers: Vec<u32>,
    pub texts: Vec<String>,
    pub scores: BTreeMap<String, u32>,
    pub pay: Pay,
    pub pays: Vec<Pay>,
}

#[derive(Vellum, Default, Clone, Debug)]
pub struct Part {
    pub time: i32,
    pub name: String,
    pub spot: Spot,
    pub tags: Vec<String>,
}

#[derive(Vellum, Default, Clone, Copy, Debug)]
#[vellum(frozen)]
pub struct Spot {
    pub x: f32,
    pub y: i16,
}

#[derive(Vellum, Default, Clone, Debug)]
pub enum Pay {
    #[default]
    None,
    Cash(u32),
    Card(String),
    Parts {
        first: Part,
        count: u16,
    },
}

fn pay(chance: &mut Chance) -> Pay {
    match chance.below(4) {
        0 => Pay::None,
        1 => Pay::Cash(chance.number() as u32),
        2 => Pay::Card(chance.text()),
        _ => Pay::Parts { first: part(chance), count: chance.number() as u16 },
    }
}

fn part(chance: &mut Chance) -> Part {
    let tags = (0..chance.below(3)).map(|_| chance.text()).collect();
    Part { time: chance.number() as i32, name: chance.text(), spot: Spot { x: 1.5, y: chance.number() as i16 }, tags }
}

fn step(edit: &mut DocEdit<'_, impl AsSession>, chance: &mut Chance) -> (&'static str, Result<()>) {
    let at = chance.below(4);
    match chance.below(26) {
        0 => ("set id", edit.set_id(chance.number())),
        1 => ("set open", edit.set_open(chance.below(2) == 0)),
        2..=4 => ("set title", edit.set_title(&chance.text())),
        5 => ("set ratio", edit.set_ratio((chance.below(3) > 0).then_some(2.5))),
        6 => ("set note", edit.set_note((chance.below(3) > 0).then(|| chance.text()).as_deref())),
        7 => ("set part.name", edit.part().set_name(&chance.text())),
        8 => ("set part.spot.y", edit.part().spot().set_y(chance.number() as i16)),
        9 => ("push part.tags", edit.part().tags().push(&chance.text())),
        10 => ("set part", edit.set_part(&part(chance))),
        11 => ("push parts", edit.parts().push(&part(chance))),
        12 => ("set parts[].name", edit.parts().at(at).and_then(|mut part| part.set_name(&chance.text()))),
        13 => ("set parts[].spot.y", edit.parts().at(at).and_then(|mut part| part.spot().set_y(7))),
        14 => ("push parts[].tags", edit.parts().at(at).and_then(|mut part| part.tags().push(&chance.text()))),
        15 => ("remove parts[]", edit.parts().remove(at)),
        16 => ("push numbers", edit.numbers().push(chance.number() as u32)),
        17 => ("insert numbers", edit.numbers().insert(at, chance.number() as u32)),
        18 => ("set numbers", edit.set_numbers(&vec![chance.number() as u32; chance.below(9)])),
        19 => ("set texts[]", edit.texts().set(at, &chance.text())),
        20 => ("push texts", edit.texts().push(&chance.text())),
        21 => ("insert scores", edit.scores().insert(&chance.text(), chance.number() as u32).map(drop)),
        22 => ("set pay", edit.set_pay(&pay(chance))),
        23 => ("push pays", edit.pays().push(&pay(chance))),
        24 => ("set pays[]", edit.pays().set(at, &pay(chance))),
        _ => ("splice title", edit.title().insert_str(0, &chance.text())),
    }
}

fn line(edit: &str, result: Result<()>, before: &[u8], bytes: &[u8]) -> Line {
    Line::new(edit.to_owned(), result, before, &Doc::schema().view(bytes).expect("own bytes"))
}

/// Each edit in a session of its own.
pub fn reopened(chance: &mut Chance) -> Vec<Line> {
    let mut bytes = vellum::to_vec(&Doc::default()).expect("a small value");
    (0..120)
        .map(|_| {
            let before = bytes.clone();
            let (edit, result) = step(&mut Doc::edit(&mut bytes).expect("own bytes"), chance);
            line(edit, result, &before, &bytes)
        })
        .collect()
}

/// Several edits in one session.
pub fn kept_open(chance: &mut Chance) -> Vec<Line> {
    let mut bytes = vellum::to_vec(&Doc::default()).expect("a small value");
    (0..40)
        .map(|_| {
            let before = bytes.clone();
            let mut edit = Doc::edit(&mut bytes).expect("own bytes");
            let mut names = Vec::new();
            for _ in 0..chance.below(6) + 1 {
                let (name, result) = step(&mut edit, chance);
                names.push(format!("{name}: {}", result.map_or_else(|e| format!("{:?}", e.kind()), |()| "ok".into())));
            }
            line(&names.join(", "), Ok(()), &before, &bytes)
        })
        .collect()
}
