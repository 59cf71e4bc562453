//! The house bots are worth playing against, and keep what they promise.

use skirmish_bots::{BadHouse, LEVELS, OtherGame, all, find, levels_of, of_game, old_names};
use skirmish_core::answer::{Answer, Fault};
use skirmish_core::config::Wishes;
use skirmish_core::game::Decision;
use skirmish_core::outcome::Outcome;
use skirmish_core::rng::Seed;
use skirmish_core::seat::{Seat, SeatCount};
use skirmish_core::wire::Page;

/// Stands for a player who answers nothing.
const IDLE: &str = "idle";

/// Plays one match of house bots to its end.
fn play(game: &str, names: &[&str], wishes: &Wishes, seed: u64) -> Outcome {
    let entry = skirmish_games::find(game).expect("a game of that name");
    let config = (entry.configure)(wishes).expect("sound wishes");
    let seats = SeatCount::new(names.len()).expect("one to eight");
    let mut table = (entry.open)(&config, seats, Seed(seed)).expect("it starts");
    let mut players: Vec<_> = (0u64..)
        .zip(names)
        .map(|(i, &name)| {
            let house = || find(game, name).expect("a house bot of that name");
            (name != IDLE).then(|| house().seat(Seed(seed).child(i)))
        })
        .collect();
    let mut page = Page::new();
    loop {
        let ask = match table.decision() {
            Decision::Over(standing) => return standing,
            Decision::Ask(ask) => ask,
        };
        for seat in ask.seats.iter() {
            let Some(player) = &mut players[seat.index()] else {
                table.answer(seat, &Answer::Fault(Fault::Late, String::new())).expect("nothing to read");
                continue;
            };
            page.clear();
            player.answer(&mut *table, seat, &mut page).expect("a bot of this game");
            table
                .answer(seat, &Answer::Frame(page.as_bytes().to_vec()))
                .expect("house bots write what can be read");
        }
        table.step();
    }
}

/// Long rows of matches are played by so many threads.
const THREADS: usize = 2;

/// The bot must win at least `least` of `of` matches against the rival, from either seat by turns.
fn check(game: &str, [bot, rival]: [&str; 2], wishes: &Wishes, least: usize, of: u64) {
    let is_won = |n: &u64| {
        let (seed, is_first) = (n / 2, n.is_multiple_of(2));
        let (names, seat) = if is_first { ([bot, rival], Seat(0)) } else { ([rival, bot], Seat(1)) };
        play(game, &names, wishes, seed).winner() == Some(seat)
    };
    let won: usize = std::thread::scope(|scope| {
        let part = |first| scope.spawn(move || (first..of).step_by(THREADS).filter(is_won).count());
        let parts: Vec<_> = (0..THREADS as u64).map(part).collect();
        parts.into_iter().map(|part| part.join().expect("no match panics")).sum()
    });
    assert!(won >= least, "{game}: {bot} won {won} of {of} against {rival}, not {least}");
}

#[test]
fn every_game_has_a_bot_that_plays_by_chance() {
    for entry in skirmish_games::GAMES {
        assert!(of_game(entry.info.name).any(|house| house.name == "random"), "{}", entry.info.name);
    }
}

#[test]
fn every_bot_plays_a_game_of_ours_and_has_a_name_of_its_own() {
    for house in all() {
        assert!(skirmish_games::find(house.game).is_some(), "{} plays no game of ours", house.name);
        assert_eq!(of_game(house.game).filter(|other| other.name == house.name).count(), 1, "{}", house.name);
    }
}

#[test]
fn a_bot_is_found_by_its_name_and_by_the_names_that_it_had() {
    for house in all() {
        assert_eq!(find(house.game, house.name).expect("it is there").to_string(), house.name);
        for old in old_names(house) {
            let found = find(house.game, old).expect("it is there");
            assert_eq!((found.to_string().as_str(), found.about), (old, house.about), "{}", house.game);
        }
    }
    let games = skirmish_games::GAMES.iter();
    assert!(games.into_iter().all(|entry| find(entry.info.name, "greedy").is_ok()));
}

#[test]
fn a_bot_that_is_not_there_is_refused_in_a_sentence() {
    let said = |called| find("si32", called).map_or_else(|bad| bad.to_string(), |house| house.to_string());
    assert!(
        said("deep").starts_with("there is no house:deep for si32: there are random"),
        "{}",
        said("deep")
    );
    assert_eq!(said("random:5"), "house:random does not search, so it takes no number: call it house:random");
}

#[test]
fn a_budget_is_a_number_within_bounds_and_part_of_the_name() {
    for house in all().filter(|house| house.default_budget.is_some()) {
        let called = format!("{}:50", house.name);
        assert_eq!(find(house.game, &called).expect("a budget").to_string(), called);
        for wrong in ["", "0", "-1", "1000001", "many", "5:5"] {
            let refused = find(house.game, &format!("{}:{wrong}", house.name)).expect_err("no budget");
            assert!(matches!(refused, BadHouse::Budget { .. }), "{refused}");
        }
    }
}

#[test]
fn every_game_has_every_level_and_its_hard_takes_a_budget() {
    for entry in skirmish_games::GAMES {
        let game = entry.info.name;
        let levels: Vec<&str> = levels_of(game).map(|house| house.name).collect();
        assert_eq!(levels, LEVELS, "{game}");
        let hard = find(game, "hard:50").unwrap_or_else(|refused| panic!("{game}: {refused}"));
        assert_eq!(hard.to_string(), "hard:50", "{game}");
    }
}

#[test]
fn a_bot_at_a_table_of_another_game_says_so() {
    let entry = skirmish_games::find("utti").expect("the game stands in GAMES");
    let config = (entry.configure)(&Wishes::none()).expect("the defaults");
    let mut table = (entry.open)(&config, SeatCount::TWO, Seed(1)).expect("it starts");
    let house = of_game("si32").next().expect("a house bot");
    let mut page = Page::new();
    let refused = house.seat(Seed(1)).answer(&mut *table, Seat::FIRST, &mut page);
    assert_eq!(refused, Err(OtherGame { plays: "si32", asked: "utti" }));
    assert!(page.as_str().is_empty());
}

#[test]
fn greedy_beats_random_at_utti() {
    check("utti", ["greedy", "random"], &Wishes::none(), 95, 100);
}

#[test]
fn playing_by_chance_beats_idling_at_utti() {
    for (preset, least) in [("small", 18), ("tiny", 18)] {
        check("utti", ["random", IDLE], &Wishes::preset(preset), least, 20);
    }
    check("utti", ["random", IDLE], &Wishes::none(), 9, 10);
}

#[test]
fn every_level_beats_the_one_below_at_utti() {
    check("utti", ["medium", "easy"], &Wishes::preset("small"), 16, 20);
    check("utti", ["hard:200", "medium"], &Wishes::preset("small"), 36, 40);
    check("utti", ["hard", "medium"], &Wishes::preset("tiny"), 36, 40);
}

/// The short form of the bench `levels`: matches on the usual board are long.
#[test]
fn hard_beats_medium_at_utti_on_the_usual_board() {
    check("utti", ["hard", "medium"], &Wishes::none(), 9, 10);
}

#[test]
fn greedy_beats_random_at_utti_on_the_small_board() {
    check("utti", ["greedy", "random"], &Wishes::preset("small"), 95, 100);
}

#[test]
fn greedy_beats_every_random_player_at_plantation() {
    for rival in ["random", "RandomPlayer", "RandomPlayerDumb"] {
        check("plantation", ["greedy", rival], &Wishes::none(), 95, 100);
    }
}

#[test]
fn checking_moves_first_is_worth_it_at_plantation() {
    check("plantation", ["RandomPlayer", "RandomPlayerDumb"], &Wishes::none(), 95, 100);
}

#[test]
fn greedy_beats_random_at_si32() {
    check("si32", ["greedy", "random"], &Wishes::none(), 95, 100);
    check("si32", ["greedy", "random"], &Wishes::preset("small"), 95, 100);
}

#[test]
fn every_level_beats_the_one_below_at_si32() {
    check("si32", ["medium", "easy"], &Wishes::preset("small"), 9, 10);
    check("si32", ["hard:108", "medium"], &Wishes::preset("small"), 4, 6);
}

#[test]
fn greedy_beats_random_at_ice_and_fire() {
    check("ice-and-fire", ["greedy", "random"], &Wishes::none(), 95, 100);
}

#[test]
fn greedy_beats_random_at_ice_and_fire_under_every_preset() {
    let entry = skirmish_games::find("ice-and-fire").expect("the game stands in GAMES");
    for preset in entry.info.presets {
        check("ice-and-fire", ["greedy", "random"], &Wishes::preset(preset.name), 9, 10);
    }
}

/// The short form of the bench `levels`, which plays a hundred matches of each pair.
#[test]
fn every_level_beats_the_one_below_at_ice_and_fire() {
    check("ice-and-fire", ["medium", "easy"], &Wishes::none(), 19, 20);
    check("ice-and-fire", ["hard:1500", "medium"], &Wishes::none(), 15, 20);
}

#[test]
fn every_level_beats_the_one_below_at_plantation() {
    let short = Wishes::none().with("turns", "50");
    check("plantation", ["medium", "easy"], &short, 18, 20);
    check("plantation", ["hard:24", "medium"], &Wishes::none(), 8, 10);
}

/// What Plus scores of so many matches of a bot against itself, in percent.
fn plus_percent(bot: &str, wishes: &Wishes, of: u64) -> u64 {
    let points = |seed| match play("plantation", &[bot; 2], wishes, seed).winner() {
        Some(Seat(0)) => 2,
        Some(_) => 0,
        None => 1,
    };
    100 * (0..of).map(points).sum::<u64>() / (2 * of)
}

#[test]
fn in_a_balanced_order_neither_seat_of_plantation_is_the_better_one() {
    for bot in ["easy", "medium"] {
        let [published, fair] =
            [Wishes::none(), Wishes::preset("fair")].map(|wishes| plus_percent(bot, &wishes, 300));
        assert!(published.abs_diff(50) >= 4, "{bot}: {published} %");
        assert!(fair.abs_diff(50) <= 3, "{bot}: {fair} %");
    }
}

#[test]
fn greedy_beats_random_at_underworld() {
    check("underworld", ["greedy", "random"], &Wishes::none(), 95, 100);
}

#[test]
fn every_level_beats_the_one_below_at_underworld() {
    let short = Wishes::none().with("max_turns", "400");
    check("underworld", ["medium", "easy"], &short, 10, 20);
    check("underworld", ["hard:14", "medium"], &short, 12, 20);
}

#[test]
fn greedy_finds_the_castle_in_the_fog_of_underworld() {
    check("underworld", ["greedy", "random"], &Wishes::preset("fog"), 18, 20);
}

#[test]
fn greedy_wins_underworld_among_eight() {
    let won = (0..4u8).filter(|&n| {
        let mut names = ["random"; 8];
        names[usize::from(n) * 2] = "greedy";
        play("underworld", &names, &Wishes::none(), n.into()).winner() == Some(Seat(n * 2))
    });
    assert!(won.count() >= 3);
}

#[test]
fn greedy_against_itself_comes_to_an_end_at_underworld() {
    let ends = (0..10).map(|seed| play("underworld", &["greedy"; 2], &Wishes::none(), seed));
    assert!(ends.filter(|standing| standing.winner().is_some()).count() >= 8);
}

#[test]
fn house_bots_play_the_same_match_from_the_same_seed() {
    for house in all() {
        // Long matches, and such with long thought, are cut short.
        let wishes = match house.game {
            "utti" => Wishes::preset("tiny"),
            "si32" => Wishes::preset("small").with("turns", "60"),
            "underworld" => Wishes::none().with("max_turns", "40"),
            _ => Wishes::none(),
        };
        let names = [house.name; 2];
        let first = play(house.game, &names, &wishes, 3);
        assert_eq!(first, play(house.game, &names, &wishes, 3), "{} at {}", house.name, house.game);
    }
}
