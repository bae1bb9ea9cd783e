//! The features that the words of a source show, where there is no tree.

use super::Sources;
use super::kernel::Tile;
use super::uses::{Feature, Use};
use cxx_validator::ast::FunctionId;
use shader_source::Span;

/// The words of a text with their offsets, without comments and literals of text.
pub(super) fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let bytes = text.as_bytes();
    let mut at = 0;
    core::iter::from_fn(move || {
        while let Some(byte) = bytes.get(at) {
            let rest = &text.as_bytes()[at..];
            if rest.starts_with(b"//") {
                at += rest.iter().position(|it| *it == b'\n').unwrap_or(rest.len());
            } else if rest.starts_with(b"/*") {
                at += rest.windows(2).skip(2).position(|it| it == b"*/").map_or(rest.len(), |end| end + 4);
            } else if *byte == b'"' || *byte == b'\'' {
                at += literal(rest);
            } else if is_word(*byte) {
                let start = at;
                at += rest.iter().position(|it| !is_word(*it)).unwrap_or(rest.len());
                if !byte.is_ascii_digit() {
                    return Some((start, &text[start..at]));
                }
            } else {
                at += 1;
            }
        }
        None
    })
}

const fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// The length of a literal in quotes at the start. It ends with its line at the latest.
fn literal(rest: &[u8]) -> usize {
    let mut at = 1;
    while let Some(byte) = rest.get(at) {
        at += 1;
        match byte {
            b'\\' => at += 1,
            b'\n' => break,
            byte if *byte == rest[0] => break,
            _ => {}
        }
    }
    at.min(rest.len())
}

/// The features that the words of a text show.
pub(super) fn uses(sources: &Sources<'_>, span: Span) -> Vec<Use> {
    let text = sources.text(span);
    let mut found = Vec::new();
    for (at, word) in words(text) {
        let lo = span.lo + at as u32;
        let place = Span::new(lo, lo + word.len() as u32);
        if sources.is_left_out(place) {
            continue;
        }
        let (feature, name) = if let Some(feature) = Feature::of_function(word) {
            (feature, word.to_owned())
        } else if ["fast_math", "precise_math", "direct3d"].contains(&word) {
            let Some(name) = text[at + word.len()..].trim_start().strip_prefix("::") else { continue };
            let Some((0, name)) = words(name.trim_start()).next() else { continue };
            (if word == "direct3d" { Feature::Direct3d } else { Feature::Math }, format!("{word}::{name}"))
        } else if word == "double" && !is_argument(&text[..at], &text[at + word.len()..]) {
            (Feature::Double, word.to_owned())
        } else if is_barrier(word, &text[..at]) {
            (Feature::Barrier, word.to_owned())
        } else if ["texture", "texture_view", "writeonly_texture_view"].contains(&word) {
            (Feature::Texture, word.to_owned())
        } else if is_short_vector(word) {
            (Feature::ShortVector, word.to_owned())
        } else {
            continue;
        };
        found.push(Use { feature, name, place });
    }
    found
}

/// Returns true for a word that is the whole argument of a template, which need not compute with it: `iterator<double>`.
fn is_argument(before: &str, after: &str) -> bool {
    before.trim_end().ends_with(['<', ',']) && after.trim_start().starts_with(['>', ','])
}

fn is_barrier(word: &str, before: &str) -> bool {
    word.starts_with("wait_with_") || word == "wait" && before.trim_end().ends_with("barrier.")
}

/// Returns true for the names of short vectors: `float_2`, `uint4`. C++ AMP 1.2 (10.8)
fn is_short_vector(word: &str) -> bool {
    let Some(scalar) = word.strip_suffix(['2', '3', '4']) else { return false };
    ["int", "uint", "float", "double", "norm", "unorm"].contains(&scalar.strip_suffix('_').unwrap_or(scalar))
}

/// The number of dimensions and the tile of a kernel.
type Shape = (Option<u32>, Option<Tile>);

/// The shape that the parameter of a kernel shows in its text: `index<2>`, `tiled_index<16, 16>`.
pub(super) fn parameter(sources: &Sources<'_>, function: FunctionId) -> Option<Shape> {
    let ast = &sources.module.ast;
    let first = *ast[ast[function].parameters].first()?;
    shape(sources.text(ast.type_span(ast[first].ty)))
}

/// The shape that the parameter of the lambda expression in the source of a launch shows. Its body may have launches of its own.
pub(super) fn shape_of_launch(text: &str) -> Option<Shape> {
    shape(text.split('{').next()?)
}

/// The shape that the first type of an index in a text shows.
fn shape(text: &str) -> Option<Shape> {
    let (word, rest) = words(text).find_map(|(at, word)| {
        let rest = text[at + word.len()..].trim_start();
        let is_index = ["index", "tiled_index"].contains(&word);
        Some((word, rest.strip_prefix('<').filter(|_| is_index)?))
    })?;
    let arguments = arguments(rest)?;
    if word == "index" {
        return Some((arguments[0].parse().ok(), None));
    }
    Some((Some(arguments.len() as u32), Some(Tile::new(arguments))))
}

/// The arguments of a template up to its `>`.
fn arguments(text: &str) -> Option<Vec<String>> {
    let (mut depth, mut start, mut found) = (0_u32, 0, Vec::new());
    for (at, character) in text.char_indices() {
        match character {
            '<' | '(' => depth += 1,
            ',' | '>' if depth == 0 => {
                found.push(text[start..at].trim().to_owned());
                start = at + 1;
                if character == '>' {
                    return Some(found);
                }
            }
            '>' | ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    None
}

/// The functions that share data with Direct3D.
const INTEROP: [&str; 7] = [
    "make_array",
    "get_buffer",
    "make_texture",
    "get_texture",
    "create_accelerator_view",
    "get_device",
    "d3d_access_lock",
];

/// The uses of functions that share data with Direct3D. They are in host code, of which there may be no tree.
pub(super) fn interop(sources: &Sources<'_>) -> Vec<Use> {
    let files = sources.program.inclusions.files().iter().filter(|file| !file.is_library);
    let files = files.map(|file| (file.start, &*file.text));
    let mut found = Vec::new();
    for (start, text) in core::iter::once((0, sources.text)).chain(files) {
        if !words(text).any(|(_, word)| ["direct3d", "d3d11", "D3D11", "ID3D11Device"].contains(&word)) {
            continue;
        }
        for (at, word) in words(text).filter(|(_, word)| INTEROP.contains(word)) {
            let lo = start + at as u32;
            let place = Span::new(lo, lo + word.len() as u32);
            found.push(Use { feature: Feature::Interop, name: word.to_owned(), place });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{shape, words};

    #[test]
    fn words_are_outside_of_comments_and_literals() {
        let found: Vec<&str> = words("a1 /* b */ \"c \\\" d\" 0x1f e// f\n'g' h/*").map(|it| it.1).collect();
        assert_eq!(found, ["a1", "e", "h"]);
    }

    #[test]
    fn the_first_index_in_a_text_is_the_shape() {
        let tile = |text| shape(text).and_then(|(rank, tile)| Some((rank?, tile?.sizes.join("x"))));
        let text = "parallel_for_each(index, [=](concurrency::tiled_index<F(A, 1), 4> t) { index<2> i; })";
        assert_eq!(shape("const index < 2 > &").map(|it| it.0), Some(Some(2)));
        assert_eq!(tile("tiled_index<16, SIZE> t"), Some((2, "16xSIZE".to_owned())));
        assert_eq!(tile(text), Some((2, "F(A, 1)x4".to_owned())));
        assert_eq!(shape("index i"), None);
        assert_eq!(shape("index<2"), None);
    }
}
