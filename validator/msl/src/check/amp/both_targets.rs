//! Functions for both targets, whose bodies may mean different things on each: a name is looked up among the functions for the target that
//! executes it. C++ AMP 1.2 (2.3.2.1)

use super::super::{Checker, Signature};
use super::{AMP, CPU};
use crate::meaning::ByTarget;
use cxx_validator::ast::FunctionId;

impl Checker<'_> {
    /// Checks the body of a function for both targets once more, as the host executes it: the first time, the functions for the accelerator were
    /// chosen. Most bodies have no choice, and one meaning.
    pub(in super::super) fn body_for_host(&mut self, number: usize, signature: &Signature) {
        let instance = &self.instances[number];
        let (function, this) = (instance.function, instance.this);
        let host = self.reserve(function, signature, instance.arguments.clone(), this);
        self.body_for(CPU, host, signature);
        self.host_bodies.insert(number, host);
    }

    /// The targets on which an instance is called. A program in Metal has one target.
    pub(in super::super) fn targets_of_instance(&self, number: usize, function: FunctionId) -> ByTarget {
        let targets = self.restrictions_of(function);
        let on = |target| (!self.is_amp() || targets.covers(target)).then_some(number);
        ByTarget { in_kernels: on(AMP), on_host: on(CPU) }
    }
}
