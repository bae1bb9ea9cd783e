//! The arguments of constructors of samplers (2.9).

use crate::{Enumeration, Parameter, Pattern, Scalar, ValuePattern, ValueType};

/// An argument that a constructor of a sampler accepts.
#[derive(Debug)]
pub enum SamplerArgument {
    /// An enumerator of this enumeration (Table 2.7).
    Enumerator(Enumeration),
    /// A call.
    Call {
        /// The name of the function.
        name: &'static str,
        /// Its parameters.
        parameters: &'static [Parameter],
    },
}

include!("generated/samplers.rs");
