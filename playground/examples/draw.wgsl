// Draws a triangle that covers the picture, and a sunset on it.

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
  let dusk = mix(vec3f(0.98, 0.55, 0.28), vec3f(0.13, 0.16, 0.38), smoothstep(-0.4, 0.9, place.y));
  let distance = length(place * vec2f(1.6, 1) - vec2f(0, -0.15));
  var color = mix(vec3f(1, 0.93, 0.7), dusk, smoothstep(0.3, 0.32, distance));
  color += 0.35 * exp(-3 * distance) * vec3f(1, 0.6, 0.3);
  let wave = -0.45 + 0.04 * sin(9 * place.x + time) + 0.02 * sin(23 * place.x - 2 * time);
  if place.y < wave {
    color = mix(vec3f(0.05, 0.1, 0.2), color, 0.25 + 0.2 * sin(60 / (0.2 + wave - place.y)));
  }
  return vec4f(color, 1);
}
