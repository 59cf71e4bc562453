//! `skirmish check`: is a bot fit to play, and how close does it come to its limits?

use std::time::{Duration, Instant};

use skirmish_core::rng::Seed;
use skirmish_core::seat::Seat;
use skirmish_lab::check::{self, Check, CheckObserver, Report, Trial};
use skirmish_referee::{AnyPlayer, Incident, Observer, Progress, ReplayStore};
use skirmish_sandbox::Limits;

use super::play;
use crate::args::{RunningArgs, SettingArgs};
use crate::chosen_game::chosen_game;
use crate::failure::{CommandResult, Failure};
use crate::isolation::Isolation;
use crate::players;
use crate::progress::MatchProgress;
use crate::setting::Setting;
use crate::terminal;

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct CheckArgs {
    /// The bot: a file, a folder with skirmish.toml, a command line in quotes, or house:<bot>
    pub bot: String,
    /// The game's name, as `skirmish games` lists it [default: the one in a bot's skirmish.toml]
    #[arg(long)]
    pub game: Option<String>,
    /// Play this many matches [default: the whole list, about fifty]
    #[arg(long, alias = "games", value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub matches: Option<u32>,
    /// Print JSON for scripts
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub setting: SettingArgs,
    #[command(flatten)]
    pub running: RunningArgs,
}

const EXAMPLES: &str = "\
Plays the bot in the jail, under the real limits: against house bots, from odd positions,
against odd opponents, with pages that come in pieces, and from the middle of matches. Says what
it did wrong, with turn and line, how much of its time and memory it used, and how to see it.
Replays of what was found are kept. Ctrl-C gives the report so far. The seed is 1 unless you
give one, so that a check can be repeated; with --preset, --config or --map, every match is
based on that.

Examples:
  skirmish check ./bot.py --game plantation
  skirmish check ./bot.py --game utti --matches 10            a quick look
  skirmish check ./bot.py --game si32 --preset small          that preset only
  skirmish check ./bot.py --game underworld --json            for a script

Exit codes: 0 fit to play, 1 problems found, 2 what was given cannot be used, 130 interrupted";

/// The default seed: fixed, so that a check can be repeated.
const SEED: Seed = Seed(1);

/// Checks the bot and prints the report.
pub fn run(args: &CheckArgs) -> CommandResult {
    if args.running.debug.is_some() {
        return Err(Failure::input("--debug: a check runs bots as they are; debug one with `skirmish play`"));
    }
    let mut setting_args = args.setting.clone();
    setting_args.seed = Some(args.setting.seed.unwrap_or(SEED));
    let name = chosen_game(args.game.as_deref(), std::slice::from_ref(&args.bot))?;
    let game = super::game(&name)?;
    let setting = Setting::new(&name, usize::from(*game.info.seats.start()), &setting_args)?;
    let isolation = play::isolation(&args.running, std::slice::from_ref(&args.bot))?;
    let bot = player(&setting, &args.bot, &isolation)?;
    let options = play::options(&args.running, &isolation)?;
    let is_jailed = !args.running.jail.no_jail && players::is_program(&args.bot);
    let check = Check {
        entry: setting.entry,
        config: setting.config.clone(),
        presets: args.setting.preset.is_empty()
            && args.setting.config.is_empty()
            && args.setting.map.is_none(),
        clock: setting.clock,
        seed: setting.seed,
        matches: args.matches.map(|matches| matches as usize),
        bot,
        bot_words: bot_words(args),
        memory_limit_bytes: is_jailed.then(|| Limits::play().memory_bytes),
        options: &options,
        store: &ReplayStore::new(&args.running.replays),
    };
    let mut progress = CheckProgress::new(args.running.verbose, args.json);
    let checked = check::run(&check, &mut progress);
    progress.finish();
    let report = checked.map_err(play::trouble)?;
    print(&report, args.json, is_jailed)?;
    match &report {
        report if report.is_interrupted => Err(Failure::Answer(Failure::INTERRUPTED)),
        report if report.is_fit => Ok(()),
        _ => Err(Failure::Answer(1)),
    }
}

/// The bot and how it is run, as `replay redrive` is told of it.
fn bot_words(args: &CheckArgs) -> String {
    let RunningArgs { jail, ponder, .. } = &args.running;
    let mut words = vec![args.bot.clone()];
    let options = [
        ("--no-jail", jail.no_jail),
        ("--strangers", jail.strangers),
        ("--unsafe-local", jail.unsafe_local),
        ("--ponder", *ponder),
    ];
    words.extend(options.into_iter().filter(|(_, is_set)| *is_set).map(|(option, _)| option.to_string()));
    words.extend(jail.jail_at_most.iter().flat_map(|tier| ["--jail-at-most".to_string(), tier.to_string()]));
    shell_words::join(words)
}

fn player(setting: &Setting, name: &str, isolation: &Isolation) -> Result<AnyPlayer, Failure> {
    let player = players::player(setting.entry, name, false, isolation)?;
    if player.is_repeatable() {
        return Ok(player);
    }
    Err(Failure::input(format!("a {name} cannot be checked; name a program")))
}

fn print(report: &Report, json: bool, is_jailed: bool) -> Result<(), Failure> {
    let text = if json {
        format!("{}\n", terminal::json(report))
    } else {
        report.text(&jail_words(report, is_jailed), terminal::has_colour().then_some(&terminal::dye))
    };
    let _ = terminal::out(&text);
    Ok(())
}

/// The isolation and the limits, in words.
fn jail_words(report: &Report, is_jailed: bool) -> String {
    let held = play::jail_words(&report.jail);
    if !is_jailed {
        return held;
    }
    let limits = Limits::play();
    format!(
        "{held}\n{} MiB of memory, {} processes, one core, {} MiB to write",
        limits.memory_bytes >> 20,
        limits.processes,
        limits.scratch_bytes >> 20
    )
}

/// Observer that prints which trial is played and its progress; with `verbose`, everything that bots read and write.
struct CheckProgress {
    pipes: MatchProgress,
    live: bool,
    title: String,
    drawn: Option<Instant>,
}

/// The least time between two updates of the progress line.
const REFRESH: Duration = Duration::from_millis(100);

impl CheckProgress {
    fn new(verbose: bool, json: bool) -> Self {
        let live = !verbose && !json && terminal::is_error_terminal();
        Self { pipes: MatchProgress::new(verbose, true), live, title: String::new(), drawn: None }
    }

    fn draw(&mut self, rest: &str) {
        if !self.live || self.drawn.is_some_and(|drawn| drawn.elapsed() < REFRESH) {
            return;
        }
        self.drawn = Some(Instant::now());
        const WIDEST: usize = 120;
        let line: String = format!("{}{rest}", self.title).chars().take(WIDEST).collect();
        terminal::overwrite(&line);
    }

    fn finish(&mut self) {
        self.pipes.finish();
        if self.drawn.take().is_some() {
            terminal::overwrite("");
        }
    }
}

impl CheckObserver for CheckProgress {
    fn begins(&mut self, number: usize, of: usize, trial: &Trial) {
        self.title = format!("match {number} of {of}: {}", trial.what);
        self.draw("");
    }
}

impl Observer for CheckProgress {
    fn sent(&mut self, seat: Seat, text: &[u8]) {
        self.pipes.sent(seat, text);
    }

    fn answered(&mut self, seat: Seat, text: &[u8]) {
        self.pipes.answered(seat, text);
    }

    fn printed_stderr(&mut self, seat: Seat, text: &[u8]) {
        self.pipes.printed_stderr(seat, text);
    }

    fn happened(&mut self, incident: &Incident) {
        self.pipes.happened(incident);
    }

    fn stepped(&mut self, progress: Progress<'_>) {
        if self.live && self.drawn.is_none_or(|drawn| drawn.elapsed() >= REFRESH) {
            let (now, of) = progress.table.progress();
            self.draw(&format!(", {} {now} of {of}", progress.table.info().unit));
        }
    }
}
