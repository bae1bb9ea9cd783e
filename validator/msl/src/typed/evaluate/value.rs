//! Expressions.

use super::place::Address;
use super::{Datum, Evaluator, Failure, Flow, Frame, Outcome, Undefined};
use crate::constant::{binary, is_undefined_binary, is_undefined_conversion, is_undefined_negation, unary};
use crate::meaning::Value;
use crate::typed::tree::{Components, Expr, ExprId, Part, Place, PlaceId, Tree, UnaryOperator, Unsupported};
use crate::types::{Type, TypeId};
use cxx_validator::ast::{self, BinaryOperator, List};
use msl_spec::{Scalar, ValueType};
use shader_source::Span;

/// The change of an object.
pub(super) struct Change {
    pub(super) address: Address,
    old: Option<Datum>,
    new: Datum,
}

impl Evaluator<'_> {
    pub(super) fn value(&mut self, tree: &Tree, frame: &mut Frame, id: ExprId) -> Outcome<Datum> {
        self.deeper(|evaluator| evaluator.value_here(tree, frame, id))
    }

    fn value_here(&mut self, tree: &Tree, frame: &mut Frame, id: ExprId) -> Outcome<Datum> {
        let (ty, span) = (tree.expr_type(id), tree.expr_span(id));
        match tree[id] {
            Expr::Constant(constant) | Expr::ConstantName(_, constant) => Ok(Datum::Scalar(tree[constant])),
            Expr::Zero => self.zero(ty),
            Expr::Load(place) if let Some((vector, components)) = several(tree, place) => {
                let address = self.address(tree, frame, vector)?;
                picked(self.load(&address, span)?, components)
            }
            Expr::Load(place) => {
                let address = self.address(tree, frame, place)?;
                self.load(&address, span)
            }
            Expr::AddressOf(place) => Ok(Datum::Address(self.address(tree, frame, place)?)),
            Expr::FirstElement(place) => Ok(Datum::Address(self.address(tree, frame, place)?.part(0))),
            Expr::Convert(value) => {
                if self.is_reinterpreted(tree.expr_type(value), ty) {
                    return Err(Failure::NotConstant);
                }
                let is_literal = matches!(tree[value], Expr::Constant(_));
                let value = self.value(tree, frame, value)?;
                match (&value, self.meanings.types.get(ty)) {
                    // A null pointer constant is a literal. C++14 (conv.ptr) 1
                    (Datum::Scalar(Value::Integer(0)), Type::Pointer(_)) if is_literal => Ok(Datum::Null),
                    (Datum::Scalar(_), Type::Pointer(_)) => Err(Failure::NotConstant),
                    _ => self.converted(value, ty, span),
                }
            }
            Expr::Unary(operator, operand) => self.unary_value(tree, frame, (operator, operand), span),
            Expr::Binary(..) => self.chain(tree, frame, id),
            Expr::Logical { is_and, left, right } => {
                let decides = self.holds(tree, frame, left)? != is_and;
                let holds = if decides { !is_and } else { self.holds(tree, frame, right)? };
                Ok(Datum::Scalar(Value::Bool(holds)))
            }
            Expr::Conditional(condition, accept, reject) => {
                let chosen = if self.holds(tree, frame, condition)? { accept } else { reject };
                self.value(tree, frame, chosen)
            }
            Expr::Comma(list) => {
                let mut result = Datum::Parts(Vec::new());
                for value in &tree[list] {
                    result = self.value(tree, frame, *value)?;
                }
                Ok(result)
            }
            Expr::Offset { pointer, index, is_back } => {
                let pointer = self.value(tree, frame, pointer)?;
                let index = self.integer(tree, frame, index)?;
                let address = match pointer {
                    Datum::Address(address) => address,
                    // C++14 (expr.add) 7
                    Datum::Null if index == 0 => return Ok(Datum::Null),
                    _ => return Err(Failure::Unknown),
                };
                let moved = address.moved(if is_back { -index } else { index });
                moved.map(Datum::Address).ok_or(Failure::Undefined(span, Undefined::Bounds))
            }
            Expr::ComparePointers(operator, left, right) => {
                let (left, right) = (self.value(tree, frame, left)?, self.value(tree, frame, right)?);
                compared(operator, &left, &right).map(|holds| Datum::Scalar(Value::Bool(holds)))
            }
            Expr::PointerDifference(left, right) => {
                let (left, right) = (self.value(tree, frame, left)?, self.value(tree, frame, right)?);
                let difference = distance(&left, &right).ok_or(Failure::Unknown)?;
                self.converted(Datum::Scalar(Value::Integer(difference)), ty, span)
            }
            Expr::Assign(place, value) if let Some((vector, components)) = several(tree, place) => {
                let value = self.value(tree, frame, value)?;
                let Datum::Parts(parts) = &value else { return Err(Failure::Unknown) };
                let address = self.address(tree, frame, vector)?;
                for (number, part) in components.iter().zip(parts) {
                    self.store(&address.clone().part(number as u32), part.clone(), span)?;
                }
                Ok(value)
            }
            Expr::Assign(..) | Expr::AssignWith(..) => Ok(self.change(tree, frame, id)?.new),
            Expr::Step { is_prefix, .. } => {
                let change = self.change(tree, frame, id)?;
                Ok(change.old.filter(|_| !is_prefix).unwrap_or(change.new))
            }
            Expr::Call(call) => match self.call(tree, frame, call, span)? {
                Flow::Return(Some(value)) => Ok(value),
                Flow::Next | Flow::Return(None) => Ok(Datum::Parts(Vec::new())),
                Flow::ReturnPlace(address) => self.load(&address, span),
                Flow::Break | Flow::Continue => Err(Failure::Unknown),
            },
            Expr::Object(call) => {
                let object = self.unset(ty)?;
                let address = self.cell(object);
                let call = tree[call];
                let object = Some(address.clone());
                self.call_for(tree, frame, (call.instance, call.arguments), object, span)?;
                self.load(&address, span)
            }
            Expr::Construct(list) => self.constructed(tree, frame, list, (ty, span)),
            Expr::Aggregate(parts, rest) => self.aggregate(tree, frame, (parts, rest), ty),
            Expr::Library(_)
            | Expr::External(_)
            | Expr::Texture(_)
            | Expr::Option(..)
            | Expr::Sampler(_)
            | Expr::Vote { .. }
            | Expr::Unsupported(Unsupported::Name | Unsupported::Call) => Err(Failure::NotConstant),
            Expr::Swizzle(vector, components) => picked(self.value(tree, frame, vector)?, components),
            Expr::Enumerator(_) | Expr::Bits(_) | Expr::Unsupported(_) => Err(Failure::Unknown),
        }
    }

    /// A scalar.
    fn number(&mut self, tree: &Tree, frame: &mut Frame, id: ExprId) -> Outcome<Value> {
        match self.value(tree, frame, id)? {
            Datum::Scalar(value) => Ok(value),
            Datum::None | Datum::Parts(_) | Datum::Address(_) | Datum::Null => Err(Failure::Unknown),
        }
    }

    pub(super) fn integer(&mut self, tree: &Tree, frame: &mut Frame, id: ExprId) -> Outcome<i128> {
        self.number(tree, frame, id)?.integer().ok_or(Failure::Unknown)
    }

    pub(super) fn holds(&mut self, tree: &Tree, frame: &mut Frame, id: ExprId) -> Outcome<bool> {
        match self.value(tree, frame, id)? {
            Datum::Scalar(value) => Ok(value.truth()),
            Datum::Address(_) => Ok(true),
            Datum::Null => Ok(false),
            Datum::None | Datum::Parts(_) => Err(Failure::Unknown),
        }
    }

    /// Returns true if a conversion of pointers is a `reinterpret_cast`, or leads from `void` to an object: no constant does. C++14 (expr.const) 2
    fn is_reinterpreted(&self, from: TypeId, to: TypeId) -> bool {
        let types = self.meanings.types;
        let (Type::Pointer(from), Type::Pointer(to)) = (types.get(from), types.get(to)) else { return false };
        let are_pointers =
            matches!((types.get(from.ty), types.get(to.ty)), (Type::Pointer(_), Type::Pointer(_)));
        from.ty != to.ty
            && to.ty != TypeId::VOID
            && !are_pointers
            && !types.is_derived_from(from.ty, to.ty)
            && !types.is_derived_from(to.ty, from.ty)
    }

    /// A value in a different type.
    fn converted(&self, value: Datum, to: TypeId, span: Span) -> Outcome<Datum> {
        if to == TypeId::VOID {
            return Ok(Datum::Parts(Vec::new()));
        }
        match (value, self.meanings.types.get(to)) {
            (scalar @ Datum::Scalar(_), Type::Value(ValueType::Vector(..))) => self.vector(vec![scalar], to),
            (Datum::Parts(parts), Type::Value(ValueType::Vector(..))) => self.vector(parts, to),
            (Datum::Scalar(value), _) => {
                let to = self.scalar(to)?;
                if is_undefined_conversion(value, to) {
                    return Err(Failure::Undefined(span, Undefined::Arithmetic));
                }
                Ok(Datum::Scalar(value.converted(to)))
            }
            (pointer @ (Datum::Address(_) | Datum::Null), Type::Pointer(_)) => Ok(pointer),
            (Datum::Address(_), _) => Ok(Datum::Scalar(Value::Bool(true).converted(self.scalar(to)?))),
            (Datum::Null, _) => Ok(Datum::Scalar(Value::Bool(false).converted(self.scalar(to)?))),
            (Datum::None | Datum::Parts(_), _) => Err(Failure::Unknown),
        }
    }

    /// A scalar or vector from the components of values.
    fn constructed(
        &mut self,
        tree: &Tree,
        frame: &mut Frame,
        list: List<ExprId>,
        (ty, span): (TypeId, Span),
    ) -> Outcome<Datum> {
        let mut components = Vec::new();
        for value in &tree[list] {
            match self.value(tree, frame, *value)? {
                Datum::Parts(parts) => components.extend(parts),
                value => components.push(value),
            }
        }
        match self.meanings.types.get(ty) {
            Type::Value(ValueType::Vector(..)) => self.vector(components, ty),
            Type::Value(ValueType::Matrix(scalar, ..)) => {
                // One scalar is the diagonal. Section 2.3.2
                let ([Datum::Scalar(value)], Datum::Parts(mut columns)) =
                    (components.as_slice(), self.zero(ty)?)
                else {
                    return Err(Failure::Unknown);
                };
                for (number, column) in columns.iter_mut().enumerate() {
                    if let Datum::Parts(rows) = column
                        && let Some(row) = rows.get_mut(number)
                    {
                        *row = Datum::Scalar(value.converted(scalar));
                    }
                }
                Ok(Datum::Parts(columns))
            }
            _ => match <[Datum; 1]>::try_from(components) {
                Ok([value]) => self.converted(value, ty, span),
                Err(_) => Err(Failure::Unknown),
            },
        }
    }

    /// A vector of these components, or of one for all.
    fn vector(&self, mut components: Vec<Datum>, ty: TypeId) -> Outcome<Datum> {
        let Type::Value(ValueType::Vector(scalar, count)) = self.meanings.types.get(ty) else {
            return Err(Failure::Unknown);
        };
        let count = count.count() as usize;
        if let [one] = components.as_slice() {
            components = vec![one.clone(); count];
        }
        let converted = components.into_iter().map(|component| match component {
            Datum::Scalar(value) => Ok(Datum::Scalar(value.converted(scalar))),
            Datum::None | Datum::Parts(_) | Datum::Address(_) | Datum::Null => Err(Failure::Unknown),
        });
        let converted: Vec<Datum> = converted.collect::<Outcome<_>>()?;
        if converted.len() == count { Ok(Datum::Parts(converted)) } else { Err(Failure::Unknown) }
    }

    fn unary_value(
        &mut self,
        tree: &Tree,
        frame: &mut Frame,
        (operator, operand): (UnaryOperator, ExprId),
        span: Span,
    ) -> Outcome<Datum> {
        let scalar = self.scalar(tree.expr_type(operand))?;
        let value = self.number(tree, frame, operand)?;
        let operator = match operator {
            UnaryOperator::Negate if is_undefined_negation(value, scalar) => {
                return Err(Failure::Undefined(span, Undefined::Arithmetic));
            }
            UnaryOperator::Negate => ast::UnaryOperator::Negate,
            UnaryOperator::Not => ast::UnaryOperator::Not,
            UnaryOperator::Complement => ast::UnaryOperator::Complement,
        };
        unary(operator, value, scalar).map(Datum::Scalar).ok_or(Failure::Unknown)
    }

    /// A chain of binary operators: its left operands have a loop, because there may be too many for recursion.
    fn chain(&mut self, tree: &Tree, frame: &mut Frame, id: ExprId) -> Outcome<Datum> {
        let (mut first, mut rest) = (id, Vec::new());
        while let Expr::Binary(operator, left, right) = tree[first] {
            rest.push((operator, right, tree.expr_type(left), tree.expr_span(first)));
            first = left;
        }
        let mut result = self.number(tree, frame, first)?;
        while let Some((operator, right, ty, span)) = rest.pop() {
            self.step()?;
            let right = self.number(tree, frame, right)?;
            result = operation(operator, result, right, self.scalar(ty)?, span)?;
        }
        Ok(Datum::Scalar(result))
    }

    /// An assignment, `++` or `--`.
    pub(super) fn change(&mut self, tree: &Tree, frame: &mut Frame, id: ExprId) -> Outcome<Change> {
        let span = tree.expr_span(id);
        let place = tree.changed(id).ok_or(Failure::Unknown)?;
        let (old, new, address) = match tree[id] {
            Expr::Assign(_, value) => {
                let value = self.value(tree, frame, value)?;
                (None, value, self.address(tree, frame, place)?)
            }
            Expr::AssignWith(operator, _, value, ty) => {
                let value = self.number(tree, frame, value)?;
                let address = self.address(tree, frame, place)?;
                let Datum::Scalar(old) = self.load(&address, span)? else { return Err(Failure::Unknown) };
                let (common, own) = (self.scalar(ty)?, self.scalar(tree.place_type(place))?);
                let new = operation(operator, old.converted(common), value, common, span)?;
                (Some(Datum::Scalar(old)), Datum::Scalar(new.converted(own)), address)
            }
            Expr::Step { is_up, .. } => {
                let address = self.address(tree, frame, place)?;
                let by = if is_up { 1 } else { -1 };
                let old = self.load(&address, span)?;
                let new = match &old {
                    Datum::Address(pointer) => pointer.clone().moved(by).map(Datum::Address),
                    Datum::Scalar(value) => {
                        let scalar = self.scalar(tree.place_type(place))?;
                        let one = Value::Integer(by).converted(scalar);
                        Some(Datum::Scalar(operation(BinaryOperator::Add, *value, one, scalar, span)?))
                    }
                    Datum::None | Datum::Parts(_) | Datum::Null => return Err(Failure::Unknown),
                };
                (Some(old), new.ok_or(Failure::Undefined(span, Undefined::Bounds))?, address)
            }
            _ => return Err(Failure::Unknown),
        };
        self.store(&address, new.clone(), span)?;
        Ok(Change { address, old, new })
    }

    fn aggregate(
        &mut self,
        tree: &Tree,
        frame: &mut Frame,
        (parts, rest): (List<Part>, Option<ExprId>),
        ty: TypeId,
    ) -> Outcome<Datum> {
        let mut object = self.zero(ty)?;
        let Datum::Parts(values) = &mut object else { return Err(Failure::Unknown) };
        let mut given = vec![false; values.len()];
        for part in &tree[parts] {
            let value = self.value(tree, frame, part.value)?;
            *values.get_mut(part.index as usize).ok_or(Failure::Unknown)? = value;
            given[part.index as usize] = true;
        }
        if let Some(rest) = rest {
            for (value, _) in values.iter_mut().zip(given).filter(|(_, is_given)| !is_given) {
                *value = self.value(tree, frame, rest)?;
            }
        }
        Ok(object)
    }
}

/// The result of a binary operator on scalars of one type.
fn operation(
    operator: BinaryOperator,
    left: Value,
    right: Value,
    scalar: Scalar,
    span: Span,
) -> Outcome<Value> {
    if is_undefined_binary(operator, left, right, scalar) {
        return Err(Failure::Undefined(span, Undefined::Arithmetic));
    }
    binary(operator, left, right, scalar).ok_or(Failure::Unknown)
}

/// The vector and the components of a place that is several of them.
fn several(tree: &Tree, id: PlaceId) -> Option<(PlaceId, Components)> {
    let Place::Components(vector, components) = tree[id] else { return None };
    components.single().is_none().then_some((vector, components))
}

/// Components of a vector.
fn picked(vector: Datum, components: Components) -> Outcome<Datum> {
    let Datum::Parts(parts) = vector else { return Err(Failure::Unknown) };
    if let Some(number) = components.single() {
        return parts.into_iter().nth(number).ok_or(Failure::Unknown);
    }
    let chosen: Option<Vec<Datum>> = components.iter().map(|number| parts.get(number).cloned()).collect();
    chosen.map(Datum::Parts).ok_or(Failure::Unknown)
}

/// The number of elements between two pointers into one array.
fn distance(left: &Datum, right: &Datum) -> Option<i128> {
    // C++14 (expr.add) 7
    if let (Datum::Null, Datum::Null) = (left, right) {
        return Some(0);
    }
    let (Datum::Address(left), Datum::Address(right)) = (left, right) else { return None };
    let ((array, index), (other_array, other)) = (left.element()?, right.element()?);
    (array == other_array).then(|| i128::from(index) - i128::from(other))
}

/// Returns true if a comparison of pointers holds.
fn compared(operator: BinaryOperator, left: &Datum, right: &Datum) -> Outcome<bool> {
    let order = distance(left, right).map(|distance| distance.cmp(&0));
    Ok(match (operator, order) {
        (BinaryOperator::Equal, _) => left == right,
        (BinaryOperator::NotEqual, _) => left != right,
        (BinaryOperator::Less, Some(order)) => order.is_lt(),
        (BinaryOperator::LessEqual, Some(order)) => order.is_le(),
        (BinaryOperator::Greater, Some(order)) => order.is_gt(),
        (BinaryOperator::GreaterEqual, Some(order)) => order.is_ge(),
        _ => return Err(Failure::Unknown),
    })
}
