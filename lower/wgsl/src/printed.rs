//! Values that are printed.

use crate::probe::{Point, ShownType};
use core::fmt;
use shader_ir::Type;
use shader_numeric::half::F16;
use shader_run::execute::Sight;

/// A value, as a program writes it.
#[derive(Clone, PartialEq, Debug)]
pub enum Printed {
    /// A scalar: type and bits.
    Scalar(Type, u64),
    /// A vector, a matrix or a structure: its type, and its parts by name.
    Parts(String, Vec<(String, Self)>),
    /// An array: its type and its elements.
    Elements(String, Vec<Self>),
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
            Self::Elements(_, elements) => elements.iter().map(Self::scalars).sum(),
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
            Self::Elements(name, elements) => list(output, name, &mut elements.iter()),
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
pub(crate) fn read_all(point: &Point, sight: &Sight<'_, '_>, invocation: usize) -> Vec<Printed> {
    let (mut scalars, mut bytes) = (sight.values(invocation), sight.bytes(invocation));
    let read = |variable: &crate::probe::Variable| {
        let ty = &variable.shown.ty;
        if variable.shown.is_in_memory {
            of_bytes(ty, &bytes.next().unwrap_or_default(), 0)
        } else {
            of_scalars(ty, &mut scalars)
        }
    };
    point.variables.iter().map(read).collect()
}

fn of_scalars(ty: &ShownType, scalars: &mut dyn Iterator<Item = u64>) -> Printed {
    match ty {
        ShownType::Scalar(ty) => Printed::Scalar(*ty, scalars.next().unwrap_or(0)),
        ShownType::Parts { name, parts } => {
            let parts = parts.iter().map(|(part, _, ty)| (part.clone(), of_scalars(ty, scalars)));
            Printed::Parts(name.clone(), parts.collect())
        }
        ShownType::Array { name, count, element, .. } => Printed::Elements(
            name.clone(),
            (0..count.unwrap_or(0)).map(|_| of_scalars(element, scalars)).collect(),
        ),
    }
}

fn of_bytes(ty: &ShownType, bytes: &[u8], at: u32) -> Printed {
    match ty {
        ShownType::Scalar(ty) => {
            let at = at as usize;
            let part = bytes.get(at..at + ty.size() as usize).unwrap_or(&[]);
            Printed::Scalar(*ty, part.iter().rev().fold(0, |bits, byte| bits << 8 | u64::from(*byte)))
        }
        ShownType::Parts { name, parts } => {
            let parts =
                parts.iter().map(|(part, offset, ty)| (part.clone(), of_bytes(ty, bytes, at + offset)));
            Printed::Parts(name.clone(), parts.collect())
        }
        ShownType::Array { name, count, stride, element } => {
            let rest = (bytes.len() as u32).saturating_sub(at);
            let count = count.unwrap_or(rest / (*stride).max(1));
            let elements = (0..count).map(|index| of_bytes(element, bytes, at + index * stride));
            Printed::Elements(name.clone(), elements.collect())
        }
    }
}
