//! The functions of the host that a plan can call.

use msl_validator::amp::Program;
use msl_validator::meaning::Module;
use shader_source::Span;
use std::collections::HashSet;

/// The functions of the program that can be called by name: not members, and not of the library.
pub(crate) fn own(program: &Program) -> impl Iterator<Item = usize> {
    let module = &program.module;
    let host_bodies: HashSet<usize> = module.host_bodies.values().copied().collect();
    let is_own = |span: Span| !program.inclusions.of(span.lo).is_some_and(|file| file.is_library);
    (0..module.instances.len()).filter(move |number| {
        let instance = &module.instances[*number];
        // A function for both targets may have a second body for the host, which is not a function of its own.
        let is_function = instance.this.is_none() && !host_bodies.contains(number);
        is_function && is_own(module.ast[instance.function].name_span)
    })
}

/// The name of a function.
pub(crate) fn name(module: &Module, instance: usize) -> &str {
    module.names.text(module.ast[module.instances[instance].function].name)
}

/// The functions that launch kernels, or call functions that do. A function without a caller among them comes first.
pub(crate) fn launching(program: &Program) -> Vec<usize> {
    let module = &program.module;
    let mut callers: Vec<Vec<usize>> = vec![Vec::new(); module.instances.len()];
    for (number, instance) in module.instances.iter().enumerate() {
        for (callee, _) in &instance.calls {
            callers[*callee].push(number);
        }
    }
    let launches = (0..module.instances.len()).filter(|number| name(module, *number) == "parallel_for_each");
    let (mut open, mut is_found): (Vec<usize>, _) = (launches.collect(), vec![false; module.instances.len()]);
    while let Some(number) = open.pop() {
        if !core::mem::replace(&mut is_found[number], true) {
            open.extend(&callers[number]);
        }
    }
    let mut found: Vec<usize> = own(program).filter(|number| is_found[*number]).collect();
    let is_inner = |number: &usize| callers[*number].iter().any(|caller| is_found[*caller]);
    found.sort_by_key(is_inner);
    found
}
