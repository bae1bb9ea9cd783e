//! Limits on the size of programs, and the targets that programs are checked for.

use std::fmt::Write as _;

use crate::{Anchors, Rules, Source, literal, method, named_enumeration, pascal};
use serde::Deserialize;

use super::extensions::Extensions;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Limit {
    name: String,
    rule: String,
    spec: String,
    value: u32,
    draft_2022: Option<u32>,
    of: String,
    /// Whether the API rejects pipelines beyond it.
    #[serde(default)]
    api: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Target {
    name: String,
    about: String,
    enable: Vec<String>,
    language: Vec<String>,
    /// The targets whose common language extensions are available.
    #[serde(default)]
    common_to: Vec<String>,
    browser: Option<String>,
    /// The language extensions that it has without knowing their names.
    #[serde(default)]
    unnamed: Vec<String>,
    requested: Vec<String>,
    limits: Severity,
    #[serde(default)]
    lenient: Vec<Lenience>,
}

/// Rules that an engine does not enforce.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Lenience {
    about: String,
    rules: Vec<String>,
}

#[derive(Deserialize, PartialEq, Eq, Clone, Copy)]
#[serde(rename_all = "lowercase")]
enum Severity {
    Warned,
    Refused,
}

/// The enumeration of the limits.
pub(crate) fn limits(source: &Source, anchors: &Anchors, rules: &Rules) -> Result<String, String> {
    let limits: Vec<Limit> = source.yaml("limits.yaml")?;
    let names: Vec<&str> = limits.iter().map(|limit| limit.name.as_str()).collect();
    if let Some(twice) = (1..names.len()).find(|index| names[..*index].contains(&names[*index])) {
        return Err(format!("limits.yaml: {} appears twice", names[twice]));
    }
    let mut text = String::new();
    let about = "A limit on the size of programs. <https://www.w3.org/TR/WGSL/#limits>";
    named_enumeration(&mut text, "Limit", about, &names);
    let mut rows = Vec::new();
    for limit in &limits {
        let anchor = anchors.expression(&limit.spec, "limits.yaml", &limit.name)?;
        let row = format!(
            "LimitInfo {{ value: {}, draft_2022: {:?}, of: {}, is_of_api: {}, rule: {}, section: {anchor} }}",
            limit.value,
            limit.draft_2022,
            literal(&limit.of),
            limit.api,
            rules.enforced(&limit.rule)?,
        );
        rows.push((pascal(&limit.name), row));
    }
    method(&mut text, "Limit", "The data of the limit.", "info(self) -> LimitInfo", rows);
    Ok(text)
}

/// The table of the targets.
pub(crate) fn targets(source: &Source, extensions: &Extensions, rules: &Rules) -> Result<String, String> {
    let targets: Vec<Target> = source.yaml("targets.yaml")?;
    let mut text = format!("static TARGETS: [TargetRow; {}] = [\n", targets.len());
    for target in &targets {
        let fail = |message| format!("targets.yaml: {}: {message}", target.name);
        let mut has = target.language.clone();
        has.extend(common_language(&targets, &target.common_to, extensions).map_err(fail)?);
        let unnamed = extensions.set(&[], &target.unnamed, false).map_err(fail)?;
        has.extend(target.unnamed.clone());
        let available = extensions.set(&target.enable, &has, false).map_err(fail)?;
        let browser =
            target.browser.as_deref().map_or("None".to_owned(), |name| format!("Some({})", literal(name)));
        let (mut enable, mut language) = (target.requested.clone(), target.requested.clone());
        enable.retain(|name| name == "all" || extensions.is_enable(name));
        language.retain(|name| name == "all" || !extensions.is_enable(name));
        let on_request = extensions.set(&enable, &language, true).map_err(fail)?;
        let lenient = lenient(&target.lenient, rules).map_err(fail)?;
        let _ = writeln!(
            text,
            "    TargetRow {{ name: {}, browser: {browser}, about: {}, available: {available}, unnamed: {unnamed}, on_request: {on_request}, refuses_beyond_limits: {}, lenient: {lenient} }},",
            literal(&target.name),
            literal(&target.about),
            target.limits == Severity::Refused
        );
    }
    text.push_str("];\n");
    Ok(text)
}

/// The rules that an engine does not enforce, as an expression.
fn lenient(list: &[Lenience], rules: &Rules) -> Result<String, String> {
    let mut rows = Vec::new();
    for Lenience { about, rules: ids } in list {
        let ids: Result<Vec<String>, String> = ids.iter().map(|id| rules.enforced(id)).collect();
        rows.push(format!("Lenience {{ about: {}, rules: &[{}] }}", literal(about), ids?.join(", ")));
    }
    Ok(format!("&[{}]", rows.join(", ")))
}

/// The language extensions that all targets of these names have.
fn common_language(
    targets: &[Target],
    names: &[String],
    extensions: &Extensions,
) -> Result<Vec<String>, String> {
    let mut rows = Vec::new();
    for name in names {
        let row = targets.iter().find(|target| target.name == *name);
        rows.push(row.ok_or_else(|| format!("there is no target `{name}`"))?);
    }
    let has = |target: &Target, extension: &str| {
        target.language.iter().any(|own| own == extension)
            || target.language.iter().any(|own| own == "all") && extensions.is_specified(extension)
    };
    let all = extensions.names().filter(|name| !extensions.is_enable(name));
    let common = all.filter(|name| !rows.is_empty() && rows.iter().all(|row| has(row, name)));
    Ok(common.map(str::to_owned).collect())
}
