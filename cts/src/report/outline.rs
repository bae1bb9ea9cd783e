//! The chapters and sections of the specification, so that the pages list rules in its order.

use std::collections::HashMap;

/// A chapter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Chapter {
    /// Its anchor.
    pub anchor: &'static str,
    /// Its title.
    pub title: &'static str,
}

/// The place of a section.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct SectionPlace {
    /// The index of its chapter.
    pub chapter: usize,
    /// Its index among all sections.
    pub section: usize,
}

/// The outline of the specification.
#[derive(Debug)]
pub(super) struct Outline {
    /// The chapters in order; the last one is for sections that the specification no longer has or does not have yet.
    pub chapters: Vec<Chapter>,
    places: HashMap<&'static str, SectionPlace>,
    sections: usize,
}

const TEXT: &str = include_str!("outline.txt");

impl Outline {
    /// Reads the embedded outline.
    pub(super) fn new() -> Self {
        let mut chapters = Vec::new();
        let mut places = HashMap::new();
        let lines = TEXT.lines().filter(|line| !line.starts_with('#'));
        let mut sections = 0;
        for (section, line) in lines.enumerate() {
            let anchor = match line.split_once('\t') {
                Some((anchor, title)) => {
                    chapters.push(Chapter { anchor, title });
                    anchor
                }
                None => line.trim(),
            };
            places.insert(anchor, SectionPlace { chapter: chapters.len().saturating_sub(1), section });
            sections = section + 1;
        }
        chapters.push(Chapter { anchor: "elsewhere", title: "Elsewhere" });
        Self { chapters, places, sections }
    }

    /// The place of a section; unknown ones come after all others.
    pub(super) fn place(&self, anchor: &str) -> SectionPlace {
        let elsewhere = SectionPlace { chapter: self.chapters.len() - 1, section: self.sections };
        self.places.get(anchor).copied().unwrap_or(elsewhere)
    }
}

#[cfg(test)]
mod tests {
    use super::Outline;
    use wgsl_spec::INVENTORY;

    #[test]
    fn every_rule_stands_in_a_chapter() {
        let outline = Outline::new();
        let elsewhere = outline.chapters.len() - 1;
        let lost: Vec<_> = INVENTORY
            .rules
            .iter()
            .map(|rule| rule.section.id)
            .filter(|anchor| outline.place(anchor).chapter == elsewhere)
            .collect();
        assert!(lost.is_empty(), "outline.txt lacks {lost:?}");
    }

    #[test]
    fn sections_keep_the_order_of_the_specification() {
        let outline = Outline::new();
        assert!(outline.place("types") < outline.place("vector-types"));
        assert!(outline.place("vector-types") < outline.place("statements"));
        assert_eq!(outline.place("vector-types").chapter, outline.place("types").chapter);
        assert!(outline.place("no-such-section") > outline.place("text-wgsl-media-type"));
    }
}
