//! The walk over declarations and statements that binds names.

use super::unknown::Declarations;
use super::{Binding, Mention};
use crate::ast::{
    Ast, Attribute, Block, BlockId, Decl, DeclId, DeclKind, Expr, ExprId, Function, List, Member, Stmt,
    StmtId, Variable, VariableId, VariableKind,
};
use crate::diagnostic::{Applicability, Diagnostic, Label};
use crate::foreign::in_place_of;
use crate::steps;
use crate::symbol::clear_or_drop;
use crate::syntax::Syntax;
use rustc_hash::FxHashMap;
use shader_source::Span;
use shader_source::suggest::{Suggestions, edit_distance};
use wgsl_spec::{Edition, EngineExtension, Instead, Predeclared, Rule, Symbol, rules};

/// The total number of names that unknown ones may be compared with: each suggestion visits all names.
const MOST_COMPARISONS: usize = 100_000;

/// The most places that a diagnostic about a name of another language points at.
const MOST_LABELS: usize = 5;

/// The length of the shortest predeclared name that a misspelt one is replaced by without asking. Shorter names are like many others.
const SHORTEST_NAME: usize = 4;

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
            | Stmt::Assign(_, _, e) => self.bind(e),
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

    /// Whether the declaration has a mistake of syntax: its name may be something else, such as the type in `const float x`.
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

    #[cold]
    fn unknown(&mut self, id: ExprId, symbol: Symbol) -> Binding {
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

    /// Reports the counter of a `for` statement that is not declared, and declares it: its uses are the same mistake.
    fn declare_counter(&mut self, initializer: StmtId) {
        let Stmt::Assign(None, left, _) = self.ast[initializer] else { return };
        let Expr::Name(symbol) = self.ast[left] else { return };
        if self.lookup(symbol) != Binding::None {
            return;
        }
        let span = self.ast.span(left);
        let message = format!("`{}` is not declared in this scope", self.syntax.name(symbol));
        let edit = vec![(Span::new(span.lo, span.lo), "var ".to_owned())];
        self.diagnostics.push(Diagnostic::error(rules::SCOPE_UNRESOLVED, span, message).suggest(
            "declare it with `var`",
            edit,
            Applicability::Safe,
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
        if !is_builtin || meant.len() < SHORTEST_NAME || edit_distance(name, meant, 1).is_none() {
            return false;
        }
        let names = self.names_in_scope();
        self.compared += names.len();
        names.iter().filter(|other| edit_distance(name, other, 1).is_some()).take(2).count() == 1
    }

    /// Whether the edition has what takes the place of a name of another language.
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
