//! `cargo run -- 8080 tasks.redb`, then `curl localhost:8080/tasks/engine`.

use std::error::Error;
use std::net::Ipv4Addr;

use service::{Store, Task, app};
use vellum::Vellum;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let [port, file] =
        std::env::args().skip(1).collect::<Vec<_>>().try_into().map_err(|_| "a port and a file, please")?;
    let listener = tokio::net::TcpListener::bind((Ipv4Addr::LOCALHOST, port.parse()?)).await?;
    Ok(axum::serve(listener, app(Task::schema(), Store::open(file)?)).await?)
}
