//! Matchmaking for a ladder: picks the match with the highest expected information gain.
//!
//! A match tells most where the ratings are uncertain and close to each other. To avoid starvation, a bot that has waited
//! too long comes first whatever its match would tell. To avoid repeated pairings, every recent meeting halves the value
//! of another.

use crate::Entrant;
use crate::chance::Chance;
use crate::weng_lin::{Model, Rating};

/// How many of a bot's last opponents count.
pub const RECENT: usize = 16;

/// An active bot, as the matchmaker sees it. Its [`Entrant`] is its index in the list.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// Its Weng-Lin rating.
    pub rating: Rating,
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
    /// The model of the ratings.
    pub model: Model,
    /// House bots whose `sigma` is at most this no longer play among themselves.
    pub settled_sigma: f64,
    /// A bot is overdue after this many times the wait that it would have if all bots played in turn.
    pub patience: u32,
}

impl Rules {
    /// The default rules for matches of that many seats.
    #[must_use]
    pub fn new(seats: u32) -> Self {
        let model = Model::default();
        Self { seats: seats.clamp(2, 8), model, settled_sigma: model.start.sigma / 8.0, patience: 3 }
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
/// use skirmish_league::{Entrant, matchmaking::{Candidate, Rules, next_match}, weng_lin::{Model, Rating}};
/// let bot = |mu, owner| Candidate { rating: Rating { mu, sigma: 2.0 }, waited: 0, recent: vec![], owner };
/// let bots = [bot(20.0, Some(1)), bot(31.0, Some(2)), bot(30.0, Some(3)), bot(45.0, None)];
/// let mut seats = next_match(&bots, &Rules::new(2), 7).expect("four strangers can play");
/// seats.sort();
/// assert_eq!(seats, [Entrant(1), Entrant(2)]);
/// ```
#[must_use]
pub fn next_match(bots: &[Candidate], rules: &Rules, seed: u64) -> Option<Vec<Entrant>> {
    let mut chance = Chance::new(seed);
    let mut firsts = by_need(bots, rules, &mut chance);
    firsts.truncate(MOST_FIRSTS);
    let mut seats = firsts.into_iter().find_map(|first| opponents_for(bots, rules, first, &mut chance))?;
    chance.shuffle(&mut seats);
    Some(seats)
}

/// The most bots that are tried as the first member of a match before giving up.
const MOST_FIRSTS: usize = 1_000;

/// All bots by priority: the overdue by how long they waited, then the others by rating variance and wait.
fn by_need(bots: &[Candidate], rules: &Rules, chance: &mut Chance) -> Vec<usize> {
    let overdue = rules.overdue_after(bots.len());
    let turn = bots.len() as f64 / f64::from(rules.seats);
    let mut order: Vec<(u64, f64, u64, usize)> = bots
        .iter()
        .enumerate()
        .map(|(at, bot)| {
            let variance = bot.rating.sigma * bot.rating.sigma;
            let overdue = if bot.waited >= overdue { bot.waited } else { 0 };
            (overdue, variance * (1.0 + bot.waited as f64 / turn), chance.bits(), at)
        })
        .collect();
    order.sort_by(|a, b| b.0.cmp(&a.0).then(b.1.total_cmp(&a.1)).then(b.2.cmp(&a.2)));
    order.into_iter().map(|(.., at)| at).collect()
}

/// The opponents of the highest value for the first; `None` if too few may meet it, or if only settled house bots would
/// play.
fn opponents_for(
    bots: &[Candidate],
    rules: &Rules,
    first: usize,
    chance: &mut Chance,
) -> Option<Vec<Entrant>> {
    let is_settled = |at: usize| bots[at].owner.is_none() && bots[at].rating.sigma <= rules.settled_sigma;
    let mut group = vec![first];
    while group.len() < rules.seats as usize {
        let needs_unsettled = group.iter().all(|&member| is_settled(member));
        let is_allowed = |at: &usize| {
            let may_meet = |member: &usize| *member != *at && !is_same_owner(&bots[*member], &bots[*at]);
            group.iter().all(may_meet) && !(needs_unsettled && is_settled(*at))
        };
        let next = (0..bots.len())
            .filter(is_allowed)
            .map(|at| {
                (group.iter().map(|&member| value(bots, rules, member, at)).sum::<f64>(), chance.bits(), at)
            })
            .max_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)))?;
        group.push(next.2);
    }
    Some(group.into_iter().map(|at| Entrant(at as u32)).collect())
}

fn is_same_owner(one: &Candidate, other: &Candidate) -> bool {
    one.owner.is_some() && one.owner == other.owner
}

/// The expected reduction of both variances by a match between two, halved for every recent meeting.
fn value(bots: &[Candidate], rules: &Rules, one: usize, other: usize) -> f64 {
    let (a, b) = (bots[one].rating, bots[other].rating);
    let p = rules.model.chance(a, b);
    let (va, vb) = (a.sigma * a.sigma, b.sigma * b.sigma);
    let noise = va + vb + 2.0 * rules.model.beta * rules.model.beta;
    let gain = p * (1.0 - p) * (va * va + vb * vb) / noise;
    let meetings = met(&bots[one], other).max(met(&bots[other], one));
    gain / f64::from(1u32 << meetings.min(RECENT as u32))
}

fn met(bot: &Candidate, other: usize) -> u32 {
    bot.recent.iter().rev().take(RECENT).filter(|entrant| entrant.index() == other).count() as u32
}
