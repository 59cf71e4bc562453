//! A bot for Utti that tries raids out before it decides on one.
//!
//! Each is played on from the board at hand, by the rules themselves, against an opponent who settles and guards its camps.

use skirmish_core::answer::Answers;
use skirmish_core::bot::Bot;
use skirmish_core::game::{Decision, Game};
use skirmish_core::news::News;
use skirmish_core::rng::{Rng, Seed};
use skirmish_core::seat::Seat;
use skirmish_games::utti::{Action, Event, Unit, Utti};

use super::commander::Commander;
use super::medium;
use super::raid::{Goal, Raid, steps_from_base};
use super::settler::{Manner, Settler};

/// Every base creates a troop in every round, which is a unit until it has climbed its mine: hence just under half.
const MANNER: Manner = Manner {
    bases_per_hundred: 47,
    most_bases: 120,
    base_rounds: 60,
    is_gathering: true,
    climb_every: Some(8),
};
/// How many rounds are played in roll-outs for one answer by default.
pub const BUDGET: u32 = 1_200;
/// The units that a side usually may have. A round with more of them counts for more.
const USUAL_UNITS: u32 = 100;
/// For how many rounds it stays with what it decided on.
const KEEP: u32 = 8;
/// Nothing is played on for longer than this.
const MOST_ROUNDS: u32 = 120;
/// A raid says nothing before it has been at its goal for this many rounds.
const ROUNDS_AT_GOAL: u32 = 12;
/// How many raids go on at a time.
const MOST_RAIDS: usize = 3;
/// How many stacks it thinks of raiding.
const MOST_STACKS: usize = 2;
/// An enemy with so few bases can be kept from creating troops.
const FEW_BASES: u32 = 3;
/// How much better than going on as before something else has to be.
const BONUS: f64 = 0.03;

/// Settles with all it has, and decides on raids by roll-outs.
#[derive(Clone, Debug)]
pub struct Hard {
    commander: Commander,
    /// Plays the enemy in roll-outs.
    rival: Settler,
    budget: u32,
    /// The round of the last decision.
    decided: Option<u32>,
    /// The match of a roll-out, kept for its memory.
    trial: Option<Utti>,
    /// Rounds that were played in roll-outs for the last decision.
    played: u32,
}

/// Something that it can decide on.
#[derive(Clone, Debug)]
struct Choice {
    commander: Commander,
    /// For how many rounds it must be played on at least before it shows what it is worth.
    rounds: u32,
}

impl Hard {
    /// A bot that plays so many rounds in roll-outs for one answer, fewer where a side may have more units than usual.
    pub fn new(seed: Seed, budget: u32) -> Self {
        let [own, rival] = [0, 1].map(|n| Rng::new(seed.child(n)));
        Self {
            commander: Commander::new(Settler::new(MANNER, own)),
            rival: Settler::new(medium::MANNER, rival),
            budget,
            decided: None,
            trial: None,
            played: 0,
        }
    }

    /// Decides on the raids that come to most.
    fn decide(&mut self, seen: &Utti, seat: Seat) {
        self.played = 0;
        let config = seen.config();
        let budget = self.budget * USUAL_UNITS / config.max_units.max(USUAL_UNITS);
        let most = MOST_ROUNDS.min(config.rounds - seen.round());
        let mut choices = self.choices(seen, seat);
        choices.retain(|choice| choice.rounds <= most);
        let rounds = |choices: &[Choice]| (budget / choices.len() as u32).min(most);
        while choices.iter().any(|choice| choice.rounds > rounds(&choices)) {
            choices.pop();
        }
        if choices.len() < 2 {
            return;
        }
        let rounds = rounds(&choices);
        let mut best = f64::MIN;
        for (index, choice) in choices.into_iter().enumerate() {
            let bonus = if index == 0 { BONUS } else { 0.0 };
            let worth = self.try_out(seen, seat, choice.commander.clone(), rounds) + bonus;
            if worth > best {
                best = worth;
                self.commander = choice.commander;
            }
        }
    }

    /// What it can decide on, going on as before first.
    fn choices(&self, seen: &Utti, seat: Seat) -> Vec<Choice> {
        let mut choices = vec![Choice { commander: self.commander.clone(), rounds: 0 }];
        let raids_now = self.commander.raids();
        if !raids_now.is_empty() {
            choices.push(Choice { commander: self.commander.without_raids(), rounds: 1 });
        }
        if raids_now.len() >= MOST_RAIDS {
            return choices;
        }
        for (goal, size) in raids(seen, seat) {
            if raids_now.iter().any(|raid| raid.goal == goal) {
                continue;
            }
            let commander = self.commander.with_raid(Raid::new(goal, size));
            let steps = steps_from_base(seen, seat, goal.cell()) as u32;
            choices.push(Choice { commander, rounds: steps + size as u32 + ROUNDS_AT_GOAL });
        }
        choices
    }

    /// What a choice comes to after some rounds.
    fn try_out(&mut self, seen: &Utti, seat: Seat, mut own: Commander, rounds: u32) -> f64 {
        let trial = match &mut self.trial {
            Some(trial) => {
                trial.clone_from(seen);
                trial
            }
            empty => empty.insert(seen.clone()),
        };
        let (mut answers, mut news) = (Answers::new(), News::silent());
        let mut rival = self.rival.clone();
        while trial.round() < seen.round() + rounds {
            let Decision::Ask(ask) = trial.decision() else { break };
            for asked in ask.seats.iter() {
                let action = if asked == seat { own.act(trial, asked) } else { rival.act(trial, asked) };
                answers.act(asked, action);
            }
            trial.step(&answers, &mut news);
        }
        self.played += trial.round() - seen.round();
        worth(trial, seat)
    }
}

impl Bot<Utti> for Hard {
    fn act(&mut self, seen: &Utti, seat: Seat, _heard: &[Event]) -> Action {
        if self.decided.is_none_or(|decided| seen.round() >= decided + KEEP) {
            self.decided = Some(seen.round());
            self.decide(seen, seat);
        }
        self.commander.act(seen, seat)
    }
}

/// The raids that come to mind, with how many troops, the most promising first.
fn raids(seen: &Utti, seat: Seat) -> Vec<(Goal, usize)> {
    let enemies = || seen.units(seat.other());
    let bases: Vec<&Unit> = enemies().filter(|unit| !unit.is_troop()).collect();
    let mut raids = Vec::new();
    if bases.len() <= FEW_BASES as usize {
        let open =
            bases.iter().filter(|base| seen.troop_at(base.cell).is_none_or(|troop| troop.seat() != seat));
        raids.extend(open.flat_map(|base| [2, 4].map(|size| (Goal::Base(base.cell), size))));
    }
    let guards =
        |stack: &Unit| bases.iter().filter(|base| base.cell.king_distance(stack.cell) <= 4).count() as u32;
    let mut stacks: Vec<&Unit> = enemies().filter(|unit| unit.is_troop() && seen.is_on_mine(unit)).collect();
    stacks.sort_by_key(|stack| std::cmp::Reverse((stack.height * 16 / (1 + guards(stack)), stack.id)));
    let sizes = if seen.base_count(seat) >= 8 { [8, 16] } else { [3, 6] };
    for stack in stacks.into_iter().take(MOST_STACKS) {
        raids.extend(sizes.map(|size| (Goal::Stack(stack.cell), size)));
    }
    raids
}

/// How much better the seat stands than the other one, from -1 to 1.
fn worth(game: &Utti, seat: Seat) -> f64 {
    let [own, other] = [seat, seat.other()].map(|seat| promise(game, seat));
    (own - other) / (own + other + 1.0)
}

/// The score that the seat will have if nothing happens but that its stacks mine and its bases create.
fn promise(game: &Utti, seat: Seat) -> f64 {
    let config = game.config();
    let left = f64::from(config.rounds - game.round().min(config.rounds));
    let (score, bases) = (game.score(seat) as f64, game.base_count(seat));
    let is_covered = |base: &&Unit| game.troop_at(base.cell).is_some_and(|troop| troop.seat() != seat);
    let covered = game.units(seat).filter(|unit| !unit.is_troop()).filter(is_covered).count() as u32;
    let height: u32 = game.units(seat).filter(|unit| unit.is_troop()).map(|troop| troop.height).sum();
    let (gold, cost) = (config.mine_yield as f64, config.troop_cost as f64);
    let of_height = gold * left;
    let of_base = (f64::from(config.troop_height) * gold * left / 2.0 - cost).max(0.0) * left;
    let most = config.max_units / 2;
    // Height becomes bases as long as they are worth more.
    let as_bases = if bases < most { 0.7 * of_base / f64::from(config.base_height) } else { 0.0 };
    let creating = f64::from((bases - covered).min(most)) + 0.2 * f64::from(covered);
    score + f64::from(height) * of_height.max(as_bases) + creating * of_base
}

#[cfg(test)]
mod tests {
    use super::*;
    use skirmish_core::seat::SeatCount;
    use skirmish_games::utti::Config;

    /// How many rounds are played in roll-outs for one answer of a short match, at most; and the scores at its end.
    fn match_of(budget: u32, max_units: u32) -> (u32, [i64; 2]) {
        let config = Config {
            size: 16,
            rounds: 40,
            base_height: 6,
            mine_clear: 2,
            mine_reach: 4,
            max_units,
            ..Config::default()
        };
        let mut game = Utti::start(&config, SeatCount::TWO, Seed(1)).expect("it starts");
        let mut bot = Hard::new(Seed(1), budget);
        let mut rival = Settler::new(medium::MANNER, Rng::new(Seed(2)));
        let (mut answers, mut most) = (Answers::new(), 0);
        while let Decision::Ask(ask) = game.decision() {
            answers.clear();
            for seat in ask.seats.iter() {
                let hello = game.handshake_reply(seat);
                let act =
                    || if seat == Seat::FIRST { bot.act(&game, seat, &[]) } else { rival.act(&game, seat) };
                answers.act(seat, hello.unwrap_or_else(act));
            }
            game.step(&answers, &mut News::silent());
            most = most.max(bot.played);
        }
        (most, [Seat::FIRST, Seat::SECOND].map(|seat| game.score(seat)))
    }

    #[test]
    fn no_answer_takes_more_rounds_than_the_budget_and_fewer_where_sides_are_large() {
        assert_eq!(match_of(1, 100).0, 0, "one round shows nothing of a raid");
        assert!((1..=90).contains(&match_of(90, 100).0));
        assert!((1..=90).contains(&match_of(180, 200).0));
    }

    #[test]
    fn a_raid_that_pays_is_found_and_undoes_the_enemy() {
        let [own, other] = match_of(BUDGET, 20).1;
        assert!(own > 2 * other, "{own} to {other}");
    }
}
