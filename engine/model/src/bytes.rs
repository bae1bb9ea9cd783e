//! Bytes that several values share.

use core::fmt;
use core::ops::{Deref, DerefMut};
use std::sync::Arc;

/// The contents of a buffer, of texels or of vertices. A clone shares them until either changes.
#[derive(Clone, Default)]
pub struct Bytes {
    all: Arc<Vec<u8>>,
    /// The offset of the first byte that counts; at most the number of bytes.
    start: usize,
}

impl Bytes {
    /// The bytes from an offset on, without a copy; `None` if the offset lies beyond the end.
    #[must_use]
    pub fn from_offset(&self, offset: usize) -> Option<Self> {
        let start = self.start.checked_add(offset).filter(|start| *start <= self.all.len())?;
        Some(Self { all: Arc::clone(&self.all), start })
    }
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        self.all.get(self.start..).unwrap_or_default()
    }
}

impl DerefMut for Bytes {
    fn deref_mut(&mut self) -> &mut [u8] {
        Arc::make_mut(&mut self.all).get_mut(self.start..).unwrap_or_default()
    }
}

impl AsRef<[u8]> for Bytes {
    fn as_ref(&self) -> &[u8] {
        self
    }
}

impl From<Vec<u8>> for Bytes {
    fn from(bytes: Vec<u8>) -> Self {
        Self { all: Arc::new(bytes), start: 0 }
    }
}

impl FromIterator<u8> for Bytes {
    fn from_iter<I: IntoIterator<Item = u8>>(bytes: I) -> Self {
        Vec::from_iter(bytes).into()
    }
}

impl PartialEq for Bytes {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Bytes {}

impl fmt::Debug for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

/// Written and read as a list of bytes.
#[cfg(feature = "serde")]
impl serde::Serialize for Bytes {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (**self).serialize(serializer)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Bytes {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::deserialize(deserializer).map(Self::from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_offset_shares_the_bytes() {
        let bytes = Bytes::from(vec![1, 2, 3, 4]);
        let rest = bytes.from_offset(1).and_then(|bytes| bytes.from_offset(2)).expect("within the bytes");
        assert_eq!((&*rest, rest.as_ptr()), (&[4][..], bytes[3..].as_ptr()));
        assert_eq!(rest, Bytes::from(vec![4]));
        assert_eq!(rest.from_offset(1).as_deref(), Some(&[][..]));
        assert_eq!(rest.from_offset(2), None);
        assert_eq!(rest.from_offset(usize::MAX), None);
    }

    #[test]
    fn a_change_is_not_shared() {
        let bytes = Bytes::from(vec![1, 2]);
        let mut changed = bytes.clone();
        changed[1] = 3;
        assert_eq!((&*bytes, &*changed), (&[1, 2][..], &[1, 3][..]));
    }
}
