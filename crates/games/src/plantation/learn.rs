//! How learners play: first the kind of command, then its target, then for `colonise` the source.

use skirmish_core::grid::Cell;
use skirmish_core::learn::{Head, Learn, Mask, Push};
use skirmish_core::seat::Seat;

use super::action::{Command, Verb};
use super::area::{Area, Set};
use super::event::{Event, Response};
use super::state::Plantation;

/// The heads, by their places.
const KIND: usize = 0;
const TARGET: usize = 1;
const SOURCE: usize = 2;

/// A command in the making.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Draft {
    /// How many choices have been made.
    made: u8,
    command: Command,
}

impl Learn for Plantation {
    type Draft = Draft;

    fn heads(&self) -> Vec<Head> {
        let cells = self.ground.cells();
        vec![Head::words("kind", Verb::WORDS), Head::cells("target", cells), Head::cells("source", cells)]
    }

    #[inline]
    fn draft(&self, _seat: Seat, draft: &mut Draft) {
        *draft = Draft::default();
    }

    #[inline]
    fn head(&self, draft: &Draft) -> usize {
        usize::from(draft.made).min(SOURCE)
    }

    #[inline]
    fn mask(&self, seat: Seat, draft: &Draft, mut mask: Mask<'_>) {
        match self.head(draft) {
            KIND if self.ground.is_small() => mask.allow_bits(&[self.kinds::<u128>(seat)]),
            KIND => mask.allow_bits(&[self.kinds::<Set>(seat)]),
            TARGET => mask.allow_bits(&self.targets(seat, draft.command.verb).0),
            _ => mask.allow_bits(&self.sources(seat).0),
        }
        if mask.is_empty() {
            // Only after a choice that was not allowed: whatever comes next is refused too.
            mask.allow(0);
        }
    }

    #[inline]
    fn push(&self, _seat: Seat, draft: &mut Draft, choice: u32) -> Push {
        let head = self.head(draft);
        draft.made = draft.made.saturating_add(1);
        if head == KIND {
            // A kind that does not exist becomes a command without numbers, which the rules refuse.
            let verb = Verb::ALL.get(choice as usize).copied();
            draft.command = Command::new(verb.unwrap_or_default(), &[]);
            return if verb.is_some() { Push::More } else { Push::Done };
        }
        let cell = self.choice_cell(choice);
        draft.command.push(i32::from(cell.y));
        draft.command.push(i32::from(cell.x));
        if head == TARGET && draft.command.verb == Verb::Colonise { Push::More } else { Push::Done }
    }

    #[inline]
    fn decode(&self, _seat: Seat, draft: &Draft, command: &mut Command) {
        *command = draft.command;
    }

    /// Every `error` has a reason among the seat's own tiles and moves. `occupied` comes as news.
    fn is_refusal(&self, event: &Event, seat: Seat) -> bool {
        matches!(event, Event::Answered { seat: whose, response: Response::Error, .. } if *whose == seat)
    }
}

impl Plantation {
    /// The cells at which a command makes sense for the seat, as far as it can know; for `colonise` the target,
    /// whose source is any of [`Plantation::sources`].
    #[inline]
    pub fn targets(&self, seat: Seat, verb: Verb) -> Set {
        if self.ground.is_small() {
            self.target_area::<u128>(seat, verb).set()
        } else {
            self.target_area::<Set>(seat, verb)
        }
    }

    #[inline]
    fn target_area<A: Area>(&self, seat: Seat, verb: Verb) -> A {
        let own = A::of(self.tiles(seat));
        let foreign = A::of(self.ground.all()).minus(own);
        // Where the enemy is known to be, planting only tells again what is known.
        let free = foreign.minus(A::of(self.tiles(seat.other())));
        match verb {
            Verb::Scout => A::of(self.ground.all()),
            Verb::Fertilise => own,
            Verb::Plant => self.ground.beside(own).and(free),
            Verb::Colonise => free,
            Verb::Bomb => foreign,
            // A cross that holds nothing but own tiles reaches nobody.
            Verb::Spray => self.ground.beside(foreign).or(foreign),
        }
    }

    /// The kinds of command that the seat can afford and aim somewhere, as bits.
    #[inline]
    fn kinds<A: Area>(&self, seat: Seat) -> u64 {
        let mut kinds = 0;
        for (kind, verb) in Verb::ALL.into_iter().enumerate() {
            let is_open = self.rules.cost(verb) <= self.moves_left && self.has_target::<A>(seat, verb);
            kinds |= u64::from(is_open) << kind;
        }
        // Silent: no command fits the moves left. Scouting is refused, but it ends the turn.
        if kinds == 0 { 1 << Verb::Scout as u64 } else { kinds }
    }

    #[inline]
    fn has_target<A: Area>(&self, seat: Seat, verb: Verb) -> bool {
        let is_some = |verb| !self.target_area::<A>(seat, verb).is_empty();
        match verb {
            Verb::Scout => true,
            Verb::Colonise => !A::of(self.sources(seat)).is_empty() && is_some(verb),
            // Any cell that is not the seat's own will do.
            Verb::Spray => is_some(Verb::Bomb),
            Verb::Fertilise | Verb::Plant | Verb::Bomb => is_some(verb),
        }
    }

    /// The cell that a choice stands for; one off the board for choices that do not exist.
    #[inline]
    fn choice_cell(&self, choice: u32) -> Cell {
        if (choice as usize) < self.ground.cells() {
            self.ground.cell(choice as usize)
        } else {
            Cell::new(-1, -1)
        }
    }
}
