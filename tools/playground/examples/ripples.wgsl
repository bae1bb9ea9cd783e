// Ripples around the mouse. Edit the program while it runs.

struct Scene {
  resolution: vec2f,
  mouse: vec2f,
  time: f32,
}
@group(0) @binding(0) var<uniform> scene: Scene;

@vertex
fn corner(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f {
  return vec4f(vec2f(f32(index & 1u), f32(index >> 1u)) * 4 - 1, 0, 1);
}

@fragment
fn water(@builtin(position) position: vec4f) -> @location(0) vec4f {
  let distance = length(position.xy - scene.mouse) / scene.resolution.y;
  let wave = sin(40 * distance - 5 * scene.time) * exp(-3 * distance);
  let shade = 0.5 + 0.5 * wave;
  return vec4f(mix(vec3f(0.02, 0.12, 0.25), vec3f(0.45, 0.85, 0.9), shade), 1);
}
