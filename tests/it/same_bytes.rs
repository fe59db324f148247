//! Both paths give the same bytes: a value encoded by its derived type, and the same fields set in random order through a
//! run-time schema and compacted, at every pointer width.

use proptest::prelude::*;
use vellum::{Record, Result, Schema, Vellum, dynamic::Dynamic, field::VariantName};

/// The same struct three times, its buffers at least 1, 2 and 4 bytes wide.
macro_rules! twins {
    ($($name:ident, $width:literal;)*) => {$(
        #[derive(Vellum, Clone, Debug, PartialEq)]
        #[vellum(rename = "Root", width = $width)]
        struct $name {
            flag: bool,
            #[vellum(default = true)]
            on: bool,
            maybe: Option<bool>,
            number: Option<i64>,
            #[vellum(default = 18)]
            age: u16,
            #[vellum(default = "nobody")]
            name: String,
            #[vellum(since = 3)]
            late: Option<String>,
            ratio: f32,
            letter: char,
            kind: Kind,
            data: Vec<u8>,
            codes: Vec<u32>,
            flags: Vec<bool>,
            gaps: Vec<Option<i16>>,
            texts: Vec<Option<String>>,
            grid: Vec<Vec<String>>,
            place: Option<Place>,
            fixed: Place,
            #[vellum(since = 2)]
            line: Line,
            #[vellum(since = 2)]
            other: Option<Line>,
            lines: Vec<Line>,
            spots: Vec<Place>,
            #[vellum(since = 2)]
            last: u64,
        }

        impl From<Seed> for $name {
            fn from(seed: Seed) -> Self {
                let Seed { flags: [flag, on], maybe, number, age, name, late, ratio, letter, kind, lists, places, lines } = seed;
                let Lists { data, codes, flags, gaps, texts, grid } = lists;
                let [fixed, spot] = places;
                let [line, other] = lines;
                Self {
                    flag, on, maybe, number, age, name, late, ratio, letter, kind,
                    last: codes.iter().map(|code| u64::from(*code)).sum(),
                    lines: if on { vec![other.clone(), line.clone()] } else { vec![] },
                    spots: if flag { vec![spot.clone()] } else { vec![] },
                    data, codes, flags, gaps, texts, grid, fixed,
                    place: maybe.map(|_| spot), line, other: number.map(|_| other),
                }
            }
        }
    )*};
}
twins! {
    One, 1;
    Two, 2;
    Four, 4;
}

#[derive(Vellum, Clone, Copy, Debug, PartialEq)]
#[repr(u16)]
enum Kind {
    Plain = 500,
    Fancy = 2,
    Odd,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
#[vellum(frozen)]
struct Place {
    label: String,
    x: f64,
    up: bool,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
struct Line {
    from: Place,
    dashes: Vec<i8>,
    note: Option<char>,
}

#[derive(Clone, Debug)]
struct Seed {
    flags: [bool; 2],
    maybe: Option<bool>,
    number: Option<i64>,
    age: u16,
    name: String,
    late: Option<String>,
    ratio: f32,
    letter: char,
    kind: Kind,
    lists: Lists,
    places: [Place; 2],
    lines: [Line; 2],
}

#[derive(Clone, Debug)]
struct Lists {
    data: Vec<u8>,
    codes: Vec<u32>,
    flags: Vec<bool>,
    gaps: Vec<Option<i16>>,
    texts: Vec<Option<String>>,
    grid: Vec<Vec<String>>,
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![Just(String::new()), "[a-zé]{1,12}", "[ -~]{120,300}"]
}

fn place() -> impl Strategy<Value = Place> {
    let x = prop_oneof![Just(0.0), Just(-0.0), Just(f64::MAX), any::<f64>().prop_filter("comparable", |x| !x.is_nan())];
    (text(), x, any::<bool>()).prop_map(|(label, x, up)| Place { label, x, up })
}

fn line() -> impl Strategy<Value = Line> {
    let zero = Place { label: String::new(), x: 0.0, up: false };
    let default = Line { from: zero, dashes: vec![], note: None };
    let random = (place(), prop::collection::vec(any::<i8>(), 0..4), any::<Option<char>>())
        .prop_map(|(from, dashes, note)| Line { from, dashes, note });
    prop_oneof![1 => Just(default), 3 => random]
}

fn seed() -> impl Strategy<Value = Seed> {
    let lists = (
        prop::collection::vec(any::<u8>(), 0..40),
        prop::collection::vec(any::<u32>(), 0..5),
        prop::collection::vec(any::<bool>(), 0..5),
        prop::collection::vec(any::<Option<i16>>(), 0..5),
        prop::collection::vec(prop::option::of(text()), 0..4),
        prop::collection::vec(prop::collection::vec(text(), 0..3), 0..3),
    )
        .prop_map(|(data, codes, flags, gaps, texts, grid)| Lists { data, codes, flags, gaps, texts, grid });
    let kind = prop_oneof![Just(Kind::Plain), Just(Kind::Fancy), Just(Kind::Odd)];
    let age = prop_oneof![Just(0u16), Just(18), any::<u16>()];
    let name = prop_oneof![Just("nobody".to_owned()), text()];
    let scalars =
        (any::<[bool; 2]>(), any::<Option<bool>>(), any::<Option<i64>>(), age, -1e9f32..1e9, any::<char>(), kind);
    let rest = (name, prop::option::of(text()), lists, [place(), place()], [line(), line()]);
    (scalars, rest).prop_map(
        |((flags, maybe, number, age, ratio, letter, kind), (name, late, lists, places, lines))| Seed {
            flags,
            maybe,
            number,
            age,
            name,
            late,
            ratio,
            letter,
            kind,
            lists,
            places,
            lines,
        },
    )
}

fn write_place(record: &mut Record, at: &str, place: &Place) -> Result<()> {
    record.set(format!("{at}.label").as_str(), place.label.as_str())?;
    record.set(format!("{at}.x").as_str(), place.x)?;
    record.set(format!("{at}.up").as_str(), place.up)
}

fn write_line(record: &mut Record, at: &str, line: &Line) -> Result<()> {
    write_place(record, &format!("{at}.from"), &line.from)?;
    for dash in &line.dashes {
        record.push(format!("{at}.dashes").as_str(), *dash)?;
    }
    match line.note {
        Some(note) => record.set(format!("{at}.note").as_str(), note),
        None => Ok(()),
    }
}

/// Sets the field of that number.
fn write_field(record: &mut Record, schema: &Schema, value: &One, number: usize) -> Result<()> {
    match number {
        0 => record.set("flag", value.flag),
        1 => record.set("on", value.on),
        2 => value.maybe.map_or(Ok(()), |maybe| record.set("maybe", maybe)),
        3 => value.number.map_or(Ok(()), |number| record.set("number", number)),
        4 => record.set("age", value.age),
        5 => record.set("name", value.name.as_str()),
        6 => value.late.as_deref().map_or(Ok(()), |late| record.set("late", late)),
        7 => record.set("ratio", value.ratio),
        8 => record.set("letter", value.letter),
        9 => record.set(&schema.field::<VariantName>("kind")?, format!("{:?}", value.kind).as_str()),
        10 => record.set("data", value.data.as_slice()),
        11 => value.codes.iter().try_for_each(|code| record.push("codes", *code)),
        12 => value.flags.iter().try_for_each(|flag| record.push("flags", *flag)),
        13 => value.gaps.iter().try_for_each(|gap| match gap {
            Some(gap) => record.push("gaps", *gap),
            None => record.push_default(&schema.field::<i16>("gaps[]")?),
        }),
        14 => value.texts.iter().try_for_each(|text| match text {
            Some(text) => record.push("texts", text.as_str()),
            None => record.push_default(&schema.field::<str>("texts[]")?),
        }),
        15 => value.grid.iter().enumerate().try_for_each(|(index, row)| {
            record.push_default(&schema.field::<Dynamic>("grid[]")?)?;
            row.iter().try_for_each(|cell| record.push(format!("grid[{index}]").as_str(), cell.as_str()))
        }),
        16 => value.place.as_ref().map_or(Ok(()), |place| write_place(record, "place", place)),
        17 => write_place(record, "fixed", &value.fixed),
        18 => write_line(record, "line", &value.line),
        19 => value.other.as_ref().map_or(Ok(()), |line| write_line(record, "other", line)),
        20 => value.lines.iter().enumerate().try_for_each(|(index, line)| {
            record.push_default(&schema.field::<Dynamic>("lines[]")?)?;
            write_line(record, &format!("lines[{index}]"), line)
        }),
        21 => value.spots.iter().enumerate().try_for_each(|(index, place)| {
            record.push_default(&schema.field::<Dynamic>("spots[]")?)?;
            write_place(record, &format!("spots[{index}]"), place)
        }),
        _ => record.set("last", value.last),
    }
}

fn by_fields(schema: &Schema, value: &One, order: &[usize]) -> Vec<u8> {
    let mut record = Record::new(schema);
    for number in order {
        write_field(&mut record, schema, value, *number).unwrap_or_else(|error| panic!("field {number}: {error}"));
    }
    record.compact().expect("a record just written compacts");
    record.into_storage()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, ..ProptestConfig::default() })]

    #[test]
    fn fields_set_in_any_order_compact_to_the_bytes_of_the_derived_value(
        seed in seed(),
        order in Just((0..23).collect::<Vec<usize>>()).prop_shuffle(),
    ) {
        let value = One::from(seed.clone());
        let encoded = [
            vellum::to_vec(&value).unwrap(),
            vellum::to_vec(&Two::from(seed.clone())).unwrap(),
            vellum::to_vec(&Four::from(seed)).unwrap(),
        ];
        prop_assert_eq!(&vellum::from_slice::<One>(&encoded[0]).unwrap(), &value);
        for (schema, encoded) in [One::schema(), Two::schema(), Four::schema()].into_iter().zip(&encoded) {
            let parsed = Schema::parse(&schema.to_string()).unwrap();
            prop_assert_eq!(&by_fields(&parsed, &value, &order), encoded);
        }
    }
}
