//! The operation `explain`: the explanation of a diagnostic code or a rule.

use crate::explain::ExplanationRecord;
use crate::language;
use crate::reply::Reply;
use crate::request::ExplainRecord;
use serde::Serialize;

#[derive(Serialize, Debug)]
struct Body {
    explanation: ExplanationRecord,
}

/// Answers with the explanation of a name.
pub(crate) fn explain(members: &ExplainRecord, reply: Reply<'_>) {
    match language::of_explanation(members)
        .and_then(|language| ExplanationRecord::of(&members.name, language))
    {
        Ok(explanation) => reply.body(true, Body { explanation }),
        Err(message) => reply.refuse(message),
    }
}
