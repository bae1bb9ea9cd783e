//! Parts of a document that an editor can fold, and the selections around a place: what brackets, comments and import lines say in any language.
//!
//! Both work on the characters of the document, so that a broken program has them as well.

use crate::analysis::Analysis;
use lsp_types::{FoldingRange, FoldingRangeKind, Position, SelectionRange};
use shader_source::Span;

/// A part of a text that brackets or a comment enclose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    /// From an opening bracket to the closing one.
    Brackets(Span),
    /// A comment, or line comments on consecutive lines.
    Comment(Span),
    /// A line that imports or includes.
    Import(Span),
}

/// The parts of a text, in the order of their ends.
fn parts(text: &str) -> Vec<Part> {
    let mut found: Vec<Part> = Vec::new();
    let mut open: Vec<(char, usize)> = Vec::new();
    // The numbers of `{`, `(` and `[` in `open`.
    let mut counts = [0_usize; 3];
    let kind = |bracket: char| match bracket {
        '{' | '}' => 0,
        '(' | ')' => 1,
        _ => 2,
    };
    let mut at = 0;
    // Only blanks precede the place on its line.
    let mut starts_line = true;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let line = || rest.find(['\n', '\r']).unwrap_or(rest.len());
        let length = if rest.starts_with("//") {
            let length = line();
            let comment = Span::new(at as u32, (at + length) as u32);
            match found.last_mut() {
                Some(Part::Comment(last)) if text[last.hi as usize..at].trim().is_empty() => {
                    last.hi = comment.hi;
                }
                _ => found.push(Part::Comment(comment)),
            }
            length
        } else if rest.starts_with("/*") {
            let length = rest.find("*/").map_or(rest.len(), |end| end + 2);
            found.push(Part::Comment(Span::new(at as u32, (at + length) as u32)));
            length
        } else if starts_line && starts_import(rest) {
            // The list of an import is a part of its own.
            let end = rest.find(';').filter(|_| first != '#').map_or_else(line, |end| end + 1);
            let end = if first == '#' { line() } else { end };
            found.push(Part::Import(Span::new(at as u32, (at + end) as u32)));
            rest.find(char::is_whitespace).unwrap_or(end).max(1)
        } else {
            match first {
                '{' | '(' | '[' => {
                    counts[kind(first)] += 1;
                    open.push((first, at));
                }
                // A bracket without its partner is a mistake that encloses nothing.
                '}' | ')' | ']' if counts[kind(first)] > 0 => {
                    while let Some((bracket, start)) = open.pop() {
                        counts[kind(bracket)] -= 1;
                        if kind(bracket) == kind(first) {
                            found.push(Part::Brackets(Span::new(start as u32, at as u32 + 1)));
                            break;
                        }
                    }
                }
                _ => {}
            }
            first.len_utf8()
        };
        starts_line = matches!(first, '\n' | '\r') || (starts_line && first.is_whitespace());
        at += length;
    }
    found
}

/// Returns true if an import or include begins a line.
fn starts_import(line: &str) -> bool {
    let words = ["import ", "import{", "#import ", "#include", "# include"];
    words.iter().any(|word| line.starts_with(word))
}

/// The parts of a document that have several lines.
pub(crate) fn folding_ranges(analysis: &Analysis) -> Vec<FoldingRange> {
    let mut ranges: Vec<FoldingRange> = Vec::new();
    let mut imports: Option<Span> = None;
    let mut fold = |span: Span, kind: Option<FoldingRangeKind>| {
        let range = analysis.range(span);
        // The last line stays in view: it has the closing bracket.
        let keeps_last = kind.is_none();
        let end_line = range.end.line.saturating_sub(u32::from(keeps_last));
        if range.start.line < end_line {
            let (start_line, start_character) = (range.start.line, None);
            ranges.push(FoldingRange {
                start_line,
                start_character,
                end_line,
                kind,
                ..FoldingRange::default()
            });
        }
    };
    for part in parts(analysis.text()) {
        match part {
            Part::Brackets(span) => fold(span, None),
            Part::Comment(span) => fold(span, Some(FoldingRangeKind::Comment)),
            Part::Import(span) => match &mut imports {
                Some(all) if analysis.text()[all.hi as usize..span.lo as usize].trim().is_empty() => {
                    all.hi = span.hi;
                }
                _ => {
                    let before = imports.replace(span);
                    if let Some(span) = before {
                        fold(span, Some(FoldingRangeKind::Imports));
                    }
                }
            },
        }
    }
    if let Some(span) = imports {
        fold(span, Some(FoldingRangeKind::Imports));
    }
    ranges.sort_by_key(|range| (range.start_line, range.end_line));
    ranges
}

/// The selections around a position, the smallest first: its word, what brackets enclose with and without them, the statement or declaration before
/// them, and the document.
pub(crate) fn selection(analysis: &Analysis, position: Position) -> SelectionRange {
    let (text, offset) = (analysis.text(), analysis.offset(position));
    let holds = |span: Span| span.lo <= offset && offset <= span.hi;
    let mut spans = vec![Span::new(0, text.len() as u32), Span::new(offset, offset), word(text, offset)];
    for part in parts(text) {
        let (Part::Brackets(span) | Part::Comment(span) | Part::Import(span)) = part;
        if !holds(span) {
            continue;
        }
        spans.push(span);
        if matches!(part, Part::Brackets(_)) {
            let inner = Span::new(span.lo + 1, span.hi - 1);
            spans.extend([inner].into_iter().filter(|inner| holds(*inner)));
            spans.push(Span::new(head(text, span.lo), span.hi));
        }
    }
    spans.extend(tree(analysis).into_iter().filter(|span| holds(*span)));
    spans.sort_by_key(|span| (std::cmp::Reverse(span.hi - span.lo), span.lo));
    // Each one must contain the next.
    let mut nested: Vec<Span> = Vec::new();
    for span in spans {
        if nested.last().is_none_or(|outer| outer.lo <= span.lo && span.hi <= outer.hi && *outer != span) {
            nested.push(span);
        }
    }
    let whole = SelectionRange { range: analysis.range(nested[0]), parent: None };
    nested[1..].iter().fold(whole, |parent, span| SelectionRange {
        range: analysis.range(*span),
        parent: Some(Box::new(parent)),
    })
}

/// The expressions, statements and declarations of a document in WGSL.
fn tree(analysis: &Analysis) -> Vec<Span> {
    let Some(module) = analysis.alone() else { return Vec::new() };
    let ast = &module.syntax().ast;
    let declarations = ast.decls.iter().map(|decl| decl.span);
    ast.expr_spans.iter().copied().chain(ast.stmt_spans.iter().copied()).chain(declarations).collect()
}

/// The word at an offset.
fn word(text: &str, offset: u32) -> Span {
    let is_word = |it: char| it == '_' || it.is_alphanumeric();
    let (before, after) = text.split_at(offset as usize);
    let lo = before.trim_end_matches(is_word).len();
    Span::new(lo as u32, offset + (after.len() - after.trim_start_matches(is_word).len()) as u32)
}

/// The start of what a bracket ends: after the `;`, `{` or `}` before it.
fn head(text: &str, bracket: u32) -> u32 {
    let before = &text[..bracket as usize];
    let start = before.rfind([';', '{', '}']).map_or(0, |at| at + 1);
    let head = &before[start..];
    (start + head.len() - head.trim_start().len()) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{analyse, analyse_metal, marked};

    const TEXT: &str = "// a\n// b\nimport a::b;\nimport c::{\n  d,\n};\nfn f() {\n  if true {\n    g(1, 2);\n  }\n}\n/* c\n*/\n";

    #[test]
    fn blocks_comments_and_imports_fold() {
        let lines = |text: &str| {
            let ranges = folding_ranges(&analyse(text)).into_iter();
            ranges.map(|it| (it.start_line, it.end_line, it.kind)).collect::<Vec<_>>()
        };
        let (comment, imports) = (Some(FoldingRangeKind::Comment), Some(FoldingRangeKind::Imports));
        let expected = [
            (0, 1, comment.clone()),
            (2, 5, imports),
            (3, 4, None),
            (6, 9, None),
            (7, 8, None),
            (11, 12, comment),
        ];
        assert_eq!(lines(TEXT), expected);
        assert_eq!(lines("fn f() {\n  a[(}\n"), [(0, 0, None); 0], "a broken block of one line");
        let metal = analyse_metal("kernel void k() {\n  int a;\n}\n");
        assert_eq!(folding_ranges(&metal).len(), 1);
    }

    #[test]
    fn selections_grow_from_the_word_to_the_document() {
        let (analysis, marks) = marked("fn f() { let a = g(1 + v|al); }");
        let position = analysis.range(Span::new(marks[0], marks[0])).start;
        let mut next = Some(Box::new(selection(&analysis, position)));
        let mut texts = Vec::new();
        while let Some(range) = next {
            texts.push(analysis.span(range.range).text(analysis.text()));
            next = range.parent;
        }
        let body = "{ let a = g(1 + val); }";
        for expected in ["", "val", "1 + val", "(1 + val)", "g(1 + val)", "let a = g(1 + val)", body] {
            assert!(texts.contains(&expected), "{expected}: {texts:?}");
        }
        assert!(texts.is_sorted_by_key(|text| text.len()), "{texts:?}");
    }
}
