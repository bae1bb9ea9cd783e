//! Declarations of a Metal program as people write them: for hover, signature help and completion.

use cxx_validator::ast::{FunctionId, VariableId};
use msl_validator::Program;
use msl_validator::meaning::{FunctionInstance, Module};
use msl_validator::types::{Object, TypeId};
use shader_source::Span;
use std::collections::HashMap;

/// `device const float x`
pub(crate) fn object(module: &Module, object: Object, name: &str) -> Option<String> {
    let ty = type_name(module, object.ty)?;
    let space = match object.space {
        msl_spec::AddressSpace::Thread => String::new(),
        space => format!("{} ", space.name()),
    };
    let is_const = object.is_const && object.space != msl_spec::AddressSpace::Constant;
    Some(format!("{space}{}{ty} {name}", if is_const { "const " } else { "" }))
}

/// A type that is known.
pub(crate) fn type_name(module: &Module, ty: TypeId) -> Option<String> {
    (!module.types.is_error(ty)).then(|| module.types.print(ty))
}

/// `float f(int a, float b)`
pub(crate) fn signature(module: &Module, instance: &FunctionInstance) -> String {
    let function = module.ast[instance.function];
    let parameters = module.ast[function.parameters].iter().zip(&instance.parameters);
    let parameters = parameters.map(|(id, ty)| {
        let name = module.ast[*id].name.map(|name| format!(" {}", module.names.text(name)));
        format!("{}{}", module.types.print(*ty), name.unwrap_or_default())
    });
    let parameters = parameters.collect::<Vec<_>>().join(", ");
    let name = module.names.text(function.name);
    match function.result {
        Some(_) => format!("{} {name}({parameters})", module.types.print(instance.result)),
        None => format!("{name}({parameters})"),
    }
}

/// The signatures of the functions of a program whose document has this text.
pub(crate) struct Functions<'a> {
    program: &'a Program,
    text: &'a str,
    /// The instances of functions; `None` for a function that has several.
    instances: HashMap<FunctionId, Option<&'a FunctionInstance>>,
}

impl<'a> Functions<'a> {
    pub(crate) fn new(program: &'a Program, text: &'a str) -> Self {
        let mut instances = HashMap::new();
        for instance in &program.module.instances {
            instances.entry(instance.function).and_modify(|it| *it = None).or_insert(Some(instance));
        }
        Self { program, text, instances }
    }

    /// Returns the signature of a function: with the types of its only instance, or else as the program writes it.
    pub(crate) fn signature(&self, id: FunctionId) -> String {
        let module = &self.program.module;
        let instance = self.instances.get(&id).copied().flatten();
        if let Some(instance) = instance.filter(|_| !module.ast.is_template(id)) {
            return signature(module, instance);
        }
        let function = module.ast[id];
        let written = |span: Span| written(self.program, self.text, span).unwrap_or_default();
        let parameter = |id: &VariableId| {
            let variable = module.ast[*id];
            let ty = module.ast.type_span(variable.ty);
            written(if variable.name.is_some() { ty.to(variable.name_span) } else { ty })
        };
        let parameters: Vec<String> = module.ast[function.parameters].iter().map(parameter).collect();
        let result = function.result.map(|ty| written(module.ast.type_span(ty)) + " ").unwrap_or_default();
        format!("{result}{}({})", module.names.text(function.name), parameters.join(", "))
    }
}

/// Returns the source at a place, on one line.
fn written(program: &Program, text: &str, span: Span) -> Option<String> {
    let (text, start) = match program.inclusions.of(span.lo) {
        Some(header) => (&*header.text, header.start),
        None => (text, 0),
    };
    let text = text.get((span.lo - start) as usize..span.hi.checked_sub(start)? as usize)?;
    Some(text.split_whitespace().collect::<Vec<_>>().join(" "))
}
