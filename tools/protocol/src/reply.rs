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
#[derive(Serialize, Debug)]
pub struct Answer<'a, T> {
    pub(crate) id: Option<&'a RawValue>,
    pub(crate) ok: bool,
    #[serde(flatten)]
    pub(crate) body: Body<'a, T>,
}

/// The members of an operation's answer.
#[derive(Serialize, Debug)]
#[serde(untagged)]
pub(crate) enum Body<'a, T> {
    /// The request was carried out.
    Done(T),
    /// It could not be carried out.
    Failed { error: ErrorRecord<'a> },
}

impl<'a, T> Answer<'a, T> {
    /// The answer to a request that could not be carried out.
    #[must_use]
    pub const fn failed(id: Option<&'a RawValue>, error: ErrorRecord<'a>) -> Self {
        Self { id, ok: false, body: Body::Failed { error } }
    }
}

impl Reply<'_> {
    /// Answers with these members.
    pub(crate) fn body(self, ok: bool, body: impl Serialize) {
        let answer = Answer { id: self.id, ok, body: Body::Done(body) };
        self.write(&answer);
    }

    /// Answers that the request could not be carried out.
    pub(crate) fn fail(self, error: ErrorRecord<'_>) {
        let answer = Answer::<()>::failed(self.id, error);
        self.write(&answer);
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
