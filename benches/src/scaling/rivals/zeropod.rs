//! zeropod: validates the whole, reads and writes where the bytes lie.

use zeropod::{Layout, ZeroPod};

use super::super::records::{self, Bench, Records, Turns};
use super::super::{self as scaling, NAMES, NUMBERS, OWN_BYTES, SMALL};
use crate::library::{Row, repeat, turn};

/// The library.
pub struct Zeropod;

/// Its derive cannot stand beside vellum's, which makes types of the same names.
#[derive(ZeroPod)]
struct Payload {
    number: u32,
    name: String,
    content: Vec<u8>,
}

type View = <Payload as Layout>::View;

fn view_mut(bytes: &mut [u8]) -> &mut View {
    Payload::view_mut(bytes).expect(OWN_BYTES)
}

impl Records for Zeropod {
    type Bytes = Vec<u8>;
    const READS: &'static str = "validates, reads in place";
    const SETS_NUMBER: &'static str = "validates, in place";
    const SETS_NAME: &'static str = "validates, in place, a name of the same length";

    /// For proofs and buffers alone, as the record is cloned into a type of its own.
    fn encode(payload: &scaling::Payload) -> Vec<u8> {
        let scaling::Payload { number, name, content } = payload.clone();
        zeropod::to_vec(&Payload { number, name, content }).expect(SMALL)
    }

    fn decode(bytes: &Vec<u8>) -> scaling::Payload {
        let Payload { number, name, content } = zeropod::from_slice(bytes).expect(OWN_BYTES);
        scaling::Payload { number, name, content }
    }

    #[inline(never)]
    fn name<T>(bytes: &Vec<u8>, see: impl FnOnce(&str) -> T) -> T {
        see(Payload::view(bytes).expect(OWN_BYTES).name())
    }

    #[inline(never)]
    fn set_number(bytes: &mut Vec<u8>, number: u32) {
        view_mut(bytes).set_number(number).expect(OWN_BYTES);
    }

    #[inline(never)]
    fn set_name(bytes: &mut Vec<u8>, name: &str) {
        view_mut(bytes).set_name(name).expect(OWN_BYTES);
    }
}

/// Reads and updates, the whole validated for each, and updates in a buffer that was validated
/// once.
pub fn rows(samples: &[records::Sample]) -> [Row; 2] {
    let [mut each, mut open] =
        ["validated", "validated, open"].map(|mode| Row::new("zeropod", "zeropod", "0.", mode, Vec::new()).proved());
    let buffers = records::buffers::<Zeropod>(samples);
    for (sample, bytes) in samples.iter().zip(&buffers) {
        Bench::<Zeropod>::new(&mut each, sample, bytes).reads().updates_a_clone().updates_in_place();
    }
    records::add_open::<Zeropod>(
        &mut open,
        samples,
        &buffers,
        "validated once, then in place",
        |bytes, count, turns| {
            let view = view_mut(bytes);
            repeat!(0..count, |index| {
                let view = std::hint::black_box(&mut *view);
                let set = match turns {
                    Turns::Number => view.set_number(std::hint::black_box(NUMBERS[turn(index)])),
                    Turns::Name => view.set_name(std::hint::black_box(NAMES[turn(index)])),
                };
                set.expect(OWN_BYTES);
            })
        },
    );
    [each, open]
}
