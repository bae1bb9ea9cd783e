//! The back ends of naga: what they write for a stage of a pipeline.

use crate::{PipelineQuestion, Refusal};
use naga::back::pipeline_constants::process_overrides;
use naga::back::{glsl, hlsl, msl, spv, wgsl};
use naga::proc::{BoundsCheckPolicies, BoundsCheckPolicy};
use naga::valid::ModuleInfo;
use naga::{Module, ShaderStage};
use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};
use wgsl_translate_check::naga::{causes, entry_point, module, panic_of, said, without_noise};

/// A language that naga writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum BackEnd {
    /// SPIR-V 1.3.
    Spirv,
    /// Metal's language, version 3.1.
    Msl,
    /// HLSL for shader model 6.6.
    Hlsl,
    /// GLSL for OpenGL ES 3.2.
    Glsl,
    /// WGSL again.
    Wgsl,
}

/// The result of a back end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Writing {
    /// The words of SPIR-V.
    Words(Vec<u32>),
    /// A program in another language.
    Text(String),
    /// Nothing: the back end has this error.
    Refuses(String),
    /// Nothing: the back end panics with these words.
    Panics(String),
}

/// A stage that naga takes, with the values of overrides.
#[derive(Clone, Debug)]
pub struct NagaStage {
    module: Module,
    info: ModuleInfo,
    stage: ShaderStage,
    name: String,
}

impl BackEnd {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Spirv, Self::Msl, Self::Hlsl, Self::Glsl, Self::Wgsl];

    /// The name of the language.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Spirv => "SPIR-V",
            Self::Msl => "MSL",
            Self::Hlsl => "HLSL",
            Self::Glsl => "GLSL",
            Self::Wgsl => "WGSL",
        }
    }
}

impl NagaStage {
    /// The stage that a pipeline makes of a program.
    ///
    /// # Errors
    /// naga does not take the program; its message, also if it panics.
    pub fn new(program: &str, pipeline: &PipelineQuestion) -> Result<Self, Refusal> {
        let make = || {
            let (module, info) = module(program)?;
            let (stage, name) = entry_point(&module, pipeline)?;
            let name = name.to_owned();
            let constants = pipeline.constants.iter().cloned().collect();
            let (module, info) = process_overrides(&module, &info, Some((stage, &name)), &constants)
                .map(|(module, info)| (module.into_owned(), info.into_owned()))
                .map_err(|error| Refusal { message: causes(&error), lines: Vec::new() })?;
            Ok(Self { module, info, stage, name })
        };
        let stage = without_noise(|| catch_unwind(AssertUnwindSafe(make)));
        stage.unwrap_or_else(|payload| Err(panic_of(payload.as_ref())))
    }

    /// The names of the stages that have an entry point in a program which naga takes, such as `compute`, with the names of
    /// these.
    #[must_use]
    pub fn entry_points(program: &str) -> Vec<(&'static str, String)> {
        let find = || {
            let (module, _) = module(program).ok()?;
            let named = |entry: &naga::EntryPoint| {
                let stage = match entry.stage {
                    ShaderStage::Vertex => "vertex",
                    ShaderStage::Fragment => "fragment",
                    ShaderStage::Compute => "compute",
                    _ => return None,
                };
                Some((stage, entry.name.clone()))
            };
            Some(module.entry_points.iter().filter_map(named).collect())
        };
        without_noise(|| catch_unwind(AssertUnwindSafe(find))).ok().flatten().unwrap_or_default()
    }

    /// The result of a back end for it, with bounds checks as WebGPU requires them.
    #[must_use]
    pub fn write(&self, back_end: BackEnd) -> Writing {
        let write = || match back_end {
            BackEnd::Spirv => self.spirv(),
            BackEnd::Msl => self.msl(),
            BackEnd::Hlsl => self.hlsl(),
            BackEnd::Glsl => self.glsl(),
            BackEnd::Wgsl => self.wgsl(),
        };
        match without_noise(|| catch_unwind(AssertUnwindSafe(write))) {
            Ok(Ok(writing)) => writing,
            Ok(Err(message)) => Writing::Refuses(message),
            Err(payload) => Writing::Panics(said(payload.as_ref()).to_owned()),
        }
    }

    /// The name of the stage: `vertex`, `fragment` or `compute`.
    #[must_use]
    pub const fn stage(&self) -> &'static str {
        match self.stage {
            ShaderStage::Vertex => "vertex",
            ShaderStage::Fragment => "fragment",
            _ => "compute",
        }
    }

    fn spirv(&self) -> Result<Writing, String> {
        let options = spv::Options {
            lang_version: (1, 3),
            bounds_check_policies: RESTRICTED,
            ..spv::Options::default()
        };
        let pipeline = spv::PipelineOptions { shader_stage: self.stage, entry_point: self.name.clone() };
        let words = spv::write_vec(&self.module, &self.info, &options, Some(&pipeline));
        words.map(Writing::Words).map_err(message)
    }

    fn msl(&self) -> Result<Writing, String> {
        let options = msl::Options {
            lang_version: (3, 1),
            bounds_check_policies: RESTRICTED,
            ..msl::Options::default()
        };
        let entry_point = Some((self.stage, self.name.clone()));
        let pipeline = msl::PipelineOptions { entry_point, ..msl::PipelineOptions::default() };
        let text = msl::write_string(&self.module, &self.info, &options, &pipeline);
        text.map(|(text, _)| Writing::Text(text)).map_err(message)
    }

    fn hlsl(&self) -> Result<Writing, String> {
        let options = hlsl::Options { shader_model: hlsl::ShaderModel::V6_6, ..hlsl::Options::default() };
        let pipeline = hlsl::PipelineOptions { entry_point: Some((self.stage, self.name.clone())) };
        let mut text = String::new();
        let writing = hlsl::Writer::new(&mut text, &options, &pipeline).write(&self.module, &self.info, None);
        let names = writing.map_err(message)?.entry_point_names;
        names.into_iter().try_for_each(|name| name.map(|_| ())).map_err(message)?;
        Ok(Writing::Text(text))
    }

    fn glsl(&self) -> Result<Writing, String> {
        let options = glsl::Options { version: glsl::Version::new_gles(320), ..glsl::Options::default() };
        let entry_point = self.name.clone();
        let pipeline = glsl::PipelineOptions { shader_stage: self.stage, entry_point, multiview: None };
        let mut text = String::new();
        let writer = glsl::Writer::new(&mut text, &self.module, &self.info, &options, &pipeline, RESTRICTED);
        writer.map_err(message)?.write().map_err(message)?;
        Ok(Writing::Text(text))
    }

    fn wgsl(&self) -> Result<Writing, String> {
        let text = wgsl::write_string(&self.module, &self.info, wgsl::WriterFlags::empty());
        text.map(Writing::Text).map_err(message)
    }
}

/// Accesses beyond the end of anything are restricted to it.
const RESTRICTED: BoundsCheckPolicies = BoundsCheckPolicies {
    index: BoundsCheckPolicy::Restrict,
    buffer: BoundsCheckPolicy::Restrict,
    image_load: BoundsCheckPolicy::Restrict,
    binding_array: BoundsCheckPolicy::Restrict,
};

fn message(error: impl Display) -> String {
    error.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compute(constants: &[(&str, f64)]) -> PipelineQuestion {
        let constants = constants.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect();
        PipelineQuestion { stage: Some("compute".to_owned()), entry_point: None, constants }
    }

    const PROGRAM: &str = "override size: u32;
        @group(0) @binding(0) var<storage, read_write> out: u32;
        @compute @workgroup_size(size) fn main() { out = size; }";

    #[test]
    fn every_back_end_writes() {
        let stage = NagaStage::new(PROGRAM, &compute(&[("size", 3.0)])).expect("naga takes it");
        for back_end in BackEnd::ALL {
            match stage.write(back_end) {
                Writing::Words(words) => assert_eq!(words[0], 0x0723_0203),
                Writing::Text(text) => assert!(text.contains('3'), "{back_end:?}: {text}"),
                other => panic!("{back_end:?}: {other:?}"),
            }
        }
    }

    #[test]
    fn a_stage_needs_its_constants_and_its_entry_point() {
        assert!(NagaStage::new(PROGRAM, &compute(&[])).is_err());
        let vertex = PipelineQuestion { stage: Some("vertex".to_owned()), ..compute(&[("size", 3.0)]) };
        assert!(NagaStage::new(PROGRAM, &vertex).is_err());
    }

    #[test]
    fn entry_points_are_listed() {
        assert_eq!(NagaStage::entry_points(PROGRAM), [("compute", "main".to_owned())]);
        assert!(NagaStage::entry_points("fn").is_empty());
    }
}
