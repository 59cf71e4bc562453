//! What those who try out bots need of a game, types erased: odd opponents, refused orders, lines that say nothing.

use crate::game::{Decision, Framing, Game};
use crate::learn::{Learn, Mask, Push};
use crate::learn::{allowed, count_allowed, nth_allowed};
use crate::rng::Rng;
use crate::seat::Seat;
use crate::table::Board;
use crate::view::View;
use crate::wire;
use crate::wire::{Page, Wire};

/// The table as those who try out bots use it.
pub trait ProbeSide {
    /// Writes a seat's answer as somebody with that quirk would give it.
    fn odd_answer(&mut self, seat: Seat, quirk: Quirk, rng: &mut Rng, page: &mut Page);
    /// What the last step refused of the seat's orders for reasons that it could see, a sentence each.
    fn refusals(&self, seat: Seat) -> Vec<String>;
    /// The lines of an answer, counted from 0, that are not blank and yet say nothing at all.
    fn ignored_lines(&self, seat: Seat, frame: &[u8]) -> Vec<usize>;
}

/// How an odd opponent plays. All but the last two choose among what makes sense, in a way nobody would.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quirk {
    /// Says as little as it can.
    Idle,
    /// Says as much as it can.
    Busy,
    /// Always makes the first choice.
    Lowest,
    /// Always makes the last choice.
    Highest,
    /// Makes any choice at all, half of the time.
    Wild,
    /// Prints sensible answers with something wrong in them.
    Babble,
}

impl Quirk {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Idle, Self::Busy, Self::Lowest, Self::Highest, Self::Wild, Self::Babble];

    /// Its name, and how it plays in a few words.
    pub const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Idle => ("idle", "says as little as it can"),
            Self::Busy => ("busy", "says as much as it can"),
            Self::Lowest => ("lowest", "always makes the first choice"),
            Self::Highest => ("highest", "always makes the last choice"),
            Self::Wild => ("wild", "gives impossible orders half of the time"),
            Self::Babble => ("babble", "prints answers with something wrong in them"),
        }
    }
}

/// The most choices of one answer: whoever would go on for ever ends here.
const MOST_CHOICES: usize = 600;

/// The most choices that are tried out to find a short or a long answer.
const MOST_TRIED: usize = 48;

impl<G: Wire + View + Learn> ProbeSide for Board<G> {
    fn odd_answer(&mut self, seat: Seat, quirk: Quirk, rng: &mut Rng, page: &mut Page) {
        let seen = self.seen(seat);
        let handshake = seen.handshake_reply(seat);
        let is_handshake = handshake.is_some();
        let action = handshake.unwrap_or_else(|| drafted(seen, seat, quirk, rng));
        let mut sense = Page::new();
        seen.write(&action, &mut sense);
        if quirk == Quirk::Babble && !is_handshake {
            page.text(&bent(sense.as_str(), rng));
        } else {
            page.append(&sense);
        }
    }

    fn refusals(&self, seat: Seat) -> Vec<String> {
        let refused = self.news().items().iter().filter(|(_, event)| self.state().is_refusal(event, seat));
        refused.map(|(_, event)| self.state().mark(event).says).collect()
    }

    fn ignored_lines(&self, seat: Seat, frame: &[u8]) -> Vec<usize> {
        // Only an answer of several lines can have one that is passed over while the others count.
        if !matches!(self.state().decision(), Decision::Ask(ask) if matches!(ask.framing, Framing::Until(_)))
        {
            return Vec::new();
        }
        let Some(nothing) = read(self.state(), seat, b"") else { return Vec::new() };
        let says_nothing = |line: &[u8]| {
            !line.trim_ascii().is_empty()
                && read(self.state(), seat, line).is_some_and(|read| read == nothing)
        };
        let lines = wire::lines(frame).enumerate().filter(|(_, line)| says_nothing(line));
        lines.map(|(number, _)| number).collect()
    }
}

fn drafted<G: Learn>(seen: &G, seat: Seat, quirk: Quirk, rng: &mut Rng) -> G::Action {
    let sizes: Vec<usize> = seen.heads().iter().map(|head| head.size).collect();
    let mut words = vec![0; Mask::words(sizes.iter().copied().max().unwrap_or(1))];
    let (mut draft, mut action) = (G::Draft::default(), G::Action::default());
    seen.draft(seat, &mut draft);
    for made in 0.. {
        seen.mask(seat, &draft, Mask::new(&mut words));
        // After enough choices the answer is ended, which every game allows.
        let quirk = if made < MOST_CHOICES { quirk } else { Quirk::Idle };
        let size = sizes.get(seen.head(&draft)).copied().unwrap_or(1);
        let choice = match quirk {
            Quirk::Lowest => allowed(&words).next(),
            Quirk::Highest => allowed(&words).last(),
            Quirk::Wild if rng.chance(1, 2) => Some(rng.below(size.max(1) as u32)),
            Quirk::Wild | Quirk::Babble => nth_allowed(&words, rng.below(count_allowed(&words).max(1))),
            Quirk::Idle => choice_that(seen, seat, &draft, &words, rng, Push::Done),
            Quirk::Busy => choice_that(seen, seat, &draft, &words, rng, Push::More),
        };
        if seen.push(seat, &mut draft, choice.unwrap_or(0)) == Push::Done || made > 2 * MOST_CHOICES {
            break;
        }
    }
    seen.decode(seat, &draft, &mut action);
    action
}

/// An allowed choice after which the answer is finished, or is not; any, if none of those tried is such.
fn choice_that<G: Learn>(
    seen: &G,
    seat: Seat,
    draft: &G::Draft,
    words: &[u64],
    rng: &mut Rng,
    wanted: Push,
) -> Option<u32> {
    let count = count_allowed(words).max(1);
    let first = rng.below(count);
    for nth in 0..count.min(MOST_TRIED as u32) {
        let choice = nth_allowed(words, (first + nth) % count)?;
        if seen.push(seat, &mut draft.clone(), choice) == wanted {
            return Some(choice);
        }
    }
    nth_allowed(words, first)
}

/// The text with a few characters changed, in the same number of lines.
fn bent(sense: &str, rng: &mut Rng) -> String {
    const ODD: &[u8] = b"-9 ;,x0A!";
    let mut bytes: Vec<u8> = sense.bytes().filter(u8::is_ascii).collect();
    for _ in 0..=rng.below(3) {
        let at = rng.below(bytes.len() as u32 + 1) as usize;
        let odd = ODD[rng.below(ODD.len() as u32) as usize];
        match bytes.get_mut(at) {
            Some(byte) if *byte != b'\n' && rng.chance(1, 2) => *byte = odd,
            _ => bytes.insert(at, odd),
        }
    }
    String::from_utf8(bytes).unwrap_or_default()
}

fn read<G: Game + Wire>(state: &G, seat: Seat, frame: &[u8]) -> Option<G::Action> {
    let mut action = G::Action::default();
    state.read(seat, frame, &mut action).ok().map(|()| action)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Seed;

    #[test]
    fn what_is_bent_keeps_its_lines_and_stays_printable() {
        let mut rng = Rng::new(Seed(1));
        for _ in 0..200 {
            let text = bent("move 1 2 N\nend of it\n", &mut rng);
            assert_eq!(text.matches('\n').count(), 2, "{text:?}");
            assert!(text.bytes().all(|byte| byte == b'\n' || (b' '..0x7f).contains(&byte)), "{text:?}");
        }
    }
}
