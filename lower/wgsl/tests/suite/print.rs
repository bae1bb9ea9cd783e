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
constant %10: i32 = 0
constant %12: i32 = 3
constant %16: f32 = 2.0
constant %18: i32 = 1
code
%4: u32 = input buffer_size.0  @177..195
%6: u32 = Subtract u32 %4, %0
%7: u32 = Divide u32 %6, %5
%1: u32 = input global_invocation.0  @105..109
%2: u32 = input global_invocation.1
%3: u32 = input global_invocation.2
block
  %8: u32 = reinterpret %7  @177..195
  %9: bool = GreaterEqual u32 %1, %8  @169..195
  if %9  @166..207
    break levels=1  @198..204
  end
  %11: i32 = set %10  @225..234
  block  @220..268
    loop
      %13: bool = Less i32 %11, %12  @236..241
      break_if holds=false levels=1 %13  @220..268
      %14: u32 = index stride=4 %0, %1, %7  @250..260
      %15: f32 = load f32 buffer.0[%14]  @250..265
      %17: f32 = Multiply f32 %15, %16
      store f32 buffer.0[%14] %17
      %19: i32 = Add i32 %11, %18  @243..246
      %11: i32 = set %19
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
