//! Rules and the codes that enforce them.

use std::sync::OnceLock;
use wgsl_spec::{Code, RuleId};

/// Whether any code cites the rule.
pub(crate) fn is_cited(rule: RuleId) -> bool {
    static CITED: OnceLock<Vec<bool>> = OnceLock::new();
    let cited = CITED.get_or_init(|| {
        let mut cited = vec![false; RuleId::ALL.len()];
        for rule in Code::ALL.iter().flat_map(|code| code.info().rules) {
            cited[rule.0 as usize] = true;
        }
        cited
    });
    cited[rule.0 as usize]
}

/// The codes that cite a rule.
pub(crate) fn citing(rule: &str) -> impl Iterator<Item = Code> + '_ {
    Code::ALL.iter().copied().filter(move |code| code.info().rules.iter().any(|cited| cited.get().id == rule))
}
