//! Types of signatures as patterns: the meaning of each variable decides the form.

use std::collections::HashMap;

use crate::pascal;

use super::conversions::{SCALARS, scalar_variant};
use super::signature::Type;

/// A scalar in a pattern: a fixed one or a variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum ScalarReference {
    Fixed(&'static str),
    Variable(usize),
    /// The scalar that represents a component of a subgroup matrix.
    OfComponent(usize),
}

impl ScalarReference {
    fn expression(&self) -> String {
        match self {
            Self::Fixed(scalar) => format!("ScalarPattern::Fixed(Scalar::{scalar})"),
            Self::Variable(index) => format!("ScalarPattern::Variable(ScalarVariable({index}))"),
            Self::OfComponent(index) => format!("ScalarPattern::OfComponent(ComponentVariable({index}))"),
        }
    }
}

/// The meaning of a variable in a signature.
#[derive(Clone, Debug)]
pub(crate) enum Variable {
    Scalar(ScalarReference),
    ScalarOrVector(String, ScalarReference),
    Vector(String, ScalarReference),
    Type(usize),
    Spaces,
    Access(&'static str),
    TexelFormat,
    ChannelOfFormat,
    /// The type of the components of a subgroup matrix: index, and the set of allowed types as bits.
    Component(usize, u8),
    MatrixRole,
    MatrixOrder,
}

/// The variables of one overload.
#[derive(Default, Debug)]
pub(crate) struct Variables {
    by_name: HashMap<String, Variable>,
    pub(crate) scalar_sets: Vec<u8>,
    pub(crate) type_classes: Vec<&'static str>,
    pub(crate) spaces: Vec<String>,
    sizes: Vec<String>,
    components: usize,
}

const ALL_SCALARS: &str = "AbstractInt | i32 | u32 | AbstractFloat | f32 | f16 | bool";
const CONCRETE_SCALARS: &str = "i32 | u32 | f32 | f16 | bool";
const CONCRETE_NUMERIC_SCALARS: &str = "i32 | u32 | f32 | f16";

impl Variables {
    /// Adds the meaning that a `where` clause gives to a variable.
    pub(crate) fn define(&mut self, name: &str, clause: &str) -> Result<(), String> {
        let variable = match clause {
            "scalar" => Variable::Scalar(self.new_set(scalar_set(ALL_SCALARS)?)),
            "concrete scalar" => Variable::Scalar(self.new_set(scalar_set(CONCRETE_SCALARS)?)),
            "scalar or vector" => {
                Variable::ScalarOrVector(name.to_owned(), self.new_set(scalar_set(ALL_SCALARS)?))
            }
            "concrete numeric scalar or vector" => {
                Variable::ScalarOrVector(name.to_owned(), self.new_set(scalar_set(CONCRETE_NUMERIC_SCALARS)?))
            }
            "concrete constructible" => self.new_type("ConcreteConstructible"),
            "constructible" => self.new_type("Constructible"),
            "host-shareable" => self.new_type("HostShareable"),
            "host-shareable runtime-sized" => self.new_type("HostShareableRuntimeSized"),
            "runtime-sized array element" => self.new_type("RuntimeArrayElement"),
            "sampled or depth texture or sampler" => self.new_type("TextureOrSampler"),
            "texel format" => Variable::TexelFormat,
            "channel type of F" => Variable::ChannelOfFormat,
            "access mode" => Variable::Access("Any"),
            "read | read_write" => Variable::Access("Readable"),
            "write | read_write" => Variable::Access("Writable"),
            "left | right | result" => Variable::MatrixRole,
            "row_major | col_major" => Variable::MatrixOrder,
            _ => match (clause.strip_prefix("component "), clause.strip_prefix("scalar of ")) {
                (Some(list), _) => {
                    self.components += 1;
                    Variable::Component(self.components - 1, component_set(list)?)
                }
                (_, Some(component)) => {
                    Variable::Scalar(ScalarReference::OfComponent(self.component(component)?.0))
                }
                _ => self.define_listed(clause)?,
            },
        };
        if self.by_name.insert(name.to_owned(), variable).is_some() {
            return Err(format!("{name} is defined twice"));
        }
        Ok(())
    }

    pub(crate) fn get(&self, name: &str) -> Option<&Variable> {
        self.by_name.get(name)
    }

    /// A list of alternatives: address spaces, scalars, or scalars and vectors of them.
    fn define_listed(&mut self, clause: &str) -> Result<Variable, String> {
        let alternatives: Vec<&str> = clause.split('|').map(str::trim).collect();
        let spaces: Option<Vec<String>> = alternatives.iter().map(|name| space_variant(name)).collect();
        if let Some(spaces) = spaces {
            self.spaces = spaces;
            return Ok(Variable::Spaces);
        }
        let mut scalars = Vec::new();
        let mut components = Vec::new();
        let mut size = None;
        for alternative in alternatives {
            let parsed = Type::parse(alternative)?;
            match (parsed.name.strip_prefix("vec"), parsed.arguments.as_slice()) {
                (Some(suffix), [component]) => {
                    if size.get_or_insert_with(|| suffix.to_owned()) != suffix {
                        return Err(format!("`{clause}` mixes vector sizes"));
                    }
                    components.push(component.name.clone());
                }
                (_, []) => scalars.push(parsed.name),
                _ => return Err(format!("`{alternative}` is neither a scalar nor a vector")),
            }
        }
        match (scalars.as_slice(), components.as_slice(), size) {
            (_, [], None) => Ok(Variable::Scalar(self.set_of(&scalars)?)),
            ([], _, Some(size)) => Ok(Variable::Vector(size, self.set_of(&components)?)),
            (_, _, Some(size)) if scalars == components => {
                Ok(Variable::ScalarOrVector(size, self.set_of(&scalars)?))
            }
            _ => Err(format!("`{clause}` does not pair each scalar with its vector")),
        }
    }

    fn set_of(&mut self, names: &[String]) -> Result<ScalarReference, String> {
        if let [name] = names {
            if let Some(Variable::Scalar(reference)) = self.by_name.get(name) {
                return Ok(reference.clone());
            }
            return scalar_variant(name)
                .map(ScalarReference::Fixed)
                .ok_or_else(|| format!("`{name}` is neither a scalar nor a variable defined before"));
        }
        let set = scalar_set(&names.join(" | "))?;
        Ok(self.new_set(set))
    }

    fn new_set(&mut self, set: u8) -> ScalarReference {
        self.scalar_sets.push(set);
        ScalarReference::Variable(self.scalar_sets.len() - 1)
    }

    fn new_type(&mut self, class: &'static str) -> Variable {
        self.type_classes.push(class);
        Variable::Type(self.type_classes.len() - 1)
    }

    fn component(&self, name: &str) -> Result<(usize, u8), String> {
        match self.by_name.get(name) {
            Some(Variable::Component(index, bits)) => Ok((*index, *bits)),
            _ => Err(format!("`{name}` is not a component type defined before")),
        }
    }

    fn component_pattern(&self, name: &str) -> Result<String, String> {
        let (index, bits) = self.component(name)?;
        Ok(format!("ComponentPattern(ComponentVariable({index}), ComponentSet({bits}))"))
    }

    /// `subgroup_matrix_left<E, C, R>`, or `subgroup_matrix<K, E, C, R>` for any role.
    fn subgroup_matrix(&mut self, name: &str, arguments: &[Type]) -> Result<String, String> {
        let (role, arguments) = match (name.strip_prefix("subgroup_matrix"), arguments) {
            (Some(""), [role, arguments @ ..])
                if matches!(self.by_name.get(&role.name), Some(Variable::MatrixRole)) =>
            {
                ("None".to_owned(), arguments)
            }
            (Some(role @ ("_left" | "_right" | "_result")), arguments) => {
                (format!("Some(MatrixRole::{})", pascal(role)), arguments)
            }
            _ => return Err(format!("`{name}` is not a subgroup matrix")),
        };
        let [component, columns, rows] = arguments else {
            return Err(format!("`{name}` has a component, columns and rows"));
        };
        Ok(format!(
            "TypePattern::SubgroupMatrix({role}, {}, SizeVariable({}), SizeVariable({}))",
            self.component_pattern(&component.name)?,
            self.size_index(&columns.name),
            self.size_index(&rows.name)
        ))
    }

    fn size_index(&mut self, name: &str) -> usize {
        self.sizes.iter().position(|size| size == name).unwrap_or_else(|| {
            self.sizes.push(name.to_owned());
            self.sizes.len() - 1
        })
    }

    fn size(&mut self, text: &str) -> Result<String, String> {
        match text {
            "2" | "3" | "4" => Ok(format!("SizePattern::Fixed({text})")),
            "N" | "M" | "C" | "R" | "K" => {
                Ok(format!("SizePattern::Variable(SizeVariable({}))", self.size_index(text)))
            }
            _ => Err(format!("`{text}` is not a size")),
        }
    }

    fn scalar(&self, ty: &Type) -> Result<String, String> {
        if let Some(scalar) = scalar_variant(&ty.name) {
            return Ok(ScalarReference::Fixed(scalar).expression());
        }
        match self.by_name.get(&ty.name) {
            Some(Variable::Scalar(reference)) => Ok(reference.expression()),
            Some(Variable::ChannelOfFormat) => Ok("ScalarPattern::ChannelOfFormat".to_owned()),
            _ => Err(format!("`{}` is not a scalar", ty.text())),
        }
    }

    fn access(&self, ty: &Type) -> Result<String, String> {
        if let Some(mode) = access_variant(&ty.name) {
            return Ok(format!("AccessPattern::Fixed(AccessMode::{mode})"));
        }
        match self.by_name.get(&ty.name) {
            Some(Variable::Access(pattern)) => Ok(format!("AccessPattern::{pattern}")),
            _ => Err(format!("`{}` is not an access mode", ty.text())),
        }
    }

    fn space(&self, ty: &Type) -> Result<String, String> {
        if let Some(space) = space_variant(&ty.name) {
            return Ok(format!("SpacePattern::Fixed(AddressSpace::{space})"));
        }
        match self.by_name.get(&ty.name) {
            Some(Variable::Spaces) => Ok("SpacePattern::Variable".to_owned()),
            _ => Err(format!("`{}` is not an address space", ty.text())),
        }
    }

    /// The Rust expression of the pattern of a type.
    pub(crate) fn pattern(&mut self, ty: &Type) -> Result<String, String> {
        if ty.arguments.is_empty() {
            if let Some(variable) = self.by_name.get(&ty.name).cloned() {
                return self.variable_pattern(&ty.name, &variable);
            }
            return self.plain_pattern(ty);
        }
        if let Some(suffix) = ty.name.strip_prefix("vec") {
            let [component] = ty.arguments.as_slice() else { return Err(format!("`{}`", ty.text())) };
            return Ok(format!("TypePattern::Vector({}, {})", self.size(suffix)?, self.scalar(component)?));
        }
        if let Some((columns, rows)) = ty.name.strip_prefix("mat").and_then(|shape| shape.split_once('x')) {
            let (columns, rows) = (self.size(columns)?, self.size(rows)?);
            return Ok(format!("TypePattern::Matrix({columns}, {rows}, {})", self.scalar(&ty.arguments[0])?));
        }
        self.generated_pattern(ty)
    }

    fn generated_pattern(&mut self, ty: &Type) -> Result<String, String> {
        Ok(match (ty.name.as_str(), ty.arguments.as_slice()) {
            ("array", [element]) => {
                format!("TypePattern::Array(&{}, LengthPattern::Runtime)", self.pattern(element)?)
            }
            ("array", [element, _]) => {
                format!("TypePattern::Array(&{}, LengthPattern::Fixed)", self.pattern(element)?)
            }
            (name, arguments) if name.starts_with("subgroup_matrix") => {
                self.subgroup_matrix(name, arguments)?
            }
            ("atomic", [vector]) if vector.text() == "vec2<u32>" => "TypePattern::AtomicVec2u".to_owned(),
            ("atomic", [scalar]) => format!("TypePattern::Atomic({})", self.scalar(scalar)?),
            ("buffer", [_]) => "TypePattern::Buffer(LengthPattern::Fixed)".to_owned(),
            ("ptr", [space, store, access]) => format!(
                "TypePattern::Pointer({}, &{}, {})",
                self.space(space)?,
                self.pattern(store)?,
                self.access(access)?
            ),
            ("__atomic_compare_exchange_result", [scalar]) => {
                format!("TypePattern::AtomicCompareExchangeResult({})", self.scalar(scalar)?)
            }
            (name, [format, access]) if name.starts_with("texture_storage") || name == "texel_buffer" => {
                if !matches!(self.by_name.get(&format.name), Some(Variable::TexelFormat)) {
                    return Err(format!("`{}` is not a texel format", format.text()));
                }
                let kind = texture_kind(name).ok_or_else(|| format!("`{name}` is not a texture"))?;
                format!("TypePattern::StorageTexture(TextureKind::{kind}, {})", self.access(access)?)
            }
            (name, [scalar]) => {
                let kind = texture_kind(name).ok_or_else(|| format!("`{name}` is not a type-generator"))?;
                format!("TypePattern::SampledTexture(TextureKind::{kind}, {})", self.scalar(scalar)?)
            }
            _ => return Err(format!("`{}` is not supported", ty.text())),
        })
    }

    fn plain_pattern(&mut self, ty: &Type) -> Result<String, String> {
        if let Some(scalar) = scalar_variant(&ty.name) {
            return Ok(format!("TypePattern::Scalar({})", ScalarReference::Fixed(scalar).expression()));
        }
        for (prefix, variant) in [("__frexp_result", "FrexpResult"), ("__modf_result", "ModfResult")] {
            if let Some(suffix) = ty.name.strip_prefix(prefix) {
                return self.result_pattern(variant, suffix);
            }
        }
        Ok(match ty.name.as_str() {
            "sampler" => "TypePattern::Sampler".to_owned(),
            "sampler_comparison" => "TypePattern::SamplerComparison".to_owned(),
            "buffer" => "TypePattern::Buffer(LengthPattern::Runtime)".to_owned(),
            name => match texture_kind(name) {
                Some(kind) => format!("TypePattern::PlainTexture(TextureKind::{kind})"),
                None => return Err(format!("`{name}` is neither a type nor a variable")),
            },
        })
    }

    /// `__frexp_result_vecN_f32` and the like; the draft of 2022 leaves out the scalar, which is f32.
    fn result_pattern(&mut self, variant: &str, suffix: &str) -> Result<String, String> {
        let (size, scalar) = match suffix.strip_prefix("_vecN") {
            Some(scalar) => (self.size("N")?, scalar),
            None => ("SizePattern::Scalar".to_owned(), suffix),
        };
        let scalar = match scalar {
            "" | "_f32" => "F32",
            "_f16" => "F16",
            "_abstract" => "AbstractFloat",
            _ => return Err(format!("`{suffix}` is not the suffix of a result structure")),
        };
        Ok(format!("TypePattern::{variant}({size}, {})", ScalarReference::Fixed(scalar).expression()))
    }

    fn variable_pattern(&mut self, name: &str, variable: &Variable) -> Result<String, String> {
        Ok(match variable {
            Variable::Scalar(reference) => format!("TypePattern::Scalar({})", reference.expression()),
            Variable::ScalarOrVector(size, reference) => {
                let size = self.size_index(size);
                format!("TypePattern::ScalarOrVector(SizeVariable({size}), {})", reference.expression())
            }
            Variable::Vector(size, reference) => {
                format!("TypePattern::Vector({}, {})", self.size(size)?, reference.expression())
            }
            Variable::Type(index) => format!("TypePattern::Variable(TypeVariable({index}))"),
            Variable::Component(..) => {
                format!("TypePattern::MatrixComponent({})", self.component_pattern(name)?)
            }
            Variable::MatrixOrder => "TypePattern::MatrixOrder".to_owned(),
            _ => return Err(format!("`{name}` is not a type")),
        })
    }
}

/// A set of scalars as bits, in the order of `Scalar`.
fn scalar_set(clause: &str) -> Result<u8, String> {
    bits(clause, &SCALARS.map(|(name, _)| name))
}

/// A set of component types as bits, in the order of `MatrixComponent`.
fn component_set(clause: &str) -> Result<u8, String> {
    bits(clause, &["f32", "f16", "i32", "u32", "i8", "u8"])
}

fn bits(clause: &str, order: &[&str]) -> Result<u8, String> {
    clause.split('|').map(str::trim).try_fold(0, |bits, name| {
        let index = order.iter().position(|other| *other == name);
        Ok(bits | 1 << index.ok_or_else(|| format!("`{name}` is not one of {}", order.join(", ")))?)
    })
}

fn space_variant(name: &str) -> Option<String> {
    ["function", "private", "workgroup", "uniform", "storage"].contains(&name).then(|| pascal(name))
}

fn access_variant(name: &str) -> Option<String> {
    ["read", "write", "read_write"].contains(&name).then(|| pascal(name))
}

/// The variant of `TextureKind` for a type's name.
pub(crate) fn texture_kind(name: &str) -> Option<String> {
    let rest = if name == "texel_buffer" { name } else { name.strip_prefix("texture_")? };
    let plain = ["1d", "2d", "2d_array", "3d", "cube", "cube_array"].contains(&rest);
    Some(if plain { format!("Sampled{}", pascal(rest)) } else { pascal(rest) })
}
