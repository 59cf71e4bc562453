//! Sitting down: programs are started, bots of the house made.

use skirmish_core::{Info, Seat, Seed};

use super::{Body, Stop};
use crate::fingerprint::seed_of_seat;
use crate::launch::{NoStart, Order};
use crate::options::Options;
use crate::player::Player;
use crate::program::{Program, node};
use crate::trouble::Trouble;
use crate::wired::Wired;

/// Gives a player its seat.
pub(super) fn seat_one<'a>(
    info: &'static Info,
    seed: Seed,
    seat: Seat,
    player: &'a Player,
    options: &Options,
) -> Result<Body<'a>, Stop> {
    let own_seed = seed_of_seat(seed.0, seat.0);
    Ok(match player {
        Player::Program(program) => start(info, own_seed, seat, program, options)?,
        Player::House(native) => Body::House((native.make)(Seed(own_seed))),
        Player::Scripted(script) => Body::Scripted(script, 0),
        Player::Human { line, .. } => Body::Human(line),
    })
}

fn start<'a>(
    info: &'static Info,
    own_seed: u64,
    seat: Seat,
    program: &Program,
    options: &Options,
) -> Result<Body<'a>, Stop> {
    let mut environment = vec![
        ("SKIRMISH_GAME".to_string(), info.name.to_string()),
        ("SKIRMISH_SEAT".to_string(), seat.to_string()),
        ("SKIRMISH_SEED".to_string(), own_seed.to_string()),
        // Python keeps what is printed until it has a page of it, unless told otherwise: most first bots forget to flush.
        ("PYTHONUNBUFFERED".to_string(), "1".to_string()),
    ];
    environment.extend(node::environment(program));
    let order = Order { command: &program.command, origin: &program.origin, environment: &environment };
    match options.launch.start(&order) {
        Ok(started) => Ok(Body::Wired(Box::new(Wired::new(started, info.caps, options.stderr)))),
        Err(NoStart::Bot(why)) => Ok(Body::NotStarted(why)),
        Err(NoStart::Ours(error)) => Err(Stop::Trouble(Trouble::Start { name: program.name.clone(), error })),
    }
}
