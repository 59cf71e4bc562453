//! Passwords: argon2 on threads of their own, few at once, and a short queue before them.

use std::sync::Arc;

use argon2::Argon2;
use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _, phc::PasswordHash};
use tokio::sync::Semaphore;

use super::Refused;

/// Passwords that are hashed at the same time: each takes 19 MiB and a core.
const MOST_AT_ONCE: usize = 2;
/// Passwords that wait for that; whoever comes later is told to come again.
const MOST_WAITING: usize = 32;
/// Characters of a password.
const CHARS: std::ops::RangeInclusive<usize> = 8..=200;
/// The hash of a password that nobody knows: an unknown name takes as long as a wrong password.
const NOBODYS: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// The room in which passwords are hashed.
#[derive(Debug)]
pub(crate) struct Hashing {
    places: Arc<Semaphore>,
    seats: Arc<Semaphore>,
}

impl Default for Hashing {
    fn default() -> Self {
        Self {
            places: Arc::new(Semaphore::new(MOST_AT_ONCE + MOST_WAITING)),
            seats: Arc::new(Semaphore::new(MOST_AT_ONCE)),
        }
    }
}

impl Hashing {
    /// The hash that is kept.
    pub async fn hash(&self, password: String) -> Result<String, Refused> {
        self.work(move || {
            let hash = Argon2::default().hash_password(password.as_bytes());
            hash.map(|hash| hash.to_string()).map_err(|error| Refused::Ours(format!("argon2: {error}")))
        })
        .await?
    }

    /// Whether the password is the one that was hashed; without a hash it takes as long, and is not.
    pub async fn is_right(&self, password: String, hash: Option<String>) -> Result<bool, Refused> {
        self.work(move || {
            let kept = hash.as_deref().unwrap_or(NOBODYS);
            let is_right = PasswordHash::new(kept)
                .is_ok_and(|kept| Argon2::default().verify_password(password.as_bytes(), &kept).is_ok());
            is_right && hash.is_some()
        })
        .await
    }

    async fn work<T: Send + 'static>(&self, job: impl FnOnce() -> T + Send + 'static) -> Result<T, Refused> {
        let _place = self.places.clone().try_acquire_owned().map_err(|_| Refused::Busy)?;
        let seat = self.seats.clone().acquire_owned().await.map_err(|_| Refused::Busy)?;
        // The seat goes with the work: whoever stops waiting does not make room for more work than there is.
        let done = tokio::task::spawn_blocking(move || {
            let done = job();
            drop(seat);
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
        let room = Hashing::default();
        let hash = room.hash("correct horse".to_owned()).await.expect("hashed");
        assert!(hash.starts_with("$argon2id$"), "{hash}");
        let right = |password: &str, hash: Option<&String>| {
            let (password, hash) = (password.to_owned(), hash.cloned());
            let room = &room;
            async move { room.is_right(password, hash).await.expect("verified") }
        };
        assert!(right("correct horse", Some(&hash)).await);
        assert!(!right("correct hors", Some(&hash)).await);
        assert!(!right("correct horse", None).await);
        assert!(!right("correct horse", Some(&"nonsense".to_owned())).await);
        // The stand-in for unknown names is a hash that argon2 works on.
        assert!(PasswordHash::new(NOBODYS).is_ok());
    }

    #[tokio::test]
    async fn a_crowd_is_told_to_come_again() {
        let room = Hashing::default();
        let _all = room
            .places
            .clone()
            .acquire_many_owned((MOST_AT_ONCE + MOST_WAITING) as u32)
            .await
            .expect("places");
        assert!(matches!(room.hash("correct horse".to_owned()).await, Err(Refused::Busy)));
    }

    #[test]
    fn a_short_or_obvious_password_is_refused() {
        assert!(check("correct horse", "ada").is_ok());
        assert!(check("short", "ada").is_err());
        assert!(check("my name is Ada", "ada").is_err());
        assert!(check(&"x".repeat(201), "ada").is_err());
    }
}
