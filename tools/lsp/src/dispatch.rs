//! Requests and the functions that answer them.

use crate::analysis::{Analysis, Facts};
use crate::answer::{Answer, params, refusal, value};
use crate::workspace::Workspace;
use crate::{
    calls, completion, delta, fixes, folding, formatting, hints, hover, insertion, lens, metal, navigation,
    paths, pull, rename, signature, symbols, tokens, types, uses, workspace_symbols,
};
use lsp_server::{ErrorCode, ResponseError};
use lsp_types::{
    CallHierarchyIncomingCallsParams, CallHierarchyOutgoingCallsParams, CodeActionParams, CodeActionResponse,
    CodeLensParams, DocumentFormattingParams, DocumentLinkParams, DocumentRangeFormattingParams,
    DocumentSymbolParams, FoldingRangeParams, InlayHintParams, Location, PrepareRenamePlaceholder, Range,
    ReferenceParams, RenameParams, SelectionRangeParams, SemanticTokensDelta, SemanticTokensDeltaParams,
    SemanticTokensParams, SemanticTokensRangeParams, SignatureHelp, TextDocumentPositionParams, Uri,
    WorkspaceSymbolParams,
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
            let (analysis, uri, offset) = place(workspace, value)?;
            if let Some(items) = paths::completions(workspace, &analysis, &uri, offset) {
                return self::value(items);
            }
            if let Facts::Metal(program) = analysis.facts() {
                let check = &mut |text: &str| workspace.metal_program(&uri.0, text);
                return self::value(metal::completions(&analysis, program, offset, check));
            }
            let mut items = completion::completions(&analysis, offset);
            insertion::complete(&analysis, offset, &mut items, workspace.has_snippets);
            self::value(items)
        }
        "completionItem/resolve" => {
            let item = params(value)?;
            self::value(completion::resolved(item, workspace.settings.options.edition))
        }
        "textDocument/signatureHelp" => {
            let (analysis, uri, offset) = place(workspace, value)?;
            self::value(signatures(workspace, &analysis, &uri, offset))
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
        "textDocument/diagnostic" => pull::report(workspace, value),
        "textDocument/semanticTokens/full" => {
            let SemanticTokensParams { text_document, .. } = params(value)?;
            all_tokens(workspace, &text_document.uri, None)
        }
        "textDocument/semanticTokens/full/delta" => {
            let SemanticTokensDeltaParams { text_document, previous_result_id, .. } = params(value)?;
            all_tokens(workspace, &text_document.uri, Some(&previous_result_id))
        }
        "textDocument/semanticTokens/range" => {
            let SemanticTokensRangeParams { text_document, range, .. } = params(value)?;
            let analysis = analysis(workspace, &text_document.uri)?;
            self::value(tokens::tokens_in(&analysis, Some(analysis.span(range))))
        }
        "textDocument/typeDefinition" => {
            at(workspace, value, |analysis, uri, offset| Ok(types::type_definition(analysis, uri, offset)))
        }
        "textDocument/foldingRange" => {
            let FoldingRangeParams { text_document, .. } = params(value)?;
            self::value(folding::folding_ranges(&*analysis(workspace, &text_document.uri)?))
        }
        "textDocument/selectionRange" => {
            let SelectionRangeParams { text_document, positions, .. } = params(value)?;
            let analysis = analysis(workspace, &text_document.uri)?;
            let all = positions.into_iter().map(|position| folding::selection(&analysis, position));
            self::value(all.collect::<Vec<_>>())
        }
        "textDocument/documentLink" => {
            let DocumentLinkParams { text_document, .. } = params(value)?;
            self::value(lens::links(&*analysis(workspace, &text_document.uri)?, &text_document.uri))
        }
        "textDocument/codeLens" => {
            let CodeLensParams { text_document, .. } = params(value)?;
            self::value(lens::lenses(&*analysis(workspace, &text_document.uri)?, &text_document.uri))
        }
        "textDocument/prepareCallHierarchy" => {
            let (analysis, uri, offset) = place(workspace, value)?;
            self::value(calls::prepare(workspace, &analysis, &uri, offset))
        }
        "callHierarchy/incomingCalls" => {
            let CallHierarchyIncomingCallsParams { item, .. } = params(value)?;
            self::value(calls::incoming(workspace, &item))
        }
        "callHierarchy/outgoingCalls" => {
            let CallHierarchyOutgoingCallsParams { item, .. } = params(value)?;
            self::value(calls::outgoing(workspace, &item))
        }
        "workspace/symbol" => {
            let WorkspaceSymbolParams { query, .. } = params(value)?;
            self::value(workspace_symbols::symbols(workspace, &query))
        }
        #[cfg(test)]
        "test/panic" => panic!("a request that fails"),
        _ => Err(refusal(ErrorCode::MethodNotFound, &format!("unknown method `{method}`"))),
    }
}

/// The signatures of the call around an offset.
fn signatures(
    workspace: &mut Workspace<'_>,
    analysis: &Analysis,
    uri: &Uri,
    offset: u32,
) -> Option<SignatureHelp> {
    let Facts::Metal(program) = analysis.facts() else { return signature::signature_help(analysis, offset) };
    let check = &mut |text: &str| workspace.metal_program(&uri.0, text);
    let (labels, argument) = metal::signatures(analysis, program, offset, check)?;
    signature::help(labels, argument)
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

/// The semantic tokens of a document, or how they differ from those that the client knows.
fn all_tokens(workspace: &mut Workspace<'_>, uri: &Uri, known: Option<&str>) -> Answer {
    let mut tokens = tokens::tokens(&*analysis(workspace, uri)?);
    let Some(document) = workspace.documents.get_mut(&uri.0) else { return Ok(Value::Null) };
    let (number, before) = document.exchange(&tokens.data, known);
    let result_id = Some(number.to_string());
    if let Some(before) = before {
        return value(SemanticTokensDelta { result_id, edits: delta::edits(&before, &tokens.data) });
    }
    tokens.result_id = result_id;
    value(tokens)
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
