//! Shaders in Rust: `wgsl!`, `ShaderSource::Wgsl`, literals after a `// wgsl` or `/* wgsl */` comment, and files that `include_str!` or
//! `include_wgsl!` names. A constant of the same file is read where its name is used.

use crate::marks::Mark;
use crate::names::Names;
use crate::parts::{Content, Extent, Part};
use crate::quoting::{Quoting, rust_escape};
use crate::selection::{Expression, shaders};
use crate::tree::{self, children, last_word, span};
use crate::{Found, Included};
use shader_source::Span;
use std::ops::Range;
use tree_sitter::Node;

/// The maximum depth of expressions that are read. A deeper one is unknown text.
const MOST_DEPTH: usize = 32;
/// The maximum total length of the shaders, as a multiple of the length of their file: each use of a constant
/// copies it.
const MOST_COPIES: usize = 16;
/// Methods that preserve their receiver's text, or only remove white space around it.
const KEEPING: [&str; 13] = [
    "into",
    "to_string",
    "to_owned",
    "into_owned",
    "as_str",
    "as_ref",
    "borrow",
    "deref",
    "clone",
    "trim",
    "trim_start",
    "trim_end",
    "into_boxed_str",
];
/// Functions that preserve their argument's text: `Cow::Borrowed`, `String::from`.
const KEEPING_FUNCTIONS: [&str; 5] = ["Borrowed", "Owned", "from", "new", "Wgsl"];
/// The nodes in which a declaration is visible.
const SCOPES: [&str; 6] =
    ["source_file", "declaration_list", "function_item", "block", "closure_expression", "match_arm"];
/// The nodes that declare the identifiers in them.
const PATTERNS: [&str; 10] = [
    "parameter",
    "closure_parameters",
    "tuple_pattern",
    "tuple_struct_pattern",
    "mut_pattern",
    "ref_pattern",
    "reference_pattern",
    "captured_pattern",
    "match_pattern",
    "field_pattern",
];
/// Literals of text.
const LITERALS: [&str; 2] = ["string_literal", "raw_string_literal"];

/// Finds the shaders in a file, and the shader files that it includes.
pub(crate) fn find(text: &str) -> Found {
    let Some(tree) = tree::parse(&tree_sitter_rust::LANGUAGE.into(), text) else { return Found::default() };
    let mut file = File {
        text,
        names: Names::default(),
        candidates: Vec::new(),
        files: Vec::new(),
        mark: Mark::default(),
    };
    tree::walk(&tree, |node, around| file.visit(node, around));
    let mut reader = Reader {
        text,
        names: &file.names,
        left: text.len().saturating_mul(MOST_COPIES),
        not_alone: Vec::new(),
    };
    let candidates = file
        .candidates
        .into_iter()
        .map(|(node, extent)| (span(node), extent, reader.read(node, 0)))
        .collect();
    let not_alone = reader.not_alone;
    let mut files = file.files;
    files.retain(|included| !not_alone.contains(&included.place));
    Found { shaders: shaders(candidates), files }
}

/// The state of a walk through a file, with the shaders found so far.
struct File<'t> {
    text: &'t str,
    names: Names<'t>,
    /// Expressions that are shaders.
    candidates: Vec<(Node<'t>, Extent)>,
    files: Vec<Included>,
    mark: Mark,
}

impl<'t> File<'t> {
    fn visit(&mut self, node: Node<'t>, around: &[Node<'t>]) {
        match node.kind() {
            "line_comment" | "block_comment" => {
                self.mark.note(tree::text(node, self.text), node.start_byte());
            }
            "string_literal" | "raw_string_literal" if self.mark.takes(self.text, node.start_byte()) => {
                self.candidates.push((whole(node, around), Extent::Open));
            }
            // Each text of a marked array is a shader.
            "array_expression" if self.mark.takes(self.text, node.start_byte()) => {
                self.candidates.extend(children(node).into_iter().map(|it| (it, Extent::Open)));
            }
            "call_expression" => {
                let function = node.child_by_field_name("function");
                if function.is_some_and(|it| is_source(tree::text(it, self.text))) {
                    let arguments = node.child_by_field_name("arguments").map(children);
                    let source = arguments.into_iter().flatten().next();
                    self.candidates.extend(source.map(|source| (source, Extent::Whole)));
                }
            }
            "macro_invocation" => self.invocation(node, around),
            "const_item" | "static_item" => self.declare(node, "name", around),
            "let_declaration" => self.declare(node, "pattern", around),
            "assignment_expression" | "compound_assignment_expr" => {
                if let Some(left) = node.child_by_field_name("left") {
                    self.names.assign(tree::text(left, self.text));
                }
            }
            "identifier" if around.last().is_some_and(|parent| PATTERNS.contains(&parent.kind())) => {
                self.names.declare(tree::text(node, self.text), scope(around), node.start_byte(), None);
            }
            _ => {}
        }
    }

    fn declare(&mut self, node: Node<'t>, field: &str, around: &[Node<'t>]) {
        let Some(name) = node.child_by_field_name(field).filter(|it| it.kind() == "identifier") else {
            return;
        };
        let is_mutable = |child: Node<'_>| child.kind() == "mutable_specifier";
        let value = node.child_by_field_name("value");
        let value = value.filter(|_| !node.children(&mut node.walk()).any(is_mutable));
        self.names.declare(tree::text(name, self.text), scope(around), name.start_byte(), value);
    }

    fn invocation(&mut self, node: Node<'t>, around: &[Node<'t>]) {
        match macro_name(node, self.text) {
            "wgsl" => self.candidates.push((node, Extent::Open)),
            "include_wgsl" | "include_str" => {
                let is_shader =
                    |path: &str| path.strip_suffix(".wgsl").or(path.strip_suffix(".wesl")).is_some();
                let is_used_alone = !is_changed(around, self.text);
                if let Some(path) = included(node, self.text).filter(|path| is_shader(path) && is_used_alone)
                {
                    self.files.push(Included { path: path.to_owned(), place: span(node) });
                }
            }
            _ => {}
        }
    }
}

/// The whole expression that a literal begins: a comment may mark the first string of several that are added.
fn whole<'t>(literal: Node<'t>, around: &[Node<'t>]) -> Node<'t> {
    let mut whole = literal;
    for parent in around.iter().rev() {
        let goes_on = match parent.kind() {
            // A field of a literal can only be a method.
            "binary_expression"
            | "parenthesized_expression"
            | "reference_expression"
            | "field_expression" => true,
            "call_expression" => parent.child_by_field_name("function") == Some(whole),
            _ => false,
        };
        if !goes_on {
            break;
        }
        whole = *parent;
    }
    whole
}

/// Returns true if the host changes a text where it is: it adds to it, or calls a method that does not keep it.
fn is_changed(around: &[Node<'_>], text: &str) -> bool {
    for parent in around.iter().rev() {
        match parent.kind() {
            "parenthesized_expression" | "reference_expression" | "call_expression" => {}
            "field_expression" => {
                let method = parent.child_by_field_name("field").map_or("", |it| tree::text(it, text));
                if !KEEPING.contains(&method) {
                    return true;
                }
            }
            "binary_expression" => return true,
            _ => return false,
        }
    }
    false
}

/// Returns true if a path denotes the shader source of wgpu: `wgpu::ShaderSource::Wgsl`.
fn is_source(path: &str) -> bool {
    let mut words = path.rsplit("::").map(str::trim);
    words.next() == Some("Wgsl") && words.next().is_some_and(|word| word.ends_with("ShaderSource"))
}

fn macro_name<'a>(node: Node<'_>, text: &'a str) -> &'a str {
    node.child_by_field_name("macro").map_or("", |name| last_word(tree::text(name, text)))
}

/// Returns the token tree of a macro and the tokens between its brackets.
fn tokens(node: Node<'_>) -> Option<(Node<'_>, Vec<Node<'_>>)> {
    let tree = children(node).into_iter().find(|it| it.kind() == "token_tree")?;
    let tokens = tree.children(&mut tree.walk()).filter(|it| !it.is_extra()).collect::<Vec<_>>();
    let inside = tokens.get(1..tokens.len().saturating_sub(1)).unwrap_or_default().to_vec();
    Some((tree, inside))
}

/// The path that a macro with one literal includes.
fn included<'t>(node: Node<'t>, text: &'t str) -> Option<&'t str> {
    let (_, inside) = tokens(node)?;
    let literal = inside.first().filter(|it| LITERALS.contains(&it.kind()))?;
    let content = children(*literal);
    let [path] = &content[..] else { return None };
    (path.kind() == "string_content").then(|| tree::text(*path, text))
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
    /// The places where files are included of which a program is made at run time.
    not_alone: Vec<Span>,
}

impl<'t> Reader<'_, 't> {
    fn read(&mut self, node: Node<'t>, depth: usize) -> Expression {
        let inner = || children(node).into_iter().next();
        let read = match node.kind() {
            _ if depth > MOST_DEPTH || self.left == 0 => None,
            "string_literal" | "raw_string_literal" => Some(self.literal(node, false)),
            "reference_expression" => {
                node.child_by_field_name("value").map(|inner| self.read(inner, depth + 1))
            }
            "parenthesized_expression" => inner().map(|inner| self.read(inner, depth + 1)),
            // `&*text`
            "unary_expression" if tree::text(node, self.text).starts_with('*') => {
                inner().map(|inner| self.read(inner, depth + 1))
            }
            "binary_expression" => self.sum(node, depth),
            "identifier" => {
                let value = self.names.value(tree::text(node, self.text), node.start_byte());
                value.map(|value| self.read(value, depth + 1)).filter(|it| it.len() <= self.left)
            }
            "call_expression" => self.call(node, depth),
            "macro_invocation" => self.invocation(node),
            _ => None,
        };
        let read = read.unwrap_or_default();
        self.left = self.left.saturating_sub(read.len() + 1);
        // Nothing of it is known: one interpolation for all of it, at the place where it is used.
        if read.literals.is_empty() && read.len() == 0 {
            return Expression { included: read.included, ..Expression::unknown(span(node)) };
        }
        read
    }

    fn literal(&self, node: Node<'t>, is_format: bool) -> Expression {
        let quoting = match node.kind() {
            "raw_string_literal" => {
                let opening = tree::text(node, self.text).split('"').next().unwrap_or_default();
                Quoting::RustRaw { hashes: opening.matches('#').count(), is_format }
            }
            _ => Quoting::RustString { is_format },
        };
        let mut read = Expression { literals: vec![span(node)], ..Expression::default() };
        let mut continues = false;
        for child in children(node) {
            let (mut place, text) = (span(child), tree::text(child, self.text));
            let content = match child.kind() {
                "escape_sequence" => rust_escape(text).map_or(Content::Copy, Content::Decoded),
                "string_content" => Content::Copy,
                // What the parser did not understand.
                _ => Content::Unknown,
            };
            if continues {
                // A line break after `\\` hides the white space that follows.
                place.lo += (text.len() - text.trim_start_matches([' ', '\t', '\n', '\r']).len()) as u32;
            }
            continues = text.starts_with("\\\n") || text.starts_with("\\\r");
            let part = Part { span: place, content, quoting };
            match part.content {
                Content::Copy if is_format => self.with_arguments(&part, &mut read.parts),
                Content::Copy | Content::Decoded(_) | Content::Unknown => read.parts.push(part),
            }
        }
        read
    }

    /// A sum of texts. Its left side is a sum again, and there may be thousands.
    fn sum(&mut self, node: Node<'t>, depth: usize) -> Option<Expression> {
        let mut right_sides = Vec::new();
        let mut first = node;
        while first.kind() == "binary_expression" {
            if first.child_by_field_name("operator")?.kind() != "+" {
                return None;
            }
            right_sides.push(first.child_by_field_name("right")?);
            first = first.child_by_field_name("left")?;
        }
        let mut sum = self.read(first, depth + 1);
        for right in right_sides.into_iter().rev() {
            let right = self.read(right, depth + 1);
            self.not_alone.extend([sum.included.take(), right.included].into_iter().flatten());
            sum.append(right);
        }
        Some(sum)
    }

    fn call(&mut self, node: Node<'t>, depth: usize) -> Option<Expression> {
        let function = node.child_by_field_name("function")?;
        let arguments = children(node.child_by_field_name("arguments")?);
        if function.kind() != "field_expression" {
            let is_kept = KEEPING_FUNCTIONS.contains(&last_word(tree::text(function, self.text)));
            let [argument] = arguments[..] else { return None };
            return is_kept.then(|| self.read(argument, depth + 1));
        }
        let method = tree::text(function.child_by_field_name("field")?, self.text);
        let mut read = self.read(function.child_by_field_name("value")?, depth + 1);
        if KEEPING.contains(&method) {
            return Some(read);
        }
        self.not_alone.extend(read.included.take());
        if method == "replace" || method == "replacen" {
            let literal = arguments.first().filter(|it| LITERALS.contains(&it.kind()));
            let content = literal.map(|it| children(*it));
            let wanted = content.as_deref().and_then(|content| match content {
                [plain] if plain.kind() == "string_content" => Some(tree::text(*plain, self.text)),
                _ => None,
            });
            read.replace(wanted, span(node), self.text);
            // Each of thousands of replacements looks at all parts.
            self.left = self.left.saturating_sub(read.parts.len());
        } else {
            read.changed = read.changed.or(Some(span(node)));
        }
        Some(read)
    }

    fn invocation(&mut self, node: Node<'t>) -> Option<Expression> {
        let (tree, inside) = tokens(node)?;
        let literal =
            |at: usize| inside.get(at).copied().filter(|it: &Node<'_>| LITERALS.contains(&it.kind()));
        match macro_name(node, self.text) {
            "include_str" => Some(Expression { included: Some(span(node)), ..Expression::default() }),
            // A macro that removes indentation.
            "indoc" | "formatcp" | "format" | "wgsl" if inside.len() == 1 || literal(0).is_some() => {
                let is_format = matches!(macro_name(node, self.text), "format" | "formatcp");
                literal(0).map(|it| self.literal(it, is_format))
            }
            "concat" => Some(self.concatenation(&inside)),
            "wgsl" => Some(self.tokens(tree)),
            _ => None,
        }
    }

    /// Reads the source between the brackets of a macro, in which `'name`, `#name` and `$name` are interpolations:
    /// WGSL programs don't contain them.
    fn tokens(&self, tree: Node<'t>) -> Expression {
        let place = span(tree);
        let inner = Span::new(place.lo + 1, place.hi.saturating_sub(1).max(place.lo + 1));
        let text = inner.text(self.text);
        let mut read = Expression { literals: vec![place], ..Expression::default() };
        let mut add = |lo: usize, hi: usize, content| {
            let span = Span::new(inner.lo + lo as u32, inner.lo + hi as u32);
            read.parts.push(Part { span, content, quoting: Quoting::Verbatim });
        };
        let mut done = 0;
        for (at, sign) in text.match_indices(['\'', '#', '$']) {
            let name = &text[at + sign.len()..];
            let length = name.find(|it: char| !it.is_alphanumeric() && it != '_').unwrap_or(name.len());
            if length > 0 && at >= done {
                add(done, at, Content::Copy);
                done = at + sign.len() + length;
                add(at, done, Content::Unknown);
            }
        }
        add(done, text.len(), Content::Copy);
        read
    }

    /// The arguments of `concat!`, which are separated by commas.
    fn concatenation(&self, inside: &[Node<'t>]) -> Expression {
        let mut read = Expression::default();
        for argument in inside.split(|token| token.kind() == ",") {
            match argument {
                [] => {}
                [literal] if LITERALS.contains(&literal.kind()) => read.append(self.literal(*literal, false)),
                [number] if number.kind() == "integer_literal" => {
                    read.append(Expression::fixed(span(*number)));
                }
                [first, ..] => read.append(Expression::unknown(span(*first))),
            }
        }
        read
    }

    /// Splits a part of a format string: `{{` is a brace, and `{…}` an argument, whose text is known if it is the name of an integer constant.
    fn with_arguments(&self, part: &Part, parts: &mut Vec<Part>) {
        let text = part.span.text(self.text);
        let mut add = |lo: usize, hi: usize, content, quoting| {
            if hi > lo {
                let span = Span::new(part.span.lo + lo as u32, part.span.lo + hi as u32);
                parts.push(Part { span, content, quoting });
            }
        };
        let (mut done, mut at) = (0, 0);
        while let Some(next) = text[at..].find(['{', '}']).map(|offset| at + offset) {
            let brace = &text[next..=next];
            let (hi, content, quoting) = if text[next + 1..].starts_with(brace) {
                (next + 2, Content::Decoded(brace.to_owned()), part.quoting)
            } else {
                let end = text[next..].find('}').map_or(text.len(), |offset| next + offset + 1);
                let name = text[next..end].trim_matches(['{', '}']);
                let known = self.integer(name, part.span.lo as usize);
                (end, known.map_or(Content::Unknown, Content::Decoded), Quoting::Fixed)
            };
            add(done, next, Content::Copy, part.quoting);
            add(next, hi, content, quoting);
            (done, at) = (hi, hi);
        }
        add(done, text.len(), Content::Copy, part.quoting);
    }

    /// The value of an integer constant as `format!` writes it.
    fn integer(&self, name: &str, at: usize) -> Option<String> {
        let value = self.names.value(name, at).filter(|value| value.kind() == "integer_literal")?;
        let digits = tree::text(value, self.text).replace('_', "");
        let end = digits.find(|it: char| !it.is_ascii_digit()).unwrap_or(digits.len());
        // `0x40` and the like are written differently.
        let is_decimal = digits[end..].is_empty() || digits[end..].starts_with(['u', 'i']);
        is_decimal.then(|| digits[..end].to_owned())
    }
}
