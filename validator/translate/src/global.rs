//! Variables of the program, and function constants. Sections 4.2 and 5.8

use super::place::Place;
use super::translation::Constant;
use super::translator::{Failure, Outcome, Translator};
use super::types::Base;
use super::unit::global_of;
use super::value::{Binding, Text, Value};
use super::writer::Line;
use cxx_validator::ast::VariableId;
use msl_spec::{ValueType, sections};
use msl_validator::meaning::{GlobalVariable, Value as Number};
use msl_validator::typed::Argument;

/// How deep initializers may lead into others.
const MOST_LEVELS: u32 = 100;

impl<'a> Translator<'a> {
    /// A variable of the program, which is declared with its first use.
    pub(crate) fn global(&mut self, id: VariableId) -> Outcome<Binding> {
        if let Some(known) = self.globals.get(&id) {
            return match known {
                Binding::Broken => Err(Failure::Reported),
                Binding::Place(_)
                | Binding::Value(_)
                | Binding::Pointer { .. }
                | Binding::Handle(_)
                | Binding::Parts(_)
                | Binding::Widened { .. }
                | Binding::Unset { .. } => Ok(known.clone()),
            };
        }
        if self.global_depth >= MOST_LEVELS {
            return self.none(sections::SECTION_4_2, "initializers that are nested too deeply");
        }
        self.global_depth += 1;
        let span = self.writer.span;
        self.writer.span = self.ast()[id].name_span;
        let result = self.global_binding(id);
        self.writer.span = span;
        self.global_depth -= 1;
        let binding = match &result {
            Ok(binding) => binding.clone(),
            Err(_) => Binding::Broken,
        };
        self.globals.insert(id, binding);
        result
    }

    fn global_binding(&mut self, id: VariableId) -> Outcome<Binding> {
        let variable = self.ast()[id];
        let wanted = variable.name.map_or("constant", |name| self.text_of(name));
        let Some(global) = self.module.globals.get(&id) else {
            return self.none(sections::SECTION_4_2, format!("`{wanted}`"));
        };
        if let Some(index) = global.function_constant {
            let is_asked = self.asked.contains(&id);
            return self.function_constant(wanted, (index, is_asked), global);
        }
        if self.is_sampler(global.object.ty) {
            let Some(unit) = self.initializer(id) else {
                return self.none(sections::SECTION_2_9, "this sampler");
            };
            let ty = global.object.ty;
            let value = unit.value.ok_or(Failure::Reported)?;
            return self.with_initializer(unit, |it| it.bound(value, ty, wanted));
        }
        if variable.is_extern {
            return self.none(sections::SECTION_5_3, format!("`{wanted}` is declared but not defined here"));
        }
        let Some(unit) = self.initializer(id) else {
            return self.none(sections::SECTION_4_2, format!("`{wanted}` has no value"));
        };
        let own = self.type_name(global.object.ty)?;
        // The value of a scalar is known; WGSL has no constants that are infinite or NaN.
        if let (Some(value), Some(ValueType::Scalar(scalar))) =
            (global.value, self.value_type(global.object.ty))
        {
            let text = self.literal(value, scalar)?;
            if let Number::Float(number) = value
                && !number.is_finite()
            {
                return Ok(Binding::Value(text));
            }
            return Ok(self.declared("const", wanted, &own, &text));
        }
        let lines = self.writer.lines.len();
        let value = unit.value.ok_or(Failure::Reported)?;
        let value = self.with_initializer(unit, |it| {
            let text = it.text_of_value(value)?;
            let stored = it.stored(global.object.ty, &text)?;
            Ok(Text::primary(stored))
        })?;
        let lines = self.writer.split_off(lines);
        let words = || value.code.split(|it: char| !it.is_alphanumeric() && it != '_');
        let is_constant = lines.is_empty() && !words().any(|word| self.function_names.contains(word));
        let uses_override = words().any(|word| self.overrides.contains(word));
        let is_scalar = matches!(self.value_type(global.object.ty), Some(ValueType::Scalar(_)));
        if !is_constant || uses_override && !is_scalar {
            return Ok(self.computed(wanted, &own, lines, &value));
        }
        if uses_override {
            return Ok(self.declared("override", wanted, &own, &value));
        }
        Ok(self.declared("const", wanted, &own, &value))
    }

    /// A variable whose value is not an expression that WGSL allows at module scope: a function that computes it where it is used.
    fn computed(&mut self, wanted: &str, ty: &str, lines: Vec<Line>, value: &Text) -> Binding {
        let name = self.names.global(wanted);
        self.function_names.insert(name.clone());
        let (span, depth) = (self.writer.span, self.writer.depth);
        self.helpers.push(Self::module_line(span, 0, format!("fn {name}() -> {ty} {{")));
        self.helpers.extend(
            lines.into_iter().map(|line| Line { depth: (line.depth + 1).saturating_sub(depth), ..line }),
        );
        self.helpers.push(Self::module_line(span, 1, format!("return {};", value.code)));
        self.helpers.push(Self::module_line(span, 0, "}"));
        self.helpers.push(Self::module_line(span, 0, ""));
        Binding::Place(Place::value(&format!("{name}()"), ty))
    }

    /// A declaration at module scope.
    fn declared(&mut self, word: &str, wanted: &str, ty: &str, value: &Text) -> Binding {
        let name = self.names.global(wanted);
        let line = format!("{word} {name}: {ty} = {};", value.code);
        self.variables.push(Self::module_line(self.writer.span, 0, line));
        if word == "override" {
            self.overrides.insert(name.clone());
        }
        // Its elements and members are written as those of a variable in memory.
        let place = self.root(name, false);
        Binding::Place(place)
    }

    /// All function constants that WGSL has: a pipeline may give values of those, too, that its function does not use.
    pub(crate) fn function_constants(&mut self) {
        let is_override = |global: &GlobalVariable| {
            let scalar = match self.value_type(global.object.ty) {
                Some(ValueType::Scalar(scalar)) => Base::of(scalar),
                _ => None,
            };
            scalar.is_some() && global.function_constant.is_some_and(|index| u16::try_from(index).is_ok())
        };
        let mut found: Vec<(Option<u32>, VariableId)> = self
            .module
            .globals
            .iter()
            .filter(|(_, global)| is_override(global))
            .map(|(id, global)| (global.function_constant, *id))
            .collect();
        found.sort_unstable();
        for (_, id) in found {
            let result = self.global(id);
            self.kept(result);
        }
    }

    /// A function constant is an override with its index.
    fn function_constant(
        &mut self,
        wanted: &str,
        (index, is_asked): (u32, bool),
        global: &GlobalVariable,
    ) -> Outcome<Binding> {
        let ty = global.object.ty;
        let Some(ValueType::Scalar(scalar)) = self.value_type(ty) else {
            let ty = self.module.types.print(ty);
            return self.none(
                sections::SECTION_5_8,
                format!("function constant `{wanted}` is a `{ty}`: WGSL overrides must be scalars"),
            );
        };
        if u16::try_from(index).is_err() {
            return self.none(
                sections::SECTION_5_8,
                format!(
                    "function constant `{wanted}` has index {index}: WGSL override ids must be at most 65535"
                ),
            );
        }
        let own = self.base(scalar)?.name().to_owned();
        let name = self.names.global(wanted);
        let given =
            self.request.function_constants.iter().find(|(own, _)| *own == index).map(|(_, value)| *value);
        let value = match given {
            Some(value) => {
                let number = match Base::of(scalar) {
                    Some(Base::F16 | Base::F32) => Number::Float(value),
                    _ => Number::Integer(value as i128),
                };
                Some(self.literal(number, scalar)?.code)
            }
            // A constant that the program asks about may have no value.
            None if is_asked => Some(self.zero(ty)?.code),
            None => None,
        };
        let default = value.as_ref().map_or_else(String::new, |value| format!(" = {value}"));
        let line = format!("@id({index}) override {name}: {own}{default};");
        self.variables.push(Self::module_line(self.writer.span, 0, line));
        self.overrides.insert(name.clone());
        self.constants.push(Constant {
            index,
            metal_name: wanted.to_owned(),
            name: name.clone(),
            ty: own,
            value,
        });
        Ok(Binding::Value(Text::primary(name)))
    }

    /// Returns true if the request gives a function constant a value. Section 5.8.1
    pub(crate) fn is_defined(&mut self, arguments: &[Argument]) -> Outcome<Value> {
        let [argument] = arguments else { return self.none(sections::SECTION_5_8_1, "this call") };
        let global = global_of(self.tree(), *argument).and_then(|it| self.module.globals.get(&it));
        let index = global.and_then(|global| global.function_constant);
        let is_given = self.request.function_constants.iter().any(|(own, _)| Some(*own) == index);
        self.notes.insert(
            "The translation decided which function constants are defined, based on the constants it was given.".to_owned(),
        );
        Ok(Value::Text(Text::primary(if is_given { "true" } else { "false" })))
    }

    /// Returns true if the condition of an argument holds; `None` if it is not known. Section 5.8.1.2
    pub(crate) fn condition_holds(&self, condition: Option<VariableId>) -> Option<bool> {
        let Some(variable) = condition else { return Some(true) };
        let global: Option<&'a GlobalVariable> = self.module.globals.get(&variable);
        let index = global?.function_constant?;
        let (_, value) = self.request.function_constants.iter().find(|(own, _)| *own == index)?;
        Some(*value != 0.0)
    }
}
