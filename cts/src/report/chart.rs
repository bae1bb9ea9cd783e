//! Line charts of shares over runs, as coordinates for the template that draws them.

use serde::Serialize;

/// The size of a chart, in units of its picture.
const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 150.0;
/// The room for the labels on the left and below, and for the marks at the other edges.
const LEFT: f64 = 60.0;
const BELOW: f64 = 22.0;
const EDGE: f64 = 8.0;
/// The greatest number of labelled runs: more would overlap.
const MOST_LABELS: usize = 16;

/// A share of one run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Share {
    /// The part.
    pub part: usize,
    /// The whole, at least 1.
    pub whole: usize,
}

/// A chart: lines and points in a grid.
#[derive(Serialize, Debug)]
pub(super) struct Chart {
    width: f64,
    height: f64,
    /// The room for the labels of the grid.
    left: f64,
    /// The points of each line: a run without a share interrupts it.
    lines: Vec<String>,
    points: Vec<Point>,
    /// Horizontal lines: a height, and the percentage there.
    grid: Vec<(f64, String)>,
    /// Places of runs, and their 1-based numbers.
    runs: Vec<(f64, usize)>,
}

/// A point.
#[derive(Serialize, Debug)]
struct Point {
    /// The index of its run.
    run: usize,
    x: f64,
    y: f64,
}

impl Chart {
    /// The chart of the shares by run; `None` if no run has one.
    pub(super) fn new(shares: &[Option<Share>]) -> Option<Self> {
        let percentages: Vec<Option<f64>> = shares.iter().map(|share| share.map(percentage)).collect();
        let known = || percentages.iter().flatten().copied();
        let least = known().min_by(f64::total_cmp)?;
        let (low, high) = bounds(least, known().fold(0.0, f64::max));
        let across = |run: usize| {
            let steps = shares.len().saturating_sub(1);
            // A single run is in the middle.
            let place = if steps == 0 { 0.5 } else { count(run) / count(steps) };
            tenths(LEFT + EDGE + place * (WIDTH - LEFT - 2.0 * EDGE))
        };
        let up = |value: f64| tenths(EDGE + (high - value) / (high - low) * (HEIGHT - BELOW - EDGE));
        let (mut lines, mut points) = (Vec::new(), Vec::new());
        for stretch in percentages.iter().enumerate().collect::<Vec<_>>().split(|(_, share)| share.is_none())
        {
            let stretch = stretch.iter().filter_map(|(run, share)| Some((*run, (**share)?)));
            let found: Vec<Point> =
                stretch.map(|(run, share)| Point { run, x: across(run), y: up(share) }).collect();
            let line: Vec<String> = found.iter().map(|point| format!("{},{}", point.x, point.y)).collect();
            if found.len() > 1 {
                lines.push(line.join(" "));
            }
            points.extend(found);
        }
        let grid = [low, f64::midpoint(low, high), high].map(|value| (up(value), format!("{value} %")));
        let step = shares.len().div_ceil(MOST_LABELS).max(1);
        let runs = (0..shares.len()).step_by(step).map(|run| (across(run), run + 1)).collect();
        Some(Self { width: WIDTH, height: HEIGHT, left: LEFT, lines, points, grid: grid.into(), runs })
    }
}

/// The percentages at the lower and the upper edge: whole and even, so that the middle is whole, and at least two apart.
fn bounds(least: f64, greatest: f64) -> (f64, f64) {
    let high = ((greatest / 2.0).ceil() * 2.0).max(2.0);
    let low = ((least / 2.0).floor() * 2.0).min(high - 2.0);
    (low, high)
}

fn percentage(share: Share) -> f64 {
    100.0 * count(share.part) / count(share.whole)
}

#[expect(clippy::cast_precision_loss, reason = "numbers of programs are far below 2^53")]
const fn count(number: usize) -> f64 {
    number as f64
}

fn tenths(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

#[cfg(test)]
mod tests {
    use super::{Chart, Share, bounds};

    const HALF: Option<Share> = Some(Share { part: 1, whole: 2 });
    const ALL: Option<Share> = Some(Share { part: 2, whole: 2 });

    #[test]
    fn more_is_higher_and_later_is_to_the_right() {
        let chart = Chart::new(&[HALF, ALL]).expect("it has shares");
        let [first, second] = &chart.points[..] else { panic!("{chart:?}") };
        assert!(first.x < second.x && first.y > second.y, "{chart:?}");
        assert_eq!(chart.lines, [format!("{},{} {},{}", first.x, first.y, second.x, second.y)]);
        let edges: Vec<&str> = chart.grid.iter().map(|(_, label)| label.as_str()).collect();
        assert_eq!(edges, ["50 %", "75 %", "100 %"]);
        assert_eq!((first.y, second.y), (chart.grid[0].0, chart.grid[2].0));
    }

    #[test]
    fn a_run_without_a_share_interrupts_the_line() {
        let chart = Chart::new(&[HALF, ALL, None, HALF, ALL, None, ALL]).expect("it has shares");
        assert_eq!(chart.points.iter().map(|point| point.run).collect::<Vec<_>>(), [0, 1, 3, 4, 6]);
        assert_eq!(chart.lines.len(), 2);
    }

    #[test]
    fn one_run_is_a_point_and_none_is_nothing() {
        let chart = Chart::new(&[ALL]).expect("it has a share");
        assert_eq!((chart.points.len(), chart.lines.len()), (1, 0));
        assert!(chart.points.iter().all(|point| point.x.is_finite() && point.y.is_finite()));
        assert!(Chart::new(&[None, None]).is_none());
        assert!(Chart::new(&[]).is_none());
    }

    #[test]
    fn labels_of_many_runs_do_not_overlap() {
        let chart = Chart::new(&[ALL; 40]).expect("it has shares");
        assert_eq!(chart.points.len(), 40);
        let numbers: Vec<usize> = chart.runs.iter().map(|(_, number)| *number).collect();
        assert_eq!(numbers, (0..14).map(|label| label * 3 + 1).collect::<Vec<_>>());
    }

    #[test]
    fn the_grid_holds_all_shares() {
        for (least, greatest, expected) in [
            (97.8, 98.4, (96.0, 100.0)),
            (100.0, 100.0, (98.0, 100.0)),
            (0.0, 0.0, (0.0, 2.0)),
            (98.0, 98.0, (96.0, 98.0)),
        ] {
            assert_eq!(bounds(least, greatest), expected, "{least} to {greatest}");
        }
    }
}
