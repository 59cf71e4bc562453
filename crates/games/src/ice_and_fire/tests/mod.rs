//! The rules, sentence by sentence. Positions are drawn; a line's outcome is told in the letters of the records.

mod armies;
mod buildings;
mod config;
mod ending;
mod income;
mod laws;
mod learn;
mod map;
mod orders;
mod rule_page;
mod territory;
mod view;
mod wire;

use skirmish_core::answer::Answers;
use skirmish_core::game::{Decision, Game};
use skirmish_core::grid::Cell;
use skirmish_core::law::Audit;
use skirmish_core::news::News;
use skirmish_core::seat::Seat;
use skirmish_core::wire::Wire;

use super::action::Level;
use super::board::{Cells, flood, headquarters};
use super::config::{AREA, Config, Rules, SIDE};
use super::map::Ground;
use super::record::verdicts;
use super::state::IceAndFire;

const RED: Seat = Seat::FIRST;
const BLUE: Seat = Seat::SECOND;

/// A position in red's third turn, with plenty of gold.
///
/// Rows from the top: `#` void, `.` land, `*` mine spot; red has `r` cell, `o` cell with a mine spot, `m` mine, `t` tower,
/// `1` `2` `3` units; blue has `B`, `O`, `M`, `T` and `X` `Y` `Z` for units of level 1, 2, 3. Red's headquarters is in
/// the first corner, blue's in the last. Rows that are not drawn are land, with blue's cells in the last column.
fn draw(rows: &[&str]) -> IceAndFire {
    drawn_with(&Config::default(), rows)
}

/// The same in blue's turn.
fn draw_for_blue(rows: &[&str]) -> IceAndFire {
    drawn(&Config::default(), BLUE, rows)
}

fn drawn_with(config: &Config, rows: &[&str]) -> IceAndFire {
    drawn(config, RED, rows)
}

fn drawn(config: &Config, mover: Seat, rows: &[&str]) -> IceAndFire {
    let drawing: Vec<u8> =
        (0..SIDE).flat_map(|y| rows.get(y).unwrap_or(&"...........B").bytes().collect::<Vec<u8>>()).collect();
    assert_eq!(drawing.len(), AREA, "every row has 12 cells");
    let find = |marks: &str| {
        let mut set = Cells::EMPTY;
        (0..AREA).filter(|&at| marks.as_bytes().contains(&drawing[at])).for_each(|at| set.insert(at));
        set
    };
    let land = Cells::below(AREA).minus(&find("#"));
    let ground = Ground { land, spots: find("*oOmM"), is_given: true };
    let mut state = IceAndFire::opening(Rules::from(config), ground, 100);
    for (seat, marks) in [(RED, "romt123"), (BLUE, "BOMTXYZ")] {
        let mut owned = find(marks);
        owned.insert(headquarters(seat));
        state.owned[seat.index()] = owned;
        state.active[seat.index()] = flood(headquarters(seat), &owned);
    }
    (state.mines, state.towers) = (find("mM"), find("tT"));
    for (at, mark) in drawing.iter().enumerate() {
        let level =
            "123XYZ".bytes().position(|unit| unit == *mark).and_then(|i| Level::new(i as u32 % 3 + 1));
        if let Some(level) = level {
            state.roster.enlist(level, at);
            state.units[level.index()].insert(at);
        }
    }
    state.played = 4;
    state.to_move = mover;
    reckon(&mut state);
    state.audit().unwrap();
    state
}

/// Sets the incomes from scratch.
fn reckon(state: &mut IceAndFire) {
    for seat in [RED, BLUE] {
        let active = state.active[seat.index()];
        let mut worth = active.count() as i32 * state.rules.cell_income;
        worth += state.mines.and(&active).count() as i32 * state.rules.mine_income;
        for (units, upkeep) in state.units.iter().zip(state.rules.unit_upkeep) {
            worth -= units.and(&state.owned[seat.index()]).count() as i32 * upkeep;
        }
        state.worth[seat.index()] = worth;
    }
    state.income = state.worth;
}

/// Gives the line to the player whose turn it is and carries it out, but does not end the turn. The letters.
fn order(state: &mut IceAndFire, line: &str) -> String {
    let (mut answers, mut news) = (Answers::new(), News::new());
    let seat = state.to_move();
    state.read(seat, line.as_bytes(), answers.act_in_place(seat)).unwrap();
    state.obey(answers.get(seat).action().unwrap(), &mut news);
    let mut rested = state.clone();
    rested.tired = Cells::EMPTY;
    rested.audit().unwrap();
    verdicts(&news, seat)
}

/// Plays the line as a whole turn. The letters.
fn turn(state: &mut IceAndFire, line: &str) -> String {
    let (mut answers, mut news) = (Answers::new(), News::new());
    let seat = state.to_move();
    if state.read(seat, line.as_bytes(), answers.act_in_place(seat)).is_err() {
        answers.fault(seat, skirmish_core::answer::Fault::Garbled);
    }
    state.step(&answers, &mut news);
    state.audit().unwrap();
    verdicts(&news, seat)
}

/// Checks the letters that a line gets in a position.
#[track_caller]
fn check(rows: &[&str], line: &str, letters: &str) {
    assert_eq!(order(&mut draw(rows), line), letters, "{line}");
}

/// The position as a block draws it for the seat, as far as these many rows.
fn rows_for(state: &IceAndFire, seat: Seat, count: usize) -> Vec<String> {
    let mut page = skirmish_core::wire::Page::new();
    state.ask(seat, skirmish_core::wire::ClockFace::default(), &mut page);
    page.as_str().lines().skip(4).take(count).map(str::to_string).collect()
}

fn at(x: i16, y: i16) -> Cell {
    Cell::new(x, y)
}

fn is_over(state: &IceAndFire) -> bool {
    matches!(state.decision(), Decision::Over(_))
}
