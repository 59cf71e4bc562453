//! Time and size of films and exports of every game's longest match of house bots, beside their limits.
//! `cargo bench -p skirmish-show`

#[path = "../tests/common/mod.rs"]
mod common;

use std::time::Instant;

use skirmish_show::export::{ExportRequest, Format, export};
use skirmish_show::film::FilmReader;
use skirmish_show::scene::Theme;
use skirmish_show::{Filming, film};

const FILM_MOST_BYTES: f64 = 2e6;
const GIF_MOST_BYTES: f64 = 10e6;

fn main() {
    println!(
        "{:<14}{:>10}{:>12}{:>12}{:>14}{:>12}{:>12}",
        "game", "decisions", "film kB", "of 2 MB", "film ms", "replay ms", "read ms"
    );
    let games = [("utti", 2), ("plantation", 2), ("si32", 2), ("ice-and-fire", 2), ("underworld", 8)];
    let matches: Vec<_> = games
        .into_iter()
        .map(|(game, seats)| {
            let bots = &["greedy"; 8][..seats];
            let setup = common::Setup { game, seats, config: serde_json::json!({}), bots, seed: 1 };
            (common::play(&setup), setup)
        })
        .collect();
    for (replay, setup) in &matches {
        // The lower bound: playing the replay back and nothing else.
        let (_, floor_ms) = timed(|| replay.verify(setup.entry()).is_ok());
        let (film, film_ms) = timed(|| film(replay, setup.entry(), &Filming::default()).expect("a film"));
        let (reader, read_ms) = timed(|| FilmReader::read(&film.bytes).expect("readable"));
        let bytes = film.bytes.len() as f64;
        println!(
            "{:<14}{:>10}{:>12.0}{:>11.0}%{:>14.1}{:>12.1}{:>12.1}",
            setup.game,
            film.steps,
            bytes / 1e3,
            bytes / FILM_MOST_BYTES * 100.0,
            film_ms,
            floor_ms,
            read_ms
        );
        drop(reader);
    }
    println!("\n{:<14}{:>8}{:>10}{:>12}{:>12}{:>12}", "export", "format", "count", "kB", "ms", "of 10 MB");
    for (replay, setup) in &matches {
        for format in [Format::Gif, Format::Apng, Format::Png, Format::Svg, Format::Html, Format::Jsonl] {
            let job = ExportRequest {
                replay,
                entry: setup.entry(),
                eye: None,
                turns: None,
                size: 800,
                theme: Theme::Dark,
                fps: None,
                problem: None,
            };
            let mut out = Vec::new();
            let (exported, ms) = timed(|| export(&job, format, &mut out, &mut |_, _| {}).expect("an export"));
            let part = if format == Format::Gif {
                format!("{:.0}%", out.len() as f64 / GIF_MOST_BYTES * 100.0)
            } else {
                String::new()
            };
            let kilobytes = out.len() as f64 / 1e3;
            println!(
                "{:<14}{:>8}{:>10}{:>12.0}{:>12.0}{:>12}",
                setup.game,
                format.word(),
                exported.count,
                kilobytes,
                ms,
                part
            );
        }
    }
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let (start, start_cpu) = (Instant::now(), cpu_ms());
    let done = work();
    let wall_ms = start.elapsed().as_secs_f64() * 1e3;
    (done, start_cpu.zip(cpu_ms()).map_or(wall_ms, |(start, end)| end - start))
}

/// CPU time of this thread in milliseconds, if the system reports it: independent of other load.
fn cpu_ms() -> Option<f64> {
    let facts = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(facts.split_whitespace().next()?.parse::<f64>().ok()? / 1e6)
}
