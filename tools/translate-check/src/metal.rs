//! Metal's language as naga writes it: what wgpu would give to Metal for a program.

mod layout;
mod options;
#[cfg(test)]
mod suspects;
mod vertices;

pub use layout::{EntryPoint, MetalStage, ResourceSlot, Slot};
pub use options::{Bindings, BoundsPolicy, MetalOptions};
pub(crate) use vertices::FIRST_SLOT as FIRST_VERTEX_BUFFER;

use crate::depth::Withheld;
use crate::naga::{Refusal, causes, entry_point, module, panic_of, said, without_noise};
use layout::Layout;
use naga::Module;
use naga::back::msl;
use naga::back::pipeline_constants::process_overrides;
use naga::valid::ModuleInfo;
use std::fmt::{self, Display, Formatter};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A program that naga takes. It can be written several times, with different options.
#[derive(Clone, Debug)]
pub struct MetalSource {
    module: Module,
    info: ModuleInfo,
}

/// A program in Metal's language, with what a host needs to run it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MetalText {
    /// The program.
    pub text: String,
    /// Its entry points, in the order of the WGSL program.
    pub entry_points: Vec<EntryPoint>,
    /// The group and the binding of each buffer whose size naga's code asks for, in the order of the members of its structure
    /// `_mslBufferSizes`. All entry points share it. The sizes of the vertex buffers of [`MetalOptions::vertex_buffers`] follow.
    pub sized_buffers: Vec<(u32, u32)>,
}

/// Why there is no text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MetalError {
    /// naga does not get the program.
    Withheld(Withheld),
    /// naga does not take the WGSL program, or panics while it reads it.
    Rejects(Refusal),
    /// The entry point that the options name is not there, or the values of overrides do not fit.
    Pipeline(String),
    /// An entry point has more resources of a kind than slots have numbers.
    TooManyResources,
    /// naga's writer refuses the program, for this reason.
    Refuses(String),
    /// naga's writer panics, with these words.
    Panics(String),
}

impl Display for MetalError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Withheld(reason) => reason.fmt(f),
            Self::Rejects(refusal) => write!(f, "naga rejects the program: {}", refusal.message),
            Self::Pipeline(reason) => write!(f, "naga can't create a pipeline: {reason}"),
            Self::TooManyResources => f.write_str("an entry point has more resources than there are slots"),
            Self::Refuses(reason) => write!(f, "naga's writer rejects the program: {reason}"),
            Self::Panics(words) => write!(f, "naga's writer panics: {words}"),
        }
    }
}

impl std::error::Error for MetalError {}

impl MetalSource {
    /// Reads a WGSL program, with everything that naga can do switched on.
    ///
    /// # Errors
    /// naga does not take the program; its message, also if it panics.
    pub fn new(program: &str) -> Result<Self, Refusal> {
        let read = || module(program).map(|(module, info)| Self { module, info });
        let source = without_noise(|| catch_unwind(AssertUnwindSafe(read)));
        source.unwrap_or_else(|payload| Err(panic_of(payload.as_ref())))
    }

    /// The program in Metal's language.
    ///
    /// # Errors
    /// There is none, for a reason other than [`MetalError::Rejects`].
    pub fn write(&self, options: &MetalOptions) -> Result<MetalText, MetalError> {
        let written = without_noise(|| catch_unwind(AssertUnwindSafe(|| self.written(options))));
        written.unwrap_or_else(|payload| Err(MetalError::Panics(said(payload.as_ref()).to_owned())))
    }

    fn written(&self, options: &MetalOptions) -> Result<MetalText, MetalError> {
        let entry_point = match &options.pipeline {
            Some(pipeline) => {
                let found = entry_point(&self.module, pipeline);
                let (stage, name) = found.map_err(|refusal| MetalError::Pipeline(refusal.message))?;
                Some((stage, name))
            }
            None => None,
        };
        let constants =
            options.pipeline.iter().flat_map(|pipeline| pipeline.constants.iter().cloned()).collect();
        let (module, info) = process_overrides(&self.module, &self.info, entry_point, &constants)
            .map_err(|error| MetalError::Pipeline(causes(&error)))?;
        let mut layout = Layout::new(&module, &info, options)?;
        let (options, pipeline) = (options.of_naga(layout.resources()), options.pipeline_of_naga());
        let written = msl::write_string(&module, &info, &options, &pipeline);
        let (text, translation) = written.map_err(|error| MetalError::Refuses(causes(&error)))?;
        for (entry_point, name) in layout.entry_points.iter_mut().zip(translation.entry_point_names) {
            entry_point.metal_name = name.map_err(|error| MetalError::Refuses(causes(&error)))?;
        }
        Ok(MetalText { text, entry_points: layout.entry_points, sized_buffers: layout.sized_buffers })
    }
}

/// A WGSL program in Metal's language.
///
/// # Errors
/// There is none.
pub fn metal(program: &str, options: &MetalOptions) -> Result<MetalText, MetalError> {
    MetalSource::new(program).map_err(MetalError::Rejects)?.write(options)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::naga::PipelineQuestion;

    const PROGRAM: &str = "
        struct Scale { by: f32 }
        @group(1) @binding(3) var<storage, read_write> values: array<f32>;
        @group(0) @binding(2) var filtered: sampler;
        @group(0) @binding(1) var image: texture_2d<f32>;
        @group(0) @binding(7) var<uniform> scale: Scale;
        var<workgroup> shared_values: array<f32, 16>;
        @compute @workgroup_size(16, 2) fn main(@builtin(local_invocation_index) i: u32) {
            shared_values[i / 2] = values[i] * scale.by;
            workgroupBarrier();
            values[i] = shared_values[0] + textureLoad(image, vec2u(i), 0).x;
        }
        @fragment fn shade() -> @location(0) vec4f {
            return textureSample(image, filtered, vec2f(scale.by));
        }";

    fn with(bounds: BoundsPolicy) -> MetalOptions {
        MetalOptions { bounds, ..MetalOptions::default() }
    }

    fn written(program: &str, options: &MetalOptions) -> MetalText {
        metal(program, options).unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn each_policy_has_its_checks() {
        let [restrict, zero, unchecked] =
            BoundsPolicy::ALL.map(|bounds| written(PROGRAM, &with(bounds)).text);
        assert!(restrict.contains("metal::min(unsigned("), "{restrict}");
        assert!(zero.contains("DefaultConstructible"), "{zero}");
        assert!(!unchecked.contains("metal::min(unsigned(") && !unchecked.contains("Default"), "{unchecked}");
    }

    #[test]
    fn entry_points_are_described() {
        let [kernel, fragment] = &written(PROGRAM, &MetalOptions::default()).entry_points[..] else {
            panic!("two entry points");
        };
        assert_eq!((kernel.wgsl_name.as_str(), kernel.metal_name.as_str()), ("main", "main_"));
        assert_eq!((kernel.stage, kernel.workgroup_size), (MetalStage::Kernel, [16, 2, 1]));
        assert_eq!(kernel.workgroup_memory, [64]);
        assert_eq!((fragment.metal_name.as_str(), fragment.stage), ("shade", MetalStage::Fragment));
        assert_eq!((fragment.workgroup_size, fragment.workgroup_memory.len()), ([0; 3], 0));
    }

    #[test]
    fn slots_are_counted_in_the_order_of_declarations() {
        let metal = written(PROGRAM, &MetalOptions::default());
        let slots = |index: usize| -> Vec<(u32, u32, Slot)> {
            metal.entry_points[index].bindings.iter().map(|it| (it.group, it.binding, it.slot)).collect()
        };
        assert_eq!(slots(0), [(1, 3, Slot::Buffer(0)), (0, 1, Slot::Texture(0)), (0, 7, Slot::Buffer(1))]);
        assert_eq!(slots(1), [(0, 2, Slot::Sampler(0)), (0, 1, Slot::Texture(0)), (0, 7, Slot::Buffer(0))]);
        for attribute in
            ["values [[buffer(0)]]", "scale [[buffer(1)]]", "scale [[buffer(0)]]", "filtered [[sampler(0)]]"]
        {
            assert!(metal.text.contains(attribute), "{attribute}: {}", metal.text);
        }
    }

    #[test]
    fn a_runtime_sized_array_needs_the_buffer_of_sizes() {
        let metal = written(PROGRAM, &MetalOptions::default());
        assert_eq!(metal.sized_buffers, [(1, 3)]);
        let sizes: Vec<Option<u8>> = metal.entry_points.iter().map(|it| it.sizes_buffer).collect();
        assert_eq!(sizes, [Some(2), None]);
        assert!(metal.text.contains("_mslBufferSizes& _buffer_sizes [[buffer(2)]]"), "{}", metal.text);
    }

    #[test]
    fn variables_in_address_space_immediate_have_the_first_buffer() {
        let program = "var<immediate> count: u32;
            @group(0) @binding(0) var<storage, read_write> out: u32;
            @compute @workgroup_size(1) fn f() { out = count; }";
        let metal = written(program, &MetalOptions::default());
        assert_eq!(metal.entry_points[0].immediates_buffer, Some(0));
        assert_eq!(metal.entry_points[0].bindings[0].slot, Slot::Buffer(1));
        assert!(metal.text.contains("count [[buffer(0)]]"), "{}", metal.text);
    }

    #[test]
    fn a_video_has_three_textures_and_a_buffer() {
        let program = "@group(0) @binding(0) var video: texture_external;
            @fragment fn f() -> @location(0) vec4f { return textureLoad(video, vec2u()); }";
        let metal = written(program, &MetalOptions::default());
        let slot = Slot::External { planes: [0, 1, 2], parameters: 0 };
        assert_eq!(metal.entry_points[0].bindings, [ResourceSlot { group: 0, binding: 0, slot }]);
        assert!(metal.text.contains("[[texture(2)]]"), "{}", metal.text);
    }

    #[test]
    fn attributes_can_be_faked() {
        let options = MetalOptions { bindings: Bindings::Faked, ..MetalOptions::default() };
        let metal = written(PROGRAM, &options);
        assert!(metal.entry_points.iter().all(|it| it.bindings.is_empty() && it.sizes_buffer.is_none()));
        assert!(
            metal.text.contains("[[user(fake0)]]") && !metal.text.contains("[[buffer("),
            "{}",
            metal.text
        );
    }

    #[test]
    fn a_pipeline_sets_overrides_and_chooses_a_stage() {
        let program = "override count: u32;
            @group(0) @binding(0) var<storage, read_write> out: u32;
            @compute @workgroup_size(count) fn f() { out = count; }
            @fragment fn g() {}";
        let constants = vec![("count".to_owned(), 12.0)];
        let stage = Some("compute".to_owned());
        let question = PipelineQuestion { stage, entry_point: None, constants };
        let of_pipeline = |pipeline| MetalOptions { pipeline, ..MetalOptions::default() };
        let metal_of_stage = written(program, &of_pipeline(Some(question.clone())));
        assert_eq!(metal_of_stage.entry_points.len(), 1);
        assert_eq!(metal_of_stage.entry_points[0].workgroup_size, [12, 1, 1]);
        assert!(metal_of_stage.text.contains("count = 12u"), "{}", metal_of_stage.text);

        let error = metal(program, &of_pipeline(None)).expect_err("the override has no value");
        assert!(matches!(&error, MetalError::Pipeline(reason) if reason.contains("count")), "{error}");
        let vertex = PipelineQuestion { stage: Some("vertex".to_owned()), ..question };
        assert!(matches!(metal(program, &of_pipeline(Some(vertex))), Err(MetalError::Pipeline(_))));
    }

    #[test]
    fn options_change_the_text() {
        let program = "@group(0) @binding(0) var<storage, read_write> out: i32;
            var<workgroup> mutual: i32;
            @compute @workgroup_size(1) fn f() { for (var i = 0; i < out; i++) { mutual = out / i; } out = mutual; }";
        let checked = written(program, &MetalOptions::default()).text;
        let options = MetalOptions {
            zero_initialize_workgroup_memory: false,
            bound_loops: false,
            check_divisions: false,
            ..MetalOptions::default()
        };
        let plain = written(program, &options).text;
        for word in ["loop_bound", "naga_div(", "__local_invocation_index"] {
            assert!(checked.contains(word) && !plain.contains(word), "{word}: {checked}{plain}");
        }
    }

    /// The version decides what naga refuses.
    #[test]
    fn a_refusal_has_its_reason() {
        let program = "@fragment fn f(@builtin(primitive_index) i: u32) -> @location(0) vec4f { return vec4f(f32(i)); }";
        let program = format!("enable primitive_index; {program}");
        assert!(metal(&program, &MetalOptions::default()).is_ok());
        let old = MetalOptions { version: (2, 2), ..MetalOptions::default() };
        let error = metal(&program, &old).expect_err("the version is too old");
        assert!(matches!(&error, MetalError::Refuses(reason) if reason.contains("primitive_id")), "{error}");
    }

    #[test]
    fn a_program_that_naga_rejects_has_no_text() {
        let error =
            metal("fn f() {\n  let a: i32 = 1.5;\n}", &MetalOptions::default()).expect_err("it is wrong");
        assert!(matches!(&error, MetalError::Rejects(refusal) if refusal.lines == [2]), "{error}");
    }

    /// A release of naga that no longer panics here wants another program, or none.
    #[test]
    fn a_panic_is_an_answer() {
        let error = metal("const_assert vec2(true);", &MetalOptions::default()).expect_err("naga panics");
        assert!(
            matches!(&error, MetalError::Rejects(refusal) if refusal.message.starts_with("naga panics: ")),
            "{error}"
        );
    }

    #[test]
    fn slots_are_limited() {
        let declarations: Vec<String> =
            (0..256).map(|i| format!("@group(0) @binding({i}) var<uniform> u{i}: f32;")).collect();
        let uses: Vec<String> = (0..256).map(|i| format!("_ = u{i};")).collect();
        let program =
            format!("{}@compute @workgroup_size(1) fn f() {{ {} }}", declarations.concat(), uses.concat());
        assert_eq!(metal(&program, &MetalOptions::default()), Err(MetalError::TooManyResources));
    }
}
