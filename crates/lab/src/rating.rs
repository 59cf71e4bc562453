//! How strong bots are, judged by all their matches.

use skirmish_league::Entrant;
use skirmish_league::bradley_terry::{Ratings, Settings};
use skirmish_league::cross::CrossTable;
use skirmish_league::score::{CONFIDENCE, Estimate};
use skirmish_league::weng_lin::{Model, Rating};

/// The strengths of bots, judged by the matches added so far.
#[derive(Clone, Debug)]
pub struct Strengths {
    cross: CrossTable,
    /// By bot: its Weng-Lin rating, which is shown where matches have more than two seats.
    weng_lin: Vec<Rating>,
    has_more_than_two_seats: bool,
}

impl Strengths {
    /// Nothing is known about so many bots.
    pub fn new(bots: usize) -> Self {
        Self {
            cross: CrossTable::new(bots as u32),
            weng_lin: vec![Model::default().start; bots],
            has_more_than_two_seats: false,
        }
    }

    /// Adds a match: by seat who played, and the place.
    pub fn add(&mut self, seats: &[Entrant], places: &[u8]) {
        self.cross.add(seats, places);
        if seats.len() <= 2 {
            return;
        }
        self.has_more_than_two_seats = true;
        let before: Vec<Rating> = seats.iter().map(|bot| self.weng_lin[bot.index()]).collect();
        let places: Vec<Option<u32>> = places.iter().map(|&place| Some(place.into())).collect();
        for (bot, after) in seats.iter().zip(Model::default().rate(&before, &places)) {
            self.weng_lin[bot.index()] = after;
        }
    }

    /// Who did how well against whom.
    pub fn cross(&self) -> &CrossTable {
        &self.cross
    }

    /// By bot: Bradley-Terry in Elo for matches of two seats, Weng-Lin for more.
    pub fn estimates(&self) -> Vec<Estimate> {
        if self.has_more_than_two_seats {
            return self.weng_lin.iter().map(|rating| rating.estimate(CONFIDENCE)).collect();
        }
        let ratings = Ratings::fit(&self.cross, &Settings::default());
        (0..self.cross.entrants()).map(|bot| ratings.of(Entrant(bot))).collect()
    }
}
