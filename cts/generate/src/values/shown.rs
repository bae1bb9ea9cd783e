//! The rules that programs on values show besides that of their function: its row in the table of accuracies, and rules of execution.

use super::signature::Signature;
use crate::family::rule;
use wgsl_spec::{INVENTORY, Rule, Scalar};

const FLOATS: &[Scalar] = &[Scalar::F32, Scalar::F16];
const INTEGERS: &[Scalar] = &[Scalar::I32, Scalar::U32];

/// Rules that the results at run time show: the function or operator, the types of its first argument, the rule. The lists of values hold
/// those that matter: numbers of bits beyond the width, divisors that are zero, the least integer, subnormal numbers, numbers out of range.
const AT_RUN_TIME: &[(&str, &[Scalar], &str)] = &[
    ("<<", INTEGERS, "bit.shl.mod-width"),
    (">>", &[Scalar::I32], "bit.shr.arithmetic"),
    (">>", &[Scalar::U32], "bit.shr.logical"),
    ("unary -", &[Scalar::I32], "arith.neg.min"),
    ("/", &[Scalar::I32], "arith.int.div-trunc"),
    ("%", &[Scalar::I32], "arith.int.rem-sign"),
    ("%", &[Scalar::U32], "arith.int.rem.unsigned"),
    ("%", &[Scalar::U32], "arith.int.rem-zero.unsigned.runtime"),
    ("%", FLOATS, "arith.float.rem"),
    ("extractBits", &[Scalar::I32], "extractBits.signed.clamp"),
    ("extractBits", &[Scalar::U32], "extractBits.unsigned.clamp"),
    ("insertBits", INTEGERS, "insertBits.clamp"),
    ("frexp", FLOATS, "frexp.range"),
    ("modf", FLOATS, "modf.value"),
    ("bool", &[Scalar::I32, Scalar::U32, Scalar::F32, Scalar::F16], "ctor.bool.from-number"),
    ("i32", &[Scalar::Bool], "ctor.int.from-bool"),
    ("u32", &[Scalar::Bool], "ctor.int.from-bool"),
    ("i32", &[Scalar::U32], "ctor.int.reinterpret"),
    ("u32", &[Scalar::I32], "ctor.int.reinterpret"),
    ("i32", FLOATS, "conv.f2i.exact"),
    ("i32", FLOATS, "conv.f2i.truncate"),
    ("i32", &[Scalar::F32], "conv.f2i.saturate"),
    ("u32", FLOATS, "conv.f2i.exact"),
    ("u32", FLOATS, "conv.f2i.truncate"),
    ("u32", &[Scalar::F32], "conv.f2i.saturate"),
    ("+", FLOATS, "float.correctly-rounded"),
    ("-", FLOATS, "float.correctly-rounded"),
    ("*", FLOATS, "float.correctly-rounded"),
    ("+", FLOATS, "float.rounding-unspecified"),
    ("*", FLOATS, "float.flush"),
    ("*", FLOATS, "float.overflow.round"),
    ("inverseSqrt", FLOATS, "float.ulp"),
    ("exp", FLOATS, "float.ulp"),
    ("sinh", FLOATS, "float.inherited"),
    ("mix", FLOATS, "float.inherited"),
    ("fma", FLOATS, "float.fma-may-expand"),
    ("pack2x16float", FLOATS, "float.flush.pack"),
    ("floor", FLOATS, "float.domain.total"),
];

/// The operators of the table of accuracies.
const ACCURACY_OF_OPERATORS: [(&str, &str); 12] = [
    ("+", "add"),
    ("-", "sub"),
    ("*", "mul"),
    ("/", "div"),
    ("%", "rem"),
    ("unary -", "neg"),
    ("==", "eq"),
    ("!=", "ne"),
    ("<", "lt"),
    ("<=", "le"),
    (">", "gt"),
    (">=", "ge"),
];

/// The rule of the row in the table of accuracies. <https://www.w3.org/TR/WGSL/#concrete-float-accuracy>
pub(super) fn accuracy(signature: &Signature) -> Option<&'static Rule> {
    let results = signature.results.iter().map(|part| &part.ty);
    if !signature.parameters.iter().chain(results).any(|ty| ty.scalar.is_float()) {
        return None;
    }
    let name = signature.function_name();
    if name == "determinant" {
        let rows = signature.parameters.first()?.rows;
        return Some(rule(&format!("accuracy.builtin.determinant-mat{rows}x{rows}-T")));
    }
    match ACCURACY_OF_OPERATORS.iter().find(|(operator, _)| *operator == name) {
        Some((_, row)) => Some(rule(&format!("accuracy.op.{row}"))),
        None => INVENTORY.rule(&format!("accuracy.builtin.{name}")),
    }
}

/// The rules that results at run time show.
pub(super) fn at_run_time(signature: &Signature) -> Vec<&'static Rule> {
    let Some(first) = signature.parameters.first() else { return Vec::new() };
    let name = signature.function_name();
    let rows = AT_RUN_TIME.iter().filter(|(of, types, _)| *of == name && types.contains(&first.scalar));
    let rules = rows.map(|(_, _, id)| rule(id));
    let is_comparison = matches!(name.as_str(), "==" | "!=" | "<" | "<=" | ">" | ">=");
    let componentwise = (is_comparison && !first.is_scalar()).then(|| rule("cmp.vec-componentwise"));
    rules.chain(componentwise).collect()
}
