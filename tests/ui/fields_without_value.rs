//! Each field that cannot be one is told once, whatever it is in.

use std::collections::BTreeMap;
use std::net::TcpStream;
use std::rc::Weak;
use std::time::Instant;

use vellum::Vellum;

struct Inner;

#[derive(Vellum)]
struct Named {
    plain: Inner,
    path: std::thread::Thread,
    list: Vec<Inner>,
    optional: Option<Inner>,
    map: BTreeMap<String, Inner>,
    keyed: BTreeMap<Inner, u8>,
    pair: (u8, Inner),
    array: [Inner; 2],
    boxed: Box<Inner>,
    deep: Option<Vec<TcpStream>>,
    generic: Weak<u8>,
}

#[derive(Vellum)]
#[vellum(frozen)]
struct Frozen {
    at: Instant,
}

fn main() {}
