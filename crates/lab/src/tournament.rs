//! A tournament: one of the league's schedules, and the results taken so far.

use serde_json::{Value, json};
use skirmish_core::rng::Seed;
use skirmish_league::schedule::{Fixture, Format, Ranked, Schedule, Settings, Stage};
use skirmish_league::score::Estimate;
use skirmish_league::{Entrant, Refusal};

use crate::result::MatchResult;
use crate::series::{Next, Series};
use crate::tally::{self, Tally};

/// A tournament, and what its results so far add up to.
#[derive(Clone, Debug)]
pub struct Tournament {
    schedule: Schedule,
    /// Map seeds given by the user, instead of those derived from the schedule's seed.
    seeds: Vec<Seed>,
    stage: Option<Stage>,
    /// By match: the map's seed, and the bot of each seat.
    played: Vec<(u64, Vec<Entrant>)>,
    /// By match: the place of each seat; `None` if the match was void.
    results: Vec<Option<Vec<u8>>>,
    tally: Tally,
}

/// A row of the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// The bot, as an index into the contest's list.
    pub bot: usize,
    /// From 1; bots that are tied share a rank.
    pub rank: u32,
    /// Points by the format's rules.
    pub points: f64,
    /// The tie-break score for equal points; 0 where the format has none.
    pub tie_break: f64,
    /// The rating over all matches in Elo, with its confidence interval.
    pub rating: Estimate,
}

impl Tournament {
    /// A tournament with these settings; `seeds`, if any, are used as map seeds in turn.
    pub fn new(settings: Settings, seeds: Vec<Seed>) -> Result<Self, Refusal> {
        let schedule = Schedule::new(settings)?;
        let stage = schedule.stage(&[])?;
        let tally = Tally::new(settings.entrants as usize);
        Ok(Self { schedule, seeds, stage, played: Vec::new(), results: Vec::new(), tally })
    }

    /// The schedule's parameters, as the heading of a results file stores them.
    pub fn schedule_fields(settings: &Settings, seeds: &[Seed]) -> Value {
        let mut fields = json!({ "maps": settings.maps });
        match settings.format {
            Format::RoundRobin => {}
            Format::Gauntlet { challengers } => fields["challengers"] = challengers.into(),
            Format::Swiss { rounds } => fields["rounds"] = rounds.into(),
            Format::Knockout { tie_breaks } => fields["tie-breaks"] = tie_breaks.into(),
        }
        if settings.seats > 2 {
            fields["groups"] = settings.most_groups.into();
        }
        if !seeds.is_empty() {
            fields["seeds"] = seeds.iter().map(|seed| seed.0).collect();
        }
        fields
    }

    /// The schedule's settings.
    pub fn settings(&self) -> &Settings {
        self.schedule.settings()
    }

    /// The number of matches if no pairing needs a tie-break.
    pub fn matches_planned(&self) -> u64 {
        self.schedule.matches_planned()
    }

    /// The current round, from 1; `None` when all are played.
    pub fn round(&self) -> Option<u32> {
        self.stage.as_ref().map(|stage| stage.round() + 1)
    }

    /// Totals of all matches.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Every match that counts, in order: the map's seed, who played and which place they got, by seat.
    pub fn matches(&self) -> impl Iterator<Item = (u64, &[Entrant], &[u8])> {
        let both = self.played.iter().zip(&self.results);
        both.filter_map(|((map, seats), places)| Some((*map, &seats[..], places.as_deref()?)))
    }

    /// The table, best first: ranked by the format's points and tie-break, a gauntlet by rating.
    pub fn standings(&self) -> Vec<Standing> {
        let ratings = tally::ratings(&self.tally.cross);
        let ranked = self.schedule.ranking(&self.results).unwrap_or_default();
        let line = |ranked: Ranked| Standing {
            bot: ranked.entrant.index(),
            rank: ranked.rank,
            points: ranked.points,
            tie_break: ranked.tie_break,
            rating: ratings[ranked.entrant.index()],
        };
        ranked.into_iter().map(line).collect()
    }

    fn next_stage(&mut self) {
        if self.stage.as_ref().is_some_and(|stage| self.results.len() as u64 >= stage.end()) {
            // `MatchResult::is_of` has checked every result, so the schedule accepts their shape.
            self.stage = self.schedule.stage(&self.results).unwrap_or_default();
        }
    }
}

impl Series for Tournament {
    fn fixture(&self, number: u64) -> Next {
        let Some(stage) = &self.stage else { return Next::None };
        let Some(fixture) = stage.fixture(number) else { return Next::Later };
        let map_seed = match self.seeds.len() {
            0 => fixture.map_seed,
            count => self.seeds[fixture.map as usize % count].0,
        };
        Next::Match(Fixture { map_seed, ..fixture })
    }

    fn take(&mut self, result: &MatchResult) {
        self.tally.add(result);
        self.played.push((result.seed, result.entrants()));
        self.results.push(result.outcome().map(|outcome| outcome.places.clone()));
        self.next_stage();
    }

    fn is_decided(&self) -> bool {
        self.stage.is_none()
    }

    fn most(&self) -> u64 {
        self.schedule.matches_planned()
    }
}
