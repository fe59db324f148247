//! Frames that nobody should send: each is told apart, and the record stays as it was.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::time::Duration;

use replication::message::{Kind, LONGEST, Request, Update};
use replication::world::{self, World};
use vellum::patch::{Recorder, physical};
use vellum::{Record, Schema, Vellum, framed};

use crate::common::{Process, address, file_in, followers, leaders, until};

/// One side of a connection, by hand.
struct Side(TcpStream);

impl Side {
    fn new(stream: TcpStream) -> Self {
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        Self(stream)
    }

    fn send(&mut self, frame: &[u8]) {
        let len = u32::try_from(frame.len()).unwrap().to_be_bytes();
        self.0.write_all(&[&len, frame].concat()).unwrap();
    }

    fn receive(&mut self) -> Vec<u8> {
        let mut len = [0; 4];
        self.0.read_exact(&mut len).unwrap();
        let mut frame = vec![0; u32::from_be_bytes(len) as usize];
        self.0.read_exact(&mut frame).unwrap();
        frame
    }

    fn request(&mut self) -> Request {
        Request::read(&self.receive()).unwrap()
    }
}

fn patch(from: u64, to: u64, patch: &[u8]) -> Vec<u8> {
    vellum::to_vec(&Update::Patch { from, to, patch: patch.to_vec() }).unwrap()
}

fn snapshot(sequence: u64, framed: &[u8]) -> Vec<u8> {
    vellum::to_vec(&Update::Snapshot { sequence, framed: framed.to_vec() }).unwrap()
}

/// The record before and after the first edit, the physical patch, and the logical one.
fn edited() -> ([Vec<u8>; 2], Vec<u8>, Vec<u8>) {
    let before = world::new().unwrap();
    let mut after = before.clone();
    let mut recorder = Recorder::new();
    world::edit(&mut recorder, &mut after, 4).unwrap();
    let logical = recorder.take().unwrap();
    let physical = physical::between(&before, &after).unwrap();
    ([before, after], physical, logical)
}

fn a_follower_asks_for_the_record_after_each_bad_frame(kind: Kind) {
    let folder = tempfile::tempdir().unwrap();
    let (file, argument) = file_in(&folder, "follower");
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let name = if kind == Kind::Identical { "identical" } else { "older" };
    let follower = Process::start(&[name, &address, &argument, "8"]);
    let accept = || Side::new(listener.accept().unwrap().0);

    let ([before, after], physical, logical) = edited();
    let own = if kind == Kind::Identical { &physical } else { &logical };
    let other = if kind == Kind::Identical { &logical } else { &physical };
    let whole = framed::pack(World::schema(), &before);
    let mut damaged = whole.clone();
    damaged.truncate(whole.len() / 2);
    let stranger = Schema::parse("struct Order { price: u32, number: u32 } root Order;").unwrap();
    let (none, mut one) = (Record::new(&stranger), Record::new(&stranger));
    one.set("price", 7).unwrap();
    let strange = none.diff(&one).unwrap().to_bytes().unwrap();
    // Of other bytes, and of what is not there.
    let [elsewhere, conflict] = [physical::between(&after, &before).unwrap(), {
        let mut gone = before.clone();
        let mut world = World::edit(&mut gone).unwrap();
        world.players().remove(7).unwrap();
        let mut again = gone.clone();
        World::edit(&mut again).unwrap().players().insert(7, &stranger_player()).unwrap();
        let schema = World::schema();
        schema.peek(&gone).unwrap().diff(&schema.peek(&again).unwrap()).unwrap().to_bytes().unwrap()
    }];
    let for_another = if kind == Kind::Identical { elsewhere } else { conflict };

    let mut leader = accept();
    assert_eq!(leader.request(), Request::Follow { name: name.into(), kind, sequence: None });
    leader.send(&patch(1, 2, own));
    assert!(matches!(leader.request(), Request::AskSnapshot { why } if why.contains("before the record")));
    leader.send(&snapshot(4, &whole));
    assert_eq!(leader.request(), Request::Acknowledge(4));
    let kept = followers(&file).unwrap().record;

    let good = patch(4, 5, own);
    let bad: Vec<(&str, Vec<u8>)> = vec![
        ("no message", b"no message".to_vec()),
        ("nothing", Vec::new()),
        ("a message that ends early", good[..good.len() - 1].to_vec()),
        ("bytes that are no patch", patch(4, 5, b"no patch")),
        ("no bytes", patch(4, 5, b"")),
        ("a patch that ends early", patch(4, 5, &own[..own.len() - 1])),
        ("a patch of the other kind", patch(4, 5, other)),
        ("a patch of another schema", patch(4, 5, &strange)),
        ("a patch of an edit that is not the next", patch(5, 6, own)),
        ("a patch to an edit before", patch(4, 3, own)),
        ("a patch for another record", patch(4, 5, &for_another)),
        ("a record that ends early", snapshot(9, &damaged)),
        ("a record of another schema", snapshot(9, &framed::pack(&stranger, one.as_bytes()))),
    ];
    for (what, frame) in &bad {
        leader.send(frame);
        // What was on its way already is passed over.
        leader.send(&good);
        let Request::AskSnapshot { why } = leader.request() else { panic!("{what} is taken") };
        println!("{name}, {what}: {why}");
        assert_eq!(followers(&file).unwrap().record, kept, "{what}");
        leader.send(&snapshot(4, &whole));
        assert_eq!(leader.request(), Request::Acknowledge(4), "{what}");
        assert_eq!(followers(&file).unwrap().record, kept, "{what}");
    }

    // A length that no frame has: the frames after it cannot be found, so the connection ends.
    leader.0.write_all(&u32::try_from(LONGEST + 1).unwrap().to_be_bytes()).unwrap();
    let mut leader = accept();
    assert_eq!(leader.request(), Request::Follow { name: name.into(), kind, sequence: Some(4) });
    leader.send(&good);
    assert_eq!(leader.request(), Request::Acknowledge(5));
    leader.send(&snapshot(8, &framed::pack(World::schema(), &after)));
    assert_eq!(leader.request(), Request::Acknowledge(8));
    follower.output();
}

fn stranger_player() -> world::Player {
    world::Player { name: "another".into(), at: world::Position { x: 1.0, y: 2.0 }, health: 1, items: Vec::new() }
}

#[test]
fn an_identical_follower_asks_for_the_record_after_each_bad_frame() {
    a_follower_asks_for_the_record_after_each_bad_frame(Kind::Identical);
}

#[test]
fn an_older_follower_asks_for_the_record_after_each_bad_frame() {
    a_follower_asks_for_the_record_after_each_bad_frame(Kind::Older);
}

#[test]
fn the_leader_refuses_what_is_no_request_and_serves_others() {
    let folder = tempfile::tempdir().unwrap();
    let address = address();
    let [(leaders_file, lead), (file, identical)] = ["leader", "identical"].map(|name| file_in(&folder, name));
    let _leader = Process::start(&["lead", &address, &lead, "20", "0"]);
    until("all edits are made", || leaders(&leaders_file).is_some_and(|state| state.sequence == 20));

    let follow = |name: &str| {
        let follow = Request::Follow { name: name.into(), kind: Kind::Identical, sequence: Some(3) };
        vellum::to_vec(&follow).unwrap()
    };
    let acknowledge = vellum::to_vec(&Request::Acknowledge(21)).unwrap();
    for (frames, said) in [
        (vec![b"no request".to_vec()], "version"),
        (vec![acknowledge.clone()], "who follows"),
        (vec![follow("a"), acknowledge], "not made"),
        (vec![follow("b"), follow("b")], "one follower"),
    ] {
        let mut side = Side::new(TcpStream::connect(&address).unwrap());
        frames.iter().for_each(|frame| side.send(frame));
        let why = loop {
            match Update::read(&side.receive()).unwrap() {
                Update::Refused(why) => break why,
                // It never said that it has a record.
                Update::Snapshot { sequence, .. } => assert_eq!(sequence, 20),
                Update::Patch { .. } => panic!("a patch of what it does not have"),
            }
        };
        println!("{why}");
        assert!(why.contains(said), "{why}");
    }
    Process::start(&["identical", &address, &identical, "20"]).output();
    assert_eq!(followers(&file).unwrap().record, leaders(&leaders_file).unwrap().record);
}
