//! Uses of the results of builtin functions: in const-expressions, and nowhere.

use super::argument::Source;
use super::call::Call;
use super::calls::is_proposed;
use super::family::{Family, behind, directives};
use super::overload::is_known;
use std::collections::HashSet;
use wgsl_spec::{Edition, Function, FunctionId, rules};

/// The cases of all functions that may be called in const-expressions: the initializer of a const-declaration takes nothing else.
/// <https://www.w3.org/TR/WGSL/#const-funcs>
pub(super) fn in_const_expressions() -> Vec<Family> {
    functions(|function| function.is_const).map(const_family).collect()
}

/// The cases of all functions with a result: a function whose result must be used can't be called by a statement.
/// <https://www.w3.org/TR/WGSL/#function-call-statement>
pub(super) fn dropped() -> Vec<Family> {
    let has_result = |function: &Function| {
        function.overloads(Edition::Current).iter().any(|overload| overload.result.is_some())
    };
    functions(has_result).map(dropped_family).collect()
}

fn functions(wanted: impl Fn(&Function) -> bool) -> impl Iterator<Item = &'static Function> {
    let all = FunctionId::ALL.into_iter().map(FunctionId::get);
    let is_current = |function: &Function| !function.overloads(Edition::Current).is_empty();
    all.filter(move |it| it.symbol.is_some() && is_current(it) && !is_proposed(it) && wanted(it))
}

/// The calls with the types of all overloads, each once.
fn calls(function: &'static Function) -> Vec<Call> {
    let overloads = function.overloads(Edition::Current).iter().filter(|overload| is_known(overload));
    let mut seen = HashSet::new();
    let calls = overloads.flat_map(|overload| Call::all(function, overload));
    // A template list names no abstract type.
    let calls = calls.filter(|call| !call.template.iter().any(|ty| ty.is_abstract()));
    calls.filter(|call| seen.insert(call.name())).collect()
}

fn const_family(function: &'static Function) -> Family {
    let about =
        format!("Calls of `{}` with const-expressions as arguments are const-expressions.", function.name);
    let rules = vec![function.rule];
    let mut family = Family::new("const-expressions", function.name, about, function.section, rules);
    for call in calls(function) {
        let needs = call.needs();
        let (declarations, expression) = call.written(|_| Source::Constant);
        let program = format!("{}{declarations}const result = {expression};\n", directives(&needs));
        family.add(&call.name(), needs, program, None);
    }
    family
}

fn dropped_family(function: &'static Function) -> Family {
    let (verb, rule) = if function.must_use {
        ("must be used", rules::STMT_CALL_MUST_USE)
    } else {
        ("may be dropped", function.rule)
    };
    let about = format!("The result of `{}` {verb}.", function.name);
    let mut family = Family::new("dropped-results", function.name, about, function.section, vec![rule]);
    for call in calls(function) {
        let needs = call.needs();
        let (declarations, expression) = call.written(|index| call.source(index));
        let mut program = format!("{}{declarations}fn f() {{\n  ", directives(&needs));
        let (line, column) = behind(&program);
        program.push_str(&expression);
        program.push_str(";\n}\n");
        if function.must_use {
            family.add_broken(&call.name(), needs, program, (rule, line, column));
        } else {
            family.add(&call.name(), needs, program, None);
        }
    }
    family
}

#[cfg(test)]
mod tests {
    use super::*;
    use wgsl_cts_cases::vocabulary::Verdict;

    /// The names of the functions without a program.
    fn missing(families: &[Family], wanted: impl Fn(&Function) -> bool) -> Vec<&'static str> {
        let has_program = |function: &Function| {
            let mut instances = families.iter().flat_map(|family| &family.instances);
            instances.any(|instance| instance.case.name.ends_with(&format!("::{}", function.name)))
        };
        functions(wanted).filter(|function| !has_program(function)).map(|function| function.name).collect()
    }

    #[test]
    fn every_const_function_is_called_in_a_const_expression() {
        assert_eq!(missing(&in_const_expressions(), |function| function.is_const), [""; 0]);
    }

    #[test]
    fn every_result_that_must_be_used_is_dropped_once() {
        let families = dropped();
        // The generator writes no buffers to view: `builtin-functions/buffer-views::results-must-be-used` drops these results.
        let of_views = ["bufferView", "bufferArrayView", "bufferLength"];
        assert_eq!(missing(&families, |function| function.must_use), of_views);
        let verdict = |name: &str| {
            let mut instances = families.iter().flat_map(|family| &family.instances);
            instances.find(|it| it.case.name.ends_with(name)).map(|instance| instance.expected.verdict)
        };
        assert_eq!(verdict("::clamp"), Some(Verdict::Reject));
        assert_eq!(verdict("::atomicAdd"), Some(Verdict::Accept));
    }
}
