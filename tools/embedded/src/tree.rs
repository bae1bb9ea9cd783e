//! Syntax trees of tree-sitter.
//!
//! A node's neighbours and parents are expensive to ask for: tree-sitter searches them from the root. So one walk visits all nodes and keeps the path
//! to the current node.

use shader_source::{Span, steps};
use tree_sitter::{Language, Node, Parser, Tree};

/// Parses a text. `None` only if the grammar is of a version that tree-sitter doesn't know, which the tests exclude.
pub(crate) fn parse(language: &Language, text: &str) -> Option<Tree> {
    let mut parser = Parser::new();
    parser.set_language(language).ok()?;
    parser.parse(text, None)
}

/// Visits all nodes before what is in them, with the nodes around each: the root first.
pub(crate) fn walk<'t>(tree: &'t Tree, mut visit: impl FnMut(Node<'t>, &[Node<'t>])) {
    let mut cursor = tree.walk();
    let mut around = Vec::new();
    loop {
        steps::take(1);
        let node = cursor.node();
        visit(node, &around);
        if cursor.goto_first_child() {
            around.push(node);
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return;
            }
            around.pop();
        }
    }
}

/// The place of a node.
pub(crate) fn span(node: Node<'_>) -> Span {
    Span::new(node.start_byte() as u32, node.end_byte() as u32)
}

/// Returns the source of a node.
pub(crate) fn text<'a>(node: Node<'_>, host: &'a str) -> &'a str {
    host.get(node.byte_range()).unwrap_or_default()
}

/// The children of a node that are neither punctuation nor comments.
pub(crate) fn children(node: Node<'_>) -> Vec<Node<'_>> {
    node.named_children(&mut node.walk()).filter(|child| !child.is_extra()).collect()
}

/// The last word of a path: `Wgsl` of `wgpu::ShaderSource::Wgsl`.
pub(crate) fn last_word(path: &str) -> &str {
    path.rsplit(|it: char| !it.is_alphanumeric() && it != '_').next().unwrap_or_default()
}
