//! The contents of the resources that a program may write.

use super::bound::Bound;
use super::plan::Plan;

/// The contents of the resources that a program may write, by resource.
#[derive(PartialEq, Eq, Debug)]
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

    /// The first difference to other contents of the same resources: the resource, the offset of a word in bytes, and the two words.
    pub(super) fn difference(&self, other: &Self) -> Option<(u16, usize, [u32; 2])> {
        let word = |bytes: &[u8], offset: usize| {
            let end = bytes.len().min(offset + 4);
            bytes[offset..end].iter().rev().fold(0, |word, byte| word << 8 | u32::from(*byte))
        };
        self.0.iter().zip(&other.0).enumerate().find_map(|(resource, pair)| {
            let (Some(one), Some(other)) = pair else { return None };
            let place = one.iter().zip(other).position(|(one, other)| one != other)?;
            let offset = place / 4 * 4;
            Some((resource as u16, offset, [word(one, offset), word(other, offset)]))
        })
    }
}
