//! Constructs: texts with a part that is repeated.

/// The work for a number of pieces.
pub(super) type Work = Box<dyn Fn(usize) -> u64>;

/// A text with a part that is repeated. In it, `#` is the number of the piece, from 1 on, `@@` the number before it, and `\#` the character `#`.
#[derive(Clone, Copy)]
pub(super) struct Construct {
    pub(super) name: &'static str,
    prefix: &'static str,
    piece: &'static str,
    /// The part between the pieces and their ends.
    middle: &'static str,
    /// The end of each piece, if pieces are nested.
    end: &'static str,
    suffix: &'static str,
}

/// Pieces one after the other.
pub(super) const fn list(name: &'static str, [prefix, piece, suffix]: [&'static str; 3]) -> Construct {
    Construct { name, prefix, piece, middle: "", end: "", suffix }
}

/// Pieces in one another.
pub(super) const fn nest(
    name: &'static str,
    [prefix, piece, middle, end, suffix]: [&'static str; 5],
) -> Construct {
    Construct { name, prefix, piece, middle, end, suffix }
}

impl Construct {
    /// Returns the source with this number of pieces.
    pub(super) fn text(&self, count: usize) -> String {
        let mut text = self.prefix.to_owned();
        for number in 1..=count {
            let before = (number - 1).to_string();
            // Numbers have no backslashes, so that one which is left belongs to a `#`.
            let piece = self.piece.replace("\\#", "\\").replace("@@", &before);
            text.push_str(&piece.replace('#', &number.to_string()).replace('\\', "#"));
        }
        text.push_str(self.middle);
        text.push_str(&self.end.repeat(count));
        text + self.suffix
    }
}
