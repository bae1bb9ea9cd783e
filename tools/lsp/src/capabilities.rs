//! The capabilities of the server.

use crate::lines::Encoding;
use crate::tokens;
use lsp_types::{
    CodeActionKind, CodeActionOptions, CodeLensOptions, CompletionOptions, DocumentLinkOptions,
    FileOperationFilter, FileOperationOptions, FileOperationPattern, FileOperationRegistrationOptions,
    InitializeResult, RenameOptions, Save, SemanticTokensFullDelta, SemanticTokensOptions,
    ServerCapabilities, ServerInfo, SignatureHelpOptions, TextDocumentSyncKind, TextDocumentSyncOptions,
    WorkspaceFoldersServerCapabilities, WorkspaceOptions,
};
use serde_json::{Value, json};

/// The answer to `initialize`.
pub(crate) fn offered(encoding: Encoding) -> InitializeResult {
    let version = env!("CARGO_PKG_VERSION").to_owned();
    InitializeResult {
        capabilities: capabilities(encoding),
        server_info: Some(ServerInfo { name: "wgsl-check".to_owned(), version: Some(version) }),
    }
}

/// The answer to `initialize` of a client that asks for diagnostics.
pub(crate) fn with_pull(mut offered: Value) -> Value {
    offered["capabilities"]["diagnosticProvider"] =
        json!({ "identifier": "wgsl-check", "interFileDependencies": true, "workspaceDiagnostics": false });
    offered
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
    let completion = CompletionOptions {
        trigger_characters: Some(characters(&[".", "@", "<", "(", ":"])),
        resolve_provider: Some(true),
        ..CompletionOptions::default()
    };
    let tokens = SemanticTokensOptions {
        legend: tokens::legend(),
        full: Some(SemanticTokensFullDelta { delta: Some(true) }.into()),
        range: Some(true.into()),
        ..SemanticTokensOptions::default()
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
        completion_provider: Some(completion),
        signature_help_provider: Some(SignatureHelpOptions {
            trigger_characters: Some(characters(&["(", ","])),
            ..SignatureHelpOptions::default()
        }),
        document_formatting_provider: Some(true.into()),
        document_range_formatting_provider: Some(true.into()),
        document_symbol_provider: Some(true.into()),
        inlay_hint_provider: Some(true.into()),
        type_definition_provider: Some(true.into()),
        folding_range_provider: Some(true.into()),
        selection_range_provider: Some(true.into()),
        document_link_provider: Some(DocumentLinkOptions::default()),
        code_lens_provider: Some(CodeLensOptions::default()),
        call_hierarchy_provider: Some(true.into()),
        workspace_symbol_provider: Some(true.into()),
        semantic_tokens_provider: Some(tokens.into()),
        workspace: Some(workspace()),
        ..ServerCapabilities::default()
    }
}

/// Folders, and the files in them that people create, rename and delete: watchers of files don't report folders.
fn workspace() -> WorkspaceOptions {
    let pattern = FileOperationPattern { glob: "**".to_owned(), matches: None, options: None };
    let filters = vec![FileOperationFilter { scheme: Some("file".to_owned()), pattern }];
    let files = Some(FileOperationRegistrationOptions { filters });
    let operations = FileOperationOptions {
        did_create: files.clone(),
        did_rename: files.clone(),
        did_delete: files,
        ..FileOperationOptions::default()
    };
    WorkspaceOptions {
        workspace_folders: Some(WorkspaceFoldersServerCapabilities {
            supported: Some(true),
            change_notifications: Some(true.into()),
        }),
        file_operations: Some(operations),
        ..WorkspaceOptions::default()
    }
}

fn characters(all: &[&str]) -> Vec<String> {
    all.iter().map(|character| (*character).to_owned()).collect()
}
