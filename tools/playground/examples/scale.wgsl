// Multiplies each number of a buffer. Press Run, or Ctrl+Enter.

@group(0) @binding(0) var<storage, read_write> numbers: array<f32>;
@group(0) @binding(1) var<uniform> factor: f32;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if id.x < arrayLength(&numbers) {
    numbers[id.x] *= factor;
  }
}
