//! Fields that take what comes as it is.

use super::definition::Field;
use super::types::{DefaultValue, Type};

/// What can be put into a field without a look at its definition: it is always there, has no declared default, and its values need not be checked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Direct {
    /// Nothing.
    None,
    /// A word of so many bytes, which stands for any number of so many bits from zero on, if it is an integer.
    Word { size: u8, bits: u8 },
    /// Text or bytes behind a pointer.
    Blob,
}

impl Direct {
    pub(super) fn of(field: &Field) -> Self {
        if field.optional || !matches!(field.default, DefaultValue::Zero) || !field.rules.is_empty() {
            return Self::None;
        }
        match field.ty {
            Type::Scalar(scalar) => {
                // At most 128.
                let bits = u8::try_from(scalar.number_bits()).unwrap_or(0);
                u8::try_from(scalar.size()).map_or(Self::None, |size| Self::Word { size, bits })
            }
            Type::String | Type::Bytes => Self::Blob,
            _ => Self::None,
        }
    }
}
