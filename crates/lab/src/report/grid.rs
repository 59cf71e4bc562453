//! A text table with columns sized to fit their cells.

/// The alignment of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// For words.
    Left,
    /// For numbers.
    Right,
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
            rows.filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max()
        };
        let widths: Vec<usize> = (0..self.aligns.len()).map(|column| width(column).unwrap_or(0)).collect();
        let mut out = String::new();
        for row in &self.rows {
            let mut line = String::new();
            for ((cell, &width), align) in row.iter().zip(&widths).zip(&self.aligns) {
                line.push_str("  ");
                line.push_str(&match align {
                    Align::Left => format!("{cell:<width$}"),
                    Align::Right => format!("{cell:>width$}"),
                });
            }
            out.push_str(line.trim_end());
            out.push('\n');
        }
        out
    }
}
