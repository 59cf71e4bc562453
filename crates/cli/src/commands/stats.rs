//! `skirmish stats`: how healthy a game is, by matches of one house bot against itself.

use std::fmt::Write as _;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Context as _;
use skirmish_bots::{GameHealth, Spread};
use skirmish_core::info::Info;
use skirmish_core::rng::Seed;
use skirmish_lab::Cores;
use skirmish_lab::game_stats::{Question, measure};

use crate::args::SettingArgs;
use crate::contest::failed;
use crate::failure::{CommandResult, Failure};
use crate::players;
use crate::progress_line::ProgressLine;
use crate::setting::Setting;
use crate::terminal::{bold, has_colour, plain};

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub struct StatsArgs {
    /// The game's name, as `skirmish games` lists it
    pub game: String,
    /// Who plays at every seat [default: the strongest of the house]
    #[arg(long, value_name = "house:BOT")]
    pub bot: Option<String>,
    /// Seats per match [default: as few as the game has]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=8))]
    pub seats: Option<u8>,
    /// How many matches
    #[arg(long, value_name = "N", default_value = "200", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub matches: u64,
    #[command(flatten)]
    pub setting: SettingArgs,
    /// Print JSON for scripts
    #[arg(long)]
    pub json: bool,
}

const HELP: &str = "\
One bot plays against itself, without a clock, so that nothing but the rules decides who wins. A seat's score is that
against each other seat, with the 95 % interval; the lead is by score.

Examples:
  skirmish stats plantation
  skirmish stats underworld --seats 4 --bot house:medium --matches 500
  skirmish stats utti --preset small --json";

/// The seed of the first match unless one is given: the same figures for everybody.
const SEED: Seed = Seed(1);

/// Plays the matches and prints what they show.
pub fn run(args: &StatsArgs) -> CommandResult {
    let info = super::game(&args.game)?.info;
    let seats = args.seats.unwrap_or(*info.seats.start());
    let mut setting_args = args.setting.clone();
    setting_args.seed = Some(args.setting.seed.unwrap_or(SEED));
    let setting = Setting::new(&args.game, seats.into(), &setting_args)?;
    let stop = Arc::new(AtomicBool::new(false));
    signal_hook::flag::register(signal_hook::consts::SIGINT, stop.clone())
        .context("cannot watch for Ctrl-C")?;
    let question = Question {
        entry: setting.entry,
        presets: args.setting.preset.clone(),
        config: setting.config.clone(),
        seats: setting.seats,
        bot: players::house_of(setting.entry, args.bot.as_deref())?,
        seed: setting.seed,
        matches: args.matches,
        jobs: Cores::new(None).list().len(),
        stop: &stop,
    };
    let live = Mutex::new(ProgressLine::new(args.json));
    let lock = || live.lock().unwrap_or_else(PoisonError::into_inner);
    let measured =
        measure(&question, &|done| lock().show(done, |_| format!("{done} of {} matches", args.matches)));
    lock().finish();
    let stats = measured.map_err(failed)?;
    if stats.matches == 0 {
        return Err(Failure::Interrupted);
    }
    let out = match args.json {
        true => format!("{}\n", crate::terminal::json(&stats)),
        false => as_text(&stats, info, has_colour()),
    };
    let _ = crate::terminal::out(&out);
    Ok(())
}

fn as_text(stats: &GameHealth, info: &Info, colour: bool) -> String {
    let heading =
        format!("{}, {} matches of {} against itself", info.title, stats.matches, plain(&stats.bot));
    let mut out = format!("{}\n", bold(&heading, colour));
    let width = stats.by_seat.iter().map(|seat| seat.name.chars().count()).max().unwrap_or(0).max(4);
    let _ = writeln!(out, "  {:<width$}  {:>6}  {:>6}  {:>7}  95 %", "seat", "won", "shared", "score");
    for seat in &stats.by_seat {
        let [value, low, high] = seat.score.map(|share| 100.0 * share);
        let _ = writeln!(
            out,
            "  {:<width$}  {:>6}  {:>6}  {value:>5.1} %  {low:.1} to {high:.1} %",
            seat.name, seat.won, seat.shared
        );
    }
    let spread = |spread: &Spread| format!("{} (mostly {} to {})", spread.p50, spread.p10, spread.p90);
    let _ = writeln!(out, "  drawn          {:.1} %", 100.0 * stats.drawn);
    let _ = writeln!(out, "  length         {} {}s", spread(&stats.length), info.unit);
    let _ = writeln!(out, "  lead changes   {}", spread(&stats.lead_changes));
    let _ = writeln!(out, "  lead for good  after {} % of the match", spread(&stats.decided_at));
    out
}
