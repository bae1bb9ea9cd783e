//! Values: expressions of WGSL, and what has no value there.

use super::place::Place;
use msl_spec::ValueType;
use msl_validator::types::TypeId;
use std::rc::Rc;

/// How tightly the parts of an expression are bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Level {
    /// A name, a literal, a call, or a part of one of them.
    Primary,
    /// Operators: it needs parentheses where it is an operand.
    Operator,
}

/// An expression of WGSL.
#[derive(Clone, Debug)]
pub(crate) struct Text {
    pub(crate) code: String,
    pub(crate) level: Level,
    /// Whether it must be evaluated once, even if its value is not used: something in it has an effect.
    pub(crate) has_effect: bool,
    /// Whether it is a call that may stand as a statement.
    pub(crate) is_call: bool,
    /// Whether it is the zero of a type, which is the same everywhere.
    pub(crate) is_zero: bool,
}

impl Text {
    pub(crate) fn primary(code: impl Into<String>) -> Self {
        Self { code: code.into(), level: Level::Primary, has_effect: false, is_call: false, is_zero: false }
    }

    pub(crate) fn operator(code: impl Into<String>) -> Self {
        Self { code: code.into(), level: Level::Operator, has_effect: false, is_call: false, is_zero: false }
    }

    /// An expression whose form is not known.
    pub(crate) fn of_code(code: impl Into<String>) -> Self {
        let code = code.into();
        if is_simple(&code) { Self::primary(code) } else { Self::operator(code) }
    }

    /// The call of a function of the program, or of an atomic one.
    pub(crate) fn call(code: impl Into<String>) -> Self {
        Self { code: code.into(), level: Level::Primary, has_effect: true, is_call: true, is_zero: false }
    }

    /// The zero of a type.
    pub(crate) fn zero(ty: &str) -> Self {
        Self { is_zero: true, ..Self::primary(format!("{ty}()")) }
    }

    /// The expression as an operand.
    pub(crate) fn tight(&self) -> String {
        match self.level {
            Level::Primary => self.code.clone(),
            Level::Operator => format!("({})", self.code),
        }
    }

    /// An expression around others, which has their effects.
    pub(crate) fn with_effects_of(mut self, parts: &[&Self]) -> Self {
        self.has_effect |= parts.iter().any(|part| part.has_effect);
        self
    }
}

/// Returns true if an expression is a name, or a number without a sign.
pub(crate) fn is_simple(code: &str) -> bool {
    code.chars().all(|it| it.is_alphanumeric() || matches!(it, '_' | '.'))
}

/// A value.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    /// A scalar, vector, matrix, structure or array.
    Text(Text),
    /// A pointer to a place.
    Pointer(Place),
    /// A texture or sampler.
    Handle(Handle),
    /// A structure that is [taken apart](super::parts), or a pointer to one.
    Parts(Parts),
    /// None.
    Nothing,
}

/// The members of a structure that is taken apart, in their order.
pub(crate) type Parts = Rc<Vec<Binding>>;

/// A texture or sampler.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Handle {
    /// The variable.
    pub(crate) name: String,
    /// Its type in Metal.
    pub(crate) ty: TypeId,
}

/// The meaning of a variable's name.
#[derive(Clone, Debug)]
pub(crate) enum Binding {
    /// An object.
    Place(Place),
    /// An expression that never changes.
    Value(Text),
    /// A pointer. Its last step is an index in a variable if it is ever assigned.
    Pointer {
        place: Place,
        /// The variable.
        variable: Option<String>,
    },
    /// A texture or sampler.
    Handle(Handle),
    /// A structure that is [taken apart](super::parts), or a pointer or reference to one.
    Parts(Parts),
    /// An integer of 64 bits that never changes, and has the value of one of 32 bits.
    Widened {
        /// The integer of 32 bits.
        text: Text,
        /// Its type in Metal.
        ty: ValueType,
    },
    /// A pointer, texture or sampler that has no value yet.
    Unset {
        /// The number of blocks around its declaration.
        depth: usize,
    },
    /// A mistake was reported at its declaration.
    Broken,
}
