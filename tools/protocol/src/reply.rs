//! The answer to one request.

use crate::error::ErrorRecord;
use serde::Serialize;
use serde_json::value::RawValue;

/// The place that the answer to a request is written to. Each request gets one.
pub(crate) struct Reply<'a> {
    /// The `id` of the request.
    pub(crate) id: Option<&'a RawValue>,
    pub(crate) output: &'a mut Vec<u8>,
}

/// The members that every answer has, and those of its operation.
#[derive(Serialize)]
struct Answer<'a, T> {
    id: Option<&'a RawValue>,
    ok: bool,
    #[serde(flatten)]
    body: T,
}

/// The body of an answer to a request that could not be carried out.
#[derive(Serialize)]
struct Failure<'a> {
    error: ErrorRecord<'a>,
}

impl Reply<'_> {
    /// Answers with these members.
    pub(crate) fn body(self, ok: bool, body: impl Serialize) {
        let answer = Answer { id: self.id, ok, body };
        self.write(&answer);
    }

    /// Answers that the request could not be carried out.
    pub(crate) fn fail(self, error: ErrorRecord<'_>) {
        self.body(false, Failure { error });
    }

    /// Answers that this is not a request of the protocol.
    pub(crate) fn refuse(self, message: impl Into<String>) {
        self.fail(ErrorRecord::new("protocol", message));
    }

    /// Writes a whole answer.
    pub(crate) fn write(self, answer: &impl Serialize) {
        // Serialization only fails on keys that are not strings and on writers that fail; there are neither.
        let _ = serde_json::to_writer(self.output, answer);
    }
}
