//! Claims about other implementations: none may depend on a value that they need not have.

use crate::code::{SINK, SOURCE};
use crate::{Code, NONE, number_at};
use shader_ir::{AtomicOperation, Copy, Instruction, Location, Memory, Register, Run, Type, verify};
use shader_numeric::Operation as K;
use shader_numeric::allowed::{Interval, number_of};
use shader_run::execute::{AllowedBuffer, Bound, Options, Plan, dispatch_tracked};
use shader_run::memory::SharedBytes;

/// The claims about the buffer that a program writes. They must hold for its actual contents.
fn allowed(code: &Code) -> AllowedBuffer {
    assert_eq!(verify(&code.program), Ok(()));
    let plan = Plan::tracking(code.program.clone(), false);
    let bound = [Bound::Buffer(SharedBytes::from_bytes(&[0xc0; 64])), Bound::Buffer(SharedBytes::zeroed(64))];
    let options = Options { track: Some(NONE.for_all_calls()), ..Options::default() };
    let (_, allowed) = dispatch_tracked(&plan, [1; 3], &bound, &options).expect("it ends");
    let ([_, Bound::Buffer(sink)], [allowed]) = (&bound, &allowed[..]) else { panic!("{allowed:?}") };
    let bytes = sink.to_bytes();
    for word in &allowed.words {
        let here = number_of(word.ty, number_at(&bytes, word.offset as usize, word.ty.size()) as u32);
        assert!(word.values.contains(here), "{here} is not among {word:?}");
    }
    allowed.clone()
}

/// Whether there is a claim about each word that a program wrote, by offset.
fn claims(code: &Code) -> Vec<(u32, bool)> {
    let AllowedBuffer { is_open: false, words, .. } = allowed(code) else { panic!("nothing is claimed") };
    words.iter().map(|word| (word.offset, word.values != Interval::ANY)).collect()
}

/// A register with several allowed values: a converted sine.
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
        // Through a comparison, another type, half of the bits, a selection between two known values, and a sum.
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
        let local = Memory::Invocation;
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

#[test]
fn conversions_of_what_is_known() {
    for (from, into, is_claimed) in [
        (Type::I64, Type::F32, false),
        (Type::I64, Type::U8, true),
        (Type::F64, Type::I32, false),
        (Type::I8, Type::F32, true),
        (Type::I16, Type::I32, true),
        (Type::I16, Type::F32, true),
    ] {
        let mut code = Code::new(1);
        let at = code.constant(Type::U32, 8);
        let loaded = code.load(from, SOURCE, at, 0);
        let converted = code.convert(from, into, loaded);
        assert_eq!(stored_claims(code, converted), [(0, is_claimed)], "{from:?} to {into:?}");
    }
}

#[test]
fn the_bits_of_a_half_as_an_integer_with_a_sign() {
    let mut code = Code::new(1);
    let [zero, one] = [0, 0x3c00].map(|raw| code.constant(Type::F16, raw));
    let difference = code.scalar(K::Subtract, Type::F16, Type::F16, &[zero, one]);
    let bits = code.register(Type::I16);
    code.emit(Instruction::Reinterpret { to: bits, value: difference });
    let value = code.convert(Type::I16, Type::F32, bits);
    stored_claims(code, value);
}

#[test]
fn vague_words_are_copied_to_between_words() {
    let mut code = Code::new(1);
    code.program.invocation_bytes = 16;
    let [zero, six] = [0, 6].map(|at| code.constant(Type::U32, at));
    let value = vague(&mut code, Type::I32);
    code.store(value, Memory::Invocation, zero, 0);
    let at = |address| Location { memory: Memory::Invocation, address, offset: 0 };
    let runs = vec![Run { offset: 0, size: 4, count: 1, stride: 0 }];
    code.program.copies = vec![Copy { from: at(zero), into: at(six), runs }];
    code.emit(Instruction::Copy(0));
    for offset in [0, 2, 4] {
        let half = code.load(Type::U16, Memory::Invocation, six, offset);
        code.store(half, SINK, zero, offset);
    }
    assert_eq!(claims(&code), [(0, false), (2, false), (4, true)]);
}

#[test]
fn nothing_is_claimed_after_atomic_operations_on_64_bits() {
    let mut code = Code::new(2);
    let (zero, one) = (code.constant(Type::U32, 0), code.constant(Type::U64, 1));
    let (ty, to) = (Type::U64, code.register(Type::U64));
    let at = Location { memory: SINK, address: zero, offset: 0 };
    code.emit(Instruction::Atomic { operation: AtomicOperation::Add, ty, to, value: one, at });
    assert!(allowed(&code).is_open);
}
