//! The capabilities of the server.

use crate::lines::Encoding;
use lsp_types::{
    CodeActionKind, CodeActionOptions, InitializeResult, RenameOptions, Save, ServerCapabilities, ServerInfo,
    TextDocumentSyncKind, TextDocumentSyncOptions,
};

/// The answer to `initialize`.
pub(crate) fn offered(encoding: Encoding) -> InitializeResult {
    let version = env!("CARGO_PKG_VERSION").to_owned();
    InitializeResult {
        capabilities: capabilities(encoding),
        server_info: Some(ServerInfo { name: "wgsl-check".to_owned(), version: Some(version) }),
    }
}

fn capabilities(encoding: Encoding) -> ServerCapabilities {
    let synchronization = TextDocumentSyncOptions {
        open_close: Some(true),
        change: Some(TextDocumentSyncKind::Incremental),
        save: Some(Save::Bool(true)),
        ..TextDocumentSyncOptions::default()
    };
    let actions = CodeActionOptions {
        code_action_kinds: Some(vec![CodeActionKind::QuickFix, CodeActionKind::SourceFixAll]),
        ..CodeActionOptions::default()
    };
    ServerCapabilities {
        position_encoding: Some(encoding.name()),
        text_document_sync: Some(synchronization.into()),
        code_action_provider: Some(actions.into()),
        hover_provider: Some(true.into()),
        definition_provider: Some(true.into()),
        declaration_provider: Some(true.into()),
        references_provider: Some(true.into()),
        document_highlight_provider: Some(true.into()),
        rename_provider: Some(
            RenameOptions { prepare_provider: Some(true), ..RenameOptions::default() }.into(),
        ),
        ..ServerCapabilities::default()
    }
}
