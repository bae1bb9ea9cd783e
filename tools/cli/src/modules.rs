//! Programs of several files: which files belong to a project, and what is found in them.

use crate::files::{self, Failure, Input, ProgramBytes};
use crate::finding::from_wgsl;
use crate::judgement::{Judgement, Question};
use crate::wesl_toml::Packages;
use ignore::WalkBuilder;
use rayon::prelude::*;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use wgsl_modules::{Defines, Diagnostic, File, Program, Project, is_modular, wanted};
use wgsl_spec::Edition;
use wgsl_validator::Validator;
use wgsl_validator::advice::Extent;

/// The project that the inputs of a command belong to.
#[derive(Debug)]
pub(crate) struct Modules {
    project: Project,
    /// Of what the project was made.
    files: BTreeMap<String, File>,
    packages: BTreeMap<String, String>,
    defines: Defines,
    edition: Edition,
    /// The names of files in messages.
    names: HashMap<String, String>,
    /// For each input with imports or conditions, its path in the project.
    inputs: HashMap<Input, String>,
    /// The other way round. Edits change no other files: one that is plain is judged by itself.
    by_path: HashMap<String, Input>,
}

/// The judgement of a file with its imports.
#[derive(Clone, Debug)]
pub(crate) struct Assembled {
    pub(crate) judgement: Judgement,
    /// The reason why the file could not be checked as a whole.
    pub(crate) failure: Option<Failure>,
    /// The program that was judged, in one text.
    pub(crate) text: String,
}

impl Modules {
    /// The project of these inputs; `None` if no input has imports or conditions.
    pub(crate) fn find(
        inputs: &[Input],
        read: impl Fn(&Input) -> Result<ProgramBytes, Failure> + Sync,
        standard_name: Option<&Path>,
        defines: Defines,
        edition: Edition,
    ) -> Option<Self> {
        let path = |input: &Input| match input {
            Input::Standard => standard_name.map(identity),
            Input::File(path) => Some(identity(path)),
        };
        let text = |input: &Input| String::from_utf8(read(input).ok()?.bytes).ok();
        let modular = |input: &&Input| {
            let path = path(input).unwrap_or_default();
            text(input).is_some_and(|text| path.strip_suffix(".wesl").is_some() || is_modular(&text))
        };
        let modular: HashSet<&Input> = inputs.par_iter().filter(modular).collect();
        if modular.is_empty() {
            return None;
        }
        let mut loader = Loader::new(defines, edition);
        let mut found: HashMap<Input, String> = HashMap::new();
        let mut by_path = HashMap::new();
        for input in inputs {
            let path = path(input).unwrap_or_else(|| identity(Path::new("<stdin>")));
            let (Some(text), Ok(program)) = (text(input), read(input)) else { continue };
            loader.add(path.clone(), program.name, text);
            if modular.contains(input) {
                by_path.insert(path.clone(), input.clone());
                found.insert(input.clone(), path);
            }
        }
        loader.load_imports(found.values());
        let Loader { files, names, packages, defines, edition, .. } = loader;
        let packages = packages.folders;
        let project = project(&files, &packages, &defines, edition);
        Some(Self { project, files, packages, defines, edition, names, inputs: found, by_path })
    }

    /// The project with other contents of these files.
    pub(crate) fn with(&self, texts: BTreeMap<String, String>) -> Self {
        let mut files = self.files.clone();
        for (path, text) in texts {
            if let Some(file) = files.get_mut(&path) {
                file.text = text;
            }
        }
        let project = project(&files, &self.packages, &self.defines, self.edition);
        let (packages, defines) = (self.packages.clone(), self.defines.clone());
        let (names, inputs, by_path) = (self.names.clone(), self.inputs.clone(), self.by_path.clone());
        Self { project, files, packages, defines, edition: self.edition, names, inputs, by_path }
    }

    /// Whether an input has imports or conditions.
    pub(crate) fn contains(&self, input: &Input) -> bool {
        self.inputs.contains_key(input)
    }

    /// The inputs: paths, names in messages, and inputs.
    pub(crate) fn changeable(&self) -> impl Iterator<Item = (&str, &str, &Input)> {
        self.by_path.iter().map(|(path, input)| (path.as_str(), self.name(path), input))
    }

    /// The path of the input with this name in messages.
    pub(crate) fn path(&self, name: &str) -> Option<&str> {
        self.by_path.keys().find(|path| self.name(path) == name).map(String::as_str)
    }

    /// The content of a file.
    pub(crate) fn text(&self, path: &str) -> &str {
        self.files.get(path).map_or("", |file| &file.text)
    }

    fn name<'a>(&'a self, path: &'a str) -> &'a str {
        self.names.get(path).map_or(path, String::as_str)
    }

    /// Judges a file with all that it imports.
    pub(crate) fn judge(
        &self,
        input: &Input,
        question: &Question,
        validator: &mut Validator,
    ) -> Option<Assembled> {
        let root = self.project.find(self.inputs.get(input)?)?;
        let program = self.project.link(root);
        let found = question.findings(program.text(), Extent::Part, validator);
        Some(self.assembled(&program, found, validator.options().edition))
    }

    fn assembled(&self, program: &Program, found: Vec<Diagnostic>, edition: Edition) -> Assembled {
        let findings = program.findings(&self.project, found);
        let file = |index: &wgsl_modules::FileIndex| {
            let file = self.project.file(*index);
            (self.name(&file.path).to_owned(), file.text.clone())
        };
        let (name, text) = file(&findings.files[0]);
        let others: Vec<_> = findings.files[1..].iter().map(file).collect();
        let mut diagnostics = findings.diagnostics;
        let texts = std::iter::once(&text).chain(others.iter().map(|(_, text)| text));
        wgsl_modules::allow::apply(texts.map(String::as_str), edition, &mut diagnostics);
        let mut judgement = Judgement { name, text, others, diagnostics: from_wgsl(diagnostics) };
        let failure = crate::fragment::of_modules(program, &mut judgement);
        Assembled { judgement, failure, text: program.text().to_owned() }
    }
}

fn project(
    files: &BTreeMap<String, File>,
    packages: &BTreeMap<String, String>,
    defines: &Defines,
    edition: Edition,
) -> Project {
    let mut project = Project::new(files.values().cloned().collect(), defines.clone(), edition);
    for (name, folder) in packages {
        project.add_package(name, folder);
    }
    project
}

/// Reads the files of a project.
struct Loader {
    files: BTreeMap<String, File>,
    names: HashMap<String, String>,
    packages: Packages,
    defines: Defines,
    edition: Edition,
    /// Folders of which all files that define paths were read.
    projects: Vec<PathBuf>,
}

impl Loader {
    fn new(defines: Defines, edition: Edition) -> Self {
        let (files, names, packages) = (BTreeMap::new(), HashMap::new(), Packages::default());
        Self { files, names, packages, defines, edition, projects: Vec::new() }
    }

    fn add(&mut self, path: String, name: String, text: String) {
        let root = self.packages.root(Path::new(&path)).map(|root| identity(&root));
        self.names.insert(path.clone(), name);
        self.files.insert(path.clone(), File { path, text, root });
    }

    /// Reads what these files import, and what that imports.
    fn load_imports<'a>(&mut self, paths: impl Iterator<Item = &'a String>) {
        let mut queue: Vec<String> = paths.cloned().collect();
        while let Some(path) = queue.pop() {
            let file = &self.files[&path];
            if file.text.contains("#import") {
                self.load_project(Path::new(&path), &mut queue);
            }
            let file = &self.files[&path];
            for candidate in wanted(file, &self.defines, self.edition, &self.packages.folders) {
                self.load(&format!("{candidate}.wesl"), &mut queue);
                self.load(&format!("{candidate}.wgsl"), &mut queue);
            }
        }
    }

    fn load(&mut self, path: &str, queue: &mut Vec<String>) {
        if self.files.contains_key(path) || !Path::new(path).is_file() {
            return;
        }
        let Ok(bytes) = files::read_file(Path::new(path)) else { return };
        self.add(path.to_owned(), shown(Path::new(path)), String::from_utf8_lossy(&bytes).into_owned());
        queue.push(path.to_owned());
    }

    /// Reads the files of the project around a file that define paths to import.
    fn load_project(&mut self, path: &Path, queue: &mut Vec<String>) {
        let Some(folder) = path.parent() else { return };
        if self.projects.iter().any(|known| folder.starts_with(known)) {
            return;
        }
        let has = |folder: &&Path, names: &[&str]| names.iter().any(|name| folder.join(name).exists());
        let repository = folder.ancestors().find(|folder| has(folder, &[".git"]));
        let package = || folder.ancestors().find(|folder| has(folder, &["Cargo.toml", "package.json"]));
        let root = repository.or_else(package).unwrap_or(folder).to_owned();
        for entry in WalkBuilder::new(&root).require_git(false).build().flatten() {
            if entry.path().extension().is_none_or(|it| it != "wgsl") || !entry.path().is_file() {
                continue;
            }
            let defines_path =
                |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).contains("define_import_path");
            if files::read_file(entry.path()).is_ok_and(defines_path) {
                self.load(&identity(entry.path()), queue);
            }
        }
        self.projects.push(root);
    }
}

/// A path that is the same for all names of a file, with `/` between its parts.
pub(crate) fn identity(path: &Path) -> String {
    let whole =
        fs::canonicalize(path).or_else(|_| std::path::absolute(path)).unwrap_or_else(|_| path.to_owned());
    let text = whole.to_string_lossy();
    if cfg!(windows) { text.replace('\\', "/") } else { text.into_owned() }
}

/// The name of a file in messages: from the folder of the command, if it lies there.
fn shown(path: &Path) -> String {
    let here = std::env::current_dir().and_then(fs::canonicalize).unwrap_or_default();
    path.strip_prefix(here).unwrap_or(path).display().to_string()
}
