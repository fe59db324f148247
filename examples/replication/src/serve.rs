//! The leader's side of connections.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio_util::codec::{Framed, LengthDelimitedCodec};

use crate::Fault;
use crate::leader::Leader;
use crate::message::{self, Request, Update};

type Frames = Framed<TcpStream, LengthDelimitedCodec>;

/// Serves followers, and does not end. `edited` tells of each edit.
pub async fn serve(listener: TcpListener, leader: Arc<Mutex<Leader>>, edited: watch::Receiver<u64>) {
    loop {
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(error) => {
                eprintln!("leader: a connection did not come about: {error}");
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        let (leader, edited) = (Arc::clone(&leader), edited.clone());
        tokio::spawn(async move {
            if let Err(fault) = connection(stream, &leader, edited).await {
                eprintln!("leader: a connection ended: {fault}");
            }
        });
    }
}

/// One connection. What is wrong with it is told to the other side, if that can still hear it.
async fn connection(stream: TcpStream, leader: &Mutex<Leader>, edited: watch::Receiver<u64>) -> Result<(), Fault> {
    let mut frames = message::framed(stream)?;
    let ended = talk(&mut frames, leader, edited).await;
    if let Err(fault) = &ended {
        let _ = frames.send(Update::Refused(fault.to_string()).to_frame()?).await;
    }
    ended
}

async fn talk(frames: &mut Frames, leader: &Mutex<Leader>, mut edited: watch::Receiver<u64>) -> Result<(), Fault> {
    let Some(first) = frames.next().await else { return Ok(()) };
    let Request::Follow { name, kind, sequence } = Request::read(&first?)? else {
        return Err("the first frame says who follows".into());
    };
    let connection = lock(leader).join(&name, kind, sequence)?;
    loop {
        loop {
            // The lock is not held while the other side makes us wait.
            let next = lock(leader).next(&name, connection)?;
            let Some(update) = next else { break };
            frames.send(update.to_frame()?).await?;
        }
        tokio::select! {
            changed = edited.changed() => changed?,
            frame = frames.next() => {
                let Some(frame) = frame else { return Ok(()) };
                match Request::read(&frame?)? {
                    Request::Acknowledge(sequence) => lock(leader).acknowledge(&name, sequence)?,
                    Request::AskSnapshot { why } => {
                        eprintln!("leader: {name} asks for the whole record: {why}");
                        lock(leader).need_snapshot(&name)?;
                    }
                    Request::Follow { .. } => return Err("a connection has one follower".into()),
                }
            }
        }
    }
}

/// State is replaced as a whole, so it is sound after a panic of whoever had the lock.
pub fn lock(leader: &Mutex<Leader>) -> MutexGuard<'_, Leader> {
    leader.lock().unwrap_or_else(PoisonError::into_inner)
}
