//! A call of a builtin function or value constructor.

use super::argument::{Argument, Source};
use super::overload::substitutions;
use shader_numeric::{Domain, Operation};
use wgsl_spec::{Edition, EnableExtension, Function, LanguageExtension, Overload, TypePattern};
use wgsl_validator::needs::Extension;

/// The values of size variables: of the first one of an overload, and of the others.
const SIZES: [(u8, u8); 6] = [(1, 1), (2, 2), (3, 3), (4, 4), (2, 3), (4, 2)];

/// A call, by the types of its template parameters and arguments.
#[derive(Clone, Debug)]
pub(super) struct Call {
    pub(super) function: &'static Function,
    pub(super) template: Vec<Argument>,
    pub(super) arguments: Vec<Argument>,
}

impl Call {
    /// The calls with the types that an overload takes, some of them more than once.
    pub(super) fn all(function: &'static Function, overload: &Overload) -> Vec<Self> {
        let mut calls = Vec::new();
        for substitution in substitutions(overload) {
            for sizes in SIZES {
                let mut substitution = substitution.clone();
                let mut of = |pattern: &TypePattern| substitution.argument(pattern, sizes);
                let template: Option<Vec<Argument>> = overload.template.iter().map(&mut of).collect();
                let patterns = overload.parameters.iter().map(|parameter| &parameter.pattern);
                let arguments: Option<Vec<Argument>> = patterns.map(of).collect();
                if let (Some(template), Some(arguments)) = (template, arguments) {
                    calls.push(Self { function, template, arguments });
                }
            }
        }
        calls
    }

    /// The types of the arguments, behind the template list.
    pub(super) fn name(&self) -> String {
        let types: Vec<String> = self.arguments.iter().map(|argument| argument.type_name()).collect();
        format!("{}{}", self.template_list(), types.join(", "))
    }

    /// The declarations of arguments from these sources, and the call.
    pub(super) fn written(&self, source: impl Fn(usize) -> Source) -> (String, String) {
        let first_value = self.first_value();
        let mut declarations = String::new();
        let mut expressions = Vec::new();
        for (index, argument) in self.arguments.iter().enumerate() {
            let source = source(index);
            declarations.push_str(&argument.declaration(index, source));
            // Values grow from one argument to the next: `clamp` and `smoothstep` want that of their bounds. Const parameters of
            // other functions have small ranges.
            let is_small = source == Source::Constant && !self.function.is_const;
            let value = if is_small { 1 } else { first_value + index as i32 };
            expressions.push(argument.expression(index, source, value));
        }
        let list = self.template_list();
        (declarations, format!("{}{list}({})", self.function.name, expressions.join(", ")))
    }

    /// Offsets and similar arguments must be const-expressions; arguments that must be uniform may be.
    pub(super) fn source(&self, index: usize) -> Source {
        let is_constant = self.function.overloads(Edition::Current).iter().any(|overload| {
            let parameter = overload.parameters.get(index);
            parameter
                .is_some_and(|parameter| parameter.const_range.is_some() || parameter.uniform_by.is_some())
        });
        if is_constant { Source::Constant } else { Source::Variable }
    }

    fn template_list(&self) -> String {
        let types: Vec<String> = self.template.iter().map(|ty| ty.type_name()).collect();
        if types.is_empty() { String::new() } else { format!("<{}>", types.join(", ")) }
    }

    /// A number in the domain of the function.
    fn first_value(&self) -> i32 {
        match self.function.value_operation().and_then(Operation::domain) {
            Some(Domain { least, greatest }) if greatest.is_finite() => f64::midpoint(least, greatest) as i32,
            _ => 1,
        }
    }

    /// The extensions that it depends on.
    pub(super) fn needs(&self) -> Vec<Extension> {
        let mut needs: Vec<Extension> = self.function.enable.map(Extension::Enable).into_iter().collect();
        needs.extend(self.function.language.map(Extension::Language));
        let mut types = self.template.iter().chain(&self.arguments);
        let f16 = Extension::Enable(EnableExtension::F16);
        if !needs.contains(&f16) && types.clone().any(|ty| ty.needs_f16()) {
            needs.push(f16);
        }
        if types.any(|ty| ty.needs_readable_storage()) {
            needs.push(Extension::Language(LanguageExtension::ReadonlyAndReadwriteStorageTextures));
        }
        needs
    }
}
