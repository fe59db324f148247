//! Records of schemas by chance, built value by value in an order by chance, against the model's canonical bytes.

#[allow(dead_code)]
#[path = "../../tests/common/nets.rs"]
mod nets;

use vellum::RecordBuilder;
use vellum_testkit::encode::encode;
use vellum_testkit::export::Exported;
use vellum_testkit::path::{Path, Step};
use vellum_testkit::random::{self, Random};
use vellum_testkit::types::{Item, Schema, Type};
use vellum_testkit::values::{Slot, Val};

/// A row of numbers in an order by chance.
fn shuffled(random: &mut Random, count: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    for last in (1..count).rev() {
        order.swap(last, random.below(last + 1));
    }
    order
}

struct Builder<'b> {
    model: &'b Schema,
    root: Item,
    made: RecordBuilder,
    random: Random,
    /// How often a value was put as its parts.
    parts: usize,
}

impl Builder<'_> {
    fn text(&self, path: &Path) -> String {
        self.model.path_text(&self.root, path)
    }

    /// Puts the part of a value that a step leads to.
    fn put_part(&mut self, path: &mut Path, step: Step, item: &Item, val: &Val) -> vellum::Result<()> {
        path.push(step);
        let put = self.put(path, item, val);
        path.pop();
        put
    }

    /// Puts a value whose place has its default: as a whole, or as its parts in an order by chance.
    fn put(&mut self, path: &mut Path, item: &Item, val: &Val) -> vellum::Result<()> {
        let text = self.text(path);
        if path.is_empty() || !self.random.one_in(3) {
            self.parts += 1;
            match (&item.ty, val) {
                (Type::Struct(_) | Type::Tuple(_), Val::Record(vals)) => {
                    if item.optional {
                        self.made.make(&*text)?;
                    }
                    let parts = self.model.parts(&item.ty).unwrap_or_default();
                    for index in shuffled(&mut self.random, vals.len()) {
                        self.put_part(path, Step::Field(index), parts[index].item, &vals[index])?;
                    }
                    return Ok(());
                }
                (Type::List(element), Val::List(vals)) => {
                    if item.optional {
                        self.made.make_list(&*text)?;
                    }
                    for _ in vals {
                        self.made.push_default(&*text)?;
                    }
                    for index in shuffled(&mut self.random, vals.len()) {
                        self.put_part(path, Step::Index(index), element, &vals[index])?;
                    }
                    return Ok(());
                }
                (Type::Array(element, _), Val::List(vals)) if !item.optional => {
                    for index in shuffled(&mut self.random, vals.len()) {
                        self.put_part(path, Step::Index(index), element, &vals[index])?;
                    }
                    return Ok(());
                }
                (Type::Map(key, value), Val::Map(entries)) if !entries.is_empty() => {
                    for index in shuffled(&mut self.random, entries.len()) {
                        let (key_val, val) = &entries[index];
                        assert!(self.made.add_key(&*text, &self.model.given_key(key, key_val))?);
                        self.put_part(path, Step::Key(key_val.clone()), value, val)?;
                    }
                    return Ok(());
                }
                (Type::Set(key), Val::Set(keys)) if !keys.is_empty() => {
                    for index in shuffled(&mut self.random, keys.len()) {
                        assert!(self.made.add_key(&*text, &self.model.given_key(key, &keys[index]))?);
                    }
                    return Ok(());
                }
                (Type::Union(_), Val::Union(tag, payload)) if **payload != Val::Unit => {
                    // What a payload is by default the path makes of it, if anything is set.
                    let held = self.model.payload(&item.ty, *tag).expect("a variant that holds something");
                    if **payload != self.model.default_of(Slot::of(held)) && !held.optional {
                        return self.put_part(path, Step::Variant(*tag), held, payload);
                    }
                }
                _ => {}
            }
            self.parts -= 1;
        }
        self.made.set_serde(&text, &Exported { schema: self.model, item, val })
    }
}

#[test]
fn records_built_in_any_order_have_the_canonical_bytes_of_the_model() {
    let (mut built, mut parts) = (0, 0);
    for seed in 0..u64::from(nets::cases(4000)) {
        let mut random = Random::new(seed).of_numbers();
        let model = random::schema(&mut random);
        let text = model.text();
        // Serde does not say which variant of `any` a number shall be.
        if text.contains("any") {
            continue;
        }
        let schema = vellum::Schema::parse(&text).expect("a schema of the model");
        let (root, made) = (model.root_item(), RecordBuilder::new(&schema));
        let mut builder = Builder { model: &model, root: root.clone(), made, random, parts: 0 };
        // The second record is built in the memory of the first.
        let mut bytes = Vec::new();
        for _ in 0..2 {
            let val = random::root(&mut builder.random, &model);
            builder.made.reset();
            let put = builder.put(&mut Path::new(), &root, &val);
            put.unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}\n{val:?}"));
            builder.made.finish_into(&mut bytes).expect("a value of the model");
            assert_eq!(bytes, encode(&model, &val), "seed {seed}\n{text}\n{val:?}");
            assert_eq!(bytes, builder.made.finish().expect("a value of the model"));
            built += 1;
        }
        parts += builder.parts;
    }
    assert!(built > nets::least(1000) && parts > nets::least(5000), "{built} records of {parts} parts");
}
