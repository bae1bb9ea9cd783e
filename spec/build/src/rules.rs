//! The inventory of rules.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

use serde::Deserialize;
use serde_yaml::Mapping;

use crate::anchors::Anchors;
use crate::language::{Language, fields};
use crate::source::{Source, lines, literal, upper_snake};

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
    /// The fields that only this language has, as an expression without the braces.
    own: Vec<String>,
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
        let (mut rows, mut all_own) = (Vec::new(), Vec::new());
        let mut index = HashMap::new();
        let (mut constants, mut codes) = (Vec::new(), Vec::new());
        let mut spelt = HashSet::new();
        for (file, entry) in entries {
            let fail = |what: &str| Err(format!("{file}: {}: {what}", entry.id));
            // A rule that several phases can check is reported by the earliest.
            let stage = match entry.stage.split('+').next().unwrap_or_default() {
                "shader-creation" | "compilation" => "ShaderCreation",
                "pipeline-creation" | "host-call" => "PipelineCreation",
                "runtime-behavior" | "dynamic" | "indeterminate value" | "execution" => "Execution",
                _ => return fail("an unknown stage"),
            };
            let own = match fields::<L::RuleFields>(entry.own.clone(), entry.code.is_some()) {
                Ok(own) => own,
                Err(problem) => return fail(&problem),
            };
            if !is_descriptive(&entry.id) {
                return fail(
                    "the id must describe the sentence: no number of a row, no `__`, no cut-off word",
                );
            }
            if index.insert(entry.id.clone(), rows.len()).is_some() {
                return fail("the rule appears twice");
            }
            let constant = upper_snake(&entry.id);
            if !spelt.insert(constant.clone()) {
                return fail("another rule has the same constant");
            }
            constants.push(constant);
            let code = entry.code.as_ref().map_or_else(
                || "None".to_owned(),
                |code| format!("Some(crate::codes::{})", upper_snake(code)),
            );
            codes.push(entry.code);
            all_own.push(own);
            rows.push(format!(
                "set: RuleSet::{}, number: {}, id: {}, code: {code}, section: {}, stage: RuleStage::{stage}, \
                 statement: {}",
                L::NAME,
                rows.len(),
                literal(&entry.id),
                anchors.expression(&entry.spec, &file, &entry.id)?,
                literal(&entry.statement)
            ));
        }
        Ok(Self { rows, own: all_own, index, constants, codes })
    }

    /// The expression of a rule that a row of a table carries, to name it in findings.
    pub(crate) fn enforced(&self, id: &str) -> Result<String, String> {
        let index = self.number(id)?;
        if self.codes[index].is_none() {
            return Err(format!("rule `{id}` has no code"));
        }
        Ok(self.expression(index))
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

    /// The expression of the rule with this number.
    pub(crate) fn expression(&self, number: usize) -> String {
        format!("crate::rules::{}", self.constants[number])
    }

    /// The number of a rule.
    pub(crate) fn number(&self, id: &str) -> Result<usize, String> {
        self.index(id).ok_or_else(|| format!("there is no rule `{id}`"))
    }

    /// Returns true if findings name the rule with this number.
    pub(crate) fn has_code(&self, number: usize) -> bool {
        self.codes[number].is_some()
    }

    /// Returns true if a rule has this code.
    pub(crate) fn has_rule_of(&self, code: &str) -> bool {
        self.codes.iter().flatten().any(|own| own == code)
    }

    /// The codes that rules have, with the name of one such rule.
    pub(crate) fn codes(&self) -> impl Iterator<Item = (&str, &str)> {
        self.index.iter().filter_map(|(id, index)| Some((self.codes[*index].as_deref()?, id.as_str())))
    }

    fn index(&self, id: &str) -> Option<usize> {
        self.index.get(id).copied()
    }

    /// Returns the table of rules, the numbers in the order of the ids, and a constant for each rule.
    pub(crate) fn generate(&self) -> String {
        let count = self.rows.len();
        let rows = lines(self.rows.iter().map(|row| format!("Rule {{ {row} }}")));
        let mut rules: Vec<(&String, &usize)> = self.index.iter().collect();
        rules.sort();
        let numbers: Vec<usize> = rules.iter().map(|(_, number)| **number).collect();
        let mut constants = String::new();
        for (id, number) in rules {
            let constant = &self.constants[*number];
            let _ = writeln!(constants, "/// `{id}`\npub const {constant}: &Rule = &RULES[{number}];");
        }
        format!(
            "pub(crate) static RULES: [Rule; {count}] = [\n{rows}];\n\n\
             /// The numbers of the rules in the order of their ids.\n\
             pub(crate) static BY_ID: [u16; {count}] = {numbers:?};\n\n{constants}"
        )
    }

    /// Returns the table of the facts about rules that only this language has. The function gives the fields that are not in the folder
    /// `rules`, each after a comma.
    pub(crate) fn generate_facts(&self, further: impl Fn(usize) -> String) -> String {
        let rows = self.own.iter().enumerate().map(|(number, own)| {
            let (rule, further) = (self.expression(number), further(number));
            format!("({rule}, RuleFacts {{ {own}{further} }})")
        });
        let rows = lines(rows);
        format!("static FACTS: [(&Rule, RuleFacts); {}] = [\n{rows}];\n", self.own.len())
    }
}

/// Returns true if an id has the form of a description: single characters separate its words, and neither a part nor the last word is a bare
/// number. An id made from the row of a table has such a number (`table.27`, `es-ev-V.2`), and one made from the notation in the row has
/// doubled or trailing separators (`09._-e`, `__modf_result`). A number within a part can be what the sentence is about: `multiple-of-4.const`.
fn is_descriptive(id: &str) -> bool {
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    let mut words = id.split(['.', '-', '_']);
    words.clone().all(|word| !word.is_empty())
        && id.split('.').all(|part| !is_number(part))
        && words.next_back().is_some_and(|word| !is_number(word))
}

#[cfg(test)]
mod tests {
    use super::is_descriptive;

    #[test]
    fn ids_describe_their_sentences() {
        for id in [
            "type.buffer.size.multiple-of-4.const",
            "multiply-24.in-range",
            "attr.align.pow2",
            "builtin.fn.atan2",
        ] {
            assert!(is_descriptive(id), "{id}");
        }
        let numbered =
            ["uni.table.stmt.27", "behavior.rule.09.x-e", "float.domain.mix.2", "argument-buffer.tier-2"];
        let cut_off =
            ["behavior.rule._-e", "conv.rank.__modf_result", "conv.rank.where-N2-are-", "mix..2", ""];
        for id in numbered.into_iter().chain(cut_off) {
            assert!(!is_descriptive(id), "{id}");
        }
    }
}
