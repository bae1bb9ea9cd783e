//! Entry points: their inputs and outputs.

use super::{Lowering, Unsupported, Value};
use crate::ir::{Input, Instruction, Register, Type};
use wgsl_spec::BuiltinValue;
use wgsl_validator::ast::FunctionId;
use wgsl_validator::module::Io;
use wgsl_validator::types::{TypeId, TypeKind};

impl Lowering<'_> {
    pub(super) fn compute_entry_point(&mut self, entry: FunctionId) -> Result<(), Unsupported> {
        let parameters = self.module.ast[entry].parameters;
        for index in parameters.range() {
            let (ty, io) = (self.module.members[index], self.module.io[index]);
            let registers = self.inputs_of(ty, &io)?;
            self.parameters.insert(index as u32, Value::Registers(registers));
        }
        self.expand_body(entry, None)?;
        Ok(())
    }

    /// The inputs of a parameter: one, or the members of a structure.
    fn inputs_of(&mut self, ty: TypeId, io: &Io) -> Result<Vec<Register>, Unsupported> {
        if let TypeKind::Struct(id) = self.kind(ty) {
            let members = self.module.ast[id].members;
            let mut registers = Vec::new();
            for index in members.range() {
                let ty = self.module.members[index];
                let io = self.module.io[index];
                registers.extend(self.inputs_of(ty, &io)?);
            }
            return Ok(registers);
        }
        match io.builtin {
            Some((builtin, _)) => self.builtin_input(builtin),
            None => self.unsupported("this input is not executed"),
        }
    }

    fn builtin_input(&mut self, builtin: BuiltinValue) -> Result<Vec<Register>, Unsupported> {
        let one = |lowering: &mut Self, input| vec![lowering.input_here(input)];
        let three = |lowering: &mut Self, input: fn(u8) -> Input| {
            (0..3).map(|component| lowering.input_here(input(component))).collect()
        };
        Ok(match builtin {
            BuiltinValue::LocalInvocationId => three(self, Input::LocalInvocation),
            BuiltinValue::GlobalInvocationId => three(self, Input::GlobalInvocation),
            BuiltinValue::WorkgroupId => three(self, Input::Workgroup),
            BuiltinValue::NumWorkgroups => three(self, Input::WorkgroupCount),
            BuiltinValue::LocalInvocationIndex => one(self, Input::LocalInvocationIndex),
            BuiltinValue::GlobalInvocationIndex => one(self, Input::GlobalInvocationIndex),
            BuiltinValue::WorkgroupIndex => one(self, Input::WorkgroupIndex),
            BuiltinValue::SubgroupInvocationId => one(self, Input::SubgroupInvocation),
            BuiltinValue::SubgroupSize => one(self, Input::SubgroupSize),
            BuiltinValue::SubgroupId => one(self, Input::Subgroup),
            BuiltinValue::NumSubgroups => one(self, Input::SubgroupCount),
            _ => return self.unsupported("this builtin value is not executed"),
        })
    }

    fn input_here(&mut self, input: Input) -> Register {
        let to = self.register(Type::U32);
        self.emit(Instruction::Input { to, input });
        to
    }
}
