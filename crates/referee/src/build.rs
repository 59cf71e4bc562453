//! Building a person's own bot before its first match, in its folder, as the person would.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use skirmish_programs::{BadBot, Program};

use crate::launch::{Exit, Launch, NoStart, Order, Started};
use crate::stderr::{StderrCaps, StderrLog};
use crate::sys::{self, Flow};

/// Runs the bot's build command in its folder, if it has one. What it printed comes back, or stands in the error.
pub fn build(program: &Program, launch: &dyn Launch, most: Duration) -> Result<Vec<String>, BadBot> {
    build_unless(program, launch, most, &AtomicBool::new(false))
}

/// The same; the flag ends it early, as a failure.
pub fn build_unless(
    program: &Program,
    launch: &dyn Launch,
    most: Duration,
    interrupt: &AtomicBool,
) -> Result<Vec<String>, BadBot> {
    let Some(command) = &program.build else { return Ok(Vec::new()) };
    let failed = |how: String, words: Vec<String>| BadBot::Build {
        name: program.name.clone(),
        command: command.join(" "),
        how,
        words: words.join("\n"),
    };
    let order = Order { command, origin: &program.origin, environment: &[] };
    let started = launch.start(&order).map_err(|no| match no {
        NoStart::Bot(why) => failed(why, Vec::new()),
        NoStart::Ours(error) => failed(format!("could not be started: {error}"), Vec::new()),
    })?;
    let ended = run(started, most, interrupt)
        .map_err(|error| failed(format!("could not be followed: {error}"), Vec::new()))?;
    match ended.how {
        None => Ok(ended.words),
        Some(how) => Err(failed(how, ended.words)),
    }
}

struct Ended {
    /// What went wrong, if something did.
    how: Option<String>,
    words: Vec<String>,
}

/// Follows a program until it closes its pipes and ends, its time is over, or it is interrupted.
fn run(mut started: Started, most: Duration, interrupt: &AtomicBool) -> io::Result<Ended> {
    const STEP: Duration = Duration::from_millis(20);
    drop(started.stdin);
    let until = Instant::now() + most;
    let mut stderr_log = StderrLog::new(StderrCaps::default());
    let mut chunk = vec![0; 64 * 1024];
    let mut pipes = vec![started.stdout, started.stderr];
    loop {
        let mut fds: Vec<_> = pipes.iter().map(sys::to_read).collect();
        sys::wait(&mut fds, STEP)?;
        let mut at = 0;
        while at < pipes.len() {
            match sys::read(&pipes[at], &mut chunk)? {
                Flow::Bytes(count) => stderr_log.add(0, &chunk[..count]),
                Flow::Later => {}
                Flow::Closed => {
                    pipes.remove(at);
                    continue;
                }
            }
            at += 1;
        }
        let exit = started.process.exit().filter(|_| pipes.is_empty());
        let is_interrupted = interrupt.load(Ordering::Relaxed);
        if exit.is_none() && !is_interrupted && Instant::now() < until {
            continue;
        }
        started.process.end();
        let how = match exit {
            Some(Exit::Status(0)) => None,
            Some(exit) => Some(exit.to_string()),
            None if is_interrupted => Some("was interrupted".to_owned()),
            None => Some(format!("did not end within {} s", most.as_secs())),
        };
        return Ok(Ended { how, words: stderr_log.last_lines(BadBot::BUILD_LINES) });
    }
}
