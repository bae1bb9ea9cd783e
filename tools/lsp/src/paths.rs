//! Completion in paths: the modules and declarations of the module that the names before the cursor lead to.

use crate::analysis::Analysis;
use crate::assembly::Prefix;
use crate::completion::{declarations, of_module};
use crate::cursor::{Before, Surroundings};
use crate::insertion;
use crate::workspace::Workspace;
use lsp_types::{CompletionItem, Uri};

/// Returns the names that may come next if an offset is in a path, and `None` anywhere else.
pub(crate) fn completions(
    workspace: &mut Workspace<'_>,
    analysis: &Analysis,
    uri: &Uri,
    offset: u32,
) -> Option<Vec<CompletionItem>> {
    analysis.whole()?;
    let Surroundings::Path(path) = Before::new(analysis.text(), offset).surroundings() else { return None };
    let prefix = Prefix { names: &path.names, is_import: path.is_import };
    let document = workspace.path(&uri.0);
    let Some((contents, program)) = document.and_then(|it| workspace.inside(&it, prefix)) else {
        return Some(Vec::new());
    };
    let has_snippets = workspace.has_snippets && !path.is_import;
    let mut items: Vec<CompletionItem> = contents.modules.iter().map(|name| of_module(name)).collect();
    if let Some(whole) = &program {
        let declared = declarations(whole).into_iter().filter(|item| contents.names.contains(&item.label));
        let first = items.len();
        items.extend(declared);
        insertion::describe(analysis, whole, offset, &mut items[first..], has_snippets);
    }
    Some(items)
}
