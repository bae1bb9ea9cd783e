//! A text that is put together from parts of files, and the way back to them.

use shader_source::{Span, steps};

/// The index of a file of a [`Project`](crate::Project).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub struct FileIndex(pub u32);

/// A range of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub struct Place {
    /// The file.
    pub file: FileIndex,
    /// Its bytes.
    pub span: Span,
}

/// A text with the origin of each part of it.
#[derive(Clone, Debug, Default)]
pub struct MappedText {
    text: String,
    /// Sorted and disjoint. No piece covers inserted bytes.
    pieces: Vec<Piece>,
}

/// A part of the source that stands for a range of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    /// Its range in the source.
    pub span: Span,
    /// The range of the file.
    pub origin: Place,
    /// Whether it has the very bytes of its origin: then each byte of it has an origin of its own.
    pub is_copy: bool,
}

impl Piece {
    /// The origin of a part of this piece.
    fn origin_of(&self, part: Span) -> Place {
        if !self.is_copy {
            return self.origin;
        }
        let offset = |at: u32| self.origin.span.lo + (at.clamp(self.span.lo, self.span.hi) - self.span.lo);
        Place { file: self.origin.file, span: Span::new(offset(part.lo), offset(part.hi)) }
    }
}

impl MappedText {
    /// The whole text of a file.
    #[must_use]
    pub fn of_file(file: FileIndex, text: &str) -> Self {
        let whole = Span::new(0, text.len() as u32);
        let piece = Piece { span: whole, origin: Place { file, span: whole }, is_copy: true };
        Self { text: text.to_owned(), pieces: vec![piece] }
    }

    /// The source.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Its parts that come from files, in ascending order.
    #[must_use]
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// Its length in bytes.
    pub(crate) fn len(&self) -> u32 {
        self.text.len() as u32
    }

    /// Adds a part of a different text.
    pub fn copy(&mut self, from: &Self, part: Span) {
        let first = from.pieces.partition_point(|piece| piece.span.hi <= part.lo);
        let shift = |at: u32, start: u32| start + at - part.lo;
        let start = self.len();
        for piece in from.pieces[first..].iter().take_while(|piece| piece.span.lo < part.hi) {
            steps::take(1);
            let span = Span::new(piece.span.lo.max(part.lo), piece.span.hi.min(part.hi));
            let origin = piece.origin_of(span);
            let span = Span::new(shift(span.lo, start), shift(span.hi, start));
            self.push(Piece { span, origin, is_copy: piece.is_copy });
        }
        self.text.push_str(&from.text[part.lo as usize..part.hi as usize]);
    }

    /// Adds a text that stands for a part of a different one.
    pub fn replace(&mut self, from: &Self, part: Span, by: &str) {
        let span = Span::new(self.len(), self.len() + by.len() as u32);
        if let Some(origin) = from.origin(part) {
            self.push(Piece { span, origin, is_copy: false });
        }
        self.text.push_str(by);
    }

    /// Adds a text that no file has.
    pub fn insert(&mut self, text: &str) {
        self.text.push_str(text);
    }

    fn push(&mut self, piece: Piece) {
        if let Some(last) = self.pieces.last_mut() {
            let is_next = last.is_copy
                && piece.is_copy
                && last.span.hi == piece.span.lo
                && last.origin.file == piece.origin.file
                && last.origin.span.hi == piece.origin.span.lo;
            if is_next {
                last.span.hi = piece.span.hi;
                last.origin.span.hi = piece.origin.span.hi;
                return;
            }
        }
        self.pieces.push(piece);
    }

    /// The place that a range of the source stands for: from the origin of its first byte to the origin of its last. It ends with its
    /// first piece if the last one comes from another file, or from an earlier place. `None` if the source has no origin at all.
    #[must_use]
    pub fn origin(&self, span: Span) -> Option<Place> {
        let first = self.piece_at(span)?;
        let start = first.origin_of(Span::new(span.lo, span.hi.clamp(span.lo, first.span.hi.max(span.lo))));
        if span.hi <= first.span.hi {
            return Some(start);
        }
        let index = self.pieces.partition_point(|piece| piece.span.lo < span.hi).checked_sub(1)?;
        let last = &self.pieces[index];
        let end = last.origin_of(Span::new(last.span.lo, span.hi));
        let follows = end.file == start.file && end.span.hi >= start.span.hi;
        let hi = if follows { end.span.hi } else { start.span.hi };
        Some(Place { file: start.file, span: Span::new(start.span.lo, hi) })
    }

    /// The place that an edit of this range has to change; `None` if the range is not written so in one file.
    #[must_use]
    pub fn editable(&self, span: Span) -> Option<Place> {
        let piece = self.piece_at(span)?;
        let is_inside = piece.span.lo <= span.lo && span.hi <= piece.span.hi;
        (is_inside && (piece.is_copy || piece.span == span)).then(|| piece.origin_of(span))
    }

    /// The piece of the first byte; for an empty range, of the byte before it.
    fn piece_at(&self, span: Span) -> Option<&Piece> {
        let after = if span.lo == span.hi {
            self.pieces.partition_point(|piece| piece.span.lo < span.lo)
        } else {
            self.pieces.partition_point(|piece| piece.span.lo <= span.lo)
        };
        self.pieces.get(after.saturating_sub(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: FileIndex = FileIndex(0);
    const B: FileIndex = FileIndex(1);

    fn place(file: FileIndex, lo: u32, hi: u32) -> Place {
        Place { file, span: Span::new(lo, hi) }
    }

    /// `ab` of A, `NAME` for `cd` of A, a separator, `456` of B, `ef` of A.
    fn example() -> MappedText {
        let (a, b) = (MappedText::of_file(A, "abcdefgh"), MappedText::of_file(B, "0123456789"));
        let mut text = MappedText::default();
        text.copy(&a, Span::new(0, 2));
        text.replace(&a, Span::new(2, 4), "NAME");
        text.insert("\n");
        text.copy(&b, Span::new(4, 7));
        text.copy(&a, Span::new(4, 6));
        assert_eq!(text.text(), "abNAME\n456ef");
        text
    }

    #[test]
    fn each_byte_of_a_copy_has_its_own_origin() {
        let text = example();
        assert_eq!(text.origin(Span::new(0, 1)), Some(place(A, 0, 1)));
        assert_eq!(text.origin(Span::new(1, 2)), Some(place(A, 1, 2)));
        assert_eq!(text.origin(Span::new(8, 9)), Some(place(B, 5, 6)));
        assert_eq!(text.origin(Span::new(10, 12)), Some(place(A, 4, 6)));
    }

    #[test]
    fn any_part_of_a_replacement_stands_for_the_whole() {
        let text = example();
        for span in [Span::new(2, 6), Span::new(3, 4), Span::new(5, 6)] {
            assert_eq!(text.origin(span), Some(place(A, 2, 4)), "{span:?}");
        }
        assert_eq!(text.origin(Span::new(0, 3)), Some(place(A, 0, 4)), "from a copy into a replacement");
    }

    #[test]
    fn a_range_over_two_files_ends_with_its_first_piece() {
        let text = example();
        assert_eq!(text.origin(Span::new(8, 11)), Some(place(B, 5, 7)));
        assert_eq!(text.origin(Span::new(0, 12)), Some(place(A, 0, 6)), "back in its file");
        assert_eq!(
            text.origin(Span::new(6, 7)),
            Some(place(A, 2, 4)),
            "an inserted byte belongs to what is before it"
        );
        assert_eq!(MappedText::default().origin(Span::new(0, 0)), None);
    }

    #[test]
    fn edits_stay_in_one_piece() {
        let text = example();
        assert_eq!(text.editable(Span::new(0, 2)), Some(place(A, 0, 2)));
        assert_eq!(text.editable(Span::new(2, 6)), Some(place(A, 2, 4)), "all of a replacement");
        assert_eq!(text.editable(Span::new(3, 4)), None, "a part of a replacement");
        assert_eq!(text.editable(Span::new(1, 4)), None, "two pieces");
        assert_eq!(text.editable(Span::new(9, 9)), Some(place(B, 6, 6)), "an insertion");
        assert_eq!(text.editable(Span::new(6, 7)), None, "what was inserted");
    }

    #[test]
    fn copies_of_copies_keep_their_origins() {
        let text = example();
        let mut again = MappedText::default();
        again.insert("<");
        again.copy(&text, Span::new(1, 9));
        assert_eq!(again.text(), "<bNAME\n45");
        assert_eq!(again.origin(Span::new(1, 2)), Some(place(A, 1, 2)));
        assert_eq!(again.origin(Span::new(4, 5)), Some(place(A, 2, 4)));
        assert_eq!(again.origin(Span::new(8, 9)), Some(place(B, 5, 6)));
    }

    #[test]
    fn neighbours_become_one_piece() {
        let file = MappedText::of_file(A, "abcdef");
        let mut text = MappedText::default();
        (0..6).for_each(|at| text.copy(&file, Span::new(at, at + 1)));
        assert_eq!(text.pieces.len(), 1);
        assert_eq!(text.editable(Span::new(1, 5)), Some(place(A, 1, 5)));
    }
}
