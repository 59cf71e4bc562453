//! A rating's course as a small picture.

use std::fmt::Write as _;

use skirmish_arena_store::CoursePoint;

/// The picture's size in its own units.
const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 220.0;
/// Room for the numbers at the left and below, and for the ends of lines.
const LEFT: f64 = 40.0;
const BOTTOM: f64 = 22.0;
const TOP: f64 = 10.0;
const RIGHT: f64 = 12.0;
/// Points that are drawn; more would be finer than the picture.
const MOST_POINTS: usize = 240;

/// A course, ready to be drawn by a template.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// The band in which the strength nearly surely is, as the points of a polygon.
    pub band: String,
    /// The best guess, as the points of a line.
    pub line: String,
    /// Where the last point is.
    pub last: (String, String),
    /// Levels: height in the picture, number.
    pub levels: Vec<(String, String)>,
    /// Where versions begin: place in the picture, number.
    pub versions: Vec<(String, i64)>,
    /// The course in a sentence, for those who do not see the picture.
    pub told: String,
}

/// The picture of a course; none without at least two points.
pub fn chart(points: &[CoursePoint]) -> Option<Chart> {
    let (first, last) = (points.first()?, points.last()?);
    if points.len() < 2 {
        return None;
    }
    let thin = points.len().div_ceil(MOST_POINTS);
    let is_kept = |at: usize| at.is_multiple_of(thin) || at + 1 == points.len() || at == 0;
    let low = points.iter().map(|point| point.value - point.error).fold(f64::INFINITY, f64::min).floor();
    let high = points.iter().map(|point| point.value + point.error).fold(f64::NEG_INFINITY, f64::max).ceil();
    let x = |at: usize| LEFT + (WIDTH - LEFT - RIGHT) * at as f64 / (points.len() - 1) as f64;
    let y = |value: f64| TOP + (HEIGHT - TOP - BOTTOM) * (high - value) / (high - low).max(1.0);
    let path = |value: &dyn Fn(&CoursePoint) -> f64, is_back: bool| {
        let mut kept: Vec<usize> = (0..points.len()).filter(|at| is_kept(*at)).collect();
        if is_back {
            kept.reverse();
        }
        kept.into_iter().fold(String::new(), |mut path, at| {
            let _ = write!(path, "{:.1},{:.1} ", x(at), y(value(&points[at])));
            path
        })
    };
    let upper = path(&|point| point.value + point.error, false);
    let lower = path(&|point| point.value - point.error, true);
    let begins = |at: &usize| *at == 0 || points[*at].number != points[*at - 1].number;
    Some(Chart {
        band: upper + &lower,
        line: path(&|point| point.value, false),
        last: (format!("{:.1}", x(points.len() - 1)), format!("{:.1}", y(last.value))),
        levels: levels(low, high).map(|level| (format!("{:.1}", y(level)), format!("{level:.0}"))).collect(),
        versions: (0..points.len())
            .filter(begins)
            .map(|at| (format!("{:.1}", x(at)), points[at].number))
            .collect(),
        told: format!(
            "The rating from {:.0} to {:.0} ±{:.0}, after {} matches of version {}.",
            first.value, last.value, last.error, last.games, last.number
        ),
    })
}

/// Round numbers between the bounds, four or so.
fn levels(low: f64, high: f64) -> impl Iterator<Item = f64> {
    let rough = (high - low) / 4.0;
    let step = [1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0]
        .into_iter()
        .find(|step| *step >= rough)
        .unwrap_or(1000.0);
    let first = (low / step).ceil() as i64;
    let last = (high / step).floor() as i64;
    (first..=last).map(move |count| count as f64 * step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_course_is_drawn_from_its_first_point_to_its_last() {
        let point = |number, games, value| CoursePoint { number, games, value, error: 40.0 };
        let points = [point(1, 1, 1500.0), point(1, 5, 1540.0), point(2, 9, 1600.0)];
        let chart = chart(&points).expect("a chart");
        assert!(
            chart.line.starts_with("40.0,")
                && chart.line.trim_end().ends_with(&format!("{},{}", chart.last.0, chart.last.1))
        );
        assert_eq!(chart.versions.iter().map(|(_, number)| *number).collect::<Vec<_>>(), [1, 2]);
        assert_eq!(chart.told, "The rating from 1500 to 1600 ±40, after 9 matches of version 2.");
        assert!(super::chart(&points[..1]).is_none());
    }

    #[test]
    fn a_long_course_is_thinned() {
        let points: Vec<CoursePoint> =
            (0..1000).map(|at| CoursePoint { number: 1, games: at, value: at as f64, error: 1.0 }).collect();
        let chart = chart(&points).expect("a chart");
        assert!(chart.line.split(' ').count() <= MOST_POINTS + 2);
        assert!(!chart.levels.is_empty() && chart.levels.len() < 8, "{:?}", chart.levels);
    }
}
