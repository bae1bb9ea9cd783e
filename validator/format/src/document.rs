//! A document: what is printed, with the places at which a line may break. After Philip Wadler, *A prettier printer*, and Derek Oppen, *Prettyprinting*.
//!
//! It is a list of commands instead of a tree, so that printing needs no recursion. A *group* is printed on the rest of its line if it fits,
//! else all of its lines break. A group that has to break does not break the groups around it: an argument of several lines can be in a
//! call that begins and ends on its first and last line.
//!
//! Printing is linear: whether a group fits is known from sums of widths and from the next place at which the line ends for certain.

use crate::source::{PieceKind, Source};

/// A step of printing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Command {
    /// A token of the source.
    Token(u32),
    /// Tokens of the source with what is between them, as they are.
    Verbatim {
        first: u32,
        last: u32,
    },
    /// A comment or a line for a preprocessor.
    Piece(u32),
    /// This many blanks, unless the line ends here.
    Blanks(u32),
    /// In a broken group, the end of a line; else a blank, or nothing.
    Line {
        blank: bool,
    },
    /// The end of a line.
    End,
    /// The end of a line, and an empty line.
    EmptyLine,
    /// Text if the group is broken.
    IfBroken(&'static str),
    /// The start of a group, which may have to break.
    Open {
        is_forced: bool,
    },
    /// The end of the group.
    Close,
    /// One level more of indentation, if the group is broken. A [`Command::Dedent`] in the same group ends it.
    Indent,
    Dedent,
    /// One level more of indentation, up to [`Command::Unhang`].
    Hang(Hang),
    Unhang(Hang),
    /// If a line starts here, it has no indentation.
    Flush,
}

/// When a [`Command::Hang`] indents.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Hang {
    Always,
    /// If the group is not broken: a broken one indents by itself.
    IfWhole,
}

impl Hang {
    pub(crate) fn applies(self, is_broken: bool) -> usize {
        usize::from(self == Self::Always || !is_broken)
    }
}

/// The widths of a document.
pub(crate) struct Sizes {
    /// For each command, the width of all commands before it on one line.
    before: Vec<u64>,
    /// For each command, the next place at which the line may end.
    may_end: Vec<u32>,
    /// For each command, the next place at which the line ends for certain.
    must_end: Vec<u32>,
    /// For the start of a group, its end.
    close: Vec<u32>,
    /// For each command, the next text that only a broken group has, and the number of groups around it.
    if_broken: Vec<(u32, u32)>,
}

impl Sizes {
    pub(crate) fn new(source: &Source<'_>, commands: &[Command]) -> Self {
        let count = commands.len();
        let mut before = Vec::with_capacity(count + 1);
        let (mut close, mut open, mut sum) = (vec![0; count], Vec::new(), 0);
        let mut may = vec![false; count];
        let mut must = vec![false; count];
        for (at, command) in commands.iter().enumerate() {
            before.push(sum);
            let (width, ends) = width(source, *command);
            sum += width;
            must[at] = ends;
            match command {
                Command::Open { is_forced } => open.push((at, *is_forced)),
                Command::Close => {
                    if let Some((start, _)) = open.pop() {
                        close[start] = at as u32;
                    }
                }
                Command::Line { .. } => {
                    may[at] = true;
                    must[at] = open.last().is_none_or(|(_, is_forced)| *is_forced);
                }
                _ => {}
            }
        }
        before.push(sum);
        let next = |is_end: &dyn Fn(usize) -> bool| {
            let mut ends = vec![count as u32; count + 1];
            for at in (0..count).rev() {
                ends[at] = if is_end(at) { at as u32 } else { ends[at + 1] };
            }
            ends
        };
        let (may_end, must_end) = (next(&|at| may[at] || must[at]), next(&|at| must[at]));
        Self { before, may_end, must_end, close, if_broken: if_broken(commands) }
    }

    /// The width of a group up to the first place where a line ends for certain, or with what is after it up to where a line may end.
    /// `broken` are the groups around it.
    pub(crate) fn needed(&self, group: usize, broken: &[bool]) -> u64 {
        let close = self.close[group] as usize;
        let end = (self.must_end[group] as usize).min(self.may_end[close] as usize);
        // The comma of a list around the group. When the program is formatted again, it is a token.
        let (at, level) = self.if_broken[close];
        let has_comma = (at as usize) < end && broken.get(level as usize) == Some(&true);
        self.before[end] - self.before[group] + u64::from(has_comma)
    }
}

/// For each command, the index of the next text that only a broken group has, and the number of groups around that.
fn if_broken(commands: &[Command]) -> Vec<(u32, u32)> {
    let mut level = 0;
    let levels = commands.iter().map(|command| {
        match command {
            Command::Open { .. } => level += 1,
            Command::Close => level -= 1,
            _ => {}
        }
        level
    });
    let levels: Vec<u32> = levels.collect();
    let mut next = (u32::MAX, 0);
    let mut all = vec![next; commands.len()];
    for (at, command) in commands.iter().enumerate().rev() {
        if matches!(command, Command::IfBroken(_)) {
            next = (at as u32, levels[at]);
        }
        all[at] = next;
    }
    all
}

/// The width of a command on one line, and whether the line ends there.
fn width(source: &Source<'_>, command: Command) -> (u64, bool) {
    let characters = |text: &str| text.chars().count() as u64;
    match command {
        Command::Token(token) => (characters(source.spelling(token as usize)), false),
        Command::Verbatim { first, last } => {
            let text = source.verbatim(first, last);
            (characters(text.lines().next().unwrap_or("")), text.contains('\n'))
        }
        Command::Piece(piece) => {
            let piece = source.pieces[piece as usize];
            let text = piece.span.text(source.text);
            match piece.kind {
                // The line is not too long because of it: it need not fit.
                PieceKind::LineComment | PieceKind::Directive => (0, true),
                PieceKind::BlockComment if text.contains('\n') => (0, true),
                PieceKind::BlockComment => (characters(text), false),
            }
        }
        Command::Blanks(count) => (u64::from(count), false),
        Command::Line { blank } => (u64::from(blank), false),
        Command::End | Command::EmptyLine => (0, true),
        Command::IfBroken(_)
        | Command::Open { .. }
        | Command::Close
        | Command::Indent
        | Command::Dedent
        | Command::Hang(_)
        | Command::Unhang(_)
        | Command::Flush => (0, false),
    }
}
