//! Mistakes in the parts of a program that are there before its first step: constants, memory, sizes, and the values between stages.

use super::mutant::{Change, Layer, Mutant};
use shader_ir::{
    Instruction, Location, Memory, Program, Register, ShaderStage, StagePlace, StageValue, Type,
};
use shader_numeric::convert::converted;
use webgpu_model::raster::{Interpolation, Sampling};

/// The most words that are filled with something else than zero.
const MOST_WORDS: u32 = 256;

/// All mutants of this layer.
pub(super) fn mutants() -> Vec<Mutant> {
    let mut found = constants();
    found.extend(memories());
    found.extend([
        start("workgroup-size/swapped-x-y", |program| swap_sizes(program, 0, 1)),
        start("workgroup-size/swapped-y-z", |program| swap_sizes(program, 1, 2)),
        start("subgroup-size/ignored", |program| program.subgroup_size.take().is_some()),
    ]);
    found.extend(interpolations());
    found.extend([
        start("vertex-inputs/next-location", |program| {
            moves(program, ShaderStage::Vertex, |it| &mut it.stage_inputs)
        }),
        start("vertex-outputs/next-location", |program| {
            moves(program, ShaderStage::Vertex, |it| &mut it.stage_outputs)
        }),
        start("fragment-inputs/next-location", |program| {
            moves(program, ShaderStage::Fragment, |it| &mut it.stage_inputs)
        }),
        start("fragment-outputs/next-location", |program| {
            moves(program, ShaderStage::Fragment, |it| &mut it.stage_outputs)
        }),
    ]);
    found
}

fn start(place_and_mistake: &str, change: impl Fn(&mut Program) -> bool + Send + Sync + 'static) -> Mutant {
    let (place, mistake) = place_and_mistake.split_once('/').unwrap_or((place_and_mistake, ""));
    Mutant::new(Layer::Start, place, mistake, Change::Start(Box::new(change)))
}

/// Constants that lose bits.
fn constants() -> Vec<Mutant> {
    let of = |name: &str, ty: Type, change: fn(u64) -> u64| {
        start(&format!("constants-{}/{name}", ty.name()), move |program| {
            let mut is_changed = false;
            for (register, bits) in &mut program.constants {
                if program.registers[register.index()] == ty {
                    let other = change(*bits);
                    is_changed |= other != *bits;
                    *bits = other;
                }
            }
            is_changed
        })
    };
    let mut found = vec![
        of("of-16-bits", Type::F32, |bits| {
            converted(Type::F16, Type::F32, converted(Type::F32, Type::F16, bits))
        }),
        of("last-bits-lost", Type::F32, |bits| bits & !0xf),
        of("last-bits-lost", Type::F16, |bits| bits & !3),
        of("of-16-bits", Type::U32, |bits| bits & 0xffff),
        of("of-16-bits", Type::I32, |bits| u64::from(bits as i16 as u32)),
        of("sign-lost", Type::I32, |bits| u64::from((bits as u32 as i32).unsigned_abs())),
        of("sign-lost", Type::F32, |bits| bits & 0x7fff_ffff),
        of("inverted", Type::Bool, |bits| bits ^ 1),
    ];
    found.push(start("constant-memory/zero", |program| {
        let is_zero = program.constant_words.iter().all(|word| *word == 0);
        program.constant_words.fill(0);
        !is_zero
    }));
    found.push(start("constant-memory/next-word", |program| {
        let before = program.constant_words.clone();
        if !before.is_empty() {
            program.constant_words.rotate_left(1);
        }
        before != program.constant_words
    }));
    found
}

/// Memory that is not zero at the start.
fn memories() -> Vec<Mutant> {
    vec![
        start("workgroup-memory/not-zero", |program| {
            fill(program, Memory::Workgroup, program.workgroup_bytes)
        }),
        start("invocation-memory/not-zero", |program| {
            fill(program, Memory::Invocation, program.invocation_bytes)
        }),
    ]
}

/// Puts stores before all steps, and leaves out the steps that fill the memory with zeros.
fn fill(program: &mut Program, memory: Memory, bytes: u32) -> bool {
    let mut constant = |bits: u64| {
        let register = Register(program.registers.len() as u32);
        program.registers.push(Type::U32);
        program.constants.push((register, bits));
        register
    };
    let (address, value) = (constant(0), constant(0x3f40_4003));
    let store = |word: u32| {
        let into = Location { memory, address, offset: word * 4 };
        Instruction::Store { ty: Type::U32.into(), value, into }
    };
    let count = (bytes / 4).min(MOST_WORDS);
    let Some(span) = program.spans.first().copied() else { return false };
    let is_kept =
        |step: &Instruction| !matches!(step, Instruction::Clear { into, .. } if into.memory == memory);
    let kept = program.code.iter().zip(&program.spans).filter(|(step, _)| is_kept(step));
    let kept = kept.map(|(step, span)| (*step, *span));
    let all = (0..count).map(|word| (store(word), span)).chain(kept).collect::<Vec<_>>();
    (program.code, program.spans) = all.into_iter().unzip();
    count > 0
}

fn swap_sizes(program: &mut Program, first: usize, second: usize) -> bool {
    let Some(size) = &mut program.workgroup_size else { return false };
    size.swap(first, second);
    size[first] != size[second]
}

/// Each interpolation as each other one.
fn interpolations() -> Vec<Mutant> {
    let samplings = [Sampling::Center, Sampling::Centroid, Sampling::Sample];
    let kinds = [Interpolation::Perspective as fn(Sampling) -> Interpolation, Interpolation::Linear];
    let all: Vec<Interpolation> =
        kinds.iter().flat_map(|kind| samplings.map(kind)).chain([Interpolation::Flat]).collect();
    let name = |interpolation: Interpolation| {
        format!("{interpolation:?}").to_lowercase().replace('(', "-").replace(')', "")
    };
    let mut found = Vec::new();
    for from in all.iter().copied() {
        for into in all.iter().copied().filter(|into| *into != from) {
            // Words that are not floats are always flat.
            let change = move |program: &mut Program| {
                let mut is_changed = false;
                let is_float = |it: &&mut StageValue| it.ty.is_float();
                for value in program.stage_inputs.iter_mut().filter(is_float) {
                    if value.interpolation == Some(from) {
                        (value.interpolation, is_changed) = (Some(into), true);
                    }
                }
                is_changed && program.stage == Some(ShaderStage::Fragment)
            };
            found.push(start(&format!("interpolation-{}/{}", name(from), name(into)), change));
        }
    }
    found
}

/// Gives user-defined values the locations of their neighbours, in a circle.
fn moves(program: &mut Program, stage: ShaderStage, of: fn(&mut Program) -> &mut Vec<StageValue>) -> bool {
    if program.stage != Some(stage) {
        return false;
    }
    let values = of(program);
    let mut locations: Vec<u32> = values
        .iter()
        .filter_map(
            |it| if let StagePlace::Location { location, .. } = it.place { Some(location) } else { None },
        )
        .collect();
    locations.sort_unstable();
    locations.dedup();
    if locations.len() < 2 {
        return false;
    }
    for value in values {
        if let StagePlace::Location { location, .. } = &mut value.place {
            let at = locations.iter().position(|it| it == location).unwrap_or(0);
            *location = locations[(at + 1) % locations.len()];
        }
    }
    true
}
