//! Programs in Metal's language as naga writes them, in files.

use crate::execute::question;
use crate::replay;
use rayon::prelude::*;
use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use wgsl_cts_cases::case::Instance;
use wgsl_cts_cases::vocabulary::Verdict;
use wgsl_cts_oracle::PipelineQuestion;
use wgsl_spec::ShaderStage;
use wgsl_translate_check::depth::on_large_stack;
use wgsl_translate_check::directives::without_directives;
use wgsl_translate_check::metal::{BoundsPolicy, MetalError, MetalOptions, MetalSource};
use wgsl_validator::{Options, validate};

/// Longer names are cut: file systems take 255 bytes, and an ending follows.
const LONGEST_NAME: usize = 180;

/// A WGSL program that is to be written in Metal's language.
#[derive(Clone, PartialEq, Debug)]
pub struct Program {
    /// The name of its files, without an ending.
    pub name: String,
    /// The program.
    pub source: String,
    /// The options of naga, but for the version of the language and the treatment of out-of-bounds accesses.
    pub options: MetalOptions,
}

/// The outcome for a number of programs.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    /// The number of programs.
    pub programs: usize,
    /// The number of files.
    pub written: usize,
    /// The number of files that are missing for each reason.
    pub refused: BTreeMap<String, usize>,
}

/// The programs of files, and of the files `*.wgsl` in folders.
///
/// # Errors
/// If something can't be read.
pub fn of_files(paths: &[PathBuf]) -> io::Result<Vec<Program>> {
    let mut programs = Vec::new();
    for path in paths {
        let mut files = Vec::new();
        collect(path, &mut files)?;
        files.sort();
        for file in files {
            // A folder gives its name to the programs in it, and no more of its place.
            let base =
                if path.is_dir() { path.parent().unwrap_or(path) } else { file.parent().unwrap_or(path) };
            let name = file.strip_prefix(base).unwrap_or(&file).with_extension("");
            let source = fs::read_to_string(&file)?;
            programs.push(Program {
                name: name.to_string_lossy().into_owned(),
                source,
                options: MetalOptions::default(),
            });
        }
    }
    Ok(programs)
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    if !path.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    for entry in fs::read_dir(path)? {
        let path = entry?.path();
        if path.is_dir() || path.extension().is_some_and(|extension| extension == "wgsl") {
            collect(&path, files)?;
        }
    }
    Ok(())
}

/// The programs of a file with recorded verdicts that are accepted there.
///
/// # Errors
/// If the file can't be read, or has a line that is not a valid record.
pub fn of_recordings(path: &Path) -> io::Result<Vec<Program>> {
    let (recordings, bad) = replay::read(path)?;
    if let Some(line) = bad.first() {
        return Err(io::Error::other(format!("{}:{}: {}", path.display(), line.number, line.message)));
    }
    Ok(recordings.iter().flat_map(|recording| of_instance(&recording.instance)).collect())
}

/// The programs of an instance: one for each stage of its pipelines; none if it is to be rejected, or is not for other
/// implementations.
#[must_use]
pub fn of_instance(instance: &Instance) -> Vec<Program> {
    let is_accepted = instance.expected.verdict == Verdict::Accept && instance.case.request.is_for_peers();
    let Some(source) = instance.source().filter(|_| is_accepted) else { return Vec::new() };
    let stages = stages(instance);
    let is_one = stages.len() == 1;
    let program = |options: MetalOptions| {
        let suffix = options.pipeline.as_ref().filter(|_| !is_one).map(suffix).unwrap_or_default();
        Program { name: format!("{}{suffix}", instance.name), source: source.to_owned(), options }
    };
    stages.into_iter().map(program).collect()
}

/// The options for each stage of the pipelines of an instance; the default for a program that is judged by itself.
fn stages(instance: &Instance) -> Vec<MetalOptions> {
    let pass = instance.execution.as_ref().and_then(|execution| execution.render_pass());
    let mut pipelines = pass.iter().flat_map(|pass| &pass.pipelines);
    let mut all: Vec<MetalOptions> = Vec::new();
    for stage in &instance.stages() {
        let mut options = MetalOptions { pipeline: Some(question(stage)), ..MetalOptions::default() };
        // Each pipeline of a pass has one vertex stage.
        let is_vertex = stage.stage == Some(ShaderStage::Vertex);
        if let Some(state) = is_vertex.then(|| pipelines.next()).flatten() {
            options.vertex_buffers.clone_from(&state.vertex_layouts);
            options.topology = state.primitive.topology;
        }
        // Several pipelines may share a stage.
        if !all.contains(&options) {
            all.push(options);
        }
    }
    if all.is_empty() { vec![MetalOptions::default()] } else { all }
}

/// The part of a name that tells the files of the stages of a program apart.
fn suffix(stage: &PipelineQuestion) -> String {
    let parts = [&stage.stage, &stage.entry_point].into_iter().flatten();
    parts.fold(String::new(), |suffix, part| suffix + "." + part)
}

/// Writes programs to files `NAME.POLICY.metal` in a folder, and the reasons why there is none to its file `refused.tsv`.
///
/// # Errors
/// If a file can't be written.
pub fn write(programs: &[Program], version: (u8, u8), folder: &Path) -> io::Result<Summary> {
    fs::create_dir_all(folder)?;
    let names = file_names(programs);
    let tasks: Vec<(&Program, &String)> = programs.iter().zip(&names).collect();
    let outcomes: Vec<Vec<(BoundsPolicy, MetalError)>> = tasks
        .par_iter()
        .map(|(program, name)| write_one(program, name, version, folder))
        .collect::<io::Result<_>>()?;
    let mut summary = Summary { programs: programs.len(), ..Summary::default() };
    let mut list = String::new();
    for (name, refusals) in names.iter().zip(outcomes) {
        summary.written += BoundsPolicy::ALL.len() - refusals.len();
        for (policy, error) in refusals {
            let reason = error.to_string().replace(['\n', '\t'], " ");
            list.extend([name, "\t", policy.name(), "\t", &reason, "\n"]);
            *summary.refused.entry(without_particulars(&reason)).or_default() += 1;
        }
    }
    fs::write(folder.join("refused.tsv"), list)?;
    Ok(summary)
}

/// Writes a program with each policy. The result has the policies without a file.
fn write_one(
    program: &Program,
    name: &str,
    version: (u8, u8),
    folder: &Path,
) -> io::Result<Vec<(BoundsPolicy, MetalError)>> {
    let module = validate(&program.source, &Options::default());
    on_large_stack(&module, || write_read(program, name, version, folder))
        .unwrap_or_else(|reason| Ok(refused(&MetalError::Withheld(reason))))
}

/// Writes a program that naga can read on this stack.
fn write_read(
    program: &Program,
    name: &str,
    version: (u8, u8),
    folder: &Path,
) -> io::Result<Vec<(BoundsPolicy, MetalError)>> {
    // naga does what some extensions allow, but does not know their names.
    let source = match MetalSource::new(&without_directives(&program.source)) {
        Ok(source) => source,
        Err(refusal) => return Ok(refused(&MetalError::Rejects(refusal))),
    };
    let mut refusals = Vec::new();
    for bounds in BoundsPolicy::ALL {
        let options = MetalOptions { version, bounds, ..program.options.clone() };
        match source.write(&options) {
            Ok(metal) => fs::write(folder.join(format!("{name}.{}.metal", bounds.name())), metal.text)?,
            Err(error) => refusals.push((bounds, error)),
        }
    }
    Ok(refusals)
}

/// One reason for all policies.
fn refused(error: &MetalError) -> Vec<(BoundsPolicy, MetalError)> {
    BoundsPolicy::ALL.map(|policy| (policy, error.clone())).to_vec()
}

/// The names of the files of programs: no two are equal, and a file system takes them.
fn file_names(programs: &[Program]) -> Vec<String> {
    let mut seen: HashMap<String, usize> = HashMap::new();
    let name = |program: &Program| {
        let is_kept = |it: char| it.is_ascii_alphanumeric() || "._".contains(it);
        let name: String =
            program.name.chars().map(|it| if is_kept(it) { it } else { '-' }).take(LONGEST_NAME).collect();
        // Some file systems do not tell capital letters from small ones.
        let count = seen.entry(name.to_lowercase()).or_default();
        *count += 1;
        if *count == 1 { name } else { format!("{name}~{count}") }
    };
    programs.iter().map(name).collect()
}

/// A reason without the names and numbers of a program, so that those of several programs can be counted together.
fn without_particulars(reason: &str) -> String {
    let mut text = String::new();
    let mut quote = None;
    for it in reason.chars() {
        // An apostrophe follows a letter, a quotation mark does not.
        let may_begin = !text.ends_with(char::is_alphanumeric);
        match quote {
            Some(end) => quote = quote.filter(|_| it != end),
            None if ['\'', '"', '`'].contains(&it) && may_begin => {
                text.push('…');
                quote = Some(it);
            }
            None if !it.is_ascii_digit() => text.push(it),
            None if !text.ends_with('#') => text.push('#'),
            None => {}
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A new folder for files.
    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("wgsl-cts-metal-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder for a test");
        folder
    }

    fn instance(prefix: &str) -> Instance {
        wgsl_cts_generate::instances(prefix).remove(0)
    }

    #[test]
    fn programs_are_written_with_each_policy() {
        let folder = folder("written");
        let source = "@group(0) @binding(0) var<storage, read_write> out: array<u32>;
            @compute @workgroup_size(1) fn f(@builtin(local_invocation_index) i: u32) { out[i] = 1; }";
        let programs = [
            Program { source: source.to_owned(), ..program("a/good") },
            Program { source: "const a: u32 = 'x';".to_owned(), ..program("bad") },
        ];
        let summary = write(&programs, (3, 1), &folder).expect("the folder is writable");
        assert_eq!((summary.programs, summary.written), (2, 3));
        assert_eq!(summary.refused.values().sum::<usize>(), 3);
        for policy in ["restrict", "zero", "unchecked"] {
            let text =
                fs::read_to_string(folder.join(format!("a-good.{policy}.metal"))).expect("it is written");
            assert!(text.contains("kernel void f("), "{text}");
        }
        let list = fs::read_to_string(folder.join("refused.tsv")).expect("there is a list");
        assert!(list.starts_with("bad\trestrict\tnaga rejects the program: "), "{list}");
        fs::remove_dir_all(&folder).expect("the folder of the test");
    }

    /// naga recurses without a limit, and a stack overflow would end the process.
    #[test]
    fn a_deep_program_is_not_given_to_naga() {
        let folder = folder("deep");
        let sum = format!("fn f(a: i32) -> i32 {{ return a{}; }}", " + a".repeat(100_000));
        let parentheses = format!("const a = {}1{};", "(".repeat(100_000), ")".repeat(100_000));
        for source in [sum, parentheses] {
            let programs = [Program { source, ..program("deep") }];
            let summary = write(&programs, (3, 1), &folder).expect("the folder is writable");
            assert_eq!(summary.written, 0);
            let reason = summary.refused.keys().next().expect("it is refused");
            assert!(reason.starts_with("expressions, statements or calls nest"), "{reason}");
        }
        fs::remove_dir_all(&folder).expect("the folder of the test");
    }

    #[test]
    fn folders_name_their_programs() {
        let folder = folder("read");
        fs::create_dir_all(folder.join("set/inner")).expect("a folder for a test");
        for name in ["set/b.wgsl", "set/inner/a.wgsl", "set/readme.txt", "alone.wgsl"] {
            fs::write(folder.join(name), "").expect("a file for a test");
        }
        let programs = of_files(&[folder.join("set"), folder.join("alone.wgsl")]).expect("they are readable");
        let names: Vec<PathBuf> = programs.iter().map(|it| PathBuf::from(&it.name)).collect();
        assert_eq!(names, ["set/b", "set/inner/a", "alone"].map(PathBuf::from));
        fs::remove_dir_all(&folder).expect("the folder of the test");
    }

    #[test]
    fn an_executed_instance_is_written_as_its_stage() {
        let executed = of_instance(&instance("generated/values/calls::abs::run(i32; storage)"));
        assert_eq!(executed.len(), 1);
        let pipeline = executed[0].options.pipeline.as_ref().expect("it is executed");
        assert_eq!(pipeline.stage.as_deref(), Some("compute"));

        let mut rejected = instance("generated/values/calls::abs::run(i32; storage)");
        rejected.expected.verdict = Verdict::Reject;
        assert_eq!(of_instance(&rejected), []);
    }

    #[test]
    fn a_draw_is_written_with_its_vertex_buffers() {
        let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures");
        let suite =
            wgsl_cts_cases::discover::discover(&fixtures, "execution/").expect("the cases are readable");
        let has_buffers = |instance: &&Instance| {
            let pass = instance.execution.as_ref().and_then(|execution| execution.render_pass());
            pass.is_some_and(|pass| pass.pipelines.len() == 1 && !pass.pipelines[0].vertex_layouts.is_empty())
        };
        let instance = suite.instances.iter().find(has_buffers).expect("a draw with a vertex buffer");
        let [vertex, fragment] = &of_instance(instance)[..] else { panic!("two stages") };
        assert!(
            vertex.name.starts_with(&instance.name)
                && vertex.name[instance.name.len()..].starts_with(".vertex")
        );
        assert!(!vertex.options.vertex_buffers.is_empty() && fragment.options.vertex_buffers.is_empty());
    }

    #[test]
    fn the_files_of_stages_differ() {
        let stage = |name: &str| PipelineQuestion {
            stage: Some(name.to_owned()),
            entry_point: Some("main".to_owned()),
            constants: Vec::new(),
        };
        assert_eq!(["vertex", "fragment"].map(|it| suffix(&stage(it))), [".vertex.main", ".fragment.main"]);
    }

    fn program(name: &str) -> Program {
        Program { name: name.to_owned(), source: String::new(), options: MetalOptions::default() }
    }

    #[test]
    fn no_two_files_have_the_same_name() {
        let programs = ["a::b[T=f32]", "a//b[T=f32]", "A--B-T-f32-", "small/abs"].map(program);
        assert_eq!(file_names(&programs), ["a--b-T-f32-", "a--b-T-f32-~2", "A--B-T-f32-~3", "small-abs"]);
        let long = file_names(&["x".repeat(300), "x".repeat(301)].map(|name| program(&name)));
        assert_eq!(long.iter().map(String::len).collect::<Vec<_>>(), [LONGEST_NAME, LONGEST_NAME + 2]);
    }

    #[test]
    fn reasons_are_counted_together() {
        assert_eq!(without_particulars("naga's `f16` and 'a' in [12]"), "naga's … and … in [#]");
    }
}
