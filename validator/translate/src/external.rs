//! Functions of the library of C++ AMP that are only declared. C++ AMP 1.2 (6, 9, 12.3)

use super::translator::{Outcome, Translator};
use super::value::{Text, Value};
use msl_spec::sections;
use msl_validator::typed::{ExprId, ExternalCall, ExternalCallId};

impl Translator<'_> {
    /// The result of a function that is only declared.
    pub(crate) fn external(&mut self, id: ExternalCallId) -> Outcome<Value> {
        let ExternalCall { function, arguments } = self.tree()[id];
        let name = self.text_of(self.module.ast[function].name);
        let declared = self.module.ast[function].name_span;
        if !self.library.iter().any(|range| range.contains(&declared.lo)) {
            return self.none(sections::SECTION_5, format!("`{name}` is only declared here"));
        }
        let arguments = self.tree()[arguments].to_vec();
        match (name, arguments.as_slice()) {
            // An access outside of a view has no defined result, as in WGSL.
            ("_inside", [_, offset]) => return self.value(*offset),
            (name, _) if amp_spec::demand(name).is_some() => return Ok(Value::Nothing),
            ("atomic_compare_exchange", arguments) => return self.atomic_compare_exchange(arguments),
            _ => {}
        }
        if let Some(atomic) = amp_spec::atomic(name) {
            return self.atomic_operation(atomic, &arguments);
        }
        if amp_spec::report(name).is_some() {
            arguments.iter().try_for_each(|argument| self.effect(*argument))?;
            self.notes.insert(format!("`{name}` does nothing here, as on devices that lack it."));
            return Ok(Value::Nothing);
        }
        match amp_spec::math(name) {
            Some(function) => self.math(function.wgsl, &arguments).map(Value::Text),
            None => self.none(sections::SECTION_5, format!("`{name}`: no such function in WGSL")),
        }
    }

    fn math(&mut self, function: &str, arguments: &[ExprId]) -> Outcome<Text> {
        let mut texts = Vec::with_capacity(arguments.len());
        for argument in arguments {
            let Some(ty) = self.value_type(self.ty(*argument)) else {
                return self.none(sections::SECTION_5, "operands of this type");
            };
            self.base(ty.scalar())?;
            texts.push(self.text_of_value(*argument)?);
        }
        if arguments.iter().all(|argument| self.constant_value(*argument).is_some())
            && let Some(first) = texts.first_mut()
        {
            *first = self.named_constant(first);
        }
        let parts: Vec<&Text> = texts.iter().collect();
        let text = if let ("%", [left, right]) = (function, texts.as_slice()) {
            Text::operator(format!("{} % {}", left.tight(), right.tight()))
        } else {
            let codes: Vec<&str> = texts.iter().map(|text| text.code.as_str()).collect();
            Text::primary(format!("{function}({})", codes.join(", ")))
        };
        Ok(text.with_effects_of(&parts))
    }
}
