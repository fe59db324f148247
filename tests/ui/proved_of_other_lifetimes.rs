#![allow(coherence_leak_check, unreachable_code)]

use std::marker::PhantomData;

use vellum::{__forward_value, Value, Vellum};

type Any = for<'x> fn(&'x ());
type Static = fn(&'static ());

struct Size<F>(PhantomData<F>);

__forward_value!([] [] [] Size<Any> => u8 as u8, unreachable!(), set |_this| 1, |_value| Size(PhantomData));
__forward_value!([] [] [] Size<Static> => u16 as u16, unreachable!(), set |_this| 1, |_value| Size(PhantomData));

#[derive(Vellum)]
#[vellum(bound = "Size<F>: Value")]
struct Text<F> {
    size: Size<F>,
    text: String,
}

// `Any` is a subtype of `Static`, and the layouts differ.
fn of_other_layout(proved: TextView<'_, Any>) -> TextView<'_, Static> {
    proved
}

fn main() {}
