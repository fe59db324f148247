//! The kept inputs of every target, as tests that need no libFuzzer.

use std::fs;
use std::path::Path;

/// Runs a target over its seeds, and over the inputs that once failed.
fn run(target: &str) {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut count = 0;
    for kind in ["seeds", "regressions"] {
        let Ok(files) = fs::read_dir(package.join(kind).join(target)) else { continue };
        let mut paths: Vec<_> = files.map(|file| file.expect("a file").path()).collect();
        paths.sort();
        for path in paths {
            let data = fs::read(&path).expect("a file that can be read");
            // Shown with a failure only.
            println!("{}", path.display());
            vellum_fuzz::check(target, &data);
            count += 1;
        }
    }
    assert!(count > 0, "there are no inputs of {target}");
}

macro_rules! targets {
    ($($target:ident)*) => {
        $(
            #[test]
            fn $target() {
                run(stringify!($target));
            }
        )*

        #[test]
        fn every_target_has_a_test() {
            let names: Vec<&str> = vellum_fuzz::TARGETS.iter().map(|(name, _)| *name).collect();
            assert_eq!(names, [$(stringify!($target)),*]);
        }
    };
}
targets! {
    derived_reads proved_reads runtime_reads hostile_edits model_edits schema_forms value_json keys framing diff_apply_merge revisions patches record_file
}
