//! The meanings of names while lowering.

use super::value::Value;
use wgsl_validator::ast::{DeclId, VariableId};
use wgsl_validator::meaning::TypedModule;
use wgsl_validator::resolve::Binding;

/// The values and places that names stand for. Those of a function that is expanded again replace the former ones.
#[derive(Debug)]
pub(super) struct Names {
    /// By variable.
    locals: Vec<Option<Value>>,
    /// By index in the column of members.
    parameters: Vec<Option<Value>>,
    /// By declaration of the module.
    globals: Vec<Option<Value>>,
}

impl Names {
    pub(super) fn new(module: TypedModule<'_>) -> Self {
        let ast = &module.syntax.ast;
        let column = |count: usize| vec![None; count];
        Self {
            locals: column(ast.variables.len()),
            parameters: column(ast.members.len()),
            globals: column(ast.decls.len()),
        }
    }

    /// The value or place of a name; `None` for a constant, which has neither.
    pub(super) fn get(&self, binding: Binding) -> Option<&Value> {
        match binding {
            Binding::Local(variable) => self.locals[variable.index()].as_ref(),
            Binding::Parameter(index) => self.parameters[index as usize].as_ref(),
            Binding::Module(decl) => self.globals[decl.index()].as_ref(),
            Binding::None | Binding::Unknown | Binding::Predeclared => None,
        }
    }

    pub(super) fn set_local(&mut self, variable: VariableId, value: Value) {
        self.locals[variable.index()] = Some(value);
    }

    /// Sets a parameter, by index in the column of members.
    pub(super) fn set_parameter(&mut self, index: usize, value: Value) {
        self.parameters[index] = Some(value);
    }

    pub(super) fn set_global(&mut self, decl: DeclId, value: Value) {
        self.globals[decl.index()] = Some(value);
    }
}
