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

use crate::Options;
use crate::ast::{Ast, DeclId, DeclKind, ExprId, FunctionId, VariableId};
use crate::constant::Constants;
use crate::diagnostic::Diagnostic;
use crate::module::{
    Behavior, Call, FunctionInfo, Io, Limited, NeedsUniformity, Typed, TypedModule, Use, VariableInfo,
};
use crate::needs::Needs;
use crate::resolve::Resolution;
use crate::symbol::Symbols;
use crate::target::Target;
use crate::types::{TypeId, TypeKind, Types};
use shader_source::Span;
use wgsl_spec::{AccessMode, Code, Edition, ExtensionSet, Symbol};

/// A module under examination.
pub(crate) struct Checker<'a> {
    text: &'a str,
    ast: &'a Ast,
    symbols: &'a Symbols,
    edition: Edition,
    /// What the edition asks for.
    rules: &'static edition::Rules,
    /// What the program is judged for.
    target: &'a Target,
    resolution: &'a Resolution,
    diagnostics: &'a mut Vec<Diagnostic>,
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
    /// Depends on the edition, which is the same from one module to the next.
    remembered: remembered::Remembered,
}

/// Checks a module whose syntax tree, symbols and resolution are there; the other columns are overwritten.
pub(crate) fn check(
    text: &str,
    options: &Options,
    module: &mut TypedModule,
    scratch: &mut Scratch,
    diagnostics: &mut Vec<Diagnostic>,
) {
    with_checker(text, options, module, None, scratch, diagnostics, |checker, reach| {
        checker.clear();
        checker.directives();
        for id in &checker.resolution.order {
            checker.decl(*id);
        }
        checker.whole_module(reach);
    });
}

/// Checks once more what a pipeline takes of an accepted module, with values for its overrides.
pub(crate) fn check_shader(
    text: &str,
    options: &Options,
    module: &mut TypedModule,
    shader: &Specialization,
    scratch: &mut Scratch,
    diagnostics: &mut Vec<Diagnostic>,
) {
    with_checker(text, options, module, Some(shader), scratch, diagnostics, |checker, _| {
        checker.clear();
        checker.directives();
        for id in checker.resolution.order.iter().filter(|id| shader.reached[id.index()]) {
            checker.decl(*id);
        }
    });
}

/// A shader: what a pipeline takes of a module, with values for its overrides.
#[derive(Debug)]
pub(crate) struct Specialization {
    /// By declaration: whether the entry point reaches it.
    pub(crate) reached: Vec<bool>,
    /// By variable: the value given for an override, as the bits of its type.
    pub(crate) values: Vec<Option<u64>>,
}

/// Lends a checker the columns of a module and the memory of an earlier one.
fn with_checker(
    text: &str,
    options: &Options,
    module: &mut TypedModule,
    specialization: Option<&Specialization>,
    scratch: &mut Scratch,
    diagnostics: &mut Vec<Diagnostic>,
    work: impl FnOnce(&mut Checker<'_>, &mut reach::Scratch),
) {
    let edition = options.edition;
    let available = match edition {
        Edition::Current => options.target.available,
        Edition::Draft2022 => ExtensionSet::EMPTY,
    };
    let mut checker = Checker {
        text,
        ast: &module.ast,
        symbols: &module.symbols,
        edition,
        rules: edition::Rules::of(edition),
        target: &options.target,
        resolution: &module.resolution,
        diagnostics,
        types: &mut module.types,
        constants: &mut module.constants,
        exprs: &mut module.exprs,
        variables: &mut module.variables,
        members: &mut module.members,
        io: &mut module.io,
        aliases: &mut module.aliases,
        structs: &mut module.structs,
        functions: &mut module.functions,
        calls: &mut module.calls,
        uses: &mut module.uses,
        limited: &mut module.limited,
        statement_behaviors: &mut module.statement_behaviors,
        block_behaviors: &mut module.block_behaviors,
        needs_uniformity: NeedsUniformity::default(),
        specialization,
        enabled: ExtensionSet::EMPTY,
        available,
        needs: &mut module.needs,
        spine: &mut scratch.spine,
        unevaluated: 0,
        body: &mut scratch.body,
        scalars: &mut scratch.scalars,
        remembered: &mut scratch.remembered,
        layouts: layout::Checked::default(),
    };
    work(&mut checker, &mut scratch.reach);
    let (needs_uniformity, extensions) = (checker.needs_uniformity, checker.available.with(checker.enabled));
    module.needs_uniformity = needs_uniformity;
    module.extensions = extensions;
}

/// Empties a column and fills it anew.
fn refill<T: Clone>(column: &mut Vec<T>, count: usize, value: T) {
    column.clear();
    column.resize(count, value);
}

impl<'a> Checker<'a> {
    /// Makes the columns ready for the module.
    fn clear(&mut self) {
        let ast = self.ast;
        let unknown = VariableInfo {
            typed: Typed::ERROR,
            space: None,
            access: AccessMode::Read,
            binding: None,
            id: None,
        };
        self.types.clear();
        self.constants.clear(self.text.len());
        refill(self.exprs, ast.exprs.len(), Typed::ERROR);
        refill(self.variables, ast.variables.len(), unknown);
        refill(self.members, ast.members.len(), TypeId::ERROR);
        refill(self.io, ast.members.len(), Io::default());
        refill(self.aliases, ast.aliases.len(), TypeId::ERROR);
        refill(self.structs, ast.structs.len(), TypeId::ERROR);
        refill(self.functions, ast.functions.len(), FunctionInfo::default());
        refill(self.statement_behaviors, ast.stmts.len(), Behavior::NEXT);
        refill(self.block_behaviors, ast.blocks.len(), Behavior::NEXT);
        self.calls.clear();
        self.uses.clear();
        self.limited.clear();
        self.needs.clear();
        self.spine.clear();
        self.body.restart(None);
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
        self.symbols.text(self.text, symbol)
    }

    /// A type as people write it.
    fn print(&self, ty: TypeId) -> String {
        self.types.print(self.text, self.symbols, ty)
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
