//! Expressions.

use super::lowering::{Lowering, Outcome, Value};
use super::types::register_type;
use msl_spec::{Class, Enumerator, Scalar, ValueType};
use msl_validator::meaning::Value as Constant;
use msl_validator::typed::{Components, ConstantId, Expr, ExprId, Unsupported};
use msl_validator::types::{Type as MetalType, TypeId};
use shader_ir::{Instruction, Register, Type};

/// The levels of recursion that an expression counts for. What takes more stack than others counts for more, so that a limit on levels bounds
/// the stack well for all of them: measured without optimisation, a level takes 4 KiB at most.
const fn levels(expr: Expr) -> u32 {
    match expr {
        Expr::Constant(_)
        | Expr::ConstantName(..)
        | Expr::Enumerator(_)
        | Expr::Zero
        | Expr::Sampler(_)
        | Expr::Unsupported(_)
        | Expr::Load(_)
        | Expr::AddressOf(_)
        | Expr::FirstElement(_)
        | Expr::Unary(..)
        | Expr::Convert(_)
        | Expr::Comma(_) => 1,
        Expr::Bits(_)
        | Expr::Conditional(..)
        | Expr::Swizzle(..)
        | Expr::Vote { .. }
        | Expr::Offset { .. } => 2,
        Expr::Construct(_) | Expr::Aggregate(..) | Expr::Option(..) => 3,
        Expr::Binary(..)
        | Expr::Logical { .. }
        | Expr::ComparePointers(..)
        | Expr::PointerDifference(..)
        | Expr::Assign(..)
        | Expr::AssignWith(..)
        | Expr::Step { .. }
        | Expr::Call(_)
        | Expr::Object(_)
        | Expr::Library(_)
        | Expr::External(_)
        | Expr::Texture(_) => super::lowering::CALL_LEVELS,
    }
}

impl Lowering<'_> {
    /// The type of an expression.
    pub(super) fn ty(&self, id: ExprId) -> TypeId {
        self.tree().expr_type(id)
    }

    /// The value of an expression.
    pub(super) fn value(&mut self, id: ExprId) -> Outcome<Value> {
        let span = self.tree().expr_span(id);
        let before = core::mem::replace(&mut self.code.span, span);
        let is_read = core::mem::replace(&mut self.is_read, false);
        let value = self.deeper(levels(self.tree()[id]), |it| it.value_here(id));
        self.is_read = is_read;
        if value.is_ok() {
            self.code.span = before;
        }
        value
    }

    fn value_here(&mut self, id: ExprId) -> Outcome<Value> {
        let ty = self.ty(id);
        match self.tree()[id] {
            Expr::Constant(constant) | Expr::ConstantName(_, constant) => self.constant_value(constant, ty),
            Expr::Enumerator(enumerator) => {
                let number = self.enumerator(enumerator, ty);
                Ok(Value::Registers(vec![self.code.constant(Type::I32, number)]))
            }
            Expr::Zero => self.zero(ty),
            Expr::Load(place) => self.place_value(place, ty),
            Expr::AddressOf(place) | Expr::FirstElement(place) => Ok(Value::Pointer(self.address(place)?)),
            Expr::Convert(value) => {
                let from = self.ty(value);
                let value = self.value(value)?;
                self.convert(value, from, ty)
            }
            Expr::Bits(value) => self.bits(value, ty),
            Expr::Unary(operator, value) => self.unary(operator, value),
            Expr::Binary(..) | Expr::Logical { .. } => self.chain(id),
            Expr::Conditional(condition, accept, reject) => self.conditional(ty, condition, accept, reject),
            Expr::Comma(list) => {
                let (mut value, operands) = (Value::Nothing, self.tree()[list].to_vec());
                for operand in operands {
                    value = self.value(operand)?;
                }
                Ok(value)
            }
            Expr::Offset { pointer, index, is_back } => {
                self.offset_pointer(pointer, index, is_back, ty).map(Value::Pointer)
            }
            Expr::ComparePointers(operator, left, right) => self.compare_pointers(operator, left, right),
            Expr::PointerDifference(left, right) => self.pointer_difference(id, left, right),
            Expr::Assign(place, value) => Ok(self.assign(place, value)?.0),
            Expr::AssignWith(operator, place, value, operand) => {
                Ok(self.assign_with(operator, place, value, operand)?.0)
            }
            Expr::Step { place, is_up, is_prefix } => {
                let (old, new, _) = self.step(place, is_up)?;
                Ok(if is_prefix { new } else { old })
            }
            Expr::Call(call) => self.call(call),
            Expr::Object(call) => self.object(call, ty),
            Expr::Construct(list) => {
                let values = self.tree()[list].to_vec();
                self.construct(ty, &values)
            }
            Expr::Aggregate(..) => self.aggregate(id),
            Expr::Swizzle(value, components) => self.swizzle(value, components),
            Expr::Library(call) => self.library(self.tree()[call]),
            Expr::External(call) => self.external(self.tree()[call], ty),
            Expr::Texture(call) => self.texture(self.tree()[call]),
            Expr::Option(..) => self.unsupported("this call can't be executed yet"),
            Expr::Sampler(sampler) => self.sampler(sampler),
            Expr::Vote { vote, is_all } => {
                let is_quad = matches!(self.kind(self.ty(vote)), MetalType::Class(Class::QuadVote));
                let vote = self.single(vote)?;
                Ok(Value::Registers(vec![self.vote_member(vote, is_quad, is_all)]))
            }
            Expr::Unsupported(what) => self.no_counterpart(what),
        }
    }

    fn no_counterpart<T>(&self, what: Unsupported) -> Outcome<T> {
        match what {
            Unsupported::Depth => self.too_deep(),
            Unsupported::Statement => self.unsupported("this statement can't be read"),
            Unsupported::Literal
            | Unsupported::Name
            | Unsupported::Size
            | Unsupported::Call
            | Unsupported::Constructor
            | Unsupported::Destructor
            | Unsupported::Conversion
            | Unsupported::Initializer
            | Unsupported::Copy
            | Unsupported::Virtual
            | Unsupported::Operation => {
                self.unsupported(format!("{} can't be executed yet", what.in_words()))
            }
        }
    }

    fn constant_value(&mut self, id: ConstantId, ty: TypeId) -> Outcome<Value> {
        let Some(ValueType::Scalar(scalar)) = self.value_type(ty) else {
            return self.unsupported("expected a scalar");
        };
        let value = self.tree()[id];
        Ok(Value::Registers(vec![self.constant(value, scalar)]))
    }

    /// A constant in a register.
    fn constant(&mut self, value: Constant, scalar: Scalar) -> Register {
        let ty = register_type(scalar);
        let bits = match value {
            Constant::Bool(value) => u64::from(value),
            Constant::Integer(value) if !scalar.is_float() => {
                let bits = shader_numeric::convert::converted(Type::I64, ty, value as u64);
                if scalar == Scalar::Ulong { value as u64 } else { bits }
            }
            Constant::Integer(value) => super::constant::bits_of(value as f64, ty),
            Constant::Float(value) => super::constant::bits_of(value, ty),
        };
        self.code.constant(ty, bits)
    }

    /// The scalars of an expression.
    pub(super) fn registers(&mut self, id: ExprId) -> Outcome<Vec<Register>> {
        let value = self.value(id)?;
        self.registers_of(value)
    }

    /// The scalars of a value.
    pub(super) fn registers_of(&mut self, value: Value) -> Outcome<Vec<Register>> {
        match value {
            Value::Registers(registers) => Ok(registers),
            Value::Pointer(place) => Ok(vec![self.pointer_register(&place)?]),
            Value::Memory(_) | Value::Handle(_) | Value::Nothing => {
                self.unsupported("expected a scalar or vector")
            }
        }
    }

    /// The scalar of an expression.
    pub(super) fn single(&mut self, id: ExprId) -> Outcome<Register> {
        match self.registers(id)?.as_slice() {
            [register] => Ok(*register),
            _ => self.unsupported("expected a scalar"),
        }
    }

    /// An expression as the place that a pointer leads to.
    pub(super) fn pointer(&mut self, id: ExprId) -> Outcome<super::lowering::Place> {
        let value = self.value(id)?;
        self.pointed_place(value)
    }

    /// Components of a value.
    fn swizzle(&mut self, id: ExprId, components: Components) -> Outcome<Value> {
        let registers = self.registers(id)?;
        Ok(Value::Registers(components.iter().map(|number| registers[number]).collect()))
    }

    /// The bits of a value as a different type. Section 2.14
    fn bits(&mut self, id: ExprId, to: TypeId) -> Outcome<Value> {
        let from = self.ty(id);
        let registers = self.registers(id)?;
        let (Some(from), Some(into)) = (self.value_type(from), self.value_type(to)) else {
            return self.unsupported("bits of this type can't be executed yet");
        };
        Ok(Value::Registers(self.as_type(&registers, from, into)))
    }

    fn as_type(&mut self, registers: &[Register], from: ValueType, into: ValueType) -> Vec<Register> {
        let (one, other) = (register_type(from.scalar()), register_type(into.scalar()));
        let count = super::types::shape(into).len();
        if one.size() == other.size() {
            let mut results: Vec<Register> = Vec::new();
            for index in 0..count {
                let to = self.code.register(other);
                match registers.get(index) {
                    Some(value) => self.code.emit(Instruction::Reinterpret { to, value: *value }),
                    None => self.code.emit(Instruction::Undefined { to }),
                }
                results.push(to);
            }
            return results;
        }
        // Through memory: components of other sizes share bytes.
        let location = self.scratch(16.max(registers.len() as u32 * one.size()));
        for (index, value) in registers.iter().enumerate() {
            let into =
                shader_ir::Location { offset: location.offset + index as u32 * one.size(), ..location };
            self.code.emit(Instruction::Store { ty: shader_ir::MemoryType::Sized(one), into, value: *value });
        }
        (0..count)
            .map(|index| {
                let to = self.code.register(other);
                let from =
                    shader_ir::Location { offset: location.offset + index as u32 * other.size(), ..location };
                self.code.emit(Instruction::Load { ty: shader_ir::MemoryType::Sized(other), to, from });
                to
            })
            .collect()
    }

    /// An enumerator of the library as a number: a bit for the flags of barriers, and its place in other enumerations.
    fn enumerator(&self, enumerator: &Enumerator, ty: TypeId) -> u64 {
        let MetalType::LibraryEnumeration(enumeration) = self.kind(ty) else { return 0 };
        match enumerator.name {
            "mem_none" => 0,
            "mem_device" => 1,
            "mem_threadgroup" => 2,
            "mem_texture" => 4,
            "mem_threadgroup_imageblock" => 8,
            name => enumeration.enumerators().iter().position(|it| it.name == name).unwrap_or(0) as u64,
        }
    }

    /// Bytes of the invocation.
    fn scratch(&mut self, size: u32) -> shader_ir::Location {
        let start = self.code.program.invocation_bytes.next_multiple_of(16);
        self.code.program.invocation_bytes = (start + size).next_multiple_of(4);
        let address = self.code.number(0);
        shader_ir::Location { memory: shader_ir::Memory::Invocation, address, offset: start }
    }
}
