//! How a match begins: where the mines and the first bases are, generated from the seed or given.

use serde::{Deserialize, Serialize};
use skirmish_core::config::BadConfig;
use skirmish_core::grid::{Cell, KING_STEPS, Symmetry};
use skirmish_core::rng::{Rng, Seed};

use super::config::{Config, MAX_SIZE, MIN_SIZE};

/// The part of the seed that maps grow from.
const MAP_STREAM: u64 = 1;
/// How often a style may try to lay a mine, per mine that it wants.
const TRIES_PER_MINE: usize = 50;

/// How the mines of a generated map lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Style {
    /// Anywhere.
    Scattered,
    /// In winding lines.
    Veins,
    /// In dense heaps.
    Clusters,
    /// On a ring about the middle.
    Ring,
    /// Mostly along the line between the sides.
    Frontier,
}

impl Style {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Scattered, Self::Veins, Self::Clusters, Self::Ring, Self::Frontier];

    /// The style's name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Scattered => "scattered",
            Self::Veins => "veins",
            Self::Clusters => "clusters",
            Self::Ring => "ring",
            Self::Frontier => "frontier",
        }
    }
}

/// How a generated board is symmetric.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Axis {
    /// Top and bottom are mirror images.
    Rows,
    /// Left and right are mirror images.
    Columns,
    /// Both; the sides face each other across the upright line.
    Both,
}

impl Axis {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Rows, Self::Columns, Self::Both];
}

/// Where everything is before the first round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Map {
    /// One entry per cell, row by row.
    pub(crate) mines: Vec<bool>,
    /// Each seat's first base.
    pub(crate) bases: [Cell; 2],
    /// What turns the board so that the seats change places.
    pub(crate) swap: Symmetry,
    /// The style's name, or `given`.
    pub(crate) style: &'static str,
}

impl Map {
    /// The map of a match: the given one if there is one, otherwise one made from the seed.
    pub(crate) fn new(config: &Config, seed: Seed) -> Result<Self, BadConfig> {
        match &config.map {
            Some(rows) => given(rows, config.fair),
            None => generate(config, seed),
        }
    }
}

/// Reads a map file: a square of `.`, `$`, `0` and `1`; blank lines and lines that begin with `#` are skipped.
pub(crate) fn read_map(text: &str, config: &mut Config) -> Result<(), BadConfig> {
    let rows: Vec<String> = text
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .take(MAX_SIZE + 1)
        .map(str::to_string)
        .collect();
    if !(MIN_SIZE..=MAX_SIZE).contains(&rows.len()) {
        let count =
            if rows.len() > MAX_SIZE { format!("more than {MAX_SIZE}") } else { rows.len().to_string() };
        return Err(BadConfig::Map(format!(
            "the map has {count} lines: it must have from {MIN_SIZE} to {MAX_SIZE}"
        )));
    }
    given(&rows, config.fair)?;
    config.size = rows.len();
    config.map = Some(rows);
    Ok(())
}

/// A given map, checked. Its lines are counted from 1, without the lines that a file's reader skips.
fn given(rows: &[String], fair: bool) -> Result<Map, BadConfig> {
    let size = rows.len();
    let mut mines = Vec::with_capacity(size * size);
    let mut bases = [None; 2];
    for (y, row) in rows.iter().enumerate() {
        if row.chars().count() != size {
            let what = format!("it has {} columns, but the map has {size} lines", row.chars().count());
            return Err(BadConfig::map_line(y + 1, what + ": it must be a square"));
        }
        for (x, mark) in row.chars().enumerate() {
            mines.push(mark == '$');
            let seat = match mark {
                '.' | '$' => continue,
                '0' => 0,
                '1' => 1,
                _ => {
                    let what = format!("`{}` in column {x}", mark.escape_default());
                    let want = "it must be `.`, `$` (a mine), `0` or `1` (a seat's base)";
                    return Err(BadConfig::map_line(y + 1, format!("{what}: {want}")));
                }
            };
            if bases[seat].replace(Cell::new(x as i16, y as i16)).is_some() {
                let what = format!("a second base of seat {seat} in column {x}: each seat has one");
                return Err(BadConfig::map_line(y + 1, what));
            }
        }
    }
    let [Some(first), Some(second)] = bases else {
        let missing = usize::from(bases[0].is_some());
        return Err(BadConfig::Map(format!(
            "the map has no base of seat {missing}: write `{missing}` on a cell"
        )));
    };
    let mut map = Map { mines, bases: [first, second], swap: Symmetry::Columns, style: "given" };
    match symmetry_of(&map, size) {
        Ok(swap) => map.swap = swap,
        Err(unfair) if fair => return Err(unfair),
        Err(_) => {}
    }
    Ok(map)
}

/// What swaps the seats of a map, or a sentence about where it is not symmetric.
fn symmetry_of(map: &Map, size: usize) -> Result<Symmetry, BadConfig> {
    let mut lopsided = None;
    for swap in [Symmetry::Columns, Symmetry::Rows] {
        if swap.of(map.bases[0], size, size) != map.bases[1] {
            continue;
        }
        let image = |at: usize| {
            let cell = swap.of(Cell::new((at % size) as i16, (at / size) as i16), size, size);
            cell.y as usize * size + cell.x as usize
        };
        match (0..size * size).find(|&at| map.mines[at] != map.mines[image(at)]) {
            None => return Ok(swap),
            Some(at) => lopsided = lopsided.or(Some((at, image(at)))),
        }
    }
    let advice = "make it symmetric, or set `fair` to false";
    Err(match lopsided {
        Some((at, image)) => {
            let (y, x, row, col) = (at / size, at % size, image / size, image % size);
            let what = format!("column {x} and its mirror image, line {}, column {col}, differ", row + 1);
            BadConfig::map_line(y + 1, format!("{what}: {advice}"))
        }
        None => BadConfig::Map(format!(
            "the map's bases are not mirror images of each other, left to right or top to bottom: {advice}"
        )),
    })
}

/// How often bases are drawn again before a config is refused.
const MOST_BASE_DRAWS: usize = 64;

/// A map made from the seed.
fn generate(config: &Config, seed: Seed) -> Result<Map, BadConfig> {
    let mut rng = Rng::new(seed.child(MAP_STREAM));
    // Both are drawn even when given, so that fixing one leaves the other as it was.
    let axis = Axis::ALL[rng.below(Axis::ALL.len() as u32) as usize];
    let style = Style::ALL[rng.below(Style::ALL.len() as u32) as usize];
    let (axis, style) = (config.symmetry.unwrap_or(axis), config.style.unwrap_or(style));
    let mut field = Field::with_bases(config, axis, &mut rng)?;
    match style {
        Style::Scattered => {}
        Style::Veins => field.lay_veins(&mut rng),
        Style::Clusters => field.lay_clusters(&mut rng),
        Style::Ring => field.lay_ring(&mut rng),
        Style::Frontier => field.lay_frontier(&mut rng),
    }
    field.scatter(&mut rng, |_| true);
    Ok(Map { mines: field.mines, bases: field.bases, swap: field.swap, style: style.name() })
}

/// A board on which mines are being laid, always together with their mirror images.
struct Field {
    size: usize,
    axis: Axis,
    swap: Symmetry,
    clear: i16,
    bases: [Cell; 2],
    mines: Vec<bool>,
    /// Mines still to be laid.
    left: usize,
}

impl Field {
    /// A board with the bases, and for each a mine within reach.
    fn with_bases(config: &Config, axis: Axis, rng: &mut Rng) -> Result<Self, BadConfig> {
        let mut field = Self::new(config, axis, rng);
        // Rule: on a small board bases may be drawn where no mine fits beside them; then they are drawn again.
        for _ in 0..MOST_BASE_DRAWS {
            match field.lay_near_a_base(config, rng) {
                Ok(()) => return Ok(field),
                Err(_) => field = Self::new(config, axis, rng),
            }
        }
        field.lay_near_a_base(config, rng).map(|()| field)
    }

    /// A board with nothing but the bases.
    fn new(config: &Config, axis: Axis, rng: &mut Rng) -> Self {
        let size = config.size;
        // Rule: where both symmetries hold, the sides face each other across the upright line.
        let swap = if axis == Axis::Rows { Symmetry::Rows } else { Symmetry::Columns };
        let (low, high) = config.along();
        let along = rng.between(low as i32, high as i32) as i16;
        let across = (size / 2 - config.offset()) as i16;
        let near = if axis == Axis::Rows { Cell::new(along, across) } else { Cell::new(across, along) };
        let far = swap.of(near, size, size);
        let bases = if rng.chance(1, 2) { [near, far] } else { [far, near] };
        let wanted = size * size * config.mine_share as usize / 1000;
        Self {
            size,
            axis,
            swap,
            clear: config.mine_clear,
            bases,
            mines: vec![false; size * size],
            // The mine that every base needs, with its images, is always laid.
            left: wanted.max(4),
        }
    }

    /// The cell and its mirror images, sorted, each once.
    fn orbit(&self, cell: Cell) -> Vec<Cell> {
        let turn = |symmetry: Symmetry, cell| symmetry.of(cell, self.size, self.size);
        let mut cells = match self.axis {
            Axis::Rows => vec![cell, turn(Symmetry::Rows, cell)],
            Axis::Columns => vec![cell, turn(Symmetry::Columns, cell)],
            Axis::Both => {
                let across = turn(Symmetry::Columns, cell);
                vec![cell, across, turn(Symmetry::Rows, cell), turn(Symmetry::Rows, across)]
            }
        };
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    fn at(&self, cell: Cell) -> usize {
        cell.y as usize * self.size + cell.x as usize
    }

    fn cell(&self, at: usize) -> Cell {
        Cell::new((at % self.size) as i16, (at / self.size) as i16)
    }

    fn is_on_board(&self, cell: Cell) -> bool {
        (cell.x as u16 as usize) < self.size && (cell.y as u16 as usize) < self.size
    }

    fn any_cell(&self, rng: &mut Rng) -> Cell {
        self.cell(rng.below(self.mines.len() as u32) as usize)
    }

    /// Whether a mine may lie there: none yet, and neither it nor an image is too close to a base.
    fn is_open(&self, cell: Cell) -> bool {
        let too_close = |image: &Cell| self.bases.iter().any(|base| image.king_distance(*base) <= self.clear);
        self.is_on_board(cell) && !self.mines[self.at(cell)] && !self.orbit(cell).iter().any(too_close)
    }

    /// Lays a mine and its images, if there is room and they are still wanted.
    fn lay(&mut self, cell: Cell) {
        if self.left == 0 || !self.is_open(cell) {
            return;
        }
        let orbit = self.orbit(cell);
        if orbit.len() > self.left {
            return;
        }
        self.left -= orbit.len();
        for image in orbit {
            let at = self.at(image);
            self.mines[at] = true;
        }
    }

    /// The mine that each base has within reach; the second base has the image of the first one's.
    fn lay_near_a_base(&mut self, config: &Config, rng: &mut Rng) -> Result<(), BadConfig> {
        let close: Vec<Cell> = (0..self.mines.len())
            .map(|at| self.cell(at))
            .filter(|cell| cell.king_distance(self.bases[0]) <= config.mine_reach && self.is_open(*cell))
            .collect();
        let Some(&cell) = rng.pick(&close) else {
            return Err(BadConfig::field(
                "mine_clear",
                config.mine_clear,
                "small enough that a mine fits within `mine_reach` of each base and beyond `mine_clear` of both",
            ));
        };
        self.lay(cell);
        Ok(())
    }

    /// Lays mines on cells that fit, in a random order, until no more are wanted.
    fn scatter(&mut self, rng: &mut Rng, fits: impl Fn(Cell) -> bool) {
        let mut cells: Vec<Cell> =
            (0..self.mines.len()).map(|at| self.cell(at)).filter(|&cell| fits(cell)).collect();
        rng.shuffle(&mut cells);
        for cell in cells {
            self.lay(cell);
        }
    }

    /// Winding lines with small gaps.
    fn lay_veins(&mut self, rng: &mut Rng) {
        for _ in 0..self.left * TRIES_PER_MINE {
            if self.left == 0 {
                return;
            }
            let mut cell = self.any_cell(rng);
            let mut heading = rng.below(8) as usize;
            for _ in 0..rng.between(6, 14) {
                if !self.is_on_board(cell) {
                    break;
                }
                if rng.chance(3, 4) {
                    self.lay(cell);
                }
                heading = (heading + 7 + rng.below(3) as usize) % 8;
                cell = cell.shifted(KING_STEPS[heading]);
            }
        }
    }

    /// Dense heaps of a handful of mines.
    fn lay_clusters(&mut self, rng: &mut Rng) {
        const RADIUS: i32 = 3;
        for _ in 0..self.left * TRIES_PER_MINE {
            if self.left == 0 {
                return;
            }
            let middle = self.any_cell(rng);
            for _ in 0..rng.between(6, 12) {
                let (dx, dy) = (rng.between(-RADIUS, RADIUS) as i16, rng.between(-RADIUS, RADIUS) as i16);
                self.lay(Cell::new(middle.x + dx, middle.y + dy));
            }
        }
    }

    /// A ring about the middle of the board, wide enough to hold what is wanted.
    fn lay_ring(&mut self, rng: &mut Rng) {
        let size = self.size as i32;
        // Twice the distances, so that the middle of an even board is a whole number.
        let radius = rng.between(size / 2, size * 4 / 5);
        let half_width = (size / 12).max(2);
        let (inner, outer) = ((radius - half_width).max(0), radius + half_width);
        self.scatter(rng, |cell| {
            let (dx, dy) = (2 * i32::from(cell.x) - (size - 1), 2 * i32::from(cell.y) - (size - 1));
            (inner * inner..=outer * outer).contains(&(dx * dx + dy * dy))
        });
    }

    /// Three quarters of the mines in a band along the line between the sides.
    fn lay_frontier(&mut self, rng: &mut Rng) {
        let (size, swap) = (self.size, self.swap);
        let band = (size as i16 / 10).max(1);
        let elsewhere = self.left / 4;
        self.left -= elsewhere;
        self.scatter(rng, |cell| cell.king_distance(swap.of(cell, size, size)) <= 2 * band);
        self.left += elsewhere;
    }
}
