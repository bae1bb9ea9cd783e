//! The machine protocol: requests and answers, one JSON object per line, in order. Documented in `docs/PROTOCOL.md`.
//!
//! [`converse`] reads requests and writes their answers until the requests end.

#[cfg(feature = "run")]
mod contents;
#[cfg(feature = "run")]
pub mod dispatch;
#[cfg(feature = "run")]
pub mod draw;
#[cfg(feature = "run")]
mod kept;
#[cfg(feature = "run")]
mod members;
mod serve;

#[cfg(feature = "run")]
pub use serve::Limits;
pub use serve::{BUFFER, Options, converse};
