//! The hot path (decision, redact, draft, mask, decode, step, planes) allocates nothing, whatever the game.
//!
//! Lists that are kept in the state may grow while a match does; that is a handful of times, not once per decision.

use std::alloc::System;

use skirmish_core::answer::Answers;
use skirmish_core::bot::RandomBot;
use skirmish_core::game::{Decision, Game};
use skirmish_core::learn::Learn;
use skirmish_core::news::News;
use skirmish_core::rng::Seed;
use skirmish_core::seat::SeatCount;
use skirmish_core::view::{PlaneCanvas, ProgressCanvas, Shape, View};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static COUNTED: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Growing a list to any size that a match needs takes fewer steps than this.
const MOST: usize = 40;

/// Plays a match by chance for at most that many decisions; how many there were, and how often memory was asked for.
fn play<G: Game + Learn + View>(most: usize) -> (usize, usize) {
    let mut state = G::start(&G::Config::default(), SeatCount::TWO, Seed(5)).expect("the defaults start");
    let mut bots = [RandomBot::<G>::new(Seed(1)), RandomBot::<G>::new(Seed(2))];
    let (mut answers, mut news, mut seen) = (Answers::new(), News::silent(), state.clone());
    let mut progress = ProgressCanvas::default();
    state.draw(&mut progress);
    let shape = Shape::new(G::INFO, SeatCount::TWO, progress.width, progress.height);
    let (mut planes, mut numbers) = (vec![0; shape.cells()], vec![0; shape.numbers]);
    let region = Region::new(COUNTED);
    for decisions in 0..most {
        let Decision::Ask(ask) = state.decision() else { return (decisions, region.change().allocations) };
        for seat in ask.seats.iter() {
            if let Some(polite) = state.handshake_reply(seat) {
                answers.act(seat, polite);
                continue;
            }
            state.redact(seat, &mut seen);
            seen.draw(&mut PlaneCanvas::new(G::INFO, SeatCount::TWO, seat, &mut planes, &mut numbers));
            bots[seat.index()].act_into(&seen, seat, answers.act_in_place(seat));
        }
        state.step(&answers, &mut news);
        answers.clear();
    }
    (most, region.change().allocations)
}

fn check<G: Game + Learn + View>() {
    let (decisions, allocations) = play::<G>(20_000);
    // One allocation per decision would be more than this in the shortest match, too.
    assert!(decisions > 2 * MOST, "{}: only {decisions} decisions, which proves little", G::INFO.name);
    assert!(allocations <= MOST, "{}: {allocations} allocations in {decisions} decisions", G::INFO.name);
}

macro_rules! check_all {
    ($($folder:ident::$game:ident,)*) => {
        /// One test, because the count is of the whole process.
        #[test]
        fn the_hot_path_allocates_nothing() {
            $(check::<skirmish_games::$folder::$game>();)*
        }
    };
}
skirmish_games::every_game!(check_all);
