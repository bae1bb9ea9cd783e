//! Blanks between tokens of one line, and the kinds of tokens that decide about them.

use crate::apart::would_join;
use crate::source::Source;
use wgsl_validator::lex::TokenKind as Kind;

/// Returns true if an operator after this token has two operands.
pub(crate) const fn ends_operand(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Identifier
            | Kind::Reserved
            | Kind::TypeWord
            | Kind::True
            | Kind::False
            | Kind::RightParen
            | Kind::RightBracket
            | Kind::TemplateEnd
            | Kind::Underscore
    ) || kind.is_number()
}

/// How strongly a binary operator binds; `None` for other tokens. The order is the order in which chains break, which the grammar of WGSL
/// needs only where operators may be mixed.
pub(crate) const fn precedence(kind: Kind) -> Option<u8> {
    Some(match kind {
        Kind::OrOr => 1,
        Kind::AndAnd => 2,
        Kind::Or => 3,
        Kind::Xor => 4,
        Kind::And => 5,
        Kind::EqualEqual
        | Kind::BangEqual
        | Kind::Less
        | Kind::LessEqual
        | Kind::Greater
        | Kind::GreaterEqual => 6,
        Kind::ShiftLeft | Kind::ShiftRight => 7,
        Kind::Plus | Kind::Minus => 8,
        Kind::Star | Kind::Slash | Kind::Percent => 9,
        _ => return None,
    })
}

/// Returns true for `=` and its compounds.
pub(crate) const fn is_assignment(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Equal
            | Kind::PlusEqual
            | Kind::MinusEqual
            | Kind::StarEqual
            | Kind::SlashEqual
            | Kind::PercentEqual
            | Kind::AndEqual
            | Kind::OrEqual
            | Kind::XorEqual
            | Kind::ShiftLeftEqual
            | Kind::ShiftRightEqual
    )
}

/// Returns true if a blank separates a token from the one before it. Neither is a binary operator or an assignment.
pub(crate) fn has_blank(source: &Source<'_>, token: usize) -> bool {
    let last = source.spelling(token - 1).chars().next_back();
    let would_join = |last: char| would_join(last, source.kind(token - 1), source.spelling(token));
    is_usual_blank(source, token) || is_split(source, token) && last.is_some_and(would_join)
}

/// Returns true if something is between a token and the one before it.
fn is_split(source: &Source<'_>, token: usize) -> bool {
    source.tokens[token - 1].span.hi < source.tokens[token].span.lo
}

/// Returns true if a blank is usual between a token and the one before it.
fn is_usual_blank(source: &Source<'_>, token: usize) -> bool {
    let (before, kind) = (source.kind(token - 1), source.kind(token));
    // `a - --b` has three negations: the lexer makes one token of two.
    let is_minus = |kind| matches!(kind, Kind::Minus | Kind::MinusMinus);
    if before == Kind::Unknown || kind == Kind::Unknown || (is_minus(before) && is_minus(kind)) {
        return is_split(source, token);
    }
    match kind {
        Kind::Comma
        | Kind::Semicolon
        | Kind::Colon
        | Kind::Period
        | Kind::RightParen
        | Kind::RightBracket
        | Kind::TemplateStart
        | Kind::TemplateEnd
        | Kind::PlusPlus
        | Kind::MinusMinus => false,
        Kind::LeftParen | Kind::LeftBracket if ends_operand(before) => false,
        // `@if(CONDITION)` of WESL.
        Kind::LeftParen if token > 1 && source.kind(token - 2) == Kind::At => false,
        Kind::LeftParen => !matches!(before, Kind::ConstAssert | Kind::Diagnostic) && is_apart(before, kind),
        _ => is_apart(before, kind),
    }
}

/// Returns true if a blank comes after the first token, whatever the second is.
fn is_apart(before: Kind, kind: Kind) -> bool {
    match before {
        Kind::At | Kind::Period | Kind::LeftParen | Kind::LeftBracket | Kind::TemplateStart => false,
        _ if is_unary(before) => false,
        // Two of them would become one token.
        Kind::And => kind == Kind::And,
        _ => true,
    }
}

/// Returns true for operators with one operand, apart from `&`: two of them are a different token.
const fn is_unary(kind: Kind) -> bool {
    matches!(kind, Kind::Bang | Kind::Tilde | Kind::Star | Kind::Minus | Kind::MinusMinus)
}
