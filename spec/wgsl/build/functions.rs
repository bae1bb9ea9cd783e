//! Builtin functions, value constructors and operators as in the data files.

use std::collections::HashMap;

use serde::Deserialize;
use serde_yaml::Mapping;
use spec_build::{Anchors, Source};

use crate::edition::Edition;
use crate::extensions::Extensions;
use crate::meaning::Meaning;
use crate::operation::FunctionOperation;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Entry {
    pub(crate) name: String,
    /// The token of an operator.
    pub(crate) operator: Option<String>,
    spec: String,
    #[serde(default)]
    attributes: Vec<String>,
    /// The operation of a call, in words of [`FunctionOperation`].
    operation: Option<String>,
    #[serde(default)]
    stages: Vec<String>,
    #[serde(default)]
    uniformity: Option<String>,
    #[serde(default)]
    result_uniformity: Option<String>,
    #[serde(default)]
    pub(crate) uniform_parameters: Vec<String>,
    /// The access of a call to the memory that the pointer argument points to.
    #[serde(default)]
    accesses: Option<String>,
    enable: Option<String>,
    language: Option<String>,
    #[serde(default)]
    pub(crate) current: Vec<Row>,
    /// The zero values of the type, current edition.
    #[serde(default)]
    pub(crate) zero_value: Vec<Row>,
    /// Rows of a proposed extension, current edition.
    #[serde(default)]
    pub(crate) proposed: Vec<Row>,
    #[serde(default)]
    pub(crate) draft_2022: Vec<Row>,
}

/// One row of an overload table.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Row {
    pub(crate) signature: String,
    #[serde(default, rename = "where")]
    pub(crate) clauses: Mapping,
    #[serde(default)]
    pub(crate) conditions: Vec<String>,
    /// Parameters whose argument must be a const-expression in a range.
    #[serde(default)]
    pub(crate) const_range: HashMap<String, (i32, i32)>,
    /// Parameters whose argument must lie in a range if it is known before execution.
    #[serde(default)]
    pub(crate) known_range: HashMap<String, (i32, i32)>,
}

/// An entry with its facts as Rust expressions.
pub(crate) struct Function {
    pub(crate) entry: Entry,
    pub(crate) file: String,
    pub(crate) anchor: String,
    /// The words and the operation.
    pub(crate) operation: Option<(String, FunctionOperation)>,
    pub(crate) is_const: bool,
    pub(crate) must_use: bool,
    pub(crate) stages: u8,
    pub(crate) uniformity: &'static str,
    pub(crate) result_uniformity: &'static str,
    pub(crate) accesses: &'static str,
    pub(crate) enable: String,
    pub(crate) language: String,
}

pub(crate) struct Functions {
    pub(crate) list: Vec<Function>,
}

impl Functions {
    pub(crate) fn load(source: &Source, anchors: &Anchors, extensions: &Extensions) -> Result<Self, String> {
        let mut entries: Vec<(String, Entry)> = source.folder("builtins")?;
        let operators: Vec<Entry> = source.yaml("operators.yaml")?;
        entries.extend(operators.into_iter().map(|entry| ("operators.yaml".to_owned(), entry)));
        let mut list = Vec::new();
        for (file, entry) in entries {
            let anchor = anchors.expression(&entry.spec, &file, &entry.name)?;
            list.push(function(file, entry, anchor, extensions)?);
        }
        Ok(Self { list })
    }

    /// The names of functions and constructors.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        let named = self.list.iter().filter(|function| function.entry.operator.is_none());
        named.map(|function| function.entry.name.as_str())
    }

    pub(crate) fn index(&self, name: &str) -> Result<usize, String> {
        self.list
            .iter()
            .position(|function| function.entry.name == name && function.entry.operator.is_none())
            .ok_or_else(|| format!("there is no builtin entry `{name}`"))
    }

    /// The operation of a function or operator that computes a value.
    pub(crate) fn operation_of(&self, name: &str) -> Option<shader_numeric::Operation> {
        let function = self.list.iter().find(|function| function.entry.name == name)?;
        function.operation.as_ref().and_then(|(_, operation)| operation.value())
    }

    /// The meaning of a name that is a builtin function of the edition.
    pub(crate) fn meaning(&self, name: &str, edition: Edition) -> Option<Meaning> {
        let index = self.index(name).ok()?;
        let function = &self.list[index];
        let entry = &function.entry;
        let is_there = match edition {
            Edition::Current => !entry.current.is_empty() || !entry.proposed.is_empty(),
            Edition::Draft2022 => !entry.draft_2022.is_empty(),
        };
        is_there.then(|| Meaning {
            predeclared: format!("Function(FunctionId({index}))"),
            enable: function.enable.clone(),
            language: function.language.clone(),
        })
    }
}

fn function(file: String, entry: Entry, anchor: String, extensions: &Extensions) -> Result<Function, String> {
    let fail = |what: &str| Err(format!("{file}: {}: {what}", entry.name));
    let mut stages = 0;
    for stage in &entry.stages {
        stages |= match stage.as_str() {
            "vertex" => 1,
            "fragment" => 2,
            "compute" => 4,
            _ => return fail("an unknown stage"),
        };
    }
    let uniformity = match entry.uniformity.as_deref() {
        None => "None",
        Some("required") => "Required",
        Some("derivative") => "Derivative",
        Some("subgroup") => "Subgroup",
        Some("subgroup matrix") => "SubgroupMatrix",
        Some(_) => return fail("an unknown uniformity requirement"),
    };
    let result_uniformity = match entry.result_uniformity.as_deref() {
        None => "OfArguments",
        Some("non-uniform") => "NonUniform",
        Some("uniform in a subgroup") => "UniformInSubgroup",
        Some("non-uniform from read_write textures") => "NonUniformFromReadWriteTexture",
        Some(_) => return fail("an unknown uniformity of the result"),
    };
    let accesses = match entry.accesses.as_deref() {
        None => "None",
        Some("read") => "Some(AccessMode::Read)",
        Some("write") => "Some(AccessMode::Write)",
        Some("read_write") => "Some(AccessMode::ReadWrite)",
        Some(_) => return fail("an unknown access of memory"),
    };
    if let Some(unknown) =
        entry.attributes.iter().find(|name| !["const", "must_use"].contains(&name.as_str()))
    {
        return fail(&format!("an unknown attribute {unknown}"));
    }
    let is_const = entry.operator.is_some() || entry.attributes.iter().any(|name| name == "const");
    let operation = match entry.operation.clone().map(|words| (FunctionOperation::named(&words), words)) {
        Some((Some(operation), words)) => Some((words, operation)),
        Some((None, words)) => return fail(&format!("an unknown operation `{words}`")),
        // Proposed functions are judged, not executed.
        None if entry.current.is_empty() && entry.draft_2022.is_empty() => None,
        None => return fail("no operation"),
    };
    let has_value = operation.as_ref().is_some_and(|(_, operation)| operation.value().is_some());
    if has_value != is_const {
        return fail("a function of values must be const, and no other function may be");
    }
    Ok(Function {
        anchor,
        operation,
        is_const,
        must_use: entry.operator.is_some() || entry.attributes.iter().any(|name| name == "must_use"),
        stages: if stages == 0 { 7 } else { stages },
        uniformity,
        result_uniformity,
        accesses,
        enable: extensions.enable(entry.enable.as_ref())?,
        language: extensions.language(entry.language.as_ref())?,
        file,
        entry,
    })
}
