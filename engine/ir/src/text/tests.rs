//! Texts and programs.

use super::{parse, print};
use crate::verify;
use shader_source::Span;

/// A program with every line of a header, every instruction, and every attribute of one.
const EVERYTHING: &str = "\
stage fragment
workgroup_size 4 2 1
subgroup_size 16
invocation_bytes 64
workgroup_bytes 32
workgroup_is_undefined
atomics_allow_reads
blocks 16
open_memory %47: u32 %48: u32
resource group=0 binding=0 buffer least_size=4 writable
resource group=0 binding=1 buffer least_size=16 uniform
resource group=0 binding=0 immediates least_size=8
resource group=1 binding=0 texture 2d-array float
resource group=1 binding=1 texture 2d depth multisampled
resource group=1 binding=2 texture 3d rgba8unorm writable
resource group=1 binding=3 sampler
resource group=1 binding=4 sampler compares
resource group=0 binding=0 fixed_sampler address=repeat,clamp-to-edge,mirror-repeat mag=linear min=nearest mipmap=linear lod=-0.5,32.0 anisotropy=4 compare=less-equal
resource group=0 binding=0 fixed_sampler address=repeat,repeat,repeat mag=nearest min=linear mipmap=nearest lod=0.0,0.25 anisotropy=1
stage_input location=1 blend_src=0 component=2 f32 perspective.centroid
stage_input location=2 blend_src=0 component=0 i32 flat
stage_input position component=3 f32
stage_input base_vertex component=0 u32
stage_input barycentric_coord component=1 f32 perspective.center
stage_output location=0 blend_src=1 component=0 f16 linear.sample
stage_output sample_mask component=0 u32
memory 0x00000001 0x3f800000 0x00000003 0x00000004 0x00000005 0x00000006 0x00000007 0x00000008
memory 0xffffffff
loose_word address=4 f32 from 0.9 to 1.1
constant %0: bool = true
constant %1: u32 = 4294967295
constant %2: i32 = -5
constant %3: i8 = -128
constant %4: i64 = -9223372036854775808
constant %5: u64 = 18446744073709551615
constant %6: f16 = 0.0999755859375
constant %7: f32 = -0.0
constant %8: f32 = 0xffc00001
constant %9: f64 = inf
constant %10: f64 = 5e-324
constant %11: f32 = 0.1
loose %11 from -inf to 0.25
register %12: u16
code
%13: u32 = input local_invocation.0  @5..9
%14: u32 = input buffer_size.1
%49: u32 = input workgroup_size.0
%50: u32 = input whole_workgroup_size.1
%51: u32 = input invocation_count.2
%15: f32 = input stage.0
%16: f32 = Add f32 %15, %7
%17: f32 = Sqrt f32 fast %15
%18: f32 = Clamp f32 %15, %7, %7
%19: bool = Less f32 %15, %7  @10..11
%20: i32 = convert f32 i32 %15
%21: u32 = reinterpret %20
%22: f32 = select %19, %15, %7
%23: f32 = set %22
%24: u32 = index stride=4 %1, %13, %14
if %19
  %25: f32 = load f32 buffer.1[%24]
  %26: f32 = load f32 constant[%24 + 4]
  %23: f32 = set %26
else
  discard
end
block
  loop
    break_if holds=true levels=1 %19
    break levels=1
  end
end
touch size=16 workgroup[%13]
store f32 workgroup[%13 + 12] %23
clear size=8 invocation[%13]
%27: u32 = atomic add u32 buffer.0[%13] %14
%28: u32, %29: bool = compare_exchange workgroup[%13] %14, %13
copy buffer.1[%13] to invocation[%13 + 4] run offset=0 size=4 count=3 stride=16 run offset=48 size=1 count=1 stride=0
%30: f32 = group add f32 %15
%31: f32 = group shuffle f32 %15, %13
%32: u32 = group ballot.3 bool %19
barrier workgroup buffers
barrier subgroup workgroup+textures
barrier fence nothing
%33: f32 = call Dot f32.vec2(%15, %16) f32.vec2(%17, %18) to f32.scalar
%34: u32, %35: u32 = texture dimensions texture=3 level(%13)
%36: f32 = texture load texture=4 coordinates(%13, %14) sample_index(%13)
texture store texture=5 coordinates(%13, %14, %21) value(%15, %15, %15, %15)
%37: f32, %38: f32, %39: f32, %40: f32 = texture sample texture=3 sampler=6 offset 1 -2 0 coordinates(%15, %16) array_index(%13) bias()
%41: f32 = texture gather texture=3 sampler=6 component=2 coordinates(%15, %16) array_index(%13)
%42: f32 = texture sample texture=3 sampler=7 coordinates(%15, %16) array_index(%13) depth_reference(%17) level(%13)
%43: f32 = texture sample texture=3 sampler=8 clamps_to_edge coordinates(%15, %16) bias(%17)
%44: f32 = texture sample texture=3 sampler=6 coordinates(%15, %16) gradient_x(%15, %16) gradient_y(%17, %18)
output index=1 %13
%45: f32 = call Length precise f32.vec2(%15, %16) to f32.scalar
%46: bool = load bool8 buffer.1[%24]
store bool8 workgroup[%13] %46
%52: u64 = pointer buffer.0[%13 + 4]
%53: i64 = convert u32 i64 %13
%54: u64 = offset stride=12 %52, %53
store u32 pointed[%54 + 8] %13
%55: f32 = undefined
undefine size=8 invocation[%13 + 4]
probe number=0
probe number=3 values(%15, %13) size=8 workgroup[%13] size=4 buffer.0[%13 + 4]
";

#[test]
fn everything_is_written_as_it_was_read() {
    let program = parse(EVERYTHING).expect("a program");
    assert_eq!(verify(&program), Ok(()));
    let printed = print(&program);
    assert_eq!(printed, EVERYTHING, "\n{printed}");
    assert_eq!(parse(&printed), Ok(program));
}

#[test]
fn blank_space_and_comments_mean_nothing() {
    let short = "code\n%0:u32=input workgroup_index@1..2";
    let long = "\n# a program\n code # it begins\n\n\t%0 : u32 = input  workgroup_index @ 1..2 # one step\n";
    assert_eq!(parse(short), parse(long));
}

#[test]
fn steps_without_a_place_have_their_own() {
    let text = "code\n  block  \nend @7..8\n\nblock\nend";
    let program = parse(text).expect("a program");
    let spans: Vec<(u32, u32)> = program.spans.iter().map(|Span { lo, hi }| (*lo, *hi)).collect();
    assert_eq!(spans, [(7, 12), (7, 8), (7, 8), (7, 8)]);
}

#[test]
fn the_text_of_nested_constructs_is_linear() {
    let nested = |count: usize| {
        let text = format!("code\n{}{}", "block\n".repeat(count), "end\n".repeat(count));
        print(&parse(&text).expect("a program")).len()
    };
    // Less than three times the text for twice the constructs: places of steps have more digits.
    assert!(nested(2000) < 3 * nested(1000), "{} and {} bytes", nested(1000), nested(2000));
}

#[test]
fn mistakes_have_a_place() {
    let with_code = |line: &str| format!("constant %0: u32 = 1\ncode\n{line}\n");
    for (text, expected) in [
        ("", "0:1: missing `code`"),
        ("stage compute\n", "1:1: missing `code`"),
        ("stage kernel\ncode", "1:7: expected ShaderStage, found `kernel`"),
        ("block\nend", "1:1: expected a line of the header, or `code` before the first step"),
        ("workgroup_size 1 1\ncode", "1:19: missing value: u32"),
        ("workgroup_size 1 1 -1\ncode", "1:20: expected u32, found `-1`"),
        ("constant %0: u31 = 1\ncode", "1:14: expected type, found `u31`"),
        ("constant %0: u32 = x\ncode", "1:20: expected value of u32, found `x`"),
        ("constant %0: u32 = 1 2\ncode", "1:22: expected the end of the line"),
        ("resource group=0 binding=0 cube\ncode", "1:28: expected `sampler`"),
        (
            "resource group=0 binding=0 fixed_sampler address=border,repeat,repeat\ncode",
            "1:50: expected address mode, found `border`",
        ),
        (&with_code("%1: u32 = jump"), "3:11: expected instruction, found `jump`"),
        (
            &with_code("  %1: f32, %0: f32 = input workgroup_index"),
            "3:16: %0 has a different type elsewhere: u32",
        ),
        (&with_code("%1: u32 input workgroup_index"), "3:9: expected `=`"),
        (&with_code("%1: u32 = input workgroup_index.1"), "3:17: expected Input, found `workgroup_index.1`"),
        (&with_code("%1: u32 = input workgroup"), "3:17: expected Input, found `workgroup`"),
        (&with_code("input workgroup_index"), "3:22: expected a result"),
        (&with_code("%1: u32 = Add u32 %0, %0, %0, %0"), "3:33: expected 4 operands, found 3"),
        (&with_code("%1: u32 = Add u32"), "3:18: expected an operand"),
        (&with_code("%1: u32 = Add u32 %0 %0"), "3:22: expected `,`"),
        (&with_code("%1: u32 = Negate u32 %0\n if %2 @1..2"), "4:5: %2 has no type"),
        (&with_code("%2: u32 = Negate u32 %0"), "3:1: unknown register %1, but %2 is used"),
        (&with_code("break levels=x"), "3:14: expected u32, found `x`"),
        (&with_code("break 1"), "3:7: expected `levels`"),
        (&with_code("store u32 heap[%0] %0"), "3:11: expected memory, found `heap`"),
        (&with_code("store u32 buffer.0[%0 + x] %0"), "3:25: expected u32, found `x`"),
        (&with_code("discard @1.2"), "3:10: expected range of bytes, found `1.2`"),
        (
            &with_code("texture load texture=0 array_index(%0, %0)"),
            "3:43: `array_index` must be one register",
        ),
    ] {
        let error = parse(text).expect_err("a mistake").to_string();
        assert_eq!(error, expected, "{text}");
    }
}
