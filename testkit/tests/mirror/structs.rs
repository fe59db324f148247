//! Structs: growable, frozen, with declared defaults; and the roots, in which the type under test stands between others.

use vellum::value::FixedStr;
use vellum::{Result, Storage, Value, Vellum, cursor::AsSession};

use crate::leaves::Fruit;
use crate::lists::read_list;
use crate::node::{Did, Node, changed};

/// How many edits a field has without those of its cursor: see [`field_name`].
pub const FIELD_EDITS: usize = 7;

pub fn field_name<T: Node>(field: &str, edit: usize) -> String {
    match edit {
        0..=3 => format!(".set_{field}(#{edit})"),
        4 => format!(".set_{field}(refused)"),
        5 => format!(".take_{field}()"),
        6 => format!(".clear_{field}()"),
        edit => format!(".{field}{}", T::edit_name(edit - FIELD_EDITS)),
    }
}

/// Makes the edit of a field that [`field_name`] names.
macro_rules! act_on_field {
    ($storage:ty, $cursor:expr, $type:ty, $field:ident, $set:ident, $take:ident, $clear:ident, $edit:expr) => {
        match $edit {
            0..=3 => {
                let value = <$type>::sample($edit);
                changed($cursor.$set(value.as_set()))
            }
            4 => match <$type as Node>::refused() {
                Some(refused) => changed($cursor.$set(refused)),
                None => Ok(Did::Nothing),
            },
            5 => changed($cursor.$take()),
            6 => changed($cursor.$clear()),
            edit => {
                let field = <$type as Node>::enter::<$storage>($cursor.$field())?;
                <$type as Node>::act::<$storage>(field, edit - FIELD_EDITS)
            }
        }
    };
}
pub(crate) use act_on_field;

pub fn mirror_field<T: Node>(value: &mut T, default: T, edit: usize) -> Did {
    match edit {
        0..=3 => *value = T::sample(edit),
        4 if T::refused().is_none() => return Did::Nothing,
        4 => return Did::Refused,
        5 => return Did::changed(std::mem::replace(value, default)),
        6 => *value = default,
        edit => return value.mirror(edit - FIELD_EDITS),
    }
    Did::changed(())
}

/// Implements [`Node`] for a struct. `edited` fields are edited, `still` ones are there to be left unchanged.
macro_rules! struct_node {
    (
        [$($generic:ident),*] $type:ty, $edit:ident, $name:expr,
        edited { $($field:ident: $field_type:ty = $default:expr, $set:ident $take:ident $clear:ident;)* }
        still { $($other:ident: $other_type:ty = $other_default:expr;)* }
        previous $previous:ty, |$this:ident| $to:expr, |$old:ident| $from:expr
    ) => {
        impl<$($generic: Node),*> Node for $type {
            type Previous = $previous;

            fn type_name() -> String {
                $name
            }

            fn previous(&self) -> Self::Previous {
                let $this = self;
                $to
            }

            fn from_previous($old: &Self::Previous) -> Self {
                $from
            }

            fn sample(number: usize) -> Self {
                if number == 0 {
                    return Self { $($field: $default,)* $($other: $other_default,)* };
                }
                Self { $($field: <$field_type>::sample(number),)* $($other: <$other_type>::sample(number),)* }
            }

            fn read(view: Self::Get<'_, vellum::proved::Checked>) -> Result<Self> {
                Ok(Self {
                    $($field: <$field_type>::read(view.$field()?)?,)*
                    $($other: <$other_type>::read(view.$other()?)?,)*
                })
            }

            read_list!();

            fn enter<'a, S: Storage + 'a>(field: Self::FieldCursor<'a, S>) -> Result<Self::Cursor<'a, S>> {
                Ok(field)
            }

            fn edits() -> usize {
                0 $(+ FIELD_EDITS + <$field_type>::edits())*
            }

            fn edit_name(mut edit: usize) -> String {
                $(
                    let edits = FIELD_EDITS + <$field_type>::edits();
                    if edit < edits {
                        return field_name::<$field_type>(stringify!($field), edit);
                    }
                    edit -= edits;
                )*
                unreachable!("edit {edit} beyond the last")
            }

            fn act<'a, S: Storage + 'a>(mut cursor: Self::Cursor<'a, S>, edit: usize) -> Result<Did> {
                ActOnStruct::act_on(&mut cursor, edit)
            }

            fn mirror(&mut self, mut edit: usize) -> Did {
                $(
                    let edits = FIELD_EDITS + <$field_type>::edits();
                    if edit < edits {
                        return mirror_field(&mut self.$field, $default, edit);
                    }
                    edit -= edits;
                )*
                unreachable!("edit {edit} beyond the last")
            }
        }

        impl<$($generic: Node,)* B: AsSession> ActOnStruct for $edit<'_, $($generic,)* B> {
            fn act_on(&mut self, mut edit: usize) -> Result<Did> {
                $(
                    let edits = FIELD_EDITS + <$field_type>::edits();
                    if edit < edits {
                        return act_on_field!(B::Storage, self, $field_type, $field, $set, $take, $clear, edit);
                    }
                    edit -= edits;
                )*
                unreachable!("edit {edit} beyond the last")
            }
        }
    };
}

/// The edit cursor of a struct, of the root or not.
pub trait ActOnStruct {
    fn act_on(&mut self, edit: usize) -> Result<Did>;
}

/// A growable struct that gained a field.
#[derive(Vellum, Clone, Debug, PartialEq)]
pub struct Grown<T, U> {
    pub a: T,
    #[vellum(since = 2)]
    pub b: U,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
pub struct GrownBefore<T> {
    a: T,
}

struct_node! {
    [T, U] Grown<T, U>, GrownEdit, format!("Grown<{}, {}>", T::type_name(), U::type_name()),
    edited { a: T = T::sample(0), set_a take_a clear_a; b: U = U::sample(0), set_b take_b clear_b; }
    still {}
    previous GrownBefore<T::Previous>,
    |this| GrownBefore { a: this.a.previous() },
    |old| Self { a: T::from_previous(&old.a), b: U::sample(0) }
}

/// A frozen struct.
#[derive(Vellum, Clone, Debug, PartialEq)]
#[vellum(frozen)]
pub struct Frozen<T> {
    pub a: T,
    pub n: u8,
}

struct_node! {
    [T] Frozen<T>, FrozenEdit, format!("Frozen<{}>", T::type_name()),
    edited { a: T = T::sample(0), set_a take_a clear_a; }
    still { n: u8 = 0; }
    previous Frozen<T::Previous>,
    |this| Frozen { a: this.a.previous(), n: this.n },
    |old| Self { a: T::from_previous(&old.a), n: old.n }
}

/// Declared defaults in both revisions.
#[derive(Vellum, Clone, Debug, PartialEq)]
pub struct Declared {
    #[vellum(default = true)]
    flag: bool,
    #[vellum(default = 7)]
    small: u8,
    #[vellum(default = "name")]
    text: String,
    #[vellum(default = Fruit::Plums)]
    fruit: Fruit,
    #[vellum(since = 2, default = true)]
    late_flag: bool,
    #[vellum(since = 2, default = 99)]
    late_number: u64,
    #[vellum(since = 2, default = "later")]
    late_text: String,
    #[vellum(since = 2, default = Fruit::Pears)]
    late_fruit: Fruit,
    #[vellum(since = 2)]
    late_code: FixedStr<4>,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
pub struct DeclaredBefore {
    #[vellum(default = true)]
    flag: bool,
    #[vellum(default = 7)]
    small: u8,
    #[vellum(default = "name")]
    text: String,
    #[vellum(default = Fruit::Plums)]
    fruit: Fruit,
}

struct_node! {
    [] Declared, DeclaredEdit, "Declared".into(),
    edited {
        flag: bool = true, set_flag take_flag clear_flag;
        small: u8 = 7, set_small take_small clear_small;
        text: String = "name".into(), set_text take_text clear_text;
        fruit: Fruit = Fruit::Plums, set_fruit take_fruit clear_fruit;
        late_flag: bool = true, set_late_flag take_late_flag clear_late_flag;
        late_number: u64 = 99, set_late_number take_late_number clear_late_number;
        late_text: String = "later".into(), set_late_text take_late_text clear_late_text;
        late_fruit: Fruit = Fruit::Pears, set_late_fruit take_late_fruit clear_late_fruit;
        late_code: FixedStr<4> = FixedStr::new(), set_late_code take_late_code clear_late_code;
    }
    still {}
    previous DeclaredBefore,
    |this| DeclaredBefore { flag: this.flag, small: this.small, text: this.text.clone(), fruit: this.fruit },
    |old| Self { flag: old.flag, small: old.small, text: old.text.clone(), fruit: old.fruit, ..Self::sample(0) }
}

/// The type under test twice: from the first revision on, and since the second; other fields stand on both sides.
#[derive(Vellum, Clone, Debug, PartialEq)]
pub struct Root<T> {
    pub before: u8,
    pub flag: bool,
    pub x: T,
    pub mid: String,
    #[vellum(since = 2)]
    late: u64,
    #[vellum(since = 2)]
    y: T,
    #[vellum(since = 2)]
    after: String,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
pub struct RootBefore<T> {
    pub before: u8,
    pub flag: bool,
    pub x: T,
    pub mid: String,
}

struct_node! {
    [T] Root<T>, RootEdit, format!("Root<{}>", T::type_name()),
    edited {
        x: T = T::sample(0), set_x take_x clear_x;
        y: T = T::sample(0), set_y take_y clear_y;
        mid: String = String::new(), set_mid take_mid clear_mid;
    }
    still { before: u8 = 0; flag: bool = false; late: u64 = 0; after: String = String::new(); }
    previous RootBefore<T::Previous>,
    |this| RootBefore { before: this.before, flag: this.flag, x: this.x.previous(), mid: this.mid.clone() },
    |old| Self {
        before: old.before, flag: old.flag, x: T::from_previous(&old.x), mid: old.mid.clone(),
        late: 0, y: T::sample(0), after: String::new(),
    }
}
