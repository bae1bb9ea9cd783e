//! From source to tokens. <https://www.w3.org/TR/WGSL/#textual-structure>

mod blank;
mod number;
mod scanner;
mod template;
#[cfg(test)]
mod tests;
mod token;

pub use blank::{block_comment_end, line_comment_end};
pub use token::{Token, TokenKind};

use crate::diagnostic::Diagnostic;
use crate::symbol::Symbols;
use wgsl_spec::Edition;

/// The result of the lexer.
#[derive(Debug, Default)]
pub(crate) struct Lexed {
    /// The tokens, [`TokenKind::EndOfText`] last.
    pub(crate) tokens: Vec<Token>,
    /// The names of the source.
    pub(crate) symbols: Symbols,
    /// Lexical errors in source order.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// The open candidates for template lists.
    templates: template::TemplateLists,
    /// Whether an unclosed comment reaches the end of the source; missing tokens are then not reported.
    pub(crate) is_cut_short: bool,
}

/// Makes tokens of a source shorter than 4 GiB, with template lists discovered in the current edition. The memory of
/// `recycled` is reused.
pub(crate) fn lex(text: &str, edition: Edition, recycled: Lexed) -> Lexed {
    scanner::Scanner::new(text, edition, recycled).run()
}

/// Returns the tokens of a source shorter than 4 GiB, [`TokenKind::EndOfText`] last. Only blankspace and comments are between them. A comment
/// that is not closed is before the last token.
#[must_use]
pub fn tokens(text: &str, edition: Edition) -> Vec<Token> {
    lex(text, edition, Lexed::default()).tokens
}
