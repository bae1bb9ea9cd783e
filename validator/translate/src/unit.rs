//! The typed trees of functions and initializers, with what a function does to its variables.

use core::ops::Range;
use cxx_validator::ast::{List, VariableId};
use msl_spec::FunctionOperation;
use msl_validator::meaning::Module;
use msl_validator::typed::{
    self, Argument, Call, CallId, Child, Expr, ExprId, Initial, LocalId, Part, Place as Node, PlaceId, Stmt,
    StmtId, Tree,
};
use msl_validator::types::{StructureNumber, Type, TypeId};
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// A member of a structure, by its index.
pub(crate) type Member = (StructureNumber, u32);

/// The program around a function.
#[derive(Clone, Copy)]
struct Uses<'a> {
    module: &'a Module,
    /// The offsets of a library whose functions are part of the program.
    library: &'a [Range<u32>],
}

impl Uses<'_> {
    fn is_of_library(self, instance: usize) -> bool {
        let declared = self.module.ast[self.module.instances[instance].function].name_span;
        self.library.iter().any(|range| range.contains(&declared.lo))
    }
}

/// A function with the use of its variables, or the tree of an initializer.
#[derive(Default)]
pub(crate) struct Unit {
    pub(crate) tree: Tree,
    pub(crate) this: Option<LocalId>,
    pub(crate) parameters: Vec<LocalId>,
    pub(crate) body: List<StmtId>,
    /// The value of an initializer.
    pub(crate) value: Option<ExprId>,
    /// The variables that may change after their declaration, or whose address may be taken.
    changed: Vec<bool>,
    /// The variables that are assigned as a whole.
    assigned: Vec<bool>,
    /// The members that are assigned as a whole.
    pub(crate) assigned_members: FxHashSet<Member>,
}

impl Unit {
    pub(crate) fn of_function(function: typed::Function, module: &Module, library: &[Range<u32>]) -> Self {
        let typed::Function { this, parameters, body, tree, .. } = function;
        let count = tree.locals.len();
        let (changed, assigned) = (vec![false; count], vec![false; count]);
        let mut unit = Self { tree, this, parameters, body, changed, assigned, ..Self::default() };
        let nodes = unit.nodes();
        let uses = Uses { module, library };
        for node in nodes {
            match node {
                Child::Expr(id) => unit.note_expr(id, uses),
                Child::Place(id) => unit.note_place(id, uses),
                Child::Stmt(id) => {
                    if let Stmt::Declare(_, Initial::Reference(place)) = unit.tree[id] {
                        unit.may_change(place);
                    }
                }
            }
        }
        unit
    }

    pub(crate) fn of_initializer(initializer: typed::Initializer) -> Self {
        Self { tree: initializer.tree, value: Some(initializer.value), ..Self::default() }
    }

    /// All nodes.
    pub(crate) fn nodes(&self) -> Vec<Child> {
        let statements = self.tree[self.body].iter().copied().map(Child::Stmt);
        let mut nodes = Vec::new();
        self.tree.visit(statements.chain(self.value.map(Child::Expr)), |node| nodes.push(node));
        nodes
    }

    /// Returns true if a variable changes, or something refers to it.
    pub(crate) fn is_changed(&self, local: LocalId) -> bool {
        self.changed.get(local.index()).copied().unwrap_or(false)
    }

    /// Returns true if a variable is assigned as a whole.
    pub(crate) fn is_assigned(&self, local: LocalId) -> bool {
        self.assigned.get(local.index()).copied().unwrap_or(false)
    }

    fn may_change(&mut self, place: PlaceId) {
        if let Some(local) = self.tree.root(place) {
            self.changed[local.index()] = true;
        }
    }

    fn note_place(&mut self, id: PlaceId, uses: Uses<'_>) {
        if let Node::Call(call) = self.tree[id] {
            self.note_call(call, uses);
        } else if let Node::Conditional(_, accept, reject) = self.tree[id] {
            self.may_change(accept);
            self.may_change(reject);
        }
    }

    /// Notes the arguments that a function may change. One of a library keeps what it takes as a constant.
    fn note_call(&mut self, call: CallId, uses: Uses<'_>) {
        let Call { instance, arguments } = self.tree[call];
        let keeps_constants = uses.is_of_library(instance);
        let instance = &uses.module.instances[instance];
        let arguments = self.tree[arguments].to_vec();
        // A constructor has no object among its arguments.
        let has_object = arguments.len() > instance.parameters.len();
        let object = instance.this.filter(|_| has_object).map(|this| this.is_const);
        let of_parameter =
            |ty: &TypeId| matches!(uses.module.types.get(*ty), Type::Reference(object) if object.is_const);
        let constants = object.into_iter().chain(instance.parameters.iter().map(of_parameter));
        for (argument, is_const) in arguments.into_iter().zip(constants) {
            let Argument::Place(place) = argument else { continue };
            if !(is_const && keeps_constants) {
                self.may_change(place);
            }
            // The function may move a pointer that it refers to.
            if let (Node::Local(local), Type::Pointer(_), false) =
                (self.tree[place], uses.module.types.get(self.tree.place_type(place)), is_const)
            {
                self.assigned[local.index()] = true;
            }
        }
    }

    fn note_arguments(&mut self, arguments: List<Argument>) {
        let arguments = self.tree[arguments].to_vec();
        for argument in arguments {
            if let Argument::Place(place) = argument {
                self.may_change(place);
            }
        }
    }

    fn note_expr(&mut self, id: ExprId, uses: Uses<'_>) {
        let module = uses.module;
        if let Some(place) = self.tree.changed(id) {
            self.may_change(place);
            if let Node::Local(local) = self.tree[place] {
                self.assigned[local.index()] = true;
            } else if let Node::Member(base, index) = self.tree[place] {
                let number = module.types.structure_number(self.tree.place_type(base));
                self.assigned_members.extend(number.map(|number| (number, index)));
            }
        }
        if let Expr::AddressOf(place) = self.tree[id] {
            self.may_change(place);
        } else if let Expr::Call(call) | Expr::Object(call) = self.tree[id] {
            self.note_call(call, uses);
        } else if let Expr::Library(call) = self.tree[id] {
            self.note_arguments(self.tree[call].arguments);
        } else if let Expr::Aggregate(parts, _) = self.tree[id]
            && let Some(number) = module.types.structure_number(self.tree.expr_type(id))
        {
            self.note_references(number, parts, module);
        }
    }

    /// Notes the variables that members of a structure refer to.
    fn note_references(&mut self, number: StructureNumber, parts: List<Part>, module: &Module) {
        let members = &module.types.structure(number).members;
        let parts = self.tree[parts].to_vec();
        for part in parts {
            let ty = members.get(part.index as usize).map(|member| module.types.get(member.ty));
            if let (Some(Type::Reference(_)), Expr::Load(place)) = (ty, self.tree[part.value]) {
                self.may_change(place);
            }
        }
    }
}

/// The function constants that the program asks about. Section 5.8.1
pub(crate) fn asked_constants(units: &[Rc<Unit>]) -> FxHashSet<VariableId> {
    let mut asked = FxHashSet::default();
    for tree in units.iter().map(|unit| &unit.tree) {
        let is_question = |function| function == FunctionOperation::IsFunctionConstantDefined;
        for call in tree.library_calls.iter().filter(|call| is_question(call.function.operation)) {
            asked.extend(tree[call.arguments].iter().filter_map(|argument| global_of(tree, *argument)));
        }
    }
    asked
}

/// The variable of the program that an argument is.
pub(crate) fn global_of(tree: &Tree, argument: Argument) -> Option<VariableId> {
    let place = match argument {
        Argument::Place(place) => place,
        Argument::Value(value) => {
            let (Expr::Load(place) | Expr::ConstantName(place, _)) = tree[value] else { return None };
            place
        }
        Argument::Omitted => return None,
    };
    if let Node::Global(variable) = tree[place] { Some(variable) } else { None }
}
