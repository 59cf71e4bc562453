//! Many bots against each other: a schedule of the league's, fed with results.

use serde_json::{Value, json};
use skirmish_core::Seed;
use skirmish_league::Refusal;
use skirmish_league::schedule::{Format, Places, Ranked, Schedule, Settings, Stage};
use skirmish_league::score::Estimate;

use crate::played::Played;
use crate::rating::{self, Game};
use crate::series::{Fixture, Next, Series};
use crate::tally::Tally;

/// A tournament and all that is known from it.
#[derive(Clone, Debug)]
pub struct Tournament {
    schedule: Schedule,
    /// Maps that somebody chose, instead of those that grow from the schedule's seed.
    seeds: Vec<Seed>,
    stage: Option<Stage>,
    results: Vec<Places>,
    games: Vec<Game>,
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
    /// How strong it is, judged by all games.
    pub rating: Estimate,
}

impl Tournament {
    /// A tournament by these settings; with `seeds`, on those maps in turn.
    pub fn new(settings: Settings, seeds: Vec<Seed>) -> Result<Self, Refusal> {
        let schedule = Schedule::new(settings)?;
        let stage = schedule.stage(&[])?;
        let tally = Tally::new(settings.entrants as usize);
        Ok(Self { schedule, seeds, stage, results: Vec::new(), games: Vec::new(), tally })
    }

    /// What the plan says in a results file.
    pub fn plan(settings: &Settings, seeds: &[Seed]) -> Value {
        let mut plan = json!({ "maps": settings.maps });
        match settings.format {
            Format::RoundRobin => {}
            Format::Gauntlet { challengers } => plan["challengers"] = challengers.into(),
            Format::Swiss { rounds } => plan["rounds"] = rounds.into(),
            Format::Knockout { tie_breaks } => plan["tie-breaks"] = tie_breaks.into(),
        }
        if settings.seats > 2 {
            plan["groups"] = settings.most_groups.into();
        }
        if !seeds.is_empty() {
            plan["seeds"] = seeds.iter().map(|seed| seed.0).collect();
        }
        plan
    }

    /// What it is made of.
    pub fn settings(&self) -> &Settings {
        self.schedule.settings()
    }

    /// How many games there will be if no match needs a tie-break.
    pub fn games_planned(&self) -> u64 {
        self.schedule.games_planned()
    }

    /// The round that is being played, from 1; `None` when all is played.
    pub fn round(&self) -> Option<u32> {
        self.stage.as_ref().map(|stage| stage.round() + 1)
    }

    /// Everything that was counted.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Every match that counts, in order.
    pub fn games(&self) -> &[Game] {
        &self.games
    }

    /// The table, best first: by what the format counts, then by rating.
    pub fn standings(&self) -> Vec<Standing> {
        let ratings = rating::rate(self.tally.bots.len(), &self.games);
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
        let Some(game) = stage.game(number) else { return Next::Later };
        let seed = match self.seeds.len() {
            0 => Seed(game.map_seed),
            count => self.seeds[game.map as usize % count],
        };
        let seats = game.seats.iter().map(|entrant| entrant.index()).collect();
        Next::Match(Fixture { number, seats, seed })
    }

    fn take(&mut self, played: &Played) {
        self.tally.add(played);
        if played.void.is_some() {
            self.results.push(Places::void());
        } else {
            let places: Vec<u32> = played.places.iter().map(|&place| place.into()).collect();
            self.games.push(Game { seats: played.seats.clone(), places: places.clone() });
            self.results.push(Places(places));
        }
        self.next_stage();
    }

    fn is_decided(&self) -> bool {
        self.stage.is_none()
    }

    fn most(&self) -> u64 {
        self.schedule.games_planned()
    }
}
