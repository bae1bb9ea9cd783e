//! Claims about other implementations: none may depend on a value that they need not have.

use super::outcome;
use shader_ir::Type;
use shader_numeric::allowed::Interval;
use shader_run::execute::{AllowedBuffer, Options};

/// The claims about the buffer that a program of some invocations writes.
fn allowed(lanes: usize, program: &str) -> AllowedBuffer {
    let source = [0xc0c0_c0c0_c0c0_c0c0; 8];
    outcome(lanes, program, &source, 8, Options::default()).allowed.remove(0)
}

/// Whether there is a claim about each word that a program of one invocation wrote, by offset.
fn claims(program: &str) -> Vec<(u32, bool)> {
    let AllowedBuffer { is_open: false, words, .. } = allowed(1, program) else {
        panic!("nothing is claimed")
    };
    words.iter().map(|word| (word.offset, word.values != Interval::ANY)).collect()
}

/// Such claims of steps after those that give %7 a value of a type with several allowed values: a converted sine.
fn claims_with_vague(ty: Type, header: &str, steps: &str) -> Vec<(u32, bool)> {
    claims(&format!(
        "constant %4: f32 = 100
invocation_bytes 16
{header}
code
%5: f32 = load f32 buffer.0[%0]
%6: f32 = Sin f32 %5
%8: f32 = Multiply f32 %6, %4
%7: {} = convert f32 {} %8
{steps}",
        ty.name(),
        ty.name()
    ))
}

#[test]
fn integers_of_what_is_known_are_known() {
    for (ty, expected) in [
        ("i64", vec![(0, true), (4, true)]),
        ("u64", vec![(0, true), (4, true)]),
        ("u8", vec![(0, true)]),
        ("i16", vec![(0, true)]),
    ] {
        let program = format!(
            "code
%4: {ty} = load {ty} buffer.0[%0 + 8]
%5: {ty} = Add {ty} %4, %4
store {ty} buffer.1[%0] %5
"
        );
        assert_eq!(claims(&program), expected, "{ty}");
    }
}

#[test]
fn nothing_is_claimed_of_doubles_that_are_computed() {
    let load = "code\n%4: f64 = load f64 buffer.0[%0 + 8]\n";
    let computed = claims(&format!("{load}%5: f64 = Sqrt f64 %4\nstore f64 buffer.1[%0] %5\n"));
    assert_eq!(computed, [(0, false), (4, false)]);
    assert_eq!(claims(&format!("{load}store f64 buffer.1[%0] %4\n")), [(0, true), (4, true)]);
}

#[test]
fn nothing_is_claimed_of_what_comes_from_a_vague_value() {
    for ty in [Type::I64, Type::U64, Type::F64] {
        let name = ty.name();
        let found = claims_with_vague(ty, "", &format!("store {name} buffer.1[%0] %7"));
        assert_eq!(found, [(0, false), (4, false)], "{ty:?}");
        // Through a comparison, another type, half of the bits, a selection between two known values, and a sum.
        let header = format!("constant %9: {name} = 0x100000000\nconstant %10: {name} = 0x200000000");
        let steps = format!(
            "%11: bool = Less {name} %7, %9
%12: {name} = select %11, %9, %10
%13: u64 = reinterpret %7
%14: u32 = convert u64 u32 %13
%15: f32 = convert {name} f32 %7
%16: {name} = Add {name} %7, %9
store {name} buffer.1[%0] %12
store {name} buffer.1[%0 + 8] %16
store u32 buffer.1[%0 + 16] %14
store f32 buffer.1[%0 + 20] %15
"
        );
        let found = claims_with_vague(ty, &header, &steps);
        assert!(found.iter().all(|(_, is_known)| !is_known), "{ty:?}: {found:?}");
    }
}

#[test]
fn halves_and_bytes_of_vague_values_are_vague() {
    for (whole, part, place) in [
        (Type::I64, "u32", 4),
        (Type::U32, "u8", 3),
        (Type::I16, "i8", 1),
        (Type::U8, "u16", 0),
        (Type::I8, "i64", 0),
    ] {
        let (name, at) = (whole.name(), if whole == Type::I8 { 3 } else { 0 });
        let steps = format!(
            "store {name} invocation[%0 + {at}] %7
%9: {part} = load {part} invocation[%0 + {place}]
store {part} buffer.1[%0] %9
"
        );
        let found = claims_with_vague(whole, "", &steps);
        assert!(found.iter().any(|(_, is_known)| !is_known), "{part} of {whole:?}");
    }
}

#[test]
fn a_known_byte_beside_a_vague_one() {
    let steps = "
store u8 buffer.1[%0 + 1] %7
store u8 buffer.1[%0] %9
store u8 buffer.1[%0 + 2] %9
";
    assert_eq!(claims_with_vague(Type::U8, "constant %9: u8 = 9", steps), [(0, false), (2, true)]);
}

#[test]
fn conversions_of_what_is_known() {
    for (from, into, is_claimed) in [
        ("i64", "f32", false),
        ("i64", "u8", true),
        ("f64", "i32", false),
        ("i8", "f32", true),
        ("i16", "i32", true),
        ("i16", "f32", true),
    ] {
        let program = format!(
            "code
%4: {from} = load {from} buffer.0[%0 + 8]
%5: {into} = convert {from} {into} %4
store {into} buffer.1[%0] %5
"
        );
        assert_eq!(claims(&program), [(0, is_claimed)], "{from} to {into}");
    }
}

#[test]
fn the_bits_of_a_half_as_an_integer_with_a_sign() {
    // The claim must hold for the value itself.
    let program = "
constant %4: f16 = 0
constant %5: f16 = 1
code
%6: f16 = Subtract f16 %4, %5
%7: i16 = reinterpret %6
%8: f32 = convert i16 f32 %7
store f32 buffer.1[%0] %8
";
    claims(program);
}

#[test]
fn vague_words_are_copied_to_between_words() {
    let steps = "
store i32 invocation[%0] %7
copy invocation[%0] to invocation[%0 + 6] run offset=0 size=4 count=1 stride=0
%9: u16 = load u16 invocation[%0 + 6]
store u16 buffer.1[%0] %9
%10: u16 = load u16 invocation[%0 + 8]
store u16 buffer.1[%0 + 2] %10
%11: u16 = load u16 invocation[%0 + 10]
store u16 buffer.1[%0 + 4] %11
";
    assert_eq!(claims_with_vague(Type::I32, "", steps), [(0, false), (2, false), (4, true)]);
}

#[test]
fn nothing_is_claimed_after_atomic_operations_on_64_bits() {
    let program = "
constant %4: u64 = 1
code
%5: u64 = atomic add u64 buffer.1[%0] %4
";
    assert!(allowed(2, program).is_open);
}
