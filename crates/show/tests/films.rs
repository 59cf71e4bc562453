//! A film restores every picture of its match exactly, and has nothing that its eye may not know.

mod common;

use skirmish_core::answer::Answer;
use skirmish_core::replay::{Playback, Replay};
use skirmish_core::seat::{Seat, SeatCount};
use skirmish_core::table::{Entry, Table};
use skirmish_core::view::Item;
use skirmish_show::film::FilmReader;
use skirmish_show::{Filming, Snapshot, film};

fn reader(replay: &Replay, entry: &Entry, eye: Option<Seat>) -> FilmReader {
    let film = film(replay, entry, &Filming { eye, ..Filming::default() }).expect("a film");
    assert_eq!(film.problem, None);
    FilmReader::read(&film.bytes).expect("a readable film")
}

fn eyes(seats: usize) -> impl Iterator<Item = Option<Seat>> {
    let seats = SeatCount::new(seats).expect("a good number of seats");
    std::iter::once(None).chain(seats.iter().map(Some))
}

/// Compares a picture from a film with the table's own.
fn check(snapshot: &Snapshot, table: &dyn Table, eye: Option<Seat>, what: &str) {
    let picture = table.picture(eye);
    let looks = table.info().art.looks;
    let shown = |item: &Item| looks.iter().any(|look| look.layer == item.layer);
    let items: Vec<Item> = picture.items.iter().filter(|item| shown(item)).copied().collect();
    assert_eq!(snapshot.items, items, "{what}");
    assert_eq!(
        (snapshot.width, snapshot.height, snapshot.now, snapshot.of),
        (picture.width, picture.height, picture.now, picture.of),
        "{what}"
    );
    let names = table.info().gauges.len();
    let gauge = |&(gauge, seat, value): &(u8, Seat, i64)| {
        snapshot.gauges[seat.index() * names + usize::from(gauge)] == Some(value)
    };
    assert!(picture.gauges.iter().all(gauge), "{what}: {:?} {:?}", snapshot.gauges, picture.gauges);
    let scores: Vec<i64> = table.seats().iter().map(|seat| table.score(eye, seat)).collect();
    assert_eq!(snapshot.scores, scores, "{what}");
}

#[test]
fn every_picture_of_every_decision_comes_back() {
    for setup in common::setups() {
        let (replay, entry) = (common::play(&setup), setup.entry());
        for eye in eyes(setup.seats) {
            let reader = reader(&replay, entry, eye);
            let mut playback = Playback::new(&replay, entry).expect("a match");
            for block in 0..reader.blocks() {
                let name = format!("{} as {eye:?}, block {block}", setup.game);
                check(&reader.first(block).expect("a picture"), playback.table(), eye, &name);
                assert_eq!(reader.block(block).expect("a head").decision, playback.decisions());
                for moment in reader.moments(block).expect("readable") {
                    assert!(playback.step().expect("playable"));
                    check(&moment.snapshot, playback.table(), eye, &name);
                    assert_eq!(moment.marks, playback.table().marks(eye), "{name}");
                }
            }
            assert!(!playback.step().expect("playable"), "the film ends with the match");
        }
    }
}

#[test]
fn every_answer_comes_back_with_its_times() {
    for setup in common::setups() {
        let replay = common::play(&setup);
        let reader = reader(&replay, setup.entry(), None);
        let told = (0..reader.blocks()).flat_map(|block| reader.moments(block).expect("readable"));
        let told: Vec<_> = told.flat_map(|moment| moment.answers).collect();
        assert_eq!(told.len(), replay.answers.len());
        for (told, answered) in told.iter().zip(&replay.answers) {
            assert_eq!(
                (told.seat, told.wall_us, told.cpu_us),
                (answered.seat, answered.cost.wall_us, answered.cost.cpu_us)
            );
            let Answer::Frame(frame) = &answered.answer else { panic!("house bots always answer") };
            let cut = frame.len() - told.cut as usize;
            assert_eq!(told.text, String::from_utf8_lossy(&frame[..cut]), "{}", setup.game);
        }
    }
}

#[test]
fn a_seats_film_has_no_secrets() {
    for setup in common::setups() {
        let (replay, entry) = (common::play(&setup), setup.entry());
        let playback = Playback::new(&replay, entry).expect("a match");
        let seats: Vec<Seat> = playback.table().seats().iter().collect();
        let has_secrets = playback.table().has_secrets();
        let spectators = reader(&replay, entry, None);
        let eyes = spectators.header["eyes"].as_array().expect("a list").len();
        assert_eq!(eyes, if has_secrets { seats.len() } else { 0 }, "{}", setup.game);
        assert!(!spectators.header["match"]["config"].is_null());
        for eye in seats.into_iter().filter(|_| has_secrets) {
            let reader = reader(&replay, entry, Some(eye));
            for secret in ["config", "seed", "map"] {
                assert!(reader.header["match"][secret].is_null(), "{}: {secret}", setup.game);
            }
            let moments = (0..reader.blocks()).flat_map(|block| reader.moments(block).expect("readable"));
            for moment in moments {
                assert!(moment.answers.iter().all(|told| told.seat == eye), "{}", setup.game);
                assert!(moment.clocks.iter().all(|(seat, _)| *seat == eye), "{}", setup.game);
            }
        }
    }
}

#[test]
fn a_film_from_the_middle_goes_on_where_the_whole_one_is() {
    for setup in common::setups() {
        let (replay, entry) = (common::play(&setup), setup.entry());
        let whole = reader(&replay, entry, None);
        let middle = replay.answers.len() as u64 / 3;
        let filming = Filming { from: middle, is_live: true, ..Filming::default() };
        let part =
            FilmReader::read(&film(&replay, entry, &filming).expect("a film").bytes).expect("readable");
        let from = part.header["from"].as_u64().expect("a number");
        assert!(from <= middle);
        let first = (0..whole.blocks()).find(|&block| whole.block(block).expect("a head").decision == from);
        let first = first.expect("films begin with a block");
        assert_eq!(part.blocks(), whole.blocks() - first, "{}", setup.game);
        for block in 0..part.blocks() {
            let (some, all) = (part.moments(block), whole.moments(first + block));
            let snapshots = |moments: Vec<film::Moment>| -> Vec<Snapshot> {
                moments.into_iter().map(|moment| moment.snapshot).collect()
            };
            assert_eq!(
                snapshots(some.expect("readable")),
                snapshots(all.expect("readable")),
                "{}",
                setup.game
            );
        }
    }
}

#[test]
fn what_can_be_shown_of_a_broken_replay_is_shown_and_the_rest_named() {
    let setup = &common::setups()[1];
    let whole = common::play(setup);
    let mut odd = whole.clone();
    let half = odd.answers.len() / 2;
    odd.answers[half].seat = odd.answers[half].seat.other();
    let film = film(&odd, setup.entry(), &Filming::default()).expect("a film");
    assert_eq!(film.steps, half as u64);
    let problem = film.problem.expect("a sentence");
    assert!(problem.contains(&format!("decision {half}")), "{problem}");
    let reader = FilmReader::read(&film.bytes).expect("readable");
    assert_eq!(reader.header["problem"], problem);
    assert!(reader.moments(reader.blocks() - 2).is_ok());
}

#[test]
fn a_state_that_is_not_the_recorded_one_is_named() {
    let setup = &common::setups()[0];
    let mut replay = common::play(setup);
    replay.checkpoints[0].digest ^= 1;
    let film = film(&replay, setup.entry(), &Filming::default()).expect("a film");
    assert_eq!(film.steps, replay.checkpoints[0].decisions);
    assert!(film.problem.expect("a sentence").contains("after decision 256"));
}

#[test]
fn damaged_films_are_refused_and_never_panic() {
    let setup = &common::setups()[3];
    let film = film(&common::play(setup), setup.entry(), &Filming::default()).expect("a film");
    for end in (0..film.bytes.len()).step_by(97) {
        assert!(FilmReader::read(&film.bytes[..end]).is_err(), "cut at {end}");
    }
    assert!(FilmReader::read(b"GIF89a").is_err());
    let mut all = Vec::new();
    std::io::Read::read_to_end(&mut flate2::read::GzDecoder::new(&film.bytes[..]), &mut all).expect("gzip");
    for at in (0..all.len()).step_by(all.len() / 400) {
        let mut damaged = all.clone();
        damaged[at] ^= 0x91;
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        std::io::Write::write_all(&mut packer, &damaged).expect("memory");
        let Ok(reader) = FilmReader::read(&packer.finish().expect("memory")) else { continue };
        for block in 0..reader.blocks() {
            let _ = reader.moments(block);
        }
    }
}

#[test]
fn hostile_names_and_messages_stay_text() {
    let (replay, entry) = common::hostile(common::play(&common::hostile_setup()));
    let film = film(&replay, entry, &Filming::default()).expect("a film");
    let reader = FilmReader::read(&film.bytes).expect("readable");
    let name = reader.header["match"]["players"][1]["name"].as_str().expect("a name");
    assert_eq!(name, replay.header.players[1].name);
    let longest = reader.header["match"]["players"][0]["name"].as_str().expect("a name").len();
    assert!(longest <= film::limits::MOST_NAME_BYTES);
    let told = (0..reader.blocks()).flat_map(|block| reader.moments(block).expect("readable"));
    let told: Vec<_> = told.flat_map(|moment| moment.answers).collect();
    assert!(told.iter().any(|answer| answer.text.contains("</script><b onclick=alert(1)>")));
}
