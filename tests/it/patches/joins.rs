//! Every sequence of few operations, joined: what it does is what the operations do one after the other, in whatever order they are joined.
//!
//! The operations are about one place and those that decide whether it is there: unions within each other, `any`, lists whose elements
//! move, what holds them, with what was there before and without it, and under its condition. An operation is recorded once and made
//! wherever it can be made.

use std::collections::BTreeSet;

use vellum::patch::{self, Patch, RecordRecorder, Recorded};
use vellum::{Record, Result, Schema};

use super::copy;
use crate::common::nets;

type Edited<'r> = Record<Recorded<'r, Vec<u8>>>;

/// A schema, records of it beside the empty one, and edits of all of them.
struct Case {
    schema: &'static str,
    bases: &'static [fn(&mut Record) -> Result<()>],
    edits: &'static [fn(&mut Edited<'_>) -> Result<()>],
}

const CASES: &[Case] = &[
    // A union in a struct: its variants, and what they hold.
    Case {
        schema: "union Held { none, text: string, part: Part, other: Part } struct Part { n: u8, s: string? } struct All { held: Held, n: u8 } root All;",
        bases: &[|record| record.set("held.part.n", 3)],
        edits: &[
            |record| record.set("held", "none"),
            |record| record.set("held", "text"),
            |record| record.set("held.text", "abc"),
            |record| record.append("held.text", "d"),
            |record| record.set("held", "part"),
            |record| record.set("held.part.n", 5),
            |record| record.set("held.part.s", "s"),
            |record| record.clear("held.part.s"),
            |record| record.set("held.other.s", "o"),
            |record| record.clear("held"),
            |record| record.clear("held.part"),
            |record| record.set("n", 1),
        ],
    },
    // A union in another one, which is a root.
    Case {
        schema: "union Held { none, text: string, inner: Inner, parts: list<u8> } union Inner { none, n: u8, text: string } root Held;",
        bases: &[|record| record.set("inner.n", 3)],
        edits: &[
            |record| record.set("text", "abc"),
            |record| record.clear("text"),
            |record| record.append("text", "d"),
            |record| record.set("inner", "n"),
            |record| record.set("inner.n", 4),
            |record| record.clear("inner.n"),
            |record| record.set("inner.text", "x"),
            |record| record.clear("inner.text"),
            |record| record.clear("inner"),
            |record| record.push("parts", 1),
            |record| record.insert("parts[0]", 2),
            |record| record.clear("parts"),
        ],
    },
    // A document.
    Case {
        schema: "struct All { free: any } root All;",
        bases: &[|record| record.set("free.a", 1), |record| record.set("free", "x")],
        edits: &[
            |record| record.clear("free"),
            |record| record.set("free", 1),
            |record| record.append("free", "d"),
            |record| record.set("free.a", 2),
            |record| record.set("free.a.b", "c"),
            |record| record.remove("free.a"),
        ],
    },
    // A document in a union: within `any` a variant is made of null alone.
    Case {
        schema: "union Held { none, free: any, text: string } struct All { held: Held } root All;",
        bases: &[|record| record.set("held.free.b", "b"), |record| record.set("held.free", 1)],
        edits: &[
            |record| record.clear("held.free"),
            |record| record.set("held.free", 2),
            |record| record.set("held.free", "text"),
            |record| record.set("held.free.b", "c"),
            |record| record.set("held.text", "t"),
            |record| record.append("held.text", "d"),
            |record| record.clear("held.text"),
        ],
    },
    // Elements that move.
    Case {
        schema: "union Held { none, text: string, n: u8 } struct All { list: list<Held>, by: map<u8, Held>, maybe: list<u8>? } root All;",
        bases: &[|record| {
            record.push("list", "none")?;
            record.set("list[0].text", "abc")?;
            record.set("by[1].n", 4)
        }],
        edits: &[
            |record| record.set("list[0].text", "x"),
            |record| record.set("list[0].n", 1),
            |record| record.set("list[0]", "none"),
            |record| record.insert("list[0]", "n"),
            |record| record.remove("list[0]"),
            |record| record.push("list", "text"),
            |record| record.clear("list"),
            |record| record.set("by[1].n", 5),
            |record| record.set("by[1].text", "b"),
            |record| record.remove("by[1]"),
            |record| record.push("maybe", 4),
            |record| record.clear("maybe"),
        ],
    },
];

/// Where the operation of a patch has its head.
const HEAD: usize = 7;

/// The operations of a case as patches of one each: without what was there, with it, and where it is there alone.
fn operations(case: &Case, schema: &Schema) -> Vec<Vec<u8>> {
    let mut operations = BTreeSet::new();
    for edit in case.edits {
        for before in bases(case, schema) {
            let mut bytes = before.as_bytes().to_vec();
            let mut recorder = RecordRecorder::new(schema);
            let mut record = recorder.open(&mut bytes).unwrap();
            if edit(&mut record).is_err() {
                continue;
            }
            drop(record);
            operations.insert(recorder.take().unwrap());
            let after = Record::open(schema, bytes).unwrap();
            let said = before.diff_invertible(&after).unwrap();
            if said.len() == 1 {
                let mut said = said.to_bytes().unwrap();
                operations.insert(said.clone());
                if said[HEAD] & 0x20 != 0 {
                    said[HEAD] |= 0x80;
                    operations.insert(said);
                }
            }
        }
    }
    operations.into_iter().filter(|operation| Patch::from_bytes(schema, operation).unwrap().len() == 1).collect()
}

/// The records that a case begins with.
fn bases(case: &Case, schema: &Schema) -> Vec<Record> {
    let filled = |fill: &fn(&mut Record) -> Result<()>| {
        let mut record = Record::new(schema);
        fill(&mut record).unwrap();
        record
    };
    let mut bases: Vec<Record> = case.bases.iter().map(filled).collect();
    bases.push(Record::new(schema));
    bases
}

struct Search<'s> {
    schema: &'s Schema,
    base: &'s Record,
    operations: &'s [Vec<u8>],
    patches: Vec<Patch>,
    joined: usize,
    shorter: usize,
}

impl Search<'_> {
    /// Makes each operation after those of `made`, where it can be made, and goes on from there.
    fn go_on(&mut self, record: &Record, made: &mut Vec<usize>, joined: &[u8], most: usize) {
        for at in 0..self.operations.len() {
            let mut next = copy(record);
            if next.apply(&self.patches[at]).is_err() {
                continue;
            }
            made.push(at);
            let all = if joined.is_empty() {
                self.operations[at].clone()
            } else {
                patch::then(joined, &self.operations[at]).unwrap()
            };
            self.judge(&next, made, &all);
            if made.len() < most {
                self.go_on(&next, made, &all, most);
            }
            made.pop();
        }
    }

    fn judge(&mut self, after: &Record, made: &[usize], joined: &[u8]) {
        let parts = || made.iter().map(|at| &self.operations[*at]);
        let shown = || made.iter().map(|at| self.patches[*at].to_string()).collect::<Vec<_>>();
        let from_right = parts().rev().cloned().reduce(|all, before| patch::then(&before, &all).unwrap()).unwrap();
        let as_patch = |bytes| Patch::from_bytes(self.schema, bytes).unwrap();
        assert!(joined == from_right, "{:#?}\nas {}\nor {}", shown(), as_patch(joined), as_patch(&from_right));
        self.joined += 1;
        // All of them, one after the other, are made one after the other.
        let patch = as_patch(joined);
        if patch.len() == made.len() {
            return;
        }
        self.shorter += 1;
        let mut at_once = copy(self.base);
        if let Err(error) = at_once.apply(&patch) {
            panic!("{error}\n{:#?}\nas {patch}\nof {:?}", shown(), self.base);
        }
        let is_alike = at_once.content_eq(after).unwrap();
        assert!(is_alike, "{:#?}\nas {patch}\nof {:?}\ngives {at_once:?}\nnot {after:?}", shown(), self.base);
    }
}

#[test]
fn each_sequence_of_operations_is_joined_as_it_is_made() {
    for case in CASES {
        let schema = Schema::parse(case.schema).unwrap();
        let operations = operations(case, &schema);
        let patches: Vec<_> =
            operations.iter().map(|operation| Patch::from_bytes(&schema, operation).unwrap()).collect();
        assert!(operations.len() > case.edits.len(), "{}", operations.len());
        for base in bases(case, &schema) {
            let mut search = Search {
                schema: &schema,
                base: &base,
                operations: &operations,
                patches: patches.clone(),
                joined: 0,
                shorter: 0,
            };
            search.go_on(&base, &mut Vec::new(), &[], if nets::full() { 3 } else { 2 });
            println!(
                "{} operations, {} sequences, {} of them shorter when joined",
                operations.len(),
                search.joined,
                search.shorter
            );
            assert!(search.shorter * 30 > search.joined);
        }
    }
}
