//! Small programs and the words that they leave in a buffer.

mod calls;
mod control;
mod memory;
mod order;
mod sharing;
mod values;

use shader_ir as ir;
use shader_model::{Binding, Data};
use shader_run::execute::{Beyond, Options};
use wgsl_lower::{How, compute};
use wgsl_validator::{Options as ValidatorOptions, PipelineRequest, validate};

/// The parameters of a dispatch.
#[derive(Clone, Copy)]
pub(crate) struct Dispatch {
    /// The size of the buffer in words.
    pub(crate) words: usize,
    pub(crate) workgroups: [u32; 3],
    pub(crate) options: Options,
}

impl Default for Dispatch {
    fn default() -> Self {
        Self { words: 8, workgroups: [1; 3], options: Options::default() }
    }
}

/// Runs a program on a buffer at `@group(0) @binding(0)` that initially holds 0, 1, 2, ..., and returns its final
/// words. Strict execution must agree.
pub(crate) fn words_of(text: &str, dispatch: Dispatch) -> Vec<u32> {
    let stage = validate(text, &ValidatorOptions::default()).specialize(&PipelineRequest::default());
    let stage = stage.unwrap_or_else(|found| panic!("{found:?}\n{text}"));
    let pipeline =
        compute::pipeline(&stage, How::Plain).unwrap_or_else(|failure| panic!("{failure:?}\n{text}"));
    assert_eq!(ir::verify(pipeline.program()), Ok(()));
    let bytes: Vec<u8> = (0..dispatch.words as u32).flat_map(u32::to_le_bytes).collect();
    let bindings = [Binding { group: 0, binding: 0, data: Data::Buffer(bytes) }];
    let run = |options: Options| {
        let bound = pipeline.bind(&bindings, &[]).expect("the buffer fits");
        pipeline.dispatch(dispatch.workgroups, &bound, &options).expect("it ends");
        match &pipeline.written(&bindings, &bound)[..] {
            [Binding { data: Data::Buffer(bytes), .. }] => {
                let word =
                    |bytes: &[u8]| bytes.iter().rev().fold(0, |word, byte| word << 8 | u32::from(*byte));
                bytes.chunks(4).map(word).collect()
            }
            _ => Vec::new(),
        }
    };
    let words: Vec<u32> = run(dispatch.options);
    assert_eq!(run(Options { strict: true, ..dispatch.options }), words, "strict execution differs");
    words
}

/// Runs a program with the default parameters.
pub(crate) fn words(text: &str) -> Vec<u32> {
    words_of(text, Dispatch::default())
}

/// Runs the body of an entry point in one invocation, after `declarations`. `out` is the buffer.
pub(crate) fn body(declarations: &str, body: &str) -> Vec<u32> {
    words(&format!(
        "@group(0) @binding(0) var<storage, read_write> out: array<u32, 8>;
         {declarations}
         @compute @workgroup_size(1) fn main() {{ {body} }}"
    ))
}

/// Runs the body of an entry point in eight invocations; `lane` is the number of each.
pub(crate) fn lanes(declarations: &str, body: &str) -> Vec<u32> {
    words(&lanes_program(declarations, body))
}

pub(crate) fn lanes_program(declarations: &str, body: &str) -> String {
    format!(
        "@group(0) @binding(0) var<storage, read_write> out: array<u32, 8>;
         {declarations}
         @compute @workgroup_size(8) fn main(@builtin(local_invocation_index) lane: u32) {{ {body} }}"
    )
}

/// The parameters with another treatment of indices beyond the end.
pub(crate) fn beyond(beyond: Beyond) -> Dispatch {
    Dispatch { options: Options { beyond, ..Options::default() }, ..Dispatch::default() }
}
