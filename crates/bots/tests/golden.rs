//! One short match of every game, told as a story in `golden/<game>.txt`.
//!
//! A change of the rules shows as a change of a story. To accept one, or to make one for a new game:
//! `UPDATE_GOLDEN=1 cargo nextest run -p skirmish-bots --test golden`, and read what changed.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use skirmish_bots::{find, of_game};
use skirmish_core::answer::Answer;
use skirmish_core::config::Wishes;
use skirmish_core::game::Decision;
use skirmish_core::law::Audit;
use skirmish_core::rng::Seed;
use skirmish_core::seat::SeatCount;
use skirmish_core::table::Table;
use skirmish_core::view::Weight;
use skirmish_core::wire::Page;

/// What is told of a game.
struct Telling {
    bots: [&'static str; 2],
    fields: &'static [(&'static str, &'static str)],
    /// The board is shown after so many decisions.
    every: u64,
    /// Things that matter less are left out.
    least: Weight,
}

impl Telling {
    /// How any game is told: its strongest house bot against chance, in the short match that its laws are tried on.
    fn of<G: Audit>() -> Self {
        let strongest = of_game(G::INFO.name).last().expect("every game has a house bot").name;
        Self { bots: [strongest, "random"], fields: G::BRIEF, every: 20, least: Weight::Notable }
    }
}

/// Stories that are told in another way, because they show more then.
static TOLD_OTHERWISE: &[(&str, Telling)] = &[
    (
        "ice-and-fire",
        Telling { bots: ["greedy", "greedy"], fields: &[("turns", "60")], every: 20, least: Weight::Notable },
    ),
    (
        "plantation",
        Telling {
            bots: ["greedy", "RandomPlayer"],
            fields: &[("rows", "6"), ("cols", "7"), ("turns", "12")],
            every: 16,
            least: Weight::Small,
        },
    ),
    (
        "si32",
        Telling {
            bots: ["greedy", "greedy"],
            fields: &[("width", "12"), ("height", "12"), ("turns", "100"), ("style", "patches")],
            every: 20,
            least: Weight::Notable,
        },
    ),
    (
        "utti",
        Telling {
            bots: ["random", "greedy"],
            // Small and low, so that units meet and bases are made within a page or two.
            fields: &[
                ("size", "9"),
                ("rounds", "24"),
                ("max_units", "12"),
                ("base_height", "4"),
                ("mine_share", "100"),
                ("mine_clear", "1"),
                ("mine_reach", "3"),
                ("base_offset", "2"),
                ("along_low", "3"),
                ("along_high", "5"),
            ],
            every: 60,
            least: Weight::Small,
        },
    ),
    (
        "underworld",
        Telling {
            bots: ["greedy", "random"],
            fields: &[("castle_hp", "3000")],
            every: 30,
            least: Weight::Notable,
        },
    ),
];

/// A test for every game in the list, so that a new one has a story or fails.
macro_rules! stories {
    ($($folder:ident::$game:ident,)*) => {$(
        #[test]
        fn $folder() {
            check::<skirmish_games::$folder::$game>();
        }
    )*};
}
skirmish_games::every_game!(stories);

#[test]
fn every_story_is_of_a_game() {
    for file in std::fs::read_dir(folder()).unwrap().map(|file| file.unwrap().path()) {
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        assert!(skirmish_games::find(&name).is_some(), "{} is of no game: remove it", file.display());
    }
    for (name, _) in TOLD_OTHERWISE {
        assert!(skirmish_games::find(name).is_some(), "there is no game `{name}` to tell of");
    }
}

/// The folder of the stories.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

/// Tells the game's story and compares it with the one that was accepted.
fn check<G: Audit>() {
    let game = G::INFO.name;
    let any = Telling::of::<G>();
    let telling = TOLD_OTHERWISE.iter().find(|(name, _)| *name == game).map_or(&any, |(_, telling)| telling);
    let story = tell(game, telling);
    let path = folder().join(format!("{game}.txt"));
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, &story).unwrap();
    }
    let Ok(golden) = std::fs::read_to_string(&path) else {
        panic!(
            "{game} has no golden story, {}: make one with \
             `UPDATE_GOLDEN=1 cargo nextest run -p skirmish-bots --test golden`, read it, and commit it",
            path.display()
        );
    };
    let lines = story.lines().zip(golden.lines()).enumerate();
    if let Some((n, (got, want))) = lines.into_iter().find(|(_, (got, want))| got != want) {
        panic!("{game}: line {} differs from the golden story\n got: {got}\nwant: {want}", n + 1);
    }
    assert_eq!(story.lines().count(), golden.lines().count(), "{game}: the story has another length");
}

/// Tells the match of two house bots: the board at the beginning, now and then, and at the end; between them what happened.
fn tell(game: &str, telling: &Telling) -> String {
    let &Telling { bots, fields, every, least } = telling;
    let seed = Seed(2019);
    let entry = skirmish_games::find(game).unwrap();
    let wishes = fields.iter().fold(Wishes::none(), |wishes, (key, value)| wishes.with(key, value));
    let config = (entry.configure)(&wishes).unwrap();
    let mut table = (entry.open)(&config, SeatCount::TWO, seed).unwrap();
    // Each seat has a seed of its own: in a symmetric game two bots with one seed would only ever do the same.
    let mut seat_seeds = (7..).map(|number| seed.child(number));
    let mut players = bots.map(|name| find(game, name).unwrap().seat(seat_seeds.next().unwrap()));

    let mut story = format!("{}: {} against {}\n", entry.info.title, bots[0], bots[1]);
    let _ = writeln!(story, "map: {}; {}\n", table.map_style(), settings(fields));
    show(&*table, &mut story);
    let mut page = Page::new();
    for decision in 1.. {
        let Decision::Ask(ask) = table.decision() else { break };
        for seat in ask.seats.iter() {
            page.clear();
            players[seat.index()].answer(&mut *table, seat, &mut page).expect("a bot of this game");
            table.answer(seat, &Answer::Frame(page.as_bytes().to_vec())).unwrap();
        }
        table.step();
        for mark in table.marks(None).iter().filter(|mark| mark.weight >= least) {
            let _ = writeln!(story, "{}", mark.says);
        }
        if decision % every == 0 {
            show(&*table, &mut story);
        }
    }
    show(&*table, &mut story);
    let Decision::Over(standing) = table.decision() else { unreachable!("the loop ended") };
    let _ = writeln!(story, "The end: {}.", standing.why);
    for seat in table.seats().iter() {
        let name = entry.info.seat_name(seat);
        let _ = writeln!(story, "{name}: place {}, score {}", standing.place(seat), table.score(None, seat));
    }
    story
}

fn settings(fields: &[(&str, &str)]) -> String {
    fields.iter().map(|(key, value)| format!("{key} = {value}")).collect::<Vec<_>>().join(", ")
}

fn show(table: &dyn Table, story: &mut String) {
    let _ = writeln!(story, "\n{}\n{}", table.status(None), table.text(None, false));
}
