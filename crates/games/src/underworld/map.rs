//! How a match begins: the styles of generated maps (made in `generate`), and given maps, checked and laid out.

use serde::{Deserialize, Serialize};
use skirmish_core::config::{BadConfig, ensure_in};
use skirmish_core::grid::Cell;
use skirmish_core::seat::{MAX_SEATS, Seat, SeatCount};

use super::board::{Board, Kind, Piece};
use super::config::{Config, MAX_SIZE, MIN_GIVEN_SIZE};

/// How a generated map's walls look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Style {
    /// A few single walls.
    Meadow,
    /// Blocks of two by two.
    Boulders,
    /// Straight lines.
    Ridges,
    /// A broken ring around the middle.
    Ring,
    /// Lines across the middle, with gates.
    Gates,
}

impl Style {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Meadow, Self::Boulders, Self::Ridges, Self::Ring, Self::Gates];

    /// Its name in configs and replays.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Meadow => "meadow",
            Self::Boulders => "boulders",
            Self::Ridges => "ridges",
            Self::Ring => "ring",
            Self::Gates => "gates",
        }
    }
}

/// A map as a file gives it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GivenMap {
    /// Columns.
    pub sizex: usize,
    /// Rows.
    pub sizey: usize,
    /// Everything that stands on the map.
    pub objects: Vec<MapObject>,
}

/// An object of a given map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MapObject {
    /// Column.
    pub x: usize,
    /// Row.
    pub y: usize,
    /// The letter of its kind.
    #[serde(rename = "type")]
    pub kind: String,
    /// The seat that owns it, -1 for walls.
    pub owner: i8,
}

/// A map file: the map, and what else a file of the original may say.
#[derive(Deserialize)]
struct MapFile {
    sizex: usize,
    sizey: usize,
    objects: Vec<MapObject>,
    money: Option<i64>,
    #[serde(rename = "maxTurns")]
    max_turns: Option<u32>,
}

/// Reads a map file into the config; other fields of the file than those named in the rule page are passed over.
pub(crate) fn read(text: &str, config: &mut Config) -> Result<(), BadConfig> {
    let file: MapFile =
        serde_json::from_str(text).map_err(|error| BadConfig::map_line(error.line(), error))?;
    config.map = Some(GivenMap { sizex: file.sizex, sizey: file.sizey, objects: file.objects });
    config.money = file.money.unwrap_or(config.money);
    config.max_turns = file.max_turns.unwrap_or(config.max_turns);
    Ok(())
}

impl GivenMap {
    /// The board that the map describes, without the objects of seats that nobody has.
    pub(crate) fn lay(&self, config: &Config, seats: SeatCount) -> Result<Board, BadConfig> {
        ensure_in("map.sizex", self.sizex, MIN_GIVEN_SIZE, MAX_SIZE)?;
        ensure_in("map.sizey", self.sizey, MIN_GIVEN_SIZE, MAX_SIZE)?;
        let whole = self.lay_all(config)?;
        let players = self.players(&whole)?;
        if players < seats.get() {
            return Err(BadConfig::Map(format!(
                "the map is for {players} players, not {}: give every seat a castle",
                seats.get()
            )));
        }
        if config.fair {
            ensure_fair(&whole, players)?;
        }
        let mut board = Board::new(self.sizex, self.sizey);
        for (spot, piece) in whole.pieces() {
            if piece.is_wall() || seats.has(piece.owner) {
                board.put(spot, piece);
            }
        }
        Ok(board)
    }

    fn lay_all(&self, config: &Config) -> Result<Board, BadConfig> {
        let mut board = Board::new(self.sizex, self.sizey);
        for object in &self.objects {
            let wrong =
                |what: String| BadConfig::Map(format!("map, object at ({}, {}): {what}", object.x, object.y));
            let Some(spot) = board.spot(object.x, object.y) else {
                return Err(wrong(format!("the map has only {}x{} cells", self.sizex, self.sizey)));
            };
            let Some(kind) = Kind::from_letter(object.kind.as_bytes()) else {
                return Err(wrong(format!("type `{}` must be one of W, B, C, F and #", object.kind)));
            };
            if !board.is_free(spot) {
                return Err(wrong("the cell is taken by another object".into()));
            }
            let piece = match (kind, object.owner) {
                (Kind::Wall, -1) => Piece::WALL,
                (Kind::Wall, _) => return Err(wrong("the owner of a wall must be -1".into())),
                (_, 0..8) => {
                    let owner = Seat(object.owner as u8);
                    Piece::new(kind, owner, config.full_hp(kind), 0, board.cell(spot))
                }
                _ => return Err(wrong(format!("owner {} must be from 0 to 7", object.owner))),
            };
            if kind == Kind::Castle && board.castle(piece.owner).is_some() {
                return Err(wrong(format!("seat {} has a second castle; it must have one", piece.owner)));
            }
            board.put(spot, piece);
        }
        Ok(board)
    }

    /// How many seats the map has: those up to the highest owner, each with a castle.
    fn players(&self, board: &Board) -> Result<usize, BadConfig> {
        let players = self.objects.iter().map(|object| object.owner + 1).max().unwrap_or(0).max(0) as usize;
        match (0..players).find(|&seat| board.castle(Seat(seat as u8)).is_none()) {
            Some(seat) => {
                Err(BadConfig::Map(format!("map: seat {seat} has no castle; every seat must have one")))
            }
            None => Ok(players),
        }
    }
}

/// Ways to turn a board, as where a cell of a board of that size goes. The last four need a square board.
pub(crate) const TURNS: [fn(Cell, i16, i16) -> Cell; 8] = [
    |cell, _, _| cell,
    |cell, width, height| Cell::new(width - 1 - cell.x, height - 1 - cell.y),
    |cell, width, _| Cell::new(width - 1 - cell.x, cell.y),
    |cell, _, height| Cell::new(cell.x, height - 1 - cell.y),
    |cell, width, _| Cell::new(width - 1 - cell.y, cell.x),
    |cell, _, height| Cell::new(cell.y, height - 1 - cell.x),
    |cell, _, _| Cell::new(cell.y, cell.x),
    |cell, width, height| Cell::new(width - 1 - cell.y, height - 1 - cell.x),
];

/// A map is fair if for every two seats some turn of the board lays the one's side on the other's.
pub(crate) fn ensure_fair(board: &Board, players: usize) -> Result<(), BadConfig> {
    let usable = if board.width() == board.height() { 8 } else { 4 };
    let mut reached = [false; MAX_SEATS];
    for turn in &TURNS[..usable] {
        if let Some(becomes) = seats_under(board, turn) {
            // The turns that fit form a group, so it is enough to see where seat 0 can get to.
            reached[becomes[0].index()] = true;
        }
    }
    match (0..players).find(|&seat| !reached[seat]) {
        Some(seat) => Err(BadConfig::Map(format!(
            "the map is not symmetric: no turn or mirror image of it lays seat 0's side on seat {seat}'s; \
             correct the map, or allow it with `fair=false`"
        ))),
        None => Ok(()),
    }
}

/// The seat that every seat becomes under a turn that lays the map on itself; `None` if it does not.
pub(crate) fn seats_under(board: &Board, turn: &fn(Cell, i16, i16) -> Cell) -> Option<[Seat; MAX_SEATS]> {
    let mut becomes: [Option<Seat>; MAX_SEATS] = [None; MAX_SEATS];
    for (spot, piece) in board.pieces() {
        let image = turn(board.cell(spot), board.width() as i16, board.height() as i16);
        let there = board.get(board.at(image.x as usize, image.y as usize))?;
        if there.kind != piece.kind {
            return None;
        }
        if !piece.is_wall() && *becomes[piece.owner.index()].get_or_insert(there.owner) != there.owner {
            return None;
        }
    }
    Some(std::array::from_fn(|seat| becomes[seat].unwrap_or(Seat(seat as u8))))
}
