//! A bot for Underworld that tries macro actions out before it decides on one.
//!
//! Each is played on from the board at hand, by the rules themselves, against opponents with a sound manner of their own.

use skirmish_core::answer::Answers;
use skirmish_core::bot::Bot;
use skirmish_core::game::{Decision, Game};
use skirmish_core::news::News;
use skirmish_core::rng::{Rng, Seed};
use skirmish_core::seat::Seat;
use skirmish_games::underworld::{Action, Event, Kind, Underworld};

use super::general::{General, Manner, Stance};

/// How everybody plays who has nothing better to do.
const MANNER: Manner = Manner {
    first_farms: 8,
    farms_per_pair: 4,
    cells_per_farm: 4,
    farms_per_barracks: 4,
    smallest_army: 14,
    odds: 8,
    lead: 6,
    is_cautious: true,
    stance: Stance::Judge,
};
/// How many turns of one seat are played in roll-outs for one answer by default.
pub const BUDGET: u32 = 600;
/// The cells of the usual board. A turn on a larger one counts for more.
const USUAL_AREA: u32 = 144;
/// How much better than the usual manner another one has to be.
const BONUS: f64 = 0.25;
/// For how many turns it stays with what it decided on.
const KEEP: u32 = 6;
/// No macro action is played on for longer than this.
const MOST_TURNS: u32 = 40;

/// Chooses among macro actions by roll-outs.
#[derive(Clone, Debug)]
pub struct Hard {
    general: General,
    budget: u32,
    manner: Manner,
    /// Turns of one seat that were played in roll-outs for the last decision.
    played: u32,
}

impl Hard {
    /// A bot that plays so many turns of one seat in roll-outs for one answer, fewer on boards larger than the usual one.
    pub fn new(seed: Seed, budget: u32) -> Self {
        Self { general: General::new(Rng::new(seed)), budget, manner: MANNER, played: 0 }
    }

    /// Decides on the macro action that comes to most.
    fn decide(&mut self, seen: &Underworld, seat: Seat) {
        self.played = 0;
        let choices = Self::choices(seen, seat);
        let area = (seen.width() * seen.height()) as u32;
        let players = seen.seats().iter().filter(|&other| seen.is_in_play(other)).count() as u32;
        let turns = self.budget * USUAL_AREA / area.max(USUAL_AREA) / players.max(1) / choices.len() as u32;
        let turns = turns.min(MOST_TURNS);
        let mut best = f64::MIN;
        for manner in choices {
            let bonus = if manner == MANNER { BONUS } else { 0.0 };
            let worth = self.try_out(seen, seat, &manner, turns) + bonus;
            if worth > best {
                best = worth;
                self.manner = manner;
            }
        }
    }

    /// What the seat can decide on.
    fn choices(seen: &Underworld, seat: Seat) -> Vec<Manner> {
        let warlike = |stance: Stance| Manner { stance, first_farms: 0, farms_per_pair: 0, ..MANNER };
        let others = seen.seats().iter().filter(|&other| other != seat && seen.is_in_play(other));
        let marches = others.map(|other| warlike(Stance::March(Some(other))));
        [MANNER, warlike(Stance::Hold)].into_iter().chain(marches).collect()
    }

    /// What the manner comes to after some turns.
    fn try_out(&mut self, seen: &Underworld, seat: Seat, manner: &Manner, turns: u32) -> f64 {
        let mut trial = seen.clone();
        let (mut answers, mut news) = (Answers::new(), News::silent());
        let mut own = self.general.clone();
        let mut others = vec![General::new(Rng::new(Seed(u64::from(seen.turn())))); seen.seats().get()];
        for _ in 0..turns {
            let Decision::Ask(ask) = trial.decision() else { break };
            answers.clear();
            for asked in ask.seats.iter() {
                let action = if asked == seat {
                    own.act(&trial, asked, manner)
                } else {
                    others[asked.index()].act(&trial, asked, &MANNER)
                };
                answers.act(asked, action);
                self.played += 1;
            }
            trial.step(&answers, &mut news);
        }
        worth(&trial, seat)
    }
}

impl Bot<Underworld> for Hard {
    fn act(&mut self, seen: &Underworld, seat: Seat, _heard: &[Event]) -> Action {
        // What is not seen cannot be played on. And who decides anew in every turn arrives nowhere.
        if seen.config().vision.is_none() && seen.turn().is_multiple_of(KEEP) {
            self.decide(seen, seat);
        }
        self.general.act(seen, seat, &self.manner)
    }
}

/// How well the seat stands among the others.
fn worth(game: &Underworld, seat: Seat) -> f64 {
    if let Decision::Over(outcome) = game.decision() {
        return match outcome.winner() {
            Some(winner) if winner == seat => 100.0,
            Some(_) => -100.0,
            None => 0.0,
        };
    }
    if !game.is_in_play(seat) {
        return -100.0;
    }
    let strength = |seat: Seat| {
        let castle = game.cells_of(seat, Kind::Castle).next().and_then(|cell| game.object(cell));
        let Some(castle) = castle else { return 0.0 };
        let farms = game.cells_of(seat, Kind::Farm).count() as f64;
        game.score(seat) as f64 + 0.5 * f64::from(castle.hp) + 500.0 * farms
    };
    let others = game.seats().iter().filter(|&other| other != seat);
    let (mut sum, mut most, mut left) = (0.0, 0.0f64, 0);
    for other in others {
        let strength = strength(other);
        sum += strength;
        most = most.max(strength);
        left += i32::from(strength > 0.0);
    }
    let own = strength(seat);
    (own - most) / (own + most + 1.0) + own / (own + sum + 1.0) - f64::from(left)
}

#[cfg(test)]
mod tests {
    use super::*;
    use skirmish_core::seat::SeatCount;
    use skirmish_games::underworld::Config;

    /// How many turns of a seat are played for the first answers among so many, at most.
    fn most_played(seats: usize, budget: u32) -> u32 {
        let seats = SeatCount::new(seats).expect("2 to 8");
        let mut game = Underworld::start(&Config::default(), seats, Seed(1)).expect("it starts");
        let mut bot = Hard::new(Seed(1), budget);
        let mut answers = Answers::new();
        let most = (0..20).map(|_| {
            answers.clear();
            if let Some(hello) = game.handshake_reply(Seat::FIRST) {
                seats.iter().for_each(|seat| answers.act(seat, hello.clone()));
            } else {
                seats.iter().for_each(|seat| answers.act(seat, Action::default()));
                answers.act(Seat::FIRST, bot.act(&game, Seat::FIRST, &[]));
            }
            game.step(&answers, &mut News::silent());
            bot.played
        });
        most.max().unwrap_or(0)
    }

    #[test]
    fn no_answer_takes_more_turns_than_the_budget_however_many_play() {
        assert!((1..=150).contains(&most_played(2, 150)));
        assert!((1..=BUDGET).contains(&most_played(4, BUDGET)));
        assert!(most_played(8, BUDGET) <= BUDGET / 4, "the board is four times as large");
    }
}
