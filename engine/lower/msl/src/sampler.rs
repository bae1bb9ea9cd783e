//! Samplers that a program makes. Section 2.9

use super::{Lowering, Outcome, Value};
use msl_spec::{Class, Enumeration};
use msl_validator::ast::{Expr, ExprId, VariableId};
use msl_validator::types::Type as MetalType;
use shader_ir::{Resource, ResourceKind, Type};
use shader_model::texture::{AddressMode, CompareFunction, FilterMode, Sampler};

/// The greatest level of detail without a filter between levels: it is nearest to the first level, and not so low that textures appear
/// larger than pixels.
const FIRST_LEVEL: f32 = 0.25;

/// The choices among the arguments of a constructor; that for one axis or one filter comes before the common one.
#[derive(Default)]
struct Choices<'a> {
    address: Option<&'a str>,
    axes: [Option<&'a str>; 3],
    filter: Option<&'a str>,
    mag_filter: Option<&'a str>,
    min_filter: Option<&'a str>,
    mip_filter: Option<&'a str>,
    compare: Option<&'a str>,
}

impl<'a> Lowering<'a> {
    /// The texture or sampler that a variable is.
    pub(super) fn handle_variable(&mut self, id: VariableId, class: MetalType) -> Outcome<u16> {
        let variable = self.ast()[id];
        let value = match variable.initializer {
            Some(initializer) if variable.is_direct => {
                let Expr::Braces(items) = self.ast()[initializer] else {
                    return self.unsupported("this initializer is not executed");
                };
                let values: Vec<ExprId> = self.ast()[items].iter().map(|item| item.value).collect();
                self.handle_of(&values)?
            }
            Some(initializer) => self.value(initializer)?,
            None if class == MetalType::Class(Class::Sampler) => self.handle_of(&[])?,
            None => return self.unsupported("this texture has no value"),
        };
        match value {
            Value::Handle(handle) => Ok(handle),
            Value::Registers(_) | Value::Memory(_) | Value::Pointer(_) | Value::Nothing => {
                self.unsupported("this texture or sampler is not executed")
            }
        }
    }

    /// A sampler from the arguments of its constructor, or a texture or sampler from another one.
    pub(super) fn handle_of(&mut self, arguments: &[ExprId]) -> Outcome<Value> {
        if let &[argument] = arguments
            && let MetalType::Class(Class::Sampler) | MetalType::Texture(..) =
                self.kind(self.meaning(argument).ty)
        {
            return self.value(argument);
        }
        let mut sampler = Sampler::default();
        let mut choices = Choices::default();
        for argument in arguments {
            self.code.span = self.ast().expr_span(*argument);
            if let Expr::Call(callee, list) = self.ast()[*argument] {
                let values = self.ast()[list].to_vec();
                self.sampler_number(&mut sampler, callee, &values)?;
            } else if let MetalType::LibraryEnumeration(enumeration) = self.kind(self.meaning(*argument).ty) {
                self.choose(&mut choices, enumeration, *argument)?;
            } else {
                return self.unsupported("this argument of a sampler is not executed");
            }
        }
        choices.apply(&mut sampler);
        self.fixed_sampler(sampler)
    }

    /// `max_anisotropy(4)`, `lod_clamp(0, 1)`
    fn sampler_number(&mut self, sampler: &mut Sampler, callee: ExprId, values: &[ExprId]) -> Outcome<()> {
        let mut numbers = Vec::with_capacity(values.len());
        for value in values {
            let register = self.single(*value)?;
            let register = self.converted_register(register, Type::F32);
            let Some(bits) = self.code.known(register) else {
                return self.unsupported("this number of a sampler is not known before execution");
            };
            numbers.push(f32::from_bits(bits as u32));
        }
        match (self.last_word(callee), numbers.as_slice()) {
            ("max_anisotropy", [count]) => sampler.max_anisotropy = count.clamp(1.0, 16.0) as u16,
            ("lod_clamp", [least, most]) if least <= most => {
                (sampler.lod_min_clamp, sampler.lod_max_clamp) = (*least, *most);
            }
            ("lod_clamp", _) => return self.unsupported("the levels of `lod_clamp` are not in order"),
            _ => return self.unsupported("this argument of a sampler is not executed"),
        }
        Ok(())
    }

    fn choose(&self, choices: &mut Choices<'a>, enumeration: Enumeration, argument: ExprId) -> Outcome<()> {
        let word = self.last_word(argument);
        let is_address = matches!(
            enumeration,
            Enumeration::Address | Enumeration::SAddress | Enumeration::TAddress | Enumeration::RAddress
        );
        if is_address && matches!(word, "clamp_to_zero" | "clamp_to_border") {
            return self.unsupported(format!("`address::{word}` is not executed so far"));
        }
        if enumeration == Enumeration::Coord && word == "pixel" {
            return self.unsupported("`coord::pixel` is not executed so far");
        }
        let [s, t, r] = &mut choices.axes;
        let slot = match enumeration {
            Enumeration::Address => &mut choices.address,
            Enumeration::SAddress => s,
            Enumeration::TAddress => t,
            Enumeration::RAddress => r,
            Enumeration::Filter => &mut choices.filter,
            Enumeration::MagFilter => &mut choices.mag_filter,
            Enumeration::MinFilter => &mut choices.min_filter,
            Enumeration::MipFilter => &mut choices.mip_filter,
            Enumeration::CompareFunc => &mut choices.compare,
            // Coordinates are normalized, and without a border its color has no effect.
            Enumeration::Coord | Enumeration::BorderColor => return Ok(()),
            Enumeration::Access
            | Enumeration::Component
            | Enumeration::MemFlags
            | Enumeration::MemoryOrder
            | Enumeration::ImageblockDataRate
            | Enumeration::PrimitiveType
            | Enumeration::VertexIndex
            | Enumeration::Topology => return self.unsupported("this is no argument of a sampler"),
        };
        *slot = Some(word);
        Ok(())
    }

    /// The last part of a name: `linear` of `filter::linear`.
    fn last_word(&self, id: ExprId) -> &'a str {
        let Expr::Name(name) = self.ast()[id] else { return "" };
        self.module.names.text(self.ast()[name].name)
    }

    /// The resource of a sampler: equal ones share it, however often calls are expanded.
    fn fixed_sampler(&mut self, sampler: Sampler) -> Outcome<Value> {
        let key = format!("{sampler:?}");
        if let Some(known) = self.fixed_samplers.get(&key) {
            return Ok(Value::Handle(*known));
        }
        if self.code.program.resources.len() >= usize::from(u16::MAX) {
            return self.unsupported("the program has too many samplers");
        }
        let kind = ResourceKind::FixedSampler { sampler };
        let index = self.resource(Resource { group: 0, binding: 0, kind, is_writable: false });
        self.fixed_samplers.insert(key, index);
        Ok(Value::Handle(index))
    }
}

impl Choices<'_> {
    fn apply(&self, sampler: &mut Sampler) {
        sampler.address_modes = self.axes.map(|axis| address(axis.or(self.address)));
        sampler.mag_filter = filter(self.mag_filter.or(self.filter));
        sampler.min_filter = filter(self.min_filter.or(self.filter));
        sampler.mipmap_filter = filter(self.mip_filter);
        if matches!(self.mip_filter, None | Some("none")) {
            sampler.lod_min_clamp = sampler.lod_min_clamp.min(FIRST_LEVEL);
            sampler.lod_max_clamp = sampler.lod_max_clamp.min(FIRST_LEVEL);
        }
        sampler.compare = self.compare.and_then(compare);
    }
}

fn address(word: Option<&str>) -> AddressMode {
    match word {
        Some("repeat") => AddressMode::Repeat,
        Some("mirrored_repeat") => AddressMode::MirrorRepeat,
        Some(_) | None => AddressMode::ClampToEdge,
    }
}

fn filter(word: Option<&str>) -> FilterMode {
    if word == Some("linear") { FilterMode::Linear } else { FilterMode::Nearest }
}

/// A comparison; without one, nothing passes.
fn compare(word: &str) -> Option<CompareFunction> {
    CompareFunction::from_name(&word.replace('_', "-"))
}
