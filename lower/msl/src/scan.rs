//! What lowering needs to know of a function before its first step: which variables need memory, and which pointers are assigned.

use super::{CALL_LEVELS, Lowering, Outcome};
use msl_validator::ast::List;
use msl_validator::typed::{
    self, Argument, Call, Child, Expr, ExprId, Initial, LocalId, Place, PlaceId, Stmt, StmtId, Tree,
};
use msl_validator::types::TypeId;
use std::rc::Rc;

/// A function with the use of its variables, or the tree of an initializer.
#[derive(Default)]
pub(super) struct Unit {
    pub(super) tree: Tree,
    pub(super) this: Option<LocalId>,
    pub(super) parameters: Vec<LocalId>,
    pub(super) body: List<StmtId>,
    pub(super) result: Option<TypeId>,
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

    fn needs_memory(&mut self, place: PlaceId) {
        if let Some(local) = self.tree.root(place) {
            self.in_memory[local.index()] = true;
        }
    }

    fn is_changed(&mut self, place: PlaceId) {
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
struct Found {
    /// The calls, each with whether the object is among the arguments.
    calls: Vec<(Call, bool)>,
    /// The variables that are references, with what they refer to.
    references: Vec<(LocalId, PlaceId)>,
}

impl Lowering<'_> {
    /// The function of an instance.
    pub(super) fn unit(&mut self, number: usize) -> Outcome<Rc<Unit>> {
        if let Some(known) = self.units.get(&number) {
            return Ok(Rc::clone(known));
        }
        // The functions that it calls come first: a chain of calls is as deep as when it is expanded.
        let unit = Rc::new(self.deeper(CALL_LEVELS, |it| it.scanned(number))?);
        self.units.insert(number, Rc::clone(&unit));
        Ok(unit)
    }

    fn scanned(&mut self, number: usize) -> Outcome<Unit> {
        let typed::Function { this, parameters, result, body, tree } = typed::function(self.module, number);
        self.check_types(&tree)?;
        let count = tree.locals.len();
        let (in_memory, assigned) = (vec![false; count], vec![false; count]);
        let mut unit = Unit { tree, this, parameters, body, result: Some(result), in_memory, assigned };
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
        for (call, has_object) in found.calls {
            self.note_call(&mut unit, call, has_object)?;
        }
        // What a reference refers to is declared before it.
        found.references.sort_by_key(|(local, _)| core::cmp::Reverse(*local));
        for (local, place) in found.references {
            if unit.is_in_memory(local) {
                unit.needs_memory(place);
            }
        }
        Ok(unit)
    }

    /// Notes the variables that the references of a called function refer to.
    fn note_call(&mut self, unit: &mut Unit, call: Call, has_object: bool) -> Outcome<()> {
        let called = self.unit(call.instance)?;
        let arguments = unit.tree[call.arguments].to_vec();
        for (argument, local) in arguments.into_iter().zip(called.targets(has_object)) {
            let Argument::Place(place) = argument else { continue };
            unit.is_changed(place);
            if called.is_in_memory(local) {
                unit.needs_memory(place);
            }
        }
        Ok(())
    }
}
