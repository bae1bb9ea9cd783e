//! Type checking, const evaluation and the static rules that go with them.
//!
//! One [`Checker`] walks the declarations of a module such that each comes after those it mentions; its methods are
//! spread over the files of this folder by subject.

mod access;
mod attribute;
mod buffer_view;
mod call;
mod construct;
mod convert;
mod discard;
mod edition;
mod entry_point;
mod evaluate;
mod expression;
mod extension;
mod fault;
mod form;
mod function;
mod layout;
mod limit;
mod overload;
#[cfg(test)]
mod overload_test;
mod reach;
mod remembered;
mod statement;
mod structure;
mod subgroup_matrix;
mod switch;
mod type_expression;
mod variable;

use crate::ast::{Ast, DeclId, DeclKind, ExprId, FunctionId, VariableId};
use crate::constant::Constants;
use crate::diagnostic::Diagnostic;
use crate::meaning::{
    Behavior, Call, FunctionInfo, Io, Limited, Meaning, NeedsUniformity, Typed, Use, VariableInfo,
};
use crate::needs::Needs;
use crate::options::Options;
use crate::resolve::Resolution;
use crate::stage::Specialization;
use crate::syntax::Syntax;
use crate::target::Target;
use crate::types::{TypeId, TypeKind, Types};
use shader_source::Span;
use wgsl_spec::{Code, Edition, ExtensionSet, Symbol};

/// A module under examination.
pub(crate) struct Checker<'a> {
    syntax: &'a Syntax,
    ast: &'a Ast,
    edition: Edition,
    /// What the edition asks for.
    rules: &'static edition::Rules,
    /// What the program is judged for.
    target: &'a Target,
    resolution: &'a Resolution,
    diagnostics: Vec<Diagnostic>,
    types: &'a mut Types,
    constants: &'a mut Constants,
    exprs: &'a mut Vec<Typed>,
    variables: &'a mut Vec<VariableInfo>,
    members: &'a mut Vec<TypeId>,
    /// What attributes say of inputs and outputs, parallel to `members`.
    io: &'a mut Vec<Io>,
    aliases: &'a mut Vec<TypeId>,
    structs: &'a mut Vec<TypeId>,
    functions: &'a mut Vec<FunctionInfo>,
    calls: &'a mut Vec<Call>,
    uses: &'a mut Vec<Use>,
    limited: &'a mut Vec<Limited>,
    statement_behaviors: &'a mut Vec<Behavior>,
    block_behaviors: &'a mut Vec<Behavior>,
    needs_uniformity: NeedsUniformity,
    /// Values of overrides while a pipeline is created; `None` while a module is.
    specialization: Option<&'a Specialization>,
    /// Extensions that the program enables.
    enabled: ExtensionSet,
    /// Language extensions that are there.
    available: ExtensionSet,
    needs: &'a mut Needs,
    /// Expressions whose left operand is being checked.
    spine: &'a mut Vec<ExprId>,
    /// Above zero while an expression is checked that short-circuiting never evaluates.
    unevaluated: u32,
    /// What the function under examination is known by.
    body: &'a mut statement::Body,
    /// Scratch for scalars of constants.
    scalars: &'a mut Vec<u64>,
    remembered: &'a mut remembered::Remembered,
    /// Types whose layout is known to obey an address space.
    layouts: layout::Checked,
}

/// Memory that checking one module after the other uses again.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    spine: Vec<ExprId>,
    body: statement::Body,
    scalars: Vec<u64>,
    reach: reach::Scratch,
    remembered: remembered::Remembered,
    /// Columns of a module and of a stage.
    spare: Vec<Meaning>,
}

impl Scratch {
    /// Keeps columns for reuse.
    pub(crate) fn recycle(&mut self, meaning: Meaning) {
        if self.spare.len() < 2 {
            self.spare.push(meaning);
        }
    }
}

/// Checks a whole module, or with a specialization the part of an accepted one that a stage is made of.
pub(crate) fn check(
    syntax: &Syntax,
    resolution: &Resolution,
    options: &Options,
    specialization: Option<&Specialization>,
    scratch: &mut Scratch,
) -> (Meaning, Vec<Diagnostic>) {
    let mut meaning = scratch.spare.pop().unwrap_or_default();
    let mut reach = core::mem::take(&mut scratch.reach);
    let mut checker = Checker::new(syntax, resolution, options, specialization, &mut meaning, scratch);
    checker.module(&mut reach);
    let (needs_uniformity, extensions) = (checker.needs_uniformity, checker.available.with(checker.enabled));
    let diagnostics = checker.diagnostics;
    scratch.reach = reach;
    meaning.needs_uniformity = needs_uniformity;
    meaning.extensions = extensions;
    (meaning, diagnostics)
}

impl<'a> Checker<'a> {
    fn new(
        syntax: &'a Syntax,
        resolution: &'a Resolution,
        options: &'a Options,
        specialization: Option<&'a Specialization>,
        meaning: &'a mut Meaning,
        scratch: &'a mut Scratch,
    ) -> Self {
        meaning.reset(&syntax.ast, syntax.source.len());
        scratch.spine.clear();
        scratch.body.restart(None);
        Self {
            syntax,
            ast: &syntax.ast,
            edition: syntax.edition,
            rules: edition::Rules::of(syntax.edition),
            target: &options.target,
            resolution,
            diagnostics: Vec::new(),
            types: &mut meaning.types,
            constants: &mut meaning.constants,
            exprs: &mut meaning.exprs,
            variables: &mut meaning.variables,
            members: &mut meaning.members,
            io: &mut meaning.io,
            aliases: &mut meaning.aliases,
            structs: &mut meaning.structs,
            functions: &mut meaning.functions,
            calls: &mut meaning.calls,
            uses: &mut meaning.uses,
            limited: &mut meaning.limited,
            statement_behaviors: &mut meaning.statement_behaviors,
            block_behaviors: &mut meaning.block_behaviors,
            needs_uniformity: NeedsUniformity::default(),
            specialization,
            enabled: ExtensionSet::EMPTY,
            available: options.available(),
            needs: &mut meaning.needs,
            spine: &mut scratch.spine,
            unevaluated: 0,
            body: &mut scratch.body,
            scalars: &mut scratch.scalars,
            remembered: scratch.remembered.of(syntax.edition),
            layouts: layout::Checked::default(),
        }
    }

    fn module(&mut self, reach: &mut reach::Scratch) {
        self.directives();
        let (resolution, specialization) = (self.resolution, self.specialization);
        let is_checked = |id: &&DeclId| specialization.is_none_or(|stage| stage.reached[id.index()]);
        for id in resolution.order.iter().filter(is_checked) {
            self.decl(*id);
        }
        if specialization.is_none() {
            self.whole_module(reach);
        }
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
                self.aliases[alias.index()] = ty;
            }
            DeclKind::Struct(structure) => self.structure(structure),
            DeclKind::Function(function) => self.function(function),
            DeclKind::ConstAssert(condition) => self.const_assert(condition),
        }
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    fn error(&mut self, code: Code, span: Span, message: impl Into<String>) {
        self.diagnostics.push(Diagnostic::error(code, span, message));
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
        self.types.print(self.syntax, ty)
    }

    fn kind(&self, ty: TypeId) -> TypeKind {
        self.types.kind(ty)
    }

    fn variable_info(&self, id: VariableId) -> VariableInfo {
        self.variables[id.index()]
    }

    fn function_info(&mut self, id: FunctionId) -> &mut FunctionInfo {
        &mut self.functions[id.index()]
    }
}
