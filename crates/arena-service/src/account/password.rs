//! Passwords: argon2 on threads of their own, few at once, and a short queue before them.

use std::sync::Arc;

use argon2::Argon2;
use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _, phc::PasswordHash};
use tokio::sync::Semaphore;

use super::{Address, Refused};
use crate::concurrency::ConcurrencyLimit;

/// Passwords of strangers that are hashed at the same time: each takes 19 MiB and a core.
const MOST_AT_ONCE: usize = 2;
/// Passwords that wait for that; whoever comes later is told to come again.
const MOST_WAITING: usize = 32;
/// Passwords from one address block that are hashed or wait at the same time.
const MOST_FROM_ONE: usize = 12;
/// Characters of a password.
const CHARS: std::ops::RangeInclusive<usize> = 8..=200;
/// The hash of a password that nobody knows: an unknown name takes as long as a wrong password.
const NOBODYS: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// Where passwords are hashed: in one lane for those of whom it is known that they may, who wait for each other only, and
/// in another for everybody else.
#[derive(Debug)]
pub(crate) struct Hashing {
    known: Lane,
    others: Lane,
}

/// Whose password it is.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Whose {
    /// Somebody's who is logged in, or logged in from this address before.
    Known,
    /// Somebody's at that address.
    From(Address),
}

#[derive(Debug)]
struct Lane {
    waiting: ConcurrencyLimit,
    working: Arc<Semaphore>,
}

impl Lane {
    fn new(at_once: usize, most_from_one: usize) -> Self {
        let waiting = ConcurrencyLimit::new(at_once + MOST_WAITING, most_from_one);
        Self { waiting, working: Arc::new(Semaphore::new(at_once)) }
    }
}

impl Default for Hashing {
    fn default() -> Self {
        Self { known: Lane::new(1, 1 + MOST_WAITING), others: Lane::new(MOST_AT_ONCE, MOST_FROM_ONE) }
    }
}

impl Hashing {
    /// The hash that is kept.
    pub async fn hash(&self, whose: Whose, password: String) -> Result<String, Refused> {
        self.work(whose, move || {
            let hash = Argon2::default().hash_password(password.as_bytes());
            hash.map(|hash| hash.to_string()).map_err(|error| Refused::Ours(format!("argon2: {error}")))
        })
        .await?
    }

    /// Whether the password is the one that was hashed; without a hash it takes as long, and is not.
    pub async fn is_right(
        &self,
        whose: Whose,
        password: String,
        hash: Option<String>,
    ) -> Result<bool, Refused> {
        self.work(whose, move || {
            let kept = hash.as_deref().unwrap_or(NOBODYS);
            let is_right = PasswordHash::new(kept)
                .is_ok_and(|kept| Argon2::default().verify_password(password.as_bytes(), &kept).is_ok());
            is_right && hash.is_some()
        })
        .await
    }

    async fn work<T: Send + 'static>(
        &self,
        whose: Whose,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Refused> {
        let (lane, from) = match whose {
            Whose::Known => (&self.known, None),
            Whose::From(address) => (&self.others, address.0),
        };
        let _place = lane.waiting.enter(from).map_err(|_| Refused::Busy)?;
        let permit = lane.working.clone().acquire_owned().await.map_err(|_| Refused::Busy)?;
        // The permit goes with the work: whoever stops waiting does not make room for more work than there is.
        let done = tokio::task::spawn_blocking(move || {
            let done = job();
            drop(permit);
            done
        });
        done.await.map_err(|error| Refused::Ours(format!("a password's thread ended: {error}")))
    }
}

/// Whether a password may be chosen.
pub(crate) fn check(password: &str, name: &str) -> Result<(), Refused> {
    let (least, most) = (CHARS.start(), CHARS.end());
    if !CHARS.contains(&password.chars().count()) {
        return Err(Refused::Bad(format!(
            "A password has {least} to {most} characters. A few words make a good one."
        )));
    }
    if password.to_lowercase().contains(&name.to_lowercase()) {
        return Err(Refused::Bad("A password with the name in it is the first that others try.".to_owned()));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_the_right_password_is_right() {
        let hashing = Hashing::default();
        let hash = hashing.hash(Whose::Known, "correct horse".to_owned()).await.expect("hashed");
        assert!(hash.starts_with("$argon2id$"), "{hash}");
        let right = |password: &str, hash: Option<&String>| {
            let (password, hash) = (password.to_owned(), hash.cloned());
            let hashing = &hashing;
            async move { hashing.is_right(Whose::Known, password, hash).await.expect("verified") }
        };
        assert!(right("correct horse", Some(&hash)).await);
        assert!(!right("correct hors", Some(&hash)).await);
        assert!(!right("correct horse", None).await);
        assert!(!right("correct horse", Some(&"nonsense".to_owned())).await);
        // The stand-in for unknown names is a hash that argon2 works on.
        assert!(PasswordHash::new(NOBODYS).is_ok());
    }

    #[tokio::test]
    async fn a_limit_is_told_to_come_again_and_is_not_before_those_who_are_known() {
        let hashing = Hashing::default();
        let from = |number: u8| Address(Some([192, 0, 2, number].into()));
        let enter = |number: u8| hashing.others.waiting.enter(from(number).0).ok();
        let held: Vec<_> = (0..MOST_FROM_ONE).map(|_| enter(1).expect("room")).collect();
        let hash = async |whose| hashing.hash(whose, "correct horse".to_owned()).await;
        assert!(matches!(hash(Whose::From(from(1))).await, Err(Refused::Busy)), "one address has its share");
        hash(Whose::From(from(2))).await.expect("another address has its own");
        let more: Vec<_> = (3..=u8::MAX).map_while(enter).collect();
        assert!(matches!(hash(Whose::From(from(2))).await, Err(Refused::Busy)), "the others' lane is full");
        hash(Whose::Known).await.expect("who is known does not wait for them");
        drop((held, more));
    }

    #[test]
    fn a_short_or_obvious_password_is_refused() {
        assert!(check("correct horse", "ada").is_ok());
        assert!(check("short", "ada").is_err());
        assert!(check("my name is Ada", "ada").is_err());
        assert!(check(&"x".repeat(201), "ada").is_err());
    }
}
