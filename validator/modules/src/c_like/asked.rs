//! The names that conditions of the C preprocessor ask for, with the values that decide them.

use super::{DIRECTIVES, word_of_directive};
use crate::condition::{Asked, Comparison, Condition};
use std::collections::HashSet;

/// The names that the conditions of files ask for. Names that one of the files defines are not among them: a host does not choose their values.
pub(super) fn asked<'t>(texts: impl Iterator<Item = &'t str> + Clone) -> Asked {
    let own: HashSet<&str> = texts.clone().flat_map(str::lines).filter_map(defined).collect();
    let mut asked = Asked::default();
    for line in texts.flat_map(str::lines) {
        let Some(word) = word_of_directive(line).filter(|word| DIRECTIVES.contains(word)) else { continue };
        let Some((_, condition)) = line.split_once(word) else { continue };
        match word {
            "ifdef" | "ifndef" => {
                let name = tokens(condition).next();
                name.filter(|name| is_name(name) && !own.contains(name))
                    .map(defined_name)
                    .into_iter()
                    .for_each(|it| it.asks(&mut asked));
            }
            "if" | "elif" => {
                for part in parts(condition, &own) {
                    part.asks(&mut asked);
                }
            }
            _ => {}
        }
    }
    asked
}

/// The name that a `#define` line defines.
fn defined(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("define")?;
    tokens(rest).next()
}

fn defined_name(name: &str) -> Condition {
    Condition::Defined(name.to_owned())
}

/// The names that an expression asks for, and comparisons of names with numbers or words. How they are combined does not matter.
fn parts(expression: &str, own: &HashSet<&str>) -> Vec<Condition> {
    let tokens: Vec<&str> = tokens(expression).collect();
    let mut parts = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let compared = match tokens[at..] {
            [left, operator, right, ..] if COMPARISONS.contains(&operator) => Some((left, operator, right)),
            _ => None,
        };
        let is_open = |name: &str| is_name(name) && !own.contains(name);
        match (tokens[at], compared) {
            ("defined", _) => {
                at += 1;
                let name = tokens[at..].iter().find(|token| **token != "(");
                parts.extend(name.filter(|name| is_open(name)).map(|name| defined_name(name)));
                at += tokens[at..].iter().position(|token| is_name(token)).map_or(0, |names| names + 1);
                continue;
            }
            (_, Some((name, operator, value))) if is_open(name) => {
                parts.push(Condition::Compared(Comparison::new(name, operator, value)));
                at += 3;
                continue;
            }
            (_, Some((value, operator, name))) if is_open(name) => {
                parts.push(Condition::Compared(Comparison::new(name, mirrored(operator), value)));
                at += 3;
                continue;
            }
            (name, _) if is_open(name) => parts.push(Condition::Name(name.to_owned())),
            _ => {}
        }
        at += 1;
    }
    parts
}

/// The operators that compare.
const COMPARISONS: [&str; 6] = ["==", "!=", "<=", ">=", "<", ">"];

/// The operator with its operands exchanged.
fn mirrored(operator: &str) -> &str {
    match operator {
        "<" => ">",
        ">" => "<",
        "<=" => ">=",
        ">=" => "<=",
        _ => operator,
    }
}

fn is_name(token: &str) -> bool {
    token.starts_with(|first: char| first.is_alphabetic() || first == '_')
        && !matches!(token, "true" | "false" | "defined")
}

/// The words, numbers and operators of a line, up to a comment.
fn tokens(line: &str) -> impl Iterator<Item = &str> {
    let end = ["//", "/*"].into_iter().filter_map(|comment| line.find(comment)).min();
    let mut rest = &line[..end.unwrap_or(line.len())];
    std::iter::from_fn(move || {
        rest = rest.trim_start();
        let first = rest.chars().next()?;
        let is_word = |character: char| character.is_alphanumeric() || character == '_';
        let length = if is_word(first) {
            rest.find(|character| !is_word(character)).unwrap_or(rest.len())
        } else if rest.get(..2).is_some_and(|two| COMPARISONS.contains(&two)) {
            2
        } else {
            first.len_utf8()
        };
        let (token, after) = rest.split_at(length);
        rest = after;
        Some(token)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names and values that a text asks for, as `A B=2,3`.
    fn of(text: &str) -> String {
        let asked = asked(std::iter::once(text));
        let one = |(name, values): (&String, &Vec<String>)| match values.as_slice() {
            [] => name.clone(),
            _ => format!("{name}={}", values.join(",")),
        };
        asked.0.iter().map(one).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn conditions_ask_for_names_and_values() {
        for (text, names) in [
            ("#ifdef A\n#endif", "A"),
            ("# ifndef A // B\n#endif", "A"),
            ("#if defined(A) && !defined B || C\n#endif", "A B C"),
            ("#if A == 3\n#elif A > 7\n#endif", "A=3,4,8,7"),
            ("#if 2 < A\n#endif", "A=3,2"),
            ("#if KIND == HALF\n#endif", "KIND=HALF,true"),
            ("#if (A + 1) * 2 >= B\n#endif", "A B=2,3"),
            ("#if 0\n#endif\n#if true\n#endif", ""),
            // The file chooses the value, not its host.
            ("#ifndef A\n#define A 1\n#endif\n#if A\n#endif", ""),
            ("#if defined(\n#endif\n#ifdef\n#endif\n#if\n#endif\n#if A ==\n#endif", "A"),
            ("// #ifdef A\nconst ifdef = 1;", ""),
        ] {
            assert_eq!(of(text), names, "{text}");
        }
    }
}
