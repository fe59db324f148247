//! A type that borrows from the buffer it is read of, written by hand against the contract of `Value`.
//!
//! No impl can decode a value that borrows: nothing says that the buffer outlives it. Its getter gives it with the lifetime of the buffer
//! instead.

use vellum::__private::{At, Decoder, Heap, ProvedRecord, Prover, RecordBytes, StaticWidth, Target, Width, at};
use vellum::{ErrorKind, Prove, ProvedList, Result, Session, Storage, Value, Vellum};

/// How a row is stored, and what its fields are called.
#[derive(Vellum, Debug, PartialEq)]
#[vellum(frozen)]
struct Stored {
    name: String,
    data: Vec<u8>,
    number: u32,
}

#[derive(Clone, Debug, PartialEq)]
struct Row<'r> {
    name: &'r str,
    data: &'r [u8],
    number: u32,
}

impl Prove for Row<'_> {
    type Proved<'a> = Row<'a>;
    type Held<'a> = Row<'a>;
    type ProvedList<'a> = ProvedList<'a, Self>;
    type Default = ();
    const DEFAULT: &'static () = &();

    fn prove<const E: bool, W: StaticWidth>(
        prover: &mut Prover<'_, W>,
        record: &[u8],
        at: &At<'_, (), E>,
    ) -> Option<()> {
        Stored::prove(prover, record, at)
    }

    fn held<'a, const E: bool>(record: &ProvedRecord<'a>, at: &At<'_, (), E>) -> Row<'a> {
        let stored = Stored::held(record, at);
        Row { name: stored.name(), data: stored.data(), number: stored.number() }
    }

    fn open(held: Self::Held<'_>) -> Self::Proved<'_> {
        held
    }
}

impl<'r> Value for Row<'r> {
    const SHAPE: vellum::__private::TypeShape = Stored::SHAPE;
    const ELEMENT: vellum::__private::Packed = Stored::ELEMENT;
    const PLAN: vellum::__private::TypePlan = Stored::PLAN;
    type Get<'a> = Row<'a>;
    type GetList<'a> = vellum::List<'a, Self>;
    type Set<'a>
        = &'a Row<'r>
    where
        Self: 'a;
    type Cursor<'a, S: Storage + 'a> = Row<'a>;
    type FieldCursor<'a, S: Storage + 'a> = Result<Row<'a>>;

    fn as_set(&self) -> &Self {
        self
    }

    fn is_default(row: &&Self, (): &()) -> bool {
        **row == Row { name: "", data: &[], number: 0 }
    }

    fn heap_len<const E: bool, W: StaticWidth>(row: &&Self, _: &At<'_, (), E>, levels: u32) -> u64 {
        let name = String::heap_len::<_, W>(&row.name, &StoredView::__0.at, levels);
        name.saturating_add(Vec::<u8>::heap_len::<_, W>(&row.data, &StoredView::__1.at, levels))
    }

    fn write<const E: bool, W: StaticWidth>(
        row: &&Self,
        record: &mut [u8],
        at: &At<'_, (), E>,
        heap: &mut Heap<'_, W>,
    ) -> Result<()> {
        // Frozen: the record lies in the slot.
        let record = &mut record[at.place.slot.at(W::WIDTH.shift())..];
        String::write(&row.name, record, &StoredView::__0.at, heap)?;
        Vec::<u8>::write(&row.data, record, &StoredView::__1.at, heap)?;
        u32::write(&row.number, record, &StoredView::__2.at, heap)
    }

    fn get<'a, const E: bool>(record: &RecordBytes<'a>, at: &At<'_, (), E>) -> Result<Row<'a>> {
        let stored = Stored::get(record, at)?;
        Ok(Row { name: stored.name()?, data: stored.data()?, number: stored.number()? })
    }

    fn decode<const E: bool, W: Width>(_: &[u8], _: &At<'_, (), E>, _: &mut Decoder<'_, W>) -> Result<Self> {
        Err(at::undecodable())
    }

    fn cursor<'a, const E: bool, S: Storage>(
        session: &'a mut Session<S>,
        target: Target<'a>,
        at: &At<'_, (), E>,
    ) -> Result<Row<'a>> {
        Self::get(&session.target(&target)?, at)
    }

    fn field_cursor<'a, S: Storage>(
        session: &'a mut Session<S>,
        link: &'a vellum::__private::Link<'a>,
        at: &At<'_, ()>,
    ) -> Result<Row<'a>> {
        at::reach::<Self, S>(session, link, at)
    }
}

#[derive(Vellum)]
struct Sheet<'r> {
    first: Row<'r>,
    rows: Vec<Row<'r>>,
    last: Option<Row<'r>>,
}

#[derive(Vellum)]
struct StoredSheet {
    first: Stored,
    rows: Vec<Stored>,
    last: Option<Stored>,
}

fn row(name: &str, number: u32) -> Row<'_> {
    Row { name, data: name.as_bytes(), number }
}

fn stored(name: &str, number: u32) -> Stored {
    Stored { name: name.into(), data: name.into(), number }
}

fn encoded() -> Vec<u8> {
    let rows = vec![row("", 0), row("two", 2)];
    vellum::to_vec(&Sheet { first: row("one", 1), rows, last: Some(row("three", 3)) }).unwrap()
}

#[test]
fn what_borrows_is_encoded_as_what_owns() {
    let rows = vec![stored("", 0), stored("two", 2)];
    let sheet = StoredSheet { first: stored("one", 1), rows, last: Some(stored("three", 3)) };
    assert_eq!(encoded(), vellum::to_vec(&sheet).unwrap());
    assert_eq!(Sheet::schema().to_string(), StoredSheet::schema().to_string().replace("StoredSheet", "Sheet"));
}

#[test]
fn what_borrows_is_read_without_a_copy_and_outlives_the_view() {
    let bytes = encoded();
    let (first, rows) = {
        let sheet = Sheet::view(&bytes).unwrap();
        let rows = sheet.rows().unwrap().iter().collect::<Result<Vec<Row<'_>>>>();
        (sheet.first().unwrap(), rows.unwrap())
    };
    assert_eq!(first, row("one", 1));
    assert_eq!(rows, [row("", 0), row("two", 2)]);
    let place = first.name.as_ptr().addr();
    assert!(bytes.as_ptr_range().start.addr() < place && place < bytes.as_ptr_range().end.addr());
    let proved = Sheet::access(&bytes).unwrap();
    assert_eq!((proved.first(), proved.last()), (first, Some(row("three", 3))));
}

#[test]
fn what_borrows_is_edited_by_what_lives_shorter() {
    let mut bytes = encoded();
    {
        let name = String::from("another");
        Sheet::edit(&mut bytes).unwrap().set_first(&row(&name, 9)).unwrap();
    }
    assert_eq!(Sheet::view(&bytes).unwrap().first().unwrap(), row("another", 9));
    assert_eq!(vellum::from_slice::<StoredSheet>(&bytes).unwrap().first, stored("another", 9));
    assert_eq!(vellum::from_slice::<Sheet<'_>>(&bytes).err().map(|error| error.kind()), Some(ErrorKind::Type));
}
