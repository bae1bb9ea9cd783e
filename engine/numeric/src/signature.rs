//! The operands that operations take, and the results that they give: types of components and their arrangement.

use crate::{Operation, Shape, Type};

/// The types of components that an operand may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// Truth values.
    Bool,
    /// `i32`
    I32,
    /// `u32`
    U32,
    /// `f32`
    F32,
    /// Integers.
    Integer,
    /// Integers and truth values.
    Bits,
    /// Floating point numbers.
    Float,
    /// Integers and floating point numbers.
    Number,
    /// All types.
    Any,
    /// The type of the first operand.
    Same,
    /// `i32`; beside a value of 64 bits `i64`, too.
    Exponent,
}

impl Class {
    /// Whether a type belongs to the class; `first` is the type of the first operand.
    #[must_use]
    pub const fn has(self, ty: Type, first: Type) -> bool {
        match self {
            Self::Bool => matches!(ty, Type::Bool),
            Self::I32 => matches!(ty, Type::I32),
            Self::U32 => matches!(ty, Type::U32),
            Self::F32 => matches!(ty, Type::F32),
            Self::Integer => ty.is_integer(),
            Self::Bits => ty.is_integer() || matches!(ty, Type::Bool),
            Self::Float => ty.is_float(),
            Self::Number => !matches!(ty, Type::Bool),
            Self::Any => true,
            Self::Same => ty as u8 == first as u8,
            Self::Exponent => matches!(ty, Type::I32) || first.is_wide() && matches!(ty, Type::I64),
        }
    }
}

/// How the components of an operand or of the result are arranged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// In any way. All operands of this form have the same shape, but scalars may stand for all components.
    Each,
    /// One component.
    Scalar,
    /// A scalar or a vector; all operands of this form and of [`Form::Vector`] have the same shape.
    Components,
    /// A vector.
    Vector,
    /// A vector of so many components.
    VectorOf(u8),
    /// A matrix.
    Matrix,
    /// A matrix with as many columns as rows.
    Square,
    /// The matrix with rows and columns exchanged.
    Transposed,
    /// A factor: as [`Form::Each`], or the factors of a product of linear algebra.
    Factor,
    /// Their product.
    Product,
    /// All fractions, then all exponents: `i32`, for fractions of 64 bits `i64`.
    FractionAndExponent,
    /// All fractions, then all whole parts.
    FractionAndWhole,
    /// The shape that the caller wants.
    Asked,
    /// Any number of operands of any shapes.
    Parts,
}

impl Form {
    /// An operand or a result of this form.
    pub(crate) const fn of(self, class: Class) -> Part {
        Part { class, form: self }
    }
}

/// An operand, or the result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// The types of its components.
    pub class: Class,
    /// Their arrangement.
    pub form: Form,
}

/// Types of the operands and of the result of a function of scalars.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScalarTypes {
    /// One for each operand that it reads.
    pub operands: Vec<Type>,
    /// That of the result.
    pub result: Type,
}

impl Operation {
    /// Operands and result of the function of scalars when its first operand has a type. `None` where there is no such function.
    #[must_use]
    pub fn scalar_types(self, ty: Type) -> Option<ScalarTypes> {
        if !self.is_componentwise() || !self.operands().first()?.class.has(ty, ty) {
            return None;
        }
        let other = |part: &Part| match part.class {
            Class::Bool => Type::Bool,
            Class::U32 => Type::U32,
            Class::F32 => Type::F32,
            Class::I32 | Class::Exponent => Type::I32,
            Class::Integer | Class::Bits | Class::Float | Class::Number | Class::Any | Class::Same => ty,
        };
        let operands = self.operands().iter().map(other).collect();
        Some(ScalarTypes { operands, result: other(&self.result()) })
    }

    /// Whether operands and a result of these types and shapes are those of the operation.
    #[must_use]
    pub fn takes(self, operands: &[(Type, Shape)], result: (Type, Shape)) -> bool {
        let parts = self.operands();
        if self.result().form == Form::Asked {
            return parts[0].form == Form::Parts || (operands.len() == 1 && is_cast(operands[0], result));
        }
        let Some((first, _)) = operands.first().copied() else { return false };
        let shapes: Vec<Shape> = operands.iter().map(|(_, shape)| *shape).collect();
        parts.len() == operands.len()
            && parts.iter().zip(operands).all(|(part, (ty, _))| part.class.has(*ty, first))
            && self.result().class.has(result.0, first)
            && common_shape(parts, &shapes)
                .is_some_and(|common| result_shape(self.result().form, common, &shapes) == Some(result.1))
    }

    /// The types of the components of the result, in order.
    #[must_use]
    pub fn result_types(self, result: (Type, Shape)) -> Vec<Type> {
        let (ty, shape) = result;
        let mut types = vec![ty; shape.len()];
        let form = self.result().form;
        if form == Form::FractionAndExponent {
            types.extend(vec![if ty.is_wide() { Type::I64 } else { Type::I32 }; shape.len()]);
        } else if form == Form::FractionAndWhole {
            types.extend(vec![ty; shape.len()]);
        }
        types
    }
}

/// The shape that the operands have in common, [`Shape::Scalar`] where they are scalars only.
fn common_shape(parts: &[Part], shapes: &[Shape]) -> Option<Shape> {
    let mut common = Shape::Scalar;
    for (part, shape) in parts.iter().zip(shapes) {
        let fits = match part.form {
            Form::Scalar => *shape == Shape::Scalar,
            Form::VectorOf(size) => *shape == Shape::Vector(size),
            Form::Vector => matches!(shape, Shape::Vector(_)),
            Form::Components => !matches!(shape, Shape::Matrix(..)),
            Form::Matrix => matches!(shape, Shape::Matrix(..)),
            Form::Square => matches!(shape, Shape::Matrix(columns, rows) if columns == rows),
            Form::Factor => return factors(shapes),
            Form::Each => true,
            Form::Transposed
            | Form::Product
            | Form::FractionAndExponent
            | Form::FractionAndWhole
            | Form::Asked
            | Form::Parts => false,
        };
        let is_spread = *shape == Shape::Scalar && matches!(part.form, Form::Each | Form::Scalar);
        if !fits || (!is_spread && common != Shape::Scalar && common != *shape) {
            return None;
        }
        if !is_spread {
            common = *shape;
        }
    }
    Some(common)
}

/// The shape of a product.
fn factors(shapes: &[Shape]) -> Option<Shape> {
    match *shapes {
        [Shape::Scalar, other] | [other, Shape::Scalar] => Some(other),
        [Shape::Vector(left), Shape::Vector(right)] => (left == right).then_some(Shape::Vector(left)),
        [Shape::Matrix(inner, rows), Shape::Vector(size)] => (inner == size).then_some(Shape::Vector(rows)),
        [Shape::Vector(size), Shape::Matrix(columns, rows)] => {
            (size == rows).then_some(Shape::Vector(columns))
        }
        [Shape::Matrix(inner, rows), Shape::Matrix(columns, size)] => {
            (inner == size).then_some(Shape::Matrix(columns, rows))
        }
        _ => None,
    }
}

fn result_shape(form: Form, common: Shape, shapes: &[Shape]) -> Option<Shape> {
    match form {
        Form::Each | Form::Vector | Form::Product | Form::FractionAndExponent | Form::FractionAndWhole => {
            Some(common)
        }
        Form::Scalar => Some(Shape::Scalar),
        Form::VectorOf(size) => Some(Shape::Vector(size)),
        Form::Transposed => match shapes {
            [Shape::Matrix(columns, rows)] => Some(Shape::Matrix(*rows, *columns)),
            _ => None,
        },
        Form::Components | Form::Matrix | Form::Square | Form::Factor | Form::Asked | Form::Parts => None,
    }
}

/// Whether the bits of a value are those of another type: as wide, or halves for words. Integers of 64 bits and binary64 stand for 32 bits
/// as well.
fn is_cast((from, shape): (Type, Shape), (into, asked): (Type, Shape)) -> bool {
    let is_abstract = matches!(from, Type::I64 | Type::F64) && !into.is_wide();
    let from = if is_abstract { Type::I32 } else { from };
    let is_bool = |ty: Type| ty == Type::Bool;
    match (from.size(), into.size()) {
        (2, 4) if from == Type::F16 => shape.len() == 2 * asked.len(),
        (4, 2) if into == Type::F16 => 2 * shape.len() == asked.len() && !is_bool(from),
        (from_size, into_size) => from_size == into_size && shape == asked && is_bool(from) == is_bool(into),
    }
}
