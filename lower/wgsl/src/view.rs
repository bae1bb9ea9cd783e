//! Views of buffers. <https://www.w3.org/TR/WGSL/#buffer-view-builtin-functions>

use super::lowering::Lowering;
use super::value::{Place, Value};
use shader_ir::build::Unsupported;
use shader_ir::{Input, Instruction, Location, Memory, Register, Type};
use shader_numeric::Operation;
use wgsl_spec::AddressSpace;
use wgsl_validator::ast::ExprId;
use wgsl_validator::types::{Length, TypeId, TypeKind};

impl Lowering<'_> {
    fn unsigned(&mut self, operation: Operation, left: Register, right: Register) -> Register {
        self.scalar(operation, Type::U32, Type::U32, [left, right, left])
    }

    /// Where a buffer starts and ends, in bytes of its memory.
    pub(super) fn buffer_extent(
        &mut self,
        place: &Place,
        length: Length,
    ) -> Result<(Location, Register), Unsupported> {
        match place {
            Place::View(location, end) => Ok((*location, *end)),
            Place::Memory(location) => {
                let size = match (self.length(length), location.memory) {
                    (Some(size), _) => self.code.number(size),
                    (None, Memory::Buffer(buffer)) => self.code.input(Input::BufferSize(buffer)),
                    (None, _) => return self.unsupported("expected a buffer with a size"),
                };
                let start = self.code.number(location.offset);
                let end = self.unsigned(Operation::Add, size, start);
                Ok((*location, end))
            }
            Place::Registers(_) | Place::Choice(..) => self.unsupported("expected a buffer"),
        }
    }

    /// A pointer to a buffer as an argument: the parameter may see less of it.
    pub(super) fn buffer_argument(
        &mut self,
        value: Value,
        from: TypeId,
        to: TypeId,
    ) -> Result<Value, Unsupported> {
        let (TypeKind::Pointer(_, from, _), TypeKind::Pointer(_, to, _)) = (self.kind(from), self.kind(to))
        else {
            return Ok(value);
        };
        let (TypeKind::Buffer(has), TypeKind::Buffer(wants), Value::Pointer(place)) =
            (self.kind(from), self.kind(to), &value)
        else {
            return Ok(value);
        };
        let (location, mut end) = self.buffer_extent(place, has)?;
        if let Some(size) = self.length(wants) {
            let most = self.code.number(location.offset.saturating_add(size));
            end = self.unsigned(Operation::Min, end, most);
        }
        Ok(Value::Pointer(Place::View(location, end)))
    }

    /// <https://www.w3.org/TR/WGSL/#bufferlength-builtin>
    pub(super) fn buffer_length(&mut self, operands: &[ExprId]) -> Result<Value, Unsupported> {
        let (location, end, _) = self.viewed(operands)?;
        let start = self.code.number(location.offset);
        Ok(Value::Registers(vec![self.unsigned(Operation::Subtract, end, start)]))
    }

    /// The buffer that the first argument points to: start, end, address space.
    fn viewed(&mut self, operands: &[ExprId]) -> Result<(Location, Register, AddressSpace), Unsupported> {
        let Some(pointer) = operands.first() else {
            return self.unsupported("missing argument of this call");
        };
        let TypeKind::Pointer(space, store, _) = self.kind(self.used_type(*pointer)) else {
            return self.unsupported("expected a pointer");
        };
        let TypeKind::Buffer(length) = self.kind(store) else { return self.unsupported("expected a buffer") };
        let place = self.pointer(*pointer)?;
        let (location, end) = self.buffer_extent(&place, length)?;
        Ok((location, end, space))
    }

    /// `bufferView` and `bufferArrayView`. <https://www.w3.org/TR/WGSL/#bufferview-builtin>
    pub(super) fn view(&mut self, id: ExprId, operands: &[ExprId]) -> Result<Value, Unsupported> {
        let TypeKind::Pointer(_, ty, _) = self.kind(self.module.meaning[id].ty) else {
            return self.unsupported("expected a pointer");
        };
        let (location, end, space) = self.viewed(operands)?;
        let Some(offset) = operands.get(1) else {
            return self.unsupported("missing offset argument of this call");
        };
        let offset = self.single(*offset)?;
        let offset = self.as_unsigned(offset);
        let mask = self.code.number(!(self.required_align(ty, space) - 1));
        let offset = self.unsigned(Operation::BitAnd, offset, mask);
        let (array_offset, stride) = self.runtime_part(ty).unwrap_or((0, 0));
        let least = if stride == 0 { self.bytes(ty).1 as u32 } else { array_offset + stride };
        let least = self.code.number(least);
        let size = match operands.get(2) {
            Some(size) => {
                let size = self.single(*size)?;
                let size = self.as_unsigned(size);
                self.whole_elements(size, array_offset, stride)
            }
            None => least,
        };
        // A view smaller than its type has no place at all: more is needed than there is.
        let fits = self.scalar(Operation::GreaterEqual, Type::U32, Type::Bool, [size, least, size]);
        let everything = self.code.number(u32::MAX);
        let needed = self.code.register(Type::U32);
        self.code.emit(Instruction::Select { to: needed, condition: fits, accept: size, reject: everything });
        let (start, one) = (self.code.number(location.offset), self.code.number(1));
        let available = self.unsigned(Operation::Subtract, end, start);
        let available = self.unsigned(Operation::Add, available, one);
        let most = self.unsigned(Operation::Max, available, needed);
        let count = self.unsigned(Operation::Subtract, most, needed);
        let address = self.code.register(Type::U32);
        self.code.emit(Instruction::Index {
            to: address,
            base: location.address,
            index: offset,
            count,
            stride: 1,
        });
        let view = Location { address, ..location };
        if stride == 0 {
            return Ok(Value::Pointer(Place::Memory(view)));
        }
        let end = if operands.len() > 2 {
            let first = self.unsigned(Operation::Add, address, start);
            self.unsigned(Operation::Add, first, size)
        } else {
            end
        };
        Ok(Value::Pointer(Place::View(view, end)))
    }

    /// A size with a whole number of elements in it.
    fn whole_elements(&mut self, size: Register, array_offset: u32, stride: u32) -> Register {
        let (before, stride) = (self.code.number(array_offset), self.code.number(stride.max(1)));
        let size = self.unsigned(Operation::Max, size, before);
        let elements = self.unsigned(Operation::Subtract, size, before);
        let rest = self.unsigned(Operation::Remainder, elements, stride);
        self.unsigned(Operation::Subtract, size, rest)
    }

    /// `ArrayOffset` and the stride of the runtime-sized array that a type is or ends in.
    fn runtime_part(&self, ty: TypeId) -> Option<(u32, u32)> {
        if let TypeKind::Array(element, Length::Runtime) = self.kind(ty) {
            return Some((0, self.stride(element) as u32));
        }
        let TypeKind::Struct(id) = self.kind(ty) else { return None };
        let last = self.module.meaning.types.structure(id)?.members.last()?;
        let (offset, stride) = self.runtime_part(last.ty)?;
        Some((offset + last.offset as u32, stride))
    }

    /// RequiredAlignOf. <https://www.w3.org/TR/WGSL/#address-space-layout-constraints>
    fn required_align(&self, ty: TypeId, space: AddressSpace) -> u32 {
        use wgsl_spec::LanguageExtension::UniformBufferStandardLayout;
        let meaning = self.module.meaning;
        let has_own_rules = space == AddressSpace::Uniform
            && !meaning.extensions.contains_language(UniformBufferStandardLayout);
        let align =
            if has_own_rules { meaning.types.uniform_align(ty) } else { meaning.types.info(ty).align };
        align.max(1)
    }

    /// The number of elements of a runtime-sized array in a view.
    pub(super) fn viewed_length(&mut self, start: Location, end: Register, stride: u32) -> Register {
        let (offset, stride) = (self.code.number(start.offset), self.code.number(stride.max(1)));
        let first = self.unsigned(Operation::Add, start.address, offset);
        let rest = self.unsigned(Operation::Subtract, end, first);
        self.unsigned(Operation::Divide, rest, stride)
    }
}
