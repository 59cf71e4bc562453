//! SVG plots: lines with error bands, and values with error bars.

use std::fmt::Write as _;

use skirmish_core::shown::{is_unseen, shown};

use super::number;

/// The size of a plot and its margins, in units of the SVG's `viewBox`.
const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 300.0;
const LEFT: f64 = 68.0;
const RIGHT: f64 = 24.0;
const TOP: f64 = 12.0;
const BOTTOM: f64 = 44.0;
/// The approximate number of ticks of a linear axis.
const TICKS: f64 = 6.0;
/// The number of colours in `style.css`; further lines reuse them dashed.
pub const COLOURS: usize = 8;

/// A line plot.
#[derive(Clone, Debug, Default)]
pub struct Lines {
    /// The accessible name (`aria-label`).
    pub title: String,
    /// The label of the horizontal axis.
    pub x: String,
    /// The label of the vertical axis.
    pub y: String,
    /// Whether the horizontal axis is in microseconds, on a logarithmic scale.
    pub is_time: bool,
    /// The lines, drawn in this order.
    pub lines: Vec<Line>,
}

/// A line of a plot.
#[derive(Clone, Debug, Default)]
pub struct Line {
    /// The bot's name.
    pub name: String,
    /// The index of its colour; see [`COLOURS`].
    pub colour: usize,
    /// Its points (x, y).
    pub points: Vec<(f64, f64)>,
    /// The error band around it: (x, low, high).
    pub band: Vec<(f64, f64, f64)>,
}

/// A value with its error bar.
#[derive(Clone, Debug)]
pub struct ErrorBar {
    /// The bot's name.
    pub name: String,
    /// The index of its colour; see [`COLOURS`].
    pub colour: usize,
    /// The estimate.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

/// An axis: maps values to coordinates, linearly or logarithmically.
struct Axis {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
    is_log: bool,
}

impl Axis {
    fn new(values: impl Iterator<Item = f64>, from: f64, to: f64, is_log: bool) -> Self {
        let (mut low, mut high) = (f64::MAX, f64::MIN);
        for value in
            values.filter(|value| value.is_finite()).map(|value| if is_log { value.max(1.0) } else { value })
        {
            (low, high) = (low.min(value), high.max(value));
        }
        if low > high {
            (low, high) = (1.0, 10.0);
        }
        if high - low < 1e-9 * high.abs().max(1.0) {
            (low, high) = if is_log { (low / 2.0, high * 2.0) } else { (low - 1.0, high + 1.0) };
        }
        Self { low, high, from, to, is_log }
    }

    fn at(&self, value: f64) -> f64 {
        let share = if self.is_log {
            (value.max(self.low) / self.low).ln() / (self.high / self.low).ln()
        } else {
            (value - self.low) / (self.high - self.low)
        };
        self.from + share * (self.to - self.from)
    }

    /// Round values within the axis.
    fn ticks(&self) -> Vec<f64> {
        if self.is_log {
            let first = self.low.log10().ceil() as i32;
            let last = self.high.log10().floor() as i32;
            let decades: Vec<f64> = (first..=last).map(|power| 10f64.powi(power)).collect();
            return if decades.len() >= 2 { decades } else { vec![self.low, self.high] };
        }
        let rough = (self.high - self.low) / TICKS;
        let power = 10f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].map(|nice| nice * power).into_iter().find(|step| *step >= rough);
        let step = step.unwrap_or(power * 10.0);
        let first = (self.low / step).ceil() as i64;
        let last = (self.high / step).floor() as i64;
        (first..=last).map(|nth| nth as f64 * step).collect()
    }
}

/// A line plot as SVG.
pub fn lines(plot: &Lines) -> String {
    let all = || plot.lines.iter().flat_map(|line| &line.points);
    let bands = || plot.lines.iter().flat_map(|line| &line.band);
    let x = Axis::new(all().map(|point| point.0), LEFT, WIDTH - RIGHT, plot.is_time);
    let heights = all().map(|point| point.1).chain(bands().flat_map(|&(_, low, high)| [low, high]));
    let y = Axis::new(heights, HEIGHT - BOTTOM, TOP, false);
    let mut out = open(&plot.title, HEIGHT);
    axes(&mut out, (&x, &y), plot);
    for line in &plot.lines {
        let colour = line.colour % COLOURS;
        if !line.band.is_empty() {
            let upper = line.band.iter().map(|&(at, _, high)| (at, high));
            let lower = line.band.iter().rev().map(|&(at, low, _)| (at, low));
            let _ =
                write!(out, "<path class=\"band c{colour}\" d=\"{}Z\"/>", path(upper.chain(lower), &x, &y));
        }
        let dash = if line.colour >= COLOURS { " dash" } else { "" };
        let _ = write!(
            out,
            "<path class=\"line c{colour}{dash}\" d=\"{}\"><title>{}</title></path>",
            path(line.points.iter().copied(), &x, &y),
            escape(&line.name)
        );
    }
    out.push_str("</svg>");
    out
}

/// Values with error bars, one row each, as SVG.
pub fn error_bars(title: &str, unit: &str, rows: &[ErrorBar]) -> String {
    const ROW: f64 = 26.0;
    const NAMES: f64 = 200.0;
    let height = TOP + ROW * rows.len() as f64 + BOTTOM;
    let x =
        Axis::new(rows.iter().flat_map(|row| [row.low, row.value, row.high]), NAMES, WIDTH - RIGHT, false);
    let mut out = open(title, height);
    let bottom = height - BOTTOM;
    for tick in x.ticks() {
        let at = x.at(tick);
        let _ = write!(out, "<path class=\"grid\" d=\"M{at:.1} {TOP}V{bottom:.1}\"/>");
        let _ = write!(
            out,
            "<text class=\"mid\" x=\"{at:.1}\" y=\"{:.1}\">{}</text>",
            bottom + 16.0,
            number(tick)
        );
    }
    for (nth, row) in rows.iter().enumerate() {
        let (middle, colour) = (TOP + ROW * (nth as f64 + 0.5), row.colour % COLOURS);
        let (low, high, at) = (x.at(row.low), x.at(row.high), x.at(row.value));
        let name = escape(&super::short(&row.name));
        let _ = write!(
            out,
            "<text class=\"end\" x=\"{:.1}\" y=\"{:.1}\">{name}</text>",
            NAMES - 10.0,
            middle + 4.0
        );
        let _ = write!(
            out,
            "<path class=\"line c{colour}\" d=\"M{low:.1} {middle:.1}H{high:.1}M{low:.1} {:.1}v8M{high:.1} {:.1}v8\"/>",
            middle - 4.0,
            middle - 4.0
        );
        let _ = write!(
            out,
            "<circle class=\"dot c{colour}\" cx=\"{at:.1}\" cy=\"{middle:.1}\" r=\"5\"><title>{name}: {} ({}..{})</title></circle>",
            number(row.value.round()),
            number(row.low.round()),
            number(row.high.round())
        );
    }
    let _ = write!(
        out,
        "<text class=\"mid\" x=\"{:.1}\" y=\"{:.1}\">{}</text></svg>",
        (NAMES + WIDTH - RIGHT) / 2.0,
        height - 8.0,
        escape(unit)
    );
    out
}

fn open(title: &str, height: f64) -> String {
    let title = escape(title);
    format!(
        "<svg viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-label=\"{title}\"><title>{title}</title>"
    )
}

fn axes(out: &mut String, (x, y): (&Axis, &Axis), plot: &Lines) {
    let (bottom, right) = (HEIGHT - BOTTOM, WIDTH - RIGHT);
    for tick in y.ticks() {
        let at = y.at(tick);
        let _ = write!(out, "<path class=\"grid\" d=\"M{LEFT} {at:.1}H{right}\"/>");
        let _ = write!(
            out,
            "<text class=\"end\" x=\"{}\" y=\"{:.1}\">{}</text>",
            LEFT - 8.0,
            at + 4.0,
            label(tick)
        );
    }
    for tick in x.ticks() {
        let at = x.at(tick);
        let shown = if plot.is_time { round_time(tick) } else { label(tick) };
        let _ = write!(out, "<path class=\"grid\" d=\"M{at:.1} {TOP}V{bottom}\"/>");
        let _ = write!(out, "<text class=\"mid\" x=\"{at:.1}\" y=\"{}\">{shown}</text>", bottom + 16.0);
    }
    let middle = (LEFT + right) / 2.0;
    let _ = write!(
        out,
        "<text class=\"mid\" x=\"{middle:.1}\" y=\"{}\">{}</text>",
        HEIGHT - 8.0,
        escape(&plot.x)
    );
    let across = (TOP + bottom) / 2.0;
    let _ = write!(
        out,
        "<text class=\"mid\" transform=\"translate(14 {across:.1}) rotate(-90)\">{}</text>",
        escape(&plot.y)
    );
}

/// A tick label: `150k`, `2M`.
fn label(value: f64) -> String {
    match value.abs() {
        size if size >= 1e9 => format!("{value:.0e}"),
        size if size >= 1e6 => format!("{}M", value / 1e6),
        size if size >= 1e4 => format!("{}k", value / 1e3),
        // Rounds off the representation error of binary fractions.
        _ => format!("{}", (value * 1e6).round() / 1e6),
    }
}

/// A tick label on an axis of microseconds.
fn round_time(us: f64) -> String {
    match us {
        us if us >= 1e6 => format!("{} s", us / 1e6),
        us if us >= 1e3 => format!("{} ms", us / 1e3),
        us => format!("{us} µs"),
    }
}

fn path(points: impl Iterator<Item = (f64, f64)>, x: &Axis, y: &Axis) -> String {
    let mut out = String::new();
    for (nth, (across, up)) in points.enumerate() {
        let verb = if nth == 0 { 'M' } else { 'L' };
        let _ = write!(out, "{verb}{:.1} {:.1}", x.at(across), y.at(up));
    }
    out
}

/// Escapes text for HTML and SVG, and makes control characters visible.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c if is_unseen(c) => out.push_str(&shown(c.encode_utf8(&mut [0; 4]))),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_inside() {
        let axis = Axis::new([-37.0, 122.0].into_iter(), 0.0, 1.0, false);
        assert_eq!(axis.ticks(), [0.0, 50.0, 100.0]);
        let log = Axis::new([3.0, 40_000.0].into_iter(), 0.0, 1.0, true);
        assert_eq!(log.ticks(), [10.0, 100.0, 1000.0, 10_000.0]);
    }

    #[test]
    fn nothing_to_draw_is_drawn_without_harm() {
        for points in [vec![], vec![(1.0, 1.0)], vec![(0.0, f64::NAN)]] {
            let line = Line { points, ..Line::default() };
            let drawn = lines(&Lines { lines: vec![line], ..Lines::default() });
            assert!(drawn.starts_with("<svg") && drawn.ends_with("</svg>"));
        }
        assert!(error_bars("t", "u", &[]).ends_with("</svg>"));
    }

    #[test]
    fn names_cannot_become_markup() {
        assert_eq!(escape("<b a='1'>&\"\u{7}"), "&lt;b a=&#39;1&#39;&gt;&amp;&quot;\\x07");
    }
}
