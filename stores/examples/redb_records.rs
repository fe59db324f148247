//! Records in redb: sorted by their keys, read in its pages, edited and patched in a transaction.
//!
//! `cargo run --example redb_records --features redb`

use redb::{Database, ReadableDatabase, TableDefinition};
use vellum::Vellum;
use vellum_stores::redb::{KeyOf, KeyedTable, RecordTable, Vlm};
use vellum_stores::{Key, PatchMerge};

/// A task. Its key sorts by project, each project's most urgent first.
#[derive(Vellum)]
#[vellum(key(project, urgency desc, number))]
struct Task {
    project: String,
    urgency: u8,
    number: u32,
    title: String,
    done: bool,
    comments: Vec<String>,
}

// The types of keys and values hold what the schema is: a table of another type is refused.
const TASKS: TableDefinition<KeyOf<Task>, Vlm<Task>> = TableDefinition::new("tasks");

fn task(project: &str, urgency: u8, number: u32, title: &str) -> Task {
    Task { project: project.into(), urgency, number, title: title.into(), done: false, comments: vec![] }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = tempfile::tempdir()?;
    let database = Database::create(folder.path().join("tasks.redb"))?;

    let write = database.begin_write()?;
    {
        let mut tasks = write.open_table(TASKS)?;
        tasks.put(&task("engine", 1, 1, "oil the gears"))?;
        tasks.put(&task("engine", 9, 2, "order punched cards"))?;
        tasks.put(&task("notes", 5, 3, "number the pages"))?;

        // An edit by a closure. An error would leave the record as it is.
        tasks.update(Key::new(("engine", 9, 2))?, |task| {
            task.set_done(true)?;
            task.comments().push("they came today")
        })?;

        // A patch, as another machine may have sent it.
        let merge = PatchMerge::of::<Task>()?;
        let theirs = vellum::to_vec(&task("engine", 1, 1, "oil the gears"))?;
        let patch = merge.patch(&theirs, |bytes| Task::edit(bytes)?.set_title("oil all gears"))?;
        println!("a patch of {} bytes for a record of {}", patch.len(), theirs.len());
        tasks.apply(Key::new(("engine", 1, 1))?, &patch)?;
    }
    write.commit()?;

    let tasks = database.begin_read()?.open_table(TASKS)?;
    for entry in tasks.range(Key::prefix("engine")?)? {
        let (_key, task) = entry?;
        let task = task.value().peek()?; // where redb has it
        println!("{} #{} {}: {} comments", task.urgency()?, task.number()?, task.title()?, task.comments()?.len());
    }
    Ok(())
}
