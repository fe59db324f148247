//! A Redis server that a test starts for itself, and a connection to it that breaks where a test
//! wants it to.

use std::io::{Read as _, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use redis::{Client, Connection};

/// A server on a port and in a folder of its own.
pub struct Server {
    process: Child,
    pub port: u16,
    folder: tempfile::TempDir,
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}

impl Server {
    /// `None` where there is no `redis-server`, which is said where no test runner hides it.
    pub fn start(test: &str) -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        match spawn(port, folder.path()) {
            Ok(process) => Some(Self { process, port, folder }),
            Err(error) => {
                let message = format!("WARNING: no redis-server ({error}): the test {test} WAS NOT RUN\n");
                std::io::stderr().write_all(message.as_bytes()).unwrap();
                None
            }
        }
    }

    pub fn kill(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }

    /// Another process on the same port. It stores nothing on a disk, so that it is empty.
    pub fn restart(&mut self) {
        self.kill();
        self.process = spawn(self.port, self.folder.path()).unwrap();
    }

    pub fn connection(&self) -> Connection {
        connect(self.port)
    }
}

fn spawn(port: u16, folder: &std::path::Path) -> std::io::Result<Child> {
    Command::new("redis-server")
        .args(["--port", &port.to_string(), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"])
        .arg("--dir")
        .arg(folder)
        .stdout(Stdio::null())
        .spawn()
}

pub fn connect(port: u16) -> Connection {
    let client = Client::open(format!("redis://127.0.0.1:{port}/")).unwrap();
    let begun = Instant::now();
    loop {
        match client.get_connection() {
            Ok(connection) => return connection,
            Err(error) => assert!(begun.elapsed() < Duration::from_secs(20), "{error}"),
        }
        thread::sleep(Duration::from_millis(20));
    }
}

/// Passes bytes on between clients and a server, so many as it may.
pub struct Proxy {
    pub port: u16,
    /// How many bytes of requests, and of replies, still pass. Then the connection is cut.
    pub requests: Arc<AtomicUsize>,
    pub replies: Arc<AtomicUsize>,
    /// Replies wait.
    pub is_held: Arc<AtomicBool>,
}

impl Proxy {
    pub fn start(server: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let all = || Arc::new(AtomicUsize::new(usize::MAX));
        let proxy = Self { port, requests: all(), replies: all(), is_held: Arc::default() };
        let (requests, replies, is_held) = (proxy.requests.clone(), proxy.replies.clone(), proxy.is_held.clone());
        // It ends with the process of the tests.
        thread::spawn(move || {
            for client in listener.incoming() {
                let (client, server) = (client.unwrap(), TcpStream::connect(("127.0.0.1", server)).unwrap());
                client.set_nodelay(true).unwrap();
                server.set_nodelay(true).unwrap();
                let (from, to) = (client.try_clone().unwrap(), server.try_clone().unwrap());
                let (requests, replies, is_held) = (requests.clone(), replies.clone(), is_held.clone());
                thread::spawn(move || pass(from, to, &requests, &AtomicBool::new(false)));
                thread::spawn(move || pass(server, client, &replies, &is_held));
            }
        });
        proxy
    }

    pub fn connection(&self) -> Connection {
        self.requests.store(usize::MAX, Ordering::SeqCst);
        self.replies.store(usize::MAX, Ordering::SeqCst);
        connect(self.port)
    }
}

fn pass(mut from: TcpStream, mut to: TcpStream, left: &AtomicUsize, is_held: &AtomicBool) {
    let mut buffer = [0; 4096];
    loop {
        let count = from.read(&mut buffer).unwrap_or(0);
        while is_held.load(Ordering::SeqCst) {
            thread::sleep(Duration::from_millis(1));
        }
        let passed = left.load(Ordering::SeqCst).min(count);
        // Before the other end can see them, and the test says what may pass next.
        left.fetch_sub(passed, Ordering::SeqCst);
        let is_sent = to.write_all(&buffer[..passed]).is_ok();
        if count == 0 || passed < count || !is_sent {
            let _ = (from.shutdown(Shutdown::Both), to.shutdown(Shutdown::Both));
            return;
        }
    }
}
