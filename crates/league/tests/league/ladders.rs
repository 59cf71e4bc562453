//! The ladder's promises on simulated ladders, in short; `cargo xtask ladder-sim` is the long form.

use crate::ladder::{Ladder, Story, mean, row};

const PLAIN: Ladder = Ladder { bots: 10, spread: 246.0, matches: 40, story: Story::Plain };

#[test]
fn intervals_cover_with_the_real_matchmaker_whatever_the_spread_is() {
    for spread in [74.0, 246.0, 740.0] {
        let outcome = mean(&Ladder { spread, ..PLAIN }, 20);
        assert!((0.91..=0.99).contains(&outcome.coverage), "spread {spread}: {outcome:?}");
    }
}

#[test]
fn the_book_shows_what_is_simulated() {
    let book = concat!(env!("CARGO_MANIFEST_DIR"), "/../../book/src/guides/measuring.md");
    let book = std::fs::read_to_string(book).expect("the book");
    let row = row("plain", &Ladder { spread: 74.0, matches: 60, ..PLAIN });
    assert!(
        book.lines().any(|line| line == row),
        "`cargo xtask ladder-sim` prints the whole table, with\n{row}"
    );
}

#[test]
fn one_sided_matches_are_rare_and_the_order_is_found() {
    let outcome = mean(&Ladder { bots: 40, ..PLAIN }, 3);
    assert!(outcome.one_sided < 0.15, "{outcome:?}");
    assert!(outcome.rank_error < 4.0, "{outcome:?}");
}

#[test]
fn intervals_cover_while_new_versions_come() {
    let outcome = mean(&Ladder { bots: 30, story: Story::Improving(30.0), ..PLAIN }, 6);
    assert!(outcome.coverage > 0.9, "{outcome:?}");
}

#[test]
fn kinds_of_bots_that_beat_each_other_in_a_circle_do_not_spoil_the_order() {
    let outcome = mean(&Ladder { bots: 30, story: Story::Intransitive(100.0), ..PLAIN }, 6);
    assert!(outcome.coverage > 0.9, "{outcome:?}");
    assert!(outcome.rank_error < 4.0, "{outcome:?}");
}

#[test]
fn forged_results_that_are_taken_out_leave_no_trace() {
    let ladder = |story| Ladder { bots: 30, story, ..PLAIN };
    let (cheated, removed) = (mean(&ladder(Story::Cheated), 4), mean(&ladder(Story::CheatsRemoved), 4));
    assert!(removed.coverage > 0.9 && removed.coverage > cheated.coverage, "{removed:?} {cheated:?}");
    assert!(removed.rank_error < cheated.rank_error, "{removed:?} {cheated:?}");
}
