//! Each process is killed in the middle of the edits and started again.

use std::path::Path;

use replication::world::{World, older};

use crate::common::{Process, address, file_in, followers, leaders, until};

const EDITS: u64 = 700;

#[test]
fn after_kills_of_each_process_all_have_every_edit_and_no_record_came_in_the_place_of_a_patch() {
    let folder = tempfile::tempdir().unwrap();
    let (address, edits) = (address(), EDITS.to_string());
    let [(leaders_file, lead), (identical_file, identical), (older_file, older)] =
        ["leader", "identical", "older"].map(|name| file_in(&folder, name));
    let lead = || Process::start(&["lead", &address, &lead, &edits, "4"]);
    let identical = || Process::start(&["identical", &address, &identical, &edits]);
    let older = || Process::start(&["older", &address, &older, &edits]);

    let at = |file: &Path| followers(file).map_or(0, |state| state.sequence);
    let made = || leaders(&leaders_file).map_or(0, |state| state.sequence);
    let all_are_at = |edit: u64| {
        until("both followers have an edit", || at(&identical_file).min(at(&older_file)) >= edit);
    };
    let more_are_made = |count: u64| {
        let before = made();
        until("more edits are made", || made() >= before + count);
    };

    let (mut leader, mut of_identical, mut of_older) = (lead(), identical(), older());
    all_are_at(50);
    of_identical.kill();
    more_are_made(30);
    of_identical = identical();
    all_are_at(150);
    of_older.kill();
    more_are_made(60);
    of_older = older();
    all_are_at(250);
    leader.kill();
    leader = lead();
    all_are_at(350);
    // The leader while a follower is away, and while another one is there.
    of_identical.kill();
    more_are_made(10);
    leader.kill();
    leader = lead();
    more_are_made(10);
    of_identical = identical();
    all_are_at(450);
    // All at once.
    leader.kill();
    of_older.kill();
    of_identical.kill();
    (leader, of_identical, of_older) = (lead(), identical(), older());

    for (process, name) in [(of_identical, "identical"), (of_older, "older")] {
        let output = process.output();
        println!("{output}\n");
        assert!(output.starts_with(&format!("{name}: at edit {EDITS}\nwhole records: 1, ")), "{output}");
    }
    leader.kill();

    let leads = leaders(&leaders_file).unwrap();
    let (same, known) = (followers(&identical_file).unwrap(), followers(&older_file).unwrap());
    assert_eq!((leads.sequence, same.sequence, known.sequence), (EDITS, EDITS, EDITS));
    assert_eq!(same.record, leads.record);
    let world: World = vellum::from_slice(&leads.record).unwrap();
    assert!(world.tick == EDITS && world.weather.is_some() && !world.quests.is_empty());
    let expected: older::World = vellum::from_slice(&leads.record).unwrap();
    assert_eq!(vellum::from_slice::<older::World>(&known.record).unwrap(), expected);

    for received in [&same.received, &known.received] {
        assert_eq!(received.snapshots, 1);
        assert!(received.patch_bytes * 20 < received.whole_bytes, "{received}");
        assert!(received.edits > EDITS / 2, "{received}");
    }
    // Of each edit one physical patch. Logical ones were joined while they waited.
    assert_eq!((same.received.patches, same.received.passed_over), (same.received.edits, 0));
    assert!(known.received.patches < known.received.edits && known.received.passed_over > 0);
}

#[test]
fn a_follower_that_is_too_far_behind_gets_the_whole_record() {
    let folder = tempfile::tempdir().unwrap();
    let address = address();
    let [(leaders_file, lead), (file, identical)] = ["leader", "identical"].map(|name| file_in(&folder, name));
    let mut leader = Process::start(&["lead", &address, &lead, "10", "0"]);
    Process::start(&["identical", &address, &identical, "10"]).output();
    leader.kill();
    // So many edits that their physical patches are longer than four records.
    let _leader = Process::start(&["lead", &address, &lead, "1000", "0"]);
    until("all edits are made", || leaders(&leaders_file).unwrap().sequence == 1000);
    Process::start(&["identical", &address, &identical, "1000"]).output();
    let (state, leads) = (followers(&file).unwrap(), leaders(&leaders_file).unwrap());
    assert_eq!((state.received.snapshots, state.record), (2, leads.record));
}

#[test]
fn a_file_that_is_damaged_is_passed_over_and_the_record_comes_whole() {
    let folder = tempfile::tempdir().unwrap();
    let address = address();
    let [(_, lead), (file, identical)] = ["leader", "identical"].map(|name| file_in(&folder, name));
    let _leader = Process::start(&["lead", &address, &lead, "10", "0"]);
    Process::start(&["identical", &address, &identical, "10"]).output();
    let whole = std::fs::read(&file).unwrap();
    std::fs::write(&file, &whole[..whole.len() / 2]).unwrap();
    Process::start(&["identical", &address, &identical, "10"]).output();
    assert_eq!(followers(&file).unwrap().record, leaders(&folder.path().join("leader")).unwrap().record);
}
