//! The command line of an executor outside of this project: `cmd:NAME=COMMAND`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;
use wgsl_cts_cases::vocabulary::{NameError, OutsideName};

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

/// The reason why a text is not the command line of an executor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CommandError {
    /// It is not `cmd:NAME=COMMAND`.
    Form(String),
    /// It has a name and no command.
    Empty(String),
    /// A quote of the command is not closed.
    UnclosedQuote(String),
    /// No executor can have this name.
    Name(NameError),
}

impl fmt::Display for CommandError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Form(text) => write!(formatter, "expected `cmd:NAME=COMMAND`, found `{text}`"),
            Self::Empty(text) => write!(formatter, "`{text}` has no command"),
            Self::UnclosedQuote(command) => write!(formatter, "`{command}` has an unclosed quote"),
            Self::Name(error) => error.fmt(formatter),
        }
    }
}

impl std::error::Error for CommandError {}

impl FromStr for OutsideCommand {
    type Err = CommandError;

    fn from_str(text: &str) -> Result<Self, CommandError> {
        let parts = text.strip_prefix("cmd:").and_then(|rest| rest.split_once('='));
        let (name, command) = parts.ok_or_else(|| CommandError::Form(text.to_owned()))?;
        let command = words(command).ok_or_else(|| CommandError::UnclosedQuote(command.to_owned()))?;
        if command.is_empty() {
            return Err(CommandError::Empty(text.to_owned()));
        }
        let name = OutsideName::new(name).map_err(CommandError::Name)?;
        Ok(Self { name, command, most_time: MOST_TIME })
    }
}

/// The words of a command line; `None` if a quote is not closed. Quotes keep spaces; there are no other special characters.
fn words(text: &str) -> Option<Vec<String>> {
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
    quote.is_none().then_some(words)
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
        let message = |text: &str| text.parse::<OutsideCommand>().expect_err("it is wrong").to_string();
        assert!(message("cmd:mine").contains("cmd:NAME=COMMAND"));
        assert!(message("cmd:mine= ").contains("no command"));
        assert!(message("cmd:naga=serve").contains("of the suite"));
        assert!(message("cmd:mine='serve").contains("quote"));
    }
}
