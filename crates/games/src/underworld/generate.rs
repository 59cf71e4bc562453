//! Generated maps: symmetric, with a castle and a barracks for every seat, in several styles.

use skirmish_core::config::{BadConfig, ensure_in};
use skirmish_core::grid::Cell;
use skirmish_core::rng::{Rng, Seed};
use skirmish_core::seat::{Seat, SeatCount};

use super::board::{Board, Kind, Piece};
use super::config::{Config, MAX_SIZE};
use super::map::{Style, TURNS};

/// No wall stands nearer to a castle than this, in king's steps: everybody has ground to build on.
const CLEARING: i16 = 3;

/// Strokes that are tried; those that would cut the board in two or go over the limit are left out.
const STROKES: usize = 40;

/// A map for that many seats.
pub(crate) fn generate(config: &Config, seats: SeatCount, seed: Seed) -> Result<(Board, Style), BadConfig> {
    let layout = Layout::of(seats);
    let size = config.size.unwrap_or(layout.size);
    ensure_in("size", usize::from(size), layout.min_size, MAX_SIZE)?;
    let mut rng = Rng::new(seed);
    let drawn = Style::ALL[rng.below(Style::ALL.len() as u32) as usize];
    let style = config.style.unwrap_or(drawn);
    let mut plan = Plan::new(&layout, i16::from(size), &mut rng);
    plan.limit = usize::from(config.wall_percent) * plan.area() / 100;
    plan.raise_walls(style, &mut rng);
    let places = deal(&layout, seats, &mut rng);
    Ok((plan.board(config, &places), style))
}

/// The maps there are: for two, four and eight.
struct Layout {
    places: usize,
    size: u8,
    min_size: usize,
    /// The turns that lay the map on itself, by their numbers in [`TURNS`]; the first two are opposite.
    groups: &'static [&'static [usize]],
}

impl Layout {
    /// The smallest that has a place for everybody.
    fn of(seats: SeatCount) -> Self {
        match seats.get() {
            0..=2 => Self { places: 2, size: 12, min_size: 8, groups: &[&[0, 1]] },
            // Quarter turns, or mirror images by both middle lines.
            3..=4 => Self { places: 4, size: 16, min_size: 12, groups: &[&[0, 1, 4, 5], &[0, 1, 2, 3]] },
            _ => Self { places: 8, size: 24, min_size: 20, groups: &[&[0, 1, 2, 3, 4, 5, 6, 7]] },
        }
    }
}

/// Which place each seat gets. On a full map seats 0 and 1 are opposite each other, and so on; where places stay
/// empty it is by lot who sits beside the gap.
fn deal(layout: &Layout, seats: SeatCount, rng: &mut Rng) -> Vec<usize> {
    let mut places: Vec<usize> = (0..layout.places).collect();
    if seats.get() < layout.places {
        rng.shuffle(&mut places);
    }
    places.truncate(seats.get());
    places
}

/// A map in the making.
struct Plan {
    size: i16,
    group: &'static [usize],
    castle: Cell,
    barracks: Cell,
    walls: Vec<u64>,
    limit: usize,
}

impl Plan {
    fn new(layout: &Layout, size: i16, rng: &mut Rng) -> Self {
        let group = layout.groups[rng.below(layout.groups.len() as u32) as usize];
        // Rule: the castle is one from the edge. How far along the edge keeps neighbours well apart.
        let along = match group {
            [0, 1] | [0, 1, 4, 5] => rng.between(1, i32::from(size) - 2),
            [0, 1, 2, 3] => rng.between(1, i32::from(size) / 5),
            _ => i32::from(size) * 7 / 24 + rng.between(-1, 1),
        };
        let castle = Cell::new(1, along as i16);
        let beside = [castle.orthogonal()[0], castle.orthogonal()[1], castle.orthogonal()[2]];
        let inside: Vec<Cell> = beside.into_iter().filter(|cell| cell.y >= 1 && cell.y <= size - 2).collect();
        let barracks = *rng.pick(&inside).expect("the cell towards the middle is always inside");
        Self { size, group, castle, barracks, walls: vec![0; size as usize], limit: 0 }
    }

    fn area(&self) -> usize {
        (self.size as usize).pow(2)
    }

    /// Where the group's turns take a cell.
    fn orbit(&self, cell: Cell) -> impl Iterator<Item = Cell> + use<> {
        let (group, size) = (self.group, self.size);
        // The opposite pairs of TURNS stand side by side, so opposite seats get neighbouring numbers.
        group.iter().map(move |&turn| TURNS[turn](cell, size, size))
    }

    fn raise_walls(&mut self, style: Style, rng: &mut Rng) {
        let wanted = match style {
            Style::Meadow => self.limit / 2,
            _ => self.limit,
        };
        for _ in 0..STROKES {
            let stroke = self.stroke(style, rng);
            self.draw(&stroke, wanted);
        }
    }

    /// One stroke of walls, to be repeated all over the symmetric map.
    fn stroke(&self, style: Style, rng: &mut Rng) -> Vec<Cell> {
        let size = i32::from(self.size);
        let mut any = || Cell::new(rng.between(0, size - 1) as i16, rng.between(0, size - 1) as i16);
        let start = any();
        let line = |from: Cell, (dx, dy): (i16, i16), length: i32| -> Vec<Cell> {
            (0..length as i16).map(|i| Cell::new(from.x + dx * i, from.y + dy * i)).collect()
        };
        match style {
            Style::Meadow => vec![start],
            Style::Boulders => {
                let mut block = line(start, (1, 0), 2);
                block.extend(line(Cell::new(start.x, start.y + 1), (1, 0), 2));
                block
            }
            Style::Ridges => {
                let way = if rng.chance(1, 2) { (1, 0) } else { (0, 1) };
                line(start, way, rng.between(2, (size / 4).max(3)))
            }
            Style::Ring => {
                // A short piece of the square at some distance around the middle.
                let radius = size / 4;
                let side = rng.between(-radius, radius - 1);
                line(Cell::new((size / 2 + side) as i16, (size / 2 - radius) as i16), (1, 0), 2)
            }
            Style::Gates => {
                let y = size / 2 - rng.between(1, 2);
                line(Cell::new(rng.between(0, size - 1) as i16, y as i16), (1, 0), rng.between(1, 3))
            }
        }
    }

    /// Adds a stroke and its images, unless that would break a rule of the map.
    fn draw(&mut self, stroke: &[Cell], wanted: usize) {
        let before = self.walls.clone();
        for &cell in stroke {
            for image in self.orbit(cell).collect::<Vec<_>>() {
                if !self.may_be_wall(image) {
                    self.walls = before;
                    return;
                }
                self.walls[image.y as usize] |= 1 << image.x;
            }
        }
        let count: u32 = self.walls.iter().map(|row| row.count_ones()).sum();
        if count as usize > wanted || !self.is_connected() {
            self.walls = before;
        }
    }

    fn may_be_wall(&self, cell: Cell) -> bool {
        let on_board = cell.x >= 0 && cell.y >= 0 && cell.x < self.size && cell.y < self.size;
        on_board && self.orbit(self.castle).all(|castle| castle.king_distance(cell) >= CLEARING)
    }

    /// Whether every cell without a wall can be walked to from every other.
    fn is_connected(&self) -> bool {
        let full = !0u64 >> (MAX_SIZE - self.size as usize);
        let open: Vec<u64> = self.walls.iter().map(|walls| full & !walls).collect();
        let mut reached = vec![0; open.len()];
        reached[self.castle.y as usize] = 1 << self.castle.x;
        loop {
            let mut grew = false;
            for y in 0..open.len() {
                let above = if y > 0 { reached[y - 1] } else { 0 };
                let below = reached.get(y + 1).copied().unwrap_or(0);
                let row = reached[y];
                let wider = open[y] & (row | row << 1 | row >> 1 | above | below);
                grew |= wider != row;
                reached[y] = wider;
            }
            if !grew {
                return reached == open;
            }
        }
    }

    fn board(&self, config: &Config, places: &[usize]) -> Board {
        let mut board = Board::new(self.size as usize, self.size as usize);
        for (y, &row) in self.walls.iter().enumerate() {
            for x in super::board::bits(row) {
                board.put(board.at(x, y), Piece::WALL);
            }
        }
        for (kind, home) in [(Kind::Castle, self.castle), (Kind::Barracks, self.barracks)] {
            let homes: Vec<Cell> = self.orbit(home).collect();
            for (seat, &place) in places.iter().enumerate() {
                let cell = homes[place];
                let piece = Piece::new(kind, Seat(seat as u8), config.full_hp(kind), 0, cell);
                board.put(board.at(cell.x as usize, cell.y as usize), piece);
            }
        }
        board
    }
}
