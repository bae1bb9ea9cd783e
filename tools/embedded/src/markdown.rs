//! Shaders in Markdown: code blocks of the language `wgsl`. A block of the language `wgsl,ignore` is left out, as in documentation of Rust.

use crate::Found;
use crate::parts::{Content, Extent, Part, Shader};
use crate::quoting::Quoting;
use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag, TagEnd};
use shader_source::Span;
use std::ops::Range;

/// Finds the shaders in a document.
pub(crate) fn find(text: &str) -> Found {
    let mut shaders: Vec<Shader> = Vec::new();
    let mut open: Option<Shader> = None;
    for (event, range) in Parser::new(text).into_offset_iter() {
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) if is_shader(&info) => {
                let place = span(&range);
                open = Some(Shader { place, parts: Vec::new(), changed: None, extent: Extent::Shown });
            }
            Event::Text(_) => {
                if let Some(shader) = &mut open {
                    shader.parts.push(Part {
                        span: span(&range),
                        content: Content::Copy,
                        quoting: Quoting::Verbatim,
                    });
                }
            }
            Event::End(TagEnd::CodeBlock) => shaders.extend(open.take().map(with_quoting)),
            _ => {}
        }
    }
    Found { shaders, files: Vec::new() }
}

/// Returns true if the words after a fence say that the block is a shader.
fn is_shader(info: &str) -> bool {
    let mut words = info.split([',', ' ', '\t', '{', '}', ':']).filter(|word| !word.is_empty());
    words.next().is_some_and(|it| it.eq_ignore_ascii_case("wgsl")) && words.all(|word| word != "ignore")
}

fn span(range: &Range<usize>) -> Span {
    Span::new(range.start as u32, range.end as u32)
}

/// A block whose lines are one range of the document has no prefixes before them: a fix may add lines.
fn with_quoting(mut shader: Shader) -> Shader {
    let is_one = shader.parts.windows(2).all(|pair| pair[0].span.hi == pair[1].span.lo);
    if !is_one {
        shader.parts.iter_mut().for_each(|part| part.quoting = Quoting::VerbatimLine);
    }
    shader
}
