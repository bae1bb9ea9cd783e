//! Plans: which function of the host a run calls, and with which arguments.
//!
//! A plan is a text in YAML with the name of a function in `call`, and values in `arguments` by the names of the parameters: a number, a list
//! of numbers for the elements of a `std::vector`, view or pointer, or a table with one of `elements`, `f32`, `i32`, `file` and `count`, and the
//! `extent` of a view.

use crate::argument::{Kind, Parameter, parameters};
use crate::functions::{self, Names};
use crate::value::{Value, ValueError};
use crate::{Argument, skeleton};
use core::fmt;
use msl_validator::amp::Program;
use msl_validator::meaning::Module;
use msl_validator::types::TypeId;
use serde::Deserialize;
use serde::de::{Deserializer, Error as _, MapAccess, Visitor};
use std::collections::BTreeMap;
use std::path::Path;

/// A plan.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// The name of the function, with as many of its namespaces and template arguments as it takes to choose one: `blur`,
    /// `filters::blur<float>`.
    pub call: String,
    /// Values by the names of the parameters.
    #[serde(default, deserialize_with = "unique")]
    pub arguments: BTreeMap<String, Value>,
}

/// Reads arguments, of which no two have one name: YAML demands it, and a value that is dropped is a mistake of the plan.
fn unique<'de, D: Deserializer<'de>>(deserializer: D) -> Result<BTreeMap<String, Value>, D::Error> {
    struct Arguments;
    impl<'de> Visitor<'de> for Arguments {
        type Value = BTreeMap<String, Value>;

        fn expecting(&self, output: &mut fmt::Formatter<'_>) -> fmt::Result {
            output.write_str("values by the names of the parameters")
        }

        fn visit_map<M: MapAccess<'de>>(self, mut entries: M) -> Result<Self::Value, M::Error> {
            let mut arguments = BTreeMap::new();
            while let Some(name) = entries.next_key::<String>()? {
                if arguments.contains_key(&name) {
                    return Err(M::Error::custom(format!("`{name}` has two values")));
                }
                let value = entries.next_value()?;
                arguments.insert(name, value);
            }
            Ok(arguments)
        }

        // `arguments:` without any.
        fn visit_unit<E>(self) -> Result<Self::Value, E> {
            Ok(BTreeMap::new())
        }
    }
    deserializer.deserialize_any(Arguments)
}

/// Reads the file of a path in a plan. The error is a reason, without a full stop.
pub type ReadFile<'a> = &'a dyn Fn(&Path) -> Result<Vec<u8>, String>;

/// The reason why a plan can't be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlanError {
    /// It is not YAML, or has other keys: a sentence without a full stop.
    Form(String),
    /// The program has no function of this name with a body. These functions launch kernels.
    UnknownFunction(String, Vec<String>),
    /// Several functions have this name, and parameters with the names of the arguments; these are their full names.
    SeveralFunctions(String, Vec<String>),
    /// The function has no parameter of this name.
    UnknownParameter(String, String),
    /// The type of this parameter has no size, so that it has no values.
    NoSize(String),
    /// This parameter has no value in the plan.
    Missing(String),
    /// The value of this parameter can't be used.
    Value(String, ValueError),
}

impl Plan {
    /// Reads a plan.
    ///
    /// # Errors
    /// It is not YAML, or has keys that plans don't have.
    pub fn read(text: &str) -> Result<Self, PlanError> {
        serde_yaml::from_str(text).map_err(|error| PlanError::Form(error.to_string()))
    }

    /// The function that the plan calls: the number of its instance. Of several with its name, it is the one whose parameters have the names of the
    /// arguments.
    ///
    /// # Errors
    /// The program has no such function, or several with these parameters.
    pub fn function(&self, program: &Program) -> Result<usize, PlanError> {
        let module = &program.module;
        let names = Names::new(module);
        let own = functions::own(program);
        let called: Vec<usize> = own.filter(|number| names.is_named(*number, &self.call)).collect();
        let fitting: Vec<usize> =
            called.iter().copied().filter(|number| self.fits(module, *number)).collect();
        match (called.as_slice(), fitting.as_slice()) {
            ([], _) => {
                let launching = functions::launching(program).into_iter();
                let known = launching.map(|number| names.full(number)).collect();
                Err(PlanError::UnknownFunction(self.call.clone(), known))
            }
            (_, [only]) => Ok(*only),
            // The mistake is in the arguments of the first.
            ([first, ..], []) => Ok(*first),
            (_, several) => {
                let full = several.iter().map(|number| names.full(*number)).collect();
                Err(PlanError::SeveralFunctions(self.call.clone(), full))
            }
        }
    }

    /// Returns true if a function has parameters with the names of the arguments, and no others that need a value.
    fn fits(&self, module: &Module, instance: usize) -> bool {
        let parameters = parameters(module, instance);
        let is_given = |parameter: &Parameter| self.arguments.contains_key(&parameter.name);
        let needs_none = |parameter: &Parameter| matches!(parameter.kind, Some(Kind::Object(ty, _)) if is_empty_class(module, ty));
        let is_known = |name: &String| parameters.iter().any(|parameter| parameter.name == *name);
        self.arguments.keys().all(is_known)
            && parameters.iter().all(|parameter| is_given(parameter) || needs_none(parameter))
    }

    /// The values of the parameters of a function: the instance with this number.
    ///
    /// # Errors
    /// A value is missing, or does not fit its parameter.
    pub fn arguments(
        &self,
        module: &Module,
        instance: usize,
        read_file: ReadFile<'_>,
    ) -> Result<Vec<Argument>, PlanError> {
        let parameters = parameters(module, instance);
        let is_unknown = |given: &&String| !parameters.iter().any(|parameter| parameter.name == **given);
        if let Some(unknown) = self.arguments.keys().find(is_unknown) {
            return Err(PlanError::UnknownParameter(self.call.clone(), unknown.clone()));
        }
        parameters.iter().map(|parameter| self.argument(module, parameter, read_file)).collect()
    }

    fn argument(
        &self,
        module: &Module,
        parameter: &Parameter,
        read_file: ReadFile<'_>,
    ) -> Result<Argument, PlanError> {
        let name = &parameter.name;
        let kind = parameter.kind.ok_or_else(|| PlanError::NoSize(name.clone()))?;
        match (self.arguments.get(name), kind) {
            (Some(value), _) => value
                .argument(module, kind, read_file)
                .map_err(|reason| PlanError::Value(name.clone(), reason)),
            // A class without members, such as a view of an accelerator, has one value.
            (None, Kind::Object(ty, size)) if is_empty_class(module, ty) => {
                Ok(Argument::Object(vec![0; size as usize]))
            }
            (None, _) => Err(PlanError::Missing(name.clone())),
        }
    }
}

/// Returns true for a class whose objects have no members.
pub(crate) fn is_empty_class(module: &Module, ty: TypeId) -> bool {
    let structure = module.types.structure_number(ty);
    structure.is_some_and(|number| module.types.structure(number).members.is_empty())
}

impl fmt::Display for PlanError {
    fn fmt(&self, output: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Form(message) => output.write_str(message),
            Self::UnknownFunction(name, launching) => {
                write!(output, "no function `{name}` with a body")?;
                if launching.is_empty() {
                    return Ok(());
                }
                write!(output, "; functions that launch kernels: `{}`", launching.join("`, `"))
            }
            Self::SeveralFunctions(name, full) => {
                write!(
                    output,
                    "several functions `{name}` have parameters with the names of these arguments: "
                )?;
                let is_told_apart =
                    full.iter().enumerate().all(|(index, name)| !full[..index].contains(name));
                if is_told_apart {
                    write!(output, "name `{}`", full.join("` or `"))
                } else {
                    output.write_str("rename one of them")
                }
            }
            Self::UnknownParameter(function, name) => {
                write!(output, "`{function}` has no parameter `{name}`")
            }
            Self::NoSize(name) => write!(output, "the type of `{name}` has no size"),
            Self::Missing(name) => write!(output, "expected a value for the parameter `{name}`, found none"),
            Self::Value(name, ValueError::Placeholder) => {
                write!(output, "replace `{}` by a value of `{name}`", skeleton::PLACEHOLDER)
            }
            Self::Value(name, reason) => write!(output, "`{name}`: {reason}"),
        }
    }
}

impl core::error::Error for PlanError {}
