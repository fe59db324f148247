//! Every block of docs/cli.md that begins with `$` is run, in one folder from top to bottom, and
//! has to print what stands there.
//!
//! A block whose first line names a file after its language is that file. `VELLUM_DOCS=write` puts
//! what the commands print into the page.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A page with what the commands in it print.
struct Page {
    text: String,
    commands: usize,
}

fn run(page: &str, folder: &Path) -> Page {
    let mut out = Page { text: String::new(), commands: 0 };
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        out.line(line);
        let Some(about) = line.strip_prefix("```").filter(|about| !about.is_empty()) else { continue };
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        if about == "console" {
            out.console(&block, folder);
        } else {
            if let Some((_, name)) = about.split_once(' ') {
                fs::write(folder.join(name), block.join("\n") + "\n").unwrap();
            }
            block.iter().for_each(|line| out.line(line));
        }
        out.line("```");
    }
    out
}

impl Page {
    fn line(&mut self, line: &str) {
        self.text += line;
        self.text += "\n";
    }

    /// The commands of a block, each with what it prints.
    fn console(&mut self, block: &[&str], folder: &Path) {
        for command in block.iter().filter_map(|line| line.strip_prefix("$ ")) {
            self.commands += 1;
            self.line(&format!("$ {command}"));
            let (said, status) = printed(command, folder);
            said.lines().for_each(|line| self.line(line.trim_end()));
            if status != 0 {
                self.line(&format!("[status {status}]"));
            }
        }
    }
}

/// What a command prints, on standard output and standard error, and its status.
fn printed(command: &str, folder: &Path) -> (String, i32) {
    let tool = Path::new(env!("CARGO_BIN_EXE_vellum")).parent().unwrap();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let paths = std::env::join_paths([tool.to_owned()].into_iter().chain(std::env::split_paths(&path))).unwrap();
    let output = Command::new("sh")
        .args(["-c", &format!("exec 2>&1\n{command}")])
        .current_dir(folder)
        .env("PATH", paths)
        .env_remove("CLICOLOR_FORCE")
        .output()
        .unwrap();
    (String::from_utf8(output.stdout).unwrap(), output.status.code().unwrap_or(-1))
}

#[test]
fn the_page_shows_what_the_tool_prints() {
    let page: PathBuf = [env!("CARGO_MANIFEST_DIR"), "..", "docs", "cli.md"].iter().collect();
    let text = fs::read_to_string(&page).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let printed = run(&text, folder.path());
    assert!(printed.commands > 80, "only {} commands", printed.commands);
    if std::env::var_os("VELLUM_DOCS").is_some_and(|value| value == "write") {
        fs::write(&page, printed.text).unwrap();
        return;
    }
    for (number, (stands, prints)) in text.lines().zip(printed.text.lines()).enumerate() {
        assert_eq!(
            stands,
            prints,
            "docs/cli.md:{}; VELLUM_DOCS=write cargo test --test documents renews the page",
            number + 1
        );
    }
    assert_eq!(text.lines().count(), printed.text.lines().count());
}

/// Each command of the tool is on the page.
#[test]
fn the_page_has_every_command() {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/cli.md")).unwrap();
    let (help, status) = printed("vellum help", Path::new("."));
    assert_eq!(status, 0);
    let commands =
        help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| line.starts_with("  "));
    let names: Vec<&str> = commands.filter_map(|line| line.split_whitespace().next()).collect();
    assert!(names.len() > 18, "{names:?}");
    for name in names.iter().filter(|name| **name != "help") {
        assert!(text.contains(&format!("vellum {name} ")), "docs/cli.md has no example of `vellum {name}`");
    }
}
