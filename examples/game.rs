//! The state of a game in one buffer: particles as a slice of the buffer, entities as a list of unions, players in a map.
//!
//! `cargo run --example game --features zerocopy`
//!
//! A tick moves all particles by one pass over a slice, and changes single entities where they lie. The buffer is what is
//! saved and sent as well: nothing is encoded between two ticks.

use std::collections::BTreeMap;

use vellum::Vellum;

#[derive(Vellum)]
struct World {
    tick: u64,
    wind: [f32; 2],
    particles: Vec<Particle>,
    entities: Vec<Entity>,
    players: BTreeMap<String, Player>,
}

/// Frozen, and of numbers alone: a list of these is one block of bytes without pointers. `raw` makes `ParticleRaw`, a particle as it lies there.
#[derive(Vellum, Clone, Copy)]
#[vellum(frozen, raw)]
struct Particle {
    at: [f32; 2],
    speed: [f32; 2],
}

#[derive(Vellum, Clone, Copy, Debug, PartialEq)]
enum Mood {
    Calm,
    Angry,
}

#[derive(Vellum)]
enum Entity {
    Tree,
    Coin(u32),
    Monster { name: String, health: u16, mood: Mood },
}

#[derive(Vellum)]
struct Player {
    score: u32,
    items: Vec<String>,
}

/// Moves every particle. The slice is of the buffer itself, so this is a loop over memory.
fn move_particles(world: &mut Vec<u8>) -> vellum::Result<()> {
    let wind = World::peek(world)?.wind()?;
    let wind = [wind.get(0)?, wind.get(1)?];
    let mut world = World::edit(world)?;
    for particle in world.particles().as_mut_slice()? {
        for (axis, wind) in wind.into_iter().enumerate() {
            let speed = particle.speed[axis].get() + wind;
            particle.speed[axis].set(speed);
            particle.at[axis].set(particle.at[axis].get() + speed);
        }
    }
    Ok(())
}

/// Hits a monster. One that falls leaves a coin in its place.
fn hit(world: &mut Vec<u8>, index: usize, player: &str) -> vellum::Result<()> {
    let mut world = World::edit(world)?;
    let mut entities = world.entities();
    let mut entity = entities.at(index)?;
    let Some(mut monster) = entity.as_monster()? else { return Ok(()) };
    let health = monster.health()?.saturating_sub(40);
    if health > 0 {
        monster.set_health(health)?;
        return monster.set_mood(Mood::Angry);
    }
    entity.set_coin(25)?;
    let mut players = world.players();
    if let Some(mut player) = players.at(player)? {
        let score = player.score()? + 100;
        player.set_score(score)?;
        player.items().push("fang")?;
    }
    Ok(())
}

fn main() -> vellum::Result<()> {
    let particle = |number: u16| Particle { at: [f32::from(number), 0.0], speed: [0.0, 1.0] };
    let monster = |name: &str| Entity::Monster { name: name.into(), health: 100, mood: Mood::Calm };
    let mut world = vellum::to_vec(&World {
        tick: 0,
        wind: [0.5, 0.0],
        particles: (0..1000).map(particle).collect(),
        entities: vec![Entity::Tree, monster("Grendel"), Entity::Coin(1)],
        players: BTreeMap::from([("ada".into(), Player { score: 0, items: vec![] })]),
    })?;
    let len = world.len();

    for tick in 1..=3 {
        World::edit(&mut world)?.set_tick(tick)?;
        move_particles(&mut world)?;
        hit(&mut world, 1, "ada")?;
        hit(&mut world, 0, "ada")?; // a tree
    }

    World::schema().prove(&world)?;
    let view = World::peek(&world)?;
    let particles: &[ParticleRaw] = view.particles()?.as_slice()?;
    assert_eq!(particles.len(), 1000);
    // 0.5 + 1.0 + 1.5 with the wind, three ticks along the other axis.
    for (number, particle) in (0_u16..).zip(particles) {
        let [x, y] = Particle::from(*particle).at;
        assert!((x - y - f32::from(number)).abs() < 0.001 && (y - 3.0).abs() < 0.001);
    }
    assert!(matches!(view.entities()?.get(0)?.get()?, EntityRef::Tree));
    assert!(matches!(view.entities()?.get(1)?.get()?, EntityRef::Coin(25)));
    let ada = view.players()?.get("ada")?.expect("a player");
    assert_eq!((view.tick()?, ada.score()?, ada.items()?.get(0)?), (3, 100, "fang"));

    println!("tick {}: {} particles, Ada has {} points", view.tick()?, particles.len(), ada.score()?);
    println!("{len} bytes before the first tick, {} after the last one", world.len());
    Ok(())
}
