//! Whether this project judges and executes a program as its making demands.

use crate::findings::Behaviour;
use crate::hunt::programs::{Made, Program};
use crate::hunt::trial::{self, Trial, options};
use crate::hunt::{Disagreement, OracleName, Signature};
use shader_run::execute::FaultKind;
use wgsl_cts_cases::names::RuleName;
use wgsl_cts_cases::vocabulary::ExecutorKind;
use wgsl_fuzz::mutate::broken::broken_rules;
use wgsl_spec::INVENTORY;
use wgsl_validator::Validator;

/// The disagreement of the validator with the making of a program. It is not an oracle: a part of the program is made
/// differently, so nothing can be left out.
pub(in crate::hunt) fn ask(validator: &mut Validator, program: &Program) -> Option<Disagreement> {
    let signature = |does, rule| Signature {
        oracle: OracleName::Verdict,
        implementation: ExecutorKind::Validator,
        does,
        rule: Some(RuleName(rule)),
        shape: String::new(),
    };
    let found = match program.made {
        Made::Changed => return None,
        Made::Valid | Made::Broken(_) => broken_rules(validator, &program.source),
    };
    match program.made {
        Made::Broken(rule) if !found.contains(rule.id) => Some(Disagreement {
            signature: signature(Behaviour::Accepts, rule),
            said: format!("it breaks {rule:?}, and only {found:?} are found", rule = rule.id),
        }),
        Made::Valid => {
            let rule = found.first().and_then(|name| INVENTORY.rule(name))?;
            let said = format!("it is valid, and {found:?} are found");
            Some(Disagreement { signature: signature(Behaviour::Rejects, rule), said })
        }
        Made::Broken(_) | Made::Changed => None,
    }
}

/// The fault of a program that is made without any: its guards are lowered wrongly, or the executor is wrong. It is asked about programs as
/// they are made, since a part of one may lack a guard.
pub(in crate::hunt) fn execute(program: &Program) -> Option<Disagreement> {
    if program.made != Made::Valid {
        return None;
    }
    let trials = Trial::all(&mut trial::validator(), &program.source);
    let mut faults = trials.iter().filter_map(|it| it.run_strictly(options())).flat_map(|it| it.faults);
    // A large program uses up its fuel, and may read memory of its workgroup that it has not written.
    let fault =
        faults.find(|it| !matches!(it.kind, FaultKind::UnboundedLoop | FaultKind::UninitializedRead))?;
    let said = format!("a program made without faults has one: {}", fault.kind.name());
    let signature = Signature::says(OracleName::Own, ExecutorKind::Reference, Behaviour::Executes, &said);
    Some(Disagreement { signature, said })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_of_a_program_that_is_made_without_any_is_told() {
        let source = "@group(0) @binding(0) var<storage, read_write> out: array<u32>;
            @compute @workgroup_size(1) fn main() { out[arrayLength(&out)] = 1; }";
        let program = |made| Program { source: source.to_owned(), made };
        let said = execute(&program(Made::Valid)).map(|found| found.said);
        assert_eq!(said.as_deref(), Some("a program made without faults has one: out-of-bounds"));
        assert!(execute(&program(Made::Changed)).is_none());
    }

    fn shown(source: &str, made: Made) -> Option<(Behaviour, &'static str)> {
        let program = Program { source: source.to_owned(), made };
        let found = ask(&mut Validator::default(), &program)?.signature;
        Some((found.does, found.rule?.0.id))
    }

    #[test]
    fn a_verdict_that_the_making_excludes_is_told() {
        let rule = INVENTORY.rule("prec.bitwise-no-mix").expect("a rule");
        let (valid, invalid) = ("const a = 1;", "const a = 1 & 2 * 3;");
        assert_eq!(shown(valid, Made::Valid), None);
        assert_eq!(shown(invalid, Made::Broken(rule)), None);
        assert_eq!(shown(invalid, Made::Changed), None);
        assert_eq!(shown(valid, Made::Broken(rule)), Some((Behaviour::Accepts, rule.id)));
        assert_eq!(shown(invalid, Made::Valid), Some((Behaviour::Rejects, rule.id)));
    }
}
