//! Constructors and lists in braces. Sections 2.2.2 and 2.3.2

use super::translator::{Outcome, Translator};
use super::types::{components, shaped};
use super::value::{Text, Value};
use msl_spec::{ValueType, sections};
use msl_validator::ast::{BraceItem, Expr, ExprId};
use msl_validator::meaning::Callee;
use msl_validator::types::{StructureNumber, Type, TypeId};

/// Arrays with more elements than this are not written as lists.
const MOST_ELEMENTS: u32 = 1 << 16;

/// A part of a value: what it begins with, and its type.
type Part = (Option<ExprId>, TypeId);

impl Translator<'_> {
    /// A value of a type from arguments.
    pub(crate) fn construct(&mut self, id: ExprId, ty: TypeId, arguments: &[ExprId]) -> Outcome<Value> {
        if let Some(Callee::Function(instance)) = self.callee(id) {
            return self.call_function(instance, arguments, None);
        }
        let Some(value) = self.value_type(ty) else {
            return match arguments {
                [] => self.zero(ty).map(Value::Text),
                [argument] => self.value_as(*argument, ty),
                _ => self.none(sections::SECTION_2_11, "this constructor"),
            };
        };
        match arguments {
            [] => self.zero(ty).map(Value::Text),
            [argument] => self.construct_of_one(*argument, value).map(Value::Text),
            _ => self.construct_of_many(arguments, value).map(Value::Text),
        }
    }

    fn construct_of_one(&mut self, argument: ExprId, value: ValueType) -> Outcome<Text> {
        if let ValueType::Scalar(_) = value
            && let Some(known) = self.module.types.known(Type::Value(value))
        {
            return self.text_as(argument, known);
        }
        let Some(from) = self.value_type(self.used_type(argument)) else {
            return self.none(sections::SECTION_2_2_2, "a vector of this argument");
        };
        let text = self.used_text(argument)?;
        let (ValueType::Matrix(_, columns, rows), ValueType::Scalar(_)) = (value, from) else {
            return self.convert_value(&text, from, value);
        };
        // One scalar is the diagonal. Section 2.3.2
        let text = self.convert_value(&text, from, ValueType::Scalar(value.scalar()))?;
        let text = self.stable(&text, "diagonal");
        let zero = self.literal(msl_validator::meaning::Value::Integer(0), value.scalar())?;
        let (columns, rows) = (columns.count(), rows.count());
        let parts: Vec<&str> = (0..columns * rows)
            .map(|at| if at / rows == at % rows { text.code.as_str() } else { zero.code.as_str() })
            .collect();
        Ok(Text::primary(format!("{}({})", self.value_name(value)?, parts.join(", "))))
    }

    fn construct_of_many(&mut self, arguments: &[ExprId], value: ValueType) -> Outcome<Text> {
        let name = self.value_name(value)?;
        let mut texts = Vec::with_capacity(arguments.len());
        for argument in arguments {
            let Some(from) = self.value_type(self.used_type(*argument)) else {
                return self.none(sections::SECTION_2_2_2, "a vector of these arguments");
            };
            let scalar = super::types::with_scalar(from, value.scalar());
            let text = if let Some(ty) = self.module.types.known(Type::Value(scalar)) {
                self.text_as(*argument, ty)?
            } else {
                let text = self.used_text(*argument)?;
                self.convert_value(&text, from, scalar)?
            };
            texts.push(text);
        }
        // Scalars and vectors that fill a matrix are its columns one after the other.
        let parts: Vec<&Text> = texts.iter().collect();
        let codes: Vec<&str> = texts.iter().map(|text| text.code.as_str()).collect();
        Ok(Text::primary(format!("{name}({})", codes.join(", "))).with_effects_of(&parts))
    }

    /// A value of a type from a list.
    pub(crate) fn braces(&mut self, id: ExprId, ty: TypeId) -> Outcome<Value> {
        let Expr::Braces(items) = self.ast()[id] else { return self.value_as(id, ty) };
        let items = self.ast()[items].to_vec();
        if let Type::Reference(object) = self.kind(ty) {
            return self.braces(id, object.ty);
        }
        if self.module.types.element(ty).is_none() && self.module.types.structure_number(ty).is_none() {
            return match items.as_slice() {
                [] => self.zero(ty).map(Value::Text),
                [item] if !matches!(self.ast()[item.value], Expr::Braces(_)) => self.value_as(item.value, ty),
                [item] => self.braces(item.value, ty),
                _ => {
                    let values: Vec<ExprId> = items.iter().map(|item| item.value).collect();
                    self.construct(id, ty, &values)
                }
            };
        }
        let values: Vec<ExprId> = items.iter().map(|item| item.value).collect();
        if let Some(Callee::Function(instance)) = self.callee(id) {
            return self.call_function(instance, &values, None);
        }
        if let [item] = items.as_slice()
            && !matches!(self.ast()[item.value], Expr::Braces(_))
            && self.meaning(item.value).ty == ty
        {
            return self.used(item.value);
        }
        let name = self.type_name(ty)?;
        if items.is_empty() {
            return Ok(Value::Text(Text::primary(format!("{name}()"))));
        }
        let parts = self.parts_of(&items, ty)?;
        let mut texts = Vec::with_capacity(parts.len());
        let mut has_effect = false;
        for (part, part_ty) in parts {
            let Some(part) = part else {
                // Zero has the form of memory already.
                texts.push(format!("{}()", self.type_name(part_ty)?));
                continue;
            };
            let text = self.text_as(part, part_ty)?;
            has_effect |= text.has_effect;
            texts.push(self.stored(part_ty, &text)?);
        }
        let mut text = Text::primary(format!("{name}({})", texts.join(", ")));
        text.has_effect = has_effect;
        Ok(Value::Text(text))
    }

    /// The parts of an array or structure with what they begin with.
    fn parts_of(&self, items: &[BraceItem], ty: TypeId) -> Outcome<Vec<Part>> {
        let parts: Vec<TypeId> = match (self.module.types.element(ty), self.module.types.structure_number(ty))
        {
            (Some((element, count)), _) => {
                let count = count.unwrap_or(items.len() as u32);
                if count > MOST_ELEMENTS {
                    return self.none(sections::SECTION_2_11, format!("a list for {count} elements"));
                }
                vec![element; count as usize]
            }
            (None, Some(number)) => self.member_types(number)?,
            (None, None) => vec![ty],
        };
        if self.has_elided_braces(items, &parts) {
            return self.none(sections::SECTION_2_11, "a list without its inner braces");
        }
        let mut found: Vec<Part> = parts.iter().map(|ty| (None, *ty)).collect();
        let mut next = 0;
        for BraceItem { designator, value } in items {
            if let (Some((name, _)), Some(number)) = (designator, self.module.types.structure_number(ty)) {
                let members = &self.module.types.structure(number).members;
                next = members.iter().position(|member| member.name == Some(*name)).unwrap_or(next);
            }
            if let Some(part) = found.get_mut(next) {
                part.0 = Some(*value);
            }
            next += 1;
        }
        Ok(found)
    }

    fn member_types(&self, number: StructureNumber) -> Outcome<Vec<TypeId>> {
        let structure = self.module.types.structure(number);
        if structure.is_union {
            return self.none(
                sections::SECTION_2,
                format!("union `{}`: WGSL members can't share memory", structure.name),
            );
        }
        Ok(structure.members.iter().map(|member| member.ty).collect())
    }

    /// Returns true if values stand for the scalars of an inner array or structure, whose braces were left out.
    fn has_elided_braces(&self, items: &[BraceItem], parts: &[TypeId]) -> bool {
        items.iter().zip(parts).any(|(item, ty)| {
            let is_aggregate =
                self.module.types.element(*ty).is_some() || self.module.types.structure_number(*ty).is_some();
            let is_value = !matches!(self.ast()[item.value], Expr::Braces(_));
            is_aggregate && is_value && item.designator.is_none() && self.meaning(item.value).ty != *ty
        })
    }

    /// The vector or scalar of a type of WGSL that has as many components as a type of Metal.
    pub(crate) fn like(ty: ValueType, scalar: &str) -> String {
        if components(ty) == 1 { scalar.to_owned() } else { shaped(ty, scalar) }
    }
}
