//! The words of a Metal program: what its text says about them without its meaning.

use shader_source::Span;

/// Returns true if a character may be part of a word.
pub(crate) fn is_word(character: char) -> bool {
    character == '_' || character.is_alphanumeric()
}

/// Returns a source in which comments and literals with quotes are spaces, so that offsets are the same.
pub(crate) fn code_of(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    let blank = |code: &mut String, it: char| match it {
        '\n' | '\r' => code.push(it),
        _ => code.extend(std::iter::repeat_n(' ', it.len_utf8())),
    };
    while let Some(character) = characters.next() {
        match (character, characters.peek()) {
            ('/', Some('/')) => {
                blank(&mut code, character);
                while let Some(it) = characters.next_if(|it| !matches!(it, '\n' | '\r')) {
                    blank(&mut code, it);
                }
            }
            ('/', Some('*')) => {
                blank(&mut code, character);
                let mut last = ' ';
                // The `*` that opens the comment doesn't close it.
                for (index, it) in characters.by_ref().enumerate() {
                    blank(&mut code, it);
                    if it == '/' && last == '*' && index > 1 {
                        break;
                    }
                    last = it;
                }
            }
            // An apostrophe in a number separates digits.
            ('"' | '\'', _) if !code.ends_with(|before: char| before.is_ascii_hexdigit()) => {
                blank(&mut code, character);
                while let Some(it) = characters.next_if(|it| !matches!(it, '\n' | '\r')) {
                    blank(&mut code, it);
                    match it {
                        '\\' => {
                            if let Some(it) = characters.next() {
                                blank(&mut code, it);
                            }
                        }
                        _ if it == character => break,
                        _ => {}
                    }
                }
            }
            _ => code.push(character),
        }
    }
    code
}

/// Returns the places of a word in code without comments.
pub(crate) fn places_of(code: &str, word: &str) -> Vec<Span> {
    if word.is_empty() {
        return Vec::new();
    }
    let is_whole =
        |at: usize| !code[..at].ends_with(is_word) && !code[at + word.len()..].starts_with(is_word);
    let all = code.match_indices(word).map(|(at, _)| at).filter(|at| is_whole(*at));
    all.map(|at| Span::new(at as u32, (at + word.len()) as u32)).collect()
}

/// Returns the word around an offset; empty if there is none.
pub(crate) fn word_at(text: &str, offset: u32) -> &str {
    let Some((before, after)) = text.split_at_checked(offset as usize) else { return "" };
    let start = before.trim_end_matches(is_word).len();
    let end = offset as usize + after.len() - after.trim_start_matches(is_word).len();
    &text[start..end]
}

/// Returns true if a directive of a source defines a macro with this name.
pub(crate) fn defines(text: &str, name: &str) -> bool {
    text.lines().filter_map(|line| line.trim_start().strip_prefix('#')).any(|directive| {
        let defined = directive.trim_start().strip_prefix("define").map(str::trim_start);
        defined.and_then(|it| it.strip_prefix(name)).is_some_and(|after| !after.starts_with(is_word))
    })
}

/// Returns true if a place is on the line of a directive, or on a line that continues one.
pub(crate) fn is_in_directive(code: &str, at: u32) -> bool {
    let before = &code[..at as usize];
    let mut lines = before.split('\n').rev();
    let mut line = lines.next().unwrap_or_default();
    for earlier in lines {
        if !earlier.trim_end_matches('\r').ends_with('\\') {
            break;
        }
        line = earlier;
    }
    line.trim_start().starts_with('#')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_literals_are_no_code() {
        let text = "a /* a **/ a // a\na \"a\\\"a\" 'a' 1'000 a";
        let code = code_of(text);
        assert_eq!(code.len(), text.len());
        let found: Vec<u32> = places_of(&code, "a").iter().map(|it| it.lo).collect();
        assert_eq!(found, [0, 11, 18, 37]);
    }

    #[test]
    fn directives_are_known() {
        let text = "#define ONE 1\n  # define TWO(x) \\\n (x)\nx";
        assert!(defines(text, "ONE") && defines(text, "TWO") && !defines(text, "TW"));
        let at = |place: &str| text.rfind(place).unwrap_or_default() as u32;
        assert!(is_in_directive(text, at("(x)")) && !is_in_directive(text, at("\nx") + 1));
        assert_eq!(word_at("a bc d", 3), "bc");
    }
}
