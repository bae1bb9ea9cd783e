// Draws triangles whose corners are in vertex buffers: one buffer for each location.

struct Corner {
  @builtin(position) position: vec4f,
  @location(0) color: vec3f,
}

@vertex
fn place(@location(0) position: vec2f, @location(1) color: vec3f) -> Corner {
  return Corner(vec4f(position, 0, 1), color);
}

@fragment
fn paint(@location(0) color: vec3f) -> @location(0) vec4f {
  return vec4f(color, 1);
}
