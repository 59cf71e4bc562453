//! Tries of passwords: many are refused, and nobody can lock anybody out by them.
//!
//! Tries are counted by name and address block together, so that what strangers do from elsewhere is not the owner's. A
//! loose cap by name alone notices that many addresses try one name: from then on a block without an earlier success has
//! fewer tries, but always some. A block from which the name logged in before is only counted by itself. So is a browser in
//! which it did, by a cookie that stays when the session ends: whoever shares an address with somebody (a class does)
//! uses up the address's tries, and not that browser's.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};

use super::{Address, Rate, Rates, Refused, hash_of};
use crate::clock::Clock;

/// How long a success from an address block counts.
const KNOWN_MS: i64 = 30 * 24 * 3_600_000;
/// Successes that are remembered; half of them are forgotten when there are more, the oldest first.
const MOST_KNOWN: usize = 50_000;

/// From where names logged in lately.
#[derive(Debug)]
pub struct Attempts {
    clock: Clock,
    known: Mutex<HashMap<(String, Place), i64>>,
}

/// Where a try comes from.
#[derive(Clone, Copy, Debug, Default)]
pub struct From<'a> {
    /// The address.
    pub address: Address,
    /// What the browser's cookie holds, if it is one in which somebody logged in.
    pub device: Option<&'a str>,
}

impl std::convert::From<Address> for From<'_> {
    fn from(address: Address) -> Self {
        Self { address, device: None }
    }
}

/// What a success is remembered of.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Place {
    Block(Option<IpAddr>),
    /// The hash of what its cookie holds.
    Device(String),
}

/// Whether a name logged in from this address block, or in this browser, before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// It did.
    Known,
    /// It did not, as far as is remembered.
    New,
}

impl Attempts {
    /// Nobody has logged in yet.
    #[must_use]
    pub fn new(clock: Clock) -> Self {
        Self { clock, known: Mutex::default() }
    }

    /// Counts a try of a password for a name, or refuses it.
    pub fn count(&self, rates: &Rates, name_key: &str, from: From<'_>) -> Result<Origin, Refused> {
        if let Some(device) = from.device.map(hash_of)
            && self.origin(name_key, &Place::Device(device.clone())) == Origin::Known
        {
            rates.count(Rate::LogIn, &format!("{device} {name_key}"))?;
            return Ok(Origin::Known);
        }
        let from = from.address;
        let origin = self.origin(name_key, &Place::Block(from.block()));
        let both = key(name_key, from);
        if origin == Origin::New {
            rates.count(Rate::LogInFrom, &block(from))?;
            let is_calm = rates.count(Rate::LogInName, name_key).is_ok();
            if !is_calm {
                rates.count(Rate::LogInBesieged, &both)?;
            }
        }
        rates.count(Rate::LogIn, &both)?;
        Ok(origin)
    }

    /// The password was right: tries of this block and browser for this name begin anew, and they are known from now on.
    pub fn succeed(&self, rates: &Rates, name_key: &str, from: From<'_>) {
        let both = key(name_key, from.address);
        rates.forgive(Rate::LogIn, &both);
        rates.forgive(Rate::LogInBesieged, &both);
        let now_ms = self.clock.now_ms();
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MOST_KNOWN {
            let mut times: Vec<i64> = known.values().copied().collect();
            let half = times.len() / 2;
            let (_, &mut middle, _) = times.select_nth_unstable(half);
            known.retain(|_, at_ms| *at_ms > middle);
        }
        known.insert((name_key.to_owned(), Place::Block(from.address.block())), now_ms);
        if let Some(device) = from.device.map(hash_of) {
            rates.forgive(Rate::LogIn, &format!("{device} {name_key}"));
            known.insert((name_key.to_owned(), Place::Device(device)), now_ms);
        }
    }

    fn origin(&self, name_key: &str, place: &Place) -> Origin {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let since_ms = self.clock.now_ms() - KNOWN_MS;
        match known.get(&(name_key.to_owned(), place.clone())) {
            Some(at_ms) if *at_ms >= since_ms => Origin::Known,
            _ => Origin::New,
        }
    }
}

fn block(from: Address) -> String {
    from.block().map_or_else(|| "unknown".to_owned(), |block| block.to_string())
}

fn key(name_key: &str, from: Address) -> String {
    // An address has no blank.
    format!("{} {name_key}", block(from))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(number: u32) -> From<'static> {
        Address(Some(IpAddr::from((0x0a00_0000 + number).to_be_bytes()))).into()
    }

    fn block(number: u32) -> Place {
        Place::Block(address(number).address.block())
    }

    fn world() -> (Clock, Rates, Attempts) {
        let clock = Clock::standing(KNOWN_MS);
        (clock.clone(), Rates::new(clock.clone()), Attempts::new(clock))
    }

    #[test]
    fn a_thousand_wrong_passwords_from_elsewhere_leave_the_owner_able_to_log_in() {
        let (_, rates, attempts) = world();
        let (home, elsewhere) = (address(1), address(2));
        attempts.count(&rates, "ada", home).expect("let in");
        attempts.succeed(&rates, "ada", home);
        // From a thousand addresses, and as often as each is let.
        let mut let_in = 0;
        for stranger in 1_000..2_000 {
            while attempts.count(&rates, "ada", address(stranger)).is_ok() {
                let_in += 1;
            }
        }
        assert!(let_in >= 1_000, "every address has some: {let_in}");
        assert!(let_in < 4_000, "but fewer than it would have alone: {let_in}");
        for _ in 0..10 {
            assert_eq!(attempts.count(&rates, "ada", home).expect("not locked out"), Origin::Known);
        }
        assert_eq!(attempts.count(&rates, "ada", elsewhere).expect("nor anywhere else"), Origin::New);
        attempts.count(&rates, "ada", elsewhere).expect("with a typing mistake");
    }

    #[test]
    fn one_address_has_ten_tries_for_a_name_and_they_come_back() {
        let (clock, rates, attempts) = world();
        for _ in 0..10 {
            attempts.count(&rates, "ada", address(1)).expect("let in");
        }
        let refused = attempts.count(&rates, "ada", address(1)).expect_err("too often");
        assert!(matches!(refused, Refused::TooOften { wait_seconds: 60, .. }), "{refused}");
        attempts.count(&rates, "bob", address(1)).expect("another name");
        clock.advance(60_000);
        attempts.count(&rates, "ada", address(1)).expect("one came back");
        attempts.succeed(&rates, "ada", address(1));
        attempts.count(&rates, "ada", address(1)).expect("a success makes good");
    }

    #[test]
    fn a_block_that_tries_every_name_is_refused_but_not_where_its_people_are_known() {
        let (_, rates, attempts) = world();
        attempts.count(&rates, "ada", address(1)).expect("let in");
        attempts.succeed(&rates, "ada", address(1));
        let refused = (0..200).filter(|name| attempts.count(&rates, &name.to_string(), address(1)).is_err());
        assert!(refused.count() >= 100);
        attempts.count(&rates, "ada", address(1)).expect("she logged in here before");
    }

    #[test]
    fn whoever_shares_an_address_cannot_lock_out_the_browser_of_somebody_else() {
        let (_, rates, attempts) = world();
        let own = From { device: Some("a browser's cookie"), ..address(1) };
        attempts.succeed(&rates, "ada", own);
        while attempts.count(&rates, "ada", address(1)).is_ok() {}
        while attempts.count(&rates, "ada", From { device: Some("guessed"), ..address(1) }).is_ok() {}
        assert_eq!(attempts.count(&rates, "ada", own).expect("not locked out"), Origin::Known);
        attempts.count(&rates, "bob", From { device: own.device, ..address(2) }).expect("a name of its own");
        let tries = (0..100).filter(|_| attempts.count(&rates, "ada", own).is_ok()).count();
        assert_eq!(tries, 9, "it is counted by itself");
    }

    #[test]
    fn what_is_remembered_is_bounded_and_ends() {
        let (clock, rates, attempts) = world();
        for name in 0..MOST_KNOWN + 10 {
            clock.advance(1);
            attempts.succeed(&rates, &name.to_string(), address(1));
        }
        assert!(attempts.known.lock().expect("lock").len() <= MOST_KNOWN);
        let last = (MOST_KNOWN + 9).to_string();
        assert_eq!(attempts.origin(&last, &block(1)), Origin::Known);
        clock.advance(KNOWN_MS + 1);
        assert_eq!(attempts.origin(&last, &block(1)), Origin::New);
    }
}
