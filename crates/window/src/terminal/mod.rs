//! The terminal viewer: the same films, keys and panel as in the browser, also over ssh.

mod draw;
mod screen;

use std::io;
use std::time::{Duration, Instant};

use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use skirmish_core::seat::Seat;
use skirmish_core::table::Entry;
use skirmish_show::film::{BadFilm, FilmReader};

pub use draw::draw;
pub use screen::{KeyAction, Screen};

use crate::Feed;

/// The timeout of waiting for a key while paused.
const IDLE: Duration = Duration::from_millis(250);

/// Why a match could not be shown.
#[derive(Debug, thiserror::Error)]
pub enum BadShow {
    /// The film cannot be read.
    #[error("the film cannot be shown: {0}")]
    Film(#[from] BadFilm),
    /// The replay cannot be filmed, or the match has not begun.
    #[error("the match cannot be shown: {0}")]
    Match(String),
    /// Reading from or writing to the terminal failed.
    #[error("the terminal fails: {0}")]
    Terminal(#[from] io::Error),
}

/// Shows a match in this terminal until the user quits.
pub fn show(entry: &'static Entry, feed: &Feed) -> Result<(), BadShow> {
    let mut screen = Screen::new(entry, reader(feed, None)?)?;
    ratatui::run(|terminal| run(terminal, &mut screen, feed))
}

fn run(terminal: &mut DefaultTerminal, screen: &mut Screen, feed: &Feed) -> Result<(), BadShow> {
    loop {
        terminal.draw(|frame| draw(screen, frame))?;
        let since = Instant::now();
        let wait = screen.pause().unwrap_or(IDLE);
        if !event::poll(wait)? {
            screen.tick()?;
            continue;
        }
        let Event::Key(key) = event::read()? else { continue };
        match action(key) {
            Some(KeyAction::Leave) => return Ok(()),
            Some(KeyAction::Eye(eye)) if screen.can_see(eye) => screen.change_film(reader(feed, eye)?)?,
            Some(action) => screen.act(action)?,
            None => {}
        }
        // Key presses restart the wait: the playback must not stall because of them.
        if screen.pause().is_some_and(|pause| since.elapsed() >= pause) {
            screen.tick()?;
        }
    }
}

fn reader(feed: &Feed, eye: Option<Seat>) -> Result<FilmReader, BadShow> {
    let film = feed.film(eye, 0, 0).ok_or_else(|| BadShow::Match("it has not begun".into()))?;
    let film = film.map_err(|mismatch| BadShow::Match(mismatch.to_string()))?;
    Ok(FilmReader::read(&film)?)
}

/// The action of a key.
fn action(key: KeyEvent) -> Option<KeyAction> {
    if key.kind == KeyEventKind::Release {
        return None;
    }
    let is_shifted = key.modifiers.contains(KeyModifiers::SHIFT);
    Some(match key.code {
        KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => KeyAction::Leave,
        KeyCode::Char('q') | KeyCode::Esc => KeyAction::Leave,
        KeyCode::Char(' ') => KeyAction::Toggle,
        KeyCode::Left if is_shifted => KeyAction::Decision(-1),
        KeyCode::Right if is_shifted => KeyAction::Decision(1),
        KeyCode::Char(',') => KeyAction::Decision(-1),
        KeyCode::Char('.') => KeyAction::Decision(1),
        KeyCode::Left => KeyAction::Turn(-1),
        KeyCode::Right => KeyAction::Turn(1),
        KeyCode::PageUp => KeyAction::Turn(-10),
        KeyCode::PageDown => KeyAction::Turn(10),
        KeyCode::Home => KeyAction::Begin,
        KeyCode::End => KeyAction::End,
        KeyCode::Char('[') => KeyAction::Speed(-1),
        KeyCode::Char(']') => KeyAction::Speed(1),
        KeyCode::Char('p') => KeyAction::Peak(-1),
        KeyCode::Char('n') => KeyAction::Peak(1),
        KeyCode::Char('h') => KeyAction::Pan(-4, 0),
        KeyCode::Char('l') => KeyAction::Pan(4, 0),
        KeyCode::Char('k') | KeyCode::Up => KeyAction::Pan(0, -2),
        KeyCode::Char('j') | KeyCode::Down => KeyAction::Pan(0, 2),
        KeyCode::Char('?') => KeyAction::Help,
        KeyCode::Char(digit @ '0'..='8') => KeyAction::Eye((digit as u8 - b'0').checked_sub(1).map(Seat)),
        _ => return None,
    })
}
