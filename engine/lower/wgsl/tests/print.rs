//! The printed form of a program.

use shader_ir::print;
use wgsl_lower::{How, lower};
use wgsl_validator::{Options, PipelineRequest, validate};

/// The length of the array is computed first, and only once.
const KERNEL: &str = "\
resource @group(0) @binding(2) Buffer { is_uniform: false, least_size: 4 }
%0: u32 = 0x0
%5: u32 = 0x4
%9: i32 = 0x0
%11: i32 = 0x3
%15: f32 = 0x40000000
%17: i32 = 0x1
%4: u32 = input BufferSize(0)
%6: u32 = Subtract.u32 %4, %0, %4
%7: u32 = Divide.u32 %6, %5, %6
%1: u32 = input GlobalInvocation(0)
%2: u32 = input GlobalInvocation(1)
%3: u32 = input GlobalInvocation(2)
block
  %8: bool = GreaterEqual.u32 %1, %7, %1
  if %8
    break 1
  end
  %10: i32 = set %9
  block
    loop
      %12: bool = Less.i32 %10, %11, %10
      break 1 unless %12
      %13: u32 = index by 4 %0, %1, %7
      %14: f32 = load f32 buffer 0+0 %13
      %16: f32 = Multiply.f32 %14, %15, %14
      store f32 buffer 0+0 %16, %13
      %18: i32 = Add.i32 %10, %17, %10
      %10: i32 = set %18
    end
  end
end
";

#[test]
fn a_kernel_is_printed_step_by_step() {
    let text = "@group(0) @binding(2) var<storage, read_write> data: array<f32>;
        @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
            if id.x >= arrayLength(&data) { return; }
            for (var i = 0; i < 3; i++) { data[id.x] *= 2; }
        }";
    let stage = validate(text, &Options::default()).specialize(&PipelineRequest::default());
    let printed = print(&lower(&stage.expect("it is accepted"), How::Plain).expect("it is lowered"));
    assert_eq!(printed, KERNEL, "\n{printed}");
}
