//! The reference executor of WGSL: what buffers and texels must hold after a dispatch or a draw.
//!
//! [`run`](run::run) takes the text of a program and its resources; [`draw`](draw::draw) takes vertices and attachments
//! besides. Inside, the typed module of the validator is lowered to a program of the intermediate representation ([`ir`]),
//! which [`execute`] runs.

pub mod allowed;
pub mod draw;
pub mod execute;
pub mod ir;
pub mod judge;
pub mod lower;
pub mod memory;
pub mod raster;
pub mod run;
pub mod texture;
