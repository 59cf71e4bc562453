//! `skirmish duel`: is the new bot better than the old one?

use std::path::PathBuf;

use skirmish_core::rng::Seed;
use skirmish_lab::duel::{Duel, Test, Verdict};
use skirmish_lab::report::{html, json, text};
use skirmish_lab::{Ended, series::Series};

use crate::args::SettingArgs;
use crate::chosen_game::chosen_game;
use crate::contest::{ContestArgs, Ready, failed};
use crate::failure::{CommandResult, Failure};
use crate::progress_line::ProgressLine;
use crate::seeds::seeds;

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub struct DuelArgs {
    /// The bot in question: a file, a folder with skirmish.toml, a command line in quotes, or house:<bot>
    pub new: String,
    /// The bot it is compared with
    pub old: String,
    /// The game's name, as `skirmish games` lists it [default: the one in a bot's skirmish.toml]
    #[arg(long)]
    pub game: Option<String>,
    #[command(flatten)]
    pub setting: SettingArgs,
    /// Seats per match; each bot gets half of them
    #[arg(long, value_name = "N", default_value = "2", value_parser = clap::value_parser!(u8).range(2..=8))]
    pub seats: u8,
    /// The smallest difference that must not be missed; half of it usually ends as "no difference" (see below)
    #[arg(long, value_name = "ELO", default_value_t = skirmish_league::sprt::Duel::MARGIN, conflicts_with_all = ["elo0", "elo1", "small"])]
    pub margin: f64,
    /// For small differences: is it better by 5 Elo, or not? The same as --elo0 0 --elo1 5
    #[arg(long, conflicts_with_all = ["elo0", "elo1"])]
    pub small: bool,
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
    /// The most matches [default: so many that 99 of 100 duels end, whatever the difference]
    #[arg(long, alias = "games", value_name = "N", value_parser = clap::value_parser!(u64).range(2..=MOST_MATCHES))]
    pub matches: Option<u64>,
    /// Play on these maps at most, each twice with the seats swapped: `1,5,9` or `1..50`
    #[arg(long, value_name = "LIST", conflicts_with_all = ["matches", "seed"])]
    pub seeds: Option<String>,
    #[command(flatten)]
    pub contest: ContestArgs,
    /// Write a page with plots, which needs nothing but a browser
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Print JSON for scripts
    #[arg(long)]
    pub json: bool,
}

/// The most matches of a duel.
const MOST_MATCHES: u64 = 10_000_000;

const HELP: &str = "\
Two matches are played on each map, the second with the seats swapped, and the test is evaluated
after each pair, in the order of the schedule: the number of --jobs changes nothing but the time.
A timeout or a crash is counted once for each match; matches that were void count for nobody.
Bounds and --matches may change when a duel is resumed. Elo and its 95 % interval are corrected
for the duel having stopped where it did; normalised Elo is in units of a match's spread.

What the default margin of 25 Elo means, by simulation with 40 % draws:
  true difference   better   no difference   worse   matches (mean)
              0       1 %            97 %     1 %             1200
             +5       5 %            95 %     0 %             1400
            +10      25 %            75 %     0 %             1800
            +20      88 %            12 %     0 %             1500
            +40     100 %             0 %     0 %              470
So +10 Elo usually ends as \"no difference\". A smaller --margin finds it, with four times the
matches for half of the margin; --small asks whether it is worth 5 Elo, with error rates of 5 %.

Examples:
  skirmish duel ./new.py ./old.py --game utti
  skirmish duel target/release/bot \"python3 old.py\" --game si32 --clock 50/turn --margin 10
  skirmish duel new.py old.py --game plantation --small && git commit -am \"Stronger\"

Exit codes: 0 new is better, 3 it is worse, 4 no difference (or not better than asked),
  5 not sure after all matches, 1 something failed, 2 what was given cannot be used, 130 interrupted";

/// Plays until the test is decided; the exit code is the verdict.
pub fn run(args: &DuelArgs) -> CommandResult {
    let test = test(args)?;
    let seeds = args.seeds.as_deref().map(seeds).transpose()?.unwrap_or_default();
    let bots = [args.new.clone(), args.old.clone()];
    let game = chosen_game(args.game.as_deref(), &bots)?;
    let mut ready = Ready::new(&game, &bots, args.seats.into(), &args.setting, &args.contest, &args.html)?;
    if !seeds.is_empty() {
        // With given maps nothing else is random.
        ready.fix_seed(Seed(0));
    }
    let results = ready.ledger("duel", &Duel::schedule_fields(&seeds), &args.contest)?;
    let contest = &ready.contest;
    let most = args.matches.unwrap_or_else(|| test.enough_matches().min(MOST_MATCHES));
    let mut duel = Duel::new(contest.seats, contest.seed, most, test).on_maps(seeds);
    let mut live = ProgressLine::new(args.json);
    let ended = ready.pool().run(&mut duel, results, &mut |duel, progress| {
        live.show(progress.finished, |rate| text::live(duel, progress.finished, rate));
    });
    live.finish();
    let ended = ended.map_err(failed)?;
    tell(args, &duel, &ready)?;
    match ended {
        Ended::Interrupted => {
            eprintln!(
                "skirmish: interrupted; everything played is kept, {} goes on from there",
                ready.same_command()
            );
            Err(Failure::Answer(130))
        }
        Ended::Complete => answer(args, &duel, ready.same_command()),
    }
}

fn test(args: &DuelArgs) -> Result<Test, Failure> {
    let test = match (args.elo0, args.elo1) {
        (Some(elo0), Some(elo1)) => Test::sprt(elo0, elo1, args.alpha, args.beta),
        _ if args.small => Test::sprt(0.0, 5.0, args.alpha, args.beta),
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

fn answer(args: &DuelArgs, duel: &Duel, same_command: &str) -> CommandResult {
    match duel.verdict() {
        Verdict::Better => Ok(()),
        Verdict::Worse => Err(Failure::Answer(3)),
        Verdict::NoDifference | Verdict::NotBetter => Err(Failure::Answer(4)),
        Verdict::Undecided => {
            let more = duel.matches_left(MOST_MATCHES);
            let more =
                more.map(|more| format!("; at this score about {more} more are needed")).unwrap_or_default();
            let go_on = match args.seeds {
                Some(_) => "name more maps with --seeds".to_string(),
                None => format!("{same_command} and more --matches goes on from there"),
            };
            eprintln!("{} matches were not enough{more}; {go_on}", duel.most());
            Err(Failure::Answer(5))
        }
    }
}
