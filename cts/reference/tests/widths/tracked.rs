//! What is claimed of other implementations: nothing that depends on a value that they need not have.

use crate::Code;
use crate::code::{SINK, SOURCE};
use wgsl_reference::allowed::Interval;
use wgsl_reference::execute::{AllowedBuffer, Bound, Options, Plan, dispatch_tracked};
use wgsl_reference::ir::{Instruction, Register, Type, verify};
use wgsl_reference::memory::SharedBytes;
use wgsl_spec::Kernel as K;

/// What is claimed of the words that a program wrote: by offset, whether there is one value only.
fn claims(code: &Code) -> Vec<(u32, bool)> {
    assert_eq!(verify(&code.program), Ok(()));
    let plan = Plan::tracking(code.program.clone(), false);
    let bound = [Bound::Buffer(SharedBytes::from_bytes(&[0x40; 64])), Bound::Buffer(SharedBytes::zeroed(64))];
    let options = Options { track: true, ..Options::default() };
    let (_, allowed) = dispatch_tracked(&plan, [1; 3], &bound, &options).expect("it ends");
    let [AllowedBuffer { is_open: false, words, .. }] = &allowed[..] else { panic!("{allowed:?}") };
    let is_open = |values: Interval| values == Interval::ANY;
    words.iter().map(|word| (word.offset, !is_open(word.values))).collect()
}

/// A register that may hold more than one value: a sine, converted.
fn vague(code: &mut Code, ty: Type) -> Register {
    let at = code.constant(Type::U32, 0);
    let angle = code.load(Type::F32, SOURCE, at, 0);
    let sine = code.scalar(K::Sin, Type::F32, Type::F32, &[angle]);
    let hundred = code.constant(Type::F32, u64::from(100f32.to_bits()));
    let scaled = code.scalar(K::Multiply, Type::F32, Type::F32, &[sine, hundred]);
    code.convert(Type::F32, ty, scaled)
}

/// Stores a register at the start of the sink.
fn stored_claims(mut code: Code, value: Register) -> Vec<(u32, bool)> {
    let at = code.constant(Type::U32, 0);
    code.store(value, SINK, at, 0);
    claims(&code)
}

#[test]
fn integers_of_what_is_known_are_known() {
    for (ty, offsets) in
        [(Type::I64, vec![0, 4]), (Type::U64, vec![0, 4]), (Type::U8, vec![0]), (Type::I16, vec![0])]
    {
        let mut code = Code::new(1);
        let at = code.constant(Type::U32, 8);
        let loaded = code.load(ty, SOURCE, at, 0);
        let sum = code.scalar(K::Add, ty, ty, &[loaded, loaded]);
        let expected: Vec<(u32, bool)> = offsets.into_iter().map(|offset| (offset, true)).collect();
        assert_eq!(stored_claims(code, sum), expected, "{ty:?}");
    }
}

#[test]
fn nothing_is_claimed_of_doubles_that_are_computed() {
    let mut code = Code::new(1);
    let at = code.constant(Type::U32, 8);
    let loaded = code.load(Type::F64, SOURCE, at, 0);
    let root = code.scalar(K::Sqrt, Type::F64, Type::F64, &[loaded]);
    assert_eq!(stored_claims(code, root), [(0, false), (4, false)]);
    let mut code = Code::new(1);
    let at = code.constant(Type::U32, 8);
    let loaded = code.load(Type::F64, SOURCE, at, 0);
    assert_eq!(stored_claims(code, loaded), [(0, true), (4, true)]);
}

#[test]
fn nothing_is_claimed_of_what_comes_from_a_vague_value() {
    for ty in [Type::I64, Type::U64, Type::F64] {
        let mut code = Code::new(1);
        let value = vague(&mut code, ty);
        assert_eq!(stored_claims(code, value), [(0, false), (4, false)], "{ty:?}");
        // Through a comparison, another type, a half, a selection of two known values, and a sum.
        let mut code = Code::new(1);
        let value = vague(&mut code, ty);
        let [high, low] = [1 << 32, 2 << 32].map(|raw| code.constant(ty, raw));
        let condition = code.scalar(K::Less, ty, Type::Bool, &[value, high]);
        let (chosen, bits) = (code.register(ty), code.register(Type::U64));
        code.emit(Instruction::Select { to: chosen, condition, accept: high, reject: low });
        code.emit(Instruction::Reinterpret { to: bits, value });
        let narrow = code.convert(Type::U64, Type::U32, bits);
        let single = code.convert(ty, Type::F32, value);
        let sum = code.scalar(K::Add, ty, ty, &[value, high]);
        let at = code.constant(Type::U32, 0);
        for (register, offset) in [(chosen, 0), (sum, 8), (narrow, 16), (single, 20)] {
            code.store(register, SINK, at, offset);
        }
        assert!(claims(&code).iter().all(|(_, is_known)| !is_known), "{ty:?}: {:?}", claims(&code));
    }
}

#[test]
fn halves_and_bytes_of_vague_values_are_vague() {
    for (whole, part, place) in [
        (Type::I64, Type::U32, 4),
        (Type::U32, Type::U8, 3),
        (Type::I16, Type::I8, 1),
        (Type::U8, Type::U16, 0),
        (Type::I8, Type::I64, 0),
    ] {
        let mut code = Code::new(1);
        code.program.invocation_bytes = 16;
        let at = code.constant(Type::U32, 0);
        let value = vague(&mut code, whole);
        let local = wgsl_reference::ir::Memory::Invocation;
        code.store(value, local, at, if whole == Type::I8 { 3 } else { 0 });
        let read = code.load(part, local, at, place);
        code.store(read, SINK, at, 0);
        assert!(claims(&code).iter().any(|(_, is_known)| !is_known), "{part:?} of {whole:?}");
    }
}

#[test]
fn a_known_byte_beside_a_vague_one() {
    let mut code = Code::new(1);
    let at = code.constant(Type::U32, 0);
    let value = vague(&mut code, Type::U8);
    let known = code.constant(Type::U8, 9);
    code.store(value, SINK, at, 1);
    code.store(known, SINK, at, 0);
    code.store(known, SINK, at, 2);
    assert_eq!(claims(&code), [(0, false), (2, true)]);
}
