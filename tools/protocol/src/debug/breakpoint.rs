//! Breakpoints.

use serde_json::Value;

/// A breakpoint that an editor asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Wanted {
    /// The line; `None` if it is not a number.
    pub(super) line: Option<u32>,
    pub(super) condition: Option<String>,
    pub(super) hit_condition: Option<String>,
    /// Whether it is to print a message instead of stopping.
    is_log_point: bool,
}

impl Wanted {
    /// The breakpoints of a request. `first_line` is the number that the editor gives to the first line.
    pub(super) fn all(arguments: &Value, first_line: u32) -> Vec<Self> {
        let line = |value: &Value| {
            let line = u32::try_from(value.as_u64()?).ok()?;
            (line >= first_line).then(|| line - first_line + 1)
        };
        let text = |value: &Value| value.as_str().filter(|it| !it.trim().is_empty()).map(str::to_owned);
        if let Some(all) = arguments["breakpoints"].as_array() {
            let one = |it: &Value| Self {
                line: line(&it["line"]),
                condition: text(&it["condition"]),
                hit_condition: text(&it["hitCondition"]),
                is_log_point: text(&it["logMessage"]).is_some(),
            };
            return all.iter().map(one).collect();
        }
        let plain =
            |it: &Value| Self { line: line(it), condition: None, hit_condition: None, is_log_point: false };
        arguments["lines"].as_array().into_iter().flatten().map(plain).collect()
    }
}

/// A breakpoint.
#[derive(Clone, Debug)]
pub(super) struct Breakpoint {
    /// Where its statement starts.
    pub(super) at: Option<u32>,
    pub(super) line: u32,
    pub(super) condition: Option<String>,
    pub(super) hits: Option<Hits>,
    /// Why it can't stop the program.
    pub(super) problem: Option<String>,
    /// A note on unexpected behaviour.
    pub(super) note: Option<String>,
}

impl Breakpoint {
    /// A breakpoint whose place is not known yet.
    pub(super) fn new(Wanted { line, condition, hit_condition, is_log_point }: &Wanted) -> Self {
        let hits = hit_condition.as_deref().map(Hits::read);
        let problem = if line.is_none() {
            Some("expected the number of a line".to_owned())
        } else if *is_log_point {
            Some("log points are not supported: write a comment `// wgsl-check: print(…)`".to_owned())
        } else if let Some(None) = hits {
            Some("expected a hit condition such as `5`, `>= 5` or `% 5`".to_owned())
        } else {
            None
        };
        let line = line.unwrap_or(0);
        Self { at: None, line, condition: condition.clone(), hits: hits.flatten(), problem, note: None }
    }
}

/// A hit condition: which of the times that a breakpoint is reached stop the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Hits {
    operator: Operator,
    number: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Operator {
    Equal,
    Unequal,
    Less,
    AtMost,
    More,
    AtLeast,
    Multiple,
}

impl Hits {
    /// Reads `5`, `== 5`, `!= 5`, `< 5`, `<= 5`, `> 5`, `>= 5` or `% 5`.
    fn read(text: &str) -> Option<Self> {
        let text = text.trim();
        let start = text.find(|it: char| it.is_ascii_digit())?;
        let (operator, number) = text.split_at(start);
        let operator = match operator.trim() {
            "" | "=" | "==" => Operator::Equal,
            "!=" => Operator::Unequal,
            "<" => Operator::Less,
            "<=" => Operator::AtMost,
            ">" => Operator::More,
            ">=" => Operator::AtLeast,
            "%" => Operator::Multiple,
            _ => return None,
        };
        let number = number.parse().ok().filter(|number| *number > 0)?;
        Some(Self { operator, number })
    }

    /// Returns true if a breakpoint stops the program when it is reached for this time, counted from 1.
    pub(super) const fn hold(self, count: usize) -> bool {
        let Self { operator, number } = self;
        match operator {
            Operator::Equal => count == number,
            Operator::Unequal => count != number,
            Operator::Less => count < number,
            Operator::AtMost => count <= number,
            Operator::More => count > number,
            Operator::AtLeast => count >= number,
            Operator::Multiple => count.is_multiple_of(number),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hit_conditions_compare_the_count() {
        let stops = |text: &str| -> Vec<usize> {
            let hits = Hits::read(text).unwrap_or_else(|| panic!("{text}"));
            (1..=6).filter(|count| hits.hold(*count)).collect()
        };
        assert_eq!(stops("3"), [3]);
        assert_eq!(stops(">= 5"), [5, 6]);
        assert_eq!(stops("<3"), [1, 2]);
        assert_eq!(stops("!=1"), [2, 3, 4, 5, 6]);
        assert_eq!(stops("% 2"), [2, 4, 6]);
        for text in ["abc", "1.5", "2 x", "0", "", ">"] {
            assert_eq!(Hits::read(text), None, "{text}");
        }
    }
}
