//! `lsp`: the language server on standard input and output.

use crate::config::{self, ForEditor};
use crate::environment;
use crate::files::{Failure, Input};
use crate::importers::Importers;
use crate::judgement::Question;
use crate::kept::{Kept, Updated};
use crate::modules::{Modules, Surroundings, Together};
use crate::opened::Opened;
use crate::package::Package;
use crate::paths::identity;
use crate::verdict::Verdict;
use cxx_validator::{Files as _, Lookup};
use serde_json::Value;
use shader_language::Findings;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use wgsl_lsp::{Assembled, Assembler, Assembly, End, Inside, Linked, Open, Prefix, Search, serve};
use wgsl_modules::Defines;
use wgsl_spec::Edition;
use wgsl_validator::Validator;

/// Talks to an editor until it leaves.
pub(crate) fn run() -> io::Result<Verdict> {
    let disk = Disk::default();
    Ok(match serve(BufReader::new(io::stdin()), io::stdout().lock(), &disk)? {
        End::Orderly => Verdict::Accepted,
        // The protocol asks for this exit status.
        End::Abrupt => Verdict::Rejected,
        End::Unreadable(reason) => {
            writeln!(anstream::stderr(), "wgsl-check: the next message can't be read: {reason}")?;
            Verdict::Rejected
        }
    })
}

/// The files on disk, as far as they are not open.
#[derive(Default)]
struct Disk {
    /// The project's configuration.
    configured: RefCell<ForEditor>,
    /// The project of the open documents. It serves all documents that are assembled after a change.
    project: RefCell<Kept>,
    /// The project of the package that was asked about last.
    package: RefCell<Package>,
    /// The headers that were read, and the state of the documents before.
    headers: RefCell<(u64, environment::Disk)>,
    importers: RefCell<Importers>,
    /// The configurations of packages that were reported: documents are assembled after every edit.
    told: RefCell<BTreeSet<String>>,
}

impl Disk {
    /// What programs are made with: these names, and the configuration of the project.
    fn surroundings(&self, defines: &Defines) -> Surroundings {
        let ForEditor { settings, variants, preambles } = &*self.configured.borrow();
        let folders = settings.get("include").and_then(Value::as_array);
        let folders = folders.into_iter().flatten().filter_map(Value::as_str);
        Surroundings {
            defines: defines.clone(),
            opened: Opened::default(),
            include: folders.map(|folder| identity(Path::new(folder))).collect(),
            preambles: preambles.clone(),
            variants: variants.clone(),
        }
    }

    /// Brings the project of the open documents up to date.
    fn read(&self, open: &Open, defines: &Defines, edition: Edition) {
        let mut kept = self.project.borrow_mut();
        let around = || self.surroundings(defines);
        if kept.update(open.into(), edition, around, |it| it.is_by(defines, edition)) == Updated::Texts {
            return;
        }
        let modules = kept.modules();
        for Failure { name, message } in modules.into_iter().flat_map(Modules::failures) {
            if self.told.borrow_mut().insert(format!("{name}: {message}")) {
                // Editors show the log. The server continues if it can't be written.
                let _ = writeln!(anstream::stderr(), "wgsl-check: {name}: {message}");
            }
        }
        self.importers.borrow_mut().update(modules.into_iter().flat_map(Modules::wanted));
    }
}

impl Assembler for Disk {
    fn assemble(&self, assembly: Assembly<'_>, validator: &mut Validator) -> Vec<Option<Assembled>> {
        let Assembly { paths, open, defines, edition, advice } = assembly;
        self.read(open, defines, edition);
        let project = self.project.borrow();
        let Some(modules) = project.modules() else { return vec![None; paths.len()] };
        let question = Question { pipeline: None, advice: advice.to_vec() };
        let inputs: Vec<Input> = paths.iter().map(|path| Input::File(path.to_path_buf())).collect();
        let together = match inputs.len() {
            0 | 1 => Together::new(),
            _ => modules.check_together(inputs.iter(), &question, validator),
        };
        let absolute = |name: String| std::path::absolute(&name).unwrap_or_else(|_| PathBuf::from(name));
        let one = |(path, input): (&&Path, &Input)| {
            let assembled = modules.judge_with(input, &question, &together, &project.cache, validator)?;
            let others = assembled.judgement.others.into_iter();
            let findings = Findings {
                diagnostics: assembled.judgement.diagnostics,
                others: others.map(|(name, text)| (absolute(name).display().to_string(), text)).collect(),
                incomplete: assembled.failure.map(|failure| failure.message),
            };
            // The paths of the project are paths without links: a document by way of a link may change with any file.
            Some(Assembled { findings, depends_on_all: assembled.depends_on_all || project.is_link(path) })
        };
        paths.iter().zip(&inputs).map(one).collect()
    }

    fn view(&self, assembly: Assembly<'_>, validator: &mut Validator) -> Option<Linked> {
        let Assembly { paths, open, defines, edition, .. } = assembly;
        self.read(open, defines, edition);
        let project = self.project.borrow();
        let path = project.path(paths.first()?)?;
        project.modules()?.views(path, &[], &project.cache, validator).pop()
    }

    fn inside(
        &self,
        assembly: Assembly<'_>,
        prefix: Prefix<'_>,
        validator: &mut Validator,
    ) -> Option<Inside> {
        let around = || self.surroundings(assembly.defines);
        self.package.borrow_mut().inside(assembly, prefix, around, validator)
    }

    fn package(&self, assembly: Assembly<'_>, search: Search<'_>, validator: &mut Validator) -> Vec<Linked> {
        let around = || self.surroundings(assembly.defines);
        self.package.borrow_mut().search(assembly, search, around, validator)
    }

    fn sources(&self, open: &Open, folders: &[PathBuf]) -> BTreeMap<PathBuf, Arc<str>> {
        self.package.borrow_mut().sources(open, folders)
    }

    fn importers(&self, file: &Path) -> Vec<PathBuf> {
        self.importers.borrow().of(&identity(file)).into_iter().map(PathBuf::from).collect()
    }

    fn header(&self, path: &str, program: &Path, open: &Open) -> Lookup {
        let mut headers = self.headers.borrow_mut();
        // Other programs write files, too, but editors ask again only after they wrote one.
        if headers.0 != open.saves {
            *headers = (open.saves, environment::Disk::default());
        }
        headers.1.open_package_of(&identity(program));
        headers.1.find(path)
    }

    fn header_in_other_case(&self, path: &str) -> Option<String> {
        self.headers.borrow().1.in_other_case(path)
    }

    fn settings(&self, folders: &[PathBuf]) -> Value {
        let working = std::env::current_dir().unwrap_or_default();
        // The first folder stands for the project, as the working directory does on the command line.
        let configured = config::for_editor(folders.first().unwrap_or(&working)).or_else(|error| {
            // A server with the default settings helps more than none; editors show the log.
            writeln!(anstream::stderr(), "wgsl-check: {error}").map(|()| ForEditor::default())
        });
        let configured = configured.unwrap_or_default();
        let settings = configured.settings.clone();
        self.configured.replace(configured);
        settings
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shader_source::steps;

    /// The path and text of a module that imports the next one.
    fn module(number: usize, count: usize) -> (PathBuf, Arc<str>) {
        let path = PathBuf::from(format!("/no/such/folder/m{number}.wesl"));
        let next = number + 1;
        let text = if next < count {
            format!("import package::m{next}::f{next};\nfn f{number}() {{ f{next}(); }}")
        } else {
            format!("fn f{number}() {{}}")
        };
        (path, Arc::from(text))
    }

    /// Opens the modules of a chain, edits one of them, and returns what it costs to assemble it with all that import it, and their number.
    fn edit(count: usize, edited: usize) -> (u64, usize) {
        let disk = Disk::default();
        let texts = (0..count).map(|number| module(number, count)).collect();
        let mut open = Open { generation: 1, texts, ..Open::default() };
        let all: Vec<PathBuf> = open.texts.keys().cloned().collect();
        let mut validator = Validator::default();
        let mut assemble = |open: &Open, paths: &[PathBuf]| {
            let paths: Vec<&Path> = paths.iter().map(PathBuf::as_path).collect();
            let (defines, edition) = (&Defines::default(), Edition::default());
            let assembly = Assembly { paths: &paths, open, defines, edition, advice: &[] };
            for assembled in disk.assemble(assembly, &mut validator) {
                let it = assembled.expect("it has imports");
                assert!(it.findings.diagnostics.is_empty() && !it.depends_on_all, "{it:?}");
            }
        };
        assemble(&open, &all);
        let (path, text) = module(edited, count);
        let mut affected = disk.importers(&path);
        affected.push(path.clone());
        open.texts.insert(path, format!("{text} ").into());
        open.generation += 1;
        (steps::of(|| assemble(&open, &affected)), affected.len())
    }

    #[test]
    fn an_edit_costs_the_files_of_its_programs() {
        for is_last in [false, true] {
            let edited = |count: usize| if is_last { count - 1 } else { 0 };
            let ((few, _), (many, affected)) = (edit(16, edited(16)), edit(64, edited(64)));
            assert_eq!(affected, if is_last { 64 } else { 1 });
            assert!(few > 0 && many < 6 * few, "{few} steps become {many} with 4 times the modules");
        }
    }

    #[test]
    fn what_did_not_change_is_not_read_again() {
        let disk = Disk::default();
        let (path, text) = (PathBuf::from("/no/such/folder/a.wesl"), "fn f() {}".repeat(1_000));
        let mut open = Open { generation: 1, texts: [(path, Arc::from(text))].into(), ..Open::default() };
        let mut read = || {
            open.generation += 1;
            steps::of(|| disk.read(&open, &Defines::default(), Edition::default()))
        };
        let (first, second) = (read(), read());
        assert!(second < first / 100, "{first} steps, then {second}");
    }

    #[test]
    fn few_folders_around_a_deep_document_are_looked_into() {
        let file = |folders: usize| wgsl_modules::File {
            path: format!("{}/a.wesl", "/d".repeat(folders)),
            text: Arc::from("import package::b::c;"),
            root: None,
        };
        let wanted = |folders: usize| {
            let file = file(folders);
            wgsl_modules::wanted(
                &file,
                &Defines::default(),
                Edition::default(),
                &std::collections::BTreeMap::default(),
            )
            .len()
        };
        assert_eq!(wanted(20_000), wanted(wgsl_modules::MOST_FOLDERS));
        assert!(wanted(10) < wanted(20));
    }
}
