//! Records in LMDB: read in its map, at whatever address they lie.
//!
//! `cargo run --example heed_records --features heed`

use heed::{CommitOrAbort, EnvOpenOptions};
use vellum::Vellum;
use vellum_stores::Key;
use vellum_stores::heed::{KeyOf, RecordDatabase, Vlm};

#[derive(Vellum)]
#[vellum(key(city, hour desc))]
struct Weather {
    city: String,
    hour: u32,
    degrees: f32,
    notes: Vec<String>,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = tempfile::tempdir()?;
    // SAFETY: nobody else changes the files in the folder while they are mapped.
    let env = unsafe { EnvOpenOptions::new().map_size(10 << 20).open(folder.path())? };
    let write = env.write_txn()?;
    let weather = env.create_databases_and_commit(write, |opener, write| {
        opener.create_database::<KeyOf<Weather>, Vlm<Weather>>(write, None).map(CommitOrAbort::<_, ()>::Commit)
    })?;
    let weather = weather.unwrap_commit();

    let mut write = env.write_txn()?;
    for (city, hour, degrees) in [("Lund", 8, -1.5), ("Lund", 12, 3.0), ("Oslo", 8, -4.0)] {
        let value = Weather { city: city.into(), hour, degrees, notes: vec![] };
        weather.encode(&mut write, &Key::new((city, hour))?, &value)?;
    }
    weather.update(&mut write, &Key::new(("Lund", 12))?, |weather| weather.notes().push("thaw"))?;
    write.commit()?;

    let read = env.read_txn()?;
    for entry in weather.range(&read, &Key::prefix("Lund")?)? {
        let (_key, record) = entry?;
        let view = record.peek()?;
        println!("{} at {}: {} degrees, {} notes", view.city()?, view.hour()?, view.degrees()?, view.notes()?.len());
    }
    Ok(())
}
