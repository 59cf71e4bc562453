//! The most that can be asked of a seat in a match, and with a clock: the longest that a match can last.

use std::time::Duration;

use crate::clock::Clock;
use crate::seat::SeatCount;

/// The most that one seat can be asked in a match, whatever anybody answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AskLimit {
    /// Handshakes ([`Budget::Hello`](crate::game::Budget)).
    pub hellos: u64,
    /// First answers ([`Budget::First`](crate::game::Budget)).
    pub firsts: u64,
    /// Turns after these: asks that give a bank its increment ([`Budget::Turn`](crate::game::Budget)).
    pub turns: u64,
    /// The sum of the weights of all asks that are neither handshakes nor first answers.
    pub weight: u64,
}

impl AskLimit {
    /// One answer a turn, the first of them a first answer.
    pub const fn one_per_turn(turns: u64) -> Self {
        let later = turns.saturating_sub(1);
        Self { hellos: 0, firsts: 1, turns: later, weight: later }
    }
}

impl Clock {
    /// The most time that one seat can be granted in a match; `None` if there is no limit.
    ///
    /// Whether answers come in time or not makes no difference: a seat that uses up its time each time and is never
    /// late `late_max` times in a row takes exactly this long.
    pub fn seat_budget(&self, limit: &AskLimit) -> Option<Duration> {
        let hellos = times(limit.hellos, self.hello_ms)?;
        let answers = times(limit.firsts, self.first_ms).zip(times(limit.weight, self.turn_ms));
        let answers = answers.map(|(firsts, others)| firsts.saturating_add(others));
        let bank = self.bank.map(|bank| {
            let increments = limit.firsts.saturating_add(limit.turns).saturating_mul(bank.increment_ms);
            bank.start_ms.saturating_add(increments)
        });
        let ms = match (answers, bank) {
            (Some(answers), Some(bank)) => answers.min(bank),
            (answers, bank) => bank.or(answers)?,
        };
        Some(Duration::from_millis(hellos.saturating_add(ms)))
    }

    /// The most time that all seats of a match together can be granted: the longest that it can last, as seats are asked
    /// one after another. `None` if there is no limit.
    pub fn match_budget(&self, limit: &AskLimit, seats: SeatCount) -> Option<Duration> {
        self.seat_budget(limit).map(|seat| seat.saturating_mul(seats.get() as u32))
    }
}

/// So many times so many milliseconds; `None` if that never ends.
fn times(count: u64, ms: u64) -> Option<u64> {
    match (count, ms) {
        (0, _) => Some(0),
        (_, Clock::FOREVER) => None,
        (count, ms) => Some(count.saturating_mul(ms)),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::answer::{Cost, Fault};
    use crate::clock::Timer;
    use crate::game::{Ask, Budget};
    use crate::seat::Seat;

    fn check(clock: &str, limit: AskLimit, budget_ms: Option<u64>) {
        let clock: Clock = clock.parse().expect("a clock");
        assert_eq!(clock.seat_budget(&limit), budget_ms.map(Duration::from_millis), "{clock}");
    }

    #[test]
    fn a_budget_is_all_that_the_clock_can_grant() {
        let limit = AskLimit { hellos: 1, firsts: 1, turns: 9, weight: 40 };
        check("hello 2s 3s+100ms/turn", limit, Some(2000 + 3000 + 4000));
        check("hello 2s bank 20s+60ms", limit, Some(2000 + 20_000 + 600));
        check("hello 2s bank 20s+60ms cap 100ms", limit, Some(2000 + 4100));
        check("none", limit, None);
        check("fuel 7", limit, None);
        check("none", AskLimit::default(), Some(0));
        check("1s+100ms/turn", AskLimit::one_per_turn(11), Some(2000));
        let clock: Clock = "1s+100ms/turn".parse().expect("a clock");
        let budget = clock.match_budget(&AskLimit::one_per_turn(11), SeatCount::TWO);
        assert_eq!(budget, Some(Duration::from_secs(4)));
    }

    /// Asks as a match may have them: hellos, a first answer, then turns of one or several answers.
    fn asks() -> impl Strategy<Value = Vec<Ask>> {
        let turn = prop::collection::vec(1u32..4, 1..4);
        (0..3usize, any::<bool>(), prop::collection::vec(turn, 0..20)).prop_map(|(hellos, first, turns)| {
            let ask = |budget, weight| Ask { weight, ..Ask::line(Seat(0), budget) };
            let mut asks = vec![ask(Budget::Hello, 1); hellos];
            asks.extend(first.then(|| ask(Budget::First, 1)));
            for weights in turns {
                for (at, weight) in weights.into_iter().enumerate() {
                    asks.push(ask(if at == 0 { Budget::Turn } else { Budget::Same }, weight));
                }
            }
            asks
        })
    }

    fn limit_of(asks: &[Ask]) -> AskLimit {
        let count = |budget| asks.iter().filter(|ask| ask.budget == budget).count() as u64;
        let is_weighed = |ask: &&Ask| matches!(ask.budget, Budget::Turn | Budget::Same);
        AskLimit {
            hellos: count(Budget::Hello),
            firsts: count(Budget::First),
            turns: count(Budget::Turn),
            weight: asks.iter().filter(is_weighed).map(|ask| u64::from(ask.weight)).sum(),
        }
    }

    /// Plays the asks; `spend` chooses how much of each grant is used and whether the answer is late. Returns the total.
    fn total(clock: Clock, asks: &[Ask], mut spend: impl FnMut(u64) -> (u64, bool)) -> Duration {
        let (mut timer, mut total_us) = (Timer::new(clock), 0);
        for ask in asks {
            let granted_us = timer.grant(ask).time_us.expect("these clocks have an end");
            let (wall_us, is_late) = spend(granted_us);
            let cost = Cost { wall_us, ..Cost::default() };
            timer.charge(ask, &cost, is_late.then_some(Fault::Late));
            total_us += wall_us;
        }
        Duration::from_micros(total_us)
    }

    const CLOCKS: [&str; 4] = [
        "hello 2s 3s+100ms/turn",
        "hello 1s bank 2s+60ms",
        "bank 3s+60ms cap 200ms late 3",
        "20/turn late 2",
    ];

    proptest! {
        #[test]
        fn no_answers_and_no_latenesses_exceed_the_budget(
            asks in asks(),
            which in 0..CLOCKS.len(),
            shares in prop::collection::vec((0..=4u64, any::<bool>()), 64),
        ) {
            let clock: Clock = CLOCKS[which].parse().expect("a clock");
            let mut shares = shares.into_iter().cycle();
            let spent = total(clock, &asks, |granted_us| {
                let (quarters, is_late) = shares.next().unwrap_or_default();
                if is_late { (granted_us, true) } else { (granted_us / 4 * quarters, false) }
            });
            prop_assert!(spent <= clock.seat_budget(&limit_of(&asks)).expect("an end"));
        }

        #[test]
        fn whoever_uses_up_every_grant_reaches_the_budget_of_a_clock_without_a_bank(asks in asks()) {
            let clock: Clock = "hello 2s 3s+100ms/turn".parse().expect("a clock");
            let spent = total(clock, &asks, |granted_us| (granted_us, false));
            prop_assert_eq!(Some(spent), clock.seat_budget(&limit_of(&asks)));
        }

        #[test]
        fn whoever_uses_up_every_grant_reaches_the_budget_of_a_bank(asks in asks()) {
            let clock: Clock = "hello 1s bank 2s+60ms".parse().expect("a clock");
            prop_assume!(asks.iter().any(|ask| ask.budget != Budget::Hello));
            let spent = total(clock, &asks, |granted_us| (granted_us, false));
            prop_assert_eq!(Some(spent), clock.seat_budget(&limit_of(&asks)));
        }
    }
}
