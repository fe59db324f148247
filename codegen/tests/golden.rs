//! What is generated for whole schemas, kept beside them. After a change that is meant to change it:
//! `VELLUM_GOLDEN=write cargo test -p vellum-codegen`.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

/// What follows `tests/golden/` without its ending.
const SCHEMAS: [&str; 7] = ["anything", "names", "recursive", "root", "rules", "scalars", "shop"];

#[test]
fn generated_code_is_what_is_kept_and_formatted_as_rustfmt_does() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    for name in SCHEMAS {
        let text = fs::read_to_string(directory.join(format!("{name}.vlm"))).unwrap();
        let code = vellum_codegen::generate(&text).unwrap();
        let kept = directory.join(format!("{name}.vlm.rs"));
        if env::var_os("VELLUM_GOLDEN").is_some() {
            fs::write(&kept, &code).unwrap();
        }
        assert_eq!(code, fs::read_to_string(&kept).unwrap(), "{name}");
        // Where there is a rustfmt; its own defaults, not those of this repository.
        let config = "max_width=100,use_small_heuristics=Default";
        let rustfmt =
            Command::new("rustfmt").args(["--check", "--edition", "2024", "--config", config]).arg(&kept).output();
        if let Ok(output) = rustfmt {
            assert!(output.status.success(), "{name}:\n{}", String::from_utf8_lossy(&output.stdout));
        }
    }
}
