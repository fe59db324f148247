//! A change of one field, whatever form the record has in memory.
//!
//! A library that decodes, changes and encodes again does the same for both updates of the workload, and is handed the
//! one that it should make. Each is a type of its own, so that the operation that is timed holds one of them alone.

use super::{Fields, FieldsRef};

/// A record that can be changed in memory.
pub trait Edit {
    /// Sets the second `u64`.
    fn set_number(&mut self, number: u64);
    /// Sets the second string.
    fn set_string(&mut self, text: &'static str);
}

/// What an update changes.
pub trait Change: Copy + 'static {
    fn apply(self, record: &mut impl Edit);
}

/// The change of the second `u64`.
#[derive(Clone, Copy)]
pub struct Number(pub u64);

impl Change for Number {
    fn apply(self, record: &mut impl Edit) {
        record.set_number(self.0);
    }
}

/// The change of the second string.
#[derive(Clone, Copy)]
pub struct Text(pub &'static str);

impl Change for Text {
    fn apply(self, record: &mut impl Edit) {
        record.set_string(self.0);
    }
}

/// A field of text, owned or not.
pub trait Assign {
    fn assign(&mut self, text: &'static str);
}

impl Assign for String {
    fn assign(&mut self, text: &'static str) {
        text.clone_into(self);
    }
}

impl Assign for &str {
    fn assign(&mut self, text: &'static str) {
        *self = text;
    }
}

/// Lets a struct with the fields of the workload be changed.
macro_rules! editable {
    ($Record:ty) => {
        impl $crate::workloads::fields::change::Edit for $Record {
            fn set_number(&mut self, number: u64) {
                self.second_field_of_type_u64 = number;
            }

            fn set_string(&mut self, text: &'static str) {
                $crate::workloads::fields::change::Assign::assign(&mut self.second_field_of_type_string, text);
            }
        }
    };
}

editable!(Fields);
editable!(FieldsRef<'_>);
