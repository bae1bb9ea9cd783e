//! Values that are printed.

use crate::execute::Sight;
use core::fmt;
use shader_ir::{Point, ShownType, Type, Variable};
use shader_numeric::half::F16;

/// A value, as a program writes it.
#[derive(Clone, PartialEq, Debug)]
pub enum Printed {
    /// A scalar: type and bits.
    Scalar(Type, u64),
    /// A vector, a matrix or a structure: its type, and its parts by name.
    Parts(String, Vec<(String, Self)>),
    /// An array: its type, its first elements, and the number of all.
    Elements(String, Vec<Self>, usize),
}

impl Printed {
    /// Returns true if it is the boolean `true`.
    #[must_use]
    pub fn is_true(&self) -> bool {
        matches!(self, Self::Scalar(Type::Bool, bits) if *bits != 0)
    }

    /// The number of scalars in it.
    #[must_use]
    pub fn scalars(&self) -> usize {
        match self {
            Self::Scalar(..) => 1,
            Self::Parts(_, parts) => parts.iter().map(|(_, part)| part.scalars()).sum(),
            Self::Elements(_, elements, _) => elements.iter().map(Self::scalars).sum(),
        }
    }
}

impl fmt::Display for Printed {
    fn fmt(&self, output: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |output: &mut fmt::Formatter<'_>, name: &str, parts: &mut dyn Iterator<Item = &Self>| {
            write!(output, "{name}(")?;
            for (index, part) in parts.enumerate() {
                write!(output, "{}{part}", if index == 0 { "" } else { ", " })?;
            }
            output.write_str(")")
        };
        match self {
            Self::Scalar(ty, bits) => scalar(output, *ty, *bits),
            Self::Parts(name, parts) => list(output, name, &mut parts.iter().map(|(_, part)| part)),
            Self::Elements(name, elements, _) => list(output, name, &mut elements.iter()),
        }
    }
}

fn scalar(output: &mut fmt::Formatter<'_>, ty: Type, bits: u64) -> fmt::Result {
    match ty {
        Type::Bool => write!(output, "{}", bits != 0),
        Type::I8 => write!(output, "{}", bits as i8),
        Type::I16 => write!(output, "{}", bits as i16),
        Type::I32 => write!(output, "{}", bits as i32),
        Type::I64 => write!(output, "{}", bits as i64),
        Type::U8 => write!(output, "{}", bits as u8),
        Type::U16 => write!(output, "{}", bits as u16),
        Type::U32 => write!(output, "{}", bits as u32),
        Type::U64 => write!(output, "{bits}"),
        Type::F16 => write!(output, "{:?}", F16(bits as u16).widen()),
        Type::F32 => write!(output, "{:?}", f32::from_bits(bits as u32)),
        Type::F64 => write!(output, "{:?}", f64::from_bits(bits)),
    }
}

/// The values that a probe shows for an invocation, in the order of its variables.
pub(super) fn read_all(point: &Point, sight: &Sight<'_, '_>, invocation: usize) -> Vec<Printed> {
    let (mut scalars, mut bytes) = (sight.values(invocation), sight.bytes(invocation));
    let read = |variable: &Variable| {
        let ty = &variable.shown.ty;
        if variable.shown.is_in_memory {
            let (bytes, available) = bytes.next().unwrap_or_default();
            of_bytes(ty, &bytes, 0, available)
        } else {
            of_scalars(ty, &mut scalars)
        }
    };
    point.variables.iter().map(read).collect()
}

/// The value of a variable in memory.
pub(super) fn read_bytes(variable: &Variable, (bytes, available): &(Vec<u8>, u64)) -> Printed {
    of_bytes(&variable.shown.ty, bytes, 0, *available)
}

fn of_scalars(ty: &ShownType, scalars: &mut dyn Iterator<Item = u64>) -> Printed {
    match ty {
        ShownType::Scalar(ty) => Printed::Scalar(ty.of_register(), scalars.next().unwrap_or(0)),
        ShownType::Parts { name, parts } => {
            let parts = parts.iter().map(|(part, _, ty)| (part.clone(), of_scalars(ty, scalars)));
            Printed::Parts(name.clone(), parts.collect())
        }
        ShownType::Array { name, count, element, .. } => {
            let elements: Vec<Printed> =
                (0..count.unwrap_or(0)).map(|_| of_scalars(element, scalars)).collect();
            let count = elements.len();
            Printed::Elements(name.clone(), elements, count)
        }
    }
}

/// `available` is the number of bytes in memory, if they were not all read.
fn of_bytes(ty: &ShownType, bytes: &[u8], at: u32, available: u64) -> Printed {
    match ty {
        ShownType::Scalar(ty) => {
            let at = at as usize;
            let part = bytes.get(at..at + ty.size() as usize).unwrap_or(&[]);
            Printed::Scalar(
                ty.of_register(),
                part.iter().rev().fold(0, |bits, byte| bits << 8 | u64::from(*byte)),
            )
        }
        ShownType::Parts { name, parts } => {
            let parts = parts
                .iter()
                .map(|(part, offset, ty)| (part.clone(), of_bytes(ty, bytes, at + offset, available)));
            Printed::Parts(name.clone(), parts.collect())
        }
        ShownType::Array { name, count, stride, element } => {
            let stride = (*stride).max(1);
            let in_bytes = |bytes: u64| bytes.saturating_sub(at.into()).div_ceil(stride.into()) as usize;
            let all = count.map_or_else(
                || available.saturating_sub(at.into()) as usize / stride as usize,
                |it| it as usize,
            );
            let shown = all.min(in_bytes(bytes.len() as u64)) as u32;
            let elements = (0..shown).map(|index| of_bytes(element, bytes, at + index * stride, available));
            Printed::Elements(name.clone(), elements.collect(), all)
        }
    }
}
