//! Files that are only a part of a program.
//!
//! Such a file is said to be one, once, instead of being rejected name by name. `docs/MODULES.md` has the rule: a file is a
//! part if it imports from a package that is not there, if it has places that another tool replaces, or if it has no entry point
//! and nothing is wrong with it but names that nobody declares.

use crate::files::Failure;
use crate::judgement::Judgement;
use shader_source::Span;
use std::collections::BTreeSet;
use wgsl_embedded::unknown_names;
use wgsl_modules::{Program, leftover};
use wgsl_spec::Edition;
use wgsl_spec::rules::SCOPE_UNRESOLVED;

/// The number of packages that a message lists.
const MOST_NAMES: usize = 3;

/// Says whether a file without modules is only a part.
pub(crate) fn of_plain(judgement: &mut Judgement, edition: Edition) -> Option<Failure> {
    if judgement.is_accepted() {
        return None;
    }
    if let Some(span) = leftover(&judgement.text) {
        return Some(template(judgement, span));
    }
    let reason = unknown_names(&judgement.text, &judgement.diagnostics, edition)?;
    judgement.diagnostics.clear();
    let message = format!("can't check this file on its own: {reason}");
    Some(Failure { name: judgement.name.clone(), message })
}

/// Says whether a file with modules is only a part. Findings that do not need the rest of the program stay.
pub(crate) fn of_modules(program: &Program, judgement: &mut Judgement) -> Option<Failure> {
    if let Some(place) = program.leftover() {
        return Some(template(judgement, place.span));
    }
    let outside = program.outside();
    let first = outside.first()?;
    // Whole modules may bring names along that nothing tells.
    if judgement.text.contains("#import") {
        judgement.diagnostics.retain(|found| found.rule != SCOPE_UNRESOLVED);
    }
    let packages: BTreeSet<&str> = outside.iter().map(|it| it.package.as_str()).collect();
    let listed: Vec<String> = packages.iter().take(MOST_NAMES).map(|name| format!("`{name}`")).collect();
    let more = packages.len().saturating_sub(MOST_NAMES);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let lies = if packages.len() == 1 { "which is" } else { "which are" };
    let message = format!(
        "can't check this file on its own: it imports `{}` from {}{more}, {lies} not among the files",
        first.path,
        listed.join(", "),
    );
    Some(Failure { name: judgement.name.clone(), message })
}

/// A file that another tool makes a program of.
fn template(judgement: &mut Judgement, span: Span) -> Failure {
    let place = judgement.sources().range(span).first;
    let text = span.text(&judgement.text);
    let message = match text.strip_prefix("#{").and_then(|rest| rest.strip_suffix('}')) {
        Some(name) => {
            let name = name.trim();
            format!(
                "can't check this file on its own: `{text}` on line {} has no value: pass one with --define {name}=VALUE",
                place.line
            )
        }
        None => format!(
            "can't check this file: it is a template, and `{text}` on line {} must be replaced first",
            place.line
        ),
    };
    judgement.diagnostics.clear();
    Failure { name: judgement.name.clone(), message }
}
