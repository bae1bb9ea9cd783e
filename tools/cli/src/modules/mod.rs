//! Multi-file programs: which files belong to a project, and what is found in them.

mod change;
mod loader;
mod view;

use crate::boundary::guarded;
use crate::files::{Failure, Input, ProgramBytes};
use crate::fragment;
use crate::judgement::{Judgement, Question};
use crate::opened::{NotOpened, Opened};
use crate::paths::identity;
use crate::preamble::Preambles;
use crate::source_map::Expanded;
use crate::variants::Variants;
use crate::wesl_toml::Packages;
use loader::Loader;
use rayon::prelude::*;
use shader_source::LineIndex;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;
use std::sync::Arc;
use wgsl_check_protocol::places::Part;
use wgsl_modules::{
    Checked, Defines, Explorer, File, FileIndex, Open, Others, Outside, Piece, Place, Program, Project,
    Shared, UnitCache, is_modular, needs_definitions, rules,
};
use wgsl_spec::Edition;
use wgsl_spec::rules::SCOPE_UNRESOLVED;
use wgsl_validator::Validator;
use wgsl_validator::advice::Extent;
use wgsl_validator::diagnostic::Diagnostic;

/// The ends of the names of modules.
const ENDS: [&str; 2] = [".wesl", ".wgsl"];
/// The number of files that a thread checks together, at least: what all of them import is checked once for each thread.
const FEWEST_TOGETHER: usize = 64;

/// The settings that multi-file programs are assembled with.
#[derive(Clone, Debug, Default)]
pub(crate) struct Surroundings {
    pub(crate) defines: Defines,
    pub(crate) opened: Opened,
    /// The directories to search for included files, with their whole paths.
    pub(crate) include: Vec<String>,
    pub(crate) preambles: Preambles,
    pub(crate) variants: Variants,
}

/// Returns true if definitions replace a name in a plain file.
fn are_replaced(path: &str, text: &str, defines: &Defines, variants: &Variants, edition: Edition) -> bool {
    let needs = |defines: &Defines| needs_definitions(text, defines, edition);
    needs(defines) || variants.of(Path::new(path), defines).iter().any(|variant| needs(&variant.defines))
}

/// The project that the inputs of a command belong to.
#[derive(Debug)]
pub(crate) struct Modules {
    project: Project,
    /// Of what the project was made.
    files: BTreeMap<String, File>,
    packages: Packages,
    defines: Defines,
    include: Vec<String>,
    /// The paths of preambles, by the path of the file that they come before.
    preambles: BTreeMap<String, Vec<String>>,
    edition: Edition,
    /// The names of files in messages.
    names: HashMap<String, String>,
    /// For each input with imports or conditions, its path in the project.
    inputs: HashMap<Input, String>,
    /// The other way round. Edits change no other files: a plain one is checked by itself.
    by_path: HashMap<String, Input>,
    /// Facts about files, by path.
    known: HashMap<String, Known>,
    not_opened: NotOpened,
    variants: Variants,
}

/// Facts about a file, valid as long as its content is this.
#[derive(Clone, Debug)]
struct Known {
    file: File,
    /// The folders of packages that its imports were looked for in.
    packages: BTreeMap<String, String>,
    is_modular: bool,
    /// The paths that its imports may lead to.
    wanted: Option<Arc<BTreeSet<String>>>,
}

/// A file that is given with its content.
pub(crate) struct Given {
    pub(crate) input: Input,
    /// Its path in the project.
    pub(crate) path: String,
    /// Its name in messages.
    pub(crate) name: String,
    pub(crate) text: Arc<str>,
}

/// The result for a file with its imports.
#[derive(Clone, Debug)]
pub(crate) struct Assembled {
    pub(crate) judgement: Judgement,
    /// The reason why the file could not be checked as a whole.
    pub(crate) failure: Option<Failure>,
    /// Returns true if any file of the project may change the diagnostics, not only the files that are imported: names that nothing declares
    /// are looked for in all files.
    pub(crate) depends_on_all: bool,
}

/// The results of files that were checked together.
pub(crate) type Together = HashMap<FileIndex, Shared>;

impl Modules {
    /// The project of these inputs; `None` if no input has imports or conditions.
    pub(crate) fn find(
        inputs: &[Input],
        read: impl Fn(&Input) -> Result<ProgramBytes, Failure> + Sync,
        standard_name: Option<&Path>,
        around: Surroundings,
        edition: Edition,
    ) -> Option<Self> {
        let path = |input: &Input| match input {
            Input::Standard => standard_name.map(identity),
            Input::File(path) => Some(identity(path)),
        };
        // Most folders have plain files only: their texts are not kept.
        let is_assembled = |input: &Input| {
            let path = path(input);
            let has_end = path.as_ref().is_some_and(|path| path.strip_suffix(".wesl").is_some());
            let has_preamble = || path.as_ref().is_some_and(|path| !around.preambles.of(path).is_empty());
            let text = || String::from_utf8(read(input).ok()?.bytes).ok();
            let is_made = |text: &str| {
                let is_replaced =
                    |path: &String| are_replaced(path, text, &around.defines, &around.variants, edition);
                has_end || is_modular(text) || path.as_ref().is_some_and(is_replaced)
            };
            has_preamble() || text().is_some_and(|text| is_made(&text))
        };
        if !inputs.par_iter().any(is_assembled) {
            return None;
        }
        let given = |input: &Input| {
            let path = path(input).unwrap_or_else(|| identity(Path::new("<stdin>")));
            let program = read(input).ok()?;
            let text = String::from_utf8(program.bytes).ok()?.into();
            Some(Given { input: input.clone(), path, name: program.name, text })
        };
        let given: Vec<Given> = inputs.par_iter().filter_map(given).collect();
        Self::of(&given, around, edition, None)
    }

    /// The project of these files and of what they import; `None` if none of them has imports or conditions. Facts about files that an
    /// earlier state has, too, is not worked out again.
    pub(crate) fn of(
        given: &[Given],
        around: Surroundings,
        edition: Edition,
        before: Option<Self>,
    ) -> Option<Self> {
        let is_replaced =
            |it: &Given| are_replaced(&it.path, &it.text, &around.defines, &around.variants, edition);
        let is_replaced: Vec<bool> = given.iter().map(is_replaced).collect();
        let Surroundings { defines, opened, include, preambles, variants } = around;
        let before = before.filter(|it| (&it.defines, it.edition) == (&defines, edition));
        let (known, earlier) = before.map(|it| (it.known, it.project)).unzip();
        let mut loader = Loader::new((defines, include), edition, known.unwrap_or_default(), opened);
        let (mut found, mut by_path) = (HashMap::new(), HashMap::new());
        for (Given { input, path, name, text }, is_replaced) in given.iter().zip(is_replaced) {
            loader.opened.add_package_of(Path::new(path));
            loader.add(path.clone(), name.clone(), Arc::clone(text));
            let before = preambles.of(path);
            if loader.is_modular(path) || is_replaced || !before.is_empty() {
                loader.add_preambles(path, before);
                by_path.insert(path.clone(), input.clone());
                found.insert(input.clone(), path.clone());
            }
        }
        if found.is_empty() {
            return None;
        }
        loader.load_imports(found.values());
        let Loader {
            files,
            names,
            packages,
            defines,
            include,
            preambles,
            edition,
            mut known,
            not_opened,
            ..
        } = loader;
        known.retain(|path, _| files.contains_key(path));
        let mut project = project(&files, &packages.folders, (&defines, &include, &preambles), edition);
        if let Some(earlier) = earlier {
            project.reuse(&earlier);
        }
        Some(Self {
            project,
            files,
            packages,
            defines,
            include,
            preambles,
            edition,
            names,
            inputs: found,
            by_path,
            known,
            not_opened,
            variants,
        })
    }

    /// The configurations of packages that can't be understood, and why.
    pub(crate) fn failures(&self) -> &[Failure] {
        &self.packages.failures
    }

    /// The project with other contents of these files.
    pub(crate) fn with(&self, texts: BTreeMap<String, String>) -> Self {
        let mut files = self.files.clone();
        for (path, text) in texts {
            if let Some(file) = files.get_mut(&path) {
                file.text = text.into();
            }
        }
        let around = (&self.defines, &self.include[..], &self.preambles);
        let mut project = project(&files, &self.packages.folders, around, self.edition);
        project.reuse(&self.project);
        let (packages, defines) = (self.packages.clone(), self.defines.clone());
        let (names, inputs, by_path) = (self.names.clone(), self.inputs.clone(), self.by_path.clone());
        let (known, not_opened) = (self.known.clone(), self.not_opened.clone());
        Self {
            project,
            files,
            packages,
            defines,
            include: self.include.clone(),
            preambles: self.preambles.clone(),
            edition: self.edition,
            names,
            inputs,
            by_path,
            known,
            not_opened,
            variants: self.variants.clone(),
        }
    }

    /// Returns true if it was read with these names, and by this edition.
    pub(crate) fn is_by(&self, defines: &Defines, edition: Edition) -> bool {
        (&self.defines, self.edition) == (defines, edition)
    }

    /// Returns true if an input has imports or conditions.
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

    /// Checks files that share modules, each module once. Files without a result must be checked one by one.
    pub(crate) fn check_together<'a>(
        &self,
        inputs: impl Iterator<Item = &'a Input>,
        question: &Question,
        validator: &mut Validator,
    ) -> Together {
        if !question.is_plain() {
            return Together::new();
        }
        let has_variants = |root: &FileIndex| self.variants.has(Path::new(&self.project.file(*root).path));
        let roots = inputs.filter_map(|input| self.root(input)).filter(|root| !has_variants(root));
        let mut roots: Vec<FileIndex> = roots.collect();
        // `needed` only tries other definitions where `judge` finds a name that a false condition drops.
        if self.variants.others == Others::All {
            let conditional = self.project.with_conditions(&roots);
            roots.retain(|root| !conditional.contains(root));
        }
        self.project.check_together(&roots, validator)
    }

    /// Checks files that share modules on all threads. The files of a thread are neighbours: they share most.
    pub(crate) fn check_in_parallel(
        &self,
        inputs: &[Input],
        question: &Question,
        new: impl Fn() -> Validator + Sync + Send,
    ) -> Together {
        let inputs: Vec<&Input> = inputs.iter().filter(|input| self.contains(input)).collect();
        let count = inputs.len().div_ceil(rayon::current_num_threads()).max(FEWEST_TOGETHER);
        let check = |inputs: &[&Input]| {
            let work = || Ok(self.check_together(inputs.iter().copied(), question, &mut new()));
            // After a panic the files are checked one by one: the file with the defect has its message then.
            guarded(String::new, work).unwrap_or_default()
        };
        inputs.par_chunks(count).flat_map_iter(check).collect()
    }

    fn root(&self, input: &Input) -> Option<FileIndex> {
        self.project.find(self.inputs.get(input)?)
    }

    /// Checks a file with all that it imports. `together` has the results of files that were checked before.
    pub(crate) fn judge(
        &self,
        input: &Input,
        question: &Question,
        together: &Together,
        validator: &mut Validator,
    ) -> Option<Assembled> {
        self.judge_with(input, question, together, &UnitCache::default(), validator)
    }

    /// Does the same. `cache` has files that were read before.
    pub(crate) fn judge_with(
        &self,
        input: &Input,
        question: &Question,
        together: &Together,
        cache: &UnitCache,
        validator: &mut Validator,
    ) -> Option<Assembled> {
        let root = self.root(input)?;
        let edition = validator.options().edition;
        // What false conditions drop has to be explained: that takes other definitions.
        let is_plain =
            |shared: &&Shared| shared.findings.diagnostics.iter().all(|it| it.rule != rules::FALSE_CONDITION);
        if let Some(Shared { findings, is_settled }) = together.get(&root).filter(is_plain) {
            let checked =
                Checked { findings: findings.clone(), is_settled: *is_settled, ..Checked::default() };
            return Some(self.assembled(checked, edition));
        }
        let check = |text: &str| question.findings(text, Extent::Part, validator);
        // Such a file is there, so that the import is a mistake and doesn't show that the file can't be checked on its own.
        let is_required = |outside: &Outside| self.not_opened.has(&outside.package);
        let mut explorer = Explorer::new(&self.project, root, cache, check).requiring(&is_required);
        let variants = self.variants.of(Path::new(&self.project.file(root).path), &self.defines);
        let checked = match &variants[..] {
            [] => explorer.check(&self.defines),
            variants => explorer.check_variants(variants, self.variants.others),
        };
        Some(self.assembled(checked, edition))
    }

    /// The program of a file, with the way back to its files, and what is wrong with its imports and directives.
    pub(crate) fn expanded(&self, input: &Input) -> Option<(Expanded, Assembled)> {
        let program = self.project.link(self.root(input)?);
        let expanded = self.with_origins(&program);
        let checked = Checked {
            findings: program.findings(&self.project, Vec::new()),
            open: Open { outside: program.outside().to_vec(), unvalued: program.unvalued().to_vec() },
            is_settled: program.is_settled(),
            missing: None,
        };
        let assembled = self.assembled(checked, self.edition);
        Some((expanded, assembled))
    }

    /// The name of a file in messages, and its content.
    fn source(&self, index: FileIndex) -> (String, Arc<str>) {
        let file = self.project.file(index);
        (self.name(&file.path).to_owned(), Arc::clone(&file.text))
    }

    /// The program of a file, with the way back to its files.
    pub(crate) fn linked(&self, input: &Input) -> Option<Expanded> {
        Some(self.with_origins(&self.project.link(self.root(input)?)))
    }

    fn with_origins(&self, program: &Program) -> Expanded {
        let sources: Vec<_> = program.files().iter().map(|index| self.source(*index)).collect();
        let number = |file: FileIndex| program.files().iter().position(|known| *known == file);
        let part = |Piece { span, origin, is_copy }: &Piece| {
            let source = number(origin.file)?;
            Some(Part { span: *span, source, origin: origin.span, is_copy: *is_copy })
        };
        let parts = program.pieces().iter().filter_map(part).collect();
        Expanded { parts, text: program.text().to_owned(), sources }
    }

    /// For each file, the paths without end that its imports may lead to.
    pub(crate) fn wanted(&self) -> impl Iterator<Item = (&str, &Arc<BTreeSet<String>>)> {
        self.known.iter().filter_map(|(path, known)| Some((path.as_str(), known.wanted.as_ref()?)))
    }

    fn assembled(&self, checked: Checked, edition: Edition) -> Assembled {
        let Checked { findings, missing, open, is_settled } = checked;
        let depends_on_all =
            !is_settled || findings.diagnostics.iter().any(|found| found.rule == SCOPE_UNRESOLVED);
        let (name, text) = self.source(findings.files[0]);
        let text = String::from(&*text);
        let others: Vec<_> = findings.files[1..].iter().map(|index| self.source(*index)).collect();
        let mut diagnostics = findings.diagnostics;
        let mut has_not_opened = false;
        let here = format!("`{}/", identity(Path::new(".")));
        let importer = Path::new(&self.project.file(findings.files[0]).path);
        let is_lost =
            |found: &&mut Diagnostic| [rules::UNKNOWN_MODULE, rules::UNKNOWN_INCLUDE].contains(&found.rule);
        for found in diagnostics.iter_mut().filter(is_lost) {
            // The project knows whole paths, people the paths from their folder.
            found.notes.iter_mut().for_each(|note| *note = note.replace(&here, "`"));
            let Some((message, note)) = self.not_opened.reason(found, importer) else {
                continue;
            };
            has_not_opened = true;
            (found.message, found.suggestion) = (message, None);
            found.notes.extend(note);
        }
        // A whole module that was not read may bring the names along that nothing else declares.
        if has_not_opened && text.contains("#import") {
            diagnostics.retain(|found| found.rule != SCOPE_UNRESOLVED);
        }
        let texts = std::iter::once(text.as_str()).chain(others.iter().map(|(_, text)| &**text));
        wgsl_modules::allow::apply(texts, edition, &mut diagnostics);
        let mut judgement = Judgement { name, text, others, diagnostics, incomplete: None, shaders: None };
        let place = |place: Place| {
            let file = self.project.file(place.file);
            (self.name(&file.path).to_owned(), LineIndex::new(&file.text).position(place.span.lo).line)
        };
        let failure = fragment::of_modules(&open, missing.as_deref(), &mut judgement, place);
        Assembled { judgement, failure, depends_on_all }
    }
}

fn project(
    files: &BTreeMap<String, File>,
    packages: &BTreeMap<String, String>,
    (defines, include, preambles): (&Defines, &[String], &BTreeMap<String, Vec<String>>),
    edition: Edition,
) -> Project {
    let mut project = Project::new(files.values().cloned().collect(), defines.clone(), edition);
    for folder in include {
        project.add_include_folder(folder);
    }
    for (file, before) in preambles {
        project.add_preambles(file, before);
    }
    for (name, folder) in packages {
        project.add_package(name, folder);
    }
    project
}
