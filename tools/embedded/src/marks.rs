//! Comments that mark the next literal as WGSL: `/* wgsl */`, `// wgsl`, and `// language=wgsl`, which editors of `JetBrains` know.

/// The start of a declaration whose literal a comment before it may mark.
const DECLARATIONS: [&str; 7] = ["const ", "static ", "let ", "var ", "pub ", "pub(", "export "];
/// The maximum length of the start of a declaration.
const MOST_BYTES: usize = 256;

/// The end of the last comment that marks a literal, until the literal is found.
#[derive(Default)]
pub(crate) struct Mark(Option<usize>);

impl Mark {
    /// Takes note of a comment that starts at a byte of the host file, if it is a mark.
    pub(crate) fn note(&mut self, comment: &str, start: usize) {
        if is_mark(comment) {
            // The node of a documentation comment in Rust ends after its line break.
            self.0 = Some(start + comment.trim_end().len());
        }
    }

    /// Returns true if the mark is for the node that starts at this byte. A mark is for one node only.
    pub(crate) fn takes(&mut self, text: &str, start: usize) -> bool {
        let between = self.0.and_then(|mark| text.get(mark..start));
        let is_reached = between.is_some_and(reaches);
        if is_reached {
            self.0 = None;
        }
        is_reached
    }
}

/// Returns true if a comment marks a literal.
fn is_mark(comment: &str) -> bool {
    let inside = comment.trim_start_matches(['/', '*', '!']).trim_end_matches(['/', '*']).trim();
    let name = inside.strip_prefix("language=").or_else(|| inside.strip_prefix("lang=")).unwrap_or(inside);
    name.eq_ignore_ascii_case("wgsl")
}

/// Returns true if a mark is for the literal after this text: directly, or at the declaration that the literal initializes.
fn reaches(between: &str) -> bool {
    if between.len() > MOST_BYTES {
        return false;
    }
    let between = between.trim();
    let is_declaration = || {
        DECLARATIONS.iter().any(|start| between.starts_with(start))
            && between.ends_with(['=', '&'])
            && between.matches('=').count() == 1
            && !between.contains(['{', '}'])
            && !has_semicolon(between)
    };
    matches!(between, "" | "&" | "(") || is_declaration()
}

/// Returns true if there is a semicolon that isn't the one in the type of an array.
fn has_semicolon(text: &str) -> bool {
    let mut depth = 0_i32;
    text.chars().any(|character| {
        match character {
            '[' => depth += 1,
            ']' => depth -= 1,
            _ => {}
        }
        character == ';' && depth <= 0
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_mark_the_next_literal() {
        for comment in ["/* wgsl */", "/*WGSL*/", "// wgsl", "//wgsl", "/** wgsl */", "// language=WGSL"] {
            assert!(is_mark(comment), "{comment}");
        }
        for comment in ["// wgsl code", "/* glsl */", "// not wgsl"] {
            assert!(!is_mark(comment), "{comment}");
        }
        for between in [
            " ",
            "\n  ",
            " &",
            "\nconst A: &str = ",
            "\npub(crate) static A: &'static str =\n",
            "\nexport const a =",
            "\nconst A: [&str; 2] = &",
        ] {
            assert!(reaches(between), "{between}");
        }
        for between in [" x", "\nconst a = f(); const b = ", "\nconst a = {b: ", "\nconst a = b == ", "\nf("]
        {
            assert!(!reaches(between), "{between}");
        }
    }
}
