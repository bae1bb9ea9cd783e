//! HLSL as naga writes it: what wgpu would give to Direct3D for a program.

use crate::naga::{Refusal, causes, module, panic_of, without_noise};
use naga::back::hlsl::{Options, PipelineOptions, ShaderModel, Writer};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A WGSL program in HLSL for shader model 5.1. A resource has the register with the number of its binding, in the space with the number of its
/// group.
///
/// # Errors
/// naga does not take the program, or can't write it.
pub fn hlsl(program: &str) -> Result<String, Refusal> {
    let written = without_noise(|| catch_unwind(AssertUnwindSafe(|| written(program))));
    written.unwrap_or_else(|payload| Err(panic_of(payload.as_ref())))
}

fn written(program: &str) -> Result<String, Refusal> {
    let (module, info) = module(program)?;
    let options =
        Options { shader_model: ShaderModel::V5_1, fake_missing_bindings: true, ..Options::default() };
    let mut text = String::new();
    let pipeline = PipelineOptions { entry_point: None };
    let result = Writer::new(&mut text, &options, &pipeline).write(&module, &info, None);
    match result {
        Ok(_) => Ok(text),
        Err(error) => Err(Refusal { message: causes(&error), lines: Vec::new() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resources_have_registers_and_programs_that_naga_rejects_have_its_message() {
        let text = hlsl(
            "@group(0) @binding(3) var<storage, read_write> a: array<u32>; @compute @workgroup_size(4) fn f() { a[1] = 2u; }",
        );
        let text = text.unwrap_or_else(|refusal| panic!("{refusal}"));
        assert!(text.contains("register(u3)") && text.contains("[numthreads(4, 1, 1)]"), "{text}");
        assert!(hlsl("fn f() { x = 1; }").is_err());
    }
}
