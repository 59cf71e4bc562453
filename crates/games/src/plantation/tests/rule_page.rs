//! What the rule page says in numbers.

use skirmish_core::clock::Clock;
use skirmish_core::info::{Caps, Ink};

use super::*;

#[test]
fn the_clock_and_the_longest_line_are_those_of_the_rule_page() {
    assert_eq!(Plantation::INFO.clock, Clock::bank(5_000, 10_000, 100, None));
    assert_eq!(Plantation::INFO.caps, Caps::line(1024));
}

#[test]
fn the_picture_of_the_rule_page_has_the_sums_that_it_says() {
    let page = Plantation::INFO.rules;
    let rows = page
        .lines()
        .filter(|line| line.contains(" | ") && line.trim_start().starts_with(['0', '1', '2', '3']));
    let mut sums = [0; 2];
    let mut held = Vec::new();
    for (row, line) in rows.enumerate() {
        for (col, score) in line.split('|').skip(1).enumerate() {
            let Ok(score) = score.trim().parse::<i32>() else { continue };
            sums[usize::from(score < 0)] += score.abs();
            held.push(format!("({row}, {col})"));
        }
    }
    assert_eq!(sums, [4, 6]);
    let sentence =
        page.lines().find(|line| line.starts_with("Plus holds")).expect("the sentence below the picture");
    assert!(held.iter().all(|tile| sentence.contains(tile)), "{held:?}: {sentence}");
    assert_eq!(sentence.matches('(').count(), held.len());
}

#[test]
fn planes_and_numbers_are_those_of_the_rule_page() {
    let [layer] = Plantation::INFO.layers else { panic!("one plane for each player") };
    assert!(layer.name == "score" && layer.per_seat && matches!(layer.ink, Ink::Signed), "{layer:?}");
    assert_eq!(Plantation::INFO.gauges, ["sum", "tiles", "moves"]);
}
