//! The machine protocol: requests and answers, one JSON object per line, in order. Documented in `docs/PROTOCOL.md`.
//!
//! This is an internal crate of the command [`wgsl-check`](https://docs.rs/crate/wgsl-check). Any release may change anything here.
//!
//! [`Server`] answers one request after the other; [`converse`] reads them, and writes the answers, until they end.

#[cfg(feature = "run")]
mod contents;
#[cfg(feature = "run")]
pub mod debug;
#[cfg(feature = "run")]
pub mod dispatch;
#[cfg(feature = "run")]
pub mod draw;
mod error;
mod explain;
#[cfg(feature = "run")]
mod kept;
mod language;
#[cfg(feature = "run")]
mod members;
mod operation;
pub mod places;
mod present;
mod reply;
mod request;
mod serve;
mod server;
mod validators;

pub use error::ErrorRecord;
#[cfg(feature = "run")]
pub use kept::{Keep, Name, Read, Write};
pub use request::{About, ExpandRecord, ExplainRecord, Program, Request, StageRecord, TranslateRecord};
pub use serve::{BUFFER, converse};
#[cfg(feature = "run")]
pub use server::Limits;
pub use server::{Options, Server};
