//! The record: the state of a game. The leader has its second revision; a follower may have the
//! first.

use std::collections::BTreeMap;

use vellum::Vellum;
use vellum::patch::Recorder;

#[derive(Vellum, Clone, Debug, PartialEq)]
pub struct World {
    pub tick: u64,
    pub name: String,
    pub players: BTreeMap<u32, Player>,
    pub log: Vec<String>,
    /// Fields of the second revision, which a follower of the first one passes over.
    #[vellum(since = 2)]
    pub weather: Option<String>,
    #[vellum(since = 2)]
    pub quests: BTreeMap<String, u32>,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
pub struct Player {
    pub name: String,
    pub at: Position,
    pub health: u16,
    pub items: Vec<String>,
}

#[derive(Vellum, Clone, Copy, Debug, PartialEq)]
#[vellum(frozen)]
pub struct Position {
    pub x: f32,
    pub y: f32,
}

pub mod older {
    //! The first revision of the record, as a program has it that was built before the second.

    use std::collections::BTreeMap;

    use vellum::Vellum;

    use super::Player;

    #[derive(Vellum, Clone, Debug, PartialEq)]
    pub struct World {
        pub tick: u64,
        pub name: String,
        pub players: BTreeMap<u32, Player>,
        pub log: Vec<String>,
    }
}

/// How many players there are at first, and how many lines the log has at most.
const PLAYERS: u32 = 200;
const LINES: usize = 40;

/// The record that a leader begins with.
pub fn new() -> vellum::Result<Vec<u8>> {
    vellum::to_vec(&World {
        tick: 0,
        name: "the island".into(),
        players: (0..PLAYERS).map(|number| (number, player(number))).collect(),
        log: Vec::new(),
        weather: None,
        quests: BTreeMap::new(),
    })
}

fn player(number: u32) -> Player {
    Player {
        name: format!("player {number}"),
        at: Position { x: 0.0, y: number as f32 },
        health: 100,
        items: ["lamp", "rope", "a map of the island"].map(String::from).into(),
    }
}

/// The edit of a number, in place, noted by a recorder. A leader that is started again goes on with
/// the same ones.
pub fn edit(recorder: &mut Recorder<World>, bytes: &mut Vec<u8>, number: u64) -> vellum::Result<()> {
    let mut world = recorder.edit(bytes)?;
    world.set_tick(number)?;
    let key = (number * 37 % u64::from(PLAYERS)) as u32;
    match number % 8 {
        0 => {
            if world.log().len()? >= LINES {
                world.log().clear()?;
            }
            world.log().push(&format!("tick {number}: player {key} speaks"))?;
        }
        1 => world.set_weather(if number.is_multiple_of(3) { None } else { Some("rain from the west") })?,
        2 => {
            world.quests().insert(&format!("the dragon of cave {}", number % 10), key)?;
        }
        // One leaves, and comes back later as a new player.
        3 => {
            let mut players = world.players();
            if !players.remove(key)? {
                players.insert(key, &player(key))?;
            }
        }
        _ => {
            let mut players = world.players();
            let Some(mut player) = players.at(key)? else { return Ok(()) };
            player.at().set_x(number as f32)?;
            match number % 8 {
                4 => player.set_health((number % 100) as u16)?,
                5 => player.items().push(&format!("coin {number}"))?,
                6 => player.set_name(&format!("player {key}, seen at tick {number}"))?,
                _ => player.items().truncate(3)?,
            }
        }
    }
    Ok(())
}
