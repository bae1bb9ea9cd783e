//! Names that denote nothing: what each may mean.

use super::super::unknown::Declarations;
use super::{Binding, Walk};
use crate::ast::{DeclKind, Expr, ExprId, Stmt, StmtId};
use crate::diagnostic::{Applicability, Diagnostic, Label};
use crate::foreign::in_place_of;
use crate::steps;
use shader_source::Span;
use shader_source::suggest::is_only_meaning;
use wgsl_spec::{Edition, EngineExtension, Instead, Predeclared, Symbol, rules};

/// The total number of names that unknown ones may be compared with: each suggestion visits all names.
const MOST_COMPARISONS: usize = 100_000;

/// The most places that a diagnostic about a name of another language points at.
const MOST_LABELS: usize = 5;

impl<'a> Walk<'a> {
    #[cold]
    pub(super) fn unknown(&mut self, id: ExprId, symbol: Symbol) -> Binding {
        let name = self.syntax.name(symbol);
        let span = self.ast.span(id);
        let span = Span::new(span.lo, span.lo + name.len() as u32);
        let current = symbol.info(Edition::Current);
        if current.predeclared != Predeclared::None && !current.is_proposed() {
            let message = format!("`{name}` is only part of the current edition");
            self.diagnostics.push(Diagnostic::error(rules::SCOPE_UNRESOLVED, span, message));
            return Binding::Unknown;
        }
        let message = format!("`{name}` is not declared in this scope");
        let mut diagnostic = Diagnostic::error(rules::SCOPE_UNRESOLVED, span, message);
        // Such a name is not a misspelt one.
        if EngineExtension::of_name(name).is_some() {
            self.diagnostics.push(diagnostic);
            return Binding::Unknown;
        }
        let declarations = self.declarations.get_or_insert_with(|| Declarations::new(self.ast));
        let reason = declarations.unknown(self.syntax, &self.ast.decls[self.decl], id, span);
        let only_sampler = declarations.only_sampler;
        (diagnostic.rule, diagnostic.also) = (reason.rule, reason.also);
        if let Some((span, why)) = reason.declared {
            self.diagnostics.push(diagnostic.label(span, why));
            return Binding::Unknown;
        }
        if let Some(instead) = Instead::of(name).filter(|it| self.has(*it)) {
            let sampler = only_sampler.map(|symbol| self.syntax.name(symbol));
            self.name_of_other_language(id, symbol, instead, sampler, diagnostic);
            return Binding::Unknown;
        }
        if self.compared < MOST_COMPARISONS && self.suggestions.are_possible(name) {
            let names = self.names_in_scope();
            self.compared += names.len();
            steps::take(self.scratch.names.len());
            if let Some(close) = self.suggestions.closest(name, names.into_iter()) {
                if diagnostic.also.is_none() && close.to_lowercase() == name.to_lowercase() {
                    diagnostic.also = Some(rules::IDENT_COMPARE_CODEPOINTS);
                }
                let is_only = self.is_only_meaning(name, close);
                diagnostic = diagnostic.suggest(
                    format!("did you mean `{close}`?"),
                    vec![(span, close.to_owned())],
                    if is_only { Applicability::Safe } else { Applicability::Unsafe },
                );
            }
        }
        self.diagnostics.push(diagnostic);
        Binding::Unknown
    }

    /// Reports a name that is assigned and not declared, and declares it: its uses are the same mistake. A name that the function has nowhere
    /// else is likely misspelt.
    #[cold]
    pub(super) fn declare_assigned(&mut self, left: ExprId, symbol: Symbol) {
        let decl = &self.ast.decls[self.decl];
        let exprs = &self.ast.exprs[decl.first_expr as usize..decl.end_expr as usize];
        if self.compared >= MOST_COMPARISONS {
            return;
        }
        self.compared += exprs.len();
        steps::take(exprs.len());
        let uses = exprs.iter().filter(|expr| matches!(expr, Expr::Name(other) if *other == symbol));
        let name = self.syntax.name(symbol);
        if uses.take(2).count() == 2
            && Instead::of(name).is_none()
            && EngineExtension::of_name(name).is_none()
        {
            self.report_undeclared(left, symbol, Applicability::Unsafe);
        }
    }

    /// Reports the counter of a `for` statement that is not declared, and declares it: its uses are the same mistake.
    pub(super) fn declare_counter(&mut self, initializer: StmtId) {
        let Stmt::Assign(None, left, _) = self.ast[initializer] else { return };
        let Expr::Name(symbol) = self.ast[left] else { return };
        if self.lookup(symbol) == Binding::None {
            self.report_undeclared(left, symbol, Applicability::Safe);
        }
    }

    fn report_undeclared(&mut self, left: ExprId, symbol: Symbol, applicability: Applicability) {
        let span = self.ast.span(left);
        let message = format!("`{}` is not declared in this scope", self.syntax.name(symbol));
        let edit = vec![(Span::new(span.lo, span.lo), "var ".to_owned())];
        self.diagnostics.push(Diagnostic::error(rules::SCOPE_UNRESOLVED, span, message).suggest(
            "declare it with `var`",
            edit,
            applicability,
        ));
        self.declare(symbol, span, Binding::Unknown);
    }

    /// Reports a name of another language. Its uses in one declaration are one mistake, fixed by one suggestion.
    fn name_of_other_language(
        &mut self,
        id: ExprId,
        symbol: Symbol,
        instead: Instead,
        sampler: Option<&str>,
        diagnostic: Diagnostic,
    ) {
        let span = diagnostic.primary.span;
        let Instead::Words(words) = instead else {
            let diagnostic = self.without_void(id, diagnostic);
            let found = match diagnostic.suggestion {
                Some(_) => diagnostic,
                None => in_place_of(diagnostic, span, instead, self.syntax.source(), sampler),
            };
            self.diagnostics.push(found);
            return;
        };
        // `mat4<f32>` keeps its list of parameters.
        let generator = &words[..words.len() - 1];
        let is_generator = Symbol::predeclared(generator).is_some_and(|it| {
            matches!(it.info(self.syntax.edition).predeclared, Predeclared::TypeGenerator(_))
        });
        let has_list = matches!(self.ast[id], Expr::Template(..));
        let words = if has_list && is_generator { generator } else { words };
        let edit = (span, words.to_owned());
        let key = (self.decl, symbol);
        let first = self.foreign.get(&key).copied();
        if let Some(found) = first.and_then(|index| self.diagnostics.get_mut(index))
            && let Some(suggestion) = &mut found.suggestion
            && suggestion.text == format!("write `{words}`")
        {
            suggestion.edits.push(edit);
            if found.labels.len() < MOST_LABELS {
                found.labels.push(Label { span, text: "also here".to_owned(), rule: None });
            }
            return;
        }
        let mut edits = Vec::new();
        let names = ["f16", "vec2h", "vec3h", "vec4h"];
        let is_enabled = || self.ast.directive_names.iter().any(|(name, _)| self.syntax.name(*name) == "f16");
        if names.contains(&words) && !is_enabled() {
            edits.push((Span::new(0, 0), "enable f16;\n".to_owned()));
        }
        edits.push(edit);
        self.foreign.insert(key, self.diagnostics.len());
        self.diagnostics.push(diagnostic.suggest(format!("write `{words}`"), edits, Applicability::Safe));
    }

    /// Suggests to remove the result type `void`.
    fn without_void(&self, id: ExprId, diagnostic: Diagnostic) -> Diagnostic {
        let DeclKind::Function(function) = self.ast.decls[self.decl].kind else { return diagnostic };
        let span = diagnostic.primary.span;
        let before = self.syntax.source()[..span.lo as usize].trim_end();
        let is_result = self.ast[function].result == Some(id) && self.syntax.text(span) == "void";
        match before.strip_suffix("->") {
            Some(before) if is_result => {
                let edit = vec![(Span::new(before.trim_end().len() as u32, span.hi), String::new())];
                diagnostic.suggest("remove the result type", edit, Applicability::Safe)
            }
            _ => diagnostic,
        }
    }

    /// Returns true if a misspelt name can only mean this one: a predeclared name of some length, a letter away, and no other is.
    fn is_only_meaning(&mut self, name: &str, meant: &str) -> bool {
        let is_builtin = Symbol::predeclared(meant)
            .is_some_and(|symbol| matches!(self.lookup(symbol), Binding::Predeclared));
        if !is_builtin {
            return false;
        }
        let names = self.names_in_scope();
        self.compared += names.len();
        is_only_meaning(name, meant, names.into_iter())
    }

    /// Returns true if the edition has what takes the place of a name of another language.
    fn has(&self, instead: Instead) -> bool {
        match instead {
            Instead::Form(..) => true,
            Instead::Words(words) => {
                let name = words.split('<').next().unwrap_or(words);
                let is_literal = words.starts_with(|first: char| first.is_ascii_digit());
                let is_predeclared = || {
                    Symbol::predeclared(name)
                        .is_some_and(|it| it.info(self.syntax.edition).predeclared != Predeclared::None)
                };
                is_literal || ["true", "false", "!"].contains(&words) || is_predeclared()
            }
        }
    }

    fn names_in_scope(&self) -> Vec<&'a str> {
        let (syntax, edition) = (self.syntax, self.syntax.edition);
        let first = Symbol::PREDECLARED as usize;
        let own = self
            .scratch
            .names
            .iter()
            .enumerate()
            .filter(|(_, entry)| entry.binding != Binding::None)
            .map(|(index, _)| syntax.name(Symbol::from_index(first + index)));
        // The specification has these names, but the program may declare them: `input`, `output`, `position`.
        let is_declared = |symbol: Symbol| {
            let entry = self.scratch.shadows.get(&symbol);
            entry.is_some_and(|entry| entry.binding != Binding::None)
        };
        let known = (0..first)
            .map(Symbol::from_index)
            .filter(move |symbol| {
                let info = symbol.info(edition);
                (info.predeclared != Predeclared::None && !info.is_proposed()) || is_declared(*symbol)
            })
            .filter_map(|symbol| -> Option<&'a str> { symbol.predeclared_text() });
        own.chain(known).collect()
    }
}
