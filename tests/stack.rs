//! The stack that visiting the deepest values takes. A test binary of its own, as a thread that overflows its stack ends the process.

// The large type is what is tested; the small ones have no more fields than the macro sets.
#![allow(clippy::large_stack_arrays, clippy::needless_update)]

use std::collections::BTreeMap;
use std::fmt::Debug;

use vellum::{Record, Vellum};

/// Objects below the root.
const DEEPEST: usize = 64;

/// What visiting the deepest value takes at most, of a type of up to 1 KiB. Without optimisation, frames hold many copies.
const STACK: usize = if cfg!(debug_assertions) { 2048 << 10 } else { 256 << 10 };

/// How many values of a level lie in the frames of that level, of a larger type.
const COPIES: usize = if cfg!(debug_assertions) { 12 } else { 3 };

/// What makes values for the tests, which is not what they measure.
const ROOMY: usize = 64 << 20;

trait Deep: Vellum + vellum::DecodeOwned + Default + PartialEq {
    /// What leads from one to the next in a path.
    const STEP: &str;

    /// A value that holds this one.
    fn held(self) -> Self;

    /// Sets what the root holds to what the value holds.
    fn replace(bytes: &mut Vec<u8>, value: &Self) -> vellum::Result<()>;
}

macro_rules! deep {
    (@type $name:ident { $($field:tt)* } $link:ty, $step:literal, |$held:ident| $hold:expr, |$value:ident| $set:expr) => {
        #[derive(Vellum, PartialEq, Default)]
        struct $name {
            $($field)*
            number: u32,
            next: $link,
        }

        impl Deep for $name {
            const STEP: &str = $step;

            fn held(self) -> Self {
                let $held = self;
                Self { number: 1, next: $hold, ..Self::default() }
            }

            fn replace(bytes: &mut Vec<u8>, $value: &Self) -> vellum::Result<()> {
                Self::edit(bytes)?.set_next($set)
            }
        }
    };
    ($name:ident { $($field:tt)* } boxed) => {
        deep!(@type $name { $($field)* } Option<Box<$name>>, "next", |held| Some(Box::new(held)), |value| value.next.as_deref());
    };
    ($name:ident { $($field:tt)* } list) => {
        deep!(@type $name { $($field)* } Vec<$name>, "next[0]", |held| vec![held], |value| &value.next);
    };
    ($name:ident { $($field:tt)* } map) => {
        deep!(@type $name { $($field)* } BTreeMap<u8, $name>, "next[1]", |held| [(1, held)].into(), |value| &value.next);
    };
}

/// Types of 75 fields, of nearly 1 KiB.
macro_rules! wide {
    ($($name:ident $link:ident),*; $texts:tt $numbers:tt) => {
        $(wide!(@one $name $link $texts $numbers);)*
    };
    (@one $name:ident $link:ident [$($text:ident)*] [$($number:ident)*]) => {
        deep!($name { $($text: String,)* $($number: u64,)* } $link);
        const _: () = assert!(size_of::<$name>() > 960 && size_of::<$name>() <= 1024);
    };
}

wide!(
    Wide boxed, WideList list, WideMap map;
    [t00 t01 t02 t03 t04 t05 t06 t07 t08 t09 t10 t11 t12 t13 t14 t15 t16 t17 t18 t19 t20 t21 t22 t23]
    [
        n00 n01 n02 n03 n04 n05 n06 n07 n08 n09 n10 n11 n12 n13 n14 n15 n16 n17 n18 n19 n20 n21 n22 n23 n24
        n25 n26 n27 n28 n29 n30 n31 n32 n33 n34 n35 n36 n37 n38 n39 n40 n41 n42 n43 n44 n45 n46 n47 n48
    ]
);
deep!(Small {} boxed);
deep!(SmallList {} list);
deep!(SmallMap {} map);

/// Bytes that have a default, of which a record of the first revision stores none.
#[derive(Vellum, PartialEq)]
struct Large {
    number: u32,
    #[vellum(since = 2)]
    block: [u8; 60_000],
    next: Option<Box<Large>>,
}

impl Default for Large {
    fn default() -> Self {
        Self { number: 0, block: [0; 60_000], next: None }
    }
}

impl Deep for Large {
    const STEP: &str = "next";

    fn held(self) -> Self {
        Self { number: 1, next: Some(Box::new(self)), ..Self::default() }
    }

    fn replace(bytes: &mut Vec<u8>, value: &Self) -> vellum::Result<()> {
        Self::edit(bytes)?.set_next(value.next.as_deref())
    }
}

fn with_stack<R: Send>(stack: usize, run: impl FnOnce() -> R + Send) -> R {
    std::thread::scope(|scope| {
        std::thread::Builder::new().stack_size(stack).spawn_scoped(scope, run).unwrap().join().unwrap()
    })
}

/// The deepest value.
fn deepest<T: Deep>() -> Vec<u8> {
    with_stack(ROOMY, || {
        let value = Box::new((0..DEEPEST).fold(T::default(), |inner, _| inner.held()));
        vellum::to_vec(&*value).unwrap()
    })
}

/// Visits the deepest value in all ways that depend on the size of its type, each in a thread with so much stack.
fn visit_owned<T: Deep>(stack: usize)
where
    for<'a> <T as vellum::Value>::Get<'a, vellum::proved::Checked>: PartialEq,
{
    let bytes = &deepest::<T>()[..];
    let root = || T::peek(bytes).unwrap();
    with_stack(stack, || {
        let value = Box::new(vellum::from_slice::<T>(bytes).unwrap());
        assert!(vellum::to_vec(&*value).unwrap() == bytes);
        let mut edited = vellum::to_vec(&*value).unwrap();
        T::replace(&mut edited, &value).unwrap();
        T::compact(&mut edited).unwrap();
        assert!(edited == bytes);
    });
    with_stack(stack, || assert!(T::schema().prove(bytes).is_ok()));
    with_stack(stack, || assert!(T::prove(bytes).is_ok()));
    with_stack(stack, || assert!(root() == root()));
}

/// Visits the deepest value in all ways, each in a thread with so much stack.
fn visit<T: Deep>(stack: usize)
where
    for<'a> <T as vellum::Value>::Get<'a, vellum::proved::Checked>: Debug + PartialEq,
{
    visit_owned::<T>(stack);
    let bytes = &deepest::<T>()[..];
    let root = || T::peek(bytes).unwrap();
    with_stack(stack, || assert!(format!("{:?}", root()).matches("number: 1").count() == DEEPEST));
    with_stack(stack, || {
        let mut record = Record::open(T::schema(), bytes.to_vec()).unwrap();
        let other = Record::open(T::schema(), bytes.to_vec()).unwrap();
        assert!(record.content_eq(&other).unwrap());
        let deepest = format!("{}.number", [T::STEP].repeat(DEEPEST).join("."));
        record.set(deepest.as_str(), 7u32).unwrap();
        assert!(!record.content_eq(&other).unwrap());
        assert!(format!("{:?}", record.root().unwrap()).contains("number: 7"));
        record.compact().unwrap();
        T::schema().prove(record.as_bytes()).unwrap();
    });
}

#[test]
fn the_deepest_values_of_small_types_are_visited_in_256_kib() {
    visit::<Small>(STACK);
    visit::<SmallList>(STACK);
    visit::<SmallMap>(STACK);
}

#[test]
fn the_deepest_values_of_types_of_1_kib_are_visited_in_256_kib() {
    visit::<Wide>(STACK);
    visit::<WideList>(STACK);
    visit::<WideMap>(STACK);
}

#[test]
fn the_deepest_values_of_large_types_take_their_size_a_few_times() {
    // The other ways go by the schema, and write out 60,000 numbers for each level.
    visit_owned::<Large>(STACK + COPIES * DEEPEST * size_of::<Large>());
}

#[cfg(feature = "serde")]
#[test]
fn the_deepest_values_are_exported_and_imported_in_256_kib() {
    use serde::de::DeserializeSeed;
    fn run<T: Deep>() {
        let value = deepest::<T>();
        with_stack(STACK, || {
            let record = Record::open(T::schema(), value).unwrap();
            let json = serde_json::to_string(&record).unwrap();
            let mut reader = serde_json::Deserializer::from_str(&json);
            reader.disable_recursion_limit();
            let mut back = T::schema().deserialize(&mut reader).unwrap();
            assert!(back.content_eq(&record).unwrap());
            back.compact().unwrap();
        });
    }
    run::<Small>();
    run::<Wide>();
}
