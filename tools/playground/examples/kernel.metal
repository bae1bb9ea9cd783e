#include <metal_stdlib>
using namespace metal;

struct Particle {
  float3 position;
  float mass;
};

struct Settings {
  float seconds;
  float3 gravity;
};

// `velocity` is misspelt once, and a warning is ignored by a comment.
kernel void move(
  device Particle* particles [[buffer(0)]],
  device float3* velocities [[buffer(1)]],
  constant Settings& settings [[buffer(2)]],
  uint i [[thread_position_in_grid]]
) {
  float3 velocity = velocities[i] + settings.gravity * settings.seconds;
  velocities[i] = velocty;
  particles[i].position += velocity * settings.seconds;
}
