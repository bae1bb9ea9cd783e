//! The launches among the tokens of a program.
//!
//! Host code may be unreadable without the headers of its libraries. So launches are found before the parser runs: a tool that counts kernels
//! misses none.

use super::MOST_LEVELS;
use crate::ast::Launch;
use crate::dialect::Dialect;
use crate::lex::{Token, TokenKind};
use crate::names::{Names, Symbol};

/// A bracket that is open.
struct Bracket {
    is_brace: bool,
    /// The name before a `(`; of the function whose body a `{` begins, as far as the tokens show it.
    name: Option<Symbol>,
    /// The launch whose arguments are in it.
    launch: Option<usize>,
}

/// Finds launches.
struct Finder<'a> {
    tokens: &'a [Token],
    launch: Symbol,
    clause: Option<Symbol>,
    brackets: Vec<Bracket>,
    /// The launches around the present token.
    around: Vec<usize>,
    /// The name before the first parentheses of the present declaration or statement: of a function, if its body comes next.
    declared: Option<Symbol>,
    found: Vec<Launch>,
}

/// Returns the launches in the order of the tokens.
pub(super) fn launches(tokens: &[Token], names: &Names, dialect: &Dialect) -> Vec<Launch> {
    let Some(launch) = dialect.restrictions.as_ref().and_then(|it| names.find(it.launch)) else {
        return Vec::new();
    };
    let clause = names.find("restrict");
    let (brackets, around, found) = (Vec::new(), Vec::new(), Vec::new());
    let mut finder = Finder { tokens, launch, clause, brackets, around, declared: None, found };
    for at in 0..tokens.len() {
        finder.take(at);
    }
    finder.found
}

impl Finder<'_> {
    fn take(&mut self, at: usize) {
        let before = at.checked_sub(1).map(|before| self.tokens[before]);
        match self.tokens[at].kind {
            TokenKind::LeftParen => self.open(before),
            TokenKind::LeftBrace => {
                let name = self.declared.take();
                self.brackets.push(Bracket { is_brace: true, name, launch: None });
            }
            TokenKind::RightParen | TokenKind::RightBrace => self.close(at),
            TokenKind::LeftBracket => {
                let is_first = before
                    .is_some_and(|before| matches!(before.kind, TokenKind::LeftParen | TokenKind::Comma));
                let launch = self.brackets.last().and_then(|bracket| bracket.launch).filter(|_| is_first);
                if let Some(launch) = launch {
                    self.found[launch].has_lambda = true;
                }
            }
            TokenKind::Semicolon if self.is_between_statements() => self.declared = None,
            _ => {}
        }
    }

    fn is_between_statements(&self) -> bool {
        self.brackets.last().is_none_or(|bracket| bracket.is_brace)
    }

    fn open(&mut self, before: Option<Token>) {
        let before = before.filter(|token| token.kind == TokenKind::Identifier);
        let name = before.and_then(|token| token.symbol);
        if name.is_some()
            && name == self.clause
            && let Some(launch) = self.around.last()
        {
            self.found[*launch].has_restriction = true;
        }
        // A caller that reads the source of each launch reads nested ones again.
        let is_launch = name == Some(self.launch) && self.around.len() < MOST_LEVELS as usize;
        let launch = before.filter(|_| is_launch).map(|token| {
            let function = self.brackets.iter().rev().filter(|it| it.is_brace).find_map(|it| it.name);
            let (name, span) = (token.span, token.span);
            self.found.push(Launch { name, span, function, has_restriction: false, has_lambda: false });
            self.found.len() - 1
        });
        self.around.extend(launch);
        self.brackets.push(Bracket { is_brace: false, name, launch });
    }

    fn close(&mut self, at: usize) {
        let token = self.tokens[at];
        let Some(bracket) = self.brackets.pop() else { return };
        if let Some(launch) = bracket.launch {
            self.found[launch].span = self.found[launch].name.to(token.span);
            self.around.pop();
        }
        if !self.is_between_statements() {
            return;
        }
        if bracket.is_brace {
            self.declared = None;
        } else if self.declared.is_none() && bracket.name != self.clause {
            self.declared = bracket.name;
        }
    }
}
