//! How functions are called: what is known about their arguments when they are translated, and what each call passes.

use super::place::Step;
use super::value::Handle;
use msl_spec::ValueType;
use msl_validator::types::TypeId;
use shader_source::Span;

/// A function to translate.
pub(crate) struct Job {
    pub(crate) instance: usize,
    pub(crate) name: String,
    pub(crate) plan: Plan,
    /// Where the program calls it, if it is a function of a library.
    pub(crate) call: Option<Span>,
}

/// The arguments of a function, as far as they are known when it is translated.
#[derive(Default)]
pub(crate) struct Plan {
    /// The types of the variables of callers that are passed by pointer.
    pub(crate) pointers: Vec<String>,
    pub(crate) parameters: Vec<ParameterPlan>,
    /// The object of a member function, by the form of its place.
    pub(crate) this: Option<(ParameterPlan, TypeId)>,
}

/// A parameter.
pub(crate) enum ParameterPlan {
    Value,
    Reference(PlacePlan),
    Pointer(PlacePlan),
    /// A reference to a pointer, and the variable with its index: a number in [`Plan::pointers`].
    Moving(PlacePlan, usize),
    Handle(Handle),
    /// The members of a structure that is taken apart.
    Parts(Vec<Self>),
    /// An integer of 64 bits that is passed as one of 32 bits.
    Widened(ValueType),
    /// A pointer, texture or sampler that has no value yet.
    Unset,
}

/// The form of a place: what differs from call to call is passed.
pub(crate) struct PlacePlan {
    pub(crate) root: RootPlan,
    /// The steps; an index that is passed has no text.
    pub(crate) steps: Vec<Step>,
}

pub(crate) enum RootPlan {
    Global(usize),
    /// One of the pointers.
    Pointer(usize),
}

/// The arguments of a call, as they are written.
#[derive(Default)]
pub(crate) struct Arguments {
    /// A key that distinguishes this set of variables from others.
    pub(crate) key: String,
    pub(crate) plan: Plan,
    /// The variables of the caller.
    pub(crate) roots: Vec<(String, String)>,
    /// The values that follow the pointers.
    pub(crate) values: Vec<String>,
}

impl Arguments {
    /// The number of a variable in [`Plan::pointers`], where each is once.
    pub(crate) fn root(&mut self, text: &str, address: &str, ty: &str) -> usize {
        let known = self.roots.iter().position(|(own, _)| own == text);
        known.unwrap_or_else(|| {
            self.roots.push((text.to_owned(), address.to_owned()));
            self.plan.pointers.push(ty.to_owned());
            self.roots.len() - 1
        })
    }

    /// The arguments in their order.
    pub(crate) fn written(&self) -> Vec<String> {
        let pointers = self.roots.iter().map(|(_, address)| address);
        pointers.chain(&self.values).cloned().collect()
    }
}

impl Job {
    /// The function of a stage, which its entry point calls.
    pub(crate) fn of_stage(instance: usize, name: String, arguments: Arguments) -> Self {
        Self { instance, name, plan: arguments.plan, call: None }
    }
}
