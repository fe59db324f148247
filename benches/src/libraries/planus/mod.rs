//! planus: FlatBuffers by another compiler and runtime, read in place.
//!
//! `container_generated.rs` comes from `schemas/container.fbs` by `planus rust -o`, of `planus-cli`
//! 1.3. Every reader checks what it reads at that moment; there is no proof of the whole buffer
//! before, and nothing without checks. The library cannot write into a finished buffer, so an
//! update copies the old record through a kept builder, field by field, without making it owned.
//!
//! The builder looks for equal vtables, as that of flatbuffers does. By default it looks for equal
//! strings and bytes too, which takes time and stores the three equal names of the container once;
//! that is turned off.

#[rustfmt::skip]
#[allow(dead_code, clippy::all, clippy::pedantic)]
mod container_generated;
#[rustfmt::skip]
#[allow(dead_code, clippy::all, clippy::pedantic)]
mod fields_generated;

use planus::{Builder, Offset, ReadAsRoot};

use self::container_generated::container as own;
use self::fields_generated::fields as wide;
use crate::library::{Library, OWN_BYTES, Row};
use crate::workloads::container::sink::{Sink, walk_getters};
use crate::workloads::container::{Bar, Container, FRUITS, FooBarRef, held_container, mirror, walks};
use crate::workloads::fields::{Fields, FieldsRef, convert, getters, held_fields, with_fields};
use crate::workloads::held;
use crate::workloads::record::{Change, Record, Subject};
use crate::workloads::rows::{Codec, Rows, Update};

/// What a fresh builder starts with: an empty one would grow, by doubling, from nothing.
const CAPACITY: usize = 512;

pub const LIBRARY: Library = Library {
    name: "planus",
    container: Ok(|value| {
        let row = walks!(rows(value), "", |bytes, sink| walk(bytes, sink).expect(OWN_BYTES))
            .decode_time("", |_, bytes| second_time(bytes).expect(OWN_BYTES));
        vec![row.finish().borrowed(), held::row::<_, own::ContainerRef<'static>>(kept(), value).kept()]
    }),
    fields: Ok(|value| {
        let row = rows(value).reads_all("", |_, bytes| read_all(bytes).expect(OWN_BYTES)).finish().borrowed();
        vec![row, held::row::<_, wide::FieldsRef<'static>>(kept(), value).kept()]
    }),
    oplog: Err(
        "not in the published suite; its lists of unions could hold the values, each as a struct or table of its own",
    ),
};

pub const PACKAGE: (&str, &str) = ("planus", "1.");

/// The row of a root table that was read before.
fn kept() -> Row {
    Row::new("planus", PACKAGE.0, PACKAGE.1, "generated, kept", Vec::new())
}

pub const OPENED: &str = "root read once, each access checks";

/// A record with its table.
trait Table: Subject {
    type Own: Record<Self> + planus::WriteAsOffset<Self::Own>;

    fn own(bytes: &[u8]) -> planus::Result<Self::Own>;
    fn text_in(bytes: &[u8]) -> planus::Result<&str>;
    /// A copy of the record with one change.
    fn rebuild(bytes: &[u8], change: impl Change<Self>, builder: &mut Builder) -> planus::Result<Vec<u8>>;
}

/// A kept builder.
#[derive(Default)]
struct Generated(Builder);

impl<S: Table> Codec<S> for Generated {
    type Owned = S::Own;
    type Bytes = Vec<u8>;

    const ENCODE: &'static str = "a fresh builder of capacity 512, then the bytes to a vector";

    #[inline(never)]
    fn encode(&mut self, value: &S::Own) -> Vec<u8> {
        Builder::with_capacity(CAPACITY).finish(value, None).to_vec()
    }

    #[inline(never)]
    fn decode(&mut self, bytes: &Vec<u8>) -> S::Own {
        S::own(bytes).expect(OWN_BYTES)
    }

    fn text<T>(&mut self, bytes: &Vec<u8>, take: impl FnOnce(&str) -> T) -> T {
        take(S::text_in(bytes).expect(OWN_BYTES))
    }
}

impl<S: Table> Update<S> for Generated {
    const UPDATE: &'static str = "rebuilds the record from in-place reads through a kept builder";

    #[inline(never)]
    fn update(&mut self, bytes: &Vec<u8>, change: impl Change<S>) -> Vec<u8> {
        self.0.clear();
        S::rebuild(bytes, change, &mut self.0).expect(OWN_BYTES)
    }
}

fn rows<S: Table>(value: &S) -> Rows<S, Generated> {
    Rows::<S, Generated>::new("planus", PACKAGE, "generated", value)
        .encode_reused(
            "in the buffer of a kept builder",
            |_| Builder::new(),
            |builder, value| encode_kept(builder, value),
        )
        .updates()
}

// Each use of the library stands in one function that is never inlined: with a single place of use
// the optimiser inlines the library's own functions there, as it would in a program with one reader
// and one writer.

#[inline(never)]
fn encode_kept<'a, T: planus::WriteAsOffset<T>>(builder: &'a mut Builder, value: &T) -> &'a [u8] {
    builder.clear();
    builder.finish(value, None)
}

fn root(bytes: &[u8]) -> planus::Result<own::ContainerRef<'_>> {
    own::ContainerRef::read_as_root(bytes)
}

impl Table for Container {
    type Own = own::Container;

    fn own(bytes: &[u8]) -> planus::Result<own::Container> {
        root(bytes)?.try_into()
    }

    #[inline(never)]
    fn text_in(bytes: &[u8]) -> planus::Result<&str> {
        root(bytes)?.location()
    }

    fn rebuild(bytes: &[u8], change: impl Change<Self>, builder: &mut Builder) -> planus::Result<Vec<u8>> {
        let old = root(bytes)?;
        let elements = old.list()?;
        let mut list: Vec<Offset<own::FooBar>> = Vec::with_capacity(elements.len());
        for (i, element) in elements.iter().enumerate() {
            let mut element = read_element(element?)?;
            if i == 0 {
                change.apply(&mut element);
            }
            let Bar { time, ratio, size } = element.sibling;
            let sibling = own::Bar { time, ratio, size };
            list.push(own::FooBar::create(builder, sibling, element.name, element.rating, element.postfix));
        }
        let root = own::Container::create(builder, list, old.initialized()?, old.fruit()?, old.location()?);
        Ok(builder.finish(root, None).to_vec())
    }
}

/// Reads every field in the buffer.
#[inline(never)]
fn walk(bytes: &[u8], sink: &mut impl Sink) -> planus::Result<()> {
    read_fields(root(bytes)?, sink)
}

#[inline]
fn read_fields(root: own::ContainerRef<'_>, sink: &mut impl Sink) -> planus::Result<()> {
    walk_getters!(root, sink, [?], [], |fruit| FRUITS[fruit as usize].0);
    Ok(())
}

fn read_element(element: own::FooBarRef<'_>) -> planus::Result<FooBarRef<'_>> {
    let sibling = element.sibling()?;
    let sibling = Bar { time: sibling.time(), ratio: sibling.ratio(), size: sibling.size() };
    Ok(FooBarRef { sibling, name: element.name()?, rating: element.rating()?, postfix: element.postfix()? })
}

#[inline(never)]
fn second_time(bytes: &[u8]) -> Option<i32> {
    time_of_second(root(bytes).ok()?)
}

#[inline]
fn time_of_second(root: own::ContainerRef<'_>) -> Option<i32> {
    let second = root.list().ok()?.get(1)?.ok()?;
    Some(second.sibling().ok()?.time())
}

held_container!(
    own::ContainerRef<'static>,
    OPENED,
    |value| root(encode_leaked(&own::Container::of(value))).expect(OWN_BYTES),
    |root, sink| read_fields(*root, sink).expect(OWN_BYTES),
    root.location().expect(OWN_BYTES),
    time_of_second(*root).expect(OWN_BYTES)
);

/// Bytes that live as long as the process.
fn encode_leaked<T: planus::WriteAsOffset<T>>(value: &T) -> &'static [u8] {
    Builder::new().finish(value, None).to_vec().leak()
}

mirror!(
    own::Container, own::FooBar, own::Bar, rest {},
    sibling |bar| bar, [], [],
    fruits [own::Fruit::Apples, own::Fruit::Pears, own::Fruit::Bananas]
);

impl From<Fields> for wide::Fields {
    fn from(value: Fields) -> Self {
        with_fields!(convert!(value), strings: [String])
    }
}

impl Table for Fields {
    type Own = wide::Fields;

    fn own(bytes: &[u8]) -> planus::Result<wide::Fields> {
        wide::FieldsRef::read_as_root(bytes)?.try_into()
    }

    #[inline(never)]
    fn text_in(bytes: &[u8]) -> planus::Result<&str> {
        wide::FieldsRef::read_as_root(bytes)?.third_field_of_type_string()
    }

    fn rebuild(bytes: &[u8], change: impl Change<Self>, builder: &mut Builder) -> planus::Result<Vec<u8>> {
        macro_rules! create {
            (($builder:expr, $record:expr) $($field:ident: $Type:tt,)*) => {
                wide::Fields::create($builder, $($record.$field),*)
            };
        }
        let mut record = read_all(bytes)?;
        change.apply(&mut record);
        let root = with_fields!(create!(builder, record), strings: [&str]);
        Ok(builder.finish(root, None).to_vec())
    }
}

/// Reads every field in the buffer.
#[inline(never)]
fn read_all(bytes: &[u8]) -> planus::Result<FieldsRef<'_>> {
    read(wide::FieldsRef::read_as_root(bytes)?)
}

#[inline]
fn read(root: wide::FieldsRef<'_>) -> planus::Result<FieldsRef<'_>> {
    Ok(with_fields!(getters!(root, ?), strings: [&str]))
}

held_fields!(
    wide::FieldsRef<'static>,
    OPENED,
    |value| wide::FieldsRef::read_as_root(encode_leaked(&wide::Fields::of(value))).expect(OWN_BYTES),
    |root| read(*root).expect(OWN_BYTES),
    root.third_field_of_type_string().expect(OWN_BYTES)
);
