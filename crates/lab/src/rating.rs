//! Ratings of bots: Bradley-Terry for two seats, Weng-Lin for more.

use skirmish_league::Entrant;
use skirmish_league::bradley_terry::{Ratings, Settings};
use skirmish_league::cross::CrossTable;
use skirmish_league::score::{CONFIDENCE, Estimate};
use skirmish_league::weng_lin::{Model, Rating};

/// The cross table and the ratings of bots by the matches added so far.
#[derive(Clone, Debug)]
pub struct Strengths {
    cross: CrossTable,
    /// By bot: its Weng-Lin rating, updated by matches of more than two seats only.
    weng_lin: Vec<Rating>,
    has_more_than_two_seats: bool,
}

impl Strengths {
    /// No matches yet between `bots` bots.
    pub fn new(bots: usize) -> Self {
        Self {
            cross: CrossTable::new(bots as u32),
            weng_lin: vec![Model::default().start; bots],
            has_more_than_two_seats: false,
        }
    }

    /// Adds a match: who played and which place they got, by seat.
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

    /// Wins, draws and losses of each bot against each other.
    pub fn cross(&self) -> &CrossTable {
        &self.cross
    }

    /// The rating of each bot: Bradley-Terry in Elo if all matches had two seats, else Weng-Lin.
    pub fn estimates(&self) -> Vec<Estimate> {
        if self.has_more_than_two_seats {
            return self.weng_lin.iter().map(|rating| rating.estimate(CONFIDENCE)).collect();
        }
        let ratings = Ratings::fit(&self.cross, &Settings::default());
        (0..self.cross.entrants()).map(|bot| ratings.of(Entrant(bot))).collect()
    }
}
