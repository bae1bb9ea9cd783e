//! Files that can't be checked on their own.
//!
//! Such a file is reported once, instead of being rejected name by name. `docs/MODULES.md` has the rule: a file
//! can't be checked on its own if it imports from a package that is not there, if it has places that an external
//! tool replaces, or if its only errors are undeclared names, and it has no entry point or files next to it declare them.

use crate::files::Failure;
use crate::judgement::Judgement;
use crate::neighbours;
use shader_source::{LineIndex, Span};
use std::collections::BTreeSet;
use wgsl_embedded::unknown_names;
use wgsl_modules::{FileIndex, Open, Outside, Place, Unvalued, leftovers};
use wgsl_spec::Edition;
use wgsl_spec::rules::SCOPE_UNRESOLVED;

/// The number of packages that a message lists.
const MOST_NAMES: usize = 3;

/// Returns the reason why a file without modules can't be checked on its own.
pub(crate) fn of_plain(judgement: &mut Judgement, edition: Edition) -> Option<Failure> {
    if judgement.is_accepted() {
        return None;
    }
    let leftovers = leftovers(&judgement.text);
    if !leftovers.is_empty() {
        let text = judgement.text.clone();
        let lines = LineIndex::new(&text);
        let unvalued =
            |span: Span| Unvalued::of_placeholder(Place { file: FileIndex(0), span }, span.text(&text));
        let open = Open { unvalued: leftovers.into_iter().map(unvalued).collect(), ..Open::default() };
        let name = judgement.name.clone();
        let line = |place: Place| (name.clone(), lines.position(place.span.lo).line);
        return of_modules(&open, None, judgement, line);
    }
    let reason = unknown_names(&judgement.text, &judgement.diagnostics, edition)
        .or_else(|| neighbours::declare(judgement, edition))?;
    judgement.diagnostics.clear();
    let message = format!("can't check this file on its own: {reason}");
    Some(Failure { name: judgement.name.clone(), message })
}

/// Returns the reason why a file with modules can't be checked on its own, or with its definitions. Diagnostics
/// that do not need the rest of the program stay. `place` returns the file name and line of a place for messages.
pub(crate) fn of_modules(
    open: &Open,
    missing: Option<&str>,
    judgement: &mut Judgement,
    place: impl Fn(Place) -> (String, u32),
) -> Option<Failure> {
    let is_placeholder = |it: &&Unvalued| !it.written.contains("::");
    let is_template = open.unvalued.iter().any(|it| is_placeholder(&it));
    if is_template {
        // Its text is not WGSL yet.
        judgement.diagnostics.clear();
    }
    if let Some(first) = open.unvalued.iter().find(|it| it.name.is_none()) {
        return Some(template(judgement, &first.written, &place(first.place)));
    }
    let mut reasons = Vec::new();
    if let Some(first) = open.outside.first() {
        // Whole modules may bring names along that are listed nowhere.
        if judgement.text.contains("#import") {
            judgement.diagnostics.retain(|found| found.rule != SCOPE_UNRESOLVED);
        }
        reasons.push(outside(first, &open.outside));
    }
    if let Some(first) = open.unvalued.first() {
        reasons.push(unvalued(judgement, &open.unvalued, &first.written, &place(first.place)));
    }
    let is_alone = !reasons.is_empty();
    reasons.extend(missing.filter(|_| !is_template).map(str::to_owned));
    if reasons.is_empty() {
        return None;
    }
    let how = if is_alone { "on its own" } else { "with these definitions" };
    let message = format!("can't check this file {how}: {}", reasons.join("; "));
    Some(Failure { name: judgement.name.clone(), message })
}

/// The packages that are not there.
fn outside(first: &Outside, all: &[Outside]) -> String {
    let packages: BTreeSet<&str> = all.iter().map(|it| it.package.as_str()).collect();
    let listed: Vec<String> = packages.iter().take(MOST_NAMES).map(|name| format!("`{name}`")).collect();
    let more = packages.len().saturating_sub(MOST_NAMES);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let was = if packages.len() == 1 { "was" } else { "were" };
    format!("it imports `{}` from {}{more}, which {was} not found", first.path, listed.join(", "))
}

/// The names without values: all of them, so that one look at the project answers all questions.
fn unvalued(judgement: &Judgement, all: &[Unvalued], written: &str, (file, line): &(String, u32)) -> String {
    let names: BTreeSet<&str> = all.iter().filter_map(|it| it.name.as_deref()).collect();
    let options: Vec<String> = names.iter().map(|name| format!("--define {name}=VALUE")).collect();
    let options = options.join(" ");
    if names.len() > 1 {
        let listed: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        return format!("{} have no value: pass {options}", listed.join(", "));
    }
    let of_file = if *file == judgement.name { String::new() } else { format!(" of {file}") };
    format!("`{written}` on line {line}{of_file} has no value: pass one with {options}")
}

/// Reports a file that an external tool turns into a program.
fn template(judgement: &Judgement, written: &str, (file, line): &(String, u32)) -> Failure {
    let of_file = if *file == judgement.name { String::new() } else { format!(" of {file}") };
    let message = format!(
        "can't check this file: it is a template, and `{written}` on line {line}{of_file} must be replaced first"
    );
    Failure { name: judgement.name.clone(), message }
}
