//! Programs of the intermediate representation that no shader lowers to: integers and floats of all widths.

mod code;
mod control;
mod conversions;
mod floats;
mod grid;
mod integers;
mod memory;
mod sharing;
mod strict;
mod tracked;

pub(crate) use code::Code;
use shader_ir::{Program, Type, verify};
use shader_numeric::allowed::Accuracy;
use shader_run::execute::{Bound, Fault, Options, Plan, dispatch, dispatch_tracked};
use shader_run::memory::SharedBytes;

/// No bounds at all.
pub(crate) static NONE: Accuracy = Accuracy::NONE;

/// All types but `bool`.
pub(crate) const NUMBERS: [Type; 11] = [
    Type::I8,
    Type::I16,
    Type::I32,
    Type::I64,
    Type::U8,
    Type::U16,
    Type::U32,
    Type::U64,
    Type::F16,
    Type::F32,
    Type::F64,
];

/// Runs a program on a buffer with these bytes and one with `size` zeros, and returns the final bytes of the latter.
/// Optimised, strict and tracked execution must agree.
pub(crate) fn run(program: &Program, source: &[u8], size: usize) -> Vec<u8> {
    run_with(program, source, size, Options::default()).0
}

/// Runs a program with options, and also returns the faults of strict execution.
pub(crate) fn run_with(
    program: &Program,
    source: &[u8],
    size: usize,
    options: Options,
) -> (Vec<u8>, Vec<Fault>) {
    assert_eq!(verify(program), Ok(()));
    let buffers =
        || [Bound::Buffer(SharedBytes::from_bytes(source)), Bound::Buffer(SharedBytes::zeroed(size))];
    let bytes = |bound: &[Bound]| match bound {
        [_, Bound::Buffer(bytes)] => bytes.to_bytes(),
        _ => Vec::new(),
    };
    let bound = buffers();
    dispatch(&Plan::new(program.clone(), false), [1; 3], &bound, &options).expect("it ends");
    let found = bytes(&bound);
    let bound = buffers();
    let strict = Options { strict: true, ..options };
    let faults = dispatch(&Plan::new(program.clone(), true), [1; 3], &bound, &strict).expect("it ends");
    assert_eq!(bytes(&bound), found, "strict execution differs");
    for keeps_branches in [false, true] {
        let bound = buffers();
        let track = Options { track: Some(NONE.for_all_calls()), ..options };
        let plan = Plan::tracking(program.clone(), keeps_branches);
        dispatch_tracked(&plan, [1; 3], &bound, &track).expect("it ends");
        assert_eq!(bytes(&bound), found, "tracked execution differs");
    }
    (found, faults)
}

/// The bits of a value in memory: those of a register without its extension.
pub(crate) fn stored(ty: Type, raw: u64) -> u64 {
    match ty.size() {
        8 => raw,
        size => raw & ((1 << (size * 8)) - 1),
    }
}

/// The little-endian number of `size` bytes at an offset.
pub(crate) fn number_at(bytes: &[u8], offset: usize, size: u32) -> u64 {
    let bytes = &bytes[offset..offset + size as usize];
    bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte))
}
