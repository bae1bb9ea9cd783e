//! Calls of builtin functions and value constructors: every overload with arguments of its types, with abstract arguments that
//! convert to them, and with each argument in turn of another type.

use super::argument::{Argument, Source};
use super::family::{Family, behind, directives};
use super::overload::{is_accepted, is_known, substitutions};
use shader_numeric::{Domain, Operation};
use std::collections::HashSet;
use wgsl_spec::{Code, Edition, EnforcedRule, Function, FunctionId, Overload, Scalar, TypePattern, rules};
use wgsl_validator::needs::Extension;

/// The cases of all functions.
pub(super) fn families() -> Vec<Family> {
    let ids = FunctionId::ALL.into_iter();
    ids.filter(|id| id.get().symbol.is_some() && !is_proposed(id.get())).map(family).collect()
}

fn is_proposed(function: &Function) -> bool {
    function.enable.is_some_and(wgsl_spec::EnableExtension::is_proposed)
        || function.language.is_some_and(wgsl_spec::LanguageExtension::is_proposed)
}

/// The values of size variables: of the first one of an overload, and of the others.
const SIZES: [(u8, u8); 6] = [(1, 1), (2, 2), (3, 3), (4, 4), (2, 3), (4, 2)];

/// A call under construction.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Call {
    template: Vec<Argument>,
    arguments: Vec<Argument>,
}

struct Calls {
    function: &'static Function,
    overloads: Vec<&'static Overload>,
    family: Family,
    seen: HashSet<Call>,
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
    let rules = vec![function.rule.rule()];
    let family = Family::new("calls", function.name, about, function.anchor, rules);
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
        for substitution in substitutions(overload) {
            for sizes in SIZES {
                let mut substitution = substitution.clone();
                let mut of = |pattern: &TypePattern| substitution.argument(pattern, sizes);
                let template: Option<Vec<Argument>> = overload.template.iter().map(&mut of).collect();
                let patterns = overload.parameters.iter().map(|parameter| &parameter.pattern);
                let arguments: Option<Vec<Argument>> = patterns.map(of).collect();
                if let (Some(template), Some(arguments)) = (template, arguments) {
                    self.call(Call { template, arguments });
                }
            }
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
        if !self.seen.insert(call.clone()) {
            return false;
        }
        let needs = self.needs(call);
        let mut program = directives(&needs);
        let first_value = self.first_value();
        let mut expressions = Vec::new();
        for (index, argument) in call.arguments.iter().enumerate() {
            let source = self.source(index);
            program.push_str(&argument.declaration(index, source));
            // Values grow from one argument to the next: `clamp` and `smoothstep` want that of their bounds.
            let value = if source == Source::Constant { 1 } else { first_value + index as i32 };
            expressions.push(argument.expression(index, source, value));
        }
        let template: Vec<String> = call.template.iter().map(|ty| ty.type_name()).collect();
        let template = if template.is_empty() { String::new() } else { format!("<{}>", template.join(", ")) };
        let callee = format!("{}{template}({})", self.function.name, expressions.join(", "));
        let has_result = self.overloads.iter().any(|overload| overload.result.is_some());
        program.push_str(if has_result { "fn f() {\n  _ = " } else { "fn f() {\n  " });
        let (line, column) = behind(&program);
        program.push_str(&callee);
        program.push_str(";\n}\n");
        let types: Vec<String> = call.arguments.iter().map(|argument| argument.type_name()).collect();
        let what = format!("{template}{}", types.join(", "));
        if let Some(rule) = self.broken_by_count(call) {
            self.family.add_broken(&what, needs, program, (rule, line, column));
        } else {
            let found = self.found(call).map(|code| (code, line, column));
            self.family.add(&what, needs, program, found);
        }
        true
    }

    /// A number in the domain of the function.
    fn first_value(&self) -> i32 {
        match self.function.value_operation().and_then(Operation::domain) {
            Some(Domain { least, greatest }) if greatest.is_finite() => f64::midpoint(least, greatest) as i32,
            _ => 1,
        }
    }

    /// The rule of a call whose number of arguments no overload takes. The components of vectors and matrices have rules of
    /// their own.
    fn broken_by_count(&self, call: &Call) -> Option<EnforcedRule> {
        if self.overloads.iter().any(|overload| overload.parameters.len() == call.arguments.len()) {
            return None;
        }
        if self.function.value_operation() != Some(Operation::Construct) {
            return Some(self.function.rule);
        }
        let is_scalar = matches!(self.overloads.first()?.result, Some(TypePattern::Scalar(_)));
        is_scalar.then_some(rules::CTOR_SCALAR_ONE_ARG)
    }

    fn found(&self, call: &Call) -> Option<Code> {
        let overloads = self.function.overloads(Edition::Current);
        if is_accepted(overloads, &call.template, &call.arguments) {
            return None;
        }
        Some(Code::TypeNoMatchingOverload)
    }

    /// Offsets and similar arguments must be const-expressions; arguments that must be uniform may be.
    fn source(&self, index: usize) -> Source {
        let is_constant = self.overloads.iter().any(|overload| {
            let parameter = overload.parameters.get(index);
            parameter
                .is_some_and(|parameter| parameter.const_range.is_some() || parameter.uniform_by.is_some())
        });
        if is_constant { Source::Constant } else { Source::Variable }
    }

    fn needs(&self, call: &Call) -> Vec<Extension> {
        let mut needs: Vec<Extension> = self.function.enable.map(Extension::Enable).into_iter().collect();
        needs.extend(self.function.language.map(Extension::Language));
        let mut types = call.template.iter().chain(&call.arguments);
        let f16 = Extension::Enable(wgsl_spec::EnableExtension::F16);
        if !needs.contains(&f16) && types.clone().any(|ty| ty.needs_f16()) {
            needs.push(f16);
        }
        if types.any(|ty| ty.needs_readable_storage()) {
            needs
                .push(Extension::Language(wgsl_spec::LanguageExtension::ReadonlyAndReadwriteStorageTextures));
        }
        needs
    }
}
