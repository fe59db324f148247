//! The same bytes by every way to them.

use std::fmt::Debug;

use serde::de::DeserializeSeed;
use vellum::proved::ProvedRecord;
use vellum::{DecodeOwned, Record, RecordBuilder, Schema, Value, Vellum, Workspace, dynamic::Dynamic, json};

use super::{Check, WIDTHS, Wrapped, each};

/// Every way from values of a type to bytes and back.
struct Ways(usize);

impl Check for Ways {
    fn check<T: Value + DecodeOwned + Clone + PartialEq + Debug>(&mut self, (types, root): (&str, &str), values: &[T]) {
        self.0 += 1;
        let text = format!("{types}root {root};\n");
        let schema = T::schema();
        assert_eq!(schema.to_string(), text);
        let parsed = Schema::parse(&text).unwrap();
        assert_eq!(&parsed, schema);
        assert_eq!(Schema::from_bytes(&schema.to_bytes()).unwrap(), parsed);
        assert_eq!(parsed.to_builder().build().unwrap(), parsed);
        let as_json = serde_json::to_string(schema).unwrap();
        assert_eq!(serde_json::from_str::<Schema>(&as_json).unwrap(), parsed, "{as_json}");
        for value in values {
            for width in WIDTHS {
                self.value(value, &text, width);
            }
        }
    }
}

impl Ways {
    #[allow(clippy::unused_self)]
    fn value<T: Value + DecodeOwned + Clone + PartialEq + Debug>(
        &self,
        value: &T,
        text: &str,
        width: vellum::schema::PointerWidth,
    ) {
        let bytes = vellum::to_vec_with_width(value, width).unwrap();
        let wrapped = vellum::to_vec_with_width(&Wrapped { value: value.clone() }, width).unwrap();
        assert_eq!(bytes, wrapped, "the bytes are those of a struct of one field");

        // Of the type.
        assert_eq!(&vellum::from_slice::<T>(&bytes).unwrap(), value);
        let verified: ProvedRecord<'_> = T::schema().prove(&bytes).unwrap();
        assert!(verified.is_complete());
        assert!(T::peek(&bytes).is_ok());
        assert!(T::prove(&bytes).is_ok());
        assert!(vellum::proved::Proved::<_, T>::new(bytes.clone()).is_ok());
        let mut memory = vec![0xAA; bytes.len() + 40];
        Workspace::format(&mut memory, value).unwrap();
        assert_eq!(&vellum::from_slice::<T>(&memory).unwrap(), value);
        assert!(T::content_eq(&bytes, &memory).unwrap());
        let mut compact = bytes.clone();
        T::compact(&mut compact).unwrap();
        assert_eq!(compact, vellum::to_vec(value).unwrap());
        let mut kept = vec![1, 2, 3];
        vellum::encode_into(value, &mut kept).unwrap();
        assert_eq!(kept, compact);
        assert_eq!(vellum::to_slice(value, &mut [0; 2000]).unwrap(), compact);

        // Of a schema that is known at run time.
        let wide = text.replace(";\n", &format!(" width {};\n", width.bytes()));
        let schema = Schema::parse(if text.matches(';').count() == 1 { &wide } else { text }).unwrap();
        let record = Record::open(&schema, &bytes).unwrap();
        let json = record.to_json().unwrap();
        assert_eq!(record.get_json("").unwrap(), json, "the path of the value is empty");
        assert_eq!(json::to_string(value).unwrap(), json);
        assert_eq!(schema.from_json(&json).unwrap().as_bytes(), bytes);
        assert_eq!(json::to_buffer::<T>(&json).unwrap(), compact);
        assert_eq!(&json::from_str::<T>(&json).unwrap(), value);
        let mut set = Record::new(&schema);
        if json != "null" {
            set.set_json("", &json).unwrap();
        }
        assert!(set.content_eq(&record).unwrap());
        set.compact().unwrap();
        assert_eq!(set.as_bytes(), bytes);
        let mut builder = RecordBuilder::new(&schema);
        builder.set_serde("", &record.get::<Dynamic>("").unwrap()).unwrap();
        assert_eq!(builder.finish().unwrap(), bytes);
        assert_eq!(Record::from_serde(&schema, &record).unwrap().as_bytes(), bytes);
        let mut changed = Record::new(&schema);
        let changes = changed.diff(&record).unwrap();
        changed.apply(&changes).unwrap();
        assert!(changed.content_eq(&record).unwrap(), "{changes:?}");
        let mut merged = Record::new(&schema);
        merged.merge(&record).unwrap();
        assert!(merged.content_eq(&record).unwrap());
        let mut copied = Record::new(&schema);
        copied.copy_from("", &record, "").unwrap();
        assert!(copied.content_eq(&record).unwrap());
        let packed = rmp_serde::to_vec_named(&record).unwrap();
        let again = schema.deserialize(&mut rmp_serde::Deserializer::from_read_ref(&packed)).unwrap();
        assert_eq!(again.as_bytes(), bytes, "{json}");
    }
}

#[test]
fn every_way_gives_the_bytes_of_a_struct_of_one_field() {
    let mut ways = Ways(0);
    each(&mut ways);
    assert!(ways.0 > 30);
}
