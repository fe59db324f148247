//! Types of std and of other crates by path and by handle.

use std::num::NonZeroU16;

use chrono::{DateTime, NaiveDate, Utc};
use vellum::{ErrorKind, Record, Result, Schema};

#[test]
fn a_foreign_type_is_set_and_read_by_path_and_by_handle() -> Result<()> {
    let text =
        "struct R { at: timestamp(ns)?, days: list<date>, id: uuid, by: map<string, timestamp(ns)>, threads: u16 = 2,
        small: u8 } root R;";
    let schema = Schema::parse(text)?;
    let mut record = Record::new(&schema);
    let at = DateTime::<Utc>::from_timestamp_nanos(5);
    let day = NaiveDate::from_ymd_opt(2023, 11, 14).unwrap();
    record.set("at", at)?;
    record.push("days", day)?;
    record.set("id", uuid::Uuid::from_u128(7))?;
    record.set("by[a]", at)?;
    record.set("threads", NonZeroU16::MAX)?;
    record.set("small", 5usize)?;
    assert_eq!(record.get::<DateTime<Utc>>("at")?, at);
    assert_eq!(record.get::<DateTime<Utc>>("by[a]")?, at);
    assert_eq!(record.get::<NaiveDate>("days[0]")?, day);
    assert_eq!(record.get::<uuid::Uuid>("id")?, uuid::Uuid::from_u128(7));
    assert_eq!(record.get::<NonZeroU16>("threads")?, NonZeroU16::MAX);
    assert_eq!(record.get::<u8>("small")?, 5);

    let handle = schema.field::<DateTime<Utc>>("at")?;
    record.set(&handle, at + chrono::TimeDelta::nanoseconds(1))?;
    assert_eq!(record.take(&handle)?.timestamp_nanos_opt(), Some(6));
    assert_eq!(record.get_optional(&handle)?, None);
    assert!(schema.field::<NaiveDate>("at").is_err());

    let before = record.as_bytes().to_vec();
    let error = record.set("at", DateTime::<Utc>::MAX_UTC).unwrap_err();
    assert_eq!((error.kind(), error.path().as_str()), (ErrorKind::Type, "at"), "{error}");
    let error = record.set("by[b]", DateTime::<Utc>::MAX_UTC).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Type, "{error}");
    assert!(record.push("days", at).is_err());
    assert!(record.set("small", 256usize).is_err());
    assert_eq!(record.as_bytes(), before);
    record.set("threads", 0u16)?;
    let error = record.get::<NonZeroU16>("threads").unwrap_err();
    assert_eq!((error.kind(), error.path().as_str()), (ErrorKind::Type, "threads"), "{error}");
    Ok(())
}
