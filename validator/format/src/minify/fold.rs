//! Constant expressions that are written as their value.

use super::short_number;
use shader_source::Span;
use wgsl_spec::Scalar;
use wgsl_validator::ast::{Expr, ExprId};
use wgsl_validator::meaning::TypedModule;
use wgsl_validator::types::TypeKind;

/// An expression, and the literal that replaces it.
pub(super) struct Folded {
    pub(super) span: Span,
    pub(super) literal: String,
}

/// The largest expressions whose literal is shorter than what would be written, in the order of the source. Literals have the type of their expression.
pub(super) fn folded(module: TypedModule<'_>, written_length: impl Fn(Span) -> usize) -> Vec<Folded> {
    let ast = &module.syntax.ast;
    let mut folded: Vec<Folded> = Vec::new();
    // Operands come before the expressions that have them, so an expression that ends after the last one starts is a part of it.
    let mut start = u32::MAX;
    for index in (0..ast.exprs.len()).rev() {
        let id = ExprId::from_index(index);
        let span = ast.span(id);
        if span.hi > start || matches!(ast[id], Expr::Literal(_) | Expr::Name(_)) {
            continue;
        }
        if let Some(literal) = literal(module, id).filter(|it| it.len() < written_length(span)) {
            start = span.lo;
            folded.push(Folded { span, literal });
        }
    }
    folded.reverse();
    folded
}

/// The literal of a scalar whose value is known.
fn literal(module: TypedModule<'_>, id: ExprId) -> Option<String> {
    let typed = module.meaning[id];
    let bits = module.meaning.constants.first(typed.constant?);
    let TypeKind::Scalar(scalar) = module.meaning.types.kind(typed.ty) else { return None };
    // The smallest integers have no literal: their sign is an operator.
    match scalar {
        Scalar::Bool => Some((bits != 0).to_string()),
        Scalar::AbstractInt => (bits as i64 != i64::MIN).then(|| (bits as i64).to_string()),
        Scalar::I32 => (bits as u32 as i32 != i32::MIN).then(|| format!("{}i", bits as u32 as i32)),
        Scalar::U32 => Some(format!("{}u", bits as u32)),
        Scalar::AbstractFloat => float(f64::from_bits(bits), ""),
        Scalar::F32 => float(f32::from_bits(bits as u32).into(), "f"),
        Scalar::F16 => None,
    }
}

/// The literal of a floating point number, if it is exact: a rounded one might be rounded differently elsewhere.
fn float(value: f64, suffix: &str) -> Option<String> {
    // Up to six decimal places after up to nine digits: fewer digits than `f64` holds, and exact as a multiple of 1/64.
    let is_exact = value.abs() < 1e9 && (value * 64.0).fract() == 0.0;
    // A literal has no sign, and the negation of zero is an operation.
    let is_negative_zero = value == 0.0 && value.is_sign_negative();
    if !is_exact || is_negative_zero {
        return None;
    }
    let digits = short_number(&format!("{:?}{suffix}", value.abs()));
    Some(if value < 0.0 { format!("-{digits}") } else { digits })
}
