//! Calls of builtin functions and value constructors: every overload with arguments of its types, with abstract arguments that
//! convert to them, and with each argument in turn of another type.

use super::argument::Argument;
use super::call::Call;
use super::family::{Family, behind, directives};
use super::overload::{is_accepted, is_known};
use shader_numeric::Operation;
use std::collections::HashSet;
use wgsl_spec::{Code, Edition, Function, FunctionId, Overload, Rule, Scalar, TypePattern, codes, rules};

/// The cases of all functions.
pub(super) fn families() -> Vec<Family> {
    let ids = FunctionId::ALL.into_iter();
    ids.filter(|id| id.get().symbol.is_some() && !is_proposed(id.get())).map(family).collect()
}

pub(super) fn is_proposed(function: &Function) -> bool {
    function.enable.is_some_and(wgsl_spec::EnableExtension::is_proposed)
        || function.language.is_some_and(wgsl_spec::LanguageExtension::is_proposed)
}

struct Calls {
    function: &'static Function,
    overloads: Vec<&'static Overload>,
    family: Family,
    /// The names of the calls.
    seen: HashSet<String>,
    /// The arguments for which values of other shapes were tried: number of arguments, index, whether it is a scalar. Once is
    /// enough.
    tried: HashSet<(usize, usize, bool)>,
}

fn family(id: FunctionId) -> Family {
    let function = id.get();
    let overloads = function.overloads(Edition::Current);
    let about = format!(
        "Calls of `{}` with arguments of all types: only what a row of its table takes is accepted.",
        function.name
    );
    let rules = vec![function.rule];
    let family = Family::new("calls", function.name, about, function.section, rules);
    // Where one row takes what the generator can't write, no call can be said to fit none.
    if overloads.is_empty() || !overloads.iter().all(is_known) {
        return family;
    }
    let mut calls = Calls {
        function,
        overloads: overloads.iter().collect(),
        family,
        seen: HashSet::new(),
        tried: HashSet::new(),
    };
    for overload in overloads {
        calls.overload(overload);
    }
    calls.family
}

impl Calls {
    fn overload(&mut self, overload: &Overload) {
        for call in Call::all(self.function, overload) {
            self.call(call);
        }
    }

    /// A valid call, and similar ones.
    fn call(&mut self, call: Call) {
        if call.template.iter().any(|ty| ty.is_abstract()) || !self.add(&call) {
            return;
        }
        for index in 0..call.arguments.len() {
            for other in self.others(&call.arguments, index) {
                let mut call = call.clone();
                call.arguments[index] = other;
                self.add(&call);
            }
        }
        let mut fewer = call.clone();
        if fewer.arguments.pop().is_some() {
            self.add(&fewer);
        }
        let mut more = call;
        more.arguments.push(Argument::scalar(Scalar::I32));
        self.add(&more);
    }

    /// The replacements for an argument: abstract values of its shape, and an argument of every other kind.
    fn others(&mut self, arguments: &[Argument], index: usize) -> Vec<Argument> {
        match arguments[index] {
            Argument::Value { columns, rows, .. } => {
                let scalars = [
                    Scalar::AbstractInt,
                    Scalar::AbstractFloat,
                    Scalar::I32,
                    Scalar::U32,
                    Scalar::F32,
                    Scalar::F16,
                    Scalar::Bool,
                ];
                let is_matrix = columns > 1;
                let same_shape = scalars.into_iter().filter(|scalar| !is_matrix || scalar.is_float());
                let mut others: Vec<_> =
                    same_shape.map(|scalar| Argument::Value { columns, rows, scalar }).collect();
                if self.tried.insert((arguments.len(), index, rows == 1)) {
                    others.extend(Argument::values());
                    others.extend(Argument::others());
                }
                others
            }
            Argument::Pointer { .. } => {
                let mut others = Argument::pointers();
                others.extend([Argument::scalar(Scalar::F32), Argument::Structure]);
                others
            }
            Argument::Array
            | Argument::Structure
            | Argument::Sampled(..)
            | Argument::Storage(..)
            | Argument::Plain(_)
            | Argument::Sampler
            | Argument::SamplerComparison => {
                let mut others = Argument::textures();
                others.extend([Argument::scalar(Scalar::I32), Argument::Array]);
                others
            }
        }
    }

    /// Adds a call. Returns whether it is new.
    fn add(&mut self, call: &Call) -> bool {
        if !self.seen.insert(call.name()) {
            return false;
        }
        let needs = call.needs();
        let mut program = directives(&needs);
        let (declarations, callee) = call.written(|index| call.source(index));
        program.push_str(&declarations);
        let has_result = self.overloads.iter().any(|overload| overload.result.is_some());
        program.push_str(if has_result { "fn f() {\n  _ = " } else { "fn f() {\n  " });
        let (line, column) = behind(&program);
        program.push_str(&callee);
        program.push_str(";\n}\n");
        let what = call.name();
        if let Some(rule) = self.broken_by_count(call) {
            self.family.add_broken(&what, needs, program, (rule, line, column));
        } else {
            let found = self.found(call).map(|code| (code, line, column));
            self.family.add(&what, needs, program, found);
        }
        true
    }

    /// The rule of a call whose number of arguments no overload takes. The components of vectors and matrices have rules of
    /// their own.
    fn broken_by_count(&self, call: &Call) -> Option<&'static Rule> {
        if self.overloads.iter().any(|overload| overload.parameters.len() == call.arguments.len()) {
            return None;
        }
        if self.function.value_operation() != Some(Operation::Construct) {
            return Some(self.function.rule);
        }
        let is_scalar = matches!(self.overloads.first()?.result, Some(TypePattern::Scalar(_)));
        is_scalar.then_some(rules::CTOR_SCALAR_ONE_ARG)
    }

    fn found(&self, call: &Call) -> Option<&'static Code> {
        let overloads = self.function.overloads(Edition::Current);
        if is_accepted(overloads, &call.template, &call.arguments) {
            return None;
        }
        Some(codes::TYPE_NO_MATCHING_OVERLOAD)
    }
}
