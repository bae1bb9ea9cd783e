//! The command line of an executor outside of this project: `cmd:NAME=COMMAND`.

use std::str::FromStr;
use std::time::Duration;
use wgsl_cts_cases::vocabulary::OutsideName;

/// The greatest time for an answer.
const MOST_TIME: Duration = Duration::from_secs(30);

/// A program that speaks the machine protocol.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutsideCommand {
    /// The name of the executor.
    pub name: OutsideName,
    /// The program and its arguments.
    pub command: Vec<String>,
    /// The greatest time for an answer.
    pub most_time: Duration,
}

impl FromStr for OutsideCommand {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.strip_prefix("cmd:").and_then(|rest| rest.split_once('='));
        let (name, command) = parts.ok_or_else(|| format!("expected `cmd:NAME=COMMAND`, found `{text}`"))?;
        let command = words(command)?;
        if command.is_empty() {
            return Err(format!("`{text}` has no command"));
        }
        Ok(Self {
            name: OutsideName::new(name).map_err(|error| error.to_string())?,
            command,
            most_time: MOST_TIME,
        })
    }
}

/// The words of a command line. Quotes keep spaces; there are no other special characters.
fn words(text: &str) -> Result<Vec<String>, String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for character in text.chars() {
        match (quote, character) {
            (Some(open), _) if character == open => quote = None,
            (None, '"' | '\'') => {
                quote = Some(character);
                word.get_or_insert_default();
            }
            (None, _) if character.is_whitespace() => words.extend(word.take()),
            (_, _) => word.get_or_insert_default().push(character),
        }
    }
    words.extend(word);
    if quote.is_some() { Err(format!("`{text}` has an unclosed quote")) } else { Ok(words) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_has_a_name_and_words() {
        let command: OutsideCommand =
            "cmd:mine=node 'my tools/serve.mjs' --flag=\"\"".parse().expect("a command");
        assert_eq!(command.name, OutsideName::new("mine").expect("a name"));
        assert_eq!(command.command, ["node", "my tools/serve.mjs", "--flag="]);
    }

    #[test]
    fn mistakes_are_named() {
        let message = |text: &str| text.parse::<OutsideCommand>().expect_err("it is wrong");
        assert!(message("cmd:mine").contains("cmd:NAME=COMMAND"));
        assert!(message("cmd:mine= ").contains("no command"));
        assert!(message("cmd:naga=serve").contains("of the suite"));
        assert!(message("cmd:mine='serve").contains("quote"));
    }
}
