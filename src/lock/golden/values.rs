//! Places for the values of golden buffers, and values without parts, each made of the next number
//! of a counter.
//!
//! A number is multiplied by an odd constant, modulo a power of two. So different numbers give
//! different words, and all bytes of a word are used.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::error::Result;
use crate::read::key::PathKey;
use crate::read::route::field_step;
use crate::record::RecordBuilder;
use crate::scalar::table::{mask, sorted, unsorted};
use crate::scalar::{Scalar, Serde};
use crate::schema::{DefaultValue, Enum, Field, Item, Rules, Type};

/// Bytes of an object besides its values, such as its length and its pointer.
pub(super) const HEADER: u64 = 24;

/// 2^128 divided by the golden ratio.
const SPREAD: u128 = 0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835;

/// How many numbers are tried for a value. Two are enough where a field has two values.
const TRIES: usize = 8;

/// Up to this count, the values of a range are taken one after the other.
const FEW: u128 = 1 << 16;

/// A place for a value.
#[derive(Clone, Copy)]
pub(super) struct Spot<'s> {
    pub(super) ty: &'s Type,
    pub(super) optional: bool,
    pub(super) default: &'s DefaultValue,
    pub(super) rules: &'s Rules,
    /// Whether a value other than the default is missing here.
    pub(super) must: bool,
}

impl<'s> Spot<'s> {
    #[inline]
    pub(super) fn field(field: &'s Field, must: bool) -> Self {
        let (ty, default, rules) = (field.ty(), field.default(), field.rules());
        Self { ty, optional: field.optional(), default, rules, must }
    }

    #[inline]
    pub(super) fn item(item: &'s Item, must: bool) -> Self {
        Self { ty: &item.ty, optional: item.optional, default: &item.default, rules: &Rules::NONE, must }
    }

    /// The default as a word; `None` if the default is to be absent.
    #[inline]
    pub(super) fn word(&self) -> Option<u128> {
        (!self.optional).then(|| self.default.word())
    }

    /// The default as text or bytes; `None` if the default is to be absent.
    #[inline]
    pub(super) fn content(&self) -> Option<&'s [u8]> {
        (!self.optional).then(|| self.default.blob().unwrap_or_default())
    }
}

/// The counter.
#[derive(Default)]
pub(super) struct Supply(u128);

impl Supply {
    #[inline]
    pub(super) fn number(&mut self) -> u128 {
        self.0 = self.0.wrapping_add(1);
        self.0
    }

    fn find<T>(&mut self, make: impl Fn(u128) -> T, fits: impl Fn(&T) -> bool) -> Option<T> {
        (0..TRIES).find_map(|_| Some(make(self.number())).filter(&fits))
    }

    /// A word that the rules allow and that is not the default, if there is one.
    #[inline]
    pub(super) fn word(&mut self, scalar: Scalar, rules: &Rules, default: Option<u128>) -> Option<u128> {
        let fits = |word: &u128| Some(*word) != default && scalar.holds(*word) && rules.allow_word(scalar, *word);
        let Some((low, high)) = ends(scalar, rules) else {
            return self.find(|number| of_type(scalar, number), |word| fits(word) && is_wide(scalar, *word));
        };
        let count = high.saturating_sub(low).saturating_add(1);
        let in_range = |number: u128| {
            let drawn = if count <= FEW { number } else { number.wrapping_mul(SPREAD) };
            unsorted(scalar, low.saturating_add(drawn.checked_rem(count).unwrap_or(0)))
        };
        self.find(in_range, fits).or_else(|| [high, low].map(|end| unsorted(scalar, end)).into_iter().find(fits))
    }

    /// A text of at most so many bytes that is not the default, if there is one.
    #[inline]
    pub(super) fn text(&mut self, most: usize, rules: &Rules, default: Option<&[u8]>) -> Option<String> {
        self.find(|number| text(number, most, rules), |text| Some(text.as_bytes()) != default)
    }

    /// Bytes that are not the default, if there are some: so many, or five and no more than so
    /// many.
    #[inline]
    pub(super) fn bytes(&mut self, len: ByteCount, default: Option<&[u8]>) -> Option<Vec<u8>> {
        let make = |number: u128| -> Vec<u8> {
            let [first, second, third, ..] = number.wrapping_mul(SPREAD).to_le_bytes();
            match len {
                ByteCount::Exact(len) => [first, second, third].into_iter().cycle().take(len).collect(),
                // A zero, and a byte that is not UTF-8.
                ByteCount::Most(most) => [first, 0, 0xFF, second, third].into_iter().take(most).collect(),
            }
        };
        self.find(make, |bytes| Some(&**bytes) != default)
    }
}

/// How many bytes a value has.
#[derive(Clone, Copy)]
pub(super) enum ByteCount {
    Exact(usize),
    Most(usize),
}

/// The ends of the range of the rules, as integers that sort; `None` if the rules have no range.
#[inline]
fn ends(scalar: Scalar, rules: &Rules) -> Option<(u128, u128)> {
    if rules.min().is_none() && rules.max().is_none() {
        return None;
    }
    let (least, last) = match scalar.row().serde {
        Serde::F32 => (f32::NEG_INFINITY.to_bits().into(), f32::INFINITY.to_bits().into()),
        Serde::F64 => (f64::NEG_INFINITY.to_bits().into(), f64::INFINITY.to_bits().into()),
        _ => (unsorted(scalar, 0), scalar.last()),
    };
    Some((sorted(scalar, rules.min().unwrap_or(least)), sorted(scalar, rules.max().unwrap_or(last))))
}

/// A word of a type without rules.
#[inline]
fn of_type(scalar: Scalar, number: u128) -> u128 {
    let (spread, last) = (number.wrapping_mul(SPREAD), scalar.last());
    match scalar.row().serde {
        // Plane 2 has letters of four bytes.
        Serde::Char => (spread & 0x7FFF) | 0x2_0000,
        // From 64 to 128, on either side of zero.
        Serde::F32 => (spread & 0x807F_FFFF) | 0x4280_0000,
        Serde::F64 => (spread & 0x800F_FFFF_FFFF_FFFF) | 0x4050_0000_0000_0000,
        Serde::Degrees => {
            let half = scalar.size().saturating_mul(4);
            let [latitude, longitude] = [last & mask(scalar).wrapping_shr(half), last.wrapping_shr(half)];
            let up_to = |last: u128, word: u128| word.checked_rem(last).unwrap_or(0).saturating_add(1);
            up_to(latitude, spread & u128::from(u64::MAX)) | up_to(longitude, spread >> 64).wrapping_shl(half)
        }
        // Negative, or larger than the largest number of the type with a sign.
        _ if scalar.is_integer() => (spread & mask(scalar)) | (mask(scalar) ^ mask(scalar) >> 1),
        _ if scalar.is_total() => spread & mask(scalar),
        _ => spread.checked_rem(last).unwrap_or(0),
    }
}

/// Whether the highest byte of a number is used. Some types have no such values.
#[inline]
fn is_wide(scalar: Scalar, word: u128) -> bool {
    let below = scalar.size().saturating_sub(1).saturating_mul(8);
    below == 0 || !scalar.is_total() || word.checked_shr(below) != Some(0)
}

/// Characters of three, two and four bytes, and the digits of the number from the last on; of
/// these as many as there is room for.
#[inline]
fn text(number: u128, most: usize, rules: &Rules) -> String {
    let letter = if rules.is_uppercase() { 'À' } else { 'à' };
    let [han, letter, face] = [('一', 0x5000), (letter, 23), ('😀', 80)].map(|(first, count)| {
        let spread = number.wrapping_mul(SPREAD) & u128::from(u32::MAX);
        let next = if count > 100 { spread } else { number }.checked_rem(count).unwrap_or(0);
        u32::try_from(next).ok().and_then(|next| char::from_u32(u32::from(first).saturating_add(next))).unwrap_or(first)
    });
    let digits = number.to_string();
    let mut text = String::new();
    for c in [han, letter, face].into_iter().chain(digits.chars().rev()) {
        if text.len().saturating_add(c.len_utf8()) <= most {
            text.push(c);
        }
    }
    text
}

/// Makes an `any` a document in which each of its variants occurs.
#[inline]
pub(super) fn document(builder: &mut RecordBuilder, path: &str, number: u16) -> Result<()> {
    let at = |name: &str| format!("{path}{}", field_step(path, name));
    let (list, number) = (at("list"), i64::from(number));
    let list = list.as_str();
    let text = text(number.unsigned_abs().into(), usize::MAX, &Rules::NONE);
    builder.push_default(list)?;
    builder.push(list, true)?;
    builder.push(list, number.checked_rem(100).unwrap_or(0).saturating_sub(101))?;
    builder.push(list, number.checked_rem(10_000).unwrap_or(0).saturating_add(1_000))?;
    builder.push(list, number.saturating_add(0x0102_0304))?;
    builder.push(list, number.saturating_sub(0x0102_0304_0506_0708))?;
    builder.push(list, u64::MAX.saturating_sub(number.unsigned_abs()))?;
    builder.push(list, f64::from(i32::try_from(number).unwrap_or(0)) + 0.5)?;
    builder.push(list, &*text)?;
    builder.push(list, &[0xFFu8, 0, 1])?;
    builder.set(&*format!("{}.text", at("map")), &*text)
}

/// The index of the variant of a number.
#[inline]
pub(super) fn index_of(known: &Enum, word: u128) -> Option<usize> {
    known.variants().position(|(_, number)| u128::from(number) == word)
}

/// Bytes of the objects of a value without parts.
#[inline]
pub(super) fn heap_len(value: &PathKey) -> u64 {
    match value {
        PathKey::Blob(content) => HEADER.saturating_add(content.len() as u64),
        PathKey::Tuple(parts) => parts.iter().map(heap_len).fold(0, u64::saturating_add),
        PathKey::Bool(_) | PathKey::Integer(_) | PathKey::Word(..) => 0,
    }
}
