//! Writes buffers by chance with what they hold, one line of JSON each, for a reader in another
//! language:
//! `cargo run --release -p vellum-testkit --bin emit -- 10000 7 | python3 tests/conformance/run.py
//! buffers -`.
//!
//! The arguments are the number of lines and the seed. Buffers are of the naive encoder, and of the
//! crate after an edit; both claim to be valid, and the canonical ones to be that.

use std::io::Write;

use serde_json::{Value, json};
use vellum_testkit::encode::{encode, encode_at};
use vellum_testkit::lossless;
use vellum_testkit::perform::hex;
use vellum_testkit::random::{Random, root, schema};
use vellum_testkit::types::Schema;
use vellum_testkit::values::Val;

fn main() -> std::io::Result<()> {
    let mut arguments = std::env::args().skip(1).map(|argument| argument.parse::<u64>().unwrap_or(0));
    let (lines, seed) = (arguments.next().unwrap_or(100), arguments.next().unwrap_or(1));
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let mut written = 0;
    for number in 0.. {
        let mut random = Random::new(seed.wrapping_mul(1 << 32).wrapping_add(number));
        let schema = schema(&mut random);
        let Ok(parsed) = vellum::Schema::parse(&schema.text()) else { continue };
        for _ in 0..4 {
            if written == lines {
                return out.flush();
            }
            let val = root(&mut random, &schema);
            let buffer = buffer(&mut random, &schema, &parsed, &val);
            writeln!(out, "{buffer}")?;
            written += 1;
        }
    }
    Ok(())
}

/// A value in one of the forms that hold it.
fn buffer(random: &mut Random, schema: &Schema, parsed: &vellum::Schema, val: &Val) -> Value {
    let canonical = encode(schema, val);
    let root = schema.root_item();
    let line = |val: &Val, bytes: &[u8], is_canonical: bool| {
        let mut line = json!({
            "schema": schema.text(),
            "schema_bytes": hex(&parsed.to_bytes()),
            "json": lossless::json(schema, &root, val),
            "hex": hex(bytes),
            "valid": true,
            "compact": hex(&encode(schema, val)),
        });
        if is_canonical {
            line["canonical"] = Value::Bool(true);
        }
        line
    };
    match random.below(4) {
        // Wider pointers than it needs.
        0 => match encode_at(schema, val, 4) {
            Some(bytes) => line(val, &bytes, bytes == canonical),
            None => line(val, &canonical, true),
        },
        // As an older revision writes it.
        1 => {
            let val = schema.forget(val, 1);
            let older = encode(&schema.at(1), &schema.project(&root.ty, &val, 1));
            let is_canonical = older == encode(schema, &val);
            line(&val, &older, is_canonical)
        }
        _ => line(val, &canonical, true),
    }
}
