//! A program as text.

use shader_ir::{parse, print};
use wgsl_lower::{How, lower};
use wgsl_validator::{Options, PipelineRequest, validate};

/// The length of the array is computed first, and only once.
const KERNEL: &str = "\
stage compute
workgroup_size 64 1 1
resource group=0 binding=2 buffer least_size=4 writable
constant %0: u32 = 0
constant %5: u32 = 4
constant %9: i32 = 0
constant %11: i32 = 3
constant %15: f32 = 2.0
constant %17: i32 = 1
code
%4: u32 = input buffer_size.0  @0..0
%6: u32 = Subtract u32 %4, %0
%7: u32 = Divide u32 %6, %5
%1: u32 = input global_invocation.0  @105..109
%2: u32 = input global_invocation.1
%3: u32 = input global_invocation.2
block
  %8: bool = GreaterEqual u32 %1, %7  @169..195
  if %8  @166..207
    break levels=1  @198..204
  end
  %10: i32 = set %9  @225..234
  block  @220..268
    loop
      %12: bool = Less i32 %10, %11  @236..241
      break_if holds=false levels=1 %12  @220..268
      %13: u32 = index stride=4 %0, %1, %7  @250..260
      %14: f32 = load f32 buffer.0[%13]  @250..265
      %16: f32 = Multiply f32 %14, %15
      store f32 buffer.0[%13] %16
      %18: i32 = Add i32 %10, %17  @243..246
      %10: i32 = set %18
    end
  end
end  @105..109
";

#[test]
fn a_kernel_is_printed_step_by_step() {
    let text = "@group(0) @binding(2) var<storage, read_write> data: array<f32>;
        @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
            if id.x >= arrayLength(&data) { return; }
            for (var i = 0; i < 3; i++) { data[id.x] *= 2; }
        }";
    let stage = validate(text, &Options::default()).specialize(&PipelineRequest::default());
    let program = lower(&stage.expect("it is accepted"), How::Plain).expect("it is lowered");
    let printed = print(&program);
    assert_eq!(printed, KERNEL, "\n{printed}");
    assert_eq!(parse(&printed), Ok(program));
}
