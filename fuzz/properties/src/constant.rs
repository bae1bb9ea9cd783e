//! Const evaluation agrees with execution.

use crate::pair::{Evaluation, have_other_results};
use crate::trial::{Trial, validator};
use wgsl_fuzz::generate::constant;
use wgsl_fuzz::transform::Transformation;
use wgsl_fuzz::tree::Tree;

/// The value of a const-expression is one that the same expression may have at run time, with variables for its literals.
///
/// # Panics
/// It is not.
pub fn const_execution(bytes: &[u8]) {
    let tree = constant(bytes);
    let source = tree.to_string();
    let mut validator = validator();
    let before = Trial::all(&mut validator, &source);
    // The evaluation may fail.
    let [before] = &before[..] else { return };
    let at_run_time = evaluated_at_run_time(&tree).to_string();
    let after = Trial::all(&mut validator, &at_run_time);
    let [after] = &after[..] else { panic!("it is rejected:\n{at_run_time}") };
    let differs = have_other_results(before, after, Evaluation::Other);
    assert!(!differs, "other results:\n{source}\n{at_run_time}");
}

/// The program with values of run time in place of constants and literals.
fn evaluated_at_run_time(tree: &Tree) -> Tree {
    let apply = |tree: Tree, it: Transformation| it.apply(&tree).unwrap_or(tree);
    let with_values = apply(tree.clone(), Transformation::ConstToLet);
    apply(with_values, Transformation::LiteralsToVariables)
}
