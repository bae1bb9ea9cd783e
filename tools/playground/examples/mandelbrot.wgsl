// Draws the Mandelbrot set into a storage texture.

@group(0) @binding(0) var picture: texture_storage_2d<rgba8unorm, write>;

const steps = 64u;

fn escape(c: vec2f) -> u32 {
  var z = vec2f();
  for (var n = 0u; n < steps; n++) {
    z = vec2f(z.x * z.x - z.y * z.y, 2 * z.x * z.y) + c;
    if dot(z, z) > 4 {
      return n;
    }
  }
  return steps;
}

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let size = vec2f(textureDimensions(picture));
  let c = (vec2f(id.xy) + 0.5) / size * vec2f(3, 2.4) - vec2f(2.2, 1.2);
  let n = escape(c);
  let t = sqrt(f32(n) / f32(steps));
  let color = select(vec3f(0.02, 0.03, 0.08), 0.5 + 0.5 * cos(6.28 * (t + vec3f(0.55, 0.68, 0.8))), n < steps);
  textureStore(picture, id.xy, vec4f(color, 1));
}
