//! The overload tables and the operators as Rust.

use std::fmt::Write as _;

use crate::{Names, Rules, literal, method, names_of_variants, numbered, upper_snake};

use super::functions::{Attribute, Entry, Function, Functions, Row};
use super::operation::FunctionOperation;
use super::pattern::{ScalarReference, Variable, Variables, texture_kind};
use super::signature::{Signature, Type};

pub(crate) fn generate(functions: &Functions, names: &Names, rules: &Rules) -> Result<String, String> {
    let mut text = String::from(
        "mod table {\n    use super::{ConstRange, Condition, Function, KnownRange, Overload, Parameter, ResultUniformity, UniformityRequirement};\n    use crate::operation::{\n        AtomicFunction, BarrierFunction, DerivativeFunction, FunctionOperation, SubgroupFunction, TextureFunction,\n    };\n    use crate::{AddressSpace, StageSet, TypeClass, TypePattern};\n    use shader_numeric::Operation;\n    use crate::{\n        AccessMode, AccessPattern, ComponentPattern, ComponentSet, ComponentVariable, LengthPattern, MatrixRole, Scalar, \
         ScalarPattern, ScalarSet, ScalarVariable, SizePattern, SizeVariable,\n        SpacePattern, TextureKind, \
         TypeVariable,\n    };\n\n",
    );
    let _ = writeln!(text, "    pub(super) static FUNCTIONS: [Function; {}] = [", functions.list.len());
    for function in &functions.list {
        text.push_str(&function_row(function, names, rules)?);
    }
    text.push_str("    ];\n}\nuse table::FUNCTIONS;\n\n");
    identifiers(&mut text, functions)?;
    operators(&mut text, functions);
    Ok(text)
}

fn function_row(function: &Function, names: &Names, rules: &Rules) -> Result<String, String> {
    let entry = &function.entry;
    let symbol = match entry.operator {
        Some(_) => "None".to_owned(),
        None => format!("Some({})", names.symbol(&entry.name)?),
    };
    let operation = match &function.operation {
        Some((words, operation)) => format!("Some(FunctionOperation::{})", variant(words, *operation)),
        None => "None".to_owned(),
    };
    let mut text = format!(
        "        Function {{\n            name: {}, symbol: {symbol}, section: {}, rule: {}, assignment: {}, is_const: {}, must_use: {},\n            \
         stages: StageSet({}), uniformity: UniformityRequirement::{:?}, result_uniformity: ResultUniformity::{:?},\n            \
         accesses: {}, enable: {}, language: {}, stage_rule: {}, operation: {operation},\n",
        literal(entry.operator.as_ref().unwrap_or(&entry.name)),
        function.anchor,
        function.rule,
        function.assignment,
        function.is_const,
        entry.operator.is_some() || entry.attributes.contains(&Attribute::MustUse),
        entry.stages(),
        entry.uniformity,
        entry.result_uniformity,
        entry.accesses.map_or("None".to_owned(), |mode| format!("Some(AccessMode::{mode:?})")),
        function.enable,
        function.language,
        function.stage_rule
    );
    let current: Vec<&Row> =
        [&entry.current, &entry.zero_value, &entry.proposed].into_iter().flatten().collect();
    for (field, rows) in [("current", current), ("draft_2022", entry.draft_2022.iter().collect())] {
        let _ = writeln!(text, "            {field}: &[");
        for row in rows {
            let overloads = overload_rows(function, row, rules)
                .map_err(|error| format!("{}: {}: {}: {error}", function.file, entry.name, row.signature))?;
            for overload in overloads {
                let _ = writeln!(text, "                {overload},");
            }
        }
        text.push_str("            ],\n");
    }
    text.push_str("        },\n");
    Ok(text)
}

/// A variant of [`FunctionOperation`] as Rust.
fn variant(words: &str, operation: FunctionOperation) -> String {
    match (words.split_once('.'), operation.value()) {
        (Some((group, word)), _) => format!("{group}({group}Function::{word})"),
        (None, Some(operation)) => format!("Value(Operation::{})", operation.identifier()),
        (None, None) => words.to_owned(),
    }
}

/// The overloads of one row: a variable for several textures makes one overload for each.
fn overload_rows(function: &Function, row: &Row, rules: &Rules) -> Result<Vec<String>, String> {
    let signature = Signature::parse(&row.signature)?;
    let mut clauses = Vec::new();
    for (name, clause) in &row.clauses {
        let name = name.as_str().ok_or("the name of a variable is not a string")?;
        clauses.push((name, clause.as_str().ok_or("a clause is not a string")?));
    }
    let several = clauses.iter().find(|(_, clause)| clause.contains('|') && clause.contains("texture_"));
    let Some((variable, clause)) = several.copied() else {
        return Ok(vec![overload(function, row, &signature, &clauses, rules)?]);
    };
    clauses.retain(|(name, _)| *name != variable);
    let mut overloads = Vec::new();
    for alternative in clause.split('|') {
        let alternative = Type::parse(alternative.trim())?;
        let mut used = clauses.clone();
        used.retain(|(name, _)| mentions(&alternative, name) || signature_mentions(&signature, name));
        overloads.push(overload(function, row, &signature.substitute(variable, &alternative), &used, rules)?);
    }
    Ok(overloads)
}

fn mentions(ty: &Type, name: &str) -> bool {
    ty.name == name || ty.arguments.iter().any(|argument| mentions(argument, name))
}

fn signature_mentions(signature: &Signature, name: &str) -> bool {
    let parameters = signature.parameters.iter().map(|(_, ty)| ty);
    signature.template.iter().chain(parameters).chain(&signature.result).any(|ty| mentions(ty, name))
}

fn overload(
    function: &Function,
    row: &Row,
    written: &Signature,
    clauses: &[(&str, &str)],
    rules: &Rules,
) -> Result<String, String> {
    let entry = &function.entry;
    let mut variables = Variables::default();
    let mut signature = written.clone();
    for (name, clause) in clauses {
        match single_type(clause) {
            Some(ty) => signature = signature.substitute(name, &ty),
            None => variables.define(name, clause)?,
        }
    }
    let rule = function.row_rule(row, rules)?;
    let template = patterns(&mut variables, signature.template.iter())?;
    let mut parameters = String::new();
    for (name, ty) in &signature.parameters {
        let const_range = row.const_range.get(name).map(|range| const_range(function, name, *range, rules));
        let uniform_by = entry.uniform_parameters.get(name).map(|rule| rules.enforced(rule));
        let known_range = row.known_range.get(name).map(|range| known_range(entry, name, *range, rules));
        let _ = write!(
            parameters,
            "Parameter {{ name: {}, pattern: {}, const_range: {}, known_range: {}, \
             uniform_by: {}, wanted: {}, mistake: {} }}, ",
            literal(name),
            variables.pattern(ty)?,
            option(const_range.transpose()?),
            option(known_range.transpose()?),
            option(uniform_by.transpose()?),
            option(is_written_out(ty, clauses).then(|| literal(&ty.text()))),
            function.mistake(name, &rule, rules)?
        );
    }
    let result = match &signature.result {
        Some(ty) => format!("Some({})", variables.pattern(ty)?),
        None => "None".to_owned(),
    };
    let conditions = row.conditions.iter().map(|it| condition(it, &variables));
    let (conditions, sentences): (Vec<String>, Vec<String>) =
        conditions.collect::<Result<Vec<_>, _>>()?.into_iter().unzip();
    let clauses = clauses.iter().map(|(name, clause)| constraint(name, clause));
    let constraints: Vec<String> = clauses.chain(sentences).collect();
    let text = match &entry.operator {
        Some(operator) => written.operator_text(operator),
        None => written.call_text(&entry.name),
    };
    let sets: Vec<String> = variables.scalar_sets.iter().map(|set| format!("ScalarSet({set})")).collect();
    let types: Vec<String> =
        variables.type_classes.iter().map(|class| format!("TypeClass::{class}")).collect();
    let spaces: Vec<String> = variables.spaces.iter().map(|space| format!("AddressSpace::{space}")).collect();
    Ok(format!(
        "Overload {{ signature: {}, rule: {rule}, is_proposed: {}, constraints: {}, template: &[{template}], parameters: &[{parameters}], \
         result: {result}, scalars: &[{}], types: &[{}], spaces: &[{}], conditions: &[{}] }}",
        literal(&text),
        entry.proposed.iter().any(|proposed| core::ptr::eq(proposed, row)),
        literal(&constraints.join("; ")),
        sets.join(", "),
        types.join(", "),
        spaces.join(", "),
        conditions.join(", ")
    ))
}

/// Returns true if a type has no variable in it.
fn is_written_out(ty: &Type, clauses: &[(&str, &str)]) -> bool {
    let is_variable = clauses.iter().any(|(name, _)| ty.name == *name);
    let has_size = (ty.name.starts_with("vec") || ty.name.starts_with("mat"))
        && ty.name.contains(|character: char| character.is_ascii_uppercase());
    !is_variable && !has_size && ty.arguments.iter().all(|argument| is_written_out(argument, clauses))
}

fn option(expression: Option<String>) -> String {
    expression.map_or_else(|| "None".to_owned(), |expression| format!("Some({expression})"))
}

/// The range of an argument that must be a const-expression. The rule `FUNCTION.PARAMETER.const` requires that, or the
/// one of the column `mistakes`; it requires the range as well where there is no rule `FUNCTION.PARAMETER.range`.
fn const_range(
    function: &Function,
    parameter: &str,
    (low, high): (i32, i32),
    rules: &Rules,
) -> Result<String, String> {
    let name = &function.entry.name;
    let not_const = rules
        .enforced(&format!("{name}.{parameter}.const"))
        .or_else(|error| function.own_mistake(parameter).map_or(Err(error), |rule| rules.enforced(rule)))?;
    let outside = rules.enforced(&format!("{name}.{parameter}.range")).unwrap_or_else(|_| not_const.clone());
    Ok(format!("&ConstRange {{ low: {low}, high: {high}, not_const: {not_const}, outside: {outside} }}"))
}

/// The range of an argument as far as it is known: `FUNCTION.PARAMETER.range.const` and `FUNCTION.PARAMETER.range.override`.
fn known_range(
    entry: &Entry,
    parameter: &str,
    (low, high): (i32, i32),
    rules: &Rules,
) -> Result<String, String> {
    let outside = rules.staged(&format!("{}.{parameter}.range", entry.name))?;
    Ok(format!("&KnownRange {{ low: {low}, high: {high}, outside: {outside} }}"))
}

fn patterns<'a>(variables: &mut Variables, types: impl Iterator<Item = &'a Type>) -> Result<String, String> {
    let list: Vec<String> = types.map(|ty| variables.pattern(ty)).collect::<Result<_, _>>()?;
    Ok(list.join(", "))
}

/// The type in a clause that makes a variable an abbreviation for it.
fn single_type(clause: &str) -> Option<Type> {
    if clause.contains('|') || clause.contains(' ') {
        return None;
    }
    let parsed = Type::parse(clause).ok()?;
    let known = parsed.name.starts_with("vec")
        || parsed.name.starts_with("mat")
        || texture_kind(&parsed.name).is_some()
        || super::conversions::scalar_variant(&parsed.name).is_some();
    known.then_some(parsed)
}

/// A condition as Rust, and in words for messages.
fn condition(text: &str, variables: &Variables) -> Result<(String, String), String> {
    let (condition, words) = match text {
        "result differs from argument" => ("ResultDiffersFromArgument".to_owned(), "T is not S".to_owned()),
        "viewed type fits address space" => (
            "ViewedTypeFitsSpace".to_owned(),
            "T holds no atomic and no buffer and obeys the layout constraints of AS".to_owned(),
        ),
        other => {
            let pair =
                other.strip_prefix("both abstract or neither: ").and_then(|pair| pair.split_once(", "));
            let (left, right) = pair.ok_or_else(|| format!("`{other}` is not a condition"))?;
            let index = |name: &str| match variables.get(name) {
                Some(
                    Variable::Scalar(ScalarReference::Variable(index))
                    | Variable::ScalarOrVector(_, ScalarReference::Variable(index)),
                ) => Ok(*index),
                _ => Err(format!("`{name}` has no scalar variable")),
            };
            (
                format!("AbstractTogether({}, {})", index(left)?, index(right)?),
                format!("{left} and {right} are both abstract or both concrete"),
            )
        }
    };
    Ok((format!("Condition::{condition}"), words))
}

fn constraint(name: &str, clause: &str) -> String {
    let clause = clause.strip_prefix("component ").unwrap_or(clause);
    let alternatives: Vec<&str> = clause.split('|').map(str::trim).collect();
    match alternatives.as_slice() {
        ["channel type of F"] => format!("{name} is the channel type of F"),
        ["access mode" | "runtime-sized array element"] => match clause {
            "access mode" => format!("{name} is an access mode"),
            _ => format!("{name} is an element type of a runtime-sized array"),
        },
        ["concrete constructible"] => format!("{name} is a concrete constructible type"),
        ["constructible" | "host-shareable"] => format!("{name} is a {clause} type"),
        ["host-shareable runtime-sized"] => {
            format!("{name} is a host-shareable type that is, or ends in, a runtime-sized array")
        }
        [one] if one.starts_with("scalar of ") => format!("{name} is the {one}"),
        [one] if one.contains(' ') || *one == "scalar" => format!("{name} is a {one}"),
        [one] => format!("{name} is {one}"),
        [first, second] => format!("{name} is {first} or {second}"),
        [most @ .., last] => format!("{name} is {}, or {last}", most.join(", ")),
        [] => String::new(),
    }
}

fn identifiers(text: &mut String, functions: &Functions) -> Result<(), String> {
    numbered(text, "FunctionId", "Function", "FUNCTIONS", functions.list.len());
    text.push_str("impl FunctionId {\n");
    let mut seen = Vec::new();
    for (index, function) in functions.list.iter().enumerate() {
        // `ALL` would clash with the list.
        let constant = match upper_snake(&pascal_or_name(function)).as_str() {
            "ALL" => "ALL_COMPONENTS".to_owned(),
            other => other.to_owned(),
        };
        if seen.contains(&constant) {
            return Err(format!("two functions have the constant {constant}"));
        }
        let shown = function.entry.operator.as_ref().unwrap_or(&function.entry.name);
        let _ = writeln!(text, "    /// `{shown}`\n    pub const {constant}: Self = Self({index});");
        seen.push(constant);
    }
    text.push_str("}\n\n");
    Ok(())
}

/// Functions of 2022 that are operators now (`shiftLeft`) would share the constant of the operator.
fn pascal_or_name(function: &Function) -> String {
    let entry = &function.entry;
    let named_like_operator =
        entry.operator.is_none() && entry.current.is_empty() && entry.proposed.is_empty();
    if named_like_operator { format!("{}Function", entry.name) } else { entry.name.clone() }
}

fn operators(text: &mut String, functions: &Functions) {
    text.push_str("/// A binary operator.\n#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]\n#[repr(u8)]\npub enum Operator {\n");
    let is_binary = |function: &Function| {
        let entry = &function.entry;
        entry.operator.is_some() && entry.current.iter().all(|row| row.signature.contains(", "))
    };
    let binary = functions.list.iter().enumerate().filter(|(_, function)| is_binary(function));
    let binary: Vec<(usize, &Function)> = binary.collect();
    for (_, function) in &binary {
        let _ = writeln!(text, "    /// `{}`\n    {},", token(function), function.entry.name);
    }
    text.push_str("}\n\n");
    let named = binary.iter().map(|(_, function)| (function.entry.name.clone(), token(function)));
    names_of_variants(text, "Operator", named);
    let ids =
        binary.iter().map(|(index, function)| (function.entry.name.clone(), format!("FunctionId({index})")));
    method(text, "Operator", "The entry with its overloads.", "function(self) -> FunctionId", ids);
    let operations = binary.iter().map(|(_, function)| {
        let operation = function.operation.as_ref().and_then(|(_, operation)| operation.value());
        let name = operation.map_or("", shader_numeric::Operation::identifier);
        (function.entry.name.clone(), format!("shader_numeric::Operation::{name}"))
    });
    method(text, "Operator", "The operation.", "operation(self) -> shader_numeric::Operation", operations);
}

fn token(function: &Function) -> &str {
    function.entry.operator.as_deref().unwrap_or_default()
}
