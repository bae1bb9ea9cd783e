//! The values of variables of the program, which are known before execution. Section 4.2

use super::place::Place;
use super::{Binding, Lowering, Outcome, Value};
use msl_validator::ast::{Expr, ExprId, VariableId};
use msl_validator::meaning::{Body, GlobalVariable};
use msl_validator::types::TypeId;
use rustc_hash::FxHashMap;
use shader_ir::build::Exit;
use shader_ir::{Instruction, Register, Type};

/// A constant: its bytes in memory, and its scalars if it has no arrays.
pub(super) struct Constant {
    pub(super) bytes: Vec<u8>,
    pub(super) registers: Vec<Register>,
}

impl<'a> Lowering<'a> {
    /// The value of an initializer; `None` if it is not known.
    pub(super) fn constant_words(
        &mut self,
        global: &'a GlobalVariable,
        initializer: ExprId,
    ) -> Outcome<Option<Constant>> {
        let Some(body) = &global.initializer else { return Ok(None) };
        let ty = global.object.ty;
        let (size, _) = self.layout(ty)?;
        let mut bytes = vec![0; size as usize];
        let mut registers = Vec::new();
        let known =
            self.with_body(body, |lowering| lowering.fill(initializer, ty, 0, &mut bytes, &mut registers))?;
        Ok(known.then_some(Constant { bytes, registers }))
    }

    /// Lowers expressions outside of functions.
    pub(super) fn with_body<T>(
        &mut self,
        body: &'a Body,
        work: impl FnOnce(&mut Self) -> Outcome<T>,
    ) -> Outcome<T> {
        let exit = self.code.begin(Instruction::Block);
        let result = self.with_expressions(body, exit, work);
        self.code.end();
        result
    }

    /// Lowers expressions of another function, or of none, where those of the present one stand. They never leave by the exit.
    pub(super) fn with_expressions<T>(
        &mut self,
        body: &'a Body,
        exit: Exit,
        work: impl FnOnce(&mut Self) -> Outcome<T>,
    ) -> Outcome<T> {
        self.frames.push(super::Frame {
            body,
            exit,
            result: None,
            loops: Vec::new(),
            locals: FxHashMap::<VariableId, super::Binding>::default(),
            prescan: std::rc::Rc::default(),
            this: None,
        });
        let result = work(self);
        self.frames.pop();
        result
    }

    /// Returns true if the request gives a function constant a value. Section 5.8.1
    pub(super) fn is_defined(&self, id: ExprId) -> bool {
        if let Expr::Paren(inner) = self.ast()[id] {
            return self.is_defined(inner);
        }
        let global = self.meaning(id).variable.and_then(|variable| self.module.globals.get(&variable));
        let index = global.and_then(|global| global.function_constant);
        self.request.function_constants.iter().any(|(own, _)| Some(*own) == index)
    }

    /// The value of an initializer with function constants, computed where it is used.
    pub(super) fn specialised(
        &mut self,
        global: &'a GlobalVariable,
        initializer: ExprId,
    ) -> Outcome<Binding> {
        let Some(body) = global.initializer.as_ref() else {
            return self.unsupported("the value of this variable must be known before execution");
        };
        let exit = self.frame()?.exit;
        let value =
            self.with_expressions(body, exit, |lowering| lowering.value_as(initializer, global.object.ty))?;
        match value {
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
        ty: TypeId,
        offset: u32,
        bytes: &mut [u8],
        registers: &mut Vec<Register>,
    ) -> Outcome<bool> {
        if !self.has_array(ty) {
            let Value::Registers(values) = self.value_as(id, ty)? else { return Ok(false) };
            for (leaf, value) in self.leaves(ty)?.into_iter().zip(&values) {
                let Some(bits) = self.code.known(*value) else { return Ok(false) };
                let start = (offset + leaf.offset) as usize;
                let size = leaf.ty.size() as usize;
                bytes[start..start + size].copy_from_slice(&bits.to_le_bytes()[..size]);
            }
            registers.extend(values);
            return Ok(true);
        }
        let parts = self.parts_of(id, ty)?;
        for (part, part_ty, part_offset) in parts {
            if let Some(part) = part
                && !self.fill(part, part_ty, offset + part_offset, bytes, registers)?
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
