//! How much time a bot has, as pure arithmetic: the referee measures, this decides.

use std::fmt;
use std::str::FromStr;

use crate::answer::Cost;
use crate::game::{Ask, Budget};
use crate::wire::ClockFace;

/// Milliseconds that never run out.
const FOREVER: u64 = u64::MAX;

/// The time control of a match.
///
/// As text: `1000+50/turn` (first answer 1000 ms, then 50 ms each), `50/turn`, `bank 60s+100ms`
/// (a chess clock), optionally `hello 5s` (the handshake), `cap 5s` (the longest single answer out of a
/// bank) and `fuel 1000000` (units per answer that are not time, for players that count such), or `none`.
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
    pub const NONE: Self =
        Self { hello_ms: FOREVER, first_ms: FOREVER, turn_ms: FOREVER, bank: None, fuel: None };

    /// A time per answer.
    pub const fn per_turn(hello_ms: u64, first_ms: u64, turn_ms: u64) -> Self {
        Self { hello_ms, first_ms, turn_ms, bank: None, fuel: None }
    }

    /// A chess clock with a longest single answer.
    pub const fn bank(hello_ms: u64, start_ms: u64, increment_ms: u64, cap_ms: Option<u64>) -> Self {
        let turn_ms = match cap_ms {
            Some(cap_ms) => cap_ms,
            None => FOREVER,
        };
        Self { hello_ms, first_ms: turn_ms, turn_ms, bank: Some(Bank { start_ms, increment_ms }), fuel: None }
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
}

impl Timer {
    /// A full clock.
    pub fn new(clock: Clock) -> Self {
        Self { clock, bank_us: clock.bank.map_or(0, |bank| bank.start_ms.saturating_mul(1000)) }
    }

    /// What the seat has for this answer. Gives the increment, so: once per ask.
    pub fn grant(&mut self, ask: &Ask) -> Grant {
        let time_us = self.grant_time(ask);
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

    /// Takes what the answer used out of the bank, if it draws on one.
    pub fn charge(&mut self, ask: &Ask, cost: &Cost) {
        if ask.budget != Budget::Hello {
            self.bank_us = self.bank_us.saturating_sub(cost.wall_us);
        }
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
    let (mut hello_ms, mut cap_ms, mut bank, mut turn, mut fuel) = (DEFAULT_HELLO_MS, None, None, None, None);
    let mut words = text.split_whitespace();
    while let Some(word) = words.next() {
        match word {
            "hello" => hello_ms = duration_ms(words.next()?)?,
            "cap" => cap_ms = Some(duration_ms(words.next()?)?),
            "fuel" => fuel = Some(words.next()?.parse().ok().filter(|&fuel: &u64| fuel > 0)?),
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
    Some(Clock { fuel, ..clock })
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
        let is_timed = Self { fuel: None, ..*self } != Self::NONE;
        match (self.fuel, is_timed) {
            (None, false) => return f.write_str("none"),
            (Some(fuel), false) => return write!(f, "fuel {fuel}"),
            (_, true) => write!(f, "hello {}ms ", self.hello_ms)?,
        }
        match self.bank {
            None => write!(f, "{}ms+{}ms/turn", self.first_ms, self.turn_ms)?,
            Some(bank) => {
                write!(f, "bank {}ms+{}ms", bank.start_ms, bank.increment_ms)?;
                if self.turn_ms != FOREVER {
                    write!(f, " cap {}ms", self.turn_ms)?;
                }
            }
        }
        self.fuel.map_or(Ok(()), |fuel| write!(f, " fuel {fuel}"))
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
        timer.charge(&Ask::line(Seat(0), budget), &Cost { wall_us, ..Cost::default() });
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
}
