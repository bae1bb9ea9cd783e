//! Types as people write them.

use super::{Length, TypeId, TypeKind, Types};
use crate::syntax::Syntax;
use wgsl_spec::Scalar;

impl Types {
    /// The type in the specification's notation.
    #[must_use]
    pub fn print(&self, syntax: &Syntax<'_>, id: TypeId) -> String {
        let length = |length: Length| match length {
            Length::Fixed(count) => format!("{count}"),
            Length::Override(_) | Length::OverrideExpression(_) => "override".to_owned(),
            Length::Runtime => String::new(),
        };
        let result = |name: &str, size: u8, scalar: Scalar| {
            let vector = if size > 1 { format!("vec{size}_") } else { String::new() };
            let scalar = if scalar.is_abstract() { "abstract" } else { scalar.name() };
            format!("__{name}_result_{vector}{scalar}")
        };
        match self.kind(id) {
            TypeKind::Error => "an erroneous type".to_owned(),
            TypeKind::Void => "no value".to_owned(),
            TypeKind::Scalar(scalar) => scalar.name().to_owned(),
            TypeKind::Vector(size, scalar) => format!("vec{size}<{}>", scalar.name()),
            TypeKind::Matrix(columns, rows, scalar) => format!("mat{columns}x{rows}<{}>", scalar.name()),
            TypeKind::Atomic(scalar) => format!("atomic<{}>", scalar.name()),
            TypeKind::AtomicVec2u => "atomic<vec2<u32>>".to_owned(),
            TypeKind::Sampler => "sampler".to_owned(),
            TypeKind::SamplerComparison => "sampler_comparison".to_owned(),
            TypeKind::FrexpResult(size, scalar) => result("frexp", size, scalar),
            TypeKind::ModfResult(size, scalar) => result("modf", size, scalar),
            TypeKind::AtomicCompareExchangeResult(scalar) => {
                format!("__atomic_compare_exchange_result<{}>", scalar.name())
            }
            TypeKind::SampledTexture(kind, scalar) => format!("{}<{}>", kind.name(), scalar.name()),
            TypeKind::PlainTexture(kind) => kind.name().to_owned(),
            TypeKind::StorageTexture(kind, format, access) => {
                format!("{}<{}, {}>", kind.name(), format.name(), access.name())
            }
            TypeKind::Array(element, Length::Runtime) => {
                format!("array<{}>", self.print(syntax, element))
            }
            TypeKind::Array(element, count) => {
                format!("array<{}, {}>", self.print(syntax, element), length(count))
            }
            TypeKind::Struct(structure) => self
                .structure(structure)
                .map_or_else(String::new, |structure| syntax.name(structure.name).to_owned()),
            TypeKind::Pointer(space, store, access) => {
                format!("ptr<{}, {}, {}>", space.name(), self.print(syntax, store), access.name())
            }
            TypeKind::Reference(space, store, access) => {
                format!("ref<{}, {}, {}>", space.name(), self.print(syntax, store), access.name())
            }
            TypeKind::SubgroupMatrix(role, component, columns, rows) => {
                format!("{}<{}, {columns}, {rows}>", role.name(), component.name())
            }
            TypeKind::I8 => "i8".to_owned(),
            TypeKind::U8 => "u8".to_owned(),
            TypeKind::MatrixOrder => "row_major or col_major".to_owned(),
            TypeKind::Buffer(Length::Runtime) => "buffer".to_owned(),
            TypeKind::Buffer(size) => format!("buffer<{}>", length(size)),
        }
    }
}
