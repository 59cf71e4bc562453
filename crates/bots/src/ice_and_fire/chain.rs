//! Chains of trainings: from the own territory into foreign land, cell by cell, for the least gold.

use skirmish_core::bits::Bits;
use skirmish_core::grid::Cell;
use skirmish_core::seat::Seat;
use skirmish_games::ice_and_fire::{AREA, IceAndFire, Level, Part, SIDE};

/// The cheapest chain to every cell that the gold reaches, as the position stands.
pub(super) struct Chains {
    price: [i32; AREA],
    step: [Option<Step>; AREA],
}

/// How a chain gets onto a cell.
#[derive(Clone, Copy)]
struct Step {
    order: Part,
    /// The cell of the chain before it; `None` where it begins.
    after: Option<u8>,
}

/// Whether the units of a chain's seat can still move: then it may begin with a step, which costs nothing.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Units {
    /// They have not moved in this turn.
    Fresh,
    /// They have, or may have.
    Tired,
}

impl Chains {
    /// All chains of the seat that cost at most so much.
    pub(super) fn within(state: &IceAndFire, seat: Seat, gold: i32, units: Units) -> Self {
        let mut chains = Self { price: [i32::MAX; AREA], step: [None; AREA] };
        let own = state.territory(seat);
        let mut open: Vec<usize> = Vec::with_capacity(AREA);
        if units == Units::Fresh {
            chains.begin_with_steps(state, seat, &mut open);
        }
        for at in state.beside(&own).minus(&own).iter() {
            chains.train(state, seat, gold, (None, at), &mut open);
        }
        while let Some(next) = (0..open.len()).min_by_key(|&i| chains.price[open[i]]) {
            let from = open.swap_remove(next);
            for to in near(from) {
                if !own.has(to) {
                    chains.train(state, seat, gold, (Some(from), to), &mut open);
                }
            }
        }
        chains
    }

    /// A unit that enters a cell beside it begins a chain there.
    fn begin_with_steps(&mut self, state: &IceAndFire, seat: Seat, open: &mut Vec<usize>) {
        let own = state.territory(seat);
        for from in state.army(seat).map(place).filter(|&from| own.has(from)) {
            let Some((id, level)) = state.unit(cell(from)) else { continue };
            for to in near(from).filter(|&to| !own.has(to) && state.can_be_entered(seat, level, cell(to))) {
                self.price[to] = 0;
                self.step[to] = Some(Step { order: Part::move_unit(id, cell(to)), after: None });
                open.push(to);
            }
        }
    }

    /// A training on the cell, after a chain to the one before it, if that is cheaper than what was found.
    fn train(
        &mut self,
        state: &IceAndFire,
        seat: Seat,
        gold: i32,
        (from, to): (Option<usize>, usize),
        open: &mut Vec<usize>,
    ) {
        let before = from.map_or(0, |from| self.price[from]);
        if before >= self.price[to] {
            return;
        }
        let Some(level) = level_to_enter(state, seat, to) else { return };
        let sum = before + state.unit_cost(level);
        if sum < self.price[to] && sum <= gold {
            self.price[to] = sum;
            let order = Part::train(level, cell(to));
            self.step[to] = Some(Step { order, after: from.map(|from| from as u8) });
            open.push(to);
        }
    }

    /// What the chain to the cell costs; `None` if the gold does not reach there.
    pub(super) fn price(&self, at: usize) -> Option<i32> {
        Some(self.price[at]).filter(|&price| price != i32::MAX)
    }

    /// The orders of the chain to the cell; none if the gold does not reach there.
    pub(super) fn orders(&self, to: usize) -> Vec<Part> {
        let mut orders = Vec::new();
        let mut at = Some(to);
        while let Some(step) = at.and_then(|at| self.step[at]) {
            orders.push(step.order);
            at = step.after.map(usize::from);
        }
        orders.reverse();
        orders
    }
}

/// The lowest level of a unit of the seat that could enter the cell.
pub(super) fn level_to_enter(state: &IceAndFire, seat: Seat, at: usize) -> Option<Level> {
    let mut levels = Level::ALL.into_iter().filter(|level| level.get() <= state.max_level());
    levels.find(|&level| state.can_be_entered(seat, level, cell(at)))
}

/// The cells beside a cell.
pub(super) fn near(at: usize) -> impl Iterator<Item = usize> {
    cell(at).orthogonal().into_iter().filter(|near| is_on_board(*near)).map(place)
}

pub(super) fn is_on_board(at: Cell) -> bool {
    let side = 0..SIDE as i16;
    side.contains(&at.x) && side.contains(&at.y)
}

pub(super) fn place(at: Cell) -> usize {
    at.y as usize * SIDE + at.x as usize
}

pub(super) fn cell(at: usize) -> Cell {
    Cell::new((at % SIDE) as i16, (at / SIDE) as i16)
}

/// Walking distances to the nearest of these cells; cells out of reach are [`AREA`] away.
pub(super) fn distances(state: &IceAndFire, to: Bits<3>) -> [u8; AREA] {
    let mut steps = [AREA as u8; AREA];
    let (mut wave, mut seen, mut distance) = (to, to, 0);
    while !wave.is_empty() {
        wave.iter().for_each(|at| steps[at] = distance);
        wave = state.beside(&wave).minus(&seen);
        seen = seen.or(&wave);
        distance += 1;
    }
    steps
}
