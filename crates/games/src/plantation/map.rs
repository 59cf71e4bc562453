//! How a match begins: random rows in the outer columns, given rows, or a whole board.

use skirmish_core::config::{BadConfig, ensure_in};
use skirmish_core::rng::{Rng, Seed};
use skirmish_core::seat::Seat;

use super::config::{Config, MAX_LEVELS, MAX_SIDE};
use super::side::sign;

/// Why no config field may be combined with another start.
const ONE_START: &str = "left out when `board` is given: the board says where everything starts";

/// The signed scores at the start, row by row, and the name of the way they were chosen.
/// The config has been validated.
pub(super) fn start(config: &Config, seed: Seed) -> (Vec<i16>, &'static str) {
    if !config.board.is_empty() {
        return (config.board.concat(), "given");
    }
    let ([plus, minus], style) = start_rows(config, seed);
    let (cols, score) = (usize::from(config.cols), config.start_score as i16);
    let mut scores = vec![0; usize::from(config.rows) * cols];
    for row in plus {
        scores[usize::from(row) * cols] = score * sign(Seat::FIRST);
    }
    for row in minus {
        scores[usize::from(row) * cols + cols - 1] = score * sign(Seat::SECOND);
    }
    (scores, style)
}

/// The rows in which each side starts.
fn start_rows(config: &Config, seed: Seed) -> ([Vec<u16>; 2], &'static str) {
    if are_rows_given(config) {
        return ([config.plus_rows.clone(), config.minus_rows.clone()], "given");
    }
    let mut rng = Rng::new(seed);
    let mut pick = || {
        let mut rows: Vec<u16> = (0..config.rows).collect();
        rng.shuffle(&mut rows);
        rows.truncate(usize::from(config.start_tiles));
        rows
    };
    let plus = pick();
    if config.mirrored {
        return ([plus.clone(), plus], "mirrored rows");
    }
    ([plus, pick()], "random rows")
}

fn are_rows_given(config: &Config) -> bool {
    !config.plus_rows.is_empty() || !config.minus_rows.is_empty()
}

/// Whether the given start, if there is one, fits the rest of the config and is fair.
pub(super) fn validate(config: &Config) -> Result<(), BadConfig> {
    if !config.board.is_empty() {
        return validate_board(config);
    }
    validate_rows("plus_rows", &config.plus_rows, config)?;
    validate_rows("minus_rows", &config.minus_rows, config)?;
    if !are_rows_given(config) {
        return ensure_in("start_tiles", config.start_tiles, 0, config.rows);
    }
    for (name, rows) in [("plus_rows", &config.plus_rows), ("minus_rows", &config.minus_rows)] {
        if rows.is_empty() {
            return Err(BadConfig::field(name, "empty", "given too when the other side's rows are"));
        }
    }
    let missing = |from: &[u16], other: &[u16]| from.iter().find(|row| !other.contains(row)).copied();
    let odd =
        missing(&config.minus_rows, &config.plus_rows).or(missing(&config.plus_rows, &config.minus_rows));
    match odd {
        Some(row) if config.fair => Err(BadConfig::Map(format!(
            "row {row} is a start row of one side only: give both sides the same rows, or set `fair` to false"
        ))),
        _ => Ok(()),
    }
}

fn validate_rows(name: &str, rows: &[u16], config: &Config) -> Result<(), BadConfig> {
    for (i, row) in rows.iter().enumerate() {
        if *row >= config.rows {
            return Err(BadConfig::field(name, format!("{rows:?}"), format!("rows below {}", config.rows)));
        }
        if rows[..i].contains(row) {
            return Err(BadConfig::field(name, format!("{rows:?}"), "a list of different rows"));
        }
    }
    Ok(())
}

fn validate_board(config: &Config) -> Result<(), BadConfig> {
    for (name, rows) in [("plus_rows", &config.plus_rows), ("minus_rows", &config.minus_rows)] {
        if !rows.is_empty() {
            return Err(BadConfig::field(name, format!("{rows:?}"), ONE_START));
        }
    }
    let (rows, cols) = (usize::from(config.rows), usize::from(config.cols));
    if config.board.len() != rows {
        return Err(BadConfig::field(
            "board",
            format!("{} rows high", config.board.len()),
            format!("{rows} as `rows` says"),
        ));
    }
    for (r, row) in config.board.iter().enumerate() {
        if row.len() != cols {
            let is = format!("{} cells wide in row {r}", row.len());
            return Err(BadConfig::field("board", is, format!("{cols} as `cols` says")));
        }
        if let Some(score) = row.iter().find(|score| score.unsigned_abs() > MAX_LEVELS) {
            let most = MAX_LEVELS;
            return Err(BadConfig::field(
                "board",
                format!("{score} in row {r}"),
                format!("from -{most} to {most}"),
            ));
        }
        let odd = (0..cols).find(|&c| row[c] != -row[cols - 1 - c]);
        if let Some(c) = odd.filter(|_| config.fair) {
            return Err(BadConfig::Map(format!(
                "board, row {r}: {} in column {c} needs {} in column {}, as in a mirror; or set `fair` to false",
                row[c],
                -row[c],
                cols - 1 - c
            )));
        }
    }
    Ok(())
}

/// Reads a map file: one line per row, signed scores or `.` between blanks; `#` begins a comment.
pub(super) fn read(text: &str, config: &mut Config) -> Result<(), BadConfig> {
    let mut board: Vec<Vec<i16>> = Vec::new();
    for (i, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or("").trim();
        if line.is_empty() {
            continue;
        }
        let row = read_row(line).map_err(|what| BadConfig::map_line(i + 1, what))?;
        if let Some(first) = board.first().filter(|first| first.len() != row.len()) {
            let what =
                format!("{} cells, the first row has {}: all rows must be as wide", row.len(), first.len());
            return Err(BadConfig::map_line(i + 1, what));
        }
        if board.len() == MAX_SIDE {
            return Err(BadConfig::map_line(i + 1, format!("a board has at most {MAX_SIDE} rows")));
        }
        board.push(row);
    }
    let Some(first) = board.first() else {
        return Err(BadConfig::Map("the map is empty: write one line per row, like `+1 . . -1`".into()));
    };
    (config.rows, config.cols) = (board.len() as u16, first.len() as u16);
    (config.plus_rows, config.minus_rows) = (Vec::new(), Vec::new());
    config.board = board;
    config.validate()
}

fn read_row(line: &str) -> Result<Vec<i16>, String> {
    let row: Vec<i16> = line
        .split_whitespace()
        .map(|word| match word {
            "." => Ok(0),
            _ => word.parse().map_err(|_| format!("`{word}` is no score: write `+1`, `-2` or `.`")),
        })
        .collect::<Result<_, _>>()?;
    if row.len() > MAX_SIDE {
        return Err(format!("{} cells: a board has at most {MAX_SIDE} columns", row.len()));
    }
    Ok(row)
}
