//! Text to tokens. <https://www.w3.org/TR/WGSL/#textual-structure>

mod blank;
mod number;
mod scanner;
mod template;
#[cfg(test)]
mod tests;
mod token;

pub(crate) use token::{Token, TokenKind};

use crate::diagnostic::Diagnostic;
use crate::symbol::Symbols;
use wgsl_spec::Edition;

/// What the lexer made of a text.
#[derive(Debug, Default)]
pub(crate) struct Lexed {
    /// The tokens, [`TokenKind::EndOfText`] last.
    pub(crate) tokens: Vec<Token>,
    /// The names of the text.
    pub(crate) symbols: Symbols,
    /// Lexical errors in the order of the text.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// The candidates for template lists that are open.
    templates: template::TemplateLists,
    /// Whether a comment swallows the end of the text, so that nobody wonders about what is missing there.
    pub(crate) is_cut_short: bool,
}

/// Makes tokens of a text shorter than 4 GiB, with template lists discovered in the current edition. The memory of
/// `recycled` is used again.
pub(crate) fn lex(text: &str, edition: Edition, recycled: Lexed) -> Lexed {
    scanner::Scanner::new(text, edition, recycled).run()
}
