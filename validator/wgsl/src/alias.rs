//! Alias analysis of pointer arguments. <https://www.w3.org/TR/WGSL/#alias-analysis>
//!
//! For each function, callees first, the analysis collects the variables of the module and the pointer parameters
//! that it reads and writes, including calls. A call must not reach one memory in two ways if one of them writes.

use crate::ast::{DeclKind, Expr, ExprId, FunctionId, List, Stmt, StmtId, UnaryOperator, VariableKind};
use crate::diagnostic::Diagnostic;
use crate::meaning::TypedModule;
use crate::resolve::{Binding, Callee};
use crate::steps;
use crate::types::{TypeId, TypeKind};
use shader_source::Span;
use wgsl_spec::{AccessMode, Edition, LanguageExtension, Rule, rules};

/// A root identifier. <https://www.w3.org/TR/WGSL/#root-identifier>
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Root {
    /// A variable of the module, by index.
    Module(u32),
    /// A variable of the function, by index.
    Local(u32),
    /// A pointer parameter of the function, by index in the column of members.
    Parameter(u32),
}

/// A use of memory.
#[derive(Clone, Copy, Debug)]
struct Used {
    span: Span,
    /// Whether a function that is called there uses it.
    is_in_call: bool,
}

/// The first uses of some memory.
#[derive(Clone, Copy, Debug, Default)]
struct Access {
    read: Option<Used>,
    written: Option<Used>,
}

/// The accesses of a function to memory that its callers can name, sorted by root.
type Effects = Vec<(Root, Access)>;

struct Analysis<'a> {
    module: TypedModule<'a>,
    /// Indexed by function.
    effects: Vec<Effects>,
    /// The accesses of the current function in the order in which they are found; the flag marks writes.
    found: Vec<(Root, bool, Used)>,
    /// By function: the last function in which a call of it was looked at.
    last_callers: Vec<Option<FunctionId>>,
    /// By variable: the root of what a `let` of the function holds.
    roots: Vec<Option<Root>>,
    diagnostics: &'a mut Vec<Diagnostic>,
}

/// Analyses an accepted module. Without pointer parameters nothing can alias; in the draft of 2022-04-11 aliasing is
/// a dynamic error; and a language extension may allow it.
pub(crate) fn analyze(module: TypedModule<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let is_pointer = |ty: &TypeId| matches!(module.meaning.types.kind(*ty), TypeKind::Pointer(..));
    let is_free = module.syntax.edition() == Edition::Draft2022
        || module.meaning.extensions.contains_language(LanguageExtension::AliasedPointerParameters);
    if is_free || !module.meaning.members().iter().any(is_pointer) {
        return;
    }
    let effects = vec![Effects::new(); module.meaning.functions().len()];
    let roots = vec![None; module.meaning.variables().len()];
    let last_callers = vec![None; effects.len()];
    let mut analysis = Analysis { module, effects, found: Vec::new(), last_callers, roots, diagnostics };
    for id in &module.resolution.order {
        if let DeclKind::Function(function) = module.syntax.ast[*id].kind {
            let decl = &module.syntax.ast[*id];
            analysis.function(function, decl.first_expr as usize..decl.end_expr as usize);
        }
    }
}

impl Analysis<'_> {
    fn function(&mut self, id: FunctionId, expressions: core::ops::Range<usize>) {
        self.found.clear();
        self.statements(self.module.syntax.ast[self.module.syntax.ast[id].body].statements);
        for index in expressions {
            self.expression(id, ExprId::from_index(index));
        }
        self.found.sort_by_key(|(root, ..)| *root);
        steps::take(self.found.len());
        let mut effects = Effects::new();
        for (root, is_write, used) in &self.found {
            if effects.last().is_none_or(|(last, _)| last != root) {
                effects.push((*root, Access::default()));
            }
            if let Some((_, access)) = effects.last_mut() {
                let place = if *is_write { &mut access.written } else { &mut access.read };
                place.get_or_insert(*used);
            }
        }
        self.effects[id.index()] = effects;
    }

    fn note(&mut self, root: Option<Root>, is_write: bool, span: Span) {
        if let Some(root @ (Root::Module(_) | Root::Parameter(_))) = root {
            self.found.push((root, is_write, Used { span, is_in_call: false }));
        }
    }

    fn note_in_call(&mut self, root: Root, is_write: bool, span: Span) {
        if !matches!(root, Root::Local(_)) {
            self.found.push((root, is_write, Used { span, is_in_call: true }));
        }
    }

    /// Visits the left sides of assignments, and the memory that each `let` names; all other accesses to memory are
    /// expressions.
    fn statements(&mut self, list: List<StmtId>) {
        let ast = &self.module.syntax.ast;
        for id in &ast[list] {
            match ast[*id] {
                Stmt::Block(block) => self.statements(ast[block].statements),
                Stmt::If { branches, otherwise, .. } => {
                    for branch in &ast[branches] {
                        self.statements(ast[branch.block].statements);
                    }
                    if let Some(block) = otherwise {
                        self.statements(ast[block].statements);
                    }
                }
                Stmt::Switch { clauses, .. } => {
                    for clause in &ast[clauses] {
                        self.statements(ast[clause.body].statements);
                    }
                }
                Stmt::Loop { body, continuing, .. } => {
                    self.statements(ast[body].statements);
                    if let Some(continuing) = continuing {
                        self.statements(ast[continuing.block].statements);
                    }
                }
                Stmt::For { initializer, update, body, .. } => {
                    for part in initializer.iter().chain(&update) {
                        self.simple_statement(ast[*part]);
                    }
                    self.statements(ast[body].statements);
                }
                Stmt::While { body, .. } => self.statements(ast[body].statements),
                statement => self.simple_statement(statement),
            }
        }
    }

    /// A statement that holds no others.
    fn simple_statement(&mut self, statement: Stmt) {
        let (left, reads) = match statement {
            Stmt::Assign(operator, left, _) => (left, operator.is_some()),
            Stmt::Increment(left) | Stmt::Decrement(left) => (left, true),
            Stmt::Variable(variable) => {
                let initializer = self.module.syntax.ast[variable].initializer;
                self.roots[variable.index()] = initializer.and_then(|initializer| self.root(initializer));
                return;
            }
            _ => return,
        };
        let (root, span) = (self.root(left), self.module.syntax.ast.span(left));
        self.note(root, true, span);
        if reads {
            self.note(root, false, span);
        }
    }

    /// The root identifier of a reference or pointer.
    fn root(&self, mut id: ExprId) -> Option<Root> {
        let ast = &self.module.syntax.ast;
        loop {
            let Expr::Name(_) = ast[id] else {
                id = self.inner(id)?;
                continue;
            };
            return match self.module.resolution.binding(id) {
                Binding::Module(decl) => {
                    let variable = ast[decl].kind.variable()?;
                    Some(Root::Module(variable.index() as u32))
                }
                Binding::Local(variable) => match ast[variable].kind {
                    VariableKind::Var => Some(Root::Local(variable.index() as u32)),
                    _ => self.roots[variable.index()],
                },
                Binding::Parameter(index) => Some(Root::Parameter(index)),
                Binding::None | Binding::Unknown | Binding::Predeclared => None,
            };
        }
    }

    fn expression(&mut self, function: FunctionId, id: ExprId) {
        let typed = self.module.meaning[id];
        let ast = &self.module.syntax.ast;
        let span = ast.span(id);
        match self.module.meaning.types.kind(typed.ty) {
            TypeKind::Reference(..) if typed.used_as.is_some() => {
                let root = self.root(id);
                self.note(root, false, span);
            }
            // Several components of a vector behind a pointer are loaded without an intermediate reference.
            TypeKind::Vector(..) => {
                if let Expr::Member(base, _) = ast[id]
                    && let TypeKind::Pointer(..) =
                        self.module.meaning.types.kind(self.module.meaning[base].ty)
                {
                    let root = self.root(base);
                    self.note(root, false, span);
                }
            }
            _ => {}
        }
        let Expr::Call(callee, arguments) = ast[id] else { return };
        match self.module.resolution.callee(self.module.syntax, callee) {
            Callee::Function(callee) => self.user_call(function, span, (callee, arguments)),
            Callee::Builtin(builtin) => {
                if let Some(access) = builtin.get().accesses
                    && let Some(pointer) = ast[arguments].first()
                {
                    let root = self.root(*pointer);
                    if access != AccessMode::Write {
                        self.note(root, false, span);
                    }
                    if access != AccessMode::Read {
                        self.note(root, true, span);
                    }
                }
            }
            Callee::Type => {}
        }
    }

    fn user_call(&mut self, within: FunctionId, span: Span, (callee, arguments): (FunctionId, List<ExprId>)) {
        let parameters = self.module.syntax.ast[callee].parameters.range();
        let effects = core::mem::take(&mut self.effects[callee.index()]);
        // The pointer arguments with the callee's accesses through them.
        let mut pointers: Vec<(Root, Access, ExprId)> = Vec::new();
        for (argument, index) in self.module.syntax.ast[arguments].iter().zip(parameters) {
            if let TypeKind::Pointer(..) = self.module.meaning.types.kind(self.module.meaning.member(index))
                && let Some(root) = self.root(*argument)
            {
                pointers.push((root, access_of(&effects, Root::Parameter(index as u32)), *argument));
            }
        }
        self.arguments_alias(&mut pointers);
        for (root, through, argument) in &pointers {
            if matches!(root, Root::Module(_)) {
                self.module_aliases(*argument, *through, access_of(&effects, *root));
            }
            self.note_access(*root, *through, span);
        }
        // Only the first uses count, and all calls use the same variables by their names.
        if self.last_callers[callee.index()].replace(within) != Some(within) {
            steps::take(effects.len());
            for (root, access) in effects.iter().filter(|(root, _)| matches!(root, Root::Module(_))) {
                self.note_access(*root, *access, span);
            }
        }
        self.effects[callee.index()] = effects;
    }

    fn note_access(&mut self, root: Root, access: Access, span: Span) {
        if access.read.is_some() {
            self.note_in_call(root, false, span);
        }
        if access.written.is_some() {
            self.note_in_call(root, true, span);
        }
    }

    /// Reports two arguments with the same root if the callee writes through one of them.
    fn arguments_alias(&mut self, pointers: &mut [(Root, Access, ExprId)]) {
        pointers.sort_by_key(|(root, _, argument)| (*root, *argument));
        for same in pointers.chunk_by(|left, right| left.0 == right.0) {
            let Some((_, writer, written_by)) = same.iter().find(|(_, access, _)| access.written.is_some())
            else {
                continue;
            };
            // Taken literally, the specification also counts a pointer that is not used at all; the sentence that it
            // spells out requires two accesses.
            let other = same.iter().find(|(_, access, argument)| {
                argument != written_by && (access.read.is_some() || access.written.is_some())
            });
            if let (Some((_, access, argument)), Some(write)) = (other, writer.written) {
                let mut uses = vec![write];
                uses.extend(access.written.or(access.read));
                let rule = self.rule_of(&[*argument, *written_by], &uses, rules::ALIAS_TWO_ARGS);
                let mut diagnostic = self
                    .diagnostic(rule, (*argument).max(*written_by))
                    .label(write.span, "one pointer is written through here");
                if let Some(other) = uses.get(1) {
                    diagnostic = diagnostic.label(other.span, "the other pointer is used here");
                }
                self.diagnostics.push(diagnostic);
            }
        }
    }

    /// Reports an argument that points to a variable of the module which the callee also uses by its name.
    fn module_aliases(&mut self, argument: ExprId, through: Access, direct: Access) {
        let (pointer, name, rule) = match (through, direct) {
            (Access { written: Some(pointer), .. }, Access { written: Some(name), .. }) => {
                (pointer, name, rules::ALIAS_ARG_VS_MODULE_WRITE_WRITE)
            }
            (Access { written: Some(pointer), .. }, Access { read: Some(name), .. }) => {
                (pointer, name, rules::ALIAS_ARG_VS_MODULE_WRITE_READ)
            }
            (Access { read: Some(pointer), .. }, Access { written: Some(name), .. }) => {
                (pointer, name, rules::ALIAS_ARG_VS_MODULE_READ_WRITE)
            }
            _ => return,
        };
        let rule = self.rule_of(&[argument], &[pointer, name], rule);
        let diagnostic = self
            .diagnostic(rule, argument)
            .label(pointer.span, "used through the pointer here")
            .label(name.span, "used by its name here; one of the two uses is a write");
        self.diagnostics.push(diagnostic);
    }

    /// The sentence that makes two ways lead to the same memory where the general one leaves that open: a `let` stands
    /// for its initializer, parts of a variable for the whole, a call for what the function uses.
    fn rule_of(
        &self,
        arguments: &[ExprId],
        uses: &[Used],
        general: &'static Rule,
    ) -> (&'static Rule, Option<&'static Rule>) {
        let special = if arguments.iter().any(|argument| self.is_through_let(*argument)) {
            rules::ALIAS_ROOT_IDENTIFIER
        } else if arguments.iter().any(|argument| self.is_to_part(*argument)) {
            rules::ALIAS_SUB_OBJECTS_COUNT
        } else if uses.iter().any(|used| used.is_in_call) {
            rules::ALIAS_TRANSITIVE
        } else {
            return (general, None);
        };
        (special, Some(general))
    }

    fn is_through_let(&self, mut id: ExprId) -> bool {
        let ast = &self.module.syntax.ast;
        loop {
            id = match ast[id] {
                Expr::Name(_) => {
                    let Binding::Local(variable) = self.module.resolution.binding(id) else { return false };
                    return ast[variable].kind != VariableKind::Var;
                }
                _ => match self.inner(id) {
                    Some(inner) => inner,
                    None => return false,
                },
            };
        }
    }

    fn is_to_part(&self, mut id: ExprId) -> bool {
        loop {
            if let Expr::Member(..) | Expr::Index(..) = self.module.syntax.ast[id] {
                return true;
            }
            id = match self.inner(id) {
                Some(inner) => inner,
                None => return false,
            };
        }
    }

    /// The expression that has the root identifier of a pointer or reference that is not a name.
    fn inner(&self, id: ExprId) -> Option<ExprId> {
        let ast = &self.module.syntax.ast;
        match ast[id] {
            Expr::Paren(inner)
            | Expr::Member(inner, _)
            | Expr::Index(inner, _)
            | Expr::Unary(UnaryOperator::AddressOf | UnaryOperator::Indirection, inner) => Some(inner),
            Expr::Call(_, arguments) => ast[arguments].first().copied(),
            Expr::Name(_)
            | Expr::Unary(..)
            | Expr::Binary(..)
            | Expr::Literal(_)
            | Expr::Template(..)
            | Expr::ContextName(_)
            | Expr::Error => None,
        }
    }

    #[cold]
    fn diagnostic(
        &self,
        (rule, also): (&'static Rule, Option<&'static Rule>),
        argument: ExprId,
    ) -> Diagnostic {
        let ast = &self.module.syntax.ast;
        let symbol = match self.root(argument) {
            Some(Root::Module(index) | Root::Local(index)) => Some(ast.variables[index as usize].name),
            Some(Root::Parameter(index)) => Some(ast.members[index as usize].name),
            None => None,
        };
        let name = symbol.map_or("memory", |symbol| self.module.name(symbol));
        let message = format!(
            "this pointer aliases `{name}`, which is also accessed in a different way, and one of the accesses is a write"
        );
        let mut diagnostic = Diagnostic::error(rule, ast.span(argument), message);
        diagnostic.also = also;
        diagnostic
            .note("memory that a function writes must not be accessible through a second pointer or name")
    }
}

fn access_of(effects: &Effects, root: Root) -> Access {
    effects.binary_search_by_key(&root, |(root, _)| *root).map_or(Access::default(), |index| effects[index].1)
}

#[cfg(test)]
mod tests {
    use crate::{Options, Validator, steps};

    #[test]
    fn calls_of_one_function_note_its_variables_once() {
        let text = |count: usize| {
            let join = |piece: fn(usize) -> String| (0..count).map(piece).collect::<String>();
            let variables = join(|it| format!("var<private> g{it}: i32;"));
            let uses = join(|it| format!("g{it} = 1;"));
            let calls = "f(&other);".repeat(count);
            format!(
                "{variables} var<private> other: i32; fn f(p: ptr<private, i32>) {{ {uses} *p = 1; }} fn h() {{ {calls} }}"
            )
        };
        let work = |count| steps::of(|| drop(Validator::new(Options::default()).diagnose(&text(count))));
        let (few, many) = (work(200), work(400));
        assert!(many < few * 5 / 2, "{few} {many}");
    }
}
