//! The functions of the host that a plan can call.

use cxx_validator::ast::{DeclId, DeclKind, FunctionId, List};
use msl_validator::amp::Program;
use msl_validator::meaning::Module;
use msl_validator::types::Argument;
use shader_source::Span;
use std::collections::{HashMap, HashSet};

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

/// The full names of the program's own functions: `filters::blur<float>`.
pub(crate) struct Names<'a> {
    module: &'a Module,
    /// The namespaces around a function in a named namespace, each with `::` after it.
    namespaces: HashMap<FunctionId, String>,
}

impl<'a> Names<'a> {
    pub(crate) fn new(module: &'a Module) -> Self {
        let mut names = Self { module, namespaces: HashMap::new() };
        names.note(module.decls, "");
        names
    }

    fn note(&mut self, decls: List<DeclId>, around: &str) {
        let ast = &self.module.ast;
        for decl in &ast[decls] {
            if let DeclKind::Function(id) = ast[*decl].kind {
                self.namespaces.insert(id, around.to_owned());
            } else if let DeclKind::Namespace(id) = ast[*decl].kind {
                let name = ast[id].name.map(|name| format!("{around}{}::", self.module.names.text(name)));
                self.note(ast[id].decls, name.as_deref().unwrap_or(around));
            }
        }
    }

    /// The name of a function, with its namespaces and the arguments of its template.
    pub(crate) fn full(&self, instance: usize) -> String {
        let function = &self.module.instances[instance];
        let namespaces = self.namespaces.get(&function.function).map_or("", String::as_str);
        let argument = |argument: &Argument| match argument {
            Argument::Type(ty) => self.module.types.print(*ty),
            Argument::Number(number) => number.to_string(),
            Argument::Template(_) | Argument::Function(_) => "...".to_owned(),
        };
        let arguments: Vec<String> = function.arguments.iter().map(argument).collect();
        let name = name(self.module, instance);
        let list = if arguments.is_empty() { String::new() } else { format!("<{}>", arguments.join(", ")) };
        format!("{namespaces}{name}{list}")
    }

    /// Returns true if a function has this name, of which the first namespaces and the arguments of the template may be left out.
    pub(crate) fn is_named(&self, instance: usize, wanted: &str) -> bool {
        let full = self.full(instance);
        let short = full.split('<').next().unwrap_or_default();
        let is_end = |name: &str| {
            let before = name.strip_suffix(wanted);
            before.is_some_and(|before| before.is_empty() || before.ends_with("::"))
        };
        is_end(&full) || is_end(short)
    }
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
