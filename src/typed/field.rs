//! Fields of derived structs: [`Field`], with the methods that derived code calls, and the edits
//! that set a field through a cursor.

use alloc::vec::Vec;
use core::marker::PhantomData;

use super::element::{alone, of_list, plain_field, put_plain, write_plains};
use super::list::{elements, measured};
use super::plan::packed;
use super::session::{WHOLE, note_value, part};
use super::value::RecordOf;
use super::{At, Checked, Decode, DecodeOwned, Heap, Reading, TypedSlot, Value};
use crate::error::{Error, Result};
use crate::layout::{Place, Size};
use crate::object::ListHeaderKind;
use crate::read::document::{Decoder, MAX_DEPTH};
use crate::read::open::RecordBytes;
use crate::read::union::Packed;
use crate::schema::MIXED;
use crate::wire::pieces::Pieces;
use crate::wire::proved::Derived;
use crate::wire::width::{PointerWidth, StaticWidth, Width, with_width};
use crate::write::log::StoredForm;
use crate::write::session::Compiled;
use crate::write::{
    AsSession, ElementInfo, FieldWord, FoundList, InsertedElements, Link, Locator, Noted, Session, Storage, ToList,
};

/// A field of a derived struct: where it lies, and its name for errors.
///
/// Its methods take the type as a parameter, not functions as arguments: calls of function values
/// are not inlined, and a function of a type that borrows cannot be passed for all lifetimes.
#[derive(Debug)]
pub struct Field<D: 'static> {
    /// Where it lies.
    pub at: At<'static, D>,
    pub(super) name: &'static str,
}

impl<D> Field<D> {
    /// A field, by its index, name, place and default.
    #[must_use]
    pub const fn new(index: u16, name: &'static str, place: &'static Place, default: &'static D) -> Self {
        Self { at: At::field(index, place, default), name }
    }

    /// The only field of a record, which has no name.
    pub(in crate::typed) const fn alone<T: Value<Default = D>>() -> Self {
        Self { at: At::field(0, alone::<T>().place, T::DEFAULT), name: "" }
    }

    /// A field without a declared default, whose place is one of these.
    // A field that has no place does not compile.
    #[allow(clippy::indexing_slicing)]
    #[must_use]
    pub const fn of<T: Value<Default = D>>(index: u16, name: &'static str, places: &'static [Place]) -> Self {
        Self::new(index, name, &places[index as usize], T::DEFAULT)
    }

    /// A value as the argument of the setter.
    #[inline(always)]
    pub fn as_set<'v, T: Value<Default = D>>(&self, value: &'v T) -> T::Set<'v> {
        value.as_set()
    }

    /// Adds the name of the field to an error.
    #[inline(always)]
    pub fn named<R>(&self, result: Result<R>) -> Result<R> {
        match result {
            Ok(done) => Ok(done),
            Err(error) => Err(error.in_field(self.name)),
        }
    }

    #[inline(always)]
    fn reading<'a, T: Value<Default = D>, O, R: Reading>(
        &self,
        of: &RecordOf<'a, O, R>,
    ) -> Result<T::Get<'a, R>, R::Error> {
        match T::get(TypedSlot::new(of.record(), &self.at, of.known())) {
            Ok(read) => Ok(read),
            Err(error) => Err(R::name(error, |error| error.in_field(self.name))),
        }
    }

    /// Reads it from a record that holds only numbers.
    #[inline(always)]
    #[must_use]
    pub fn plain<T: Value<Default = D>>(&self, record: &[u8]) -> T {
        plain_field(record, self.at.place)
    }

    /// Writes it to such a record.
    #[inline(always)]
    pub fn put_plain<T: Value<Default = D>>(&self, value: &T, record: &mut Pieces<'_>) {
        put_plain::<T>(&value.as_set(), record, self.at.place);
    }

    /// Decodes it.
    #[inline(always)]
    pub fn decode<'b, T: Decode<'b> + Value<Default = D>, W: Width>(
        &self,
        record: &[u8],
        decoder: &mut Decoder<'b, W>,
    ) -> Result<T> {
        self.named(T::decode(record, &self.at, decoder))
    }

    /// Fails if a value breaks a rule of the field or cannot be written.
    #[inline]
    pub fn check<T: Value<Default = D>>(&self, value: &T::Set<'_>, levels: u32) -> Result<()> {
        self.named(T::check(value, levels))
    }

    /// Whether a value of it is stored as zeros.
    #[inline(always)]
    pub fn is_default<T: Value<Default = D>>(&self, value: &T::Set<'_>) -> bool {
        T::is_default(value, self.at.default)
    }

    /// Bytes of all objects behind a value.
    #[inline(always)]
    pub fn heap_len<T: Value<Default = D>, W: StaticWidth>(&self, value: &T::Set<'_>, levels: u32) -> u64 {
        T::heap_len::<false, W>(value, &self.at, levels)
    }

    /// Writes a value into its zeroed place.
    #[inline(always)]
    pub fn write<T: Value<Default = D>, W: StaticWidth>(
        &self,
        value: &T::Set<'_>,
        record: &mut [u8],
        heap: &mut Heap<'_, W>,
    ) -> Result<()> {
        T::write(value, record, &self.at, heap)
    }

    /// As [`Self::check`], for a value without a conversion; likewise the next methods.
    #[inline]
    pub fn check_of<T: Value<Default = D>>(&self, value: &T, levels: u32) -> Result<()> {
        self.check::<T>(&value.as_set(), levels)
    }

    /// As [`Self::is_default`].
    #[inline(always)]
    pub fn is_default_of<T: Value<Default = D>>(&self, value: &T) -> bool {
        self.is_default::<T>(&value.as_set())
    }

    /// As [`Self::heap_len`], added to the bytes of others.
    #[inline(always)]
    pub fn add_len<T: Value<Default = D>, W: StaticWidth>(&self, others: u64, value: &T, levels: u32) -> u64 {
        others.wrapping_add(self.heap_len::<T, W>(&value.as_set(), levels))
    }

    /// As [`Self::write`].
    #[inline(always)]
    pub fn write_of<T: Value<Default = D>, W: StaticWidth>(
        &self,
        value: &T,
        record: &mut [u8],
        heap: &mut Heap<'_, W>,
    ) -> Result<()> {
        self.write::<T, W>(&value.as_set(), record, heap)
    }

    /// The cursor that edits it.
    #[inline(always)]
    pub fn cursor<'c, T: Value<Default = D>, B: AsSession>(
        &self,
        of: &'c mut Editing<'_, B>,
    ) -> T::FieldCursor<'c, B::Storage>
    where
        B::Storage: 'c,
    {
        T::field_cursor(of.session.session_mut(), &of.link, &self.at)
    }

    /// Reads it through an edit cursor.
    #[inline]
    pub fn read<'s, T: Value<Default = D>, B: AsSession>(&self, of: &'s Editing<'_, B>) -> Result<T::Get<'s, Checked>> {
        let session = of.session.session();
        let target = self.at.target(session, &of.link)?;
        self.named(T::get(TypedSlot::checked(&session.target(&target)?, &self.at)))
    }

    /// Sets it.
    #[inline(always)]
    pub fn set<T: Value<Default = D>, B: AsSession>(&self, of: &mut Editing<'_, B>, value: &T::Set<'_>) -> Result<()> {
        let (session, link) = of.parts();
        if let Some(word) = T::stored_word(value, self.at.default) {
            let size = const { T::SHAPE.word as usize };
            session.note_old(Noted::Set, WHOLE, part(link, self.at.step()));
            FieldWord { place: self.at.place, name: &self.name, word, size }.set(session, link, self.at.step())?;
            session.note_value(Noted::Set, WHOLE, part(link, self.at.step()), &StoredForm::Word(word, size));
            return Ok(());
        }
        session.note_old(Noted::Set, WHOLE, part(link, self.at.step()));
        let target = link.target(session, self.at.step())?;
        self.named(T::set(session, target, &self.at, value))?;
        note_value::<T, _>(session, (Noted::Set, WHOLE), part(link, self.at.step()), value, self.at.default);
        Ok(())
    }

    /// Takes its value out, decoded.
    pub fn take<T: DecodeOwned + Value<Default = D>, B: AsSession>(&self, of: &mut Editing<'_, B>) -> Result<T> {
        self.take_as::<T, B, T>(of, false, Ok)
    }

    /// Takes its value out, decoded and converted. If it or the default cannot be converted, the
    /// value stays.
    pub fn take_as<T: DecodeOwned + Value<Default = D>, B: AsSession, R>(
        &self,
        of: &mut Editing<'_, B>,
        may_fail: bool,
        convert: impl Fn(T) -> Result<R>,
    ) -> Result<R> {
        let (session, link) = of.parts();
        let target = link.target(session, self.at.step())?;
        let record = session.target(&target)?;
        let value = T::decode(record.bytes(), &self.at, &mut Decoder::new(*record.buf()));
        let value = value.and_then(&convert);
        let default = || T::decode(&[], &self.at, &mut Decoder::new(*record.buf()));
        let value = if may_fail { value.and_then(|value| default().and_then(convert).map(|_| value)) } else { value };
        let value = self.named(value)?;
        session.note_old(Noted::Clear, WHOLE, part(target.parent, self.at.step()));
        self.named(session.clear(&target))?;
        session.note_without(Noted::Clear, WHOLE, part(link, self.at.step()));
        Ok(value)
    }

    /// Sets it to its default, unless that cannot be converted back.
    pub fn clear_as<T: DecodeOwned + Value<Default = D>, B: AsSession, R>(
        &self,
        of: &mut Editing<'_, B>,
        may_fail: bool,
        convert: impl FnOnce(T) -> Result<R>,
    ) -> Result<()> {
        if may_fail {
            // A record without bytes has the default.
            let session = of.session.session();
            let buf = *session.target(&self.at.target(session, &of.link)?)?.buf();
            self.named(T::decode(&[], &self.at, &mut Decoder::new(buf)).and_then(convert))?;
        }
        self.clear(of)
    }

    /// Sets it to its default, or to absent.
    pub fn clear<B: AsSession>(&self, of: &mut Editing<'_, B>) -> Result<()> {
        let (session, link) = of.parts();
        session.note_old(Noted::Clear, WHOLE, part(link, self.at.step()));
        let target = link.target(session, self.at.step())?;
        self.named(session.clear(&target))?;
        session.note_without(Noted::Clear, WHOLE, part(link, self.at.step()));
        Ok(())
    }
}

/// The edit cursor of a derived struct, for the methods of its fields.
#[derive(Debug)]
pub struct Editing<'a, B> {
    /// The session, or a reference to it.
    pub session: B,
    pub(super) link: Link<'a>,
}

impl<'a, B: AsSession> Editing<'a, B> {
    /// The cursor at a link.
    #[inline]
    pub fn new(session: B, link: Link<'a>) -> Self {
        Self { session, link }
    }

    /// The current value, to read.
    #[inline]
    pub fn view<'s, V: From<RecordBytes<'s>>>(&'s self) -> Result<V> {
        self.link.view(&self.session)
    }

    #[inline(always)]
    fn parts(&mut self) -> (&mut Session<B::Storage>, &mut Link<'a>) {
        (self.session.session_mut(), &mut self.link)
    }
}

/// Reads a field of a struct, by its type and place. It is a function, not a method: a method of a
/// user's trait could take precedence and get hold of the promise.
#[inline(always)]
#[must_use]
pub fn read_field<'a, T, V: Value, R: Reading>(
    of: &RecordOf<'a, T, R>,
    field: &'static Field<V::Default>,
    _: Derived,
) -> R::Of<V::Get<'a, R>> {
    R::of(field.reading::<V, T, R>(of))
}

/// As [`read_field`]; of an enum in a proved buffer, its variant.
#[inline(always)]
#[must_use]
pub fn open_field<'a, T, V: Value, R: Reading>(
    of: &RecordOf<'a, T, R>,
    field: &'static Field<V::Default>,
    _: Derived,
) -> R::Of<R::Get<'a, V>> {
    R::of(field.reading::<V, T, R>(of).map(R::open::<V>))
}

// Writing values of derived types at a cursor.

/// Bytes of the objects of a new list element; `tag` is the variant of a packed list.
pub(super) fn element_len<T: Value>(value: &T::Set<'_>, tag: u8, width: PointerWidth, levels: u32) -> u64 {
    with_width!(width, W => T::heap_len::<true, W>(value, &of_list::<T>(tag), levels))
}

/// Bytes of the objects of new list elements; `tag` is the variant of a packed list.
pub(super) fn elements_heap_len<T: Value>(values: &[T], tag: u8, width: PointerWidth, levels: u32) -> u64 {
    if const { !T::ELEMENT.has_objects } {
        return 0;
    }
    values.iter().map(|value| element_len::<T>(&value.as_set(), tag, width, levels)).fold(0, u64::saturating_add)
}

/// Writes elements into their gap; `tag` is the variant of a packed list.
pub(super) fn write_elements<T: Value, S: Storage>(
    session: &mut Session<S>,
    gap: &InsertedElements,
    tag: u8,
    values: &[T],
) -> Result<()> {
    let width = session.width;
    let (elements, heap) = session.record_and_heap(gap.elements, &gap.heap)?;
    if const { T::SHAPE.plain } {
        write_plains(values, elements);
        return Ok(());
    }
    let stride = elements.len().checked_div(values.len()).unwrap_or(1).max(1);
    with_width!(width, W => {
        let mut heap = Heap::<W>::new(heap, gap.heap.start);
        values
            .iter()
            .zip(elements.chunks_exact_mut(stride))
            .try_for_each(|(value, element)| T::write(&value.as_set(), element, &of_list::<T>(tag), &mut heap))?;
        heap.finish()
    })
}

/// Writes an element into its gap; `tag` is the variant of a packed list.
pub(super) fn write_element<T: Value, S: Storage>(
    session: &mut Session<S>,
    gap: &InsertedElements,
    tag: u8,
    value: &T::Set<'_>,
) -> Result<()> {
    let width = session.width;
    let (bytes, heap) = session.record_and_heap(gap.elements, &gap.heap)?;
    write_apart::<T>(width, bytes, (heap, gap.heap.start), tag, value)
}

/// Writes an element, and its objects to the heap at an offset.
fn write_apart<T: Value>(
    width: PointerWidth,
    bytes: &mut [u8],
    (heap, position): (&mut [u8], usize),
    tag: u8,
    value: &T::Set<'_>,
) -> Result<()> {
    with_width!(width, W => {
        let mut heap = Heap::<W>::new(heap, position);
        T::write(value, bytes, &of_list::<T>(tag), &mut heap)?;
        heap.finish()
    })
}

/// Adds the path of the entry of a key in the map at a cursor to an error.
#[cold]
#[inline(never)]
pub(super) fn name_new_entry<K: Value, S: Storage>(
    session: &Session<S>,
    map: &Link<'_>,
    key: &K::Set<'_>,
    error: Error,
) -> Error {
    let width = session.width;
    let size = K::ELEMENT.size.at(width.shift());
    let len = usize::try_from(element_len::<K>(key, MIXED, width, MAX_DEPTH)).unwrap_or(usize::MAX);
    let mut entry = Vec::new();
    if entry.try_reserve_exact(size.saturating_add(len)).is_ok() {
        entry.resize(size.saturating_add(len), 0);
        if let Some((bytes, heap)) = entry.split_at_mut_checked(size)
            && write_apart::<K>(width, bytes, (heap, size), MIXED, key).is_ok()
        {
            return session.name_new_entry(error, map, &entry, size);
        }
    }
    // A key that cannot be written has no path.
    session.name_cursor(error, map)
}

// The list of a typed cursor, found in its buffer without the schema.

/// A typed cursor's list.
pub(super) struct TypedList<'l, 'a, T> {
    link: &'l Link<'a>,
    /// The variant of the elements of a new list of unions.
    tag: u8,
    marker: PhantomData<fn() -> T>,
}

impl<'l, 'a, T> TypedList<'l, 'a, T> {
    #[inline(always)]
    pub(super) fn new(link: &'l Link<'a>) -> Self {
        Self { link, tag: MIXED, marker: PhantomData }
    }

    /// The list of a cursor; a new list of unions will be packed with the variant `tag`.
    pub(super) fn of_variant(link: &'l Link<'a>, tag: u8) -> Self {
        Self { link, tag, marker: PhantomData }
    }
}

impl<S: Storage, T: Value> ToList<S, Compiled> for TypedList<'_, '_, T> {
    fn found(&self, session: &Session<S>) -> Result<FoundList> {
        let slot = self.link.resolved(session)?;
        let record = session.record(slot)?;
        let buf = record.buf();
        let stored = match buf.follow(record.bytes(), Size::ZERO)? {
            Some(object) => Some((object, measured::<T>(elements::<T, _>(buf, object)?)?)),
            None => None,
        };
        let tag = stored.map_or(self.tag, |(_, elements)| elements.tag);
        let element = if const { T::SHAPE.packs } { packed::<T>(tag).unwrap_or(Packed::MIXED) } else { T::ELEMENT };
        let Packed { size, ends, has_objects, .. } = element;
        let header = ListHeaderKind::list(const { T::SHAPE.packs }, !ends.is_empty());
        let levels = self.link.levels();
        Ok(FoundList::new(buf, slot, stored, ElementInfo { size, header, tag, levels, has_objects }))
    }

    fn locator(&self) -> &dyn Locator {
        self.link
    }
}
