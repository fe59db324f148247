//! A buffer's long life: what its bytes are used for while a record is edited in place, again and again.
//!
//! `cargo run --release --example churn`

use vellum::{Result, Vellum};

#[derive(Vellum, Default)]
struct Inbox {
    owner: String,
    unread: u32,
    messages: Vec<Message>,
}

#[derive(Vellum, Default)]
struct Message {
    subject: String,
    tags: Vec<String>,
}

/// Lengths that look random, the same in every run.
struct Lengths(u64);

impl Lengths {
    fn next(&mut self, below: u64) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from((self.0 >> 33) % below).unwrap_or(0)
    }
}

fn main() -> Result<()> {
    let mut lengths = Lengths(7);
    let mut bytes = vellum::to_vec(&Inbox { owner: "Ada".into(), ..Inbox::default() })?;
    println!("{:>9}  {:>6}  {:>6}  {:>6}  {:>6}  {:>9}", "edits", "len", "live", "slack", "waste", "compacted");
    for edits in 0..=200_000u32 {
        if edits.is_power_of_two() || edits % 50_000 == 0 {
            let space = vellum::space::space::<Inbox>(&bytes)?;
            let mut compacted = bytes.clone();
            Inbox::compact(&mut compacted)?;
            let vellum::space::Space { len, live, slack, waste, .. } = space;
            println!("{edits:>9}  {len:>6}  {live:>6}  {slack:>6}  {waste:>6}  {:>9}", compacted.len());
        }
        let text = "lorem ipsum dolor sit amet ".repeat(3);
        let text = text.get(..lengths.next(80)).unwrap_or_default();
        let mut inbox = Inbox::edit(&mut bytes)?;
        inbox.set_unread(edits)?;
        let mut messages = inbox.messages();
        let count = messages.len()?;
        match lengths.next(8) {
            0 if count < 40 => messages.push(&Message { subject: text.into(), tags: vec![] })?,
            1 if count > 10 => messages.remove(lengths.next(count as u64))?,
            2 | 3 if count > 0 => messages.at(lengths.next(count as u64))?.set_subject(text)?,
            4 if count > 0 => messages.at(lengths.next(count as u64))?.tags().push("important")?,
            5 if count > 0 => messages.at(lengths.next(count as u64))?.clear_tags()?,
            6 if count > 30 => messages.retain(|message| message.subject().is_ok_and(|subject| subject.len() > 20))?,
            _ => inbox.set_owner(text)?,
        }
    }
    println!("\n{}", vellum::space::space_by_field::<Inbox>(&bytes, 3)?);
    Ok(())
}
