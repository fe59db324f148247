//! Types that the generator writes for schemas by chance: they read what the model stored, by any revision, and store the same bytes.

use std::fmt::Debug;

use vellum::{DecodeOwned, Record, Schema, Value, Vellum};

include!(concat!(env!("OUT_DIR"), "/types.rs"));

/// Checks pairs of a buffer and the canonical bytes of what is read in it.
fn check<T: Value + DecodeOwned + Debug + PartialEq>(text: &str, pairs: &[(&[u8], &[u8])]) {
    let schema = Schema::parse(text).unwrap();
    for (stored, canonical) in pairs {
        let about = || format!("{stored:02x?}\n{text}");
        let value = vellum::from_slice::<T>(stored).unwrap_or_else(|error| panic!("{error}: {}", about()));
        match vellum::to_vec(&value) {
            Ok(bytes) => assert_eq!(bytes, *canonical, "{}", about()),
            // What stands for an unknown variant cannot be written.
            Err(error) => assert!(text.contains("open "), "{error}: {}", about()),
        }
        let mut compact = stored.to_vec();
        T::compact(&mut compact).unwrap_or_else(|error| panic!("{error}: {}", about()));
        assert_eq!(compact, *canonical, "{}", about());
        assert!(vellum::from_slice::<T>(&compact).unwrap() == value, "{}", about());
        let json = |schema: &Schema| serde_json::to_string(&Record::open(schema, *stored).unwrap()).unwrap();
        assert_eq!(json(T::schema()), json(&schema), "{}", about());
    }
}
