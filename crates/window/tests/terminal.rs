//! The terminal viewer, drawn into memory.

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use skirmish_core::config::Wishes;
use skirmish_core::replay::Replay;
use skirmish_core::rng::Seed;
use skirmish_core::seat::{Seat, SeatCount};
use skirmish_core::table::Entry;
use skirmish_games::GAMES;
use skirmish_referee::{HouseBot, Match, Nobody, Options, play};
use skirmish_show::film::FilmReader;
use skirmish_window::Feed;
use skirmish_window::terminal::{KeyAction, Screen, draw};

/// A short match between house bots.
fn replay(entry: &'static Entry) -> Replay {
    // The preset `small`, if the game has one, makes the match short.
    let short = entry.info.presets.iter().find(|preset| preset.name == "small");
    let wishes =
        Wishes { presets: short.map(|short| short.name.to_string()).into_iter().collect(), ..Wishes::none() };
    let config = (entry.configure)(&wishes).expect("presets are configs");
    let table = (entry.open)(&config, SeatCount::new(2).expect("two may play"), Seed(2)).expect("it starts");
    let house = skirmish_bots::of_game(entry.info.name).last().expect("there is a house bot");
    let setup = Match::new(table, Seed(2), vec![HouseBot::shared(house), HouseBot::shared(house)]);
    play(&setup, &Options::default(), &mut Nobody).expect("house bots play").replay
}

fn screen(entry: &'static Entry, replay: Replay, eye: Option<Seat>) -> Screen {
    let film =
        Feed::finished(entry, replay, Vec::new()).film(eye, 0, 0).expect("it is there").expect("it shows");
    Screen::new(entry, FilmReader::read(&film).expect("it is a film")).expect("it has pictures")
}

fn shown(screen: &Screen, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("memory does not fail");
    terminal.draw(|frame| draw(screen, frame)).expect("memory does not fail");
    terminal.backend().to_string()
}

#[test]
fn every_game_is_shown_with_its_players_and_what_happens() {
    for entry in GAMES {
        let mut screen = screen(entry, replay(entry), None);
        for action in [KeyAction::Turn(3), KeyAction::Decision(1), KeyAction::End, KeyAction::Begin] {
            screen.act(action).expect("the film can be read");
            let text = shown(&screen, 140, 40);
            assert!(text.contains(entry.info.title), "{text}");
            assert!(text.contains("house:"), "{text}");
        }
        screen.act(KeyAction::End).expect("the film can be read");
        assert!(shown(&screen, 140, 40).contains("over: "), "{}", entry.info.name);
    }
}

#[test]
fn any_size_of_terminal_will_do() {
    let entry = &GAMES[0];
    let screen = screen(entry, replay(entry), None);
    for (width, height) in [(1, 1), (10, 3), (40, 12), (89, 24), (300, 120)] {
        shown(&screen, width, height);
    }
}

#[test]
fn keys_lead_to_every_decision_and_back() {
    let entry = GAMES.iter().find(|entry| entry.info.has_secrets).expect("one has secrets");
    let mut screen = screen(entry, replay(entry), None);
    let decisions = 40;
    for decision in 0..decisions {
        assert_eq!(screen.decision(), decision);
        screen.act(KeyAction::Decision(1)).expect("the film can be read");
    }
    for decision in (0..decisions).rev() {
        screen.act(KeyAction::Decision(-1)).expect("the film can be read");
        assert_eq!(screen.decision(), decision);
    }
    screen.act(KeyAction::Toggle).expect("it plays");
    assert!(screen.pause().is_some());
    screen.tick().expect("the film can be read");
    assert!(screen.decision() > 0);
    screen.act(KeyAction::End).expect("the film can be read");
    screen.tick().expect("the film can be read");
    assert!(screen.pause().is_none(), "it stops at the end");
}

#[test]
fn an_eye_can_be_chosen_where_there_are_secrets() {
    for entry in GAMES {
        let screen = screen(entry, replay(entry), None);
        assert!(screen.can_see(None));
        assert_eq!(screen.can_see(Some(Seat(1))), entry.info.has_secrets, "{}", entry.info.name);
    }
}

#[test]
fn names_cannot_move_the_cursor() {
    let entry = &GAMES[1];
    let mut replay = replay(entry);
    replay.header.players[0].name = "\x1b[2Jevil\x07\u{9b}31m".to_string();
    let text = shown(&screen(entry, replay, None), 140, 40);
    assert!(text.contains("evil") && !text.chars().any(|c| c.is_control() && c != '\n'), "{text}");
}
