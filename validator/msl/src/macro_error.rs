//! Errors in the replacement lists of macros.
//!
//! All tokens of an expansion are at the place where the macro is used, so that a mistake in a replacement list would be reported for each use. Where
//! every use has the same error, the definition has the mistake.

use crate::diagnostic::{Diagnostic, Severity};
use cxx_validator::MacroUse;
use rustc_hash::{FxHashMap, FxHashSet};
use shader_source::Span;

/// Joins equal errors of all uses of a macro to one at its definition, which shows the first use. A macro that is used once keeps its errors where
/// they are: its arguments may be wrong.
pub(crate) fn join<'a>(found: &mut Vec<Diagnostic>, uses: impl Iterator<Item = &'a MacroUse>) {
    if found.iter().filter(|it| it.severity == Severity::Error).take(2).count() < 2 {
        return;
    }
    let (mut definitions, mut counts) = (FxHashMap::default(), FxHashMap::<Span, usize>::default());
    for MacroUse { span, definition } in uses {
        definitions.insert(*span, *definition);
        *counts.entry(*definition).or_default() += 1;
    }
    let mut groups: FxHashMap<(Span, &str, &str), Vec<usize>> = FxHashMap::default();
    for (index, error) in found.iter().enumerate().filter(|(_, it)| it.severity == Severity::Error) {
        if let Some(definition) = definitions.get(&error.primary.span) {
            groups.entry((*definition, error.rule.id, &error.message)).or_default().push(index);
        }
    }
    let mut joined: FxHashMap<usize, Span> = FxHashMap::default();
    let mut repeated: FxHashSet<usize> = FxHashSet::default();
    for ((definition, ..), errors) in groups {
        let places: FxHashSet<Span> = errors.iter().map(|index| found[*index].primary.span).collect();
        if let [first, rest @ ..] = errors.as_slice()
            && places.len() > 1
            && counts.get(&definition) == Some(&places.len())
        {
            joined.insert(*first, definition);
            repeated.extend(rest);
        }
    }
    if joined.is_empty() {
        return;
    }
    let all = core::mem::take(found).into_iter().enumerate().filter(|(index, _)| !repeated.contains(index));
    found.extend(all.map(|(index, mut error)| {
        if let Some(definition) = joined.get(&index) {
            let first_use = core::mem::replace(&mut error.primary.span, *definition);
            // An edit at the use would not change the definition.
            error.suggestion = None;
            error = error.label(first_use, "all uses of this macro have the error, this is the first");
        }
        error
    }));
    found.sort_by_key(|found| found.primary.span);
}

/// Drops suggestions for tokens of replacement lists: an edit at the use of a macro would replace the whole use.
pub(crate) fn drop_edits_of_uses(found: &mut [Diagnostic], uses: &[MacroUse]) {
    let uses: FxHashSet<Span> = uses.iter().map(|it| it.span).collect();
    for found in found {
        let place = found.primary.span;
        let is_at_use = uses.contains(&place);
        let is_wrong = |(span, _): &(Span, String)| {
            uses.contains(span) || is_at_use && span.lo <= place.hi && place.lo <= span.hi
        };
        found.suggestion.take_if(|suggestion| suggestion.edits.iter().any(is_wrong));
    }
}

#[cfg(test)]
mod tests {
    use crate::{Options, validate};

    /// The rules that a program breaks, with the words at their places.
    fn mistakes(text: &str) -> Vec<(&'static str, String)> {
        let found = validate(text, &Options::default());
        found.iter().map(|found| (found.rule.id, found.primary.span.text(text).to_owned())).collect()
    }

    #[test]
    fn an_error_of_all_uses_is_one_at_the_definition() {
        let kernel = "#define K(T, N) kernel void N(const device T* a [[buffer(0)]], T* b [[buffer(1)]]) { b[0] = a[0]; }";
        let one = "pointer.address-space";
        let found = mistakes(&format!("{kernel}\nK(float, k1)\nK(half, k2)\nK(int, k3)\n"));
        assert_eq!(found, [(one, "K".to_owned())]);
        assert_eq!(mistakes(&format!("{kernel}\nK(float, k1)\n")), [(one, "K(float, k1)".to_owned())]);
    }

    #[test]
    fn a_suggestion_does_not_replace_the_use_of_a_macro() {
        let suggestions = |text: &str| {
            let found = validate(text, &Options::default());
            assert_eq!(found.len(), 1, "{text}");
            found
                .into_iter()
                .filter_map(|it| it.suggestion)
                .flat_map(|it| it.edits)
                .map(|it| it.1)
                .collect::<Vec<_>>()
        };
        let kernel =
            |body: &str| format!("constant float kFactor = 2; kernel void k(device float* o) {{ {body} }}");
        let none: [&str; 0] = [];
        assert_eq!(
            suggestions(&format!("#define SCALE(x) (x * kfactor)\n{}", kernel("o[0] = SCALE(o[1] + 1);"))),
            none
        );
        assert_eq!(suggestions(&format!("#define SC kfactor + 2\n{}", kernel("o[0] = SC;"))), none);
        assert_eq!(suggestions(&format!("#define T flaot\n{}", kernel("T a = 1; o[0] = a;"))), none);
        assert_eq!(suggestions(&kernel("o[0] = kfactor;")), ["kFactor"]);
    }

    #[test]
    fn an_error_of_some_uses_stays_at_them() {
        let text = "#define F(T, N) T N(T a) { return a % 2; }\nF(int, f1)\nF(float, f2)\nF(uint, f3)\nF(half, f4)\n";
        let places: Vec<String> = mistakes(text).into_iter().map(|(_, place)| place).collect();
        assert_eq!(places, ["F(float, f2)", "F(half, f4)"]);
    }
}
