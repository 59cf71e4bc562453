//! Who plays whom next: `league::matchmaking` on what the database remembers, with seats in turn.

use std::collections::BTreeMap;

use skirmish_arena_store::Player;
use skirmish_core::seat::MAX_SEATS;
use skirmish_league::Entrant;
use skirmish_league::chance::Chance;
use skirmish_league::matchmaking::{Candidate, RECENT, Rules, next_match};

use super::standing::rating_of;

/// After so many matches a house bot is known well enough, however unequal its opponents are: against one that always
/// loses, an interval narrows for ever and never gets narrow.
const HOUSE_GAMES: i64 = 100;
/// A rating that is as certain as this is known well enough for the ladder to go on slowly.
const CALM_ERROR: f64 = 30.0;
/// What a match that is not over yet leaves of a variance, about: so that a newcomer does not fill the whole queue.
const PENDING_SHARE: f64 = 0.8;
/// Whoever is in more than one of so many matches that wait is preferred no longer, however little is known about it: the
/// others are there to play, too, and somebody may bring version after version.
const MOST_WAITING: i32 = 6;

/// A bot among those who may play.
#[derive(Clone, Debug)]
pub(super) struct Waiting {
    pub(super) player: Player,
    recent: Vec<i64>,
    seats: [u32; MAX_SEATS],
    pending: i32,
}

/// The bots of one game that may play, and the game's turn.
#[derive(Clone, Debug)]
pub(super) struct Field {
    pub(super) bots: Vec<Waiting>,
    turn: i64,
}

impl Waiting {
    fn of(player: Player, pending: i64) -> Self {
        let recent = player.recent.split(' ').filter_map(|word| word.parse().ok()).collect();
        let mut seats = [0; MAX_SEATS];
        for (seat, word) in seats.iter_mut().zip(player.seats.split(' ')) {
            *seat = word.parse().unwrap_or(0);
        }
        Self { player, recent, seats, pending: pending.clamp(0, 1_000) as i32 }
    }

    /// Whom it met last, as the database keeps it.
    pub(super) fn recent_text(&self) -> String {
        words(&self.recent)
    }

    /// How often it sat where, as the database keeps it.
    pub(super) fn seats_text(&self) -> String {
        words(&self.seats)
    }
}

impl Field {
    /// The bots that may play, of each user at most so many (those that came first), and how many matches of each are
    /// not over yet.
    pub(super) fn new(
        players: Vec<Player>,
        pending: &BTreeMap<i64, i64>,
        turn: i64,
        most_of_user: u32,
    ) -> Self {
        let mut of_user: BTreeMap<i64, u32> = BTreeMap::new();
        let bots = players
            .into_iter()
            .filter(|player| {
                let count = of_user.entry(player.user_id).or_default();
                *count += 1;
                player.is_house || *count <= most_of_user.max(1)
            })
            .map(|player| {
                let pending = pending.get(&player.bot_id).copied().unwrap_or(0);
                Waiting::of(player, pending)
            })
            .collect();
        Self { bots, turn }
    }

    /// How many of these bots there are.
    pub(super) fn count(&self, is_in: &dyn Fn(&Player) -> bool) -> usize {
        self.bots.iter().filter(|bot| is_in(&bot.player)).count()
    }

    /// The next match of these bots with that many seats or fewer, by seat; none if nobody may meet or there is nothing
    /// to learn.
    pub(super) fn next(
        &self,
        least: usize,
        most: usize,
        seed: u64,
        is_in: &dyn Fn(&Player) -> bool,
    ) -> Option<Vec<usize>> {
        let chosen: Vec<usize> = (0..self.bots.len()).filter(|&at| is_in(&self.bots[at].player)).collect();
        let mut chance = Chance::new(seed);
        let mut next = |is_shared: bool| {
            let candidates = self.candidates(&chosen, is_shared);
            (least..=most.min(candidates.len())).rev().find_map(|seats| {
                let rules = Rules::new(u32::try_from(seats).unwrap_or(2));
                let group = next_match(&candidates, &rules, chance.bits())?.into_iter();
                let mut group: Vec<usize> = group.map(|entrant| chosen[entrant.index()]).collect();
                self.rotate(&mut group);
                Some(group)
            })
        };
        // Where nobody else has anything to learn, newcomers may have all of it.
        next(true).or_else(|| next(false))
    }

    /// Whether enough is known about everybody: after so many games, or where the interval is narrow.
    pub(super) fn is_calm(&self, enough_games: u32) -> bool {
        self.bots.iter().all(|bot| {
            let games = bot.player.games.unwrap_or(0) + i64::from(bot.pending);
            let enough = if bot.player.is_house { HOUSE_GAMES } else { i64::from(enough_games) };
            games >= enough || rating_of(&bot.player).error <= CALM_ERROR
        })
    }

    /// Remembers that these play next, by seat.
    pub(super) fn seat(&mut self, group: &[usize]) {
        self.turn += 1;
        let ids: Vec<i64> = group.iter().map(|&at| self.bots[at].player.bot_id).collect();
        for (seat, &at) in group.iter().enumerate() {
            let bot = &mut self.bots[at];
            bot.player.last_turn = self.turn;
            bot.pending += 1;
            bot.seats[seat] += 1;
            bot.recent.extend(ids.iter().filter(|&&id| id != bot.player.bot_id));
            let surplus = bot.recent.len().saturating_sub(RECENT);
            bot.recent.drain(..surplus);
        }
    }

    fn candidates(&self, chosen: &[usize], is_shared: bool) -> Vec<Candidate> {
        let settled_error = Rules::new(2).settled_error;
        // In every match there are two at least.
        let waiting = self.bots.iter().map(|bot| bot.pending).sum::<i32>() / 2;
        let place: BTreeMap<i64, u32> =
            (0..).zip(chosen).map(|(at, &bot)| (self.bots[bot].player.bot_id, at)).collect();
        let candidate = |bot: &Waiting| {
            let player = &bot.player;
            let mut rating = rating_of(player);
            rating.error *= PENDING_SHARE.sqrt().powi(bot.pending);
            let is_often = is_shared && bot.pending > 1 && bot.pending * MOST_WAITING > waiting;
            let is_known =
                player.is_house && player.games.unwrap_or(0) + i64::from(bot.pending) >= HOUSE_GAMES;
            if is_often || is_known {
                rating.error = rating.error.min(settled_error);
            }
            let waited = u64::try_from(self.turn - player.last_turn).unwrap_or(0);
            let recent = bot.recent.iter().filter_map(|id| place.get(id)).map(|&at| Entrant(at)).collect();
            let owner = (!player.is_house).then_some(player.user_id.unsigned_abs());
            Candidate { rating, waited, recent, owner }
        };
        chosen.iter().map(|&bot| candidate(&self.bots[bot])).collect()
    }

    /// Turns the group so that everybody sits where it sat least often, all together.
    fn rotate(&self, group: &mut [usize]) {
        let cost = |by: usize| -> u32 {
            let seat = |at: usize| (at + by) % group.len();
            group.iter().enumerate().map(|(at, &bot)| self.bots[bot].seats[seat(at)]).sum()
        };
        let best = (0..group.len()).min_by_key(|&by| cost(by)).unwrap_or(0);
        group.rotate_right(best);
    }
}

fn words<T: ToString>(list: &[T]) -> String {
    list.iter().map(T::to_string).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn player(bot_id: i64, user_id: i64, is_house: bool) -> Player {
        Player {
            bot_id,
            name: format!("bot{bot_id}"),
            user_id,
            owner: format!("user{user_id}"),
            is_house,
            version_id: bot_id,
            number: 1,
            language: "python".to_owned(),
            rating: None,
            error: None,
            older_rating: None,
            older_error: None,
            games: None,
            wins: None,
            draws: None,
            losses: None,
            faults: None,
            last_turn: 0,
            recent: String::new(),
            seats: String::new(),
        }
    }

    fn play(field: &mut Field, turns: i64, most: usize, mut seen: impl FnMut(i64, &[usize])) {
        for turn in 1..=turns {
            let group = field.next(2, most, turn as u64, &|_| true).expect("there is somebody to play");
            field.seat(&group);
            // Every match is over before the next is made.
            field.bots.iter_mut().for_each(|bot| bot.pending = 0);
            seen(turn, &group);
        }
    }

    #[test]
    fn nobody_waits_longer_than_the_promise_with_two_to_eight_seats() {
        for most in [2, 3, 8] {
            let mut players: Vec<Player> = (0..30).map(|id| player(id, id, false)).collect();
            // One that is well known and far below: the least worth playing.
            (players[7].rating, players[7].error) = (Some(500.0), Some(20.0));
            let mut field = Field::new(players, &BTreeMap::new(), 0, 1);
            let rules = Rules::new(2);
            let promise = rules.overdue_after(30) as i64 + 30;
            let mut last = vec![0; 30];
            play(&mut field, 600, most, |turn, group| {
                group.iter().for_each(|&at| last[at] = turn);
                assert!(last.iter().all(|last| turn - last <= promise), "{last:?} at {turn}");
            });
        }
    }

    #[test]
    fn seats_are_taken_in_turn() {
        let mut field = Field::new((0..6).map(|id| player(id, id, false)).collect(), &BTreeMap::new(), 0, 1);
        play(&mut field, 400, 2, |_, _| {});
        for bot in &field.bots {
            assert!(bot.seats[0].abs_diff(bot.seats[1]) <= 4, "{:?}", bot.seats);
        }
    }

    #[test]
    fn bots_of_one_user_never_meet_and_surplus_ones_do_not_play() {
        let players =
            vec![player(1, 1, false), player(2, 1, false), player(3, 1, false), player(4, 2, false)];
        let mut field = Field::new(players, &BTreeMap::new(), 0, 2);
        assert_eq!(field.bots.len(), 3);
        play(&mut field, 50, 2, |_, group| assert!(group.contains(&2), "{group:?}"));
    }

    #[test]
    fn the_house_alone_stops_and_a_visitor_wakes_it() {
        let mut players = vec![player(1, 9, true), player(2, 9, true)];
        for known in &mut players {
            (known.rating, known.error, known.games) = (Some(1400.0), Some(200.0), Some(HOUSE_GAMES));
        }
        let field = Field::new(players.clone(), &BTreeMap::new(), 0, 1);
        assert_eq!(field.next(2, 2, 7, &|_| true), None);
        players.push(player(3, 3, false));
        let field = Field::new(players, &BTreeMap::new(), 0, 1);
        assert!(field.next(2, 2, 7, &|_| true).is_some_and(|group| group.contains(&2)));
    }

    #[test]
    fn it_is_calm_once_enough_is_known_about_everybody() {
        let mut players = vec![player(1, 9, true), player(2, 2, false)];
        let is_calm = |players: &[Player]| Field::new(players.to_vec(), &BTreeMap::new(), 0, 1).is_calm(300);
        assert!(!is_calm(&players));
        (players[0].rating, players[0].error, players[0].games) =
            (Some(1400.0), Some(200.0), Some(HOUSE_GAMES));
        (players[1].rating, players[1].error, players[1].games) = (Some(1400.0), Some(200.0), Some(299));
        assert!(!is_calm(&players));
        players[1].games = Some(300);
        assert!(is_calm(&players));
        players.push(player(3, 3, false));
        assert!(!is_calm(&players), "a newcomer wakes it");
        (players[2].rating, players[2].error, players[2].games) = (Some(1400.0), Some(30.0), Some(10));
        assert!(is_calm(&players));
    }

    #[test]
    fn a_newcomer_does_not_fill_the_whole_queue() {
        let mut players: Vec<Player> = (0..12).map(|id| player(id, id, false)).collect();
        for known in &mut players[1..] {
            (known.rating, known.error, known.games) = (Some(1500.0), Some(90.0), Some(50));
        }
        let mut field = Field::new(players, &BTreeMap::new(), 0, 1);
        let mut without = 0;
        for turn in 1..=40 {
            let group = field.next(2, 2, turn as u64, &|_| true).expect("somebody plays");
            field.seat(&group);
            without += i32::from(!group.contains(&0));
        }
        assert!(without >= 30, "{without}");
    }
}
