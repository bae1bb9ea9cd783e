//! Objects and their addresses.

use super::{Datum, Evaluator, Failure, Flow, Frame, Outcome, Undefined};
use crate::meaning::Value;
use crate::typed::tree::{Expr, ExprId, Place, PlaceId, Tree};
use crate::types::{Type, TypeId};
use cxx_validator::ast::{TypeSyntax, VariableId};
use msl_spec::{AddressSpace, Scalar, ValueType};
use shader_source::Span;

/// A place in memory: an object, and the way from it to one of its parts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Address {
    cell: usize,
    path: Vec<u32>,
}

/// The first cell of objects whose values are not known: their addresses may be used, and nothing may read them. C++14 (expr.const) 2.7
const FIRST_UNKNOWN: usize = usize::MAX / 2;

impl Address {
    /// An object whose value is not known: the object of a lambda expression, or a variable.
    pub(super) fn unknown(number: usize) -> Self {
        Self::of(FIRST_UNKNOWN + number)
    }

    fn is_unknown(&self) -> bool {
        self.cell >= FIRST_UNKNOWN
    }

    fn of(cell: usize) -> Self {
        Self { cell, path: Vec::new() }
    }

    /// A member or element.
    pub(super) fn part(mut self, index: u32) -> Self {
        self.path.push(index);
        self
    }

    /// The array that an element is in, and its index.
    pub(super) fn element(&self) -> Option<((usize, &[u32]), u32)> {
        let (index, array) = self.path.split_last()?;
        Some(((self.cell, array), *index))
    }

    /// The element so many after this one; `None` if it is not an element, or none has such an index.
    pub(super) fn moved(mut self, by: i128) -> Option<Self> {
        let last = self.path.last_mut()?;
        *last = u32::try_from(i128::from(*last) + by).ok()?;
        Some(self)
    }
}

impl Evaluator<'_> {
    /// A new object.
    pub(super) fn cell(&mut self, value: Datum) -> Address {
        self.cells.push(value);
        Address::of(self.cells.len() - 1)
    }

    /// An object of a type whose scalars have no value yet.
    pub(super) fn unset(&mut self, ty: TypeId) -> Outcome<Datum> {
        self.filled(ty, &|_| Datum::None)
    }

    /// An object of a type whose scalars are zero.
    pub(super) fn zero(&mut self, ty: TypeId) -> Outcome<Datum> {
        self.filled(ty, &|scalar| Datum::Scalar(Value::Integer(0).converted(scalar)))
    }

    fn filled(&mut self, ty: TypeId, scalar: &dyn Fn(Scalar) -> Datum) -> Outcome<Datum> {
        self.step()?;
        let types = self.meanings.types;
        if let Type::Pointer(_) | Type::Null = types.get(ty) {
            return Ok(Datum::Null);
        }
        if let Some((element, count)) = types.element(ty) {
            let count = count.ok_or(Failure::Unknown)? as usize;
            let element = self.deeper(|evaluator| evaluator.filled(element, scalar))?;
            self.steps(count.saturating_mul(size(&element)))?;
            return Ok(Datum::Parts(vec![element; count]));
        }
        match types.get(ty) {
            Type::Value(ValueType::Vector(component, count)) => {
                return Ok(Datum::Parts(vec![scalar(component); count.count() as usize]));
            }
            Type::Value(ValueType::Matrix(component, columns, rows)) => {
                let column = Datum::Parts(vec![scalar(component); rows.count() as usize]);
                return Ok(Datum::Parts(vec![column; columns.count() as usize]));
            }
            _ => {}
        }
        let Some(number) = types.structure_number(ty) else { return Ok(scalar(self.scalar(ty)?)) };
        let structure = types.structure(number);
        // The members of a union, and the members of a member without a name, share memory.
        if structure.is_union
            || structure.members.iter().any(|member| member.name.is_none() && member.base.is_none())
        {
            return Err(Failure::Unknown);
        }
        let members = structure.members.iter();
        let parts = members.map(|member| self.deeper(|evaluator| evaluator.filled(member.ty, scalar)));
        Ok(Datum::Parts(parts.collect::<Outcome<_>>()?))
    }

    /// The value of an object.
    pub(super) fn load(&mut self, address: &Address, span: Span) -> Outcome<Datum> {
        let value = self.object(address, span)?.clone();
        self.steps(size(&value))?;
        if value == Datum::None { Err(Failure::Undefined(span, Undefined::NoValue)) } else { Ok(value) }
    }

    /// Changes an object.
    pub(super) fn store(&mut self, address: &Address, value: Datum, span: Span) -> Outcome<()> {
        if self.constants.values().any(|cell| *cell == address.cell) {
            return Err(Failure::NotConstant);
        }
        *self.object(address, span)? = value;
        Ok(())
    }

    /// Ends the lifetime of a variable.
    pub(super) fn end(&mut self, address: &Address) {
        if let Some(object) = self.cells.get_mut(address.cell) {
            *object = Datum::None;
        }
    }

    fn object(&mut self, address: &Address, span: Span) -> Outcome<&mut Datum> {
        if address.is_unknown() {
            return Err(Failure::NotConstant);
        }
        self.steps(address.path.len())?;
        let mut object = self.cells.get_mut(address.cell);
        for part in &address.path {
            object = match object {
                Some(Datum::Parts(parts)) => parts.get_mut(*part as usize),
                // A scalar is an array of one element for pointers to it.
                Some(other) if *part == 0 => Some(other),
                _ => return Err(Failure::Undefined(span, Undefined::Bounds)),
            };
            if object.is_none() {
                return Err(Failure::Undefined(span, Undefined::Bounds));
            }
        }
        object.ok_or(Failure::Undefined(span, Undefined::NoObject))
    }

    /// The object that a place is.
    pub(super) fn address(&mut self, tree: &Tree, frame: &mut Frame, id: PlaceId) -> Outcome<Address> {
        self.deeper(|evaluator| evaluator.address_here(tree, frame, id))
    }

    fn address_here(&mut self, tree: &Tree, frame: &mut Frame, id: PlaceId) -> Outcome<Address> {
        let span = tree.place_span(id);
        match tree[id] {
            Place::Local(local) => {
                frame.locals.get(local.index()).cloned().flatten().ok_or(Failure::NotConstant)
            }
            Place::Global(variable) => self.constant_object(variable),
            Place::Deref(pointer) if let Some(address) = self.captured_object(tree, frame, pointer) => {
                Ok(address)
            }
            Place::Deref(pointer) => match self.value(tree, frame, pointer)? {
                Datum::Address(address) => Ok(address),
                Datum::Null => Err(Failure::Undefined(span, Undefined::NoObject)),
                Datum::None | Datum::Scalar(_) | Datum::Parts(_) => Err(Failure::Unknown),
            },
            Place::Member(base, index) => Ok(self.address(tree, frame, base)?.part(index)),
            Place::Element(base, index) => {
                let base = self.address(tree, frame, base)?;
                let index = self.integer(tree, frame, index)?;
                let index = u32::try_from(index);
                Ok(base.part(index.map_err(|_| Failure::Undefined(span, Undefined::Bounds))?))
            }
            Place::Temporary(value) => {
                let value = self.value(tree, frame, value)?;
                Ok(self.cell(value))
            }
            Place::Call(call) => match self.call(tree, frame, call, span)? {
                Flow::ReturnPlace(address) => Ok(address),
                Flow::Next | Flow::Break | Flow::Continue | Flow::Return(_) => Err(Failure::Unknown),
            },
            Place::Assigned(value) => Ok(self.change(tree, frame, value)?.address),
            Place::Conditional(condition, accept, reject) => {
                let chosen = if self.holds(tree, frame, condition)? { accept } else { reject };
                self.address(tree, frame, chosen)
            }
            Place::Components(base, components) => {
                let number = components.single().ok_or(Failure::Unknown)?;
                Ok(self.address(tree, frame, base)?.part(number as u32))
            }
            Place::As(_) => Err(Failure::Unknown),
        }
    }

    /// A `constexpr` object of the program, or of the function that the expression is in.
    fn constant_object(&mut self, variable: VariableId) -> Outcome<Address> {
        if let Some(cell) = self.constants.get(&variable) {
            return Ok(Address::of(*cell));
        }
        if self.repeated.contains(&variable) {
            return Err(Failure::Unknown);
        }
        let value = match self.memory.objects.get(&variable) {
            Some(value) => value.clone(),
            None => match self.initial_object(variable) {
                Err(Failure::NotConstant) if self.is_local_object(variable) => {
                    return Ok(Address::unknown(1 + variable.index()));
                }
                value => value?,
            },
        };
        self.steps(size(&value))?;
        // A variable of a function template has a value for each instance, so none of a function is kept.
        if !self.locals.contains_key(&variable) {
            self.memory.objects.insert(variable, value.clone());
        }
        let address = self.cell(value);
        self.constants.insert(variable, address.cell);
        Ok(address)
    }

    /// The object that a capture by reference refers to, in the function of a lambda expression: a name of the object itself, as far as constant
    /// expressions are concerned.
    fn captured_object(&self, tree: &Tree, frame: &Frame, pointer: ExprId) -> Option<Address> {
        let Type::Reference(_) = self.meanings.types.get(tree.expr_type(pointer)) else { return None };
        let Expr::Load(member) = tree[pointer] else { return None };
        let Place::Member(base, index) = tree[member] else { return None };
        let Place::Local(local) = tree[base] else { return None };
        let this = frame.locals.get(local.index())?.as_ref()?;
        // Variables have the numbers from one on.
        (this.cell == FIRST_UNKNOWN).then(|| Address::of(usize::MAX - index as usize))
    }

    /// Returns true for a variable of the function that is not a reference.
    fn is_local_object(&self, variable: VariableId) -> bool {
        let ast = self.meanings.ast;
        let mut ty = ast[variable].ty;
        while let TypeSyntax::Qualified(_, inner) = ast[ty] {
            ty = inner;
        }
        self.locals.contains_key(&variable) && !matches!(ast[ty], TypeSyntax::Reference(..))
    }

    /// The value that a variable begins with.
    fn initial_object(&mut self, variable: VariableId) -> Outcome<Datum> {
        let global = self.meanings.globals.get(&variable);
        // A function constant has no value here, and no initializer.
        let is_constant = global.is_some_and(|global| global.object.space == AddressSpace::Constant);
        // C++14 (expr.const) 2.7
        let is_volatile = global.is_some_and(|global| global.object.is_volatile);
        if is_volatile || !is_constant && !self.meanings.ast[variable].is_constexpr {
            return Err(Failure::NotConstant);
        }
        let initializer = match self.locals.get(&variable) {
            Some(object) => crate::typed::local_initializer(self.meanings, self.body, variable, object.ty),
            None => crate::typed::initializer_of(self.meanings, variable),
        };
        let initializer = initializer.ok_or(Failure::NotConstant)?;
        self.deeper(|evaluator| evaluator.value(&initializer.tree, &mut Frame::default(), initializer.value))
    }
}

/// The number of scalars of a value, and one more for each array or structure.
fn size(value: &Datum) -> usize {
    match value {
        Datum::Parts(parts) => 1 + parts.iter().map(size).sum::<usize>(),
        Datum::None | Datum::Scalar(_) | Datum::Address(_) | Datum::Null => 1,
    }
}
