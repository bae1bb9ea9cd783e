// Each error names the broken rule. Some have a fix: press the
// button, or point at the underlined words.

struct Light {
  position: vec3f,
  power: float,
  on: bool,
}

@group(0) @binding(0) var<uniform> light: Light;
@group(0) @binding(1) var<storage, read_write> count: atomic<u32>;
@group(0) @binding(2) var<storage> levels: array<u32>;

fn level(i: u32) -> f32 {
  let bits = 1u << (i + 1u);
  return bits;
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let total = 0.0;
  total += level(id.x);
  if id.x > arraylength(&levels) {
    atomicAdd(count, 1u);
  }
  levels[id.x] = 1u;
}
