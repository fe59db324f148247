//! The tool as a program: what it refuses, what becomes of files when it fails or dies, and how
//! long it takes.

mod edits;
#[cfg(target_os = "linux")]
mod faults;
mod files;
mod input;
#[cfg(target_os = "linux")]
mod kept;
mod numbers;
#[cfg(target_os = "linux")]
mod places;
mod records;
mod refusals;
mod streams;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A folder with a schema and a buffer in both forms.
struct Folder(tempfile::TempDir);

const SCHEMA: &str = "struct User { name: string, age: u16 = 18, tags: list<string>, seen: set<u16>, votes: map<string, u32>, more: any } root User;";
const ADA: &str = r#"{"name":"Ada","age":36,"tags":["math"],"seen":[7],"votes":{"bob":1},"more":{"x":[1]}}"#;

impl Folder {
    fn new() -> Self {
        let folder = Self(tempfile::tempdir().unwrap());
        folder.write("user.vlm", SCHEMA);
        folder.write("ada.json", ADA);
        folder.yes(&["from-json", "ada.json", "-s", "user.vlm", "-o", "ada.bin"]);
        folder.yes(&["from-json", "ada.json", "-s", "user.vlm", "-o", "ada.vlf", "--framed"]);
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        fs::write(self.path(name), content).unwrap();
    }

    fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap()
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).unwrap();
        let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_vellum"));
        command.args(arguments).current_dir(self.0.path());
        command
    }

    fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    /// Runs a command that has to succeed; gives what it prints.
    #[track_caller]
    fn yes(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", text(&output.stderr));
        text(&output.stdout)
    }

    /// Runs a command that has to fail with a status; gives what it says. No file may change.
    #[track_caller]
    fn fails(&self, status: i32, arguments: &[&str]) -> String {
        let before = self.contents();
        let output = self.run(arguments);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(status), "{arguments:?}: {said}");
        assert!(before == self.contents(), "{arguments:?} changed a file");
        said
    }

    fn contents(&self) -> Vec<(String, Vec<u8>)> {
        let names = self.names().into_iter().filter(|name| self.path(name).is_file());
        names.map(|name| (name.clone(), self.read(&name))).collect()
    }

    /// Runs a line of a shell, in which `vellum` is the tool.
    fn shell(&self, line: &str) -> Output {
        let tool = Path::new(env!("CARGO_BIN_EXE_vellum")).parent().unwrap();
        let path = std::env::var_os("PATH").unwrap_or_default();
        let paths = std::env::join_paths([tool.to_owned()].into_iter().chain(std::env::split_paths(&path))).unwrap();
        Command::new("sh").args(["-c", line]).current_dir(self.0.path()).env("PATH", paths).output().unwrap()
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}
