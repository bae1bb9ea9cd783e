//! The words of a line, as they are read.

use super::Part;
use crate::words::Word;
use crate::{Register, Type};
use core::fmt;
use shader_numeric::Operation;
use shader_source::Span;
use std::collections::BTreeMap;

/// Why a text does not stand for a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// Counted from 1.
    pub line: u32,
    /// In bytes, counted from 1.
    pub column: u32,
    /// The mistake, in a sentence without a full stop.
    pub message: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, column, message } = self;
        write!(formatter, "{line}:{column}: {message}")
    }
}

impl core::error::Error for ParseError {}

/// A piece of a line: a word or a mark.
#[derive(Clone, Copy)]
struct Token<'a> {
    text: &'a str,
    /// Where it begins, in bytes from the start of the program.
    start: usize,
}

/// Reads a text line by line. Lines without words are left out.
#[derive(Default)]
pub(crate) struct Reader<'a> {
    text: &'a str,
    /// Where the lines begin that were not read so far, in bytes.
    rest: usize,
    /// The number of the line, counted from 1, and where it begins.
    line: u32,
    start: usize,
    /// The pieces of the line, and how many of them were taken.
    tokens: Vec<Token<'a>>,
    taken: usize,
    types: BTreeMap<u32, Type>,
    /// Where each register is named first.
    named: BTreeMap<u32, ParseError>,
}

/// Pieces by themselves, whatever stands beside them.
const MARKS: [char; 8] = [',', '(', ')', '[', ']', '=', ':', '@'];

impl<'a> Reader<'a> {
    /// At the start of a text.
    pub(crate) fn new(text: &'a str) -> Self {
        Self { text, ..Self::default() }
    }

    /// Goes to the next line that has words. False after the last line.
    pub(crate) fn next_line(&mut self) -> bool {
        while self.rest < self.text.len() {
            let line = &self.text[self.rest..];
            let length = line.find('\n').map_or(line.len(), |end| end + 1);
            (self.start, self.line) = (self.rest, self.line + 1);
            self.rest += length;
            let code = line[..length].split('#').next().unwrap_or("");
            self.tokens = tokens(code, self.start);
            self.taken = 0;
            if !self.tokens.is_empty() {
                return true;
            }
        }
        self.tokens.clear();
        self.taken = 0;
        false
    }

    /// An error at the next word.
    pub(crate) fn error(&self, message: impl Into<String>) -> ParseError {
        let next = self.tokens.get(self.taken).map(|token| token.start);
        let end = || self.tokens.last().map_or(self.start, |token| token.start + token.text.len());
        let column = next.unwrap_or_else(end) - self.start + 1;
        ParseError { line: self.line, column: column as u32, message: message.into() }
    }

    /// An error at the word before.
    pub(crate) fn error_before(&mut self, message: impl Into<String>) -> ParseError {
        self.taken -= 1;
        self.error(message)
    }

    /// The place of the line in the program.
    pub(crate) fn line_span(&self) -> Span {
        let start = self.tokens.first().map_or(self.start, |token| token.start);
        let end = self.tokens.last().map_or(self.start, |token| token.start + token.text.len());
        Span::new(start as u32, end as u32)
    }

    /// The next word or mark.
    pub(crate) fn peek(&self) -> Option<&'a str> {
        self.tokens.get(self.taken).map(|token| token.text)
    }

    /// Takes a word or a mark if it comes next.
    pub(crate) fn take(&mut self, wanted: &str) -> bool {
        let is_there = self.peek() == Some(wanted);
        self.taken += usize::from(is_there);
        is_there
    }

    /// Takes a word or a mark that must come next.
    pub(crate) fn expect(&mut self, wanted: &str) -> Result<(), ParseError> {
        if self.take(wanted) { Ok(()) } else { Err(self.error(format!("expected `{wanted}`"))) }
    }

    /// Takes a word that a function must know.
    pub(crate) fn word<T>(
        &mut self,
        what: &str,
        of_word: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, ParseError> {
        let value = self.peek().and_then(of_word);
        let value = value.ok_or_else(|| match self.peek() {
            Some(word) => self.error(format!("expected {what}, found `{word}`")),
            None => self.error(format!("missing value: {what}")),
        })?;
        self.taken += 1;
        Ok(value)
    }

    /// Takes the word of a value.
    pub(crate) fn value<W: Word>(&mut self) -> Result<W, ParseError> {
        self.word(W::WHAT, W::of_word)
    }

    /// Takes a number.
    pub(crate) fn number<T: core::str::FromStr>(&mut self) -> Result<T, ParseError> {
        self.word(core::any::type_name::<T>(), |word| word.parse().ok())
    }

    /// Takes an attribute.
    pub(crate) fn part<P: Part>(&mut self, name: &str) -> Result<P, ParseError> {
        if P::IS_NAMED {
            self.expect(name)?;
            self.expect("=")?;
        }
        P::read(self)
    }

    /// Takes an attribute that may be left out.
    pub(crate) fn optional<P: Part>(&mut self, name: &str) -> Result<Option<P>, ParseError> {
        if self.peek() == Some(name) { self.part(name).map(Some) } else { Ok(None) }
    }

    /// Takes a register.
    pub(crate) fn register(&mut self) -> Result<Register, ParseError> {
        let place = self.error("");
        let number = self.word("register", |word| word.strip_prefix('%')?.parse().ok())?;
        self.named.entry(number).or_insert(place);
        Ok(Register(number))
    }

    /// Takes a register with its type.
    pub(crate) fn typed(&mut self) -> Result<(Register, Type), ParseError> {
        let register = self.register()?;
        self.expect(":")?;
        let place = self.error("");
        let ty: Type = self.value()?;
        let known = *self.types.entry(register.0).or_insert(ty);
        if known == ty {
            return Ok((register, ty));
        }
        Err(ParseError {
            message: format!("%{} has a different type elsewhere: {}", register.0, known.name()),
            ..place
        })
    }

    /// Takes registers in parentheses behind a name; none when there is no such name.
    pub(crate) fn group(&mut self, name: &str) -> Result<Option<Vec<Register>>, ParseError> {
        if !self.take(name) {
            return Ok(None);
        }
        self.expect("(")?;
        let mut registers = Vec::new();
        while !self.take(")") {
            if !registers.is_empty() {
                self.expect(",")?;
            }
            registers.push(self.register()?);
        }
        Ok(Some(registers))
    }

    /// Takes the registers that a step writes.
    pub(crate) fn targets(&mut self) -> Result<Registers, ParseError> {
        let mut targets = Vec::new();
        while self.peek().is_some_and(|word| word.starts_with('%')) {
            targets.push(self.typed()?.0);
            if !self.take(",") {
                self.expect("=")?;
                break;
            }
        }
        Ok(Registers::new(["a result", "results"], targets))
    }

    /// Returns true if an instruction begins with a word, which is taken; without a word, whether an operation on scalars does.
    pub(crate) fn begins(&mut self, word: &str) -> bool {
        if word.is_empty() {
            return self.peek().and_then(Operation::of_word).is_some_and(Operation::is_componentwise);
        }
        self.take(word)
    }

    /// Takes the registers that a step reads, which are the last words of it.
    pub(crate) fn operands(&mut self) -> Result<Registers, ParseError> {
        let mut registers = Vec::new();
        while self.peek().is_some_and(|word| word != "@") {
            if !registers.is_empty() {
                self.expect(",")?;
            }
            registers.push(self.register()?);
        }
        Ok(Registers::new(["an operand", "operands"], registers))
    }

    /// Takes `@12..16`, if it is there.
    pub(crate) fn span(&mut self) -> Result<Option<Span>, ParseError> {
        if !self.take("@") {
            return Ok(None);
        }
        let span = |word: &str| {
            let (lo, hi) = word.split_once("..")?;
            Some(Span::new(lo.parse().ok()?, hi.parse().ok()?))
        };
        self.word("range of bytes", span).map(Some)
    }

    /// The line must end here.
    pub(crate) fn finish(&self) -> Result<(), ParseError> {
        if self.peek().is_none() { Ok(()) } else { Err(self.error("expected the end of the line")) }
    }

    /// The types of all registers, which are numbered without a gap.
    pub(crate) fn registers(self) -> Result<Vec<Type>, ParseError> {
        let unknown = self.named.iter().find(|(register, _)| !self.types.contains_key(register));
        if let Some((register, place)) = unknown {
            return Err(ParseError { message: format!("%{register} has no type"), ..place.clone() });
        }
        let gap = (0..).zip(&self.named).find(|(number, (register, _))| number != *register);
        if let Some((number, (register, place))) = gap {
            let message = format!("unknown register %{number}, but %{register} is used");
            return Err(ParseError { message, ..place.clone() });
        }
        Ok(self.types.into_values().collect())
    }
}

/// The pieces of a line that begins at a place in the program.
fn tokens(line: &str, start: usize) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut rest = line.trim_start();
    while let Some(first) = rest.chars().next() {
        let ends = |letter: char| letter.is_whitespace() || MARKS.contains(&letter);
        let length = if MARKS.contains(&first) { 1 } else { rest.find(ends).unwrap_or(rest.len()) };
        let (text, after) = rest.split_at(length);
        tokens.push(Token { text, start: start + line.len() - rest.len() });
        rest = after.trim_start();
    }
    tokens
}

/// The registers that a line names as operands or as results.
pub(crate) struct Registers {
    /// The words for one of them and for several, for messages.
    names: [&'static str; 2],
    all: Vec<Register>,
    taken: usize,
}

impl Registers {
    const fn new(names: [&'static str; 2], all: Vec<Register>) -> Self {
        Self { names, all, taken: 0 }
    }

    /// The next one.
    pub(crate) fn next(&mut self, reader: &Reader<'_>) -> Result<Register, ParseError> {
        let register = self.all.get(self.taken).copied();
        self.taken += 1;
        register.ok_or_else(|| reader.error(format!("expected {}", self.names[0])))
    }

    /// The next one. Those that are left out at the end repeat the first one.
    pub(crate) fn next_or_first(&mut self, reader: &Reader<'_>) -> Result<Register, ParseError> {
        if self.taken >= self.all.len()
            && let Some(first) = self.all.first().copied()
        {
            self.all.push(first);
        }
        self.next(reader)
    }

    /// All that are left.
    pub(crate) fn rest(&mut self) -> Vec<Register> {
        let rest = self.all.split_off(self.taken.min(self.all.len()));
        self.taken = self.all.len();
        rest
    }

    /// All must be taken.
    pub(crate) fn finish(self, reader: &Reader<'_>) -> Result<(), ParseError> {
        let ([_, several], taken, count) = (self.names, self.taken, self.all.len());
        if taken == count {
            return Ok(());
        }
        Err(reader.error(format!("expected {count} {several}, found {taken}")))
    }
}
