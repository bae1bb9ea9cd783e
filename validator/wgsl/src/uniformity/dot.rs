//! The graphs of the analysis in the DOT language of Graphviz.

use super::graph::{Cause, Graph, Node};
use super::requirement::{Requirement, Scope};
use super::{current, draft};
use crate::ast::FunctionId;
use crate::excerpt::excerpt;
use crate::meaning::TypedModule;
use core::fmt::Write;
use std::collections::HashSet;
use wgsl_spec::Edition;

/// Returns the graphs of all functions that the analysis looks at, in the form for proofs, which has a rule on each edge.
pub(crate) fn graphs(module: TypedModule<'_>) -> String {
    let mut text = String::from("digraph uniformity {\n");
    let mut visit = |scope, function, graph: &Graph, requirements: &[Requirement]| {
        cluster(&mut text, module, (scope, function), graph, requirements);
    };
    match module.syntax.edition() {
        Edition::Current => current::visit_graphs(module, &mut visit),
        Edition::Draft2022 => draft::visit_graphs(module, &mut visit),
    }
    text.push_str("}\n");
    text
}

/// Writes the graph of one function as a cluster. Nodes are numbered within it, so their names get its number in front.
fn cluster(
    text: &mut String,
    module: TypedModule<'_>,
    (scope, function): (Scope, FunctionId),
    graph: &Graph,
    requirements: &[Requirement],
) {
    let prefix = format!("{}{}", if scope == Scope::Widest { "w" } else { "s" }, function.index());
    let name = module.syntax.name(module.syntax.ast[function].name);
    let among = if scope == Scope::Widest { "" } else { ", within a subgroup" };
    let _ = writeln!(text, "  subgraph cluster_{prefix} {{\n    label=\"{name}{among}\";");
    let required: HashSet<Node> = requirements.iter().map(|requirement| requirement.node).collect();
    for node in (0..graph.len()).map(Node::new) {
        let shape = if required.contains(&node) { " shape=box" } else { "" };
        let _ =
            writeln!(text, "    {prefix}_{} [label={:?}{shape}];", node.index(), label(module, graph, node));
        for (edge, _) in graph.edges(node) {
            let (target, rule) = graph.step(edge);
            let _ = writeln!(
                text,
                "    {prefix}_{} -> {prefix}_{} [label=\"{}\"];",
                node.index(),
                target.index(),
                rule.id
            );
        }
    }
    text.push_str("  }\n");
}

/// Returns the name of a node: its role in the specification, or its source and what that means for uniformity.
fn label(module: TypedModule<'_>, graph: &Graph, node: Node) -> String {
    let source = graph.source(node);
    match node {
        Node::MAY_BE_NON_UNIFORM => "MayBeNonUniform".to_owned(),
        Node::CONTROL_FLOW_START => "CF_start".to_owned(),
        Node::VALUE_RETURN => "Value_return".to_owned(),
        _ if source.cause == Cause::Plain => excerpt(module.syntax.source(), source.span),
        _ => format!("{} ({:?})", excerpt(module.syntax.source(), source.span), source.cause),
    }
}
