//! Launches of C++ AMP: a kernel as a compute shader. C++ AMP 1.2 (7)
//!
//! The most significant dimension of C++ AMP is the first one, and in WGSL it is the last one.

use super::captured::Captured;
use super::entry_point::{Entry, Input};
use super::parts::Uses;
use super::place::Forms;
use super::resource::BUFFERS;
use super::translation::{Binding as Row, Refusal, Translation};
use super::translator::{Frame, Outcome, Translator};
use super::value::{Binding, Text};
use super::writer::{Line, Writer};
use core::ops::Range;
use msl_spec::sections;
use msl_validator::amp::{Shape, kernel_of_launch, shape_of_launch};
use msl_validator::typed::LocalId;
use msl_validator::types::{Type, TypeId};
use rustc_hash::FxHashSet;
use std::rc::Rc;
use wgsl_spec::Limit;

/// The sizes of workgroups for domains without tiles, the most significant dimension first: 256 invocations, which every device has.
const UNTILED: [&[u32]; 3] = [&[256], &[16, 16], &[4, 8, 8]];

/// The default of WebGPU's limit `maxStorageBuffersPerShaderStage`.
const DEFAULT_STORAGE_BUFFERS: u32 = 8;

/// A launch that is translated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LaunchRequest {
    /// The name that the entry point is to have, if it can.
    pub name: String,
    /// The function of the library that calls the kernel: a number in [`Module::instances`](msl_validator::meaning::Module::instances).
    pub instance: usize,
    /// The offsets of the library's headers: what happens there is shown where the program calls it.
    pub library: Vec<Range<u32>>,
}

/// The compute shader of a launch, and how it is dispatched.
#[derive(Clone, PartialEq, Debug)]
pub struct LaunchTranslation {
    /// The program. The table of its bindings has the uniform buffer with the numbers, if there are any, as binding 0.
    pub translation: Translation,
    /// The number of dimensions of the domain.
    pub rank: u32,
    /// The sizes of the tile, if there is one, the most significant dimension first.
    pub tile: Option<Vec<u32>>,
    /// The invocations of a workgroup along x, y and z. The last dimension of a domain is along x, and an axis has as many workgroups as it takes for
    /// that dimension.
    pub workgroup_size: [u32; 3],
    /// The numbers in the uniform buffer, in their order.
    pub numbers: Vec<Number>,
    /// The size of the uniform buffer, in bytes.
    pub uniform_bytes: u32,
    /// The storage buffers.
    pub views: Vec<View>,
}

/// Numbers that are next to each other, on the host as well as in the uniform buffer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Number {
    /// Its name in C++.
    pub source: String,
    /// The member of the structure in WGSL.
    pub member: String,
    /// Its type there. Booleans are 0 or 1.
    pub ty: String,
    /// The offset of the first number in the uniform buffer, in bytes. The others follow without gaps.
    pub offset: u32,
    /// The number of numbers.
    pub count: u32,
    /// The bytes of each number on the host. In the uniform buffer, each has 4.
    pub size: u32,
    /// Where they are on the host.
    pub origin: Origin,
}

/// A storage buffer: the elements of a view or array, or an object that is too large for the uniform buffer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    /// Its name in C++.
    pub source: String,
    /// The variable of WGSL.
    pub name: String,
    /// Its type in WGSL.
    pub ty: String,
    /// Its binding.
    pub binding: u32,
    /// The bytes from one element to the next, or of the object.
    pub stride: u32,
    /// Whether it has the elements of a view or array, not one object that the kernel captures.
    pub is_view: bool,
    /// Whether the kernel may write elements.
    pub is_written: bool,
    /// Where the first element or the object is on the host.
    pub origin: Origin,
}

/// A place on the host.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    /// The components of the domain.
    Domain,
    /// A part of the object of the kernel: so many bytes after its begin. Before each further number, the pointer at the place so far is followed.
    Kernel(Vec<u32>),
}

impl Origin {
    /// The place so many bytes after this one.
    pub(crate) fn after(&self, bytes: u32) -> Self {
        let Self::Kernel(path) = self else { return self.clone() };
        let mut path = path.clone();
        if let Some(last) = path.last_mut() {
            *last += bytes;
        }
        Self::Kernel(path)
    }

    /// The object that the pointer at this place leads to.
    pub(crate) fn pointed(&self) -> Self {
        let Self::Kernel(path) = self else { return self.clone() };
        Self::Kernel(path.iter().copied().chain([0]).collect())
    }
}

/// The entry point of a launch, and what it needs.
#[derive(Default)]
struct Launched {
    name: String,
    workgroup_size: [u32; 3],
    captured: Captured,
}

impl Translator<'_> {
    /// # Errors
    /// Why the translation failed, and the forms that variables must have for another attempt.
    pub(crate) fn translate_launch(
        mut self,
        launch: &LaunchRequest,
    ) -> Result<LaunchTranslation, (Refusal, Forms)> {
        let shape = shape_of_launch(self.module, launch.instance);
        self.library.clone_from(&launch.library);
        let launched = self.with_functions(launch.instance, Vec::new(), |it| it.launch(launch, &shape))?;
        let Launched { name, workgroup_size, captured } = launched;
        self.note_limits(workgroup_size, &captured);
        let head = self.head_of_launch((&name, &shape), workgroup_size, &captured);
        Ok(LaunchTranslation {
            translation: self.finish(name, head),
            rank: shape.rank,
            tile: shape.tile,
            workgroup_size,
            uniform_bytes: captured.bytes.next_multiple_of(16),
            numbers: captured.numbers,
            views: captured.views,
        })
    }

    fn launch(&mut self, launch: &LaunchRequest, shape: &Shape) -> Outcome<Launched> {
        let module = self.module;
        let instance = &module.instances[launch.instance];
        let object = |index: usize| {
            let Type::Reference(object) = self.kind(instance.parameters.get(index).copied()?) else {
                return None;
            };
            Some(object.ty)
        };
        let (Some(domain), Some(kernel)) = (object(0), object(1)) else {
            return self.none(sections::SECTION_5, "this launch");
        };
        let Some(number) = kernel_of_launch(module, launch.instance) else {
            return self.none(sections::SECTION_5, "a kernel that is not a class with `operator()`");
        };
        let span = module.ast[module.instances[number].function].name_span;
        let name = self.names.global(&launch.name);
        self.writer = Writer { span, depth: 1, ..Writer::default() };
        self.is_kernel = true;
        let size = self.workgroup_size(shape)?;
        let [x, y, z] = size;
        let attributes = format!("@compute @workgroup_size({x}, {y}, {z})");
        self.entry = Entry { attributes, name: name.clone(), span, ..Entry::default() };
        let unit = self.unit(number);
        self.frames.push(Frame::of_function(Rc::clone(&unit)));
        let mut captured = Captured { variable: self.names.global("launch"), ..Captured::default() };
        let position = self.position(domain, shape, &mut captured)?;
        let mut object = self.captured_kernel(kernel, &mut captured)?;
        // The call operator of a `mutable` lambda expression changes the thread's own copy of what it captures.
        if unit.this.is_some_and(|this| unit.is_changed(this)) {
            let uses = Uses { is_changed: true, is_assigned: false };
            object = self.own(&object, kernel, "kernel", uses)?;
        }
        let frame = self.frame()?;
        frame.locals.extend(unit.this.map(|this| (this, object)));
        if let [parameter] = unit.parameters[..] {
            let ty = module.instances[number].parameters[0];
            let binding = self.index_argument(parameter, ty, position)?;
            self.frame()?.locals.insert(parameter, binding);
        }
        self.declare_numbers(&captured);
        let first = self.writer.lines.len();
        self.statements(unit.body);
        self.frames.pop();
        self.entry.lines = core::mem::take(&mut self.writer.lines);
        self.leave_out_unused(first);
        Ok(Launched { name, workgroup_size: size, captured })
    }

    /// Leaves out the names of captures that nothing uses: a view has more numbers than most kernels need.
    fn leave_out_unused(&mut self, captures: usize) {
        let lines = &mut self.entry.lines;
        let mut used: FxHashSet<String> = FxHashSet::default();
        let words = |text: &str| -> Vec<String> {
            text.split(|it: char| !it.is_alphanumeric() && it != '_').map(str::to_owned).collect()
        };
        // A capture may be made of others before it.
        let mut kept: Vec<Line> = Vec::with_capacity(lines.len());
        for (index, line) in lines.drain(..).enumerate().rev() {
            let name = line.text.strip_prefix("let ").and_then(|rest| rest.split(' ').next());
            if index < captures && name.is_some_and(|name| !used.contains(name)) {
                continue;
            }
            used.extend(words(&line.text));
            kept.push(line);
        }
        kept.reverse();
        self.entry.lines = kept;
    }

    /// The invocations of a workgroup along x, y and z.
    fn workgroup_size(&self, shape: &Shape) -> Outcome<[u32; 3]> {
        let untiled = UNTILED.get((shape.rank as usize).wrapping_sub(1)).copied();
        let Some(sizes) = shape.tile.as_deref().or(untiled) else {
            let message =
                format!("a domain with {} dimensions: workgroups of WGSL have at most 3", shape.rank);
            return self.none(sections::SECTION_5, message);
        };
        let mut size = [1; 3];
        for (own, given) in size.iter_mut().zip(sizes.iter().rev()) {
            *own = *given;
        }
        Ok(size)
    }

    /// The position of a thread: its index, or the members of a tiled index in their order. Threads outside of a domain without tiles end.
    fn position(&mut self, domain: TypeId, shape: &Shape, captured: &mut Captured) -> Outcome<Vec<Text>> {
        let rank = shape.rank as usize;
        let letters: String = "xyz"[..rank].chars().rev().collect();
        let global = self.input("global_invocation_id", "thread");
        let Some(tile) = &shape.tile else {
            let extent = self.domain(shape.rank, domain, captured)?.code;
            let condition = match rank {
                1 => format!("{global}.x >= u32({extent})"),
                _ => format!("any({global}.{letters} >= vec{rank}<u32>({extent}))"),
            };
            self.writer.open(format!("if ({condition}) {{"));
            self.writer.line("return;");
            self.writer.close("}");
            return Ok(vec![index(&global, &letters)]);
        };
        let local = self.input("local_invocation_id", "local");
        let group = self.input("workgroup_id", "tile");
        let origins: Vec<String> = letters
            .chars()
            .zip(tile)
            .map(|(letter, size)| format!("i32({group}.{letter} * {size}u)"))
            .collect();
        let origin = Text::primary(format!("array<i32, {rank}>({})", origins.join(", ")));
        Ok(vec![index(&global, &letters), index(&local, &letters), index(&group, &letters), origin])
    }

    /// A built-in input of the entry point.
    fn input(&mut self, built_in: &str, wanted: &str) -> String {
        let name = self.names.fixed(wanted);
        self.entry.inputs.push(Input::built_in(built_in, name.clone(), "vec3<u32>".to_owned()));
        name
    }

    /// The parameter of a kernel: an index, or a tiled index, which also converts to its global index.
    fn index_argument(&mut self, local: LocalId, ty: TypeId, position: Vec<Text>) -> Outcome<Binding> {
        let object = if let Type::Reference(object) = self.kind(ty) { object.ty } else { ty };
        let wanted = self.tree()[local].name.map_or("index", |name| self.text_of(name));
        let number = self.module.types.structure_number(object);
        let name = number.map_or("", |number| &*self.module.types.structure(number).name);
        let is_changed = self.current().is_changed(local);
        let uses = Uses { is_changed, is_assigned: self.current().is_assigned(local) };
        let mut position = position.into_iter();
        if let ("tiled_index", Some(number)) = (name, number) {
            let mut parts = Vec::new();
            for (ty, _, name) in self.part_types(number) {
                parts.push(match position.next() {
                    Some(text) => Binding::Value(self.stable(&text, &format!("{wanted}_{name}"))),
                    None => self.initial(ty)?,
                });
            }
            let index = Binding::Parts(Rc::new(parts));
            return if is_changed { self.own(&index, object, wanted, uses) } else { Ok(index) };
        }
        match (name, position.next()) {
            ("index", Some(text)) if is_changed => self.own(&Binding::Value(text), object, wanted, uses),
            ("index", Some(text)) => Ok(Binding::Value(self.stable(&text, wanted))),
            _ => self.none(
                sections::SECTION_5,
                format!("a kernel that takes a `{}`", self.module.types.print(ty)),
            ),
        }
    }

    /// Declares the uniform buffer with the numbers.
    fn declare_numbers(&mut self, captured: &Captured) {
        if captured.numbers.is_empty() {
            return;
        }
        let span = self.writer.span;
        let ty = self.names.global("Launch");
        self.structures.push(Self::module_line(span, 0, format!("struct {ty} {{")));
        for number in &captured.numbers {
            self.structures.push(Self::module_line(span, 1, format!("{}: {},", number.member, number.ty)));
        }
        self.structures.push(Self::module_line(span, 0, "}"));
        self.structures.push(Self::module_line(span, 0, ""));
        let name = &captured.variable;
        let line = format!("@group({BUFFERS}) @binding(0) var<uniform> {name}: {ty};");
        self.variables.insert(0, Self::module_line(span, 0, line));
        self.rows.insert(
            0,
            Row {
                metal: None,
                metal_name: "the numbers of the launch".to_owned(),
                metal_type: String::new(),
                group: Some(BUFFERS),
                binding: Some(0),
                name: name.clone(),
                address_space: "uniform".to_owned(),
                ty,
                least_bytes: Some(captured.bytes.next_multiple_of(16).into()),
                notes: Vec::new(),
            },
        );
    }

    /// Notes the limits that a device must have, where not every device has them.
    fn note_limits(&mut self, [x, y, z]: [u32; 3], captured: &Captured) {
        let invocations = x.saturating_mul(y).saturating_mul(z);
        let needs = [
            (Limit::WorkgroupBytes, self.workgroup_bytes, "maxComputeWorkgroupStorageSize"),
            (Limit::WorkgroupInvocations, invocations, "maxComputeInvocationsPerWorkgroup"),
            (Limit::WorkgroupSizeX, x, "maxComputeWorkgroupSizeX"),
            (Limit::WorkgroupSizeY, y, "maxComputeWorkgroupSizeY"),
            (Limit::WorkgroupSizeZ, z, "maxComputeWorkgroupSizeZ"),
        ];
        let storage =
            [("maxStorageBuffersPerShaderStage", captured.views.len() as u32, DEFAULT_STORAGE_BUFFERS)];
        let needs = needs.map(|(limit, needed, name)| (name, needed, limit.info().value));
        for (name, needed, default) in needs.into_iter().chain(storage) {
            if needed > default {
                self.notes.insert(format!(
                    "The device must have `{name}` {needed}: the default limit of WebGPU is {default}."
                ));
            }
        }
    }
}

/// An index with the components of a vector.
fn index(vector: &str, letters: &str) -> Text {
    let components: Vec<String> = letters.chars().map(|letter| format!("i32({vector}.{letter})")).collect();
    Text::primary(format!("array<i32, {}>({})", components.len(), components.join(", ")))
}
