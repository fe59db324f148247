//! The modes that read proved bytes, and the view that stays open: see [the container's](super::super::verified).

use std::hint::black_box;

use vellum::{Proved, Result, Vellum};

use super::{OWN_BYTES, encode};
use crate::library::{Measure, Row};
use crate::workloads::fields::held::{self, Held};
use crate::workloads::fields::{Fields, FieldsProved, FieldsRef, FieldsView, variant, with_fields};

pub(super) fn rows(value: &Fields) -> [Row; 3] {
    let row = |mode, bytes| Row::new("vellum", "vellum", "", mode, bytes);
    let bytes = encode(value);
    let mut anew = held::row::<Anew>(row("verified", bytes.clone()).proved(), value);
    anew.prove("a buffer cut short is refused", !is_valid(&bytes[..bytes.len() - 1]));
    anew.time(Measure::Verify, variant::OWNED, move || is_valid(black_box(&bytes)));
    [
        anew,
        held::row::<Proved<Vec<u8>, Fields>>(row("verified, kept", Vec::new()).proved(), value).kept(),
        held::row::<FieldsView<'static>>(row("derive, kept", Vec::new()), value).kept(),
    ]
}

/// Bytes that are proved in every operation.
struct Anew(Vec<u8>);

impl Held for Anew {
    fn open(value: &Fields) -> Self {
        Self(encode(value))
    }

    fn read_all(&self) -> FieldsRef<'_> {
        read_all(&self.0).expect(OWN_BYTES)
    }

    fn third_string(&self) -> &str {
        third_string(&self.0).expect(OWN_BYTES)
    }
}

#[inline(never)]
fn is_valid(bytes: &[u8]) -> bool {
    Fields::access(bytes).is_ok()
}

#[inline(never)]
fn read_all(bytes: &[u8]) -> Result<FieldsRef<'_>> {
    Ok(read_proved(&Fields::access(bytes)?))
}

#[inline(never)]
fn third_string(bytes: &[u8]) -> Result<&str> {
    Ok(Fields::access(bytes)?.third_field_of_type_string())
}

#[inline]
fn read_proved<'a>(record: &FieldsProved<'a>) -> FieldsRef<'a> {
    macro_rules! read {
        (($record:expr) $($field:ident: $Type:tt,)*) => {
            FieldsRef { $($field: $record.$field(),)* }
        };
    }
    with_fields!(read!(record), strings: [&str])
}

impl Held for Proved<Vec<u8>, Fields> {
    const NOTE: &'static str = "proved once";

    fn open(value: &Fields) -> Self {
        Self::new(encode(value)).expect(OWN_BYTES)
    }

    fn read_all(&self) -> FieldsRef<'_> {
        read_proved(&self.get())
    }

    fn third_string(&self) -> &str {
        self.get().third_field_of_type_string()
    }
}

impl Held for FieldsView<'static> {
    const NOTE: &'static str = "opened once, each access checks";

    fn open(value: &Fields) -> Self {
        Fields::view(encode(value).leak()).expect(OWN_BYTES)
    }

    fn read_all(&self) -> FieldsRef<'_> {
        super::derive::read_view(self).expect(OWN_BYTES)
    }

    fn third_string(&self) -> &str {
        self.third_field_of_type_string().expect(OWN_BYTES)
    }
}
