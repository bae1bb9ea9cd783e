//! Sweeps of dispatches: mistakes that lock step hides are found at the right place, and correct programs have one result.

mod correct;
mod mistakes;

use shader_run::execute::{Fault, FaultKind, Options, Sweep, SweepOptions};
use webgpu_model::texture::{Format, TextureDescriptor, ViewDimension};
use webgpu_model::{Binding, Data, Dispatch, Shader};
use wgsl_lower::compute;
use wgsl_validator::Validator;

/// A sweep of a program with two buffers, `input` with small numbers and `out` with zeros, a buffer `state` with zeros, and a texture `image` with
/// zeros.
fn swept(body: &str, workgroups: u32, schedules: u32) -> (Vec<Fault>, Sweep, String) {
    let source = format!("{HEAD}{body}");
    let bytes = |words: &[u32]| Data::Buffer(words.iter().flat_map(|word| word.to_le_bytes()).collect());
    let numbers: Vec<u32> = (0..256).map(|index| index * 7 % 13).collect();
    let binding = |binding, words: &[u32]| Binding { group: 0, binding, data: bytes(words) };
    let (dimension, format) = (ViewDimension::D2, Format::R32uint);
    let image = TextureDescriptor { size: [8, 8, 1], ..TextureDescriptor::new(dimension, format, [8, 8, 1]) };
    let dispatch = Dispatch {
        shader: Shader::default(),
        workgroups: [workgroups, 1, 1],
        bindings: vec![
            binding(0, &numbers),
            binding(1, &[0; 256]),
            binding(2, &[0; 256]),
            binding(3, &[0; 2]),
            Binding { group: 0, binding: 5, data: Data::Buffer([0, 0x3c].repeat(32).into()) },
            Binding { group: 0, binding: 4, data: Data::Texture(image, vec![0; 256].into()) },
        ],
        immediates: Vec::new(),
    };
    let options =
        Options { sweep: Some(SweepOptions { schedules, ..SweepOptions::default() }), ..Options::default() };
    let mut validator = Validator::default();
    let outcome = compute::run(&source, &mut validator, &dispatch, &options);
    let outcome = outcome.unwrap_or_else(|failure| panic!("{failure}\n{source}"));
    (outcome.faults, *outcome.sweep.expect("it was asked for"), source)
}

const HEAD: &str = "enable subgroups;
enable f16;
@group(0) @binding(0) var<storage, read> input: array<u32, 256>;
@group(0) @binding(1) var<storage, read_write> out: array<u32, 256>;
@group(0) @binding(2) var<storage, read_write> state: array<atomic<u32>, 256>;
@group(0) @binding(4) var image: texture_storage_2d<r32uint, read_write>;
";

/// The source of the only fault, and of the write that it depends on.
fn fault<'a>(faults: &[Fault], source: &'a str) -> (&'a str, Option<&'a str>) {
    let [Fault { kind: FaultKind::ScheduleDependent, span, rival, .. }] = faults else {
        panic!("not one difference: {faults:?}\n{source}")
    };
    let text = |span: shader_source::Span| &source[span.lo as usize..span.hi as usize];
    (text(*span), rival.and_then(|rival| rival.span).map(text))
}

/// An access: the invocation, the values before and after, and whether it fails.
type Access = (u32, Option<u32>, Option<u32>, bool);

/// The accesses of both orders.
fn orders(sweep: &Sweep) -> [Vec<Access>; 2] {
    let parting = sweep.difference.as_ref().and_then(|difference| difference.parting.as_ref());
    let parting = parting.unwrap_or_else(|| panic!("no place: {sweep:?}"));
    parting
        .orders
        .each_ref()
        .map(|turns| turns.iter().map(|it| (it.by.invocation, it.words[0], it.words[1], it.fails)).collect())
}
