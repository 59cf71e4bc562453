//! The laws themselves, for any game, over matches that grow from seeds.

mod asking;
mod playing;
mod single;

pub use asking::{no_seat_is_asked_more_than_the_limit, whoever_never_answers_in_time_loses_for_it};
use playing::{Mess, Picked, config, entry, play};
use proptest::prelude::*;
use proptest::test_runner::{Config as Cases, TestRunner};
use single::{Row, Single};
use skirmish_core::answer::{Answer, Answers, Reply};
use skirmish_core::bot::RandomBot;
use skirmish_core::config::Wishes;
use skirmish_core::game::Decision;
use skirmish_core::law::{Audit, Mirror};
use skirmish_core::learn::{Learn, Mask, Rows, count_allowed, nth_allowed};
use skirmish_core::news::News;
use skirmish_core::replay::{Ending, Playback, PlayerInfo, Replay, Tape};
use skirmish_core::rng::{Rng, Seed};
use skirmish_core::seat::{Seat, SeatCount};
use skirmish_core::table::{Board, Entry, PlayerSide, ProbeSide, Quirk, RecordSide, Table, ViewerSide};
use skirmish_core::view::{Digest, Picture, PlaneCanvas, Shape, View};
use skirmish_core::wire::{ClockFace, Page, Wire};

/// Everything a game must be able to do.
pub trait Whole: Audit + Wire + View + Learn + Mirror {}
impl<G: Audit + Wire + View + Learn + Mirror> Whole for G {}

/// Decisions played in a match of the default config, which may have tens of thousands.
const MANY: usize = 600;

/// Runs the law for seeds chosen by chance, but the same ones every time.
fn for_seeds(cases: u32, law: impl Fn(u64) -> Result<(), TestCaseError>) {
    let mut runner = TestRunner::new_with_rng(
        Cases { cases, failure_persistence: None, ..Cases::default() },
        proptest::test_runner::TestRng::deterministic_rng(proptest::test_runner::RngAlgorithm::ChaCha),
    );
    runner.run(&any::<u64>(), law).unwrap_or_else(|failure| panic!("{failure}"));
}

/// Matches to try a law on: the quick config to its end, and the default one for a while.
fn matches<G: Whole>(quick: &[(&str, &str)], seed: u64) -> Vec<(G::Config, SeatCount, usize)> {
    let seats = G::INFO.seats.clone().map(|seats| SeatCount::new(seats.into()).unwrap());
    let seats: Vec<SeatCount> = seats.collect();
    let some = seats[(seed % seats.len() as u64) as usize];
    vec![(config::<G>(quick), some, usize::MAX), (config::<G>(&[]), some, MANY)]
}

pub fn faults_and_garbage_never_break_the_laws<G: Whole>(quick: &[(&str, &str)]) {
    for_seeds(24, |seed| {
        for (config, seats, most) in matches::<G>(quick, seed) {
            let state = G::start(&config, seats, Seed(seed)).unwrap();
            play(state, Mess::Full, seed, most, |state: &G, _, _| {
                if let Err(broken) = state.audit() {
                    panic!("{}: {broken}", G::INFO.name);
                }
            });
        }
        Ok(())
    });
}

pub fn the_same_seed_gives_the_same_transcript<G: Whole>(quick: &[(&str, &str)]) {
    let transcript = |config: &G::Config, seats, seed, most| {
        let state = G::start(config, seats, Seed(seed)).unwrap();
        let mut table = Board::new(config.clone(), state);
        let mut bots: Vec<RandomBot<G>> = seats_of(seats, seed);
        let mut text = Page::new();
        let mut answer = Page::new();
        for seat in seats.iter() {
            table.greet(seat, &mut text);
        }
        for _ in 0..most {
            let Decision::Ask(ask) = table.decision() else { break };
            for seat in ask.seats.iter() {
                table.ask(seat, ClockFace { left_ms: 1000 }, &mut text);
                answer_of(&mut table, &mut bots, seat, &mut answer);
                text.append(&answer);
                table.answer(seat, &Answer::Frame(answer.as_bytes().to_vec())).unwrap();
            }
            table.step();
        }
        (text, table.digest())
    };
    for_seeds(6, |seed| {
        for (config, seats, most) in matches::<G>(quick, seed) {
            let first = transcript(&config, seats, seed, most);
            prop_assert!(first == transcript(&config, seats, seed, most));
        }
        Ok(())
    });
}

pub fn mirrored_play_is_the_mirror_of_play<G: Whole>(quick: &[(&str, &str)]) {
    for_seeds(16, |seed| {
        for (config, seats, most) in matches::<G>(quick, seed) {
            let state = G::start(&config, seats, Seed(seed)).unwrap();
            play(state, Mess::Full, seed, most, |after: &G, before: &G, answers| {
                let mut mirrored = before.mirror();
                assert_eq!(mirrored.mirror(), *before, "mirroring twice");
                mirrored.step(&mirrored_answers(before, answers), &mut News::silent());
                assert_eq!(mirrored, after.mirror(), "answers {answers:?}");
            });
        }
        Ok(())
    });
}

fn mirrored_answers<G: Whole>(state: &G, answers: &Answers<G::Action>) -> Answers<G::Action> {
    let mut mirrored = Answers::new();
    for seat in state.seats().iter() {
        let to = state.mirror_seat(seat);
        match answers.get(seat) {
            Reply::Silent => {}
            Reply::Act(action) => mirrored.act(to, state.mirror_action(action)),
            Reply::Fault(fault, action) => {
                mirrored.act(to, state.mirror_action(action));
                mirrored.fault(to, fault);
            }
        }
    }
    mirrored
}

pub fn masked_in_actions_are_not_refused<G: Whole>(quick: &[(&str, &str)]) {
    for_seeds(24, |seed| {
        for (config, seats, most) in matches::<G>(quick, seed) {
            let mut state = G::start(&config, seats, Seed(seed)).unwrap();
            let mut bots: Vec<RandomBot<G>> = seats_of(seats, seed);
            let mut seen = state.clone();
            let (mut answers, mut news) = (Answers::new(), News::new());
            for _ in 0..most {
                let Decision::Ask(ask) = state.decision() else { break };
                for seat in ask.seats.iter() {
                    state.redact(seat, &mut seen);
                    match seen.handshake_reply(seat) {
                        Some(polite) => answers.act(seat, polite),
                        None => bots[seat.index()].act_into(&seen, seat, answers.act_in_place(seat)),
                    }
                }
                news.clear();
                state.step(&answers, &mut news);
                for (_, event) in news.items() {
                    for seat in ask.seats.iter() {
                        assert!(!state.is_refusal(event, seat), "{event:?} refuses {:?}", answers.get(seat));
                    }
                }
                answers.clear();
            }
        }
        Ok(())
    });
}

/// Everything a seat can be shown of a state.
#[derive(Debug, PartialEq)]
struct Shown {
    page: Page,
    picture: Picture,
    planes: Vec<i16>,
    numbers: Vec<i32>,
    mask: Vec<u64>,
    scores: Vec<i64>,
    status: String,
}

fn shown<G: Whole>(state: &G, config: &G::Config, seat: Seat) -> Shown {
    let mut table = Board::new(config.clone(), state.clone());
    let mut page = Page::new();
    let mut mask = Vec::new();
    let mut seen = state.clone();
    state.redact(seat, &mut seen);
    if matches!(state.decision(), Decision::Ask(ask) if ask.seats.has(seat)) {
        table.ask(seat, ClockFace { left_ms: 1000 }, &mut page);
        if state.handshake_reply(seat).is_none() {
            let mut draft = G::Draft::default();
            seen.draft(seat, &mut draft);
            mask = vec![0; Mask::words(seen.heads().iter().map(|head| head.size).max().unwrap())];
            seen.mask(seat, &draft, Mask::new(&mut mask));
        }
    }
    let picture = table.picture(Some(seat));
    let shape = Shape::new(G::INFO, state.seats(), picture.width, picture.height);
    let (mut planes, mut numbers) = (vec![0; shape.cells()], vec![0; shape.numbers]);
    seen.draw(&mut PlaneCanvas::new(G::INFO, state.seats(), seat, &mut planes, &mut numbers));
    Shown {
        page,
        picture,
        planes,
        numbers,
        mask,
        scores: state.seats().iter().map(|other| seen.score(other)).collect(),
        status: table.status(Some(seat)),
    }
}

pub fn what_is_hidden_shows_nowhere<G: Whole>(quick: &[(&str, &str)]) {
    let secretive: Vec<G::Config> = std::iter::once(config::<G>(quick))
        .chain(G::INFO.presets.iter().map(|preset| playing::with_preset::<G>(preset.name)))
        .collect();
    let mut differed = false;
    let mut secret = false;
    for config in &secretive {
        let seats = SeatCount::new((*G::INFO.seats.start()).into()).unwrap();
        for seed in 0..6 {
            let Ok(state) = G::start(config, seats, Seed(seed)) else { continue };
            secret |= state.has_secrets();
            if !state.has_secrets() {
                continue;
            }
            let mut rng = Rng::new(Seed(seed));
            play(state, Mess::Some, seed, 200, |state: &G, _, _| {
                for seat in seats.iter() {
                    let other = state.resample(seat, &mut rng);
                    if let Err(broken) = other.audit() {
                        panic!("resampled: {broken}");
                    }
                    differed |= other != *state;
                    assert_eq!(shown(state, config, seat), shown(&other, config, seat), "for seat {seat}");
                    let mut once = state.clone();
                    state.redact(seat, &mut once);
                    let mut twice = state.clone();
                    once.redact(seat, &mut twice);
                    assert_eq!(once, twice, "redacting twice");
                }
            });
        }
    }
    assert!(differed || !secret, "resampling never changed anything, so nothing was proved");
}

pub fn actions_read_back_as_written<G: Whole>(quick: &[(&str, &str)]) {
    for_seeds(16, |seed| {
        for (config, seats, most) in matches::<G>(quick, seed) {
            let state = G::start(&config, seats, Seed(seed)).unwrap();
            play(state, Mess::Full, seed, most, |_, before: &G, answers| {
                for seat in before.seats().iter() {
                    let Some(action) = answers.get(seat).action() else { continue };
                    let mut page = Page::new();
                    before.write(action, &mut page);
                    let mut read = G::Action::default();
                    assert_eq!(before.read(seat, page.as_bytes(), &mut read), Ok(()), "{page:?}");
                    assert_eq!(read, *action, "{page:?}");
                }
            });
        }
        Ok(())
    });
}

pub fn replays_verify_and_seek_equals_play<G: Whole>(quick: &[(&str, &str)]) {
    for_seeds(6, |seed| {
        let (config, seats, _) = matches::<G>(quick, seed).remove(0);
        let state = G::start(&config, seats, Seed(seed)).unwrap();
        let mut table = Board::new(config, state);
        let mut picked = Picked::<G>::new(Mess::Full, seed, seats);
        let players = seats.iter().map(|seat| PlayerInfo::named(format!("bot {seat}"))).collect();
        let mut replay = Replay::begin(&table, Seed(seed), players, G::INFO.clock, "none");
        let mut digests = vec![table.digest()];
        while let Decision::Ask(ask) = table.decision() {
            for seat in ask.seats.iter() {
                replay.answers.push(picked.answer(&mut table, seat));
            }
            table.step();
            replay.checkpoint(digests.len() as u64, &table);
            digests.push(table.digest());
        }
        let Decision::Over(outcome) = table.decision() else { unreachable!("the loop ended") };
        replay.ending = Ending::over(&table, outcome);
        check_replay(&replay, &digests, entry::<G>(), seed);
        Ok(())
    });
}

fn check_replay(replay: &Replay, digests: &[Digest], entry: &Entry, seed: u64) {
    let text = replay.write();
    assert_eq!(Replay::read(text.as_bytes()).as_ref(), Ok(replay));
    let verified = replay.verify(entry).unwrap();
    assert_eq!(verified.decisions as usize + 1, digests.len());

    let mut rng = Rng::new(Seed(seed));
    let mut tape = Tape::new(replay, entry).unwrap();
    let mut straight = Playback::new(replay, entry).unwrap();
    for _ in 0..8 {
        let n = rng.below(digests.len() as u32);
        let sought = tape.seek(n.into()).unwrap();
        assert_eq!(sought.table().digest(), digests[n as usize], "seek({n})");
        if u64::from(n) >= straight.decisions() {
            straight.advance_to(n.into()).unwrap();
            assert_eq!(straight.table().picture(None), sought.table().picture(None));
        }
    }
    for _ in 0..200 {
        let mut bytes = text.clone().into_bytes();
        let at = rng.below(bytes.len() as u32) as usize;
        bytes[at] ^= 1 << rng.below(8);
        assert!(Replay::read(&bytes).is_err(), "a flipped bit in byte {at} went unnoticed");
        assert!(Replay::read(&text.as_bytes()[..at]).is_err(), "a cut at byte {at} went unnoticed");
    }
}

/// Every lane of a batch is a match of its own, and shows what the same choices lead to one by one.
pub fn batches_play_as_single_matches_do<G: Whole>(quick: &[(&str, &str)]) {
    let (fewest, most) = (*G::INFO.seats.start(), *G::INFO.seats.end());
    for (seats, config) in
        [(fewest, config::<G>(quick)), (most.min(3), config::<G>(quick)), (fewest, config::<G>(&[]))]
    {
        compare_batch::<G>(&config, SeatCount::new(seats.into()).unwrap());
    }
}

fn compare_batch<G: Whole>(config: &G::Config, seats: SeatCount) {
    const LANES: usize = 5;
    const STEPS: usize = 400;
    let seed = Seed(5);
    let start = |number: usize| {
        let state = G::start(config, seats, seed.child(number as u64));
        // The match that a batch falls back on where a seed gives none.
        state.unwrap_or_else(|_| G::start(config, seats, seed).unwrap())
    };
    let mut singles: Vec<Single<G>> = (0..LANES).map(|lane| Single::new(start(lane))).collect();
    let mut begun = [0; LANES];

    let config = serde_json::to_value(config).unwrap();
    let mut batch = (entry::<G>().batch)(&config, seats, seed, LANES).unwrap();
    let (shape, words) = (batch.shape(), batch.mask_words());
    assert_eq!((batch.count(), batch.seats(), shape), (LANES, seats, single::shape(&start(0), seats)));
    // Rows begin with what no match shows: whatever is not written is noticed.
    let (mut planes, mut numbers) = (vec![-7; LANES * shape.cells()], vec![-7; LANES * shape.numbers]);
    let (mut masks, mut asked, mut heads) = (vec![!0; LANES * words], vec![9; LANES], vec![99; LANES]);
    let (mut places, mut rewards, mut over) =
        (vec![-7; LANES], vec![7; LANES * seats.get()], vec![true; LANES]);
    let mut rows = Rows {
        planes: &mut planes,
        numbers: &mut numbers,
        masks: &mut masks,
        seats: &mut asked,
        heads: &mut heads,
        places: &mut places,
        rewards: &mut rewards,
        over: &mut over,
    };
    batch.observe(&mut rows);
    let mut rng = Rng::new(Seed(1));
    for step in 0..STEPS {
        for (lane, single) in singles.iter().enumerate() {
            assert_eq!(row_of(&rows, lane, shape, words), single.row(), "lane {lane} before step {step}");
        }
        let choices: Vec<u32> = (0..LANES)
            .map(|lane| {
                let mask = &rows.masks[lane * words..(lane + 1) * words];
                let count = count_allowed(mask);
                assert!(count > 0, "an empty mask");
                let choice = nth_allowed(mask, rng.below(count)).unwrap();
                assert!(
                    (choice as usize) < batch.heads()[rows.heads[lane] as usize].size,
                    "a choice beyond its head"
                );
                choice
            })
            .collect();
        batch.step(&choices, &mut rows);
        for (lane, &choice) in choices.iter().enumerate() {
            let outcome = singles[lane].choose(choice);
            let expected =
                outcome.as_ref().map_or(vec![0; seats.get()], |outcome| single::rewards(outcome, seats));
            let rewarded = &rows.rewards[lane * seats.get()..(lane + 1) * seats.get()];
            assert_eq!(
                (rows.over[lane], rewarded),
                (outcome.is_some(), &expected[..]),
                "lane {lane} in step {step}"
            );
            if outcome.is_some() {
                begun[lane] += 1;
                singles[lane] = Single::new(start(begun[lane] * LANES + lane));
            }
        }
    }
}

/// One lane's part of the rows.
fn row_of(rows: &Rows<'_>, lane: usize, shape: Shape, words: usize) -> Row {
    let (cells, numbers) = (shape.cells(), shape.numbers);
    Row {
        planes: rows.planes[lane * cells..(lane + 1) * cells].to_vec(),
        numbers: rows.numbers[lane * numbers..(lane + 1) * numbers].to_vec(),
        mask: rows.masks[lane * words..(lane + 1) * words].to_vec(),
        seat: rows.seats[lane],
        head: rows.heads[lane],
        place: rows.places[lane],
    }
}

/// `clone_from` into the used memory of another match gives what `clone` gives, and both go on alike.
pub fn cloning_into_used_memory_is_cloning<G: Whole>(quick: &[(&str, &str)]) {
    const MOMENTS: usize = 4;
    for_seeds(3, |seed| {
        let (fewest, most) = (*G::INFO.seats.start(), *G::INFO.seats.end());
        let mut moments: Vec<(G, Answers<G::Action>)> = Vec::new();
        for (seats, config) in
            [(fewest, config::<G>(quick)), (most, config::<G>(quick)), (fewest, config::<G>(&[]))]
        {
            let state = G::start(&config, SeatCount::new(seats.into()).unwrap(), Seed(seed)).unwrap();
            let mut decisions = 0;
            play(state, Mess::Some, seed, 16 * MOMENTS, |_, before: &G, answers| {
                if decisions % 16 == 0 {
                    moments.push((before.clone(), answers.clone()));
                }
                decisions += 1;
            });
        }
        for (source, answers) in &moments {
            let mut cloned = source.clone();
            prop_assert_eq!(&cloned, source);
            cloned.step(answers, &mut News::silent());
            for (other, others_answers) in &moments {
                let mut copy = other.clone();
                copy.step(others_answers, &mut News::silent());
                copy.clone_from(source);
                prop_assert_eq!(&copy, source);
                copy.step(answers, &mut News::silent());
                prop_assert_eq!(&copy, &cloned);
                prop_assert_eq!(copy.audit(), cloned.audit());
            }
        }
        Ok(())
    });
}

pub fn every_preset_starts<G: Whole>() {
    for preset in G::INFO.presets {
        let config = playing::with_preset::<G>(preset.name);
        let started = G::INFO
            .seats
            .clone()
            .filter(|&seats| G::start(&config, SeatCount::new(seats.into()).unwrap(), Seed(1)).is_ok());
        assert!(started.count() > 0, "{} starts with no number of seats", preset.name);
    }
}

/// Oddities lie over the defaults, as they do over any config that a bot is tried out with.
pub fn every_oddity_starts_and_can_be_played<G: Whole>() {
    assert!(!G::INFO.oddities.is_empty(), "{} has no odd position to try bots on", G::INFO.name);
    for oddity in G::INFO.oddities {
        let set = serde_json::from_str(oddity.set).unwrap_or_else(|error| panic!("{}: {error}", oddity.name));
        let wishes = Wishes { files: vec![set], ..Wishes::none() };
        let config = skirmish_core::config::configure::<G>(&wishes)
            .unwrap_or_else(|error| panic!("{}: {error}", oddity.name));
        let mut started = 0;
        for seats in G::INFO.seats.clone().map(|seats| SeatCount::new(seats.into()).unwrap()) {
            let Ok(state) = G::start(&config, seats, Seed(1)) else { continue };
            started += 1;
            let mut decisions = 0;
            play(state, Mess::None, 1, MANY, |state: &G, _, _| {
                decisions += 1;
                if let Err(broken) = state.audit() {
                    panic!("{}: {broken}", oddity.name);
                }
            });
            assert!(decisions > 0, "{} is over before it begins", oddity.name);
        }
        assert!(started > 0, "{} starts with no number of seats", oddity.name);
    }
}

pub fn odd_opponents_give_answers_that_can_be_read<G: Whole>(quick: &[(&str, &str)]) {
    let seats = SeatCount::new((*G::INFO.seats.start()).into()).unwrap();
    for quirk in Quirk::ALL {
        let config = config::<G>(quick);
        let mut table = Board::new(config.clone(), G::start(&config, seats, Seed(3)).unwrap());
        let mut rng = Rng::new(Seed(3));
        for _ in 0..MANY {
            let Decision::Ask(ask) = table.decision() else { break };
            for seat in ask.seats.iter() {
                let mut page = Page::new();
                table.odd_answer(seat, quirk, &mut rng, &mut page);
                let read = table.answer(seat, &Answer::Frame(page.as_bytes().to_vec()));
                assert!(read.is_ok() || quirk == Quirk::Babble, "{quirk:?}: {read:?}");
            }
            table.step();
            let is_refused = ask.seats.iter().any(|seat| !table.refusals(seat).is_empty());
            let is_sensible = !matches!(quirk, Quirk::Wild | Quirk::Babble);
            assert!(!(is_sensible && is_refused), "{quirk:?} was refused what makes sense");
        }
    }
}

pub fn any_map_text_is_read_or_refused<G: Whole>() {
    let mut runner = TestRunner::deterministic();
    let text = prop_oneof![any::<String>(), "[-#.OoXx0-9 \n{}\\[\\]\":,a-z]{0,400}"];
    runner
        .run(&text, |text| {
            let mut config = G::Config::default();
            if G::read_map(&text, &mut config).is_ok() {
                let _ = G::start(&config, SeatCount::new((*G::INFO.seats.start()).into()).unwrap(), Seed(0));
            }
            Ok(())
        })
        .unwrap_or_else(|failure| panic!("{failure}"));
}

fn seats_of<G: Whole>(seats: SeatCount, seed: u64) -> Vec<RandomBot<G>> {
    seats.iter().map(|seat| RandomBot::new(Seed(seed).child(seat.0.into()))).collect()
}

fn answer_of<G: Whole>(table: &mut Board<G>, bots: &mut [RandomBot<G>], seat: Seat, page: &mut Page) {
    use skirmish_core::bot::Bot;
    page.clear();
    let seen = table.seen(seat);
    let action = bots[seat.index()].act(seen, seat, &[]);
    seen.write(&action, page);
}
