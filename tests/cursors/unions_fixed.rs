//! Lists of unions in a workspace: another variant is taken as long as there is room for the list that is written then.

use vellum::{ErrorKind, Record, Result, Vellum, Workspace, field::VariantName, schema::PointerWidth};

#[derive(Vellum, Clone, Debug, PartialEq)]
struct Phone {
    country: u16,
    number: String,
    notes: Vec<String>,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
enum Held {
    Nothing,
    Short(u8),
    Long(u64),
    Text(String),
    Phone(Phone),
    Pair((u32, u32)),
    Many(Vec<Held>),
}

#[derive(Vellum, Clone, Debug, PartialEq)]
struct Log {
    before: String,
    all: Vec<Held>,
    after: Vec<u16>,
}

fn phone(country: u16) -> Held {
    Held::Phone(Phone { country, number: "0123".into(), notes: vec!["a".into(), String::new(), "c".into()] })
}

/// Lists of one variant each.
fn packed() -> Vec<Vec<Held>> {
    vec![
        vec![Held::Nothing; 3],
        (0..5).map(Held::Short).collect(),
        (0..5).map(Held::Long).collect(),
        ["", "one", "two"].map(|text| Held::Text(text.into())).to_vec(),
        (0..3).map(phone).collect(),
        (0..3).map(|n| Held::Pair((n, 1 << n))).collect(),
        vec![
            Held::Many(vec![]),
            Held::Many(vec![Held::Short(1), Held::Short(2)]),
            Held::Many(vec![phone(1), Held::Nothing]),
        ],
    ]
}

type Edit = (&'static str, fn(&mut Workspace<&mut [u8]>) -> Result<()>, fn(&mut Log));

const EDITS: [Edit; 7] = [
    (
        "push",
        |log| Log::edit(log)?.all().push(&Held::Text("other".into())),
        |log| log.all.push(Held::Text("other".into())),
    ),
    ("push a phone", |log| Log::edit(log)?.all().push(&phone(49)), |log| log.all.push(phone(49))),
    (
        "insert",
        |log| Log::edit(log)?.all().insert(1, &Held::Long(u64::MAX)),
        |log| log.all.insert(1, Held::Long(u64::MAX)),
    ),
    ("set", |log| Log::edit(log)?.all().set(0, &Held::Pair((7, 8))), |log| log.all[0] = Held::Pair((7, 8))),
    (
        "extend",
        |log| Log::edit(log)?.all().extend_from_slice(&[Held::Short(9), phone(9)]),
        |log| log.all.extend([Held::Short(9), phone(9)]),
    ),
    (
        "path",
        |log| Record::open(Log::schema(), log)?.set("all[1].Phone.number", "made on the way"),
        |log| match &mut log.all[1] {
            Held::Phone(phone) => phone.number = "made on the way".into(),
            other => {
                *other = Held::Phone(Phone { country: 0, number: "made on the way".into(), notes: vec![] });
            }
        },
    ),
    (
        "name",
        |log| {
            let all = Log::schema().field::<VariantName>("all[]")?;
            Record::open(Log::schema(), log)?.push(&all, "Text")
        },
        |log| log.all.push(Held::Text(String::new())),
    ),
];

#[test]
fn another_variant_comes_into_a_workspace_if_there_is_room() {
    let (mut refused, mut taken) = (0, 0);
    for all in packed() {
        let log = Log { before: "what lies before".into(), all, after: vec![1, 2, 3] };
        for (name, edit, expect) in EDITS {
            let mut expected = log.clone();
            expect(&mut expected);
            // The list is written anew, so twice the room and some is enough, and less may do.
            let enough = 4 * vellum::to_vec_with_width(&expected, PointerWidth::Two).unwrap().len() + 200;
            let mut was_taken = false;
            for capacity in (60..enough).step_by(3).chain([enough]) {
                let mut memory = vec![0xAB; capacity];
                let Ok(mut workspace) = Workspace::format(&mut memory[..], &log) else { continue };
                let before = vellum::from_slice::<Log>(&memory_of(&workspace)).unwrap();
                let bytes = memory_of(&workspace);
                match edit(&mut workspace) {
                    Ok(()) => {
                        taken += 1;
                        was_taken = true;
                        let after = memory_of(&workspace);
                        assert_eq!(vellum::from_slice::<Log>(&after).unwrap(), expected, "{name}");
                        // What was there is released, and nothing else.
                        Record::open(Log::schema(), after.clone()).unwrap().space().unwrap();
                        let mut edit = Log::edit(&mut workspace).unwrap();
                        edit.all().push(&Held::Nothing).or_else(full).unwrap();
                        edit.after().push(4).or_else(full).unwrap();
                    }
                    Err(error) => {
                        assert_eq!(error.kind(), ErrorKind::Full, "{name}: {error}");
                        assert_eq!(memory_of(&workspace), bytes, "{name} in {capacity}");
                        assert_eq!(before, log);
                        refused += 1;
                    }
                }
            }
            assert!(was_taken, "{name} of {:?}", log.all);
        }
    }
    assert!(refused > 100 && taken > 100, "{refused} {taken}");
}

fn full(error: vellum::Error) -> Result<()> {
    if error.kind() == ErrorKind::Full { Ok(()) } else { Err(error) }
}

fn memory_of(workspace: &Workspace<&mut [u8]>) -> Vec<u8> {
    workspace.as_ref().to_vec()
}

#[test]
fn a_workspace_serves_many_changes_of_variants() -> Result<()> {
    let mut memory = vec![0; 6000];
    let mut log = Log { before: String::new(), all: vec![], after: vec![] };
    let mut workspace = Workspace::format(&mut memory[..], &log)?;
    for round in 0..200u16 {
        let value = match round % 6 {
            0 => Held::Short(1),
            1 => Held::Long(1 << 50),
            2 => Held::Text("x".repeat(usize::from(round % 20))),
            3 => phone(round),
            4 => Held::Pair((1, 2)),
            _ => Held::Many(vec![Held::Short(1), Held::Short(2)]),
        };
        let mut edit = Log::edit(&mut workspace)?;
        if log.all.len() >= 6 {
            edit.set_all(&[])?;
            log.all.clear();
        }
        if round % 3 == 0 {
            edit.set_all(&[value.clone(), value.clone()])?;
            log.all = vec![value.clone(), value];
        } else {
            edit.all().push(&value)?;
            log.all.push(value);
        }
        assert_eq!(vellum::from_slice::<Log>(&memory_of(&workspace))?, log, "{round}");
    }
    Ok(())
}
