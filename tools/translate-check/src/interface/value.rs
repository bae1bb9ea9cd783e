//! Values that a pipeline gives and takes: locations, built-in values, interpolation.

use super::memory::{Types, is_same};
use msl_spec::{ValueType, attributes};
use msl_validator::interface::{Binding, Index, Input, Output};
use msl_validator::types::{Type, TypeId as MetalTypeId};
use wgsl_spec::{BuiltinValue, ShaderStage};
use wgsl_validator::interface::Datum;
use wgsl_validator::types::{TypeId, TypeKind};

/// The key by which a pipeline knows a value.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Place {
    /// The built-in value of WGSL with this name.
    BuiltIn(&'static str),
    /// A location, with the number of the source of a blend.
    Location(u32, u32),
    /// A value that WGSL does not have.
    Other,
}

/// A value in Metal.
struct MetalValue<'a> {
    ty: MetalTypeId,
    binding: &'a Binding,
}

impl Types<'_> {
    /// The differences of the inputs, in sentences without a full stop.
    pub(super) fn inputs(&self, stage: ShaderStage, inputs: &[Datum], in_metal: &[Input]) -> Vec<String> {
        let values: Vec<MetalValue<'_>> =
            in_metal.iter().map(|input| MetalValue { ty: input.ty, binding: &input.binding }).collect();
        let is_interpolated = stage == ShaderStage::Fragment;
        self.values("input", inputs, &values, is_interpolated)
    }

    /// The differences of the outputs, in sentences without a full stop.
    pub(super) fn outputs(&self, outputs: &[Datum], in_metal: &[Output]) -> Vec<String> {
        let values: Vec<MetalValue<'_>> =
            in_metal.iter().map(|output| MetalValue { ty: output.ty, binding: &output.binding }).collect();
        self.values("output", outputs, &values, false)
    }

    fn values(
        &self,
        what: &str,
        data: &[Datum],
        in_metal: &[MetalValue<'_>],
        is_interpolated: bool,
    ) -> Vec<String> {
        let mut found = Vec::new();
        let places: Vec<Place> = in_metal.iter().map(|value| self.place(value.binding)).collect();
        for datum in data {
            let (place, words) = place_of(datum);
            let there = places.iter().position(|it| *it == place).map(|index| &in_metal[index]);
            let Some(there) = there else {
                found.push(format!("{what} `{words}` is missing in Metal"));
                continue;
            };
            if !self.is_same_value(datum.ty, there.ty) {
                found.push(self.differ(&words, datum.ty, there.ty));
            }
            found.extend(is_interpolated.then(|| self.interpolation(datum, &words, there)).flatten());
        }
        for (value, place) in in_metal.iter().zip(&places) {
            let is_known = data.iter().any(|datum| place_of(datum).0 == *place);
            if let Place::Location(location, _) = place
                && !is_known
            {
                let ty = self.metal.types.print(value.ty);
                found.push(format!("unexpected {what} at location {location} of type `{ty}` in Metal"));
            }
        }
        found
    }

    fn place(&self, binding: &Binding) -> Place {
        match binding {
            Binding::BuiltIn(name) => {
                let uses = attributes(name).iter().flat_map(|attribute| attribute.uses);
                let counterpart = uses.into_iter().find_map(|place| place.wgsl);
                counterpart.map_or(Place::Other, Place::BuiltIn)
            }
            Binding::Depth(_) => Place::BuiltIn(BuiltinValue::FragDepth.name()),
            Binding::Attribute(Index::Number(number)) => Place::Location(*number, 0),
            Binding::Color { attachment: Index::Number(number), source } => Place::Location(*number, *source),
            // naga names the value at location 3 `loc3`.
            Binding::Varying { name: Some(name), .. } => {
                let name = self.metal.names.text(*name);
                let number = name.strip_prefix("loc").and_then(|number| number.parse().ok());
                number.map_or(Place::Other, |number| Place::Location(number, 0))
            }
            Binding::Varying { name: None, .. }
            | Binding::ControlPoints
            | Binding::Attribute(Index::Specialised(_))
            | Binding::Color { attachment: Index::Specialised(_), .. } => Place::Other,
        }
    }

    /// Returns true if two values have the same scalar and shape. An array of distances has the same length.
    fn is_same_value(&self, ty: TypeId, metal: MetalTypeId) -> bool {
        let types = &self.wgsl.meaning.types;
        match (types.kind(ty), self.metal.types.get(metal)) {
            (TypeKind::Scalar(scalar), Type::Value(ValueType::Scalar(in_metal))) => is_same(scalar, in_metal),
            (TypeKind::Vector(size, scalar), Type::Value(ValueType::Vector(in_metal, width))) => {
                is_same(scalar, in_metal) && u32::from(size) == width.count()
            }
            (TypeKind::Array(element, length), Type::Array(in_metal, count)) => {
                count == self.wgsl.meaning.length(length) && self.is_same_value(element, in_metal)
            }
            _ => false,
        }
    }

    fn interpolation(&self, datum: &Datum, words: &str, there: &MetalValue<'_>) -> Option<String> {
        let Binding::Varying { interpolation, .. } = there.binding else { return None };
        let (kind, sampling) = datum.io.sampled();
        let kind = self.wgsl.name(kind);
        let expected =
            if kind == "flat" { kind.to_owned() } else { format!("{kind}, {}", self.wgsl.name(sampling)) };
        // Section 5.4: without an attribute, a value is interpolated with perspective at the center.
        let name = interpolation.unwrap_or("center_perspective");
        let uses = attributes(name).iter().flat_map(|attribute| attribute.uses);
        let actual = uses.into_iter().find_map(|place| place.wgsl).unwrap_or(name);
        (actual != expected)
            .then(|| format!("`{words}` has `@interpolate({expected})` in WGSL, but `[[{name}]]` in Metal"))
    }
}

/// The key by which a pipeline knows a value, and its spelling.
fn place_of(datum: &Datum) -> (Place, String) {
    let io = &datum.io;
    match (io.builtin, io.location) {
        (Some((builtin, _)), _) => (Place::BuiltIn(builtin.name()), format!("@builtin({})", builtin.name())),
        (None, Some((location, _))) => {
            let source = io.blend_src.map_or(0, |(source, _)| source);
            (Place::Location(location, source), format!("@location({location})"))
        }
        (None, None) => (Place::Other, "a value without attributes".to_owned()),
    }
}
