//! Values computed from the operands of a step: as a number, to see whether two formulas ever differ, and as steps of a program.

use super::writer::Writer;
use shader_ir::{Instruction, Register, Type};
use shader_numeric::allowed::number_of;
use shader_numeric::convert::converted;
use shader_numeric::{Application, Evaluation, Operand, Operation, Shape};

/// How a value is computed.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Formula {
    /// The operand with an index.
    Operand(usize),
    /// A constant: its bits as in a register.
    Constant(Type, u64),
    /// An operation on scalars.
    Apply(Operation, Vec<Formula>),
    /// A conversion.
    Convert(Type, Box<Formula>),
    /// The bits as a value of another type.
    Reinterpret(Type, Box<Formula>),
    /// The second where the first holds, else the third.
    Select(Box<[Formula; 3]>),
}

impl Formula {
    pub(super) fn convert(self, into: Type) -> Self {
        Self::Convert(into, Box::new(self))
    }

    pub(super) fn reinterpret(self, into: Type) -> Self {
        Self::Reinterpret(into, Box::new(self))
    }

    pub(super) fn plus(self, ty: Type, bits: u64) -> Self {
        Self::Apply(Operation::Add, vec![self, Self::Constant(ty, bits)])
    }

    /// The type of the value.
    fn ty(&self, operands: &[Type]) -> Type {
        match self {
            Self::Operand(index) => operands[*index],
            Self::Constant(ty, _) | Self::Convert(ty, _) | Self::Reinterpret(ty, _) => *ty,
            Self::Apply(operation, parts) => {
                let first = parts[0].ty(operands);
                operation.scalar_types(first).map_or(first, |types| types.result)
            }
            Self::Select(parts) => parts[1].ty(operands),
        }
    }

    /// The value for operands with these types and bits.
    pub(super) fn value(&self, types: &[Type], operands: &[u64]) -> u64 {
        match self {
            Self::Operand(index) => operands[*index],
            Self::Constant(_, bits) => *bits,
            Self::Apply(operation, parts) => {
                let values: Vec<(Type, u64)> =
                    parts.iter().map(|part| (part.ty(types), part.value(types, operands))).collect();
                applied(*operation, &values, self.ty(types))
            }
            Self::Convert(into, part) => converted(part.ty(types), *into, part.value(types, operands)),
            Self::Reinterpret(into, part) => reinterpreted(*into, part.value(types, operands)),
            Self::Select(parts) => {
                let holds = parts[0].value(types, operands) != 0;
                parts[if holds { 1 } else { 2 }].value(types, operands)
            }
        }
    }

    /// Steps that compute the value from registers.
    pub(super) fn emit(&self, writer: &mut Writer<'_>, operands: &[Register]) -> Register {
        match self {
            Self::Operand(index) => operands[*index],
            Self::Constant(ty, bits) => writer.constant(*ty, *bits),
            Self::Apply(operation, parts) => {
                let registers: Vec<Register> = parts.iter().map(|part| part.emit(writer, operands)).collect();
                writer.scalar(*operation, &registers)
            }
            Self::Convert(into, part) => {
                let value = part.emit(writer, operands);
                let (from, to) = (writer.ty(value), writer.register(*into));
                writer.emit(Instruction::Convert { from, into: *into, to, value });
                to
            }
            Self::Reinterpret(into, part) => {
                let value = part.emit(writer, operands);
                let to = writer.register(*into);
                writer.emit(Instruction::Reinterpret { to, value });
                to
            }
            Self::Select(parts) => {
                let [condition, accept, reject] = [0, 1, 2].map(|index| parts[index].emit(writer, operands));
                let to = writer.register(writer.ty(accept));
                writer.emit(Instruction::Select { to, condition, accept, reject });
                to
            }
        }
    }
}

/// The bits of a register as those of a register of another type: narrow integers with a sign are extended by it.
fn reinterpreted(into: Type, bits: u64) -> u64 {
    match into {
        Type::I8 => u64::from(bits as i8 as u32),
        Type::I16 => u64::from(bits as i16 as u32),
        Type::U8 => bits & 0xff,
        Type::U16 | Type::F16 => bits & 0xffff,
        Type::Bool | Type::I32 | Type::U32 | Type::F32 | Type::I64 | Type::U64 | Type::F64 => bits,
    }
}

fn applied(operation: Operation, values: &[(Type, u64)], result: Type) -> u64 {
    let operands: Vec<Operand<'_>> = values
        .iter()
        .map(|(ty, bits)| Operand { ty: *ty, shape: Shape::Scalar, bits: std::slice::from_ref(bits) })
        .collect();
    let application =
        Application { operation, operands: &operands, result: (result, Shape::Scalar), is_exact: false };
    let mut out = Vec::with_capacity(1);
    // At run time every operation has a result.
    let _ = application.evaluate(Evaluation::Runtime, &mut out);
    out.first().copied().unwrap_or(0)
}

/// Values at the middle and the edges of a type.
pub(super) fn samples(ty: Type) -> Vec<u64> {
    match ty.range() {
        _ if ty == Type::Bool => vec![0, 1],
        None => {
            const NUMBERS: [f64; 20] = [
                0.0, 0.25, 0.5, 0.9, 1.0, 1.5, 2.5, 3.0, 10.0, 100.0, 300.0, -0.25, -0.5, -1.0, -1.5, -2.5,
                -10.0, 70_000.0, 3e9, -3e9,
            ];
            NUMBERS.map(|number| converted(Type::F64, ty, number.to_bits())).to_vec()
        }
        Some((least, greatest)) => {
            let numbers =
                [0, 1, 2, 3, 5, 7, 8, 31, 32, 100, 300, -1, -2, -7, -100, least, greatest, greatest / 3];
            let inside = numbers.into_iter().filter(|number| (least..=greatest).contains(number));
            inside.map(|number| converted(Type::I64, ty, number as i64 as u64)).collect()
        }
    }
}

/// All combinations of [`samples`] of these types; of three operands and more, of every third one.
pub(super) fn sample_tuples(types: &[Type]) -> Vec<Vec<u64>> {
    let step = if types.len() > 2 { 3 } else { 1 };
    let mut tuples = vec![Vec::new()];
    for ty in types {
        let values: Vec<u64> = samples(*ty).into_iter().step_by(step).collect();
        let with = |tuple: &Vec<u64>| {
            values.iter().map(|value| [&tuple[..], &[*value]].concat()).collect::<Vec<_>>()
        };
        tuples = tuples.iter().flat_map(with).collect();
    }
    tuples
}

/// The values of a formula for all samples; NaN is one value.
pub(super) fn table(formula: &Formula, types: &[Type]) -> Vec<u64> {
    let ty = formula.ty(types);
    let value = |tuple: &Vec<u64>| {
        let bits = formula.value(types, tuple);
        if number_of(ty, bits as u32).is_nan() && ty.is_float() && !ty.is_wide() { u64::MAX } else { bits }
    };
    sample_tuples(types).iter().map(value).collect()
}
