//! Diagnostics that a client asks for, instead of those that the server publishes.
//!
//! A client that can ask, and that can be told to ask again, gets nothing published: it would show everything twice. What it has of a document is known
//! by the identifier of the answer.

use crate::answer::{Answer, params, value};
use crate::workspace::Workspace;
use lsp_types::DocumentDiagnosticParams;
use serde_json::{Value, json};

/// Returns true if a client asks for diagnostics, and can be told to ask again.
pub(crate) fn is_used(capabilities: &Value) -> bool {
    let can_ask = capabilities["textDocument"]["diagnostic"].is_object();
    can_ask && capabilities["workspace"]["diagnostics"]["refreshSupport"] == true
}

/// The diagnostics of a document; a document that is not open has none.
pub(crate) fn report(workspace: &mut Workspace<'_>, request: Value) -> Answer {
    let DocumentDiagnosticParams { text_document, previous_result_id, .. } = params(request)?;
    let uri = text_document.uri.0;
    let diagnostics = workspace.found(&uri);
    workspace.waiting.remove(&uri);
    let Some(document) = workspace.documents.get_mut(&uri) else {
        return Ok(json!({ "kind": "full", "items": [] }));
    };
    let id = document.identify(&diagnostics).to_string();
    if previous_result_id.as_ref() == Some(&id) {
        return Ok(json!({ "kind": "unchanged", "resultId": id }));
    }
    Ok(json!({ "kind": "full", "resultId": id, "items": value(diagnostics)? }))
}
