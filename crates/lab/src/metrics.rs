//! Metrics that bots report: lines like `# metric depth=12 nodes=3e5` on stderr, collected by decision.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use skirmish_core::seat::Seat;
use skirmish_referee::{Observer, Progress};

/// The most distinct metrics of one bot; further names are ignored.
pub const MOST_METRICS: usize = 16;
/// The longest name of a metric, in bytes.
const LONGEST_NAME: usize = 32;
/// The longest line that is parsed, in bytes; longer ones are skipped.
const LONGEST_LINE: usize = 1024;
/// Larger absolute values are ignored: their sums could overflow to infinity.
const LARGEST: f64 = 1e18;
/// The most points of a curve; longer matches get wider points.
const MOST_POINTS: usize = 32;

/// A bot's metrics, by name.
pub type Metrics = BTreeMap<String, Metric>;

/// Statistics of one metric.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Metric {
    /// How often it was reported.
    pub count: u64,
    /// The mean of all reports; while a match is played their sum.
    pub mean: f64,
    /// The smallest value.
    pub min: f64,
    /// The largest value.
    pub max: f64,
    /// The value reported last.
    pub last: f64,
    /// The mean by decision.
    pub curve: Curve,
}

/// Means by decision: point `n` covers decisions `n * width` to `(n + 1) * width - 1`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Curve {
    /// Decisions per point, a power of two, so that curves of longer and shorter matches add up.
    pub width: u64,
    /// Sums by point.
    pub sum: Vec<f64>,
    /// Counts by point.
    pub count: Vec<u64>,
}

impl Metric {
    fn new() -> Self {
        Self { count: 0, mean: 0.0, min: f64::MAX, max: f64::MIN, last: 0.0, curve: Curve::new() }
    }

    fn report(&mut self, decision: u64, value: f64) {
        self.count += 1;
        // The sum until `Listener::finish` divides it.
        self.mean += value;
        self.min = self.min.min(value);
        self.max = self.max.max(value);
        self.last = value;
        self.curve.report(decision, value);
    }

    /// Merges the same metric of a later match.
    pub fn add(&mut self, later: &Self) {
        let sum = self.mean * self.count as f64 + later.mean * later.count as f64;
        self.count += later.count;
        self.mean = if self.count > 0 { sum / self.count as f64 } else { 0.0 };
        self.min = self.min.min(later.min);
        self.max = self.max.max(later.max);
        self.last = later.last;
        self.curve.add(&later.curve);
    }
}

/// Merges the metrics of a later match.
pub fn add(all: &mut Metrics, later: &Metrics) {
    for (name, metric) in later {
        if let Some(known) = all.get_mut(name) {
            known.add(metric);
        } else if all.len() < MOST_METRICS {
            all.insert(name.clone(), metric.clone());
        }
    }
}

/// Whether metrics from a file keep the limits of those that we write.
pub(crate) fn are_valid(metrics: &Metrics) -> bool {
    metrics.len() <= MOST_METRICS
        && metrics.iter().all(|(name, metric)| {
            let curve = &metric.curve;
            is_name(name)
                && curve.width.is_power_of_two()
                && curve.sum.len() == curve.count.len()
                && curve.sum.len() <= MOST_POINTS
        })
}

impl Curve {
    fn new() -> Self {
        Self { width: 1, sum: Vec::new(), count: Vec::new() }
    }

    fn report(&mut self, decision: u64, value: f64) {
        while decision / self.width >= MOST_POINTS as u64 {
            self.halve();
        }
        self.put((decision / self.width) as usize, value, 1);
    }

    fn put(&mut self, at: usize, sum: f64, count: u64) {
        if self.sum.len() <= at {
            self.sum.resize(at + 1, 0.0);
            self.count.resize(at + 1, 0);
        }
        self.sum[at] += sum;
        self.count[at] += count;
    }

    /// Doubles the width, and so halves the number of points.
    fn halve(&mut self) {
        self.sum = self.sum.chunks(2).map(|pair| pair.iter().sum()).collect();
        self.count = self.count.chunks(2).map(|pair| pair.iter().sum()).collect();
        self.width = self.width.saturating_mul(2);
    }

    fn add(&mut self, other: &Self) {
        let mut other = other.clone();
        while self.width < other.width {
            self.halve();
        }
        while other.width < self.width {
            other.halve();
        }
        for (at, (&sum, &count)) in other.sum.iter().zip(&other.count).enumerate() {
            self.put(at, sum, count);
        }
    }

    /// The points with at least one report: (first decision covered, mean).
    pub fn points(&self) -> impl Iterator<Item = (u64, f64)> {
        let points = self.sum.iter().zip(&self.count).enumerate();
        points
            .filter(|(_, (_, count))| **count > 0)
            .map(|(at, (sum, count))| (at as u64 * self.width, sum / *count as f64))
    }
}

/// Observer that collects metrics from the stderr of one match's bots.
#[derive(Debug, Default)]
pub struct Listener {
    seats: Vec<LineReader>,
    decision: u64,
}

#[derive(Debug, Default)]
struct LineReader {
    line: Vec<u8>,
    /// Whether the current line is longer than [`LONGEST_LINE`] and is skipped.
    is_skipped: bool,
    metrics: Metrics,
}

impl Listener {
    /// The metrics of each of `seats` seats.
    pub fn finish(mut self, seats: usize) -> Vec<Metrics> {
        self.seats.resize_with(seats, LineReader::default);
        let decision = self.decision;
        self.seats
            .into_iter()
            .map(|mut reader| {
                reader.end_line(decision);
                for metric in reader.metrics.values_mut() {
                    metric.mean /= metric.count as f64;
                }
                reader.metrics
            })
            .collect()
    }
}

impl Observer for Listener {
    fn started(&mut self, _attempt: u32) {
        *self = Self::default();
    }

    fn printed_stderr(&mut self, seat: Seat, text: &[u8]) {
        if self.seats.len() <= seat.index() {
            self.seats.resize_with(seat.index() + 1, LineReader::default);
        }
        let reader = &mut self.seats[seat.index()];
        let mut lines = text.split(|&byte| byte == b'\n').peekable();
        while let Some(part) = lines.next() {
            reader.push(part);
            if lines.peek().is_some() {
                reader.end_line(self.decision);
            }
        }
    }

    fn stepped(&mut self, progress: Progress<'_>) {
        self.decision = progress.decisions;
    }
}

impl LineReader {
    fn push(&mut self, part: &[u8]) {
        self.is_skipped |= self.line.len() + part.len() > LONGEST_LINE;
        if !self.is_skipped {
            self.line.extend_from_slice(part);
        }
    }

    fn end_line(&mut self, decision: u64) {
        if !self.is_skipped {
            for (name, value) in read(&self.line) {
                if self.metrics.len() >= MOST_METRICS && !self.metrics.contains_key(name) {
                    continue;
                }
                self.metrics.entry(name.to_string()).or_insert_with(Metric::new).report(decision, value);
            }
        }
        self.line.clear();
        self.is_skipped = false;
    }
}

/// The metrics in a line; words that are no metric are ignored.
fn read(line: &[u8]) -> impl Iterator<Item = (&str, f64)> {
    let text = std::str::from_utf8(line).unwrap_or("");
    let words = text.trim().strip_prefix('#').and_then(|rest| rest.trim_start().strip_prefix("metric"));
    let words = words.filter(|rest| rest.starts_with([' ', '\t'])).unwrap_or("");
    words.split_ascii_whitespace().filter_map(|word| {
        let (name, value) = word.split_once('=')?;
        let value: f64 = value.parse().ok()?;
        (is_name(name) && value.abs() <= LARGEST).then_some((name, value))
    })
}

fn is_name(name: &str) -> bool {
    let fits = |c: char| c.is_ascii_alphanumeric() || "_.-/%".contains(c);
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.len() <= LONGEST_NAME
        && name.chars().all(fits)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listen(parts: &[(u64, &str)]) -> Metrics {
        let mut listener = Listener::default();
        listener.started(1);
        for (decision, text) in parts {
            listener.decision = *decision;
            listener.printed_stderr(Seat(1), text.as_bytes());
        }
        listener.finish(2).remove(1)
    }

    #[test]
    fn metrics_are_collected_by_turn() {
        let heard = listen(&[(0, "# metric depth=12 nodes=3e5\n"), (1, "noise\n#metric depth=8\n")]);
        let depth = &heard["depth"];
        assert_eq!((depth.count, depth.mean, depth.min, depth.max, depth.last), (2, 10.0, 8.0, 12.0, 8.0));
        assert_eq!(depth.curve.points().collect::<Vec<_>>(), [(0, 12.0), (1, 8.0)]);
        assert_eq!(heard["nodes"].last, 3e5);
    }

    #[test]
    fn a_line_may_come_in_pieces_and_the_last_without_its_end() {
        let heard = listen(&[(0, "# met"), (0, "ric a=1\n# metric a="), (0, "3")]);
        assert_eq!((heard["a"].count, heard["a"].mean), (2, 2.0));
    }

    #[test]
    fn what_is_no_metric_is_ignored() {
        for line in [
            "metric a=1",
            "# metrics a=1",
            "# metric a",
            "# metric =1",
            "# metric a=x",
            "# metric a=nan",
            "# metric a=inf",
            "# metric 1a=1",
            "# metric a=1e300",
            "# metric <b>=1",
            "\u{0}# metric a=1",
            "#",
        ] {
            assert!(listen(&[(0, line)]).is_empty(), "{line}");
        }
        let long = format!("# metric a=1 {}", " ".repeat(2 * LONGEST_LINE));
        assert!(listen(&[(0, &long)]).is_empty());
        assert_eq!(listen(&[(0, "# metric a=x b=2 c\n")]).len(), 1, "the good part of a line counts");
    }

    #[test]
    fn names_are_capped() {
        let line: String = (0..100).map(|n| format!(" m{n}={n}")).collect();
        assert_eq!(listen(&[(0, &format!("# metric{line}\n"))]).len(), MOST_METRICS);
    }

    #[test]
    fn curves_stay_small_and_add_up() {
        let report = |decisions: u64| {
            let mut curve = Curve::new();
            (0..decisions).for_each(|decision| curve.report(decision, decision as f64));
            curve
        };
        let (mut long, short) = (report(10_000), report(100));
        assert!(long.sum.len() <= MOST_POINTS && long.width == 512);
        let before: f64 = long.sum.iter().sum();
        long.add(&short);
        assert_eq!(long.count.iter().sum::<u64>(), 10_100);
        assert_eq!(long.sum.iter().sum::<f64>(), before + 4950.0);
    }

    #[test]
    fn a_void_attempt_leaves_nothing() {
        let mut listener = Listener::default();
        listener.printed_stderr(Seat(0), b"# metric a=1\n# metric b");
        listener.started(2);
        assert!(listener.finish(1)[0].is_empty());
    }
}
