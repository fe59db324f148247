//! The comparison of vellum with the field, reproduced by one command: see `--help`.

// What rivals or files alone use.
#![cfg_attr(not(all(feature = "rivals", feature = "files")), allow(dead_code, unused_imports, unused_macros))]

// Not of cargo's crates: `build.rs` builds it, and rustdoc is not told where.
#[cfg(all(no_proto, not(doc)))]
extern crate no_proto;

#[cfg(feature = "rivals")]
mod bulk;
#[cfg(feature = "rivals")]
mod documents;
mod format;
mod harness;
mod libraries;
mod library;
#[cfg(feature = "rivals")]
mod patches;
mod report;
#[cfg(feature = "rivals")]
mod scaling;
#[cfg(feature = "rivals")]
mod services;
#[cfg(feature = "files")]
mod session;
#[cfg(not(all(feature = "rivals", feature = "files")))]
mod unrivalled;
mod workloads;

#[cfg(not(feature = "rivals"))]
use {
    unrivalled as bulk, unrivalled as documents, unrivalled as patches, unrivalled as scaling, unrivalled as services,
};

#[cfg(not(feature = "files"))]
use unrivalled as session;

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
