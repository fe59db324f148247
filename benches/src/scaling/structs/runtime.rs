//! vellum by a schema that is made at run time, as a program does that learns its fields from
//! elsewhere.

use std::sync::OnceLock;

use vellum::{Handle, Record, Schema};

use super::{Wide, end};
use crate::scaling::{OWN_BYTES, SMALL};

/// A struct of so many fields.
pub struct Runtime<const FIELDS: usize>;

struct Handles {
    schema: Schema,
    fields: Vec<Handle<u64>>,
}

static HANDLES: [OnceLock<Handles>; 2] = [const { OnceLock::new() }; 2];

impl Handles {
    fn new(count: usize) -> Self {
        let fields: String = (0..count).map(|index| format!("f{index:03}: u64, ")).collect();
        let schema = Schema::parse(&format!("struct Numbers {{ {fields} }} root Numbers;")).expect("a valid schema");
        let fields = (0..count).map(|index| schema.field(&format!("f{index:03}")).expect("a field of the schema"));
        Self { fields: fields.collect(), schema }
    }
}

impl<const FIELDS: usize> Runtime<FIELDS> {
    fn handles() -> &'static Handles {
        HANDLES[usize::from(FIELDS > 255)].get_or_init(|| Handles::new(FIELDS))
    }

    fn at(bytes: &[u8], index: usize) -> u64 {
        let Handles { schema, fields } = Self::handles();
        schema.peek(bytes).and_then(|record| record.get(&fields[index])).expect(OWN_BYTES)
    }
}

impl<const FIELDS: usize> Wide for Runtime<FIELDS> {
    type Bytes = Vec<u8>;
    const FIELDS: usize = FIELDS;
    const READS: [&'static str; 2] = ["in place, the buffer opened for each"; 2];
    const SETS: &'static str = "in place, the buffer opened for each";

    fn encode(numbers: &[u64]) -> Vec<u8> {
        let Handles { schema, fields } = Self::handles();
        let mut record = Record::new(schema);
        fields.iter().zip(numbers).for_each(|(field, number)| record.set(field, *number).expect(SMALL));
        record.into_storage()
    }

    fn decode(bytes: &Vec<u8>) -> Vec<u64> {
        (0..FIELDS).map(|index| Self::at(bytes, index)).collect()
    }

    #[inline(never)]
    fn get<const LAST: bool>(bytes: &Vec<u8>) -> u64 {
        Self::at(bytes, end::<FIELDS, LAST>())
    }

    #[inline(never)]
    fn set<const LAST: bool>(bytes: &mut Vec<u8>, number: u64) {
        let Handles { schema, fields } = Self::handles();
        let field = &fields[end::<FIELDS, LAST>()];
        Record::open(schema, bytes).and_then(|mut record| record.set(field, number)).expect(OWN_BYTES);
    }
}
