//! Families of generated cases, which have no file.

use std::marker::PhantomData;
use std::sync::Arc;
use wgsl_cts_cases::case::{CaseInfo, Expected, ExpectedDiagnostic, Instance, Request};
use wgsl_cts_cases::execution::Execution;
use wgsl_cts_cases::vocabulary::Verdict;
use wgsl_spec::{Code, INVENTORY, Rule, Section};
use wgsl_validator::diagnostic::Severity;
use wgsl_validator::needs::Extension;

/// A family under construction.
#[derive(Debug)]
pub(super) struct Family {
    name: String,
    about: String,
    section: &'static Section,
    rules: Vec<&'static Rule>,
    /// The cases of the programs, by the extensions that they need.
    cases: Vec<(Request, Arc<CaseInfo>)>,
    pub(super) instances: Vec<Instance>,
}

/// The expected diagnostic of a program: a code, at a line and column.
pub(super) type Found = Option<(&'static Code, u32, u32)>;

impl Family {
    /// A case `generated/<family>::<name>`.
    pub(super) fn new(
        family: &str,
        name: &str,
        about: String,
        section: &'static Section,
        rules: Vec<&'static Rule>,
    ) -> Self {
        let name = format!("generated/{family}::{name}");
        Self { name, about, section, rules, cases: Vec::new(), instances: Vec::new() }
    }

    /// Adds a program; `what` names it inside the case.
    pub(super) fn add(&mut self, what: &str, needs: Vec<Extension>, program: String, found: Found) {
        self.add_request(what, Request { needs, ..Request::default() }, program, found);
    }

    /// Adds an accepted program that shows these rules in place of those of the family.
    pub(super) fn add_accepted(
        &mut self,
        what: &str,
        needs: Vec<Extension>,
        program: String,
        rules: Vec<&'static Rule>,
    ) {
        self.push(what, Request { needs, ..Request::default() }, program, (rules, None));
    }

    /// Adds a program that is judged under these conditions.
    pub(super) fn add_request(&mut self, what: &str, request: Request, program: String, found: Found) {
        let expected = found.map(|(code, line, column)| ExpectedDiagnostic {
            rule: None,
            severity: if is_warning(code) { Severity::Warning } else { Severity::Error },
            code,
            line,
            column,
        });
        self.push(what, request, program, (self.rules.clone(), expected));
    }

    /// Adds a program with an error that names this rule first, at a line and column.
    pub(super) fn add_broken(
        &mut self,
        what: &str,
        needs: Vec<Extension>,
        program: String,
        (rule, line, column): (&'static Rule, u32, u32),
    ) {
        let expected = ExpectedDiagnostic {
            rule: Some(rule),
            severity: Severity::Error,
            code: code_of(rule),
            line,
            column,
        };
        let shown = (vec![rule], Some(expected));
        self.push(what, Request { needs, ..Request::default() }, program, shown);
    }

    fn push(
        &mut self,
        what: &str,
        request: Request,
        program: String,
        (rules, expected): (Vec<&'static Rule>, Option<ExpectedDiagnostic>),
    ) {
        let case = self.case(request);
        let (kind, verdict) = match &expected {
            Some(found) if found.severity == Severity::Error => ("reject", Verdict::Reject),
            _ => ("accept", Verdict::Accept),
        };
        self.instances.push(Instance {
            name: format!("{}::{kind}({what})", self.name),
            case,
            template: kind.to_owned(),
            rules,
            program: program.into_bytes(),
            expected: Expected { verdict, diagnostics: expected.into_iter().collect() },
            execution: None,
            host_call: None,
            place: None,
        });
    }

    /// Adds a program that is executed, which shows `more` rules than those of the family. It is made like the others with the same
    /// `template`.
    pub(super) fn add_run(
        &mut self,
        (what, template): (&str, &str),
        needs: Vec<Extension>,
        (program, execution): (String, Execution),
        more: &[&'static Rule],
    ) {
        let case = self.case(Request { needs, ..Request::default() });
        self.instances.push(Instance {
            name: format!("{}::run({what})", self.name),
            case,
            template: format!("run {template}"),
            rules: self.rules.iter().chain(more).copied().collect(),
            program: program.into_bytes(),
            expected: Expected { verdict: Verdict::Accept, diagnostics: Vec::new() },
            execution: Some(Arc::new(execution)),
            host_call: None,
            place: None,
        });
    }

    fn case(&mut self, request: Request) -> Arc<CaseInfo> {
        let known = self.cases.iter().find(|(known, _)| *known == request);
        if let Some((_, case)) = known {
            return case.clone();
        }
        let case = Arc::new(CaseInfo {
            language: PhantomData,
            name: self.name.clone(),
            about: self.about.clone(),
            section: self.section,
            is_generated: true,
            request: request.clone(),
            executors: None,
        });
        self.cases.push((request, case.clone()));
        case
    }
}

/// Codes of limits only warn: an implementation may support more.
fn is_warning(code: &'static Code) -> bool {
    code.slug.starts_with("limit/")
}

/// The 1-based line and column after a string.
pub(super) fn behind(text: &str) -> (u32, u32) {
    let line = text.matches('\n').count() + 1;
    let column = text.rsplit('\n').next().unwrap_or_default().len() + 1;
    (line as u32, column as u32)
}

/// The directives for the extensions that must be enabled, one per line.
pub(super) fn directives(needs: &[Extension]) -> String {
    let mut text = String::new();
    for extension in needs {
        if let Extension::Enable(extension) = extension {
            text.push_str("enable ");
            text.push_str(extension.name());
            text.push_str(";\n");
        }
    }
    text
}

/// The rule with this id.
///
/// # Panics
/// The inventory has no such rule: the generator would make programs that show nothing.
pub(super) fn rule(id: &str) -> &'static Rule {
    INVENTORY.rule(id).unwrap_or_else(|| panic!("the inventory has no rule `{id}`"))
}

/// The code of a rule that findings name.
pub(super) fn code_of(rule: &'static Rule) -> &'static Code {
    rule.code.unwrap_or_else(|| panic!("no diagnostic names `{}`", rule.id))
}
