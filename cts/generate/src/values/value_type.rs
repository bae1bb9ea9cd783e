//! Types of values, and their layout in memory.

use crate::argument::Argument;
use wgsl_spec::Scalar;

/// A concrete scalar (1 column, 1 row), vector (1 column) or matrix.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(super) struct ValueType {
    pub(super) columns: u8,
    pub(super) rows: u8,
    pub(super) scalar: Scalar,
}

impl ValueType {
    /// The type of an argument, if it is one of these.
    pub(super) fn of(argument: Argument) -> Option<Self> {
        let Argument::Value { columns, rows, scalar } = argument else { return None };
        (!scalar.is_abstract()).then_some(Self { columns, rows, scalar })
    }

    /// The type in a program.
    pub(super) fn name(self) -> String {
        let Self { columns, rows, scalar } = self;
        Argument::Value { columns, rows, scalar }.type_name()
    }

    /// The type that replaces it in buffers: bool is not host-shareable.
    pub(super) const fn in_memory(self) -> Self {
        if matches!(self.scalar, Scalar::Bool) { Self { scalar: Scalar::U32, ..self } } else { self }
    }

    pub(super) const fn is_scalar(self) -> bool {
        self.columns == 1 && self.rows == 1
    }

    pub(super) const fn is_matrix(self) -> bool {
        self.columns > 1
    }

    /// The number of its components.
    pub(super) fn count(self) -> usize {
        usize::from(self.columns) * usize::from(self.rows)
    }

    /// The bytes of a component.
    pub(super) const fn width(self) -> usize {
        match self.scalar {
            Scalar::F16 => 2,
            Scalar::Bool
            | Scalar::I32
            | Scalar::U32
            | Scalar::F32
            | Scalar::AbstractInt
            | Scalar::AbstractFloat => 4,
        }
    }

    /// <https://www.w3.org/TR/WGSL/#alignment-and-size>
    pub(super) const fn align(self) -> usize {
        let components = match self.rows {
            3 => 4,
            rows => rows as usize,
        };
        components * self.width()
    }

    /// <https://www.w3.org/TR/WGSL/#alignment-and-size>
    pub(super) const fn size(self) -> usize {
        match self.columns {
            1 => self.rows as usize * self.width(),
            columns => columns as usize * self.align(),
        }
    }

    /// The offset of a component.
    pub(super) fn offset(self, component: usize) -> usize {
        let rows = usize::from(self.rows);
        component / rows * self.align() + component % rows * self.width()
    }

    /// Converts an expression from memory to a value of this type.
    pub(super) fn loaded(self, place: &str) -> String {
        match (self.scalar, self.is_scalar()) {
            (Scalar::Bool, true) => format!("{place} != 0u"),
            (Scalar::Bool, false) => format!("{place} != {}(0u)", self.in_memory().name()),
            _ => place.to_owned(),
        }
    }

    /// Converts a value of this type to an expression for memory.
    pub(super) fn stored(self, value: &str) -> String {
        if self.scalar != Scalar::Bool {
            return value.to_owned();
        }
        let name = self.in_memory().name();
        format!("select({name}(0u), {name}(1u), {value})")
    }
}

/// The members of a structure with their offsets, and the stride of arrays of the structure.
pub(super) fn members(types: &[ValueType], least_align: usize) -> (Vec<usize>, usize) {
    let (mut end, mut align) = (0_usize, least_align);
    let mut offset = |ty: &ValueType| {
        let offset = end.next_multiple_of(ty.align());
        end = offset + ty.size();
        align = align.max(ty.align());
        offset
    };
    let offsets = types.iter().map(&mut offset).collect();
    (offsets, end.next_multiple_of(align))
}
