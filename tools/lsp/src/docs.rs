//! Comments that describe declarations: `///` lines and `/** */` before a declaration, as Markdown.

use shader_source::Span;

/// The comment before the declaration or member whose name is at this place of a text.
pub(crate) fn comment(text: &str, name: Span) -> Option<String> {
    let before = text.get(..name.lo as usize)?;
    // The declaration starts after the last one, or after the bracket around it; comments and attributes have neither on lines of their own.
    let mut lines: Vec<&str> = Vec::new();
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    let same_line = &before[line_start..];
    // Something else is declared on the same line: a comment above is about that.
    if same_line.contains([';', '}']) || same_line.trim_start().contains("{ ") {
        return None;
    }
    let mut rest = &before[..line_start];
    loop {
        let line = rest.trim_end().rsplit('\n').next()?.trim();
        let start = rest.trim_end().rfind('\n').map_or(0, |at| at + 1);
        let is_blank =
            rest.trim_end().len() + 1 < rest.len() && rest[rest.trim_end().len()..].matches('\n').count() > 1;
        if is_blank || line.is_empty() {
            break;
        }
        if let Some(comment) = line.strip_prefix("///") {
            lines.push(comment.strip_prefix(' ').unwrap_or(comment));
        } else if line.ends_with("*/") && lines.is_empty() {
            return block(rest.trim_end());
        } else if !(line.starts_with('@') && line.ends_with(')') || is_attribute(line)) {
            break;
        }
        rest = &rest[..start];
        if start == 0 {
            break;
        }
    }
    lines.reverse();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

/// Returns true for a line with an attribute without arguments only.
fn is_attribute(line: &str) -> bool {
    line.strip_prefix('@').is_some_and(|name| name.chars().all(|it| it == '_' || it.is_alphanumeric()))
}

/// The text of the `/** */` comment at the end of a text.
fn block(text: &str) -> Option<String> {
    let inner = text.strip_suffix("*/")?;
    let start = inner.rfind("/*")?;
    let inner = inner[start..].strip_prefix("/**")?;
    let lines = inner.lines().map(|line| {
        let line = line.trim();
        line.strip_prefix('*').map_or(line, |line| line.strip_prefix(' ').unwrap_or(line))
    });
    Some(lines.collect::<Vec<_>>().join("\n").trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str, name: &str) -> Option<String> {
        let lo = text.rfind(name).expect("a name") as u32;
        comment(text, Span::new(lo, lo + name.len() as u32))
    }

    #[test]
    fn comments_before_a_declaration_describe_it() {
        let expected = Some("One.\n\nTwo `x`.".to_owned());
        assert_eq!(
            of("const a = 1;\n/// One.\n///\n/// Two `x`.\n@fragment\nfn name() {}", "name"),
            expected
        );
        assert_eq!(of("/**\n * One.\n *\n * Two `x`.\n */\nfn name() {}", "name"), expected);
        assert_eq!(of("/** One. */\nfn name() {}", "name").as_deref(), Some("One."));
        assert_eq!(
            of("struct S {\n  /// A member.\n  @align(16) name: f32 }", "name").as_deref(),
            Some("A member.")
        );
    }

    #[test]
    fn other_comments_do_not() {
        for text in [
            "// a\nfn name() {}",
            "/* a */\nfn name() {}",
            "/// far\n\nfn name() {}",
            "/// of other\nconst other = 1;\nfn name() {}",
            "/// of S\nstruct S { name: f32 }",
            "fn name() {}",
        ] {
            assert_eq!(of(text, "name"), None, "{text}");
        }
    }
}
