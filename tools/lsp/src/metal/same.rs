//! Compares the meanings of two texts of a program that differ in the spelling of names.

use msl_validator::meaning::{Body, Callee, Module, Value};
use std::mem::discriminant;

/// Returns true if two programs with equal syntax trees have equal meanings: each name is the same object, each call calls the same function.
/// Names in the expansions of macros count as well.
pub(crate) fn are_same(one: &Module, other: &Module) -> bool {
    let sizes = |module: &Module| {
        let ast = &module.ast;
        let of_trees = [ast.exprs.len(), ast.stmts.len(), ast.types.len(), ast.names.len(), ast.decls.len()];
        let of_objects = [
            ast.variables.len(),
            ast.functions.len(),
            ast.structures.len(),
            ast.members.len(),
            ast.aliases.len(),
        ];
        (of_trees, of_objects, module.diagnostics.len(), module.globals.len(), module.entry_points.len())
    };
    let instances = || {
        one.instances.len() == other.instances.len()
            && one.instances.iter().zip(&other.instances).all(|(one, other)| {
                (one.function, &one.parameters, one.result)
                    == (other.function, &other.parameters, other.result)
                    && is_same_body(&one.body, &other.body)
            })
    };
    let globals = || {
        one.globals.iter().all(|(id, global)| {
            other.globals.get(id).is_some_and(|it| {
                it.object == global.object
                    && is_same_value(it.value, global.value)
                    && match (&it.initializer, &global.initializer) {
                        (Some(one), Some(other)) => is_same_body(one, other),
                        (one, other) => one.is_none() && other.is_none(),
                    }
            })
        })
    };
    sizes(one) == sizes(other)
        && one.named == other.named
        && one.main_declarations == other.main_declarations
        && instances()
        && globals()
}

fn is_same_body(one: &Body, other: &Body) -> bool {
    let expressions = || {
        one.exprs.iter().zip(&other.exprs).all(|(one, other)| {
            (one.ty, one.converted, one.variable, one.owner, one.callee)
                == (other.ty, other.converted, other.variable, other.owner, other.callee)
                && is_same_value(one.value, other.value)
        })
    };
    one.exprs.len() == other.exprs.len()
        && one.callees.len() == other.callees.len()
        && expressions()
        && one
            .callees
            .iter()
            .zip(&other.callees)
            .all(|(one, other)| discriminant(one) == discriminant(other) && called(one) == called(other))
}

/// Compares values by their bits: no NaN is equal to itself.
fn is_same_value(one: Option<Value>, other: Option<Value>) -> bool {
    match (one, other) {
        (Some(Value::Float(one)), Some(Value::Float(other))) => one.to_bits() == other.to_bits(),
        (one, other) => one == other,
    }
}

/// Returns a number that distinguishes a callee from others of its kind.
fn called(callee: &Callee) -> usize {
    match callee {
        Callee::Function(instance) => *instance,
        Callee::Declared(function) => function.index(),
        Callee::Library { signature, .. } | Callee::Texture { signature, .. } => *signature,
        Callee::Option(_) | Callee::Constructor | Callee::ArraySize(_) | Callee::LibraryMember(_) => 0,
    }
}
