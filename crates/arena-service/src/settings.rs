//! What a host decides: a TOML file, and defaults for all that it leaves out.

use std::collections::BTreeMap;

use serde::Deserialize;
use skirmish_arena_protocol::workers::MOST_ARTEFACT_BYTES;
use skirmish_core::config::listed;
use skirmish_core::table::Entry;
use skirmish_games::GAMES;
use skirmish_sandbox::{Trust, check_program};

use crate::blobs::MOST_BYTES;

/// All that a host decides.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// The site.
    pub site: Site,
    /// How long what accounts have lasts.
    pub accounts: Accounts,
    /// What an account may do.
    pub quota: Quota,
    /// How much is kept on the disk, and for how long.
    pub storage: Storage,
    /// How matches are made.
    pub ladder: Ladder,
    /// How work is given out.
    pub queue: Queue,
    /// How many visitors there may be at once.
    pub connections: Connections,
    /// Languages beyond those of `skirmish_programs`, or other commands for these, by name.
    pub language: BTreeMap<String, Language>,
}

/// The site.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Site {
    /// What it is called.
    pub title: String,
    /// Whether only the invited may sign up.
    pub is_invite_only: bool,
    /// Whether anybody may download replays; otherwise those who played, and admins.
    pub has_public_replays: bool,
    /// Whether cookies travel over HTTPS only: say so if a proxy in front of the site speaks it.
    pub is_https: bool,
    /// Whether the peer is a proxy whose `X-Forwarded-For` tells a visitor's address.
    pub trusts_proxy: bool,
    /// The games that are played; empty for all.
    pub games: Vec<String>,
}

/// How long what accounts have lasts.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Accounts {
    /// After how many days a token ends, unless whoever makes it says.
    pub token_days: u32,
    /// After how many days it ends at the latest.
    pub most_token_days: u32,
    /// After how many days an invitation ends.
    pub invitation_days: u32,
}

/// What an account may do.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Quota {
    /// The largest upload in bytes.
    pub upload_bytes: u64,
    /// What a build may leave behind, in bytes.
    pub artefact_bytes: u64,
    /// Uploads in an hour.
    pub builds_an_hour: u32,
    /// Bots that play at once in one game.
    pub active_bots: u32,
    /// Bots in all.
    pub bots: u32,
    /// Challenges in an hour.
    pub challenges_an_hour: u32,
    /// CPU seconds that builds, trials and challenges may take in an hour; after that, everybody else's come first.
    pub cpu_seconds_an_hour: u32,
}

/// How much is kept on the disk, compressed as it is there, and for how long.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Storage {
    /// What an account's versions may take: sources, what was built of them, and logs. Beyond that nothing is submitted.
    pub account_bytes: u64,
    /// What everything may take. Beyond that nothing is submitted, and the oldest replays make room.
    pub site_bytes: u64,
    /// Replays, and what bots printed, are removed after so many days; 0 for never.
    pub replay_days: u32,
    /// But not those of the last so many matches of each bot.
    pub replay_matches: u32,
    /// Logs of builds and trials that failed are removed after so many days; 0 for never.
    pub log_days: u32,
}

/// How matches are made.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Ladder {
    /// Matches that wait in the queue for each game.
    pub queued_matches: u32,
    /// The preset that is played, by game; the game's own config for those left out.
    pub preset: BTreeMap<String, String>,
    /// The levels of the house bots that play on ladders. `hard` thinks for some milliseconds in every turn, on the worker
    /// and again where its answers are checked, and is there only if the host names it.
    pub house: Vec<String>,
    /// The share of matches that another worker plays again.
    pub second_opinions: f64,
    /// Matches after which enough is known about a bot's version.
    pub enough_games: u32,
    /// Once enough is known about every bot of a game, so many seconds pass between its matches.
    pub calm_seconds: u32,
}

/// How work is given out.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Queue {
    /// How long a lease lasts without a heartbeat, in seconds.
    pub lease_seconds: u32,
    /// How often a job is tried before it is set aside.
    pub attempts: u32,
    /// How many jobs a worker may hold at once, for every core.
    pub batch: u32,
}

/// How many visitors there may be at once, and how slow they may be.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Connections {
    /// Connections at once.
    pub most: u32,
    /// Connections from one address at once; not counted behind a proxy that is trusted.
    pub most_from_one: u32,
    /// Pages that one address keeps open for news at once.
    pub pages_from_one: u32,
    /// How long a connection may be silent, in seconds.
    pub idle_seconds: u32,
    /// How long a request may take, from its head to its answer, in seconds.
    pub request_seconds: u32,
}

/// How bots in a language are built and run.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Language {
    /// The endings of its files, without the dot.
    pub endings: Vec<String>,
    /// The command that builds, if there is one; `{file}` is the main file.
    #[serde(default)]
    pub build: Option<String>,
    /// The command that plays; `{file}` is the main file.
    pub run: String,
}

impl Language {
    /// What its lines begin with: programs on the search path, or files that it builds.
    fn programs(&self) -> impl Iterator<Item = &str> {
        let lines = [self.build.as_deref(), Some(self.run.as_str())];
        lines.into_iter().flatten().filter_map(|line| line.split_whitespace().next())
    }
}

impl Default for Site {
    fn default() -> Self {
        Self {
            title: "Skirmish".to_owned(),
            is_invite_only: false,
            has_public_replays: true,
            is_https: false,
            trusts_proxy: false,
            games: Vec::new(),
        }
    }
}

impl Default for Accounts {
    fn default() -> Self {
        Self { token_days: 90, most_token_days: 366, invitation_days: 14 }
    }
}

impl Default for Quota {
    fn default() -> Self {
        Self {
            upload_bytes: 1 << 20,
            artefact_bytes: 64 << 20,
            builds_an_hour: 30,
            active_bots: 1,
            bots: 50,
            challenges_an_hour: 30,
            cpu_seconds_an_hour: 1200,
        }
    }
}

impl Default for Storage {
    fn default() -> Self {
        Self {
            account_bytes: 256 << 20,
            site_bytes: 32 << 30,
            replay_days: 90,
            replay_matches: 100,
            log_days: 30,
        }
    }
}

impl Default for Ladder {
    fn default() -> Self {
        Self {
            queued_matches: 4,
            preset: BTreeMap::new(),
            house: ["random", "easy", "medium"].map(str::to_owned).to_vec(),
            second_opinions: 0.02,
            enough_games: 300,
            calm_seconds: 30,
        }
    }
}

impl Default for Queue {
    fn default() -> Self {
        Self { lease_seconds: 60, attempts: 3, batch: 4 }
    }
}

impl Default for Connections {
    fn default() -> Self {
        // A class behind one address has a few connections and a few open pages each.
        Self { most: 4096, most_from_one: 512, pages_from_one: 200, idle_seconds: 30, request_seconds: 120 }
    }
}

impl Settings {
    /// The games that are played here.
    pub fn games(&self) -> impl Iterator<Item = &'static Entry> {
        let chosen = &self.site.games;
        GAMES
            .iter()
            .filter(move |entry| chosen.is_empty() || chosen.iter().any(|name| name == entry.info.name))
    }

    /// The game of that name, if it is played here.
    #[must_use]
    pub fn game(&self, name: &str) -> Option<&'static Entry> {
        self.games().find(|entry| entry.info.name == name)
    }

    /// The names of programs that the host's own languages are built and run by.
    #[must_use]
    pub fn programs(&self) -> Vec<String> {
        let programs = self.language.values().flat_map(Language::programs);
        programs.filter(|program| !program.contains('/')).map(str::to_owned).collect()
    }

    /// Reads a host's file; a sentence says what is wrong with it.
    pub fn read(text: &str) -> Result<Self, String> {
        let settings: Self = toml::from_str(text).map_err(|error| error.to_string().trim().to_owned())?;
        settings.check()?;
        Ok(settings)
    }

    /// What can be written down but not meant.
    fn check(&self) -> Result<(), String> {
        let names: Vec<&str> = GAMES.iter().map(|entry| entry.info.name).collect();
        for game in self.site.games.iter().chain(self.ladder.preset.keys()) {
            if !names.contains(&game.as_str()) {
                return Err(format!("there is no game `{game}`: the games are {}", listed(&names)));
            }
        }
        for (game, preset) in &self.ladder.preset {
            let entry = GAMES.iter().find(|entry| entry.info.name == game);
            let presets: Vec<&str> =
                entry.into_iter().flat_map(|entry| entry.info.presets).map(|preset| preset.name).collect();
            if !presets.contains(&preset.as_str()) {
                return Err(format!("{game} has no preset `{preset}`: its presets are {}", listed(&presets)));
            }
        }
        let levels = skirmish_bots::LEVELS;
        if let Some(unknown) = self.ladder.house.iter().find(|level| !levels.contains(&level.as_str())) {
            return Err(format!("`ladder.house` names `{unknown}`: the levels are {}", listed(&levels)));
        }
        let share = self.ladder.second_opinions;
        if !(0.0..=1.0).contains(&share) {
            return Err(format!("`ladder.second_opinions` is {share}: it must be from 0 to 1"));
        }
        let numbers = [
            ("accounts.most_token_days", self.accounts.most_token_days, 1..=36_500),
            ("accounts.token_days", self.accounts.token_days, 1..=self.accounts.most_token_days.max(1)),
            ("accounts.invitation_days", self.accounts.invitation_days, 1..=36_500),
            ("queue.lease_seconds", self.queue.lease_seconds, 1..=86_400),
            ("queue.attempts", self.queue.attempts, 1..=1_000_000),
            ("queue.batch", self.queue.batch, 1..=256),
            ("storage.replay_days", self.storage.replay_days, 0..=36_500),
            ("storage.log_days", self.storage.log_days, 0..=36_500),
            ("connections.most", self.connections.most, 16..=1_000_000),
            ("connections.most_from_one", self.connections.most_from_one, 8..=1_000_000),
            ("connections.pages_from_one", self.connections.pages_from_one, 1..=1_000_000),
            ("connections.idle_seconds", self.connections.idle_seconds, 1..=3600),
            // Workers wait 20 seconds for work.
            ("connections.request_seconds", self.connections.request_seconds, 30..=86_400),
        ];
        for (name, number, range) in numbers {
            if !range.contains(&number) {
                let (least, most) = (range.start(), range.end());
                return Err(format!("`{name}` is {number}: it must be from {least} to {most}"));
            }
        }
        if self.quota.upload_bytes > MOST_BYTES {
            let bytes = self.quota.upload_bytes;
            return Err(format!("`quota.upload_bytes` is {bytes}: it must be at most {MOST_BYTES}"));
        }
        let bytes = self.quota.artefact_bytes;
        if !(1..=MOST_ARTEFACT_BYTES).contains(&bytes) {
            return Err(format!(
                "`quota.artefact_bytes` is {bytes}: it must be from 1 to {MOST_ARTEFACT_BYTES}"
            ));
        }
        for (name, language) in &self.language {
            if name.is_empty() || name.contains(char::is_whitespace) {
                return Err(format!("`language.{name}`: a language's name is one word"));
            }
            if language.endings.is_empty() || language.run.trim().is_empty() {
                return Err(format!("`language.{name}` needs `endings` and `run`"));
            }
            for program in language.programs() {
                check_program(program, Trust::Strangers)
                    .map_err(|why| format!("`language.{name}`: {why}"))?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_meant_is_refused_with_what_would_be_right() {
        for (text, words) in [
            ("site.titel = 'x'", ["titel", "title"]),
            ("site.games = ['chess']", ["chess", "utti"]),
            ("ladder.preset = { utti = 'huge' }", ["huge", "tiny"]),
            ("ladder.second_opinions = 2.0", ["second_opinions", "0 to 1"]),
            ("ladder.house = ['best']", ["`best`", "medium and hard"]),
            ("queue.batch = 0", ["queue.batch", "1 to 256"]),
            ("accounts.token_days = 1000", ["accounts.token_days", "1 to 366"]),
            ("accounts.invitation_days = 0", ["accounts.invitation_days", "1 to 36500"]),
            ("connections.request_seconds = 10", ["request_seconds", "30 to"]),
            ("quota.upload_bytes = 1000000000", ["upload_bytes", "at most"]),
            ("storage.replay_days = 40000", ["replay_days", "0 to 36500"]),
            ("quota.artefact_bytes = 0", ["artefact_bytes", "from 1 to"]),
            ("[language.cobol]\nendings = []\nrun = './a'", ["language.cobol", "endings"]),
            ("[language.zig]\nendings = ['zig']\nrun = '/opt/zig/zig run'", ["language.zig", "bare name"]),
        ] {
            let why = Settings::read(text).expect_err(text);
            assert!(words.iter().all(|word| why.contains(word)), "{text}: {why}");
        }
        let good = "site.games = ['utti']\nladder.preset = { utti = 'tiny' }\n[language.lua]\nendings = ['lua']\nrun = 'lua {file}'";
        Settings::read(good).expect("it can be meant");
        Settings::read("").expect("nothing has to be said");
    }
}
