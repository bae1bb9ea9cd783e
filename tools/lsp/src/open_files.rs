//! Documents that import other open documents, for hosts without files.

use crate::assembly::{Assembled, Assembler, Assembly};
use shader_language::check_file;
use std::path::Path;
use std::sync::Arc;
use wgsl_modules::{File, Project};
use wgsl_validator::Validator;

/// Checks documents with the open documents that they import. It reads no files.
#[derive(Clone, Copy, Debug)]
pub struct OpenFiles;

impl Assembler for OpenFiles {
    fn assemble(&self, assembly: Assembly<'_>, validator: &mut Validator) -> Vec<Option<Assembled>> {
        let Assembly { paths, open, defines, edition, advice } = assembly;
        let name = |path: &Path| path.to_string_lossy().replace('\\', "/");
        let file = |(path, text): (&_, &_)| File { path: name(path), text: Arc::clone(text), root: None };
        let files = open.texts.iter().map(|(path, text)| file((path.as_path(), text)));
        let project = Project::new(files.collect(), defines.clone(), edition);
        let one = |path: &&Path| {
            let root = project.find(&name(path))?;
            let findings = check_file(&project, root, defines, advice, validator);
            Some(Assembled { findings, depends_on_all: true })
        };
        paths.iter().map(one).collect()
    }
}
