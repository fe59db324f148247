//! Random edits of random schemas against plain Rust values.
//!
//! After every edit the buffer holds what the model holds, nothing of a deleted text is left in it, and its size is bounded;
//! compacted, it equals the encoding of the model.

// Numbers here are small.
#![allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_precision_loss)]

mod plan;
mod value;

use plan::{Kind, Plan, Random};
use proptest::prelude::*;
use value::Value;
use vellum::{PointerWidth, Record, Result, Schema};

/// A buffer and what it should hold.
struct World {
    plan: Plan,
    schema: Schema,
    record: Record,
    model: Value,
    /// Numbers the texts, so that each is found in the buffer if anything is left of it.
    texts: u32,
}

impl World {
    fn new(seed: u64, width: PointerWidth) -> Self {
        let plan = Plan::random(&mut Random(seed));
        let schema = Schema::parse(&plan.text()).unwrap_or_else(|error| panic!("{error}\n{}", plan.text()));
        let record = Record::with_width(&schema, width);
        let model = plan.default_of(&Kind::Struct(0));
        Self { plan, schema, record, model, texts: 0 }
    }

    /// A new text, unlike all others.
    fn text(&mut self, random: &mut Random) -> String {
        self.texts += 1;
        let filler = "~".repeat([0, 0, 2, 9, 40, 120][random.below(6)]);
        format!("<{:06}>{filler}", self.texts)
    }

    /// One random edit somewhere; gives what was done.
    fn edit(&mut self, random: &mut Random) -> Result<String> {
        let text = self.text(random);
        let World { plan, record, model, .. } = self;
        let mut path = String::new();
        let mut kind = Kind::Struct(0);
        let mut optional = false;
        let mut value = model;
        // Walks down to the value to change. An absent struct on the way comes to be.
        loop {
            match &kind {
                Kind::Struct(index) if path.is_empty() || random.below(8) > 0 => {
                    if *value == Value::Absent {
                        // Only if something is set in it; so here the walk decides.
                        if random.below(2) == 0 {
                            break;
                        }
                        *value = plan.default_of(&kind);
                        // Something has to be set for the struct to come to be: its first number.
                        let name = if path.is_empty() { "n".to_owned() } else { format!("{path}.n") };
                        record.set(name.as_str(), 7u8)?;
                        value.field(0).clone_from(&Value::Number(7));
                        return Ok(format!("{path}: made"));
                    }
                    let fields = &plan.structs[*index].fields;
                    let number = random.below(fields.len());
                    let field = &fields[number];
                    if !path.is_empty() {
                        path.push('.');
                    }
                    path.push_str(&field.name);
                    (optional, kind) = (field.optional, field.kind.clone());
                    value = value.field(number);
                }
                Kind::List(element, element_optional) if random.below(3) > 0 && value.len() > 0 => {
                    let index = random.below(value.len());
                    path = format!("{path}[{index}]");
                    (optional, kind) = (*element_optional, (**element).clone());
                    value = value.element(index);
                }
                _ => break,
            }
        }
        let at = path.as_str();
        if random.below(6) == 0 {
            record.clear(at)?;
            *value = if optional { Value::Absent } else { plan.default_of_field(&kind, at) };
            return Ok(format!("{at}: clear"));
        }
        let number = random.below(200);
        match &kind {
            Kind::Bool => {
                record.set(at, number.is_multiple_of(2))?;
                *value = Value::Bool(number.is_multiple_of(2));
            }
            Kind::U8 => {
                record.set(at, number as u8)?;
                *value = Value::Number(number as i64);
            }
            Kind::I64 => {
                record.set(at, -(number as i64))?;
                *value = Value::Number(-(number as i64));
            }
            Kind::F32 => {
                record.set(at, number as f32)?;
                *value = Value::Number(number as i64);
            }
            Kind::Char => {
                record.set(at, 'ä')?;
                *value = Value::Number('ä' as i64);
            }
            Kind::Enum => {
                record.set(at, (number % 3) as u8)?;
                *value = Value::Number((number % 3) as i64);
            }
            Kind::String => edit_text(record, at, value, text, random)?,
            Kind::Bytes => {
                record.set(at, text.as_bytes())?;
                *value = Value::Text(text);
            }
            Kind::Frozen | Kind::Struct(_) => {
                let name = format!("{at}.n");
                record.set(name.as_str(), 9u8)?;
                if *value == Value::Absent {
                    *value = plan.default_of(&kind);
                }
                *value.field(0) = Value::Number(9);
            }
            Kind::List(element, optional) => {
                return edit_list(plan, record, at, value, (element, *optional), text, random);
            }
        }
        Ok(format!("{at}: set {value:?}"))
    }

    fn check(&mut self, done: &str) {
        let root = self.record.root().unwrap();
        let held =
            Value::read_struct(&root).unwrap_or_else(|error| panic!("{error} after {done}\n{}", self.plan.text()));
        assert_eq!(held, self.model, "after {done}\n{}", self.plan.text());
        // No objects overlap, and what is free is scrubbed.
        let proof = self.schema.verify(self.record.as_bytes());
        assert!(
            proof.as_ref().is_ok_and(vellum::Verified::complete),
            "{:?} after {done}\n{}",
            proof.err(),
            self.plan.text()
        );
        // Every numbered text in the buffer belongs to a living one.
        let mut live = Vec::new();
        self.model.texts(&mut live);
        for window in self.record.as_bytes().windows(8) {
            if window[0] == b'<' && window[7] == b'>' && window[1..7].iter().all(u8::is_ascii_digit) {
                let number = std::str::from_utf8(window).unwrap();
                assert!(
                    live.iter().any(|text| text.contains(number)),
                    "{number} is left after {done}\n{}",
                    self.plan.text()
                );
            }
        }
    }

    /// The canonical bytes of the model, made by setting every value in a new record.
    fn encoding(&self) -> Vec<u8> {
        let mut record = Record::new(&self.schema);
        self.model.write(&self.plan, &Kind::Struct(0), "", &mut record).unwrap();
        record.compact().unwrap();
        record.into_storage()
    }
}

fn edit_text(record: &mut Record, at: &str, value: &mut Value, text: String, random: &mut Random) -> Result<()> {
    let schema = record.schema().clone();
    match (random.below(4), &value) {
        // Whole texts are appended, and cut out.
        (0, Value::Text(old)) if !at.contains('[') && old.len() < 300 => {
            record.append(&schema.field::<str>(at)?, &text)?;
            *value = Value::Text(format!("{old}{text}"));
        }
        (1, Value::Text(old)) if !at.contains('[') && old.starts_with('<') => {
            record.splice(&schema.field::<str>(at)?, 0..8, "äö")?;
            *value = Value::Text(format!("äö{}", &old[8..]));
        }
        (2, Value::Text(old)) if !at.contains('[') => {
            assert_eq!(&record.take(&schema.field::<str>(at)?)?, old);
            *value =
                record.get_optional(&schema.field::<str>(at)?)?.map_or(Value::Absent, |text| Value::Text(text.into()));
        }
        _ => {
            record.set(at, text.as_str())?;
            *value = Value::Text(text);
        }
    }
    Ok(())
}

fn edit_list(
    plan: &Plan,
    record: &mut Record,
    at: &str,
    value: &mut Value,
    (element, optional): (&Kind, bool),
    text: String,
    random: &mut Random,
) -> Result<String> {
    if *value == Value::Absent {
        *value = Value::List(Vec::new());
    }
    let Value::List(list) = value else { panic!("{at} is no list") };
    let (a, b) = (random.below(list.len().max(1)), random.below(list.len().max(1)));
    let done = random.below(8);
    match done {
        5 if !list.is_empty() => {
            record.remove(format!("{at}[{a}]").as_str())?;
            list.remove(a);
        }
        6 if !list.is_empty() => {
            record.swap(at, a, b)?;
            list.swap(a, b);
        }
        7 if !list.is_empty() => {
            record.truncate(at, a)?;
            list.truncate(a);
        }
        _ if list.len() > 30 => {
            record.truncate(at, 2)?;
            list.truncate(2);
        }
        _ => {
            let index = if done < 3 { list.len() } else { a.min(list.len()) };
            let place = format!("{at}[{index}]");
            let place = place.as_str();
            let number = random.below(100);
            let pushed = match element {
                Kind::U8 | Kind::Enum => {
                    record.insert(place, (number % 3) as u8)?;
                    Value::Number((number % 3) as i64)
                }
                Kind::I64 => {
                    record.insert(place, number as i64)?;
                    Value::Number(number as i64)
                }
                Kind::Bool => {
                    record.insert(place, number.is_multiple_of(2))?;
                    Value::Bool(number.is_multiple_of(2))
                }
                Kind::String => {
                    record.insert(place, text.as_str())?;
                    Value::Text(text)
                }
                Kind::Bytes => {
                    record.insert(place, text.as_bytes())?;
                    Value::Text(text)
                }
                _ => {
                    record.push_default(at)?;
                    let pushed = if optional { Value::Absent } else { plan.default_of(element) };
                    list.push(pushed);
                    return Ok(format!("{at}: push default"));
                }
            };
            list.insert(index, pushed);
        }
    }
    Ok(format!("{at}: {done} at {a} or {b}"))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]

    #[test]
    fn edits_of_any_schema_are_those_of_plain_values(
        schema in any::<u64>(),
        edits in prop::collection::vec(any::<u64>(), 1..200),
        width in prop::sample::select(PointerWidth::ALL.to_vec()),
        per_session in 1usize..20,
    ) {
        let mut world = World::new(schema, width);
        for (number, seed) in edits.iter().enumerate() {
            let before = world.record.as_bytes().to_vec();
            match world.edit(&mut Random(*seed)) {
                Ok(done) => world.check(&done),
                Err(error) => panic!("{error}\n{}\n{before:02x?}", world.plan.text()),
            }
            if number % per_session == 0 {
                let bytes = std::mem::replace(&mut world.record, Record::new(&world.schema)).into_storage();
                world.record = Record::open(&world.schema, bytes).unwrap();
            }
        }
        let len = world.record.as_bytes().len();
        world.record.compact().unwrap();
        prop_assert_eq!(world.record.as_bytes(), &world.encoding()[..], "{}", world.plan.text());
        let compacted = world.record.as_bytes().len();
        // Beside the compact size's multiple: what four-byte pointers take, and buffers too short to look at.
        prop_assert!(len <= compacted * 3 + 512, "{} bytes, compacted {}", len, compacted);
    }
}
