//! The board of 12 x 12 cells as sets of bits: neighbours, floods and the question whether a loss can split a territory.

use skirmish_core::bits::Bits;
use skirmish_core::grid::{Cell, Direction, KING_STEPS};
use skirmish_core::seat::Seat;

use super::config::{AREA, SIDE};

/// A set of cells; cell (x, y) is bit `12 y + x`.
pub(crate) type Cells = Bits<3>;

/// Where neighbours off the board point to: a bit that is in no set.
const OFF: u8 = 191;

/// The neighbours beside each cell, in the order of [`Direction::ALL`].
static BESIDE: [[u8; 4]; AREA] = neighbours([
    Direction::North.delta(),
    Direction::East.delta(),
    Direction::South.delta(),
    Direction::West.delta(),
]);
/// The neighbours beside each cell, as a set.
static NEAR: [Cells; AREA] = near();
/// The neighbours around each cell, in the order of [`KING_STEPS`], so that each lies beside the next.
static AROUND: [[u8; 8]; AREA] = neighbours(KING_STEPS);
/// By which of the eight neighbours are in a set, as bits: whether taking out the middle may disconnect them.
static MAY_DISCONNECT: [bool; 256] = disconnecting_rings();

const LEFT_COLUMN: Cells = column(0);
const RIGHT_COLUMN: Cells = column(SIDE - 1);

/// The cell of a seat's headquarters: the corner (0, 0) or (11, 11).
pub(crate) const fn headquarters(seat: Seat) -> usize {
    if seat.0 == 0 { 0 } else { AREA - 1 }
}

/// The cell's place in a set.
pub(crate) fn index(cell: Cell) -> usize {
    cell.y as usize * SIDE + cell.x as usize
}

/// The cell at a place in a set.
pub(crate) fn cell(at: usize) -> Cell {
    Cell::new((at % SIDE) as i16, (at / SIDE) as i16)
}

/// The places beside a cell: up, right, down, left. One that is off the board is in no set.
#[inline]
pub(crate) fn beside(at: usize) -> [usize; 4] {
    BESIDE[at].map(usize::from)
}

/// Whether two cells lie side by side.
#[inline]
pub(crate) fn are_beside(one: usize, other: usize) -> bool {
    NEAR[one].has(other)
}

/// Whether two sets have a cell in common.
#[inline]
pub(crate) fn meet(one: &Cells, other: &Cells) -> bool {
    // Branch-free: which word holds a common cell is unpredictable.
    (one.0[0] & other.0[0]) | (one.0[1] & other.0[1]) | (one.0[2] & other.0[2]) != 0
}

/// Whether any cell beside this one is in the set.
#[inline]
pub(crate) fn touches(set: &Cells, at: usize) -> bool {
    meet(set, &NEAR[at])
}

/// A seat's place in the tables of two.
#[inline]
pub(crate) const fn side(seat: Seat) -> usize {
    // Masked to one bit, so that the compiler can leave out the bounds check.
    (seat.0 & 1) as usize
}

/// Every cell beside one of the set. May hold bits beyond the board: to be cut down to the cells that matter.
#[inline]
pub(crate) fn spread(set: &Cells) -> Cells {
    let (up, down) = (set.down(SIDE as u32), set.up(SIDE as u32));
    let (right, left) = (set.minus(&RIGHT_COLUMN).up(1), set.minus(&LEFT_COLUMN).down(1));
    up.or(&down).or(&right.or(&left))
}

/// The cells of `within` that can be reached from the start without leaving it.
pub(crate) fn flood(start: usize, within: &Cells) -> Cells {
    let mut reached = Cells::EMPTY;
    reached.insert(start);
    reached = reached.and(within);
    loop {
        let next = reached.or(&spread(&reached).and(within));
        if next == reached {
            return reached;
        }
        reached = next;
    }
}

/// Whether the cell may be an articulation point of a connected set: whether taking it out may leave two pieces. Looks at
/// the eight neighbours alone, so a "no" is certain and a "yes" is not.
pub(crate) fn may_disconnect(set: &Cells, at: usize) -> bool {
    let ring = AROUND[at]
        .iter()
        .enumerate()
        .fold(0, |ring, (i, &near)| ring | usize::from(set.has(near.into())) << i);
    MAY_DISCONNECT[ring]
}

const fn neighbours<const N: usize>(steps: [(i16, i16); N]) -> [[u8; N]; AREA] {
    let mut table = [[OFF; N]; AREA];
    let mut at = 0;
    while at < AREA {
        let mut i = 0;
        while i < N {
            let x = (at % SIDE) as i16 + steps[i].0;
            let y = (at / SIDE) as i16 + steps[i].1;
            if x >= 0 && x < SIDE as i16 && y >= 0 && y < SIDE as i16 {
                table[at][i] = (y * SIDE as i16 + x) as u8;
            }
            i += 1;
        }
        at += 1;
    }
    table
}

const fn near() -> [Cells; AREA] {
    let mut table = [Bits([0; 3]); AREA];
    let mut at = 0;
    while at < AREA {
        let mut i = 0;
        while i < 4 {
            let near = BESIDE[at][i] as usize;
            if near < AREA {
                table[at].0[near / 64] |= 1 << (near % 64);
            }
            i += 1;
        }
        at += 1;
    }
    table
}

/// Around the ring, each neighbour lies beside the next. The middle connects as many runs of neighbours as have a cell
/// beside it (an even place); with fewer than two runs it connects nothing.
const fn disconnecting_rings() -> [bool; 256] {
    let mut table = [false; 256];
    let mut ring = 0;
    while ring < 256 {
        let mut runs = 0;
        let mut i = 0;
        while i < 8 {
            // A run is counted where its first cell beside the middle follows no other of the same run.
            let here = ring >> i & 1 == 1;
            let linked = ring >> ((i + 7) % 8) & 1 == 1 && ring >> ((i + 6) % 8) & 1 == 1;
            if here && !linked {
                runs += 1;
            }
            i += 2;
        }
        table[ring] = runs > 1;
        ring += 1;
    }
    table
}

const fn column(x: usize) -> Cells {
    let mut words = [0; 3];
    let mut at = x;
    while at < AREA {
        words[at / 64] |= 1 << (at % 64);
        at += SIDE;
    }
    Bits(words)
}
