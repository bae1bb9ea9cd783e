// Reverses 64 numbers. The program is accepted, and often right
// on a GPU. A strict run finds that nothing makes an invocation
// wait for the one whose number it reads: remove the slashes.

@group(0) @binding(0) var<storage, read_write> numbers: array<u32>;

var<workgroup> copy: array<u32, 64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) i: u32) {
  copy[i] = numbers[i];
  // workgroupBarrier();
  numbers[i] = copy[63 - i];
}
