use vellum::Vellum;

#[derive(Vellum)]
struct __R {
    x: u32,
}

#[derive(Vellum)]
enum __E {
    No,
    Yes([u16; 2]),
}

#[derive(Vellum)]
struct __S(u32);

#[derive(Vellum)]
struct Page<__W> {
    of: __W,
    others: Vec<__W>,
}

trait __B {}

#[derive(Vellum)]
struct Bound<T>
where
    T: __B,
{
    of: T,
}

#[derive(Vellum)]
#[vellum(view = "__R")]
struct Read {
    x: u32,
}

// In attributes, which are in the code of functions with these parameters.
#[derive(Vellum)]
#[vellum(check = __S::admit)]
struct Checked(u32);

#[derive(Vellum)]
struct With {
    #[vellum(with = __W)]
    x: u32,
}

#[derive(Vellum)]
#[vellum(bound = "T: __B")]
struct BoundByText<T> {
    of: T,
}

// Two variants of one method.
#[derive(Vellum)]
#[allow(non_camel_case_types)]
enum Twins {
    FooBar(u8),
    Foo_Bar(u16),
}

fn main() {}
