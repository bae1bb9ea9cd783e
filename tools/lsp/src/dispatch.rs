//! Requests and the functions that answer them.

use crate::analysis::Analysis;
use crate::answer::{Answer, params, refusal, value};
use crate::workspace::Workspace;
use crate::{
    completion, fixes, formatting, hints, hover, navigation, rename, signature, symbols, tokens, uses,
};
use lsp_server::{ErrorCode, ResponseError};
use lsp_types::{
    CodeActionParams, CodeActionResponse, DocumentFormattingParams, DocumentRangeFormattingParams,
    DocumentSymbolParams, InlayHintParams, Location, PrepareRenamePlaceholder, Range, ReferenceParams,
    RenameParams, SemanticTokensParams, TextDocumentPositionParams, Uri,
};
use serde::Serialize;
use serde_json::Value;
use std::rc::Rc;

/// Answers a request about a document.
pub(crate) fn answer(workspace: &mut Workspace<'_>, method: &str, value: Value) -> Answer {
    match method {
        "textDocument/codeAction" => actions(workspace, value),
        "textDocument/hover" => {
            at(workspace, value, |analysis, _, offset| Ok(hover::hover(analysis, offset)))
        }
        "textDocument/definition" | "textDocument/declaration" => {
            at(workspace, value, |analysis, uri, offset| Ok(navigation::definition(analysis, uri, offset)))
        }
        "textDocument/references" => references(workspace, value),
        "textDocument/documentHighlight" => {
            at(workspace, value, |analysis, _, offset| Ok(navigation::highlights(analysis, offset)))
        }
        "textDocument/prepareRename" => at(workspace, value, |analysis, _, offset| {
            let (range, placeholder) = rename::prepare(analysis, offset).map_err(|it| failed(&it))?;
            Ok(PrepareRenamePlaceholder { range, placeholder })
        }),
        "textDocument/rename" => renaming(workspace, value),
        "textDocument/completion" => {
            at(workspace, value, |analysis, _, offset| Ok(completion::completions(analysis, offset)))
        }
        "completionItem/resolve" => {
            let item = params(value)?;
            self::value(completion::resolved(item, workspace.settings.options.edition))
        }
        "textDocument/signatureHelp" => {
            at(workspace, value, |analysis, _, offset| Ok(signature::signature_help(analysis, offset)))
        }
        "textDocument/documentSymbol" => {
            let DocumentSymbolParams { text_document, .. } = params(value)?;
            self::value(symbols::symbols(&*analysis(workspace, &text_document.uri)?))
        }
        "textDocument/formatting" => {
            let DocumentFormattingParams { text_document, options, .. } = params(value)?;
            let analysis = analysis(workspace, &text_document.uri)?;
            self::value(formatting::edits(&analysis, None, workspace.settings.formatting, options))
        }
        "textDocument/rangeFormatting" => {
            let DocumentRangeFormattingParams { text_document, range, options, .. } = params(value)?;
            let analysis = analysis(workspace, &text_document.uri)?;
            let range = Some(analysis.span(range));
            self::value(formatting::edits(&analysis, range, workspace.settings.formatting, options))
        }
        "textDocument/inlayHint" => {
            let InlayHintParams { text_document, range, .. } = params(value)?;
            let analysis = analysis(workspace, &text_document.uri)?;
            self::value(hints::hints(&analysis, analysis.span(range)))
        }
        "textDocument/semanticTokens/full" => {
            let SemanticTokensParams { text_document, .. } = params(value)?;
            self::value(tokens::tokens(&*analysis(workspace, &text_document.uri)?))
        }
        #[cfg(test)]
        "test/panic" => panic!("a request that fails"),
        _ => Err(refusal(ErrorCode::MethodNotFound, &format!("unknown method `{method}`"))),
    }
}

/// The analysis of an open document.
fn analysis(workspace: &mut Workspace<'_>, uri: &Uri) -> Result<Rc<Analysis>, ResponseError> {
    workspace.understood(&uri.0).ok_or_else(|| failed("the document is not open"))
}

/// The answer to a request about a place of a document.
fn at<A: Serialize>(
    workspace: &mut Workspace<'_>,
    request: Value,
    answer: impl FnOnce(&Analysis, &Uri, u32) -> Result<A, ResponseError>,
) -> Answer {
    let (analysis, uri, offset) = place(workspace, request)?;
    value(answer(&analysis, &uri, offset)?)
}

/// A request that is right and can't be fulfilled.
fn failed(reason: &str) -> ResponseError {
    refusal(ErrorCode::RequestFailed, reason)
}

fn location(uri: &Uri, range: Range) -> Location {
    Location { uri: uri.clone(), range }
}

fn references(workspace: &mut Workspace<'_>, request: Value) -> Answer {
    let ReferenceParams { context, .. } = params(request.clone())?;
    let (analysis, uri, offset) = place(workspace, request)?;
    let with_declaration = context.include_declaration;
    let found = uses::locations(workspace, &analysis, &uri, offset, with_declaration);
    value(found.unwrap_or_else(|| {
        let ranges = navigation::references(&analysis, offset, with_declaration).into_iter();
        ranges.map(|range| location(&uri, range)).collect()
    }))
}

fn renaming(workspace: &mut Workspace<'_>, request: Value) -> Answer {
    let RenameParams { new_name, .. } = params(request.clone())?;
    let (analysis, uri, offset) = place(workspace, request)?;
    value(rename::rename(workspace, &analysis, &uri, offset, &new_name).map_err(|it| failed(&it))?)
}

/// The analysis of a document, its address, and an offset in it.
fn place(workspace: &mut Workspace<'_>, request: Value) -> Result<(Rc<Analysis>, Uri, u32), ResponseError> {
    let TextDocumentPositionParams { text_document, position } = params(request)?;
    let analysis = analysis(workspace, &text_document.uri)?;
    let offset = analysis.offset(position);
    Ok((analysis, text_document.uri, offset))
}

fn actions(workspace: &mut Workspace<'_>, request: Value) -> Answer {
    let CodeActionParams { text_document, range, context, .. } = params(request)?;
    let uri = text_document.uri;
    let analysis = analysis(workspace, &uri)?;
    let only = context.only.unwrap_or_default();
    let place = analysis.span(range);
    let found = fixes::actions(&analysis, &uri, place, &only, workspace.settings.deny_warnings);
    value(found.into_iter().map(CodeActionResponse::from).collect::<Vec<_>>())
}
