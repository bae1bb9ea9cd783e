//! Errors in the replacement lists and in the arguments of macros.
//!
//! The tokens of a replacement list are at the place where the macro is used, so that a mistake in one would be reported for each use. Where every use
//! has the same error, the definition has the mistake. The tokens of an argument are where they are written.

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

/// The uses of macros that are not in arguments of other uses, in order of their places.
fn outer_uses(uses: &[MacroUse]) -> Vec<MacroUse> {
    let mut sorted = uses.to_vec();
    // The longest one first: it has the others in its arguments.
    sorted.sort_by_key(|it| (it.span.lo, core::cmp::Reverse(it.span.hi)));
    let mut outer: Vec<MacroUse> = Vec::new();
    for it in sorted {
        if outer.last().is_none_or(|last| !last.span.contains(it.span)) {
            outer.push(it);
        }
    }
    outer
}

/// The use that has a place in it.
fn use_around(outer: &[MacroUse], place: Span) -> Option<&MacroUse> {
    let after = outer.partition_point(|it| it.span.lo <= place.lo);
    outer[..after].last().filter(|it| place.lo < it.span.hi)
}

/// Drops suggestions that would edit the use of a macro: an edit for a token of a replacement list would replace the whole use, and one around several
/// arguments what is between them. A word in an argument may be replaced.
pub(crate) fn drop_edits_of_uses(text: &str, found: &mut [Diagnostic], uses: &[MacroUse]) {
    let (names, outer): (FxHashSet<Span>, _) = (uses.iter().map(|it| it.span).collect(), outer_uses(uses));
    for found in found {
        let place = found.primary.span;
        let word = place.text(text);
        let is_word = !word.is_empty() && word.chars().all(|it| it.is_alphanumeric() || it == '_');
        let is_wrong = |(span, _): &(Span, String)| {
            let is_in_use =
                [span.lo, span.hi].into_iter().any(|at| use_around(&outer, Span::new(at, at)).is_some());
            is_in_use && !(*span == place && is_word && !names.contains(span))
        };
        let is_at_use = names.contains(&place);
        let is_beside = |(span, _): &(Span, String)| is_at_use && span.lo <= place.hi && place.lo <= span.hi;
        found
            .suggestion
            .take_if(|suggestion| suggestion.edits.iter().any(|edit| is_wrong(edit) || is_beside(edit)));
    }
}

/// Names the macro of each error in the use of one.
pub(crate) fn name_macros(found: &mut Vec<Diagnostic>, uses: &[MacroUse]) {
    if found.is_empty() {
        return;
    }
    let definitions: FxHashMap<Span, Span> = uses.iter().map(|it| (it.span, it.definition)).collect();
    let outer = outer_uses(uses);
    let all = core::mem::take(found);
    found.extend(all.into_iter().map(|it| {
        let place = it.primary.span;
        if let Some(definition) = definitions.get(&place) {
            it.label(*definition, "expanded from this macro")
        } else if let Some(around) = use_around(&outer, place) {
            it.label(around.definition, "in an argument of this macro")
        } else {
            it
        }
    }));
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
    fn a_mistake_in_an_argument_is_where_it_is_written() {
        let found = |text: &str| {
            let text = format!(
                "#define TWICE(x) ((x) + (x))\n#define K(T, body) T f(T a) {{ body return a; }}\n{text}"
            );
            let found = validate(&text, &Options::default());
            let place = |span: shader_source::Span| (span.lo, span.text(&text).to_owned());
            let labels = |it: &crate::diagnostic::Diagnostic| {
                it.labels.iter().map(|it| it.span.text(&text).to_owned()).collect()
            };
            found
                .iter()
                .map(|it| (it.rule.id, place(it.primary.span).1, labels(it)))
                .collect::<Vec<(_, _, Vec<_>)>>()
        };
        let one = |rule: &'static str, place: &str, label: &str| {
            vec![(rule, place.to_owned(), vec![label.to_owned()])]
        };
        assert_eq!(
            found("int f(int a) { return TWICE(a + missing); }"),
            one("name.declared", "missing", "TWICE")
        );
        assert_eq!(found("K(int,\n a *= 2;\n a += missing;)"), one("name.declared", "missing", "K"));
        // The use of a macro in an argument has its body at its name.
        assert_eq!(
            found("#define M missing\nint f(int a) { return TWICE(a + M); }"),
            one("name.declared", "M", "M")
        );
        // The mistake is of the body and of an argument.
        assert_eq!(
            found("int f(thread int* a) { return *TWICE(a); }"),
            one("operator.operands", "TWICE(a)", "TWICE")
        );
    }

    #[test]
    fn a_word_in_an_argument_may_be_replaced() {
        let edits = |text: &str| {
            let found = validate(text, &Options::default());
            let all = found.into_iter().filter_map(|it| it.suggestion).flat_map(|it| it.edits);
            all.map(|(span, edit)| (span.text(text).to_owned(), edit)).collect::<Vec<_>>()
        };
        let head = "#define ID(x) x\n#define SET(a, b) if (a = b) {}\n#define JOIN(a) a##or\nconstant float kFactor = 2;";
        let none: [(String, String); 0] = [];
        assert_eq!(
            edits(&format!("{head} float f() {{ return ID(kfactor); }}")),
            [("kfactor".to_owned(), "kFactor".to_owned())]
        );
        assert_eq!(edits(&format!("{head} void f(int a, int b) {{ SET(a, b) }}")), none);
        assert_eq!(edits(&format!("{head} float f() {{ return JOIN(kfact); }}")), none);
    }

    #[test]
    fn an_error_of_some_uses_stays_at_them() {
        let text = "#define F(T, N) T N(T a) { return a % 2; }\nF(int, f1)\nF(float, f2)\nF(uint, f3)\nF(half, f4)\n";
        let places: Vec<String> = mistakes(text).into_iter().map(|(_, place)| place).collect();
        assert_eq!(places, ["F(float, f2)", "F(half, f4)"]);
    }
}
