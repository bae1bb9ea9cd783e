//! The rules that diagnostic filters can name.

use crate::{Anchors, Names, Source, method, pascal};
use serde::Deserialize;

use super::enumeration::enumeration;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rule {
    name: String,
    spec: String,
    /// The severity of its findings where no filter sets one.
    severity: String,
}

pub(crate) struct DiagnosticRules {
    list: Vec<Rule>,
    anchors: Vec<String>,
}

impl DiagnosticRules {
    pub(crate) fn load(source: &Source, anchors: &Anchors) -> Result<Self, String> {
        let file = "diagnostic_rules.yaml";
        let list: Vec<Rule> = source.yaml(file)?;
        let anchors = list.iter().map(|rule| anchors.expression(&rule.spec, file, &rule.name));
        let anchors = anchors.collect::<Result<_, _>>()?;
        Ok(Self { list, anchors })
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.list.iter().map(|rule| rule.name.as_str())
    }

    pub(crate) fn generate(&self, names: &Names) -> Result<String, String> {
        let mut text = String::new();
        enumeration(
            &mut text,
            "DiagnosticRule",
            "A rule that diagnostic filters can name. <https://www.w3.org/TR/WGSL/#filterable-triggering-rules>",
            &self.names().collect::<Vec<_>>(),
            &self.anchors,
            names,
        )?;
        let severities = self.list.iter().map(|rule| Ok((pascal(&rule.name), names.symbol(&rule.severity)?)));
        method(
            &mut text,
            "DiagnosticRule",
            "The name of the severity of its findings where no filter sets one.",
            "default_severity(self) -> crate::Symbol",
            severities.collect::<Result<Vec<_>, String>>()?,
        );
        Ok(text)
    }
}
