//! The inventory of rules.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

use serde::Deserialize;

use crate::anchors::Anchors;
use crate::source::{Source, literal, numbered, pascal, upper_snake};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    id: String,
    spec: String,
    stage: String,
    in_2022: String,
    statement: String,
    /// The family of findings that name the rule; none if no finding does.
    code: Option<String>,
}

/// The way in which a program can show a rule that no code enforces.
#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "lowercase")]
enum ShownBy {
    /// By being accepted: the rule permits something, or determines a value or type.
    Accepting,
    /// By a finding that cites it as a step of its proof.
    Proof,
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

/// Rules with a common reason why no program can do what others can.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Exception {
    reason: String,
    rules: Vec<String>,
}

const WITHOUT_CODE: &str = "rules_without_code.yaml";
const ONLY_BROKEN: &str = "rules_only_broken.yaml";
const NEVER_ALONE: &str = "rules_never_alone.yaml";
const WITHOUT_RESULT: &str = "rules_without_result.yaml";

/// The inventory of rules.
pub struct Rules {
    /// The expressions of the rows, up to the reasons, which are in other files.
    rows: Vec<String>,
    index: HashMap<String, usize>,
    /// The name of the constant of each rule.
    constants: Vec<String>,
    /// The code of each rule that a finding names.
    codes: Vec<Option<String>>,
    reasons: HashMap<usize, (String, ShownBy)>,
    only_broken: HashMap<usize, String>,
    never_alone: HashMap<usize, String>,
    without_result: HashMap<usize, String>,
}

impl Rules {
    /// Reads the folder `rules`, and the lists of rules that are exceptions.
    ///
    /// # Errors
    /// If an entry is malformed or appears twice, or a list names an unknown rule.
    pub fn load(source: &Source, anchors: &Anchors) -> Result<Self, String> {
        let entries: Vec<(String, Entry)> = source.folder("rules")?;
        let mut rows = Vec::new();
        let mut index = HashMap::new();
        let (mut constants, mut codes) = (Vec::new(), Vec::new());
        let mut spelt = HashSet::new();
        for (file, entry) in entries {
            let fail = |what: &str| Err(format!("{file}: {}: {what}", entry.id));
            // A rule that several phases can check is reported by the earliest.
            let stage = match entry.stage.split('+').next().unwrap_or_default() {
                "shader-creation" => "ShaderCreation",
                "pipeline-creation" => "PipelineCreation",
                "runtime-behavior" | "dynamic" | "indeterminate value" => "Execution",
                _ => return fail("an unknown stage"),
            };
            if !["same", "changed", "absent", "only"].contains(&entry.in_2022.as_str()) {
                return fail("in_2022 is same, changed, absent or only");
            }
            if index.insert(entry.id.clone(), rows.len()).is_some() {
                return fail("the rule appears twice");
            }
            let constant = upper_snake(&entry.id);
            if !spelt.insert(constant.clone()) {
                return fail("another rule has the same constant");
            }
            constants.push(constant);
            let code = entry
                .code
                .as_ref()
                .map_or_else(|| "None".to_owned(), |code| format!("Some(Code::{})", pascal(code)));
            codes.push(entry.code);
            rows.push(format!(
                "Rule {{ id: {}, code: {code}, anchor: {}, stage: RuleStage::{stage}, statement: {}, in_2022: {}",
                literal(&entry.id),
                anchors.expression(&entry.spec, &file, &entry.id)?,
                literal(&entry.statement),
                literal(&entry.in_2022)
            ));
        }
        let mut rules = Self {
            rows,
            index,
            constants,
            codes,
            reasons: HashMap::new(),
            only_broken: HashMap::new(),
            never_alone: HashMap::new(),
            without_result: HashMap::new(),
        };
        rules.load_reasons(source)?;
        rules.only_broken = rules.exceptions(source, ONLY_BROKEN, true)?;
        rules.never_alone = rules.exceptions(source, NEVER_ALONE, true)?;
        rules.without_result = rules.exceptions(source, WITHOUT_RESULT, false)?;
        Ok(rules)
    }

    fn load_reasons(&mut self, source: &Source) -> Result<(), String> {
        let entries: Vec<WithoutCode> = source.yaml(WITHOUT_CODE)?;
        for entry in entries {
            for id in &entry.rules {
                let Some(index) = self.index(id) else {
                    return Err(format!("{WITHOUT_CODE}: there is no rule `{id}`"));
                };
                if self.codes[index].is_some() {
                    return Err(format!("{WITHOUT_CODE}: {id}: the rule has a code"));
                }
                let reason = (entry.reason.trim_end().to_owned(), entry.shown_by);
                if self.reasons.insert(index, reason).is_some() {
                    return Err(format!("{WITHOUT_CODE}: {id}: the rule appears twice"));
                }
            }
        }
        Ok(())
    }

    /// The reasons of the rules of a list, all of which have a code, or none.
    fn exceptions(
        &self,
        source: &Source,
        file: &str,
        have_code: bool,
    ) -> Result<HashMap<usize, String>, String> {
        let mut reasons = HashMap::new();
        for entry in source.yaml::<Vec<Exception>>(file)? {
            for id in &entry.rules {
                let index = self.number(id).map_err(|error| format!("{file}: {error}"))?;
                if self.codes[index].is_some() != have_code {
                    let has = if have_code { "no code" } else { "a code" };
                    return Err(format!("{file}: rule `{id}` has {has}"));
                }
                if reasons.insert(index, entry.reason.trim_end().to_owned()).is_some() {
                    return Err(format!("{file}: {id}: the rule appears twice"));
                }
            }
        }
        Ok(reasons)
    }

    /// The expression of a rule that a row of a table carries, to name it in findings.
    ///
    /// # Errors
    /// If there is no such rule, or it has no code.
    pub fn enforced(&self, id: &str) -> Result<String, String> {
        let index = self.number(id)?;
        if self.codes[index].is_none() {
            return Err(format!("rule `{id}` has no code"));
        }
        Ok(format!("crate::rules::{}", self.constants[index]))
    }

    /// The expression of a rule that a row of a table may carry, to name it in findings: `Some(…)` or `None`.
    ///
    /// # Errors
    /// If there is no such rule, or it has no code.
    pub fn optional(&self, id: Option<&String>) -> Result<String, String> {
        id.map_or_else(|| Ok("None".to_owned()), |id| Ok(format!("Some({})", self.enforced(id)?)))
    }

    /// The expression of the rules that a row of a table carries for the stages of evaluation: `STEM.const` and
    /// `STEM.override`, or `STEM` for both.
    ///
    /// # Errors
    /// If there are no such rules, or one has no code.
    pub fn staged(&self, stem: &str) -> Result<String, String> {
        let (at_const, at_override) = if self.index(stem).is_some() {
            (self.enforced(stem)?, self.enforced(stem)?)
        } else {
            (self.enforced(&format!("{stem}.const"))?, self.enforced(&format!("{stem}.override"))?)
        };
        Ok(format!("crate::StagedRule {{ at_const: {at_const}, at_override: {at_override} }}"))
    }

    /// The expression of a rule that a row of a table carries, with or without a code.
    ///
    /// # Errors
    /// If there is no such rule.
    pub fn expression(&self, id: &str) -> Result<String, String> {
        let index = self.number(id)?;
        Ok(format!("crate::RuleId({index})"))
    }

    /// The number of a rule.
    pub(crate) fn number(&self, id: &str) -> Result<usize, String> {
        self.index(id).ok_or_else(|| format!("there is no rule `{id}`"))
    }

    /// The numbers of the rules with this code.
    pub(crate) fn of_code<'a>(&'a self, code: &'a str) -> impl Iterator<Item = usize> + 'a {
        let codes = self.codes.iter().enumerate();
        codes.filter(move |(_, own)| own.as_deref() == Some(code)).map(|(index, _)| index)
    }

    /// The codes that rules have, with the name of one such rule.
    pub(crate) fn codes(&self) -> impl Iterator<Item = (&str, &str)> {
        self.index.iter().filter_map(|(id, index)| Some((self.codes[*index].as_deref()?, id.as_str())))
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
                    "Some(WithoutCode {{ reason: {}, shown_by: ShownBy::{} }})",
                    literal(reason),
                    match shown_by {
                        ShownBy::Accepting => "Accepting",
                        ShownBy::Proof => "Proof",
                        ShownBy::Nothing => "Nothing",
                    }
                ),
            };
            let (only_broken, never_alone) = (self.only_broken.get(&index), self.never_alone.get(&index));
            let without_result = self.without_result.get(&index);
            let _ = writeln!(
                text,
                "    {row}, without_code: {reason}, only_broken: {only_broken:?}, never_alone: {never_alone:?}, \
                 without_result: {without_result:?} }},"
            );
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

    /// The constants of the rules that findings and their proofs name.
    #[must_use]
    pub fn generate_constants(&self) -> String {
        let mut text = String::new();
        let mut rules: Vec<(&String, &usize)> = self.index.iter().collect();
        rules.sort();
        for (id, index) in rules {
            let constant = &self.constants[*index];
            let _ = match &self.codes[*index] {
                Some(code) => writeln!(
                    text,
                    "/// `{id}`\npub const {constant}: EnforcedRule = EnforcedRule::new(RuleId({index}), Code::{});",
                    pascal(code)
                ),
                None => writeln!(text, "/// `{id}`\npub const {constant}: RuleId = RuleId({index});"),
            };
        }
        text
    }
}
