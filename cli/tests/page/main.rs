//! The page of `vellum inspect --html`, clicked through in a browser without a window.
//!
//! It needs `node` and a Chromium. Where they are not there the test says so and passes, unless
//! `VELLUM_BROWSER=required`. `VELLUM_PICTURE` names a file for a picture of the page.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn found(names: &[&str]) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    names.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name))).find(|program| program.is_file())
}

fn vellum(folder: &Path, arguments: &[&str]) {
    let output = Command::new(env!("CARGO_BIN_EXE_vellum")).args(arguments).current_dir(folder).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_page_is_clicked_through() {
    let programs = (found(&["node"]), found(&["chromium", "chromium-browser", "google-chrome", "chrome"]));
    let (Some(node), Some(browser)) = programs else {
        let is_required = std::env::var_os("VELLUM_BROWSER").is_some_and(|value| value == "required");
        assert!(!is_required, "there is no node or no Chromium");
        println!("WARNING: there is no node or no Chromium, and the page was not clicked through");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::write(
        path.join("user.vlm"),
        "struct Home { city: string, number: u32 } struct User { name: string, home: Home?, on: bool, tags: list<string>, votes: map<string, u32> } \
         root User;",
    )
    .unwrap();
    fs::write(
        path.join("ada.json"),
        r#"{"name":"Ada","home":{"city":"London","number":12},"on":true,"tags":["</script><img src=x><b>"],"votes":{"bob":1}}"#,
    )
    .unwrap();
    vellum(path, &["from-json", "ada.json", "-s", "user.vlm", "-o", "ada.bin"]);
    vellum(path, &["inspect", "ada.bin", "-s", "user.vlm", "--html", "short.html"]);

    // A list of records, of more than 10 MB.
    let schema = "struct Item { id: u32, name: string, price: f64, on: bool } root list<Item>;";
    fs::write(path.join("items.vlm"), schema).unwrap();
    let name = "a name of some length ".repeat(4);
    let lines: String = (0..90_000)
        .map(|id| format!("{{\"id\":{id},\"name\":\"{id} {name}\",\"price\":{id}.5,\"on\":true}}\n"))
        .collect();
    fs::write(path.join("items.jsonl"), lines).unwrap();
    vellum(path, &["from-json", "items.jsonl", "--lines", "-s", "items.vlm", "-o", "items.bin"]);
    assert!(fs::metadata(path.join("items.bin")).unwrap().len() > 10_000_000);
    vellum(path, &["inspect", "items.bin", "-s", "items.vlm", "--html", "long.html"]);

    let script: PathBuf = [env!("CARGO_MANIFEST_DIR"), "tests", "page", "clicks.mjs"].iter().collect();
    let mut command = Command::new(node);
    command.arg(script).arg(browser).args([path.join("short.html"), path.join("long.html")]);
    command.args(std::env::var_os("VELLUM_PICTURE"));
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    println!("{said}");
}
