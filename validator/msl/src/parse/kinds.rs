//! The kinds of names in scope.

use crate::names::{Names, Symbol};
use rustc_hash::FxHashMap;

/// What a name stands for, as far as parsing depends on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NameKind {
    /// A type.
    Type,
    /// A type once it has arguments.
    TypeTemplate,
    /// A function that may have template arguments.
    FunctionTemplate,
    /// Anything else that is declared.
    Value,
    /// Nothing that is known here.
    Unknown,
}

/// The kinds of the names that a program declares, in the scopes around the present place.
#[derive(Default, Debug)]
pub(super) struct Kinds {
    own: FxHashMap<Symbol, NameKind>,
    /// What each declaration since the begin of the outermost scope hides.
    hidden: Vec<(Symbol, Option<NameKind>)>,
}

/// The begin of a scope.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scope(usize);

impl Kinds {
    pub(super) fn open(&self) -> Scope {
        Scope(self.hidden.len())
    }

    pub(super) fn close(&mut self, scope: Scope) {
        for (symbol, before) in self.hidden.drain(scope.0..).rev() {
            match before {
                Some(kind) => self.own.insert(symbol, kind),
                None => self.own.remove(&symbol),
            };
        }
    }

    pub(super) fn declare(&mut self, symbol: Symbol, kind: NameKind) {
        let before = self.own.insert(symbol, kind);
        self.hidden.push((symbol, before));
    }

    /// Declares a name beyond the end of the scope: a type of a namespace or structure, which is named through it.
    pub(super) fn declare_everywhere(&mut self, symbol: Symbol, kind: NameKind) {
        self.own.insert(symbol, kind);
    }

    pub(super) fn of(&self, symbol: Symbol, names: &Names) -> NameKind {
        match self.own.get(&symbol) {
            Some(kind) => *kind,
            None => library_kind(names.text(symbol)),
        }
    }
}

/// The kind of a name of the library, which no declaration hides.
pub(super) fn library_kind(name: &str) -> NameKind {
    let is_shape = |rest: &str, count: usize| {
        let bytes = rest.as_bytes();
        bytes.len() == count && bytes.iter().step_by(2).all(|digit| matches!(digit, b'2'..=b'4'))
    };
    let element = name.strip_prefix("packed_").unwrap_or(name);
    let digits = element.find(|it: char| it.is_ascii_digit()).unwrap_or(element.len());
    let (scalar, shape) = element.split_at(digits);
    let is_vector = SCALARS.contains(&scalar) && is_shape(shape, 1);
    let is_matrix = matches!(scalar, "half" | "float") && is_shape(shape, 3) && shape.as_bytes()[1] == b'x';
    if is_vector || is_matrix || TYPES.contains(&name) {
        NameKind::Type
    } else if TYPE_TEMPLATES.contains(&name) {
        NameKind::TypeTemplate
    } else {
        NameKind::Unknown
    }
}

const SCALARS: [&str; 11] =
    ["bool", "char", "short", "int", "long", "uchar", "ushort", "uint", "ulong", "half", "float"];

const TYPES: [&str; 31] = [
    "uchar",
    "ushort",
    "uint",
    "ulong",
    "size_t",
    "ptrdiff_t",
    "int8_t",
    "uint8_t",
    "int16_t",
    "uint16_t",
    "int32_t",
    "uint32_t",
    "int64_t",
    "uint64_t",
    "sampler",
    "atomic_int",
    "atomic_uint",
    "atomic_bool",
    "atomic_long",
    "atomic_ulong",
    "atomic_float",
    "simd_vote",
    "quad_vote",
    "command_buffer",
    "render_command",
    "compute_command",
    "render_pipeline_state",
    "compute_pipeline_state",
    "sample_options",
    "mesh_grid_properties",
    "bfloat",
];

const TYPE_TEMPLATES: [&str; 45] = [
    "vec",
    "matrix",
    "packed_vec",
    "array",
    "array_ref",
    "atomic",
    "uniform",
    "patch_control_point",
    "imageblock",
    "imageblock_slice",
    "texture1d",
    "texture1d_array",
    "texture2d",
    "texture2d_array",
    "texture3d",
    "texturecube",
    "texturecube_array",
    "texture2d_ms",
    "texture2d_ms_array",
    "texture_buffer",
    "depth2d",
    "depth2d_array",
    "depthcube",
    "depthcube_array",
    "depth2d_ms",
    "depth2d_ms_array",
    "r8unorm",
    "r8snorm",
    "r16unorm",
    "r16snorm",
    "rg8unorm",
    "rg8snorm",
    "rg16unorm",
    "rg16snorm",
    "rgba8unorm",
    "srgba8unorm",
    "rgba8snorm",
    "rgba16unorm",
    "rgba16snorm",
    "rgb10a2",
    "rg11b10f",
    "rgb9e5",
    "vertex_value",
    "mesh",
    "interpolant",
];
