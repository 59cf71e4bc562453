//! What a worker needs to do a job: the jail, the server's blobs, and a folder.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use skirmish_arena_client::Client;
use skirmish_arena_protocol::answers::{Language, Languages};
use skirmish_arena_protocol::jobs::{Held, Work};
use skirmish_arena_protocol::workers::Registered;
use skirmish_files::search_path;
use skirmish_programs::Program;
use skirmish_referee::Core;
use skirmish_referee::launch::{Jailed, Launch};
use skirmish_sandbox::{Limits, Sandbox};

use crate::cache::{Cache, made_anew};
use crate::job_list::Task;
use crate::live::LiveMatches;
use crate::playing::{self, Fixture};
use crate::{Failed, MOST_CORES, NoWorker, building};

/// What a worker needs to do a job.
pub(super) struct JobRunner {
    client: Client,
    pub(super) sandbox: Sandbox,
    pub(super) launch: Arc<dyn Launch>,
    /// Where builds have room.
    pub(super) folder: PathBuf,
    cache: Cache,
    known: Vec<Language>,
    /// What the server told the worker, once it has.
    pub(super) me: Option<Registered>,
}

impl JobRunner {
    /// A runner in that folder, which it empties, for the languages that the host knows.
    pub(super) fn new(
        client: Client,
        sandbox: Sandbox,
        folder: &Path,
        known: Languages,
    ) -> Result<Self, NoWorker> {
        let machine = |failed: Failed| NoWorker::Machine(failed.to_string());
        let cache = Cache::new(folder.join("artefacts")).map_err(machine)?;
        // What a worker that was killed left of its builds goes, too.
        let folder = folder.join("builds");
        made_anew(&folder).map_err(machine)?;
        let launch = Arc::new(Jailed::with(sandbox.clone(), Limits::play()));
        Ok(Self { client, sandbox, launch, folder, cache, known: known.languages, me: None })
    }

    /// Of the languages that the host knows, those that this machine has the tools for.
    pub(super) fn languages(&self) -> Vec<String> {
        self.known.iter().filter(|language| is_here(language)).map(|language| language.name.clone()).collect()
    }

    /// Does what was leased; a match on that core.
    pub(super) fn attempt(&self, task: &Task, core: Core, live: &LiveMatches) -> playing::Result {
        let Task { leased, interrupt } = task;
        match &leased.work {
            Work::Build { game, source_hash, .. } => building::build(self, game, source_hash, interrupt),
            Work::Match { match_id, game, preset, seed, clock, seats } => {
                let held = Held { job: leased.job, fence: leased.fence };
                let mut observer = live.begin(held, *match_id);
                Fixture { game, preset, seed, clock, seats }.play(self, core, interrupt, &mut observer)
            }
        }
    }

    /// How many bytes a build may leave behind.
    pub(super) fn artefact_bytes(&self) -> u64 {
        self.me.as_ref().map_or(0, |me| me.artefact_bytes)
    }

    /// A blob of the server's.
    pub(super) fn blob(&self, name: &str) -> Result<Vec<u8>, Failed> {
        let worker = self.me.as_ref().map_or(0, |me| me.worker);
        Ok(self.client.get_bytes(&format!("/api/v1/workers/{worker}/blobs/{name}"))?)
    }

    /// The program in an artefact, and the handle that keeps its folder here.
    pub(super) fn artefact(&self, name: &str) -> Result<(Program, Arc<PathBuf>), Failed> {
        let folder = self.cache.find(name, || self.blob(name))?;
        let program = Program::of_folder(&folder).map_err(|bad| Failed::Ours(bad.to_string()))?;
        Ok((program, folder))
    }
}

/// The cores for that many matches at once, each its own as far as they go.
pub(super) fn cores(matches: usize) -> Vec<Core> {
    let allowed = allowed();
    (0..matches.clamp(1, MOST_CORES)).map(|number| allowed[number % allowed.len()]).collect()
}

/// How many cores this program may use.
#[must_use]
pub fn cores_here() -> usize {
    allowed().len()
}

fn allowed() -> Vec<Core> {
    use nix::sched::{CpuSet, sched_getaffinity};
    let Ok(set) = sched_getaffinity(nix::unistd::Pid::from_raw(0)) else { return vec![Core::Any] };
    let is_ours = |core: &usize| set.is_set(*core).unwrap_or(false);
    // The last first: the system's own work tends to be on the first.
    let cores: Vec<Core> = (0..CpuSet::count()).rev().filter(is_ours).map(Core::Number).collect();
    if cores.is_empty() { vec![Core::Any] } else { cores }
}

/// Whether this machine has the tools of a language: what the list says that it needs, or what a host's lines begin with.
fn is_here(language: &Language) -> bool {
    let lines = [language.build.as_deref(), language.run.as_deref()];
    let mut programs =
        lines.into_iter().flatten().filter_map(|line| line.split_whitespace().next()).peekable();
    if programs.peek().is_some() {
        return programs.all(|program| program.starts_with("./") || search_path::find(program).is_some());
    }
    let known = skirmish_programs::Language::of_single_files();
    known.iter().any(|known| known.name == language.name && known.is_installed())
}
