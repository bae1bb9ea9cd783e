// Blurs a picture with a linear filter.

@group(0) @binding(0) var source: texture_2d<f32>;
@group(0) @binding(1) var linear: sampler;
@group(0) @binding(2) var blurred: texture_storage_2d<rgba8unorm, write>;

override radius = 4;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let size = vec2f(textureDimensions(blurred));
  let center = (vec2f(id.xy) + 0.5) / size;
  var sum = vec4f();
  var weights = 0.0;
  for (var y = -radius; y <= radius; y++) {
    for (var x = -radius; x <= radius; x++) {
      let offset = vec2f(f32(x), f32(y));
      let weight = exp(-dot(offset, offset) / f32(radius));
      let place = center + 1.5 * offset / size;
      sum += weight * textureSampleLevel(source, linear, place, 0);
      weights += weight;
    }
  }
  textureStore(blurred, id.xy, sum / weights);
}
