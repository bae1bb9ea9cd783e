//! The inventory of rules.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

use serde::Deserialize;
use serde_yaml::Mapping;

use crate::anchors::Anchors;
use crate::language::{Language, fields};
use crate::source::{Source, literal, numbered, pascal, upper_snake};

#[derive(Deserialize)]
struct Entry {
    id: String,
    spec: String,
    stage: String,
    statement: String,
    /// The family of findings that name the rule; none if no finding does.
    code: Option<String>,
    /// The fields that only this language has.
    #[serde(flatten)]
    own: Mapping,
}

/// The inventory of rules.
pub(crate) struct Rules {
    /// The expressions of the rows, without the braces.
    rows: Vec<String>,
    index: HashMap<String, usize>,
    /// The name of the constant of each rule.
    constants: Vec<String>,
    /// The code of each rule that a finding names.
    codes: Vec<Option<String>>,
}

impl Rules {
    /// Reads the folder `rules`.
    pub(crate) fn load<L: Language>(source: &Source, anchors: &Anchors) -> Result<Self, String> {
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
            let own = match fields::<L::RuleFields>(entry.own.clone(), entry.code.is_some()) {
                Ok(own) => own,
                Err(problem) => return fail(&problem),
            };
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
                "id: {}, code: {code}, anchor: {}, stage: RuleStage::{stage}, statement: {}, {own}",
                literal(&entry.id),
                anchors.expression(&entry.spec, &file, &entry.id)?,
                literal(&entry.statement)
            ));
        }
        Ok(Self { rows, index, constants, codes })
    }

    /// The expression of a rule that a row of a table carries, to name it in findings.
    pub(crate) fn enforced(&self, id: &str) -> Result<String, String> {
        let index = self.number(id)?;
        if self.codes[index].is_none() {
            return Err(format!("rule `{id}` has no code"));
        }
        Ok(format!("crate::rules::{}", self.constants[index]))
    }

    /// The expression of a rule that a row of a table may carry, to name it in findings: `Some(…)` or `None`.
    pub(crate) fn optional(&self, id: Option<&String>) -> Result<String, String> {
        id.map_or_else(|| Ok("None".to_owned()), |id| Ok(format!("Some({})", self.enforced(id)?)))
    }

    /// The expression of the rules that a row of a table carries for the stages of evaluation: `STEM.const` and
    /// `STEM.override`, or `STEM` for both.
    pub(crate) fn staged(&self, stem: &str) -> Result<String, String> {
        let (at_const, at_override) = if self.index(stem).is_some() {
            (self.enforced(stem)?, self.enforced(stem)?)
        } else {
            (self.enforced(&format!("{stem}.const"))?, self.enforced(&format!("{stem}.override"))?)
        };
        Ok(format!("crate::StagedRule {{ at_const: {at_const}, at_override: {at_override} }}"))
    }

    /// The number of a rule.
    pub(crate) fn number(&self, id: &str) -> Result<usize, String> {
        self.index(id).ok_or_else(|| format!("there is no rule `{id}`"))
    }

    /// Whether findings name the rule with this number.
    pub(crate) fn has_code(&self, number: usize) -> bool {
        self.codes[number].is_some()
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

    /// The table of rules. The function gives the fields of a rule that are not in the folder `rules`, each after a comma.
    pub(crate) fn generate(&self, further: impl Fn(usize) -> String) -> String {
        let count = self.rows.len();
        let mut text = format!("static RULES: [Rule; {count}] = [\n");
        for (index, row) in self.rows.iter().enumerate() {
            let _ = writeln!(text, "    Rule {{ {row}{} }},", further(index));
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
    pub(crate) fn generate_constants(&self) -> String {
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
