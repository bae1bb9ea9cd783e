//! Programs that are written as text: for other languages than WGSL.

mod atomics;
mod barriers;
mod bools;
mod exchanges;
mod grids;
mod pointers;
mod precision;
mod undefined;
mod widths;

use shader_ir::{Program, Resource, ResourceKind, Sizes, TexelKind, parse, print, verify};
use shader_numeric::allowed::{Accuracies, Accuracy, number_of};
use shader_run::execute::{
    AllowedBuffer, Bound, Fault, FaultKind, Findings, Grid, Options, Plan, SweepOptions, dispatch,
};
use shader_run::memory::SharedBytes;
use shader_run::texture::Texture;
use webgpu_model::texture::TextureDescriptor;

/// No bounds at all.
pub(crate) static NONE: Accuracy = Accuracy::NONE;

/// The words of the resources of a program afterwards; the faults of strict execution, by kind and line, counted from the first step; and
/// the contents that tracked execution allows in the buffers that the program may write.
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

/// Runs a program on buffers of these words, and on rows of eight texels that are zero: with all that a plan does for speed, strictly,
/// tracked, and both. Tracked execution has no accuracy unless the options say one. All must find the same, and what is found must be
/// allowed.
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
    let bind_all = || -> Vec<Bound> {
        let mut buffers = buffers.iter();
        program.resources.iter().map(|resource| bind(resource, &mut buffers)).collect()
    };
    let words = |bound: &[Bound]| -> Vec<Vec<u32>> {
        let word = |bytes: &[u8]| bytes.iter().rev().fold(0, |word, byte| word << 8 | u32::from(*byte));
        let words = |bound: &Bound| match bound {
            Bound::Buffer(bytes) => bytes.to_bytes().chunks(4).map(word).collect(),
            Bound::Texture(texture) => texture.to_bytes().chunks(4).map(word).collect(),
            Bound::Sampler(_) | Bound::Missing => Vec::new(),
        };
        bound.iter().map(words).collect()
    };
    let execute = |track: Option<Accuracies>, strict: bool| {
        let (bound, options) = (bind_all(), Options { track, strict, ..options });
        let plan = Plan::new(program.clone(), options);
        let Findings { faults, allowed, .. } = dispatch(&plan, grid, &bound).expect("it ends");
        (words(&bound), faults, allowed)
    };
    // Without a fault of strict execution, the order of invocations does not matter.
    let sweep = |faults: &[Fault]| {
        let sweep = Some(SweepOptions { schedules: 16, ..SweepOptions::default() });
        // These programs are about one size of subgroups.
        let program = Program { subgroup_size: Some(options.subgroup_size), ..program.clone() };
        let plan = Plan::new(program, Options { sweep, ..options });
        let bound = bind_all();
        let findings = dispatch(&plan, grid, &bound).expect("it ends");
        let depends = findings.faults.first().map(|fault| &fault.message);
        assert!(depends.is_none() || !faults.is_empty(), "{depends:?}");
        words(&bound)
    };
    let track = options.track.or(Some(NONE.for_all_calls()));
    let (found, ..) = execute(None, false);
    let (strictly, faults, _) = execute(None, true);
    assert_eq!(strictly, found, "strict execution differs");
    assert_eq!(sweep(&faults), found, "swept execution differs");
    let (tracked, _, allowed) = execute(track, false);
    assert_eq!(tracked, found, "tracked execution differs");
    let (both, faults_of_both, _) = execute(track, true);
    assert_eq!((both, &faults_of_both), (found.clone(), &faults), "tracked strict execution differs");
    for buffer in &allowed {
        let index = program.resources.iter().position(|it| it.is_at(buffer.group, buffer.binding));
        let words = &found[index.expect("a resource of the program")];
        for word in &buffer.words {
            let at = word.offset as usize;
            let bits = words[at / 4] >> (at % 4 * 8) & u32::MAX >> (32 - word.ty.size().min(4) * 8);
            assert!(word.values.contains(number_of(word.ty, bits)), "{bits:#x} is not among {word:?}");
        }
    }
    let line = |at: u32| text[..at as usize].matches('\n').count();
    let first = text.find("\ncode\n").map_or(0, |at| line(at as u32 + 6));
    let faults = faults.iter().map(|fault| (fault.kind, line(fault.span.lo) - first + 1)).collect();
    Outcome { buffers: found, faults, allowed }
}

/// The resource that is bound: the next buffer, or a texture.
fn bind<'a>(resource: &Resource, buffers: &mut impl Iterator<Item = &'a &'a [u32]>) -> Bound {
    match resource.kind {
        ResourceKind::Buffer { .. } | ResourceKind::Immediates { .. } => {
            let words = buffers.next().expect("words for each buffer");
            let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
            Bound::Buffer(SharedBytes::from_bytes(&bytes))
        }
        ResourceKind::Texture { dimension, holds: TexelKind::Format(format), .. } => {
            let descriptor = TextureDescriptor::new(dimension, format, [8, 1, 1]);
            let bytes = vec![0; 8 * format.texel_bytes()];
            Bound::Texture(Texture::from_bytes(descriptor, &bytes).expect("a row of texels"))
        }
        ResourceKind::FixedSampler { sampler } => Bound::Sampler(sampler),
        ResourceKind::Texture { .. } | ResourceKind::Sampler { .. } => Bound::Missing,
    }
}
