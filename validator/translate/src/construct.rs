//! Constructors and braced lists. Sections 2.2.2 and 2.3.2

use super::structure::shared_memory;
use super::translator::{Outcome, Translator};
use super::types::{components, shaped};
use super::value::{Text, Value};
use cxx_validator::ast::List;
use msl_spec::{ValueType, sections};
use msl_validator::typed::{ExprId, Part};
use msl_validator::types::{StructureNumber, Type, TypeId};

/// Arrays with more elements than this are not written as lists.
const MOST_ELEMENTS: u32 = 1 << 16;

impl Translator<'_> {
    /// A scalar, vector or matrix from values.
    pub(crate) fn construct(&mut self, ty: TypeId, values: &[ExprId]) -> Outcome<Text> {
        let Some(value) = self.value_type(ty) else {
            return self.none(sections::SECTION_2_11, "this constructor");
        };
        match values {
            [one] => self.construct_of_one(*one, value),
            _ => self.construct_of_many(values, value),
        }
    }

    fn construct_of_one(&mut self, argument: ExprId, value: ValueType) -> Outcome<Text> {
        if let ValueType::Scalar(_) = value {
            return self.text_in(argument, value);
        }
        let Some(from) = self.value_type(self.ty(argument)) else {
            return self.none(sections::SECTION_2_2_2, "a vector of this argument");
        };
        let text = self.text_of_value(argument)?;
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
            let Some(from) = self.value_type(self.ty(*argument)) else {
                return self.none(sections::SECTION_2_2_2, "a vector of these arguments");
            };
            texts.push(self.text_in(*argument, super::types::with_scalar(from, value.scalar()))?);
        }
        // Scalars and vectors that fill a matrix are its columns one after the other.
        let parts: Vec<&Text> = texts.iter().collect();
        let codes: Vec<&str> = texts.iter().map(|text| text.code.as_str()).collect();
        Ok(Text::primary(format!("{name}({})", codes.join(", "))).with_effects_of(&parts))
    }

    /// A number or vector in a type.
    fn text_in(&mut self, id: ExprId, into: ValueType) -> Outcome<Text> {
        if let Some(ty) = self.module.types.known(Type::Value(into)) {
            let value = self.converted(id, ty)?;
            return self.text(value);
        }
        let text = self.text_of_value(id)?;
        match self.value_type(self.ty(id)) {
            Some(from) => self.convert_value(&text, from, into),
            None => self.none(sections::SECTION_2_2_2, "a vector of these arguments"),
        }
    }

    /// The value of an array or structure: all of its elements, those without a value as the rest or zero.
    pub(crate) fn aggregate(
        &mut self,
        ty: TypeId,
        parts: List<Part>,
        rest: Option<ExprId>,
    ) -> Outcome<Value> {
        let parts = self.tree()[parts].to_vec();
        if self.is_apart(ty) {
            return self.parts_of_aggregate(ty, &parts);
        }
        let name = self.type_name(ty)?;
        if parts.is_empty() && rest.is_none() {
            return Ok(Value::Text(Text::primary(format!("{name}()"))));
        }
        let structure = self.module.types.structure_number(ty);
        let mut parts = parts.into_iter().peekable();
        let (mut texts, mut has_effect): (Vec<Text>, bool) = (Vec::new(), false);
        let last = parts.clone().last().map_or(0, |part| part.index + 1);
        for (index, element) in self.element_types(ty, last)?.into_iter().enumerate() {
            let part = parts.next_if(|part| part.index as usize == index);
            let text = match part.map(|part| part.value).or(rest) {
                Some(value) => {
                    let first_line = self.writer.lines.len();
                    let text = self.text_of_value(value)?;
                    has_effect |= text.has_effect;
                    let text = Text::of_code(self.stored(element, &text)?);
                    self.hold_before(first_line, &mut texts);
                    text
                }
                // Zero has the form of memory already.
                None => match structure {
                    Some(number) => Text::zero(&self.member_type(number, index)?),
                    None => Text::zero(&self.type_name(element)?),
                },
            };
            texts.push(text);
        }
        let is_wrapped = structure.is_some_and(|it| self.wrapped_array(it).is_some());
        let codes: Vec<&str> = texts.iter().map(|text| text.code.as_str()).collect();
        let code = codes.join(", ");
        let mut text = Text::primary(if is_wrapped { code } else { format!("{name}({code})") });
        text.has_effect = has_effect;
        Ok(Value::Text(text))
    }

    /// Gives names to values of a list that come before a value whose evaluation wrote lines, from this one on: the values of a list are evaluated in
    /// their order, and such a line may change what a value before it reads. C++14 (dcl.init.list) 4
    fn hold_before(&mut self, first_line: usize, values: &mut [Text]) {
        if self.writer.lines.len() == first_line {
            return;
        }
        let lines = self.writer.split_off(first_line);
        for value in values {
            if !value.is_zero {
                *value = self.stable(value, "value");
            }
        }
        self.writer.append(lines, self.writer.depth);
    }

    /// The types of the elements of an array or structure.
    fn element_types(&self, ty: TypeId, given: u32) -> Outcome<Vec<TypeId>> {
        match (self.module.types.element(ty), self.module.types.structure_number(ty)) {
            (Some((element, count)), _) => {
                let count = count.unwrap_or(given);
                if count > MOST_ELEMENTS {
                    return self.none(sections::SECTION_2_11, format!("a list for {count} elements"));
                }
                Ok(vec![element; count as usize])
            }
            (None, Some(number)) => self.member_types(number),
            (None, None) => Ok(Vec::new()),
        }
    }

    fn member_types(&self, number: StructureNumber) -> Outcome<Vec<TypeId>> {
        let structure = self.module.types.structure(number);
        if structure.is_union {
            return self.none(sections::SECTION_2, shared_memory(structure));
        }
        Ok(structure.members.iter().map(|member| member.ty).collect())
    }

    /// The vector or scalar of a type of WGSL that has as many components as a type of Metal.
    pub(crate) fn like(ty: ValueType, scalar: &str) -> String {
        if components(ty) == 1 { scalar.to_owned() } else { shaped(ty, scalar) }
    }
}
