//! Many bots against each other: a schedule of the league's, fed with results.

use serde_json::{Value, json};
use skirmish_core::rng::Seed;
use skirmish_league::schedule::{Fixture, Format, Ranked, Schedule, Settings, Stage};
use skirmish_league::score::Estimate;
use skirmish_league::{Entrant, Refusal};

use crate::result::MatchResult;
use crate::series::{Next, Series};
use crate::tally::Tally;

/// A tournament and all that is known from it.
#[derive(Clone, Debug)]
pub struct Tournament {
    schedule: Schedule,
    /// Maps that somebody chose, instead of those that grow from the schedule's seed.
    seeds: Vec<Seed>,
    stage: Option<Stage>,
    /// By match: who sat where.
    seats: Vec<Vec<Entrant>>,
    /// By match: the place of each seat; `None` if the match was void.
    results: Vec<Option<Vec<u8>>>,
    tally: Tally,
}

/// A bot's line in the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// Who, as a place in the list of bots.
    pub bot: usize,
    /// From 1; those who are level share a rank.
    pub rank: u32,
    /// What the format counts.
    pub points: f64,
    /// What decides between equal points, where the format has that.
    pub tie_break: f64,
    /// How strong it is, judged by all matches.
    pub rating: Estimate,
}

impl Tournament {
    /// A tournament by these settings; with `seeds`, on those maps in turn.
    pub fn new(settings: Settings, seeds: Vec<Seed>) -> Result<Self, Refusal> {
        let schedule = Schedule::new(settings)?;
        let stage = schedule.stage(&[])?;
        let tally = Tally::new(settings.entrants as usize);
        Ok(Self { schedule, seeds, stage, seats: Vec::new(), results: Vec::new(), tally })
    }

    /// The schedule as a results file describes it.
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

    /// What it is made of.
    pub fn settings(&self) -> &Settings {
        self.schedule.settings()
    }

    /// How many matches there will be if no meeting needs a tie-break.
    pub fn matches_planned(&self) -> u64 {
        self.schedule.matches_planned()
    }

    /// The round that is being played, from 1; `None` when all is played.
    pub fn round(&self) -> Option<u32> {
        self.stage.as_ref().map(|stage| stage.round() + 1)
    }

    /// Everything that was counted.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Every match that counts, in order: by seat who played, and the place.
    pub fn matches(&self) -> impl Iterator<Item = (&[Entrant], &[u8])> {
        let both = self.seats.iter().zip(&self.results);
        both.filter_map(|(seats, places)| Some((&seats[..], places.as_deref()?)))
    }

    /// The table, best first: by what the format counts, then by rating.
    pub fn standings(&self) -> Vec<Standing> {
        let ratings = self.tally.strengths.estimates();
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
            // Results were checked against their matches, so none can be of another shape.
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
        self.seats.push(result.entrants());
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
