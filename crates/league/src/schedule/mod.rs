//! Schedules: who plays whom, in which seat, on which map. A schedule is a numbered list of matches that depends on nothing
//! but the settings and, in some formats, the results so far: results by match number are all it takes to resume.
//!
//! Matches come in stages. The matches of a stage can be played in parallel, in any order; the next stage may depend on them.
//! In every stage each group plays each of its maps once for every rotation of its seats, and all groups play the same
//! maps. Matches are ordered by map first, so that an interrupted schedule is balanced.

mod duel;
mod groups;
mod knockout;
mod stage;
mod swiss;

use crate::{Entrant, Refusal};

pub use duel::duel_fixture;
pub use stage::{Fixture, Stage};

/// The most seats a match can have.
pub const MOST_SEATS: u32 = 8;
/// The most bots a schedule takes.
pub const MOST_ENTRANTS: u32 = 1_000;
/// The most maps of one meeting.
pub const MOST_MAPS: u32 = 1_000_000;
/// The most groups of a stage of two seats: everybody meets everybody.
pub const MOST_GROUPS: u32 = 500_000;
/// The most groups of a stage of more seats, which has too many to play them all.
pub const MOST_GROUPS_OF_MANY: u32 = 20_000;

/// How a tournament is arranged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Everybody meets everybody.
    RoundRobin,
    /// The first few meet all the others, who do not meet each other.
    Gauntlet {
        /// How many of the first entrants are tested.
        challengers: u32,
    },
    /// In every round those with like scores meet, never twice if it can be helped.
    Swiss {
        /// How many rounds are played.
        rounds: u32,
    },
    /// Single elimination; entrants are in the order of their seeding, the best seed first. Two seats only.
    Knockout {
        /// How many more maps a tied meeting gets, one after another, before the better seed advances.
        tie_breaks: u32,
    },
}

impl Format {
    /// The name with its article, for sentences.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::RoundRobin => "a round-robin",
            Self::Gauntlet { .. } => "a gauntlet",
            Self::Swiss { .. } => "a Swiss tournament",
            Self::Knockout { .. } => "a knockout",
        }
    }
}

/// The parameters of a schedule; equal settings give the same schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Settings {
    /// The tournament format.
    pub format: Format,
    /// The number of bots.
    pub entrants: u32,
    /// Seats per match.
    pub seats: u32,
    /// Maps per meeting; each is played once for every rotation of the seats.
    pub maps: u32,
    /// The most groups of a stage: where more are possible, a balanced selection of at most this many is drawn.
    pub most_groups: u32,
    /// The seed from which map seeds and random choices are derived.
    pub seed: u64,
}

/// A schedule with validated settings.
///
/// ```
/// use skirmish_league::schedule::{Format, Schedule, Settings};
/// let settings = Settings { format: Format::RoundRobin, entrants: 3, seats: 2, maps: 1, most_groups: 100, seed: 7 };
/// let schedule = Schedule::new(settings)?;
/// let stage = schedule.stage(&[])?.expect("a schedule begins with a stage");
/// let seats: Vec<_> = stage.fixtures().map(|one| (one.number, one.seats[0].0, one.seats[1].0)).collect();
/// assert_eq!(seats, [(0, 0, 1), (1, 1, 0), (2, 0, 2), (3, 2, 0), (4, 1, 2), (5, 2, 1)]);
/// # Ok::<(), skirmish_league::Refusal>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    settings: Settings,
}

/// A row of the official ranking of a format.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ranked {
    /// The bot.
    pub entrant: Entrant,
    /// From 1, by points and tie-break, in a gauntlet by rating; equals share a rank.
    pub rank: u32,
    /// The format's points: of matches, in a Swiss tournament of rounds, in a knockout rounds survived.
    pub points: f64,
    /// The tie-break score: in a Swiss tournament the sum of the opponents' points (Buchholz), otherwise 0.
    pub tie_break: f64,
}

impl Schedule {
    /// Validates the settings.
    pub fn new(settings: Settings) -> Result<Self, Refusal> {
        let Settings { format, entrants, seats, maps, most_groups, .. } = settings;
        let most_seats = if matches!(format, Format::Knockout { .. }) { 2 } else { MOST_SEATS };
        if !(2..=most_seats).contains(&seats) {
            return Err(Refusal::Seats { format: format.name(), seats, least: 2, most: most_seats });
        }
        if !(seats..=MOST_ENTRANTS).contains(&entrants) {
            return Err(Refusal::Entrants {
                format: format.name(),
                entrants,
                least: seats,
                most: MOST_ENTRANTS,
            });
        }
        range("the number of maps", maps, 1, MOST_MAPS)?;
        let most = if seats == 2 { MOST_GROUPS } else { MOST_GROUPS_OF_MANY };
        range("the greatest number of groups", most_groups, 1, most)?;
        match format {
            Format::RoundRobin => {}
            Format::Gauntlet { challengers } => {
                range("the number of challengers", challengers, 1, entrants + 1 - seats)?;
            }
            Format::Swiss { rounds } => range("the number of rounds", rounds, 1, MOST_ENTRANTS)?,
            Format::Knockout { tie_breaks } => range("the number of tie-breaks", tie_breaks, 0, 1_000)?,
        }
        Ok(Self { settings })
    }

    /// The schedule's settings.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The stage of the first match without a result; `None` if all are played. `results` holds the places by seat of matches
    /// 0, 1, 2, … without a gap; `None` for a void match.
    pub fn stage(&self, results: &[Option<Vec<u8>>]) -> Result<Option<Stage>, Refusal> {
        match self.settings.format {
            Format::RoundRobin | Format::Gauntlet { .. } => {
                let stage = groups::stage(&self.settings);
                stage.check(results)?;
                Ok(((results.len() as u64) < stage.end()).then_some(stage))
            }
            Format::Swiss { rounds } => swiss::stage(&self.settings, rounds, results),
            Format::Knockout { tie_breaks } => knockout::stage(&self.settings, tie_breaks, results),
        }
    }

    /// The official ranking after these results, best first; in Swiss and knockout tournaments only complete rounds count.
    pub fn ranking(&self, results: &[Option<Vec<u8>>]) -> Result<Vec<Ranked>, Refusal> {
        match self.settings.format {
            Format::RoundRobin | Format::Gauntlet { .. } => groups::ranking(&self.settings, results),
            Format::Swiss { rounds } => swiss::ranking(&self.settings, rounds, results),
            Format::Knockout { tie_breaks } => knockout::ranking(&self.settings, tie_breaks, results),
        }
    }

    /// The number of matches if no meeting needs a tie-break.
    #[must_use]
    pub fn matches_planned(&self) -> u64 {
        let Settings { format, entrants, seats, maps, .. } = self.settings;
        let each = u64::from(maps) * u64::from(seats);
        match format {
            Format::RoundRobin | Format::Gauntlet { .. } => groups::stage(&self.settings).len(),
            Format::Swiss { rounds } => u64::from(rounds) * u64::from(entrants / seats) * each,
            Format::Knockout { .. } => u64::from(entrants - 1) * each,
        }
    }
}

impl Ranked {
    fn new(entrant: Entrant, points: f64, tie_break: f64) -> Self {
        Self { entrant, rank: 0, points, tie_break }
    }
}

/// Sorts by a key (the greatest first), then tie-break, then index; equal keys and tie-breaks share a rank.
fn rank(mut lines: Vec<(f64, Ranked)>) -> Vec<Ranked> {
    lines.sort_by(|(a, one), (b, other)| {
        b.total_cmp(a).then(other.tie_break.total_cmp(&one.tie_break)).then(one.entrant.cmp(&other.entrant))
    });
    for at in 0..lines.len() {
        let is_tied =
            at > 0 && lines[at].0 == lines[at - 1].0 && lines[at].1.tie_break == lines[at - 1].1.tie_break;
        lines[at].1.rank = if is_tied { lines[at - 1].1.rank } else { at as u32 + 1 };
    }
    lines.into_iter().map(|(_, ranked)| ranked).collect()
}

fn range(what: &'static str, value: u32, least: u32, most: u32) -> Result<(), Refusal> {
    if (least..=most).contains(&value) {
        return Ok(());
    }
    Err(Refusal::Range { what, value: value.into(), least: least.into(), most: most.into() })
}
