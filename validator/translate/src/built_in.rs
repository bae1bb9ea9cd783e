//! Built-in variables of Metal, and the built-in values of WGSL that are the same. Section 5.2.3

use super::entry_point::Input;
use super::stage::Given;
use super::translator::{Feature, Outcome, Translator};
use super::value::Text;
use msl_spec::{AttributePlace, Scalar, ValueType, Width, attributes, sections};
use msl_validator::interface::{EntryPoint, EntryPointKind};
use wgsl_spec::{BuiltinValue, Direction, Edition, EnableExtension, IoType, ShaderStage};

const UINT: ValueType = ValueType::Scalar(Scalar::Uint);
const UINT3: ValueType = ValueType::Vector(Scalar::Uint, Width::Three);

/// The built-in value that is the same as a built-in variable in a place, if there is one.
fn counterpart(name: &str, place: AttributePlace) -> Option<BuiltinValue> {
    let uses = attributes(name).iter().flat_map(|attribute| attribute.uses);
    let found = uses.filter(|own| own.places.contains(&place)).find_map(|own| own.wgsl)?;
    BuiltinValue::ALL.into_iter().find(|value| value.name() == found)
}

/// The type of a built-in value.
fn value_type(ty: IoType) -> Option<ValueType> {
    let scalar = |scalar: wgsl_spec::Scalar| match scalar {
        wgsl_spec::Scalar::Bool => Some(Scalar::Bool),
        wgsl_spec::Scalar::I32 => Some(Scalar::Int),
        wgsl_spec::Scalar::U32 => Some(Scalar::Uint),
        wgsl_spec::Scalar::F32 => Some(Scalar::Float),
        wgsl_spec::Scalar::F16 => Some(Scalar::Half),
        wgsl_spec::Scalar::AbstractInt | wgsl_spec::Scalar::AbstractFloat => None,
    };
    match ty {
        IoType::Scalar(own) => scalar(own).map(ValueType::Scalar),
        IoType::Vector(count, own) => Some(ValueType::Vector(scalar(own)?, Width::from_count(count.into())?)),
        IoType::FloatArrayUpTo(_) => None,
    }
}

impl Translator<'_> {
    /// A built-in variable that the pipeline gives. Sizes of threadgroups are known.
    pub(crate) fn given_built_in(
        &mut self,
        entry: &EntryPoint,
        name: &str,
        is_scalar: bool,
    ) -> Outcome<Given> {
        let [x, y, z] = self.request.threadgroup_size;
        let size = format!("vec3<u32>({x}u, {y}u, {z}u)");
        let (place, stage) = match entry.kind {
            EntryPointKind::Kernel => (AttributePlace::KernelArgument, ShaderStage::Compute),
            EntryPointKind::Vertex => (AttributePlace::VertexArgument, ShaderStage::Vertex),
            EntryPointKind::Fragment => (AttributePlace::FragmentArgument, ShaderStage::Fragment),
            EntryPointKind::Object | EntryPointKind::Mesh => {
                return self
                    .none(sections::SECTION_5_1, "object and mesh functions: not supported by WebGPU");
            }
        };
        match name {
            "threads_per_threadgroup" | "dispatch_threads_per_threadgroup" if is_scalar => {
                Ok(Given { text: Text::primary(format!("{x}u")), ty: UINT })
            }
            "threads_per_threadgroup" | "dispatch_threads_per_threadgroup" => {
                Ok(Given { text: Text::primary(size), ty: UINT3 })
            }
            "threads_per_grid" => {
                let groups = self.built_in(BuiltinValue::NumWorkgroups, ShaderStage::Compute)?.0;
                Ok(Given { text: Text::operator(format!("{groups} * {size}")), ty: UINT3 })
            }
            "thread_index_in_quadgroup" => {
                let lane = self.built_in(BuiltinValue::SubgroupInvocationId, stage)?.0;
                Ok(Given { text: Text::operator(format!("{lane} & 3u")), ty: UINT })
            }
            _ => {
                let Some(value) = counterpart(name, place) else {
                    return self.none(
                        sections::SECTION_5_2_3,
                        format!("[[{name}]]: no such built-in value in WGSL"),
                    );
                };
                let (name, ty) = self.built_in(value, stage)?;
                Ok(Given { text: Text::primary(name), ty })
            }
        }
    }

    /// A parameter with a built-in value, which is there once, and its type.
    fn built_in(&mut self, value: BuiltinValue, stage: ShaderStage) -> Outcome<(String, ValueType)> {
        let row =
            value.rows(Edition::Current).find(|row| row.stage == stage && row.direction == Direction::Input);
        let ty = row.and_then(|row| value_type(row.ty));
        let (Some(row), Some(ty)) = (row, ty) else {
            return self.none(sections::SECTION_5_2_3, format!("`{}` in this stage", value.name()));
        };
        self.enable(row.enable);
        if let Some(known) = self.entry.inputs.iter().find(|it| it.built_in == value.name()) {
            return Ok((known.name.clone(), ty));
        }
        let name = self.names.local(value.name());
        let own = self.value_name(ty)?;
        self.entry.inputs.push(Input::built_in(value.name(), name.clone(), own));
        Ok((name, ty))
    }

    /// The attribute of a built-in variable that a stage returns.
    pub(crate) fn returned_built_in(&mut self, name: &str) -> Outcome<String> {
        let (place, stage) = if self.is_vertex {
            (AttributePlace::VertexOutput, ShaderStage::Vertex)
        } else {
            (AttributePlace::FragmentOutput, ShaderStage::Fragment)
        };
        let Some(value) = counterpart(name, place) else {
            return self.none(
                sections::SECTION_5_2_3_3,
                format!("[[{name}]] as a result: no such built-in value in WGSL"),
            );
        };
        let mut rows = value.rows(Edition::Current);
        let row = rows.find(|row| row.stage == stage && row.direction == Direction::Output);
        self.enable(row.and_then(|row| row.enable));
        Ok(format!("@builtin({})", value.name()))
    }

    /// Enables the extension of a built-in value.
    fn enable(&mut self, extension: Option<EnableExtension>) {
        let names = [
            (EnableExtension::Subgroups, Feature::Subgroups),
            (EnableExtension::PrimitiveIndex, Feature::PrimitiveIndex),
            (EnableExtension::ClipDistances, Feature::ClipDistances),
        ];
        if extension == Some(EnableExtension::Subgroups) {
            self.features.insert(Feature::SimdgroupSize);
        }
        self.features
            .extend(names.iter().filter(|(own, _)| Some(*own) == extension).map(|(_, feature)| *feature));
    }
}
