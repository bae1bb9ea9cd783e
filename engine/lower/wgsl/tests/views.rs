//! Views of buffers: lengths and offsets according to the specification's example and definitions.

use shader_model::{Binding, Data, Dispatch};
use shader_run::execute::Options;
use wgsl_lower::compute::run;
use wgsl_validator::Validator;

/// Runs a program on two buffers of zeros, and returns the words of the second one.
fn words(text: &str, sizes: [usize; 2], strict: bool) -> (Vec<u32>, Vec<&'static str>) {
    let binding =
        |binding: u32| Binding { group: 0, binding, data: Data::Buffer(vec![0; sizes[binding as usize]]) };
    let dispatch = Dispatch { bindings: vec![binding(0), binding(1)], ..Dispatch::default() };
    let options = Options { strict, ..Options::default() };
    let outcome = run(text, &mut Validator::default(), &dispatch, &options).expect("it runs");
    let Data::Buffer(bytes) = &outcome.bindings[1].data else { panic!("the second binding is a buffer") };
    let word = |chunk: &[u8]| u32::from_le_bytes([chunk[0], chunk[1], chunk[2], chunk[3]]);
    let faults = outcome.faults.iter().map(|fault| fault.kind.name()).collect();
    (bytes.chunks_exact(4).map(word).collect(), faults)
}

#[test]
fn lengths_are_those_of_the_smallest_buffer_on_the_way() {
    let text = "
        requires buffer_view;
        requires unrestricted_pointer_parameters;
        @group(0) @binding(0) var<storage, read_write> data: buffer<64>;
        @group(0) @binding(1) var<storage, read_write> out: array<u32, 4>;
        fn any(p: ptr<storage, buffer, read_write>) -> u32 { return bufferLength(p); }
        fn small(p: ptr<storage, buffer<32>, read_write>) -> u32 { return any(p); }
        fn elements(p: ptr<storage, buffer<32>, read_write>) -> u32 {
          return arrayLength(bufferView<array<u32>>(p, 8));
        }
        @compute @workgroup_size(1) fn main() {
          out = array(bufferLength(&data), any(&data), small(&data), elements(&data));
        }";
    assert_eq!(words(text, [64, 16], false).0, [64, 64, 32, 6]);
}

#[test]
fn views_see_the_bytes_at_their_offset() {
    let text = "
        requires buffer_view;
        struct Ending { count: u32, pairs: array<vec2u> }
        @group(0) @binding(0) var<storage, read_write> data: buffer;
        @group(0) @binding(1) var<storage, read_write> out: array<u32, 5>;
        @compute @workgroup_size(1) fn main() {
          *bufferView<vec4u>(&data, 16) = vec4u(1, 2, 3, 4);
          let ending = bufferView<Ending>(&data, 8);
          let part = bufferArrayView<array<u32>>(&data, 16, 12);
          out[0] = arrayLength(&ending.pairs);
          out[1] = ending.pairs[1].x;
          out[2] = arrayLength(part);
          out[3] = part[2];
          out[4] = (*bufferView<array<u32, 2>>(&data, 20))[1];
        }";
    assert_eq!(words(text, [64, 20], true), (vec![6, 3, 3, 3, 3], Vec::new()));
}

#[test]
fn a_view_beyond_the_end_is_out_of_bounds() {
    let text = "
        requires buffer_view;
        @group(0) @binding(0) var<storage, read_write> data: buffer;
        @group(0) @binding(1) var<storage, read_write> out: array<u32, 1>;
        @compute @workgroup_size(1) fn main() {
          let offset = out[0] + 32;
          *bufferView<vec2u>(&data, offset) = vec2u(7);
        }";
    assert_eq!(words(text, [32, 4], true).1, ["out-of-bounds"]);
    assert!(words(text, [40, 4], true).1.is_empty());
}
