//! A record of ten fields and random edits of it: what the churn test and the benchmark of the same name do.

// Numbers here are small, and what one user of this module leaves out is used by another.
#![allow(clippy::cast_possible_wrap, dead_code)]

use vellum::{Result, Vellum, cursor::AsSession};

/// Ten fields: scalars, strings, lists, nested structs.
#[derive(Vellum, Clone, Debug, PartialEq, Default)]
pub struct Account {
    pub id: u64,
    pub name: String,
    pub note: Option<String>,
    pub balance: i64,
    pub open: bool,
    pub tags: Vec<String>,
    pub codes: Vec<u32>,
    pub home: Address,
    pub work: Option<Address>,
    pub orders: Vec<Order>,
}

#[derive(Vellum, Clone, Debug, PartialEq, Default)]
pub struct Address {
    pub street: String,
    pub number: u16,
}

#[derive(Vellum, Clone, Debug, PartialEq, Default)]
pub struct Order {
    pub item: String,
    pub counts: Vec<u16>,
}

/// One edit.
#[derive(Clone, Debug)]
pub enum Edit {
    Id(u64),
    Balance(i64, bool),
    Name(String),
    Note(Option<String>),
    Street(String),
    Work(Option<Address>),
    PushTag(String),
    TakeTag(usize),
    PushCodes(u32),
    TruncateCodes(usize),
    InsertOrder(usize, Order),
    RemoveOrder(usize),
    /// Sets the item of an order, and pushes a count or clears all.
    ChangeOrder(usize, String, bool),
    /// Drops orders whose item has three bytes, and sorts the tags.
    Tidy,
}

/// A generator of numbers, the same in every run.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % below
    }

    fn text(&mut self) -> String {
        let len = [0, 3, 8, 20, 60][self.below(5)];
        (0..len).map(|_| char::from(b'a' + u8::try_from(self.below(26)).unwrap())).collect()
    }
}

impl Edit {
    /// An edit of what `account` holds. The mix: a third scalars, a third strings, a third lists and structs.
    pub fn random(random: &mut Random, account: &Account) -> Self {
        let text = random.text();
        let number = random.below(1000);
        let (tags, orders) = (account.tags.len(), account.orders.len());
        match random.below(24) {
            0..=3 => Self::Id(number as u64),
            4..=7 => Self::Balance(number as i64 - 500, number.is_multiple_of(2)),
            8..=10 => Self::Name(text),
            11 | 12 => Self::Note((!number.is_multiple_of(3)).then_some(text)),
            13 => Self::Street(text),
            14 => Self::Work((number.is_multiple_of(2)).then_some(Address { street: text, number: 7 })),
            15 | 16 if tags < 20 => Self::PushTag(text),
            15..=17 if tags > 0 => Self::TakeTag(number % tags),
            18 if account.codes.len() < 200 => Self::PushCodes(u32::try_from(number % 8).unwrap()),
            18 | 19 => Self::TruncateCodes(number % 150),
            20 if orders < 12 => {
                Self::InsertOrder(number % (orders + 1), Order { item: text, counts: vec![1; number % 9] })
            }
            20 | 21 if orders > 0 => Self::RemoveOrder(number % orders),
            22 if orders > 0 => {
                let index = number % orders;
                Self::ChangeOrder(index, text, account.orders[index].counts.len() >= 12)
            }
            _ => Self::Tidy,
        }
    }

    /// Does it in a buffer.
    pub fn apply(&self, bytes: &mut AccountEdit<'_, impl AsSession>) -> Result<()> {
        match self {
            Self::Id(id) => bytes.set_id(*id),
            Self::Balance(balance, open) => {
                bytes.set_balance(*balance)?;
                bytes.set_open(*open)
            }
            Self::Name(name) => bytes.set_name(name),
            Self::Note(note) => bytes.set_note(note.as_deref()),
            Self::Street(street) => bytes.home().set_street(street),
            Self::Work(work) => bytes.set_work(work.as_ref()),
            Self::PushTag(tag) => bytes.tags().push(tag),
            Self::TakeTag(index) => bytes.tags().take(*index).map(drop),
            Self::PushCodes(last) => {
                let mut codes = bytes.codes();
                (0..=*last).try_for_each(|code| codes.push(code))
            }
            Self::TruncateCodes(len) => bytes.codes().truncate(*len),
            Self::InsertOrder(index, order) => bytes.orders().insert(*index, order),
            Self::RemoveOrder(index) => bytes.orders().remove(*index),
            Self::ChangeOrder(index, item, is_full) => {
                let mut orders = bytes.orders();
                let mut order = orders.at(*index)?;
                order.set_item(item)?;
                if *is_full { order.counts().clear() } else { order.counts().push(9) }
            }
            Self::Tidy => {
                bytes.orders().retain(|order| order.item().is_ok_and(|item| item.len() != 3))?;
                bytes.tags().sort_by(|a, b| a.cmp(b))
            }
        }
    }

    /// Does it in a plain value.
    pub fn apply_plainly(&self, account: &mut Account) {
        match self {
            Self::Id(id) => account.id = *id,
            Self::Balance(balance, open) => (account.balance, account.open) = (*balance, *open),
            Self::Name(name) => account.name.clone_from(name),
            Self::Note(note) => account.note.clone_from(note),
            Self::Street(street) => account.home.street.clone_from(street),
            Self::Work(work) => account.work.clone_from(work),
            Self::PushTag(tag) => account.tags.push(tag.clone()),
            Self::TakeTag(index) => drop(account.tags.remove(*index)),
            Self::PushCodes(last) => account.codes.extend(0..=*last),
            Self::TruncateCodes(len) => account.codes.truncate(*len),
            Self::InsertOrder(index, order) => account.orders.insert(*index, order.clone()),
            Self::RemoveOrder(index) => drop(account.orders.remove(*index)),
            Self::ChangeOrder(index, item, is_full) => {
                let order = &mut account.orders[*index];
                order.item.clone_from(item);
                if *is_full { order.counts.clear() } else { order.counts.push(9) }
            }
            Self::Tidy => {
                account.orders.retain(|order| order.item.len() != 3);
                account.tags.sort();
            }
        }
    }
}
