//! The command, run as its users run it.

mod command_line;
mod documents;
mod fixtures;
mod formats;
mod layout;
mod link;
mod portability;
#[cfg(feature = "run")]
mod protocol_run;
#[cfg(feature = "run")]
mod run;
mod serve;
mod support;
