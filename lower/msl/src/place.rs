//! Places: what lvalues and pointers mean. Loads and stores.

use super::lowering::{Lowering, Outcome, Place, Value};
use super::types::Leaf;
use msl_spec::ValueType;
use msl_validator::types::{Type as MetalType, TypeId};
use shader_ir::{Copy, Input, Instruction, Location, Memory, Register, Type};
use shader_numeric::Operation;

impl Lowering<'_> {
    /// A part of a place: some of its scalars, or the bytes that hold them.
    pub(super) fn part(place: &Place, first: usize, count: usize, offset: u32) -> Place {
        match place {
            Place::Registers(registers) => Place::Registers(registers[first..first + count].to_vec()),
            Place::Memory(location) => {
                Place::Memory(Location { offset: location.offset + offset, ..*location })
            }
        }
    }

    /// A member of a structure, by its index.
    pub(super) fn member_place(&self, whole: &Place, ty: TypeId, index: u32) -> Outcome<Place> {
        let MetalType::Structure(number) = self.kind(ty) else {
            return self.unsupported("expected a structure");
        };
        let index = index as usize;
        let offset = self.module.types.offset(number, index).unwrap_or(0);
        let members = &self.module.types.structure(number).members;
        let (mut before, mut count) = (0, 0);
        // Registers of a structure with arrays do not occur.
        if let Place::Registers(_) = whole {
            for member in &members[..index] {
                before += self.count(member.ty)?;
            }
            count = self.count(members[index].ty)?;
        }
        Ok(Self::part(whole, before, count, offset as u32))
    }

    /// A component of a vector by its number, as a place.
    pub(super) fn component_place(vector: &Place, ty: ValueType, number: usize) -> Place {
        let size = super::types::register_type(ty.scalar());
        let bytes = if size == Type::Bool { 1 } else { size.size() };
        Self::part(vector, number, 1, number as u32 * bytes)
    }

    /// An element of an array, a vector or a matrix.
    pub(super) fn element_place(&mut self, place: &Place, ty: TypeId, index: Register) -> Outcome<Place> {
        if let Some((element, count)) = self.module.types.element(ty) {
            let (stride, _) = self.layout(element)?;
            let Place::Memory(location) = place else {
                return self.unsupported("expected an array in memory");
            };
            return self.element_in_memory(*location, index, count, stride);
        }
        let Some(value) = self.value_type(ty) else {
            return self.unsupported("expected a value with elements");
        };
        let (part, count) = match value {
            ValueType::Vector(scalar, width) | ValueType::PackedVector(scalar, width) => {
                (ValueType::Scalar(scalar), width.count())
            }
            ValueType::Matrix(scalar, columns, rows) => (ValueType::Vector(scalar, rows), columns.count()),
            ValueType::Scalar(_) => return self.unsupported("expected a value with elements"),
        };
        let Some(part_ty) = self.module.types.known(MetalType::Value(part)) else {
            return self.unsupported("expected an element with a type");
        };
        let size = self.count(part_ty)?;
        match place {
            Place::Registers(registers) => match self.code.known(index) {
                Some(index) if (index as u32) < count => {
                    let first = index as usize * size;
                    Ok(Place::Registers(registers[first..first + size].to_vec()))
                }
                _ => self.unsupported("the index must be constant"),
            },
            Place::Memory(location) => {
                let stride = match value {
                    ValueType::Matrix(..) => part.layout().map_or(0, |layout| layout.size),
                    ValueType::Scalar(_) | ValueType::Vector(..) | ValueType::PackedVector(..) => {
                        self.leaves(part_ty)?.first().map_or(0, |leaf| leaf.ty.size())
                    }
                };
                self.element_in_memory(*location, index, Some(count), stride)
            }
        }
    }

    /// An element of an array in memory. One element at the end of a buffer stands for all that follow.
    fn element_in_memory(
        &mut self,
        base: Location,
        index: Register,
        count: Option<u32>,
        stride: u32,
    ) -> Outcome<Place> {
        let is_open = count.is_none_or(|count| count == 1);
        if base.memory == Memory::Pointed {
            return self.moved(&Place::Memory(base), index, stride);
        }
        let index = self.as_unsigned(index);
        if let (Some(known), Some(count)) = (self.code.known(index), count)
            && known < u64::from(count)
        {
            let offset = base.offset.saturating_add((known as u32).saturating_mul(stride));
            return Ok(Place::Memory(Location { offset, ..base }));
        }
        let count = match (count, base.memory) {
            (_, Memory::Buffer(buffer)) if is_open => self.elements_behind(buffer, base, stride),
            (Some(count), _) => self.code.number(count),
            (None, _) => self.code.number(u32::MAX),
        };
        let address = self.code.register(Type::U32);
        self.code.emit(Instruction::Index { to: address, base: base.address, index, count, stride });
        self.note_address(address, base, stride, false);
        Ok(Place::Memory(Location { address, ..base }))
    }

    /// The element of a pointer to the start of a buffer, or of memory of the threadgroup whose size the dispatch says: the executor treats an
    /// index that is outside like in other languages. `None` for other pointers.
    pub(super) fn element_of_start(&mut self, start: &Place, index: Register, stride: u32) -> Option<Place> {
        let Place::Memory(base) = *start else { return None };
        let count = self.elements_of(base, stride)?;
        let index = self.as_unsigned(index);
        let address = self.code.register(Type::U32);
        self.code.emit(Instruction::Index { to: address, base: base.address, index, count, stride });
        self.note_address(address, base, stride, false);
        Some(Place::Memory(Location { address, ..base }))
    }

    /// The number of elements at the start of a buffer, or of memory of the threadgroup whose size the dispatch says.
    fn elements_of(&mut self, base: Location, stride: u32) -> Option<Register> {
        if let (Memory::Buffer(buffer), Some(0)) = (base.memory, self.code.known(base.address)) {
            return Some(self.elements_behind(buffer, base, stride));
        }
        let open = self.code.program.open_memory.iter();
        let bytes = open.filter(|memory| memory.address == base.address).map(|memory| memory.bytes).next()?;
        let stride = self.code.number(stride.max(1));
        Some(self.scalar(Operation::Divide, Type::U32, [bytes, stride, stride]))
    }

    /// The number of elements between a place and the end of its buffer.
    fn elements_behind(&mut self, buffer: u16, base: Location, stride: u32) -> Register {
        let size = self.code.input(Input::BufferSize(buffer));
        let start = self.code.number(base.offset);
        let start = self.scalar(Operation::Add, Type::U32, [base.address, start, start]);
        // A place after the end has no elements.
        let start = self.scalar(Operation::Min, Type::U32, [start, size, size]);
        let rest = self.scalar(Operation::Subtract, Type::U32, [size, start, start]);
        let stride = self.code.number(stride.max(1));
        self.scalar(Operation::Divide, Type::U32, [rest, stride, stride])
    }

    /// The place that is so many elements after another one; a negative index leads before it.
    ///
    /// Addresses wrap around: a pointer that leaves its memory and comes back is the same again. The offset is added first, since the address
    /// alone may be less than the distance.
    pub(super) fn moved(&mut self, place: &Place, index: Register, stride: u32) -> Outcome<Place> {
        let Place::Memory(base) = place else {
            return self.unsupported("expected an object with an address");
        };
        if self.code.known(index) == Some(0) {
            return Ok(Place::Memory(*base));
        }
        if base.memory == Memory::Pointed {
            let index = self.converted_register(index, Type::I64);
            let pointer = self.pointer_register(&Place::Memory(*base))?;
            let to = self.code.register(Type::U64);
            self.code.emit(Instruction::Offset { to, pointer, index, stride });
            return Ok(Place::Memory(Location { memory: Memory::Pointed, address: to, offset: 0 }));
        }
        let index = self.as_unsigned(index);
        let stride_register = self.code.number(stride);
        let distance = self.scalar(Operation::Multiply, Type::U32, [index, stride_register, stride_register]);
        let start = self.scalar(Operation::Add, Type::U32, [base.address, distance, distance]);
        let offset = self.code.number(base.offset);
        let address = self.scalar(Operation::Add, Type::U32, [start, offset, offset]);
        self.note_address(address, *base, stride, true);
        Ok(Place::Memory(Location { address, offset: 0, ..*base }))
    }

    /// The pointer to a place, in a register.
    pub(super) fn pointer_register(&mut self, place: &Place) -> Outcome<Register> {
        let Place::Memory(location) = place else {
            return self.unsupported("expected an object with an address");
        };
        if location.memory == Memory::Pointed && location.offset == 0 {
            return Ok(location.address);
        }
        let to = self.code.register(Type::U64);
        self.code.emit(Instruction::Pointer { to, at: *location });
        Ok(to)
    }

    /// An integer as `u32`, with its lower bits.
    pub(super) fn as_unsigned(&mut self, value: Register) -> Register {
        match self.code.ty(value) {
            Type::U32 => value,
            Type::I32 => {
                if let Some(bits) = self.code.known(value) {
                    return self.code.number(bits as u32);
                }
                let to = self.code.register(Type::U32);
                self.code.emit(Instruction::Reinterpret { to, value });
                to
            }
            Type::Bool
            | Type::I8
            | Type::I16
            | Type::I64
            | Type::U8
            | Type::U16
            | Type::U64
            | Type::F16
            | Type::F32
            | Type::F64 => self.converted_register(value, Type::U32),
        }
    }

    /// A step on scalars of one type.
    pub(super) fn scalar(&mut self, operation: Operation, ty: Type, operands: [Register; 3]) -> Register {
        let result = if operation.compares() { Type::Bool } else { ty };
        self.scalar_to(operation, ty, result, operands)
    }

    pub(super) fn scalar_to(
        &mut self,
        operation: Operation,
        ty: Type,
        result: Type,
        mut operands: [Register; 3],
    ) -> Register {
        // Unused operands repeat the first one.
        let count = operation.operands().len();
        for index in count..operands.len() {
            operands[index] = operands[0];
        }
        let to = self.code.register(result);
        let precision = self.precision;
        self.code.emit(Instruction::Scalar { operation, ty, precision, to, operands });
        to
    }

    /// The value of a place.
    pub(super) fn load(&mut self, place: &Place, ty: TypeId) -> Outcome<Value> {
        if self.is_handle(ty) {
            return self.load_handle(place);
        }
        match place {
            // A reference has the address of its object, wherever it is.
            Place::Registers(registers) if self.is_reference(ty) => {
                let address = self.code.settled(registers.clone());
                address.first().map_or_else(
                    || self.unsupported("expected a reference"),
                    |address| Ok(Value::Pointer(pointed(*address))),
                )
            }
            Place::Registers(registers) => Ok(Value::Registers(registers.clone())),
            Place::Memory(location) if self.has_array(ty) => Ok(Value::Memory(*location)),
            Place::Memory(location) => {
                let mut registers = Vec::new();
                for leaf in self.leaves(ty)? {
                    let from = Location { offset: location.offset + leaf.offset, ..*location };
                    if leaf.is_handle {
                        registers.push(self.loaded_slot(from));
                        continue;
                    }
                    let to = self.code.register(leaf.ty.of_register());
                    self.code.emit(Instruction::Load { ty: leaf.ty, to, from });
                    registers.push(to);
                }
                if let MetalType::Pointer(_) | MetalType::Reference(_) = self.kind(ty)
                    && let [pointer] = registers.as_slice()
                {
                    return Ok(Value::Pointer(pointed(*pointer)));
                }
                Ok(Value::Registers(registers))
            }
        }
    }

    /// Writes a value to a place.
    pub(super) fn store(&mut self, place: &Place, ty: TypeId, value: Value) -> Outcome<()> {
        match (place, value) {
            (Place::Registers(into), Value::Registers(values)) => {
                // All are read before any is written.
                let values = self.code.settled(values);
                for (to, value) in into.iter().zip(values) {
                    if self.handles.is_slot(*to) {
                        self.keep(*to, value)?;
                    } else {
                        self.code.emit(Instruction::Set { to: *to, value });
                    }
                }
                Ok(())
            }
            (Place::Registers(into), Value::Pointer(to)) => {
                let value = self.pointer_register(&to)?;
                match into.as_slice() {
                    [into] => self.code.emit(Instruction::Set { to: *into, value }),
                    _ => return self.unsupported("expected a pointer"),
                }
                Ok(())
            }
            (Place::Memory(location), Value::Registers(values)) => {
                for (leaf, value) in self.leaves(ty)?.into_iter().zip(values) {
                    let into = Location { offset: location.offset + leaf.offset, ..*location };
                    if leaf.is_handle {
                        self.keep_at(into, value)?;
                    } else {
                        self.code.emit(Instruction::Store { ty: leaf.ty, into, value });
                    }
                }
                Ok(())
            }
            (Place::Memory(location), Value::Pointer(to)) => {
                let value = self.pointer_register(&to)?;
                let ty = shader_ir::MemoryType::Sized(Type::U64);
                self.code.emit(Instruction::Store { ty, into: *location, value });
                Ok(())
            }
            (Place::Memory(into), Value::Memory(from)) => {
                let runs = self.runs(ty)?;
                self.code.copy_memory(Copy { from, into: *into, runs });
                self.copy_handles(from, *into, ty)
            }
            (_, Value::Nothing) => Ok(()),
            (place, Value::Handle(handle)) => self.store_handle(place, handle),
            (Place::Registers(_), Value::Memory(_)) => {
                self.unsupported("values of this type can't be stored yet")
            }
        }
    }

    /// Memory of the invocation for a value.
    pub(super) fn allocate(&mut self, ty: TypeId) -> Outcome<Location> {
        let (size, alignment) = self.layout(ty)?;
        if let Some(space) = self.host_space(size, alignment) {
            return space;
        }
        let start = self.code.program.invocation_bytes.next_multiple_of(alignment.max(4));
        let end = start.saturating_add(size).next_multiple_of(4);
        if end > 64 << 20 {
            return self.unsupported("the variables of a thread exceed the executor's memory limit");
        }
        self.code.program.invocation_bytes = end;
        let location = Location { memory: Memory::Invocation, address: self.code.number(0), offset: start };
        self.note_variable(location, size);
        Ok(location)
    }

    /// A new place for a value, in registers if it may be there.
    pub(super) fn fresh(&mut self, ty: TypeId, needs_memory: bool) -> Outcome<Place> {
        if needs_memory || self.has_array(ty) {
            return Ok(Place::Memory(self.allocate(ty)?));
        }
        let leaves = self.leaves(ty)?;
        let variable = |leaf: &Leaf| {
            if leaf.is_handle { self.slot() } else { self.code.variable(leaf.ty.of_register()) }
        };
        Ok(Place::Registers(leaves.iter().map(variable).collect()))
    }

    /// Sets a place to zero.
    pub(super) fn clear(&mut self, place: &Place, ty: TypeId) -> Outcome<()> {
        match place {
            Place::Registers(registers) => {
                for register in self.without_slots(registers) {
                    let value = self.code.constant(self.code.ty(register), 0);
                    self.code.emit(Instruction::Set { to: register, value });
                }
            }
            Place::Memory(location) => {
                let (size, _) = self.layout(ty)?;
                self.code.emit(Instruction::Clear { size, into: *location });
            }
        }
        Ok(())
    }

    /// Says that a place has no value. Section 2: variables without initializer
    pub(super) fn undefine(&mut self, place: &Place, ty: TypeId) -> Outcome<()> {
        match place {
            Place::Registers(registers) => {
                for register in self.without_slots(registers) {
                    let value = self.code.register(self.code.ty(register));
                    self.code.emit(Instruction::Undefined { to: value });
                    self.code.emit(Instruction::Set { to: register, value });
                }
            }
            // The memory of a host is not tracked.
            Place::Memory(location) if location.memory != Memory::Invocation => {}
            Place::Memory(location) => {
                let (size, _) = self.layout(ty)?;
                self.code.emit(Instruction::Undefine { size, into: *location });
            }
        }
        Ok(())
    }
}

/// The place where a pointer in a register leads.
pub(super) const fn pointed(pointer: Register) -> Place {
    Place::Memory(Location { memory: Memory::Pointed, address: pointer, offset: 0 })
}
