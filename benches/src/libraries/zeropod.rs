//! zeropod: borsh's encoding, validated as a whole and then read and written in place.
//!
//! Fields of fixed size stand first, as the library wants them. It has no floats, whose bits are
//! stored as integers. What changes its length moves all that follows, within room that the caller
//! has left behind the encoding; an element of a list is changed in a copy of the list, which is
//! written over the old one.

mod fields;

use std::hint::black_box;

use zeropod::{Layout, ZeroPod};

use crate::library::{Library, Measure, NOT_ADDED, OWN_BYTES, Row};
use crate::workloads::container::sink::{Collect, Sink};
use crate::workloads::container::{self as workload, editable, held_container, variant, walks};
use crate::workloads::held::{self, Held};
use crate::workloads::record::{Change, Number, Record, Subject, Text};
use crate::workloads::rows::{Codec, Rows};

#[derive(Clone, Debug, PartialEq, ZeroPod)]
pub struct Container {
    initialized: bool,
    fruit: Fruit,
    list: Vec<FooBar>,
    location: String,
}

#[derive(Clone, Debug, PartialEq, ZeroPod)]
pub struct FooBar {
    sibling: Bar,
    /// The bits of a float.
    rating: u64,
    postfix: u8,
    name: String,
}

#[derive(Clone, Copy, Debug, PartialEq, ZeroPod)]
pub struct Bar {
    time: i32,
    /// The bits of a float.
    ratio: u32,
    size: u16,
}

#[derive(Clone, Copy, Debug, PartialEq, ZeroPod)]
pub enum Fruit {
    Apples,
    Pears,
    Bananas,
}

const PACKAGE: (&str, &str) = ("zeropod", "0.");
const SMALL: &str = "the value is small";
/// Room for what an update in place may grow to.
const ROOM: usize = 512;

pub const LIBRARY: Library = Library {
    name: "zeropod",
    container: Ok(|value| {
        let row = walks!(rows(value), "", |bytes, sink| walk(bytes, sink)).decode_time("", |_, bytes| time(bytes));
        all(value, row)
    }),
    fields: Ok(|value| {
        let row = rows(value)
            .reads_all("", |_, bytes| fields::read_all(bytes))
            .sets_any("validates", |bytes, index, number| fields::set_any(bytes, index, number));
        all(value, row)
    }),
    oplog: NOT_ADDED,
};

/// A record with its layout.
pub trait Podded: Subject {
    type Own: Record<Self> + Layout<View: 'static>;
    /// Notes on updates: of the number in a clone and in place, of the text likewise.
    const NUMBER: [&'static str; 2];
    const TEXT: [&'static str; 2];

    fn own(view: &View<Self>) -> Self::Own;
    fn text_of(view: &View<Self>) -> &str;
    fn put_text(view: &mut View<Self>, text: &'static str);
    fn put_number(view: &mut View<Self>, number: Self::Number);
}

pub type View<S> = <<S as Podded>::Own as Layout>::View;

fn view<S: Podded>(bytes: &[u8]) -> &View<S> {
    S::Own::view(bytes).expect(OWN_BYTES)
}

/// The row of bytes that are validated each time, and that of those that were before.
fn all<S: Podded>(value: &S, rows: Rows<S, Validated>) -> Vec<Row>
where
    &'static View<S>: Held<S>,
{
    let (mut validated, bytes) = (rows.finish().borrowed().proved(), encode::<S>(&S::Own::of(value)));
    validated.time(Measure::Verify, variant::OWNED, move || S::Own::view(black_box(&bytes)).is_ok());
    let open = Row::new("zeropod", PACKAGE.0, PACKAGE.1, "validated, kept", Vec::new()).proved();
    vec![validated, held::row::<S, &'static View<S>>(open, value).kept()]
}

#[derive(Default)]
struct Validated;

impl<S: Podded> Codec<S> for Validated {
    type Owned = S::Own;
    type Bytes = Vec<u8>;

    const ENCODE: &'static str = "floats as integers of their bits";
    const DECODE: &'static str = "floats as integers of their bits";

    fn encode(&mut self, value: &S::Own) -> Vec<u8> {
        encode::<S>(value)
    }

    /// There may be room behind the encoding.
    #[inline(never)]
    fn decode(&mut self, bytes: &Vec<u8>) -> S::Own {
        S::own(view::<S>(bytes))
    }

    #[inline(never)]
    fn text<T>(&mut self, bytes: &Vec<u8>, take: impl FnOnce(&str) -> T) -> T {
        take(S::text_of(view::<S>(bytes)))
    }

    fn used(bytes: &Vec<u8>) -> usize {
        S::Own::size(view::<S>(bytes))
    }
}

fn rows<S: Podded>(value: &S) -> Rows<S, Validated> {
    let renamed = |_: &mut Validated, bytes: &Vec<u8>, Text(text): Text| {
        let mut bytes = with_room(bytes);
        let len = set_text::<S>(&mut bytes, text);
        bytes.truncate(len);
        bytes
    };
    Rows::<S, Validated>::new("zeropod", PACKAGE, "validated", value)
        .encode_reused("write, to a slice", |len| vec![0; 2 * len], |room, value| encode_into::<S>(value, room))
        .update_same(S::TEXT[0], renamed)
        .update_same_in_place(S::TEXT[1], |bytes, text| {
            set_text::<S>(bytes, text);
        })
        .update_text(S::TEXT[0], renamed)
        .update_text_in_place(S::TEXT[1], |bytes, text| {
            if bytes.len() < ROOM {
                bytes.resize(ROOM, 0);
            }
            set_text::<S>(bytes, text);
        })
        .sets_number(S::NUMBER, |bytes, number| set_number::<S>(bytes, number))
}

// Each use of the library stands in one function that is never inlined: with a single place of use
// the optimiser inlines the library's own functions there, as it would in a program with one reader
// and one writer.

#[inline(never)]
fn encode<S: Podded>(value: &S::Own) -> Vec<u8> {
    zeropod::to_vec(value).expect(SMALL)
}

#[inline(never)]
fn encode_into<'k, S: Podded>(value: &S::Own, room: &'k mut [u8]) -> &'k [u8] {
    let len = zeropod::write(value, room).expect(SMALL);
    &room[..len]
}

/// Gives the length of the encoding.
#[inline(never)]
fn set_text<S: Podded>(bytes: &mut [u8], text: &'static str) -> usize {
    let view = S::Own::view_mut(bytes).expect(OWN_BYTES);
    S::put_text(view, text);
    S::Own::size(view)
}

#[inline(never)]
fn set_number<S: Podded>(bytes: &mut [u8], number: S::Number) {
    S::put_number(S::Own::view_mut(bytes).expect(OWN_BYTES), number);
}

/// The same bytes with room behind them.
fn with_room(bytes: &[u8]) -> Vec<u8> {
    let mut room = Vec::with_capacity(bytes.len() + ROOM / 2);
    room.extend_from_slice(bytes);
    room.resize(bytes.len() + ROOM / 2, 0);
    room
}

const IN_PLACE: &str = "validates, changes a copy of the list, writes it over the old one";

impl Podded for workload::Container {
    type Own = Container;
    const NUMBER: [&'static str; 2] = [IN_PLACE; 2];
    const TEXT: [&'static str; 2] = [IN_PLACE; 2];

    fn own(view: &View<Self>) -> Container {
        Container::own(view)
    }

    fn text_of(view: &View<Self>) -> &str {
        view.location()
    }

    fn put_text(view: &mut View<Self>, name: &'static str) {
        change(view, Text(name));
    }

    fn put_number(view: &mut View<Self>, time: i32) {
        change(view, Number(time));
    }
}

/// Makes a change where the list lies.
fn change(view: &mut View<workload::Container>, change: impl Change<workload::Container>) {
    let mut list: Vec<FooBar> = view.list().iter().map(|element| element.to_owned()).collect();
    change.apply(&mut list[0]);
    view.set_list(&list).expect("there is room");
}

editable!(FooBar, |element| *element, |element| element.sibling);

#[inline(never)]
fn walk(bytes: &[u8], sink: &mut impl Sink) {
    read_fields(view::<workload::Container>(bytes), sink);
}

#[inline]
fn read_fields(view: &View<workload::Container>, sink: &mut impl Sink) {
    for element in view.list().iter() {
        let sibling = element.sibling();
        let (time, ratio, size) = (sibling.time(), f32::from_bits(sibling.ratio()), sibling.size());
        sink.sibling(workload::Bar { time, ratio, size });
        sink.name(element.name());
        sink.numbers(f64::from_bits(element.rating()), element.postfix());
    }
    let fruit = match view.fruit() {
        FruitRef::Apples => workload::Fruit::Apples,
        FruitRef::Pears => workload::Fruit::Pears,
        FruitRef::Bananas => workload::Fruit::Bananas,
    };
    sink.flags(view.initialized(), fruit);
    sink.location(view.location());
}

#[inline(never)]
fn time(bytes: &[u8]) -> i32 {
    second_time(view::<workload::Container>(bytes))
}

#[inline]
fn second_time(view: &View<workload::Container>) -> i32 {
    view.list().get(1).expect("a second element").sibling().time()
}

impl From<workload::Container> for Container {
    fn from(value: workload::Container) -> Self {
        let own = |workload::FooBar { sibling, name, rating, postfix }| FooBar {
            sibling: Bar { time: sibling.time, ratio: sibling.ratio.to_bits(), size: sibling.size },
            rating: rating.to_bits(),
            postfix,
            name,
        };
        let fruit = match value.fruit {
            workload::Fruit::Apples => Fruit::Apples,
            workload::Fruit::Pears => Fruit::Pears,
            workload::Fruit::Bananas => Fruit::Bananas,
        };
        let list = value.list.into_iter().map(own).collect();
        Self { list, initialized: value.initialized, fruit, location: value.location }
    }
}

impl Record<workload::Container> for Container {
    fn build() -> Self {
        workload::Container::new().into()
    }

    fn of(value: &workload::Container) -> Self {
        value.clone().into()
    }

    fn holds(&self, value: &workload::Container) -> bool {
        Collect::record(|sink| walk(&encode::<workload::Container>(self), sink)) == *value
    }
}

held_container!(
    &'static View<workload::Container>,
    "validated once",
    |value| view::<workload::Container>(encode::<workload::Container>(&Record::of(value)).leak()),
    |view, sink| read_fields(view, sink),
    view.location(),
    second_time(view)
);
