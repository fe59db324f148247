//! All operations counted in one process: it ends a part of its run before and after each, and
//! callgrind writes a profile of each part.
//!
//! Callgrind takes half a second to begin, and so does much of what operations need: one process
//! for each would be most of the time that counts take.

use std::hint::black_box;
use std::path::Path;
use std::process::{self, Command, Stdio};
use std::{env, fs};

use super::profile::{Cost, Profile};

/// The function that ends a part, as callgrind is told it: its name may be mangled.
const END: &str = "*end_of_counted_part*";

/// Iterations that are not counted: an even number, since many operations alternate.
const FIRST: u64 = 2;

/// Where a part ends. It stays a function of its own, so that callgrind sees the call.
#[inline(never)]
fn end_of_counted_part() {
    black_box(());
}

/// What callgrind runs of an operation: as often as either count says, with a part for each, and
/// before that a few times, in a part that counts for nothing, so that what is made once is there.
pub fn run(mut operation: impl FnMut(u64), counts: [u64; 2]) {
    for count in [FIRST, counts[0], counts[1]] {
        operation(count);
        end_of_counted_part();
    }
}

/// Starts this binary under callgrind with arguments by which it calls [`run`] for so many
/// operations, and gives what one iteration of each costs.
///
/// # Errors
///
/// If valgrind is missing or fails, or the binary has not run so many operations.
pub fn count(args: &[&str], operations: usize, counts: [u64; 2]) -> Result<Vec<Cost>, String> {
    let folder = env::temp_dir().join(format!("vellum-counts-{}", process::id()));
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let costs = count_in(&folder, args, operations, counts);
    // Left behind it would be harmless.
    let _ = fs::remove_dir_all(&folder);
    costs
}

fn count_in(folder: &Path, args: &[&str], operations: usize, counts: [u64; 2]) -> Result<Vec<Cost>, String> {
    let binary = env::current_exe().map_err(|error| format!("cannot find this binary: {error}"))?;
    let profiles = folder.join("part");
    let output = Command::new("valgrind")
        .args(["--tool=callgrind".to_owned(), format!("--callgrind-out-file={}", profiles.display())])
        .arg(format!("--dump-before={END}"))
        .arg(&binary)
        .args(args)
        .stdout(Stdio::null())
        .output()
        .map_err(|error| format!("cannot run valgrind: {error}"))?;
    if !output.status.success() {
        return Err(format!("valgrind failed:\n{}", String::from_utf8_lossy(&output.stderr)));
    }
    let part = |number: usize| {
        let file = profiles.with_extension(number.to_string());
        let text = fs::read_to_string(&file).map_err(|error| format!("cannot read {}: {error}", file.display()))?;
        Profile::parse(&text, &binary.to_string_lossy())
    };
    // Parts are numbered from 1.
    let costs = (0..operations).map(|number| {
        let [few, many] = [3 * number + 2, 3 * number + 3].map(part);
        Ok(few?.each(many?, counts[1] - counts[0]))
    });
    costs.collect()
}
