//! The service over HTTP: started on a free port, driven by requests, and started again as another program.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use service::{Store, Task, app};
use tokio::runtime::Runtime;
use tokio::sync::oneshot;
use vellum::{Schema, Vellum};

mod first {
    //! The first revision of the record, as an older program has it.
    use service::Progress;
    use vellum::Vellum;

    #[derive(Vellum)]
    #[vellum(key(project, number), rename_all = "camelCase")]
    pub struct Task {
        project: String,
        number: u32,
        #[vellum(max = 80)]
        title: String,
        progress: Progress,
        log: Vec<String>,
    }
}

/// A service that runs until it is stopped.
struct Running {
    address: SocketAddr,
    stop: oneshot::Sender<()>,
    served: tokio::task::JoinHandle<()>,
    runtime: Runtime,
}

impl Running {
    fn start(schema: &'static Schema, file: &Path) -> Self {
        let runtime = Runtime::new().unwrap();
        let listener = runtime.block_on(tokio::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0))).unwrap();
        let address = listener.local_addr().unwrap();
        let router = app(schema, Store::open(file).unwrap());
        let (stop, stopped) = oneshot::channel();
        let served = runtime.spawn(async move {
            let served = axum::serve(listener, router).with_graceful_shutdown(async move { stopped.await.unwrap() });
            served.await.unwrap();
        });
        Self { address, stop, served, runtime }
    }

    fn stop(self) {
        self.stop.send(()).unwrap();
        self.runtime.block_on(self.served).unwrap();
    }

    /// The status and the body of the answer.
    fn ask(&self, method: &str, path: &str, body: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(self.address).unwrap();
        let len = body.len();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: test\r\nConnection: close\r\nContent-Length: {len}\r\n\r\n{body}"
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        (head.split(' ').nth(1).unwrap().parse().unwrap(), body.to_owned())
    }

    fn json(&self, method: &str, path: &str, body: &Value) -> Value {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let (status, answer) = self.ask(method, path, &body);
        assert!((200..300).contains(&status), "{method} {path}: {status} {answer}");
        if answer.is_empty() { Value::Null } else { serde_json::from_str(&answer).unwrap() }
    }
}

/// A file that is removed at the end, also of a test that fails.
struct File(PathBuf);

impl File {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("vellum-service-{}-{name}.redb", std::process::id()));
        assert!(!path.exists());
        Self(path)
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

fn task(project: &str, number: u32, title: &str) -> Value {
    json!({ "project": project, "number": number, "title": title, "progress": "open", "log": [] })
}

fn with(mut task: Value, field: &str, value: impl Into<Value>) -> Value {
    task[field] = value.into();
    task
}

#[test]
fn a_record_is_put_read_edited_in_place_and_found_by_its_key() {
    let file = File::new("edited");
    let service = Running::start(Task::schema(), &file.0);
    assert_eq!(service.ask("GET", "/tasks/engine/1", "").0, 404);
    assert_eq!(service.json("GET", "/tasks/engine", &Value::Null), json!([]));

    for (project, number) in [("engine", 10), ("engines", 1), ("engine", 2), ("a", 3)] {
        service.json("PUT", &format!("/tasks/{project}/{number}"), &task(project, number, "draw"));
    }
    let expected = |number| with(task("engine", number, "draw"), "assignedTo", Value::Null);
    assert_eq!(service.json("GET", "/tasks/engine/2", &Value::Null), expected(2));
    // By number, not by its digits; and without the project whose name begins like this one.
    assert_eq!(service.json("GET", "/tasks/engine", &Value::Null), json!([expected(2), expected(10)]));

    let patch = json!({ "title": "draw the mill", "log": ["paper", "ink"], "log[1]": "more ink", "assignedTo": "Ada" });
    let changed = with(
        with(with(expected(2), "title", "draw the mill"), "log", json!(["paper", "more ink"])),
        "assignedTo",
        "Ada",
    );
    assert_eq!(service.json("PATCH", "/tasks/engine/2", &patch), changed);
    assert_eq!(service.json("PATCH", "/tasks/engine/2", &json!({ "assignedTo": null }))["assignedTo"], Value::Null);
    assert_eq!(service.json("GET", "/tasks/engine/10", &Value::Null), expected(10));
    service.stop();
}

#[test]
fn what_is_refused_changes_nothing() {
    let file = File::new("refused");
    let service = Running::start(Task::schema(), &file.0);
    service.json("PUT", "/tasks/engine/1", &task("engine", 1, "draw"));
    let before = service.json("GET", "/tasks/engine/1", &Value::Null);

    let long = "x".repeat(81);
    for (method, path, body, status, said) in [
        ("PUT", "/tasks/engine/1", task("engine", 2, "draw"), 422, "the address is that of another task"),
        (
            "PUT",
            "/tasks/engine/1",
            json!({ "project": "engine", "number": 1, "titel": "" }),
            400,
            "has no field `titel`",
        ),
        ("PUT", "/tasks/engine/1", json!({ "project": "engine", "number": -1 }), 400, "-1 is out of range for u32"),
        ("PUT", "/tasks/engine/1", task("engine", 1, &long), 400, "81 bytes"),
        ("PATCH", "/tasks/engine/1", json!({ "log": ["a"], "nobody": 1 }), 422, "has no field `nobody`"),
        ("PATCH", "/tasks/engine/1", json!({ "progress": "gone" }), 422, "gone"),
        ("PATCH", "/tasks/engine/1", json!({ "log": ["a"], "title": long }), 422, "81 bytes"),
        ("PATCH", "/tasks/engine/1", json!({ "log": ["a"], "number": 2 }), 422, "the address is that of another task"),
        ("PATCH", "/tasks/engine/7", json!({ "title": "x" }), 404, "no such task"),
        ("POST", "/tasks/engine/7/run", Value::Null, 404, "no such task"),
    ] {
        let (answered, text) = service.ask(method, path, &body.to_string());
        assert_eq!(answered, status, "{method} {path} {body}: {text}");
        assert!(text.contains(said), "{method} {path} {body}: {text}");
        assert_eq!(service.json("GET", "/tasks/engine/1", &Value::Null), before);
    }
    assert_eq!(service.ask("PUT", "/tasks/engine/1", &format!("{before} and more")).0, 400);
    service.stop();
}

#[test]
fn a_record_is_edited_before_and_after_a_wait_unless_somebody_else_changes_it_meanwhile() {
    let file = File::new("run");
    let service = Running::start(Task::schema(), &file.0);
    service.json("PUT", "/tasks/engine/1", &task("engine", 1, "draw"));
    let done = service.json("POST", "/tasks/engine/1/run", &Value::Null);
    assert_eq!((&done["progress"], &done["log"]), (&json!("done"), &json!(["did: draw"])));
    assert_eq!(service.json("GET", "/tasks/engine/1", &Value::Null), done);

    std::thread::scope(|scope| {
        let runs: Vec<_> = (0..4).map(|_| scope.spawn(|| service.ask("POST", "/tasks/engine/1/run", "").0)).collect();
        let answers: Vec<u16> = runs.into_iter().map(|run| run.join().unwrap()).collect();
        assert!(answers.iter().all(|answer| [200, 409].contains(answer)), "{answers:?}");
        let done = answers.iter().filter(|answer| **answer == 200).count();
        let log = service.json("GET", "/tasks/engine/1", &Value::Null)["log"].as_array().unwrap().len();
        assert!(done > 0, "{answers:?}");
        assert_eq!(log, 1 + done, "{answers:?}");
    });
    service.stop();
}

#[test]
fn a_newer_program_edits_the_records_of_an_older_one_and_that_one_keeps_what_it_does_not_know() {
    let file = File::new("revisions");
    let older = Running::start(first::Task::schema(), &file.0);
    older.json("PUT", "/tasks/engine/1", &task("engine", 1, "draw"));
    older.json("PUT", "/tasks/engine/2", &task("engine", 2, "cut"));
    assert_eq!(older.ask("PATCH", "/tasks/engine/1", r#"{"assignedTo":"Ada"}"#).0, 422);
    older.stop();

    let newer = Running::start(Task::schema(), &file.0);
    let unassigned = |number, title| with(task("engine", number, title), "assignedTo", Value::Null);
    let tasks = json!([unassigned(1, "draw"), unassigned(2, "cut")]);
    assert_eq!(newer.json("GET", "/tasks/engine", &Value::Null), tasks);
    let assigned = with(task("engine", 1, "draw"), "assignedTo", "Ada");
    assert_eq!(newer.json("PATCH", "/tasks/engine/1", &json!({ "assignedTo": "Ada" })), assigned);
    newer.stop();

    let older = Running::start(first::Task::schema(), &file.0);
    assert_eq!(older.json("GET", "/tasks/engine/1", &Value::Null), task("engine", 1, "draw"));
    older.json("PATCH", "/tasks/engine/1", &json!({ "title": "draw the mill" }));
    older.stop();

    let newer = Running::start(Task::schema(), &file.0);
    assert_eq!(newer.json("GET", "/tasks/engine/1", &Value::Null), with(assigned, "title", "draw the mill"));
    newer.stop();
}
