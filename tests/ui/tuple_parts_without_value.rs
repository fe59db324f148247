//! A part of a tuple struct that cannot be a field is told once, as is what a newtype holds, and what a type is made of.

use std::time::Instant;

use vellum::Vellum;

struct Inner;

#[derive(Vellum)]
struct Pair(u8, Instant);

#[derive(Vellum)]
struct Newtype(Inner);

#[derive(Vellum)]
struct Lists(Vec<Inner>, Option<Instant>);

#[derive(Vellum)]
struct Generic<T>(T, Instant);

#[derive(Vellum)]
#[vellum(check = not_later)]
struct Checked(Instant);

fn not_later(_: &Instant) -> Result<(), &'static str> {
    Ok(())
}

#[derive(Vellum)]
#[vellum(try_from = "Vec<Inner>")]
struct Made(u8);

impl TryFrom<Vec<Inner>> for Made {
    type Error = String;

    fn try_from(_: Vec<Inner>) -> Result<Self, String> {
        Ok(Self(0))
    }
}

impl From<&Made> for Vec<Inner> {
    fn from(_: &Made) -> Self {
        Self::new()
    }
}

fn main() {
    let _ = vellum::to_vec(&Pair(1, Instant::now()));
    let _ = vellum::to_vec(&Newtype(Inner));
}
