//! Bytes that several values share.

#[cfg(feature = "serde")]
use base64::{Engine, engine::general_purpose::STANDARD};
use core::fmt;
use core::ops::{Deref, DerefMut, Range};
use std::sync::Arc;

/// The contents of a buffer, of texels or of vertices. A clone shares them until either changes.
#[derive(Clone, Default)]
pub struct Bytes {
    all: Arc<Vec<u8>>,
    /// The bytes that count, within all of them.
    part: Range<usize>,
}

impl Bytes {
    /// As many bytes from an offset on, or all that follow, without a copy; `None` if they lie beyond the end.
    #[must_use]
    pub fn part(&self, offset: usize, size: Option<usize>) -> Option<Self> {
        let start = self.part.start.checked_add(offset).filter(|start| *start <= self.part.end)?;
        let end = match size {
            Some(size) => start.checked_add(size).filter(|end| *end <= self.part.end)?,
            None => self.part.end,
        };
        Some(Self { all: Arc::clone(&self.all), part: start..end })
    }
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        self.all.get(self.part.clone()).unwrap_or_default()
    }
}

impl DerefMut for Bytes {
    fn deref_mut(&mut self) -> &mut [u8] {
        Arc::make_mut(&mut self.all).get_mut(self.part.clone()).unwrap_or_default()
    }
}

impl AsRef<[u8]> for Bytes {
    fn as_ref(&self) -> &[u8] {
        self
    }
}

impl From<Vec<u8>> for Bytes {
    fn from(bytes: Vec<u8>) -> Self {
        Self { part: 0..bytes.len(), all: Arc::new(bytes) }
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

/// Written and read in base64.
#[cfg(feature = "serde")]
impl serde::Serialize for Bytes {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&STANDARD.encode(self))
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Bytes {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        STANDARD.decode(text).map(Self::from).map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_shares_the_bytes() {
        let bytes = Bytes::from(vec![1, 2, 3, 4]);
        let rest = bytes.part(1, None).and_then(|bytes| bytes.part(2, None)).expect("within the bytes");
        assert_eq!((&*rest, rest.as_ptr()), (&[4][..], bytes[3..].as_ptr()));
        assert_eq!(rest, Bytes::from(vec![4]));
        assert_eq!(rest.part(1, None).as_deref(), Some(&[][..]));
        assert_eq!(rest.part(2, None), None);
        assert_eq!(rest.part(usize::MAX, None), None);
        let middle = bytes.part(1, Some(2)).expect("within the bytes");
        assert_eq!(&*middle, &[2, 3]);
        assert_eq!(middle.part(1, None).as_deref(), Some(&[3][..]));
        assert_eq!(middle.part(1, Some(2)), None);
        assert_eq!(middle.part(1, Some(usize::MAX)), None);
    }

    #[test]
    fn a_change_of_a_part_stays_in_it() {
        let mut part = Bytes::from(vec![1, 2, 3]).part(1, Some(1)).expect("within the bytes");
        part.fill(9);
        assert_eq!(&*part, &[9]);
    }

    #[test]
    fn a_change_is_not_shared() {
        let bytes = Bytes::from(vec![1, 2]);
        let mut changed = bytes.clone();
        changed[1] = 3;
        assert_eq!((&*bytes, &*changed), (&[1, 2][..], &[1, 3][..]));
    }
}
