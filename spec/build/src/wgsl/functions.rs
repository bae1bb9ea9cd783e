//! Builtin functions, value constructors and operators as in the data files.

use std::collections::HashMap;

use crate::{Anchors, Rules, Source};
use serde::Deserialize;
use serde_yaml::Mapping;

use super::edition::Edition;
use super::extensions::Extensions;
use super::name_info::NameInfoRow;
use super::operation::FunctionOperation;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Entry {
    pub(crate) name: String,
    /// The token of an operator.
    pub(crate) operator: Option<String>,
    spec: String,
    #[serde(default)]
    pub(crate) attributes: Vec<Attribute>,
    /// The rule of a call that fits no overload, where it is not `builtin.fn.NAME`.
    rule: Option<String>,
    /// The rules of arguments that do not fit, by the name of the parameter, where they are not the rule of the call.
    #[serde(default)]
    mistakes: HashMap<String, String>,
    /// The rule of the compound assignment with an operator.
    assignment: Option<String>,
    /// The operation of a call, in words of [`FunctionOperation`].
    operation: Option<String>,
    #[serde(default)]
    stages: Vec<Stage>,
    /// The rule that a call in another stage breaks.
    stage_rule: Option<String>,
    #[serde(default)]
    pub(crate) uniformity: Uniformity,
    #[serde(default)]
    pub(crate) result_uniformity: ResultUniformity,
    /// The parameters whose arguments must be uniform, with the rule that says so.
    #[serde(default)]
    pub(crate) uniform_parameters: HashMap<String, String>,
    /// The access of a call to the memory that the pointer argument points to.
    pub(crate) accesses: Option<Access>,
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

#[derive(Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Attribute {
    Const,
    MustUse,
}

/// The stages whose entry points may reach a call, with their bits in a `StageSet`.
#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "lowercase")]
enum Stage {
    Vertex = 1,
    Fragment = 2,
    Compute = 4,
}

/// The variants of `UniformityRequirement`.
#[derive(Deserialize, Debug, Default)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Uniformity {
    #[default]
    None,
    Required,
    Derivative,
    Subgroup,
    #[serde(rename = "subgroup matrix")]
    SubgroupMatrix,
}

/// The variants of `ResultUniformity`.
#[derive(Deserialize, Debug, Default)]
pub(crate) enum ResultUniformity {
    #[default]
    OfArguments,
    #[serde(rename = "non-uniform")]
    NonUniform,
    #[serde(rename = "uniform in a subgroup")]
    UniformInSubgroup,
    #[serde(rename = "non-uniform from read_write textures")]
    NonUniformFromReadWriteTexture,
}

/// The variants of `AccessMode`.
#[derive(Deserialize, Debug, Clone, Copy)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Access {
    Read,
    Write,
    ReadWrite,
}

impl Entry {
    /// The bits of the stages; all of them where none is named.
    pub(crate) fn stages(&self) -> u8 {
        let named = self.stages.iter().fold(0, |bits, stage| bits | *stage as u8);
        if named == 0 { 7 } else { named }
    }
}

/// One row of an overload table.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Row {
    /// The rule of a row of an operator.
    rule: Option<String>,
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
    /// The rule of a call that fits no overload.
    pub(crate) rule: String,
    /// The rule of the compound assignment.
    pub(crate) assignment: String,
    pub(crate) is_const: bool,
    pub(crate) enable: String,
    pub(crate) language: String,
    /// The rule that a use without its extension breaks.
    pub(crate) needs: String,
    pub(crate) stage_rule: String,
}

pub(crate) struct Functions {
    pub(crate) list: Vec<Function>,
}

impl Functions {
    pub(crate) fn load(
        source: &Source,
        anchors: &Anchors,
        extensions: &Extensions,
        rules: &Rules,
    ) -> Result<Self, String> {
        let mut entries: Vec<(String, Entry)> = source.folder("builtins")?;
        let operators: Vec<Entry> = source.yaml("operators.yaml")?;
        entries.extend(operators.into_iter().map(|entry| ("operators.yaml".to_owned(), entry)));
        let mut list = Vec::new();
        for (file, entry) in entries {
            let anchor = anchors.expression(&entry.spec, &file, &entry.name)?;
            list.push(function(file, entry, anchor, extensions, rules)?);
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

    /// The position of a function or operator.
    pub(crate) fn position(&self, name: &str) -> Result<usize, String> {
        let found = self.list.iter().position(|function| function.entry.name == name);
        found.ok_or_else(|| format!("there is no function or operator `{name}`"))
    }

    /// The operation of a function or operator that computes a value.
    pub(crate) fn operation_of(&self, name: &str) -> Option<shader_numeric::Operation> {
        let function = self.list.iter().find(|function| function.entry.name == name)?;
        function.operation.as_ref().and_then(|(_, operation)| operation.value())
    }

    /// The meaning of a name that is a builtin function of the edition.
    pub(crate) fn meaning(&self, name: &str, edition: Edition) -> Option<NameInfoRow> {
        let index = self.index(name).ok()?;
        let function = &self.list[index];
        let entry = &function.entry;
        let is_there = match edition {
            Edition::Current => !entry.current.is_empty() || !entry.proposed.is_empty(),
            Edition::Draft2022 => !entry.draft_2022.is_empty(),
        };
        is_there.then(|| NameInfoRow {
            predeclared: format!("Function(FunctionId({index}))"),
            enable: function.enable.clone(),
            language: function.language.clone(),
            needs: function.needs.clone(),
        })
    }
}

impl Function {
    /// The rule of a row.
    pub(crate) fn row_rule(&self, row: &Row, rules: &Rules) -> Result<String, String> {
        row.rule.as_ref().map_or_else(|| Ok(self.rule.clone()), |rule| rules.enforced(rule))
    }

    /// The rule of an argument that does not fit a parameter.
    pub(crate) fn mistake(&self, parameter: &str, row_rule: &str, rules: &Rules) -> Result<String, String> {
        self.own_mistake(parameter).map_or_else(|| Ok(row_rule.to_owned()), |rule| rules.enforced(rule))
    }

    /// The name of the rule of a parameter, if it has one of its own.
    pub(crate) fn own_mistake(&self, parameter: &str) -> Option<&str> {
        self.entry.mistakes.get(parameter).map(String::as_str)
    }
}

fn function(
    file: String,
    entry: Entry,
    anchor: String,
    extensions: &Extensions,
    rules: &Rules,
) -> Result<Function, String> {
    let fail = |what: &str| Err(format!("{file}: {}: {what}", entry.name));
    let is_const = entry.operator.is_some() || entry.attributes.contains(&Attribute::Const);
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
    if entry.stages.is_empty() != entry.stage_rule.is_none() {
        return fail("a function has a rule of stages where it has stages");
    }
    let stage_rule = rules.optional(entry.stage_rule.as_ref())?;
    let named = entry.rule.clone().or_else(|| entry.current.first().and_then(|row| row.rule.clone()));
    let rule = rules.enforced(&named.unwrap_or_else(|| format!("builtin.fn.{}", entry.name)));
    let unknown = |error: String| format!("{file}: {}: {error}", entry.name);
    Ok(Function {
        rule: rule.map_err(unknown)?,
        assignment: rules.optional(entry.assignment.as_ref())?,
        anchor,
        operation,
        is_const,
        enable: extensions.enable(entry.enable.as_ref())?,
        language: extensions.language(entry.language.as_ref())?,
        needs: extensions.needed_by_function(entry.enable.as_ref(), entry.language.as_ref()),
        stage_rule,
        file,
        entry,
    })
}
