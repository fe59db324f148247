//! zeropod: validates the whole, and writes where the bytes lie. An element of a list is changed in
//! a copy of the list, which is written over the old one.

use std::ops::Range;
use std::time::Duration;

use zeropod::{Layout, ZeroPod};

use super::super::{self as places, Open, Places, run};
use crate::library::OWN_BYTES;
use crate::scaling::SMALL;

/// The library.
pub struct Zeropod;

#[derive(ZeroPod)]
struct Words {
    items: Vec<u64>,
}

#[derive(ZeroPod)]
struct Items {
    items: Vec<Item>,
}

// Fields of fixed size stand first: the library takes no other order.
#[derive(ZeroPod)]
struct Item {
    number: u64,
    name: String,
}

#[derive(ZeroPod)]
struct Behind {
    number: u64,
    content: Vec<u8>,
}

impl From<&places::Words> for Words {
    fn from(value: &places::Words) -> Self {
        Self { items: value.items.clone() }
    }
}

impl From<Words> for places::Words {
    fn from(value: Words) -> Self {
        Self { items: value.items }
    }
}

impl From<&places::Items> for Items {
    fn from(value: &places::Items) -> Self {
        let item = |item: &places::values::Item| Item { number: item.number, name: item.name.clone() };
        Self { items: value.items.iter().map(item).collect() }
    }
}

impl From<Items> for places::Items {
    fn from(value: Items) -> Self {
        let item = |item: Item| places::values::Item { name: item.name, number: item.number };
        Self { items: value.items.into_iter().map(item).collect() }
    }
}

impl From<&places::Behind> for Behind {
    fn from(value: &places::Behind) -> Self {
        Self { number: value.number, content: value.content.clone() }
    }
}

impl From<Behind> for places::Behind {
    fn from(value: Behind) -> Self {
        Self { content: value.content, number: value.number }
    }
}

macro_rules! places {
    ($V:ident, $note:literal, |$view:ident, $index:ident, $number:ident| $set:block) => {
        impl Places<places::$V> for Zeropod {
            type Bytes = Vec<u8>;
            const SETS: &'static str = concat!("validates, ", $note);

            fn encode(value: &places::$V) -> Vec<u8> {
                zeropod::to_vec(&$V::from(value)).expect(SMALL)
            }

            fn decode(bytes: &Vec<u8>) -> places::$V {
                zeropod::from_slice::<$V>(bytes).expect(OWN_BYTES).into()
            }

            #[inline(never)]
            fn set(bytes: &mut Vec<u8>, $index: usize, $number: u64) {
                let $view = $V::view_mut(bytes).expect(OWN_BYTES);
                $set
            }
        }

        impl Open<places::$V> for Zeropod {
            const OPEN: &'static str = concat!("validated once, then ", $note);

            fn run(bytes: &mut Vec<u8>, repetitions: Range<u64>) -> Duration {
                let mut opened = $V::view_mut(bytes).expect(OWN_BYTES);
                run!(places::$V, repetitions, |opened, $index, $number| {
                    let $view = &mut **opened;
                    $set
                })
            }
        }
    };
}

places!(Words, "changes a copy of the list, writes it over the old one", |view, index, number| {
    let mut items: Vec<u64> = view.items().iter().collect();
    items[index] = number;
    view.set_items(&items).expect(OWN_BYTES);
});
places!(Items, "changes a copy of the list, writes it over the old one", |view, index, number| {
    let mut items: Vec<Item> = view.items().iter().map(|item| item.to_owned()).collect();
    items[index].number = number;
    view.set_items(&items).expect(OWN_BYTES);
});
places!(Behind, "in place; the number stands first, as the library wants it", |view, _index, number| {
    view.set_number(number).expect(OWN_BYTES);
});
