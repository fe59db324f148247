//! The comparison of vellum with the field, reproduced by one command: see `--help`.

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
