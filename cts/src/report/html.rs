//! The page: a single file without dependencies.

use super::ReportError;
use super::against::{Changes, Direction, ProgramChange};
use super::data;
use super::model::Model;
use super::templates::fill;
use crate::results::{Results, Status};
use indexmap::IndexMap;
use minijinja::context;
use minijinja::value::{Serde, Value};
use serde::Serialize;

/// The style sheets, in order.
const STYLES: [&str; 4] = [
    include_str!("../../../reports/templates/style/base.css"),
    include_str!("../../../reports/templates/style/overview.css"),
    include_str!("../../../reports/templates/style/rules.css"),
    include_str!("../../../reports/templates/style/programs.css"),
];

/// The scripts. They share one scope.
const SCRIPTS: [&str; 9] = [
    include_str!("../../../reports/templates/script/data.js"),
    include_str!("../../../reports/templates/script/listing.js"),
    include_str!("../../../reports/templates/script/answers.js"),
    include_str!("../../../reports/templates/script/copy.js"),
    include_str!("../../../reports/templates/script/query.js"),
    include_str!("../../../reports/templates/script/programs.js"),
    include_str!("../../../reports/templates/script/filter.js"),
    include_str!("../../../reports/templates/script/state.js"),
    include_str!("../../../reports/templates/script/main.js"),
];

/// The page as HTML.
///
/// # Errors
/// If a template can't be filled, which is a mistake in the template.
pub fn html(results: &Results, changes: Option<&Changes>) -> Result<String, ReportError> {
    let values = context! {
        model => Serde(Model::new(results)),
        cases => Value::from_safe_string(data::json(results)?),
        style => Value::from_safe_string(STYLES.concat()),
        script => Value::from_safe_string(SCRIPTS.concat()),
    };
    fill("report.html", values, changes.map(with_totals))
}

/// Changes of one kind.
#[derive(Serialize)]
struct Group<'a> {
    title: &'static str,
    is_worse: bool,
    programs: Vec<&'a ProgramChange>,
}

/// The kind of a change, in the order of the page.
fn title(change: &ProgramChange) -> &'static str {
    match (change.direction, change.now) {
        (_, Status::Unexpected) => "Newly unexpected",
        (Direction::Worse, _) => "Worse in a different way",
        (Direction::Better, Status::Same) => "Newly as expected",
        (Direction::Better, _) => "Better in a different way",
        (Direction::Other, _) if change.before == Some(change.now) => "In a different class",
        (Direction::Other, _) => "Neither better nor worse",
    }
}

/// The changed programs by kind.
fn groups(changes: &Changes) -> Vec<Group<'_>> {
    let mut groups: IndexMap<&'static str, Vec<&ProgramChange>> = IndexMap::new();
    for change in &changes.programs {
        groups.entry(title(change)).or_default().push(change);
    }
    let is_worse = |programs: &[&ProgramChange]| {
        programs.first().is_some_and(|change| change.direction == Direction::Worse)
    };
    let group = |(title, programs): (_, Vec<_>)| Group { title, is_worse: is_worse(&programs), programs };
    groups.into_iter().map(group).collect()
}

/// The changes, with the counts that templates can't compute.
pub(super) fn with_totals(changes: &Changes) -> Value {
    context! {
        is_worse => changes.is_worse(),
        worse => changes.programs_that_are(Direction::Worse),
        groups => Serde(groups(changes)),
        ..Value::from(Serde(changes))
    }
}
