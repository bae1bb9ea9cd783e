//! The surroundings of a place where something is being written, from the characters before it.
//!
//! The syntax tree has nothing there: the program is broken at the very place. So this looks back as far as the statement or
//! declaration goes.

/// The surroundings of the word at a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Surroundings {
    /// Within a comment or a number.
    Nothing,
    /// After a `.`
    Member,
    /// In a path, after these names.
    Path(Path),
    /// After an `@`
    Attribute,
    /// Between the parentheses of an attribute: its name, and the index of the argument.
    AttributeArgument(String, usize),
    /// Between the parentheses of a directive `diagnostic`: the index of the argument.
    DiagnosticArgument(usize),
    /// After `enable`
    Enable,
    /// After `requires`
    Requires,
    /// In a template list: the name in front, and the index of the parameter.
    Template(String, usize),
    /// After a `:` or `->`
    Type,
    /// Where a new name is declared.
    NewName,
    /// At the beginning of a declaration of the module.
    Declaration,
    /// At the beginning of a statement.
    Statement,
    /// Anywhere else.
    Expression,
}

/// A path up to the name that is being written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Path {
    /// The names before it.
    pub(crate) names: Vec<String>,
    /// True on an import line.
    pub(crate) is_import: bool,
}

/// A call that is being written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct OpenCall {
    /// The name in front of the parentheses.
    pub(crate) callee: String,
    /// The offset after the name.
    pub(crate) end: u32,
    /// The index of the argument.
    pub(crate) argument: usize,
}

/// A source before a place, without comments.
pub(crate) struct Before {
    /// Comments are spaces here, so that offsets are the same as in the source.
    text: String,
    is_in_comment: bool,
}

/// Returns true if a character may be part of a word.
pub(crate) fn is_word(character: char) -> bool {
    character == '_' || character.is_alphanumeric()
}

/// Generators of types whose template lists hold more than types.
fn is_template_name(word: &str) -> bool {
    matches!(word, "var" | "ptr" | "array" | "atomic" | "bitcast" | "buffer")
        || word.starts_with("vec")
        || word.starts_with("mat")
        || word.starts_with("texture_")
}

impl Before {
    /// The source up to an offset.
    pub(crate) fn new(source: &str, offset: u32) -> Self {
        let source = source.get(..offset as usize).unwrap_or(source);
        let (mut text, mut depth, mut is_line) = (String::with_capacity(source.len()), 0, false);
        let mut characters = source.chars().peekable();
        while let Some(character) = characters.next() {
            let next = characters.peek().copied();
            match (character, next) {
                ('/', Some('/')) if depth == 0 => is_line = true,
                ('/', Some('*')) if !is_line => depth += 1,
                ('*', Some('/')) if depth > 0 => {
                    depth -= 1;
                    text.push_str("  ");
                    characters.next();
                    continue;
                }
                ('\n' | '\r', _) => is_line = false,
                _ => {}
            }
            if is_line || depth > 0 {
                text.extend(std::iter::repeat_n(' ', character.len_utf8()));
            } else {
                text.push(character);
            }
            if character == '/' && next == Some('*') && !is_line {
                text.push(' ');
                characters.next();
            }
        }
        Self { text, is_in_comment: is_line || depth > 0 }
    }

    /// The surroundings of the word that ends at the place.
    pub(crate) fn surroundings(&self) -> Surroundings {
        let word = last_word(&self.text);
        if self.is_in_comment || word.starts_with(|first: char| first.is_ascii_digit()) {
            return Surroundings::Nothing;
        }
        let before = self.text[..self.text.len() - word.len()].trim_end();
        if let Some(import) = on_import_line(&self.text[..self.text.len() - word.len()]) {
            return import;
        }
        if before.ends_with("::") {
            return Surroundings::Path(Path { names: path(before), is_import: false });
        }
        match before.chars().next_back() {
            Some('.') => return member(before),
            Some('@') => return Surroundings::Attribute,
            Some(':') => return Surroundings::Type,
            Some('>') if before.ends_with("->") => return Surroundings::Type,
            _ => {}
        }
        match opener(&self.text[..self.text.len() - word.len()]) {
            Opener::Parenthesis { before, arguments } => in_parentheses(before, arguments),
            Opener::Template { name, arguments } => Surroundings::Template(name.to_owned(), arguments),
            Opener::None { since } => in_the_open(since, is_in_function(before)),
        }
    }

    /// The innermost call whose arguments the place lies in.
    pub(crate) fn open_call(&self) -> Option<OpenCall> {
        if self.is_in_comment {
            return None;
        }
        let mut rest = self.text.as_str();
        loop {
            let Opener::Parenthesis { before, arguments } = opener(rest) else { return None };
            let callee = last_word(without_template(before.trim_end()));
            let in_front = before.trim_end();
            let is_declared = in_front[..in_front.len() - callee.len()].trim_end();
            let is_attribute = is_declared.ends_with('@') || last_word(is_declared) == "fn";
            let is_keyword = matches!(callee, "if" | "while" | "for" | "switch" | "return" | "case");
            if !callee.is_empty() && !is_attribute && !is_keyword {
                let end = without_template(in_front).len() as u32;
                return Some(OpenCall { callee: callee.to_owned(), end, argument: arguments });
            }
            rest = before;
        }
    }

    /// The brackets that close those which are open at the place, and the `;` behind them.
    pub(crate) fn closers(&self) -> String {
        let mut closers = String::new();
        for character in self.text.chars().rev() {
            match character {
                ';' | '{' | '}' => break,
                _ => closers.push(character),
            }
        }
        let mut open = Vec::new();
        for character in closers.chars().rev() {
            match character {
                '(' => open.push(')'),
                '[' => open.push(']'),
                ')' | ']' => _ = open.pop(),
                _ => {}
            }
        }
        open.into_iter().rev().chain([';']).collect()
    }
}

/// The bracket around a place.
enum Opener<'a> {
    /// An open parenthesis: the source before it, and the number of commas behind it.
    Parenthesis { before: &'a str, arguments: usize },
    /// An open template list.
    Template { name: &'a str, arguments: usize },
    /// None since the beginning of the statement or declaration.
    None { since: &'a str },
}

/// The bracket that is open at the end of a source.
fn opener(text: &str) -> Opener<'_> {
    let (mut depth, mut angles, mut commas) = (0_usize, 0_usize, 0);
    for (index, character) in text.char_indices().rev() {
        let before = &text[..index];
        match character {
            ')' | ']' => depth += 1,
            '(' | '[' if depth > 0 => depth -= 1,
            '(' => return Opener::Parenthesis { before, arguments: commas },
            '[' => commas = 0,
            '>' if depth == 0 && !before.ends_with('-') => angles += 1,
            '<' if depth == 0 && angles > 0 => angles -= 1,
            '<' if depth == 0 && is_template_name(last_word(before.trim_end())) => {
                return Opener::Template { name: last_word(before.trim_end()), arguments: commas };
            }
            ',' if depth == 0 && angles == 0 => commas += 1,
            ';' | '{' | '}' => return Opener::None { since: &text[index + 1..] },
            _ => {}
        }
    }
    Opener::None { since: text }
}

/// The word at the end, possibly empty.
fn last_word(text: &str) -> &str {
    &text[text.trim_end_matches(is_word).len()..]
}

/// The names of the path that a source ends with, after whose last name there is a `::`.
fn path(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut rest = text;
    while let Some(before) = rest.strip_suffix("::") {
        let name = last_word(before.trim_end());
        if name.is_empty() {
            break;
        }
        names.push(name.to_owned());
        rest = before.trim_end();
        rest = rest[..rest.len() - name.len()].trim_end();
    }
    names.reverse();
    names
}

/// What is written after this source, if it ends within an import: the name after `as`, or a name after a path.
fn on_import_line(text: &str) -> Option<Surroundings> {
    let is_of_import = |it: char| is_word(it) || it.is_whitespace() || ":,{}\"./-".contains(it);
    // An import has no other characters, so that no statement before the last one matters.
    let start = text.trim_end_matches(is_of_import).len();
    let (at, _) =
        text[start..].rmatch_indices("import").map(|(at, it)| (start + at, it)).find(|(at, _)| {
            let (before, after) = (&text[..*at], &text[at + "import".len()..]);
            let line = before.trim_end_matches([' ', '\t']);
            let is_statement = line.trim_end().is_empty()
                || line.trim_end().ends_with([';', '}', ')'])
                || line.ends_with(['\n', '\r', '#'])
                || matches!(last_word(line), "public" | "private");
            is_statement && after.starts_with(|first: char| first.is_whitespace() || first == '{')
        })?;
    let imported = &text[at + "import".len()..];
    let is_directive = text[..at].trim_end_matches([' ', '\t']).ends_with('#');
    in_import(imported, is_directive)
}

/// What is written after this part of an import. A directive without open braces ends with its line.
fn in_import(text: &str, is_directive: bool) -> Option<Surroundings> {
    let (mut lists, mut names): (Vec<Vec<String>>, Vec<String>) = (Vec::new(), Vec::new());
    let mut last = "";
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let quoted = rest.strip_prefix('"').and_then(|inner| inner.find('"')).map(|end| end + 2);
        let word = rest.len() - rest.trim_start_matches(is_word).len();
        let (token, after) = rest.split_at(quoted.unwrap_or(word.max(first.len_utf8())));
        rest = after;
        match first {
            '\n' | '\r' if is_directive && lists.is_empty() => return None,
            _ if first.is_whitespace() => continue,
            '{' => lists.push(names.clone()),
            '}' => names = lists.pop()?,
            ',' => names = lists.last().cloned().unwrap_or_default(),
            ':' => {}
            // Two names follow one another at the end of an import without `;`.
            _ if is_word(last.chars().next().unwrap_or(':')) && last != "as" && token != "as" => return None,
            _ if token != "as" => names.push(token.to_owned()),
            _ => {}
        }
        last = token;
    }
    match last {
        "as" => Some(Surroundings::NewName),
        "" | "{" | "," | ":" => Some(Surroundings::Path(Path { names, is_import: true })),
        _ => None,
    }
}

/// A source that ends in a template list, without that.
pub(crate) fn without_template(text: &str) -> &str {
    if !text.ends_with('>') {
        return text;
    }
    let mut depth = 0_usize;
    for (index, character) in text.char_indices().rev() {
        match character {
            '>' => depth += 1,
            '<' if depth == 1 => return text[..index].trim_end(),
            '<' => depth -= 1,
            ';' | '{' | '}' => break,
            _ => {}
        }
    }
    text
}

/// After a `.`, which may belong to a number.
fn member(before: &str) -> Surroundings {
    let base = last_word(&before[..before.len() - 1]);
    let is_number = base.starts_with(|first: char| first.is_ascii_digit());
    if is_number { Surroundings::Nothing } else { Surroundings::Member }
}

fn in_parentheses(before: &str, argument: usize) -> Surroundings {
    let before = before.trim_end();
    let name = last_word(before);
    let in_front = before[..before.len() - name.len()].trim_end();
    if in_front.ends_with('@') {
        return Surroundings::AttributeArgument(name.to_owned(), argument);
    }
    if name == "diagnostic" {
        return Surroundings::DiagnosticArgument(argument);
    }
    // The parameters of a function are names that are declared.
    if last_word(in_front) == "fn" { Surroundings::NewName } else { Surroundings::Expression }
}

/// Returns true if more braces are open than closed.
fn is_in_function(before: &str) -> bool {
    let depth = before.chars().fold(0_i64, |depth, character| match character {
        '{' => depth + 1,
        '}' => (depth - 1).max(0),
        _ => depth,
    });
    depth > 0
}

/// Outside of all brackets, after this part of a statement or declaration.
fn in_the_open(since: &str, is_in_function: bool) -> Surroundings {
    // Preprocessor lines have no `;`.
    let mut since = since.trim_start();
    while since.starts_with('#')
        && let Some((_, after)) = since.split_once(['\n', '\r'])
    {
        since = after.trim_start();
    }
    let since = since.trim_end();
    match since.split(|character: char| !is_word(character)).next().unwrap_or_default() {
        "enable" => return Surroundings::Enable,
        "requires" => return Surroundings::Requires,
        _ => {}
    }
    match last_word(since) {
        "fn" | "struct" | "alias" | "let" | "const" | "override" | "var" => return Surroundings::NewName,
        _ => {}
    }
    match since.chars().next_back() {
        None if is_in_function => Surroundings::Statement,
        None | Some(')') if !is_in_function => Surroundings::Declaration,
        Some('>') if since.starts_with("var") && !since.contains('=') => Surroundings::NewName,
        _ => Surroundings::Expression,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn around(text: &str) -> Surroundings {
        Before::new(text, text.len() as u32).surroundings()
    }

    #[test]
    fn names_of_the_language_have_their_places() {
        assert_eq!(around("enable f1"), Surroundings::Enable);
        assert_eq!(around("enable f16, "), Surroundings::Enable);
        assert_eq!(around("enable f16; requires "), Surroundings::Requires);
        assert_eq!(around("@"), Surroundings::Attribute);
        assert_eq!(around("fn f(@builtin(pos"), Surroundings::AttributeArgument("builtin".to_owned(), 0));
        assert_eq!(
            around("@interpolate(flat, "),
            Surroundings::AttributeArgument("interpolate".to_owned(), 1)
        );
        assert_eq!(around("diagnostic(off, "), Surroundings::DiagnosticArgument(1));
        assert_eq!(around("var<storage, re"), Surroundings::Template("var".to_owned(), 1));
        assert_eq!(
            around("var t: texture_storage_2d<"),
            Surroundings::Template("texture_storage_2d".to_owned(), 0)
        );
        assert_eq!(
            around("fn f(p: ptr<function, array<f32, 3>, "),
            Surroundings::Template("ptr".to_owned(), 2)
        );
    }

    #[test]
    fn grammar_gives_the_rest() {
        assert_eq!(around("fn f() { a."), Surroundings::Member);
        assert_eq!(around("fn f() { a[1].x"), Surroundings::Member);
        assert_eq!(around("const a = 1."), Surroundings::Nothing);
        assert_eq!(around("const a = 0x1"), Surroundings::Nothing);
        assert_eq!(around("var a: ve"), Surroundings::Type);
        assert_eq!(around("fn f() -> "), Surroundings::Type);
        assert_eq!(around("fn f() { let a = "), Surroundings::Expression);
        assert_eq!(around("fn f() { let "), Surroundings::NewName);
        assert_eq!(around("fn f("), Surroundings::NewName);
        assert_eq!(around("const a = 1; "), Surroundings::Declaration);
        assert_eq!(around("fn f() { a = 1; x"), Surroundings::Statement);
        assert_eq!(around("fn f() { if a < b { x"), Surroundings::Statement);
        assert_eq!(around("fn f() { if a < "), Surroundings::Expression);
    }

    #[test]
    fn comments_do_not_count() {
        assert_eq!(around("// a."), Surroundings::Nothing);
        assert_eq!(around("/* a /* b */ c."), Surroundings::Nothing);
        assert_eq!(around("enable /* ; */ // x;\n f"), Surroundings::Enable);
        assert_eq!(around("/**/ "), Surroundings::Declaration);
    }

    #[test]
    fn paths_have_names_before_the_place() {
        let path = |names: &[&str], is_import: bool| {
            let names = names.iter().map(|name| (*name).to_owned()).collect();
            Surroundings::Path(Path { names, is_import })
        };
        assert_eq!(around("fn f() { let a = light::"), path(&["light"], false));
        assert_eq!(around("fn f(a: package :: b::C"), path(&["package", "b"], false));
        assert_eq!(around("import "), path(&[], true));
        assert_eq!(around("import package::lib::li"), path(&["package", "lib"], true));
        assert_eq!(around("import a::b;\nimport a::{b as c, d::{e, "), path(&["a", "d"], true));
        assert_eq!(around("fn f() {}\npublic import {a::b, c::"), path(&["c"], true));
        assert_eq!(around("import \"a b/c-d.wgsl\"::"), path(&["\"a b/c-d.wgsl\""], true));
        assert_eq!(around("#import a::{\n  b,\n  "), path(&["a"], true));
        assert_eq!(around("#import a::b\n#import a::"), path(&["a"], true));
        assert_eq!(around("import a::b as "), Surroundings::NewName);
        assert_eq!(around("#import a::b\n"), Surroundings::Declaration);
        assert_eq!(around("import a::b;\n"), Surroundings::Declaration);
        assert_eq!(around("fn f() { let important = important."), Surroundings::Member);
    }

    #[test]
    fn the_innermost_call_is_open() {
        let call = |text: &str| {
            let call = Before::new(text, text.len() as u32).open_call()?;
            assert!(text[..call.end as usize].ends_with(&call.callee), "{text}");
            Some((call.callee, call.argument))
        };
        let found = |callee: &str, argument| Some((callee.to_owned(), argument));
        assert_eq!(call("const a = clamp(1, min(2, 3), "), found("clamp", 2));
        assert_eq!(call("const a = clamp(1, min(2, "), found("min", 1));
        assert_eq!(call("const a = vec3<f32>(1, "), found("vec3", 1));
        assert_eq!(call("const a = max((1 + "), found("max", 0));
        assert_eq!(call("/* ä /* b */ */ // ü\nconst a = n::hash(1, "), found("hash", 1));
        assert_eq!(call("const a = max(b[1], array(1, 2)[0], "), found("max", 2));
        for none in
            ["fn f(a: i32, ", "@align(", "const a = (1 + ", "fn f() { if (", "const a = min(1, 2)", "// f("]
        {
            assert_eq!(call(none), None, "{none}");
        }
    }

    #[test]
    fn what_is_open_is_closed() {
        let closers = |text: &str| Before::new(text, text.len() as u32).closers();
        assert_eq!(closers("fn f() { g(a[b(1)."), "]);");
        assert_eq!(closers("fn f() { let a = b."), ";");
    }
}
