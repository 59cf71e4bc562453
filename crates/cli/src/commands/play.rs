//! `skirmish play`: matches between any mix of programs, house bots and people.

use std::io::{IsTerminal as _, stdin};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context as _;
use skirmish_core::clock::Clock;
use skirmish_core::replay::Ending;
use skirmish_core::rng::Seed;
use skirmish_core::seat::Seat;
use skirmish_referee::{
    AnyPlayer, Both, Core, Match, Nobody, Observer, Options, Person, Record, ReplayStore, Trouble, play,
};
use skirmish_sandbox::Tier;
use skirmish_window::{Feed, Live, Session};

use crate::again::again;
use crate::args::{PlayArgs, RunningArgs};
use crate::chosen_game::game_and_bots;
use crate::commands::watch;
use crate::failure::{CommandResult, Failure};
use crate::isolation::Isolation;
use crate::players;
use crate::progress::MatchProgress;
use crate::setting::Setting;
use crate::{result, terminal};

/// Plays the matches, one after another.
pub fn run(args: &PlayArgs) -> CommandResult {
    let (game, bots) = game_and_bots(&args.game, &args.bots)?;
    let args = &PlayArgs { game, bots, ..args.clone() };
    let mut setting = Setting::new(&args.game, args.bots.len(), &args.setting)?;
    let isolation = isolation(&args.running, &args.bots)?;
    let options = options(&args.running, &isolation)?;
    if args.running.debug.is_some() {
        setting.clock = Clock::NONE;
    }
    let person = args.bots.iter().position(|bot| players::is_human(bot));
    // Without a terminal answers are piped in, unless an option of the page is given.
    let wants_page = stdin().is_terminal() || args.watch || args.page.is_chosen();
    let is_clicking = person.is_some() && !args.typed && wants_page;
    if person.is_some() && args.setting.clock.is_none() {
        // A game's default clock is for programs, not for people.
        setting.clock = Clock::NONE;
    }
    if args.watch || is_clicking {
        return on_page(&setting, &isolation, &options, args, person.filter(|_| is_clicking));
    }
    let mut totals = Totals::new(&args.bots);
    for number in 0..args.repeat {
        let players = players::players(setting.entry, &args.bots, args.running.debug, &isolation, None)?;
        let seed = Seed(setting.seed.0.wrapping_add(number.into()));
        let record = play_one(&setting, seed, players, &options, args, &mut Nobody)?;
        totals.add(&record);
    }
    if args.repeat > 1 && !args.json {
        println!("\n{}", totals.sentence());
    }
    Ok(())
}

/// Plays one match with a page open in the browser, on which a person may also play; serves the page until Ctrl-C.
fn on_page(
    setting: &Setting,
    isolation: &Isolation,
    options: &Options,
    args: &PlayArgs,
    person: Option<usize>,
) -> CommandResult {
    let seat = person.map(|seat| Seat(seat as u8));
    let feed = Arc::new(Feed::live(setting.entry, seat));
    let (person, session) = match seat {
        Some(seat) => {
            let (person, end) = Person::new(players::HUMAN);
            let width = setting.open(setting.seed)?.picture(None).width;
            (Some(person), Some(Session::new(seat, width, end)))
        }
        None => (None, None),
    };
    let players = players::players(setting.entry, &args.bots, args.running.debug, isolation, person)?;
    let window = watch::window(feed.clone(), session, &args.page)?;
    let played = play_one(setting, setting.seed, players, options, args, &mut Live::new(feed.clone()));
    match played {
        Ok(record) => {
            let stderr = record.stderr.iter().map(|stderr| stderr.entries().to_vec()).collect();
            feed.finish(record.replay, stderr);
            watch::stay(&window)
        }
        Err(failure) => Err(failure),
    }
}

/// The referee's options: on the current core, interrupted by SIGINT or SIGTERM.
pub fn options(args: &RunningArgs, isolation: &Isolation) -> Result<Options, Failure> {
    let interrupt = Arc::new(AtomicBool::new(false));
    signal_hook::flag::register(signal_hook::consts::SIGINT, interrupt.clone())
        .context("cannot watch for Ctrl-C")?;
    signal_hook::flag::register(signal_hook::consts::SIGTERM, interrupt.clone())
        .context("cannot watch for SIGTERM")?;
    let core = if args.debug.is_some() { Core::Any } else { Core::Here };
    let launch = isolation.launch();
    Ok(Options { core, launch, ponder: args.ponder, interrupt: Some(interrupt), ..Options::default() })
}

/// The isolation of these bots: a jail, unless `--no-jail` or `--debug` is given.
pub fn isolation(args: &RunningArgs, bots: &[String]) -> Result<Isolation, Failure> {
    Isolation::new(&args.jail, bots.iter().any(|bot| players::is_program(bot)), args.debug.is_some())
}

/// Plays one match, saves its replay, and prints the result.
fn play_one(
    setting: &Setting,
    seed: Seed,
    players: Vec<AnyPlayer>,
    options: &Options,
    args: &PlayArgs,
    watch: &mut dyn Observer,
) -> Result<Record, Failure> {
    let played = Match::new(setting.open(seed)?, seed, players).with_clock(setting.clock);
    let mut progress = MatchProgress::new(args.running.verbose, args.json || args.running.debug.is_some());
    let played = play(&played, options, &mut Both(&mut progress, watch));
    progress.finish();
    let record = played.map_err(trouble)?;
    let again = again(&[("--seed", seed.to_string())], &["--repeat"]);
    tell(&record, setting.entry, &args.running, args.json, &again)?;
    if options.interrupt.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
        return Err(Failure::Interrupted);
    }
    Ok(record)
}

/// Saves the replay of a match and prints the result.
pub fn tell(
    record: &Record,
    entry: &skirmish_core::table::Entry,
    running: &RunningArgs,
    json: bool,
    again: &str,
) -> Result<(), Failure> {
    let store = ReplayStore::new(&running.replays);
    let saved = store.save_with_conduct(record).map_err(|error| Failure::Ours(error.into()))?;
    let text = if json {
        format!("{}\n", terminal::json(&result::as_json(record, entry, &saved.replay)?))
    } else {
        let colour = terminal::has_colour();
        let mut text = result::as_text(record, entry, colour)?;
        text.push_str(&format!("replay: {}\n", terminal::path(&saved.replay)));
        for path in saved.stderr.iter().flatten() {
            text.push_str(&format!("stderr: {}\n", terminal::path(path)));
        }
        if record.replay.header.players.iter().any(|player| player.hash.is_some()) {
            text.push_str(&format!("jail:   {}\n", jail_words(&record.replay.header.tier)));
        }
        text.push_str(&format!("again:  {again}\n"));
        text
    };
    let _ = terminal::out(&text);
    Ok(())
}

/// The isolation tier, in words.
pub fn jail_words(tier: &str) -> String {
    match Tier::ALL.into_iter().find(|known| known.name() == tier) {
        Some(tier) => format!("{tier} ({})", tier.meaning()),
        None => "none (bots ran as they are)".to_string(),
    }
}

/// Exit code 2 if the players or the replay do not fit, 130 if interrupted, else 1.
pub fn trouble(trouble: Trouble) -> Failure {
    match trouble {
        Trouble::Players { .. } | Trouble::Beyond { .. } | Trouble::Replay(_) => Failure::input(trouble),
        Trouble::Interrupted => Failure::Interrupted,
        other => Failure::Ours(other.into()),
    }
}

/// Wins, draws and faults of several matches.
struct Totals {
    bots: Vec<String>,
    wins: Vec<u32>,
    faults: Vec<u64>,
    draws: u32,
}

impl Totals {
    fn new(bots: &[String]) -> Self {
        Self { bots: bots.to_vec(), wins: vec![0; bots.len()], faults: vec![0; bots.len()], draws: 0 }
    }

    fn add(&mut self, record: &Record) {
        for (sum, count) in self.faults.iter_mut().zip(&record.fault_counts) {
            *sum += count;
        }
        let Ending::Over { outcome, .. } = &record.replay.ending else { return };
        let first: Vec<usize> = (0..self.wins.len()).filter(|&seat| outcome.places[seat] == 1).collect();
        match first.as_slice() {
            [winner] => self.wins[*winner] += 1,
            _ => self.draws += 1,
        }
    }

    fn sentence(&self) -> String {
        let seats = self.bots.iter().zip(&self.wins).zip(&self.faults).enumerate();
        let parts: Vec<String> = seats
            .map(|(seat, ((bot, wins), faults))| {
                let faults = if *faults > 0 { format!(" ({faults} faults)") } else { String::new() };
                format!("{} (seat {seat}) won {wins}{faults}", terminal::plain(bot))
            })
            .collect();
        format!("{}, {} drawn", parts.join(", "), self.draws)
    }
}
