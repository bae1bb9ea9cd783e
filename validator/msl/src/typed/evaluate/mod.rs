//! The values of constant expressions: an interpreter of typed trees. C++14 (expr.const), (dcl.constexpr)
//!
//! [`Evaluator::evaluate`] computes a scalar from the tree of an expression, with the `constexpr` functions and objects that it uses. Objects of
//! classes and arrays are computed, too, and so are pointers and references to them. Vectors, matrices and functions of the library are
//! not: an expression that needs one has no value that is known, which is [`Failure::Unknown`] and no mistake of the program.
//!
//! Work and depth are counted, because a function may loop or call itself without end.

mod place;
mod value;

use super::tree::{Argument, CallId, Initial, Stmt, StmtId, Tree};
use super::{Function, Initializer};
use crate::meaning::{Body, Meanings, Value};
use crate::types::{Object, Type, TypeId};
use cxx_validator::ast::{List, VariableId};
use msl_spec::Scalar;
use place::Address;
use rustc_hash::{FxHashMap, FxHashSet};
use shader_source::{Span, steps};
use std::rc::Rc;

/// The steps that one constant expression may take: as many as Clang takes.
const MOST_STEPS: u32 = 1 << 20;

/// The steps that all constant expressions of a program may take together.
const MOST_STEPS_TOGETHER: u32 = 1 << 22;

/// How deep expressions, statements and calls may be evaluated inside of each other. Each level takes at most 2 KiB of stack without
/// optimisation, so that the evaluation fits 1 MiB. A recursive function takes about eight levels for each call.
const MOST_LEVELS: u32 = 512;

/// Why an expression has no value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Failure {
    /// It needs an operation that is not computed here.
    Unknown,
    /// It is not a constant expression: it reads a variable that is none, or calls a function that is not known.
    NotConstant,
    /// It calls a function of the program that is not `constexpr`.
    NotConstexpr,
    /// An operation at this place is undefined.
    Undefined(Span, Undefined),
    /// It needs too many steps, or too many levels.
    Spent,
}

/// An operation without a defined result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Undefined {
    /// It divides by zero, or its result is outside of its type.
    Arithmetic,
    /// It reads or writes beyond an array.
    Bounds,
    /// It reads an object that has no value yet.
    NoValue,
    /// It reads or writes an object whose lifetime has ended, or that no pointer points to.
    NoObject,
    /// The function ends without a `return`.
    NoReturn,
}

type Outcome<T> = Result<T, Failure>;

/// The value of an object.
#[derive(Clone, PartialEq, Debug)]
enum Datum {
    /// None yet.
    None,
    Scalar(Value),
    /// The elements of an array, or the members of a structure.
    Parts(Vec<Datum>),
    /// A pointer.
    Address(Address),
    /// A null pointer.
    Null,
}

/// How a statement ends.
enum Flow {
    Next,
    Break,
    Continue,
    Return(Option<Datum>),
    ReturnPlace(Address),
}

/// The data that is kept from one evaluation to the next.
#[derive(Debug)]
pub(crate) struct Memory {
    /// The steps that are left to all evaluations.
    steps: u32,
    /// The trees of functions, by their instances.
    functions: FxHashMap<usize, Rc<Function>>,
    /// The `constexpr` objects at program scope.
    objects: FxHashMap<VariableId, Datum>,
}

impl Default for Memory {
    fn default() -> Self {
        Self { steps: MOST_STEPS_TOGETHER, functions: FxHashMap::default(), objects: FxHashMap::default() }
    }
}

impl Memory {
    /// Forgets the trees of the instances from this number on.
    pub(crate) fn forget_instances(&mut self, from: usize) {
        self.functions.retain(|number, _| *number < from);
    }
}

/// The variables of a function that is being evaluated, by their numbers in its tree.
#[derive(Default)]
struct Frame {
    locals: Vec<Option<Address>>,
}

/// An evaluation.
pub(crate) struct Evaluator<'a> {
    pub(crate) meanings: Meanings<'a>,
    /// The function that the expression is in, which is not complete.
    body: &'a Body,
    /// Its variables.
    locals: &'a FxHashMap<VariableId, Object>,
    /// The variables of class templates with several instances: they have several values.
    repeated: &'a FxHashSet<VariableId>,
    memory: &'a mut Memory,
    /// The steps that are left.
    steps_left: u32,
    cells: Vec<Datum>,
    /// The cells of constant objects.
    constants: FxHashMap<VariableId, usize>,
    depth: u32,
}

impl<'a> Evaluator<'a> {
    pub(crate) fn new(
        meanings: Meanings<'a>,
        (body, locals): (&'a Body, &'a FxHashMap<VariableId, Object>),
        repeated: &'a FxHashSet<VariableId>,
        memory: &'a mut Memory,
    ) -> Self {
        Self {
            meanings,
            body,
            locals,
            repeated,
            steps_left: MOST_STEPS.min(memory.steps),
            memory,
            cells: Vec::new(),
            constants: FxHashMap::default(),
            depth: 0,
        }
    }

    /// The value of a scalar expression.
    pub(crate) fn evaluate(&mut self, tree: &Initializer) -> Outcome<Value> {
        let mut frame = Frame::default();
        if let Some(this) = tree.this {
            frame.locals.resize(this.index() + 1, None);
            frame.locals[this.index()] = Some(Address::unknown(0));
        }
        match self.value(&tree.tree, &mut frame, tree.value)? {
            Datum::Scalar(value) => Ok(value),
            Datum::None | Datum::Parts(_) | Datum::Address(_) | Datum::Null => Err(Failure::Unknown),
        }
    }

    /// The value of a call with these values as arguments.
    pub(crate) fn call_with(&mut self, instance: usize, arguments: &[Value], span: Span) -> Outcome<Value> {
        let function = self.function(instance)?;
        let addresses = arguments.iter().map(|value| self.cell(Datum::Scalar(*value))).collect();
        match self.run_function(instance, &function, addresses, span)? {
            Flow::Return(Some(Datum::Scalar(value))) => Ok(value),
            _ => Err(Failure::Unknown),
        }
    }

    fn step(&mut self) -> Outcome<()> {
        self.steps(1)
    }

    fn steps(&mut self, count: usize) -> Outcome<()> {
        steps::take(count);
        let count = u32::try_from(count).map_err(|_| Failure::Spent)?;
        self.steps_left = self.steps_left.checked_sub(count).ok_or(Failure::Spent)?;
        self.memory.steps = self.memory.steps.checked_sub(count).ok_or(Failure::Spent)?;
        Ok(())
    }

    fn deeper<T>(&mut self, work: impl FnOnce(&mut Self) -> Outcome<T>) -> Outcome<T> {
        self.step()?;
        if self.depth >= MOST_LEVELS {
            return Err(Failure::Spent);
        }
        self.depth += 1;
        let result = work(self);
        self.depth -= 1;
        result
    }

    /// The scalar of a type, the underlying one of an enumeration included.
    fn scalar(&self, ty: TypeId) -> Outcome<Scalar> {
        match self.meanings.types.get(ty) {
            Type::Enumeration(..) => Ok(self.meanings.types.underlying(ty).unwrap_or(Scalar::Int)),
            _ => self.meanings.types.scalar_of(ty).ok_or(Failure::Unknown),
        }
    }

    /// The tree of a function; a function whose body is not known yet has none.
    fn function(&mut self, number: usize) -> Outcome<Rc<Function>> {
        if let Some(known) = self.memory.functions.get(&number) {
            return Ok(Rc::clone(known));
        }
        let instance = &self.meanings.instances[number];
        let declaration = self.meanings.ast[instance.function];
        if !declaration.is_constexpr && declaration.implicit.is_none() {
            return Err(Failure::NotConstexpr);
        }
        // A body that calls itself, or one that comes later, is not known yet.
        let has_expressions = declaration.end_expr > declaration.first_expr;
        if has_expressions && instance.body.exprs.is_empty() {
            return Err(Failure::Unknown);
        }
        let function = super::function_of(self.meanings, number);
        self.steps(function.tree.exprs.len())?;
        let function = Rc::new(function);
        // A tree with a call that has no body yet may be complete the next time.
        if !self.meanings.calls_undefined(&instance.body) {
            self.memory.functions.insert(number, Rc::clone(&function));
        }
        Ok(function)
    }

    /// Calls a function of the program: the result, or the object that the result refers to.
    fn call(&mut self, tree: &Tree, frame: &mut Frame, id: CallId, span: Span) -> Outcome<Flow> {
        let call = tree[id];
        self.call_for(tree, frame, (call.instance, call.arguments), None, span)
    }

    /// Calls a function with an object that is not among the arguments, if it needs one.
    fn call_for(
        &mut self,
        tree: &Tree,
        frame: &mut Frame,
        (instance, arguments): (usize, List<Argument>),
        object: Option<Address>,
        span: Span,
    ) -> Outcome<Flow> {
        let mut addresses: Vec<Address> = object.into_iter().collect();
        for argument in &tree[arguments] {
            addresses.push(match *argument {
                Argument::Value(value) => {
                    let value = self.value(tree, frame, value)?;
                    self.cell(value)
                }
                Argument::Place(place) => self.address(tree, frame, place)?,
                Argument::Omitted => return Err(Failure::Unknown),
            });
        }
        let function = self.function(instance)?;
        self.deeper(|evaluator| evaluator.run_function(instance, &function, addresses, span))
    }

    fn run_function(
        &mut self,
        instance: usize,
        function: &Function,
        arguments: Vec<Address>,
        span: Span,
    ) -> Outcome<Flow> {
        let parameters = function.this.iter().chain(&function.parameters);
        if function.this.iter().len() + function.parameters.len() != arguments.len() {
            return Err(Failure::Unknown);
        }
        let mut frame = Frame { locals: vec![None; function.tree.locals.len()] };
        for (local, address) in parameters.zip(arguments) {
            frame.locals[local.index()] = Some(address);
        }
        let end = self.block(&function.tree, &mut frame, function.body)?;
        self.end_locals(&function.tree, &frame);
        let is_constructor = self.meanings.ast[self.meanings.instances[instance].function].result.is_none();
        match end {
            Flow::Next if function.result != TypeId::VOID && !is_constructor => {
                Err(Failure::Undefined(span, Undefined::NoReturn))
            }
            end => Ok(end),
        }
    }

    /// Ends the lifetime of the variables of a function: an address that leads to one dangles from here on. Cells are not used again, which the
    /// steps bound.
    fn end_locals(&mut self, tree: &Tree, frame: &Frame) {
        for (local, address) in tree.locals.iter().zip(&frame.locals) {
            if let Some(address) = address.as_ref().filter(|_| !local.is_reference) {
                self.end(address);
            }
        }
    }

    fn block(&mut self, tree: &Tree, frame: &mut Frame, list: List<StmtId>) -> Outcome<Flow> {
        for statement in &tree[list] {
            match self.run(tree, frame, *statement)? {
                Flow::Next => {}
                end => return Ok(end),
            }
        }
        Ok(Flow::Next)
    }

    fn run(&mut self, tree: &Tree, frame: &mut Frame, id: StmtId) -> Outcome<Flow> {
        self.deeper(|evaluator| evaluator.run_here(tree, frame, id))
    }

    fn run_here(&mut self, tree: &Tree, frame: &mut Frame, id: StmtId) -> Outcome<Flow> {
        match tree[id] {
            Stmt::Expression(value) => {
                self.value(tree, frame, value)?;
            }
            Stmt::Declare(local, initial) => {
                let address = match initial {
                    Initial::None => {
                        let object = self.unset(tree[local].object.ty)?;
                        self.cell(object)
                    }
                    Initial::Value(value) => {
                        let value = self.value(tree, frame, value)?;
                        self.cell(value)
                    }
                    Initial::Reference(place) => self.address(tree, frame, place)?,
                };
                frame.locals[local.index()] = Some(address);
            }
            Stmt::Block(list) => return self.block(tree, frame, list),
            Stmt::If(condition, accept, reject) => {
                let chosen = if self.holds(tree, frame, condition)? { Some(accept) } else { reject };
                return chosen.map_or(Ok(Flow::Next), |chosen| self.run(tree, frame, chosen));
            }
            Stmt::Loop { condition, is_tested_first, update, body } => {
                let mut is_tested = is_tested_first;
                loop {
                    self.step()?;
                    if let Some(condition) = condition.filter(|_| is_tested)
                        && !self.holds(tree, frame, condition)?
                    {
                        break;
                    }
                    is_tested = true;
                    match self.run(tree, frame, body)? {
                        Flow::Next | Flow::Continue => {}
                        Flow::Break => break,
                        end @ (Flow::Return(_) | Flow::ReturnPlace(_)) => return Ok(end),
                    }
                    if let Some(update) = update {
                        self.value(tree, frame, update)?;
                    }
                }
            }
            Stmt::Switch(..) => return self.switch(tree, frame, id),
            Stmt::Break => return Ok(Flow::Break),
            Stmt::Continue => return Ok(Flow::Continue),
            Stmt::Return(None) => return Ok(Flow::Return(None)),
            Stmt::Return(Some(value)) => return Ok(Flow::Return(Some(self.value(tree, frame, value)?))),
            Stmt::ReturnPlace(place) => return Ok(Flow::ReturnPlace(self.address(tree, frame, place)?)),
        }
        Ok(Flow::Next)
    }

    fn switch(&mut self, tree: &Tree, frame: &mut Frame, id: StmtId) -> Outcome<Flow> {
        let Stmt::Switch(selector, clauses) = tree[id] else { return Err(Failure::Unknown) };
        let selector = self.value(tree, frame, selector)?;
        let (mut chosen, mut default) = (None, None);
        for (index, clause) in tree[clauses].iter().enumerate() {
            for label in &tree[clause.labels] {
                match *label {
                    Some(label) if chosen.is_none() && self.value(tree, frame, label)? == selector => {
                        chosen = Some(index);
                    }
                    Some(_) => {}
                    None => default = Some(index),
                }
            }
        }
        let Some(first) = chosen.or(default) else { return Ok(Flow::Next) };
        for clause in &tree[clauses][first..] {
            match self.block(tree, frame, clause.statements)? {
                Flow::Next => {}
                Flow::Break => return Ok(Flow::Next),
                end @ (Flow::Continue | Flow::Return(_) | Flow::ReturnPlace(_)) => return Ok(end),
            }
        }
        Ok(Flow::Next)
    }
}
