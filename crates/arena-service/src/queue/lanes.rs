//! Which lane of matches comes next: each gets its share of the time that matches take, as long as it has something
//! waiting, and whoever waits in a lane that was empty comes next. Time, not number: a match with a bot that never answers
//! lasts as long as fifty others.

use std::collections::{BTreeMap, BTreeSet};

use skirmish_arena_store::Lane;

/// The lanes of matches, and how much time each gets for so much of the others as long as all have some waiting. Whatever
/// strangers ask for, more than four fifths of the time are the ladder's, also with what starting and building cost
/// besides. Trials and challenges have each other's share while the other has nothing waiting.
const SHARES: [(Lane, u32); 4] =
    [(Lane::Trial, 3), (Lane::Challenge, 3), (Lane::Second, 16), (Lane::Rated, 40)];

/// What a match is taken to last before one of its lane has ended.
const FIRST_GUESS_MS: f64 = 1_000.0;
/// What a match takes beside the time of its answers.
const STARTING_MS: u64 = 50;
/// A match counts as this long at most, so that whoever is next in its lane does not wait for hours.
const MOST_MS: f64 = 60_000.0;
/// A match that was given out so long ago, and is nobody's, is not counted any more: it was withdrawn, or its worker lost.
const FORGOTTEN_MS: i64 = 10_000;

/// What lanes got lately.
#[derive(Clone, Debug, Default)]
pub(super) struct Lanes {
    lanes: BTreeMap<Lane, Spent>,
    /// Matches that workers have: by job, the lane and since when.
    open: BTreeMap<i64, (Lane, i64)>,
    /// Lanes in which nothing waited when they were last looked at: they save nothing up.
    idle: BTreeSet<Lane>,
}

#[derive(Clone, Copy, Debug)]
struct Spent {
    /// The time that its matches took, divided by its share.
    level: f64,
    /// What a match of it usually takes.
    usual_ms: f64,
}

/// Which lanes come next, one after another, at one moment.
#[derive(Clone, Debug)]
pub(super) struct Turns {
    lanes: BTreeMap<Lane, Spent>,
    /// What the matches that workers have are taken to take, divided by the lane's share.
    open: BTreeMap<Lane, f64>,
    /// Lanes in which nothing waited before, and those in which nothing does now.
    idle: BTreeSet<Lane>,
    empty: BTreeSet<Lane>,
}

impl Lanes {
    /// The lanes of matches.
    pub(super) fn of_matches() -> impl Iterator<Item = Lane> {
        SHARES.into_iter().map(|(lane, _)| lane)
    }

    /// Who is next, now.
    pub(super) fn turns(&self, now_ms: i64) -> Turns {
        let (idle, busy): (Vec<Lane>, Vec<Lane>) =
            Self::of_matches().partition(|lane| self.idle.contains(lane));
        let levels = |lanes: Vec<Lane>| lanes.into_iter().map(|lane| self.spent(lane).level);
        // Whoever comes back begins where the others are.
        let base = levels(busy).min_by(f64::total_cmp).or_else(|| levels(idle).max_by(f64::total_cmp));
        let lanes = Self::of_matches().map(|lane| {
            let spent = self.spent(lane);
            let level =
                if self.idle.contains(&lane) { spent.level.max(base.unwrap_or(0.0)) } else { spent.level };
            (lane, Spent { level, ..spent })
        });
        let mut turns = Turns {
            lanes: lanes.collect(),
            open: BTreeMap::new(),
            idle: self.idle.clone(),
            empty: BTreeSet::new(),
        };
        for &(lane, since_ms) in self.open.values() {
            // What waits behind others of a worker's batch is no longer than usual; what strangers ask for may be.
            let is_strangers = matches!(lane, Lane::Trial | Lane::Challenge);
            let so_far_ms = if is_strangers { now_ms.saturating_sub(since_ms) } else { 0 };
            turns.add(lane, so_far_ms as f64);
        }
        turns
    }

    /// These jobs, each of its lane, were given out by those turns.
    pub(super) fn begin(&mut self, given: &[(i64, Lane)], turns: &Turns, now_ms: i64) {
        for &(job, lane) in given {
            if self.idle.remove(&lane) {
                let spent = self.spent(lane);
                self.lanes.insert(lane, Spent { level: turns.level(lane), ..spent });
            }
            self.open.insert(job, (lane, now_ms));
        }
        self.idle.extend(&turns.empty);
    }

    /// A match was played; the time of its answers.
    pub(super) fn end(&mut self, job: i64, answers_ms: u64) {
        let Some((lane, _)) = self.open.remove(&job) else { return };
        let lasted_ms = (answers_ms.saturating_add(STARTING_MS) as f64).min(MOST_MS);
        for (of, level) in charged(lane, lasted_ms, &self.idle) {
            let spent = self.spent(of);
            self.lanes.insert(of, Spent { level: spent.level + level, ..spent });
        }
        let spent = self.spent(lane);
        self.lanes
            .insert(lane, Spent { usual_ms: spent.usual_ms + (lasted_ms - spent.usual_ms) / 4.0, ..spent });
    }

    /// Whether workers have matches.
    pub(super) fn has_open(&self) -> bool {
        !self.open.is_empty()
    }

    /// Only these jobs are somebody's; of others nothing will be heard.
    pub(super) fn forget_others(&mut self, held: &BTreeSet<i64>, now_ms: i64) {
        self.open.retain(|job, (_, since_ms)| {
            held.contains(job) || now_ms.saturating_sub(*since_ms) < FORGOTTEN_MS
        });
    }

    fn spent(&self, lane: Lane) -> Spent {
        self.lanes.get(&lane).copied().unwrap_or(Spent { level: 0.0, usual_ms: FIRST_GUESS_MS })
    }
}

impl Turns {
    /// Of these lanes, the one that comes next; none if there are none.
    pub(super) fn next(&self, lanes: impl Iterator<Item = Lane>) -> Option<Lane> {
        lanes.min_by(|&one, &other| self.time_of(one).total_cmp(&self.time_of(other)))
    }

    /// A job of this lane is given out.
    pub(super) fn count(&mut self, lane: Lane) {
        self.add(lane, 0.0);
    }

    /// Nothing waits in this lane any more.
    pub(super) fn note_empty(&mut self, lane: Lane) {
        self.empty.insert(lane);
    }

    /// A match that a worker has for so long: it takes as long as others, or longer.
    fn add(&mut self, lane: Lane, so_far_ms: f64) {
        let usual_ms = self.lanes.get(&lane).map_or(FIRST_GUESS_MS, |spent| spent.usual_ms);
        for (of, level) in charged(lane, so_far_ms.max(usual_ms).min(MOST_MS), &self.idle) {
            *self.open.entry(of).or_default() += level;
        }
    }

    fn time_of(&self, lane: Lane) -> f64 {
        self.level(lane) + self.open.get(&lane).copied().unwrap_or_default()
    }

    fn level(&self, lane: Lane) -> f64 {
        self.lanes.get(&lane).map_or(0.0, |spent| spent.level)
    }
}

/// What time that a lane takes adds to which lanes: to its own, or to both for which strangers ask while the other has
/// nothing waiting.
fn charged(lane: Lane, ms: f64, idle: &BTreeSet<Lane>) -> Vec<(Lane, f64)> {
    let other = match lane {
        Lane::Trial => Some(Lane::Challenge),
        Lane::Challenge => Some(Lane::Trial),
        _ => None,
    };
    match other.filter(|other| idle.contains(other)) {
        Some(other) => {
            let level = ms / (share_of(lane) + share_of(other));
            vec![(lane, level), (other, level)]
        }
        None => vec![(lane, ms / share_of(lane))],
    }
}

fn share_of(lane: Lane) -> f64 {
    f64::from(SHARES.into_iter().find(|(of, _)| *of == lane).map_or(1, |(_, share)| share))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Workers that play one match each at a time, in lanes in which these matches wait without end: how long each lasts.
    struct Simulation {
        lanes: Lanes,
        waiting: BTreeMap<Lane, u64>,
        /// When each worker's match ends, its job, and how long it lasted.
        playing: Vec<Option<(i64, i64, u64)>>,
        now_ms: i64,
        jobs: i64,
        /// The lanes of what was given out, and the time that each lane's matches took.
        given: Vec<Lane>,
        took_ms: BTreeMap<Lane, u64>,
    }

    impl Simulation {
        fn new(workers: usize, waiting: &[(Lane, u64)]) -> Self {
            Self {
                lanes: Lanes::default(),
                waiting: waiting.iter().copied().collect(),
                playing: vec![None; workers],
                now_ms: 1_000_000,
                jobs: 0,
                given: Vec::new(),
                took_ms: BTreeMap::new(),
            }
        }

        fn run(&mut self, for_ms: i64) {
            let until_ms = self.now_ms + for_ms;
            while self.now_ms < until_ms {
                self.give_out();
                let next = self.playing.iter().flatten().map(|(end_ms, ..)| *end_ms).min().expect("a match");
                self.now_ms = next;
                for at in &mut self.playing {
                    if let Some((_, job, lasted_ms)) = at.take_if(|(end_ms, ..)| *end_ms == next) {
                        self.lanes.end(job, lasted_ms);
                    }
                }
            }
        }

        fn give_out(&mut self) {
            let mut turns = self.lanes.turns(self.now_ms);
            let mut given = Vec::new();
            for lane in Lanes::of_matches().filter(|lane| !self.waiting.contains_key(lane)) {
                turns.note_empty(lane);
            }
            for at in self.playing.iter_mut().filter(|at| at.is_none()) {
                let lane = turns.next(self.waiting.keys().copied()).expect("a lane");
                turns.count(lane);
                self.jobs += 1;
                given.push((self.jobs, lane));
                let lasted_ms = self.waiting[&lane];
                let took_ms = lasted_ms + STARTING_MS;
                *at = Some((self.now_ms + took_ms as i64, self.jobs, lasted_ms));
                *self.took_ms.entry(lane).or_default() += took_ms;
                self.given.push(lane);
            }
            self.lanes.begin(&given, &turns, self.now_ms);
        }

        /// The ladder's part of the time, in hundredths.
        fn ladder_percent(&self) -> u64 {
            100 * self.took_ms[&Lane::Rated] / self.took_ms.values().sum::<u64>()
        }
    }

    const HOUR_MS: i64 = 3_600_000;

    #[test]
    fn whatever_strangers_ask_for_four_fifths_of_the_time_are_the_ladders() {
        for workers in [1, 8, 50] {
            for (trial_ms, challenge_ms) in [(300, 300), (15_000, 300), (15_000, 15_000), (60_000, 60_000)] {
                let waiting = [(Lane::Trial, trial_ms), (Lane::Challenge, challenge_ms), (Lane::Rated, 300)];
                let mut simulation = Simulation::new(workers, &waiting);
                simulation.run(HOUR_MS / 2);
                let percent = simulation.ladder_percent();
                assert!((83..=90).contains(&percent), "{workers}, {trial_ms}, {challenge_ms}: {percent} %");
            }
        }
    }

    #[test]
    fn whoever_comes_to_an_empty_lane_is_next_and_saves_nothing_up() {
        let mut simulation = Simulation::new(1, &[(Lane::Rated, 300)]);
        simulation.run(HOUR_MS);
        simulation.given.clear();
        simulation.waiting.insert(Lane::Trial, 300);
        simulation.run(20 * 350);
        let given = &simulation.given;
        assert!(given[..2].contains(&Lane::Trial), "{given:?}");
        assert!(given.iter().filter(|lane| **lane == Lane::Trial).count() <= 4, "{given:?}");
        assert_eq!(simulation.lanes.turns(0).next(std::iter::empty()), None);
    }

    #[test]
    fn a_lane_whose_matches_are_long_does_not_fill_the_workers_before_the_first_has_ended() {
        let mut simulation = Simulation::new(8, &[(Lane::Trial, 15_000), (Lane::Rated, 300)]);
        simulation.run(14_000);
        let trials = simulation.given.iter().filter(|lane| **lane == Lane::Trial).count();
        assert!(trials <= 2, "{trials}");
    }

    #[test]
    fn trials_alone_have_the_share_of_challenges_and_taking_turns_gains_nothing() {
        let mut simulation = Simulation::new(1, &[(Lane::Trial, 20_000), (Lane::Rated, 300)]);
        simulation.run(HOUR_MS);
        let alone = simulation.ladder_percent();
        assert!((85..=89).contains(&alone), "{alone} %");
        // Whenever one was given out, only the other waits.
        let mut simulation = Simulation::new(1, &[(Lane::Trial, 20_000), (Lane::Rated, 300)]);
        for minute in 0..240 {
            let lane = if minute % 2 == 0 { Lane::Challenge } else { Lane::Trial };
            simulation.waiting.retain(|lane, _| *lane == Lane::Rated);
            simulation.waiting.insert(lane, 20_000);
            simulation.run(60_000);
        }
        let in_turn = simulation.ladder_percent();
        assert!((83..=90).contains(&in_turn), "{in_turn} %");
    }

    #[test]
    fn a_match_that_is_nobodys_any_more_is_forgotten() {
        let mut lanes = Lanes::default();
        let turns = lanes.turns(0);
        lanes.begin(&[(1, Lane::Trial)], &turns, 0);
        let next = |lanes: &Lanes| lanes.turns(FORGOTTEN_MS).next([Lane::Trial, Lane::Rated].into_iter());
        lanes.forget_others(&BTreeSet::from([1]), FORGOTTEN_MS);
        assert_eq!(next(&lanes), Some(Lane::Rated));
        lanes.forget_others(&BTreeSet::new(), FORGOTTEN_MS - 1);
        assert_eq!(next(&lanes), Some(Lane::Rated), "it may not be written down yet");
        lanes.forget_others(&BTreeSet::new(), FORGOTTEN_MS);
        assert_eq!(next(&lanes), Some(Lane::Trial));
    }
}
