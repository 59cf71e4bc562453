//! How much time a bot has, as pure arithmetic: the referee measures, this decides.

use std::fmt;
use std::str::FromStr;

use crate::answer::{Cost, Fault};
use crate::game::{Ask, Budget};
use crate::wire::ClockFace;

/// Milliseconds that never run out.
const FOREVER: u64 = u64::MAX;

/// The time control of a match.
///
/// As text: `1000+50/turn` (first answer 1000 ms, then 50 ms each), `50/turn`, `bank 60s+100ms`
/// (a chess clock), optionally `hello 5s` (the handshake), `cap 5s` (the longest single answer out of a
/// bank), `fuel 1000000` (units per answer that are not time, for players that count such) and `late 3` (so many late
/// answers in a row forfeit the match), or `none`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// For a handshake.
    pub hello_ms: u64,
    /// For the first real answer, where there is no bank.
    pub first_ms: u64,
    /// For every other answer, per unit of its weight; with a bank, the longest single answer.
    pub turn_ms: u64,
    /// A chess clock instead of a time per answer.
    pub bank: Option<Bank>,
    /// Units per answer that are not time, for players that count such; per unit of the answer's weight.
    pub fuel: Option<u64>,
    /// So many late answers in a row forfeit the match. `None`: what they cost is up to the game's rules alone.
    pub late_max: Option<u32>,
}

/// A chess clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bank {
    /// What each seat starts with.
    pub start_ms: u64,
    /// What a seat gets at the beginning of each of its turns.
    pub increment_ms: u64,
}

impl Clock {
    /// No limits at all, for debugging.
    pub const NONE: Self = Self::per_turn(FOREVER, FOREVER, FOREVER);

    /// Milliseconds that never run out.
    pub(crate) const FOREVER: u64 = FOREVER;

    /// A time per answer.
    pub const fn per_turn(hello_ms: u64, first_ms: u64, turn_ms: u64) -> Self {
        Self { hello_ms, first_ms, turn_ms, bank: None, fuel: None, late_max: None }
    }

    /// A chess clock with a longest single answer.
    pub const fn bank(hello_ms: u64, start_ms: u64, increment_ms: u64, cap_ms: Option<u64>) -> Self {
        let turn_ms = match cap_ms {
            Some(cap_ms) => cap_ms,
            None => FOREVER,
        };
        let bank = Some(Bank { start_ms, increment_ms });
        Self { bank, ..Self::per_turn(hello_ms, turn_ms, turn_ms) }
    }

    /// The same clock, under which so many late answers in a row forfeit the match.
    #[must_use]
    pub const fn with_late_max(self, late_max: Option<u32>) -> Self {
        Self { late_max, ..self }
    }
}

/// What a seat may spend on one answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Grant {
    /// Microseconds; `None` means no limit.
    pub time_us: Option<u64>,
    /// Units of a budget that is not time; `None` means no limit.
    pub fuel: Option<u64>,
    /// Whether the time is all that the seat's bank has.
    pub is_whole_bank: bool,
    /// Whether there is a bank that is charged for the answer.
    pub is_banked: bool,
}

impl Grant {
    /// What a page may say about it.
    pub fn face(self) -> ClockFace {
        ClockFace { left_ms: self.time_us.unwrap_or(u64::MAX) / 1000 }
    }
}

/// One seat's time in one match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timer {
    clock: Clock,
    bank_us: u64,
    /// Whether there was no time at all for the answer that was granted last.
    is_out_of_time: bool,
    late_in_a_row: u32,
}

impl Timer {
    /// A full clock.
    pub fn new(clock: Clock) -> Self {
        let bank_us = clock.bank.map_or(0, |bank| bank.start_ms.saturating_mul(1000));
        Self { clock, bank_us, is_out_of_time: false, late_in_a_row: 0 }
    }

    /// What the seat has for this answer. Gives the increment, so: once per ask.
    pub fn grant(&mut self, ask: &Ask) -> Grant {
        let time_us = self.grant_time(ask);
        self.is_out_of_time = time_us == Some(0);
        Grant {
            time_us,
            fuel: self.clock.fuel.map(|fuel| fuel.saturating_mul(u64::from(ask.weight.max(1)))),
            is_whole_bank: time_us.is_some() && time_us == self.bank_us(),
            is_banked: self.clock.bank.is_some(),
        }
    }

    fn grant_time(&mut self, ask: &Ask) -> Option<u64> {
        let clock = self.clock;
        let limit_ms = match (ask.budget, clock.bank) {
            (Budget::Hello, _) => clock.hello_ms,
            (Budget::First, None) => clock.first_ms,
            (Budget::Turn | Budget::Same, None) => clock.turn_ms.saturating_mul(u64::from(ask.weight.max(1))),
            (_, Some(_)) => clock.turn_ms,
        };
        let limit_us = if limit_ms == FOREVER { FOREVER } else { limit_ms.saturating_mul(1000) };
        let granted = match (ask.budget, clock.bank) {
            (Budget::Hello, _) | (_, None) => limit_us,
            (budget, Some(bank)) => {
                if budget != Budget::Same {
                    self.bank_us = self.bank_us.saturating_add(bank.increment_ms.saturating_mul(1000));
                }
                limit_us.min(self.bank_us)
            }
        };
        (granted != FOREVER).then_some(granted)
    }

    /// What is left in the bank, in microseconds; `None` if there is no bank.
    pub fn bank_us(&self) -> Option<u64> {
        self.clock.bank.map(|_| self.bank_us)
    }

    /// Takes what the answer used out of the bank, if it draws on one, and counts late answers. After
    /// [`Timer::grant`], once per ask.
    pub fn charge(&mut self, ask: &Ask, cost: &Cost, fault: Option<Fault>) {
        let wall_us = cost.wall_us;
        if ask.budget != Budget::Hello {
            self.bank_us = self.bank_us.saturating_sub(wall_us);
        }
        // A bank that ran out within a turn makes all its further answers late at once: that is one lateness.
        let is_same_lateness = ask.budget == Budget::Same && self.is_out_of_time && wall_us == 0;
        match fault {
            Some(Fault::Late) if is_same_lateness => {}
            Some(Fault::Late) => self.late_in_a_row = self.late_in_a_row.saturating_add(1),
            _ => self.late_in_a_row = 0,
        }
    }

    /// How many answers in a row were late, if these are so many that they forfeit the match.
    pub fn late_too_often(&self) -> Option<u32> {
        let late_max = self.clock.late_max?;
        Some(self.late_in_a_row).filter(|&late_in_a_row| late_in_a_row >= late_max)
    }
}

/// A clock that could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("clock `{0}` is not understood: write `1000+50/turn`, `bank 60s+100ms`, or `none`")]
pub struct BadClock(String);

impl FromStr for Clock {
    type Err = BadClock;

    fn from_str(text: &str) -> Result<Self, BadClock> {
        parse(text).ok_or_else(|| BadClock(text.to_string()))
    }
}

fn parse(text: &str) -> Option<Clock> {
    const DEFAULT_HELLO_MS: u64 = 5000;
    if text.trim() == "none" {
        return Some(Clock::NONE);
    }
    let (mut hello_ms, mut cap_ms, mut bank, mut turn) = (DEFAULT_HELLO_MS, None, None, None);
    let (mut fuel, mut late_max) = (None, None);
    let mut words = text.split_whitespace();
    while let Some(word) = words.next() {
        match word {
            "hello" => hello_ms = duration_ms(words.next()?)?,
            "cap" => cap_ms = Some(duration_ms(words.next()?)?),
            "fuel" => fuel = Some(words.next()?.parse().ok().filter(|&fuel: &u64| fuel > 0)?),
            "late" => late_max = Some(words.next()?.parse().ok().filter(|&late_max: &u32| late_max > 0)?),
            "bank" => {
                let (start, increment) = words.next()?.split_once('+')?;
                bank = Some((duration_ms(start)?, duration_ms(increment)?));
            }
            _ => {
                let durations = word.strip_suffix("/turn")?;
                let (first, each) = durations.split_once('+').unwrap_or((durations, durations));
                turn = Some((duration_ms(first)?, duration_ms(each)?));
            }
        }
    }
    let clock = match (bank, turn, cap_ms) {
        (Some((start_ms, increment_ms)), None, cap_ms) => {
            Clock::bank(hello_ms, start_ms, increment_ms, cap_ms)
        }
        (None, Some((first_ms, turn_ms)), None) => Clock::per_turn(hello_ms, first_ms, turn_ms),
        (None, None, None) if fuel.is_some() => Clock::NONE,
        _ => return None,
    };
    Some(Clock { fuel, late_max, ..clock })
}

/// `50`, `50ms`, `5s`, `2m`; at most a day.
fn duration_ms(text: &str) -> Option<u64> {
    const DAY_MS: u64 = 86_400_000;
    let (digits, unit_ms) = if let Some(digits) = text.strip_suffix("ms") {
        (digits, 1)
    } else if let Some(digits) = text.strip_suffix('s') {
        (digits, 1000)
    } else if let Some(digits) = text.strip_suffix('m') {
        (digits, 60_000)
    } else {
        (text, 1)
    };
    digits.parse::<u64>().ok()?.checked_mul(unit_ms).filter(|&ms| ms <= DAY_MS)
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_timed = Self { fuel: None, late_max: None, ..*self } != Self::NONE;
        match (self.fuel, is_timed) {
            (None, false) => return f.write_str("none"),
            (None, true) => self.fmt_time(f)?,
            (Some(fuel), false) => write!(f, "fuel {fuel}")?,
            (Some(fuel), true) => {
                self.fmt_time(f)?;
                write!(f, " fuel {fuel}")?;
            }
        }
        self.late_max.map_or(Ok(()), |late_max| write!(f, " late {late_max}"))
    }
}

impl Clock {
    fn fmt_time(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "hello {}ms ", self.hello_ms)?;
        match self.bank {
            None => write!(f, "{}ms+{}ms/turn", self.first_ms, self.turn_ms),
            Some(bank) => {
                write!(f, "bank {}ms+{}ms", bank.start_ms, bank.increment_ms)?;
                if self.turn_ms != FOREVER {
                    write!(f, " cap {}ms", self.turn_ms)?;
                }
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seat::Seat;

    fn grant(timer: &mut Timer, budget: Budget) -> Option<u64> {
        timer.grant(&Ask::line(Seat(0), budget)).time_us
    }

    fn charge(timer: &mut Timer, budget: Budget, wall_us: u64) {
        timer.charge(&Ask::line(Seat(0), budget), &Cost { wall_us, ..Cost::default() }, None);
    }

    /// One ask and its answer: late after this many microseconds, or in time.
    fn ask(timer: &mut Timer, budget: Budget, late_us: Option<u64>) -> Option<u32> {
        let ask = Ask::line(Seat(0), budget);
        timer.grant(&ask);
        let cost = Cost { wall_us: late_us.unwrap_or(1), ..Cost::default() };
        timer.charge(&ask, &cost, late_us.map(|_| Fault::Late));
        timer.late_too_often()
    }

    #[test]
    fn every_clock_reads_back() {
        for text in [
            "none",
            "1000+50/turn",
            "50/turn",
            "hello 1s 1s+200ms/turn",
            "bank 60s+100ms",
            "bank 2m+0 cap 5s",
            "fuel 5000",
            "50/turn fuel 1000000",
            "bank 2m+0 cap 5s fuel 1",
            "50/turn late 3",
            "bank 2m+0 cap 5s fuel 1 late 5",
            "fuel 5000 late 2",
        ] {
            let clock: Clock = text.parse().expect(text);
            assert_eq!(clock.to_string().parse(), Ok(clock), "{text}");
        }
    }

    #[test]
    fn nonsense_is_refused_with_a_way_out() {
        for text in [
            "",
            "fast",
            "50",
            "bank",
            "bank 5",
            "bank 5+5 50/turn",
            "-5/turn",
            "50/turn cap 5s",
            "99d/turn",
            "fuel",
            "fuel 0",
            "late 3",
            "50/turn late",
            "50/turn late 0",
            "50/turn late -1",
        ] {
            let error = text.parse::<Clock>().expect_err(text).to_string();
            assert!(error.contains("1000+50/turn"), "{error}");
        }
    }

    #[test]
    fn a_bank_gains_by_turns_and_loses_by_use() {
        let mut timer = Timer::new(Clock::bank(1000, 10_000, 100, Some(5_000)));
        assert_eq!(grant(&mut timer, Budget::Hello), Some(1_000_000));
        assert_eq!(grant(&mut timer, Budget::Turn), Some(5_000_000));
        charge(&mut timer, Budget::Turn, 9_000_000);
        assert_eq!(grant(&mut timer, Budget::Same), Some(1_100_000));
        charge(&mut timer, Budget::Same, 2_000_000);
        assert_eq!(grant(&mut timer, Budget::Same), Some(0));
        assert_eq!(grant(&mut timer, Budget::Turn), Some(100_000));
    }

    #[test]
    fn without_a_bank_each_answer_has_its_own_time() {
        let mut timer = Timer::new(Clock::per_turn(5000, 1000, 50));
        assert_eq!(grant(&mut timer, Budget::First), Some(1_000_000));
        charge(&mut timer, Budget::First, 999_999);
        assert_eq!(grant(&mut timer, Budget::Turn), Some(50_000));
        assert_eq!(grant(&mut Timer::new(Clock::NONE), Budget::Turn), None);
    }

    #[test]
    fn fuel_is_granted_beside_time() {
        let mut timer = Timer::new("50/turn fuel 700".parse().expect("a clock"));
        let ask = Ask { weight: 3, ..Ask::line(Seat(0), Budget::Turn) };
        let grant = timer.grant(&ask);
        assert_eq!((grant.time_us, grant.fuel), (Some(150_000), Some(2100)));
        assert_eq!(Timer::new(Clock::NONE).grant(&ask).fuel, None);
    }
    #[test]
    fn late_answers_in_a_row_forfeit_and_one_in_time_restarts_the_count() {
        let mut timer = Timer::new("50/turn late 3".parse().expect("a clock"));
        for (late_us, forfeits) in [
            (Some(50_000), None),
            (Some(50_000), None),
            (None, None),
            (Some(50_000), None),
            (Some(50_000), None),
            (Some(50_000), Some(3)),
        ] {
            assert_eq!(ask(&mut timer, Budget::Turn, late_us), forfeits);
        }
        let mut timer = Timer::new("50/turn".parse().expect("a clock"));
        assert!((0..1000).all(|_| ask(&mut timer, Budget::Turn, Some(50_000)).is_none()));
    }

    #[test]
    fn a_bank_that_runs_out_within_a_turn_is_one_lateness() {
        let mut timer = Timer::new("bank 1s+60ms late 3".parse().expect("a clock"));
        assert_eq!(ask(&mut timer, Budget::Turn, Some(1_060_000)), None);
        assert!((0..100).all(|_| ask(&mut timer, Budget::Same, Some(0)).is_none()));
        // The next turn's increment is enough for an answer: nothing is forfeited.
        assert_eq!(ask(&mut timer, Budget::Turn, None), None);
        // It is not enough, turn after turn.
        assert_eq!(ask(&mut timer, Budget::Same, Some(59_999)), None);
        assert_eq!(ask(&mut timer, Budget::Same, Some(0)), None);
        assert_eq!(ask(&mut timer, Budget::Turn, Some(60_000)), None);
        assert_eq!(ask(&mut timer, Budget::Turn, Some(60_000)), Some(3));
        // Without an increment every turn counts that begins without any time.
        let mut timer = Timer::new("bank 1s+0ms late 3".parse().expect("a clock"));
        assert_eq!(ask(&mut timer, Budget::Turn, Some(1_000_000)), None);
        assert_eq!(ask(&mut timer, Budget::Same, Some(0)), None);
        assert_eq!(ask(&mut timer, Budget::Turn, Some(0)), None);
        assert_eq!(ask(&mut timer, Budget::Turn, Some(0)), Some(3));
    }
}
