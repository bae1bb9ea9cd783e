//! Runs a compute shader on a buffer.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "an example prints")]

const SHADER: &str = "
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@compute @workgroup_size(64) fn square(@builtin(global_invocation_id) id: vec3u) {
    if id.x < arrayLength(&input) {
        output[id.x] = input[id.x] * input[id.x];
    }
}
";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let module = shader_check::validate(SHADER)?;
    let input = [1.0f32, 2.0, 3.0, 4.0];
    let outcome = module.dispatch([1, 1, 1]).bind(0, 0, input).bind(0, 1, [0.0f32; 4]).strict().run()?;
    for fault in outcome.faults() {
        eprintln!("{fault}");
    }
    println!("{:?}", outcome.read::<f32>(0, 1).unwrap_or_default());
    Ok(())
}
