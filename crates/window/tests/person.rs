//! A person who plays on the page: every game can be played with the choices that the page offers.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use serde_json::Value;
use skirmish_core::clock::Clock;
use skirmish_core::config::Wishes;
use skirmish_core::rng::{Rng, Seed};
use skirmish_core::seat::{Seat, SeatCount};
use skirmish_core::table::Entry;
use skirmish_games::GAMES;
use skirmish_referee::{HouseBot, Match, Options, Person, Record, play};
use skirmish_show::film::FilmReader;
use skirmish_window::{Feed, Live, Session};

/// The number of choices after which the person leaves.
const MOST_CHOICES: usize = 150;

struct PlayedByPerson {
    record: Record,
    sent: usize,
}

/// Plays a match against a house bot with random choices, and leaves after a while.
fn played_by_person(entry: &'static Entry, feed: Arc<Feed>, seat: Seat) -> PlayedByPerson {
    let config = (entry.configure)(&Wishes::none()).expect("the defaults are a config");
    let seats = SeatCount::new(2).expect("two may play");
    let table = (entry.open)(&config, seats, Seed(5)).expect("the defaults start");
    let width = table.picture(None).width;
    let (person, end) = Person::new("Ada");
    let session = Session::new(seat, width, end);
    let house = skirmish_bots::of_game(entry.info.name).next().expect("every game has a house bot");
    let person = Arc::new(person);
    let mut players = vec![HouseBot::shared(house)];
    players.insert(seat.index(), person);
    let setup = Match::new(table, Seed(5), players).with_clock(Clock::NONE);
    let is_late = Arc::new(AtomicBool::new(false));
    let options = Options { interrupt: Some(is_late.clone()), ..Options::default() };
    let referee = thread::spawn(move || play(&setup, &options, &mut Live::new(feed)));
    let sent = click(&session);
    is_late.store(true, Ordering::Relaxed);
    drop(session);
    let record = referee.join().expect("the referee does not panic").expect("the match is played");
    PlayedByPerson { record, sent }
}

/// Makes random choices out of those that the page offers; returns the number of answers sent.
fn click(session: &Session) -> usize {
    let mut rng = Rng::new(Seed(9));
    let (mut made, mut sent) = (0, 0);
    while made < MOST_CHOICES {
        let state = session.state();
        if state["prompt"] == "The match is over." {
            break;
        }
        if state["asked"] == false {
            thread::yield_now();
            continue;
        }
        let mask: Vec<u64> = numbers(&state["mask"]);
        if mask.is_empty() || (state["can_finish"] == true && rng.chance(1, 4)) {
            session.send().expect("the page says that it can be sent");
            sent += 1;
            continue;
        }
        let choice = *rng.pick(&mask).expect("it is not empty");
        session.choose(choice as u32).unwrap_or_else(|why| panic!("{choice} of {mask:?}: {why}"));
        made += 1;
    }
    sent
}

fn numbers(list: &Value) -> Vec<u64> {
    list.as_array().expect("a list").iter().filter_map(Value::as_u64).collect()
}

#[test]
fn every_game_can_be_played_by_clicking_what_is_lit() {
    for entry in GAMES {
        for seat in [Seat(0), Seat(1)] {
            let played = played_by_person(entry, Arc::new(Feed::live(entry, Some(seat))), seat);
            let garbled = played.record.incidents.iter().filter(|incident| incident.seat == seat);
            // Leaving in the middle is a fault (`Gone`); the choices before must not be one.
            let faults: Vec<String> = garbled
                .filter(|incident| incident.fault != skirmish_core::answer::Fault::Gone)
                .map(ToString::to_string)
                .collect();
            assert!(faults.is_empty(), "{}: {faults:?}", entry.info.name);
            assert!(played.sent > 0, "{}: nothing was sent", entry.info.name);
        }
    }
}

#[test]
fn while_a_person_plays_the_page_shows_what_that_seat_sees() {
    let entry = GAMES.iter().find(|entry| entry.info.has_secrets).expect("a game has secrets");
    let feed = Arc::new(Feed::live(entry, Some(Seat(1))));
    assert!(feed.film(None, 0, 0).is_none(), "nothing is shown before the match begins");
    let played = played_by_person(entry, feed.clone(), Seat(1));
    let eye = |eye| {
        let film = feed.film(eye, 0, 0).expect("it has begun").expect("it can be shown");
        FilmReader::read(&film).expect("it is a film").header["eye"].clone()
    };
    assert_eq!((eye(None), eye(Some(Seat(0)))), (1.into(), 1.into()));
    feed.finish(played.record.replay, Vec::new());
    assert_eq!((eye(None), eye(Some(Seat(0)))), (Value::Null, 0.into()));
}

#[test]
fn what_is_not_offered_is_refused_in_a_sentence() {
    let (_person, end) = Person::new("Ada");
    let session = Session::new(Seat(0), 3, end);
    assert_eq!(session.choose(0), Err("it is not your turn"));
    assert_eq!(session.undo(), Err("it is not your turn"));
    assert_eq!(session.send(), Err("it is not your turn"));
}
