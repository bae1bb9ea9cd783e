//! The surroundings of a place of a Metal program where something is being written, from the characters before it.

use super::words::{code_of, is_word};
use crate::cursor::without_template;

/// A Metal program before a place, and after it.
pub(crate) struct Cursor<'a> {
    /// Comments and literals are spaces here.
    before: String,
    /// The code from the start of the word before the place.
    after: &'a str,
    /// Whether the place is in a comment or a literal.
    pub(crate) is_hidden: bool,
}

/// A call that is being written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct OpenCall {
    /// The name before the parentheses.
    pub(crate) callee: String,
    /// The names before it with `::`.
    pub(crate) path: Vec<String>,
    /// Whether it is a member of an object.
    pub(crate) is_member: bool,
    /// The offset after the name.
    pub(crate) end: u32,
    /// The index of the argument.
    pub(crate) argument: usize,
}

impl<'a> Cursor<'a> {
    /// The place at an offset.
    pub(crate) fn new(text: &'a str, offset: u32) -> Self {
        let (before, after) = text.split_at_checked(offset as usize).unwrap_or((text, ""));
        // A word after the place disappears if the place is in a comment or a literal.
        let marked = code_of(&format!("{before}x"));
        let is_hidden = !marked.ends_with('x');
        Self { before: code_of(before), after, is_hidden }
    }

    /// The code before the place.
    pub(crate) fn before(&self) -> &str {
        &self.before
    }

    /// The innermost call whose arguments contain the place.
    pub(crate) fn open_call(&self) -> Option<OpenCall> {
        let mut rest = self.before.as_str();
        if self.is_hidden {
            return None;
        }
        loop {
            let (before, argument) = open_parenthesis(rest)?;
            let named = without_arguments(before.trim_end()).trim_end();
            let callee = last_word(named);
            let is_name = callee.starts_with(|first: char| !first.is_ascii_digit());
            let (path, in_front) = path_before(&named[..named.len() - callee.len()]);
            if is_name && !is_statement(callee) {
                let is_member = path.is_empty() && (in_front.ends_with("->") || in_front.ends_with('.'));
                let end = named.len() as u32;
                let is_declared = is_after_type(in_front) && !is_member;
                let call = OpenCall { callee: callee.to_owned(), path, is_member, end, argument };
                return (!is_declared).then_some(call);
            }
            rest = before;
        }
    }

    /// The number of braces that are open.
    pub(crate) fn open_braces(&self) -> usize {
        self.before.chars().fold(0, |open: usize, character| match character {
            '{' => open + 1,
            '}' => open.saturating_sub(1),
            _ => open,
        })
    }

    /// Returns texts that may be a program in which the expression that ends at an offset, with `added` after it, is complete.
    pub(crate) fn completed(&self, text: &str, end: u32, added: &str) -> [String; 3] {
        let (head, code) = (&text[..end as usize], &self.before[..end as usize]);
        let rest = self.after.trim_start_matches(is_word);
        // What follows on the line belongs to the broken statement.
        let next = rest.find([';', '}', '\n']).map_or("", |at| rest[at..].trim_start_matches(';'));
        let (statement, braces) = (closers(code), "}".repeat(self.open_braces()));
        [
            format!("{head}{added}{statement}{next}"),
            format!("{head}{added}{rest}"),
            // The function, or what is around it, isn't closed.
            format!("{head}{added}{statement}{braces}"),
        ]
    }
}

/// The code before the innermost open parenthesis, and the number of commas after it.
fn open_parenthesis(code: &str) -> Option<(&str, usize)> {
    let (mut depth, mut angles, mut commas) = (0_usize, 0_usize, 0);
    for (index, character) in code.char_indices().rev() {
        let before = &code[..index];
        match character {
            ')' | ']' | '}' => depth += 1,
            '(' | '[' | '{' if depth > 0 => depth -= 1,
            '(' => return Some((before, commas)),
            // The argument of an array or the element of a list: the commas after it aren't the call's.
            '[' | '{' => commas = 0,
            ';' if depth == 0 => return None,
            '>' if depth == 0 && !before.ends_with(['-', '>']) => angles += 1,
            '<' if depth == 0 && angles > 0 => angles -= 1,
            ',' if depth == 0 && angles == 0 => commas += 1,
            _ => {}
        }
    }
    None
}

/// Code without the template arguments at its end, which an arrow does not close.
fn without_arguments(code: &str) -> &str {
    if code.ends_with("->") { code } else { without_template(code) }
}

/// The names with `::` at the end of code, and the code before them.
pub(crate) fn path_before(code: &str) -> (Vec<String>, &str) {
    let (mut names, mut rest) = (Vec::new(), code.trim_end());
    while let Some(before) = rest.strip_suffix("::") {
        let code = without_arguments(before.trim_end());
        let name = last_word(code);
        if name.is_empty() {
            rest = before.trim_end();
            break;
        }
        names.push(name.to_owned());
        rest = code[..code.len() - name.len()].trim_end();
    }
    names.reverse();
    (names, rest)
}

/// The word at the end, possibly empty.
pub(crate) fn last_word(code: &str) -> &str {
    &code[code.trim_end_matches(is_word).len()..]
}

fn is_statement(word: &str) -> bool {
    matches!(word, "if" | "while" | "for" | "switch" | "return" | "case" | "sizeof" | "alignof" | "decltype")
}

/// Returns true if code ends with a type, so that a name and parentheses after it are a declaration.
fn is_after_type(code: &str) -> bool {
    let word = last_word(code);
    let is_expression = matches!(word, "return" | "else" | "do" | "case" | "and" | "or" | "not");
    !word.is_empty() && !is_expression && !word.starts_with(|first: char| first.is_ascii_digit())
}

/// The brackets that close what is open at the end of code since its statement began, and `;`.
fn closers(code: &str) -> String {
    let start = code.rfind([';', '{', '}']).map_or(0, |at| at + 1);
    let mut open = Vec::new();
    for character in code[start..].chars() {
        match character {
            '(' => open.push(')'),
            '[' => open.push(']'),
            ')' | ']' => _ = open.pop(),
            _ => {}
        }
    }
    open.into_iter().rev().chain([';']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(text: &str) -> Option<(String, usize)> {
        let call = Cursor::new(text, text.len() as u32).open_call()?;
        assert!(text[..call.end as usize].ends_with(&call.callee), "{text}");
        Some(([call.path, vec![call.callee]].concat().join("::"), call.argument))
    }

    #[test]
    fn the_innermost_call_is_open() {
        let found = |callee: &str, argument| Some((callee.to_owned(), argument));
        assert_eq!(call("int a = clamp(1, min(2, 3), "), found("clamp", 2));
        assert_eq!(call("int a = clamp(1, min(2, "), found("min", 1));
        assert_eq!(call("int a = metal::fast::min(float2(1, 2), "), found("metal::fast::min", 1));
        assert_eq!(call("return f<int, 2>(1, /* , */ ',', "), found("f", 2));
        assert_eq!(call("a = t.sample(s, float2(1, 2), level(a->b(1, "), found("b", 1));
        assert_eq!(call("a = t.sample(s, int2{1, 2}, "), found("sample", 2));
        assert_eq!(call("x = max((1 + "), found("max", 0));
        for none in ["int f(int a, ", "if (a", "x = (1 + ", "f(1)", "// f(", "f(\"a", "f(1); g"] {
            assert_eq!(call(none), None, "{none}");
        }
    }

    #[test]
    fn an_expression_is_completed() {
        let text = "void f() { g(a[t.sample(s, ), 1); }";
        let cursor = Cursor::new(text, 27);
        assert_eq!(cursor.completed(text, 23, "")[0], "void f() { g(a[t.sample]); }");
    }
}
