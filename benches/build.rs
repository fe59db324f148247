//! Tells the binary which compiler built it and how, so that its report can say so, and builds
//! NoProto for it.
//!
//! `no_proto` does not compile as it was published: it names `Box` by a path that has left the
//! compiler. Cargo builds what a registry has and nothing else, so the crate is fetched, mended and
//! compiled here ([`no_proto`]). It has no dependencies.

use std::error::Error;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

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
    println!("cargo::rustc-check-cfg=cfg(no_proto)");
    if env::var_os("CARGO_FEATURE_FULL").is_some() {
        match no_proto() {
            Ok(out) => {
                println!("cargo::rustc-link-search={}", out.display());
                println!("cargo::rustc-env=NO_PROTO={NO_PROTO}");
                println!("cargo::rustc-cfg=no_proto");
            }
            Err(error) => {
                let error = error.to_string();
                println!("cargo::warning=NoProto is left out: {}", error.lines().next().unwrap_or_default());
            }
        }
    }
}

/// The only version that is there, and the one change of its source: what stands in it, and what
/// stands there now.
const NO_PROTO: &str = "0.9.60";
const MENDED: [&str; 2] = ["alloc::prelude::v1::Box", "alloc::boxed::Box"];

/// Fetches the crate by cargo, mends a copy of it, and builds that as the suite's other crates are
/// built; tells where.
fn no_proto() -> Result<PathBuf, Box<dyn Error>> {
    let folder = PathBuf::from(env::var_os("OUT_DIR").ok_or("cargo tells the folder")?).join("no_proto");
    let (fetch, source) = (folder.join("fetch"), folder.join("src"));
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(fetch.join("src"))?;
    fs::write(fetch.join("src/lib.rs"), "")?;
    let package = "[workspace]\n[package]\nname = \"fetch\"\nedition = \"2024\"\n[dependencies]\n";
    fs::write(fetch.join("Cargo.toml"), format!("{package}no_proto = \"={NO_PROTO}\"\n"))?;
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    let told = run(cargo.args(["metadata", "--format-version=1"]).current_dir(&fetch))?;
    // The file's path stands in the JSON as it is, but for backslashes.
    let end = format!("no_proto-{NO_PROTO}");
    let path =
        told.split('"').find_map(|text| text.strip_suffix("Cargo.toml")?.strip_suffix(['/', '\\'])?.strip_suffix(&end));
    let path = PathBuf::from(path.ok_or("cargo names the source")?.replace("\\\\", "\\")).join(end);
    mend(&path.join("src"), &source)?;

    let var = |name, other: &str| env::var_os(name).unwrap_or_else(|| other.into());
    let mut level = OsString::from("opt-level=");
    level.push(var("OPT_LEVEL", "0"));
    let mut rustc = Command::new(var("RUSTC", "rustc"));
    rustc.args([
        "--crate-name=no_proto",
        "--crate-type=rlib",
        "--edition=2018",
        "--cap-lints=allow",
        "-Ccodegen-units=1",
        "-C",
    ]);
    rustc.arg(level).arg("--target").arg(var("TARGET", "")).arg("--out-dir").arg(&folder).arg(source.join("lib.rs"));
    run(&mut rustc)?;
    Ok(folder)
}

/// Copies a folder of Rust files with the change made.
fn mend(from: &Path, to: &Path) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let copy = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            mend(&entry.path(), &copy)?;
        } else if copy.extension().is_some_and(|extension| extension == "rs") {
            fs::write(copy, fs::read_to_string(entry.path())?.replace(MENDED[0], MENDED[1]))?;
        }
    }
    Ok(())
}

/// What a command prints.
fn run(command: &mut Command) -> Result<String, Box<dyn Error>> {
    let output = command.output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into());
    }
    Ok(String::from_utf8(output.stdout)?)
}
