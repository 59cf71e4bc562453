//! How many there are at once: in all, and from one address.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, PoisonError};

/// A place with room for some, and for fewer from one address.
#[derive(Clone, Debug)]
pub struct ConcurrencyLimit {
    most: usize,
    most_from_one: usize,
    there: Arc<Mutex<There>>,
}

#[derive(Debug, Default)]
struct There {
    all: usize,
    /// Addresses from which somebody is there: never more than are there.
    by_block: HashMap<IpAddr, usize>,
}

/// Somebody's place; it is free again when this is dropped.
#[derive(Debug)]
pub struct Slot {
    block: Option<IpAddr>,
    there: Arc<Mutex<There>>,
}

/// Why there is no room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Full {
    /// For nobody.
    All,
    /// For nobody else from there.
    FromOne,
}

/// Where somebody comes from, as far as it tells people apart: whoever has an IPv6 address has the 2^64 beside it, too.
#[must_use]
pub fn block_of(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(ip) => {
            let [a, b, c, d, ..] = ip.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        v4 => v4,
    }
}

impl ConcurrencyLimit {
    /// Nobody is there yet.
    #[must_use]
    pub fn new(most: usize, most_from_one: usize) -> Self {
        Self { most, most_from_one, there: Arc::default() }
    }

    /// Somebody comes, from an address if it is known and counts.
    pub fn enter(&self, address: Option<IpAddr>) -> Result<Slot, Full> {
        let block = address.map(block_of);
        let mut there = self.there.lock().unwrap_or_else(PoisonError::into_inner);
        if there.all >= self.most {
            return Err(Full::All);
        }
        if let Some(block) = block {
            let from_one = there.by_block.get(&block).copied().unwrap_or_default();
            if from_one >= self.most_from_one {
                return Err(Full::FromOne);
            }
            there.by_block.insert(block, from_one + 1);
        }
        there.all += 1;
        Ok(Slot { block, there: self.there.clone() })
    }

    /// How many are there.
    #[must_use]
    pub fn count(&self) -> usize {
        self.there.lock().unwrap_or_else(PoisonError::into_inner).all
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        let mut there = self.there.lock().unwrap_or_else(PoisonError::into_inner);
        there.all -= 1;
        if let Some(block) = self.block
            && let Some(from_one) = there.by_block.get_mut(&block)
        {
            *from_one -= 1;
            if *from_one == 0 {
                there.by_block.remove(&block);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    #[test]
    fn a_limit_is_bounded_in_all_and_by_address_and_forgets_who_left() {
        let limit = ConcurrencyLimit::new(3, 2);
        let first = limit.enter(Some(ip("192.0.2.1"))).expect("room");
        let second = limit.enter(Some(ip("192.0.2.1"))).expect("room");
        assert_eq!(limit.enter(Some(ip("192.0.2.1"))).err(), Some(Full::FromOne));
        let _other = limit.enter(Some(ip("192.0.2.2"))).expect("room for others");
        assert_eq!(limit.enter(None).err(), Some(Full::All));
        drop(first);
        let _again = limit.enter(Some(ip("192.0.2.1"))).expect("somebody left");
        drop(second);
        assert_eq!(limit.count(), 2);
        assert_eq!(limit.there.lock().expect("lock").by_block.len(), 2);
    }

    #[test]
    fn neighbours_count_as_one() {
        assert_eq!(block_of(ip("2001:db8:1:2:aaaa::1")), block_of(ip("2001:db8:1:2:bbbb::2")));
        assert_ne!(block_of(ip("2001:db8:1:2::1")), block_of(ip("2001:db8:1:3::1")));
        assert_eq!(block_of(ip("::ffff:192.0.2.1")), ip("192.0.2.1"));
        assert_ne!(block_of(ip("192.0.2.1")), block_of(ip("192.0.2.2")));
    }
}
