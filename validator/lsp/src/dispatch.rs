//! Requests and the functions that answer them.

use crate::analysis::Analysis;
use crate::fixes;
use crate::server::Server;
use lsp_server::{ErrorCode, ResponseError};
use lsp_types::{CodeActionParams, CodeActionResponse, Uri};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::rc::Rc;

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

/// Answers a request about a document.
pub(crate) fn answer<W>(server: &mut Server<W>, method: &str, value: Value) -> Answer {
    match method {
        "textDocument/codeAction" => actions(server, value),
        #[cfg(test)]
        "test/panic" => panic!("a request that fails"),
        _ => Err(refusal(ErrorCode::MethodNotFound, &format!("there is no method `{method}` here"))),
    }
}

/// The analysis of an open document.
fn analysis<W>(server: &mut Server<W>, uri: &Uri) -> Result<Rc<Analysis>, ResponseError> {
    let Server { documents, encoding, validator, .. } = server;
    let document = documents.get_mut(&uri.0);
    let document = document.ok_or_else(|| refusal(ErrorCode::RequestFailed, "the document is not open"))?;
    Ok(document.analysis(*encoding, validator))
}

fn actions<W>(server: &mut Server<W>, request: Value) -> Answer {
    let CodeActionParams { text_document, range, context, .. } = params(request)?;
    let uri = text_document.uri;
    let analysis = analysis(server, &uri)?;
    let only = context.only.unwrap_or_default();
    let place = analysis.span(range);
    let found = fixes::actions(&analysis, &uri, place, &only, server.settings.deny_warnings);
    value(found.into_iter().map(CodeActionResponse::from).collect::<Vec<_>>())
}
