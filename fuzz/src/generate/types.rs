//! The types of values in generated programs, and how they are written.

use crate::tree::{Call, Expression, Name};
use std::sync::Arc;
use wgsl_spec::{EnableExtension, Scalar};

/// The type of a value that a variable can hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Type {
    Scalar(Scalar),
    /// Size and scalar.
    Vector(u8, Scalar),
    /// Columns, rows, scalar.
    Matrix(u8, u8, Scalar),
    /// Element type and count.
    Array(Arc<Type>, u32),
    Structure(Arc<Structure>),
    /// The result of `frexp`: the size of its vectors, 1 for scalars.
    Frexp(u8, Scalar),
    /// The result of `modf`, likewise.
    Modf(u8, Scalar),
    /// The result of `atomicCompareExchangeWeak`.
    Exchange(Scalar),
}

/// A structure of the program.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Structure {
    pub(super) name: String,
    pub(super) members: Vec<(String, Type)>,
}

/// `name<parameters>`
pub(super) fn generic<const N: usize>(name: impl Into<String>, parameters: [Expression; N]) -> Name {
    Name { name: name.into(), template: parameters.into() }
}

/// A word as an expression.
pub(super) fn word(name: impl Into<String>) -> Expression {
    Name::plain(name).into()
}

/// A number that is written without a suffix.
pub(super) fn number(value: impl core::fmt::Display) -> Expression {
    Expression::Literal(format!("{value}"))
}

/// `callee(arguments)`
pub(super) fn call(callee: Name, arguments: Vec<Expression>) -> Expression {
    Call { callee, arguments }.into()
}

impl Type {
    /// A scalar, or a vector of 2 to 4 of them.
    pub(super) const fn sized(size: u8, scalar: Scalar) -> Self {
        if size == 1 { Self::Scalar(scalar) } else { Self::Vector(size, scalar) }
    }

    /// How it is written. The results of builtin functions have no names; nothing asks for them.
    pub(super) fn name(&self) -> Name {
        match self {
            Self::Scalar(scalar) => Name::plain(scalar.name()),
            Self::Vector(size, scalar) => generic(format!("vec{size}"), [word(scalar.name())]),
            Self::Matrix(columns, rows, scalar) => {
                generic(format!("mat{columns}x{rows}"), [word(scalar.name())])
            }
            Self::Array(element, count) => generic("array", [element.name().into(), number(count)]),
            Self::Structure(structure) => Name::plain(structure.name.clone()),
            Self::Frexp(..) | Self::Modf(..) | Self::Exchange(_) => Name::plain("_"),
        }
    }

    /// The predeclared alias of it: `vec2f`, `mat2x3h`. <https://www.w3.org/TR/WGSL/#vector-types>
    pub(super) fn alias(&self) -> Option<Name> {
        let letter = |scalar: &Scalar| match scalar {
            Scalar::I32 => Some('i'),
            Scalar::U32 => Some('u'),
            Scalar::F32 => Some('f'),
            Scalar::F16 => Some('h'),
            Scalar::Bool | Scalar::AbstractInt | Scalar::AbstractFloat => None,
        };
        Some(Name::plain(match self {
            Self::Vector(size, scalar) => format!("vec{size}{}", letter(scalar)?),
            Self::Matrix(columns, rows, scalar) => format!("mat{columns}x{rows}{}", letter(scalar)?),
            _ => return None,
        }))
    }

    /// Whether buffers may hold it.
    pub(super) fn is_host_shareable(&self) -> bool {
        match self {
            Self::Scalar(scalar) | Self::Vector(_, scalar) | Self::Matrix(_, _, scalar) => {
                *scalar != Scalar::Bool
            }
            Self::Array(element, _) => element.is_host_shareable(),
            Self::Structure(structure) => structure.members.iter().all(|(_, ty)| ty.is_host_shareable()),
            Self::Frexp(..) | Self::Modf(..) | Self::Exchange(_) => false,
        }
    }

    /// Whether it is a scalar, vector or matrix.
    pub(super) const fn is_simple(&self) -> bool {
        matches!(self, Self::Scalar(_) | Self::Vector(..) | Self::Matrix(..))
    }

    /// Whether uniform buffers may hold it whatever the extensions are: an array or structure inside of another type has a layout that
    /// depends on its place.
    pub(super) fn is_plain(&self) -> bool {
        match self {
            Self::Structure(structure) => structure.members.iter().all(|(_, ty)| ty.is_simple()),
            _ => self.is_simple(),
        }
    }

    /// Members and their types.
    pub(super) fn members(&self) -> Vec<(String, Type)> {
        let named = |names: [&str; 2], types: [Type; 2]| {
            names.map(str::to_owned).into_iter().zip(types).collect::<Vec<_>>()
        };
        match self {
            Self::Vector(size, scalar) => {
                let letters = ["x", "y", "z", "w"].into_iter().take(usize::from(*size));
                letters.map(|name| (name.to_owned(), Self::Scalar(*scalar))).collect()
            }
            Self::Structure(structure) => structure.members.clone(),
            Self::Frexp(size, scalar) => {
                named(["fract", "exp"], [Self::sized(*size, *scalar), Self::sized(*size, Scalar::I32)])
            }
            Self::Modf(size, scalar) => {
                named(["fract", "whole"], [Self::sized(*size, *scalar), Self::sized(*size, *scalar)])
            }
            Self::Exchange(scalar) => {
                named(["old_value", "exchanged"], [Self::Scalar(*scalar), Self::Scalar(Scalar::Bool)])
            }
            Self::Scalar(_) | Self::Matrix(..) | Self::Array(..) => Vec::new(),
        }
    }

    /// The type that an index selects, and how many there are.
    pub(super) fn elements(&self) -> Option<(Type, u32)> {
        match self {
            Self::Vector(size, scalar) => Some((Self::Scalar(*scalar), u32::from(*size))),
            Self::Matrix(columns, rows, scalar) => Some((Self::Vector(*rows, *scalar), u32::from(*columns))),
            Self::Array(element, count) => Some(((**element).clone(), *count)),
            Self::Scalar(_) | Self::Structure(_) | Self::Frexp(..) | Self::Modf(..) | Self::Exchange(_) => {
                None
            }
        }
    }
}

/// The extension that a scalar needs.
pub(super) fn extension_of(scalar: Scalar) -> Option<EnableExtension> {
    (scalar == Scalar::F16).then_some(EnableExtension::F16)
}
