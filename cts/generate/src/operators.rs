//! Operators: every one with every pair of operand types.

use super::argument::{Argument, Source};
use super::family::{Family, behind, directives};
use super::overload::accepting;
use wgsl_spec::{Edition, EnableExtension, Function, FunctionId, Rule, Scalar, codes, rules};
use wgsl_validator::needs::Extension;

/// The cases of all operators.
pub(super) fn families() -> Vec<Family> {
    let functions = FunctionId::ALL.iter().map(|id| id.get()).filter(|function| function.symbol.is_none());
    functions.map(family).collect()
}

fn family(function: &'static Function) -> Family {
    let (is_unary, name) = (is_unary(function), name(function));
    let about = format!(
        "The operator `{name}` with operands of all types: only what a row of its table takes is accepted."
    );
    let mut family = Family::new("operators", &name, about, function.section, row_rules(function));
    for left in operands() {
        if is_unary {
            add(&mut family, function, &[left]);
            continue;
        }
        for right in operands() {
            add(&mut family, function, &[left, right]);
        }
    }
    family
}

/// Returns true if it has one operand.
pub(super) fn is_unary(function: &Function) -> bool {
    function.overloads(Edition::Current).iter().all(|overload| overload.parameters.len() == 1)
}

/// The name of the operator in cases.
pub(super) fn name(function: &Function) -> String {
    if is_unary(function) { format!("unary {}", function.name) } else { function.name.to_owned() }
}

/// The rules of the rows of the operator.
pub(super) fn row_rules(function: &Function) -> Vec<&'static Rule> {
    let mut rules: Vec<&'static Rule> =
        function.overloads(Edition::Current).iter().map(|row| row.rule).collect();
    rules.dedup();
    rules
}

/// Scalars, vectors of two sizes, and matrices of three.
fn operands() -> Vec<Argument> {
    let mut all: Vec<Argument> = Scalar::ALL.into_iter().map(Argument::scalar).collect();
    for rows in [2, 3] {
        all.extend(Scalar::ALL.map(|scalar| Argument::vector(rows, scalar)));
    }
    for (columns, rows) in [(2, 2), (2, 3), (3, 2)] {
        let scalars = [Scalar::AbstractFloat, Scalar::F32, Scalar::F16];
        all.extend(scalars.map(|scalar| Argument::matrix(columns, rows, scalar)));
    }
    all.push(Argument::Array);
    all
}

fn add(family: &mut Family, function: &Function, operands: &[Argument]) {
    let is_half = operands.iter().any(|operand| operand.needs_f16());
    let needs = if is_half { vec![Extension::Enable(EnableExtension::F16)] } else { Vec::new() };
    let mut program = directives(&needs);
    let mut expressions = Vec::new();
    for (index, operand) in operands.iter().enumerate() {
        program.push_str(&operand.declaration(index, Source::Variable));
        expressions.push(operand.expression(index, Source::Variable, index as i32 + 1));
    }
    program.push_str("fn f() {\n  _ = ");
    let (line, column) = behind(&program);
    let (expression, what) = match (expressions.as_slice(), operands) {
        ([left, right], [left_type, right_type]) => (
            format!("{left} {} {right}", function.name),
            format!("{} {} {}", left_type.type_name(), function.name, right_type.type_name()),
        ),
        _ => (
            format!("{}{}", function.name, expressions.concat()),
            format!(
                "{}{}",
                function.name,
                operands.iter().map(|operand| operand.type_name()).collect::<String>()
            ),
        ),
    };
    program.push_str(&expression);
    program.push_str(";\n}\n");
    if let Some(row) = accepting(function.overloads(Edition::Current), &[], operands) {
        family.add_accepted(&what, needs, program, vec![row.rule]);
    } else if let Some(rule) = prohibition(function, operands) {
        family.add_broken(&what, needs, program, (rule, line, column));
    } else {
        family.add(&what, needs, program, Some((codes::TYPE_NO_MATCHING_OVERLOAD, line, column)));
    }
}

/// The sentence about operands of these shapes, where the specification has one beside the rows.
fn prohibition(function: &Function, operands: &[Argument]) -> Option<&'static Rule> {
    let is_matrix = |operand: &Argument| matches!(operand, Argument::Value { columns: 2.., .. });
    match (function.name, operands) {
        ("-", [Argument::Value { columns: 1, scalar: Scalar::U32, .. }]) => Some(rules::ARITH_NEG_UNSIGNED),
        ("/" | "%", [left, right]) if is_matrix(left) || is_matrix(right) => Some(rules::ARITH_MAT_NO_DIV),
        (
            "+" | "-" | "*" | "/" | "%",
            [
                Argument::Value { columns: 1, rows: left @ 2.., .. },
                Argument::Value { columns: 1, rows: right @ 2.., .. },
            ],
        ) if left != right => Some(rules::ARITH_MIXED_VEC_VEC_SIZE),
        (
            "<" | "<=" | ">" | ">=",
            [Argument::Value { scalar: Scalar::Bool, .. }, Argument::Value { scalar: Scalar::Bool, .. }],
        ) => Some(rules::CMP_BOOL_ORDER),
        ("<" | "<=" | ">" | ">=" | "==" | "!=", [left, right])
            if [left, right].into_iter().any(|it| is_matrix(it) || *it == Argument::Array) =>
        {
            Some(rules::CMP_NO_COMPOSITE)
        }
        _ => None,
    }
}
