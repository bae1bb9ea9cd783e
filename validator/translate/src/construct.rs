//! Constructors and lists in braces. Sections 2.2.2 and 2.3.2

use super::translator::{Outcome, Translator};
use super::types::{components, shaped};
use super::value::{Text, Value};
use msl_spec::{ValueType, sections};
use msl_validator::ast::{Expr, ExprId};
use msl_validator::meaning::{Aggregate, AggregatePart, Callee};
use msl_validator::types::{StructureNumber, Type, TypeId};

/// Arrays with more elements than this are not written as lists.
const MOST_ELEMENTS: u32 = 1 << 16;

impl Translator<'_> {
    /// A value of a type from arguments.
    pub(crate) fn construct(&mut self, id: ExprId, ty: TypeId, arguments: &[ExprId]) -> Outcome<Value> {
        if let Some(Callee::Function(instance)) = self.callee(id) {
            return self.call_function(instance, arguments, None);
        }
        if let Type::Option(option) = self.kind(ty) {
            return self.option_value(option, arguments);
        }
        let Some(value) = self.value_type(ty) else {
            return match arguments {
                [] => self.initial_value(ty),
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
        if items.is_empty() {
            return self.initial_value(ty);
        }
        let Some(aggregate) = self.frame()?.body.aggregate(id) else {
            return self.none(sections::SECTION_2_11, "this list");
        };
        self.aggregate_value(aggregate)
    }

    /// The value of an object without one.
    fn initial_value(&mut self, ty: TypeId) -> Outcome<Value> {
        let binding = self.initial(ty)?;
        self.bound_value(binding, ty)
    }

    /// The value of an array or structure.
    pub(crate) fn aggregate_value(&mut self, aggregate: &Aggregate) -> Outcome<Value> {
        if self.is_apart(aggregate.ty) {
            return self.parts_of_aggregate(aggregate);
        }
        self.aggregate(aggregate).map(Value::Text)
    }

    /// The value of an array or structure: all of its elements, those without a value as zero.
    pub(crate) fn aggregate(&mut self, aggregate: &Aggregate) -> Outcome<Text> {
        let Aggregate { ty, parts } = aggregate;
        let body = self.frame()?.body;
        let name = self.type_name(*ty)?;
        let structure = self.module.types.structure_number(*ty);
        let mut parts = parts.iter().peekable();
        let (mut texts, mut has_effect) = (Vec::new(), false);
        for (index, element) in self.element_types(aggregate)?.into_iter().enumerate() {
            let text = match parts.next_if(|(at, _)| *at as usize == index) {
                Some((_, AggregatePart::Expression(value))) => {
                    let text = self.text_as(*value, element)?;
                    has_effect |= text.has_effect;
                    self.stored(element, &text)?
                }
                Some((_, AggregatePart::Aggregate(number))) => {
                    let Some(inner) = body.aggregates.get(*number as usize) else { continue };
                    let text = self.deeper(1, |it| it.aggregate(inner))?;
                    has_effect |= text.has_effect;
                    text.code
                }
                // Zero has the form of memory already.
                None => {
                    let begins = structure.is_some_and(|number| {
                        self.module.member_initializers.contains_key(&(number, index as u32))
                    });
                    self.check_initial_values(if begins { *ty } else { element })?;
                    match structure {
                        Some(number) => format!("{}()", self.member_type(number, index)?),
                        None => format!("{}()", self.type_name(element)?),
                    }
                }
            };
            texts.push(text);
        }
        let is_wrapped = structure.is_some_and(|it| self.wrapped_array(it).is_some());
        let code = texts.join(", ");
        let mut text = Text::primary(if is_wrapped { code } else { format!("{name}({code})") });
        text.has_effect = has_effect;
        Ok(text)
    }

    /// The types of the elements of an array or structure.
    fn element_types(&self, aggregate: &Aggregate) -> Outcome<Vec<TypeId>> {
        let ty = aggregate.ty;
        match (self.module.types.element(ty), self.module.types.structure_number(ty)) {
            (Some((element, count)), _) => {
                let count = count.unwrap_or(aggregate.parts.len() as u32);
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
            return self.none(
                sections::SECTION_2,
                format!("union `{}`: WGSL members can't share memory", structure.name),
            );
        }
        Ok(structure.members.iter().map(|member| member.ty).collect())
    }

    /// The vector or scalar of a type of WGSL that has as many components as a type of Metal.
    pub(crate) fn like(ty: ValueType, scalar: &str) -> String {
        if components(ty) == 1 { scalar.to_owned() } else { shaped(ty, scalar) }
    }
}
