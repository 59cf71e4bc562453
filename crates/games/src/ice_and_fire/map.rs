//! How a match begins: the contest's generator, and maps that are given.

use skirmish_core::config::BadConfig;
use skirmish_core::rng::{Rng, Seed};
use skirmish_core::seat::Seat;

use super::board::{Cells, cell, flood, headquarters};
use super::config::{AREA, Config, SIDE};

/// The ground of a match, which never changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ground {
    /// Every cell that is not void.
    pub(crate) land: Cells,
    /// Where mines can be built.
    pub(crate) spots: Cells,
    /// Whether it was given, not generated.
    pub(crate) is_given: bool,
}

/// The cell that blue owns at the start besides its headquarters: (11, 10).
pub(crate) const HEAD_START: usize = AREA - 1 - SIDE;
/// The mine spot that every map with mines has beside red's headquarters: (1, 0).
const NEAR_SPOT: usize = 1;

/// The given map, or one that grows from the seed.
pub(crate) fn ground(config: &Config, seed: Seed) -> Result<Ground, BadConfig> {
    match &config.map {
        Some(rows) => given(rows, config),
        None => Ok(generate(config, &mut Rng::new(seed))),
    }
}

/// The rows of a map file: its lines, without blanks at their ends and without empty lines.
pub(crate) fn rows(text: &str) -> Vec<String> {
    text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_string).collect()
}

/// Reads rows of `#`, `.` and `m`.
pub(crate) fn given(rows: &[String], config: &Config) -> Result<Ground, BadConfig> {
    let mut ground = Ground { land: Cells::EMPTY, spots: Cells::EMPTY, is_given: true };
    if rows.len() != SIDE {
        return Err(BadConfig::field("map", format_args!("{} rows", rows.len()), "12 rows of 12 characters"));
    }
    for (y, row) in rows.iter().enumerate() {
        if row.chars().count() != SIDE {
            return Err(BadConfig::map_line(
                y + 1,
                format_args!("it must have 12 characters, not {}", row.chars().count()),
            ));
        }
        for (x, mark) in row.chars().enumerate() {
            let at = y * SIDE + x;
            match mark {
                '#' => continue,
                '.' => {}
                'm' => ground.spots.insert(at),
                other => {
                    return Err(BadConfig::map_line(
                        y + 1,
                        format_args!("{other:?} is none of `#`, `.` and `m`"),
                    ));
                }
            }
            ground.land.insert(at);
        }
    }
    ground.check_starts(config)?;
    if config.fair {
        ground.check_symmetry()?;
    }
    Ok(ground)
}

impl Ground {
    fn check_starts(&self, config: &Config) -> Result<(), BadConfig> {
        for at in [headquarters(Seat::FIRST), headquarters(Seat::SECOND)] {
            if !self.land.has(at) || self.spots.has(at) {
                return Err(BadConfig::map_line(
                    at / SIDE + 1,
                    "a headquarters stands in this corner: it must be `.`",
                ));
            }
        }
        if config.head_start && !self.land.has(HEAD_START) {
            return Err(BadConfig::map_line(11, "blue begins with its last cell: it must not be void"));
        }
        Ok(())
    }

    fn check_symmetry(&self) -> Result<(), BadConfig> {
        for at in 0..AREA {
            let image = image(at);
            if self.land.has(at) != self.land.has(image) || self.spots.has(at) != self.spots.has(image) {
                let (one, other) = (cell(at), cell(image));
                return Err(BadConfig::map_line(
                    at / SIDE + 1,
                    format_args!(
                        "({}, {}) differs from ({}, {}): make the map look the same after half a turn, or set `fair` to false",
                        one.x, one.y, other.x, other.y
                    ),
                ));
            }
        }
        Ok(())
    }
}

/// Where half a turn of the board takes a cell.
pub(crate) const fn image(at: usize) -> usize {
    AREA - 1 - at
}

fn generate(config: &Config, rng: &mut Rng) -> Ground {
    let mut land = caves(config, rng);
    mirror_upper_right(&mut land);
    clear_corners(&mut land);
    link_regions(&mut land, rng);
    let spots = if config.mines { mine_spots(&land, config, rng) } else { Cells::EMPTY };
    Ground { land, spots, is_given: false }
}

/// A cellular automaton: what is solid after all rounds becomes void, and the rest land.
fn caves(config: &Config, rng: &mut Rng) -> Cells {
    let mut solid = [[true; SIDE + 2]; SIDE + 2];
    for x in 1..=SIDE {
        for row in &mut solid[1..=SIDE] {
            row[x] = rng.chance(config.solid_percent, 100);
        }
    }
    for (x, y) in [(1, 1), (2, 1), (1, 2), (2, 2)] {
        solid[y][x] = true;
    }
    for _ in 0..config.smoothing_rounds {
        let before = solid;
        for y in 1..=SIDE {
            for x in 1..=SIDE {
                let around = before[y - 1..=y + 1].iter().flat_map(|row| &row[x - 1..=x + 1]);
                solid[y][x] =
                    around.filter(|&&is_solid| is_solid).count() >= config.smoothing_threshold as usize;
            }
        }
    }
    let mut land = Cells::EMPTY;
    for at in 0..AREA {
        if !solid[at / SIDE + 1][at % SIDE + 1] {
            land.insert(at);
        }
    }
    land
}

/// The half above the falling diagonal is turned onto the other.
fn mirror_upper_right(land: &mut Cells) {
    for x in 0..SIDE {
        for y in 0..=x {
            let at = y * SIDE + x;
            if land.has(at) { land.insert(image(at)) } else { land.remove(image(at)) }
        }
    }
}

/// Rule: the 3 x 3 cells in each headquarters' corner are never void.
fn clear_corners(land: &mut Cells) {
    for at in (0..3).flat_map(|y| (0..3).map(move |x| y * SIDE + x)) {
        land.insert(at);
        land.insert(image(at));
    }
}

/// Rule: all land is one region. A cell of each region, by chance, is linked with that of every other.
fn link_regions(land: &mut Cells, rng: &mut Rng) {
    let mut knots = Vec::new();
    let mut rest = *land;
    while let Some(start) = rest.nth(0) {
        let region = flood(start, &rest);
        rest = rest.minus(&region);
        knots.extend(region.nth(rng.below(region.count() as u32) as usize));
    }
    for (i, &one) in knots.iter().enumerate() {
        for &other in &knots[i + 1..] {
            dig(land, one, other);
        }
    }
}

/// Makes a bent way between two cells, and its image: along the second's row, then along the first's column.
fn dig(land: &mut Cells, one: usize, other: usize) {
    let ((x1, y1), (x2, y2)) = ((one % SIDE, one / SIDE), (other % SIDE, other / SIDE));
    let row = (x1.min(x2)..=x1.max(x2)).map(|x| y2 * SIDE + x);
    let column = (y1.min(y2)..=y1.max(y2)).map(|y| y * SIDE + x1);
    for at in row.chain(column) {
        land.insert(at);
        land.insert(image(at));
    }
}

/// Rule: there is always a spot beside each headquarters; the others lie anywhere but under one, in pairs.
fn mine_spots(land: &Cells, config: &Config, rng: &mut Rng) -> Cells {
    let wanted = rng.between(config.mine_spots_min as i32, config.mine_spots_max as i32) as usize;
    let mut spots = Cells::EMPTY;
    let mut free = *land;
    free.remove(headquarters(Seat::FIRST));
    free.remove(headquarters(Seat::SECOND));
    let mut next = Some(NEAR_SPOT);
    // An odd wish is rounded up, as in the contest. Where there is no land left, there are fewer.
    while let Some(at) = next.filter(|_| spots.count() < wanted) {
        for at in [at, image(at)] {
            spots.insert(at);
            free.remove(at);
        }
        next = free.nth(rng.below(free.count() as u32) as usize);
    }
    spots
}

/// Whether all land is one region, found the slow and obvious way.
#[cfg(test)]
pub(crate) fn is_one_region(land: &Cells) -> bool {
    let mut seen = [false; AREA];
    let mut queue: Vec<usize> = land.iter().take(1).collect();
    while let Some(at) = queue.pop() {
        if land.has(at) && !std::mem::replace(&mut seen[at], true) {
            queue.extend(super::board::beside(at).into_iter().filter(|&near| near < AREA));
        }
    }
    (0..AREA).all(|at| seen[at] == land.has(at))
}
