//! Text dumps of the results of the front end's phases: for people who debug this crate or a program's uniformity.
//!
//! The forms follow the data structures and change with them; nothing should parse them.

use crate::Module;
use crate::diagnostic::Severity;
use crate::excerpt::excerpt;
use crate::lex;
use crate::syntax::Syntax;
use crate::uniformity;
use core::fmt::{Debug, Write};
use shader_source::{Phase, Span};
use wgsl_spec::Edition;

/// Returns the tokens of a source, one per line: byte range, kind, text. Template lists are discovered in the current edition, so that
/// `TemplateStart` and `Less` are distinguished as the parser sees them. A source of 4 GiB or more has no tokens.
#[must_use]
pub fn tokens(source: &str, edition: Edition) -> String {
    let mut text = String::new();
    if u32::try_from(source.len()).is_err() {
        return text;
    }
    for token in lex::lex(source, edition, lex::Lexed::default()).tokens {
        line(&mut text, source, token.span, &token.kind);
    }
    text
}

/// Returns the columns of a syntax tree, one node per line: id, byte range, node with the ids of its children, and its source.
#[must_use]
pub fn tree(syntax: &Syntax<'_>) -> String {
    let ast = &syntax.ast;
    let mut text = String::new();
    let mut section = |title: &str, rows: &mut dyn Iterator<Item = (Span, &dyn Debug)>| {
        let _ = writeln!(text, "{title}");
        for (id, (span, node)) in rows.enumerate() {
            let _ = write!(text, "  {id:<4} ");
            line(&mut text, syntax.source(), span, node);
        }
    };
    section("declarations", &mut ast.decls.iter().map(|decl| (decl.span, &decl.kind as &dyn Debug)));
    section(
        "functions",
        &mut ast.functions.iter().map(|function| (function.name_span, function as &dyn Debug)),
    );
    section(
        "structures",
        &mut ast.structs.iter().map(|structure| (structure.name_span, structure as &dyn Debug)),
    );
    section("aliases", &mut ast.aliases.iter().map(|alias| (alias.name_span, alias as &dyn Debug)));
    section(
        "members and parameters",
        &mut ast.members.iter().map(|member| (member.name_span, member as &dyn Debug)),
    );
    section("variables", &mut ast.variables.iter().map(|variable| (variable.span, variable as &dyn Debug)));
    section("blocks", &mut ast.blocks.iter().map(|block| (block.span, &block.statements as &dyn Debug)));
    section(
        "statements",
        &mut ast.stmts.iter().zip(&ast.stmt_spans).map(|(stmt, span)| (*span, stmt as &dyn Debug)),
    );
    section(
        "expressions",
        &mut ast.exprs.iter().zip(&ast.expr_spans).map(|(expr, span)| (*span, expr as &dyn Debug)),
    );
    text
}

/// Returns the uniformity graphs of a module in the DOT language of Graphviz: one cluster per function that matters for a requirement. An
/// edge means "is uniform only if", and carries the rule it rests on; boxes are what must be uniform. `None` if the module has errors
/// other than uniformity errors: it is not analysed then.
#[must_use]
pub fn uniformity(module: &Module) -> Option<String> {
    let is_analysed = (module.diagnostics().iter())
        .all(|found| found.severity != Severity::Error || found.rule.is_of_phase(Phase::Uniformity));
    is_analysed.then(|| uniformity::dot::graphs(module.typed()))
}

/// Writes a byte range, a node and the first line of its source.
fn line(text: &mut String, source: &str, span: Span, node: &dyn Debug) {
    let _ = writeln!(text, "{}..{}  {node:?}  `{}`", span.lo, span.hi, excerpt(source, span));
}

#[cfg(test)]
mod tests {
    use crate::{Options, validate};
    use wgsl_spec::Edition;

    const SHADER: &str = "
@group(0) @binding(0) var t: texture_2d<f32>;
@group(0) @binding(1) var s: sampler;
@fragment fn main(@location(0) at: vec2f) -> @location(0) vec4f {
    if at.x > 0 { return textureSample(t, s, at); }
    return vec4f();
}";

    #[test]
    fn tokens_tell_templates_from_comparisons() {
        let tokens = super::tokens("alias a = vec2<f32>;", Edition::Current);
        assert!(tokens.contains("14..15  TemplateStart  `<`"), "{tokens}");
    }

    #[test]
    fn tree_names_children_by_id() {
        let tree = super::tree(validate("const a = 1 + 2;", &Options::default()).syntax());
        assert!(tree.contains("2    10..15  Binary(Add, ExprId(1), ExprId(2))  `1 + 2`"), "{tree}");
    }

    #[test]
    fn graphs_show_the_path_to_a_non_uniform_value() {
        let module = validate(SHADER, &Options::default());
        assert!(!module.is_accepted());
        let dot = super::uniformity(&module).expect("the only error is about uniformity");
        assert!(dot.starts_with("digraph uniformity {") && dot.contains("label=\"main\""), "{dot}");
        assert!(dot.contains("textureSample") && dot.contains("shape=box"), "{dot}");
        assert_eq!(super::uniformity(&validate("const a = b;", &Options::default())), None);
    }
}
