//! An HTTP service over a key-value store, whose records are vellum buffers.
//!
//! | request | what it does |
//! | --- | --- |
//! | `PUT /tasks/{project}/{number}` | stores the record that the JSON body describes |
//! | `GET /tasks/{project}/{number}` | gives a record as JSON |
//! | `GET /tasks/{project}` | gives the records of a project: a scan of the keys that begin with it |
//! | `PATCH /tasks/{project}/{number}` | edits the stored buffer: the body maps paths to values, null clears |
//! | `POST /tasks/{project}/{number}/run` | edits a record, waits for the work, edits it again |
//!
//! No handler decodes a record into a Rust value: JSON is read into a buffer and written from one. The handlers go by the schema that
//! they are given, so the same service runs over any revision of the record.

mod fault;
mod store;

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde::{Serialize, de::DeserializeSeed};
use serde_json::{Map, Value};
use vellum::{Record, Schema, Vellum, field::VariantName, serde::RecordSeed};

pub use fault::Fault;
pub use store::Store;

/// What the service stores. Its key sorts it by project, then by number.
#[derive(Vellum)]
#[vellum(key(project, number), rename_all = "camelCase")]
pub struct Task {
    pub project: String,
    pub number: u32,
    #[vellum(max = 80)]
    pub title: String,
    pub progress: Progress,
    pub log: Vec<String>,
    /// Added by the second revision: the records of the first one stay as they are, and have none.
    #[vellum(since = 2)]
    pub assigned_to: Option<String>,
}

#[derive(Vellum)]
#[vellum(rename_all = "camelCase")]
pub enum Progress {
    Open,
    Running,
    Done,
}

/// The service over records of a schema, kept in a store.
pub fn app(schema: &'static Schema, store: Store) -> Router {
    Router::new()
        .route("/tasks/{project}", get(list))
        .route("/tasks/{project}/{number}", get(read).put(write).patch(patch))
        .route("/tasks/{project}/{number}/run", post(run))
        .with_state(Tasks { schema, store: Arc::new(store) })
}

#[derive(Clone)]
struct Tasks {
    schema: &'static Schema,
    store: Arc<Store>,
}

type Address = Path<(String, u32)>;
type Answer = Result<Response, Fault>;

async fn read(State(tasks): State<Tasks>, Path((project, number)): Address) -> Answer {
    json(&tasks.stored(tasks.schema.key_of((&project, number))?).await?)
}

async fn list(State(tasks): State<Tasks>, Path(project): Path<String>) -> Answer {
    let range = tasks.schema.key_prefix(&project)?;
    let found = tasks.blocking(move |store| store.scan(&range)).await?;
    let records = found.into_iter().map(|bytes| Record::open(tasks.schema, bytes));
    json(&records.collect::<vellum::Result<Vec<_>>>()?)
}

async fn write(State(tasks): State<Tasks>, Path((project, number)): Address, body: Bytes) -> Answer {
    let mut body = serde_json::Deserializer::from_slice(&body);
    let record = RecordSeed::new(tasks.schema).deserialize(&mut body)?;
    body.end()?;
    let key = tasks.schema.key_of((&project, number))?;
    if tasks.schema.key(&record)? != key {
        return Err(Fault::OTHER_KEY);
    }
    tasks.blocking(move |store| store.put(&key, record.as_bytes())).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

async fn patch(State(tasks): State<Tasks>, Path((project, number)): Address, body: Bytes) -> Answer {
    let values: Map<String, Value> = serde_json::from_slice(&body)?;
    let (schema, key) = (tasks.schema, tasks.schema.key_of((&project, number))?);
    let changed = tasks.blocking(move |store| {
        // All of the edits or none: an error drops the copy that is edited, and the transaction.
        store.edit(&key, |bytes| {
            let mut record = Record::open(schema, bytes)?;
            // The map is sorted, so that a value is set before the parts of it.
            for (path, value) in &values {
                if value.is_null() { record.clear(path.as_str())? } else { record.set_serde(path, value)? }
            }
            let is_moved = schema.key(&record)? != key;
            if is_moved { Err(Fault::OTHER_KEY) } else { Ok(record.into_storage()) }
        })
    });
    json(&Record::open(schema, changed.await?)?)
}

/// Two edits with waits between them. A `Record` owns its buffer and can be held across an `.await`. A typed cursor (`Task::edit(..)?`)
/// cannot, as it is not `Send`: there, end one cursor before the `.await`, and make another one after it.
async fn run(State(tasks): State<Tasks>, Path((project, number)): Address) -> Answer {
    let key = tasks.schema.key_of((&project, number))?;
    let progress = tasks.schema.field::<VariantName>("progress")?;
    let mut record = tasks.stored(key.clone()).await?;
    let found = record.as_bytes().to_vec();
    record.set(&progress, "running")?;
    let running = record.as_bytes().to_vec();
    tasks.swap(&key, found, &running).await?;

    let result = work(record.get::<str>("title")?).await;

    record.push("log", result.as_str())?;
    record.set(&progress, "done")?;
    // What somebody else did to the task meanwhile is not overwritten: buffers are compared as bytes.
    tasks.swap(&key, running, record.as_bytes()).await?;
    json(&record)
}

/// Stands for whatever takes its time.
async fn work(title: &str) -> String {
    tokio::time::sleep(Duration::from_millis(10)).await;
    format!("did: {title}")
}

impl Tasks {
    /// Runs what waits for the disk on a thread that may.
    async fn blocking<R: Send + 'static>(
        &self,
        work: impl FnOnce(&Store) -> Result<R, Fault> + Send + 'static,
    ) -> Result<R, Fault> {
        let store = self.store.clone();
        tokio::task::spawn_blocking(move || work(&store)).await?
    }

    async fn stored(&self, key: Vec<u8>) -> Result<Record, Fault> {
        Ok(Record::open(self.schema, self.blocking(move |store| store.get(&key)).await?)?)
    }

    /// Stores a buffer in the place of an older one, unless that has changed.
    async fn swap(&self, key: &[u8], old: Vec<u8>, new: &[u8]) -> Result<(), Fault> {
        let (key, new) = (key.to_vec(), new.to_vec());
        let change = move |stored| if stored == old { Ok(new) } else { Err(Fault::CHANGED) };
        self.blocking(move |store| store.edit(&key, change)).await.map(|_| ())
    }
}

fn json(value: &impl Serialize) -> Answer {
    let text = serde_json::to_vec(value)?;
    Ok(([(header::CONTENT_TYPE, "application/json")], text).into_response())
}
