//! Cursors on the elements of lists of unions that are packed: they make an element another variant, as the list itself does.

use vellum::{ErrorKind, Result, Storage, Vellum, Workspace};

#[derive(Vellum, Clone, Debug, PartialEq)]
enum Cell {
    Empty,
    Void,
    Number(u16),
    Long(u64),
    Text(String),
    Note { title: String, stars: u8 },
    Rated(Rated),
    Cells(Vec<Cell>),
}

#[derive(Vellum, Clone, Debug, PartialEq)]
struct Rated {
    #[vellum(range = ..=5)]
    stars: u8,
    #[vellum(with = text)]
    text: Chars,
}

#[derive(Clone, Debug, PartialEq)]
struct Chars(Vec<u8>);

/// Text that is kept as bytes, of which not all are text.
mod text {
    pub type Stored = String;

    pub fn store(chars: &super::Chars) -> Result<String, std::str::Utf8Error> {
        std::str::from_utf8(&chars.0).map(String::from)
    }

    #[allow(clippy::unnecessary_wraps)] // What `with` calls.
    pub fn load(text: String) -> Result<super::Chars, std::convert::Infallible> {
        Ok(super::Chars(text.into_bytes()))
    }
}

#[derive(Vellum, Clone, Debug, PartialEq)]
struct Sheet {
    cells: Vec<Cell>,
    name: String,
}

fn values() -> [Cell; 8] {
    [
        Cell::Empty,
        Cell::Void,
        Cell::Number(7),
        Cell::Long(1 << 40),
        Cell::Text("a text".into()),
        Cell::Note { title: "a title".into(), stars: 5 },
        Cell::Rated(Rated { stars: 3, text: Chars(b"good".to_vec()) }),
        Cell::Cells(vec![Cell::Number(1), Cell::Number(2)]),
    ]
}

fn sheet(cell: &Cell) -> Sheet {
    Sheet { cells: vec![cell.clone(); 3], name: "sheet".into() }
}

/// Makes an element a value, by the setter of its variant.
fn set<S: Storage>(cell: &mut CellEdit<'_, S>, value: &Cell) -> Result<()> {
    match value {
        Cell::Empty => cell.set_empty(),
        Cell::Void => cell.set_void(),
        Cell::Number(number) => cell.set_number(*number),
        Cell::Long(number) => cell.set_long(*number),
        Cell::Text(text) => cell.set_text(text),
        Cell::Note { title, stars } => cell.set_note(CellNoteSet { title, stars: *stars }),
        Cell::Rated(rated) => cell.set_rated(rated),
        Cell::Cells(cells) => cell.set_cells(cells),
    }
}

#[test]
fn an_element_becomes_every_variant_by_its_cursor() {
    for (old, new) in values().iter().flat_map(|old| values().map(|new| (old.clone(), new))) {
        let expected = Sheet { cells: vec![old.clone(), new.clone(), old.clone()], ..sheet(&old) };
        let mut by_list = vellum::to_vec(&sheet(&old)).unwrap();
        Sheet::edit(&mut by_list).unwrap().cells().set(1, &new).unwrap();
        for by_variant in [true, false] {
            let mut bytes = vellum::to_vec(&sheet(&old)).unwrap();
            let mut session = Sheet::edit(&mut bytes).unwrap();
            let mut cells = session.cells();
            let mut cell = cells.at(1).unwrap();
            if by_variant {
                set(&mut cell, &new).unwrap();
            } else {
                cell.set(&new).unwrap();
            }
            assert_eq!(bytes, by_list, "{old:?} to {new:?}");
            assert_eq!(vellum::from_slice::<Sheet>(&bytes).unwrap(), expected);
            Sheet::schema().prove(&bytes).unwrap();
            Sheet::compact(&mut bytes).unwrap();
            assert_eq!(bytes, vellum::to_vec(&expected).unwrap());
        }
    }
}

#[test]
fn a_cursor_edits_its_element_on_after_the_list_was_unpacked() {
    for old in values() {
        let mut bytes = vellum::to_vec(&sheet(&old)).unwrap();
        let mut session = Sheet::edit(&mut bytes).unwrap();
        let mut cells = session.cells();
        let mut cell = cells.at(1).unwrap();
        for new in values().iter().chain(values().iter().rev()) {
            set(&mut cell, new).unwrap();
            cell.set(new).unwrap();
        }
        cell.set_text("a").unwrap();
        cell.as_text().unwrap().unwrap().push_str(" longer text than all before").unwrap();
        assert!(matches!(cell.get().unwrap(), CellRef::Text("a longer text than all before")));
        cells.push(&Cell::Void).unwrap();
        session.set_name("another name").unwrap();
        let text = Cell::Text("a longer text than all before".into());
        let expected = Sheet { cells: vec![old.clone(), text, old, Cell::Void], name: "another name".into() };
        assert_eq!(vellum::from_slice::<Sheet>(&bytes).unwrap(), expected);
        Sheet::schema().prove(&bytes).unwrap();
    }
}

#[test]
fn an_element_that_cannot_become_a_value_leaves_the_buffer_as_it_was() {
    let too_many = Cell::Rated(Rated { stars: 6, text: Chars(vec![]) });
    let no_text = Cell::Rated(Rated { stars: 5, text: Chars(vec![0xFF]) });
    for old in values() {
        let before = vellum::to_vec(&sheet(&old)).unwrap();
        for wrong in [&too_many, &no_text] {
            let mut bytes = before.clone();
            let mut session = Sheet::edit(&mut bytes).unwrap();
            let mut cells = session.cells();
            let mut cell = cells.at(1).unwrap();
            assert_eq!(set(&mut cell, wrong).unwrap_err().kind(), ErrorKind::Type);
            assert_eq!(cell.set(wrong).unwrap_err().kind(), ErrorKind::Type);
            cell.set(&old).unwrap();
            assert_eq!(bytes, before);
        }
    }
}

#[test]
fn in_memory_that_cannot_grow_an_element_becomes_a_value_or_nothing_changes() {
    let (mut done, mut full) = (0, 0);
    for (old, new) in values().iter().flat_map(|old| values().map(|new| (old.clone(), new))) {
        let expected = Sheet { cells: vec![old.clone(), new.clone(), old.clone()], ..sheet(&old) };
        for room in [0, 20, 60, 400] {
            let mut memory = vec![0; vellum::to_vec(&sheet(&old)).unwrap().len() + 40 + room];
            Workspace::format(&mut memory, &sheet(&old)).unwrap();
            let before = memory.clone();
            let mut workspace = Workspace::open(&mut memory).unwrap();
            let result = set(&mut Sheet::edit(&mut workspace).unwrap().cells().at(1).unwrap(), &new);
            match result {
                Ok(()) => assert_eq!(vellum::from_slice::<Sheet>(&memory).unwrap(), expected),
                Err(error) => assert_eq!((error.kind(), &memory), (ErrorKind::Full, &before)),
            }
            Sheet::schema().prove(&memory).unwrap();
            *if memory == before { &mut full } else { &mut done } += 1;
        }
        let mut bytes = vellum::to_vec(&sheet(&old)).unwrap();
        let before = bytes.clone();
        let fixed: &mut [u8] = &mut bytes;
        let result = set(&mut Sheet::edit(fixed).unwrap().cells().at(1).unwrap(), &new);
        match result {
            Ok(()) => assert_eq!(vellum::from_slice::<Sheet>(&bytes).unwrap(), expected),
            Err(error) => assert_eq!((error.kind(), &bytes), (ErrorKind::Full, &before)),
        }
    }
    assert!(done > 20 && full > 20, "{done} {full}");
}
