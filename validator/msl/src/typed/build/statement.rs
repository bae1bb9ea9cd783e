//! Statements.

use super::{Builder, Node};
use crate::meaning::Value;
use crate::typed::tree::{
    Clause, Expr, ExprId, Initial, Local, LocalId, Place, PlaceId, Stmt, StmtId, Unsupported,
};
use crate::types::{Object, Type, TypeId};
use cxx_validator::ast::{
    self, BinaryOperator, FunctionId, Iteration, List, Literal, SwitchClause, VariableId,
};
use msl_spec::AddressSpace;
use rustc_hash::FxHashSet;
use shader_source::{Span, steps};

/// The function whose statements are built.
#[derive(Clone, Copy)]
struct Context {
    /// The number of its instance.
    instance: usize,
    /// The type of its result.
    result: TypeId,
}

impl Builder<'_> {
    /// Adds the statements of a function's body, which is a block with the scope of the parameters.
    pub(super) fn function_body(&mut self, instance: usize, body: ast::StmtId, into: &mut Vec<StmtId>) {
        let context = Context { instance, result: self.module.instances[instance].result };
        match self.ast()[body] {
            ast::Stmt::Block(list) => {
                for statement in &self.ast()[list] {
                    self.statement(context, *statement, into);
                }
            }
            _ => self.statement(context, body, into),
        }
    }

    pub(super) fn stmt(&mut self, stmt: Stmt, span: Span) -> StmtId {
        steps::take(1);
        let id = StmtId::from_index(self.tree.stmts.len());
        self.tree.stmts.push(stmt);
        self.tree.stmt_spans.push(span);
        id
    }

    /// Adds a statement, which may be none or several here.
    fn statement(&mut self, context: Context, id: ast::StmtId, into: &mut Vec<StmtId>) {
        let span = self.ast().stmt_span(id);
        if self.deeper(|builder| builder.statement_here(context, id, into)).is_none() {
            let value = self.unsupported(Unsupported::Depth, TypeId::VOID, span);
            into.push(self.stmt(Stmt::Expression(value), span));
        }
    }

    fn statement_here(&mut self, context: Context, id: ast::StmtId, into: &mut Vec<StmtId>) {
        let span = self.ast().stmt_span(id);
        let stmt = match self.ast()[id] {
            ast::Stmt::Empty | ast::Stmt::Declaration(_) => return,
            ast::Stmt::Error => {
                Stmt::Expression(self.unsupported(Unsupported::Statement, TypeId::VOID, span))
            }
            ast::Stmt::Expression(expression) if self.only_prints(expression) => return,
            ast::Stmt::Block(list) => Stmt::Block(self.statements(context, list)),
            ast::Stmt::Variables(list) => {
                for variable in &self.ast()[list] {
                    self.declare(context, *variable, span, into);
                }
                return;
            }
            ast::Stmt::Expression(expression) => match self.assigned_property(expression) {
                Some(Node::Value(value)) => Stmt::Expression(value),
                _ => Stmt::Expression(self.discarded(expression)),
            },
            ast::Stmt::If(..) => {
                into.push(self.branches(context, id));
                return;
            }
            ast::Stmt::While(condition, body) => {
                let condition = Some(self.used(condition));
                let body = self.single(context, body);
                Stmt::Loop { condition, is_tested_first: true, update: None, body }
            }
            ast::Stmt::DoWhile(body, condition) => {
                let body = self.single(context, body);
                let condition = Some(self.used(condition));
                Stmt::Loop { condition, is_tested_first: false, update: None, body }
            }
            ast::Stmt::For { initializer, condition, update, body } => {
                let mut inner = Vec::new();
                if let Some(initializer) = initializer {
                    self.statement(context, initializer, &mut inner);
                }
                let condition = condition.map(|condition| self.used(condition));
                let update = update.map(|update| self.discarded(update));
                let body = self.single(context, body);
                inner.push(self.stmt(Stmt::Loop { condition, is_tested_first: true, update, body }, span));
                Stmt::Block(self.tree.stmt_lists(&inner))
            }
            ast::Stmt::ForRange { variable, range, body } => {
                self.for_range(context, (variable, range, body), span)
            }
            ast::Stmt::Switch(selector, clauses) => self.switch(context, selector, clauses),
            ast::Stmt::Break => Stmt::Break,
            ast::Stmt::Continue => Stmt::Continue,
            ast::Stmt::Return(value) => self.return_statement(context, value),
        };
        into.push(self.stmt(stmt, span));
    }

    fn statements(&mut self, context: Context, list: List<ast::StmtId>) -> List<StmtId> {
        let mut statements = Vec::new();
        for statement in &self.ast()[list] {
            self.statement(context, *statement, &mut statements);
        }
        self.tree.stmt_lists(&statements)
    }

    /// A statement as one statement.
    fn single(&mut self, context: Context, id: ast::StmtId) -> StmtId {
        let mut statements = Vec::new();
        self.statement(context, id, &mut statements);
        if let [one] = statements[..] {
            return one;
        }
        let list = self.tree.stmt_lists(&statements);
        self.stmt(Stmt::Block(list), self.ast().stmt_span(id))
    }

    /// An `if` with its `else if`s, in a loop.
    fn branches(&mut self, context: Context, id: ast::StmtId) -> StmtId {
        let (mut branches, mut last, mut rest) = (Vec::new(), None, Some(id));
        while let Some(id) = rest {
            let ast::Stmt::If(condition, accept, reject) = self.ast()[id] else {
                last = Some(self.single(context, id));
                break;
            };
            // Only one branch of an `if constexpr` is left.
            if reject.is_some_and(|reject| self.body.discarded.contains(&reject)) {
                last = Some(self.single(context, accept));
                break;
            }
            rest = reject;
            let is_never = matches!(self.ast()[condition], ast::Expr::Literal(Literal::Bool(false)));
            if !is_never && !self.body.discarded.contains(&accept) {
                let condition = self.used(condition);
                branches.push((condition, self.single(context, accept), self.ast().stmt_span(id)));
            }
        }
        for (condition, accept, span) in branches.into_iter().rev() {
            last = Some(self.stmt(Stmt::If(condition, accept, last), span));
        }
        last.unwrap_or_else(|| self.stmt(Stmt::Block(List::EMPTY), self.ast().stmt_span(id)))
    }

    fn declare(&mut self, context: Context, id: VariableId, span: Span, into: &mut Vec<StmtId>) {
        let instance = &self.module.instances[context.instance];
        let variable = self.ast()[id];
        let Some(object) = instance.locals.get(&id).copied().filter(|_| !variable.is_extern) else { return };
        let is_reference = instance.references.contains(&id);
        let initial = match variable.initializer {
            Some(initializer) if is_reference => {
                // `r(a)` and `r {a}` refer to `a`.
                let object_of_list = self.first_item(initializer);
                Initial::Reference(self.referent(object_of_list.unwrap_or(initializer), object.ty))
            }
            // Memory of the threadgroup begins without values.
            None if object.space == AddressSpace::Threadgroup => Initial::None,
            Some(_) | None => match self.initial_value(&variable, object.ty) {
                Some(value) if !self.begins_in_place(&variable, object.ty) => Initial::Value(value),
                Some(_) | None => Initial::None,
            },
        };
        // The names in the initializer are those before it. Names that no program can spell are of no use to a reader.
        let name = variable.name.filter(|name| !self.module.names.is_hidden(*name));
        let is_static = variable.static_span.is_some();
        let local = Local { name, object, is_reference, is_static, span: variable.name_span };
        let local = self.named_local(id, local);
        if !is_reference && self.has_destructor(object.ty) {
            let end = self.expr(Expr::Unsupported(Unsupported::Destructor), TypeId::VOID, span);
            into.push(self.stmt(Stmt::Expression(end), span));
        }
        into.push(self.stmt(Stmt::Declare(local, initial), span));
        if self.begins_in_place(&variable, object.ty) {
            // The assignments would be made by each call.
            if is_static {
                let assignments = self.expr(Expr::Unsupported(Unsupported::Operation), TypeId::VOID, span);
                into.push(self.stmt(Stmt::Expression(assignments), span));
            }
            self.begin_in_place((local, object.ty), span, into);
        }
    }

    /// Returns true for objects whose end does something: the destructor of their class, or of a part, has statements. C++14 (class.dtor)
    pub(super) fn has_destructor(&self, ty: TypeId) -> bool {
        let types = &self.module.types;
        let (mut open, mut seen) = (vec![ty], FxHashSet::default());
        while let Some(ty) = open.pop() {
            steps::take(1);
            // Structures with two members of the same structure would multiply the work.
            if !seen.insert(ty) {
                continue;
            }
            if let Some((element, _)) = types.element(ty) {
                open.push(element);
            }
            let Some(number) = types.structure_number(ty) else { continue };
            let structure = types.structure(number);
            let functions = self.ast()[self.ast()[structure.declaration].functions].iter();
            if functions.copied().any(|id| self.is_destructor_with_statements(id)) {
                return true;
            }
            open.extend(structure.members.iter().map(|member| member.ty));
        }
        false
    }

    fn is_destructor_with_statements(&self, id: FunctionId) -> bool {
        let function = self.ast()[id];
        if !self.module.names.text(function.name).starts_with('~') {
            return false;
        }
        let body = function.body.map(|body| self.ast()[body]);
        matches!(body, Some(ast::Stmt::Block(list)) if !self.ast()[list].is_empty())
    }

    /// `for (T x : range) body` as a loop with an index. C++14 (stmt.ranged)
    fn for_range(
        &mut self,
        context: Context,
        (variable, range, body): (VariableId, ast::ExprId, ast::StmtId),
        span: Span,
    ) -> Stmt {
        if let (Type::Structure(_), Some(iteration)) =
            (self.kind(self.meaning(range).ty), self.ast().iterations.get(&variable).copied())
        {
            return self.for_iterators(context, &iteration, body, span);
        }
        let object = self.place_of(range);
        let ty = self.tree.place_type(object);
        let (Some((element, Some(count))), Some(own)) =
            (self.module.types.element(ty), self.module.instances[context.instance].locals.get(&variable))
        else {
            return Stmt::Expression(self.unsupported(Unsupported::Operation, TypeId::VOID, span));
        };
        let (array, begin) = self.hidden((ty, true), Initial::Reference(object), span);
        let zero = self.number(0, span);
        let (index, begin_index) = self.hidden((TypeId::UINT, false), Initial::Value(zero), span);
        let (position, end) = (self.local_value(index, span), self.number(count, span));
        let condition = self.expr(Expr::Binary(BinaryOperator::Less, position, end), TypeId::BOOL, span);
        let place = self.place(Place::Local(index), TypeId::UINT, span);
        let update = self.expr(Expr::Step { place, is_up: true, is_prefix: true }, TypeId::UINT, span);
        let whole = self.place(Place::Local(array), ty, span);
        let position = self.local_value(index, span);
        let place = self.place(Place::Element(whole, position), element, span);
        let declaration = self.range_variable(context, (variable, *own), place, span);
        let mut statements = vec![declaration];
        self.statement(context, body, &mut statements);
        let list = self.tree.stmt_lists(&statements);
        let body = self.stmt(Stmt::Block(list), span);
        let repeat =
            Stmt::Loop { condition: Some(condition), is_tested_first: true, update: Some(update), body };
        let repeat = self.stmt(repeat, span);
        Stmt::Block(self.tree.stmt_lists(&[begin, begin_index, repeat]))
    }

    /// A loop over an object with iterators. C++14 (stmt.ranged)
    fn for_iterators(
        &mut self,
        context: Context,
        iteration: &Iteration,
        body: ast::StmtId,
        span: Span,
    ) -> Stmt {
        let Iteration { range, begin, end, condition, update, element } = *iteration;
        let locals = &self.module.instances[context.instance].locals;
        let declared = [begin, end].map(|either| either.into_iter().find(|it| locals.contains_key(it)));
        let mut outer = Vec::new();
        for variable in [Some(range)].into_iter().chain(declared).flatten() {
            self.declare(context, variable, span, &mut outer);
        }
        let condition = Some(self.used(condition));
        let update = Some(self.value(update));
        let mut inner = Vec::new();
        self.declare(context, element, span, &mut inner);
        self.statement(context, body, &mut inner);
        let list = self.tree.stmt_lists(&inner);
        let body = self.stmt(Stmt::Block(list), span);
        outer.push(self.stmt(Stmt::Loop { condition, is_tested_first: true, update, body }, span));
        Stmt::Block(self.tree.stmt_lists(&outer))
    }

    /// The declaration of the variable of a loop over an array: an element, or a copy of it.
    fn range_variable(
        &mut self,
        context: Context,
        (id, object): (VariableId, Object),
        element: PlaceId,
        span: Span,
    ) -> StmtId {
        let variable = self.ast()[id];
        let is_reference = self.module.instances[context.instance].references.contains(&id);
        let initial = if is_reference {
            Initial::Reference(element)
        } else {
            Initial::Value(self.convert(Node::Place(element), object.ty, span))
        };
        let local =
            Local { name: variable.name, object, is_reference, is_static: false, span: variable.name_span };
        let local = self.named_local(id, local);
        self.stmt(Stmt::Declare(local, initial), span)
    }

    /// A variable without a name, and its declaration.
    fn hidden(
        &mut self,
        (ty, is_reference): (TypeId, bool),
        initial: Initial,
        span: Span,
    ) -> (LocalId, StmtId) {
        let object =
            Object { ty, space: AddressSpace::Thread, is_const: false, is_volatile: false, is_rvalue: false };
        let local = self.local(Local { name: None, object, is_reference, is_static: false, span });
        (local, self.stmt(Stmt::Declare(local, initial), span))
    }

    fn local_value(&mut self, local: LocalId, span: Span) -> ExprId {
        let ty = self.tree[local].object.ty;
        let place = self.place(Place::Local(local), ty, span);
        self.loaded(Node::Place(place))
    }

    /// A `uint`.
    fn number(&mut self, number: u32, span: Span) -> ExprId {
        let constant = self.constant(Value::Integer(number.into()));
        self.expr(Expr::Constant(constant), TypeId::UINT, span)
    }

    fn switch(&mut self, context: Context, selector: ast::ExprId, clauses: List<SwitchClause>) -> Stmt {
        let selector = self.used(selector);
        let ty = self.tree.expr_type(selector);
        let mut built = Vec::new();
        for clause in self.ast()[clauses].iter().copied() {
            let labels = self.ast()[clause.labels].iter();
            let labels: Vec<Option<ExprId>> =
                labels.map(|label| label.value.map(|value| self.value_as(value, ty))).collect();
            let labels = self.tree.labels(&labels);
            let statements = self.statements(context, clause.statements);
            built.push(Clause { labels, statements, span: clause.span });
        }
        Stmt::Switch(selector, self.tree.clauses(&built))
    }

    fn return_statement(&mut self, context: Context, value: Option<ast::ExprId>) -> Stmt {
        let Some(value) = value else { return Stmt::Return(None) };
        match self.kind(context.result) {
            Type::Reference(object) => {
                let place = self.place_of(value);
                Stmt::ReturnPlace(self.base_place(place, object.ty))
            }
            Type::Void => Stmt::Return(Some(self.value(value))),
            _ => Stmt::Return(Some(self.value_as(value, context.result))),
        }
    }
}
