//! Long files and streams.

use std::fs::File;
use std::io::{Seek as _, SeekFrom, Write as _};
use std::time::{Duration, Instant};

use super::{Folder, text};

/// A file of 1 GiB takes no longer than a short one, as only what leads to the field is read.
#[test]
fn one_field_of_a_long_file() {
    const TEXT: u32 = 1 << 30;
    const MOST: Duration = Duration::from_millis(20);
    let folder = Folder::new();
    folder.write("long.vlm", "struct Long { n: u32, data: bytes, after: string } root Long;");
    let mut file = File::create(folder.path("long.bin")).unwrap();
    let head = [0x22, 12, 7, 0, 0, 0, 14, 0, 0, 0];
    let after = 14 + 5 + TEXT;
    file.write_all(&[&head[..], &after.to_le_bytes(), &[0xE0], &TEXT.to_be_bytes()].concat()).unwrap();
    // The bytes in between are a hole in the file.
    file.seek(SeekFrom::Start(after.into())).unwrap();
    file.write_all(b"\x03end").unwrap();
    let mut best = Duration::MAX;
    // Other tests run beside this one.
    for _ in 0..40 {
        if best < MOST {
            break;
        }
        let since = Instant::now();
        assert_eq!(folder.yes(&["get", "long.bin", "after", "-s", "long.vlm"]), "\"end\"\n");
        best = best.min(since.elapsed());
    }
    assert!(best < MOST, "{best:?}");
}

#[test]
fn a_reader_that_goes_ends_the_writer() {
    let folder = Folder::new();
    folder.write("list.vlm", "struct P { x: u32 } root list<P>;");
    let lines: String = (0..20_000).map(|number| format!("{{\"x\":{number}}}\n")).collect();
    folder.write("list.jsonl", &lines);
    folder.yes(&["from-json", "list.jsonl", "--lines", "-s", "list.vlm", "-o", "list.bin"]);
    assert_eq!(folder.yes(&["to-json", "list.bin", "--lines", "-s", "list.vlm"]), lines);
    for command in ["to-json list.bin --lines", "inspect list.bin", "get list.bin"] {
        let output = folder.shell(&format!("vellum {command} -s list.vlm | head -c 10"));
        assert_eq!((output.stdout.len(), text(&output.stderr)), (10, String::new()), "{command}");
    }
}

#[test]
fn streams_go_and_come() {
    let folder = Folder::new();
    folder.write("p.vlm", "struct P { x: u32, s: string } root P;");
    folder.write("p.jsonl", "{\"x\":1,\"s\":\"a\"}\n\n{\"x\":-1,\"s\":\"\"}\n{\"x\":2,\"s\":\"b\"}\nnone\n");
    for framed in [false, true] {
        let mut arguments = vec!["from-json", "p.jsonl", "--stream", "-s", "p.vlm", "-o", "p.stream", "--json"];
        arguments.extend(framed.then_some("--framed"));
        let output = folder.run(&arguments);
        assert_eq!(output.status.code(), Some(1));
        let said: Vec<serde_json::Value> =
            text(&output.stderr).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!((said[0]["error"]["line"].as_u64(), said[0]["error"]["path"].as_str()), (Some(3), Some("x")));
        assert_eq!((said[1]["error"]["line"].as_u64(), &said[2]["refused"]), (Some(5), &2.into()));
        let by: &[&str] = if framed { &[] } else { &["-s", "p.vlm"] };
        let back = folder.yes(&[&["to-json", "p.stream", "--stream"], by].concat());
        assert_eq!(back, "{\"x\":1,\"s\":\"a\"}\n{\"x\":2,\"s\":\"b\"}\n");
    }
    let mut torn = folder.read("p.stream");
    torn.pop();
    folder.write("torn.stream", torn);
    let output = folder.run(&["to-json", "torn.stream", "--stream"]);
    assert_eq!((output.status.code(), text(&output.stdout).lines().count()), (Some(2), 1));
    assert!(text(&output.stderr).contains("record 1 at offset"), "{}", text(&output.stderr));
}
