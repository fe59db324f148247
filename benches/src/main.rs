//! The comparison of vellum with the field, reproduced by one command: see `--help`.

// Not of cargo's crates: `build.rs` builds it, and rustdoc is not told where.
#[cfg(all(no_proto, not(doc)))]
extern crate no_proto;

mod bulk;
mod documents;
mod format;
mod harness;
mod libraries;
mod library;
mod report;
mod scaling;
mod workloads;

use std::process::ExitCode;

fn main() -> ExitCode {
    match harness::main() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
