//! Promised file sizes, on the longest matches.

mod common;

use serde_json::json;
use skirmish_show::export::{ExportRequest, Format, export};
use skirmish_show::scene::Theme;
use skirmish_show::{Filming, film};

#[test]
fn a_whole_match_of_utti_is_a_film_below_two_megabytes() {
    let setup =
        common::Setup { game: "utti", seats: 2, config: json!({}), bots: &["greedy", "greedy"], seed: 1 };
    let mut replay = common::play(&setup);
    // Distinct times, as real measurements are: they compress badly.
    for (number, answered) in replay.answers.iter_mut().enumerate() {
        answered.cost.wall_us = 20 + (number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) % 400;
        answered.cost.cpu_us = answered.cost.wall_us * 3 / 4 + number as u64 % 13;
    }
    assert!(replay.answers.len() > 50_000);
    let film = film(&replay, setup.entry(), &Filming::default()).expect("a film");
    assert!(film.bytes.len() < 2_000_000, "{} bytes", film.bytes.len());
}

/// The whole match of 500 rounds is in the bench, with a limit of 10 MB.
#[test]
fn a_fifth_of_a_match_of_utti_is_a_gif_below_two_megabytes() {
    let config = json!({"rounds": 100, "start_gold": 1000});
    let setup = common::Setup { game: "utti", seats: 2, config, bots: &["greedy", "greedy"], seed: 1 };
    let replay = common::play(&setup);
    let job = ExportRequest {
        replay: &replay,
        entry: setup.entry(),
        eye: None,
        turns: None,
        size: 800,
        theme: Theme::Dark,
        fps: None,
        problem: None,
    };
    let mut gif = Vec::new();
    let exported = export(&job, Format::Gif, &mut gif, &mut |_, _| {}).expect("a GIF");
    assert!(
        gif.len() < 2_000_000 && exported.count >= 100,
        "{} bytes, {} pictures",
        gif.len(),
        exported.count
    );
}
