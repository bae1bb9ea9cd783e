//! Functions that replace functions of other modules: `naga_oil` has `virtual fn f()` in one module, and `override fn module::f()` in the root of
//! a program.
//!
//! All calls of the function lead to its replacement, except for the calls in that function itself. The linker redirects them. Both words
//! are removed, which makes functions of these declarations.

use crate::finding::Found;
use crate::mapped::MappedText;
use crate::rules;
use crate::unit::{Reference, Referent, Unit};
use shader_source::Span;
use shader_source::diagnostic::Diagnostic;
use std::collections::HashSet;

/// A function that replaces a function of a different module.
#[derive(Clone, Debug)]
pub(crate) struct Override {
    /// The index of the function.
    pub(crate) by: usize,
    /// The function that it replaces.
    pub(crate) replaced: Reference,
}

impl Unit {
    /// Returns what a name that the module declares refers to: in an `override fn`, its name is the function that it replaces.
    pub(crate) fn own(&self, declaration: usize, place: Span) -> Referent {
        let is_inside =
            |it: &&Override| it.by == declaration && self.declarations[declaration].contains(place);
        let inside = self.overrides.iter().find(is_inside);
        inside.map_or(Referent::Own(declaration), |it| it.replaced.to.clone())
    }

    /// Notes the functions that replace others, by the places of their names in the file.
    pub(crate) fn note_overrides(&mut self, mapped: &MappedText, places: &HashSet<u32>) {
        if places.is_empty() {
            return;
        }
        for (by, declaration) in self.declarations.iter().enumerate() {
            let span = declaration.name_span;
            let (Some(name), Some(place)) = (&declaration.name, mapped.origin(span)) else { continue };
            if !places.contains(&place.span.lo) {
                continue;
            }
            let Some(to) = self.referent(name) else {
                let message = format!(
                    "`{name}` is not imported: only a function of a different module can be overridden"
                );
                let diagnostic = Diagnostic::error(rules::UNKNOWN_ITEM, place.span, message);
                self.findings.push(Found { file: self.file, diagnostic });
                continue;
            };
            self.overrides.push(Override { by, replaced: Reference { span, to } });
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::{assert_findings, link, project};

    const BASE: &str = "#define_import_path base\nvirtual fn inner(a: f32) -> f32 { return a * 2.0; }\n\
        fn outer() -> f32 { return inner(1.0); }\n";

    #[track_caller]
    fn assert_replaced(root: &str) {
        let project = project(&[("a.wgsl", root), ("base.wgsl", BASE)]);
        assert_findings(&project, "a.wgsl", &[]);
        let text = link(&project, "a.wgsl").text().to_owned();
        assert!(text.contains("a + 3.0") && !text.contains("a * 2.0"), "{text}");
    }

    #[test]
    fn a_function_is_replaced_in_the_whole_program() {
        let function = "(a: f32) -> f32 { return a + 3.0; }\n";
        assert_replaced(&format!(
            "#import base\noverride fn base::inner{function}fn f() {{ _ = base::outer(); }}\n"
        ));
        assert_replaced(&format!(
            "#import base as b\noverride fn b::inner{function}fn f() {{ _ = b::outer() + b::inner(1); }}\n"
        ));
        assert_replaced(&format!(
            "#import base::{{inner, outer}}\noverride fn inner{function}fn f() {{ _ = outer() + inner(1); }}\n"
        ));
    }

    #[test]
    fn the_function_that_replaces_another_calls_it() {
        let root = "#import base\noverride fn base::inner(a: f32) -> f32 { return base::inner(a) + base::wrong(); }\n\
            fn f() -> i32 { return base::outer(); }\n";
        let project = project(&[("a.wgsl", root), ("base.wgsl", BASE)]);
        let expected = ["a.wgsl:2:66 module/unknown-item", "a.wgsl:3:24 type/mismatch"];
        assert_findings(&project, "a.wgsl", &expected);
        let text = link(&project, "a.wgsl").text().to_owned();
        assert!(text.contains("return inner(a)") && text.contains("return base_inner(1.0)"), "{text}");
    }

    #[test]
    fn a_module_is_checked_without_what_replaces_its_functions() {
        let wrong = BASE.replace("2.0", "true");
        let files = [
            ("base.wgsl", wrong.as_str()),
            (
                "a.wgsl",
                "#import base\noverride fn base::inner(a: f32) -> f32 { return 1u; }\nfn f() { _ = base::outer(); }\n",
            ),
            ("b.wgsl", "#define_import_path b\noverride fn inner() {}\n"),
        ];
        let project = project(&files);
        assert_findings(&project, "base.wgsl", &["base.wgsl:2:42 type/no-matching-overload"]);
        assert_findings(&project, "a.wgsl", &["a.wgsl:2:49 type/mismatch"]);
        assert_findings(&project, "b.wgsl", &["b.wgsl:2:13 module/unknown-item `inner` is not imported"]);
    }

    #[test]
    fn only_this_preprocessor_has_these_words() {
        let project = project(&[
            ("a.wesl", "import super::b::f;\nvirtual fn g() { f(); }\n"),
            ("b.wesl", "fn f() {}\n"),
        ]);
        assert_findings(&project, "a.wesl", &["a.wesl:2:1 lex/reserved-word"]);
    }
}
