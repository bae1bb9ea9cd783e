//! The values of variables of the program, which are known before execution. Section 4.2

use super::lowering::{Binding, Frame, Lowering, Outcome, Place, Value};
use super::unit::Unit;
use msl_validator::typed::{Expr, ExprId, Place as Node};
use msl_validator::types::TypeId;
use shader_ir::{Register, Type};
use std::rc::Rc;

/// A constant: its bytes in memory, and its scalars if it has no arrays.
pub(super) struct Constant {
    pub(super) bytes: Vec<u8>,
    pub(super) registers: Vec<Register>,
}

impl Lowering<'_> {
    /// The value of an initializer; `None` if it is not known.
    pub(super) fn constant_words(
        &mut self,
        ty: TypeId,
        value: ExprId,
        unit: &Rc<Unit>,
    ) -> Outcome<Option<Constant>> {
        let (size, _) = self.layout(ty)?;
        let mut bytes = vec![0; size as usize];
        let mut registers = Vec::new();
        let known = self.in_unit(unit, |it| it.fill(value, 0, &mut bytes, &mut registers))?;
        Ok(known.then_some(Constant { bytes, registers }))
    }

    /// Lowers expressions of an initializer where the present ones are.
    pub(super) fn in_unit<T>(
        &mut self,
        unit: &Rc<Unit>,
        work: impl FnOnce(&mut Self) -> Outcome<T>,
    ) -> Outcome<T> {
        let frame = Frame { unit: Rc::clone(unit), ..Frame::default() };
        let outer = core::mem::replace(&mut self.frame, frame);
        let result = work(self);
        self.frame = outer;
        result
    }

    /// Returns true if the request gives a function constant a value. Section 5.8.1
    pub(super) fn is_defined(&self, id: ExprId) -> bool {
        let (Expr::Load(place) | Expr::ConstantName(place, _)) = self.tree()[id] else { return false };
        let Node::Global(variable) = self.tree()[place] else { return false };
        let index = self.module.globals.get(&variable).and_then(|global| global.function_constant);
        self.request.function_constants.iter().any(|(own, _)| Some(*own) == index)
    }

    /// The value of an initializer with function constants, computed where it is used.
    pub(super) fn specialised(&mut self, value: ExprId, unit: &Rc<Unit>) -> Outcome<Binding> {
        match self.in_unit(unit, |it| it.value(value))? {
            Value::Registers(registers) => Ok(Binding::Place(Place::Registers(registers))),
            // Each use has an array of its own, which nothing changes.
            Value::Memory(location) => Ok(Binding::Place(Place::Memory(location))),
            Value::Pointer(_) | Value::Handle(_) | Value::Nothing => {
                self.unsupported("the value of this variable must be known before execution")
            }
        }
    }

    /// Writes the bytes of a value; false if they are not known.
    fn fill(
        &mut self,
        id: ExprId,
        offset: u32,
        bytes: &mut [u8],
        registers: &mut Vec<Register>,
    ) -> Outcome<bool> {
        let ty = self.ty(id);
        if !self.has_array(ty) {
            let Value::Registers(values) = self.value(id)? else { return Ok(false) };
            for (leaf, value) in self.leaves(ty)?.into_iter().zip(&values) {
                let Some(bits) = self.code.known(*value) else { return Ok(false) };
                let start = (offset + leaf.offset) as usize;
                let size = leaf.ty.size() as usize;
                bytes[start..start + size].copy_from_slice(&bits.to_le_bytes()[..size]);
            }
            registers.extend(values);
            return Ok(true);
        }
        let node = self.tree()[id];
        if !matches!(node, Expr::Aggregate(..)) {
            return Ok(matches!(node, Expr::Zero));
        }
        for (part, _, own) in self.elements(id)? {
            if let Some(part) = part
                && !self.deeper(1, |it| it.fill(part, offset + own, bytes, registers))?
            {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// A number as a scalar or vector of a type.
    pub(super) fn number_as(&mut self, value: f64, ty: TypeId) -> Outcome<Vec<Register>> {
        let mut registers = Vec::new();
        for leaf in self.leaves(ty)? {
            let bits = bits_of(value, leaf.ty.of_register());
            registers.push(self.code.constant(leaf.ty.of_register(), bits));
        }
        Ok(registers)
    }
}

/// The bits of a number in a type.
pub(super) fn bits_of(value: f64, ty: Type) -> u64 {
    shader_numeric::convert::converted(Type::F64, ty, value.to_bits())
}
