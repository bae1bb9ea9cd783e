//! The walk over declarations and statements that binds names.

mod undeclared;

use super::unknown::Declarations;
use super::{Binding, Mention};
use crate::ast::{
    Ast, Attribute, Block, BlockId, Decl, DeclId, DeclKind, Expr, ExprId, Function, List, Member, Stmt,
    StmtId, Variable, VariableId, VariableKind,
};
use crate::diagnostic::Diagnostic;
use crate::steps;
use crate::symbol::clear_or_drop;
use crate::syntax::Syntax;
use rustc_hash::FxHashMap;
use shader_source::Span;
use shader_source::suggest::Suggestions;
use wgsl_spec::{Predeclared, Rule, Symbol, rules};

/// The current meaning of a name, and the depth of its scope.
#[derive(Clone, Copy, Debug)]
struct Entry {
    binding: Binding,
    /// 0 is module scope.
    depth: u32,
    /// Where it was declared.
    span: Span,
}

/// Memory of the walk.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    /// Mentions of declarations of the module, those of one declaration after those of another.
    pub(super) mentions: Vec<Mention>,
    /// The first mention of each declaration.
    pub(super) mention_starts: Vec<u32>,
    /// By symbol of the program.
    names: Vec<Entry>,
    /// Predeclared names that the program declares.
    shadows: FxHashMap<Symbol, Entry>,
    /// Bindings hidden by inner scopes, to be restored.
    hidden: Vec<(Symbol, Option<Entry>)>,
}

impl Scratch {
    fn clear(&mut self, names: usize) {
        let unbound = Entry { binding: Binding::None, depth: 0, span: Span::default() };
        self.mentions.clear();
        self.mention_starts.clear();
        self.names.clear();
        self.names.resize(names, unbound);
        clear_or_drop(&mut self.shadows);
        self.hidden.clear();
    }
}

pub(super) struct Walk<'a> {
    syntax: &'a Syntax<'a>,
    ast: &'a Ast,
    /// By expression.
    pub(super) bindings: Vec<Binding>,
    pub(super) diagnostics: Vec<Diagnostic>,
    scratch: &'a mut Scratch,
    /// The next expression that has no binding yet.
    next: usize,
    depth: u32,
    /// The number of names that unknown ones were compared with.
    compared: usize,
    suggestions: Suggestions,
    /// The diagnostics about names of other languages, by declaration and name.
    foreign: FxHashMap<(usize, Symbol), usize>,
    /// The declarations of the module, once a name denotes nothing.
    declarations: Option<Declarations>,
    /// The declaration that is walked.
    decl: usize,
    /// The variable of the header of the innermost `for` statement.
    for_initializer: Option<VariableId>,
}

impl<'a> Walk<'a> {
    /// A walk that fills this column, which has room for every expression.
    pub(super) fn new(syntax: &'a Syntax<'a>, bindings: Vec<Binding>, scratch: &'a mut Scratch) -> Self {
        scratch.clear(syntax.symbols.len() - Symbol::PREDECLARED as usize);
        let (ast, diagnostics) = (&syntax.ast, Vec::new());
        Self {
            syntax,
            ast,
            bindings,
            diagnostics,
            scratch,
            next: 0,
            depth: 0,
            compared: 0,
            suggestions: Suggestions::default(),
            foreign: FxHashMap::default(),
            declarations: None,
            decl: 0,
            for_initializer: None,
        }
    }

    /// Binds every name of the module.
    pub(super) fn module(&mut self) {
        for (index, decl) in self.ast.decls.iter().enumerate() {
            if let Some(name) = decl.name {
                self.declare(name, decl.name_span, Binding::Module(DeclId::from_index(index)));
            }
        }
        self.scratch.hidden.clear();
        for (index, decl) in self.ast.decls.iter().enumerate() {
            self.decl = index;
            self.scratch.mention_starts.push(self.scratch.mentions.len() as u32);
            if decl.has_error {
                continue;
            }
            self.next = decl.first_expr as usize;
            self.decl(decl);
        }
    }

    fn decl(&mut self, decl: &Decl) {
        if let DeclKind::Function(id) = decl.kind {
            let function = &self.ast[id];
            self.function(function);
        }
        // The rest of a declaration consists of expressions at module scope.
        self.bind_until(decl.end_expr as usize);
    }

    fn function(&mut self, function: &Function) {
        self.depth = 1;
        let mark = self.scratch.hidden.len();
        // Parameters are in scope in the body only: their types and attributes are resolved before.
        let members = &self.ast[function.parameters];
        for member in members {
            self.bind_types(member);
        }
        self.bind_attributes(function.result_attributes);
        if let Some(result) = function.result {
            self.bind(result);
        }
        for (offset, member) in members.iter().enumerate() {
            let index = function.parameters.start + offset as u32;
            self.declare(member.name, member.name_span, Binding::Parameter(index));
        }
        let body = self.ast[function.body];
        self.bind_attributes(body.attributes);
        self.statements(body.statements);
        self.close(mark);
        self.depth = 0;
    }

    fn bind_types(&mut self, member: &Member) {
        self.bind_attributes(member.attributes);
        self.bind(member.ty);
    }

    fn bind_attributes(&mut self, attributes: List<Attribute>) {
        for attribute in &self.ast[attributes] {
            if let Some(last) = self.ast[attribute.arguments].last() {
                self.bind(*last);
            }
        }
    }

    fn block(&mut self, id: BlockId) {
        let block: Block = self.ast[id];
        self.bind_attributes(block.attributes);
        let mark = self.open();
        self.statements(block.statements);
        self.close(mark);
    }

    fn statements(&mut self, statements: List<StmtId>) {
        for id in &self.ast[statements] {
            self.statement(*id);
        }
    }

    fn statement(&mut self, id: StmtId) {
        match self.ast[id] {
            Stmt::Error
            | Stmt::Break
            | Stmt::Continue
            | Stmt::Discard
            | Stmt::Fallthrough
            | Stmt::Return(None) => {}
            Stmt::Block(block) => self.block(block),
            Stmt::If { attributes, branches, otherwise } => {
                self.bind_attributes(attributes);
                for branch in &self.ast[branches] {
                    self.bind(branch.condition);
                    self.block(branch.block);
                }
                if let Some(block) = otherwise {
                    self.block(block);
                }
            }
            Stmt::Switch { attributes, selector, body_attributes, clauses } => {
                self.bind_attributes(attributes);
                self.bind(selector);
                self.bind_attributes(body_attributes);
                for clause in &self.ast[clauses] {
                    for case in self.ast[clause.selectors].iter().filter_map(|selector| selector.case()) {
                        self.bind(case);
                    }
                    self.block(clause.body);
                }
            }
            Stmt::Loop { attributes, body, continuing } => {
                self.bind_attributes(attributes);
                self.loop_body(body, continuing.map(|continuing| (continuing.block, continuing.break_if)));
            }
            Stmt::For { attributes, initializer, condition, update, body } => {
                self.bind_attributes(attributes);
                let mark = self.open();
                let declared = initializer.and_then(|initializer| match self.ast[initializer] {
                    Stmt::Variable(variable) => Some(variable),
                    _ => None,
                });
                let outer = core::mem::replace(&mut self.for_initializer, declared);
                if let Some(initializer) = initializer {
                    self.declare_counter(initializer);
                    self.statement(initializer);
                }
                if let Some(condition) = condition {
                    self.bind(condition);
                }
                if let Some(update) = update {
                    self.statement(update);
                }
                // The scope of the header ends where that of the body ends, so a name can't be declared in both.
                let block: Block = self.ast[body];
                self.bind_attributes(block.attributes);
                self.statements(block.statements);
                self.for_initializer = outer;
                self.close(mark);
            }
            Stmt::While { attributes, condition, body } => {
                self.bind_attributes(attributes);
                self.bind(condition);
                self.block(body);
            }
            Stmt::Variable(variable) => self.variable(variable),
            Stmt::Return(Some(e))
            | Stmt::ConstAssert(e)
            | Stmt::Phony(e)
            | Stmt::Increment(e)
            | Stmt::Decrement(e)
            | Stmt::Call(e)
            | Stmt::Assign(Some(_), _, e) => self.bind(e),
            Stmt::Assign(None, left, e) => {
                if let Expr::Name(symbol) = self.ast[left]
                    && self.lookup(symbol) == Binding::None
                {
                    self.declare_assigned(left, symbol);
                }
                self.bind(e);
            }
        }
    }

    /// The scope of a loop body includes its continuing block.
    fn loop_body(&mut self, body: BlockId, continuing: Option<(BlockId, Option<ExprId>)>) {
        let block: Block = self.ast[body];
        self.bind_attributes(block.attributes);
        let mark = self.open();
        self.statements(block.statements);
        if let Some((block, break_if)) = continuing {
            let block: Block = self.ast[block];
            self.bind_attributes(block.attributes);
            let inner = self.open();
            self.statements(block.statements);
            if let Some(condition) = break_if {
                self.bind(condition);
            }
            self.close(inner);
        }
        self.close(mark);
    }

    fn variable(&mut self, id: VariableId) {
        let variable: &Variable = &self.ast[id];
        self.bind_attributes(variable.attributes);
        if let Some(last) = self.ast[variable.template].last() {
            self.bind(*last);
        }
        if let Some(ty) = variable.ty {
            self.bind(ty);
        }
        if let Some(initializer) = variable.initializer {
            self.bind(initializer);
        }
        if variable.kind != VariableKind::Override {
            self.declare(variable.name, variable.name_span, Binding::Local(id));
        }
    }

    fn open(&mut self) -> usize {
        self.depth += 1;
        self.scratch.hidden.len()
    }

    fn close(&mut self, mark: usize) {
        self.depth -= 1;
        while self.scratch.hidden.len() > mark {
            steps::take(1);
            let Some((symbol, entry)) = self.scratch.hidden.pop() else { break };
            match (symbol.index().checked_sub(Symbol::PREDECLARED as usize), entry) {
                (Some(index), Some(entry)) => self.scratch.names[index] = entry,
                (Some(_), None) => {}
                (None, Some(entry)) => _ = self.scratch.shadows.insert(symbol, entry),
                (None, None) => _ = self.scratch.shadows.remove(&symbol),
            }
        }
    }

    /// Declares a name in the open scope, and reports a second declaration there.
    fn declare(&mut self, symbol: Symbol, span: Span, binding: Binding) {
        let entry = Entry { binding, depth: self.depth, span };
        let before = match symbol.index().checked_sub(Symbol::PREDECLARED as usize) {
            Some(index) => Some(core::mem::replace(&mut self.scratch.names[index], entry)),
            None => self.scratch.shadows.insert(symbol, entry),
        };
        self.scratch.hidden.push((symbol, before));
        if let Some(before) = before
            && before.depth == self.depth
            && before.binding != Binding::None
            && !self.is_broken(before.binding)
            && !self.is_broken(binding)
        {
            let name = self.syntax.name(symbol);
            let message = format!("`{name}` is already declared in this scope");
            let rule = self.duplicate(before.binding, binding);
            let found = Diagnostic::error(rule, span, message).label(before.span, "first declared here");
            self.diagnostics.push(if self.depth == 0 {
                found
            } else {
                found.note("choose a different name, or declare a `var` and assign to it")
            });
        }
    }

    /// Returns true if the declaration has a mistake of syntax: its name may be something else, such as the type in `const float x`.
    fn is_broken(&self, binding: Binding) -> bool {
        matches!(binding, Binding::Module(decl) if self.ast[decl].has_error)
    }

    /// The rule that a second declaration with the same end of scope breaks.
    fn duplicate(&self, before: Binding, binding: Binding) -> &'static Rule {
        let is_function = |binding| match binding {
            Binding::Module(decl) => matches!(self.ast[decl].kind, DeclKind::Function(_)),
            _ => false,
        };
        match (before, binding) {
            (Binding::Module(_), _) if is_function(before) && is_function(binding) => rules::FN_NO_OVERLOAD,
            (Binding::Module(_), _) => rules::SCOPE_SAME_END_MODULE,
            (Binding::Parameter(_), Binding::Parameter(_)) => rules::FN_PARAM_UNIQUE,
            (Binding::Parameter(_), _) => rules::SCOPE_SAME_END_PARAM_BODY,
            (Binding::Local(variable), _) if self.for_initializer == Some(variable) => {
                rules::STMT_FOR_INIT_SCOPE
            }
            _ => rules::SCOPE_SAME_END,
        }
    }

    /// Binds all names up to and including this expression.
    fn bind(&mut self, root: ExprId) {
        self.bind_until(root.index() + 1);
    }

    fn bind_until(&mut self, end: usize) {
        for index in self.next..end {
            steps::take(1);
            let (Expr::Name(symbol) | Expr::Template(symbol, _)) = self.ast.exprs[index] else { continue };
            let binding = self.lookup(symbol);
            self.bindings[index] = match binding {
                Binding::None => self.unknown(ExprId::from_index(index), symbol),
                Binding::Module(target) => {
                    self.scratch.mentions.push(Mention { target, span: self.ast.expr_spans[index] });
                    binding
                }
                _ => binding,
            };
        }
        self.next = self.next.max(end);
    }

    fn lookup(&self, symbol: Symbol) -> Binding {
        match symbol.index().checked_sub(Symbol::PREDECLARED as usize) {
            Some(index) => self.scratch.names[index].binding,
            None => match self.scratch.shadows.get(&symbol) {
                Some(entry) => entry.binding,
                None if symbol.info(self.syntax.edition).predeclared == Predeclared::None => Binding::None,
                None => Binding::Predeclared,
            },
        }
    }
}
