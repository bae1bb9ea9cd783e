//! Numbers of buffers.

/// A type of numbers that buffers hold, as little-endian bytes. Use `u16` for the bits of an `f16`, and `u32` for an `atomic<u32>`.
pub trait Number: Copy + sealed::Sealed {}

pub(super) mod sealed {
    pub trait Sealed: Sized {
        /// The size in bytes.
        const SIZE: usize;

        fn write(self, bytes: &mut Vec<u8>);

        /// Reads the number from as many bytes as its size.
        fn read(bytes: &[u8]) -> Self;
    }
}

macro_rules! numbers {
    ($($name:ident)*) => {$(
        impl Number for $name {}

        impl sealed::Sealed for $name {
            const SIZE: usize = size_of::<Self>();

            fn write(self, bytes: &mut Vec<u8>) {
                bytes.extend(self.to_le_bytes());
            }

            fn read(bytes: &[u8]) -> Self {
                bytes.try_into().map_or_else(|_| Self::default(), Self::from_le_bytes)
            }
        }
    )*};
}

numbers! { f32 f64 i8 i16 i32 i64 u8 u16 u32 u64 }

/// Returns the bytes of numbers.
pub(super) fn bytes<N: Number>(numbers: &[N]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(numbers.len() * N::SIZE);
    for number in numbers {
        number.write(&mut bytes);
    }
    bytes
}
