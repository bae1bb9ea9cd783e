//! The language server of `wgsl-check`: diagnostics while typing, fixes, navigation, completion and formatting for any editor that speaks the
//! [Language Server Protocol](https://microsoft.github.io/language-server-protocol/).
//!
//! This is an internal crate of the command [`wgsl-check`](https://docs.rs/crate/wgsl-check). Any release may change anything here.
//!
//! [`serve`] talks to a client over a pair of streams; a [`Session`] handles its messages one by one, without streams. Each feature is a
//! separate function from the analysis of a document and a position to a result; only the server deals with messages.

#[cfg(test)]
mod across_files_test;
mod address;
mod analysis;
mod answer;
mod assembly;
mod calls;
mod capabilities;
mod completion;
mod cursor;
mod delta;
mod dependents;
mod describe;
mod diagnostics;
mod dispatch;
mod docs;
mod document;
#[cfg(test)]
mod everywhere_test;
mod fixes;
mod folding;
mod formatting;
mod headers;
mod hints;
mod hover;
mod insertion;
mod lens;
mod lines;
mod metal;
mod navigation;
mod open_files;
mod paths;
mod pull;
mod reference;
mod rename;
mod server;
mod session;
mod settings;
mod signature;
mod symbols;
mod text;
mod tokens;
#[doc(hidden)]
pub mod transport;
mod types;
mod uses;
mod watch;
mod whole;
mod workspace;
mod workspace_symbols;

pub use assembly::{Alone, Assembled, Assembler, Assembly, Inside, Linked, Open, Prefix, Search};
pub use open_files::OpenFiles;
pub use server::{End, serve};
pub use session::Session;
