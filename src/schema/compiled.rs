//! Definitions of derived types, made as constants.

use alloc::borrow::Cow;

use super::rules::Rules;
use super::types::{
    DeclaresDefault, DefaultValue, Direct, Enum, EnumVariant, Field, Item, Payload, Scalar, Struct, Type, Union,
    UnionVariant, Words,
};
use crate::layout::{Place, Shape, Size};

impl Enum {
    /// Of a derived type; `size` is that of its word in bytes.
    #[doc(hidden)]
    #[must_use]
    pub const fn compiled(name: &'static str, open: bool, size: usize, variants: &'static [EnumVariant]) -> Self {
        let repr = match size {
            1 => Scalar::U8,
            2 => Scalar::U16,
            4 => Scalar::U32,
            _ => Scalar::U64,
        };
        let (by_number, by_name) = (Cow::Borrowed(&[] as &[u32]), Cow::Borrowed(&[] as &[u32]));
        let docs = Cow::Borrowed("");
        Self { name: Cow::Borrowed(name), docs, open, repr, variants: Cow::Borrowed(variants), by_number, by_name }
    }

    /// A variant of one.
    #[doc(hidden)]
    #[must_use]
    pub const fn named(name: &'static str, number: u64) -> EnumVariant {
        (Cow::Borrowed(name), number, Cow::Borrowed(""))
    }
}

impl Union {
    /// Of a derived type.
    #[doc(hidden)]
    #[must_use]
    pub const fn compiled(name: &'static str, open: bool, converts: bool, variants: &'static [UnionVariant]) -> Self {
        Self { name: Cow::Borrowed(name), docs: Cow::Borrowed(""), open, converts, variants: Cow::Borrowed(variants) }
    }
}

impl UnionVariant {
    pub(crate) const fn compiled(
        name: &'static str,
        ty: Option<Type>,
        optional: bool,
        item: Item,
        payload: Payload,
    ) -> Self {
        Self { name: Cow::Borrowed(name), docs: Cow::Borrowed(""), ty, optional, item, payload }
    }
}

/// In what order the engine looks at the fields of a struct that was compiled in: `Struct::sort` as
/// a constant.
#[doc(hidden)]
#[derive(Debug)]
pub struct Order<const N: usize> {
    indices: [u16; N],
    words: [Words; N],
    stretches: usize,
    parts: [u16; N],
    others: usize,
}

impl<const N: usize> Order<N> {
    /// Of fields with these shapes.
    // Indexing: a const fn cannot iterate. Indices run below the arrays' lengths. A struct has at
    // most 65,535 fields.
    #[allow(clippy::indexing_slicing, clippy::cast_possible_truncation)]
    #[must_use]
    pub const fn new(fields: &[Field; N], shapes: &[Shape; N]) -> Self {
        let none = Words { at: Size::ZERO, len: 0 };
        let mut sorted = Self { indices: [0; N], words: [none; N], stretches: 0, parts: [0; N], others: 0 };
        let (mut done, mut revision): (usize, u32) = (0, 1);
        while done < N {
            let mut next = u32::MAX;
            let mut index: usize = 0;
            while index < N {
                let since = shapes[index].since;
                if since == revision {
                    sorted.indices[done] = index as u16;
                    sorted.add(&fields[index], index, shapes[index].slot);
                    done = done.wrapping_add(1);
                } else if since > revision && since < next {
                    next = since;
                }
                index = index.wrapping_add(1);
            }
            revision = next;
        }
        sorted
    }

    #[allow(clippy::indexing_slicing, clippy::cast_possible_truncation)]
    const fn add(&mut self, field: &Field, index: usize, slot: Size) {
        let (at, len) = (field.place.slot, field.word_size(slot));
        if len == 0 {
            self.parts[self.others] = index as u16;
            self.others = self.others.wrapping_add(1);
            return;
        }
        if self.stretches > 0 {
            let last = &mut self.words[self.stretches.wrapping_sub(1)];
            let end = last.at.plus(Size::bytes(last.len));
            if end.fixed == at.fixed && end.pointers == at.pointers {
                last.len = last.len.saturating_add(len);
                return;
            }
        }
        self.words[self.stretches] = Words { at, len };
        self.stretches = self.stretches.wrapping_add(1);
    }
}

impl Struct {
    /// Of a derived type.
    #[doc(hidden)]
    #[must_use]
    pub const fn compiled<const N: usize>(
        (name, frozen, tuple, converts): (&'static str, bool, bool, bool),
        fields: &'static [Field; N],
        ends: &'static [Size],
        order: &'static Order<N>,
    ) -> Self {
        let (words, _) = order.words.split_at(order.stretches);
        let (parts, _) = order.parts.split_at(order.others);
        Self {
            name: Cow::Borrowed(name),
            docs: Cow::Borrowed(""),
            frozen,
            tuple,
            converts,
            key: Cow::Borrowed(&[]),
            fields: Cow::Borrowed(fields),
            ends: Cow::Borrowed(ends),
            order: Cow::Borrowed(&order.indices),
            words: Cow::Borrowed(words),
            parts: Cow::Borrowed(parts),
        }
    }
}

impl Field {
    pub(crate) const fn compiled(
        name: &'static str,
        ty: Type,
        optional: bool,
        default: DefaultValue,
        since: u32,
        place: Place,
    ) -> Self {
        let (name, docs) = (Cow::Borrowed(name), Cow::Borrowed(""));
        let declares = DeclaresDefault(matches!(default, DefaultValue::Compiled(_)));
        Self { name, docs, ty, optional, default, declares, since, rules: Rules::NONE, place, direct: Direct::None }
    }
}
