//! Tells the binary which compiler built it and how, so that its report can say so.

use std::env;
use std::process::Command;

fn main() {
    let compiler = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = Command::new(compiler)
        .arg("--version")
        .output()
        .ok()
        .and_then(|output| String::from_utf8(output.stdout).ok())
        .unwrap_or_default();
    // Cargo separates the flags by this character so that a flag may hold spaces.
    let flags = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default().replace('\u{1f}', " ");
    let level = env::var("OPT_LEVEL").unwrap_or_default();
    println!("cargo::rustc-env=BENCH_RUSTC={}", version.trim());
    println!("cargo::rustc-env=BENCH_RUSTFLAGS={flags}");
    println!("cargo::rustc-env=BENCH_OPT_LEVEL={level}");
    println!("cargo::rerun-if-changed=build.rs");
}
