//! `skirmish watch`: a match in the browser or in the terminal.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Context as _;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use skirmish_core::seat::Seat;
use skirmish_core::table::Entry;
use skirmish_referee::store;
use skirmish_window::{Feed, Session, Window};

use super::replay;
use crate::args::PageArgs;
use crate::failure::{CommandResult, Failure};
use crate::terminal;

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct WatchArgs {
    /// A replay file, a name in the replays folder, or `last`
    #[arg(default_value = "last")]
    pub replay: String,
    /// Show it in this terminal instead of a browser
    #[arg(long)]
    pub terminal: bool,
    #[command(flatten)]
    pub page: PageArgs,
    /// The folder where replays are kept
    #[arg(long = "replays", value_name = "FOLDER", default_value = "replays")]
    pub folder: PathBuf,
}

const EXAMPLES: &str = "\
Examples:
  skirmish watch                            the last match
  skirmish watch replays/utti-7-….replay    another one
  skirmish watch --terminal                 in this terminal, also over ssh
  skirmish watch --no-browser --port 8000   only serve it, for a browser of your own";

/// Shows a replay until Ctrl-C.
pub fn run(args: &WatchArgs) -> CommandResult {
    let found = replay::find(&args.replay, &args.folder)?;
    if let Some(why) = found.doubt() {
        eprintln!("skirmish: not verified: {why}; what is shown is what the file says");
    }
    let seats = found.replay.header.players.len();
    let stderr = (0..seats)
        .map(|seat| store::read_stderr(&found.path, &found.replay, Seat(seat as u8)).unwrap_or_default())
        .collect();
    let feed = Arc::new(Feed::finished(found.entry, found.replay, stderr));
    // A replay that cannot be filmed at all is an error here, instead of an empty page.
    if let Some(Err(mismatch)) = feed.film(None, 0, 0) {
        return Err(Failure::input(format!("{}: {mismatch}", found.path.display())));
    }
    if args.terminal {
        return in_terminal(found.entry, &feed);
    }
    stay(&window(feed, None, &args.page)?)
}

fn in_terminal(entry: &'static Entry, feed: &Feed) -> CommandResult {
    if !terminal::is_terminal() {
        return Err(Failure::input("--terminal: this is no terminal; `skirmish replay show` prints a turn"));
    }
    skirmish_window::terminal::show(entry, feed).map_err(|bad| Failure::Ours(bad.into()))
}

/// Starts the server, prints its address and opens the browser.
pub fn window(feed: Arc<Feed>, session: Option<Session>, args: &PageArgs) -> Result<Window, Failure> {
    let window = Window::open(feed, session, args.port).map_err(Failure::input)?;
    let is_open = !args.no_browser && skirmish_window::open(window.address());
    let what = if is_open { "watch: " } else { "watch: open this address in a browser: " };
    let _ = terminal::out(&format!("{what}{}\n", window.address()));
    Ok(window)
}

/// Serves until SIGINT or SIGTERM.
pub fn stay(window: &Window) -> CommandResult {
    let mut signals = Signals::new([SIGINT, SIGTERM]).context("cannot watch for Ctrl-C")?;
    let _ = terminal::out(&format!("the page stays at {} until Ctrl-C\n", window.address()));
    signals.forever().next();
    Ok(())
}
