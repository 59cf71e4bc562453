//! Simulated ladders: whether intervals cover, how far places are off, how soon the top is right, and how many matches are
//! one-sided. `cargo xtask ladder-sim` prints the table that the book shows.

#[path = "../tests/league/ladder.rs"]
mod ladder;

use ladder::{Ladder, Story, row};

const MATCHES: usize = 60;

fn main() {
    println!(
        "| ladder | spread | bots | coverage | mean ± | places off | top ten stable after | one-sided |"
    );
    println!("|---|---:|---:|---:|---:|---:|---:|---:|");
    for bots in [10, 100, 1_000] {
        for spread in [74.0, 246.0, 740.0] {
            println!("{}", row("plain", &Ladder { bots, spread, matches: MATCHES, story: Story::Plain }));
        }
    }
    let ladder = |story| Ladder { bots: 100, spread: 246.0, matches: MATCHES, story };
    println!("{}", row("new versions, better by 30 on average", &ladder(Story::Improving(30.0))));
    println!(
        "{}",
        row("three kinds that beat each other in a circle by 100", &ladder(Story::Intransitive(100.0)))
    );
    println!("{}", row("one match in three forged for three friends", &ladder(Story::Cheated)));
    println!("{}", row("the same, forged results taken out", &ladder(Story::CheatsRemoved)));
}
