//! The names of the fields, `f000` and so on.

/// Gives the names of 255 fields to a macro, after what else it takes.
macro_rules! with_255_names {
    ($macro:ident!($($arguments:tt)*)) => {
        with_tens!($macro!($($arguments)*), [
            00 01 02 03 04 05 06 07 08 09 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24
        ], [f250 f251 f252 f253 f254]);
    };
}

/// As [`with_255_names`], of 1,000 fields.
macro_rules! with_1000_names {
    ($macro:ident!($($arguments:tt)*)) => {
        with_tens!($macro!($($arguments)*), [
            00 01 02 03 04 05 06 07 08 09 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34
            35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64 65 66 67 68 69
            70 71 72 73 74 75 76 77 78 79 80 81 82 83 84 85 86 87 88 89 90 91 92 93 94 95 96 97 98 99
        ], []);
    };
}

/// Ten names for each start, and those that are given.
macro_rules! with_tens {
    ($macro:ident!($($arguments:tt)*), [$($ten:literal)*], [$($rest:ident)*]) => {
        pastey::paste! {
            $macro! { ($($arguments)*)
                $([<f $ten 0>] [<f $ten 1>] [<f $ten 2>] [<f $ten 3>] [<f $ten 4>]
                  [<f $ten 5>] [<f $ten 6>] [<f $ten 7>] [<f $ten 8>] [<f $ten 9>])* $($rest)*
            }
        }
    };
}

pub(super) use {with_255_names, with_1000_names, with_tens};
