//! `skirmish stats`: how healthy a game is, by matches of one house bot against itself.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Context as _;
use skirmish_core::rng::Seed;
use skirmish_lab::Cores;
use skirmish_lab::game_stats::{Question, measure};
use skirmish_lab::report::text;

use crate::args::SettingArgs;
use crate::contest::failed;
use crate::failure::{CommandResult, Failure};
use crate::players;
use crate::progress_line::ProgressLine;
use crate::setting::Setting;
use crate::terminal::{bold, has_colour};

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
        false => {
            let heading = bold(&text::health_heading(&stats, info), has_colour());
            format!("{heading}\n{}", text::health(&stats, info))
        }
    };
    let _ = crate::terminal::out(&out);
    Ok(())
}
