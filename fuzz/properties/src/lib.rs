//! Properties of this project that hold for any bytes: the bodies of the targets in `fuzz/targets`, which a fuzzer calls with bytes that
//! lead to new code. Each one panics if its property does not hold.

mod cases;
mod constant;
mod fix;
mod front_end;
mod generated;
mod language_server;
mod metal;
mod migrate;
mod modules;
pub mod pair;
mod protocol;
mod round_trip;
pub mod safe;
#[cfg(test)]
mod safe_test;
#[cfg(test)]
mod tests;
pub mod trial;

pub use cases::cases;
pub use constant::const_execution;
pub use fix::fix;
pub use front_end::front_end;
pub use generated::{dispatch, generated};
pub use language_server::language_server;
pub use metal::metal;
pub use migrate::migrate;
pub use modules::modules;
pub use protocol::protocol;
pub use round_trip::round_trip;

/// The most bytes of a source that a property looks at: longer ones are slower, and show nothing else.
const MOST_BYTES: usize = 1 << 14;

/// The bytes as a source.
fn source_of(bytes: &[u8]) -> std::borrow::Cow<'_, str> {
    String::from_utf8_lossy(&bytes[..bytes.len().min(MOST_BYTES)])
}
