//! The words of an implementation without that which depends on the program: names, numbers and quotations.

/// The greatest number of characters of a shape.
const LONGEST: usize = 160;

/// The shape of a message: `#` in the place of numbers, `…` in that of quotations and of names with digits, `(…)` in that of
/// remarks in parentheses.
pub(super) fn of(message: &str) -> String {
    let mut shape = String::new();
    let mut rest = message;
    let mut is_in_word = false;
    while let Some(first) = rest.chars().next() {
        let (length, put) = match first {
            '`' | '"' => (quotation(rest, first), "…"),
            '\'' if !is_in_word => (quotation(rest, first), "…"),
            '(' => (remark(rest), "(…)"),
            _ if first.is_ascii_digit() => (word(rest), "#"),
            _ if is_of_word(first) => {
                let length = word(rest);
                let has_digits = rest[..length].bytes().any(|byte| byte.is_ascii_digit());
                (length, if has_digits { "…" } else { &rest[..length] })
            }
            _ => (first.len_utf8(), &rest[..first.len_utf8()]),
        };
        is_in_word = is_of_word(first) || first.is_ascii_digit();
        shape.push_str(put);
        rest = &rest[length..];
    }
    let line: Vec<&str> = shape.split_whitespace().collect();
    line.join(" ").chars().take(LONGEST).collect()
}

/// The length of the quotation that a message begins with; of one character if it has no end.
fn quotation(text: &str, mark: char) -> usize {
    text[1..].find(mark).map_or(1, |end| end + 2)
}

/// The length of the parentheses that a message begins with, and of all within; of the whole message if they are not closed.
fn remark(text: &str) -> usize {
    let mut depth = 0;
    let end = text.find(|it| {
        depth += i32::from(it == '(') - i32::from(it == ')');
        depth == 0
    });
    end.map_or(text.len(), |end| end + 1)
}

fn is_of_word(it: char) -> bool {
    it.is_alphabetic() || it == '_'
}

fn word(text: &str) -> usize {
    text.find(|it: char| !it.is_alphanumeric() && it != '_' && it != '.').unwrap_or(text.len()).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers_do_not_matter() {
        let shape = "Expression [#] is invalid: no … in …";
        assert_eq!(of("Expression [5] is invalid: no `x`\n  in value_12"), shape);
        assert_eq!(of("Expression [61.5] is invalid: no `vec2<f32>` in b2"), shape);
        assert_ne!(of("Expression [5] is wrong: no `x` in `b`"), shape);
    }

    #[test]
    fn remarks_do_not_matter() {
        assert_eq!(
            of("can't work with [2] (of type Scalar(Scalar { width: 4 })) at all"),
            "can't work with [#] (…) at all"
        );
        assert_eq!(of("not closed (of"), "not closed (…)");
    }

    #[test]
    fn a_quotation_without_an_end_is_a_character() {
        assert_eq!(of("a ` b"), "a … b");
    }
}
