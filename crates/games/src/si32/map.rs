//! How a match begins: generated maps in several styles, and given ones.

use serde::{Deserialize, Serialize};
use skirmish_core::config::BadConfig;
use skirmish_core::grid::{Cell, Symmetry};
use skirmish_core::rng::{Rng, Seed};

use super::config::{Config, MAX_RESOURCE, MAX_SIDE, MIN_SIDE};

/// How far from a start the reserve reaches: 2 makes 5x5 tiles.
const RESERVE_REACH: i32 = 2;

/// How a generated map lays out its resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Style {
    /// About the same everywhere.
    Even,
    /// The nearer to the middle, the more.
    Centre,
    /// Rich round fields in poor land.
    Patches,
    /// Rich winding lines across poor land.
    Ridges,
    /// Single rich tiles all over.
    Scattered,
}

impl Style {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Even, Self::Centre, Self::Patches, Self::Ridges, Self::Scattered];

    /// Its name in configs and replays.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Even => "even",
            Self::Centre => "centre",
            Self::Patches => "patches",
            Self::Ridges => "ridges",
            Self::Scattered => "scattered",
        }
    }
}

/// A map as a config holds it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GivenMap {
    /// The resource of every tile, row by row.
    pub rows: Vec<Vec<u32>>,
    /// Where the players start; at a quarter of the board if not given.
    #[serde(default)]
    pub starts: Option<[Cell; 2]>,
}

impl GivenMap {
    /// Columns and rows.
    pub(crate) fn size(&self) -> (u32, u32) {
        (self.rows.first().map_or(0, Vec::len) as u32, self.rows.len() as u32)
    }
}

/// A map to start from.
pub(crate) struct Map {
    pub style: &'static str,
    pub resource: Vec<i16>,
    pub starts: [Cell; 2],
}

/// The given map, or one that grows from the seed.
pub(crate) fn make(config: &Config, seed: Seed) -> Map {
    let quarter = Cell::new((config.width / 4) as i16, (config.height / 4) as i16);
    let starts = [quarter, opposite(quarter, config)];
    match &config.map {
        Some(given) => Map {
            style: "given",
            resource: given.rows.iter().flatten().map(|&resource| resource as i16).collect(),
            starts: given.starts.unwrap_or(starts),
        },
        None => {
            let mut rng = Rng::new(seed);
            let drawn = Style::ALL[rng.below(Style::ALL.len() as u32) as usize];
            let style = config.style.unwrap_or(drawn);
            let mut land = Land::new(config, rng);
            land.grow(style);
            land.reserve(quarter, config.start_reserve as i32);
            Map { style: style.word(), resource: land.resource, starts }
        }
    }
}

/// Reads a map file: an optional line `starts <x> <y> <x> <y>`, then one line of resources per row.
/// Blank lines and what follows a `#` are skipped.
pub(crate) fn read(text: &str) -> Result<GivenMap, BadConfig> {
    let mut map = GivenMap { rows: Vec::new(), starts: None };
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.split('#').next().unwrap_or("").trim();
        if line.is_empty() {
            continue;
        }
        if let Some(starts) = line.strip_prefix("starts") {
            map.starts = Some(read_starts(number, starts)?);
            continue;
        }
        let row = read_numbers::<u32>(number, line, MAX_SIDE as usize)?;
        if map.rows.first().is_some_and(|first| first.len() != row.len()) {
            let want = map.rows[0].len();
            return Err(BadConfig::map_line(
                number,
                format!("{} tiles: the first row has {want}", row.len()),
            ));
        }
        map.rows.push(row);
        if map.rows.len() > MAX_SIDE as usize {
            return Err(BadConfig::map_line(number, format!("a map has at most {MAX_SIDE} rows")));
        }
    }
    if map.rows.is_empty() {
        return Err(BadConfig::Map("the map has no rows: write one line of numbers per row".into()));
    }
    Ok(map)
}

fn read_starts(number: usize, text: &str) -> Result<[Cell; 2], BadConfig> {
    match read_numbers::<i16>(number, text, 4)?[..] {
        [x, y, other_x, other_y] => Ok([Cell::new(x, y), Cell::new(other_x, other_y)]),
        _ => Err(BadConfig::map_line(number, "`starts` needs four numbers: x and y of both players")),
    }
}

fn read_numbers<T: std::str::FromStr>(line: usize, text: &str, most: usize) -> Result<Vec<T>, BadConfig> {
    let mut numbers = Vec::new();
    for word in text.split_whitespace() {
        let Ok(value) = word.parse() else {
            return Err(BadConfig::map_line(line, format!("`{word}` is no number that fits here")));
        };
        numbers.push(value);
        if numbers.len() > most {
            return Err(BadConfig::map_line(line, format!("more than {most} numbers")));
        }
    }
    Ok(numbers)
}

/// Says what is wrong with a given map.
pub(crate) fn validate(given: &GivenMap, config: &Config) -> Result<(), BadConfig> {
    let (width, height) = (config.width as usize, config.height as usize);
    if given.rows.len() != height {
        let want = format!("{height} rows, as `height` says");
        return Err(BadConfig::field("map", format!("{} rows high", given.rows.len()), want));
    }
    for (y, row) in given.rows.iter().enumerate() {
        if row.len() != width {
            let want = format!("{width} tiles wide, as `width` says");
            return Err(BadConfig::field("map", format!("{} tiles wide in row {y}", row.len()), want));
        }
        if let Some(&most) = row.iter().find(|&&resource| resource > MAX_RESOURCE) {
            return Err(BadConfig::field(
                "map",
                format!("{most} on a tile of row {y}"),
                format!("at most {MAX_RESOURCE}"),
            ));
        }
    }
    validate_starts(given, config)?;
    if config.fair { validate_symmetry(given, config) } else { Ok(()) }
}

fn validate_starts(given: &GivenMap, config: &Config) -> Result<(), BadConfig> {
    let Some(starts) = given.starts else { return Ok(()) };
    for (seat, start) in starts.iter().enumerate() {
        let on_board =
            (0..config.width as i16).contains(&start.x) && (0..config.height as i16).contains(&start.y);
        if !on_board {
            let what = format!("({}, {}) for the start of seat {seat}", start.x, start.y);
            return Err(BadConfig::field("map", what, "on the board"));
        }
    }
    if starts[0] == starts[1] {
        return Err(BadConfig::field("map", "the same start for both players", "two different tiles"));
    }
    Ok(())
}

fn validate_symmetry(given: &GivenMap, config: &Config) -> Result<(), BadConfig> {
    let (width, height) = (config.width as usize, config.height as usize);
    for y in 0..height {
        for x in 0..width {
            let (there, image) = (given.rows[y][x], given.rows[height - 1 - y][width - 1 - x]);
            if there != image {
                return Err(BadConfig::Map(format!(
                    "the map is not symmetric: ({x}, {y}) has {there}, but ({}, {}) has {image}; \
                     make them equal, or set `fair = false`",
                    width - 1 - x,
                    height - 1 - y
                )));
            }
        }
    }
    match given.starts {
        Some([first, second]) if opposite(first, config) != second => Err(BadConfig::Map(
            "the map is not symmetric: the starts do not lie opposite each other; \
             move one, or set `fair = false`"
                .into(),
        )),
        _ => Ok(()),
    }
}

fn opposite(cell: Cell, config: &Config) -> Cell {
    Symmetry::Point.of(cell, config.width as usize, config.height as usize)
}

/// Land in the making. Whatever is put on a tile is put on its image as well.
struct Land {
    rng: Rng,
    width: i32,
    height: i32,
    /// The most a tile can have.
    most: i32,
    resource: Vec<i16>,
}

impl Land {
    fn new(config: &Config, rng: Rng) -> Self {
        let (width, height) = (config.width as i32, config.height as i32);
        let resource = vec![0; (width * height) as usize];
        Self { rng, width, height, most: config.resource_max as i32, resource }
    }

    fn grow(&mut self, style: Style) {
        match style {
            Style::Even => self.grow_even(),
            Style::Centre => self.grow_centre(),
            Style::Patches => self.grow_patches(),
            Style::Ridges => self.grow_ridges(),
            Style::Scattered => self.grow_scattered(),
        }
    }

    fn grow_even(&mut self) {
        let (low, high) = (self.most / 4, self.most * 3 / 4);
        self.each(|land, _, _| land.rng.between(low, high));
    }

    /// Falls from the most in the middle to a fifth of it in the corners, give or take a tenth.
    fn grow_centre(&mut self) {
        let (width, height, most) = (self.width, self.height, self.most);
        self.each(|land, x, y| {
            // Twice the distance from the middle, which lies between four tiles.
            let distance = (2 * x + 1 - width).abs() + (2 * y + 1 - height).abs();
            let farthest = width + height;
            let noise = land.rng.between(-most / 10, most / 10);
            most - most * 4 * distance / (5 * farthest) + noise
        });
    }

    /// One round field on about forty tiles.
    fn grow_patches(&mut self) {
        let poor = self.most / 10;
        self.each(|land, _, _| land.rng.between(0, poor));
        for _ in 0..(self.width * self.height / 80).max(2) {
            let (x, y) = (self.rng.between(0, self.width - 1), self.rng.between(0, self.height - 1));
            let radius = self.rng.between(1, 3);
            let rich = self.rng.between(self.most / 2, self.most);
            for (dx, dy) in disc(radius) {
                // A field thins out towards its rim.
                let distance = dx.abs().max(dy.abs());
                self.raise(x + dx, y + dy, rich - rich * distance / (radius * 2));
            }
        }
    }

    /// Lines that wander from the left edge to the right.
    fn grow_ridges(&mut self) {
        let poor = self.most / 5;
        self.each(|land, _, _| land.rng.between(0, poor));
        for _ in 0..(self.height / 7).max(1) {
            let mut y = self.rng.between(0, self.height - 1);
            for x in 0..self.width {
                let rich = self.rng.between(self.most * 3 / 4, self.most);
                self.raise(x, y, rich);
                self.raise(x, y - 1, self.most / 3);
                self.raise(x, y + 1, self.most / 3);
                y = (y + self.rng.between(-1, 1)).clamp(0, self.height - 1);
            }
        }
    }

    /// One tile in four is rich, the rest is bare or nearly so.
    fn grow_scattered(&mut self) {
        let most = self.most;
        self.each(|land, _, _| {
            if land.rng.chance(1, 4) {
                land.rng.between(most * 3 / 4, most)
            } else {
                land.rng.between(0, most / 5)
            }
        });
    }

    /// Tops up the tiles around a start, poorest first, until they hold enough or are full.
    fn reserve(&mut self, start: Cell, wanted: i32) {
        let (x, y) = (i32::from(start.x), i32::from(start.y));
        let near: Vec<(i32, i32)> = disc(RESERVE_REACH)
            .map(|(dx, dy)| (x + dx, y + dy))
            .filter(|&(x, y)| self.index(x, y).is_some())
            .collect();
        let mut held: i32 = near.iter().map(|&(x, y)| self.at(x, y)).sum();
        while held < wanted {
            let poorest = near.iter().copied().min_by_key(|&(x, y)| self.at(x, y));
            let Some((x, y)) = poorest.filter(|&(x, y)| self.at(x, y) < self.most) else { return };
            let before = self.at(x, y);
            self.put(x, y, before + 1);
            // On a small board the image of a near tile can be near as well.
            held = near.iter().map(|&(x, y)| self.at(x, y)).sum();
        }
    }

    /// Puts a value on every tile; `value` is called for one tile of every pair.
    fn each(&mut self, value: impl Fn(&mut Self, i32, i32) -> i32) {
        for y in 0..self.height / 2 {
            for x in 0..self.width {
                let value = value(self, x, y);
                self.put(x, y, value);
            }
        }
    }

    fn index(&self, x: i32, y: i32) -> Option<usize> {
        let on_board = (0..self.width).contains(&x) && (0..self.height).contains(&y);
        on_board.then(|| (y * self.width + x) as usize)
    }

    fn at(&self, x: i32, y: i32) -> i32 {
        self.index(x, y).map_or(0, |index| self.resource[index].into())
    }

    fn put(&mut self, x: i32, y: i32, value: i32) {
        let Some(index) = self.index(x, y) else { return };
        let value = value.clamp(0, self.most) as i16;
        let image = self.resource.len() - 1 - index;
        (self.resource[index], self.resource[image]) = (value, value);
    }

    /// Puts a value on a tile that has less.
    fn raise(&mut self, x: i32, y: i32, value: i32) {
        if value > self.at(x, y) {
            self.put(x, y, value);
        }
    }
}

/// The offsets of a square field whose corners are cut off, or of a plain square if it is small.
fn disc(radius: i32) -> impl Iterator<Item = (i32, i32)> {
    let cut = if radius > RESERVE_REACH { radius * radius + 1 } else { 2 * radius * radius };
    (-radius..=radius)
        .flat_map(move |dy| (-radius..=radius).map(move |dx| (dx, dy)))
        .filter(move |(dx, dy)| dx * dx + dy * dy <= cut)
}

const _: () = assert!(MIN_SIDE >= 8, "starts at a quarter of the board need their distance");
