//! Calls of functions of the program, and value constructors.

use super::lowering::{Expanded, Lowering};
use super::value::{Place, Value};
use shader_ir::build::Unsupported;
use shader_ir::{Instruction, Location, Register, Type};
use shader_numeric::{Evaluation, construct};
use wgsl_spec::Scalar;
use wgsl_validator::ast::{ExprId, FunctionId, List};
use wgsl_validator::resolve::Callee;
use wgsl_validator::types::{TypeId, TypeKind};

impl Lowering<'_> {
    /// A call; `None` when it has no value.
    pub(super) fn call(
        &mut self,
        id: ExprId,
        callee: ExprId,
        arguments: List<ExprId>,
    ) -> Result<Option<Value>, Unsupported> {
        let module = self.module;
        let operands = &module.syntax.ast[arguments];
        match module.resolution.callee(module.syntax, callee) {
            Callee::Function(function) => self.expand(function, operands),
            Callee::Builtin(function) => self.builtin(id, function, operands),
            Callee::Type => self.construct(id, operands).map(Some),
        }
    }

    /// Expands a function of the program.
    fn expand(&mut self, function: FunctionId, operands: &[ExprId]) -> Result<Option<Value>, Unsupported> {
        self.deeper()?;
        let declared = self.module.syntax.ast[function];
        let parameters = declared.parameters;
        let mut values = Vec::with_capacity(operands.len());
        for (index, operand) in operands.iter().enumerate() {
            let wanted = self.module.meaning.member(parameters.start as usize + index);
            let is_pointer = matches!(self.kind(wanted), TypeKind::Pointer(..));
            let value =
                self.value_as(*operand, if is_pointer { self.used_type(*operand) } else { wanted })?;
            let value = self.buffer_argument(value, self.module.meaning[*operand].ty, wanted)?;
            values.push(self.settled(value));
        }
        for (index, value) in values.into_iter().enumerate() {
            self.names.set_parameter(parameters.start as usize + index, value);
        }
        let result = self.module.meaning[function].result;
        let value = self.expand_body(function, result)?;
        self.nesting.depth -= 1;
        Ok(value)
    }

    /// The body of a function whose parameters have values.
    pub(super) fn expand_body(
        &mut self,
        function: FunctionId,
        result: Option<TypeId>,
    ) -> Result<Option<Value>, Unsupported> {
        let result = match result {
            Some(ty) => {
                let place = self.fresh(ty)?;
                // A variable has a value from the start, so that its life begins here, outside of all constructs of the body.
                if let Place::Registers(_) = place {
                    self.clear(&place, ty);
                }
                Some((place, ty))
            }
            None => None,
        };
        let exit = self.code.begin(Instruction::Block);
        self.functions.push(Expanded { exit, result, loops: Vec::new() });
        let outer = self.code.span;
        let scope = self.probes.scope();
        self.enter_function(function);
        self.block(self.module.syntax.ast[function].body)?;
        self.probes.leave();
        self.probes.leave_scope(scope);
        self.code.span = outer;
        self.code.end();
        let expanded = self.functions.pop();
        let Some((place, ty)) = expanded.and_then(|expanded| expanded.result) else { return Ok(None) };
        match place {
            Place::Memory(location) => Ok(Some(Value::Memory(location))),
            Place::Registers(_) | Place::Choice(..) | Place::View(..) => {
                let value = self.load(&place, ty)?;
                // Another call of the same function has other registers: these don't change any more.
                if let Value::Registers(registers) = &value {
                    for register in registers {
                        self.code.freeze(*register);
                    }
                }
                Ok(Some(value))
            }
        }
    }

    /// A value constructor whose value is not known. <https://www.w3.org/TR/WGSL/#constructor-builtin-function>
    fn construct(&mut self, id: ExprId, operands: &[ExprId]) -> Result<Value, Unsupported> {
        let ty = self.module.meaning[id].ty;
        if let Some((scalar, shape)) = self.shape(ty) {
            let mut registers = self.converted(operands, scalar)?;
            // One scalar stands for all components of a vector.
            if registers.len() == 1 {
                registers = vec![registers[0]; shape.len()];
            }
            return Ok(Value::Registers(registers));
        }
        // Types and byte offsets of the parts.
        let parts: Vec<(TypeId, u64)> = if let TypeKind::Array(element, _) = self.kind(ty) {
            let stride = self.stride(element);
            (0..operands.len() as u64).map(|index| (element, index * stride)).collect()
        } else if let TypeKind::Struct(structure) = self.kind(ty) {
            let structure = self.module.meaning.types.structure(structure);
            let members = structure.map_or(&[][..], |structure| &structure.members);
            members.iter().map(|member| (member.ty, member.offset)).collect()
        } else {
            return self.unsupported("values of this type can't be executed yet");
        };
        if !self.has_array(ty) {
            let mut registers = Vec::new();
            for (operand, (part, _)) in operands.iter().zip(parts) {
                let value = self.value_as(*operand, part)?;
                if let Value::Registers(part) = self.settled(value) {
                    registers.extend(part);
                }
            }
            return Ok(Value::Registers(registers));
        }
        let target = self.allocate(ty)?;
        for (operand, (part, offset)) in operands.iter().zip(parts) {
            let value = self.value_as(*operand, part)?;
            let offset = target.offset + offset as u32;
            self.store(&Place::Memory(Location { offset, ..target }), part, value)?;
        }
        Ok(Value::Memory(target))
    }

    /// The scalars of all operands, converted.
    fn converted(&mut self, operands: &[ExprId], to: Scalar) -> Result<Vec<Register>, Unsupported> {
        let mut registers = Vec::new();
        for (index, operand) in operands.iter().enumerate() {
            let typed = self.module.meaning[*operand];
            if let (Some(constant), Some((scalar, shape))) = (typed.constant, self.shape(typed.ty)) {
                let is_certain = self.is_certain_as(*operand, TypeId::scalar(to));
                if is_certain || scalar.is_abstract() {
                    let values = self.loose_values(*operand, is_certain, TypeId::scalar(to));
                    for (index, bits) in self.constant_bits(constant, shape.len()).into_iter().enumerate() {
                        // The validator has refused what can't be converted.
                        let bits = construct(scalar.ty(), to.ty(), bits, Evaluation::Runtime).unwrap_or(0);
                        registers.push(match &values {
                            None => self.code.constant(to.ty(), bits),
                            Some(values) => self.loose(to.ty(), bits, values.get(index)),
                        });
                    }
                    continue;
                }
            }
            let changes = operands[index + 1..].iter().any(|later| self.has_call[later.index()]);
            let mut value = self.value(*operand)?;
            if changes {
                value = self.settled(value);
            }
            let Value::Registers(values) = value else {
                return self.unsupported("this value can't be converted");
            };
            for value in values {
                let converted = self.convert(value, to.ty());
                registers.push(converted);
            }
        }
        Ok(registers)
    }

    pub(super) fn convert(&mut self, value: Register, into: Type) -> Register {
        let from = self.code.ty(value);
        if from == into {
            return value;
        }
        let to = self.code.register(into);
        self.code.emit(Instruction::Convert { from, into, to, value });
        to
    }
}
