//! The edits of the model, made through the public functions of the crate, by paths or by handles.

use std::cell::RefCell;
use std::fmt::Write;

use vellum::key::Key;
use vellum::patch::Patch;
use vellum::{Handle, Record, Storage, dynamic::Dynamic, field::VariantName};

use crate::edit::{Edit, Lit};
use crate::encode::encode;
use crate::export::Exported;
use crate::path::{Given, Path};
use crate::types::{Item, Scalar, Schema, Type, Unit};

/// A schema as the model and as the crate has it.
pub struct Pair<'p> {
    /// The model's.
    pub model: &'p Schema,
    /// The root.
    pub root: Item,
    /// The crate's.
    pub schema: &'p vellum::Schema,
}

/// How a value is named.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// By the text of a path, parsed for one access.
    Path,
    /// By a handle with its keys.
    Handle,
}

impl<'k> From<&'k Given> for Key<'k> {
    fn from(given: &'k Given) -> Self {
        match given {
            Given::Number(number) => match u64::try_from(*number) {
                Ok(number) => Key::from(number),
                Err(_) => Key::from(*number),
            },
            Given::Bool(value) => Key::from(*value),
            Given::Text(text) => Key::from(&**text),
            Given::Bytes(content) => Key::from(&**content),
            Given::Word(scalar, word) => key_of_word(*scalar, *word),
            Given::Tuple(parts) => Key::from(kept(parts)),
        }
    }
}

/// The parts of a tuple, kept for good: a key borrows them, and there are few.
fn kept(parts: &[Given]) -> &'static [Key<'static>] {
    thread_local! {
        static KEPT: RefCell<Vec<(Vec<Given>, &'static [Key<'static>])>> = const { RefCell::new(Vec::new()) };
    }
    let find = |kept: &Vec<(Vec<Given>, _)>| {
        kept.iter().rev().take(1000).find(|(known, _)| known == parts).map(|(_, keys)| *keys)
    };
    KEPT.with_borrow(find).unwrap_or_else(|| {
        // Tuples in it are kept first.
        let given: &'static [Given] = parts.to_vec().leak();
        let keys: &'static [Key<'static>] = given.iter().map(Key::from).collect::<Vec<_>>().leak();
        KEPT.with_borrow_mut(|kept| kept.push((given.to_vec(), keys)));
        keys
    })
}

/// A key of a type that stands for a number.
fn key_of_word(scalar: Scalar, word: u128) -> Key<'static> {
    let number = scalar.signed(word);
    let of_64 = number as i64;
    match scalar {
        Scalar::Char => char::from_u32(word as u32).expect("a char").into(),
        Scalar::Uuid => vellum::value::Uuid(word.to_le_bytes()).into(),
        Scalar::Ulid => vellum::value::Ulid(word.to_le_bytes()).into(),
        Scalar::Ipv4 => std::net::Ipv4Addr::from((word as u32).to_le_bytes()).into(),
        Scalar::Ipv6 => std::net::Ipv6Addr::from(word.to_le_bytes()).into(),
        Scalar::Date => vellum::value::Date(number as i32).into(),
        Scalar::Time => vellum::value::Time::from_nanos(word as u64).expect("a time of day").into(),
        Scalar::Timestamp(Unit::S) => vellum::value::TimestampSeconds(of_64).into(),
        Scalar::Timestamp(Unit::Ms) => vellum::value::Timestamp(of_64).into(),
        Scalar::Timestamp(Unit::Us) => vellum::value::TimestampMicros(of_64).into(),
        Scalar::Timestamp(Unit::Ns) => vellum::value::TimestampNanos(of_64).into(),
        Scalar::Duration => vellum::value::Duration(of_64).into(),
        Scalar::Decimal(0) => vellum::value::Decimal::<0>(of_64).into(),
        Scalar::Decimal(2) => vellum::value::Decimal::<2>(of_64).into(),
        Scalar::Decimal(18) => vellum::value::Decimal::<18>(of_64).into(),
        Scalar::Decimal128(3) => vellum::value::Decimal128::<3>(number).into(),
        Scalar::Decimal128(38) => vellum::value::Decimal128::<38>(number).into(),
        Scalar::U128 => word.into(),
        _ => unimplemented!("keys of {}", scalar.text()),
    }
}

/// Gives an expression the address of a handle with its keys.
macro_rules! with_address {
    ($field:expr, $keys:expr, |$address:ident| $body:expr) => {
        match &$keys[..] {
            [] => {
                let $address = &$field;
                $body
            }
            [a] => {
                let $address = $field.at(a);
                $body
            }
            [a, b] => {
                let $address = $field.at(a).at(b);
                $body
            }
            [a, b, c] => {
                let $address = $field.at(a).at(b).at(c);
                $body
            }
            [a, b, c, d] => {
                let $address = $field.at(a).at(b).at(c).at(d);
                $body
            }
            [a, b, c, d, e] => {
                let $address = $field.at(a).at(b).at(c).at(d).at(e);
                $body
            }
            keys => panic!("{} keys", keys.len()),
        }
    };
}

/// Gives an expression a literal as Rust's value, with the name of the type of its field.
macro_rules! with_lit {
    ($lit:expr, $type:ident, |$value:ident| $body:expr) => {
        match $lit {
            Lit::Bool($value) => {
                #[allow(dead_code)]
                type $type = bool;
                let $value = *$value;
                $body
            }
            Lit::Text($value) => {
                #[allow(dead_code)]
                type $type = str;
                let $value = $value.as_str();
                $body
            }
            Lit::Bytes($value) => {
                #[allow(dead_code)]
                type $type = [u8];
                let $value = $value.as_slice();
                $body
            }
            Lit::Variant(_) => unreachable!("through a handle"),
            Lit::Word(Scalar::U8, word) => {
                #[allow(dead_code)]
                type $type = u8;
                let $value = *word as u8;
                $body
            }
            Lit::Word(Scalar::U16, word) => {
                #[allow(dead_code)]
                type $type = u16;
                let $value = *word as u16;
                $body
            }
            Lit::Word(Scalar::U32, word) => {
                #[allow(dead_code)]
                type $type = u32;
                let $value = *word as u32;
                $body
            }
            Lit::Word(Scalar::U64, word) => {
                #[allow(dead_code)]
                type $type = u64;
                let $value = *word as u64;
                $body
            }
            Lit::Word(Scalar::I32, word) => {
                #[allow(dead_code)]
                type $type = i32;
                let $value = (*word as u32).cast_signed();
                $body
            }
            Lit::Word(Scalar::I64, word) => {
                #[allow(dead_code)]
                type $type = i64;
                let $value = (*word as u64).cast_signed();
                $body
            }
            Lit::Word(Scalar::F64, word) => {
                #[allow(dead_code)]
                type $type = f64;
                let $value = f64::from_bits(*word as u64);
                $body
            }
            Lit::Word(scalar, _) => unimplemented!("literals of {}", scalar.text()),
        }
    };
}

impl Pair<'_> {
    fn path(&self, path: &Path) -> String {
        self.model.path_text(&self.root, path)
    }

    fn handle<T: vellum::field::FieldType + ?Sized>(&self, path: &Path) -> vellum::Result<(Handle<T>, Vec<Given>)> {
        let (text, keys) = self.model.handle_text(&self.root, path);
        Ok((self.schema.field::<T>(&text)?, keys))
    }

    /// The elements of the list at a path.
    fn elements<T: vellum::field::FieldType + ?Sized>(&self, path: &Path) -> vellum::Result<(Handle<T>, Vec<Given>)> {
        let (text, keys) = self.model.handle_text(&self.root, path);
        Ok((self.schema.field::<T>(&(text + "[]"))?, keys))
    }

    /// The type at a path.
    fn ty(&self, path: &Path) -> &Type {
        self.model.slot_at(&self.root, path).map_or(&Type::Bool, |slot| &slot.item.ty)
    }

    /// Makes an edit.
    ///
    /// # Errors
    /// What the crate fails with.
    pub fn perform<S: Storage + AsRef<[u8]>>(
        &self,
        record: &mut Record<S>,
        edit: &Edit,
        way: Way,
    ) -> vellum::Result<()> {
        match edit {
            Edit::Set(path, lit) => match (lit, way) {
                (Lit::Variant(name), _) => {
                    let (field, keys) = self.handle::<VariantName>(path)?;
                    with_address!(field, keys, |address| record.set(address, name))
                }
                (_, Way::Path) => with_lit!(lit, Type, |value| record.set(&*self.path(path), value)),
                (_, Way::Handle) => with_lit!(lit, Type, |value| {
                    let (field, keys) = self.handle::<Type>(path)?;
                    with_address!(field, keys, |address| record.set(address, value))
                }),
            },
            Edit::Push(path, lit) => match (lit, way) {
                (Lit::Variant(name), _) => {
                    let (field, keys) = self.elements::<VariantName>(path)?;
                    with_address!(field, keys, |address| record.push(address, name))
                }
                (_, Way::Path) => with_lit!(lit, Type, |value| record.push(&*self.path(path), value)),
                (_, Way::Handle) => with_lit!(lit, Type, |value| {
                    let (field, keys) = self.elements::<Type>(path)?;
                    with_address!(field, keys, |address| record.push(address, value))
                }),
            },
            Edit::Insert(path, lit) => match (lit, way) {
                (Lit::Variant(name), _) => {
                    let (field, keys) = self.handle::<VariantName>(path)?;
                    with_address!(field, keys, |address| record.insert(address, name))
                }
                (_, Way::Path) => with_lit!(lit, Type, |value| record.insert(&*self.path(path), value)),
                (_, Way::Handle) => with_lit!(lit, Type, |value| {
                    let (field, keys) = self.handle::<Type>(path)?;
                    with_address!(field, keys, |address| record.insert(address, value))
                }),
            },
            Edit::Extend(path, lits) => self.extend(record, path, lits),
            Edit::SortBy(path) | Edit::Retain(path) => self.pass(record, path, matches!(edit, Edit::SortBy(_))),
            Edit::ExtendFromSlice(path, lits) => self.extend_from_slice(record, path, lits),
            Edit::OrInsert(path, lit) => with_lit!(lit, Type, |value| {
                let (field, keys) = self.handle::<Type>(path)?;
                with_address!(field, keys, |address| record.entry(address).or_insert(value).map(drop))
            }),
            Edit::Splice(path, range, lit) => match lit {
                Lit::Text(text) => {
                    let (field, keys) = self.handle::<str>(path)?;
                    with_address!(field, keys, |address| record.splice(address, range.clone(), text))
                }
                Lit::Bytes(content) => {
                    let (field, keys) = self.handle::<[u8]>(path)?;
                    with_address!(field, keys, |address| record.splice(address, range.clone(), content))
                }
                _ => unreachable!("text or bytes"),
            },
            Edit::Append(path, lit) => match lit {
                Lit::Text(text) => {
                    let (field, keys) = self.handle::<str>(path)?;
                    with_address!(field, keys, |address| record.append(address, text))
                }
                Lit::Bytes(content) => {
                    let (field, keys) = self.handle::<[u8]>(path)?;
                    with_address!(field, keys, |address| record.append(address, content))
                }
                _ => unreachable!("text or bytes"),
            },
            Edit::Take(path) => self.take(record, path),
            Edit::Pop(path) => self.pop(record, path),
            Edit::SetSerde(path, new) => {
                let slot = self.model.slot_at(&self.root, path).expect("a place of the schema");
                record.set_serde(&self.path(path), &Exported { schema: self.model, item: slot.item, val: new })
            }
            Edit::CopyFrom(path, other, from) => {
                let other = Record::open(self.schema, encode(self.model, other))?;
                record.copy_from(&*self.path(path), &other, &*self.path(from))
            }
            Edit::Apply(target) => {
                let target = Record::open(self.schema, encode(self.model, target))?;
                let changes = sent(&record.diff(&target)?);
                record.apply(&changes)
            }
            Edit::ApplyBetween(base, target) => {
                let [base, target] = [base, target].map(|val| Record::open(self.schema, encode(self.model, val)));
                record.apply(&sent(&base?.diff(&target?)?))
            }
            Edit::Merge(patch) => record.merge(&Record::open(self.schema, encode(self.model, patch))?),
            _ => self.locate(record, edit, way),
        }
    }

    /// Edits of places whose type does not matter.
    fn locate<S: Storage + AsRef<[u8]>>(&self, record: &mut Record<S>, edit: &Edit, way: Way) -> vellum::Result<()> {
        let path = edit.path().to_vec();
        if way == Way::Path {
            let text = &*self.path(&path);
            return match edit {
                Edit::Clear(_) => record.clear(text),
                Edit::PushDefault(_) => record.push_default(text),
                Edit::Remove(_) => record.remove(text),
                Edit::Truncate(_, len) => record.truncate(text, *len),
                Edit::Swap(_, a, b) => record.swap(text, *a, *b),
                Edit::Make(_) => record.make(text),
                Edit::MakeList(_) => record.make_list(text),
                Edit::AddKey(_, key) => record.add_key(text, &self.key(&path, key)).map(drop),
                _ => unreachable!("made by its type"),
            };
        }
        match edit {
            Edit::Clear(_) | Edit::Remove(_) | Edit::Make(_) => {
                let (field, keys) = self.handle::<Dynamic>(&path)?;
                with_address!(field, keys, |address| match edit {
                    Edit::Clear(_) => record.clear(address),
                    Edit::Remove(_) => record.remove(address),
                    _ => record.make(address),
                })
            }
            _ => {
                let (field, keys) = self.elements::<Dynamic>(&path)?;
                with_address!(field, keys, |address| match edit {
                    Edit::PushDefault(_) => record.push_default(address),
                    Edit::Truncate(_, len) => record.truncate(address, *len),
                    Edit::Swap(_, a, b) => record.swap(address, *a, *b),
                    Edit::MakeList(_) => record.make_list(address),
                    Edit::AddKey(_, key) => record.add_key(address, &self.key(&path, key)).map(drop),
                    _ => unreachable!("made by its type"),
                })
            }
        }
    }

    fn key(&self, path: &Path, key: &crate::values::Val) -> Given {
        match self.ty(path) {
            Type::Map(ty, _) | Type::Set(ty) => self.model.given_key(ty, key),
            _ => Given::Text("key".into()),
        }
    }

    fn extend<S: Storage + AsRef<[u8]>>(
        &self,
        record: &mut Record<S>,
        path: &Path,
        lits: &[Lit],
    ) -> vellum::Result<()> {
        let Some(first) = lits.first() else { return Ok(()) };
        if let Lit::Variant(_) = first {
            let (field, keys) = self.elements::<VariantName>(path)?;
            let names = lits.iter().map(|lit| match lit {
                Lit::Variant(name) => name.as_str(),
                _ => unreachable!("literals of one type"),
            });
            return with_address!(field, keys, |address| record.extend(address, names));
        }
        with_lit!(first, Type, |_value| {
            let (field, keys) = self.elements::<Type>(path)?;
            with_address!(field, keys, |address| record.extend(address, lits.iter().filter_map(<Type as OneOf>::of)))
        })
    }

    fn extend_from_slice<S: Storage + AsRef<[u8]>>(
        &self,
        record: &mut Record<S>,
        path: &Path,
        lits: &[Lit],
    ) -> vellum::Result<()> {
        macro_rules! extend {
            ($type:ty) => {{
                let values: Vec<$type> = lits.iter().filter_map(<$type as OneOf>::of).collect();
                let (field, keys) = self.elements::<$type>(path)?;
                with_address!(field, keys, |address| record.extend_from_slice(address, &values))
            }};
        }
        match lits.first() {
            Some(Lit::Word(Scalar::U8, _)) => extend!(u8),
            Some(Lit::Word(Scalar::U16, _)) => extend!(u16),
            Some(Lit::Word(Scalar::U64, _)) => extend!(u64),
            lit => unimplemented!("a slice of {lit:?}"),
        }
    }

    /// An edit that goes over all elements of a list.
    fn pass<S: Storage + AsRef<[u8]>>(&self, record: &mut Record<S>, path: &Path, is_sort: bool) -> vellum::Result<()> {
        macro_rules! pass {
            ($type:ty) => {{
                let (field, keys) = self.elements::<$type>(path)?;
                let mut turn = false;
                with_address!(field, keys, |address| if is_sort {
                    record.sort_by(address, |a, b| a.cmp(b))
                } else {
                    record.retain(address, |_| {
                        turn = !turn;
                        turn
                    })
                })
            }};
        }
        let Type::List(item) = self.ty(path) else { unimplemented!("a pass over {:?}", self.ty(path)) };
        match &item.ty {
            Type::Bool => pass!(bool),
            Type::Scalar(Scalar::U8) => pass!(u8),
            Type::Scalar(Scalar::U16) => pass!(u16),
            Type::Scalar(Scalar::U64) => pass!(u64),
            Type::String | Type::Text(_) => pass!(str),
            Type::Bytes => pass!([u8]),
            ty => unimplemented!("a pass over {ty:?}"),
        }
    }

    fn take<S: Storage + AsRef<[u8]>>(&self, record: &mut Record<S>, path: &Path) -> vellum::Result<()> {
        macro_rules! take {
            ($type:ty) => {{
                let (field, keys) = self.handle::<$type>(path)?;
                with_address!(field, keys, |address| record.take(address).map(drop))
            }};
        }
        match self.ty(path) {
            Type::Bool => take!(bool),
            Type::Scalar(Scalar::U8) => take!(u8),
            Type::Scalar(Scalar::U16) => take!(u16),
            Type::Scalar(Scalar::U64) => take!(u64),
            Type::String | Type::Text(_) => take!(str),
            Type::Bytes => take!([u8]),
            Type::Enum(_) | Type::Union(_) => take!(VariantName),
            ty => unimplemented!("{ty:?} taken"),
        }
    }

    fn pop<S: Storage + AsRef<[u8]>>(&self, record: &mut Record<S>, path: &Path) -> vellum::Result<()> {
        macro_rules! pop {
            ($type:ty) => {{
                let (field, keys) = self.elements::<$type>(path)?;
                with_address!(field, keys, |address| record.pop(address).map(drop))
            }};
        }
        let Type::List(item) = self.ty(path) else { return record.truncate(&*self.path(path), 0) };
        match &item.ty {
            Type::Bool => pop!(bool),
            Type::Scalar(Scalar::U8) => pop!(u8),
            Type::Scalar(Scalar::U16) => pop!(u16),
            Type::Scalar(Scalar::U64) => pop!(u64),
            Type::String | Type::Text(_) => pop!(str),
            Type::Bytes => pop!([u8]),
            Type::Enum(_) | Type::Union(_) => pop!(VariantName),
            ty => unimplemented!("{ty:?} popped"),
        }
    }

    /// An edit as a line of Rust, or nearly so.
    pub fn edit_text(&self, edit: &Edit) -> String {
        let mut text = format!("record.{}(", edit.name());
        let path = edit.path().to_vec();
        let _ = match edit {
            Edit::Apply(val) | Edit::Merge(val) => write!(text, "the record {}", hex(&encode(self.model, val))),
            Edit::ApplyBetween(base, target) => {
                let [base, target] = [base, target].map(|val| hex(&encode(self.model, val)));
                write!(text, "from the record {base} to {target}")
            }
            Edit::CopyFrom(_, val, from) => write!(
                text,
                "{:?}, the record {}, {:?}",
                self.path(&path),
                hex(&encode(self.model, val)),
                self.path(from)
            ),
            Edit::SetSerde(_, val) => {
                let item = self.model.slot_at(&self.root, &path).expect("a place of the schema").item;
                let json = serde_json::to_string(&Exported { schema: self.model, item, val }).unwrap_or_default();
                write!(text, "{:?}, {json}", self.path(&path))
            }
            _ => write!(text, "{:?}{}", self.path(&path), arguments(edit)),
        };
        text + ")"
    }
}

/// Bytes as hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn arguments(edit: &Edit) -> String {
    let lit = |lit: &Lit| match lit {
        Lit::Bool(value) => value.to_string(),
        Lit::Word(scalar, word) if scalar.is_signed() => format!("{}{}", scalar.signed(*word), scalar.text()),
        Lit::Word(Scalar::F64, word) => format!("{:?}f64", f64::from_bits(*word as u64)),
        Lit::Word(scalar, word) => format!("{word}{}", scalar.text()),
        Lit::Text(text) => format!("{text:?}"),
        Lit::Bytes(content) => format!("{content:?}"),
        Lit::Variant(name) => format!("VariantName {name:?}"),
    };
    match edit {
        Edit::Set(_, value)
        | Edit::Push(_, value)
        | Edit::Insert(_, value)
        | Edit::Append(_, value)
        | Edit::OrInsert(_, value) => {
            format!(", {}", lit(value))
        }
        Edit::Extend(_, values) | Edit::ExtendFromSlice(_, values) => {
            format!(", [{}]", values.iter().map(lit).collect::<Vec<_>>().join(", "))
        }
        Edit::Truncate(_, len) => format!(", {len}"),
        Edit::Swap(_, a, b) => format!(", {a}, {b}"),
        Edit::Splice(_, range, value) => format!(", {range:?}, {}", lit(value)),
        Edit::AddKey(_, key) => format!(", {key:?}"),
        _ => String::new(),
    }
}

/// A literal as a value of a field's type.
trait OneOf: vellum::field::FieldType {
    fn of(lit: &Lit) -> Option<Self::Set<'_>>;
}

impl OneOf for bool {
    fn of(lit: &Lit) -> Option<bool> {
        if let Lit::Bool(value) = lit { Some(*value) } else { None }
    }
}

impl OneOf for str {
    fn of(lit: &Lit) -> Option<&str> {
        if let Lit::Text(value) = lit { Some(value) } else { None }
    }
}

impl OneOf for [u8] {
    fn of(lit: &Lit) -> Option<&[u8]> {
        if let Lit::Bytes(value) = lit { Some(value) } else { None }
    }
}

macro_rules! one_of {
    ($($type:ty, |$word:ident| $value:expr;)*) => {$(
        impl OneOf for $type {
            fn of(lit: &Lit) -> Option<$type> {
                if let Lit::Word(_, $word) = lit { Some($value) } else { None }
            }
        }
    )*};
}
one_of! {
    u8, |word| *word as u8;
    u16, |word| *word as u16;
    u32, |word| *word as u32;
    u64, |word| *word as u64;
    i32, |word| (*word as u32).cast_signed();
    i64, |word| (*word as u64).cast_signed();
    f64, |word| f64::from_bits(*word as u64);
}

/// A patch through its bytes.
fn sent(patch: &Patch) -> Patch {
    let bytes = patch.to_bytes().unwrap_or_else(|error| panic!("{error}: {patch:?}"));
    let read = Patch::from_bytes(patch.schema(), &bytes).unwrap_or_else(|error| panic!("{error}: {patch:?}"));
    assert_eq!(&read, patch, "bytes of a patch are another one");
    read
}
