//! A long life of one buffer: random edits against a plain value, its size bounded, nothing of a deleted text left.

// Sizes and counts here are small.
#![allow(clippy::cast_precision_loss, clippy::cast_possible_wrap)]

mod common;

use common::{FooBar, container};
use vellum::{Result, Vellum};

/// Ten fields: scalars, strings, lists, nested structs.
#[derive(Vellum, Clone, Debug, PartialEq, Default)]
struct Account {
    id: u64,
    name: String,
    note: Option<String>,
    balance: i64,
    open: bool,
    tags: Vec<String>,
    codes: Vec<u32>,
    home: Address,
    work: Option<Address>,
    orders: Vec<Order>,
}

#[derive(Vellum, Clone, Debug, PartialEq, Default)]
struct Address {
    street: String,
    number: u16,
}

#[derive(Vellum, Clone, Debug, PartialEq, Default)]
struct Order {
    item: String,
    counts: Vec<u16>,
}

struct Random(u64);

impl Random {
    fn below(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % below
    }

    fn text(&mut self) -> String {
        let len = [0, 3, 8, 20, 60][self.below(5)];
        (0..len).map(|_| char::from(b'a' + u8::try_from(self.below(26)).unwrap())).collect()
    }
}

/// One random edit of the buffer and of the model. The mix: a third scalars, a third strings, a third lists and structs.
fn edit(bytes: &mut AccountEdit<'_, impl vellum::AsSession>, model: &mut Account, random: &mut Random) -> Result<()> {
    let text = random.text();
    let number = random.below(1000);
    match random.below(24) {
        0..=3 => {
            bytes.set_id(number as u64)?;
            model.id = number as u64;
        }
        4..=7 => {
            bytes.set_balance(number as i64 - 500)?;
            bytes.set_open(number.is_multiple_of(2))?;
            model.balance = number as i64 - 500;
            model.open = number.is_multiple_of(2);
        }
        8..=10 => {
            bytes.set_name(&text)?;
            model.name = text;
        }
        11 | 12 => {
            let note = (!number.is_multiple_of(3)).then_some(text);
            bytes.set_note(note.as_deref())?;
            model.note = note;
        }
        13 => {
            bytes.home()?.set_street(&text)?;
            model.home.street = text;
        }
        14 => {
            let work = (number.is_multiple_of(2)).then_some(Address { street: text, number: 7 });
            bytes.set_work(work.as_ref())?;
            model.work = work;
        }
        15 | 16 if model.tags.len() < 20 => {
            bytes.tags().push(&text)?;
            model.tags.push(text);
        }
        15..=17 if !model.tags.is_empty() => {
            let index = number % model.tags.len();
            assert_eq!(bytes.tags().take(index)?, model.tags.remove(index));
        }
        18 if model.codes.len() < 200 => {
            for code in 0..=u32::try_from(number % 8).unwrap() {
                bytes.codes().push(code)?;
                model.codes.push(code);
            }
        }
        18 | 19 => {
            bytes.codes().truncate(number % 150)?;
            model.codes.truncate(number % 150);
        }
        20 if model.orders.len() < 12 => {
            let order = Order { item: text, counts: vec![1; number % 9] };
            let index = number % (model.orders.len() + 1);
            bytes.orders().insert(index, &order)?;
            model.orders.insert(index, order);
        }
        20 | 21 if !model.orders.is_empty() => {
            let index = number % model.orders.len();
            bytes.orders().remove(index)?;
            model.orders.remove(index);
        }
        22 if !model.orders.is_empty() => {
            let index = number % model.orders.len();
            let mut orders = bytes.orders();
            let mut order = orders.at(index)?;
            order.set_item(&text)?;
            order.counts().push(9)?;
            model.orders[index].item = text;
            model.orders[index].counts.push(9);
            if model.orders[index].counts.len() > 12 {
                order.counts().clear()?;
                model.orders[index].counts.clear();
            }
        }
        _ => {
            bytes.orders().retain(|order| order.item().is_ok_and(|item| item.len() != 3))?;
            model.orders.retain(|order| order.item.len() != 3);
            bytes.tags().sort_by(|a, b| a.cmp(b))?;
            model.tags.sort();
        }
    }
    Ok(())
}

/// Sizes of the buffer as multiples of the compacted size.
struct Sizes {
    /// The largest at any moment at which the compacted size is at least 256 bytes.
    peak: f64,
    last: f64,
}

/// Runs `operations`, in sessions of `per_session` each. Sizes are compared each tenth operation.
fn churn(operations: usize, per_session: usize) -> Sizes {
    let mut random = Random(9);
    let mut model = Account::default();
    let mut bytes = vellum::to_vec(&model).unwrap();
    let (mut done, mut peak, mut longest, mut longest_compacted) = (0, 0.0f64, 0, 0);
    while done < operations {
        let mut session = Account::edit(&mut bytes).unwrap();
        for _ in 0..per_session.min(operations - done) {
            edit(&mut session, &mut model, &mut random).unwrap();
            done += 1;
        }
        if per_session > 1 || done % 10 == 0 {
            let compacted = vellum::to_vec(&model).unwrap().len();
            longest = longest.max(bytes.len());
            longest_compacted = longest_compacted.max(compacted);
            if compacted >= 256 {
                peak = peak.max(bytes.len() as f64 / compacted as f64);
            }
        }
        if done % 1000 < per_session {
            assert_eq!(vellum::from_slice::<Account>(&bytes).unwrap(), model);
        }
    }
    let last = bytes.len() as f64 / vellum::to_vec(&model).unwrap().len() as f64;
    println!(
        "{operations} operations, {per_session} a session: at most {peak:.2} times the compacted size, \
         {last:.2} at the end; largest {longest} bytes, compacted {longest_compacted}"
    );
    vellum::compact::<Account>(&mut bytes).unwrap();
    assert_eq!(bytes, vellum::to_vec(&model).unwrap());
    Sizes { peak, last }
}

#[test]
fn a_buffer_stays_small_through_a_long_life() {
    for per_session in [1, 10, 1000] {
        let Sizes { peak, last } = churn(1_000_000, per_session);
        assert!(peak <= 2.5, "peak {peak}");
        assert!(last <= 2.0, "final {last}");
    }
}

type Delete = fn(&mut Vec<u8>) -> Result<()>;

#[test]
fn nothing_of_a_deleted_text_stays_in_the_buffer() {
    let secret = "correct horse battery staple";
    let mut elements = container().list;
    elements[1].name = secret.into();
    let delete: [Delete; 5] = [
        |bytes| common::Container::edit(bytes)?.list().at(1)?.set_name("x"),
        |bytes| common::Container::edit(bytes)?.list().at(1)?.set_name(&"y".repeat(100)),
        |bytes| common::Container::edit(bytes)?.list().remove(1),
        |bytes| common::Container::edit(bytes)?.list().clear(),
        |bytes| common::Container::edit(bytes)?.set_list(&[] as &[FooBar]),
    ];
    for delete in delete {
        let mut value = container();
        value.list = elements.clone();
        let mut bytes = vellum::to_vec(&value).unwrap();
        delete(&mut bytes).unwrap();
        let left = secret.as_bytes().windows(6).any(|part| bytes.windows(6).any(|window| window == part));
        assert!(!left, "part of the text is still there");
    }
}
