//! What happens during steps, and who is told.

use crate::seat::{Seat, SeatSet};

/// Who hears of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// All seats, and spectators.
    All,
    /// These seats, and spectators.
    Only(SeatSet),
    /// Spectators alone.
    Crowd,
}

impl Audience {
    /// Whether the seat is told; `None` asks for a spectator.
    pub fn includes(self, eye: Option<Seat>) -> bool {
        match (self, eye) {
            (_, None) | (Self::All, _) => true,
            (Self::Only(seats), Some(seat)) => seats.has(seat),
            (Self::Crowd, Some(_)) => false,
        }
    }
}

/// What happened during steps. Can be silent, so that rollouts do not pay for it.
#[derive(Clone, Debug)]
pub struct News<E> {
    items: Vec<(Audience, E)>,
    silent: bool,
}

impl<E> News<E> {
    /// Collects events.
    pub const fn new() -> Self {
        Self { items: Vec::new(), silent: false }
    }

    /// Drops events unmade.
    pub const fn silent() -> Self {
        Self { items: Vec::new(), silent: true }
    }

    /// Whether events are dropped.
    #[inline]
    pub fn is_silent(&self) -> bool {
        self.silent
    }

    /// Reports an event; it is only made if somebody listens.
    #[inline]
    pub fn say(&mut self, audience: Audience, event: impl FnOnce() -> E) {
        if !self.silent {
            self.keep(audience, event());
        }
    }

    /// Apart, so that silent steps do not carry the code for a list that grows.
    #[cold]
    #[inline(never)]
    fn keep(&mut self, audience: Audience, event: E) {
        self.items.push((audience, event));
    }

    /// Everything reported, in order.
    pub fn items(&self) -> &[(Audience, E)] {
        &self.items
    }

    /// What the seat (`None`: a spectator) hears, in order.
    pub fn heard_by(&self, eye: Option<Seat>) -> impl Iterator<Item = &E> {
        self.heard_since(0, eye)
    }

    /// The same, without the first `told` that were reported.
    pub fn heard_since(&self, told: usize, eye: Option<Seat>) -> impl Iterator<Item = &E> {
        self.items[told..].iter().filter(move |(audience, _)| audience.includes(eye)).map(|(_, event)| event)
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.items.clear();
    }
}

impl<E> Default for News<E> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn silent_news_never_makes_the_event() {
        let mut news = News::<u8>::silent();
        news.say(Audience::All, || unreachable!("nobody listens"));
        assert!(news.items().is_empty());
    }

    #[test]
    fn only_the_audience_hears() {
        let mut news = News::new();
        news.say(Audience::Only(SeatSet::only(Seat(1))), || 'a');
        news.say(Audience::Crowd, || 'b');
        news.say(Audience::All, || 'c');
        assert_eq!(news.heard_by(Some(Seat(0))).collect::<String>(), "c");
        assert_eq!(news.heard_by(Some(Seat(1))).collect::<String>(), "ac");
        assert_eq!(news.heard_by(None).collect::<String>(), "abc");
    }
}
