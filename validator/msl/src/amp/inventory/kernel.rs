//! A kernel: what it is and what it uses.

use super::nest::is_in;
use super::uses::{self, Feature, Use};
use super::{Sources, words};
use crate::meaning::FunctionInstance;
use crate::types::{Argument, StructureNumber, Type, TypeId};
use cxx_validator::ast::{Fundamental, List, TemplateParameter, TemplateParameterKind, TypeSyntax};
use msl_spec::AddressSpace;
use rustc_hash::FxHashMap;
use shader_source::Span;

/// The knowledge about a kernel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum State {
    /// It was checked with its types.
    Checked,
    /// It is in a template that no known code uses: it has no types.
    Generic,
    /// No known code launches it: a functor or lambda expression that takes an index.
    NotLaunched,
    /// The checker does not understand it, for this reason.
    Unknown(String),
}

/// A kernel.
#[derive(Clone, Debug)]
pub struct Kernel {
    /// The name in the launch, or of the function that nothing launches.
    pub place: Span,
    /// The function that launches it, or the functor.
    pub name: String,
    /// The knowledge about it.
    pub state: State,
    /// The launch, if its types are known: the instance of the library's function with this number.
    pub launch: Option<usize>,
    /// The number of dimensions.
    pub rank: Option<u32>,
    /// The tile of a tiled launch.
    pub tile: Option<Tile>,
    /// The `tile_static` variables.
    pub tile_static: Vec<TileStatic>,
    /// The features that it uses, each name once with its first place.
    pub uses: Vec<Use>,
    /// The data that a launch passes to it.
    pub captures: Vec<Capture>,
    /// The views, arrays and textures among that data, in structures, too; `None` if that data is not known.
    pub buffers: Option<u64>,
    /// The arguments of the templates around it: `T = float`.
    pub arguments: Vec<String>,
    /// The unknown places in it, with the reasons.
    pub unresolved: Vec<(Span, String)>,
    /// The places of errors in it.
    pub errors: Vec<Span>,
    /// The result of its translation to WGSL, if a caller has tried it: the translator depends on this crate.
    pub translation: Option<Translation>,
}

/// The result of a translation to WGSL.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Translation {
    /// There is one.
    Done {
        /// The storage buffers that it declares.
        buffers: u64,
        /// The bytes of its workgroup variables, as WebGPU counts them.
        workgroup_bytes: u64,
    },
    /// The parts of the kernel that WGSL can't express, with their places.
    Refused(Vec<(Span, String)>),
}

/// The tile of a launch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tile {
    /// The sizes, as numbers if they are known, the most significant dimension first.
    pub sizes: Vec<String>,
    /// The number of threads.
    pub threads: Option<u64>,
}

impl Tile {
    pub(super) fn new(sizes: Vec<String>) -> Self {
        let threads = sizes.iter().try_fold(1_u64, |product, size| product.checked_mul(size.parse().ok()?));
        Self { sizes, threads }
    }
}

/// A `tile_static` variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TileStatic {
    /// Its name.
    pub name: String,
    /// Its type; empty if it is not known.
    pub ty: String,
    /// Its size, if that is known.
    pub bytes: Option<u64>,
    /// The place of the name.
    pub place: Span,
}

/// The kind of data that a launch passes to a kernel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CaptureKind {
    /// An `array_view`.
    View,
    /// An `array`.
    Array,
    /// A texture or a view of one.
    Texture,
    /// A value.
    Value,
    /// Its type is not known.
    Unknown,
}

impl CaptureKind {
    /// The name in tables and records.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::View => "array_view",
            Self::Array => "array",
            Self::Texture => "texture",
            Self::Value => "value",
            Self::Unknown => "unknown",
        }
    }
}

/// Data that a launch passes to a kernel: a capture of a lambda expression, or a member of a functor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Capture {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: String,
    /// Its kind.
    pub kind: CaptureKind,
    /// Whether it is a reference.
    pub is_reference: bool,
    /// The size of a value, if that is known.
    pub bytes: Option<u64>,
}

impl Kernel {
    /// A kernel of which nothing but its place is known.
    pub(super) fn new(place: Span, name: String, state: State) -> Self {
        Self {
            place,
            name,
            state,
            launch: None,
            rank: None,
            tile: None,
            tile_static: Vec::new(),
            uses: Vec::new(),
            captures: Vec::new(),
            buffers: None,
            arguments: Vec::new(),
            unresolved: Vec::new(),
            errors: Vec::new(),
            translation: None,
        }
    }

    /// The bytes of all `tile_static` variables; `None` if a size is not known, or a part of the kernel, which may have more.
    #[must_use]
    pub fn tile_static_bytes(&self) -> Option<u64> {
        if !self.unresolved.is_empty() {
            return None;
        }
        self.tile_static.iter().map(|variable| variable.bytes).sum()
    }

    /// Returns true if it is known in full, so that a translation can be tried.
    #[must_use]
    pub fn is_known(&self) -> bool {
        self.state == State::Checked && self.errors.is_empty() && self.unresolved.is_empty()
    }

    /// Returns true if it uses a feature.
    #[must_use]
    pub fn has(&self, feature: Feature) -> bool {
        self.uses.iter().any(|used| used.feature == feature)
    }

    /// Adds what the functions use that the kernel's own function reaches.
    pub(super) fn add_functions(&mut self, sources: &Sources<'_>, first: usize, spans: &mut Vec<Span>) {
        for number in uses::reached(sources, first) {
            let instance = &sources.module.instances[number];
            if sources.is_library_function(instance.function) {
                continue;
            }
            if !sources.spend(instance.body.exprs.len()) {
                let reason = "the functions that kernels call are too large to be listed".to_owned();
                self.unresolved.push((self.place, reason));
                return;
            }
            spans.push(sources.function_span(instance.function));
            self.uses.extend(uses::uses(sources, instance));
            self.tile_static.extend(tile_static(sources, instance));
        }
    }

    /// Adds what the words of a text show, and its `tile_static` variables without a size.
    pub(super) fn add_words(&mut self, sources: &Sources<'_>, span: Span) {
        self.uses.extend(words::uses(sources, span));
        if !self.tile_static.is_empty() {
            return;
        }
        let text = sources.text(span);
        for (at, _) in words::words(text).filter(|(_, word)| *word == "tile_static") {
            let lo = span.lo + at as u32;
            let place = Span::new(lo, lo + "tile_static".len() as u32);
            if sources.is_left_out(place) {
                continue;
            }
            let declaration = text[at..].split([';', '[', '=']).next().unwrap_or("");
            let name = words::words(declaration).last().map_or("", |(_, name)| name).to_owned();
            self.tile_static.push(TileStatic { name, ty: String::new(), bytes: None, place });
        }
    }

    /// Adds the data that a launch passes to a kernel of this type.
    pub(super) fn add_captures(&mut self, sources: &Sources<'_>, ty: TypeId) {
        let types = &sources.module.types;
        let ty = if let Type::Qualified(inner, _) = types.get(ty) { inner } else { ty };
        let Some(number) = types.structure_number(ty) else { return };
        self.add_members(sources, number);
        self.buffers = Some(Buffers { sources, known: FxHashMap::default() }.of_structure(number));
    }

    fn add_members(&mut self, sources: &Sources<'_>, number: StructureNumber) {
        let types = &sources.module.types;
        for member in &types.structure(number).members {
            if let Some(base) = types.structure_number(member.ty).filter(|_| member.base.is_some()) {
                self.add_members(sources, base);
            } else {
                let name = member.name.map_or("", |name| sources.module.names.text(name));
                self.captures.push(capture(sources, name, member.ty));
            }
        }
    }

    /// Adds the errors and the unresolved places in these texts, and removes repetitions from what was added before.
    pub(super) fn complete(&mut self, sources: &Sources<'_>, spans: &[Span]) {
        for span in spans {
            let inside = |(place, _): &(Span, _)| is_in(*place, *span);
            self.errors
                .extend(sources.errors.starting_in(*span).map(|it| it.0).filter(|it| is_in(*it, *span)));
            let unresolved = sources.unresolved.starting_in(*span).filter(inside);
            self.unresolved.extend(unresolved.map(|(_, at)| sources.program.unresolved[at].clone()));
        }
        self.errors.sort();
        self.errors.dedup();
        self.unresolved.sort();
        self.unresolved.dedup();
        if self.state != State::Checked || !self.unresolved.is_empty() || !self.errors.is_empty() {
            for span in spans {
                self.add_words(sources, *span);
                let pointers = sources.pointers.starting_in(*span);
                self.uses.extend(pointers.map(|(place, name)| {
                    let name = sources.module.names.text(name).to_owned();
                    Use { feature: Feature::Pointer, name, place }
                }));
            }
        }
        self.uses.sort_by(|one, other| {
            (one.feature, &one.name, one.place).cmp(&(other.feature, &other.name, other.place))
        });
        self.uses.dedup_by(|one, other| (one.feature, &one.name) == (other.feature, &other.name));
        self.tile_static.sort_by_key(|variable| variable.place);
    }

    /// Adds the arguments of a template.
    pub(super) fn add_arguments(
        &mut self,
        sources: &Sources<'_>,
        parameters: List<TemplateParameter>,
        arguments: &[Argument],
    ) {
        let module = sources.module;
        for (parameter, argument) in module.ast[parameters].iter().zip(arguments) {
            let name = parameter.name.map_or("", |name| module.names.text(name));
            let is_bool = matches!(
                parameter.kind,
                TemplateParameterKind::Value(ty, _) if matches!(module.ast[ty], TypeSyntax::Fundamental(Fundamental::Bool))
            );
            let value = match argument {
                Argument::Number(number) if is_bool => (*number != 0).to_string(),
                Argument::Type(ty) => printed(sources, *ty),
                Argument::Number(number) => number.to_string(),
                Argument::Template(structure) => {
                    module.ast[*structure].name.map_or("", |name| module.names.text(name)).to_owned()
                }
                Argument::Function(_) => "a function".to_owned(),
            };
            self.arguments.push(format!("{name} = {value}"));
        }
    }
}

/// A type as text. A closure has no name that a program can spell.
fn printed(sources: &Sources<'_>, ty: TypeId) -> String {
    let types = &sources.module.types;
    let number = types.structure_number(ty);
    let is_closure = |number| sources.closures.contains_key(&types.structure(number).declaration);
    if number.is_some_and(is_closure) { "a lambda expression".to_owned() } else { types.print(ty) }
}

fn capture(sources: &Sources<'_>, name: &str, ty: TypeId) -> Capture {
    let types = &sources.module.types;
    let (ty, is_reference) = match types.get(ty) {
        Type::Reference(object) => (object.ty, true),
        _ => (ty, false),
    };
    let kind = if types.is_error(ty) {
        CaptureKind::Unknown
    } else {
        container(sources, ty).unwrap_or(CaptureKind::Value)
    };
    let size = types.layout(ty).map(|layout| layout.size).filter(|_| kind == CaptureKind::Value);
    let ty = if kind == CaptureKind::Unknown { String::new() } else { printed(sources, ty) };
    Capture { name: name.to_owned(), ty, kind, is_reference, bytes: size }
}

/// The kind of container of the library that a type is.
fn container(sources: &Sources<'_>, ty: TypeId) -> Option<CaptureKind> {
    match uses::library_structure(sources, ty, "Concurrency") {
        Some("array_view") => return Some(CaptureKind::View),
        Some("array") => return Some(CaptureKind::Array),
        _ => {}
    }
    let graphics = uses::library_structure(sources, ty, "graphics")?;
    graphics.contains("texture").then_some(CaptureKind::Texture)
}

/// Counts the views, arrays and textures in types.
struct Buffers<'a, 'b> {
    sources: &'a Sources<'b>,
    known: FxHashMap<StructureNumber, u64>,
}

impl Buffers<'_, '_> {
    fn of(&mut self, ty: TypeId) -> u64 {
        // The texels of a texture are in a buffer, too.
        if container(self.sources, ty).is_some() {
            return 1;
        }
        let types = &self.sources.module.types;
        match types.get(ty) {
            Type::Structure(number) => self.of_structure(number),
            Type::Array(element, number) => self.of(element).saturating_mul(number.unwrap_or(1).into()),
            Type::Qualified(inner, _) => self.of(inner),
            _ => 0,
        }
    }

    fn of_structure(&mut self, number: StructureNumber) -> u64 {
        if let Some(known) = self.known.get(&number) {
            return *known;
        }
        let members = &self.sources.module.types.structure(number).members;
        let count = members.iter().fold(0_u64, |sum, member| sum.saturating_add(self.of(member.ty)));
        self.known.insert(number, count);
        count
    }
}

/// The `tile_static` variables of a function.
fn tile_static<'a>(
    sources: &'a Sources<'_>,
    instance: &'a FunctionInstance,
) -> impl Iterator<Item = TileStatic> + use<'a> {
    let module = sources.module;
    let locals = instance.locals.iter().filter(|(_, object)| object.space == AddressSpace::Threadgroup);
    locals.map(|(variable, object)| {
        let variable = &module.ast[*variable];
        TileStatic {
            name: variable.name.map_or("", |name| module.names.text(name)).to_owned(),
            ty: module.types.print(object.ty),
            bytes: module.types.layout(object.ty).map(|layout| layout.size),
            place: variable.name_span,
        }
    })
}
