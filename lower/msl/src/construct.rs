//! Constructors and lists in braces. Sections 2.2.2 and 2.3.2

use super::place::Place;
use super::types::register_type;
use super::{Lowering, Outcome, Value};
use msl_spec::{Class, ValueType};
use msl_validator::ast::{BraceItem, Expr, ExprId};
use msl_validator::meaning::Callee;
use msl_validator::types::{StructureNumber, Type as MetalType, TypeId};
use shader_ir::Register;

/// A part of a value: what it begins with, its type, and where it lies.
type Part = (Option<ExprId>, TypeId, u32);

impl Lowering<'_> {
    /// A value of a type from arguments.
    pub(super) fn construct(&mut self, id: ExprId, ty: TypeId, arguments: &[ExprId]) -> Outcome<Value> {
        if let Some(Callee::Function(instance)) = self.callee(id) {
            return self.construct_by_function(instance, ty, arguments);
        }
        if let MetalType::Class(Class::Sampler) = self.kind(ty) {
            return self.handle_of(arguments);
        }
        let Some(value) = self.value_type(ty) else {
            return match arguments {
                [] => self.zero(ty),
                [argument] => self.value_as(*argument, ty),
                _ => self.unsupported("this constructor can't be executed yet"),
            };
        };
        if arguments.is_empty() {
            return self.zero(ty);
        }
        let mut registers: Vec<Register> = Vec::new();
        let scalar = register_type(value.scalar());
        for argument in arguments {
            for register in self.registers(*argument)? {
                registers.push(self.converted_register(register, scalar));
            }
        }
        let registers = self.code.settled(registers);
        let count = super::types::shape(value).len();
        Ok(Value::Registers(match (value, registers.as_slice()) {
            (ValueType::Matrix(_, columns, rows), [one]) => {
                // One scalar is the diagonal. Section 2.3.2
                let zero = self.code.constant(scalar, 0);
                let (columns, rows) = (columns.count() as usize, rows.count() as usize);
                (0..columns * rows).map(|at| if at / rows == at % rows { *one } else { zero }).collect()
            }
            (_, [one]) => vec![*one; count],
            _ => registers,
        }))
    }

    /// A value of a structure by its constructor.
    fn construct_by_function(&mut self, instance: usize, ty: TypeId, arguments: &[ExprId]) -> Outcome<Value> {
        let place = self.fresh(ty, false)?;
        self.undefine(&place, ty)?;
        self.expand(instance, arguments, Some((place.clone(), ty)))?;
        self.load(&place, ty)
    }

    /// A value of a type from a list.
    pub(super) fn braces(&mut self, id: ExprId, ty: TypeId) -> Outcome<Value> {
        let Expr::Braces(items) = self.ast()[id] else { return self.value_as(id, ty) };
        let items = self.ast()[items].to_vec();
        if let MetalType::Class(Class::Sampler) = self.kind(ty) {
            let values: Vec<ExprId> = items.iter().map(|item| item.value).collect();
            return self.handle_of(&values);
        }
        if self.module.types.element(ty).is_none() && self.module.types.structure_number(ty).is_none() {
            return match items.as_slice() {
                [] => self.zero(ty),
                [item] if !matches!(self.ast()[item.value], Expr::Braces(_)) => self.value_as(item.value, ty),
                [item] => self.braces(item.value, ty),
                _ => {
                    let values: Vec<ExprId> = items.iter().map(|item| item.value).collect();
                    self.construct(id, ty, &values)
                }
            };
        }
        if let Some(Callee::Function(instance)) = self.callee(id) {
            let values: Vec<ExprId> = items.iter().map(|item| item.value).collect();
            return self.construct_by_function(instance, ty, &values);
        }
        if let [item] = items.as_slice()
            && !matches!(self.ast()[item.value], Expr::Braces(_))
            && self.meaning(item.value).ty == ty
        {
            return self.used(item.value);
        }
        let parts = self.parts_of(id, ty)?;
        if self.has_array(ty) {
            let location = self.allocate(ty)?;
            let whole = Place::Memory(location);
            self.clear(&whole, ty)?;
            for (part, part_ty, offset) in parts {
                let Some(part) = part else { continue };
                let value = self.value_as(part, part_ty)?;
                let place = Self::part(&whole, 0, 0, offset);
                self.store(&place, part_ty, value)?;
            }
            return Ok(Value::Memory(location));
        }
        let mut registers = Vec::new();
        for (part, part_ty, _) in parts {
            let value = match part {
                Some(part) => self.value_as(part, part_ty)?,
                None => self.zero(part_ty)?,
            };
            match value {
                Value::Registers(values) => registers.extend(values),
                Value::Pointer(place) => registers.push(self.pointer_register(&place)?),
                Value::Memory(_) | Value::Handle(_) | Value::Nothing => {
                    return self.unsupported("this member can't be executed yet");
                }
            }
        }
        Ok(Value::Registers(self.code.settled(registers)))
    }

    /// The parts of an array or structure with what they begin with.
    pub(super) fn parts_of(&mut self, id: ExprId, ty: TypeId) -> Outcome<Vec<Part>> {
        if let Expr::Paren(inner) = self.ast()[id] {
            return self.parts_of(inner, ty);
        }
        let list = if let Expr::ConstructBraces(_, list) = self.ast()[id] { list } else { id };
        let Expr::Braces(items) = self.ast()[list] else {
            return self.unsupported("expected a list");
        };
        let items = self.ast()[items].to_vec();
        let parts = match (self.module.types.element(ty), self.module.types.structure_number(ty)) {
            (Some((element, count)), _) => {
                let (stride, _) = self.layout(element)?;
                (0..count.unwrap_or(items.len() as u32)).map(|index| (element, index * stride)).collect()
            }
            (None, Some(number)) => self.member_parts(number),
            (None, None) => vec![(ty, 0)],
        };
        if self.has_elided_braces(&items, &parts) {
            let mut leaves = Vec::new();
            self.flatten(ty, 0, &mut leaves)?;
            let values = items.iter().map(|item| Some(item.value)).chain(core::iter::repeat(None));
            return Ok(leaves
                .into_iter()
                .zip(values)
                .map(|((ty, offset), value)| (value, ty, offset))
                .collect());
        }
        let mut found: Vec<Part> = parts.iter().map(|(ty, offset)| (None, *ty, *offset)).collect();
        let mut next = 0;
        for BraceItem { designator, value } in items {
            if let (Some((name, _)), Some(number)) = (designator, self.module.types.structure_number(ty)) {
                let members = &self.module.types.structure(number).members;
                next = members.iter().position(|member| member.name == Some(name)).unwrap_or(next);
            }
            if let Some(part) = found.get_mut(next) {
                part.0 = Some(value);
            }
            next += 1;
        }
        Ok(found)
    }

    fn member_parts(&self, number: StructureNumber) -> Vec<(TypeId, u32)> {
        let offsets = self.module.types.offsets(number).unwrap_or_default();
        let members = &self.module.types.structure(number).members;
        members.iter().zip(offsets).map(|(member, offset)| (member.ty, offset as u32)).collect()
    }

    /// Whether values stand for the scalars of an inner array or structure, whose braces were left out.
    fn has_elided_braces(&self, items: &[BraceItem], parts: &[(TypeId, u32)]) -> bool {
        items.iter().zip(parts).any(|(item, (ty, _))| {
            let is_aggregate =
                self.module.types.element(*ty).is_some() || self.module.types.structure_number(*ty).is_some();
            let is_value = !matches!(self.ast()[item.value], Expr::Braces(_));
            is_aggregate && is_value && item.designator.is_none() && self.meaning(item.value).ty != *ty
        })
    }

    /// The scalars and vectors of an array or structure, with their places.
    fn flatten(&self, ty: TypeId, offset: u32, leaves: &mut Vec<(TypeId, u32)>) -> Outcome<()> {
        if let Some((element, count)) = self.module.types.element(ty) {
            let (stride, _) = self.layout(element)?;
            return (0..count.unwrap_or(0))
                .try_for_each(|index| self.flatten(element, offset + index * stride, leaves));
        }
        if let Some(number) = self.module.types.structure_number(ty) {
            return self
                .member_parts(number)
                .into_iter()
                .try_for_each(|(ty, own)| self.flatten(ty, offset + own, leaves));
        }
        leaves.push((ty, offset));
        Ok(())
    }
}
