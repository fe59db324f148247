//! Assignments to fields of a record: the accepted Rust types, values put as a whole, copies, and
//! numbers set in place.
//!
//! The type of a handle decides as which type the field is read and set. For a path, the caller and
//! the type of the value decide it.

use alloc::string::String;
use alloc::vec::Vec;
use core::cell::Cell;

use super::edit::Plain;
use super::field::{ByPath, EditPlace, Resolved, TypedAddress};
#[cfg(feature = "serde")]
use super::op::Done;
use super::op::{Op, OpValue};
use super::types::FieldType;
use super::{Address, AsRecord, Locate, Record, RecordView};
use crate::compare::check_same;
use crate::error::{Error, ErrorKind, FixedError, Result, internal_error};
use crate::read::cursor::{Slot, UnionRef};
use crate::read::document::Decoder;
use crate::read::route::variant_step;
use crate::read::value::{Content, PackedElement, Part};
use crate::schema::{Schema, Type, Union};
use crate::verify::prove_part;
use crate::wire::width::{PointerWidth, Width, put_bit};
use crate::write::link::PathLocator;
use crate::write::rewrite::{FragmentTo, fragment};
use crate::write::undo::Transaction;
use crate::write::value::TOO_DEEP;
use crate::write::{Locator, Session, Storage};

/// A value that can be written by path alone: its Rust type says which field type it is for. An
/// integer goes into a field of any integer type that holds it, and into an enum by number; text
/// goes into text, and into an enum or a union by the name of a variant.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be written by a path alone",
    label = "no field type has this as its value",
    note = "values are `bool`, integers, floats, `char`, `&str`, `&String`, `&[u8]`, `&Vec<u8>` and the types of `vellum::value`: lend a `String`, do not give it",
    note = "an enum takes the name or the number of a variant; what else a field takes goes through a handle: `schema.field::<T>(path)?`"
)]
pub trait Assign<'v> {
    /// The field type.
    type Field: FieldType + ?Sized;
    /// The value as the field takes it.
    fn into_set(self) -> <Self::Field as FieldType>::Set<'v>;
}

#[diagnostic::do_not_recommend]
impl<'v, T: FieldType<Set<'v> = T>> Assign<'v> for T {
    type Field = T;

    fn into_set(self) -> T {
        self
    }
}

impl<'v> Assign<'v> for &'v str {
    type Field = str;

    fn into_set(self) -> &'v str {
        self
    }
}

impl<'v> Assign<'v> for &'v String {
    type Field = str;

    fn into_set(self) -> &'v str {
        self
    }
}

impl<'v> Assign<'v> for &'v [u8] {
    type Field = [u8];

    fn into_set(self) -> &'v [u8] {
        self
    }
}

impl<'v> Assign<'v> for &'v Vec<u8> {
    type Field = [u8];

    fn into_set(self) -> &'v [u8] {
        self
    }
}

impl<'v, const N: usize> Assign<'v> for &'v [u8; N] {
    type Field = [u8];

    fn into_set(self) -> &'v [u8] {
        self
    }
}

/// What is read as a `T`: the type of a handle as itself, [`ByPath`] as any.
///
/// ```
/// use vellum::{Record, Schema, field::{Locate, Reads}};
///
/// fn starts_with_a(record: &Record, field: impl Locate<Value: Reads<str>>) -> vellum::Result<bool> {
///     Ok(record.get::<str>(field)?.starts_with('A'))
/// }
///
/// let schema = Schema::parse("struct User { name: string } root User;")?;
/// let mut record = Record::new(&schema);
/// record.set("name", "Ada")?;
/// assert!(starts_with_a(&record, "name")?);
/// assert!(starts_with_a(&record, &schema.field::<str>("name")?)?);
/// # Ok::<(), vellum::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "a field of `{Self}` is not read as `{T}`",
    label = "the type of the handle is `{Self}`",
    note = "the type in a handle says what is read: `schema.field::<{T}>(path)?`"
)]
pub trait Reads<T: ?Sized> {}

impl<T: FieldType + ?Sized> Reads<T> for T {}
impl<T: FieldType + ?Sized> Reads<T> for ByPath {}

/// Implemented by fields that accept a value of type `V`: the type of a handle accepts its own
/// values, [`ByPath`] accepts every value that a path accepts.
///
/// ```
/// use vellum::{Record, Schema, field::{Accepts, Locate}};
///
/// fn set_twice<'v, V: Copy>(
///     record: &mut Record,
///     first: impl Locate<Value: Accepts<'v, V>>,
///     second: impl Locate<Value: Accepts<'v, V>>,
///     value: V,
/// ) -> vellum::Result<()> {
///     record.set(first, value)?;
///     record.set(second, value)
/// }
///
/// let schema = Schema::parse("struct Point { x: i32, y: i32 } root Point;")?;
/// let mut record = Record::new(&schema);
/// set_twice(&mut record, "x", &schema.field::<i32>("y")?, 7)?;
/// assert_eq!(record.get::<i32>("y")?, 7);
/// # Ok::<(), vellum::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "a field of `{Self}` does not take `{V}`",
    label = "the type of the handle is `{Self}`",
    note = "a handle takes values of the type it was made with: that of `schema.field::<u16>(path)?` takes `u16`"
)]
pub trait Accepts<'v, V> {
    #[doc(hidden)]
    type Field: FieldType + ?Sized;
    #[doc(hidden)]
    fn into_set(value: V) -> <Self::Field as FieldType>::Set<'v>;
}

impl<'v, T: FieldType + ?Sized> Accepts<'v, T::Set<'v>> for T {
    type Field = T;

    #[inline(always)]
    fn into_set(value: T::Set<'v>) -> T::Set<'v> {
        value
    }
}

impl<'v, V: Assign<'v>> Accepts<'v, V> for ByPath {
    type Field = V::Field;

    #[inline(always)]
    fn into_set(value: V) -> <V::Field as FieldType>::Set<'v> {
        value.into_set()
    }
}

/// The type of the field that takes a value.
type FieldFor<'v, V, L> = <<L as Locate>::Value as Accepts<'v, V>>::Field;
/// Where a value goes, and the value as the field takes it.
type Written<'v, V, L> =
    (TypedAddress<FieldFor<'v, V, L>, <L as Locate>::Address>, <FieldFor<'v, V, L> as FieldType>::Set<'v>);

#[inline(always)]
pub(super) fn written<'v, V, L>(address: L, schema: &Schema, as_list: bool, value: V) -> Result<Written<'v, V, L>>
where
    L: Locate<Value: Accepts<'v, V>>,
{
    Ok((address.to_write(schema, as_list)?, L::Value::into_set(value)))
}

// Whole values of any type, put into a record from another buffer, in one piece.
//
// The value is proved first, since its buffer may never have been proved, and layouts read neither
// words nor texts. Then it is laid out twice: once to know its length, and once in its final place.
// Its place is written, and the old value is released.

impl<'a> RecordView<'a> {
    /// The value at an address, or `None` if something on the way is absent.
    pub(super) fn part<A: Address>(&self, address: &A) -> Result<Option<Part<'a>>> {
        let (path, schema, buf) = (address.path(), self.schema, self.buf);
        let found = self.find(address)?;
        let Some(found) = found.filter(|found| !found.is_absent) else { return Ok(None) };
        let Some((ty, default)) = path.in_schema(schema) else {
            return Err(path.with_path(Error::fixed(&FixedError(ErrorKind::Path, "the schema has no such field"))));
        };
        let (record, place) = (found.record, path.leaf.place);
        if let (Type::Union(id), true) = (ty, crate::read::union::is_packed(found.packed)) {
            return Ok(Some(Part::Packed(PackedElement { buf, element: record, tag: found.packed, id: *id, schema })));
        }
        let (optional, inline) = (path.leaf.optional, path.leaf.inline);
        Ok(Some(Part::Slot(Slot { buf, record, schema, place, ty, optional, default, inline })))
    }

    /// The type at an address.
    pub(super) fn type_at<A: Address>(&self, address: &A) -> Result<&'a Type> {
        let path = address.path();
        path.check(self.schema, address.count())?;
        match path.in_schema(self.schema) {
            Some((ty, _)) => Ok(ty),
            None => Err(path.with_path(Error::fixed(&FixedError(ErrorKind::Path, "the schema has no such field")))),
        }
    }
}

impl<B: AsRef<[u8]>> Record<B> {
    /// The value at an address, or `None` if something on the way is absent.
    pub(crate) fn part<A: Address>(&self, address: &A) -> Result<Option<Part<'_>>> {
        self.view()?.part(address)
    }

    /// Whether an address leads to a place: also to one whose value is absent, but not to a key
    /// that is not there.
    pub(crate) fn leads<A: Address>(&self, address: &A) -> Result<bool> {
        Ok(self.view()?.find(address)?.is_some())
    }

    /// How many elements the list has that an address names an element of.
    #[cfg(feature = "json")]
    pub(crate) fn count_around(&self, element: &Resolved) -> Result<usize> {
        Ok(element.path().count(self.view()?, element)?.unwrap_or(0))
    }

    /// The index that the next element of the list at a path gets, also where the list is not there
    /// yet.
    #[cfg(feature = "json")]
    pub(crate) fn end_of(&self, list: &str) -> Result<usize> {
        let list = Resolved::new(self.session.schema(), list, true)?;
        list.path().check_sequence(self.session.schema(), 0)?;
        Ok(list.path().count(self.view()?, &list)?.unwrap_or(0))
    }

    /// The type at an address.
    pub(crate) fn type_at<A: Address>(&self, address: &A) -> Result<&Type> {
        self.view()?.type_at(address)
    }

    /// A path as an address.
    pub(crate) fn at_path(&self, path: &str) -> Result<Resolved> {
        Resolved::new(self.session.schema(), path, false)
    }
}

impl<'a> Content<'a> {
    /// The value without parts that it is.
    pub(super) fn plain(&self) -> Option<Plain<'a>> {
        match self {
            Self::Bit(value) => Some(Plain::Bit(*value)),
            Self::Word(_, word) => Some(Plain::Word(*word)),
            Self::Blob(content) => Some(Plain::Blob(content)),
            Self::Absent | Self::Struct(..) | Self::List(_) | Self::Map(_) | Self::Union(..) => None,
        }
    }
}

impl<S: Storage + AsRef<[u8]>> Record<S> {
    /// Makes several edits, all or none: after an error, and after a panic of the closure, the old
    /// bytes are back.
    ///
    /// ```
    /// use vellum::{Record, Schema};
    ///
    /// let schema = Schema::parse("struct Stock { apples: u32, sold: list<u32> } root Stock;")?;
    /// let mut stock = Record::new(&schema);
    /// stock.set("apples", 3)?;
    /// let before = stock.as_bytes().to_vec();
    /// let sold = stock.transaction(|stock| {
    ///     stock.push("sold", 5)?;
    ///     let left = stock.get::<u32>("apples")?.checked_sub(5).ok_or("too few")?;
    ///     stock.set("apples", left)?;
    ///     Ok::<_, Box<dyn std::error::Error>>(left)
    /// });
    /// assert_eq!(sold.unwrap_err().to_string(), "too few");
    /// assert_eq!(stock.as_bytes(), before);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// The overwritten bytes are kept until the closure returns, so time and memory are in
    /// proportion to the edits; the whole buffer is copied only where an edit needs a new layout.
    /// A [`RecordRecorder`](crate::patch::RecordRecorder) forgets the edits of a transaction that
    /// failed. For derived types there is [`Vellum::transaction`](crate::Vellum::transaction).
    ///
    /// # Errors
    /// Those of the closure.
    pub fn transaction<R, E>(
        &mut self,
        edit: impl FnOnce(&mut Record<Transaction<'_>>) -> Result<R, E>,
    ) -> Result<R, E> {
        let (done, state) = {
            let mut record = Record { session: self.session.transaction() };
            let done = edit(&mut record)?;
            (done, record.session.succeed())
        };
        self.session.take_state(state);
        Ok(done)
    }

    /// Sets the value at an address to one of the same type, which may be of any buffer: it is
    /// proved before anything changes.
    pub(crate) fn put<A: Address>(&mut self, address: &A, part: &Part<'_>) -> Result<()> {
        match self.putting(address, part)? {
            Op::Set(OpValue::Plain(plain)) => self.set_plain(address, plain),
            op => self.edit(EditPlace::of(address), &op),
        }
    }

    /// As `put`, as a part of an edit, which tells the recorder.
    pub(super) fn put_untold<A: Address>(&mut self, address: &A, part: &Part<'_>) -> Result<()> {
        let op = self.putting(address, part)?;
        if let Op::Set(OpValue::Plain(plain)) = op
            && self.write_stored(address, plain).is_some()
        {
            return Ok(());
        }
        self.perform(EditPlace::of(address), &op).map(drop)
    }

    /// The edit that puts a value of the same type at an address. It is proved, as far as it has no
    /// parts.
    fn putting<'v, A: Address>(&self, address: &A, part: &'v Part<'_>) -> Result<Op<'v>> {
        let path = address.path();
        path.check(self.session.schema(), address.count())?;
        let content = part.open(&mut Decoder::new(part.buf())).map_err(|error| path.with_path(error))?.0;
        let Some(plain) = content.plain() else {
            let is_absent = matches!(content, Content::Absent);
            return Ok(if is_absent { Op::Clear } else { Op::Set(OpValue::Part(part)) });
        };
        prove_part(part).map_err(|error| path.with_path(error))?;
        path.check_plain(&plain)?;
        Ok(Op::Set(OpValue::Plain(plain)))
    }

    /// Makes the value at an address absent; what is missing on the way there is made.
    #[cfg(feature = "serde")]
    pub(crate) fn set_absent<A: Address>(&mut self, address: &A) -> Result<()> {
        self.edit(EditPlace::of(address), &Op::SetAbsent)
    }

    #[cfg(feature = "serde")]
    pub(super) fn set_absent_at(&mut self, at: EditPlace<'_>) -> Result<Done> {
        let path = at.path_of();
        path.check_settable()?;
        let located = self.locate(&at)?;
        if located.is_there() {
            return self.clear_at(at);
        }
        let there = self.steps_there(&at);
        let made = self.edited()?.with_parents(located, &at.locator(), &|_| 0, 0, |_, _| Ok(()));
        made.map_err(|error| path.with_path(error))?;
        self.tell_made(at, there);
        Ok(Done::Nothing)
    }

    /// Sets the value as a whole or not at all. It takes two steps if something on the way has to
    /// be made first, or if a packed list of unions becomes a mixed one.
    pub(crate) fn put_whole<A: Address>(&mut self, address: &A, part: &Part<'_>) -> Result<()> {
        let path = address.path();
        let is_one_step = || {
            let holder =
                self.locate(address).ok().and_then(|located| located.holder(&path.leaf.place, self.session.shift()));
            holder.is_some_and(|(_, packed)| !crate::read::union::is_packed(packed))
        };
        if path.leaf.ty.has_parts() && !is_one_step() {
            return self.transaction(|record| record.put(address, part));
        }
        self.put(address, part)
    }

    pub(super) fn put_parts(&mut self, at: EditPlace<'_>, part: &Part<'_>) -> Result<()> {
        let path = at.path_of();
        prove_part(part).map_err(|error| path.with_path(error))?;
        part.check_rules(self.schema(), self.type_at(&at)?).map_err(|error| path.with_path(error))?;
        let (locator, located) = (at.locator(), self.locate(&at)?);
        let session = self.edited()?;
        let put = if located.is_there() {
            session.put(&located.route(&locator), part)
        } else {
            let made = session.with_parents(located, &locator, &|_| 0, 0, |_, _| Ok(()));
            made.and_then(|()| session.put(&locator, part))
        };
        put.map_err(|error| path.with_path(error))
    }

    /// Inserts a value as the element at an address.
    #[cfg(feature = "json")]
    pub(crate) fn insert_part(&mut self, address: &Resolved, part: &Part<'_>) -> Result<()> {
        self.edit(EditPlace::of(address), &Op::Insert(OpValue::Part(part)))
    }

    /// Inserts a value as the element at a place, before the one that has its index.
    pub(super) fn insert_value(&mut self, at: EditPlace<'_>, value: OpValue<'_>) -> Result<()> {
        let path = at.path_of();
        let index = path.element_index(self.session.schema(), &at)?;
        let part = match value {
            OpValue::Plain(plain) => return self.insert_plain(&at, Some(index), plain),
            OpValue::Default => return self.insert_of(&at, Some(index), None),
            OpValue::Part(part) => part,
        };
        let content = part.open(&mut Decoder::new(part.buf())).map_err(|error| path.with_path(error))?.0;
        prove_part(part).map_err(|error| path.with_path(error))?;
        if let Some(plain) = content.plain() {
            path.check_value(&plain)?;
            return self.insert_plain(&at, Some(index), plain);
        }
        if !matches!(path.leaf.ty, Type::Union(_)) || path.leaf.optional {
            self.insert_of(&at, Some(index), None)?;
            return self.put_untold(&at, part);
        }
        let Content::Union(id, union) = content else {
            return Err(path.with_path(Error::fixed(&FixedError(ErrorKind::Type, "not a union"))));
        };
        self.insert_of(&at, Some(index), Some(union.tag()))?;
        self.put_payload(at, part.schema().union(id), &union)
    }

    /// Appends a value to the list of whose elements a place is.
    pub(super) fn push_value(&mut self, at: EditPlace<'_>, value: OpValue<'_>) -> Result<()> {
        match value {
            OpValue::Plain(plain) => self.append_plain(&at, plain),
            OpValue::Default => self.push_default_at(at),
            OpValue::Part(part) => {
                let path = at.path_of();
                let content = part.open(&mut Decoder::new(part.buf())).map_err(|error| path.with_path(error))?.0;
                if let Some(plain) = content.plain() {
                    prove_part(part).map_err(|error| path.with_path(error))?;
                    path.check_value(&plain)?;
                    let is_done = self.append_checked(&at, plain)?;
                    return if is_done { Ok(()) } else { self.append_plain(&at, plain) };
                }
                // A list that is not there yet has none, also in `any`.
                let count = path.count(self.view()?, &at).map_err(|error| path.with_path(error))?.unwrap_or(0);
                self.insert_value(at.element(&at.key_at(count)), value)
            }
        }
    }

    /// Sets an element to another one of its type. A union of the same variant gets what the other
    /// one holds, so that a packed list stays packed.
    pub(super) fn replace_element(&mut self, at: EditPlace<'_>, part: &Part<'_>) -> Result<()> {
        if let (Content::Union(id, union), false) =
            (part.open(&mut Decoder::new(part.buf()))?.0, at.path().leaf.optional)
        {
            let found = self.part(&at)?;
            let is_alike = match found.map(|found| found.open(&mut Decoder::new(found.buf()))).transpose()? {
                Some((Content::Union(_, found), _)) => found.tag() == union.tag(),
                _ => false,
            };
            if is_alike {
                return self.put_payload(at, part.schema().union(id), &union);
            }
        }
        self.put_untold(&at, part)
    }

    /// Sets the payload of the union at a place, which has the variant of another one, to what that
    /// holds.
    fn put_payload(&mut self, at: EditPlace<'_>, ty: &Union, union: &UnionRef<'_>) -> Result<()> {
        let Some(payload) = union.part() else { return Ok(()) };
        let path = at.path_of().payload(self.session.schema(), union.tag(), at.next_key());
        let named = |error: Error| at.path().with_path(error);
        let put = self.put_untold(&at.of_path(&path.map_err(named)?), &payload);
        put.map_err(|error| named(error.in_field(&variant_step("", ty, union.name()))))
    }

    /// Inserts an element with its default into a list; of unions one of that tag, or of the first
    /// variant.
    pub(super) fn insert_of<A: Address>(&mut self, list: &A, index: Option<usize>, tag: Option<u8>) -> Result<()> {
        let leaf = &list.path().leaf;
        // Zeros are the default of a union in its slot; in a packed list they would be the payload
        // of the packed variant.
        let tag = tag.or((matches!(leaf.ty, Type::Union(_)) && !leaf.optional).then_some(0));
        self.insert_elements(list, index, 1, &|_| 0, |session, to_list, index| match tag {
            Some(tag) => session.insert_variant(to_list, index, leaf, tag),
            None => session.insert(to_list, index, 1, &|_, _| 0).map(drop),
        })
    }
}

/// Lays a value out, as a fragment; `None` if the width is too narrow.
pub(crate) type LayOut<'l> = dyn Fn(FragmentTo) -> Result<Option<Vec<u8>>> + 'l;

impl<S: Storage> Session<S, Schema> {
    /// Sets the value at a locator to one with parts of the same type.
    fn put(&mut self, locator: &PathLocator<'_>, part: &Part<'_>) -> Result<()> {
        self.put_laid_out(locator, &|to| fragment(part, to))
    }

    fn put_laid_out(&mut self, locator: &PathLocator<'_>, lay_out: &LayOut<'_>) -> Result<()> {
        self.unpack_at(locator, &|_, _| 0)?;
        let resolved = locator.resolve(&self.navigator())?;
        let schema = self.schema();
        let (place, optional, inline) = (resolved.place, resolved.optional, resolved.inline);
        let has_bit = resolved.has_presence(schema);
        let slot = match resolved.ty {
            Type::Struct(id) if inline => schema.structure(*id).size(),
            ty => schema.slot_size(ty),
        };
        let shift_to = |width, heap, levels| FragmentTo { width, heap, levels, optional, inline, unpack: None };
        let known = Cell::new([None; 3]);
        let len = |width: PointerWidth, levels| -> Result<u64> {
            let mut lens: [Option<u64>; 3] = known.get();
            let at = lens.get_mut(width.shift() as usize).ok_or_else(internal_error)?;
            if let Some(len) = *at {
                return Ok(len);
            }
            let len = match lay_out(shift_to(width, None, levels))? {
                Some(content) => content.len().saturating_sub(slot.at(width.shift())) as u64,
                // Longer than any buffer of the width.
                None => width.max_len().saturating_add(1),
            };
            *at = Some(len);
            known.set(lens);
            Ok(len)
        };
        // What cannot be laid out fails here; elsewhere it can only be too deep.
        len(self.width, resolved.levels())?;
        let heap = |width, levels| len(width, levels).unwrap_or(TOO_DEEP);
        self.set_slot(locator, &place, slot, false, &heap, &|record, heap, start, width| {
            let content = lay_out(shift_to(width, Some(start), crate::read::document::MAX_DEPTH))?;
            let content = content.ok_or_else(internal_error)?;
            let (of_slot, of_heap) = content.split_at_checked(slot.at(width.shift())).ok_or_else(internal_error)?;
            let to = crate::wire::slice_mut(record, place.slot.at(width.shift()), of_slot.len());
            if of_heap.len() != heap.len() {
                return Err(internal_error());
            }
            heap.copy_from_slice(of_heap);
            to.ok_or_else(internal_error)?.copy_from_slice(of_slot);
            if has_bit { put_bit(record, &place, width.shift(), true).ok_or_else(internal_error) } else { Ok(()) }
        })
    }
}

// Copies of values from one record to another.

impl<S: Storage + AsRef<[u8]>> Record<S> {
    /// Sets a field to the value of a field of another record, including all that it contains; both
    /// are given by handles or paths. An absent value makes the field absent, or its default.
    ///
    /// The types have to be the same, in one schema or in two: fields and variants of the same
    /// names in the same order, with the same defaults. Where both are optional, absence is copied;
    /// how the value lies in either buffer does not matter, so an element of a list can become a
    /// field, and the other way round.
    ///
    /// A value with parts is laid out twice: to learn its length, and where it will lie.
    ///
    /// ```
    /// use vellum::{Record, Schema};
    ///
    /// let schema = Schema::parse(
    ///     "struct Phone { number: string, notes: list<string> }
    ///      struct User { main: Phone, others: list<Phone> }
    ///      root User;",
    /// )?;
    /// let (mut ada, mut bob) = (Record::new(&schema), Record::new(&schema));
    /// ada.push_default("others")?;
    /// ada.set("others[0].number", "123")?;
    /// ada.push("others[0].notes", "at home")?;
    /// bob.copy_from("main", &ada, "others[0]")?;
    /// assert_eq!(bob.get::<str>("main.notes[0]")?, "at home");
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Record::set`], and [`ErrorKind::Type`](crate::ErrorKind::Type) if the types differ,
    /// [`ErrorKind::Newer`](crate::ErrorKind::Newer) if the value holds data of a newer schema
    /// revision, [`ErrorKind::Limit`](crate::ErrorKind::Limit) if the value would
    /// be nested too deep here. The bytes are then unchanged.
    pub fn copy_from<L: Locate, M: Locate>(&mut self, address: L, other: &impl AsRecord, from: M) -> Result<()> {
        let other = other.as_record()?;
        let (to, from) = (address.locate(self.schema(), false)?, from.locate(other.schema(), false)?);
        let (ty, of_other) = (self.type_at(&to)?, other.type_at(&from)?);
        check_same((self.schema(), ty), (other.schema(), of_other))?;
        if let Some(part) = other.part(&from)? {
            return self.put_whole(&to, &part);
        }
        other.find_fitting(&from)?;
        self.clear(&to)
    }
}
