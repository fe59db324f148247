use std::marker::PhantomData;

use vellum::Vellum;

macro_rules! text {
    () => { String };
}

trait Pick<T> {
    type Row;
    const LEN: usize = 1;
}

impl<T, U> Pick<T> for U {
    type Row = String;
}

struct Row<T, U>(T, U);

#[derive(Vellum)]
struct OfMacro {
    text: text!(),
}

#[derive(Vellum)]
struct OfSelf {
    next: Option<Box<Self>>,
}

#[derive(Vellum)]
enum OfVariant {
    Next { next: Vec<Self> },
}

#[derive(Vellum)]
enum OfPayload<T> {
    No(PhantomData<T>),
    Row(<Self as Pick<T>>::Row),
}

#[derive(Vellum)]
enum OfLength {
    No,
    Rows([String; <Self as Pick<u8>>::LEN]),
}

#[derive(Vellum)]
struct OfNewtype<T>(<Self as Pick<T>>::Row);

#[derive(Vellum)]
struct OfTuple<T>(u8, Vec<<Self as Pick<T>>::Row>);

#[derive(Vellum)]
#[vellum(try_from = "<Self as Pick<u8>>::Row")]
struct OfConversion(u8);

#[derive(Vellum)]
struct With {
    #[vellum(with = "<Self as Pick<u8>>::Row")]
    row: u8,
}

struct __B;
struct __N;
struct __R;
struct __S;
struct __W;

#[derive(Vellum)]
struct OfWidth {
    widths: Vec<__W>,
}

#[derive(Vellum)]
enum OfReading<T> {
    No(T),
    Row(Row<T, __R>),
}

#[derive(Vellum)]
struct OfStorage<T> {
    #[vellum(with = "__B")]
    session: u8,
    storage: (T, __S),
}

#[derive(Vellum)]
struct OfCount(__N);

fn main() {}
