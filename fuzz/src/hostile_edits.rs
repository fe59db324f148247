//! Edits of any bytes, run-time and derived ones: an error leaves the bytes; on a valid buffer success changes that value and no other.

use vellum::Record;

use crate::input::Input;
use crate::{judge, rich_edit, schemas};

pub fn run(data: &[u8]) {
    let mut input = Input::new(data);
    let is_derived = input.one_in(3);
    let (schema, donor) = if is_derived { schemas::rich() } else { schemas::choose(&mut input) };
    let mut choices = input.part();
    let mut bytes = input.rest().to_vec();
    if Record::open(schema, &bytes[..]).is_err() {
        return;
    }
    for _ in 0..6 {
        if choices.is_empty() {
            break;
        }
        let edited = if is_derived && !choices.one_in(4) {
            rich_edit::one_edit(&bytes, &mut choices)
        } else {
            judge::one_edit(schema, &bytes, donor, &mut choices)
        };
        bytes = edited.unwrap_or(bytes);
    }
}
