//! The board as text, for terminals and snapshots.

use super::members;
use crate::info::{Info, Ink};
use crate::seat::Seat;
use crate::view::Canvas;

/// Terminal colours of the seats: foreground and background, chosen to be told apart by colour-blind eyes.
const SEAT_COLOURS: [(u8, u8); 8] =
    [(208, 94), (39, 24), (35, 22), (213, 90), (226, 58), (51, 30), (203, 88), (250, 239)];

/// What one cell shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spot {
    /// Its text; empty where nothing was drawn.
    pub text: String,
    /// Whose it is.
    pub seat: Option<Seat>,
    /// Whose ground it stands on.
    pub ground: Option<Seat>,
}

impl Spot {
    /// The terminal colours (of 256) of the seats that it shows: foreground and background.
    pub fn colours(&self) -> (Option<u8>, Option<u8>) {
        let of = |seat: Seat| SEAT_COLOURS[seat.index() % SEAT_COLOURS.len()];
        (self.seat.map(|seat| of(seat).0), self.ground.map(|seat| of(seat).1))
    }
}

/// A canvas that becomes lines of text.
#[derive(Debug)]
pub struct TextCanvas {
    info: &'static Info,
    width: usize,
    spots: Vec<Spot>,
    progress: (u32, u32),
    gauges: Vec<(usize, Seat, i64)>,
}

impl TextCanvas {
    /// An empty canvas in the game's style.
    pub fn new(info: &'static Info) -> Self {
        Self { info, width: 0, spots: Vec::new(), progress: (0, 0), gauges: Vec::new() }
    }

    /// The board with its headings, in colour or not.
    pub fn board(&self, colour: bool) -> String {
        if self.info.text.ruled { self.ruled(colour) } else { self.plain(colour) }
    }

    /// Every cell, row by row.
    pub fn spots(&self) -> &[Spot] {
        &self.spots
    }

    /// One line: how far the match is, and each seat's gauges.
    pub fn status(&self) -> String {
        let mut line = format!("{} {}/{}", self.info.unit, self.progress.0, self.progress.1);
        let mut last = None;
        for &(gauge, seat, value) in &self.gauges {
            if last != Some(seat) {
                line.push_str(&format!(" | {}:", self.info.seat_name(seat)));
                last = Some(seat);
            }
            line.push_str(&format!(" {} {value}", self.info.gauges[gauge]));
        }
        line
    }

    fn plain(&self, colour: bool) -> String {
        let cell = self.info.text.cell;
        let mut out = String::new();
        let digits = (self.width.max(2) - 1).to_string().len();
        for digit in 0..digits {
            out.push_str("    ");
            for x in 0..self.width {
                let number = format!("{x:>digits$}");
                // Wide boards number every fifth column, so that the numbers can be told apart.
                let shown = if cell > 1 || x % 5 == 0 { &number[digit..=digit] } else { " " };
                out.push_str(&format!("{shown:<cell$}"));
            }
            out.truncate(out.trim_end().len());
            out.push('\n');
        }
        for (y, row) in self.spots.chunks(self.width.max(1)).enumerate() {
            out.push_str(&format!("{y:>3} "));
            for spot in row {
                out.push_str(&self.painted(spot, &format!("{:<cell$}", spot_text(spot, self.info)), colour));
            }
            out.truncate(out.trim_end_matches(' ').len());
            out.push('\n');
        }
        out
    }

    fn ruled(&self, colour: bool) -> String {
        let cell = self.info.text.cell;
        // Column numbers begin over the middle of their column, however many digits they have.
        let mut out = String::from("   ");
        for x in 0..self.width {
            out.push_str(&format!("{:1$}{x:<2$}", "", cell / 2, cell + 1 - cell / 2));
        }
        out.truncate(out.trim_end().len());
        let line = format!("   {}\n", "=".repeat(self.width * (cell + 1) + 1));
        out.push('\n');
        out.push_str(&line);
        for (y, row) in self.spots.chunks(self.width.max(1)).enumerate() {
            out.push_str(&format!("{y:>2} |"));
            for spot in row {
                let text = format!("{:^1$}", spot_text(spot, self.info), cell);
                out.push_str(&self.painted(spot, &text, colour));
                out.push('|');
            }
            out.push('\n');
        }
        out.push_str(&line);
        out
    }

    fn painted(&self, spot: &Spot, text: &str, colour: bool) -> String {
        if !colour || (spot.seat.is_none() && spot.ground.is_none()) {
            return text.to_string();
        }
        let (front, back) = spot.colours();
        let front = front.map(|colour| format!("1;38;5;{colour}"));
        let back = back.map(|colour| format!("48;5;{colour}"));
        let codes: Vec<String> = front.into_iter().chain(back).collect();
        format!("\x1b[{}m{text}\x1b[0m", codes.join(";"))
    }

    fn ink(&mut self, layer: usize, seat: Option<Seat>, at: usize, value: i16) {
        let Some(spot) = self.spots.get_mut(at) else { return };
        let mark = |marks: &[&str]| {
            seat.and_then(|seat| marks.get(seat.index()))
                .or(marks.first())
                .map_or("", |mark| mark)
                .to_string()
        };
        if value == 0 {
            return;
        }
        let text = match &self.info.layers[layer].ink {
            Ink::None => return,
            Ink::Mark(mark) => (*mark).to_string(),
            Ink::BySeat(marks) => mark(marks),
            Ink::Tag(tag) => seat.map_or((*tag).to_string(), |seat| format!("{tag}{seat}")),
            Ink::Number => value.to_string(),
            Ink::Signed => format!("{value:+}"),
            Ink::Count(marks) => format!("{}{value}", mark(marks)),
            Ink::Scale(rows) => {
                let row = mark(rows);
                let step = value.saturating_sub(1).max(0) as usize;
                row.chars().nth(step).or(row.chars().last()).map_or(String::new(), String::from)
            }
            Ink::Ground(marks) => {
                spot.ground = seat;
                mark(marks)
            }
        };
        spot.text = text;
        spot.seat = seat;
    }
}

fn spot_text<'a>(spot: &'a Spot, info: &'static Info) -> &'a str {
    if spot.text.is_empty() { info.text.empty } else { &spot.text }
}

impl Canvas for TextCanvas {
    fn size(&mut self, width: usize, height: usize) {
        self.width = width;
        self.spots = vec![Spot::default(); width * height];
    }

    fn progress(&mut self, now: u32, of: u32) {
        self.progress = (now, of);
    }

    fn gauge(&mut self, gauge: usize, seat: Seat, value: i64) {
        let at = self.gauges.partition_point(|&(_, other, _)| other <= seat);
        self.gauges.insert(at, (gauge, seat, value));
    }

    fn bits(&mut self, layer: usize, seat: Option<Seat>, bits: &[u64]) {
        for at in members(bits) {
            self.ink(layer, seat, at, 1);
        }
    }

    fn values(&mut self, layer: usize, seat: Option<Seat>, values: &[i16]) {
        for (at, &value) in values.iter().enumerate() {
            self.ink(layer, seat, at, value);
        }
    }

    fn put(&mut self, layer: usize, seat: Option<Seat>, at: usize, value: i16) {
        self.ink(layer, seat, at, value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Clock;
    use crate::info::{Caps, Layer, TextStyle};

    static INFO: Info = Info {
        name: "test",
        title: "Test",
        about: "",
        version: 1,
        reworded: &[],
        seats: 2..=2,
        seat_names: &[],
        clock: Clock::NONE,
        caps: Caps::line(1),
        has_secrets: false,
        unit: "turn",
        layers: &[
            Layer::per_seat("height", 9, Ink::Scale(&["abc", "ABC"])),
            Layer::per_seat("units", 99, Ink::Count(&["a", "b"])),
        ],
        gauges: &[],
        text: TextStyle { cell: 1, empty: ".", ruled: false },
        art: &crate::art::BARE,
        presets: &[],
        oddities: &[],
        rules: "",
    };

    #[test]
    fn a_scale_tells_the_seat_and_the_value_in_one_character() {
        let mut canvas = TextCanvas::new(&INFO);
        canvas.size(4, 2);
        canvas.put(0, Some(Seat(0)), 0, 1);
        canvas.put(0, Some(Seat(0)), 1, 2);
        canvas.put(0, Some(Seat(1)), 4, 3);
        canvas.put(0, Some(Seat(1)), 5, 99);
        let board = canvas.board(false);
        let rows: Vec<&str> = board.lines().map(|line| &line[4..]).collect();
        assert_eq!(rows[1..], ["ab..", "CC.."]);
    }

    #[test]
    fn a_count_tells_the_seat_and_the_number() {
        let mut canvas = TextCanvas::new(&INFO);
        canvas.size(1, 2);
        canvas.put(1, Some(Seat(0)), 0, 12);
        canvas.put(1, Some(Seat(1)), 1, 3);
        let board = canvas.board(false);
        let rows: Vec<&str> = board.lines().map(|line| &line[4..]).collect();
        assert_eq!(rows[1..], ["a12", "b3"]);
    }
}
