// Habits from other languages, and their form in WGSL.

struct Light {
  position: vec3f;
  power: f32,
}

@group(0) @binding(0) var<storage, read_write> levels: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let bits = 1u << id.x + 1u;
  if (id.x & 1u == 0u) {
    levels[id.x] = bits
  }
  levels[0] = id.x > 3u ? 1u : 0u;
}
