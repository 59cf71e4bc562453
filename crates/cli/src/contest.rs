//! What duels and tournaments share on the command line: options, bots, results file, worker pool.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::Context as _;
use serde_json::Value;
use skirmish_core::rng::Seed;
use skirmish_core::view::Digest;
use skirmish_lab::contest::SHOWN_DIGITS;
use skirmish_lab::heading::ListedBot;
use skirmish_lab::ledger::{BadLedger, Found, Ledger};
use skirmish_lab::tally::Tally;
use skirmish_lab::{Contest, Cores, Error, Pool, ReplayPolicy, cores, names};
use skirmish_programs::Identity;
use skirmish_referee::{AnyPlayer, Options};

use crate::args::SettingArgs;
use crate::failure::Failure;
use crate::isolation::{Isolation, JailArgs};
use crate::players;
use crate::setting::Setting;
use crate::terminal::plain;
use crate::written::{REPLAYS, RESULTS, Written};

/// Options of commands that play many matches.
#[derive(Debug, clap::Args)]
pub struct ContestArgs {
    /// How many matches run at once, each on a core of its own [default: as many as there are cores]
    #[arg(long, value_name = "N", value_parser = jobs)]
    pub jobs: Option<usize>,
    /// The results file; the same command goes on where it ended [default: one in ./results]
    #[arg(long, value_name = "FILE")]
    pub results: Option<PathBuf>,
    /// Keep the replay of every match in this folder [default: only some with faults, in ./replays]
    #[arg(long, value_name = "FOLDER")]
    pub replays: Option<PathBuf>,
    /// Take results up again although nobody knows whether the bots have changed, for the reason that is told
    #[arg(long)]
    pub reuse: bool,
    /// Let bots think outside their turns; otherwise one that is caught is frozen between turns
    #[arg(long)]
    pub ponder: bool,
    #[command(flatten)]
    pub jail: JailArgs,
}

fn jobs(text: &str) -> Result<usize, String> {
    let most = cores::MOST_JOBS;
    text.parse().ok().filter(|jobs| (1..=most).contains(jobs)).ok_or(format!("it must be from 1 to {most}"))
}

/// A validated contest with everything that is needed to play it.
pub struct Ready {
    /// Game, config, clock and bots.
    pub contest: Contest,
    options: Options,
    cores: Cores,
    replays: ReplayPolicy,
    stop: Arc<AtomicBool>,
    has_seed: bool,
    /// Which bot may have changed without anybody noticing, and why.
    unknown: Option<String>,
    /// Owns the temporary folders of strangers' builds.
    _isolation: Isolation,
}

impl Ready {
    /// Finds and builds the bots, each once; no results file is written before all of them are ready. `reports` are the
    /// files that are written at the end.
    pub fn new<'a>(
        game: &str,
        given: &[String],
        seats: usize,
        setting: &SettingArgs,
        args: &'a ContestArgs,
        reports: impl IntoIterator<Item = &'a PathBuf>,
    ) -> Result<Self, Failure> {
        let has_seed = setting.seed.is_some();
        let setting = Setting::new(game, seats, setting)?;
        let cores = Cores::new(args.jobs);
        let has_programs = given.iter().any(|name| players::is_program(name));
        let isolation = Isolation::for_many(&args.jail, has_programs, cores.list().len() * seats)?;
        let files = args.results.iter().chain(reports).map(PathBuf::as_path);
        let written = Written::by_any_command().and(args.replays.as_deref(), files);
        let (mut bots, mut identities) = (Vec::new(), Vec::new());
        for name in given {
            let (player, identity) = players::entrant(setting.entry, name, &isolation, &written)?;
            if !player.is_repeatable() {
                return Err(Failure::input(format!(
                    "a person cannot play many matches at once: name a bot instead of `{name}`"
                )));
            }
            bots.push(player);
            identities.push(identity);
        }
        names::tell_apart(&mut bots, given);
        let listed: Vec<_> =
            bots.iter().zip(&identities).map(|(bot, identity)| listed(bot, identity)).collect();
        tell_identities(&listed, &identities);
        let launch = isolation.launch();
        let stop = Arc::new(AtomicBool::new(false));
        for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
            signal_hook::flag::register(signal, stop.clone()).context("cannot watch for Ctrl-C")?;
        }
        let contest = Contest {
            entry: setting.entry,
            config: setting.config,
            seats: setting.seats,
            clock: setting.clock,
            seed: setting.seed,
            bots,
            listed,
            jail: launch.tier().to_string(),
            ponder: args.ponder,
        };
        let replays = match &args.replays {
            Some(folder) => ReplayPolicy::all(folder),
            None => ReplayPolicy::faulty(REPLAYS),
        };
        let options = Options { launch, ponder: args.ponder, ..Options::default() };
        let unknown = unknown(&contest.listed, &identities);
        Ok(Self { contest, options, cores, replays, stop, has_seed, unknown, _isolation: isolation })
    }

    /// Uses this seed, whatever the results file says.
    pub fn fix_seed(&mut self, seed: Seed) {
        self.contest.seed = seed;
        self.has_seed = true;
    }

    /// Opens the results file. Without `--seed`, the seed of an existing file is used.
    pub fn ledger(
        &mut self,
        kind: &str,
        schedule: &Value,
        args: &ContestArgs,
    ) -> Result<(Ledger, Found), Failure> {
        let unknown = self.unknown.as_ref().filter(|_| !args.reuse);
        let path = match &args.results {
            Some(path) => path.clone(),
            None => self.default_path(kind, schedule, unknown.is_none()),
        };
        let before = Ledger::heading(&path).map_err(bad_ledger)?;
        if let (Some(_), Some(why)) = (&before, unknown) {
            return Err(Failure::input(format!(
                "{}: there are results in it, and nobody knows whether they are of the same bots: {why}; say --reuse if \
                 nothing has changed, or name another with --results",
                path.display()
            )));
        }
        if let Some(before) = before.filter(|_| !self.has_seed) {
            self.contest.seed = Seed(before.seed);
        }
        let heading = self.contest.heading(kind, schedule.clone());
        let (ledger, found) = Ledger::open(&path, &heading).map_err(bad_ledger)?;
        self.tell_found(&path, &found);
        Ok((ledger, found))
    }

    /// What has to be typed to go on from here.
    pub fn same_command(&self) -> &'static str {
        match self.unknown {
            Some(_) => "the same command with --reuse",
            None => "the same command",
        }
    }

    /// The worker pool.
    pub fn pool(&self) -> Pool<'_> {
        Pool {
            contest: &self.contest,
            options: self.options.clone(),
            cores: self.cores.clone(),
            replays: self.replays.clone(),
            stop: self.stop.clone(),
        }
    }

    /// Where the replays of matches with faults are; empty if there are none.
    pub fn replay_words(&self, tally: &Tally, args: &ContestArgs) -> String {
        let Some(first) = tally.faulty_replays.first() else { return String::new() };
        let folder = args.replays.as_ref().map(|folder| format!(" --replays {}", folder.display()));
        format!(
            "replays of {} matches with faults are kept; the first: skirmish replay show {first}{}\n",
            tally.faulty_replays.len(),
            folder.unwrap_or_default()
        )
    }

    fn tell_found(&self, path: &Path, found: &Found) {
        if let Some(bytes) = found.dropped {
            eprintln!(
                "{}: the last line broke off after {bytes} bytes; it is dropped and its match played again",
                path.display()
            );
        }
        match found.results.len() {
            0 => eprintln!("results go to {}", path.display()),
            1 => eprintln!("going on with {}: 1 match is played already", path.display()),
            many => eprintln!("going on with {}: {many} matches are played already", path.display()),
        }
        if self.cores.is_crowded {
            eprintln!("more matches run at once than there are cores: they take time from each other");
        }
    }

    /// The default path, `results/duel-utti-new.py-old.py-1a2b3c4d.jsonl`: the same for the same command and the same bots.
    /// Where nobody knows whether bots are the same, a new one each time.
    fn default_path(&self, kind: &str, schedule: &Value, is_known: bool) -> PathBuf {
        let stem = self.default_stem(kind, schedule);
        let numbered = |number: u32| match number {
            1 => Path::new(RESULTS).join(format!("{stem}.jsonl")),
            number => Path::new(RESULTS).join(format!("{stem}-{number}.jsonl")),
        };
        let free = (1..u32::MAX).find(|number| !numbered(*number).exists()).unwrap_or(u32::MAX);
        numbered(if is_known { free.saturating_sub(1).max(1) } else { free })
    }

    fn default_stem(&self, kind: &str, schedule: &Value) -> String {
        const LONGEST_NAME: usize = 20;
        const MOST_NAMES: usize = 3;
        let mut heading = self.contest.heading(kind, schedule.clone());
        if !self.has_seed {
            heading.seed = 0;
        }
        let sum = Digest::of(&serde_json::to_vec(&heading).unwrap_or_default()).0;
        let fit = |c: char| if c.is_ascii_alphanumeric() || ".-_".contains(c) { c } else { '_' };
        let mut stem = format!("{kind}-{}", heading.game);
        for bot in heading.bots.iter().take(MOST_NAMES) {
            let last = bot.name.rsplit('/').next().unwrap_or_default();
            stem.push('-');
            stem.extend(last.chars().map(fit).take(LONGEST_NAME));
        }
        format!("{stem}-{:08x}", sum >> 32 ^ sum & 0xffff_ffff)
    }
}

/// A bot as results files list it.
fn listed(bot: &AnyPlayer, identity: &Option<Identity>) -> ListedBot {
    let Some(identity) = identity else { return ListedBot::of(bot) };
    ListedBot {
        name: bot.name().to_string(),
        hash: identity.fingerprint.as_ref().ok().cloned(),
        made_of: Some(identity.made_of.clone()),
    }
}

/// The first bot of which nobody knows what it is, and why.
fn unknown(listed: &[ListedBot], identities: &[Option<Identity>]) -> Option<String> {
    listed.iter().zip(identities).find_map(|(bot, identity)| {
        let why = identity.as_ref()?.fingerprint.as_ref().err()?;
        Some(format!("`{}`: {why}", plain(&bot.name)))
    })
}

/// Says what was taken for each bot: results are taken up again if all of it is the same.
fn tell_identities(listed: &[ListedBot], identities: &[Option<Identity>]) {
    for (bot, identity) in listed.iter().zip(identities) {
        let Some(identity) = identity else { continue };
        let taken = match &identity.fingerprint {
            Ok(fingerprint) => format!("({})", &fingerprint[..fingerprint.len().min(SHOWN_DIGITS)]),
            Err(why) => format!("(not known: {}; its results are not reused)", plain(why)),
        };
        eprintln!("{}: {} {taken}", plain(&bot.name), plain(&identity.made_of));
    }
}

/// Exit code 1 for a failure of the disk, 2 for a file that cannot be used.
fn bad_ledger(bad: BadLedger) -> Failure {
    match bad {
        BadLedger::Disk { .. } => Failure::Ours(bad.into()),
        other => Failure::input(other),
    }
}

/// Exit code 2 for bad input, 1 for our own failure.
pub fn failed(error: Error) -> Failure {
    match error {
        Error::Ledger(bad) => bad_ledger(bad),
        Error::Schedule(_) | Error::Table { .. } => Failure::input(error),
        other => Failure::Ours(other.into()),
    }
}
