//! Programs with a mistake each.

use super::verify;
use crate::{Instruction as I, Program, Register, Type, parse};
use core::fmt::Write;

/// A header for small programs: %0: bool and %1: u32 are constants, %6 to %9 are never written, and there is a resource of each kind.
const HEADER: &str = "\
invocation_bytes 8
workgroup_bytes 8
resource group=0 binding=0 buffer least_size=0 writable
resource group=0 binding=1 buffer least_size=0
resource group=0 binding=2 texture 2d float
resource group=0 binding=3 sampler
constant %0: bool = true
constant %1: u32 = 7
register %2: u32
register %3: f32
register %4: bool
register %5: u64
code
";

/// Returns the mistake that is found in a program; empty if there is none.
fn mistake(program: &Program) -> String {
    verify(program).err().map_or_else(String::new, |malformed| malformed.to_string())
}

/// The first mistake in some steps; empty where there is none.
fn problem(steps: &str) -> String {
    let program = parse(&format!("{HEADER}{steps}")).unwrap_or_else(|error| panic!("{error}: {steps}"));
    mistake(&program)
}

/// A part of the mistake is expected, or that there is none.
fn assert_found(steps: &str, problem: &str, expected: &str) {
    assert!(problem.contains(expected) && problem.is_empty() == expected.is_empty(), "{steps}: {problem:?}");
}

#[test]
fn a_program_without_a_mistake() {
    let steps = "
        %2: u32 = set %1
        block
          loop
            if %0
              %2: u32 = set %1
            else
              break levels=2
            end
            break_if holds=true levels=1 %0
          end
        end
        %4: bool = Less u32 %2, %1";
    assert_eq!(problem(steps), "");
}

#[test]
fn each_mistake_is_found() {
    for (steps, expected) in [
        ("%2: u32 = reinterpret %3", "%3 is read before it is written"),
        ("%1: u32 = reinterpret %1", "%1 is written twice"),
        ("%2: u32 = set %1\n%2: u32 = reinterpret %1", "%2 is written twice"),
        ("%2: u32 = reinterpret %1\n%2: u32 = set %1", "%2 is written twice"),
        ("%1: u32 = set %1", "%1 is written twice"),
        ("%5: u64 = reinterpret %1", "the sizes differ"),
        ("%3: f32 = set %1", "%1 is u32, not f32"),
        ("%2: u32 = load bool8 workgroup[%1]", "%2 is u32, not bool"),
        ("store bool8 workgroup[%1] %1", "%1 is u32, not bool"),
        ("undefine size=4 workgroup[%1]", "workgroup memory does not belong to one invocation"),
        ("store u32 pointed[%1] %1", "%1 is u32, not u64"),
        ("%5: u64 = pointer buffer.2[%1]", "resource 2 must be a buffer"),
        ("%2: u32 = pointer buffer.0[%1]", "%2 is u32, not u64"),
        ("%5: u64 = pointer workgroup[%1]\n%6: u64 = offset stride=1 %5, %1", "%1 is u32, not i64"),
        ("if %1\nend", "%1 is u32, not bool"),
        ("block\nbreak_if holds=true levels=0 %1\nend", "%1 is u32, not bool"),
        ("loop\nbreak levels=0\nend", "it must exit a block"),
        ("block\nif %0\nbreak levels=0\nelse\nbreak levels=1\nend\nend", "it must exit a block"),
        ("block\nif %0\nelse\nbreak_if holds=true levels=0 %0\nend\nend", "it must exit a block"),
        ("%2: u32 = select %0, %0, %1", "%0 is bool, not u32"),
        ("%2: u32 = select %1, %1, %1", "%1 is u32, not bool"),
        ("%2: u32 = index stride=4 %1, %0, %1", "%0 is bool, not u32"),
        ("%2: u32 = load f32 workgroup[%1]", "%2 is u32, not f32"),
        ("%2: u32 = load u32 workgroup[%0]", "%0 is bool, not u32"),
        ("store f32 workgroup[%1] %1", "%1 is u32, not f32"),
        ("store u32 constant[%1] %1", "constant memory can't be written"),
        ("store u32 buffer.1[%1] %1", "resource 1 is read-only and can't be written"),
        ("clear size=4 buffer.1[%1]", "resource 1 is read-only and can't be written"),
        ("%2: u32 = atomic add u32 constant[%1] %1", "constant memory can't be written"),
        ("%2: u32 = atomic load u32 buffer.1[%1] %1", ""),
        ("store u32 buffer.0[%1] %1", ""),
        ("store u32 buffer.2[%1] %1", "resource 2 must be a buffer"),
        ("%2: u32 = load u32 buffer.9[%1]", "unknown resource 9"),
        ("%2: u32 = input buffer_size.3", "resource 3 must be a buffer"),
        ("%2: u32 = input workgroup.3", "unknown index 3"),
        ("%3: f32 = Add f32 %1, %1", "%1 is u32, not f32"),
        ("%2: u32 = Complement u32 %1, %1, %1", ""),
        ("%2: u32 = Negate u32 %1\n%6: u32 = Negate u32 %2, %1", "%1 is not an operand, and is not %2"),
        ("%2: u32 = group elect u32 %1", "%2 is u32, not bool"),
        ("%2: u32 = convert u32 f32 %1", "%2 is u32, not f32"),
        ("block", "unclosed construct"),
        ("end", "no construct is open"),
        ("block\nelse\nend", "`else` without `if`"),
        ("if %0\nelse\nelse\nend", "`else` without `if`"),
        ("else", "`else` without `if`"),
        ("break levels=0", "it exits more levels than are open"),
        ("block\nbreak_if holds=false levels=1 %0\nend", "it exits more levels than are open"),
    ] {
        assert_found(steps, &problem(steps), expected);
    }
}

#[test]
fn values_stay_in_their_construct() {
    let outside = "%2 is read outside of the construct in which it is written";
    for (steps, expected) in [
        ("if %0\n%2: u32 = Negate u32 %1\nend\n%6: u32 = Negate u32 %2", outside),
        ("if %0\n%2: u32 = Negate u32 %1\nelse\n%6: u32 = Negate u32 %2\nend", outside),
        ("if %0\nelse\n%2: u32 = set %1\nend\n%6: u32 = Negate u32 %2", outside),
        ("block\n%2: u32 = set %1\nend\n%2: u32 = set %1\n%6: u32 = Negate u32 %2", outside),
        ("%2: u32 = set %1\nif %0\n%2: u32 = set %1\nend\n%6: u32 = Negate u32 %2", ""),
        ("loop\n%2: u32 = Negate u32 %1\nif %0\n%6: u32 = Negate u32 %2\nend\nend", ""),
    ] {
        assert_found(steps, &problem(steps), expected);
    }
}

#[test]
fn headers_have_rules() {
    for (header, expected) in [
        ("workgroup_size 1 0 1", "a workgroup must have at least one invocation"),
        ("invocation_bytes 6", "the size of a memory must be a multiple of its word size"),
        ("workgroup_size open", ""),
        ("open_memory %0: u32 %1: u32", ""),
        ("open_memory %0: u32 %0: u32", "%0 is written twice"),
        ("open_memory %0: u32 %1: f32", "%1 is f32, not u32"),
        ("workgroup_bytes 3", "the size of a memory must be a multiple of its word size"),
        ("constant %0: u32 = 1\nconstant %0: u32 = 1", "%0 is written twice"),
        ("register %0: u32\nloose %0 from 0.0 to 1.0", "%0 is not a constant"),
        ("constant %0: u32 = 1\nloose %0 from 0.0 to 1.0", ""),
        (
            "memory 0x00000000\nloose_word address=4 f16 from 0.0 to 1.0",
            "address 4 is past the end of constant memory",
        ),
        ("memory 0x00000000\nloose_word address=2 f16 from 0.0 to 1.0", ""),
    ] {
        let program = parse(&format!("{header}\ncode")).expect("a program");
        assert_eq!(mistake(&program), expected);
    }
}

#[test]
fn samplers_of_a_program_have_rules() {
    let filters = "address=repeat,repeat,repeat mag=linear min=nearest mipmap=nearest";
    for (rest, expected) in [
        ("lod=0.0,1.0 anisotropy=1", ""),
        ("lod=1.0,0.5 anisotropy=1", "resource 0 is not a valid sampler"),
        ("lod=NaN,0.5 anisotropy=1", "resource 0 is not a valid sampler"),
        ("lod=0.0,0.5 anisotropy=0", "resource 0 is not a valid sampler"),
        ("lod=0.0,0.5 anisotropy=1 writable", "resource 0 is not a valid sampler"),
    ] {
        let header = format!("resource group=0 binding=0 fixed_sampler {filters} {rest}");
        let program = parse(&format!("{header}\ncode")).expect("a program");
        assert_eq!(mistake(&program), expected, "{rest}");
    }
}

#[test]
fn lists_go_with_the_steps() {
    let places = Program { code: vec![I::Block, I::End], ..Program::default() };
    assert_eq!(mistake(&places), "the number of spans does not match the number of steps");
    let steps = "copy workgroup[%1] to workgroup[%1]\ncopy workgroup[%1] to invocation[%1]";
    let program = parse(&format!("{HEADER}{steps}")).expect("a program");
    assert_eq!(verify(&program), Ok(()));
    let swapped = Program { code: vec![I::Copy(1), I::Copy(0)], ..program.clone() };
    assert!(mistake(&swapped).contains("expected index 0 in the 2 copies, found 1"));
    let twice = Program { code: vec![I::Copy(0), I::Copy(0)], ..program.clone() };
    assert!(mistake(&twice).contains("expected index 1 in the 2 copies, found 0"));
    let beyond = Program { copies: program.copies[..1].to_vec(), ..program.clone() };
    assert!(mistake(&beyond).contains("expected index 1 in the 1 copies, found 1"));
    let unused = Program { code: program.code[..1].to_vec(), spans: program.spans[..1].to_vec(), ..program };
    assert_eq!(mistake(&unused), "only 1 of 2 copies are used");
    let none = Program { registers: Vec::new(), constants: Vec::new(), ..unused };
    assert!(mistake(&none).contains("unknown register %1"));
}

/// The mistake in a step, where `%f32` is a constant of that type, and `%new_f32` a free register with its type; empty where there
/// is none.
fn typed_problem(step: &str) -> String {
    let mut text = "workgroup_bytes 8
resource group=0 binding=0 texture 2d float writable
resource group=0 binding=1 sampler
resource group=0 binding=2 texture 2d float
stage_input location=0 blend_src=0 component=0 f16
stage_output location=0 blend_src=0 component=0 i32
"
    .to_owned();
    let mut step = step.to_owned();
    for (number, ty) in Type::ALL.into_iter().enumerate() {
        let (name, free) = (ty.name(), number + Type::ALL.len());
        let _ = write!(text, "constant %{number}: {name} = 0x1\nregister %{free}: {name}\n");
        step = step.replace(&format!("%new_{name}"), &format!("%{free}: {name}"));
        step = step.replace(&format!("%{name}"), &format!("%{number}"));
    }
    text.push_str("code\n");
    text.push_str(&step);
    let program = parse(&text).unwrap_or_else(|error| panic!("{error}: {step}"));
    let mut problem = mistake(&program);
    for (number, ty) in Type::ALL.into_iter().enumerate().rev() {
        problem =
            problem.replace(&format!("%{} ", number + Type::ALL.len()), &format!("%new_{} ", ty.name()));
        problem = problem.replace(&format!("%{number} "), &format!("%{} ", ty.name()));
    }
    problem
}

fn check(cases: &[(&str, &str)]) {
    for (step, expected) in cases {
        assert_found(step, &typed_problem(step), expected);
    }
}

#[test]
fn operations_on_scalars_have_types() {
    check(&[
        ("%new_i64 = Add i64 %i64, %i64", ""),
        ("%new_i64 = Add i64 %u64, %i64", "%u64 is u64, not i64"),
        ("%new_i64 = Add i64 %i64, %i32", "%i32 is i32, not i64"),
        ("%new_i32 = Add i64 %i64, %i64", "%new_i32 is i32, not i64"),
        ("%new_bool = Add bool %bool, %bool", "Add takes no bool"),
        ("%new_bool = Less f64 %f64, %f64", ""),
        ("%new_f64 = Less f64 %f64, %f64", "%new_f64 is f64, not bool"),
        ("%new_bool = Less bool %bool, %bool", "Less takes no bool"),
        ("%new_bool = Equal bool %bool, %bool", ""),
        ("%new_u64 = ShiftLeft u64 %u64, %u32", ""),
        ("%new_u64 = ShiftLeft u64 %u64, %u64", "%u64 is u64, not u32"),
        ("%new_f32 = ShiftRight f32 %f32, %u32", "ShiftRight takes no f32"),
        ("%new_u8 = ExtractBits u8 %u8, %u32, %u32", ""),
        ("%new_u8 = ExtractBits u8 %u8, %u32, %u8", "%u8 is u8, not u32"),
        ("%new_f64 = Ldexp f64 %f64, %i32", ""),
        ("%new_f64 = Ldexp f64 %f64, %i64", "%i64 is i64, not i32"),
        ("%new_u8 = Clamp u8 %u8, %u8, %u32", "%u32 is u32, not u8"),
        ("%new_f64 = Sin f64 %f64", ""),
        ("%new_u64 = Sin u64 %u64", "Sin takes no u64"),
        ("%new_f16 = Complement f16 %f16", "Complement takes no f16"),
        ("%new_u32 = Not u32 %u32", "Not takes no u32"),
        ("%new_bool = LogicalAnd bool %bool, %bool", ""),
        ("%new_f64 = QuantizeToF16 f64 %f64", "QuantizeToF16 takes no f64"),
    ]);
}

#[test]
fn groups_have_types() {
    check(&[
        ("%new_f64 = group add f64 %f64", ""),
        ("%new_f32 = group add f64 %f64", "%new_f32 is f32, not f64"),
        ("%new_bool = group add bool %bool", "add takes no bool"),
        ("%new_f32 = group and f32 %f32", "and takes no f32"),
        ("%new_u64 = group max u64 %u64", ""),
        ("%new_bool = group any bool %bool", ""),
        ("%new_bool = group any u32 %u32", "any takes no u32"),
        ("%new_u32 = group all bool %bool", "%new_u32 is u32, not bool"),
        ("%new_u32 = group ballot.1 bool %bool", ""),
        ("%new_bool = group ballot.1 bool %bool", "%new_bool is bool, not u32"),
        ("%new_bool = group elect i64 %i64", ""),
        ("%new_i64 = group shuffle i64 %i64, %i32", ""),
        ("%new_i64 = group shuffle i64 %i64", "%i64 is i64, not u32 or i32"),
        ("%new_i64 = group quad_swap_x i64 %i64", ""),
        ("%new_i64 = group quad_swap_x i64 %i64, %u32", "%u32 is not an operand"),
        ("%new_u32 = group fine_derivative_x u32 %u32", "fine_derivative_x takes no u32"),
    ]);
}

#[test]
fn atomic_operations_have_types() {
    check(&[
        ("%new_u64 = atomic add u64 workgroup[%u32] %u64", ""),
        ("%new_u32 = atomic add u64 workgroup[%u32] %u64", "%new_u32 is u32, not u64"),
        ("%new_u64 = atomic add u64 workgroup[%u64] %u64", "%u64 is u64, not u32"),
        ("%new_f32 = atomic add f32 workgroup[%u32] %f32", ""),
        ("%new_f32 = atomic max f32 workgroup[%u32] %f32", "atomic operations on f32 are not supported"),
        ("%new_i16 = atomic add i16 workgroup[%u32] %i16", "atomic operations on i16 are not supported"),
        ("%new_i64, %new_bool = compare_exchange workgroup[%u32] %i64, %i64", ""),
        ("%new_i64, %new_bool = compare_exchange workgroup[%u32] %u64, %i64", "%u64 is u64, not i64"),
        ("%new_i64, %new_bool = compare_exchange workgroup[%u32] %i64, %u64", "%u64 is u64, not i64"),
        ("%new_i64, %new_u32 = compare_exchange workgroup[%u32] %i64, %i64", "%new_u32 is u32, not bool"),
        ("%new_f32, %new_bool = compare_exchange workgroup[%u32] %f32, %f32", ""),
        (
            "%new_i16, %new_bool = compare_exchange workgroup[%u32] %i16, %i16",
            "atomic operations on i16 are not supported",
        ),
        (
            "%new_u32, %new_bool = compare_exchange constant[%u32] %u32, %u32",
            "constant memory can't be written",
        ),
    ]);
}

#[test]
fn accesses_have_addresses_and_bytes() {
    let refused = "%i32 is i32, not u32";
    check(&[
        ("clear size=4 workgroup[%i32]", refused),
        ("touch size=4 workgroup[%i32]", refused),
        ("copy workgroup[%u32] to workgroup[%u32] run offset=0 size=3 count=2 stride=3", ""),
        ("copy workgroup[%i32] to workgroup[%u32] run offset=0 size=3 count=2 stride=3", refused),
        ("copy workgroup[%u32] to workgroup[%i32] run offset=0 size=3 count=2 stride=3", refused),
        ("copy workgroup[%u32] to constant[%u32]", "constant memory can't be written"),
        (
            "copy workgroup[%u32] to workgroup[%u32] run offset=0 size=0 count=1 stride=0",
            "a run must have at least one byte",
        ),
        (
            "copy workgroup[%u32] to workgroup[%u32] run offset=0 size=4 count=2 stride=3",
            "a run overlaps with itself",
        ),
    ]);
}

#[test]
fn calls_have_types() {
    let shape = "registers does not match its shape";
    check(&[
        ("%new_f64 = call Length f64.vec2(%f64, %f64) to f64.scalar", ""),
        ("%new_i64 = call Abs i64.scalar(%i64) to i64.scalar", ""),
        ("%new_f32 = call Length f32.vec2(%f32, %f64) to f32.scalar", "%f64 is f64, not f32"),
        ("%new_f64 = call Length f32.vec2(%f32, %f32) to f32.scalar", "%new_f64 is f64, not f32"),
        ("%new_f32 = call Length f32.vec3(%f32, %f32) to f32.scalar", shape),
        ("%new_f32 = call Normalize f32.vec2(%f32, %f32) to f32.vec2", shape),
        ("%new_f32, %new_i32 = call Frexp f32.scalar(%f32) to f32.scalar", ""),
    ]);
}

#[test]
fn textures_have_types() {
    check(&[
        ("%new_f32 = texture load texture=0 coordinates(%i32)", ""),
        ("%new_f32 = texture load texture=0 coordinates(%f32)", "%f32 is f32, not u32 or i32"),
        ("%new_f32 = texture load texture=0 coordinates(%i64)", "%i64 is i64, not u32 or i32"),
        ("%new_f64 = texture load texture=0 coordinates(%u32)", "%new_f64 is f64, not f32 or u32 or i32"),
        ("%new_f16 = texture load texture=0 coordinates(%u32)", "%new_f16 is f16, not f32 or u32 or i32"),
        ("%new_f32, %new_u32 = texture load texture=0 coordinates(%u32)", "%new_u32 is u32, not f32"),
        ("%new_f32 = texture dimensions texture=0", "%new_f32 is f32, not u32"),
        ("%new_f32 = texture sample texture=0 sampler=1 coordinates(%f64)", "%f64 is f64, not f32"),
        ("%new_f32 = texture gather texture=0 sampler=1 coordinates(%i32)", "%i32 is i32, not f32"),
        (
            "%new_f32 = texture sample texture=0 sampler=1 coordinates(%f32) level(%f64)",
            "%f64 is f64, not f32",
        ),
        (
            "%new_f32 = texture sample texture=0 sampler=1 coordinates(%f32) bias(%i32)",
            "%i32 is i32, not f32",
        ),
        (
            "%new_f32 = texture sample texture=0 sampler=1 coordinates(%f32) gradient_x(%f32) gradient_y(%i32)",
            "%i32 is i32, not f32",
        ),
        ("%new_f32 = texture load texture=0 coordinates(%i32) level(%f32)", "%f32 is f32, not u32"),
        ("texture store texture=0 coordinates(%i32) value(%f64)", "%f64 is f64, not f32"),
        ("%new_f32 = texture load texture=0 coordinates(%i32) array_index(%f32)", "%f32 is f32, not u32"),
        ("%new_f32 = texture load texture=0 coordinates(%i32) sample_index(%i64)", "%i64 is i64, not u32"),
        (
            "%new_f32 = texture sample texture=0 sampler=1 coordinates(%f32) depth_reference(%f64)",
            "%f64 is f64, not f32",
        ),
        ("%new_f32 = texture load texture=1 coordinates(%i32)", "resource 1 must be a texture"),
        ("%new_f32 = texture load texture=3 coordinates(%i32)", "unknown resource 3"),
        ("%new_f32 = texture sample texture=0 coordinates(%f32)", "missing sampler"),
        ("%new_f32 = texture sample texture=0 sampler=2 coordinates(%f32)", "resource 2 must be a sampler"),
        ("%new_f32 = texture load texture=0 sampler=1 coordinates(%i32)", "unexpected sampler"),
        (
            "texture store texture=2 coordinates(%i32) value(%f32)",
            "the texture is read-only and can't be written",
        ),
    ]);
}

#[test]
fn inputs_and_outputs_have_types() {
    check(&[
        ("%new_f16 = input stage.0", ""),
        ("%new_f32 = input stage.0", "%new_f32 is f32, not f16"),
        ("%new_f16 = input stage.1", "unknown index 1"),
        ("%new_u64 = input workgroup_index", "%new_u64 is u64, not u32"),
        ("output index=0 %i32", ""),
        ("output index=0 %i64", "%i64 is i64, not i32"),
        ("output index=1 %i32", "unknown value of the stage"),
    ]);
    for value in ["stage_input position component=0 f64", "stage_output position component=0 f64"] {
        let program = parse(&format!("{value}\ncode")).expect("a program");
        assert_eq!(mistake(&program), "a value of type f64 can't be passed between stages");
    }
}

#[test]
fn constants_are_values_of_their_types() {
    for (ty, bits, is_value) in [
        (Type::Bool, 2, false),
        (Type::I8, 0x80, false),
        (Type::I8, 0xffff_ff80, true),
        (Type::I16, 0xffff_ffff, true),
        (Type::I16, 0xffff, false),
        (Type::U8, 0x100, false),
        (Type::U16, 0xffff, true),
        (Type::F16, 0x1_0000, false),
        (Type::U32, 1 << 32, false),
        (Type::U64, u64::MAX, true),
    ] {
        let (registers, constants) = (vec![ty], vec![(Register(0), bits)]);
        let outcome = verify(&Program { registers, constants, ..Program::default() });
        assert_eq!(outcome.is_ok(), is_value, "{bits:#x} as {ty:?}: {outcome:?}");
    }
}
