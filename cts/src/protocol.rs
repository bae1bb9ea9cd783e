//! Requests of the machine protocol, as clients write them. `docs/PROTOCOL.md` describes them.

mod draw;

pub use draw::{
    AttributeRecord, BlendRecord, CallRecord, ComponentRecord, CountsRecord, DepthStencilRecord, DrawRecord,
    FaceRecord, IndexBufferRecord, MaskRecord, PrimitiveRecord, SampleRecord, ScissorRecord, ShaderRecord,
    TargetRecord, TargetStateRecord, TestRecord, VertexBufferRecord, ViewportRecord,
};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;
use webgpu_model::texture::{AddressMode, CompareFunction, Sampler, TextureDescriptor};
use webgpu_model::{Binding, BindingType, Data, Dispatch, PipelineLayout};
use wgsl_cts_cases::execution::Execution;
use wgsl_spec::ShaderStage;
use wgsl_validator::PipelineRequest;

/// A request.
#[derive(Serialize, Debug)]
pub struct Request<'a> {
    /// A number that the answer repeats.
    pub id: u64,
    /// The program.
    pub wgsl: &'a str,
    /// The operation with its members.
    #[serde(flatten)]
    pub operation: Operation,
}

/// An operation with its members.
#[derive(Serialize, Debug)]
#[serde(tag = "op", rename_all = "kebab-case")]
pub enum Operation {
    /// Judges a program.
    Validate,
    /// Judges the part that an entry point reaches.
    Pipeline(StageRecord),
    /// Runs a dispatch.
    Run(RunRecord),
    /// Runs a render pass.
    Draw(DrawRecord),
}

/// Values of overrides by name: numbers, or the words `nan`, `inf` and `-inf`, which JSON has no numbers for.
pub type Constants = BTreeMap<String, Constant>;

/// The value of an override.
#[derive(Serialize, JsonSchema, Debug, Clone, Copy, PartialEq)]
#[serde(untagged)]
pub enum Constant {
    /// A finite number.
    Number(f64),
    /// Another one.
    Word(ConstantWord),
}

/// A number that is not finite.
#[derive(Serialize, JsonSchema, Debug, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum ConstantWord {
    /// Not a number.
    Nan,
    /// Infinity.
    Inf,
    /// Negative infinity.
    #[serde(rename = "-inf")]
    NegativeInf,
}

impl From<f64> for Constant {
    fn from(number: f64) -> Self {
        match number {
            _ if number.is_nan() => Self::Word(ConstantWord::Nan),
            f64::INFINITY => Self::Word(ConstantWord::Inf),
            f64::NEG_INFINITY => Self::Word(ConstantWord::NegativeInf),
            _ => Self::Number(number),
        }
    }
}

fn constants(given: &[(String, f64)]) -> Constants {
    given.iter().map(|(name, value)| (name.clone(), Constant::from(*value))).collect()
}

/// A stage of a pipeline: the members of a request for it.
#[derive(Serialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct StageRecord {
    /// `vertex`, `fragment` or `compute`; absent if it is that of the entry point.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stage: Option<&'static str>,
    /// The name of the entry point; absent if the program has only one of the stage.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entry_point: Option<String>,
    /// Values of overrides, by the `@id` in base 10 or the name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub constants: Constants,
}

/// A dispatch: the members of a request to run it.
#[derive(Serialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct RunRecord {
    /// The name of the entry point; absent if the program has only one compute shader.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entry_point: Option<String>,
    /// Values of overrides, by the `@id` in base 10 or the name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub constants: Constants,
    /// The number of workgroups along x, y and z.
    pub workgroups: [u32; 3],
    /// The resources that the entry point uses.
    pub bindings: Vec<BindingRecord>,
    /// The bytes of the variable in address space immediate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub immediates_base64: Option<String>,
    /// Whether faults are reported.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub strict: bool,
    /// The number of invocations of a subgroup, if the results depend on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subgroup_size: Option<u32>,
}

/// A resource. Its members depend on its kind.
#[derive(Serialize, JsonSchema, Debug, Default)]
#[serde(deny_unknown_fields)]
pub struct BindingRecord {
    /// `@group`
    pub group: u32,
    /// `@binding`
    pub binding: u32,
    /// `uniform`, `storage`, `read-only-storage`, `texture`, `storage-texture` or `sampler`.
    pub kind: &'static str,
    /// The bytes of a buffer, or of the texels of a texture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data_base64: Option<String>,
    /// The dimension of a texture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dimension: Option<&'static str>,
    /// The format of the texels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<&'static str>,
    /// Width, height, and depth or number of layers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<[u32; 3]>,
    /// The number of mip levels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mips: Option<u32>,
    /// The number of samples.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub samples: Option<u32>,
    /// The swizzle of the view of a texture; absent if it is `rgba`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub swizzle: Option<String>,
    /// The address modes of a sampler along u, v and w.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address_modes: Option<[&'static str; 3]>,
    /// The filter of a sampler for magnification.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mag_filter: Option<&'static str>,
    /// The filter of a sampler for minification.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_filter: Option<&'static str>,
    /// The filter of a sampler between mip levels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mipmap_filter: Option<&'static str>,
    /// The least level of detail.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lod_min_clamp: Option<f32>,
    /// The greatest level of detail.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lod_max_clamp: Option<f32>,
    /// The greatest number of samples along the line of anisotropy; absent if it is 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_anisotropy: Option<u16>,
    /// The comparison of a comparison sampler.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compare: Option<&'static str>,
}

impl StageRecord {
    /// The members of a request for a stage.
    #[must_use]
    pub fn new(request: &PipelineRequest) -> Self {
        Self {
            stage: request.stage.map(ShaderStage::name),
            entry_point: request.entry_point.clone(),
            constants: constants(&request.constants),
        }
    }
}

impl RunRecord {
    /// The members of a request for a dispatch, with the resources of this layout. Others are left out: the program does not use
    /// them.
    #[must_use]
    pub fn new(execution: &Execution, dispatch: &Dispatch, layout: &PipelineLayout) -> Self {
        let immediates = Some(&dispatch.immediates).filter(|bytes| !bytes.is_empty());
        Self {
            entry_point: dispatch.shader.entry_point.clone(),
            constants: constants(&dispatch.shader.constants),
            workgroups: dispatch.workgroups,
            bindings: BindingRecord::used(&dispatch.bindings, layout),
            immediates_base64: immediates.map(|bytes| STANDARD.encode(bytes)),
            strict: execution.is_strict,
            subgroup_size: execution.subgroup_size,
        }
    }
}

impl BindingRecord {
    /// Those of some resources that the layout has.
    fn used(given: &[Binding], layout: &PipelineLayout) -> Vec<Self> {
        let of = |binding: &Binding| {
            let mut entries = layout.entries.iter();
            let entry = entries.find(|it| (it.group, it.binding) == (binding.group, binding.binding))?;
            Some(Self::new(binding, entry.ty))
        };
        given.iter().filter_map(of).collect()
    }

    fn new(given: &Binding, ty: BindingType) -> Self {
        let place = Self { group: given.group, binding: given.binding, kind: ty.name(), ..Self::default() };
        match &given.data {
            Data::Buffer(bytes) => Self { data_base64: Some(STANDARD.encode(bytes)), ..place },
            Data::Texture(texture, bytes) => place.texture(texture, bytes),
            Data::Sampler(sampler) => place.sampler(sampler),
        }
    }

    /// Texels that are zero are left out.
    fn texture(self, texture: &TextureDescriptor, bytes: &[u8]) -> Self {
        Self {
            dimension: Some(texture.dimension.name()),
            format: Some(texture.format.name()),
            size: Some(texture.size),
            mips: Some(texture.mip_level_count),
            samples: Some(texture.sample_count),
            swizzle: (!texture.swizzle.is_identity()).then(|| texture.swizzle.to_string()),
            data_base64: bytes.iter().any(|byte| *byte != 0).then(|| STANDARD.encode(bytes)),
            ..self
        }
    }

    fn sampler(self, sampler: &Sampler) -> Self {
        Self {
            address_modes: Some(sampler.address_modes.map(AddressMode::name)),
            mag_filter: Some(sampler.mag_filter.name()),
            min_filter: Some(sampler.min_filter.name()),
            mipmap_filter: Some(sampler.mipmap_filter.name()),
            lod_min_clamp: Some(sampler.lod_min_clamp),
            lod_max_clamp: Some(sampler.lod_max_clamp),
            max_anisotropy: Some(sampler.max_anisotropy).filter(|&samples| samples > 1),
            compare: sampler.compare.map(CompareFunction::name),
            ..self
        }
    }
}
