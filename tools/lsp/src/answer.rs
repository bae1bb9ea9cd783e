//! The form of answers: values, and refusals as the protocol has them.

use lsp_server::{ErrorCode, ResponseError};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// The answer to a request.
pub(crate) type Answer = Result<Value, ResponseError>;

/// An error as the protocol has it.
pub(crate) fn refusal(code: ErrorCode, reason: &str) -> ResponseError {
    ResponseError { code: code as i32, message: reason.to_owned(), data: None }
}

/// The parameters of a message.
pub(crate) fn params<P: DeserializeOwned>(value: Value) -> Result<P, ResponseError> {
    serde_json::from_value(value).map_err(|error| refusal(ErrorCode::InvalidParams, &error.to_string()))
}

/// The value of an answer.
pub(crate) fn value(answer: impl Serialize) -> Answer {
    serde_json::to_value(answer).map_err(|error| refusal(ErrorCode::InternalError, &error.to_string()))
}
