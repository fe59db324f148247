//! Records of schemas by chance through binary formats of serde's: what they write is what the model's value writes, and it reads back.

#[allow(dead_code)]
#[path = "../../tests/common/nets.rs"]
mod nets;

use std::cell::Cell;

use serde::de::{Deserialize, DeserializeSeed, Deserializer};
use vellum::Record;
use vellum_testkit::editor::through_serde;
use vellum_testkit::encode::encode;
use vellum_testkit::export::Exported;
use vellum_testkit::random::{self, Random};
use vellum_testkit::read::{plain, read};
use vellum_testkit::types::{Item, Schema};
use vellum_testkit::values::Val;

thread_local! {
    static TURN: Cell<Option<vellum::Schema>> = const { Cell::new(None) };
}

/// A record of the schema whose turn it is, for formats that take no seed.
struct ByTurn(Record);

impl<'de> Deserialize<'de> for ByTurn {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let schema = TURN.take().expect("a turn");
        (&schema).deserialize(deserializer).map(Self)
    }
}

/// A value of a schema by chance, as the model and as the crate has both.
struct Sample {
    seed: u64,
    model: Schema,
    root: Item,
    val: Val,
    schema: vellum::Schema,
    record: Record,
}

impl Sample {
    fn of(seed: u64) -> Self {
        // A format may have one NaN only.
        let mut random = Random::new(seed).of_numbers();
        let model = random::schema(&mut random);
        let val = random::root(&mut random, &model);
        let schema = vellum::Schema::parse(&model.text()).unwrap();
        let record = Record::open(&schema, encode(&model, &val)).unwrap();
        Self { seed, root: model.root_item(), model, val, schema, record }
    }

    fn exported(&self) -> Exported<'_> {
        Exported { schema: &self.model, item: &self.root, val: &self.val }
    }

    /// What is read by this schema.
    fn reading<E: ToString>(&self, read: impl FnOnce() -> Result<ByTurn, E>) -> Result<Record, String> {
        TURN.set(Some(self.schema.clone()));
        read().map(|ByTurn(record)| record).map_err(|error| error.to_string())
    }

    /// Fails if another record holds another value.
    fn holds(&self, format: &str, other: Result<Record, String>) {
        let about = || format!("seed {}, {format}\n{}", self.seed, self.model.text());
        let other = other.unwrap_or_else(|error| panic!("{error}: {}", about()));
        self.schema.prove(other.as_bytes()).unwrap_or_else(|error| panic!("{error}: {}", about()));
        let of = |val: &Val| through_serde(&self.model, &self.root, &plain(&self.model, &self.root, val));
        let val = read(&self.model, &other).unwrap();
        assert!(of(&val) == of(&self.val), "{val:?}, not {:?}: {}", self.val, about());
    }
}

fn each(check: impl Fn(&Sample)) {
    for seed in 0..nets::cases(2000) {
        check(&Sample::of(seed.into()));
    }
}

#[test]
fn what_is_written_as_message_pack_reads_back() {
    each(|sample| {
        for is_named in [false, true] {
            let write = |value: &dyn erased::Value| value.message_pack(is_named);
            let packed = write(&sample.record);
            assert_eq!(packed, write(&sample.exported()), "seed {}: {}", sample.seed, sample.model.text());
            assert_eq!(packed, write(&sample.record.view().unwrap()), "seed {}", sample.seed);
            let mut deserializer = rmp_serde::Deserializer::from_read_ref(&packed);
            let back = (&sample.schema).deserialize(&mut deserializer).map_err(|error| error.to_string());
            sample.holds("MessagePack", back);
        }
    });
}

#[test]
fn what_is_written_as_cbor_reads_back() {
    each(|sample| {
        let cbor = |value: &dyn erased::Value| value.cbor();
        let packed = cbor(&sample.record);
        assert_eq!(packed, cbor(&sample.exported()), "seed {}: {}", sample.seed, sample.model.text());
        sample.holds("CBOR", sample.reading(|| ciborium::from_reader::<ByTurn, _>(&packed[..])));
    });
}

#[test]
fn a_value_of_serde_becomes_the_record_and_the_record_the_value() {
    each(|sample| {
        let made = Record::from_serde(&sample.schema, &sample.exported());
        sample.holds("from_serde", made.map_err(|error| error.to_string()));
        // Through a value of no schema.
        let value: ciborium::Value = sample.record.to_serde().unwrap();
        sample.holds("to_serde", sample.reading(|| value.deserialized::<ByTurn>()));
        // A number of 128 bits is bytes with a tag there.
        if !sample.model.text().contains("128") && !sample.model.text().contains("any") {
            let made = Record::from_serde(&sample.schema, &value);
            sample.holds("from_serde of a value of CBOR", made.map_err(|error| error.to_string()));
        }
    });
}

/// What can be written in each format.
mod erased {
    pub trait Value {
        fn message_pack(&self, is_named: bool) -> Vec<u8>;
        fn cbor(&self) -> Vec<u8>;
    }

    impl<T: serde::Serialize> Value for T {
        fn message_pack(&self, is_named: bool) -> Vec<u8> {
            if is_named { rmp_serde::to_vec_named(self) } else { rmp_serde::to_vec(self) }.unwrap()
        }

        fn cbor(&self) -> Vec<u8> {
            let mut bytes = Vec::new();
            ciborium::into_writer(self, &mut bytes).unwrap();
            bytes
        }
    }
}
