//! Matchmaking for a ladder whose ratings are a [`field`](crate::field)'s: the match that tells most, often enough somebody
//! else, and everybody in turn.
//!
//! - Whoever is known least plays next; a bot that has waited too long comes first, whatever its match would tell.
//! - A match tells most where the expected score is near one half and both are little known. Nobody meets those again whom
//!   it met last, as long as there are others.
//! - One match in [`Rules::random_every`] is against anybody: where only neighbours meet, the distance between the ends of a
//!   ladder is the sum of many small ones, each with its error.

use crate::Entrant;
use crate::chance::Chance;
use crate::elo::ELO_PER_LOGIT;
use crate::field::FieldRating;
use crate::normal::quantile;
use crate::score::CONFIDENCE;

/// How many of a bot's last opponents count.
pub const RECENT: usize = 16;

/// An active bot, as the matchmaker sees it. Its [`Entrant`] is its index in the list.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// Its rating in Elo.
    pub rating: FieldRating,
    /// Matches of this ladder that began since its last one did, or since it joined, if it has not played.
    pub waited: u64,
    /// Its last opponents, the newest last; only the last [`RECENT`] count.
    pub recent: Vec<Entrant>,
    /// Its owner's id; `None` for a house bot. Bots of one owner never meet.
    pub owner: Option<u64>,
}

/// How matches are chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rules {
    /// Seats per match, 2 to 8.
    pub seats: u32,
    /// One match in so many is against anybody; 0 for none.
    pub random_every: u32,
    /// House bots whose error is at most this, in Elo, no longer play among themselves.
    pub settled_error: f64,
    /// A bot is overdue after this many times the wait that it would have if all bots played in turn.
    pub patience: u32,
}

impl Rules {
    /// The default rules for matches of that many seats.
    #[must_use]
    pub fn new(seats: u32) -> Self {
        Self { seats: seats.clamp(2, 8), random_every: 5, settled_error: 60.0, patience: 3 }
    }

    /// How many matches may begin before a bot among `bots` is overdue.
    ///
    /// Of the overdue the one that waited longest plays next, so that no bot that can be matched at all waits for more
    /// matches than this plus the number of bots.
    #[must_use]
    pub fn overdue_after(&self, bots: usize) -> u64 {
        u64::from(self.patience) * (bots as u64).div_ceil(u64::from(self.seats)).max(1)
    }
}

/// The next match: the bots by seat; `None` if too few may meet, or if only settled house bots could.
///
/// ```
/// use skirmish_league::{Entrant, field::FieldRating, matchmaking::{Candidate, Rules, next_match}};
/// let bot = |value, owner| {
///     Candidate { rating: FieldRating { value, error: 90.0 }, waited: 0, recent: vec![], owner }
/// };
/// let bots = [bot(1200.0, Some(1)), bot(1610.0, Some(2)), bot(1600.0, Some(3)), bot(2100.0, None)];
/// let rules = Rules { random_every: 0, ..Rules::new(2) };
/// let seats = next_match(&bots, &rules, 1).expect("four strangers can play");
/// assert!(!seats.contains(&Entrant(0)) || !seats.contains(&Entrant(3)), "the farthest do not meet");
/// ```
#[must_use]
pub fn next_match(bots: &[Candidate], rules: &Rules, seed: u64) -> Option<Vec<Entrant>> {
    let mut chance = Chance::new(seed);
    let is_random = rules.random_every > 0 && chance.below(rules.random_every) == 0;
    let mut firsts = by_need(bots, rules, &mut chance);
    firsts.truncate(MOST_FIRSTS);
    let field = Field { bots, rules, is_random, variances: variances(bots) };
    let mut seats = firsts.into_iter().find_map(|first| field.group_of(first, &mut chance))?;
    chance.shuffle(&mut seats);
    Some(seats.into_iter().map(|at| Entrant(at as u32)).collect())
}

/// The most bots that are tried as the first member of a match before giving up.
const MOST_FIRSTS: usize = 1_000;

/// All bots by priority: the overdue by how long they waited, then the others by error and wait.
fn by_need(bots: &[Candidate], rules: &Rules, chance: &mut Chance) -> Vec<usize> {
    let overdue = rules.overdue_after(bots.len());
    let turn = bots.len() as f64 / f64::from(rules.seats);
    let mut order: Vec<(u64, f64, u64, usize)> = bots
        .iter()
        .enumerate()
        .map(|(at, bot)| {
            let overdue = if bot.waited >= overdue { bot.waited } else { 0 };
            (overdue, bot.rating.error * (1.0 + bot.waited as f64 / turn), chance.bits(), at)
        })
        .collect();
    order.sort_by(|a, b| b.0.cmp(&a.0).then(b.1.total_cmp(&a.1)).then(b.2.cmp(&a.2)));
    order.into_iter().map(|(.., at)| at).collect()
}

/// The variances of strengths, in logits squared.
fn variances(bots: &[Candidate]) -> Vec<f64> {
    let width = quantile(0.5 + CONFIDENCE / 2.0) * ELO_PER_LOGIT;
    let variance = |bot: &Candidate| {
        let deviation = bot.rating.error / width;
        deviation * deviation
    };
    bots.iter().map(variance).collect()
}

struct Field<'a> {
    bots: &'a [Candidate],
    rules: &'a Rules,
    is_random: bool,
    variances: Vec<f64>,
}

impl Field<'_> {
    /// The first with those of the highest value for it; `None` if too few may meet it, or if only settled house bots would
    /// play.
    fn group_of(&self, first: usize, chance: &mut Chance) -> Option<Vec<usize>> {
        let mut group = vec![first];
        while group.len() < self.rules.seats as usize {
            let allowed: Vec<usize> =
                (0..self.bots.len()).filter(|&at| self.is_allowed(&group, at)).collect();
            let avoided = allowed.len() / 2;
            let next = allowed
                .into_iter()
                .map(|at| (!self.met_lately(&group, at, avoided), self.value(&group, at), chance.bits(), at))
                .max_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.cmp(&b.2)))?;
            group.push(next.3);
        }
        Some(group)
    }

    fn is_allowed(&self, group: &[usize], at: usize) -> bool {
        let is_settled = |at: usize| {
            self.bots[at].owner.is_none() && self.bots[at].rating.error <= self.rules.settled_error
        };
        let may_meet = |member: usize| member != at && !is_same_owner(&self.bots[member], &self.bots[at]);
        let tells_nothing = is_settled(at) && group.iter().all(|&member| is_settled(member));
        group.iter().all(|&member| may_meet(member)) && !tells_nothing
    }

    /// Whether it is among the last opponents of a member, or one of them among its last; at most so many are avoided, so
    /// that in a small field there is a choice left.
    fn met_lately(&self, group: &[usize], at: usize, avoided: usize) -> bool {
        let last = |bot: usize, other: usize| {
            recent(&self.bots[bot]).take(avoided).any(|entrant| entrant.index() == other)
        };
        group.iter().any(|&member| last(member, at) || last(at, member))
    }

    fn value(&self, group: &[usize], at: usize) -> f64 {
        if self.is_random { 0.0 } else { group.iter().map(|&member| self.gain(member, at)).sum() }
    }

    /// The expected reduction of both variances by a match between two, less for every recent meeting.
    fn gain(&self, one: usize, other: usize) -> f64 {
        let (a, b) = (self.variances[one], self.variances[other]);
        let lead = (self.bots[one].rating.value - self.bots[other].rating.value) / ELO_PER_LOGIT;
        let information = expected_information(lead, a + b);
        let gain = information * (a * a + b * b) / (1.0 + information * (a + b));
        let met = |bot: usize, other: usize| {
            recent(&self.bots[bot]).filter(|entrant| entrant.index() == other).count()
        };
        gain / (1 + met(one, other).max(met(other, one))) as f64
    }
}

fn recent(bot: &Candidate) -> impl Iterator<Item = &Entrant> {
    bot.recent.iter().rev().take(RECENT)
}

fn is_same_owner(one: &Candidate, other: &Candidate) -> bool {
    one.owner.is_some() && one.owner == other.owner
}

/// What a match tells about a lead in logits that is known up to this variance: the logistic density, widened as by the
/// probit approximation.
fn expected_information(lead: f64, variance: f64) -> f64 {
    let narrower = 1.0 / (1.0 + std::f64::consts::PI * variance / 8.0).sqrt();
    let p = 1.0 / (1.0 + libm::exp(-lead * narrower));
    p * (1.0 - p) * narrower
}
