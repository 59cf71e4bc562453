//! Who plays next on a ladder: the match that teaches most.
//!
//! A match teaches most where the ratings are unsure and near each other. So that nobody is forgotten, a bot that has
//! waited too long comes first whatever it would teach, and so that nobody meets the same opponent again and again,
//! every recent meeting halves the worth of another.

use crate::Entrant;
use crate::chance::Chance;
use crate::weng_lin::{Model, Rating};

/// How many of a bot's last opponents are looked at.
pub const RECENT: usize = 16;

/// An active bot, as the matchmaker sees it. Its [`Entrant`] is its place in the list.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// What is known about its strength.
    pub rating: Rating,
    /// How many matches of this ladder began since its last one began (or since it came, if it has not played).
    pub waited: u64,
    /// Whom it met last, the newest last; only the last [`RECENT`] count.
    pub recent: Vec<Entrant>,
    /// Whose it is; none for a house bot. Bots of one owner never meet.
    pub owner: Option<u64>,
}

/// How matches are chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rules {
    /// How many seats a match has: 2 to 8.
    pub seats: u32,
    /// The model of the ratings.
    pub model: Model,
    /// House bots whose deviation is at most this do not play among themselves any more.
    pub settled_sigma: f64,
    /// A bot that waited this many times as long as its turn would take if all played in turn comes first.
    pub patience: u32,
}

impl Rules {
    /// Rules for matches of so many seats, with the usual settings.
    #[must_use]
    pub fn new(seats: u32) -> Self {
        let model = Model::default();
        Self { seats: seats.clamp(2, 8), model, settled_sigma: model.start.sigma / 8.0, patience: 3 }
    }

    /// How many matches may begin before a bot among `bots` is overdue.
    ///
    /// Of the overdue, whoever waited longest plays next, so that nobody who can be matched at all waits more than this
    /// plus the number of bots.
    #[must_use]
    pub fn overdue_after(&self, bots: usize) -> u64 {
        u64::from(self.patience) * (bots as u64).div_ceil(u64::from(self.seats)).max(1)
    }
}

/// The next match: who plays, by seat; none if there are too few who may meet, or nothing to learn.
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
    let mut seats = firsts.into_iter().find_map(|first| company(bots, rules, first, &mut chance))?;
    chance.shuffle(&mut seats);
    Some(seats)
}

/// How many bots are tried as the first of a match before it is clear that nobody can play.
const MOST_FIRSTS: usize = 1_000;

/// Everybody, those who must play first: the overdue by how long they waited, then those who are least known and
/// waited longest.
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

/// The best company for the first; none if not enough others may meet it, or only settled house bots would play.
fn company(bots: &[Candidate], rules: &Rules, first: usize, chance: &mut Chance) -> Option<Vec<Entrant>> {
    let is_settled = |at: usize| bots[at].owner.is_none() && bots[at].rating.sigma <= rules.settled_sigma;
    let mut group = vec![first];
    while group.len() < rules.seats as usize {
        let needs_life = group.iter().all(|&member| is_settled(member));
        let is_allowed = |at: &usize| {
            let is_stranger = |member: &usize| *member != *at && !is_same_owner(&bots[*member], &bots[*at]);
            group.iter().all(is_stranger) && !(needs_life && is_settled(*at))
        };
        let next = (0..bots.len())
            .filter(is_allowed)
            .map(|at| {
                (group.iter().map(|&member| worth(bots, rules, member, at)).sum::<f64>(), chance.bits(), at)
            })
            .max_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)))?;
        group.push(next.2);
    }
    Some(group.into_iter().map(|at| Entrant(at as u32)).collect())
}

fn is_same_owner(one: &Candidate, other: &Candidate) -> bool {
    one.owner.is_some() && one.owner == other.owner
}

/// By how much a match between two would narrow both deviations, halved for every recent meeting.
fn worth(bots: &[Candidate], rules: &Rules, one: usize, other: usize) -> f64 {
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
