//! Maps and sets, by derive: the same bytes whatever the way, in place, at every size.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use crate::common::nets;
use vellum::{ErrorKind, Vellum, schema::PointerWidth};

#[derive(Vellum, Clone, Debug, Default, PartialEq)]
struct Player {
    name: String,
    points: u32,
    #[vellum(since = 2)]
    medals: Vec<String>,
}

#[derive(Vellum, Clone, Debug, Default, PartialEq)]
struct Game {
    title: String,
    scores: BTreeMap<String, u64>,
    players: BTreeMap<u32, Player>,
    absent: BTreeMap<i16, Option<Player>>,
    lists: BTreeMap<bool, Vec<u16>>,
    nested: BTreeMap<char, BTreeMap<String, Option<bool>>>,
    tags: BTreeSet<String>,
    optional: Option<BTreeMap<u8, u8>>,
}

fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *state >> 33
}

/// What the schema reads of a buffer, written as JSON and read again, gives the same bytes.
#[cfg(feature = "serde")]
#[track_caller]
fn same_through_json<T: Vellum>(bytes: &[u8], compact: &[u8]) {
    use serde::de::DeserializeSeed;
    let record = vellum::Record::open(T::schema(), bytes).unwrap();
    let json = serde_json::to_string(&record).unwrap();
    let mut back = T::schema().deserialize(&mut serde_json::Deserializer::from_str(&json)).expect(&json);
    back.compact().unwrap();
    assert_eq!(back.as_bytes(), compact, "{json}");
}

/// A buffer equals the encoding of its value, once it is compact; and reads as the value.
fn check(bytes: &[u8], value: &Game) {
    assert_eq!(vellum::from_slice::<Game>(bytes).unwrap(), *value);
    assert!(Game::schema().prove(bytes).unwrap().is_complete());
    let mut compact = bytes.to_vec();
    Game::compact(&mut compact).unwrap();
    assert_eq!(compact, vellum::to_vec(value).unwrap());
    #[cfg(feature = "serde")]
    same_through_json::<Game>(bytes, &compact);
}

fn some_game() -> Game {
    let player = Player { name: "Ada".into(), points: 3, medals: vec!["gold".into()] };
    Game {
        title: "chess".into(),
        scores: BTreeMap::from([("ada".into(), 1 << 40), ("bob".into(), 0), (String::new(), 7)]),
        players: BTreeMap::from([(70_000, player.clone()), (2, Player::default())]),
        absent: BTreeMap::from([(-5, None), (4, Some(player))]),
        lists: BTreeMap::from([(true, vec![1, 2]), (false, vec![])]),
        nested: BTreeMap::from([('é', BTreeMap::from([("x".into(), Some(true)), ("y".into(), None)]))]),
        tags: BTreeSet::from(["b".into(), "a".into()]),
        optional: Some(BTreeMap::new()),
    }
}

#[test]
fn a_map_of_each_kind_round_trips_and_reads_in_place() {
    let game = some_game();
    let bytes = vellum::to_vec(&game).unwrap();
    check(&bytes, &game);
    let view = Game::peek(&bytes).unwrap();
    assert_eq!(view.scores().unwrap().get("ada").unwrap(), Some(1 << 40));
    assert_eq!(view.scores().unwrap().get("eve").unwrap(), None);
    assert_eq!(view.players().unwrap().get(70_000).unwrap().unwrap().name().unwrap(), "Ada");
    assert!(view.absent().unwrap().get(-5).unwrap().unwrap().is_none());
    let keys: Vec<i16> = view.absent().unwrap().keys().collect::<Result<_, _>>().unwrap();
    assert_eq!(keys, [-5, 4]);
    assert_eq!(view.nested().unwrap().get('é').unwrap().unwrap().get("x").unwrap(), Some(Some(true)));
    assert!(view.tags().unwrap().contains("a").unwrap());
    assert_eq!(view.optional().unwrap().unwrap().len(), 0);
}

#[test]
fn a_hash_map_has_the_bytes_of_a_sorted_one() {
    #[derive(Vellum)]
    struct Hashed {
        scores: HashMap<String, u64>,
        tags: HashSet<u32>,
    }
    #[derive(Vellum)]
    struct Sorted {
        scores: BTreeMap<String, u64>,
        tags: BTreeSet<u32>,
    }
    let scores: Vec<(String, u64)> = (0..2000).map(|n| (format!("key {n}"), n)).collect();
    let tags: Vec<u32> = (0..5000).map(|n| n * 7).collect();
    let hashed = Hashed { scores: scores.iter().cloned().collect(), tags: tags.iter().copied().collect() };
    let sorted = Sorted { scores: scores.into_iter().collect(), tags: tags.into_iter().collect() };
    let bytes = vellum::to_vec(&hashed).unwrap();
    assert_eq!(bytes, vellum::to_vec(&sorted).unwrap());
    assert_eq!(vellum::from_slice::<Hashed>(&bytes).unwrap().scores, hashed.scores);
    assert_eq!(vellum::from_slice::<Sorted>(&bytes).unwrap().tags, sorted.tags);
}

#[test]
fn random_edits_agree_with_a_model_through_splits_and_widenings() {
    for seed in 0..4u64 {
        let mut state = seed + 1;
        let mut model = Game::default();
        let mut bytes = vellum::to_vec(&model).unwrap();
        // Enough entries for several blocks, then a third as many.
        for step in 0..9000u64 {
            let key = format!("{:x}", random(&mut state) % 4000);
            let grows = step < 6000;
            let mut game = Game::edit(&mut bytes).unwrap();
            match random(&mut state) % if grows { 6 } else { 9 } {
                0..=3 => {
                    let value = random(&mut state);
                    let was_there = game.scores().insert(&key, value).unwrap();
                    assert_eq!(was_there, model.scores.insert(key, value).is_some());
                }
                4 => {
                    assert_eq!(game.tags().insert(&key).unwrap(), model.tags.insert(key));
                }
                5 => {
                    let number = u32::try_from(random(&mut state) % 300).unwrap();
                    let player = Player { name: key, points: number, medals: vec!["x".repeat(number as usize % 9)] };
                    game.players().insert(number, &player).unwrap();
                    model.players.insert(number, player);
                }
                6 => assert_eq!(game.tags().remove(&key).unwrap(), model.tags.remove(&key)),
                _ => {
                    assert_eq!(game.scores().remove(&key).unwrap(), model.scores.remove(&key).is_some());
                }
            }
            if step % 1000 == 0 {
                check(&bytes, &model);
            }
        }
        check(&bytes, &model);
        let view = Game::peek(&bytes).unwrap();
        for (key, value) in &model.scores {
            assert_eq!(view.scores().unwrap().get(key).unwrap(), Some(*value));
        }
        let limit = 2 * vellum::to_vec(&model).unwrap().len();
        assert!(bytes.len() <= limit, "{} > {limit}", bytes.len());
        for key in model.scores.keys() {
            assert!(Game::edit(&mut bytes).unwrap().scores().remove(key).unwrap());
        }
        model.scores.clear();
        check(&bytes, &model);
        assert!(!Game::edit(&mut bytes).unwrap().scores().insert("again", 1).unwrap());
        model.scores.insert("again".into(), 1);
        check(&bytes, &model);
    }
}

#[test]
fn ascending_keys_fill_their_blocks() {
    let mut model = Game::default();
    let mut bytes = vellum::to_vec(&model).unwrap();
    let mut game = Game::edit(&mut bytes).unwrap();
    for number in 0..3000u64 {
        let key = format!("{number:08}");
        game.scores().insert(&key, number).unwrap();
        model.scores.insert(key, number);
    }
    check(&bytes, &model);
}

#[test]
fn values_are_edited_where_they_lie() {
    let mut game = some_game();
    let mut bytes = vellum::to_vec(&game).unwrap();
    let mut edit = Game::edit(&mut bytes).unwrap();
    edit.players().at(70_000).unwrap().unwrap().set_name("Ada Lovelace").unwrap();
    edit.players().at(2).unwrap().unwrap().medals().push("tin").unwrap();
    edit.lists().at_or_insert(true, &[]).unwrap().push(3).unwrap();
    edit.nested().at_or_insert('x', &BTreeMap::new()).unwrap().insert("deep", Some(false)).unwrap();
    edit.scores().update("bob", 0, |score| score + 9).unwrap();
    edit.scores().update("new", 5, |score| score + 9).unwrap();
    assert_eq!(edit.absent().take(4).unwrap(), game.absent.remove(&4));
    edit.tags().clear().unwrap();
    edit.optional().unwrap().unwrap().insert(1, 2).unwrap();
    game.players.get_mut(&70_000).unwrap().name = "Ada Lovelace".into();
    game.players.get_mut(&2).unwrap().medals.push("tin".into());
    game.lists.get_mut(&true).unwrap().push(3);
    game.nested.insert('x', BTreeMap::from([("deep".into(), Some(false))]));
    game.scores.insert("bob".into(), 9);
    game.scores.insert("new".into(), 14);
    game.tags.clear();
    game.optional.as_mut().unwrap().insert(1, 2);
    check(&bytes, &game);
    Game::edit(&mut bytes).unwrap().optional().unwrap().unwrap().clear().unwrap();
    game.optional = Some(BTreeMap::new());
    check(&bytes, &game);
}

#[test]
fn ranges_and_prefixes_agree_with_the_standard_library() {
    let scores: BTreeMap<String, u64> = (0..3000u64).map(|n| (format!("{:x}", n * 37 % 4096), n)).collect();
    let game = Game { scores, ..Game::default() };
    let bytes = vellum::to_vec(&game).unwrap();
    let map = Game::peek(&bytes).unwrap().scores().unwrap();
    let read = |entries: vellum::iter::Entries<'_, String, u64, vellum::proved::Checked>| -> Vec<(String, u64)> {
        entries.map(|entry| entry.map(|(key, value)| (key.to_owned(), value)).unwrap()).collect()
    };
    let owned = |entries: Vec<(&String, &u64)>| -> Vec<(String, u64)> {
        entries.into_iter().map(|(key, value)| (key.clone(), *value)).collect()
    };
    for (from, to) in [("", "zz"), ("5", "9a"), ("a00", "a01"), ("fff", "fff"), ("100", "fff"), ("zz", "zzz")] {
        let expected = game.scores.range::<str, _>((std::ops::Bound::Included(from), std::ops::Bound::Excluded(to)));
        assert_eq!(read(map.range(from..to).unwrap()), owned(expected.collect()));
        let expected = game.scores.range::<str, _>((std::ops::Bound::Excluded(from), std::ops::Bound::Included(to)));
        let range = (std::ops::Bound::Excluded(from), std::ops::Bound::Included(to));
        assert_eq!(read(map.range(range).unwrap()), owned(expected.collect()));
    }
    for prefix in ["", "1", "ab", "fff", "zz", "0"] {
        let expected = game.scores.iter().filter(|(key, _)| key.starts_with(prefix));
        assert_eq!(read(map.prefix(prefix).unwrap()), owned(expected.collect()), "{prefix}");
    }
    assert_eq!(map.iter().count(), 3000);
}

#[test]
fn a_fixed_slice_takes_what_fits_and_is_unchanged_by_what_does_not() {
    let mut bytes = vellum::to_vec_with_width(&some_game(), PointerWidth::Two).unwrap();
    let before = bytes.clone();
    let mut game = Game::edit(&mut bytes[..]).unwrap();
    assert_eq!(game.scores().insert("a new key", 1).unwrap_err().kind(), ErrorKind::Full);
    assert_eq!(game.players().insert(9, &Player::default()).unwrap_err().kind(), ErrorKind::Full);
    assert!(game.tags().insert("another").is_err());
    assert_eq!(bytes, before);
    let mut game = Game::edit(&mut bytes[..]).unwrap();
    assert!(game.scores().remove("ada").unwrap());
    assert!(!game.scores().insert("eve", 5).unwrap());
    let mut value = some_game();
    value.scores.remove("ada");
    value.scores.insert("eve".into(), 5);
    assert_eq!(vellum::from_slice::<Game>(&bytes).unwrap(), value);
}

#[test]
fn cut_and_changed_buffers_are_errors_or_values_but_nothing_worse() {
    let mut game = some_game();
    game.scores = (0..700).map(|n| (format!("{n}"), n)).collect();
    let bytes = vellum::to_vec(&game).unwrap();
    for len in (0..bytes.len()).step_by(7) {
        let _ = vellum::from_slice::<Game>(&bytes[..len]);
    }
    for at in 0..bytes.len() {
        if at > 600 && at % 13 != 0 {
            continue;
        }
        let values = [0, 1, 0x7F, 0x80, 0xFF, bytes[at] ^ 1];
        for (number, value) in values.into_iter().enumerate() {
            if !nets::takes(at * values.len() + number) {
                continue;
            }
            let mut bytes = bytes.clone();
            bytes[at] = value;
            let _ = vellum::from_slice::<Game>(&bytes);
            if let Ok(view) = Game::peek(&bytes) {
                let _ = view.scores().and_then(|map| map.get("42"));
            }
            let _ = vellum::space::space::<Game>(&bytes);
            if let Ok(mut edit) = Game::edit(&mut bytes) {
                let _ = edit.scores().insert("4242", 1);
                let _ = edit.scores().remove("42");
                let _ = edit.tags().insert("z");
            }
            let _ = Game::compact(&mut bytes);
        }
    }
}

#[test]
fn a_key_of_text_that_is_no_text_is_refused() -> vellum::Result<()> {
    let text = "struct Game { scores: map<string, u32>, names: set<string>, blobs: set<bytes> } root Game;";
    let schema = vellum::Schema::parse(text)?;
    let mut record = vellum::Record::new(&schema);
    record.set("scores[ada]", 3u32)?;
    let before = record.as_bytes().to_vec();
    let bad = &b"\xFF\xFE"[..];
    let score = schema.field::<u32>("scores[]")?;
    assert_eq!(record.set(score.at(bad), 1).unwrap_err().kind(), ErrorKind::Type);
    assert_eq!(record.add_key("scores", bad).unwrap_err().kind(), ErrorKind::Type);
    assert_eq!(record.add_key("names", bad).unwrap_err().kind(), ErrorKind::Type);
    assert_eq!(record.get(score.at(bad)).unwrap_err().kind(), ErrorKind::Type);
    assert_eq!(record.as_bytes(), before);
    // Bytes that are text are a key, and keys of bytes are any.
    assert_eq!(record.get(score.at(&b"ada"[..]))?, 3);
    assert!(record.add_key("names", &b"ada"[..])?);
    assert!(record.add_key("blobs", bad)?);
    assert!(schema.prove(record.as_bytes())?.is_complete());
    Ok(())
}
