//! A bot for Si32 that tries its plans out before it plays one of them.
//!
//! Each plan is played on from the board at hand, by the rules themselves, against an opponent with a sound plan of its own.
//! What the board is worth then decides.

use skirmish_core::answer::Answers;
use skirmish_core::bot::Bot;
use skirmish_core::game::{Decision, Game};
use skirmish_core::news::News;
use skirmish_core::rng::{Rng, Seed};
use skirmish_core::seat::Seat;
use skirmish_games::si32::{Event, Orders, Si32};

use super::medium::PLAN;
use super::strategy::{Aim, Plan, Strategist};

/// The plans, the first one preferred among equals. Where not all can be tried out for long enough, the last are left out.
const PLANS: [Plan; 9] = [
    PLAN,
    Plan { soldiers: 8, aim: Aim::Nearest },
    Plan { soldiers: 4, aim: Aim::Nearest },
    Plan { soldiers: 8, aim: Aim::Weakest },
    Plan { soldiers: 8, aim: Aim::Gather },
    Plan { soldiers: 0, aim: Aim::Gather },
    Plan { soldiers: 4, aim: Aim::Gather },
    Plan { soldiers: 6, aim: Aim::Weakest },
    Plan { soldiers: 2, aim: Aim::Weakest },
];
/// How many turns are played in roll-outs for one answer by default.
pub const BUDGET: u32 = 216;
/// The tiles of the usual board. A turn on a larger one counts for more.
const USUAL_AREA: u32 = 400;
/// No plan is played on for longer than this.
const MOST_TURNS: u32 = 60;

/// Chooses among plans by roll-outs.
#[derive(Clone, Debug)]
pub struct Hard {
    strategist: Strategist,
    /// Plays both sides in roll-outs.
    rehearsal: Strategist,
    budget: u32,
    /// The board of a roll-out, kept for its memory.
    trial: Option<Si32>,
    last: Plan,
    /// Turns that were played in roll-outs for the answer at hand.
    played: u32,
}

impl Hard {
    /// A bot that plays so many turns in roll-outs for one answer, fewer on boards larger than the usual one.
    pub fn new(seed: Seed, budget: u32) -> Self {
        let [strategist, rehearsal] = [0, 1].map(|n| Strategist::new(Rng::new(seed.child(n))));
        Self { strategist, rehearsal, budget, trial: None, last: PLAN, played: 0 }
    }

    /// What the plan comes to after some turns.
    fn try_out(&mut self, seen: &Si32, seat: Seat, plan: Plan, turns: u32) -> f64 {
        let trial = match &mut self.trial {
            Some(trial) => {
                trial.clone_from(seen);
                trial
            }
            empty => empty.insert(seen.clone()),
        };
        let (mut answers, mut news) = (Answers::new(), News::silent());
        for _ in 0..turns {
            if matches!(trial.decision(), Decision::Over(_)) {
                break;
            }
            self.rehearsal.play(trial, seat, plan, answers.act_in_place(seat));
            self.rehearsal.play(trial, seat.other(), PLAN, answers.act_in_place(seat.other()));
            trial.step(&answers, &mut news);
            self.played += 1;
        }
        worth(trial, seat)
    }
}

impl Bot<Si32> for Hard {
    fn act(&mut self, seen: &Si32, seat: Seat, _heard: &[Event]) -> Orders {
        let area = (seen.width() * seen.height()) as u32;
        let turns = self.budget * USUAL_AREA / area.max(USUAL_AREA);
        // A plan says nothing before an army has gone a quarter of the way around the board; on large ones none is tried out.
        let fewest = (seen.width() + seen.height()) as u32 / 4;
        let is_usual = area <= 2 * USUAL_AREA;
        let plans = if is_usual { ((turns / fewest) as usize).min(PLANS.len()) } else { 0 };
        let turns_each = turns.checked_div(plans as u32).map_or(0, |turns| turns.min(MOST_TURNS));
        self.played = 0;
        let mut best = (f64::MIN, PLAN);
        for &plan in &PLANS[..plans] {
            // What has been begun is a little better than what would have to be begun.
            let bonus = if plan == self.last { 0.005 } else { 0.0 };
            let worth = self.try_out(seen, seat, plan, turns_each) + bonus;
            if worth > best.0 {
                best = (worth, plan);
            }
        }
        self.last = best.1;
        let mut orders = Orders::new();
        self.strategist.play(seen, seat, best.1, &mut orders);
        orders
    }
}

/// How much better the seat stands than the other one, from -2 to 2.
fn worth(game: &Si32, seat: Seat) -> f64 {
    if let Decision::Over(outcome) = game.decision() {
        return match outcome.winner() {
            Some(winner) if winner == seat => 2.0,
            Some(_) => -2.0,
            None => 0.0,
        };
    }
    let share = |of: &dyn Fn(Seat) -> f64| {
        let (own, other) = (of(seat), of(seat.other()));
        (own - other) / (own + other + 1.0)
    };
    let strength = share(&|seat| {
        let side = game.side(seat);
        f64::from(side.units) + 15.0 * f64::from(side.buildings) + 0.15 * f64::from(side.purse)
    });
    let produced = share(&|seat| game.score(seat) as f64);
    let left = f64::from(game.turns() - game.turn()) / f64::from(game.turns());
    let late = 1.0 - (left * 4.0).min(1.0);
    strength * (1.0 - late) + produced * late
}

#[cfg(test)]
mod tests {
    use super::*;
    use skirmish_core::seat::SeatCount;
    use skirmish_games::si32::Config;

    /// How many turns are played for the first answers on a board of that side, at most.
    fn most_played(side: u32, budget: u32) -> u32 {
        let config = Config { width: side, height: side, ..Config::default() };
        let mut game = Si32::start(&config, SeatCount::TWO, Seed(1)).expect("it starts");
        let mut bots = [0, 1].map(|n| Hard::new(Seed(n), budget));
        let mut answers = Answers::new();
        let most = (0..20).map(|_| {
            for seat in SeatCount::TWO.iter() {
                answers.act(seat, bots[seat.index()].act(&game, seat, &[]));
            }
            game.step(&answers, &mut News::silent());
            bots[0].played.max(bots[1].played)
        });
        most.max().unwrap_or(0)
    }

    #[test]
    fn no_answer_takes_more_turns_than_the_budget_and_fewer_on_large_boards() {
        assert_eq!(most_played(20, 90), 90);
        assert_eq!(most_played(12, 90), 90);
        assert_eq!(most_played(28, 90), 45);
        assert_eq!(most_played(64, BUDGET), 0);
    }
}
