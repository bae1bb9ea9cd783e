//! The smallest program of a test: one instance of its shape, for an executor that tries all orders.

use super::model::{Memory, Outcome, Test};
use super::shape::{Access, SHAPES};
use super::variant::{barrier, variants};
use std::collections::BTreeSet;
use std::fmt::Write;

/// A test with its program and the outcomes that the memory model allows.
#[derive(Clone, Debug)]
pub struct LitmusTest {
    /// The name of the shape and of its variant.
    pub name: String,
    /// The program. Buffer 0 has the locations if these are not in workgroup memory; buffer 1 has the results of the accesses.
    pub source: String,
    /// The number of workgroups.
    pub workgroups: u32,
    /// The number of words of buffer 0.
    pub locations: usize,
    /// The number of words of buffer 1.
    pub results: usize,
    /// The allowed contents of the two buffers.
    pub allowed: BTreeSet<[Vec<u32>; 2]>,
}

/// The tests of all shapes in all variants without data races.
#[must_use]
pub fn litmus_tests() -> Vec<LitmusTest> {
    let mut tests = Vec::new();
    for shape in &SHAPES {
        for variant in variants(shape) {
            let Some(test) = variant.test(shape) else { continue };
            let name = format!("{}: {}", shape.name, variant.name());
            tests.push(of_test(name, &test));
        }
    }
    tests
}

fn of_test(name: String, test: &Test) -> LitmusTest {
    let accesses = test.invocations.iter().flatten().flatten();
    // A buffer can't be empty.
    let results = accesses.map(|access| access.results()).sum::<usize>().max(1);
    let locations = test.locations();
    let contents = |Outcome { results, finals }: Outcome| match test.memory {
        // Nothing reads what is left in the memory of a workgroup.
        Memory::Workgroup => [vec![0; locations], results],
        Memory::Storage => [finals, results],
    };
    LitmusTest {
        name,
        source: source(test, locations, results),
        workgroups: if test.is_together { 1 } else { test.invocations.len() as u32 },
        locations,
        results,
        allowed: test.outcomes().into_iter().map(contents).collect(),
    }
}

/// The program. Barriers are in uniform control flow: the accesses of an invocation between two barriers are in a branch.
fn source(test: &Test, locations: usize, results: usize) -> String {
    let element = if test.is_atomic { "atomic<u32>" } else { "u32" };
    let (size, number) =
        if test.is_together { (test.invocations.len(), "local.x") } else { (1, "workgroup.x") };
    let mut source = match test.memory {
        Memory::Workgroup => format!(
            "@group(0) @binding(0) var<storage, read_write> unused: array<u32, {locations}>;\n\
             var<workgroup> memory: array<{element}, {locations}>;\n"
        ),
        Memory::Storage => {
            format!("@group(0) @binding(0) var<storage, read_write> memory: array<{element}, {locations}>;\n")
        }
    };
    let _ = write!(
        source,
        "@group(0) @binding(1) var<storage, read_write> out: array<u32, {results}>;\n\
         @compute @workgroup_size({size}) fn main(\n\
         \x20 @builtin(local_invocation_id) local: vec3u, @builtin(workgroup_id) workgroup: vec3u,\n) {{\n"
    );
    if test.memory == Memory::Workgroup {
        source.push_str("  _ = unused[0];\n");
    }
    for result in 0..results {
        let _ = writeln!(source, "  var r{result} = 0u;");
    }
    let starts: Vec<usize> = test
        .invocations
        .iter()
        .scan(0, |next, phases| {
            let start = *next;
            *next += phases.iter().flatten().map(|access| access.results()).sum::<usize>();
            Some(start)
        })
        .collect();
    let mut next = starts.clone();
    for phase in 0..test.invocations[0].len() {
        if phase > 0 {
            let _ = writeln!(source, "  {}();", barrier(test.barriers));
        }
        for (invocation, phases) in test.invocations.iter().enumerate() {
            let _ = writeln!(source, "  if {number} == {invocation} {{");
            for access in &phases[phase] {
                write_access(&mut source, *access, test.is_atomic, next[invocation]);
                next[invocation] += access.results();
            }
            source.push_str("  }\n");
        }
    }
    for (invocation, (start, end)) in starts.into_iter().zip(next).enumerate() {
        let _ = writeln!(source, "  if {number} == {invocation} {{");
        for result in start..end {
            let _ = writeln!(source, "    out[{result}] = r{result};");
        }
        source.push_str("  }\n");
    }
    source.push_str("}\n");
    source
}

/// An access whose results are variables from a number on.
fn write_access(source: &mut String, access: Access, is_atomic: bool, result: usize) {
    let at = access.location();
    let _ = match access {
        Access::Load(_) if is_atomic => writeln!(source, "    r{result} = atomicLoad(&memory[{at}]);"),
        Access::Load(_) => writeln!(source, "    r{result} = memory[{at}];"),
        Access::Store(_, value) if is_atomic => writeln!(source, "    atomicStore(&memory[{at}], {value});"),
        Access::Store(_, value) => writeln!(source, "    memory[{at}] = {value};"),
        Access::Add(_, value) => writeln!(source, "    r{result} = atomicAdd(&memory[{at}], {value});"),
        Access::Exchange(_, value) => {
            writeln!(source, "    r{result} = atomicExchange(&memory[{at}], {value});")
        }
        Access::CompareExchange(_, comparator, value) => writeln!(
            source,
            "    let c{result} = atomicCompareExchangeWeak(&memory[{at}], {comparator}, {value});\n    \
             r{result} = c{result}.old_value;\n    r{} = u32(c{result}.exchanged);",
            result + 1
        ),
    };
}
