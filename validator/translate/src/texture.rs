//! Member functions of textures. Section 6.10

use super::lod_option::Lod;
use super::translator::{Outcome, Translator};
use super::types::Base;
use super::value::{Handle, Text, Value, is_simple};
use msl_spec::{Access, Dimension, LodOption, Scalar, TextureKind, ValueType, Width, sections};

use msl_validator::interface::EntryPointKind;
use msl_validator::typed::{Argument, Expr, ExprId, TextureCall, TextureCallId};
use msl_validator::types::Type;
use webgpu_model::texture::ChannelKind;
use wgsl_spec::TexelFormat;

/// A note about a texture that is read, and whose format nobody gave.
const OPEN_FORMAT: &str = "a read outside of the texture gives zeros, as in Metal for a format with alpha";

/// The arguments of a call by what they are.
#[derive(Default)]
struct Arguments {
    sampler: Option<String>,
    coordinates: Option<String>,
    layer: Option<String>,
    sample: Option<String>,
    level: Option<String>,
    color: Option<Text>,
    reference: Option<String>,
    offset: Option<String>,
    component: Option<String>,
    option: Option<Lod>,
}

/// A texture whose member function is called.
struct Called {
    texture: Handle,
    kind: TextureKind,
    access: Access,
    element: Scalar,
    section: &'static str,
}

impl Called {
    const fn is_storage(&self) -> bool {
        matches!(self.access, Access::Write | Access::ReadWrite)
    }
}

impl Translator<'_> {
    pub(crate) fn texture(&mut self, id: TextureCallId) -> Outcome<Value> {
        let TextureCall { texture, function, signature, element, arguments } = self.tree()[id];
        let arguments = self.tree()[arguments].to_vec();
        let Value::Handle(texture) = self.value(texture)? else {
            return self.none(sections::SECTION_2_8, "a texture that is not an argument");
        };
        let Type::Texture(kind, _, access) = self.kind(texture.ty) else {
            return self.none(sections::SECTION_2_8, "this texture");
        };
        let called = Called { texture, kind, access, element, section: function.section };
        let Some(signature) = function.signatures.get(signature) else {
            return self.none_of(function.section, "this call");
        };
        let mut found = Arguments::default();
        for (parameter, argument) in signature.parameters.iter().zip(arguments) {
            if let Argument::Value(argument) = argument {
                self.texture_argument(&mut found, &called, parameter.name, argument)?;
            }
        }
        if let Some(sampler) = &mut found.sampler {
            *sampler = self.sampler_that(found.reference.is_some(), sampler)?;
        }
        match function.name {
            "sample" => self.sample(&called, &found),
            "sample_compare" => self.sample_compare(&called, &found),
            "gather" | "gather_compare" => self.gather(&called, &found),
            "read" => self.read(&called, &found),
            "write" => self.write(&called, &found),
            // It orders what one thread writes and then reads. WGSL does so without a word; `textureBarrier` would wait for other threads, which
            // fragments and diverging threads must not. Section 6.10.17
            "fence" => Ok(Value::Nothing),
            name => self.query(&called, name, &found),
        }
    }

    fn texture_argument(
        &mut self,
        found: &mut Arguments,
        called: &Called,
        name: &str,
        id: ExprId,
    ) -> Outcome<()> {
        match name {
            "s" => {
                found.sampler = Some(self.handle(id, "sampler")?.name);
            }
            "coord" => found.coordinates = Some(self.text_of_value(id)?.code),
            "array" => found.layer = Some(self.text_of_value(id)?.code),
            "sample" => found.sample = Some(self.text_of_value(id)?.code),
            "lod" if called.kind.is_multisampled() => found.sample = Some(self.text_of_value(id)?.code),
            "lod" => found.level = Some(self.text_of_value(id)?.code),
            "color" => found.color = Some(self.color(id, called.element)?),
            "compare_value" => found.reference = Some(self.text_of_value(id)?.code),
            "offset" => found.offset = Some(self.offset(id)?),
            "c" => found.component = Some(self.gathered_component(id)?),
            "options" | "bias_options" | "grad_options" => found.option = Some(self.lod_option(id)?),
            _ => return self.none_of(called.section, format!("the texture argument `{name}`")),
        }
        Ok(())
    }

    /// The components that are written: textures of WGSL take those of 32 bits.
    fn color(&mut self, id: ExprId, element: Scalar) -> Outcome<Text> {
        let text = self.text_of_value(id)?;
        let from = ValueType::Vector(element, Width::Four);
        let wide = match Base::of(element) {
            Some(Base::F16) => Scalar::Float,
            Some(Base::Bool | Base::I32 | Base::U32 | Base::F32) | None => element,
        };
        let own = self.value_type(self.ty(id)).unwrap_or(from);
        self.convert_value(&text, own, super::types::with_scalar(own, wide))
    }

    /// An offset is a constant expression.
    fn offset(&mut self, id: ExprId) -> Outcome<String> {
        let text = self.text_of_value(id)?;
        let is_constant = text
            .code
            .replace("vec2<i32>", "")
            .replace("vec3<i32>", "")
            .chars()
            .all(|it| "0123456789i-(), ".contains(it));
        if is_constant { Ok(text.code) } else { self.none(sections::SECTION_6_10, "a non-constant offset") }
    }

    fn gathered_component(&mut self, id: ExprId) -> Outcome<String> {
        if let Expr::Enumerator(enumerator) = self.tree()[id]
            && let Some(number) = "xyzw".find(enumerator.name)
        {
            return Ok(format!("{number}"));
        }
        self.none(sections::SECTION_6_10, "a non-constant component")
    }

    /// Returns true if levels of detail come from derivatives: in fragments only.
    fn has_derivatives(&self) -> bool {
        let name = &self.request.entry_point;
        let entry = self.module.entry_points.iter().find(|entry| self.module.entry_name(entry) == name);
        entry.is_some_and(|entry| entry.kind == EntryPointKind::Fragment)
    }

    /// The value of a call in the type of the element.
    fn texel(&mut self, code: String, called: &Called) -> Outcome<Value> {
        let text = Text::primary(code);
        let (from, into) = if called.kind.is_depth() {
            (ValueType::Scalar(Scalar::Float), ValueType::Scalar(called.element))
        } else {
            let wide = match Base::of(called.element) {
                Some(Base::F16) => Scalar::Float,
                Some(Base::Bool | Base::I32 | Base::U32 | Base::F32) | None => called.element,
            };
            (ValueType::Vector(wide, Width::Four), ValueType::Vector(called.element, Width::Four))
        };
        self.convert_value(&text, from, into).map(Value::Text)
    }

    fn sample(&mut self, called: &Called, found: &Arguments) -> Outcome<Value> {
        if let Some(Base::I32 | Base::U32 | Base::Bool) | None = Base::of(called.element)
            && !called.kind.is_depth()
        {
            return self.none_of(
                called.section,
                "`sample` of a texture with integers: WGSL only samples floating-point textures, and `textureLoad` takes no sampler",
            );
        }
        let mut parts = vec![called.texture.name.clone()];
        parts.extend(found.sampler.clone());
        parts.extend(found.coordinates.clone());
        parts.extend(found.layer.clone());
        let name = match &found.option {
            None if self.has_derivatives() => "textureSample",
            None => {
                parts.push(if called.kind.is_depth() { "0i" } else { "0.0f" }.to_owned());
                "textureSampleLevel"
            }
            Some(Lod { option: LodOption::Level, values, whole }) => {
                match whole {
                    _ if !called.kind.is_depth() => parts.extend(values.iter().cloned()),
                    // A depth texture of WGSL has whole levels.
                    Some(level) => parts.push(level.clone()),
                    None => {
                        return self.none_of(
                            called.section,
                            "a depth texture level that is not an integer: WGSL takes integers",
                        );
                    }
                }
                "textureSampleLevel"
            }
            Some(Lod { option: LodOption::Bias, values, .. })
                if !called.kind.is_depth() && self.has_derivatives() =>
            {
                parts.extend(values.iter().cloned());
                "textureSampleBias"
            }
            Some(Lod {
                option: LodOption::Gradient2d | LodOption::Gradient3d | LodOption::Gradientcube,
                values,
                ..
            }) if !called.kind.is_depth() => {
                parts.extend(values.iter().cloned());
                "textureSampleGrad"
            }
            Some(Lod { option, .. }) => {
                return self.none_of(called.section, format!("`{}` for this texture", option.name()));
            }
        };
        parts.extend(found.offset.clone());
        self.texel(format!("{name}({})", parts.join(", ")), called)
    }

    fn sample_compare(&mut self, called: &Called, found: &Arguments) -> Outcome<Value> {
        let mut parts = vec![called.texture.name.clone()];
        parts.extend(found.sampler.clone());
        parts.extend(found.coordinates.clone());
        parts.extend(found.layer.clone());
        parts.extend(found.reference.clone());
        parts.extend(found.offset.clone());
        let name = match &found.option {
            None if self.has_derivatives() => "textureSampleCompare",
            None => "textureSampleCompareLevel",
            Some(Lod { option: LodOption::Level, whole: Some(level), .. }) if level == "0i" => {
                "textureSampleCompareLevel"
            }
            Some(Lod { option, .. }) => {
                return self.none_of(
                    called.section,
                    format!(
                        "`{}` of a comparison: WGSL only compares at level zero, or at the level from derivatives",
                        option.name()
                    ),
                );
            }
        };
        self.texel(format!("{name}({})", parts.join(", ")), called)
    }

    fn gather(&mut self, called: &Called, found: &Arguments) -> Outcome<Value> {
        let mut parts = Vec::new();
        if !called.kind.is_depth() {
            parts.push(found.component.clone().unwrap_or_else(|| "0".to_owned()));
        }
        parts.push(called.texture.name.clone());
        parts.extend(found.sampler.clone());
        parts.extend(found.coordinates.clone());
        parts.extend(found.layer.clone());
        parts.extend(found.reference.clone());
        parts.extend(found.offset.clone());
        let name = if found.reference.is_some() { "textureGatherCompare" } else { "textureGather" };
        let code = format!("{name}({})", parts.join(", "));
        let wide = match Base::of(called.element) {
            Some(Base::F16) => Scalar::Float,
            Some(Base::Bool | Base::I32 | Base::U32 | Base::F32) | None => called.element,
        };
        let (from, into) =
            (ValueType::Vector(wide, Width::Four), ValueType::Vector(called.element, Width::Four));
        self.convert_value(&Text::primary(code), from, into).map(Value::Text)
    }

    /// A read outside of the texture gives zeros, and the alpha 1 if the format has none. WGSL leaves open what it gives. Section 6.10.1
    fn read(&mut self, called: &Called, found: &Arguments) -> Outcome<Value> {
        if called.kind.dimension() == Dimension::Cube {
            return self
                .none_of(called.section, "a texel read from a cube: WGSL can only sample cube textures");
        }
        let texture = &called.texture.name;
        let coordinates = self.stable_code(found.coordinates.as_ref(), "coordinates");
        let mut parts = vec![texture.clone(), coordinates.clone()];
        let mut limits = Vec::new();
        if let Some(layer) = &found.layer {
            let layer = self.stable_code(Some(layer), "layer");
            limits.push(format!("{layer} < textureNumLayers({texture})"));
            parts.push(layer);
        }
        let mut size = format!("textureDimensions({texture})");
        if called.kind.is_multisampled() {
            let sample = self.stable_code(found.sample.as_ref(), "sample");
            limits.push(format!("{sample} < textureNumSamples({texture})"));
            parts.push(sample);
        } else if !called.is_storage() {
            let level = self.stable_code(found.level.as_ref(), "level");
            if level != "0u" {
                size = format!("textureDimensions({texture}, {level})");
                limits.push(format!("{level} < textureNumLevels({texture})"));
            }
            parts.push(level);
        }
        let is_inside = format!("{coordinates} < {size}");
        let is_line = called.kind.dimension() == Dimension::One;
        limits.insert(0, if is_line { is_inside } else { format!("all({is_inside})") });
        let outside = self.texel_outside(called);
        let load = format!("textureLoad({})", parts.join(", "));
        self.texel(format!("select({outside}, {load}, {})", limits.join(" && ")), called)
    }

    /// An argument that is written twice in one expression; zero if there is none.
    fn stable_code(&mut self, argument: Option<&String>, name: &str) -> String {
        match argument {
            Some(code) if is_simple(code) => code.clone(),
            Some(code) => self.stable(&Text::operator(code.as_str()), name).code,
            None => "0u".to_owned(),
        }
    }

    /// The value of texels outside of a texture.
    fn texel_outside(&mut self, called: &Called) -> String {
        if called.kind.is_depth() {
            return "0.0f".to_owned();
        }
        let scalar = match Base::of(called.element) {
            Some(Base::I32) => "i32",
            Some(Base::U32) => "u32",
            Some(Base::Bool | Base::F16 | Base::F32) | None => "f32",
        };
        let row = self.rows.iter_mut().find(|row| row.name == called.texture.name);
        let number = row.as_ref().and_then(|row| row.binding);
        let format = self.request.texture_formats.iter().find(|(own, _)| Some(*own) == number);
        let is_open = format.is_none() && !called.is_storage();
        if let Some(row) = row.filter(|_| is_open)
            && !row.notes.iter().any(|note| note == OPEN_FORMAT)
        {
            row.notes.push(OPEN_FORMAT.to_owned());
        }
        // Without a given format, those that are read and written have one component.
        let has_alpha = format.map_or(!called.is_storage(), |(_, format)| format.channel_count() == 4);
        if has_alpha { format!("vec4<{scalar}>()") } else { format!("vec4<{scalar}>(0, 0, 0, 1)") }
    }

    fn write(&mut self, called: &Called, found: &Arguments) -> Outcome<Value> {
        if called.kind.dimension() == Dimension::Cube {
            return self
                .none_of(called.section, "a texel read from a cube: WGSL can only sample cube textures");
        }
        if found.level.as_ref().is_some_and(|level| level != "0u") {
            return self
                .none_of(called.section, "a write to a level: a WGSL storage texture has only one level");
        }
        let mut parts = vec![called.texture.name.clone()];
        parts.extend(found.coordinates.clone());
        parts.extend(found.layer.clone());
        parts.extend(found.color.as_ref().map(|color| color.code.clone()));
        self.writer.line(format!("textureStore({});", parts.join(", ")));
        Ok(Value::Nothing)
    }

    /// Sizes and counts.
    fn query(&mut self, called: &Called, name: &str, found: &Arguments) -> Outcome<Value> {
        let texture = &called.texture.name;
        let has_levels = !called.is_storage() && !called.kind.is_multisampled();
        let dimensions = match found.level.as_ref().filter(|_| has_levels) {
            Some(level) => format!("textureDimensions({texture}, {level})"),
            None => format!("textureDimensions({texture})"),
        };
        let is_line = called.kind.dimension() == Dimension::One;
        let code = match name {
            "get_width" if is_line => dimensions,
            "get_width" => format!("{dimensions}.x"),
            "get_height" => format!("{dimensions}.y"),
            "get_depth" => format!("{dimensions}.z"),
            "get_num_mip_levels" if has_levels => format!("textureNumLevels({texture})"),
            "get_array_size" => format!("textureNumLayers({texture})"),
            "get_num_samples" => format!("textureNumSamples({texture})"),
            _ => return self.none_of(called.section, format!("`{name}` of this texture")),
        };
        Ok(Value::Text(Text::primary(code)))
    }

    /// The format that the pipeline gives a texture that is written.
    fn given_format(&mut self, element: Scalar, number: u32) -> Outcome<Option<&'static str>> {
        let Some((_, format)) = self.request.texture_formats.iter().find(|(own, _)| *own == number) else {
            return Ok(None);
        };
        let name = format.name();
        if !TexelFormat::ALL.iter().any(|own| own.name() == name) {
            return self.none(
                sections::SECTION_2_8,
                format!("the format {name}: not available for WGSL storage textures"),
            );
        }
        let kind = match Base::of(element) {
            Some(Base::I32) => ChannelKind::Sint,
            Some(Base::U32) => ChannelKind::Uint,
            Some(Base::Bool | Base::F16 | Base::F32) | None => ChannelKind::Float,
        };
        if format.kind() != kind {
            return self.none(
                sections::SECTION_2_8,
                format!("the format {name} for a texture of `{}`", element.name()),
            );
        }
        Ok(Some(name))
    }

    /// The type of a texture, and a note about its format.
    pub(crate) fn texture_type(
        &mut self,
        kind: TextureKind,
        element: Scalar,
        access: Access,
        number: u32,
    ) -> Outcome<(String, Option<String>)> {
        let dimension = match (kind.dimension(), kind.is_array()) {
            (Dimension::One, false) => "1d",
            (Dimension::Two, false) => "2d",
            (Dimension::Two, true) => "2d_array",
            (Dimension::Three, _) => "3d",
            (Dimension::Cube, false) => "cube",
            (Dimension::Cube, true) => "cube_array",
            (Dimension::One, true) => {
                return self.none(sections::SECTION_2_8, "arrays of 1D textures");
            }
            (Dimension::Buffer, _) => return self.none(sections::SECTION_2_8_1, "a texture in a buffer"),
        };
        if kind.is_multisampled() && kind.is_array() {
            return self.none(sections::SECTION_2_8, "arrays of multisampled textures");
        }
        if let Access::Write | Access::ReadWrite = access {
            if kind.dimension() == Dimension::Cube || kind.is_multisampled() || kind.is_depth() {
                return self.none(sections::SECTION_2_8, format!("a `{}` that is written", kind.name()));
            }
            let word = if access == Access::Write { "write" } else { "read_write" };
            let own = |format: &str| format!("texture_storage_{dimension}<{format}, {word}>");
            if let Some(format) = self.given_format(element, number)? {
                return Ok((own(format), None));
            }
            let format = storage_format(element, access);
            let note = format!(
                "the format of a WGSL storage texture is part of its type: use {format} in the pipeline, or pass a format to the translation"
            );
            return Ok((own(format), Some(note)));
        }
        let multisampled = if kind.is_multisampled() { "multisampled_" } else { "" };
        if kind.is_depth() {
            return Ok((format!("texture_depth_{multisampled}{dimension}"), None));
        }
        let sampled = match self.base(element)? {
            Base::I32 => "i32",
            Base::U32 => "u32",
            Base::Bool | Base::F16 | Base::F32 => "f32",
        };
        Ok((format!("texture_{multisampled}{dimension}<{sampled}>"), None))
    }
}

/// The format with as many bits as the elements have. Those that are read and written have one component.
const fn storage_format(element: Scalar, access: Access) -> &'static str {
    let is_both = matches!(access, Access::ReadWrite);
    match element {
        Scalar::Int | Scalar::Short | Scalar::Char if is_both => "r32sint",
        Scalar::Uint | Scalar::Ushort | Scalar::Uchar if is_both => "r32uint",
        Scalar::Float | Scalar::Half if is_both => "r32float",
        Scalar::Half | Scalar::Bfloat => "rgba16float",
        Scalar::Short | Scalar::Char => "rgba16sint",
        Scalar::Ushort | Scalar::Uchar => "rgba16uint",
        Scalar::Int | Scalar::Long => "rgba32sint",
        Scalar::Uint | Scalar::Ulong => "rgba32uint",
        Scalar::Float | Scalar::Double | Scalar::Bool => "rgba32float",
    }
}
