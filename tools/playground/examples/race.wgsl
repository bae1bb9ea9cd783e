// Reverses 64 numbers. The program is accepted, and often works
// on a GPU. A strict run reports the data race: no invocation
// waits for the number that it reads. Uncomment the barrier.

@group(0) @binding(0) var<storage, read_write> numbers: array<u32>;

var<workgroup> copy: array<u32, 64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) i: u32) {
  copy[i] = numbers[i];
  // workgroupBarrier();
  numbers[i] = copy[63 - i];
}
