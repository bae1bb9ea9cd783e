//! Documents that import other open documents, for hosts without files.

use crate::assembly::{Assembled, Assembler, Assembly, Inside, Linked, Prefix, Search};
use shader_language::check_file;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use wgsl_modules::{Explorer, File, Project, UnitCache};
use wgsl_validator::Validator;

/// Checks documents with the open documents that they import. It reads no files.
#[derive(Clone, Copy, Debug)]
pub struct OpenFiles;

impl Assembler for OpenFiles {
    fn assemble(&self, assembly: Assembly<'_>, validator: &mut Validator) -> Vec<Option<Assembled>> {
        let project = project(assembly, &BTreeMap::new());
        let Assembly { paths, defines, advice, .. } = assembly;
        let one = |path: &&Path| {
            let root = project.find(&name(path))?;
            let findings = check_file(&project, root, defines, advice, validator);
            Some(Assembled { findings, depends_on_all: true })
        };
        paths.iter().map(one).collect()
    }

    fn view(&self, assembly: Assembly<'_>, validator: &mut Validator) -> Option<Linked> {
        let project = project(assembly, &BTreeMap::new());
        views(&project, assembly.paths.first()?, assembly, &[], validator).into_iter().next()
    }

    fn inside(
        &self,
        assembly: Assembly<'_>,
        prefix: Prefix<'_>,
        validator: &mut Validator,
    ) -> Option<Inside> {
        let project = project(assembly, &BTreeMap::new());
        let root = project.find(&name(assembly.paths.first()?))?;
        let cache = UnitCache::default();
        let Prefix { names, is_import } = prefix;
        let contents = project.contents(root, names, is_import, assembly.defines, &cache);
        let file = contents.file.map(|file| PathBuf::from(&project.file(file).path));
        let program =
            file.and_then(|file| views(&project, &file, assembly, &[], validator).into_iter().next());
        Some(Inside { contents, program })
    }

    fn package(&self, assembly: Assembly<'_>, search: Search<'_>, validator: &mut Validator) -> Vec<Linked> {
        let project = project(assembly, search.edited);
        let wanted = assembly
            .open
            .texts
            .iter()
            .filter(|(path, text)| search.wants(search.edited.get(*path).unwrap_or(text)));
        wanted.flat_map(|(path, _)| views(&project, path, assembly, search.words, validator)).collect()
    }
}

/// The path of a document in the project.
fn name(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "/")
}

/// The project of the open documents, some with other contents.
fn project(assembly: Assembly<'_>, edited: &BTreeMap<PathBuf, Arc<str>>) -> Project {
    let file = |(path, text): (&PathBuf, &Arc<str>)| {
        let text = Arc::clone(edited.get(path).unwrap_or(text));
        File { path: name(path), text, root: None }
    };
    let files = assembly.open.texts.iter().map(file);
    Project::new(files.collect(), assembly.defines.clone(), assembly.edition)
}

/// The programs of a document as editors look at it.
fn views(
    project: &Project,
    path: &Path,
    assembly: Assembly<'_>,
    words: &[String],
    validator: &mut Validator,
) -> Vec<Linked> {
    let Some(root) = project.find(&name(path)) else { return Vec::new() };
    let cache = UnitCache::default();
    let mut explorer = Explorer::new(project, root, &cache, |text| validator.diagnose_linked(text));
    let views = explorer.views(assembly.defines, words).into_iter();
    views.map(|view| Linked::new(view, project, |file| PathBuf::from(&file.path))).collect()
}
