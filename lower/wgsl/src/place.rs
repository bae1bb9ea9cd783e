//! Places: what references and pointers mean. Loads and stores.

use super::lowering::Lowering;
use super::types::second_offset;
use super::value::{Place, Value};
use shader_ir::build::Unsupported;
use shader_ir::{Copy, Instruction, Location, Memory, Precision, Register, Type};
use shader_numeric::Operation;
use wgsl_spec::{Symbol, sym};
use wgsl_validator::types::{Length, TypeId, TypeKind};

impl Lowering<'_> {
    /// The member of a structure, or one component of a vector.
    pub(super) fn member_place(
        &mut self,
        place: &Place,
        ty: TypeId,
        member: Symbol,
    ) -> Option<(Place, TypeId)> {
        if let TypeKind::Struct(id) = self.kind(ty) {
            let (member_ty, before) = self.module.meaning.types.member(id, member)?;
            let structure = self.module.meaning.types.structure(id)?;
            let found = structure.members.iter().find(|candidate| candidate.name == member)?;
            let offset = found.offset as u32;
            return Some((Self::part(place, before as usize, self.scalars(member_ty), offset), member_ty));
        }
        if let TypeKind::Vector(_, scalar) = self.kind(ty) {
            let component = self.component_letters(member).first().copied()?;
            let offset = u32::from(component) * scalar.ty().size();
            return Some((Self::part(place, usize::from(component), 1, offset), TypeId::scalar(scalar)));
        }
        let [first, second] = self.result_members(ty)?;
        let count = self.scalars(first);
        if is_second_of_result(member) {
            let offset = second_offset(count);
            return Some((Self::part(place, count, self.scalars(second), offset), second));
        }
        Some((Self::part(place, 0, count, 0), first))
    }

    /// Scalars of a place, or the bytes that hold them.
    fn part(place: &Place, first: usize, count: usize, offset: u32) -> Place {
        match place {
            Place::Registers(registers) => Place::Registers(registers[first..first + count].to_vec()),
            Place::Choice(choices, index) => {
                let parts = choices.iter().map(|choice| choice[first..first + count].to_vec()).collect();
                Place::Choice(parts, *index)
            }
            Place::Memory(location) => {
                Place::Memory(Location { offset: location.offset + offset, ..*location })
            }
            Place::View(location, end) => {
                Place::View(Location { offset: location.offset + offset, ..*location }, *end)
            }
        }
    }

    /// An element of an array or a vector, or a column of a matrix.
    pub(super) fn element_place(
        &mut self,
        place: &Place,
        ty: TypeId,
        index: Register,
    ) -> Result<(Place, TypeId), Unsupported> {
        let Some((element, length)) = self.module.meaning.types.elements(ty) else {
            return self.unsupported("elements of this type can't be executed yet");
        };
        let (count, stride) = (self.length(length), self.stride(element) as u32);
        let index = self.as_unsigned(index);
        let place = match place {
            Place::Memory(location) => {
                let count = match count {
                    Some(count) => self.code.number(count),
                    None => self.runtime_length(*location, stride)?,
                };
                self.element_in_memory(*location, index, count, stride)
            }
            Place::View(location, end) => {
                let count = match count {
                    Some(count) => self.code.number(count),
                    None => self.viewed_length(*location, *end, stride),
                };
                self.element_in_memory(*location, index, count, stride)
            }
            Place::Registers(registers) => {
                let size = self.scalars(element);
                self.element_in_registers(registers, size, index)
            }
            Place::Choice(choices, outer) => {
                let (size, count) = (self.scalars(element), count.unwrap_or(1));
                let (zero, count_register) = (self.code.number(0), self.code.number(count));
                let inner = self.code.register(Type::U32);
                self.code.emit(Instruction::Index {
                    to: inner,
                    base: zero,
                    index,
                    count: count_register,
                    stride: 1,
                });
                let whole = self.code.register(Type::U32);
                let outer_count = self.code.number(choices.len() as u32);
                self.code.emit(Instruction::Index {
                    to: whole,
                    base: inner,
                    index: *outer,
                    count: outer_count,
                    stride: count,
                });
                let parts = choices.iter().flat_map(|choice| choice.chunks(size).map(<[Register]>::to_vec));
                Place::Choice(parts.collect(), whole)
            }
        };
        Ok((place, element))
    }

    fn element_in_memory(&mut self, base: Location, index: Register, count: Register, stride: u32) -> Place {
        if let (Some(index), Some(count)) = (self.code.known(index), self.code.known(count))
            && index < count
        {
            let offset = base.offset.saturating_add((index as u32).saturating_mul(stride));
            return Place::Memory(Location { offset, ..base });
        }
        let address = self.code.register(Type::U32);
        self.code.emit(Instruction::Index { to: address, base: base.address, index, count, stride });
        Place::Memory(Location { address, ..base })
    }

    fn element_in_registers(&mut self, registers: &[Register], size: usize, index: Register) -> Place {
        let count = registers.len() / size;
        if let Some(known) = self.code.known(index)
            && (known as usize) < count
        {
            let first = known as usize * size;
            return Place::Registers(registers[first..first + size].to_vec());
        }
        let (zero, count) = (self.code.number(0), self.code.number(count as u32));
        let clamped = self.code.register(Type::U32);
        self.code.emit(Instruction::Index { to: clamped, base: zero, index, count, stride: 1 });
        Place::Choice(registers.chunks(size).map(<[Register]>::to_vec).collect(), clamped)
    }

    /// Indices are compared as unsigned numbers: a negative one is beyond every length.
    pub(super) fn as_unsigned(&mut self, index: Register) -> Register {
        if self.code.ty(index) == Type::U32 {
            return index;
        }
        if let Some(bits) = self.code.known(index) {
            return self.code.number(bits as u32);
        }
        let to = self.code.register(Type::U32);
        self.code.emit(Instruction::Reinterpret { to, value: index });
        to
    }

    /// The number of elements of a runtime-sized array that starts here: computed once, before everything else.
    /// <https://www.w3.org/TR/WGSL/#arrayLength-builtin>
    pub(super) fn runtime_length(&mut self, start: Location, stride: u32) -> Result<Register, Unsupported> {
        use shader_ir::Input;
        let Memory::Buffer(buffer) = start.memory else {
            return self.unsupported("a runtime-sized array must be in a buffer");
        };
        let input = Input::BufferSize(buffer);
        if let Some(register) = self.code.inputs.get(&(input, start.offset, stride)) {
            return Ok(*register);
        }
        let size = self.code.input(input);
        let (offset, stride_register) = (self.code.number(start.offset), self.code.number(stride));
        let [rest, length] = [(); 2].map(|()| self.code.register(Type::U32));
        let scalar = |operation, to, left, right| Instruction::Scalar {
            operation,
            ty: Type::U32,
            precision: Precision::Default,
            to,
            operands: [left, right, left],
        };
        self.code.emit_first(scalar(Operation::Subtract, rest, size, offset));
        self.code.emit_first(scalar(Operation::Divide, length, rest, stride_register));
        self.code.inputs.insert((input, start.offset, stride), length);
        Ok(length)
    }

    /// <https://www.w3.org/TR/WGSL/#load-rule>
    pub(super) fn load(&mut self, place: &Place, ty: TypeId) -> Result<Value, Unsupported> {
        match place {
            Place::Registers(registers) => Ok(Value::Registers(registers.clone())),
            Place::Choice(choices, index) => {
                let size = choices.first().map_or(0, Vec::len);
                let mut registers = Vec::with_capacity(size);
                for part in 0..size {
                    let candidates: Vec<Register> = choices.iter().map(|choice| choice[part]).collect();
                    registers.push(self.choose(&candidates, *index));
                }
                Ok(Value::Registers(registers))
            }
            Place::Memory(location) | Place::View(location, _) if self.has_array(ty) => {
                if location.memory == Memory::Constant {
                    return Ok(Value::Memory(*location));
                }
                let copy = self.allocate(ty)?;
                self.copy_bytes(*location, copy, ty)?;
                Ok(Value::Memory(copy))
            }
            Place::Memory(location) | Place::View(location, _) => {
                Ok(Value::Registers(self.load_leaves(*location, ty)?))
            }
        }
    }

    fn load_leaves(&mut self, location: Location, ty: TypeId) -> Result<Vec<Register>, Unsupported> {
        let mut registers = Vec::new();
        for leaf in self.leaves(ty)? {
            let to = self.code.register(leaf.ty);
            let from = Location { offset: location.offset + leaf.offset, ..location };
            self.code.emit(Instruction::Load { ty: leaf.ty.into(), to, from });
            registers.push(to);
        }
        Ok(registers)
    }

    /// The candidate with this index, or zero where none has it.
    fn choose(&mut self, candidates: &[Register], index: Register) -> Register {
        let ty = candidates.first().map_or(Type::U32, |candidate| self.code.ty(*candidate));
        let mut chosen = self.code.constant(ty, 0);
        for (position, candidate) in candidates.iter().enumerate() {
            let condition = self.is_index(index, position);
            let to = self.code.register(ty);
            self.code.emit(Instruction::Select { to, condition, accept: *candidate, reject: chosen });
            chosen = to;
        }
        chosen
    }

    fn is_index(&mut self, index: Register, position: usize) -> Register {
        let position = self.code.number(position as u32);
        self.scalar(Operation::Equal, Type::U32, Type::Bool, [index, position, index])
    }

    /// Stores a value; what it was read from may be the place itself.
    pub(super) fn store(&mut self, place: &Place, ty: TypeId, value: Value) -> Result<(), Unsupported> {
        match (place, value) {
            (Place::Memory(into) | Place::View(into, _), Value::Memory(from)) => {
                self.copy_bytes(from, *into, ty)
            }
            (Place::Memory(into) | Place::View(into, _), Value::Registers(registers)) => {
                for (leaf, value) in self.leaves(ty)?.iter().zip(registers) {
                    let into = Location { offset: into.offset + leaf.offset, ..*into };
                    self.code.emit(Instruction::Store { ty: leaf.ty.into(), value, into });
                }
                Ok(())
            }
            (Place::Registers(targets), Value::Registers(values)) => {
                let values = self.apart(values, targets);
                for (to, value) in targets.iter().zip(values) {
                    if *to != value {
                        self.code.emit(Instruction::Set { to: *to, value });
                    }
                }
                Ok(())
            }
            (Place::Choice(choices, index), Value::Registers(values)) => {
                let settled = self.settled(Value::Registers(values));
                let values = self.in_registers(settled)?;
                for (position, choice) in choices.iter().enumerate() {
                    let condition = self.is_index(*index, position);
                    for (to, value) in choice.iter().zip(&values) {
                        let merged = self.code.register(self.code.ty(*to));
                        self.code.emit(Instruction::Select {
                            to: merged,
                            condition,
                            accept: *value,
                            reject: *to,
                        });
                        self.code.emit(Instruction::Set { to: *to, value: merged });
                    }
                }
                Ok(())
            }
            _ => self.unsupported("values of this type can't be stored yet"),
        }
    }

    /// Copies of values that one of the targets holds: `v = v.yx`.
    fn apart(&mut self, values: Vec<Register>, targets: &[Register]) -> Vec<Register> {
        let overlaps = values
            .iter()
            .enumerate()
            .any(|(index, value)| targets[..index.min(targets.len())].contains(value));
        if !overlaps {
            return values;
        }
        values
            .into_iter()
            .map(|value| if targets.contains(&value) { self.code.copy(value) } else { value })
            .collect()
    }

    pub(super) fn clear(&mut self, place: &Place, ty: TypeId) {
        match place {
            Place::Memory(into) | Place::View(into, _) => {
                let size = self.bytes(ty).1 as u32;
                self.code.emit(Instruction::Clear { into: *into, size });
            }
            Place::Registers(registers) => {
                for to in registers {
                    let value = self.code.constant(self.code.ty(*to), 0);
                    self.code.emit(Instruction::Set { to: *to, value });
                }
            }
            Place::Choice(..) => {}
        }
    }

    pub(super) fn copy_bytes(
        &mut self,
        from: Location,
        into: Location,
        ty: TypeId,
    ) -> Result<(), Unsupported> {
        let runs = self.runs(ty)?;
        self.code.copy_memory(Copy { from, into, runs });
        Ok(())
    }

    /// The components that a swizzle names.
    pub(super) fn component_letters(&self, member: Symbol) -> Vec<u8> {
        let name = self.module.name(member);
        name.bytes()
            .filter_map(|letter| b"xyzwrgba".iter().position(|known| *known == letter))
            .map(|at| (at % 4) as u8)
            .collect()
    }

    /// An element of a value with arrays, or one whose index is not known.
    pub(super) fn element_of_value(
        &mut self,
        value: &Value,
        ty: TypeId,
        index: Register,
    ) -> Result<Value, Unsupported> {
        let place = match value {
            Value::Registers(registers) => Place::Registers(registers.clone()),
            Value::Memory(location) => Place::Memory(*location),
            Value::Pointer(_) | Value::Handle(_) => {
                return self.unsupported("expected a value with elements");
            }
        };
        let (place, element) = self.element_place(&place, ty, index)?;
        self.part_of_value(&place, element)
    }

    /// A part of a value: nothing changes it, so parts with arrays stay where they are.
    pub(super) fn part_of_value(&mut self, place: &Place, ty: TypeId) -> Result<Value, Unsupported> {
        if let Place::Memory(location) = place
            && self.has_array(ty)
        {
            return Ok(Value::Memory(*location));
        }
        self.load(place, ty)
    }

    /// Whether a length is not known before execution.
    pub(super) const fn is_runtime(length: Length) -> bool {
        matches!(length, Length::Runtime)
    }
}

/// Whether a member of the result of a builtin function is the second of the two.
pub(super) fn is_second_of_result(member: Symbol) -> bool {
    [sym::EXP, sym::WHOLE, sym::EXCHANGED].contains(&member)
}
