//! Shaders in JavaScript and TypeScript: templates with the tag `wgsl`, literals after a `/* wgsl */` comment, and the `code` of
//! `createShaderModule`. A constant of the same file is read where its name is used.

use crate::Found;
use crate::host::Host;
use crate::marks::Mark;
use crate::names::Names;
use crate::parts::{Content, Extent, Part};
use crate::quoting::{Quoting, script_escape};
use crate::selection::{Expression, shaders};
use crate::tree::{self, children, last_word, span};
use std::ops::Range;
use tree_sitter::Node;

/// The maximum depth of expressions that are read. A deeper one is unknown text.
const MOST_DEPTH: usize = 32;
/// The maximum total length of the shaders, as a multiple of the length of their file: each use of a constant
/// copies it.
const MOST_COPIES: usize = 16;
/// Methods that preserve their receiver's text, or only remove white space around it.
const KEEPING: [&str; 5] = ["trim", "trimStart", "trimEnd", "toString", "valueOf"];
/// Tags that preserve the content of a template, or only change its indentation.
const KEEPING_TAGS: [&str; 3] = ["wgsl", "raw", "dedent"];
/// The nodes that only say something about the type of an expression, or nothing.
const TYPED: [&str; 5] = [
    "parenthesized_expression",
    "as_expression",
    "satisfies_expression",
    "non_null_expression",
    "type_assertion",
];
/// The nodes in which a declaration is visible.
const SCOPES: [&str; 12] = [
    "program",
    "statement_block",
    "function_declaration",
    "function_expression",
    "generator_function_declaration",
    "generator_function",
    "arrow_function",
    "method_definition",
    "for_statement",
    "for_in_statement",
    "catch_clause",
    "class_body",
];
/// The nodes that declare the identifiers in them.
const PATTERNS: [&str; 14] = [
    "formal_parameters",
    "required_parameter",
    "optional_parameter",
    "rest_pattern",
    "array_pattern",
    "object_pattern",
    "pair_pattern",
    "assignment_pattern",
    "object_assignment_pattern",
    "import_specifier",
    "import_clause",
    "namespace_import",
    "catch_clause",
    "for_in_statement",
];

/// Finds the shaders in a file.
pub(crate) fn find(host: Host, text: &str) -> Found {
    let language = match host {
        Host::TypeScript => tree_sitter_typescript::LANGUAGE_TYPESCRIPT,
        // A superset of JavaScript, and of TypeScript but for casts of the form `<T>x`.
        Host::JavaScript | Host::Rust | Host::Markdown => tree_sitter_typescript::LANGUAGE_TSX,
    };
    let Some(tree) = tree::parse(&language.into(), text) else { return Found::default() };
    let mut file = File { text, names: Names::default(), candidates: Vec::new(), mark: Mark::default() };
    tree::walk(&tree, |node, around| file.visit(node, around));
    let mut reader = Reader { text, names: &file.names, left: text.len().saturating_mul(MOST_COPIES) };
    let candidates = file.candidates.into_iter().map(|(node, extent, variable)| {
        let mut expression = reader.read(node, 0);
        if variable.is_some_and(|name| file.names.is_assigned(name)) {
            expression.changed = expression.changed.or(Some(span(node)));
        }
        (span(node), extent, expression)
    });
    Found { shaders: shaders(candidates.collect()), files: Vec::new() }
}

/// The state of a walk through a file, with the shaders found so far.
struct File<'t> {
    text: &'t str,
    names: Names<'t>,
    /// Expressions that are shaders, each with the variable that it initializes.
    candidates: Vec<(Node<'t>, Extent, Option<&'t str>)>,
    mark: Mark,
}

impl<'t> File<'t> {
    fn visit(&mut self, node: Node<'t>, around: &[Node<'t>]) {
        match node.kind() {
            "comment" => self.mark.note(tree::text(node, self.text), node.start_byte()),
            "string" | "template_string" if self.mark.takes(self.text, node.start_byte()) => {
                self.candidate(node, around);
            }
            // `[a, b].join("\n")`; any other array isn't a text.
            "array"
                if around.last().is_some_and(|it| it.kind() == "member_expression")
                    && self.mark.takes(self.text, node.start_byte()) =>
            {
                self.candidate(node, around);
            }
            "call_expression" => self.call(node, around),
            "variable_declarator" => {
                let name = node.child_by_field_name("name").filter(|it| it.kind() == "identifier");
                if let Some(name) = name {
                    let (at, value) = (name.start_byte(), node.child_by_field_name("value"));
                    self.names.declare(tree::text(name, self.text), scope(around), at, value);
                }
            }
            "assignment_expression" | "augmented_assignment_expression" => {
                if let Some(left) = node.child_by_field_name("left") {
                    self.names.assign(tree::text(left, self.text));
                }
            }
            "identifier" | "shorthand_property_identifier_pattern" => {
                let is_declared = around.last().is_some_and(|parent| {
                    PATTERNS.contains(&parent.kind())
                        || (parent.kind() == "arrow_function"
                            && parent.child_by_field_name("parameter") == Some(node))
                });
                if is_declared {
                    let name = tree::text(node, self.text);
                    self.names.declare(name, scope(around), node.start_byte(), None);
                }
            }
            _ => {}
        }
    }

    fn call(&mut self, node: Node<'t>, around: &[Node<'t>]) {
        let (Some(function), Some(arguments)) =
            (node.child_by_field_name("function"), node.child_by_field_name("arguments"))
        else {
            return;
        };
        let name = last_word(tree::text(function, self.text));
        if arguments.kind() == "template_string" {
            // The mark is before the tag: `/* wgsl */ String.raw`.
            if self.mark.takes(self.text, node.start_byte()) || name.eq_ignore_ascii_case("wgsl") {
                self.candidate(node, around);
            }
        } else if name == "createShaderModule" {
            let arguments = children(arguments).into_iter().map(|it| self.initial(untyped(it)));
            let objects = arguments.filter(|it| it.kind() == "object");
            let code = objects.flat_map(children).find_map(|member| self.code(member));
            let alternatives = code.map(alternatives).unwrap_or_default();
            self.candidates.extend(alternatives.into_iter().map(|code| (code, Extent::Whole, None)));
        }
    }

    /// The initializer of a variable that is declared before its use, and never assigned again; otherwise the expression itself.
    fn initial(&self, expression: Node<'t>) -> Node<'t> {
        if expression.kind() != "identifier" {
            return expression;
        }
        let value = self.names.value(tree::text(expression, self.text), expression.start_byte());
        value.map_or(expression, untyped)
    }

    /// The value of the member `code`, if this is the member.
    fn code(&self, member: Node<'t>) -> Option<Node<'t>> {
        if member.kind() == "shorthand_property_identifier" {
            return (tree::text(member, self.text) == "code").then_some(member);
        }
        let key = member.child_by_field_name("key")?;
        let is_code = tree::text(key, self.text).trim_matches(['"', '\'']) == "code";
        member.child_by_field_name("value").filter(|_| is_code)
    }

    /// Takes the whole expression that a literal begins: `wgsl` may mark the first string of several that are added.
    fn candidate(&mut self, literal: Node<'t>, around: &[Node<'t>]) {
        let mut whole = literal;
        let mut around = around;
        while let Some((parent, rest)) = around.split_last() {
            let goes_on = match parent.kind() {
                "binary_expression" => true,
                kind if TYPED.contains(&kind) => true,
                "call_expression" => parent.child_by_field_name("function") == Some(whole),
                "member_expression" => rest.last().is_some_and(|call| {
                    call.kind() == "call_expression" && call.child_by_field_name("function") == Some(*parent)
                }),
                "array" => rest.last().is_some_and(|it| it.kind() == "member_expression"),
                _ => false,
            };
            if !goes_on {
                break;
            }
            (whole, around) = (*parent, rest);
        }
        let declarator = around.last().filter(|parent| parent.kind() == "variable_declarator");
        let name = declarator.and_then(|it| it.child_by_field_name("name"));
        self.candidates.push((whole, Extent::Open, name.map(|name| tree::text(name, self.text))));
    }
}

/// The expression in parentheses, and in casts, which TypeScript removes.
fn untyped(node: Node<'_>) -> Node<'_> {
    let mut node = node;
    while TYPED.contains(&node.kind()) {
        // A cast of the form `<T>x` has its type first.
        let mut inside = children(node).into_iter();
        let inner = if node.kind() == "type_assertion" { inside.next_back() } else { inside.next() };
        let Some(inner) = inner else { break };
        node = inner;
    }
    node
}

/// The expressions that a conditional expression chooses from.
fn alternatives(node: Node<'_>) -> Vec<Node<'_>> {
    let mut found = Vec::new();
    let mut rest = vec![node];
    while let Some(node) = rest.pop().map(untyped) {
        if node.kind() == "ternary_expression" {
            rest.extend(node.child_by_field_name("alternative"));
            rest.extend(node.child_by_field_name("consequence"));
        } else {
            found.push(node);
        }
    }
    found
}

/// The range of the innermost scope.
fn scope(around: &[Node<'_>]) -> Range<usize> {
    let scope = around.iter().rev().find(|node| SCOPES.contains(&node.kind()));
    scope.map_or(0..usize::MAX, Node::byte_range)
}

/// Evaluates expressions to their text.
struct Reader<'a, 't> {
    text: &'t str,
    names: &'a Names<'t>,
    /// The number of bytes that the shaders of the file may still have.
    left: usize,
}

impl<'t> Reader<'_, 't> {
    fn read(&mut self, node: Node<'t>, depth: usize) -> Expression {
        let node = untyped(node);
        let read = match node.kind() {
            _ if depth > MOST_DEPTH || self.left == 0 => None,
            "string" | "template_string" => Some(self.literal(node, false, depth)),
            "binary_expression" => self.sum(node, depth),
            "identifier" | "shorthand_property_identifier" => {
                let value = self.names.value(tree::text(node, self.text), node.start_byte());
                value.map(|value| self.read(value, depth + 1)).filter(|it| it.len() <= self.left)
            }
            // JavaScript writes other numbers in its own way.
            "number" if tree::text(node, self.text).bytes().all(|it| it.is_ascii_digit()) => {
                Some(Expression::fixed(span(node)))
            }
            "call_expression" => self.call(node, depth),
            _ => None,
        };
        let read = read.unwrap_or_else(|| Expression::unknown(span(node)));
        self.left = self.left.saturating_sub(read.len() + 1);
        // Nothing of it is known: one interpolation for all of it, at the place where it is used.
        if read.literals.is_empty() && read.len() == 0 { Expression::unknown(span(node)) } else { read }
    }

    fn literal(&mut self, node: Node<'t>, is_raw: bool, depth: usize) -> Expression {
        let quoting = match tree::text(node, self.text).chars().next() {
            Some('`') if is_raw => Quoting::RawTemplate,
            Some('`') | None => Quoting::Template,
            Some(quote) => Quoting::Script { quote },
        };
        let mut read = Expression { literals: vec![span(node)], ..Expression::default() };
        for child in children(node) {
            let content = match child.kind() {
                "escape_sequence" if !is_raw => {
                    script_escape(tree::text(child, self.text)).map_or(Content::Copy, Content::Decoded)
                }
                "template_substitution" => {
                    let inner = children(child).into_iter().next();
                    let inner = inner.map(|inner| self.read(inner, depth + 1));
                    match inner.filter(|it| !it.parts.iter().all(|part| part.content == Content::Unknown)) {
                        // A number of a constant: what is wrong with it is wrong here.
                        Some(inner) if inner.literals.is_empty() => read.parts.push(Part {
                            span: span(child),
                            content: Content::Decoded(inner.text(self.text)),
                            quoting: Quoting::Fixed,
                        }),
                        Some(inner) => read.append(inner),
                        None => read.append(Expression::unknown(span(child))),
                    }
                    continue;
                }
                "string_fragment" | "escape_sequence" => Content::Copy,
                // What the parser did not understand.
                _ => Content::Unknown,
            };
            read.parts.push(Part { span: span(child), content, quoting });
        }
        read
    }

    /// A sum of texts. Its left side is a sum again, and there may be thousands.
    fn sum(&mut self, node: Node<'t>, depth: usize) -> Option<Expression> {
        let mut right_sides = Vec::new();
        let mut first = node;
        while first.kind() == "binary_expression" {
            let operator = first.child_by_field_name("operator")?;
            if operator.kind() != "+" {
                return None;
            }
            right_sides.push(first.child_by_field_name("right")?);
            first = first.child_by_field_name("left")?;
        }
        let mut sum = self.read(first, depth + 1);
        for right in right_sides.into_iter().rev() {
            sum.append(self.read(right, depth + 1));
        }
        // Without a text, it may be a sum of numbers.
        Some(sum).filter(|sum| !sum.literals.is_empty())
    }

    fn call(&mut self, node: Node<'t>, depth: usize) -> Option<Expression> {
        let function = node.child_by_field_name("function")?;
        let arguments = node.child_by_field_name("arguments")?;
        let name = last_word(tree::text(function, self.text));
        if arguments.kind() == "template_string" {
            let is_kept = KEEPING_TAGS.iter().any(|tag| name.eq_ignore_ascii_case(tag));
            return is_kept.then(|| self.literal(arguments, name == "raw", depth));
        }
        let object = function.child_by_field_name("object")?;
        let arguments = children(arguments);
        if object.kind() == "array" && name == "join" {
            return self.joined(object, arguments.first().copied(), depth);
        }
        let mut read = self.read(object, depth + 1);
        if read.literals.is_empty() {
            return None;
        }
        match name {
            "replace" | "replaceAll" => {
                let wanted = arguments.first().filter(|it| it.kind() == "string");
                let wanted = wanted.map(|it| tree::text(*it, self.text)).map(|it| &it[1..it.len() - 1]);
                read.replace(wanted.filter(|it| !it.contains('\\')), span(node), self.text);
                // Each of thousands of replacements looks at all parts.
                self.left = self.left.saturating_sub(read.parts.len());
            }
            "concat" => arguments.iter().for_each(|it| read.append(self.read(*it, depth + 1))),
            _ if KEEPING.contains(&name) => {}
            _ => read.changed = read.changed.or(Some(span(node))),
        }
        Some(read)
    }

    /// The elements of an array, with a text between them.
    fn joined(&mut self, array: Node<'t>, between: Option<Node<'t>>, depth: usize) -> Option<Expression> {
        let mut joined = Expression::default();
        for (index, element) in children(array).into_iter().enumerate() {
            if index > 0 {
                let mut between = self.read(between?, depth + 1);
                // It is not a shader by itself.
                between.literals.clear();
                joined.append(between);
            }
            joined.append(self.read(element, depth + 1));
        }
        Some(joined)
    }
}
