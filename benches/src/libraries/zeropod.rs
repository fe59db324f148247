//! zeropod: borsh's encoding, validated as a whole and then read and written in place.
//!
//! Fields of fixed size stand first, as the library wants them. It has no floats, whose bits are stored as integers. What changes its
//! length moves all that follows, within room that the caller has left behind the encoding; an element of a list is changed
//! in a copy of the list, which is written over the old one.

mod fields;

use std::hint::black_box;

use zeropod::{Layout, ZeroPod};

use crate::library::{Library, Measure, Row};
use crate::workloads::container::held::{self, Held};
use crate::workloads::container::rows::{Codec, Rows};
use crate::workloads::container::{self as workload, Change, Edit, Record, variant};
use crate::workloads::fields::Fields;

/// The library under test.
pub struct Zeropod;

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

const OWN_BYTES: &str = "bytes of this library";
const SMALL: &str = "the value is small";
const BITS: &str = "floats as integers of their bits";
/// Room for what an update in place may grow to.
const ROOM: usize = 512;

impl Library for Zeropod {
    fn name(&self) -> &'static str {
        "zeropod"
    }

    fn container(&self, value: &workload::Container) -> Result<Vec<Row>, String> {
        let in_place = "validates, changes a copy of the list, writes it over the old one";
        let renamed = |_: &mut Validated, bytes: &Vec<u8>, name: workload::Name| {
            let mut bytes = with_room(bytes);
            let len = change(&mut bytes, name);
            bytes.truncate(len);
            bytes
        };
        let mut validated = Rows::<Validated>::new("zeropod", ("zeropod", "0."), "validated", value)
            .encode_reused("write, to a slice", |len| vec![0; 2 * len], |room, value| encode_into(value, room))
            .decode_owned()
            .decode_borrowed(
                "",
                |_, bytes| encode(&Container::own(Container::view(bytes).expect(OWN_BYTES))),
                |_, bytes| read_all(bytes),
            )
            .decode_location("", |_, bytes| location(bytes))
            .decode_time("", |_, bytes| time(bytes))
            .update_name(in_place, renamed)
            .update_name_longer(in_place, renamed)
            .update_time(in_place, |_, bytes, time| {
                let mut bytes = bytes.clone();
                change(&mut bytes, time);
                bytes
            })
            .update_name_in_place(in_place, |bytes, name| {
                change(bytes, name);
            })
            .update_name_longer_in_place(in_place, |bytes, name| {
                if bytes.len() < ROOM {
                    bytes.resize(ROOM, 0);
                }
                change(bytes, name);
            })
            .update_time_in_place(in_place, |bytes, time| {
                change(bytes, time);
            })
            .finish()
            .borrowed()
            .proved();
        let bytes = encode(&value.clone().into());
        validated.time(Measure::Verify, variant::OWNED, move || Container::view(black_box(&bytes)).is_ok());
        let open = Row::new("zeropod", "zeropod", "0.", "validated, kept", Vec::new()).proved();
        Ok(vec![validated, held::row::<&'static <Container as Layout>::View>(open, value).kept()])
    }

    fn fields(&self, value: &Fields) -> Result<Vec<Row>, String> {
        Ok(fields::rows(value))
    }
}

#[derive(Default)]
struct Validated;

impl Codec for Validated {
    type Owned = Container;
    type Bytes = Vec<u8>;

    const ENCODE: &'static str = BITS;
    const DECODE: &'static str = BITS;

    fn encode(&mut self, value: &Container) -> Vec<u8> {
        encode(value)
    }

    /// There may be room behind the encoding.
    #[inline(never)]
    fn decode(&mut self, bytes: &Vec<u8>) -> Container {
        Container::own(Container::view(bytes).expect(OWN_BYTES))
    }

    fn used(bytes: &Vec<u8>) -> usize {
        Container::view(bytes).expect(OWN_BYTES).size()
    }
}

// Each use of the library stands in one function that is never inlined: with a single place of use the optimiser inlines
// the library's own functions there, as it would in a program with one reader and one writer.

#[inline(never)]
fn encode(value: &Container) -> Vec<u8> {
    zeropod::to_vec(value).expect(SMALL)
}

#[inline(never)]
fn encode_into<'k>(value: &Container, room: &'k mut [u8]) -> &'k [u8] {
    let len = zeropod::write(value, room).expect(SMALL);
    &room[..len]
}

#[inline(never)]
fn read_all(bytes: &[u8]) {
    read_fields(Container::view(bytes).expect(OWN_BYTES));
}

#[inline]
fn read_fields(view: &<Container as Layout>::View) {
    for element in view.list().iter() {
        let sibling = element.sibling();
        black_box((sibling.time(), f32::from_bits(sibling.ratio()), sibling.size()));
        black_box(element.name());
        black_box((f64::from_bits(element.rating()), element.postfix()));
    }
    black_box((view.initialized(), view.fruit()));
    black_box(view.location());
}

#[inline(never)]
fn location(bytes: &[u8]) -> &str {
    Container::view(bytes).expect(OWN_BYTES).location()
}

#[inline(never)]
fn time(bytes: &[u8]) -> i32 {
    second_time(Container::view(bytes).expect(OWN_BYTES))
}

#[inline]
fn second_time(view: &<Container as Layout>::View) -> i32 {
    view.list().get(1).expect("a second element").sibling().time()
}

/// The same bytes with room behind them.
fn with_room(bytes: &[u8]) -> Vec<u8> {
    let mut room = Vec::with_capacity(bytes.len() + ROOM / 2);
    room.extend_from_slice(bytes);
    room.resize(bytes.len() + ROOM / 2, 0);
    room
}

/// Makes a change where the list lies; gives the length of the encoding.
#[inline(never)]
fn change(bytes: &mut [u8], change: impl Change) -> usize {
    let view = Container::view_mut(bytes).expect(OWN_BYTES);
    let mut list: Vec<FooBar> = view.list().iter().map(|element| element.to_owned()).collect();
    change.apply(&mut First(&mut list[0]));
    view.set_list(&list).expect("there is room");
    view.size()
}

struct First<'l>(&'l mut FooBar);

impl Edit for First<'_> {
    fn set_name(&mut self, name: &'static str) {
        name.clone_into(&mut self.0.name);
    }

    fn set_time(&mut self, time: i32) {
        self.0.sibling.time = time;
    }
}

impl Edit for Container {
    fn set_name(&mut self, name: &'static str) {
        First(&mut self.list[0]).set_name(name);
    }

    fn set_time(&mut self, time: i32) {
        First(&mut self.list[0]).set_time(time);
    }
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

impl Record for Container {
    fn build() -> Self {
        workload::Container::new().into()
    }

    fn plain(&self) -> workload::Container {
        let bar = |bar: Bar| workload::Bar { time: bar.time, ratio: f32::from_bits(bar.ratio), size: bar.size };
        let element = |one: &FooBar| workload::FooBar {
            sibling: bar(one.sibling),
            name: one.name.clone(),
            rating: f64::from_bits(one.rating),
            postfix: one.postfix,
        };
        let fruit = match self.fruit {
            Fruit::Apples => workload::Fruit::Apples,
            Fruit::Pears => workload::Fruit::Pears,
            Fruit::Bananas => workload::Fruit::Bananas,
        };
        let list = self.list.iter().map(element).collect();
        workload::Container { list, initialized: self.initialized, fruit, location: self.location.clone() }
    }

    fn set_texts(&mut self, text: &'static str) {
        text.clone_into(&mut self.location);
        self.list.iter_mut().for_each(|element| text.clone_into(&mut element.name));
    }
}

impl Held for &'static <Container as Layout>::View {
    const NOTE: &'static str = "validated once";

    fn open(value: &workload::Container) -> Self {
        Container::view(encode(&value.clone().into()).leak()).expect(OWN_BYTES)
    }

    fn read_all(&self) {
        read_fields(self);
    }

    fn location(&self) -> &str {
        (**self).location()
    }

    fn second_time(&self) -> i32 {
        second_time(self)
    }

    fn plain(&self) -> workload::Container {
        Container::own(self).plain()
    }
}
