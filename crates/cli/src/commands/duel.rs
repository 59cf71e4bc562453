//! `skirmish duel`: is the new bot better than the old one?

use std::path::PathBuf;

use skirmish_lab::duel::{Duel, Test, Verdict};
use skirmish_lab::report::{html, json, text};
use skirmish_lab::{Ended, series::Series};

use crate::args::SettingArgs;
use crate::contest::{ContestArgs, Ready, failed};
use crate::failure::{CommandResult, Failure};
use crate::progress_line::ProgressLine;

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub struct DuelArgs {
    /// The bot in question: a file, a folder with skirmish.toml, a command line in quotes, or house:<bot>
    pub new: String,
    /// The bot it is compared with
    pub old: String,
    /// The game's name, as `skirmish games` lists it
    #[arg(long)]
    pub game: String,
    #[command(flatten)]
    pub setting: SettingArgs,
    /// Seats per match; each bot gets half of them
    #[arg(long, value_name = "N", default_value = "2", value_parser = clap::value_parser!(u8).range(2..=8))]
    pub seats: u8,
    /// Differences of fewer Elo count as none
    #[arg(long, value_name = "ELO", default_value_t = skirmish_league::sprt::Duel::MARGIN, conflicts_with_all = ["elo0", "elo1"])]
    pub margin: f64,
    /// Instead of the margin: decide between this difference …
    #[arg(long, value_name = "ELO", requires = "elo1", allow_negative_numbers = true)]
    pub elo0: Option<f64>,
    /// … and this one
    #[arg(long, value_name = "ELO", requires = "elo0", allow_negative_numbers = true)]
    pub elo1: Option<f64>,
    /// How often equal bots may be found different (type I error)
    #[arg(long, value_name = "RATE", default_value = "0.05")]
    pub alpha: f64,
    /// How often a difference may be missed (type II error)
    #[arg(long, value_name = "RATE", default_value = "0.05")]
    pub beta: f64,
    /// The most matches
    #[arg(long, alias = "games", value_name = "N", default_value = "20000", value_parser = clap::value_parser!(u64).range(2..=10_000_000))]
    pub matches: u64,
    #[command(flatten)]
    pub contest: ContestArgs,
    /// Write a page with plots, which needs nothing but a browser
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Print JSON for scripts
    #[arg(long)]
    pub json: bool,
}

const HELP: &str = "\
Two matches are played on each map, the second with the seats swapped, and the test is evaluated
after each pair, in the order of the schedule: the number of --jobs changes nothing but the time.
A timeout or a crash is counted once for each match; matches that were void count for nobody.
Bounds and --matches may change when a duel is resumed.

Examples:
  skirmish duel ./new.py ./old.py --game utti
  skirmish duel target/release/bot \"python3 old.py\" --game si32 --clock 50/turn --margin 10
  skirmish duel new.py old.py --game plantation --elo0 0 --elo1 5 && git commit -am \"Stronger\"

Exit codes: 0 new is better, 3 it is worse, 4 no difference (or not better than asked),
  5 not sure after all matches, 1 something failed, 2 what was given cannot be used, 130 interrupted";

/// Plays until the test is decided; the exit code is the verdict.
pub fn run(args: &DuelArgs) -> CommandResult {
    let test = test(args)?;
    let bots = [args.new.clone(), args.old.clone()];
    let mut ready = Ready::new(&args.game, &bots, args.seats.into(), &args.setting, &args.contest)?;
    let results = ready.ledger("duel", &Duel::schedule_fields(), &args.contest)?;
    let contest = &ready.contest;
    let mut duel = Duel::new(contest.seats, contest.seed, args.matches, test);
    let mut live = ProgressLine::new(args.json);
    let ended = ready
        .pool()
        .run(&mut duel, results, &mut |duel, progress| live.show(|| text::live(duel, progress.finished)));
    live.finish();
    let ended = ended.map_err(failed)?;
    tell(args, &duel, &ready)?;
    match ended {
        Ended::Interrupted => {
            eprintln!(
                "skirmish: interrupted; everything played is kept, the same command goes on from there"
            );
            Err(Failure::Answer(130))
        }
        Ended::Complete => answer(&duel),
    }
}

fn test(args: &DuelArgs) -> Result<Test, Failure> {
    let test = match (args.elo0, args.elo1) {
        (Some(elo0), Some(elo1)) => Test::sprt(elo0, elo1, args.alpha, args.beta),
        _ => Test::margin(args.margin, args.alpha, args.beta),
    };
    test.map_err(Failure::input)
}

fn tell(args: &DuelArgs, duel: &Duel, ready: &Ready) -> CommandResult {
    let names = ready.contest.names();
    if let Some(path) = &args.html {
        super::tournament::write(path, &html::duel(duel, &ready.contest))?;
    }
    let out = if args.json {
        format!("{}\n", crate::terminal::json(&json::duel(duel, &ready.contest)))
    } else {
        let mut out = text::times(duel.tally(), &names);
        out.push_str(&text::metrics(duel.tally(), &names));
        out.push_str(&ready.replay_words(duel.tally(), &args.contest));
        format!("{out}\n{}", text::duel(duel, &names))
    };
    let _ = crate::terminal::out(&out);
    Ok(())
}

fn answer(duel: &Duel) -> CommandResult {
    match duel.verdict() {
        Verdict::Better => Ok(()),
        Verdict::Worse => Err(Failure::Answer(3)),
        Verdict::NoDifference | Verdict::NotBetter => Err(Failure::Answer(4)),
        Verdict::Undecided => {
            eprintln!(
                "{} matches were not enough; the same command with more --matches goes on from there",
                duel.most()
            );
            Err(Failure::Answer(5))
        }
    }
}
