//! Litmus tests of the memory model. The allowed outcomes are computed from its axioms.
//! <https://www.w3.org/TR/WGSL/#memory-model>

mod model;
mod program;
mod relation;
mod shape;
mod single;
#[cfg(test)]
mod tests;
mod variant;

use super::family::Family;
use model::Memory;
use rayon::prelude::*;
use shape::{Access, SHAPES, Shape};
pub use single::{LitmusTest, litmus_tests};
use variant::{Variant, barrier, variants};
use wgsl_spec::{INVENTORY, Rule, sections};

/// The cases of all shapes.
pub(super) fn families() -> Vec<Family> {
    SHAPES.par_iter().flat_map_iter(of_shape).filter(|family| !family.instances.is_empty()).collect()
}

/// The cases of a shape: for each set of rules that its programs show.
fn of_shape(shape: &Shape) -> Vec<Family> {
    let mut families: Vec<(Vec<&'static str>, Family)> = Vec::new();
    for variant in variants(shape) {
        let Some(test) = variant.test(shape) else { continue };
        let outcomes = test.outcomes();
        let shown = shown(shape, variant);
        let place = families.iter().position(|(rules, _)| *rules == shown).unwrap_or_else(|| {
            families.push((shown.clone(), family(shape, variant, &shown)));
            families.len() - 1
        });
        let source = program::text(&test, &outcomes);
        let run = (source, program::execution(&test, &outcomes));
        families[place].1.add_run((&variant.name(), shape.name), Vec::new(), run, &[]);
    }
    families.into_iter().map(|(_, family)| family).collect()
}

fn family(shape: &Shape, variant: Variant, rules: &[&str]) -> Family {
    let memory = match variant.memory {
        Memory::Workgroup => "in-workgroup-memory",
        Memory::Storage => "in-storage",
    };
    let (name, about) = match variant.barriers {
        None => (format!("{}-{memory}", shape.name), shape.about.to_owned()),
        Some(affected) => {
            let kind = if variant.is_atomic { "of-atomics" } else { "of-plain-accesses" };
            let barrier = barrier(affected);
            let name = format!("{}-{memory}-{kind}-with-{barrier}", shape.name);
            (name, format!("{} There is a {barrier} after each access.", shape.about))
        }
    };
    Family::new("litmus", &name, about, sections::MEMORY_MODEL, rules.iter().map(|id| rule(id)).collect())
}

/// The rules that a program shows.
fn shown(shape: &Shape, variant: Variant) -> Vec<&'static str> {
    let has = |is_wanted: fn(Access) -> bool| {
        shape.invocations.iter().copied().flatten().any(|access| is_wanted(*access))
    };
    let mut rules = Vec::new();
    match variant.barriers {
        None => rules.push("memmodel.atomic-relaxed"),
        Some(Memory::Workgroup) => rules.extend(["memmodel.barrier-scope", "memmodel.workgroupBarrier"]),
        Some(Memory::Storage) => rules.extend(["memmodel.barrier-scope", "memmodel.storageBarrier"]),
    }
    if variant.is_atomic {
        rules.push("type.atomic.modification-order");
        rules.push(match variant.memory {
            Memory::Workgroup => "type.atomic.scope.workgroup",
            Memory::Storage => "type.atomic.scope.storage",
        });
    } else {
        rules.push("memmodel.nonprivate");
    }
    if has(Access::is_read_modify_write) {
        rules.push("atomic.rmw.returns-old");
    }
    if has(|access| matches!(access, Access::CompareExchange(..))) {
        rules.extend(["atomic.cmpxchg.spurious", "memop.cmpxchg-write"]);
    }
    rules
}

/// The rule with an id, which the inventory must have.
fn rule(id: &str) -> &'static Rule {
    INVENTORY.rule(id).unwrap_or_else(|| panic!("there is no rule {id}"))
}
