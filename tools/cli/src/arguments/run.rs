//! The arguments of `run`.

use super::common::{
    EditionName, ForConfiguration, ForMetal, ForModules, ForTarget, ReportFormat, constant, languages,
    memory, numbers,
};
use super::draw::{Attachment, DrawArguments};
use super::resource::{At, Bind, ResourceArgument, bind, resource};
use clap::{Args, ValueEnum};
use shader_language::Language;
use std::path::PathBuf;

/// The arguments of `run`.
#[derive(Args, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is an option without a value")]
pub(crate) struct Run {
    /// File, or - for standard input
    pub(crate) file: PathBuf,
    /// Language of the program [default: msl for a .metal file, wgsl for all others]
    #[arg(long, value_parser = languages(), value_name = "LANGUAGE")]
    language: Option<Language>,
    /// The given command-line options that are only for one language
    #[arg(skip)]
    given: Vec<(Language, &'static str)>,
    #[command(flatten)]
    pub(crate) configuration: ForConfiguration,
    #[command(flatten)]
    pub(crate) modules: ForModules,
    /// Compute entry point, in Metal a kernel [default: the only one]
    #[arg(long, value_name = "NAME")]
    pub(crate) entry_point: Option<String>,
    /// Number of workgroups (threadgroups in Metal) along x, y and z
    #[arg(long, value_name = "X,Y,Z", default_value = "1,1,1", value_parser = numbers)]
    pub(crate) workgroups: [u32; 3],
    /// Bind a resource to GROUP:BINDING or, in Metal, to the number of a buffer, texture:NUMBER or sampler:NUMBER; the prefix vertex: or fragment:
    /// binds it for this function only. A resource is FILE (the bytes of a buffer), zero:BYTES, f32:1,2,3 (or f16, i8 to u64), FILE.png (a texture),
    /// texture:FORMAT:WIDTHxHEIGHT (zeros), FILE,format=FORMAT,size=WIDTHxHEIGHT or sampler:linear,repeat
    #[arg(long = "bind", value_name = "GROUP:BINDING=RESOURCE", value_parser = bind)]
    pub(crate) bindings: Vec<Bind>,
    /// Bind zeros to all resources that --bind does not name
    #[arg(long)]
    pub(crate) auto: bool,
    /// Set the bytes of the immediate variable: FILE, zero:BYTES or f32:1,2,3 (or i32, u32, f16)
    #[arg(long, value_name = "BYTES", value_parser = resource)]
    pub(crate) immediates: Option<ResourceArgument>,
    /// Set an override by its @id or name or, in Metal, a function constant by its index or name
    #[arg(long = "constant", value_name = "NAME=NUMBER", value_parser = constant)]
    pub(crate) constants: Vec<(String, f64)>,
    /// Show the value of an expression each time an invocation is about to execute the first statement on a line, as a comment
    /// `// wgsl-check: print(EXPR)` does at its place
    #[arg(long = "trace", value_name = "EXPR@LINE", value_parser = trace, allow_hyphen_values = true)]
    pub(crate) traces: Vec<TraceArgument>,
    /// Show values only for invocations for which this expression is true there, such as 'gid.x == 3'; gid, lid, wid and lane are built-in
    /// values of the invocation
    #[arg(long = "where", value_name = "EXPR", allow_hyphen_values = true)]
    pub(crate) filter: Option<String>,
    /// Explain an element of a buffer, in words of 32 bits: which store wrote it, and from which values
    #[arg(long = "explain-value", value_name = "BINDING[INDEX]", value_parser = element)]
    pub(crate) explained: Vec<ElementArgument>,
    /// Report non-portable behaviour, such as out-of-bounds accesses and data races
    #[arg(long)]
    pub(crate) strict: bool,
    /// With --strict, also report integer additions, subtractions and multiplications that wrap around
    #[arg(long, requires = "strict")]
    pub(crate) integer_overflow: bool,
    /// With --strict, don't rely on workgroup memory that starts as zero, for hosts that turn this off
    #[arg(long, requires = "strict")]
    pub(crate) undefined_workgroup_memory: bool,
    /// With --strict, don't report results whose error is not bounded, such as `sin(1000.0)`
    #[arg(long, requires = "strict")]
    pub(crate) no_accuracy_limits: bool,
    /// Effect of an out-of-bounds index
    #[arg(long, value_enum, default_value_t, value_name = "EFFECT")]
    pub(crate) beyond: BeyondName,
    /// Invocations per subgroup (SIMD-group in Metal), a power of two up to 128 [default: 8, in Metal 32]
    #[arg(long, value_name = "COUNT")]
    pub(crate) subgroup_size: Option<u32>,
    /// Stop after this many steps; 10^10 take roughly one second on one core [default: 34359738368, and four times as many with --strict]
    #[arg(long, value_name = "STEPS")]
    pub(crate) fuel: Option<u64>,
    /// Also run the dispatch in other orders of its invocations, at most COUNT [default: 256], and with other subgroup sizes, and report the first
    /// difference
    #[arg(long, value_name = "COUNT", num_args = 0..=1, require_equals = true, default_missing_value = "256")]
    pub(crate) sweep: Option<u32>,
    /// Shuffle the order of atomic operations, and choose the orders of --sweep, with this seed
    #[arg(long, value_name = "NUMBER")]
    pub(crate) seed: Option<u64>,
    /// Edition of the specification to check against
    #[arg(long, value_enum, default_value_t, value_name = "EDITION")]
    pub(crate) edition: EditionName,
    #[command(flatten)]
    pub(crate) target: ForTarget,
    /// How to print values: f32, f16, hex, none, or i8 to u64 for integers; for a single binding, GROUP:BINDING=f32
    #[arg(long = "show", value_name = "FORM", value_parser = show)]
    pub(crate) shows: Vec<Show>,
    /// Write the final contents of a binding to a file: its bytes, or a picture for a texture and FILE.png. For a draw also
    /// target=FILE, target1=FILE, depth=FILE or stencil=FILE
    #[arg(long = "out", value_name = "GROUP:BINDING=FILE", value_parser = out)]
    pub(crate) outs: Vec<Out>,
    /// Output format
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub(crate) format: ReportFormat,
    #[command(flatten)]
    pub(crate) metal: MetalArguments,
    #[command(flatten)]
    pub(crate) draw: DrawArguments,
}

/// The arguments that are only for Metal programs.
#[derive(Args, Debug)]
#[command(next_help_heading = "Options of Metal")]
pub(crate) struct MetalArguments {
    #[command(flatten)]
    pub(crate) standard: ForMetal,
    /// Threads in the grid along x, y and z, instead of threadgroups; threadgroups at the upper edges may be smaller
    #[arg(long, value_name = "X,Y,Z", value_parser = numbers, conflicts_with = "workgroups")]
    pub(crate) threads: Option<[u32; 3]>,
    /// Threads in a threadgroup along x, y and z [default: 32, or less if the kernel allows less]
    #[arg(long, value_name = "X,Y,Z", value_parser = numbers)]
    pub(crate) threadgroup_size: Option<[u32; 3]>,
    /// Bytes of a pointer argument in threadgroup memory, by the number of its [[threadgroup(n)]]
    #[arg(long = "threadgroup-memory", value_name = "NUMBER=BYTES", value_parser = memory)]
    pub(crate) threadgroup_memory: Vec<(u32, u32)>,
}

/// The options that are only for one language: names of arguments, and options.
const OF_LANGUAGE: [(Language, &str, &str); 7] = [
    (Language::Wgsl, "edition", "--edition"),
    (Language::Wgsl, "target", "--target"),
    (Language::Wgsl, "immediates", "--immediates"),
    (Language::Metal, "std", "--std"),
    (Language::Metal, "threads", "--threads"),
    (Language::Metal, "threadgroup_size", "--threadgroup-size"),
    (Language::Metal, "threadgroup_memory", "--threadgroup-memory"),
];

impl Run {
    /// Remembers which options the command line has.
    pub(crate) fn remember_given(&mut self, given: impl Fn(&str) -> bool) {
        let is_given = OF_LANGUAGE.iter().filter(|(_, argument, _)| given(argument));
        self.given = is_given.map(|(language, _, option)| (*language, *option)).collect();
    }

    /// The language of the program.
    pub(crate) fn language(&self) -> Language {
        self.language.unwrap_or_else(|| Language::of(&self.file))
    }

    /// Returns an error for a command-line option or place that is for a different language.
    ///
    /// # Errors
    /// The reason, as a sentence without full stop.
    pub(crate) fn suits_language(&self) -> Result<(), String> {
        let language = self.language();
        if let Some((other, option)) = self.given.iter().find(|(other, _)| *other != language) {
            let (other, language) = (other.title(), language.title());
            return Err(format!("{option} is only for {other}, but this program is {language}"));
        }
        let outs = self.outs.iter().filter_map(|out| match out.of {
            Place::Binding(at) => Some(at),
            Place::Attachment(_) => None,
        });
        let places = self.bindings.iter().map(|bind| bind.at).chain(outs);
        let explained = self.explained.iter().map(|element| element.at);
        let shown = self.shows.iter().filter_map(|show| show.at);
        places.chain(shown).chain(explained).try_for_each(|at| at.suits(language))
    }
}

/// The effect of an out-of-bounds index.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum BeyondName {
    /// Access the last element
    #[default]
    Clamp,
    /// Read zero, write nothing
    Discard,
}

/// How bytes are printed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, ValueEnum)]
pub(crate) enum Form {
    F32,
    I32,
    U32,
    F16,
    I8,
    U8,
    I16,
    U16,
    I64,
    U64,
    /// 32-bit words.
    Hex,
    /// Not printed.
    None,
}

impl Form {
    /// The size of a value.
    pub(crate) const fn bytes(self) -> u32 {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::F16 | Self::I16 | Self::U16 => 2,
            Self::F32 | Self::I32 | Self::U32 | Self::Hex | Self::None => 4,
            Self::I64 | Self::U64 => 8,
        }
    }
}

/// The form of one binding, or of every binding that has none of its own.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Show {
    pub(crate) at: Option<At>,
    pub(crate) form: Form,
}

/// The file for the final content of a binding or of an attachment.
#[derive(Clone, Debug)]
pub(crate) struct Out {
    pub(crate) of: Place,
    pub(crate) path: PathBuf,
}

/// An expression that is shown at a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct TraceArgument {
    pub(crate) expression: String,
    /// The file, if it is not the program's.
    pub(crate) file: Option<PathBuf>,
    pub(crate) line: u32,
}

/// An element of a buffer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ElementArgument {
    pub(crate) at: At,
    pub(crate) index: u32,
}

/// Reads `0:1[5]`.
fn element(text: &str) -> Result<ElementArgument, String> {
    let parts = text.strip_suffix(']').and_then(|text| text.split_once('['));
    let (at, index) = parts.ok_or("expected BINDING[INDEX], such as 0:1[5]")?;
    let index = index.trim().parse().map_err(|_| format!("`{index}` is not an index"))?;
    Ok(ElementArgument { at: at.parse()?, index })
}

/// Reads `EXPR@LINE` or `EXPR@FILE:LINE`.
fn trace(text: &str) -> Result<TraceArgument, String> {
    let parts = text.rsplit_once('@').filter(|(expression, _)| !expression.trim().is_empty());
    let (expression, line) = parts.ok_or("expected EXPR@LINE")?;
    let (file, line) = match line.rsplit_once(':') {
        Some((file, line)) => (Some(file.trim().into()), line),
        None => (None, line),
    };
    let line = line.trim().parse().map_err(|_| format!("`{line}` is not a line number"))?;
    Ok(TraceArgument { expression: expression.trim().to_owned(), file, line })
}

/// Output that is written to a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    Binding(At),
    Attachment(Attachment),
}

/// Reads `FORM` or `GROUP:BINDING=FORM`.
fn show(text: &str) -> Result<Show, String> {
    let (at, form) = match text.split_once('=') {
        Some((at, form)) => (Some(at.parse()?), form),
        None => (None, text),
    };
    let form = Form::from_str(form, false).map_err(|_| {
        format!("unknown form `{form}`: expected f32, f16, i8 to i64, u8 to u64, hex or none")
    })?;
    Ok(Show { at, form })
}

/// Reads `GROUP:BINDING=FILE`, or the name of an attachment instead of a binding.
fn out(text: &str) -> Result<Out, String> {
    let (of, path) = text.split_once('=').ok_or("expected GROUP:BINDING=FILE")?;
    let of = match Attachment::from_name(of) {
        Some(attachment) => Place::Attachment(attachment),
        None => Place::Binding(of.parse()?),
    };
    Ok(Out { of, path: path.into() })
}
