//! Calls of functions of the program, and value constructors.

use super::place::Place;
use super::{Expanded, Lowering, Unsupported, Value};
use shader_ir::{Instruction, Location, Register, Type};
use shader_numeric::{Evaluation, construct};
use wgsl_spec::{Predeclared, Scalar};
use wgsl_validator::ast::{DeclKind, Expr, ExprId, FunctionId, List};
use wgsl_validator::resolve::Binding;
use wgsl_validator::types::{TypeId, TypeKind};

impl Lowering<'_> {
    /// A call; `None` when it has no value.
    pub(super) fn call(
        &mut self,
        id: ExprId,
        callee: ExprId,
        arguments: List<ExprId>,
    ) -> Result<Option<Value>, Unsupported> {
        let (Expr::Name(symbol) | Expr::Template(symbol, _)) = self.module.syntax.ast[callee] else {
            return self.unsupported("this can't be called");
        };
        let module = self.module;
        let operands = &module.syntax.ast[arguments];
        match module.resolution.binding(callee) {
            Binding::Module(decl) => match module.syntax.ast[decl].kind {
                DeclKind::Function(function) => self.expand(function, operands),
                _ => self.construct(id, operands).map(Some),
            },
            _ => match symbol.info(self.module.syntax.edition()).predeclared {
                Predeclared::Function(function) => self.builtin(id, function, operands),
                _ => self.construct(id, operands).map(Some),
            },
        }
    }

    /// Expands a function of the program.
    fn expand(&mut self, function: FunctionId, operands: &[ExprId]) -> Result<Option<Value>, Unsupported> {
        self.deeper()?;
        let declared = self.module.syntax.ast[function];
        let parameters = declared.parameters;
        let mut values = Vec::with_capacity(operands.len());
        for (index, operand) in operands.iter().enumerate() {
            let ty = self.module.meaning.member(parameters.start as usize + index);
            let ty =
                if matches!(self.kind(ty), TypeKind::Pointer(..)) { self.used_type(*operand) } else { ty };
            let value = self.value_as(*operand, ty)?;
            let wanted = self.module.meaning.member(parameters.start as usize + index);
            let value = self.buffer_argument(value, self.module.meaning[*operand].ty, wanted)?;
            values.push(self.code.settled(value));
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
        self.block(self.module.syntax.ast[function].body)?;
        self.code.span = outer;
        self.code.end();
        let expanded = self.functions.pop();
        let Some((place, ty)) = expanded.and_then(|expanded| expanded.result) else { return Ok(None) };
        match place {
            Place::Memory(location) => Ok(Some(Value::Memory(location))),
            place => {
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
        match self.kind(ty) {
            TypeKind::Scalar(scalar) => {
                let registers = self.converted(operands, scalar)?;
                Ok(Value::Registers(registers))
            }
            TypeKind::Vector(size, scalar) => {
                let mut registers = self.converted(operands, scalar)?;
                if registers.len() == 1 {
                    registers = vec![registers[0]; usize::from(size)];
                }
                Ok(Value::Registers(registers))
            }
            TypeKind::Matrix(_, _, scalar) => Ok(Value::Registers(self.converted(operands, scalar)?)),
            TypeKind::Array(element, _) => {
                let target = self.allocate(ty)?;
                let stride = self.stride(element) as u32;
                for (index, operand) in operands.iter().enumerate() {
                    let value = self.value_as(*operand, element)?;
                    let offset = target.offset + index as u32 * stride;
                    self.store(&Place::Memory(Location { offset, ..target }), element, value)?;
                }
                Ok(Value::Memory(target))
            }
            TypeKind::Struct(structure) => {
                let members = self.module.meaning.types.structure(structure).map(|it| it.members.clone());
                let members = members.unwrap_or_default();
                if self.has_array(ty) {
                    let target = self.allocate(ty)?;
                    for (operand, member) in operands.iter().zip(&members) {
                        let value = self.value_as(*operand, member.ty)?;
                        let offset = target.offset + member.offset as u32;
                        self.store(&Place::Memory(Location { offset, ..target }), member.ty, value)?;
                    }
                    return Ok(Value::Memory(target));
                }
                let mut registers = Vec::new();
                for (operand, member) in operands.iter().zip(&members) {
                    let value = self.value_as(*operand, member.ty)?;
                    if let Value::Registers(part) = self.code.settled(value) {
                        registers.extend(part);
                    }
                }
                Ok(Value::Registers(registers))
            }
            _ => self.unsupported("values of this type are not executed"),
        }
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
                value = self.code.settled(value);
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
