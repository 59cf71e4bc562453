//! House bots' answers in a replay, computed again: whoever sends a replay cannot choose them.

use skirmish_bots::House;
use skirmish_core::answer::Fault;
use skirmish_core::replay::{Mismatch, Playback, Replay};
use skirmish_core::rng::Seed;
use skirmish_core::seat::Seat;
use skirmish_core::table::Entry;
use skirmish_core::wire::Page;

use crate::seat_seed::seed_of_seat;

/// Why a replay cannot be of a match in which these house bots played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WrongHouse {
    /// The replay does not play.
    #[error(transparent)]
    Replay(#[from] Mismatch),
    /// A house bot did not answer in time: the machine was too slow for it.
    #[error("house:{name} at seat {seat} was late for decision {decision}: the machine was too slow")]
    Late {
        /// Its name.
        name: &'static str,
        /// Where it sat.
        seat: Seat,
        /// What it was asked.
        decision: u64,
    },
    /// It failed in another way, which house bots never do.
    #[error("house:{name} at seat {seat} failed at decision {decision}, which a house bot never does")]
    Failed {
        /// Its name.
        name: &'static str,
        /// Where it sat.
        seat: Seat,
        /// What it was asked.
        decision: u64,
    },
    /// It answers something else to the same question.
    #[error("house:{name} at seat {seat} does not answer decision {decision} as the replay says")]
    Differs {
        /// Its name.
        name: &'static str,
        /// Where it sat.
        seat: Seat,
        /// What it was asked.
        decision: u64,
    },
}

impl WrongHouse {
    /// Whether no honest worker of this version can have sent it, however slow.
    pub fn is_forged(&self) -> bool {
        !matches!(self, Self::Late { .. })
    }
}

/// Asks the house bots everything again that they were asked in a replay, and compares their answers; by seat, who is a
/// house bot.
pub fn check_house_answers(
    replay: &Replay,
    entry: &Entry,
    houses: &[Option<House>],
) -> Result<(), WrongHouse> {
    let mut seated: Vec<_> = houses
        .iter()
        .zip(0u8..)
        .map(|(house, seat)| {
            house.map(|house| (house.name, house.seat(Seed(seed_of_seat(replay.header.seed.0, seat)))))
        })
        .collect();
    if seated.iter().all(Option::is_none) {
        return Ok(());
    }
    let mut playback = Playback::new(replay, entry)?;
    let mut page = Page::new();
    loop {
        let decision = playback.decisions();
        for answered in playback.upcoming() {
            let seat = answered.seat;
            let Some(Some((name, bot))) = seated.get_mut(seat.index()) else { continue };
            let name = *name;
            let Some(frame) = answered.answer.frame() else {
                return Err(match answered.answer.fault() {
                    Some(Fault::Late) => WrongHouse::Late { name, seat, decision },
                    _ => WrongHouse::Failed { name, seat, decision },
                });
            };
            page.clear();
            let written = bot.answer(playback.table_mut(), seat, &mut page);
            if written.is_err() || page.as_bytes() != frame {
                return Err(WrongHouse::Differs { name, seat, decision });
            }
        }
        if !playback.step()? {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use skirmish_core::answer::Answer;
    use skirmish_core::config::Wishes;
    use skirmish_core::seat::SeatCount;

    use super::*;
    use crate::{HouseBot, Match, Nobody, Options, play};

    /// A match of two house bots of a game, and who they are.
    fn played(entry: &Entry) -> (Replay, Vec<Option<House>>) {
        let houses: Vec<&'static House> = skirmish_bots::of_game(entry.info.name).collect();
        let seats = usize::from(*entry.info.seats.start());
        let houses: Vec<&'static House> = houses.iter().copied().cycle().take(seats).collect();
        let config = (entry.configure)(&Wishes::none()).expect("a config");
        let seed = Seed(7);
        let table = (entry.open)(&config, SeatCount::new(seats).expect("seats"), seed).expect("a table");
        let players = houses.iter().map(|house| HouseBot::shared(house)).collect();
        let record =
            play(&Match::new(table, seed, players), &Options::default(), &mut Nobody).expect("played");
        (record.replay, houses.into_iter().copied().map(Some).collect())
    }

    #[test]
    fn house_bots_answer_the_same_again_in_every_game() {
        for entry in skirmish_games::GAMES {
            let (replay, houses) = played(entry);
            assert_eq!(check_house_answers(&replay, entry, &houses), Ok(()), "{}", entry.info.name);
        }
    }

    #[test]
    fn an_answer_that_no_house_bot_gives_is_found() {
        let entry = skirmish_games::find("plantation").expect("a game");
        let (replay, houses) = played(entry);
        for (answer, is_forged) in [
            (Answer::Frame(b"something".to_vec()), true),
            (Answer::Fault(Fault::Gone, String::new()), true),
            (Answer::Fault(Fault::Late, String::new()), false),
        ] {
            let mut forged = replay.clone();
            let last = forged.answers.len() - 1;
            forged.answers[last].answer = answer;
            let wrong = check_house_answers(&forged, entry, &houses).expect_err("it is found");
            assert_eq!(wrong.is_forged(), is_forged, "{wrong}");
            // Of a program anything may be true.
            let program = vec![None; houses.len()];
            assert_eq!(check_house_answers(&forged, entry, &program), Ok(()));
        }
    }
}
