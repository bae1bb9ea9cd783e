// Adds 64 numbers in each workgroup, by a tree reduction.

const width = 64u;

@group(0) @binding(0) var<storage, read> numbers: array<u32>;
@group(0) @binding(1) var<storage, read_write> sums: array<u32>;

var<workgroup> partial: array<u32, width>;

@compute @workgroup_size(width)
fn main(
  @builtin(local_invocation_index) lane: u32,
  @builtin(workgroup_id) group: vec3u,
) {
  partial[lane] = numbers[group.x * width + lane];
  for (var half = width / 2; half > 0; half /= 2) {
    workgroupBarrier();
    if lane < half {
      partial[lane] += partial[lane + half];
    }
  }
  if lane == 0 {
    sums[group.x] = partial[0];
  }
}
