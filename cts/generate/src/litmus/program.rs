//! The program of a test: many instances of the shape in one dispatch.
//!
//! Each of the first workgroups plays every part of the shape, for other instances in each part, so that the parts of an instance are spread
//! over subgroups or workgroups. The addresses of an instance are spread as well. The other workgroups, and loops whose length differs between
//! subgroups, keep a small memory busy. The parts of an instance add up their results in one word; the last of them counts the sum in
//! a histogram.

use super::model::{Memory, Outcome, Test};
use super::shape::Access;
use super::variant::barrier;
use std::collections::BTreeSet;
use std::fmt::Write;
use webgpu_model::{Binding, Command, Data, Dispatch, Shader};
use wgsl_cts_cases::execution::{
    BindingPoint, Execution, ExpectedBuffer, ExpectedOutput, ExpectedValue, Field, ScalarFormat,
};

/// Workgroups that play the parts.
const GROUPS: u32 = 4;
/// Workgroups that only keep memory busy.
const HAMMERS: u32 = 2;
/// Invocations of a workgroup.
const SIZE: u32 = 256;
/// Times that each workgroup plays each part, with fresh memory.
const ROUNDS: u32 = 2;
/// Words that are kept busy.
const STRESS: usize = 64;
/// The count of parts in a sum, above the sum of their results.
const ONE_PART: u32 = 1 << 16;

/// The layout of the sums: each result is a digit.
pub(super) struct Histogram {
    /// Digits are below it. The greatest one stands for values that the test does not have.
    base: u32,
    /// The number of results.
    results: usize,
}

impl Histogram {
    pub(super) fn of(test: &Test) -> Self {
        let accesses = || test.invocations.iter().flatten().flatten().copied();
        let added = accesses().filter(|access| matches!(access, Access::Add(..))).map(Access::greatest);
        let stored = accesses().filter(|access| !matches!(access, Access::Add(..))).map(Access::greatest);
        let greatest = added.sum::<u32>() + stored.max().unwrap_or(0);
        Self { base: greatest.max(1) + 2, results: accesses().map(Access::results).sum() }
    }

    /// The number of sums.
    fn len(&self) -> usize {
        (self.base as usize).pow(self.results as u32)
    }

    /// The factor of a digit.
    fn weight(&self, result: usize) -> u32 {
        self.base.pow(result as u32)
    }

    /// The sum for some results.
    fn sum(&self, results: &[u32]) -> usize {
        let terms = results.iter().enumerate().map(|(index, value)| value * self.weight(index));
        terms.sum::<u32>() as usize
    }
}

/// The number of words in which the locations of one round lie.
const fn instances(memory: Memory) -> u32 {
    match memory {
        Memory::Workgroup => SIZE,
        Memory::Storage => SIZE * GROUPS,
    }
}

/// The source of the program.
pub(super) fn text(test: &Test, outcomes: &BTreeSet<Outcome>) -> String {
    let histogram = Histogram::of(test);
    let mut source = String::new();
    declare(&mut source, test, &histogram, outcomes);
    let parts = test.invocations.len();
    let _ = write!(
        source,
        "
@compute @workgroup_size({SIZE})
fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) id: vec3u) {{
  if id.x >= {GROUPS}u {{
    hammer(i, 16u);
  }} else {{
    for (var round = 0u; round < lengths.rounds; round++) {{
      let first = i / 8u + i / 64u + round;
"
    );
    for part in 0..parts {
        let group =
            if test.is_together { "id.x".to_owned() } else { format!("(id.x + {part}u) % {GROUPS}u") };
        let _ = writeln!(
            source,
            "      let n{part} = {group} * {SIZE}u + (i + {part}u * (64u + 16u * round)) % {SIZE}u;\n      \
             var seen{part} = 0u;"
        );
    }
    source.push_str("      hammer(i / 8u, (i / 16u + round) % 4u);\n");
    let mut result = numbers(test);
    for phase in 0..test.invocations[0].len() {
        if phase > 0 {
            let _ = writeln!(source, "      {}();", barrier(test.barriers));
        }
        each_part(&mut source, parts, |source, part| {
            for access in &test.invocations[part][phase] {
                access_text(source, test, &histogram, part, *access, &mut result[part]);
            }
        });
    }
    each_part(&mut source, parts, |source, part| {
        let _ = writeln!(source, "            finish(round * {}u + n{part}, seen{part});", SIZE * GROUPS);
    });
    source.push_str("    }\n  }\n}\n");
    source
}

/// By invocation: the number of its first result.
fn numbers(test: &Test) -> Vec<usize> {
    let of = |phases: &Vec<Vec<Access>>| phases.iter().flatten().map(|it| it.results()).sum::<usize>();
    let starts = test.invocations.iter().scan(0, |end, phases| {
        let start = *end;
        *end += of(phases);
        Some(start)
    });
    starts.collect()
}

/// Declares memory and functions.
fn declare(source: &mut String, test: &Test, histogram: &Histogram, outcomes: &BTreeSet<Outcome>) {
    let element = if test.is_atomic { "atomic<u32>" } else { "u32" };
    let words = test.locations() as u32 * ROUNDS * instances(test.memory);
    let all: BTreeSet<String> = outcomes.iter().map(|it| format!("{:?}", it.results)).collect();
    let allowed: Vec<String> = all.into_iter().collect();
    let _ = writeln!(source, "// Allowed results: {}", allowed.join(" "));
    let _ = match test.memory {
        Memory::Workgroup => writeln!(source, "var<workgroup> memory: array<{element}, {words}>;"),
        Memory::Storage => writeln!(
            source,
            "@group(0) @binding(0) var<storage, read_write> memory: array<{element}, {words}>;"
        ),
    };
    let _ = write!(
        source,
        "// The lengths of loops, which compilers do not know.
struct Lengths {{ rounds: u32, parts: u32 }}
@group(0) @binding(4) var<uniform> lengths: Lengths;
@group(0) @binding(1) var<storage, read_write> sums: array<atomic<u32>>;
@group(0) @binding(2) var<storage, read_write> histogram: array<atomic<u32>>;
@group(0) @binding(3) var<storage, read_write> stress: array<atomic<u32>, {STRESS}>;

fn at(instance: u32, location: u32, round: u32) -> u32 {{
  return (round * {}u + location) * {count}u + (instance * 73u + location * 29u) % {count}u;
}}

fn hammer(start: u32, count: u32) {{
  for (var n = 0u; n < count; n++) {{
    atomicAdd(&stress[(start * 7u + n * 13u) % {STRESS}u], 1u);
  }}
}}

fn finish(instance: u32, seen: u32) {{
  let before = atomicAdd(&sums[instance], {ONE_PART}u + seen);
  if before / {ONE_PART}u == {last}u {{
    atomicAdd(&histogram[(before + seen) % {ONE_PART}u], 1u);
    atomicAdd(&histogram[{end}u], 1u);
  }}
}}
",
        test.locations(),
        count = instances(test.memory),
        last = test.invocations.len() - 1,
        end = histogram.len(),
    );
}

/// Lets each invocation play all parts, in an order that differs between subgroups.
fn each_part(source: &mut String, parts: usize, mut play: impl FnMut(&mut String, usize)) {
    let _ = writeln!(
        source,
        "      for (var turn = 0u; turn < lengths.parts; turn++) {{\n        switch (first + turn) % {parts}u {{"
    );
    for part in 0..parts {
        let label = if part + 1 == parts { "default".to_owned() } else { format!("case {part}u") };
        let _ = writeln!(source, "          {label}: {{");
        play(source, part);
        source.push_str("          }\n");
    }
    source.push_str("        }\n      }\n");
}

/// An access; its results are added to what the part has seen.
fn access_text(
    source: &mut String,
    test: &Test,
    histogram: &Histogram,
    part: usize,
    access: Access,
    result: &mut usize,
) {
    let place = format!("memory[at(n{part}, {}u, round)]", access.location());
    let top = histogram.base - 1;
    let mut see = |source: &mut String, value: &str| {
        let weight = histogram.weight(*result);
        let _ = writeln!(source, "            seen{part} += {weight}u * min({value}, {top}u);");
        *result += 1;
    };
    match access {
        Access::Load(_) if test.is_atomic => see(source, &format!("atomicLoad(&{place})")),
        Access::Load(_) => see(source, &place),
        Access::Store(_, value) => {
            let _ = if test.is_atomic {
                writeln!(source, "            atomicStore(&{place}, {value}u);")
            } else {
                writeln!(source, "            {place} = {value}u;")
            };
        }
        Access::Add(_, value) => see(source, &format!("atomicAdd(&{place}, {value}u)")),
        Access::Exchange(_, value) => see(source, &format!("atomicExchange(&{place}, {value}u)")),
        Access::CompareExchange(_, comparator, value) => {
            let _ = writeln!(
                source,
                "            let exchange = atomicCompareExchangeWeak(&{place}, {comparator}u, {value}u);"
            );
            see(source, "exchange.old_value");
            see(source, "u32(exchange.exchanged)");
        }
    }
}

/// The dispatch of the program, with nothing in the bins of outcomes that are not allowed.
pub(super) fn execution(test: &Test, outcomes: &BTreeSet<Outcome>) -> Execution {
    let histogram = Histogram::of(test);
    let total = GROUPS * SIZE * ROUNDS;
    let mut bins = vec![ExpectedValue::Number(0); histogram.len()];
    for outcome in outcomes {
        bins[histogram.sum(&outcome.results)] = ExpectedValue::Any;
    }
    bins.push(ExpectedValue::Number(total));
    let mut bindings = vec![
        buffer(1, &vec![0; total as usize]),
        buffer(2, &vec![0; histogram.len() + 1]),
        buffer(3, &[0; STRESS]),
        buffer(4, &[ROUNDS, test.invocations.len() as u32]),
    ];
    let mut buffers = vec![expected(2, bins)];
    if test.memory == Memory::Storage {
        let finals = finals(test, outcomes);
        bindings.push(buffer(0, &vec![0; finals.len()]));
        buffers.push(expected(0, finals));
    }
    let dispatch = Dispatch {
        shader: Shader { entry_point: None, constants: Vec::new() },
        workgroups: [GROUPS + HAMMERS, 1, 1],
        bindings,
        immediates: Vec::new(),
    };
    Execution {
        expected: ExpectedOutput { buffers, ..ExpectedOutput::default() },
        ..Execution::new(Command::Dispatch(dispatch))
    }
}

/// The values that are allowed in each word of the memory afterwards.
fn finals(test: &Test, outcomes: &BTreeSet<Outcome>) -> Vec<ExpectedValue> {
    let of_location = |location: usize| {
        let values: BTreeSet<u32> = outcomes.iter().map(|outcome| outcome.finals[location]).collect();
        match values.iter().copied().map(ExpectedValue::Number).collect::<Vec<_>>() {
            one if one.len() == 1 => one[0].clone(),
            several => ExpectedValue::OneOf(several),
        }
    };
    let of_round: Vec<ExpectedValue> = (0..test.locations())
        .flat_map(|location| vec![of_location(location); instances(test.memory) as usize])
        .collect();
    (0..ROUNDS).flat_map(|_| of_round.clone()).collect()
}

fn buffer(binding: u32, words: &[u32]) -> Binding {
    let bytes = words.iter().flat_map(|word| word.to_le_bytes());
    Binding { group: 0, binding, data: Data::Buffer(bytes.collect()) }
}

fn expected(binding: u32, values: Vec<ExpectedValue>) -> ExpectedBuffer {
    let row = vec![Field::Scalar(ScalarFormat::Unsigned(32))];
    ExpectedBuffer { at: BindingPoint { group: 0, binding }, row, values }
}
