//! Tells the binary which compiler built it and how, so that its report can say so.

use std::env;
use std::path::Path;
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
    // The profile is the folder three levels above: target/PROFILE/build/PACKAGE/out.
    let out = env::var("OUT_DIR").unwrap_or_default();
    let profile = Path::new(&out).ancestors().nth(3).and_then(Path::file_name).unwrap_or_default().to_string_lossy();
    println!("cargo::rustc-env=BENCH_PROFILE={profile}");
    println!("cargo::rerun-if-changed=build.rs");
}
