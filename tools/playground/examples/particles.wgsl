// Moves particles. The layout shows where the padding is.

struct Step {
  seconds: f32,
  gravity: vec3f,
}

struct Particle {
  position: vec3f,
  mass: f32,
  velocity: vec3f,
}

@group(0) @binding(0) var<uniform> step: Step;
@group(0) @binding(1) var<storage, read_write> particles: array<Particle>;

@compute @workgroup_size(32)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if id.x >= arrayLength(&particles) {
    return;
  }
  let particle = &particles[id.x];
  particle.velocity += step.gravity * step.seconds;
  particle.position += particle.velocity * step.seconds;
}
