//! Inputs and outputs of entry points.

use super::Generator;
use super::declarations::attribute;
use super::types::{Structure, Type, number, word};
use crate::tree::{Attribute, Declaration, Member};
use std::sync::Arc;
use wgsl_spec::{
    BuiltinValue, BuiltinValueRow, Direction, Edition, EnableExtension, IoType, LanguageExtension, Scalar,
    ScalarSet, ShaderStage,
};

/// An input or output: the member or parameter that declares it, and its type.
pub(super) type Port = (Member, Type);

fn port(name: &str, ty: Type, attributes: Vec<Attribute>) -> Port {
    (Member { attributes, name: name.to_owned(), ty: ty.name() }, ty)
}

fn type_of(ty: IoType) -> Type {
    match ty {
        IoType::Scalar(scalar) => Type::Scalar(scalar),
        IoType::Vector(size, scalar) => Type::Vector(size, scalar),
        IoType::FloatArrayUpTo(most) => Type::Array(Arc::new(Type::Scalar(Scalar::F32)), most),
    }
}

impl Generator<'_> {
    fn is_available(&self, row: &BuiltinValueRow) -> bool {
        row.enable.is_none_or(|it| self.extensions.contains(it))
            && row.language.is_none_or(|it| self.extensions.contains_language(it))
    }

    /// Some of the builtin values of a stage.
    pub(super) fn builtins(&mut self, stage: ShaderStage, direction: Direction) -> Vec<Port> {
        let mut ports = Vec::new();
        for value in BuiltinValue::ALL {
            let rows = value.rows(Edition::Current);
            let row = rows.into_iter().find(|row| row.stage == stage && row.direction == direction);
            let Some(row) = row.filter(|row| self.is_available(row)) else { continue };
            // Every compute shader has these two anyway.
            if matches!(value, BuiltinValue::LocalInvocationIndex | BuiltinValue::GlobalInvocationId) {
                continue;
            }
            let is_needed = stage == ShaderStage::Vertex && value == BuiltinValue::Position;
            if !is_needed && !self.choices.one_in(3) {
                continue;
            }
            let mut arguments = vec![word(value.name())];
            let has_modes = self.extensions.contains_language(LanguageExtension::FragmentDepth);
            if value == BuiltinValue::FragDepth && has_modes && self.choices.one_in(2) {
                arguments.push(word(if self.choices.one_in(2) { "less" } else { "greater" }));
            }
            let mut attributes = vec![attribute("builtin", arguments)];
            if is_needed && self.choices.one_in(3) {
                attributes.push(attribute("invariant", []));
            }
            let name = self.fresh("builtin");
            ports.push(port(&name, type_of(row.ty), attributes));
        }
        ports
    }

    /// Values at locations.
    pub(super) fn locations(&mut self, stage: ShaderStage, direction: Direction) -> Vec<Port> {
        let is_interpolated = matches!(
            (stage, direction),
            (ShaderStage::Vertex, Direction::Output) | (ShaderStage::Fragment, Direction::Input)
        );
        let is_target = stage == ShaderStage::Fragment && direction == Direction::Output;
        if is_target
            && self.extensions.contains(EnableExtension::DualSourceBlending)
            && self.choices.one_in(4)
        {
            return self.blend_sources();
        }
        let mut ports = Vec::new();
        for location in 0..self.choices.below(4) {
            let numbers = ScalarSet(ScalarSet::ALL.0 & !Scalar::Bool.set().0);
            let scalar = self.scalar_of(numbers);
            let ty = Type::sized(1 + self.choices.below(4) as u8, scalar);
            let mut attributes = vec![attribute("location", [number(location)])];
            if is_interpolated {
                attributes.extend(self.interpolation(scalar));
            }
            let name = self.fresh("location");
            ports.push(port(&name, ty, attributes));
        }
        ports
    }

    fn blend_sources(&mut self) -> Vec<Port> {
        let ty = Type::Vector(4, Scalar::F32);
        [0, 1]
            .map(|source| {
                let name = self.fresh("source");
                let location = attribute("location", [number(0)]);
                port(&name, ty.clone(), vec![location, attribute("blend_src", [number(source)])])
            })
            .into()
    }

    fn interpolation(&mut self, scalar: Scalar) -> Option<Attribute> {
        let words: &[&str] = match self.choices.below(4) {
            0 => &["flat"],
            1 => &["flat", "first"],
            2 => &["flat", "either"],
            _ if scalar.is_integer() => &["flat"],
            _ => match self.choices.below(6) {
                0 => &["perspective", "centroid"],
                1 => &["linear", "sample"],
                2 => &["perspective", "center"],
                3 => &["linear"],
                4 => &["perspective"],
                _ => return None,
            },
        };
        Some(attribute("interpolate", words.iter().map(|it| word(*it))))
    }

    /// A structure with these members.
    pub(super) fn structure_of(&mut self, ports: Vec<Port>) -> Type {
        let name = self.fresh("Interface");
        let members = ports.iter().map(|(member, ty)| (member.name.clone(), ty.clone())).collect();
        let declared = ports.into_iter().map(|(member, _)| member).collect();
        self.declarations.push(Declaration::Structure { name: name.clone(), members: declared });
        Type::Structure(Arc::new(Structure { name, members }))
    }
}
