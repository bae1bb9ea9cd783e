//! The inventory of rules.

use std::collections::HashMap;
use std::fmt::Write as _;

use serde::Deserialize;

use crate::anchors::Anchors;
use crate::source::{Source, literal, numbered};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    id: String,
    spec: String,
    stage: String,
    in_2022: String,
    statement: String,
}

/// The way in which a program can show a rule that no code enforces.
#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "lowercase")]
enum ShownBy {
    /// By being accepted: the rule permits something, or determines a value or type.
    Accepting,
    /// No program can.
    Nothing,
}

/// Rules that no code enforces, with their common reason.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WithoutCode {
    reason: String,
    shown_by: ShownBy,
    rules: Vec<String>,
}

/// Rules that no accepted program can show, with their common reason.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OnlyBroken {
    reason: String,
    rules: Vec<String>,
}

const WITHOUT_CODE: &str = "rules_without_code.yaml";
const ONLY_BROKEN: &str = "rules_only_broken.yaml";

/// The inventory of rules.
pub struct Rules {
    /// The expressions of the rows, up to the reasons, which are in other files.
    rows: Vec<String>,
    index: HashMap<String, usize>,
    reasons: HashMap<usize, (String, ShownBy)>,
    only_broken: HashMap<usize, String>,
}

impl Rules {
    /// Reads the folder `rules`, and the lists of rules without a code and of rules that only broken programs show.
    ///
    /// # Errors
    /// If an entry is malformed or appears twice, or a list names an unknown rule.
    pub fn load(source: &Source, anchors: &Anchors) -> Result<Self, String> {
        let entries: Vec<(String, Entry)> = source.folder("rules")?;
        let mut rows = Vec::new();
        let mut index = HashMap::new();
        for (file, entry) in entries {
            let fail = |what: &str| Err(format!("{file}: {}: {what}", entry.id));
            // A rule that several phases can check is reported by the earliest.
            let stage = match entry.stage.split('+').next().unwrap_or_default() {
                "shader-creation" => "ShaderCreation",
                "pipeline-creation" => "PipelineCreation",
                "runtime-behavior" | "dynamic" | "indeterminate value" => "Execution",
                _ => return fail("an unknown stage"),
            };
            if !["same", "changed", "absent"].contains(&entry.in_2022.as_str()) {
                return fail("in_2022 is same, changed or absent");
            }
            if index.insert(entry.id.clone(), rows.len()).is_some() {
                return fail("the rule appears twice");
            }
            rows.push(format!(
                "Rule {{ id: {}, anchor: {}, stage: RuleStage::{stage}, statement: {}, in_2022: {}",
                literal(&entry.id),
                anchors.expression(&entry.spec, &file, &entry.id)?,
                literal(&entry.statement),
                literal(&entry.in_2022)
            ));
        }
        let mut rules = Self { rows, index, reasons: HashMap::new(), only_broken: HashMap::new() };
        rules.load_reasons(source)?;
        rules.load_only_broken(source)?;
        Ok(rules)
    }

    fn load_reasons(&mut self, source: &Source) -> Result<(), String> {
        let entries: Vec<WithoutCode> = source.yaml(WITHOUT_CODE)?;
        for entry in entries {
            for id in &entry.rules {
                let Some(index) = self.index(id) else {
                    return Err(format!("{WITHOUT_CODE}: there is no rule `{id}`"));
                };
                let reason = (entry.reason.trim_end().to_owned(), entry.shown_by);
                if self.reasons.insert(index, reason).is_some() {
                    return Err(format!("{WITHOUT_CODE}: {id}: the rule appears twice"));
                }
            }
        }
        Ok(())
    }

    fn load_only_broken(&mut self, source: &Source) -> Result<(), String> {
        let entries: Vec<OnlyBroken> = source.yaml(ONLY_BROKEN)?;
        for entry in entries {
            for id in &entry.rules {
                let index = self.cite(id).map_err(|error| format!("{ONLY_BROKEN}: {error}"))?;
                if self.only_broken.insert(index, entry.reason.trim_end().to_owned()).is_some() {
                    return Err(format!("{ONLY_BROKEN}: {id}: the rule appears twice"));
                }
            }
        }
        Ok(())
    }

    /// The number of a rule that a diagnostic code cites.
    pub(crate) fn cite(&self, id: &str) -> Result<usize, String> {
        let index = self.index(id).ok_or_else(|| format!("there is no rule `{id}`"))?;
        if self.reasons.contains_key(&index) {
            return Err(format!("rule `{id}` is also in {WITHOUT_CODE}"));
        }
        Ok(index)
    }

    fn index(&self, id: &str) -> Option<usize> {
        self.index.get(id).copied()
    }

    /// The table of rules.
    #[must_use]
    pub fn generate(&self) -> String {
        let count = self.rows.len();
        let mut text = format!("static RULES: [Rule; {count}] = [\n");
        for (index, row) in self.rows.iter().enumerate() {
            let reason = match self.reasons.get(&index) {
                None => "None".to_owned(),
                Some((reason, shown_by)) => format!(
                    "Some(WithoutCode {{ reason: {}, is_shown_by_accepting: {} }})",
                    literal(reason),
                    matches!(shown_by, ShownBy::Accepting)
                ),
            };
            let only_broken = self
                .only_broken
                .get(&index)
                .map_or_else(|| "None".to_owned(), |reason| format!("Some({})", literal(reason)));
            let _ = writeln!(text, "    {row}, without_code: {reason}, only_broken: {only_broken} }},");
        }
        let mut sorted: Vec<(&String, usize)> = self.index.iter().map(|(id, index)| (id, *index)).collect();
        sorted.sort();
        let sorted: Vec<usize> = sorted.into_iter().map(|(_, index)| index).collect();
        text.push_str("];\n\n");
        numbered(&mut text, "RuleId", "Rule", "RULES", count);
        let _ = writeln!(
            text,
            "/// The rules in the order of their names.\nstatic RULES_BY_NAME: [u16; {count}] = {sorted:?};"
        );
        text
    }
}
