//! The lines of the result, each with the place in the Metal program that it comes from.

use shader_source::{Span, steps};

/// A line.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    /// The number of blocks around it.
    pub(crate) depth: usize,
    pub(crate) text: String,
    pub(crate) span: Span,
}

/// The lines of a function while it is being translated.
#[derive(Default)]
pub(crate) struct Writer {
    pub(crate) lines: Vec<Line>,
    pub(crate) depth: usize,
    /// The present place in the Metal program.
    pub(crate) span: Span,
    /// The bytes of all lines so far, those of other functions included.
    pub(crate) bytes: usize,
}

impl Writer {
    /// A line.
    pub(crate) fn line(&mut self, text: impl Into<String>) {
        let text = without_template_lists(text.into());
        steps::take(1 + text.len());
        self.bytes += text.len() + 2 * self.depth + 1;
        self.lines.push(Line { depth: self.depth, text, span: self.span });
    }

    /// The line that begins a block.
    pub(crate) fn open(&mut self, text: impl Into<String>) {
        self.line(text);
        self.depth += 1;
    }

    /// The line that ends a block.
    pub(crate) fn close(&mut self, text: &str) {
        self.depth = self.depth.saturating_sub(1);
        self.line(text);
    }

    /// The line between two blocks.
    pub(crate) fn turn(&mut self, text: impl Into<String>) {
        self.depth = self.depth.saturating_sub(1);
        self.open(text);
    }

    /// Takes the lines behind the first `count`.
    pub(crate) fn split_off(&mut self, count: usize) -> Vec<Line> {
        self.lines.split_off(count.min(self.lines.len()))
    }

    /// Puts lines back that were taken, at the present depth.
    pub(crate) fn append(&mut self, lines: Vec<Line>, taken_at: usize) {
        for mut line in lines {
            steps::take(1);
            line.depth = (line.depth + self.depth).saturating_sub(taken_at);
            self.lines.push(line);
        }
    }
}

/// A line in which no comparison looks like the beginning of a template list: in `f(a < b, c > d)`, WGSL takes `a < b, c >` for the name of a type.
/// Each part of a list that compares with `<` gets parentheses if a `>` follows. <https://www.w3.org/TR/WGSL/#template-lists-sec>
fn without_template_lists(line: String) -> String {
    let Some(first) = line.find(" < ") else { return line };
    if !line[first..].contains('>') || line.trim_start().starts_with("//") {
        return line;
    }
    let mut result = String::with_capacity(line.len() + 2);
    let mut lists: Vec<OpenList> = Vec::new();
    for (at, character) in line.char_indices() {
        steps::take(1);
        if let Some(list) = lists.last_mut()
            && (character == ',' || character == ')' && list.has_several)
            && core::mem::take(&mut list.compares)
        {
            result.insert(list.begin, '(');
            result.push(')');
        }
        result.push(character);
        match (character, lists.last_mut()) {
            ('(', _) => {
                lists.push(OpenList { begin: result.len(), has_several: false, compares: false });
            }
            (')', _) => _ = lists.pop(),
            // The next part begins after the space.
            (',', Some(list)) => {
                (list.begin, list.has_several, list.compares) = (result.len() + 1, true, false);
            }
            (' ', Some(list)) if line[at..].starts_with(" < ") => list.compares = true,
            _ => {}
        }
    }
    result
}

/// A list whose end is not reached.
struct OpenList {
    /// The place in the result at which its present part begins.
    begin: usize,
    /// Whether it has a part before that.
    has_several: bool,
    /// Whether the present part compares with `<`.
    compares: bool,
}

#[cfg(test)]
mod tests {
    use super::without_template_lists;

    #[test]
    fn comparisons_in_lists_have_parentheses() {
        let written = |line: &str| without_template_lists(line.to_owned());
        assert_eq!(written("v = f(a < b, c > d);"), "v = f((a < b), c > d);");
        assert_eq!(
            written("v = f(c > d, a < b, g(x, y < z) > 0);"),
            "v = f(c > d, (a < b), g(x, (y < z)) > 0);"
        );
        for line in [
            "if (a < b && c > d) {",
            "for (var i: i32 = 0i; i < n; i += 1i) {",
            "let x: array<i32, 3> = array<i32, 3>(a, b, c);",
            "// f(a < b, c > d)",
            "v = select(a, b, c < d);",
        ] {
            assert_eq!(written(line), line);
        }
    }
}
