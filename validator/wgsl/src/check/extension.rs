//! Extensions: which are there, which are enabled, and what needs them. <https://www.w3.org/TR/WGSL/#extensions>

use super::Checker;
use crate::ast::List;
use crate::diagnostic::{Applicability, Diagnostic, Label};
use crate::needs::Extension;
use crate::target::Target;
use core::fmt::Display;
use shader_source::Span;
use shader_source::suggest::edit_distance;
use wgsl_spec::{Edition, EnableExtension, LanguageExtension, Rule, Symbol, rules};

impl Checker<'_> {
    /// `enable f16, subgroups;`
    pub(super) fn enable(&mut self, names: List<(Symbol, Span)>) {
        let ast = self.ast;
        for (name, span) in &ast[names] {
            // The parser reports those that there are not.
            let Some(extension) = EnableExtension::from_symbol(*name) else { continue };
            self.terms.enable(extension);
            self.meaning.needs.extension(Extension::Enable(extension), *span);
            let is_there = self.terms.target.available.contains(extension)
                || self.terms.target.on_request.contains(extension);
            self.directive(Extension::Enable(extension), is_there, *span);
        }
    }

    /// `requires buffer_view;`
    ///
    /// Differs from the specification: there it changes nothing. Here a proposed extension that the specification lacks must be
    /// required, unless the target is known to have it.
    pub(super) fn requires(&mut self, names: List<(Symbol, Span)>) {
        let ast = self.ast;
        for (name, span) in &ast[names] {
            let Some(extension) = LanguageExtension::from_symbol(*name) else { continue };
            self.meaning.needs.extension(Extension::Language(extension), *span);
            let Target { available, on_request, unnamed, .. } = self.terms.target;
            let is_there = (available.contains_language(extension) && !unnamed.contains_language(extension))
                || on_request.contains_language(extension);
            self.directive(Extension::Language(extension), is_there, *span);
            // Where it is not there, that has been said; what uses it is fine then.
            self.terms.require(extension);
        }
    }

    /// Reports an extension that a directive names and that the target or the specification lacks.
    fn directive(&mut self, extension: Extension, is_there: bool, span: Span) {
        let name = extension.name();
        if self.terms.edition == Edition::Draft2022 {
            return;
        }
        let (lacking, unlisted) = match extension {
            Extension::Enable(_) => (rules::ENABLE_NEEDS_FEATURE, rules::ENABLE_LISTED),
            Extension::Language(_) => (rules::REQUIRES_LACKING, rules::REQUIRES_LISTED),
        };
        if !is_there {
            let message =
                format!("target `{}` does not support extension `{name}`", self.terms.target.name());
            self.error(lacking, span, message);
        } else if let Some(status) = extension.status() {
            let message = format!("extension `{name}` is {status}");
            self.report(Diagnostic::error(unlisted, span, message).warning());
        }
    }

    /// Reports the use of a predeclared name whose extension is not enabled, or whose language extension is not there.
    /// Whether the latter is there: without it nothing is known of the name.
    pub(super) fn require_available(&mut self, symbol: Symbol, span: Span) -> bool {
        let info = symbol.info(self.terms.edition);
        // The sentence is only made where it is needed: most names need nothing, and most of the others have it.
        let what = |checker: &Self| format!("`{}`", checker.name(symbol));
        let Some(needs) = info.needs else { return true };
        if let Some(extension) = info.enable
            && !self.terms.is_enabled(extension)
        {
            self.require_enabled(extension, needs, span, what(self));
        }
        if let Some(extension) = info.language
            && !self.has(extension, span)
        {
            return self.require_language(extension, needs, span, what(self));
        }
        true
    }

    /// Reports the use of something whose extension is not enabled, which breaks this rule. The table of the extensions
    /// often says it once more; of `f16`, its literals and the functions of subgroups their own sections say it all.
    pub(super) fn require_enabled(
        &mut self,
        extension: EnableExtension,
        rule: &'static Rule,
        span: Span,
        what: impl Display,
    ) {
        if !self.terms.is_enabled(extension) {
            if let Some(at) = self.missing.get(&extension).copied() {
                self.note_further_use(at, span);
                return;
            }
            let name = extension.name();
            // The directive that misspells the extension was reported.
            let mut written = self.ast.directive_names.iter().map(|(written, _)| self.name(*written));
            if written.any(|written| edit_distance(written, name, 2).is_some()) {
                return;
            }
            self.missing.insert(extension, self.diagnostics.len());
            let message = format!("{what} requires extension `{name}`, which is not enabled");
            let mut diagnostic = Diagnostic::error(rule, span, message);
            let says_all = [
                extension.rule(),
                rules::TYPE_F16_NEEDS_ENABLE,
                rules::LITERAL_FLOAT_H_NEEDS_F16,
                rules::SUBGROUP_NEEDS_EXT,
            ];
            diagnostic.also = (!says_all.contains(&rule)).then_some(extension.rule());
            let edit = (Span::new(0, 0), format!("enable {name};\n"));
            self.report(diagnostic.suggest(
                "enable the extension at the start of the module",
                vec![edit],
                Applicability::Unsafe,
            ));
        }
    }

    /// One missing extension is one mistake: further places are labels of its finding, up to some.
    fn note_further_use(&mut self, finding: usize, span: Span) {
        const MOST_LABELS: usize = 5;
        if let Some(found) = self.diagnostics.get_mut(finding)
            && found.labels.len() < MOST_LABELS
        {
            found.labels.push(Label { span, text: "also required here".to_owned(), rule: None });
        }
    }

    /// Returns true if a language extension is there; if so, that the program uses it is noted.
    pub(super) fn has(&mut self, extension: LanguageExtension, span: Span) -> bool {
        let is_there = self.terms.is_available(extension);
        if is_there {
            self.meaning.needs.extension(Extension::Language(extension), span);
        }
        is_there
    }

    /// Reports the use of something whose language extension is not there, which breaks this rule. Whether it is there.
    pub(super) fn require_language(
        &mut self,
        extension: LanguageExtension,
        rule: &'static Rule,
        span: Span,
        what: impl Display,
    ) -> bool {
        let is_there = self.has(extension, span);
        if !is_there {
            let message = format!("{what} requires language extension `{}`", extension.name());
            let without = self.without(extension);
            let mut diagnostic = Diagnostic::error(rule, span, message);
            diagnostic.also = Some(extension.rule()).filter(|table| *table != rule);
            self.report(diagnostic.note(without));
        }
        is_there
    }

    /// Why a language extension is not there, in a sentence.
    pub(super) fn without(&self, extension: LanguageExtension) -> String {
        let name = extension.name();
        if self.terms.edition == Edition::Draft2022 {
            return format!("language extension `{name}` is not part of this edition");
        }
        if self.terms.target.on_request.contains_language(extension) {
            let status = Extension::Language(extension).status().unwrap_or_default();
            return format!("language extension `{name}` is {status}: write `requires {name};` to use it");
        }
        format!("target `{}` does not support language extension `{name}`", self.terms.target.name())
    }
}
