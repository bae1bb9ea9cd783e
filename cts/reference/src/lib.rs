//! The reference executor of WGSL: what buffers and texels must hold after a dispatch.
//!
//! [`run`](run::run) takes the text of a program and its resources. Inside, the typed module of the validator is lowered to
//! a program of the intermediate representation ([`ir`]), which [`execute`] runs.

pub mod allowed;
pub mod execute;
pub mod ir;
pub mod judge;
pub mod lower;
pub mod memory;
pub mod raster;
pub mod run;
pub mod texture;
