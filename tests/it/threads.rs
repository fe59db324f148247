//! Cursors go to other threads, and stay where a task waits.

use std::collections::BTreeMap;
use std::future::ready;

use vellum::{
    Record, Vellum,
    cursor::{MapEdit, TextEdit},
};

#[derive(Vellum, Default)]
struct Inner {
    number: u32,
    text: String,
}

#[derive(Vellum, Default)]
enum Choice {
    #[default]
    None,
    Inner(Inner),
}

#[derive(Vellum, Default)]
struct Root {
    inner: Inner,
    list: Vec<Inner>,
    map: BTreeMap<String, Inner>,
    choice: Choice,
    array: [u8; 4],
}

fn is_send<T: Send>(value: T) -> T {
    value
}

fn is_sync<T: Sync>(_: &T) {}

/// As a handler of a multi-threaded runtime does it: cursors are alive while it waits.
async fn edit(bytes: &mut Vec<u8>) -> vellum::Result<()> {
    let mut root = Root::edit(bytes)?;
    let mut list = root.list();
    ready(()).await;
    list.push(&Inner { number: 1, text: "one".into() })?;
    let mut element = list.at(0)?;
    ready(()).await;
    element.set_number(2)?;
    let mut text: TextEdit<'_, _> = element.text();
    ready(()).await;
    text.push_str(" and more")?;
    let mut map: MapEdit<'_, _, _, _> = root.map();
    ready(()).await;
    map.insert("key", &Inner::default())?;
    Ok(())
}

/// Runs what is never pending.
fn run<T>(task: impl Future<Output = T> + Send) -> T {
    let mut task = std::pin::pin!(task);
    match task.as_mut().poll(&mut std::task::Context::from_waker(std::task::Waker::noop())) {
        std::task::Poll::Ready(done) => done,
        std::task::Poll::Pending => panic!("nothing to wait for"),
    }
}

#[test]
fn a_task_waits_between_two_edits() {
    let mut bytes = vellum::to_vec(&Root::default()).unwrap();
    run(edit(&mut bytes)).unwrap();
    let root: Root = vellum::from_slice(&bytes).unwrap();
    assert_eq!((root.list[0].number, &*root.list[0].text, root.map.len()), (2, "one and more", 1));
}

#[test]
fn cursors_go_to_another_thread_and_back() {
    let mut bytes = vellum::to_vec(&Root::default()).unwrap();
    let mut root = is_send(Root::edit(&mut bytes).unwrap());
    is_sync(&root);
    let mut list = is_send(root.list());
    std::thread::scope(|scope| {
        scope.spawn(|| {
            for number in 0..300 {
                list.push(&Inner { number, text: "a text that makes the buffer widen".into() }).unwrap();
            }
        });
    });
    let mut last = list.at(299).unwrap();
    last.set_number(last.number().unwrap() - 292).unwrap();
    is_sync(&list);
    let _ = is_send(root.choice());
    let _ = is_send(root.array());
    let _ = is_send(root.inner());
    let root: Root = vellum::from_slice(&bytes).unwrap();
    assert_eq!((root.list.len(), root.list[299].number, root.list[298].number), (300, 7, 298));
}

#[test]
fn a_record_goes_to_another_thread() {
    let record = is_send(Record::new(Root::schema()));
    is_sync(&record);
    std::thread::spawn(move || assert_eq!(record.get::<u32>("inner.number").unwrap(), 0)).join().unwrap();
}
