//! The list of trials of a check.

use std::time::Duration;

use serde::Serialize;
use serde_json::{Map, Value};
use skirmish_core::clock::Clock;
use skirmish_core::game::Decision;
use skirmish_core::info::Preset;
use skirmish_core::rng::Seed;
use skirmish_core::seat::{Seat, SeatCount};
use skirmish_core::table::{Quirk, Table};
use skirmish_core::wire::{ClockFace, Page};
use skirmish_referee::SplitWrites;

use super::Check;
use super::opponent::Opponent;

/// What a trial tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum TrialKind {
    /// A match against house bots.
    House,
    /// A match from an odd position.
    Position,
    /// A match against an odd opponent.
    Opponent,
    /// A match whose pages arrive in pieces, or show little time.
    Reading,
    /// A match entered in the middle, after others have played its beginning.
    Middle,
}

impl TrialKind {
    /// All kinds, in the order of reports.
    pub const ALL: [Self; 5] = [Self::House, Self::Position, Self::Opponent, Self::Reading, Self::Middle];

    /// The row heading in a report.
    pub const fn words(self) -> &'static str {
        match self {
            Self::House => "house bots",
            Self::Position => "odd positions",
            Self::Opponent => "odd opponents",
            Self::Reading => "odd delivery",
            Self::Middle => "from the middle",
        }
    }
}

/// One match of a check.
#[derive(Clone, Debug)]
pub struct Trial {
    /// What it tests.
    pub kind: TrialKind,
    /// Opponent, position and seat, in words.
    pub what: String,
    /// The complete config.
    pub config: Value,
    /// The number of seats.
    pub seats: SeatCount,
    /// The bot's seat.
    pub seat: Seat,
    /// The opponent.
    pub opponent: Opponent,
    /// The match's seed.
    pub seed: Seed,
    /// The time control; differs from the check's if the trial is about pages that show little time.
    pub clock: Clock,
    /// The least time that the bot is given for an answer, whatever the clock says.
    pub patience: Duration,
    /// How its pages are split into several writes; `None` for one write.
    pub split_writes: Option<SplitWrites>,
    /// Whether languages buffer what the bot prints, as they do unless told otherwise.
    pub is_buffered: bool,
    /// The percentage of decisions that house bots play before the bot enters.
    pub from_percent: Option<u64>,
}

/// Eight writes per page with a pause between: enough for short reads, little against any clock.
const DRIP: SplitWrites = SplitWrites { pieces: 8, pause: Duration::from_micros(100) };

/// A clock that shows little time, and the time limit that applies instead.
const SHORT: (Clock, Duration) = (Clock::bank(1000, 5, 1, None), Duration::from_secs(5));

/// The most trials of a check.
const MOST_TRIALS: usize = 100_000;

/// The trials of a check, the kinds interleaved, so that a short check covers all of them.
pub(super) fn trials(check: &Check<'_>) -> Vec<Trial> {
    let wanted = check.matches.unwrap_or(0).min(MOST_TRIALS);
    let mut planner = Planner::new(check);
    let mut trials = planner.round();
    while trials.len() < wanted {
        let more = planner.round();
        if more.is_empty() {
            break;
        }
        trials.extend(more);
    }
    if let Some(matches) = check.matches {
        trials.truncate(matches);
    }
    trials
}

/// The config with the fields of a preset replaced.
fn overlay(base: &Value, preset: &Preset) -> Option<Value> {
    let set: Map<String, Value> = serde_json::from_str(preset.set).ok()?;
    let mut laid = base.clone();
    laid.as_object_mut()?.extend(set);
    Some(laid)
}

struct Planner<'c> {
    check: &'c Check<'c>,
    opponents: Vec<Opponent>,
    /// Preset name (empty for the check's own config) and config.
    settings: Vec<(String, Value)>,
    seat_counts: Vec<SeatCount>,
    made: u64,
}

impl<'c> Planner<'c> {
    fn new(check: &'c Check<'c>) -> Self {
        let info = check.entry.info;
        // A check finds faults and measures no strength: an opponent that searches would only make it long.
        let quick = skirmish_bots::of_game(info.name).filter(|house| house.default_budget.is_none());
        let mut opponents: Vec<Opponent> = quick.map(Opponent::House).collect();
        if opponents.is_empty() {
            // A new game may have no house bots yet.
            opponents.push(Opponent::Quirk(Quirk::Busy));
        }
        let mut settings = vec![(String::new(), check.config.clone())];
        for preset in info.presets.iter().filter(|_| check.presets) {
            settings.extend(overlay(&check.config, preset).map(|config| (preset.name.to_string(), config)));
        }
        let (low, high) = (*info.seats.start(), *info.seats.end());
        let mut seat_counts: Vec<SeatCount> =
            [low, high, low.midpoint(high)].into_iter().filter_map(|n| SeatCount::new(n.into())).collect();
        seat_counts.dedup();
        Self { check, opponents, settings, seat_counts, made: 0 }
    }

    /// One pass through the list, with fresh seeds.
    fn round(&mut self) -> Vec<Trial> {
        let lists = [self.house(), self.positions(), self.opponents(), self.readings(), self.middles()];
        let longest = lists.iter().map(Vec::len).max().unwrap_or(0);
        let mut trials = Vec::new();
        for at in 0..longest {
            trials.extend(lists.iter().filter_map(|list| list.get(at)).cloned());
        }
        trials
    }

    /// Against every house bot that does not search, from the first and from the last seat, twice.
    fn house(&mut self) -> Vec<Trial> {
        let mut trials = Vec::new();
        for turn in 0..4 * self.opponents.len() {
            let opponent = self.opponents[turn % self.opponents.len()];
            let (name, config) = self.setting(turn);
            trials.extend(self.trial(
                TrialKind::House,
                opponent,
                &config,
                turn / self.opponents.len(),
                |trial| {
                    trial.what = format!("{}{}", opponent.name(), suffix(&name));
                },
            ));
        }
        trials
    }

    /// From every odd position, on the first and on the last seat.
    fn positions(&mut self) -> Vec<Trial> {
        let mut trials = Vec::new();
        for side in 0..2 {
            for (number, oddity) in self.check.entry.info.oddities.iter().enumerate() {
                let Some(config) = overlay(&self.check.config, oddity) else { continue };
                let opponent = self.opponents[(number + side) % self.opponents.len()];
                trials.extend(self.trial(TrialKind::Position, opponent, &config, side, |trial| {
                    trial.what = format!("odd position {} against {}", oddity.name, opponent.name());
                }));
            }
        }
        trials
    }

    fn opponents(&mut self) -> Vec<Trial> {
        let quirks = Quirk::ALL.into_iter().map(Opponent::Quirk);
        let mut trials = Vec::new();
        let slow = self.opponents.iter().rev().find_map(|opponent| match opponent {
            Opponent::House(house) => Some(Opponent::Slow(house)),
            _ => None,
        });
        let odd = slow.into_iter().chain(quirks).chain([Opponent::Late, Opponent::Gone]);
        for (number, opponent) in odd.enumerate() {
            let (name, config) = self.setting(number);
            trials.extend(self.trial(TrialKind::Opponent, opponent, &config, number, |trial| {
                trial.what = format!("odd opponent {}{}", opponent.name(), suffix(&name));
            }));
        }
        trials
    }

    /// Pages in pieces, and, where pages show the clock, a clock that shows hardly any time.
    fn readings(&mut self) -> Vec<Trial> {
        let opponent = self.opponents[self.opponents.len() - 1];
        let config = self.check.config.clone();
        let mut trials = Vec::new();
        for side in 0..2 {
            trials.extend(self.trial(TrialKind::Reading, opponent, &config, side, |trial| {
                trial.what = format!("pages in pieces, against {}", opponent.name());
                trial.split_writes = Some(DRIP);
            }));
        }
        trials.extend(self.trial(TrialKind::Reading, opponent, &config, 0, |trial| {
            trial.what = format!("started without our help to flush, against {}", opponent.name());
            trial.is_buffered = true;
        }));
        if !trials.iter().any(|trial| shows_clock(self.check, trial)) {
            return trials;
        }
        let late_max = self.check.clock.late_max;
        // Only little time is shown, never much: a bot may rely on what it reads and be late.
        for side in 0..2 {
            trials.extend(self.trial(TrialKind::Reading, opponent, &config, side, |trial| {
                trial.what = format!("pages that show little time, against {}", opponent.name());
                (trial.clock, trial.patience) = SHORT;
                trial.clock = trial.clock.with_late_max(late_max);
            }));
        }
        trials
    }

    fn middles(&mut self) -> Vec<Trial> {
        let opponent = self.opponents[0];
        let mut trials = Vec::new();
        for (side, percent) in [50, 90].into_iter().enumerate() {
            let (name, config) = self.setting(side);
            trials.extend(self.trial(TrialKind::Middle, opponent, &config, side, |trial| {
                trial.what =
                    format!("entered after {percent} %, against {}{}", opponent.name(), suffix(&name));
                trial.from_percent = Some(percent);
            }));
        }
        trials
    }

    fn setting(&self, number: usize) -> (String, Value) {
        self.settings[number % self.settings.len()].clone()
    }

    /// A trial with the next number of seats, in rotation, that the config accepts. `None` if it accepts none: an oddity
    /// need not fit every config.
    fn trial(
        &mut self,
        kind: TrialKind,
        opponent: Opponent,
        config: &Value,
        side: usize,
        finish: impl FnOnce(&mut Trial),
    ) -> Option<Trial> {
        let seed = Seed(self.check.seed.0.wrapping_add(self.made));
        let counts = self.seat_counts.iter().cycle().skip(self.made as usize % self.seat_counts.len());
        let seats = counts
            .take(self.seat_counts.len())
            .copied()
            .find(|&seats| (self.check.entry.open)(config, seats, seed).is_ok())?;
        self.made += 1;
        let seat = if side.is_multiple_of(2) { Seat::FIRST } else { Seat(seats.get() as u8 - 1) };
        let mut trial = Trial {
            kind,
            what: String::new(),
            config: config.clone(),
            seats,
            seat,
            opponent,
            seed,
            clock: self.check.clock,
            patience: Duration::ZERO,
            split_writes: None,
            is_buffered: false,
            from_percent: None,
        };
        finish(&mut trial);
        trial.what.push_str(&format!(", seat {seat}"));
        if seats.get() > 2 {
            trial.what.push_str(&format!(" of {}", seats.get()));
        }
        Some(trial)
    }
}

fn suffix(preset: &str) -> String {
    if preset.is_empty() { String::new() } else { format!(", preset {preset}") }
}

/// Whether the first page of the match differs with the time left.
fn shows_clock(check: &Check<'_>, trial: &Trial) -> bool {
    let page = |left_ms| -> Option<Page> {
        let mut table: Box<dyn Table> = (check.entry.open)(&trial.config, trial.seats, trial.seed).ok()?;
        let Decision::Ask(ask) = table.decision() else { return None };
        let mut page = Page::new();
        table.ask(ask.seats.first()?, ClockFace { left_ms }, &mut page);
        Some(page)
    };
    page(1) != page(1000)
}

#[cfg(test)]
mod tests {
    use super::*;
    use skirmish_core::config::Wishes;
    use skirmish_core::table::Entry;
    use skirmish_referee::{HouseBot, Options, ReplayStore};
    use std::sync::Arc;

    fn planned(entry: &'static Entry, matches: Option<usize>) -> Vec<Trial> {
        let nobody = HouseBot::new("nobody", |_| unreachable!("nothing is played"));
        trials(&Check {
            entry,
            config: (entry.configure)(&Wishes::none()).expect("the defaults are fine"),
            presets: true,
            clock: entry.info.clock,
            seed: Seed(1),
            matches,
            bot: Arc::new(nobody),
            bot_words: "nobody".to_string(),
            memory_limit_bytes: None,
            options: &Options::default(),
            store: &ReplayStore::new("nowhere"),
        })
    }

    #[test]
    fn every_house_bot_that_does_not_search_and_every_oddity_is_met_from_the_first_and_the_last_seat() {
        for entry in skirmish_games::GAMES {
            let trials = planned(entry, None);
            let sides = |is_meant: &dyn Fn(&Trial) -> bool| {
                let met = trials.iter().filter(|trial| is_meant(trial));
                let (first, last): (Vec<_>, Vec<_>) = met.partition(|trial| trial.seat == Seat::FIRST);
                let is_last = |trial: &&Trial| trial.seat.index() + 1 == trial.seats.get();
                first.len().min(last.into_iter().filter(is_last).count())
            };
            for house in skirmish_bots::of_game(entry.info.name) {
                let is_meant = |trial: &Trial| {
                    trial.kind == TrialKind::House
                        && matches!(trial.opponent, Opponent::House(met) if met.name == house.name)
                };
                let is_met = sides(&is_meant) >= 2;
                assert_eq!(
                    is_met,
                    house.default_budget.is_none(),
                    "{}: house:{}",
                    entry.info.name,
                    house.name
                );
            }
            for oddity in entry.info.oddities {
                let what = format!("odd position {} ", oddity.name);
                let is_meant = |trial: &Trial| trial.what.starts_with(&what);
                assert!(sides(&is_meant) >= 1, "{}: {what}", entry.info.name);
            }
            let counts =
                trials.iter().map(|trial| trial.seats.get()).collect::<std::collections::BTreeSet<_>>();
            let most = usize::from(*entry.info.seats.end());
            assert!(counts.contains(&most) && (most == 2 || counts.len() >= 3), "{counts:?}");
        }
    }

    #[test]
    fn a_few_matches_see_a_little_of_everything_and_many_never_the_same_seed() {
        for entry in skirmish_games::GAMES {
            let kinds: Vec<TrialKind> = planned(entry, Some(5)).iter().map(|trial| trial.kind).collect();
            assert_eq!(kinds, TrialKind::ALL, "{}", entry.info.name);
            let many = planned(entry, Some(150));
            let seeds = many.iter().map(|trial| trial.seed.0).collect::<std::collections::BTreeSet<_>>();
            assert_eq!((many.len(), seeds.len()), (150, 150), "{}", entry.info.name);
        }
    }
}
