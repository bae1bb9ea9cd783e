//! Files that change on disk while documents are open: a different branch, a different editor, a generator.
//!
//! [`registration`] asks the client to report them, and [`changed`] forgets what depends on a file that it reports. A client that
//! can't report files leaves the server to look at the disk whenever a document changes: [`Workspace::is_watched`](crate::workspace::Workspace).

use crate::address;
use crate::workspace::Workspace;
use lsp_types::DidChangeWatchedFilesParams;
use serde_json::{Value, json};
use shader_language::Language;
use std::path::Path;

/// The configuration of a project.
const CONFIGURATION: &str = "wgsl-check.toml";
/// The files that say where modules are.
const MANIFESTS: [&str; 3] = ["wesl.toml", "Cargo.toml", "package.json"];

/// The parameters of `client/registerCapability`; `None` if the client can't register watchers.
pub(crate) fn registration(capabilities: &Value) -> Option<Value> {
    let is_able = capabilities["workspace"]["didChangeWatchedFiles"]["dynamicRegistration"] == true;
    let extensions =
        Language::ALL.into_iter().flat_map(|it| [it.extensions(), it.header_extensions()]).flatten();
    let files: Vec<&str> = extensions.copied().collect();
    let names = MANIFESTS.iter().chain([&CONFIGURATION]).copied().collect::<Vec<_>>();
    let watcher = |glob: String| json!({ "globPattern": glob });
    let globs = [format!("**/*.{{{}}}", files.join(",")), format!("**/{{{}}}", names.join(","))];
    let options = json!({ "watchers": globs.map(watcher) });
    let method = "workspace/didChangeWatchedFiles";
    is_able
        .then(|| json!({ "registrations": [{ "id": method, "method": method, "registerOptions": options }] }))
}

/// Forgets what depends on files that changed on disk.
///
/// # Errors
/// The reason why a configuration that changed is wrong.
pub(crate) fn changed(
    workspace: &mut Workspace<'_>,
    changed: &DidChangeWatchedFilesParams,
) -> Result<(), String> {
    let paths: Vec<_> = changed.changes.iter().filter_map(|event| address::path(&event.uri.0)).collect();
    let is =
        |path: &Path, names: &[&str]| path.file_name().is_some_and(|name| names.iter().any(|it| name == *it));
    if paths.iter().any(|path| is(path, &[CONFIGURATION])) {
        return workspace.configure_again();
    }
    if paths.iter().any(|path| is(path, &MANIFESTS)) {
        workspace.forget_assembled();
        return Ok(());
    }
    for path in &paths {
        workspace.file_changed(path);
    }
    Ok(())
}
