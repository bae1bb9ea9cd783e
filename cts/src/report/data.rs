//! The cases in the form that the page embeds: compact, because there are thousands.

use super::ReportError;
use super::listing;
use super::model::columns;
use crate::results::{CaseResults, OutcomeResults, ProgramResults, Results, TextureResults};
use indexmap::IndexSet;
use serde::Serialize;
use wgsl_cts_cases::vocabulary::ExecutorKind;
use wgsl_spec::{Edition, Predeclared, Symbol, WordClass};

/// The data of the scripts.
#[derive(Serialize)]
struct Data<'a> {
    /// The executors, in the order of columns.
    executors: Vec<&'static str>,
    /// Their releases.
    releases: Vec<Option<&'a str>>,
    cases: Vec<Case<'a>>,
    /// All expected diagnostics: severity, code, and the message, or else the meaning of the code.
    findings: IndexSet<(&'a str, &'a str, &'a str)>,
    /// The messages of executors: many programs of a case get the same ones.
    messages: IndexSet<&'a str>,
    /// The words of the language that listings colour.
    words: Words,
}

#[derive(Serialize)]
struct Case<'a> {
    name: &'a str,
    about: &'a str,
    rules: &'a [String],
    /// The path of its file; `None` for a generated case.
    file: Option<String>,
    /// Whether programs that all executors judge as expected are not listed.
    abridged: bool,
    /// The number of programs.
    all: usize,
    programs: Vec<ProgramData<'a>>,
}

/// A program: name, whether it must be accepted, source, marks, outcomes by column, and the indices of its rules among those
/// of its case. A mark is a 0-based line, a 0-based range in it, and the index of a diagnostic.
#[derive(Serialize)]
struct ProgramData<'a>(
    &'a str,
    bool,
    &'a str,
    Vec<(usize, usize, usize, usize)>,
    Vec<Option<OutcomeData<'a>>>,
    Vec<usize>,
);

/// Most outcomes are only the name of a status. Others have the class, the index of the message, whether the message
/// is about a marked line, and the differences of an execution. `None` if the program does not apply to the executor.
#[derive(Serialize)]
#[serde(untagged)]
enum OutcomeData<'a> {
    Plain(&'static str),
    Full(&'static str, Option<&'a str>, Option<usize>, Option<bool>, Option<Execution<'a>>),
}

/// The differences of an execution: their most likely origin, whether the program came to its end, and textures.
#[derive(Serialize)]
struct Execution<'a>(Option<&'a str>, bool, &'a [TextureResults]);

/// The names with a meaning in every program, by their colour.
#[derive(Serialize, Default)]
struct Words {
    keyword: Vec<&'static str>,
    /// Types and type-generators.
    r#type: Vec<&'static str>,
    /// Builtin functions.
    builtin: Vec<&'static str>,
}

impl Words {
    fn new() -> Self {
        let mut words = Self::default();
        for symbol in (0..Symbol::PREDECLARED as usize).map(Symbol::from_index) {
            let info = symbol.info(Edition::Current);
            let list = match (info.class, info.predeclared) {
                (WordClass::Keyword, _) => &mut words.keyword,
                (_, Predeclared::Type(_) | Predeclared::TypeGenerator(_)) => &mut words.r#type,
                (_, Predeclared::Function(_)) => &mut words.builtin,
                (_, Predeclared::None | Predeclared::Enumerant(_)) => continue,
            };
            list.extend(symbol.predeclared_text());
        }
        words
    }
}

/// The data as JSON, escaped for a `script` element.
///
/// # Errors
/// If it can't be written as JSON, which does not happen.
pub(super) fn json(results: &Results) -> Result<String, ReportError> {
    let columns = columns(results);
    let release = |column: &ExecutorKind| {
        let executor = results.executors.iter().find(|executor| executor.name == *column);
        executor.and_then(|executor| executor.release.as_deref())
    };
    let mut data = Data {
        executors: columns.iter().map(|executor| executor.name()).collect(),
        releases: columns.iter().map(release).collect(),
        cases: Vec::new(),
        findings: IndexSet::new(),
        messages: IndexSet::new(),
        words: Words::new(),
    };
    for case in &results.cases {
        data.add(case, &columns);
    }
    let text = serde_json::to_string(&data).map_err(ReportError::Json)?;
    // JSON has `<` only in strings, where it could end the element or begin a comment. Templates have it all over programs.
    Ok(text
        .replace("</", "\\u003c/")
        .replace("<!", "\\u003c!")
        .replace("<s", "\\u003cs")
        .replace("<S", "\\u003cS"))
}

impl<'a> Data<'a> {
    fn add(&mut self, case: &'a CaseResults, columns: &[ExecutorKind]) {
        let programs = case.programs.iter().map(|program| self.program(case, program, columns)).collect();
        self.cases.push(Case {
            name: &case.name,
            about: &case.about,
            rules: &case.rules,
            file: case.file(),
            abridged: case.is_abridged,
            all: case.programs_in_all,
            programs,
        });
    }

    fn program(
        &mut self,
        case: &CaseResults,
        program: &'a ProgramResults,
        columns: &[ExecutorKind],
    ) -> ProgramData<'a> {
        let marks = listing::marks(program).into_iter().map(|mark| {
            let (severity, code) = (mark.found.severity.as_str(), mark.found.code.as_str());
            let message = mark.found.message.as_deref().unwrap_or_else(|| listing::title(code));
            let (finding, _) = self.findings.insert_full((severity, code, message));
            (mark.line, mark.start, mark.end, finding)
        });
        let marks = marks.collect();
        let outcomes = columns.iter().map(|executor| Some(self.outcome(program.outcomes.get(executor)?)));
        let outcomes = outcomes.collect();
        let shows = |(_, rule): &(usize, &String)| program.rules.contains(*rule);
        let rules = case.rules.iter().enumerate().filter(shows).map(|(index, _)| index).collect();
        ProgramData(&program.name, program.expected == "accept", &program.source, marks, outcomes, rules)
    }

    fn outcome(&mut self, outcome: &'a OutcomeResults) -> OutcomeData<'a> {
        let status = outcome.status.name();
        let OutcomeResults { class, message, is_on_marked_line, likely_place, textures, .. } = outcome;
        let is_otherwise = outcome.is_executed_otherwise;
        let execution = (likely_place.is_some() || is_otherwise)
            .then(|| Execution(likely_place.as_deref(), is_otherwise, textures));
        if class.is_none() && message.is_none() && is_on_marked_line.is_none() && execution.is_none() {
            return OutcomeData::Plain(status);
        }
        let message = message.as_deref().map(|message| self.messages.insert_full(message).0);
        OutcomeData::Full(status, class.as_deref(), message, *is_on_marked_line, execution)
    }
}

#[cfg(test)]
mod tests {
    use super::Words;

    #[test]
    fn words_have_the_colours_of_the_current_edition() {
        let Words { keyword, r#type, builtin } = Words::new();
        for (list, has, lacks) in [
            (keyword, ["fn", "const_assert", "true"], "f32"),
            (r#type, ["f32", "vec3f", "texture_storage_2d"], "read_write"),
            (builtin, ["dpdx", "textureSample", "atomicAdd"], "array"),
        ] {
            assert!(has.iter().all(|word| list.contains(word)) && !list.contains(&lacks), "{list:?}");
        }
    }
}
