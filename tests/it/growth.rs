//! Work that grows with its input, not with its square: schemas and paths from anywhere.

use std::fmt::Write;
use std::time::{Duration, Instant};

use vellum::{ErrorKind, Record, Schema};

fn time(run: impl FnOnce()) -> Duration {
    let start = Instant::now();
    run();
    start.elapsed()
}

/// Fails if a schema of eight times as many fields takes much more than eight times as long. A square would be 64 times.
fn grows_with_its_length(field: impl Fn(usize) -> String) {
    let schema = |fields: usize| {
        let mut text = String::from("frozen struct F { n: u8 } struct R { ");
        for index in 0..fields {
            write!(text, "f{index}: {}, ", field(index)).unwrap();
        }
        text + "} root R;"
    };
    let (short, long) = (schema(500), schema(4000));
    assert!(Schema::parse(&long).is_ok());
    // On a busy machine a run can take any time, so the shortest of several counts. A square takes too long in each.
    let (mut of_short, mut of_long) = (Duration::MAX, Duration::MAX);
    for _ in 0..20 {
        of_short = of_short.min(time(|| drop(Schema::parse(&short))));
        of_long = of_long.min(time(|| drop(Schema::parse(&long))));
        if of_long < of_short * 30 {
            return;
        }
    }
    panic!("{of_short:?} and {of_long:?}");
}

#[test]
fn schemas_of_nested_arrays_are_parsed_in_time_that_grows_with_them() {
    grows_with_its_length(|_| "array<array<array<F, 1>, 1>, 1>".into());
}

#[test]
fn schemas_of_many_tuples_are_parsed_in_time_that_grows_with_them() {
    grows_with_its_length(|index| format!("list<tuple<F, string[{}]>>", index + 1));
}

#[test]
fn schemas_of_many_revisions_are_parsed_in_time_that_grows_with_them() {
    grows_with_its_length(|index| format!("u8 since {}", index + 1));
}

#[test]
fn fields_of_many_revisions_lie_where_those_of_few_do() {
    let schema = |order: &[usize]| {
        let fields = order
            .iter()
            .map(|index| format!("f{index}: {} since {}, ", ["bool", "u8", "string"][index % 3], index % 7 + 1));
        Schema::parse(&format!("struct R {{ {}}} root R;", fields.collect::<String>())).unwrap()
    };
    // The order of declaration counts within a revision only.
    let by_revision: Vec<usize> = (0..7).flat_map(|since| (0..40).filter(move |index| index % 7 == since)).collect();
    let (declared, sorted) = (schema(&(0..40).collect::<Vec<_>>()), schema(&by_revision));
    let filled = |schema: &Schema| {
        let mut record = Record::new(schema);
        for index in 0..40 {
            let field = format!("f{index}");
            match index % 3 {
                0 => record.set(&*field, true).unwrap(),
                1 => record.set(&*field, u8::try_from(index).unwrap()).unwrap(),
                _ => record.set(&*field, &*field).unwrap(),
            }
        }
        record
    };
    assert_eq!(filled(&declared).root().unwrap().fields().len(), 40);
    assert!(sorted.prove(filled(&declared).as_bytes()).is_ok());
    for index in 0..40 {
        let (a, b) = (filled(&declared), Record::open(&sorted, filled(&declared).as_bytes().to_vec()).unwrap());
        let field = format!("f{index}");
        let print = |record: &Record| format!("{:?}", record.root().unwrap().get(&field).unwrap());
        assert_eq!(print(&a), print(&b));
    }
}

#[test]
fn a_path_of_more_steps_than_a_value_can_have_is_refused_unread() {
    let schema = Schema::parse("root any;").unwrap();
    let mut record = Record::new(&schema);
    let before = record.as_bytes().to_vec();
    for path in ["a.".repeat(100_000) + "a", "[0]".repeat(100_000), "[\"k\"]".repeat(100_000)] {
        let error = record.set(&*path, 1).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Limit);
        assert!(error.to_string().len() < 300, "{error}");
        assert_eq!(record.get::<u8>(&path).unwrap_err().kind(), ErrorKind::Limit);
    }
    assert_eq!(record.as_bytes(), before);
    record.set(&*("a.".repeat(63) + "a"), 1).unwrap();
    assert_eq!(record.get::<i64>(&("a.".repeat(63) + "a")).unwrap(), 1);
}

#[test]
fn a_comparison_that_contradicts_itself_sorts_without_a_panic() {
    let schema = Schema::parse("struct R { list: list<u32> } root R;").unwrap();
    let item = schema.field::<u32>("list[]").unwrap();
    let mut record = Record::new(&schema);
    record.extend(&item, (0..1000).map(|n| n * 7919 % 1000)).unwrap();
    let mut turn = 0u32;
    record
        .sort_by(&item, |a, b| {
            turn = turn.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            if turn & 0x1000 == 0 { a.cmp(b) } else { std::cmp::Ordering::Greater }
        })
        .unwrap();
    let mut values: Vec<u32> = record.iter(&item).unwrap().map(Result::unwrap).collect();
    values.sort_unstable();
    assert_eq!(values, (0..1000).collect::<Vec<_>>());
}

#[test]
fn sorting_keeps_the_order_of_equal_elements_whatever_the_length() {
    let schema = Schema::parse("struct R { list: list<u32> } root R;").unwrap();
    let item = schema.field::<u32>("list[]").unwrap();
    for len in [0u32, 1, 2, 3, 7, 8, 9, 100, 1025] {
        let values: Vec<u32> = (0..len).map(|n| n.wrapping_mul(2_654_435_761) >> 3).collect();
        let mut record = Record::new(&schema);
        record.extend(&item, values.iter().copied()).unwrap();
        record.sort_by(&item, |a, b| (a % 10).cmp(&(b % 10))).unwrap();
        let mut expected = values;
        expected.sort_by_key(|value| value % 10);
        assert_eq!(record.iter(&item).unwrap().map(Result::unwrap).collect::<Vec<u32>>(), expected);
    }
}

/// Appending to a text looks at what is appended alone.
#[test]
fn a_text_that_is_appended_to_takes_time_that_grows_with_it() {
    let schema = Schema::parse("struct R { text: string } root R;").unwrap();
    let text = schema.field::<str>("text").unwrap();
    let append = |count: usize| {
        time(|| {
            let mut record = Record::new(&schema);
            (0..count).for_each(|_| record.append(&text, "tën bytes").unwrap());
        })
    };
    let (mut of_few, mut of_many) = (Duration::MAX, Duration::MAX);
    for _ in 0..20 {
        of_few = of_few.min(append(2000));
        of_many = of_many.min(append(16_000));
        if of_many < of_few * 20 {
            return;
        }
    }
    panic!("{of_few:?} and {of_many:?}");
}
