//! Values that a pipeline gives to a function, and results that it takes from it. Sections 5.2.2 to 5.2.4

use super::entry_point::{Input, Varyings};
use super::translator::{Feature, Outcome, Translator};
use super::value::Text;
use msl_spec::{Scalar, ValueType, Width, attributes, sections};
use msl_validator::interface::{Binding as Place, EntryPoint, EntryPointKind, Index, Input as MetalInput};
use msl_validator::meaning::Module;
use msl_validator::typed::Components;
use msl_validator::types::TypeId;
use std::fmt::Write as _;

/// All names of values between the stages of the program: those of vertex functions first.
fn varyings(module: &Module) -> Varyings {
    let mut found = Varyings::default();
    let mut add = |binding: &Place, is_input: bool| {
        let Place::Varying { name: Some(name), interpolation, .. } = binding else { return };
        let next = found.len() as u32;
        let varying = found.entry(module.names.text(*name).to_owned()).or_insert((next, None));
        if is_input {
            varying.1 = varying.1.or(*interpolation);
        }
    };
    for entry in module.entry_points.iter().filter(|entry| entry.kind == EntryPointKind::Vertex) {
        entry.outputs.iter().for_each(|output| add(&output.binding, false));
    }
    for entry in module.entry_points.iter().filter(|entry| entry.kind == EntryPointKind::Fragment) {
        entry.inputs.iter().for_each(|input| add(&input.binding, true));
    }
    found
}

/// A value that the pipeline gives, with its type in WGSL.
pub(crate) struct Given {
    pub(crate) text: Text,
    pub(crate) ty: ValueType,
}

/// A conversion of a result to the type that the pipeline takes.
pub(crate) struct Conversion {
    from: Option<ValueType>,
    into: Option<ValueType>,
    is_packed: bool,
}

impl Conversion {
    pub(crate) fn apply(&self, translator: &mut Translator<'_>, text: &Text) -> Outcome<Text> {
        match (self.from, self.into) {
            (Some(ValueType::PackedVector(scalar, width)), Some(into)) if self.is_packed => {
                let text = translator.unpacked(scalar, width, text)?;
                translator.convert_value(&text, ValueType::Vector(scalar, width), into)
            }
            (Some(from), Some(into)) => translator.convert_value(text, from, into),
            _ => Ok(text.clone()),
        }
    }
}

/// The result of an entry point.
pub(crate) enum Returned {
    Nothing,
    Value {
        attribute: String,
        ty: String,
        conversion: Conversion,
    },
    /// A structure, with the way to each member in the result of the function.
    Structure {
        name: String,
        members: Vec<(String, Conversion)>,
    },
}

impl<'a> Translator<'a> {
    /// A value that the pipeline gives.
    pub(crate) fn given(&mut self, entry: &EntryPoint, input: &MetalInput) -> Outcome<Given> {
        let is_built_in = matches!(input.binding, Place::BuiltIn(_));
        if entry.kind == EntryPointKind::Kernel && !is_built_in {
            return self.none(
                sections::SECTION_5_2_4,
                "`stage_in` of a kernel: not supported by WebGPU compute shaders",
            );
        }
        if !is_built_in && self.condition_holds(input.condition) != Some(true) {
            return self.none(sections::SECTION_5_8_1_3, "an input that depends on a function constant");
        }
        match &input.binding {
            Place::BuiltIn(name) => {
                let is_scalar = matches!(self.value_type(input.ty), Some(ValueType::Scalar(_)));
                self.given_built_in(entry, name, is_scalar)
            }
            Place::Attribute(Index::Number(number)) => {
                let ty = self.interface_type(input.ty)?;
                self.given_location(*number, "", ty, &format!("attribute_{number}"))
            }
            Place::Attribute(Index::Specialised(_)) => {
                self.none(sections::SECTION_5_8_1_5, "an attribute number that depends on function constants")
            }
            Place::Varying { name, .. } => {
                let ty = self.interface_type(input.ty)?;
                let (location, interpolation) =
                    self.varying(name.map_or("", |name| self.text_of(name)), ty)?;
                let wanted = name.map_or("varying", |name| self.text_of(name));
                self.given_location(location, &interpolation, ty, wanted)
            }
            Place::Color { .. } => self.none(
                sections::SECTION_5_2_3_4,
                "an attachment color as an input: WGSL can't read attachments",
            ),
            Place::ControlPoints => {
                self.none(sections::SECTION_5_2_2, "control points: tessellation is not supported by WebGPU")
            }
            Place::Depth(_) => self.none(sections::SECTION_5_2_3_4, "a depth as an input"),
        }
    }

    fn given_location(
        &mut self,
        location: u32,
        attributes: &str,
        ty: ValueType,
        wanted: &str,
    ) -> Outcome<Given> {
        let name = self.names.local(wanted);
        let own = self.value_name(ty)?;
        let attributes = format!("@location({location}){attributes}");
        self.entry.inputs.push(Input { attributes, built_in: String::new(), name: name.clone(), ty: own });
        Ok(Given { text: Text::primary(name), ty })
    }

    /// A value of the pipeline in the type of the argument: one with fewer components has the first ones.
    pub(crate) fn given_as(&mut self, text: &Text, from: ValueType, into: ValueType) -> Outcome<Text> {
        let (one, other) = (super::types::components(from), super::types::components(into));
        if other < one {
            let text = super::member::swizzle(text, Components::new(0..other as usize));
            let from = match Width::from_count(other) {
                Some(width) => ValueType::Vector(from.scalar(), width),
                None => ValueType::Scalar(from.scalar()),
            };
            return self.convert_value(&text, from, into);
        }
        self.convert_value(text, from, into)
    }

    /// The type that a value has between the stages: integers have 32 bits there.
    fn interface_type(&mut self, ty: TypeId) -> Outcome<ValueType> {
        let Some(value) = self.value_type(ty) else {
            let ty = self.module.types.print(ty);
            return self.none(sections::SECTION_5_2_4, format!("a `{ty}` between the stages of a pipeline"));
        };
        let scalar = match value.scalar() {
            Scalar::Char | Scalar::Short => Scalar::Int,
            Scalar::Uchar | Scalar::Ushort => Scalar::Uint,
            Scalar::Bool => {
                return self.none(sections::SECTION_5_2_4, "a boolean between the stages of a pipeline");
            }
            scalar @ (Scalar::Int
            | Scalar::Uint
            | Scalar::Long
            | Scalar::Ulong
            | Scalar::Half
            | Scalar::Bfloat
            | Scalar::Float
            | Scalar::Double) => scalar,
        };
        if let ValueType::Matrix(..) = value {
            return self.none(
                sections::SECTION_5_2_4,
                "a matrix between the stages of a pipeline: only scalars and vectors are allowed in WGSL",
            );
        }
        Ok(super::types::with_scalar(value, scalar))
    }

    /// The location of a value between the stages, and its interpolation: names are numbered in the order in which the results of vertex
    /// functions have them, and then the inputs of fragment functions.
    fn varying(&mut self, name: &str, ty: ValueType) -> Outcome<(u32, String)> {
        if self.varyings.is_empty() {
            self.varyings = varyings(self.module);
        }
        let (location, interpolation) = self.varyings.get(name).copied().unwrap_or_default();
        if ty.scalar().is_integer() {
            return Ok((location, " @interpolate(flat)".to_owned()));
        }
        // Section 5.4: without an attribute, a value is interpolated with perspective at the center, as in WGSL.
        let Some(name) = interpolation.filter(|name| *name != "center_perspective") else {
            return Ok((location, String::new()));
        };
        let uses = attributes(name).iter().flat_map(|attribute| attribute.uses);
        match uses.into_iter().find_map(|place| place.wgsl) {
            // WGSL samples at the center, too, if nothing is said.
            Some(words) => {
                let words = words.strip_suffix(", center").unwrap_or(words);
                Ok((location, format!(" @interpolate({words})")))
            }
            None => self.none(sections::SECTION_5_4, format!("the interpolation [[{name}]]")),
        }
    }

    /// The result of the entry point of a stage.
    pub(crate) fn returned(&mut self, entry: &'a EntryPoint, result: TypeId) -> Outcome<Returned> {
        if self.is_void(result) {
            return Ok(Returned::Nothing);
        }
        if let [output] = entry.outputs.as_slice()
            && output.members.is_empty()
        {
            let (attribute, ty, conversion) = self.output(&output.binding, output.ty, false)?;
            return Ok(Returned::Value { attribute, ty, conversion });
        }
        let Some(number) = self.module.types.structure_number(result) else {
            return self.none(sections::SECTION_5_2_3_5, "this result");
        };
        let name = self.names.global(&format!("{}_output", self.entry.name));
        let span = self.entry.span;
        let mut lines = vec![Self::module_line(span, 0, format!("struct {name} {{"))];
        let mut members = Vec::new();
        for output in &entry.outputs {
            if output.condition.is_some() && self.condition_holds(output.condition) != Some(true) {
                return self.none(sections::SECTION_5_8_1_6, "a result that depends on a function constant");
            }
            let (attribute, ty, conversion) = self.output(&output.binding, output.ty, true)?;
            let (path, member) = self.output_path(number, &output.members);
            lines.push(Self::module_line(span, 1, format!("{attribute} {member}: {ty},")));
            members.push((path, conversion));
        }
        lines.push(Self::module_line(span, 0, "}"));
        lines.push(Self::module_line(span, 0, ""));
        self.structures.extend(lines);
        Ok(Returned::Structure { name, members })
    }

    /// The way to a member of the result, and a name for it.
    fn output_path(
        &mut self,
        number: msl_validator::types::StructureNumber,
        members: &[u32],
    ) -> (String, String) {
        let mut path = String::new();
        let mut name = String::new();
        let mut number = Some(number);
        for index in members {
            let Some(own) = number else { break };
            let names = self.member_names(own);
            let member = names.get(*index as usize).cloned().unwrap_or_default();
            if self.wrapped_array(own).is_none() {
                let _ = write!(path, ".{member}");
            }
            name = if name.is_empty() { member } else { format!("{name}_{member}") };
            let ty = self.module.types.structure(own).members.get(*index as usize).map(|member| member.ty);
            number = ty.and_then(|ty| self.module.types.structure_number(ty));
        }
        (path, name)
    }

    /// The attributes and the type of a result.
    fn output(
        &mut self,
        binding: &Place,
        ty: TypeId,
        is_packed: bool,
    ) -> Outcome<(String, String, Conversion)> {
        let from = self.value_type(ty);
        let (attribute, into) = match binding {
            Place::BuiltIn(name) => {
                let is_array = self.module.types.element(ty).is_some();
                if *name == "clip_distance" && !is_array {
                    return self.none(
                        sections::SECTION_5_2_3_3,
                        "a single clip distance: it must be an array in WGSL",
                    );
                }
                (self.returned_built_in(name)?, from)
            }
            Place::Depth(comparison) => {
                let comparison = self.text_of(*comparison);
                if comparison != "any" {
                    return self.none(
                        sections::SECTION_5_2_3_5,
                        format!("[[depth({comparison})]]: WGSL has no depth modes"),
                    );
                }
                ("@builtin(frag_depth)".to_owned(), from)
            }
            Place::Color { attachment: Index::Number(number), source } => {
                let blend = if *source > 0 || self.has_second_source() {
                    self.features.insert(Feature::DualSourceBlending);
                    format!(" @blend_src({source})")
                } else {
                    String::new()
                };
                (format!("@location({number}){blend}"), Some(self.interface_type(ty)?))
            }
            Place::Color { attachment: Index::Specialised(_), .. } => {
                return self.none(
                    sections::SECTION_5_8_1_6,
                    "an attachment number that depends on function constants",
                );
            }
            Place::Varying { name, .. } => {
                let value = self.interface_type(ty)?;
                let (location, interpolation) =
                    self.varying(name.map_or("", |name| self.text_of(name)), value)?;
                (format!("@location({location}){interpolation}"), Some(value))
            }
            Place::Attribute(_) | Place::ControlPoints => {
                return self.none(sections::SECTION_5_2_3_5, "this result");
            }
        };
        let own = match into {
            Some(value) => self.value_name(value)?,
            None => self.type_name(ty)?,
        };
        Ok((attribute, own, Conversion { from, into, is_packed }))
    }

    /// Returns true if the function has a second color for one attachment.
    fn has_second_source(&self) -> bool {
        let name = &self.request.entry_point;
        let entry = self.module.entry_points.iter().find(|entry| self.module.entry_name(entry) == name);
        entry.is_some_and(|entry| {
            entry.outputs.iter().any(|output| matches!(output.binding, Place::Color { source: 1.., .. }))
        })
    }
}
