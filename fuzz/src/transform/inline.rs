//! Calls become the bodies of the functions that they call.

use super::{local, statement_lists};
use crate::tree::parts::{Named, Part, visit, visit_statements};
use crate::tree::{Block, Call, Declaration, Expression, Function, Name, Statement, Tree, VariableKind};
use std::collections::BTreeSet;

/// The most calls that are replaced: bodies may hold calls again.
const MOST: usize = 32;

/// Puts the bodies of functions in the place of calls that are a statement, or the whole value of a declaration or of an assignment to a
/// name: nothing else is evaluated there before the body.
pub(super) fn inline(tree: &mut Tree) {
    let (declared, locals) = names(tree);
    let functions: Vec<Function> = tree
        .declarations
        .iter()
        .filter_map(|it| match it {
            Declaration::Function(it) if may_be_inlined(it) && means_the_same(it, &declared, &locals) => {
                Some(it.clone())
            }
            _ => None,
        })
        .collect();
    let mut calls = 0;
    for declaration in &mut tree.declarations {
        let Declaration::Function(caller) = declaration else { continue };
        statement_lists(&mut caller.body, &mut |statements| {
            let inlined = |statement| in_place_of(statement, &functions, &mut calls);
            *statements = core::mem::take(statements).into_iter().flat_map(inlined).collect();
        });
    }
}

/// The names that the module declares, and those of parameters, variables and values of functions.
fn names(tree: &Tree) -> (BTreeSet<String>, BTreeSet<String>) {
    let (mut declared, mut locals) = (BTreeSet::new(), BTreeSet::new());
    visit(&mut tree.clone(), &mut |part| match part {
        Part::Name(name, Named::Declaration) => _ = declared.insert(name.clone()),
        Part::Name(name, Named::Local) => _ = locals.insert(name.clone()),
        _ => {}
    });
    (declared, locals)
}

/// Whether the value of a function is that of its last statement, and each parameter may be a value.
fn may_be_inlined(function: &Function) -> bool {
    let is_handle = |ty: &Name| ty.name.starts_with("texture") || ty.name.starts_with("sampler");
    let is_plain = function.attributes.is_empty()
        && function.parameters.iter().all(|it| it.attributes.is_empty() && !is_handle(&it.ty));
    let mut body = function.body.clone();
    if let Some(Statement::Return(_)) = body.statements.last() {
        body.statements.pop();
    }
    let mut returns = 0;
    statement_lists(&mut body, &mut |statements| {
        returns += statements.iter().filter(|it| matches!(it, Statement::Return(_))).count();
    });
    is_plain && returns == 0
}

/// Whether no declaration of a function hides a name that this one takes from outside.
fn means_the_same(function: &Function, declared: &BTreeSet<String>, locals: &BTreeSet<String>) -> bool {
    let mut own: BTreeSet<String> = function.parameters.iter().map(|it| it.name.clone()).collect();
    let mut used: BTreeSet<String> = function.parameters.iter().map(|it| it.ty.name.clone()).collect();
    used.extend(function.result.iter().map(|it| it.name.clone()));
    visit_statements(&mut function.body.clone().statements, &mut |part| match part {
        Part::Name(name, Named::Local) => _ = own.insert(name.clone()),
        Part::Type(ty) => _ = used.insert(ty.name.clone()),
        Part::Call(call) => _ = used.insert(call.callee.name.clone()),
        Part::Expression(Expression::Name(it)) | Part::Target(Expression::Name(it)) => {
            used.insert(it.name.clone());
        }
        _ => {}
    });
    used.iter().filter(|it| declared.contains(*it) || !own.contains(*it)).all(|it| !locals.contains(it))
}

/// The statements in the place of one: itself, unless it calls one of these functions.
fn in_place_of(mut statement: Statement, functions: &[Function], calls: &mut usize) -> Vec<Statement> {
    let called = |call: &Call| {
        let is_called = |it: &&Function| it.name == call.callee.name;
        functions.iter().find(is_called).filter(|it| it.parameters.len() == call.arguments.len())
    };
    if *calls == MOST {
        return vec![statement];
    }
    if let Statement::Call(call) = &statement
        && let Some(function) = called(call)
    {
        *calls += 1;
        return vec![body_of(function, &call.arguments, None)];
    }
    if let Some(value) = value_of(&mut statement)
        && let Expression::Call(call) = value
        && let Some(function) = called(call)
        && let Some(ty) = &function.result
    {
        let result = format!("result_{calls}");
        *calls += 1;
        let body = body_of(function, &call.arguments, Some(&result));
        *value = Name::plain(result.clone()).into();
        return vec![local(VariableKind::Var, &result, Some(ty.clone()), None), body, statement];
    }
    vec![statement]
}

/// The value that a statement gives to a name.
fn value_of(statement: &mut Statement) -> Option<&mut Expression> {
    match statement {
        Statement::Variable(variable) if variable.kind != VariableKind::Const => {
            variable.initializer.as_mut()
        }
        Statement::Assign(None, Expression::Name(_), value) => Some(value),
        _ => None,
    }
}

/// The body of a function with these arguments, which assigns its value to a name.
fn body_of(function: &Function, arguments: &[Expression], result: Option<&str>) -> Statement {
    let held = |index: usize| format!("argument_{index}");
    let parameters = || function.parameters.iter().enumerate();
    let evaluated = parameters().zip(arguments).map(|((index, it), argument)| {
        local(VariableKind::Let, &held(index), Some(it.ty.clone()), Some(argument.clone()))
    });
    let named = parameters().map(|(index, it)| {
        local(VariableKind::Let, &it.name, Some(it.ty.clone()), Some(Name::plain(held(index)).into()))
    });
    let mut body = function.body.clone();
    if let Some(Statement::Return(value)) = body.statements.last() {
        let assignment = result
            .zip(value.clone())
            .map(|(result, value)| Statement::Assign(None, Name::plain(result).into(), value));
        let last = body.statements.len() - 1;
        body.statements.splice(last.., assignment);
    }
    body.statements.splice(0..0, named);
    let inner = Statement::Block(body);
    Statement::Block(Block { attributes: Vec::new(), statements: evaluated.chain([inner]).collect() })
}

#[cfg(test)]
mod tests {
    use super::super::Transformation;
    use super::super::tests::after;

    const FUNCTIONS: &str = "fn g(x: f32, p: ptr<function, f32>) -> f32 {\n    *p += x;\n    return *p * 2;\n}\n\
        fn h() {\n}\nfn early(x: f32) -> f32 {\n    if x > 0 {\n        return 1;\n    }\n    return x;\n}\n";

    fn inlined(body: &str) -> String {
        let program = format!("{FUNCTIONS}fn f() {{\n    var x = 1f;\n{body}}}\n");
        let after = after(&program, Transformation::Inline);
        after.map_or_else(String::new, |it| it.split_once("var x = 1f;\n").expect("f").1.to_owned())
    }

    #[test]
    fn a_call_becomes_a_body_with_the_values_of_its_arguments() {
        assert_eq!(
            inlined("    let y = g(x + 1, &x);\n    h();\n"),
            "    var result_0: f32;\n    {\n        let argument_0: f32 = x + 1;\n        \
             let argument_1: ptr<function, f32> = &x;\n        {\n            let x: f32 = argument_0;\n            \
             let p: ptr<function, f32> = argument_1;\n            *p += x;\n            result_0 = *p * 2;\n        \
             }\n    }\n    let y = result_0;\n    {\n        {\n        }\n    }\n}\n"
        );
    }

    #[test]
    fn a_call_beside_others_and_of_a_function_with_two_ends_stays() {
        assert_eq!(inlined("    let y = 1 + g(x, &x);\n    x = early(x);\n    const c = early(1);\n"), "");
    }

    #[test]
    fn a_hidden_name_keeps_the_call() {
        assert_eq!(inlined("    let max = 1;\n    h();\n").matches("h();").count(), 0);
        let program =
            "fn g() -> f32 {\n    return max(1f, 2f);\n}\nfn f() {\n    let max = 1;\n    let y = g();\n}\n";
        assert_eq!(after(program, Transformation::Inline), None);
    }
}
