//! Type checking, const evaluation and the static rules that go with them.
//!
//! One [`Checker`] walks the declarations of a module such that each comes after those it mentions; its methods are
//! spread over the files of this folder by subject.

mod access;
mod assignment;
mod attribute;
mod behavior;
mod buffer_view;
mod call;
mod chosen;
mod complete;
mod construct;
mod convert;
mod discard;
mod edition;
mod entry_point;
mod evaluate;
mod evaluation;
mod expression;
mod extension;
mod fault;
mod fix;
mod form;
mod function;
mod layout;
mod limit;
mod misfit;
mod operator;
mod overload;
#[cfg(test)]
mod overload_test;
mod reach;
mod remembered;
mod repair;
mod specialization;
mod statement;
mod store_type;
mod structure;
mod subgroup_matrix;
mod switch;
mod terms;
mod type_expression;
mod variable;

use crate::ast::{Ast, DeclId, DeclKind, ExprId, VariableId};
use crate::diagnostic::Diagnostic;
use crate::meaning::{Meaning, VariableInfo};
use crate::options::Options;
use crate::resolve::Resolution;
use crate::syntax::Syntax;
use crate::types::{TypeId, TypeKind};
use core::cell::Cell;
use core::cell::OnceCell;
use core::ops::Range;
use evaluation::Evaluation;
use rustc_hash::FxHashMap;
use shader_source::Span;
pub(crate) use specialization::Specialization;
use terms::Terms;
use wgsl_spec::{EnableExtension, Rule, Symbol};

/// A module under examination. Each part owns what it changes.
pub(crate) struct Checker<'a> {
    syntax: &'a Syntax<'a>,
    ast: &'a Ast,
    resolution: &'a Resolution,
    terms: Terms<'a>,
    meaning: Box<Meaning>,
    /// The diagnostics so far, in the order in which they were found.
    diagnostics: Vec<Diagnostic>,
    /// The diagnostic of each extension that the program lacks.
    missing: FxHashMap<EnableExtension, usize>,
    /// The function under examination.
    body: &'a mut statement::Body,
    /// The diagnostic of each `let` that is assigned to.
    written_values: FxHashMap<VariableId, usize>,
    /// The elements that suggestions may still be looked for in.
    search_left: Cell<usize>,
    evaluation: &'a mut Evaluation,
    remembered: &'a mut remembered::Remembered,
    /// Types whose layout is known to obey an address space.
    layouts: layout::Checked,
    /// Whether the pointers that are declared with `let` and were passed to functions view whole variables.
    whole_views: FxHashMap<VariableId, bool>,
    /// The number of variables with `@binding`, once a suggestion needed it.
    bindings: OnceCell<usize>,
}

/// Memory that is reused from one module to the next.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    body: statement::Body,
    evaluation: Evaluation,
    reach: reach::Scratch,
    remembered: remembered::Remembered,
    /// Columns of a module and of a stage.
    spare: [Option<Box<Meaning>>; 2],
}

impl Scratch {
    /// Keeps columns for reuse.
    pub(crate) fn recycle(&mut self, meaning: Box<Meaning>) {
        if let Some(place) = self.spare.iter_mut().find(|place| place.is_none()) {
            *place = Some(meaning);
        }
    }
}

/// A module that was checked.
pub(crate) struct Checked {
    pub(crate) meaning: Box<Meaning>,
    /// The diagnostics, in the order in which they were found.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// The diagnostics of single declarations. Diagnostics of directives come before, diagnostics of the module as a whole after.
    pub(crate) of_declarations: Range<usize>,
    /// The diagnostics of extensions that are not enabled: each is at the first use.
    pub(crate) missing: Vec<usize>,
}

/// Checks a whole module, or with a specialization the part of an accepted one that a stage is made of.
pub(crate) fn check(
    syntax: &Syntax<'_>,
    resolution: &Resolution,
    options: &Options,
    specialization: Option<&Specialization>,
    scratch: &mut Scratch,
) -> Checked {
    let (mut checker, reach) = Checker::new(syntax, resolution, options, specialization, scratch);
    let of_declarations = checker.module(reach);
    let Checker { terms, mut meaning, diagnostics, missing, .. } = checker;
    meaning.extensions = terms.extensions();
    Checked { meaning, diagnostics, of_declarations, missing: missing.into_values().collect() }
}

impl<'a> Checker<'a> {
    /// With empty columns, and the memory of the walks that end the check of a whole module.
    fn new(
        syntax: &'a Syntax<'a>,
        resolution: &'a Resolution,
        options: &'a Options,
        specialization: Option<&'a Specialization>,
        scratch: &'a mut Scratch,
    ) -> (Self, &'a mut reach::Scratch) {
        let Scratch { body, evaluation, reach, remembered, spare } = scratch;
        let mut meaning = spare.iter_mut().find_map(Option::take).unwrap_or_default();
        meaning.reset(&syntax.ast, syntax.source.len());
        body.restart(None);
        evaluation.reset();
        remembered.turn_to(options.edition);
        let checker = Self {
            syntax,
            ast: &syntax.ast,
            resolution,
            terms: Terms::new(options, specialization),
            meaning,
            diagnostics: Vec::new(),
            written_values: FxHashMap::default(),
            search_left: Cell::new(repair::MOST_SEARCHED),
            missing: FxHashMap::default(),
            body,
            evaluation,
            remembered,
            layouts: layout::Checked::default(),
            whole_views: FxHashMap::default(),
            bindings: OnceCell::new(),
        };
        (checker, reach)
    }

    /// Checks the module, and returns which diagnostics belong to single declarations.
    fn module(&mut self, reach: &mut reach::Scratch) -> Range<usize> {
        self.directives();
        let first = self.diagnostics.len();
        let (resolution, specialization) = (self.resolution, self.terms.specialization);
        let is_checked = |id: &&DeclId| specialization.is_none_or(|stage| stage.reached[id.index()]);
        for id in resolution.order.iter().filter(is_checked) {
            self.decl(*id);
        }
        let end = self.diagnostics.len();
        if specialization.is_none() {
            self.whole_module(reach);
        }
        first..end
    }

    fn decl(&mut self, id: DeclId) {
        let decl = &self.ast[id];
        if decl.has_error {
            return;
        }
        match decl.kind {
            DeclKind::Error => {}
            DeclKind::Variable(variable) => self.module_variable(variable),
            DeclKind::Alias(alias) => {
                let ty = self.type_expression(self.ast[alias].ty);
                self.meaning.set_alias(alias, ty);
            }
            DeclKind::Struct(structure) => self.structure(structure),
            DeclKind::Function(function) => self.function(function),
            DeclKind::ConstAssert(condition) => self.const_assert(condition),
        }
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    fn error(&mut self, rule: &'static Rule, span: Span, message: impl Into<String>) {
        self.report(Diagnostic::error(rule, span, message));
    }

    fn span(&self, id: ExprId) -> Span {
        self.ast.span(id)
    }

    /// Where the name of a `Name` or `Template` expression stands.
    fn name_span(&self, id: ExprId, symbol: Symbol) -> Span {
        let lo = self.span(id).lo;
        Span::new(lo, lo + self.name(symbol).len() as u32)
    }

    fn name(&self, symbol: Symbol) -> &'a str {
        self.syntax.name(symbol)
    }

    /// A type as people write it.
    fn print(&self, ty: TypeId) -> String {
        self.meaning.types.print(self.syntax, ty)
    }

    fn kind(&self, ty: TypeId) -> TypeKind {
        self.meaning.types.kind(ty)
    }

    fn variable_info(&self, id: VariableId) -> VariableInfo {
        self.meaning[id]
    }
}

/// "1 argument", "2 arguments"
fn count(number: usize, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}
