//! How often somebody may do something: a bucket for each, that fills again with time.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use super::Refused;
use crate::clock::Clock;

/// Buckets that are remembered; full ones are forgotten first, as they say nothing.
const MOST_BUCKETS: usize = 50_000;

/// Something that may not be done too often.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rate {
    /// Making an account, by address.
    SignUp,
    /// Trying a password for a name, by name and address.
    LogIn,
    /// The same while many addresses try that name.
    LogInBesieged,
    /// Trying passwords, by name: when there are too many, it is [`Self::LogInBesieged`] that counts.
    LogInName,
    /// Trying passwords, by address.
    LogInFrom,
    /// Confirming something by the password, by session.
    Confirm,
    /// Changing anything, by account.
    Change,
    /// Asking the API, by token.
    Ask,
}

impl Rate {
    /// How many at once, and in how many milliseconds that many come back.
    fn allowance(self) -> (f64, f64) {
        const MINUTE: f64 = 60_000.0;
        match self {
            // A class behind one address signs up within minutes.
            Self::SignUp => (60.0, 60.0 * MINUTE),
            Self::LogIn | Self::Confirm => (10.0, 10.0 * MINUTE),
            Self::LogInBesieged => (3.0, 10.0 * MINUTE),
            Self::LogInFrom | Self::LogInName => (100.0, 10.0 * MINUTE),
            Self::Change => (120.0, MINUTE),
            Self::Ask => (600.0, MINUTE),
        }
    }

    fn sentence(self) -> &'static str {
        match self {
            Self::SignUp => "Too many accounts were made from your address.",
            Self::LogIn | Self::LogInBesieged | Self::LogInName => {
                "Too many passwords were tried for this name from your address."
            }
            Self::Confirm => "Too many wrong passwords were given.",
            Self::LogInFrom => "Too many passwords were tried from your address.",
            Self::Change => "You change things faster than this arena lets anybody.",
            Self::Ask => "You ask faster than this arena lets anybody.",
        }
    }
}

/// Remembers how often who did what, for a while, in memory.
#[derive(Debug)]
pub struct Rates {
    clock: Clock,
    buckets: Mutex<HashMap<(Rate, String), Bucket>>,
}

#[derive(Clone, Copy, Debug)]
struct Bucket {
    left: f64,
    at_ms: i64,
}

impl Rates {
    /// Nobody has done anything yet.
    #[must_use]
    pub fn new(clock: Clock) -> Self {
        Self { clock, buckets: Mutex::default() }
    }

    /// Counts something that somebody does, or refuses it.
    pub fn count(&self, rate: Rate, who: &str) -> Result<(), Refused> {
        let (most, period_ms) = rate.allowance();
        let now_ms = self.clock.now_ms();
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= MOST_BUCKETS {
            buckets.retain(|(rate, _), bucket| !bucket.is_full(*rate, now_ms));
            // Under an attack from everywhere, forgetting is better than growing. Those who did most stay counted.
            if buckets.len() >= MOST_BUCKETS {
                forget_half(&mut buckets, now_ms);
            }
        }
        let bucket = buckets.entry((rate, who.to_owned())).or_insert(Bucket { left: most, at_ms: now_ms });
        bucket.left = bucket.level(rate, now_ms);
        bucket.at_ms = now_ms;
        if bucket.left < 1.0 {
            let wait_seconds = ((1.0 - bucket.left) * period_ms / most / 1000.0).ceil() as u64;
            return Err(Refused::TooOften { what: rate.sentence().to_owned(), wait_seconds });
        }
        bucket.left -= 1.0;
        Ok(())
    }

    /// Takes back what was counted: a right password is no attempt.
    pub fn forgive(&self, rate: Rate, who: &str) {
        self.buckets.lock().unwrap_or_else(PoisonError::into_inner).remove(&(rate, who.to_owned()));
    }
}

/// Forgets the half that has most left, in parts of what they may have.
fn forget_half(buckets: &mut HashMap<(Rate, String), Bucket>, now_ms: i64) {
    let left = |rate: Rate, bucket: &Bucket| bucket.level(rate, now_ms) / rate.allowance().0;
    let mut levels: Vec<f64> = buckets.iter().map(|((rate, _), bucket)| left(*rate, bucket)).collect();
    let middle = levels.len() / 2;
    let (_, &mut middle, _) = levels.select_nth_unstable_by(middle, f64::total_cmp);
    let below = levels.iter().filter(|&&level| level < middle).count();
    // Of those who have the same left, as many stay as there is room for, whoever they are.
    let mut room = (levels.len() / 2).saturating_sub(below);
    buckets.retain(|(rate, _), bucket| {
        let left = left(*rate, bucket);
        let is_let_in = left == middle && room > 0;
        room -= usize::from(is_let_in);
        left < middle || is_let_in
    });
}

impl Bucket {
    fn level(&self, rate: Rate, now_ms: i64) -> f64 {
        let (most, period_ms) = rate.allowance();
        let passed = (now_ms - self.at_ms).max(0) as f64;
        (self.left + passed * most / period_ms).min(most)
    }

    fn is_full(&self, rate: Rate, now_ms: i64) -> bool {
        self.level(rate, now_ms) >= rate.allowance().0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_done_too_often_is_refused_until_time_has_passed() {
        let clock = Clock::standing(1_000_000);
        let rates = Rates::new(clock.clone());
        for _ in 0..10 {
            rates.count(Rate::LogIn, "ada").expect("not too often");
        }
        let refused = rates.count(Rate::LogIn, "ada").expect_err("too often");
        assert!(matches!(refused, Refused::TooOften { wait_seconds: 60, .. }), "{refused}");
        rates.count(Rate::LogIn, "bob").expect("somebody else");
        clock.advance(60_000);
        rates.count(Rate::LogIn, "ada").expect("one came back");
        rates.count(Rate::LogIn, "ada").expect_err("only one");
        rates.forgive(Rate::LogIn, "ada");
        rates.count(Rate::LogIn, "ada").expect("forgiven");
    }

    #[test]
    fn memory_is_bounded() {
        let rates = Rates::new(Clock::standing(0));
        for _ in 0..10 {
            rates.count(Rate::LogIn, "ada").expect("not too often");
        }
        for who in 0..MOST_BUCKETS + 10 {
            rates.count(Rate::Change, &who.to_string()).expect("first");
        }
        assert!(rates.buckets.lock().expect("lock").len() <= MOST_BUCKETS);
        rates.count(Rate::LogIn, "ada").expect_err("a crowd of others makes nobody forget who did too much");
    }
}
