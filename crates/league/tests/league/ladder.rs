//! Whole ladders, simulated: the real matchmaker and the real ratings, with bots whose true strengths are known.

use skirmish_league::Entrant;
use skirmish_league::chance::Chance;
use skirmish_league::elo::score_of;
use skirmish_league::field::{FieldRating, Meetings, Member, SCALE_MEAN, rate};
use skirmish_league::matchmaking::{Candidate, RECENT, Rules, next_match};

/// What happens on a ladder besides playing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Story {
    /// Nothing.
    Plain,
    /// Now and then a bot gets a new version, which is better by this many Elo on average.
    Improving(f64),
    /// Bots are of three kinds, each of which does better against the next by this many Elo than their strengths say.
    Intransitive(f64),
    /// One match in three is played by a worker who says that its three friends won, whoever played.
    Cheated,
    /// The same; at the end these results are taken out.
    CheatsRemoved,
}

/// A ladder to simulate.
#[derive(Clone, Copy, Debug)]
pub struct Ladder {
    pub bots: usize,
    /// The standard deviation of true strengths, in Elo.
    pub spread: f64,
    /// Matches per bot.
    pub matches: usize,
    pub story: Story,
}

/// How a simulated ladder went.
#[derive(Clone, Copy, Debug, Default)]
pub struct Outcome {
    /// The share of bots whose true strength, relative to the mean of all versions, is within the interval.
    pub coverage: f64,
    /// How many places a bot is from its true one, on average.
    pub rank_error: f64,
    /// Matches per bot until as many of the true first ten as at the end were among the first ten, and stayed.
    pub stable_after: f64,
    /// The share of matches whose expected score was above nine tenths for one of the two.
    pub one_sided: f64,
    /// The mean half width of an interval.
    pub error: f64,
}

/// House bots, which hold the scale.
const HOUSE: usize = 3;
/// One match in so many is a cheat's, and these are its friends.
const CHEATED_EVERY: u32 = 3;
const FRIENDS: std::ops::Range<usize> = HOUSE..HOUSE + 3;

struct Season {
    ladder: Ladder,
    chance: Chance,
    /// Every version that ever played: its true strength, and how it is rated.
    truth: Vec<f64>,
    members: Vec<Member>,
    meetings: Vec<Meetings>,
    forged: Vec<Meetings>,
    /// By bot: its newest version, and what the matchmaker knows.
    versions: Vec<usize>,
    bots: Vec<Candidate>,
    /// By version.
    ratings: Vec<FieldRating>,
    /// Matches per bot, and how many of the true first ten were among the first ten.
    tops: Vec<(f64, usize)>,
}

/// Plays a ladder.
pub fn play(ladder: &Ladder, seed: u64) -> Outcome {
    let mut season = Season::new(*ladder, seed);
    let all = ladder.bots * ladder.matches / 2;
    // Ratings are made again after each bot's second match, on average.
    let rated_every = ladder.bots.max(4);
    let mut one_sided = 0;
    for number in 0..all {
        if number % rated_every == 0 {
            season.rate();
            season.remember_top(2.0 * number as f64 / ladder.bots as f64);
            season.improve(number as f64 / all as f64);
        }
        one_sided += usize::from(season.play_next());
    }
    if ladder.story == Story::CheatsRemoved {
        season.forged.clear();
    }
    season.rate();
    season.remember_top(ladder.matches as f64);
    Outcome { one_sided: one_sided as f64 / all as f64, ..season.outcome() }
}

impl Season {
    fn new(ladder: Ladder, seed: u64) -> Self {
        let mut chance = Chance::new(seed);
        let truth: Vec<f64> = (0..ladder.bots).map(|_| ladder.spread * normal(&mut chance)).collect();
        let members =
            (0..ladder.bots).map(|at| Member { predecessor: None, is_anchor: at < HOUSE }).collect();
        let rating = FieldRating { value: SCALE_MEAN, error: 600.0 };
        let bot = |at: usize| Candidate {
            rating,
            waited: 0,
            recent: Vec::new(),
            owner: (at >= HOUSE).then_some(at as u64),
        };
        Self {
            ladder,
            chance,
            truth,
            members,
            meetings: Vec::new(),
            forged: Vec::new(),
            versions: (0..ladder.bots).collect(),
            bots: (0..ladder.bots).map(bot).collect(),
            ratings: Vec::new(),
            tops: Vec::new(),
        }
    }

    fn rate(&mut self) {
        self.ratings = rate(&self.members, &[&self.meetings[..], &self.forged[..]].concat());
        for (bot, version) in self.bots.iter_mut().zip(&self.versions) {
            bot.rating = self.ratings[*version];
        }
    }

    /// Plays one match. Returns whether it was one-sided.
    fn play_next(&mut self) -> bool {
        let seed = self.chance.bits();
        let seats = next_match(&self.bots, &Rules { settled_error: 0.0, ..Rules::new(2) }, seed);
        let seats = seats.expect("there are strangers to meet");
        let (one, other) = (seats[0].index(), seats[1].index());
        self.bots.iter_mut().for_each(|bot| bot.waited += 1);
        for (bot, met) in [(one, seats[1]), (other, seats[0])] {
            let bot = &mut self.bots[bot];
            bot.waited = 0;
            bot.recent.push(met);
            let surplus = bot.recent.len().saturating_sub(RECENT);
            bot.recent.drain(..surplus);
            // What a match that is not rated yet will leave of an error, about.
            bot.rating.error *= 0.95;
        }
        let expected = score_of(self.lead(one, other));
        let is_won = self.chance.unit() < expected;
        self.report(one, other, is_won);
        !(0.1..=0.9).contains(&expected)
    }

    /// How much stronger one is when it meets the other.
    fn lead(&self, one: usize, other: usize) -> f64 {
        let kinds = match self.ladder.story {
            Story::Intransitive(by) => [0.0, by, -by][(one + 3 - other % 3) % 3],
            _ => 0.0,
        };
        self.truth[self.versions[one]] - self.truth[self.versions[other]] + kinds
    }

    fn report(&mut self, one: usize, other: usize, is_won: bool) {
        let met = |is_won: bool| Meetings {
            one: Entrant(self.versions[one] as u32),
            other: Entrant(self.versions[other] as u32),
            won: f64::from(is_won),
            drawn: 0.0,
            lost: f64::from(!is_won),
        };
        let is_cheated = matches!(self.ladder.story, Story::Cheated | Story::CheatsRemoved)
            && self.chance.below(CHEATED_EVERY) == 0;
        match (FRIENDS.contains(&one), FRIENDS.contains(&other)) {
            (is_friend, is_other_friend) if is_cheated && is_friend != is_other_friend => {
                self.forged.push(met(is_friend));
            }
            _ => self.meetings.push(met(is_won)),
        }
    }

    /// At each call until three quarters of the season are over, one bot in twenty gets a new version.
    fn improve(&mut self, season: f64) {
        let Story::Improving(by) = self.ladder.story else { return };
        if !(0.0..0.75).contains(&season) || season == 0.0 {
            return;
        }
        for bot in HOUSE..self.ladder.bots {
            if self.chance.below(20) == 0 {
                let before = self.versions[bot];
                self.versions[bot] = self.members.len();
                self.truth.push(self.truth[before] + by + 2.0 * by * normal(&mut self.chance));
                self.members.push(Member { predecessor: Some(Entrant(before as u32)), is_anchor: false });
            }
        }
    }

    /// Bots from the first place to the last.
    fn ranked(&self, strength: impl Fn(usize) -> f64) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.bots.len()).collect();
        order.sort_by(|&a, &b| strength(b).total_cmp(&strength(a)).then(a.cmp(&b)));
        order
    }

    fn shown(&self) -> Vec<usize> {
        self.ranked(|bot| self.bots[bot].rating.value)
    }

    fn true_order(&self) -> Vec<usize> {
        self.ranked(|bot| self.truth[self.versions[bot]])
    }

    fn remember_top(&mut self, matches: f64) {
        // Of ten bots, the first three.
        let places = if self.bots.len() > 10 { 10 } else { 3 };
        let (shown, truth) = (self.shown(), self.true_order());
        let right = shown[..places].iter().filter(|bot| truth[..places].contains(bot)).count();
        self.tops.push((matches, right));
    }

    fn outcome(&self) -> Outcome {
        // Relative to the mean of all versions.
        let apart = self.ratings.iter().zip(&self.truth).map(|(rating, truth)| rating.value - truth);
        let zero = apart.sum::<f64>() / self.truth.len() as f64;
        let count = self.bots.len() as f64;
        let is_within = |bot: &usize| {
            let rating = self.bots[*bot].rating;
            (rating.value - zero - self.truth[self.versions[*bot]]).abs() <= rating.error
        };
        let (shown, truth) = (self.shown(), self.true_order());
        let mut place = vec![0_usize; self.bots.len()];
        truth.iter().enumerate().for_each(|(at, bot)| place[*bot] = at);
        let off: usize = shown.iter().enumerate().map(|(at, bot)| place[*bot].abs_diff(at)).sum();
        let at_end = self.tops.last().map_or(0, |top| top.1);
        let unstable = self.tops.iter().rposition(|top| top.1 < at_end);
        let stable = unstable.map_or(0, |at| at + 1);
        Outcome {
            coverage: (0..self.bots.len()).filter(is_within).count() as f64 / count,
            rank_error: off as f64 / count,
            stable_after: self.tops[stable].0,
            one_sided: 0.0,
            error: self.bots.iter().map(|bot| bot.rating.error).sum::<f64>() / count,
        }
    }
}

/// The mean of several ladders from different seeds.
pub fn mean(ladder: &Ladder, runs: u64) -> Outcome {
    let mut sum = Outcome::default();
    for seed in 0..runs {
        let outcome = play(ladder, seed);
        sum.coverage += outcome.coverage / runs as f64;
        sum.rank_error += outcome.rank_error / runs as f64;
        sum.stable_after += outcome.stable_after / runs as f64;
        sum.one_sided += outcome.one_sided / runs as f64;
        sum.error += outcome.error / runs as f64;
    }
    sum
}

/// So many bots are simulated for each row, in as many ladders as that takes.
const BOTS_PER_ROW: usize = 2_000;

/// A row of the book's table: what a ladder is called, and how such ladders went.
pub fn row(name: &str, ladder: &Ladder) -> String {
    let outcome = mean(ladder, (BOTS_PER_ROW / ladder.bots).max(3) as u64);
    format!(
        "| {name} | {:.0} | {} | {:.1} % | {:.0} | {:.1} | {:.0} matches each | {:.0} % |",
        ladder.spread,
        ladder.bots,
        100.0 * outcome.coverage,
        outcome.error,
        outcome.rank_error,
        outcome.stable_after,
        100.0 * outcome.one_sided,
    )
}

/// A normal number, by the sum of twelve.
fn normal(chance: &mut Chance) -> f64 {
    (0..12).map(|_| chance.unit()).sum::<f64>() - 6.0
}
