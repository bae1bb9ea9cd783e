//! Requests and the functions that answer them.

use crate::analysis::Analysis;
use crate::server::Server;
use crate::{completion, fixes, hints, hover, navigation, rename, signature, symbols, tokens};
use lsp_server::{ErrorCode, ResponseError};
use lsp_types::{
    CodeActionParams, CodeActionResponse, DocumentSymbolParams, InlayHintParams, Location,
    PrepareRenamePlaceholder, Range, ReferenceParams, RenameParams, SemanticTokensParams,
    TextDocumentPositionParams, Uri,
};
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
pub(crate) fn answer<W>(server: &mut Server<'_, W>, method: &str, value: Value) -> Answer {
    match method {
        "textDocument/codeAction" => actions(server, value),
        "textDocument/hover" => at(server, value, |analysis, _, offset| Ok(hover::hover(analysis, offset))),
        "textDocument/definition" | "textDocument/declaration" => {
            at(server, value, |analysis, uri, offset| Ok(navigation::definition(analysis, uri, offset)))
        }
        "textDocument/references" => references(server, value),
        "textDocument/documentHighlight" => {
            at(server, value, |analysis, _, offset| Ok(navigation::highlights(analysis, offset)))
        }
        "textDocument/prepareRename" => at(server, value, |analysis, _, offset| {
            let (range, placeholder) = rename::prepare(analysis, offset).map_err(|it| failed(&it))?;
            Ok(PrepareRenamePlaceholder { range, placeholder })
        }),
        "textDocument/rename" => renaming(server, value),
        "textDocument/completion" => {
            at(server, value, |analysis, _, offset| Ok(completion::completions(analysis, offset)))
        }
        "completionItem/resolve" => {
            let item = params(value)?;
            self::value(completion::resolved(item, server.settings.options.edition))
        }
        "textDocument/signatureHelp" => {
            at(server, value, |analysis, _, offset| Ok(signature::signature_help(analysis, offset)))
        }
        "textDocument/documentSymbol" => {
            let DocumentSymbolParams { text_document, .. } = params(value)?;
            self::value(symbols::symbols(&*analysis(server, &text_document.uri)?))
        }
        "textDocument/inlayHint" => {
            let InlayHintParams { text_document, range, .. } = params(value)?;
            let analysis = analysis(server, &text_document.uri)?;
            self::value(hints::hints(&analysis, analysis.span(range)))
        }
        "textDocument/semanticTokens/full" => {
            let SemanticTokensParams { text_document, .. } = params(value)?;
            self::value(tokens::tokens(&*analysis(server, &text_document.uri)?))
        }
        #[cfg(test)]
        "test/panic" => panic!("a request that fails"),
        _ => Err(refusal(ErrorCode::MethodNotFound, &format!("unknown method `{method}`"))),
    }
}

/// The analysis of an open document.
fn analysis<W>(server: &mut Server<'_, W>, uri: &Uri) -> Result<Rc<Analysis>, ResponseError> {
    server.analysis(&uri.0).ok_or_else(|| failed("the document is not open"))
}

/// The answer to a request about a place of a document.
fn at<W, A: Serialize>(
    server: &mut Server<'_, W>,
    request: Value,
    answer: impl FnOnce(&Analysis, &Uri, u32) -> Result<A, ResponseError>,
) -> Answer {
    let TextDocumentPositionParams { text_document, position } = params(request)?;
    let analysis = analysis(server, &text_document.uri)?;
    value(answer(&analysis, &text_document.uri, analysis.offset(position))?)
}

/// A request that is right and can't be fulfilled.
fn failed(reason: &str) -> ResponseError {
    refusal(ErrorCode::RequestFailed, reason)
}

fn location(uri: &Uri, range: Range) -> Location {
    Location { uri: uri.clone(), range }
}

fn references<W>(server: &mut Server<'_, W>, request: Value) -> Answer {
    let ReferenceParams { context, .. } = params(request.clone())?;
    at(server, request, |analysis, uri, offset| {
        let found = navigation::references(analysis, offset, context.include_declaration).into_iter();
        Ok(found.map(|range| location(uri, range)).collect::<Vec<_>>())
    })
}

fn renaming<W>(server: &mut Server<'_, W>, request: Value) -> Answer {
    let RenameParams { new_name, .. } = params(request.clone())?;
    at(server, request, |analysis, uri, offset| {
        let edits = rename::rename(analysis, offset, &new_name).map_err(|it| failed(&it))?;
        Ok(fixes::change(uri, edits))
    })
}

fn actions<W>(server: &mut Server<'_, W>, request: Value) -> Answer {
    let CodeActionParams { text_document, range, context, .. } = params(request)?;
    let uri = text_document.uri;
    let analysis = analysis(server, &uri)?;
    let only = context.only.unwrap_or_default();
    let place = analysis.span(range);
    let found = fixes::actions(&analysis, &uri, place, &only, server.settings.deny_warnings);
    value(found.into_iter().map(CodeActionResponse::from).collect::<Vec<_>>())
}
