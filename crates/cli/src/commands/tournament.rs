//! `skirmish tournament`: many bots, one table with ratings.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::ValueEnum;
use skirmish_core::rng::Seed;
use skirmish_lab::report::{csv, html, json, text};
use skirmish_lab::{Ended, Tournament};
use skirmish_league::schedule::{Format, MOST_GROUPS, Settings};

use crate::args::SettingArgs;
use crate::chosen_game::chosen_game;
use crate::contest::{ContestArgs, Ready, failed};
use crate::failure::{CommandResult, Failure};
use crate::progress_line::ProgressLine;
use crate::seeds::seeds;

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub struct TournamentArgs {
    /// Who takes part: files, folders with skirmish.toml, command lines in quotes, house:<bot>
    #[arg(required = true, num_args = 2..)]
    pub bots: Vec<String>,
    /// The game's name, as `skirmish games` lists it [default: the one in a bot's skirmish.toml]
    #[arg(long)]
    pub game: Option<String>,
    /// The tournament format
    #[arg(long, value_enum, default_value = "round-robin")]
    pub format: Kind,
    #[command(flatten)]
    pub setting: SettingArgs,
    /// Seats per match
    #[arg(long, value_name = "N", default_value = "2", value_parser = clap::value_parser!(u8).range(2..=8))]
    pub seats: u8,
    /// Matches whenever the same bots meet; on each map once for every rotation of the seats
    #[arg(long, alias = "games", value_name = "N", default_value = "20", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub matches: u32,
    /// Play on exactly these maps instead: `1,5,9` or `1..50`
    #[arg(long, value_name = "LIST", conflicts_with_all = ["matches", "seed"])]
    pub seeds: Option<String>,
    /// Swiss: how many rounds [default: enough to tell the best]
    #[arg(long, value_name = "N")]
    pub rounds: Option<u32>,
    /// Gauntlet: how many of the first bots meet all the others
    #[arg(long, value_name = "N", default_value = "1")]
    pub challengers: u32,
    /// Knockout: how many more maps a tied meeting gets before the better seed goes on
    #[arg(long, value_name = "N", default_value = "3")]
    pub tie_breaks: u32,
    /// Matches of more than two seats: the most groups of bots that meet, evenly chosen
    #[arg(long, value_name = "N", default_value = "100")]
    pub groups: u32,
    #[command(flatten)]
    pub contest: ContestArgs,
    /// Write the table as CSV
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Write everything as JSON; without a file, to standard output instead of the table
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true)]
    pub json: Option<Option<PathBuf>>,
    /// Write a page with plots, which needs nothing but a browser
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
}

/// The tournament format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Kind {
    /// Everybody meets everybody
    RoundRobin,
    /// The first few meet all the others
    Gauntlet,
    /// In every round bots with similar scores meet
    Swiss,
    /// Single elimination; name the strongest first
    Knockout,
}

const HELP: &str = "\
Results are kept as matches finish: the same command goes on where it was ended, by Ctrl-C or otherwise, and ends with
the same table. Bots may report numbers on stderr, like `# metric depth=12 nodes=3e5`: they are shown by bot and, on the
page, over a match.

Examples:
  skirmish tournament --game utti a.py b.py house:easy --matches 40 --html report.html
  skirmish tournament --game si32 new.py old1.py old2.py --format gauntlet --csv table.csv
  skirmish tournament --game underworld a b c d e --seats 4 --seeds 1..10 --json=all.json";

/// Plays the tournament, or what is left of it, and prints the table.
pub fn run(args: &TournamentArgs) -> CommandResult {
    let seeds = args.seeds.as_deref().map(seeds).transpose()?.unwrap_or_default();
    let kind = args.format.to_possible_value().map(|value| value.get_name().to_string()).unwrap_or_default();
    // The settings are validated before bots are built; the seed comes from the results file.
    let mut settings = settings(args, seeds.len(), Seed(0));
    Tournament::new(settings, seeds.clone()).map_err(Failure::input)?;
    let game = chosen_game(args.game.as_deref(), &args.bots)?;
    let reports = [&args.csv, &args.html].into_iter().chain(&args.json).flatten();
    let mut ready = Ready::new(&game, &args.bots, args.seats.into(), &args.setting, &args.contest, reports)?;
    if !seeds.is_empty() {
        // Pairings may depend on the seed too: with given maps it is fixed, so that nothing else is random.
        ready.fix_seed(Seed(0));
    }
    let results = ready.ledger(&kind, &Tournament::schedule_fields(&settings, &seeds), &args.contest)?;
    settings.seed = ready.contest.seed.0;
    let mut tournament = Tournament::new(settings, seeds).map_err(Failure::input)?;
    let names = ready.contest.names();
    let mut live = ProgressLine::new(matches!(args.json, Some(None)));
    let ended = ready.pool().run(&mut tournament, results, &mut |tournament, progress| {
        let finished = progress.finished;
        live.show(finished, |rate| text::tournament_live(tournament, &names, finished, rate));
    });
    live.finish();
    let ended = ended.map_err(failed)?;
    tell(args, &kind, &tournament, &ready)?;
    match ended {
        Ended::Complete => Ok(()),
        Ended::Interrupted => {
            eprintln!(
                "skirmish: interrupted; everything played is kept, {} goes on from there",
                ready.same_command()
            );
            Err(Failure::Answer(130))
        }
    }
}

fn settings(args: &TournamentArgs, seeds: usize, seed: Seed) -> Settings {
    let (bots, seats) = (args.bots.len() as u32, u32::from(args.seats));
    let format = match args.format {
        Kind::RoundRobin => Format::RoundRobin,
        Kind::Gauntlet => Format::Gauntlet { challengers: args.challengers },
        Kind::Swiss => {
            // log2 of the bots leaves one unbeaten; one more round sorts out the places behind it.
            let enough = bots.next_power_of_two().ilog2() + 1;
            Format::Swiss { rounds: args.rounds.unwrap_or(enough) }
        }
        Kind::Knockout => Format::Knockout { tie_breaks: args.tie_breaks },
    };
    let maps = if seeds > 0 { seeds as u32 } else { args.matches.div_ceil(seats) };
    let most_groups = if seats == 2 { MOST_GROUPS } else { args.groups };
    Settings { format, entrants: bots, seats, maps, most_groups, seed: seed.0 }
}

fn tell(args: &TournamentArgs, kind: &str, tournament: &Tournament, ready: &Ready) -> CommandResult {
    let (contest, names) = (&ready.contest, ready.contest.names());
    if let Some(path) = &args.csv {
        write(path, &csv::tournament(tournament, &names))?;
    }
    if let Some(path) = &args.html {
        write(path, &html::tournament(kind, tournament, contest))?;
    }
    let as_json = || format!("{}\n", crate::terminal::json(&json::tournament(kind, tournament, contest)));
    let out = match &args.json {
        Some(None) => as_json(),
        other => {
            if let Some(Some(path)) = other {
                write(path, &as_json())?;
            }
            let mut out = text::tournament(tournament, &names);
            out.push_str(&format!("\n{}", text::times(tournament.tally(), &names)));
            let metrics = text::metrics(tournament.tally(), &names);
            if !metrics.is_empty() {
                out.push_str(&format!("\n{metrics}"));
            }
            let kept = ready.replay_words(tournament.tally(), &args.contest);
            if !kept.is_empty() {
                out.push_str(&format!("\n{kept}"));
            }
            out
        }
    };
    let _ = crate::terminal::out(&out);
    Ok(())
}

/// Writes a report file.
pub fn write(path: &Path, text: &str) -> CommandResult {
    std::fs::write(path, text).with_context(|| {
        format!("cannot write {}; the results are kept, the same command writes it again", path.display())
    })?;
    Ok(())
}
