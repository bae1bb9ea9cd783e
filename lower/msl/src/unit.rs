//! A function with what it does to its variables.

use cxx_validator::ast::List;
use msl_validator::typed::{
    self, Call, Child, Expr, ExprId, Initial, LocalId, Place, PlaceId, Stmt, StmtId, Tree,
};
use msl_validator::types::TypeId;
use shader_source::Span;

/// A function with the use of its variables, or the tree of an initializer.
#[derive(Default)]
pub(super) struct Unit {
    /// The name of the function.
    pub(super) name: Option<String>,
    pub(super) tree: Tree,
    pub(super) this: Option<LocalId>,
    pub(super) parameters: Vec<LocalId>,
    pub(super) body: List<StmtId>,
    pub(super) result: Option<TypeId>,
    /// Its closing brace.
    pub(super) end: Span,
    /// The variables that need memory: those whose address is taken, that are seen as objects of a different type, or in which an index
    /// is not constant; also those that such a use in a called function refers to.
    in_memory: Vec<bool>,
    /// The variables that are assigned as a whole, or that a reference refers to.
    assigned: Vec<bool>,
}

impl Unit {
    /// The unit of an initializer, which has no variables.
    pub(super) fn of_tree(tree: Tree) -> Self {
        Self { tree, ..Self::default() }
    }

    /// Returns true if a variable needs memory.
    pub(super) fn is_in_memory(&self, local: LocalId) -> bool {
        self.in_memory[local.index()]
    }

    /// Returns true if a pointer may lead elsewhere after its declaration.
    pub(super) fn is_assigned(&self, local: LocalId) -> bool {
        self.assigned[local.index()]
    }

    /// The parameters that take the arguments of a call, the object of a member function first.
    pub(super) fn targets(&self, has_object: bool) -> Vec<LocalId> {
        self.this.filter(|_| has_object).into_iter().chain(self.parameters.iter().copied()).collect()
    }

    /// A function with what it does by itself to its variables, and what else a scan looks at.
    pub(super) fn of_function(function: typed::Function) -> (Self, Found) {
        let typed::Function { this, parameters, result, body, tree } = function;
        let count = tree.locals.len();
        let (in_memory, assigned) = (vec![false; count], vec![false; count]);
        let mut unit = Self {
            tree,
            this,
            parameters,
            body,
            result: Some(result),
            in_memory,
            assigned,
            ..Self::default()
        };
        let (mut nodes, mut found) = (Vec::new(), Found::default());
        let roots: Vec<Child> = unit.tree[body].iter().copied().map(Child::Stmt).collect();
        unit.tree.visit(roots, |node| nodes.push(node));
        for node in nodes {
            match node {
                Child::Expr(id) => unit.note_expr(id, &mut found),
                Child::Place(id) => unit.note_place(id, &mut found),
                Child::Stmt(id) => unit.note_stmt(id, &mut found),
            }
        }
        (unit, found)
    }

    pub(super) fn needs_memory(&mut self, place: PlaceId) {
        if let Some(local) = self.tree.root(place) {
            self.in_memory[local.index()] = true;
        }
    }

    pub(super) fn is_changed(&mut self, place: PlaceId) {
        if let Place::Local(local) = self.tree[place] {
            self.assigned[local.index()] = true;
        }
    }

    fn note_expr(&mut self, id: ExprId, found: &mut Found) {
        if let Some(place) = self.tree.changed(id) {
            self.is_changed(place);
        }
        let expr = self.tree[id];
        if let Expr::AddressOf(place) = expr {
            self.needs_memory(place);
        }
        if let Expr::Call(call) | Expr::Object(call) = expr {
            found.calls.push((self.tree[call], matches!(expr, Expr::Call(_))));
        }
    }

    fn note_place(&mut self, id: PlaceId, found: &mut Found) {
        let place = self.tree[id];
        // An object that is seen as one of a different type needs its bytes.
        if let Place::As(base) = place {
            self.needs_memory(base);
        }
        if let Place::Element(base, index) = place
            && !matches!(self.tree[index], Expr::Constant(_) | Expr::ConstantName(..))
        {
            self.needs_memory(base);
        }
        // Only an address can be chosen.
        if let Place::Conditional(_, accept, reject) = place {
            self.needs_memory(accept);
            self.needs_memory(reject);
        }
        if let Place::Call(call) = place {
            found.calls.push((self.tree[call], true));
        }
    }

    fn note_stmt(&mut self, id: StmtId, found: &mut Found) {
        let stmt = self.tree[id];
        if let Stmt::Declare(local, Initial::Reference(place)) = stmt {
            self.is_changed(place);
            found.references.push((local, place));
        }
        // The result is a pointer.
        if let Stmt::ReturnPlace(place) = stmt
            && self.tree.only_return(self.body).is_none()
        {
            self.needs_memory(place);
        }
    }
}

/// What a scan looks at once it has seen everything.
#[derive(Default)]
pub(super) struct Found {
    /// The calls, each with whether the object is among the arguments.
    pub(super) calls: Vec<(Call, bool)>,
    /// The variables that are references, with what they refer to.
    pub(super) references: Vec<(LocalId, PlaceId)>,
}
