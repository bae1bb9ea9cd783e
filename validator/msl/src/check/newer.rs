//! Names that a program uses and its dialect lacks: of later versions, or of the compiler alone.

use super::Checker;
use super::name::Meaning;
use super::path::Path;
use crate::cause::NewerFeature;
use crate::diagnostic::Diagnostic;
use crate::dialect::HIDDEN_TEMPLATES;
use cxx_validator::ast::QualifiedName;
use cxx_validator::names::Symbol;
use cxx_validator::unsupported::Construct;
use msl_spec::{Availability, NamedType, Rule, TypeName, rules};

impl Checker<'_> {
    /// Reports that the dialect does not have something. The rules of the pinned text say nothing about what came after it.
    pub(super) fn not_in_dialect(
        &mut self,
        rule: &'static msl_spec::Rule,
        span: shader_source::Span,
        what: &str,
        available: msl_spec::Availability,
    ) {
        let rule = if available.is_newer() { rules::VERSION_NOT_LATER } else { rule };
        let since = available.in_words(self.dialect);
        let message = format!("{what} {since}");
        let feature = NewerFeature { name: what.to_owned(), available: since, span };
        self.causes.note_newer(rule, feature, !available.is_newer());
        self.report_once(Diagnostic::error(rule, span, message));
    }

    /// Reports a name that is known by its version only: the dialect lacks it, or the checker does not know what it means.
    pub(super) fn report_newer(&mut self, newer: &msl_spec::NewerName, span: shader_source::Span) {
        let what = format!("`{}`", newer.name);
        if newer.availability.admits(self.dialect) {
            let message = crate::unsupported::NEWER_NAME.message_about(newer.name);
            self.report_once(Diagnostic::error(rules::UNSUPPORTED_FEATURE, span, message));
        } else {
            self.not_in_dialect(rules::LIBRARY_VERSION, span, &what, newer.availability);
        }
    }

    /// Returns the newer name of the library with this spelling. Those in a namespace of their own need its name somewhere in the program.
    pub(super) fn newer_name(&self, symbol: Symbol) -> Option<&'static msl_spec::NewerName> {
        let newer = msl_spec::newer_name(self.text(symbol))?;
        newer.within.is_none_or(|space| self.names.find(space).is_some()).then_some(newer)
    }

    /// Reports a name that the library does not have, or has for later versions only.
    pub(super) fn not_in_library(&mut self, name: &QualifiedName) -> Meaning {
        match self.newer_name(name.name) {
            Some(newer) => {
                self.report_newer(newer, name.name_span);
                Meaning::Unknown
            }
            None => self.unknown_name(name),
        }
    }

    /// Checks that the dialect has the namespace of the library that a `using` directive or a path names.
    pub(super) fn check_namespace(&mut self, name: &QualifiedName) {
        let symbols: Vec<Symbol> =
            self.ast[name.path].iter().map(|part| part.name).chain([name.name]).collect();
        for symbol in symbols {
            self.check_namespace_name(symbol, name.name_span);
        }
    }

    /// Checks that the dialect has a namespace in `metal`.
    fn check_namespace_name(&mut self, symbol: Symbol, span: shader_source::Span) {
        let text = self.text(symbol);
        let is_it = |row: &&msl_spec::LibraryName| row.name.strip_prefix("metal::") == Some(text);
        if let Some(row) = msl_spec::NAMESPACES.iter().find(is_it)
            && !row.availability.admits(self.dialect)
        {
            self.not_in_dialect(rules::LIBRARY_VERSION, span, &format!("`{}`", row.name), row.availability);
        }
    }

    /// The path through a newer name, which is reported.
    pub(super) fn newer_path(&mut self, symbol: Symbol, name: &QualifiedName) -> Option<Path> {
        if self.text(symbol) == "raytracing" {
            self.check_namespace_name(symbol, name.name_span);
            return Some(Path::Library(None));
        }
        let is_matrix =
            |ty: &&TypeName| matches!(ty.meaning, NamedType::Class(it) if it.simdgroup_element().is_some());
        if let Some(matrix) = msl_spec::type_name(self.text(symbol)).filter(is_matrix) {
            if matrix.availability.admits(self.dialect) {
                let message = crate::unsupported::MATRIX_MEMBER.message_about(matrix.name);
                self.error(rules::UNSUPPORTED_FEATURE, name.name_span, message);
            } else {
                let what = format!("`{}`", matrix.name);
                self.not_in_dialect(rules::LIBRARY_VERSION, name.name_span, &what, matrix.availability);
            }
            return Some(Path::Unknown);
        }
        if is_of_compiler(self.text(symbol)) {
            self.not_described(symbol, name.name_span);
            return Some(Path::Unknown);
        }
        let newer = self.newer_name(symbol)?;
        self.report_newer(newer, name.name_span);
        Some(Path::Unknown)
    }

    /// The rule that a feature breaks which the pinned version leaves out, with its message. Later compilers accept such a feature, which is not supported then.
    pub(super) fn removed(
        &self,
        rule: &'static Rule,
        message: &str,
        feature: &'static Construct,
    ) -> (&'static Rule, String) {
        if self.dialect.version() > Availability::NEWEST_PINNED {
            (rules::UNSUPPORTED_FEATURE, feature.message())
        } else {
            (rule, format!("{message}: compilers accept {} since Metal 2.3", feature.name))
        }
    }

    /// Reports a name that Apple's headers use and no document describes.
    pub(super) fn not_described(&mut self, name: Symbol, span: shader_source::Span) {
        let text = self.text(name);
        let message = crate::unsupported::NAME_OF_COMPILER.message_about(text);
        self.report_once(Diagnostic::error(rules::UNSUPPORTED_FEATURE, span, message));
    }
}

/// Returns true for functions and macros of the compiler, and for classes of Apple's headers that programs specialise for their own types.
pub(super) fn is_of_compiler(name: &str) -> bool {
    ["__metal_", "__METAL_", "__builtin_", "simd_make_"].iter().any(|start| name.starts_with(start))
        || ["assert", "make_uniform"].contains(&name)
        || HIDDEN_TEMPLATES.contains(&name)
}
