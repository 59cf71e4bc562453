//! A text table with columns sized to fit their cells.

use unicode_width::UnicodeWidthStr as _;

/// The alignment of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// For words.
    Left,
    /// For numbers.
    Right,
}

impl Align {
    /// The text with blanks up to so many columns of a terminal, of which letters of some scripts take two.
    pub fn padded(self, text: &str, columns: usize) -> String {
        let blanks = " ".repeat(columns.saturating_sub(columns_of(text)));
        match self {
            Self::Left => format!("{text}{blanks}"),
            Self::Right => format!("{blanks}{text}"),
        }
    }
}

/// How many columns of a terminal a text takes.
pub fn columns_of(text: &str) -> usize {
    text.width()
}

/// A text table; its first row is the heading.
pub struct Grid {
    aligns: Vec<Align>,
    rows: Vec<Vec<String>>,
}

impl Grid {
    /// A table with these columns: heading and alignment.
    pub fn new(columns: &[(&str, Align)]) -> Self {
        Self {
            aligns: columns.iter().map(|(_, align)| *align).collect(),
            rows: vec![columns.iter().map(|(heading, _)| (*heading).to_string()).collect()],
        }
    }

    /// Adds a row; it may have fewer cells than there are columns.
    pub fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    /// The table, each line indented by two spaces.
    pub fn text(&self) -> String {
        let width = |column: usize| {
            // The last cell of a shorter row may overflow its column: it does not count for the width.
            let is_set = |row: &&Vec<String>| row.len() > column + 1 || row.len() == self.aligns.len();
            let rows = self.rows.iter().filter(is_set);
            rows.filter_map(|row| row.get(column)).map(|cell| columns_of(cell)).max()
        };
        let widths: Vec<usize> = (0..self.aligns.len()).map(|column| width(column).unwrap_or(0)).collect();
        let mut out = String::new();
        for row in &self.rows {
            let mut line = String::new();
            for ((cell, &width), align) in row.iter().zip(&widths).zip(&self.aligns) {
                line.push_str("  ");
                line.push_str(&align.padded(cell, width));
            }
            out.push_str(line.trim_end());
            out.push('\n');
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_a_terminal_shows_them() {
        let mut grid = Grid::new(&[("bot", Align::Left), ("won", Align::Right)]);
        grid.row(vec!["東京".to_string(), "1".to_string()]);
        grid.row(vec!["é".to_string(), "12".to_string()]);
        assert_eq!(grid.text(), "  bot   won\n  東京    1\n  é      12\n");
    }
}
