//! A leader or a follower, as a process: see README.md.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use replication::Fault;
use replication::follower::Follower;
use replication::leader::Leader;
use replication::message::Kind;
use replication::{lock, serve};
use tokio::net::TcpListener;
use tokio::sync::watch;

const USAGE: &str = "
    replication lead ADDRESS FILE EDITS MILLISECONDS    makes so many edits, one after each pause
    replication identical ADDRESS FILE EDITS            follows until that edit, by physical patches
    replication older ADDRESS FILE EDITS                the same by logical ones, with an older schema";

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Fault> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["lead", address, file, edits, pause] => {
            let pause = Duration::from_millis(pause.parse()?);
            lead(address.parse()?, Leader::open(file.into())?, edits.parse()?, pause).await
        }
        ["identical", address, file, until] => follow("identical", Kind::Identical, address, file, until).await,
        ["older", address, file, until] => follow("older", Kind::Older, address, file, until).await,
        _ => Err(USAGE.into()),
    }
}

async fn lead(address: SocketAddr, leader: Leader, edits: u64, pause: Duration) -> Result<(), Fault> {
    let listener = TcpListener::bind(address).await?;
    println!("leader: at {}, edit {}", listener.local_addr()?, leader.sequence());
    let (tell, edited) = watch::channel(leader.sequence());
    let leader = Arc::new(Mutex::new(leader));
    tokio::spawn(serve(listener, Arc::clone(&leader), edited));
    // Edits wait for the disk, so they are made by a thread of their own.
    let edits = tokio::task::spawn_blocking(move || -> Result<watch::Sender<u64>, Fault> {
        while lock(&leader).sequence() < edits {
            let sequence = lock(&leader).edit()?;
            tell.send_replace(sequence);
            std::thread::sleep(pause);
        }
        println!("leader: edit {edits} is made");
        Ok(tell)
    });
    // Connections end with the one who tells them of edits. There may be followers that do not have
    // all yet.
    let _tell = edits.await??;
    std::future::pending().await
}

async fn follow(name: &str, kind: Kind, address: &str, file: &str, until: &str) -> Result<(), Fault> {
    let until = until.parse()?;
    let mut follower = Follower::open(name, kind, file.into());
    follower.follow(address, until).await;
    println!("{name}: at edit {until}\n{}", follower.received());
    Ok(())
}
