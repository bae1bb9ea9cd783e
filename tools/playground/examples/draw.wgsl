// Draws a sunset on a triangle that covers the picture.

@group(0) @binding(0) var<uniform> time: f32;

struct Corner {
  @builtin(position) position: vec4f,
  @location(0) place: vec2f,
}

@vertex
fn corner(@builtin(vertex_index) index: u32) -> Corner {
  let place = vec2f(f32(index & 1u), f32(index >> 1u)) * 4 - 1;
  return Corner(vec4f(place, 0, 1), place);
}

@fragment
fn sky(@location(0) place: vec2f) -> @location(0) vec4f {
  let below = vec3f(0.98, 0.55, 0.28);
  let above = vec3f(0.13, 0.16, 0.38);
  var color = mix(below, above, smoothstep(-0.4, 0.9, place.y));

  let distance = length(place * vec2f(1.6, 1) - vec2f(0, -0.15));
  color = mix(vec3f(1, 0.93, 0.7), color, smoothstep(0.3, 0.32, distance));
  color += 0.35 * exp(-3 * distance) * vec3f(1, 0.6, 0.3);

  let depth = -0.45 - place.y;
  if depth > 0 {
    let wave = sin(8 / (depth + 0.1) + 2 * sin(3 * place.x + time));
    color = mix(vec3f(0.05, 0.1, 0.2), color, 0.35 + 0.15 * wave);
  }
  return vec4f(color, 1);
}
