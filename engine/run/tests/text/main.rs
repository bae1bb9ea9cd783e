//! Programs that are written as text: what other languages need than WGSL.

mod barriers;
mod bools;
mod grids;
mod pointers;
mod precision;
mod undefined;

use shader_ir::{Sizes, parse, print, verify};
use shader_numeric::allowed::Accuracy;
use shader_run::execute::{AllowedBuffer, Bound, FaultKind, Grid, Options, Plan, dispatch, dispatch_tracked};
use shader_run::memory::SharedBytes;

/// No bounds at all.
pub(crate) static NONE: Accuracy = Accuracy::NONE;

/// The words of the buffers of a program afterwards; what strict execution reports: kinds, and lines of the text counted from its first
/// step; and what tracked execution allows in the buffers that the program may write.
#[derive(Debug, PartialEq)]
pub(crate) struct Outcome {
    pub(crate) buffers: Vec<Vec<u32>>,
    pub(crate) faults: Vec<(FaultKind, usize)>,
    pub(crate) allowed: Vec<AllowedBuffer>,
}

/// Runs one workgroup of a program on buffers of these words: see [`run_grid`].
pub(crate) fn run(text: &str, buffers: &[&[u32]], options: Options) -> Outcome {
    run_grid(text, &Sizes::default(), Grid::Workgroups([1; 3]), buffers, options)
}

/// Runs a program on buffers of these words: with all that a plan does for speed, strictly, and tracked, with no accuracy unless the
/// options say one.
pub(crate) fn run_grid(
    text: &str,
    sizes: &Sizes,
    grid: Grid,
    buffers: &[&[u32]],
    options: Options,
) -> Outcome {
    let program = parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(verify(&program), Ok(()), "{text}");
    assert_eq!(parse(&print(&program)).as_ref(), Ok(&program), "{text}");
    let program = program.sized(sizes).expect("the sizes that the program leaves open");
    let bind = || -> Vec<Bound> {
        let bytes = |words: &&[u32]| words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>();
        buffers.iter().map(|words| Bound::Buffer(SharedBytes::from_bytes(&bytes(words)))).collect()
    };
    let words = |bound: &[Bound]| -> Vec<Vec<u32>> {
        let word = |bytes: &[u8]| bytes.iter().rev().fold(0, |word, byte| word << 8 | u32::from(*byte));
        let words = |bound: &Bound| match bound {
            Bound::Buffer(bytes) => bytes.to_bytes().chunks(4).map(word).collect(),
            Bound::Texture(_) | Bound::Sampler(_) | Bound::Missing => Vec::new(),
        };
        bound.iter().map(words).collect()
    };
    let bound = bind();
    let plain = Options { track: None, ..options };
    dispatch(&Plan::new(program.clone(), false), grid, &bound, &plain).expect("it ends");
    let found = words(&bound);
    let bound = bind();
    let strict = Options { strict: true, ..plain };
    let faults = dispatch(&Plan::new(program.clone(), true), grid, &bound, &strict).expect("it ends");
    assert_eq!(words(&bound), found, "strict execution differs");
    let bound = bind();
    let track = Options { track: options.track.or(Some(NONE.for_all_calls())), ..options };
    let (_, allowed) =
        dispatch_tracked(&Plan::tracking(program, false), grid, &bound, &track).expect("it ends");
    assert_eq!(words(&bound), found, "tracked execution differs");
    let line = |at: u32| text[..at as usize].matches('\n').count();
    let first = text.find("\ncode\n").map_or(0, |at| line(at as u32 + 6));
    let faults = faults.iter().map(|fault| (fault.kind, line(fault.span.lo) - first + 1)).collect();
    Outcome { buffers: found, faults, allowed }
}
