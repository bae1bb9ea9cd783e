//! The contents of the resources that a program may write.

use super::bound::Bound;
use super::plan::Plan;

/// The contents of the resources that a program may write, by resource.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Contents(Vec<Option<Vec<u8>>>);

impl Contents {
    pub(super) fn of(plan: &Plan, resources: &[&Bound]) -> Self {
        let contents = resources.iter().enumerate().map(|(index, bound)| match bound {
            _ if !plan.is_writable(index as u16) => None,
            Bound::Buffer(bytes) => Some(bytes.to_bytes()),
            Bound::Texture(texture) => Some(texture.bytes().to_bytes()),
            Bound::Sampler(_) | Bound::Missing => None,
        });
        Self(contents.collect())
    }

    /// Gives the resources these contents.
    pub(super) fn restore(&self, resources: &[&Bound]) {
        for (contents, bound) in self.0.iter().zip(resources) {
            match (contents, bound) {
                (Some(contents), Bound::Buffer(bytes)) => bytes.set_all(contents),
                (Some(contents), Bound::Texture(texture)) => texture.bytes().set_all(contents),
                (Some(_), Bound::Sampler(_) | Bound::Missing) | (None, _) => {}
            }
        }
    }

    pub(super) fn into_bytes(self) -> Vec<Option<Vec<u8>>> {
        self.0
    }

    /// The words that differ in other contents of the same resources: the resource, the offset of the word in bytes, and the two words. A missing
    /// byte is zero.
    pub(super) fn differences<'a>(
        &'a self,
        other: &'a Self,
    ) -> impl Iterator<Item = (u16, usize, [u32; 2])> + use<'a> {
        let word = |bytes: &[u8]| bytes.iter().rev().fold(0, |word, byte| word << 8 | u32::from(*byte));
        let pairs = self.0.iter().zip(&other.0).enumerate();
        pairs.flat_map(move |(resource, (one, other))| {
            let bytes = [one, other].map(|it| it.as_deref().unwrap_or_default());
            let words = bytes[0].chunks(4).zip(bytes[1].chunks(4)).enumerate();
            words
                .filter(|(_, (one, other))| one != other)
                .map(move |(number, (one, other))| (resource as u16, number * 4, [word(one), word(other)]))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Contents;

    #[test]
    fn all_words_that_differ_are_found() {
        let one = Contents(vec![None, Some(vec![1, 0, 0, 0, 2, 0, 0, 0, 3, 0])]);
        let other = Contents(vec![None, Some(vec![1, 0, 0, 0, 2, 1, 0, 0, 4, 0])]);
        let found: Vec<_> = one.differences(&other).collect();
        assert_eq!(found, [(1, 4, [2, 0x102]), (1, 8, [3, 4])]);
        assert_eq!(one.differences(&one).next(), None);
    }
}
