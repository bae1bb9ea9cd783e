//! A handler for each operation: it carries out a request, and writes the answer.

mod check;
mod describe;
#[cfg(feature = "run")]
mod draw;
pub(crate) mod expand;
mod explain;
#[cfg(feature = "run")]
mod keep;
#[cfg(feature = "run")]
mod run;
#[cfg(feature = "run")]
mod trace;
pub(crate) mod translate;

pub(crate) use check::{pipeline, validate};
pub(crate) use describe::{layout, reflect};
#[cfg(feature = "run")]
pub(crate) use draw::draw;
pub(crate) use expand::expand;
pub(crate) use explain::explain;
#[cfg(feature = "run")]
pub(crate) use keep::{drop, keep, kept, read, write};
#[cfg(feature = "run")]
pub(crate) use run::run;
#[cfg(feature = "run")]
pub(crate) use trace::trace;
pub(crate) use translate::translate;
