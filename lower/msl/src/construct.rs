//! Constructors and lists in braces. Sections 2.2.2 and 2.3.2

use super::place::Place;
use super::types::register_type;
use super::{Lowering, Outcome, Value};
use msl_spec::{Class, ValueType};
use msl_validator::ast::{Expr, ExprId};
use msl_validator::meaning::{Aggregate, AggregatePart, Callee};
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
        let body = self.frame()?.body;
        let mut found = Vec::new();
        if let Some(aggregate) = body.aggregate(list) {
            self.aggregate_parts(aggregate, 0, &mut found)?;
        } else {
            let first = self.ast()[items].first().map(|item| item.value);
            found.push((first, ty, 0));
        }
        Ok(found)
    }

    /// The parts of an aggregate, those of aggregates in it one by one.
    fn aggregate_parts(&self, aggregate: &Aggregate, offset: u32, found: &mut Vec<Part>) -> Outcome<()> {
        let ty = aggregate.ty;
        let body = self.frames.last().map(|frame| frame.body);
        let elements: Vec<(TypeId, u32)> =
            match (self.module.types.element(ty), self.module.types.structure_number(ty)) {
                (Some((element, count)), _) => {
                    let (stride, _) = self.layout(element)?;
                    let count = count.unwrap_or(aggregate.parts.len() as u32);
                    (0..count).map(|index| (element, index * stride)).collect()
                }
                (None, Some(number)) => self.member_parts(number),
                (None, None) => Vec::new(),
            };
        let mut parts = aggregate.parts.iter().peekable();
        for (index, (ty, own)) in elements.into_iter().enumerate() {
            let part = parts.next_if(|(at, _)| *at as usize == index);
            match part {
                Some((_, AggregatePart::Expression(value))) => found.push((Some(*value), ty, offset + own)),
                Some((_, AggregatePart::Aggregate(number))) => {
                    if let Some(inner) = body.and_then(|body| body.aggregates.get(*number as usize)) {
                        self.aggregate_parts(inner, offset + own, found)?;
                    }
                }
                None => found.push((None, ty, offset + own)),
            }
        }
        Ok(())
    }

    fn member_parts(&self, number: StructureNumber) -> Vec<(TypeId, u32)> {
        let offsets = self.module.types.offsets(number).unwrap_or_default();
        let members = &self.module.types.structure(number).members;
        members.iter().zip(offsets).map(|(member, offset)| (member.ty, offset as u32)).collect()
    }
}
