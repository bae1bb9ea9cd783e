//! Suggestions of diagnostics, applied to programs: `--fix` and `--diff`.

use crate::arguments::Suggestions;
use crate::files::{Input, ProgramBytes};
use crate::judgement::Judgement;
use crate::modules::Modules;
use core::slice::from_ref;
use shader_source::fix::apply;
use shader_source::visible;
use similar::TextDiff;
use std::collections::BTreeMap;
use wgsl_validator::diagnostic::{Severity, Suggestion};

/// The number of times that suggestions are applied to a program. An edit may show further mistakes, whose edits may show more.
pub(crate) const MOST_ROUNDS: usize = 16;

/// The number of suggestions that are applied alone where all together don't help.
const MOST_ALONE: usize = 16;

/// Applies suggestions to a program until none is left, or until they don't help. Returns its last check, and true if some are left.
pub(crate) fn fix(
    mut judgement: Judgement,
    suggestions: Suggestions,
    mut judge: impl FnMut(ProgramBytes) -> Judgement,
) -> (Judgement, bool) {
    for _ in 0..MOST_ROUNDS {
        let applied: Vec<&Suggestion> = wanted(&judgement, suggestions).collect();
        if applied.is_empty() {
            return (judgement, false);
        }
        // Suggestions that help alone may not help together.
        let alone = applied.iter().take(MOST_ALONE).map(core::slice::from_ref);
        let attempts = core::iter::once(&applied[..]).chain(alone.filter(|_| applied.len() > 1));
        let next = attempts.into_iter().find_map(|attempt| {
            let text = apply(&judgement.text, attempt.iter().copied())?;
            let after = judge(ProgramBytes { name: judgement.name.clone(), bytes: text.into_bytes() });
            makes_progress(from_ref(&judgement), from_ref(&after), suggestions).then_some(after)
        });
        match next {
            Some(next) => judgement = next,
            None => return (judgement, true),
        }
    }
    let has_more = wanted(&judgement, suggestions).next().is_some();
    (judgement, has_more)
}

fn wanted(judgement: &Judgement, suggestions: Suggestions) -> impl Iterator<Item = &Suggestion> {
    let found = judgement.diagnostics.iter().filter(move |it| suggestions.contain(it));
    found.filter_map(|it| it.suggestion.as_ref())
}

/// Returns true if there are fewer errors, or as many and fewer suggestions, as a warning is fixed.
fn makes_progress(before: &[Judgement], after: &[Judgement], suggestions: Suggestions) -> bool {
    let errors = |judgements: &[Judgement]| {
        let all = judgements.iter().flat_map(|it| &it.diagnostics);
        all.filter(|it| it.severity == Severity::Error).count()
    };
    let left =
        |judgements: &[Judgement]| judgements.iter().map(|it| wanted(it, suggestions).count()).sum::<usize>();
    (errors(after), left(after)) < (errors(before), left(before))
}

/// Another content for a file of a project.
#[derive(Clone, Debug)]
pub(crate) struct Change {
    pub(crate) input: Input,
    /// The name of the file in messages.
    pub(crate) name: String,
    pub(crate) before: String,
    pub(crate) after: String,
}

/// The project when suggestions are applied until none is left, the files of the command that they change, and true if some are left.
pub(crate) fn fix_modules(
    modules: &Modules,
    suggestions: Suggestions,
    judge: impl Fn(&Modules) -> Vec<Judgement>,
) -> (Modules, Vec<Change>, bool) {
    let mut fixed = modules.with(BTreeMap::new());
    let mut judgements = judge(&fixed);
    let mut texts = suggested(&fixed, suggestions, &judgements);
    for _ in 0..MOST_ROUNDS {
        if texts.is_empty() {
            break;
        }
        let next = fixed.with(texts.clone());
        let after = judge(&next);
        if !makes_progress(&judgements, &after, suggestions) {
            break;
        }
        (fixed, judgements) = (next, after);
        texts = suggested(&fixed, suggestions, &judgements);
    }
    let mut changes: Vec<Change> = modules
        .changeable()
        .map(|(path, name, input)| Change {
            input: input.clone(),
            name: name.to_owned(),
            before: modules.text(path).to_owned(),
            after: fixed.text(path).to_owned(),
        })
        .filter(|change| change.before != change.after || change.input == Input::Standard)
        .collect();
    changes.sort_by(|one, other| one.name.cmp(&other.name));
    (fixed, changes, !texts.is_empty())
}

/// The contents of files after the suggestions of these judgements. A suggestion changes one file, or is left to people.
fn suggested(
    modules: &Modules,
    suggestions: Suggestions,
    judgements: &[Judgement],
) -> BTreeMap<String, String> {
    let mut by_path: BTreeMap<String, Vec<Suggestion>> = BTreeMap::new();
    for judgement in judgements {
        let sources = judgement.sources();
        for suggestion in wanted(judgement, suggestions) {
            let mut files = suggestion.edits.iter().map(|(span, _)| sources.file_index(span.lo));
            let Some(index) = files.next().filter(|first| files.all(|file| file == *first)) else { continue };
            let file = &sources.files()[index];
            let Some(path) = modules.path(file.name()) else { continue };
            let edits = suggestion.edits.iter().map(|(span, by)| (file.local(*span), by.clone()));
            let local = Suggestion { edits: edits.collect(), ..suggestion.clone() };
            let known = by_path.entry(path.to_owned()).or_default();
            if !known.contains(&local) {
                known.push(local);
            }
        }
    }
    by_path
        .into_iter()
        .filter_map(|(path, suggestions)| {
            let text = apply(modules.text(&path), &suggestions)?;
            Some((path, text))
        })
        .collect()
}

/// The changes of a program in the unified format.
pub(crate) fn diff(name: &str, before: &str, after: &str) -> String {
    let name = visible(name);
    TextDiff::from_lines(before, after).unified_diff().header(&name, &name).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use wgsl_validator::diagnostic::Applicability;
    use wgsl_validator::{Options, validate};

    #[test]
    fn a_round_that_fixes_nothing_is_undone() {
        let text = "fn f() { x; }".to_owned();
        let module = validate(&text, &Options::default());
        let found = module.diagnostics().iter().map(|it| {
            let edit = vec![(shader_source::Span::new(0, 0), "// no change\n".to_owned())];
            it.clone().suggest("write a comment", edit, Applicability::Safe)
        });
        let judgement = Judgement::of_one_file("a.wgsl".to_owned(), text.clone(), found.collect());
        let (last, has_more) = fix(judgement.clone(), Suggestions::All, |program| {
            let text = String::from_utf8(program.bytes).expect("it is UTF-8");
            Judgement { text, ..judgement.clone() }
        });
        assert_eq!((last.text, has_more), (text, true));
    }
}
