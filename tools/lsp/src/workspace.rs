//! The analyses of the open documents, and which of them a change makes stale.
//!
//! An analysis is made when something needs it and kept until its document, the settings or a file that the document imports changes. Documents
//! that import files are assembled together where several are stale: what all of them import is checked once.

use crate::address;
use crate::analysis::Analysis;
use crate::assembly::{Assembled, Assembler, Assembly, Inside, Open, Prefix, Search};
use crate::dependents::Dependents;
use crate::diagnostics::diagnostics;
use crate::document::Document;
use crate::headers::{OpenHeaders, with_slashes};
use crate::lines::{Encoding, Lines};
use crate::settings::Settings;
use crate::whole::Whole;
use crate::workspace_symbols::Declarations;
use cxx_validator::Headers;
use lsp_types::{
    Diagnostic, DidChangeTextDocumentParams, DidChangeWorkspaceFoldersParams, DidOpenTextDocumentParams,
    Range, Uri, WorkspaceFolder,
};
use serde_json::Value;
use shader_language::{FrontEnd as _, Language, Metal, Source, Wgsl};
use shader_source::Span;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use wgsl_embedded::Host;
use wgsl_modules::Contents;
use wgsl_validator::Validator;

/// The open documents, and what is known about them.
pub(crate) struct Workspace<'a> {
    assembler: &'a dyn Assembler,
    pub(crate) settings: Settings,
    /// The settings as the client sent them last.
    client: Value,
    /// The folders that the client has open.
    pub(crate) folders: Vec<PathBuf>,
    /// Returns true if the client reports files that change on disk. Otherwise every change of a document may come after one.
    pub(crate) is_watched: bool,
    /// Returns true if the client asks for diagnostics.
    pub(crate) is_pulled: bool,
    /// Returns true if the client takes snippets.
    pub(crate) has_snippets: bool,
    pub(crate) encoding: Encoding,
    /// The open documents, by their addresses.
    pub(crate) documents: BTreeMap<String, Document>,
    /// Addresses of documents whose diagnostics the client does not have.
    pub(crate) waiting: BTreeSet<String>,
    /// Addresses of documents that the client opened or changed since it was told of diagnostics.
    pub(crate) edited: BTreeSet<String>,
    /// The sources of the documents that are files, except for the documents that changed.
    pub(crate) open: Open,
    /// Paths of documents that were opened, changed or closed since `open` was brought up to date.
    pub(crate) changed: BTreeMap<PathBuf, String>,
    /// The documents of each file.
    pub(crate) by_path: BTreeMap<PathBuf, BTreeSet<String>>,
    /// The documents whose diagnostics any file may decide, and the documents that include files, by these.
    pub(crate) dependents: Dependents,
    /// The declarations of files, for searches.
    pub(crate) declarations: Declarations,
    pub(crate) validator: Validator,
}

impl<'a> Workspace<'a> {
    /// A workspace without documents.
    pub(crate) fn new(assembler: &'a dyn Assembler) -> Self {
        Self {
            assembler,
            settings: Settings::default(),
            client: Value::Null,
            folders: Vec::new(),
            is_watched: false,
            is_pulled: false,
            has_snippets: false,
            encoding: Encoding::default(),
            documents: BTreeMap::new(),
            waiting: BTreeSet::new(),
            edited: BTreeSet::new(),
            open: Open::default(),
            changed: BTreeMap::new(),
            by_path: BTreeMap::new(),
            dependents: Dependents::default(),
            declarations: Declarations::default(),
            validator: Validator::default(),
        }
    }

    /// Takes other settings of the client, by which all documents are checked again.
    pub(crate) fn configure(&mut self, value: &Value) -> Result<(), String> {
        // Settings that are wrong change nothing.
        self.settings = Settings::read(value, &self.assembler.settings(&self.folders))?;
        self.client = value.clone();
        self.files_changed();
        self.start_over();
        for (uri, document) in &mut self.documents {
            document.forget();
            self.waiting.insert(uri.clone());
        }
        Ok(())
    }

    /// Forgets what an interrupted validation may have left half done.
    pub(crate) fn start_over(&mut self) {
        self.validator = Validator::new(self.settings.options.clone());
    }

    pub(crate) fn open(&mut self, opened: DidOpenTextDocumentParams) {
        let document = opened.text_document;
        let uri = document.uri.0;
        let language = String::from(document.language_id);
        let document = Document::new(&uri, &language, document.version, &document.text);
        if let Some(path) = document.path() {
            self.by_path.entry(path.to_owned()).or_default().insert(uri.clone());
        }
        self.documents.insert(uri.clone(), document);
        self.touch(&uri);
    }

    pub(crate) fn change(&mut self, changed: DidChangeTextDocumentParams) {
        let (version, uri) =
            (changed.text_document.version, changed.text_document.text_document_identifier.uri);
        if let Some(document) = self.documents.get_mut(&uri.0) {
            document.change(version, changed.content_changes, self.encoding);
            self.touch(&uri.0);
        }
    }

    /// Forgets a document.
    pub(crate) fn close(&mut self, uri: &str) {
        self.touch(uri);
        if let Some(path) = self.documents.remove(uri).as_ref().and_then(Document::path)
            && let Some(uris) = self.by_path.get_mut(path)
        {
            uris.remove(uri);
            if uris.is_empty() {
                self.by_path.remove(path);
            }
        }
        self.waiting.remove(uri);
    }

    /// The diagnostics of an open document.
    pub(crate) fn found(&mut self, uri: &str) -> Vec<Diagnostic> {
        let analysis = self.analysis(uri);
        let found = analysis.map(|it| diagnostics(&it, &Uri(uri.to_owned()), self.settings.deny_warnings));
        found.unwrap_or_default()
    }

    /// The analysis of an open document.
    pub(crate) fn analysis(&mut self, uri: &str) -> Option<Rc<Analysis>> {
        self.settle();
        let document = self.documents.get(uri)?;
        if let Some(known) = document.analysis() {
            return Some(Rc::clone(known));
        }
        let analysis = match document.language() {
            Some(Language::Wgsl) => {
                let assembled = match self.assembled_path(uri) {
                    Some(path) => self.assemble(&[path]).pop().flatten(),
                    None => None,
                };
                self.analyse_wgsl(uri, assembled)
            }
            Some(Language::Metal) => self.analyse_metal(uri),
            None => match document.host() {
                Some(host) => self.analyse_host(uri, host),
                None if document.is_amp() => self.analyse_amp(uri),
                None => Some(Analysis::of_header(document.text(), self.encoding)),
            },
        };
        self.keep(uri, analysis?)
    }

    /// The analysis of an open document, with the program that it is a file of.
    pub(crate) fn understood(&mut self, uri: &str) -> Option<Rc<Analysis>> {
        let analysis = self.analysis(uri)?;
        if let (Some(options), Some(path)) = (analysis.needs_files(), self.assembled_path(uri)) {
            let paths = [path.as_path()];
            let (assembler, assembly, validator) = self.assembly(&paths);
            if let Some(linked) = assembler.view(assembly, validator) {
                analysis.know(Whole::linked(linked, options, self.encoding));
            }
        }
        Some(analysis)
    }

    /// The programs of files in the package of a document that have one of these words, some with other contents.
    pub(crate) fn package(
        &mut self,
        document: &Path,
        words: &[String],
        edited: &BTreeMap<PathBuf, Arc<str>>,
    ) -> Vec<Whole> {
        self.settle();
        let paths = [document];
        let (assembler, assembly, validator) = self.assembly(&paths);
        let linked = assembler.package(assembly, Search { words, edited }, validator);
        let options = &self.settings.options;
        linked.into_iter().map(|it| Whole::linked(it, options.clone(), self.encoding)).collect()
    }

    /// The names that may follow a path in a document, and the program of the module that it leads to.
    pub(crate) fn inside(
        &mut self,
        document: &Path,
        prefix: Prefix<'_>,
    ) -> Option<(Contents, Option<Whole>)> {
        self.settle();
        let paths = [document];
        let (assembler, assembly, validator) = self.assembly(&paths);
        let Inside { contents, program } = assembler.inside(assembly, prefix, validator)?;
        let options = self.settings.options.clone();
        Some((contents, program.map(|linked| Whole::linked(linked, options, self.encoding))))
    }

    /// The WGSL files in the folders of the client: open documents as they are in the editor, other files as they are on disk.
    pub(crate) fn sources(&mut self) -> BTreeMap<PathBuf, Arc<str>> {
        self.settle();
        let mut sources = self.assembler.sources(&self.open, &self.folders);
        sources.extend(self.open.texts.iter().map(|(path, text)| (path.clone(), Arc::clone(text))));
        sources
    }

    /// The content of a WGSL file.
    pub(crate) fn content(&mut self, path: &Path) -> Option<Arc<str>> {
        self.sources().remove(path)
    }

    /// The path of an open document, if it is a file.
    pub(crate) fn path(&self, uri: &str) -> Option<PathBuf> {
        self.documents.get(uri)?.path().map(Path::to_owned)
    }

    /// The address of a file, as the client knows it.
    pub(crate) fn uri(&self, path: &Path) -> Uri {
        let open = self.by_path.get(path).and_then(|uris| uris.first());
        open.map_or_else(|| address::uri(path), |uri| Uri(uri.clone()))
    }

    /// The ranges of places in a text.
    pub(crate) fn ranges(&self, text: &str, places: impl Iterator<Item = Span>) -> Vec<Range> {
        let lines = Lines::new(text, self.encoding);
        places.map(|span| lines.range(text, span)).collect()
    }

    /// What an assembler needs to look at documents.
    fn assembly<'b>(
        &'b mut self,
        paths: &'b [&'b Path],
    ) -> (&'b dyn Assembler, Assembly<'b>, &'b mut Validator) {
        let Self { assembler, settings, validator, open, .. } = self;
        let (defines, advice) = (&settings.defines, &settings.advice);
        let edition = settings.options.edition;
        (*assembler, Assembly { paths, open, defines, edition, advice }, validator)
    }

    fn keep(&mut self, uri: &str, analysis: Analysis) -> Option<Rc<Analysis>> {
        let analysis = Rc::new(analysis);
        self.documents.get_mut(uri)?.keep(&analysis);
        Some(analysis)
    }

    /// Analyses the documents that import files and have no analysis.
    pub(crate) fn assemble_all(&mut self, uris: &BTreeSet<String>) {
        let is_stale = |uri: &&String| self.documents.get(*uri).is_some_and(|it| it.analysis().is_none());
        let stale = uris.iter().filter(is_stale);
        let (uris, paths): (Vec<&String>, Vec<PathBuf>) =
            stale.filter_map(|uri| Some((uri, self.assembled_path(uri)?))).unzip();
        let assembled = self.assemble(&paths);
        for (uri, assembled) in uris.into_iter().zip(assembled) {
            if let Some(analysis) = self.analyse_wgsl(uri, assembled) {
                self.keep(uri, analysis);
            }
        }
    }

    /// The path of a document that imports files or has conditions.
    fn assembled_path(&self, uri: &str) -> Option<PathBuf> {
        let document = self.documents.get(uri)?;
        document.path().filter(|_| document.is_assembled()).map(PathBuf::from)
    }

    fn assemble(&mut self, paths: &[PathBuf]) -> Vec<Option<Assembled>> {
        if paths.is_empty() {
            return Vec::new();
        }
        let paths: Vec<_> = paths.iter().map(PathBuf::as_path).collect();
        let (assembler, assembly, validator) = self.assembly(&paths);
        assembler.assemble(assembly, validator)
    }

    /// Analyses a document in WGSL; `assembled` is the result of the program that it is a file of.
    fn analyse_wgsl(&mut self, uri: &str, assembled: Option<Assembled>) -> Option<Analysis> {
        let Self { settings, validator, encoding, documents, .. } = self;
        let document = documents.get(uri)?;
        let source = Source { name: uri, identity: uri, text: document.text() };
        // A document that should be assembled and can't be may be so once a different file changes.
        let depends_on_all = assembled.as_ref().map_or(document.is_assembled(), |it| it.depends_on_all);
        let analysis = match assembled {
            None => {
                let checked = Wgsl { validator, advice: &settings.advice }.check(source);
                Analysis::new(document.text(), *encoding, checked)
            }
            Some(Assembled { findings, .. }) => {
                Analysis::assembled(document.text(), *encoding, settings.options.clone(), findings)
            }
        };
        // The files that it imports are known to the assembler.
        self.dependents.set(uri, (!depends_on_all).then(BTreeSet::new));
        Some(analysis)
    }

    /// Checks the shaders in a document of a different language.
    fn analyse_host(&mut self, uri: &str, host: Host) -> Option<Analysis> {
        let Self { settings, validator, encoding, documents, .. } = self;
        let text = documents.get(uri)?.text();
        let found = wgsl_embedded::find(host, text);
        let edition = settings.options.edition;
        let checked = wgsl_embedded::check(text, &found, edition, |text| {
            Wgsl { validator, advice: &settings.advice }.check(Source::text(text)).findings.diagnostics
        });
        Some(Analysis::of_host(text, *encoding, checked))
    }

    /// Checks a document in Metal, with the files that it includes.
    fn analyse_metal(&mut self, uri: &str) -> Option<Analysis> {
        let encoding = self.encoding;
        self.with_headers(uri, |settings, document, name, headers| {
            let source = Source { name, identity: name, text: document.text() };
            let checked = Metal { options: &settings.metal, headers }.check(source);
            Analysis::new(document.text(), encoding, checked)
        })
    }

    /// Checks a document in C++ AMP, with the files that it includes.
    fn analyse_amp(&mut self, uri: &str) -> Option<Analysis> {
        let encoding = self.encoding;
        self.with_headers(uri, |settings, document, name, headers| {
            let source = cxx_validator::Source { path: name, identity: name, text: document.text() };
            let program = msl_validator::amp::program(source, &settings.metal.definitions, headers);
            Analysis::of_amp(document.text(), encoding, program)
        })
    }

    /// Checks a document with its name and the files that it may include. It depends on the files that the check looks up.
    fn with_headers(
        &mut self,
        uri: &str,
        check: impl FnOnce(&Settings, &Document, &str, Headers<'_>) -> Analysis,
    ) -> Option<Analysis> {
        let Self { assembler, settings, open, documents, .. } = self;
        let document = documents.get(uri)?;
        let path = document.path().unwrap_or(Path::new(""));
        let files = OpenHeaders::new(path, open, *assembler);
        let headers = Headers { files: &files, folders: &settings.include };
        let analysis = check(settings, document, &with_slashes(path), headers);
        self.dependents.set(uri, Some(files.seen()));
        Some(analysis)
    }

    /// Checks a different text of a document in Metal, with the files that it includes.
    pub(crate) fn metal_program(&mut self, uri: &str, text: &str) -> msl_validator::Program {
        self.settle();
        let path = self.path(uri).unwrap_or_default();
        let files = OpenHeaders::new(&path, &self.open, self.assembler);
        let headers = Headers { files: &files, folders: &self.settings.include };
        let name = with_slashes(&path);
        let source = cxx_validator::Source { path: &name, identity: &name, text };
        msl_validator::program(source, &self.settings.metal, headers)
    }

    /// Gives `open` the sources of the documents that changed, and forgets the analyses that depend on them. Once for all changes that
    /// were made since: a change alone costs neither its document nor the others.
    pub(crate) fn settle(&mut self) {
        let changed = std::mem::take(&mut self.changed);
        let stale: BTreeSet<String> = changed.keys().flat_map(|path| self.stale(path)).collect();
        for uri in &stale {
            self.forget(uri);
        }
        for (path, uri) in changed {
            let document = self.documents.get(&uri);
            // Only WGSL documents are files of a project, which costs more to read than a header.
            let of_wgsl = document.filter(|it| it.language() == Some(Language::Wgsl));
            let others = document.filter(|it| it.language() != Some(Language::Wgsl));
            let had_text = self.open.texts.contains_key(&path);
            let others = others.filter(|it| it.host().is_none());
            for (texts, document) in [(&mut self.open.texts, of_wgsl), (&mut self.open.headers, others)] {
                match document {
                    Some(document) => texts.insert(path.clone(), Arc::clone(document.text())),
                    None => texts.remove(&path),
                };
            }
            if had_text || of_wgsl.is_some() {
                self.open.generation += 1;
                self.open.files += u64::from(!self.is_watched);
            }
        }
    }

    /// Notes that a document was opened, changed or closed.
    pub(crate) fn touch(&mut self, uri: &str) {
        self.forget(uri);
        self.edited.insert(uri.to_owned());
        if let Some(path) = self.documents.get(uri).and_then(Document::path) {
            self.changed.insert(path.to_owned(), uri.to_owned());
        }
    }

    /// Forgets the analysis of a document, if it is open.
    fn forget(&mut self, uri: &str) {
        self.dependents.remove(uri);
        if let Some(document) = self.documents.get_mut(uri) {
            document.forget();
            self.waiting.insert(uri.to_owned());
        }
    }

    /// Reads the configuration of the project again.
    pub(crate) fn configure_again(&mut self) -> Result<(), String> {
        let client = std::mem::take(&mut self.client);
        let result = self.configure(&client);
        self.client = client;
        result
    }

    /// Takes other folders, of which the first has the configuration of the project.
    pub(crate) fn change_folders(&mut self, changed: DidChangeWorkspaceFoldersParams) -> Result<(), String> {
        let first = self.folders.first().cloned();
        let paths = |folders: Vec<WorkspaceFolder>| {
            folders.into_iter().filter_map(|it| address::path(&it.uri.0)).collect::<Vec<_>>()
        };
        let (added, removed) = (paths(changed.event.added), paths(changed.event.removed));
        self.folders.retain(|folder| !removed.contains(folder));
        self.folders.extend(added);
        if self.folders.first() == first.as_ref() { Ok(()) } else { self.configure_again() }
    }

    /// Notes that files on disk may have changed.
    fn files_changed(&mut self) {
        self.open.generation += 1;
        self.open.files += 1;
        self.open.saves += 1;
    }

    /// Forgets the analyses that depend on a file that changed on disk. An open document is as it is in the editor.
    pub(crate) fn file_changed(&mut self, path: &Path) {
        if self.by_path.contains_key(path) {
            return;
        }
        for uri in self.stale(path) {
            self.forget(&uri);
        }
        self.files_changed();
    }

    /// The documents whose analyses depend on a file.
    fn stale(&self, path: &Path) -> BTreeSet<String> {
        let mut stale: BTreeSet<String> = self.dependents.of(path).into_iter().collect();
        let importers = self.assembler.importers(path);
        stale.extend(importers.iter().filter_map(|path| self.by_path.get(path)).flatten().cloned());
        stale
    }

    /// Forgets the analyses of documents that import or include files: any of these may have changed.
    pub(crate) fn forget_assembled(&mut self) {
        let documents = self.documents.iter();
        let assembled =
            documents.filter(|(uri, document)| document.is_assembled() || self.dependents.has_files(uri));
        let assembled: Vec<String> = assembled.map(|(uri, _)| uri.clone()).collect();
        for uri in &assembled {
            self.forget(uri);
        }
        self.files_changed();
    }
}
