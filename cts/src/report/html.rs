//! The page: a single file without dependencies.

use super::against::{Changes, Direction};
use super::data;
use super::model::Model;
use super::templates::fill;
use crate::results::Results;
use minijinja::context;
use minijinja::value::{Serde, Value};

/// The style sheets, in order.
const STYLES: [&str; 4] = [
    include_str!("../../../reports/templates/style/base.css"),
    include_str!("../../../reports/templates/style/overview.css"),
    include_str!("../../../reports/templates/style/rules.css"),
    include_str!("../../../reports/templates/style/programs.css"),
];

/// The scripts. They share one scope.
const SCRIPTS: [&str; 4] = [
    include_str!("../../../reports/templates/script/programs.js"),
    include_str!("../../../reports/templates/script/filter.js"),
    include_str!("../../../reports/templates/script/state.js"),
    include_str!("../../../reports/templates/script/main.js"),
];

/// The page as HTML.
///
/// # Errors
/// If a template can't be filled, which is a mistake in the template.
pub fn html(results: &Results, changes: Option<&Changes>) -> Result<String, String> {
    let values = context! {
        model => Serde(Model::new(results)),
        cases => Value::from_safe_string(data::json(results)?),
        style => Value::from_safe_string(STYLES.concat()),
        script => Value::from_safe_string(SCRIPTS.concat()),
    };
    fill("report.html", values, changes.map(with_totals))
}

/// The changes, with the counts that templates can't compute.
pub(super) fn with_totals(changes: &Changes) -> Value {
    context! {
        is_worse => changes.is_worse(),
        worse => changes.programs_that_are(Direction::Worse),
        better => changes.programs_that_are(Direction::Better),
        other => changes.programs_that_are(Direction::Other),
        ..Value::from(Serde(changes))
    }
}
