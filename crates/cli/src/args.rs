//! The command line: commands, options and their help texts.

use std::path::PathBuf;

use clap::{Parser, Subcommand};
use skirmish_core::rng::Seed;
use skirmish_sandbox::Tier;

use crate::commands::check::CheckArgs;
use crate::commands::new::NewArgs;
use crate::commands::replay::ExportArgs;
use crate::commands::watch::WatchArgs;
use crate::isolation::JailArgs;
use crate::position::Position;

#[cfg(feature = "arena")]
macro_rules! arena_examples {
    () => {
        "  skirmish serve                                    an arena: upload, ladder, live matches, on this machine
  skirmish submit                                   submit the bot in this folder
"
    };
}
#[cfg(not(feature = "arena"))]
macro_rules! arena_examples {
    () => {
        ""
    };
}

/// An arena in which programs play programs.
#[derive(Debug, Parser)]
#[command(name = "skirmish", version, after_help = EXAMPLES)]
pub struct Args {
    #[command(subcommand)]
    pub command: Command,
}

const EXAMPLES: &str = concat!(
    "\
Examples:
  skirmish demo                                     one match of every game
  skirmish doctor                                   how well this machine can hold a stranger's bot
  skirmish games                                    what can be played, and against whom
  skirmish rules utti                               how a game is played, what a bot reads and prints
  skirmish new utti my-bot --lang python            a working bot, ready to play and to change
  skirmish play utti ./my_bot.py house:easy         one match; its replay is kept in ./replays
  skirmish check ./my_bot.py --game utti            is it fit to play? how close to its limits?
  skirmish replay show last --turn 12 --seat 0      what seat 0 read and printed on turn 12
  skirmish duel new.py old.py --game utti           is the new one better? stops when that is sure
  skirmish tournament --game utti a.py b.py c.py    a table with ratings; --html for a page with plots
  skirmish replay export last --format gif          the match as an animation
",
    arena_examples!(),
    "
Exit codes: 0 done, 1 something failed, 2 what was given cannot be used, 130 interrupted"
);

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Play one match of every game between house bots
    Demo(DemoArgs),
    /// Say what this machine can isolate, and what to do about what it cannot
    Doctor(DoctorArgs),
    /// List the games, their presets and their house bots
    Games(GamesArgs),
    /// Show a game's rule page
    Rules(RulesArgs),
    /// Measure a game: what a seat is worth, how many matches are drawn, how long they last
    Stats(crate::commands::stats::StatsArgs),
    /// Make a bot of your own, ready to play
    New(NewArgs),
    /// Play a match
    Play(PlayArgs),
    /// Find out whether a bot is fit to play, and how close it comes to its limits
    Check(CheckArgs),
    /// Watch a match in the browser or in the terminal
    Watch(WatchArgs),
    /// Look at a replay, check it, or play on from it
    #[command(subcommand)]
    Replay(ReplayCommand),
    /// Find out whether a bot is better than another, in as few matches as it takes
    Duel(crate::commands::duel::DuelArgs),
    /// Let many bots play each other and rank them
    Tournament(crate::commands::tournament::TournamentArgs),
    #[cfg(feature = "arena")]
    #[command(flatten)]
    Arena(crate::commands::arena::ArenaCommand),
    /// Print a completion script for a shell
    Completions(crate::commands::completions::CompletionsArgs),
    /// Print the manual page, or write one for every command
    Man(crate::commands::man::ManArgs),
}

#[derive(Debug, clap::Args)]
pub struct DemoArgs {
    /// The seed of all matches
    #[arg(long, default_value = "1")]
    pub seed: Seed,
}

#[derive(Debug, clap::Args)]
pub struct DoctorArgs {
    /// Print JSON for scripts
    #[arg(long)]
    pub json: bool,
    /// Try no stronger jail than this, to see what a weaker machine has: bare, landlock, namespaces or full
    #[arg(long, value_name = "TIER")]
    pub at_most: Option<Tier>,
}

#[derive(Debug, clap::Args)]
pub struct GamesArgs {
    /// Print JSON for scripts
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, clap::Args)]
pub struct RulesArgs {
    /// The game's name, as `skirmish games` lists it
    pub game: String,
}

#[derive(Clone, Debug, clap::Args)]
#[command(after_help = PLAY_EXAMPLES)]
pub struct PlayArgs {
    /// The game's name, as `skirmish games` lists it; it may be left out if a bot's skirmish.toml says it
    pub game: String,
    /// Who plays, by seat: a file, a folder with skirmish.toml, a command line in quotes, house:<bot>, or human;
    /// with a name in front, if you like: mine=./bot.py
    #[arg(required = true)]
    pub bots: Vec<String>,
    #[command(flatten)]
    pub setting: SettingArgs,
    /// Play this many matches, each with the next seed
    #[arg(long, default_value = "1", value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub repeat: u32,
    /// Print JSON for scripts, one line a match
    #[arg(long)]
    pub json: bool,
    /// Follow the match in the browser while it is played
    #[arg(long, conflicts_with_all = ["repeat", "json"])]
    pub watch: bool,
    /// A human types answers as a program prints them, instead of clicking in the browser
    #[arg(long, conflicts_with = "watch")]
    pub typed: bool,
    #[command(flatten)]
    pub page: PageArgs,
    #[command(flatten)]
    pub running: RunningArgs,
}

/// Options of commands that serve the viewer's page.
#[derive(Clone, Debug, clap::Args)]
pub struct PageArgs {
    /// The port on which the page is served, on this machine only [default: one that is free]
    #[arg(long, value_name = "PORT", default_value = "0", hide_default_value = true)]
    pub port: u16,
    /// Print the page's address and open no browser
    #[arg(long)]
    pub no_browser: bool,
}

impl PageArgs {
    /// Whether any of these options was given.
    pub fn is_chosen(&self) -> bool {
        self.port != 0 || self.no_browser
    }
}

const PLAY_EXAMPLES: &str = "\
Examples:
  skirmish play plantation ./bot.py house:easy
  skirmish play . house:easy                        the bot in this folder, whose skirmish.toml says the game
  skirmish play underworld ./a ./b.js \"java -jar c.jar\" house:easy --preset classic
  skirmish play utti ./bot.py house:random --seed 7 --config size=40 --config rounds=100
  skirmish play ice-and-fire ./bot.py house:easy --watch
  skirmish play plantation human house:easy
  skirmish play si32 ./bot.py house:easy --debug 0
  skirmish play utti ./anna ./ben --strangers       other people's bots, built and played in jails";

/// Options of a match besides game and bots.
#[derive(Clone, Debug, clap::Args)]
pub struct SettingArgs {
    /// The seed; the same seed and answers give the same match [default: a new one]
    #[arg(long)]
    pub seed: Option<Seed>,
    /// A named variant of the rules, as `skirmish games` lists them
    #[arg(long, value_name = "NAME")]
    pub preset: Vec<String>,
    /// A number of the rules (`size=40`), or a TOML or JSON file of them
    #[arg(long, value_name = "KEY=VALUE|FILE")]
    pub config: Vec<String>,
    /// A map file; its format stands in the game's rule page
    #[arg(long, value_name = "FILE")]
    pub map: Option<PathBuf>,
    /// The time bots have: `1000+50/turn`, `bank 60s+100ms`; `late 3`: three late answers in a row forfeit [default: the game's]
    #[arg(long, value_name = "CLOCK")]
    pub clock: Option<String>,
    /// Let bots take as long as they like
    #[arg(long, conflicts_with = "clock")]
    pub no_clock: bool,
}

/// Options of how bots are run and what is shown of them.
#[derive(Clone, Debug, clap::Args)]
pub struct RunningArgs {
    /// Run this seat's bot under a debugger, with the clock off
    #[arg(long, value_name = "SEAT")]
    pub debug: Option<u8>,
    #[command(flatten)]
    pub jail: JailArgs,
    /// Let bots think outside their turns; otherwise one that is caught is frozen between turns
    #[arg(long)]
    pub ponder: bool,
    /// Print everything that bots read and write
    #[arg(long, short)]
    pub verbose: bool,
    /// The folder where replays are kept
    #[arg(long, value_name = "FOLDER", default_value = "replays")]
    pub replays: PathBuf,
}

#[derive(Debug, Subcommand)]
pub enum ReplayCommand {
    /// Play a replay again and compare everything
    Verify(VerifyArgs),
    /// Show a replay's result, or what happened on a turn
    Show(ShowArgs),
    /// Ask a bot again what a seat was asked, and show where its answers differ
    Redrive(RedriveArgs),
    /// Play on from a turn of a replay with other bots
    Branch(BranchArgs),
    /// Make a GIF, video, picture, page or dataset of a replay
    Export(ExportArgs),
}

#[derive(Debug, clap::Args)]
pub struct VerifyArgs {
    /// Replay files, names in the replays folder, or `last`
    #[arg(required = true)]
    pub replays: Vec<String>,
    /// Print JSON for scripts, one line a replay
    #[arg(long)]
    pub json: bool,
    /// The folder where replays are kept
    #[arg(long = "replays", value_name = "FOLDER", default_value = "replays")]
    pub folder: PathBuf,
}

#[derive(Debug, clap::Args)]
pub struct ShowArgs {
    /// A replay file, a name in the replays folder, or `last`
    pub replay: String,
    /// The turn to show, or `d` and a number of decisions (`d250`) [default: the end]
    #[arg(long, value_name = "N")]
    pub turn: Option<Position>,
    /// As this seat saw it, with what its bot read and printed
    #[arg(long)]
    pub seat: Option<u8>,
    /// The folder where replays are kept
    #[arg(long = "replays", value_name = "FOLDER", default_value = "replays")]
    pub folder: PathBuf,
}

#[derive(Debug, clap::Args)]
pub struct RedriveArgs {
    /// A replay file, a name in the replays folder, or `last`
    pub replay: String,
    /// The bot to ask
    pub bot: String,
    /// The seat whose questions it is asked
    #[arg(long)]
    pub seat: u8,
    /// Stop before this turn, or before `d` and a number of decisions
    #[arg(long, value_name = "N")]
    pub until: Option<Position>,
    /// Print JSON for scripts
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub running: RunningArgs,
}

#[derive(Debug, clap::Args)]
pub struct BranchArgs {
    /// A replay file, a name in the replays folder, or `last`
    pub replay: String,
    /// The turn to go on from, or `d` and a number of decisions
    #[arg(long, value_name = "N")]
    pub from: Position,
    /// A seat that gets another bot: `--seat 1 ./new_bot`; others play on as recorded bots where they are house bots,
    /// and as recorded answers otherwise
    #[arg(long, num_args = 2, value_names = ["SEAT", "BOT"], required = true)]
    pub seat: Vec<String>,
    /// Print JSON for scripts
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub running: RunningArgs,
}
