//! Values and places while lowering.

use shader_ir::{Location, Register};

/// A value while lowering.
#[derive(Clone, Debug)]
pub(super) enum Value {
    /// The scalars of a value without arrays, in order.
    Registers(Vec<Register>),
    /// A value with an array in it: bytes that nothing changes any more.
    Memory(Location),
    /// A pointer.
    Pointer(Place),
    /// A texture or sampler: index in the resources.
    Handle(u16),
}

/// A place that holds a value.
#[derive(Clone, Debug)]
pub(super) enum Place {
    /// Variables in registers, one for each scalar.
    Registers(Vec<Register>),
    /// One of these, by index: a component of a vector or a column of a matrix.
    Choice(Vec<Vec<Register>>, Register),
    /// Bytes.
    Memory(Location),
    /// Bytes up to an end: a buffer, or what ends in a runtime-sized array in a view of one.
    View(Location, Register),
}
