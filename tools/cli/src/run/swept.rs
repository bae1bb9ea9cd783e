//! The words for a sweep: what was executed, and the two orders of the first difference.

use super::variable::Variable;
use crate::summary::count;
use shader_run::execute::{Difference, Parting, ResultDifference, Sweep, Terms, Turn, shown};
use shader_source::SourceMap;

/// A sentence about a sweep, and a line each for the place of the first difference and the two orders that lead to it.
pub(super) fn swept(sweep: &Sweep, terms: &Terms, variables: &[Variable], sources: &SourceMap<'_>) -> String {
    let mut lines = vec![sentence(sweep, terms)];
    if let Some(difference) = &sweep.difference {
        lines.extend(place(difference, variables));
        if let Some(parting) = &difference.parting {
            let are_many = parting.orders.iter().flatten().any(|it| it.by.workgroup != parting.workgroup);
            let order = |(name, turns): (&str, &Vec<Turn>)| {
                let turns = turns.iter().map(|it| turn(it, parting, (terms, are_many), sources));
                let turns: Vec<String> = turns.collect();
                format!("{name}: {}", turns.join(", "))
            };
            lines.extend(["one order", "another"].into_iter().zip(&parting.orders).map(order));
        }
    }
    lines.join("\n  ")
}

fn sentence(sweep: &Sweep, terms: &Terms) -> String {
    let Sweep { executions, is_complete, contended_words, subgroup_sizes, is_out_of_fuel, difference } =
        sweep;
    let executions = count(usize::try_from(*executions).unwrap_or(usize::MAX), "execution");
    let invocation = terms.invocation;
    let words = match contended_words {
        0 => format!("no word in which the order of {invocation}s matters"),
        words => format!("{} in which the order of {invocation}s matters", count(*words, "word")),
    };
    let sizes = match &subgroup_sizes[..] {
        [] | [_] => String::new(),
        sizes => {
            let sizes: Vec<String> = sizes.iter().map(u32::to_string).collect();
            format!(", {} sizes {}", terms.subgroup, sizes.join(", "))
        }
    };
    let covered = match (difference, is_complete, is_out_of_fuel) {
        (Some(_), _, _) => "the results differ",
        (None, true, _) => "all orders have the same result",
        (None, false, true) => "the same result in each before the fuel ended",
        (None, false, false) => "the same result in each, though there are more orders",
    };
    format!("sweep: {executions}{sizes}; {words}; {covered}")
}

/// Where the results differ, and the two values.
fn place(difference: &Difference, variables: &[Variable]) -> Option<String> {
    let ResultDifference::Contents { group, binding, offset, words, ty, .. } = difference.result else {
        return None;
    };
    let variable = variables.iter().find(|it| (it.at.group, it.at.binding) == (group, binding));
    let name = variable.map_or_else(
        || format!("the binding {group}:{binding}"),
        |Variable { place, name, .. }| format!("`{name}` ({place})"),
    );
    let [one, other] = words.map(|word| shown(word, ty));
    Some(format!("{name} differs at byte {offset}: {one} or {other}"))
}

/// An access in an order: "invocation 3 reads 0 (12:5)".
fn turn(
    turn: &Turn,
    parting: &Parting,
    (terms, are_many): (&Terms, bool),
    sources: &SourceMap<'_>,
) -> String {
    let value = |word| shown(word, parting.ty);
    let does = match turn.words.map(|word| word.map(value)) {
        [Some(before), Some(after)] => format!("changes {before} to {after}"),
        [Some(before), None] if turn.fails => format!("reads {before} and fails"),
        [Some(before), None] => format!("reads {before}"),
        [None, Some(after)] => format!("writes {after}"),
        [None, None] if turn.fails => "fails".to_owned(),
        [None, None] => "touches it".to_owned(),
    };
    let by = turn.by;
    let of = if are_many { format!(" of {} {}", terms.workgroup, by.workgroup) } else { String::new() };
    let start = sources.range(by.span).first;
    format!("{} {}{of} {does} ({}:{})", terms.invocation, by.invocation, start.line, start.column_chars)
}
