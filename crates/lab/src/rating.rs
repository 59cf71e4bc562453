//! How strong bots are, judged by all their games.

use skirmish_league::Entrant;
use skirmish_league::bradley_terry::{Ratings, Settings};
use skirmish_league::cross::CrossTable;
use skirmish_league::schedule::Places;
use skirmish_league::score::{CONFIDENCE, Estimate};
use skirmish_league::weng_lin::Model;

/// A match that counts: who sat where, and each seat's place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// By seat: who, as a place in the list of bots.
    pub seats: Vec<usize>,
    /// By seat: its place, 1 is best.
    pub places: Vec<u32>,
}

/// The strength of each of so many bots: Bradley-Terry in Elo for matches of two, Weng-Lin for more.
pub fn rate(bots: usize, games: &[Game]) -> Vec<Estimate> {
    if games.iter().any(|game| game.seats.len() > 2) { by_places(bots, games) } else { by_pairs(bots, games) }
}

fn by_pairs(bots: usize, games: &[Game]) -> Vec<Estimate> {
    let mut cross = CrossTable::new(bots as u32);
    for game in games {
        let seats: Vec<Entrant> = game.seats.iter().map(|&bot| Entrant(bot as u32)).collect();
        cross.add(&seats, &Places(game.places.clone()));
    }
    let ratings = Ratings::fit(&cross, &Settings::default());
    (0..bots as u32).map(|bot| ratings.of(Entrant(bot))).collect()
}

fn by_places(bots: usize, games: &[Game]) -> Vec<Estimate> {
    let model = Model::default();
    let mut ratings = vec![model.start; bots];
    for game in games {
        let before: Vec<_> = game.seats.iter().map(|&bot| ratings[bot]).collect();
        let places: Vec<Option<u32>> = game.places.iter().map(|&place| Some(place)).collect();
        for (&bot, after) in game.seats.iter().zip(model.rate(&before, &places)) {
            ratings[bot] = after;
        }
    }
    ratings.iter().map(|rating| rating.estimate(CONFIDENCE)).collect()
}
