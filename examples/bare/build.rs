//! Where the program begins: what the machine calls is what is linked.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let target = std::env::var("TARGET").unwrap_or_default();
    if target.starts_with("thumb") {
        println!("cargo::rustc-link-arg-bins=--entry=take_reading");
    } else if target.starts_with("wasm32") {
        println!("cargo::rustc-link-arg-bins=--export=take_reading");
    }
}
