//! Printing of a document.

use crate::Indent;
use crate::document::{Command, Sizes};
use crate::source::{Piece, PieceKind, Source, column};
use shader_source::steps;

/// The formatted program, and for each of its tokens, the index in the source and the offset in the formatted program.
pub(crate) struct Printed {
    pub(crate) text: String,
    pub(crate) places: Vec<(u32, u32)>,
}

/// How a document is printed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Page<'a> {
    pub(crate) width: u64,
    pub(crate) indent: Indent,
    pub(crate) line_break: &'a str,
}

/// Prints a document.
pub(crate) fn print(source: &Source<'_>, commands: &[Command], page: Page<'_>) -> Printed {
    let sizes = Sizes::new(source, commands);
    let mut printer = Printer {
        source,
        page,
        printed: Printed { text: String::with_capacity(source.text.len() * 5 / 4), places: Vec::new() },
        column: 0,
        blanks: 0,
        depth: 0,
        line: Line::Start,
        wants_empty_line: false,
        is_flush: false,
    };
    // The groups around a command: whether each is broken. Outside of all, lines break.
    let mut broken = vec![true];
    steps::take(commands.len());
    for (at, command) in commands.iter().enumerate() {
        let is_broken = broken.last().copied().unwrap_or(true);
        match *command {
            Command::Open { is_forced } => {
                let is_broken = is_forced || !printer.fits(sizes.needed(at, &broken));
                broken.push(is_broken);
            }
            Command::Close => drop(broken.pop()),
            Command::Indent => printer.depth += usize::from(is_broken),
            Command::Dedent => printer.depth -= usize::from(is_broken),
            Command::Hang(hang) => printer.depth += hang.applies(is_broken),
            Command::Unhang(hang) => printer.depth -= hang.applies(is_broken),
            Command::Line { .. } if is_broken => printer.end_line(),
            Command::Line { blank } => printer.blanks = printer.blanks.max(u32::from(blank)),
            Command::End => printer.end_line(),
            Command::EmptyLine => {
                printer.end_line();
                printer.wants_empty_line = true;
            }
            Command::Flush => printer.is_flush = true,
            Command::Blanks(count) => printer.blanks = printer.blanks.max(count),
            Command::IfBroken(text) if is_broken => printer.write(text),
            Command::IfBroken(_) => {}
            Command::Token(token) => printer.token(token),
            Command::Verbatim { first, last } => printer.verbatim(first, last),
            Command::Piece(piece) => printer.piece(source.pieces[piece as usize]),
        }
    }
    printer.finish()
}

/// Where on a line the next text is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Line {
    Start,
    Inside,
    /// After a comment or a directive that takes the rest of the line.
    End,
}

struct Printer<'a> {
    source: &'a Source<'a>,
    page: Page<'a>,
    printed: Printed,
    /// The width of the line so far, without the blanks that wait.
    column: u64,
    /// Blanks before the next text on this line.
    blanks: u32,
    depth: usize,
    line: Line,
    wants_empty_line: bool,
    is_flush: bool,
}

impl Printer<'_> {
    /// Returns true if text of this width fits on the line.
    fn fits(&self, width: u64) -> bool {
        let column =
            if self.line == Line::Start { self.depth as u64 * self.page.indent.width() } else { self.column };
        column + u64::from(self.blanks) + width <= self.page.width
    }

    fn end_line(&mut self) {
        if self.line != Line::Start {
            self.printed.text.push_str(self.page.line_break);
            self.line = Line::Start;
        }
        self.blanks = 0;
    }

    /// Prepares for text, which starts at the column that it returns.
    fn begin(&mut self, is_flush: bool) -> u64 {
        if self.line == Line::End {
            self.end_line();
        }
        if self.line == Line::Start {
            if self.wants_empty_line && !self.printed.text.is_empty() {
                self.printed.text.push_str(self.page.line_break);
            }
            let depth = if is_flush { 0 } else { self.depth };
            self.page.indent.write(&mut self.printed.text, depth);
            self.column = depth as u64 * self.page.indent.width();
        } else {
            self.printed.text.extend(std::iter::repeat_n(' ', self.blanks as usize));
            self.column += u64::from(self.blanks);
        }
        (self.blanks, self.line) = (0, Line::Inside);
        (self.wants_empty_line, self.is_flush) = (false, false);
        self.column
    }

    fn write(&mut self, text: &str) {
        steps::take(text.len());
        self.begin(self.is_flush);
        self.printed.text.push_str(text);
        let last_line = text.rsplit('\n').next().unwrap_or(text);
        let before = if last_line.len() == text.len() { self.column } else { 0 };
        self.column = before + last_line.chars().count() as u64;
    }

    fn token(&mut self, token: u32) {
        self.begin(self.is_flush);
        self.printed.places.push((token, self.printed.text.len() as u32));
        self.write(self.source.spelling(token as usize));
    }

    fn verbatim(&mut self, first: u32, last: u32) {
        self.begin(self.is_flush);
        let start = self.printed.text.len() as u32;
        let lo = self.source.tokens[first as usize].span.lo;
        let place = |token: u32| (token, start + self.source.tokens[token as usize].span.lo - lo);
        self.printed.places.extend((first..=last).map(place));
        self.write(self.source.verbatim(first, last));
    }

    fn piece(&mut self, piece: Piece) {
        let text = piece.span.text(self.source.text);
        match piece.kind {
            PieceKind::LineComment => {
                self.write(text);
                self.line = Line::End;
            }
            PieceKind::BlockComment => {
                let is_first = self.line == Line::Start;
                let column = self.begin(self.is_flush);
                let column = column as usize;
                match moved(self.source.text, piece, column).filter(|_| is_first) {
                    Some(moved) => self.write(&moved),
                    None => self.write(text),
                }
            }
            PieceKind::Directive => {
                self.end_line();
                // The indentation of directives is a choice of their author: none, or as the code around them.
                self.begin(column(self.source.text, piece.span.lo) == Some(0));
                self.write(text);
                self.line = Line::End;
            }
        }
    }

    fn finish(mut self) -> Printed {
        self.end_line();
        self.printed
    }
}

/// A block comment of several lines that starts at a different column than in the source, with its other lines moved as far. `None` if it has one line or
/// tabs, whose width is a matter of taste.
fn moved(text: &str, piece: Piece, column: usize) -> Option<String> {
    let comment = piece.span.text(text);
    let (first, rest) = comment.split_once('\n')?;
    let before = crate::source::column(text, piece.span.lo)?;
    let has_tabs = text[..piece.span.lo as usize].ends_with('\t') || rest.contains('\t');
    if before == column || has_tabs {
        return None;
    }
    let mut moved = first.to_owned();
    for line in rest.split('\n') {
        moved.push('\n');
        let blanks = line.len() - line.trim_start_matches(' ').len();
        let is_empty = line.trim().is_empty();
        let blanks = if is_empty { 0 } else { (blanks + column).saturating_sub(before) };
        moved.extend(std::iter::repeat_n(' ', blanks));
        moved.push_str(line.trim_start_matches(' '));
    }
    Some(moved)
}
