//! The debugger: sessions of the [Debug Adapter Protocol](https://microsoft.github.io/debug-adapter-protocol/), without streams.
//!
//! A [`Session`] answers the messages of a client one by one. Its [`Host`] loads the program that a client launches: the command line reads files,
//! and [`Requested`] takes everything from the request. A `Target` is the program: a place in its execution is the
//! number of a statement in the history of one workgroup, and its invocations are the threads.

mod breakpoint;
mod launch;
mod requested;
mod session;
mod shown;
mod target;
pub mod traced;
mod watch;

pub use launch::{Attributes, Host, Launch, Program, flag};
pub(crate) use requested::load;
pub use requested::{Requested, RequestedRecord, first_error};
pub use session::Session;
pub use traced::TraceRecord;

#[cfg(test)]
mod tests;
