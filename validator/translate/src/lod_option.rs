//! How a texture is sampled at a level of detail: `level`, `bias` and gradients. WGSL has arguments instead of objects, so an object that is a
//! variable or comes from a function is a number, or an array of the two derivatives. Section 6.10

use super::translator::{Outcome, Translator};
use super::value::{Text, Value};
use msl_spec::{LodOption, sections};
use msl_validator::typed::{Expr, ExprId};
use msl_validator::types::Type;

/// An option of a call.
pub(crate) struct Lod {
    pub(crate) option: LodOption,
    /// Its arguments.
    pub(crate) values: Vec<String>,
    /// The level as an integer of WGSL, if it is a whole number.
    pub(crate) whole: Option<String>,
}

/// The type of an option in WGSL.
pub(crate) const fn type_of(option: LodOption) -> &'static str {
    match option {
        LodOption::Bias | LodOption::Level | LodOption::MinLodClamp => "f32",
        LodOption::Gradient2d => "array<vec2<f32>, 2>",
        LodOption::Gradient3d | LodOption::Gradientcube => "array<vec3<f32>, 2>",
    }
}

impl Translator<'_> {
    /// The option that an argument is.
    pub(crate) fn lod_option(&mut self, id: ExprId) -> Outcome<Lod> {
        if let Expr::Option(option, arguments) = self.tree()[id] {
            let arguments = self.tree()[arguments].to_vec();
            let whole = match arguments.as_slice() {
                [level] => self.whole_level(*level)?,
                _ => None,
            };
            let mut values = Vec::with_capacity(arguments.len());
            for argument in arguments {
                values.push(self.text_of_value(argument)?.code);
            }
            return Ok(Lod { option, values, whole });
        }
        let Type::Option(option) = self.kind(self.ty(id)) else {
            return self.none(sections::SECTION_6_10, "this option");
        };
        let text = self.text_of_value(id)?;
        let text = self.stable(&text, option.name());
        let values = match option {
            LodOption::Bias | LodOption::Level | LodOption::MinLodClamp => vec![text.code],
            LodOption::Gradient2d | LodOption::Gradient3d | LodOption::Gradientcube => {
                vec![format!("{}[0u]", text.code), format!("{}[1u]", text.code)]
            }
        };
        Ok(Lod { option, values, whole: None })
    }

    /// A level that is made of an integer, or a constant that is a whole number.
    fn whole_level(&mut self, id: ExprId) -> Outcome<Option<String>> {
        let inner = if let Expr::Convert(inner) = self.tree()[id] { inner } else { id };
        if let Some(value) = self.constant_value(inner) {
            let text = self.literal(value, msl_spec::Scalar::Float)?;
            return Ok(text.code.strip_suffix(".0f").map(|level| format!("{level}i")));
        }
        if !self.value_type(self.ty(inner)).is_some_and(|ty| ty.scalar().is_integer()) {
            return Ok(None);
        }
        let text = self.text_of_value(inner)?;
        Ok(Some(self.stable(&text, "level").code))
    }

    /// An option as an object.
    pub(crate) fn option_value(&mut self, option: LodOption, arguments: &[ExprId]) -> Outcome<Value> {
        let mut values = Vec::with_capacity(arguments.len());
        for argument in arguments {
            values.push(self.text_of_value(*argument)?);
        }
        match values.as_slice() {
            [value] => Ok(Value::Text(value.clone())),
            values => {
                let codes: Vec<&str> = values.iter().map(|value| value.code.as_str()).collect();
                let parts: Vec<&Text> = values.iter().collect();
                let text = Text::primary(format!("{}({})", type_of(option), codes.join(", ")));
                Ok(Value::Text(text.with_effects_of(&parts)))
            }
        }
    }
}
