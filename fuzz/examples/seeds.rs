//! Writes the first inputs of every target, for a fuzzer to begin with: `cargo run --example seeds -- seeds`.
//!
//! What is kept in `seeds/` is these and what a fuzzer found, minimised. Running this again adds them.

use std::fs;
use std::path::Path;

use vellum::{Record, Vellum, framed, stream};
use vellum_fuzz::rich::Rich;
use vellum_fuzz::schemas;

fn main() -> std::io::Result<()> {
    let folder = std::env::args().nth(1).expect("the folder to write to");
    let folder = Path::new(&folder);
    let write = |target: &str, name: &str, data: &[u8]| -> std::io::Result<()> {
        let folder = folder.join(target);
        fs::create_dir_all(&folder)?;
        fs::write(folder.join(name), data)
    };
    // Choices of edits that differ from one another.
    let choices = |seed: u32, len: u32| -> Vec<u8> {
        (0..len).map(|n| ((n + seed * 1000).wrapping_mul(2_654_435_761) >> 23) as u8).collect()
    };
    // Bytes by chance, of which all bits count.
    let mixed = |seed: u64, len: usize| -> Vec<u8> {
        let next =
            |word: &u64| Some(word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407));
        std::iter::successors(next(&seed), next).map(|word| (word >> 56) as u8).take(len).collect()
    };
    let count = schemas::all().len();
    for (index, schema) in schemas::all().iter().enumerate() {
        let name = format!("schema-{index}");
        let donor = schemas::donor(schema);
        let (buffer, selector) = (donor.as_bytes(), u8::try_from(index).unwrap_or(0));
        assert!(index < count);
        let parted = |mode: u8| [&[mode, selector, 40][..], &choices(u32::from(selector), 40), buffer].concat();
        write("runtime_reads", &name, &parted(1))?;
        write("runtime_reads", &format!("packed-{index}"), &[&[0][..], &framed::pack(schema, buffer)].concat())?;
        write("hostile_edits", &name, &parted(1))?;
        for (form, data) in
            [schema.to_string().into_bytes(), serde_json::to_vec(schema)?, schema.to_bytes()].iter().enumerate()
        {
            write("schema_forms", &format!("form-{form}-{index}"), &[&[form as u8][..], data].concat())?;
        }
        write("value_json", &format!("buffer-{index}"), &[&[1, selector][..], buffer].concat())?;
        let json = serde_json::to_vec(&donor)?;
        write("value_json", &format!("text-{index}"), &[&[0, selector][..], &json].concat())?;
        for mode in 0..3u8 {
            let parts = [&[selector, mode, 60][..], &choices(7, 60), &[60], &choices(9, 60), buffer].concat();
            write("diff_apply_merge", &format!("mode-{mode}-{index}"), &parts)?;
        }
    }
    for selector in 0..u8::try_from(count + 3).unwrap_or(0) {
        for mode in 0..7u8 {
            let seed = u32::from(selector) * 7 + u32::from(mode);
            let part = |seed, len: u8| [&[len][..], &choices(seed, len.into())].concat();
            let parts = [part(seed, 30), part(seed + 100, 50), part(seed + 200, 50)].concat();
            let data = [&[selector, mode, mode % 2][..], &parts, &mixed(seed.into(), 60)].concat();
            write("patches", &format!("mode-{mode}-{selector}"), &data)?;
        }
    }
    let rich = schemas::donor(Rich::schema());
    write("derived_reads", "donor", rich.as_bytes())?;
    write("derived_reads", "empty", Record::new(Rich::schema()).as_bytes())?;
    let mut compact = rich.as_bytes().to_vec();
    if Rich::compact(&mut compact).is_ok() {
        write("derived_reads", "compact", &compact)?;
    }
    write("hostile_edits", "derived", &[&[0, 80][..], &choices(3, 80), rich.as_bytes()].concat())?;
    for seed in 0..6 {
        write("keys", &format!("rows-{seed}"), &choices(seed, 120))?;
    }
    for seed in 0..24 {
        write("model_edits", &format!("edits-{seed}"), &mixed(seed, 1200))?;
        write("revisions", &format!("edits-{seed}"), &mixed(100 + seed, 1200))?;
    }
    for seed in 0..12 {
        write("record_file", &format!("edits-{seed}"), &[&[2][..], &mixed(500 + seed, 150)].concat())?;
    }
    for edits in [0, 1, 4] {
        let file = vellum_fuzz::record_file::sample(edits);
        write("record_file", &format!("file-{edits}"), &[&[0][..], &file].concat())?;
        write("record_file", &format!("cut-{edits}"), &[&[0][..], &file[..file.len() - 3]].concat())?;
    }
    write("framing", "packed", &[&[0][..], &framed::pack(&schemas::all()[0], &choices(1, 20))].concat())?;
    let mut writer = stream::Writer::new(Vec::new());
    for len in [0, 3, 200] {
        writer.write(&choices(len, len))?;
    }
    write("framing", "stream", &[&[2, 1][..], &writer.into_inner()].concat())?;
    write("framing", "records", &[&[3][..], &choices(4, 90)].concat())
}
