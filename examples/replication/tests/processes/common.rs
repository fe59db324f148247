//! Processes and their files.

use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use replication::{file, follower, leader};

/// A process, which is killed at the end at the latest.
pub struct Process(Option<Child>);

impl Process {
    pub fn start(arguments: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_replication"));
        Self(Some(command.args(arguments).stdout(Stdio::piped()).spawn().unwrap()))
    }

    /// Kills it where it stands: SIGKILL.
    pub fn kill(&mut self) {
        let mut child = self.0.take().unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
    }

    /// What it said, once it has ended by itself.
    pub fn output(mut self) -> String {
        until("a follower has every edit", || self.0.as_mut().unwrap().try_wait().unwrap().is_some());
        let output = self.0.take().unwrap().wait_with_output().unwrap();
        assert!(output.status.success());
        String::from_utf8(output.stdout).unwrap()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if let Some(child) = &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Waits until something holds.
pub fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < Duration::from_secs(120), "it takes too long until {what}");
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// An address of this machine that nobody has.
pub fn address() -> String {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    listener.local_addr().unwrap().to_string()
}

pub fn followers(file: &Path) -> Option<follower::State> {
    file::load(file).unwrap()
}

pub fn leaders(file: &Path) -> Option<leader::State> {
    file::load(file).unwrap()
}

/// A file of a folder, as an argument.
pub fn file_in(folder: &tempfile::TempDir, name: &str) -> (PathBuf, String) {
    let path = folder.path().join(name);
    let argument = path.to_str().unwrap().to_owned();
    (path, argument)
}
