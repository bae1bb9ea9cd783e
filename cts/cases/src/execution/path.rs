//! Names for the bytes of a buffer: the path of a part of a variable in the program, such as `lights[1].colour.y`.

use super::BindingPoint;
use std::cell::OnceCell;
use std::ops::Range;
use wgsl_validator::interface::ResourceKind;
use wgsl_validator::meaning::TypedModule;
use wgsl_validator::types::{Properties, StructMember, TypeId, TypeKind};
use wgsl_validator::{Module, Options, validate};

/// The names of the components of a vector.
const COMPONENTS: [&str; 4] = ["x", "y", "z", "w"];

/// The parts of the buffers of a program. The program is validated when the first path is needed, and once.
#[derive(Debug)]
pub struct Paths<'a> {
    text: &'a str,
    options: Options,
    module: OnceCell<Module>,
}

/// A part of a variable, in bytes from its beginning.
#[derive(Debug, Clone, Copy)]
struct Part {
    ty: TypeId,
    begin: u64,
    /// The size without trailing padding.
    size: u64,
}

/// The part of another part that contains a byte.
struct Inner {
    part: Part,
    /// The suffix that a program appends to the path of the other part.
    suffix: String,
    /// The end, including padding.
    end: u64,
}

impl<'a> Paths<'a> {
    /// The paths of a program that is judged under these options.
    #[must_use]
    pub const fn new(text: &'a str, options: Options) -> Self {
        Self { text, options, module: OnceCell::new() }
    }

    /// The name of some bytes of the buffer at a binding: the path of the smallest part that contains all of them, `byte 2 of`
    /// that part for some of its bytes, or `padding of` a part. `None` if no variable is bound there.
    ///
    /// Variables that share a binding, each for other entry points, are all named.
    #[must_use]
    pub fn path(&self, at: BindingPoint, bytes: Range<u64>) -> Option<String> {
        let module = self.module.get_or_init(|| validate(self.text, &self.options));
        if !module.is_accepted() {
            return None;
        }
        let module = module.typed();
        let here = module.resources().filter(|it| (it.group, it.binding) == (at.group, at.binding));
        let buffers = here.filter(|it| matches!(it.kind, ResourceKind::Buffer { .. }));
        let paths = buffers.filter_map(|it| {
            let name = module.name(module.syntax.ast[it.variable].name);
            Walk { module }.path(name, it.ty, &bytes)
        });
        let paths: Vec<String> = paths.collect();
        (!paths.is_empty()).then(|| paths.join(" or "))
    }
}

/// The search for a part of a variable.
struct Walk<'a> {
    module: TypedModule<'a>,
}

impl Walk<'_> {
    /// The path of some bytes of a variable; `None` beyond its end.
    fn path(&self, name: &str, ty: TypeId, bytes: &Range<u64>) -> Option<String> {
        let mut path = name.to_owned();
        let mut part = self.part(ty, 0);
        if bytes.end > part.size {
            return None;
        }
        while let Some(inner) = self.inner(part, bytes.start) {
            let of_inner = inner.part.begin..inner.part.begin.saturating_add(inner.part.size);
            if bytes.start >= inner.end {
                return Some(format!("padding of {path}"));
            }
            if bytes.start >= of_inner.end {
                return Some(format!("padding of {path}{}", inner.suffix));
            }
            if bytes.end > of_inner.end {
                break;
            }
            part = inner.part;
            path.push_str(&inner.suffix);
        }
        let (first, end) = (bytes.start - part.begin, bytes.end - part.begin);
        Some(match end - first {
            size if size == part.size => path,
            1 => format!("byte {first} of {path}"),
            _ => format!("bytes {first} to {} of {path}", end.saturating_sub(1)),
        })
    }

    fn part(&self, ty: TypeId, begin: u64) -> Part {
        let info = self.module.meaning.types.info(ty);
        let size = if info.is(Properties::HAS_RUNTIME_SIZE) { u64::MAX } else { info.size };
        Part { ty, begin, size }
    }

    fn members(&self, ty: TypeId) -> &[StructMember] {
        let TypeKind::Struct(id) = self.module.meaning.types.kind(ty) else { return &[] };
        self.module.meaning.types.structure(id).map_or(&[], |structure| &structure.members)
    }

    /// The part of a part that contains a byte of the variable, or that the byte is padding of. `None` if it has no parts.
    fn inner(&self, of: Part, byte: u64) -> Option<Inner> {
        let within = byte - of.begin;
        let types = &self.module.meaning.types;
        if matches!(types.kind(of.ty), TypeKind::Struct(_)) {
            return self.member(of, within);
        }
        let (element, _) = types.elements(of.ty)?;
        let stride = types.stride(element).max(1);
        let index = within / stride;
        let part = self.part(element, of.begin + index * stride);
        let is_vector = matches!(types.kind(of.ty), TypeKind::Vector(..));
        let suffix =
            if is_vector { format!(".{}", COMPONENTS.get(index as usize)?) } else { format!("[{index}]") };
        Some(Inner { part, suffix, end: part.begin.saturating_add(stride) })
    }

    fn member(&self, of: Part, within: u64) -> Option<Inner> {
        let members = self.members(of.ty);
        let behind = members.partition_point(|member| member.offset <= within);
        let member = members.get(behind.checked_sub(1)?)?;
        let part = self.part(member.ty, of.begin + member.offset);
        let end = part.begin.saturating_add(part.size.max(member.size));
        Some(Inner { part, suffix: format!(".{}", self.module.name(member.name)), end })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIGHTS: &str = "\
        enable f16;
        struct Light { intensity: f32, colour: vec3f, kind: u32, @size(48) spin: mat2x3f, @size(12) at: u32 }
        struct Scene { count: atomic<u32>, lights: array<Light> }
        @group(0) @binding(0) var<storage, read_write> scene: Scene;
        @group(1) @binding(2) var<storage, read_write> points: array<vec3f, 2>;
        @group(1) @binding(3) var<uniform> halves: vec4<f16>;
        @group(1) @binding(4) var<storage> one: u32;
        @group(1) @binding(4) var<storage> other: array<u32>;
        var<private> beside: u32;";

    #[track_caller]
    fn check(group: u32, binding: u32, expected: &[(Range<u64>, &str)]) {
        let paths = Paths::new(LIGHTS, Options::default());
        for (bytes, expected) in expected {
            let path = paths.path(BindingPoint { group, binding }, bytes.clone());
            assert_eq!(path.as_deref().unwrap_or("nothing"), *expected, "{bytes:?}");
        }
    }

    #[test]
    fn every_part_has_a_path() {
        check(
            0,
            0,
            &[
                (0..4, "scene.count"),
                (16..20, "scene.lights[0].intensity"),
                (32..36, "scene.lights[0].colour.x"),
                (40..44, "scene.lights[0].colour.z"),
                (44..48, "scene.lights[0].kind"),
                (136..140, "scene.lights[1].colour.z"),
                (148..152, "scene.lights[1].spin[0].y"),
                (160..164, "scene.lights[1].spin[1].x"),
                (192..196, "scene.lights[1].at"),
                (16 + 96 * 1_000_000..20 + 96 * 1_000_000, "scene.lights[1000000].intensity"),
            ],
        );
    }

    #[test]
    fn padding_is_that_of_what_has_it() {
        check(
            0,
            0,
            &[
                (4..8, "padding of scene"),
                (15..16, "padding of scene"),
                (20..24, "padding of scene.lights[0]"),
                (60..64, "padding of scene.lights[0].spin[0]"),
                (80..84, "padding of scene.lights[0].spin"),
                (100..104, "padding of scene.lights[0].at"),
                (108..112, "padding of scene.lights[0]"),
            ],
        );
        check(1, 2, &[(8..12, "points[0].z"), (12..16, "padding of points[0]"), (24..28, "points[1].z")]);
    }

    #[test]
    fn what_is_cut_otherwise_is_told_in_bytes_of_the_least_part() {
        check(
            1,
            3,
            &[
                (2..4, "halves.y"),
                (3..4, "byte 1 of halves.y"),
                (4..8, "bytes 4 to 7 of halves"),
                (0..8, "halves"),
            ],
        );
        check(0, 0, &[(33..35, "bytes 1 to 2 of scene.lights[0].colour.x")]);
    }

    #[test]
    fn behind_a_variable_there_is_nothing() {
        check(1, 2, &[(32..36, "nothing")]);
        check(3, 0, &[(0..4, "nothing")]);
        check(1, 4, &[(0..4, "one or other[0]"), (4..8, "other[1]")]);
        let paths = Paths::new("no program", Options::default());
        assert_eq!(paths.path(BindingPoint { group: 0, binding: 0 }, 0..4), None);
    }
}
