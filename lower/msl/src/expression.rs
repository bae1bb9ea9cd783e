//! Expressions, and the places that lvalues name.

use super::place::Place;
use super::types::{memory_type, register_type};
use super::{Binding, Lowering, Outcome, Value};
use msl_spec::{Scalar, ValueType};
use msl_validator::ast::{CastKind, Expr, ExprId, NameId, PostfixOperator, UnaryOperator};
use msl_validator::meaning::Value as Constant;
use msl_validator::names::Symbol;
use msl_validator::types::{Type as MetalType, TypeId};
use shader_ir::{Instruction, Register};

impl Lowering<'_> {
    /// The value of an expression, in its own type.
    pub(super) fn value(&mut self, id: ExprId) -> Outcome<Value> {
        let span = self.ast().expr_span(id);
        let before = core::mem::replace(&mut self.code.span, span);
        let own = self.ast()[id].levels();
        let levels = if self.overloaded(id).is_some() { own.max(Expr::CALL_LEVELS) } else { own };
        let value = self.deeper(levels, |it| it.value_here(id));
        if value.is_ok() {
            self.code.span = before;
        }
        value
    }

    fn value_here(&mut self, id: ExprId) -> Outcome<Value> {
        let meaning = self.meaning(id);
        if let Some(value) = meaning.value
            && !matches!(
                self.ast()[id],
                Expr::Assign(..) | Expr::Unary(UnaryOperator::Increment | UnaryOperator::Decrement, _)
            )
            && let Some(ValueType::Scalar(scalar)) = self.value_type(meaning.ty)
        {
            return Ok(Value::Registers(vec![self.constant(value, scalar)]));
        }
        if let Some(instance) = self.overloaded(id) {
            return self.call_operator(id, instance);
        }
        match self.ast()[id] {
            Expr::Error | Expr::Literal(_) => self.unsupported("this literal can't be executed yet"),
            Expr::Name(name) => self.name_value(id, name, meaning.ty),
            Expr::Call(callee, arguments) => {
                let arguments = self.ast()[arguments].to_vec();
                self.call(id, callee, &arguments)
            }
            Expr::Construct(_, arguments) => {
                let arguments = self.ast()[arguments].to_vec();
                self.construct(id, meaning.ty, &arguments)
            }
            Expr::ConstructBraces(_, list) => self.braces(list, meaning.ty),
            Expr::Braces(_) => self.braces(id, meaning.ty),
            Expr::Member(base, member) => self.member_value(id, base, member),
            Expr::Arrow(..) | Expr::Index(..) => self.part_value(id),
            Expr::Unary(operator, operand) => self.unary(id, operator, operand),
            Expr::Postfix(operator, operand) => {
                let (old, ..) = self.step(operand, operator == PostfixOperator::Increment)?;
                Ok(old)
            }
            Expr::Binary(operator, left, right) => self.binary(operator, left, right),
            Expr::Assign(operator, left, right) => Ok(self.assign(operator, left, right)?.0),
            Expr::Conditional(condition, accept, reject) => self.conditional(id, condition, accept, reject),
            Expr::Cast(..) if meaning.is_place => self.part_value(id),
            Expr::Cast(kind, _, operand) => self.cast(kind, meaning.ty, operand),
            Expr::SizeOfType(_) | Expr::SizeOf(_) | Expr::AlignOf(_) => {
                self.unsupported("expected a known size")
            }
            Expr::Paren(inner) => self.used(inner),
            Expr::This => {
                let this = self.frame()?.this.clone();
                match this {
                    Some((place, _)) => Ok(Value::Pointer(place)),
                    None => self.unsupported("expected an object"),
                }
            }
        }
    }

    /// A constant in a register.
    pub(super) fn constant(&mut self, value: Constant, scalar: Scalar) -> Register {
        let ty = register_type(scalar);
        let bits = match value {
            Constant::Bool(value) => u64::from(value),
            Constant::Integer(value) if !scalar.is_float() => {
                let bits = shader_numeric::convert::converted(shader_ir::Type::I64, ty, value as u64);
                if scalar == Scalar::Ulong { value as u64 } else { bits }
            }
            Constant::Integer(value) => super::constant::bits_of(value as f64, ty),
            Constant::Float(value) => super::constant::bits_of(value, ty),
        };
        self.code.constant(ty, bits)
    }

    /// The binding of a variable's name: in the function, in the object of a member function, or at program scope.
    pub(super) fn binding(&mut self, id: ExprId, name: NameId) -> Outcome<Binding> {
        let name = self.ast()[name].name;
        let Some(variable) = self.meaning(id).variable else {
            let Some((place, ty)) = self.frame()?.this.clone() else {
                return self.unsupported("expected a name with a value");
            };
            return Ok(Binding::Place(self.member_place(&place, ty, name)?.0));
        };
        if let Some(binding) = self.frame()?.locals.get(&variable) {
            return Ok(binding.clone());
        }
        if !self.ast()[variable].is_extern {
            return self.global(variable);
        }
        let definition =
            self.module.globals.keys().copied().filter(|id| self.ast()[*id].name == Some(name)).max();
        self.global(definition.unwrap_or(variable))
    }

    fn name_value(&mut self, id: ExprId, name: NameId, ty: TypeId) -> Outcome<Value> {
        if let MetalType::LibraryEnumeration(_) = self.kind(ty) {
            let flags = self.enumerator(name);
            return Ok(Value::Registers(vec![self.code.constant(shader_ir::Type::I32, flags)]));
        }
        match self.binding(id, name)? {
            Binding::Place(place) => self.load(&place, ty),
            Binding::Pointer(place) => Ok(Value::Pointer(place)),
            Binding::Handle(handle) => Ok(Value::Handle(handle)),
        }
    }

    /// An enumerator of the library as a number: its place in the enumeration, and a bit for the flags of barriers.
    fn enumerator(&self, name: NameId) -> u64 {
        let text = self.module.names.text(self.ast()[name].name);
        match text {
            "mem_device" | "y" => 1,
            "mem_threadgroup" | "z" => 2,
            "w" => 3,
            "mem_texture" => 4,
            "mem_threadgroup_imageblock" => 8,
            _ => 0,
        }
    }

    /// A member of a value, which need not be in memory.
    fn member_value(&mut self, id: ExprId, base: ExprId, member: Symbol) -> Outcome<Value> {
        let base_ty = self.meaning(base).ty;
        if self.is_matrix(base) {
            return self.value(base);
        }
        if let Some(value) = self.value_type(base_ty) {
            let numbers = self.module.components(member);
            if self.meaning(base).is_place && !self.names_components(base) {
                let (place, _) = self.place(base)?;
                let parts = Self::components(&place, value, &numbers);
                let mut registers = Vec::new();
                for part in parts {
                    registers.push(self.load_component(&part, value));
                }
                return Ok(Value::Registers(registers));
            }
            let registers = self.registers_of(base)?;
            return Ok(Value::Registers(numbers.iter().map(|number| registers[*number]).collect()));
        }
        if self.meaning(base).is_place {
            return self.part_value(id);
        }
        let place = match self.value(base)? {
            Value::Registers(registers) => Place::Registers(registers),
            Value::Memory(location) => Place::Memory(location),
            Value::Pointer(_) | Value::Handle(_) | Value::Nothing => {
                return self.unsupported("expected a value with members");
            }
        };
        let (part, ty) = self.member_place(&place, base_ty, member)?;
        self.load(&part, ty)
    }

    /// Returns true for a matrix. Its only member is `columns`, which is the matrix itself.
    fn is_matrix(&self, id: ExprId) -> bool {
        matches!(self.value_type(self.meaning(id).ty), Some(ValueType::Matrix(..)))
    }

    /// Returns true if an expression is several components of a vector, which have no place of their own.
    fn names_components(&self, id: ExprId) -> bool {
        match self.ast()[id] {
            Expr::Paren(inner) => self.names_components(inner),
            Expr::Member(base, member) => {
                let is_value = self.value_type(self.meaning(base).ty).is_some() && !self.is_matrix(base);
                is_value && self.module.components(member).len() > 1
            }
            Expr::Error
            | Expr::Literal(_)
            | Expr::Name(_)
            | Expr::Call(..)
            | Expr::Construct(..)
            | Expr::ConstructBraces(..)
            | Expr::Braces(_)
            | Expr::Arrow(..)
            | Expr::Index(..)
            | Expr::Unary(..)
            | Expr::Postfix(..)
            | Expr::Binary(..)
            | Expr::Assign(..)
            | Expr::Conditional(..)
            | Expr::Cast(..)
            | Expr::SizeOfType(_)
            | Expr::SizeOf(_)
            | Expr::AlignOf(_)
            | Expr::This => false,
        }
    }

    fn registers_of(&mut self, id: ExprId) -> Outcome<Vec<Register>> {
        match self.value(id)? {
            Value::Registers(registers) => Ok(registers),
            Value::Memory(_) | Value::Pointer(_) | Value::Handle(_) | Value::Nothing => {
                self.unsupported("expected a scalar or vector")
            }
        }
    }

    /// A component of a vector in a place.
    pub(super) fn load_component(&mut self, part: &Place, vector: ValueType) -> Register {
        match part {
            Place::Registers(registers) => registers[0],
            Place::Memory(location) => {
                let to = self.code.register(register_type(vector.scalar()));
                self.code.emit(Instruction::Load { ty: memory_type(vector.scalar()), to, from: *location });
                to
            }
        }
    }

    /// The value of a member, element or pointee.
    fn part_value(&mut self, id: ExprId) -> Outcome<Value> {
        let (place, ty) = self.place(id)?;
        if let MetalType::Texture(..) | MetalType::Class(_) = self.kind(ty) {
            return self.unsupported("textures in structures and arrays can't be executed yet");
        }
        self.load(&place, ty)
    }

    /// The place of an lvalue, and the type that it holds.
    pub(super) fn place(&mut self, id: ExprId) -> Outcome<(Place, TypeId)> {
        self.deeper(Expr::PLACE_LEVELS, |it| it.place_here(id))
    }

    fn place_here(&mut self, id: ExprId) -> Outcome<(Place, TypeId)> {
        let ty = self.meaning(id).ty;
        if let Some(instance) = self.referring(id) {
            return Ok((self.referred(id, instance)?, ty));
        }
        if self.overloaded(id).is_some() {
            return Ok((self.placed(id)?, ty));
        }
        match self.ast()[id] {
            Expr::Name(name) => match self.binding(id, name)? {
                Binding::Place(place) => Ok((place, ty)),
                Binding::Pointer(_) | Binding::Handle(_) => self.unsupported("expected an object in memory"),
            },
            Expr::Paren(inner) => self.place(inner),
            Expr::Member(base, member) => {
                let (whole, base_ty) = self.place_or_value(base)?;
                if self.is_matrix(base) {
                    return Ok((whole, base_ty));
                }
                if let Some(value) = self.value_type(base_ty) {
                    let numbers = self.module.components(member);
                    let [part] = <[Place; 1]>::try_from(Self::components(&whole, value, &numbers))
                        .or_else(|_| self.unsupported("several components can't be an object in memory"))?;
                    return Ok((part, ty));
                }
                self.member_place(&whole, base_ty, member)
            }
            Expr::Arrow(base, member) => {
                let MetalType::Pointer(object) = self.kind(self.used_type(base)) else {
                    return self.unsupported("expected a pointer");
                };
                let whole = self.pointer(base)?;
                self.member_place(&whole, object.ty, member)
            }
            Expr::Index(base, index) => self.index_place(base, index),
            Expr::Unary(UnaryOperator::Dereference, operand) => Ok((self.pointer(operand)?, ty)),
            Expr::Cast(_, _, operand) if self.meaning(id).is_place => Ok((self.place_as(operand, ty)?, ty)),
            Expr::Unary(operator @ (UnaryOperator::Increment | UnaryOperator::Decrement), operand) => {
                let (.., place) = self.step(operand, operator == UnaryOperator::Increment)?;
                Ok((place, ty))
            }
            Expr::Assign(operator, left, right) => match self.assign(operator, left, right)? {
                (_, Some(place)) => Ok((place, ty)),
                (_, None) => self.unsupported("can't take the place of several components"),
            },
            Expr::Error
            | Expr::Literal(_)
            | Expr::Call(..)
            | Expr::Construct(..)
            | Expr::ConstructBraces(..)
            | Expr::Braces(_)
            | Expr::Unary(..)
            | Expr::Postfix(..)
            | Expr::Binary(..)
            | Expr::Conditional(..)
            | Expr::Cast(..)
            | Expr::SizeOfType(_)
            | Expr::SizeOf(_)
            | Expr::AlignOf(_)
            | Expr::This => self.place_or_value(id),
        }
    }

    /// The place of an object that a cast sees as an object of this type: its bytes, which registers do not have.
    fn place_as(&mut self, id: ExprId, ty: TypeId) -> Outcome<Place> {
        let (place, own) = self.place(id)?;
        if own != ty && matches!(place, Place::Registers(_)) {
            return self.unsupported(
                "a reference to this object as an object of a different type can't be executed yet",
            );
        }
        Ok(place)
    }

    /// The place of an lvalue, or one with the value of another expression.
    pub(super) fn place_or_value(&mut self, id: ExprId) -> Outcome<(Place, TypeId)> {
        let meaning = self.meaning(id);
        let is_named = matches!(
            self.ast()[id],
            Expr::Name(_)
                | Expr::Paren(_)
                | Expr::Member(..)
                | Expr::Arrow(..)
                | Expr::Index(..)
                | Expr::Cast(..)
                | Expr::Unary(UnaryOperator::Dereference, _)
        );
        if meaning.is_place && (is_named || self.referring(id).is_some()) {
            return self.place(id);
        }
        Ok((self.placed(id)?, meaning.ty))
    }

    /// A place with the value of an expression.
    fn placed(&mut self, id: ExprId) -> Outcome<Place> {
        match self.value(id)? {
            Value::Registers(registers) => Ok(Place::Registers(registers)),
            Value::Memory(location) => Ok(Place::Memory(location)),
            Value::Pointer(place) => Ok(place),
            Value::Handle(_) | Value::Nothing => self.unsupported("expected an object in memory"),
        }
    }

    /// The place that a reference refers to: an lvalue of the type, or a new object with the value.
    pub(super) fn place_or_copy(&mut self, id: ExprId, ty: TypeId) -> Outcome<Place> {
        let meaning = self.meaning(id);
        if meaning.is_place && meaning.converted.is_none() && !matches!(self.ast()[id], Expr::Braces(_)) {
            return Ok(self.place(id)?.0);
        }
        let value = self.value_as(id, ty)?;
        let place = self.fresh(ty, false)?;
        self.store(&place, ty, value)?;
        Ok(place)
    }

    fn index_place(&mut self, base: ExprId, index: ExprId) -> Outcome<(Place, TypeId)> {
        let ty = self.used_type(base);
        if let MetalType::Pointer(object) = self.kind(ty) {
            let whole = self.pointer(base)?;
            let index = self.single(index)?;
            let (stride, _) = self.layout(object.ty)?;
            if self.code.known(index).is_some_and(|bits| bits as u32 == 0) {
                return Ok((whole, object.ty));
            }
            return Ok((self.moved(&whole, index, stride)?, object.ty));
        }
        let (whole, ty) = self.place_or_value(base)?;
        let index = self.single(index)?;
        // A vector in registers with an index that is not constant is put into memory first.
        let whole = match &whole {
            Place::Registers(registers) if self.code.known(index).is_none() => {
                let registers = registers.clone();
                let place = Place::Memory(self.allocate(ty)?);
                self.store(&place, ty, Value::Registers(registers))?;
                place
            }
            Place::Registers(_) | Place::Memory(_) => whole,
        };
        self.element_place(&whole, ty, index)
    }

    fn cast(&mut self, kind: CastKind, to: TypeId, operand: ExprId) -> Outcome<Value> {
        let from = self.used_type(operand);
        if kind != CastKind::AsType {
            if let MetalType::Void = self.kind(to) {
                self.value(operand)?;
                return Ok(Value::Nothing);
            }
            let value = self.used(operand)?;
            return self.convert(value, from, to);
        }
        let registers = self.registers(operand)?;
        let (Some(from), Some(into)) = (self.value_type(from), self.value_type(to)) else {
            return self.unsupported("bits of this type can't be executed yet");
        };
        Ok(Value::Registers(self.as_type(&registers, from, into)))
    }

    /// The bits of a value as another type. Section 2.14
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

    /// Bytes of the invocation.
    fn scratch(&mut self, size: u32) -> shader_ir::Location {
        let start = self.code.program.invocation_bytes.next_multiple_of(16);
        self.code.program.invocation_bytes = (start + size).next_multiple_of(4);
        let address = self.code.number(0);
        shader_ir::Location { memory: shader_ir::Memory::Invocation, address, offset: start }
    }
}
