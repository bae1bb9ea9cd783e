//! Samplers that the program makes: bindings in WGSL, whose descriptors stand in the table. Section 2.9

use super::resource::SAMPLERS;
use super::translation::Binding as Row;
use super::translator::{Outcome, Translator};
use super::value::{Handle, Value};
use msl_spec::sections;
use msl_validator::sampler::SamplerStates;
use msl_validator::typed::{Expr, ExprId, SamplerId};
use msl_validator::types::TypeId;
use shader_source::steps;

/// The members of a descriptor of WebGPU that are not those of a sampler without arguments.
fn descriptor(states: &SamplerStates) -> String {
    let [u, v, w] = states.address;
    let choices = [
        ("addressModeU", u, "clamp-to-edge"),
        ("addressModeV", v, "clamp-to-edge"),
        ("addressModeW", w, "clamp-to-edge"),
        ("magFilter", states.mag_filter, "nearest"),
        ("minFilter", states.min_filter, "nearest"),
        ("mipmapFilter", states.mip_filter, "nearest"),
        ("compare", states.compare_func, "never"),
    ];
    let mut members: Vec<String> = choices
        .iter()
        .filter_map(|(member, state, default)| {
            // Levels say that there is no filter between them.
            let word = state.wgsl.filter(|word| word != default && *word != "none")?;
            Some(format!("{member}: {word}"))
        })
        .collect();
    let [least, most] = states.levels;
    let numbers = [
        ("lodMinClamp", least.to_string(), "0"),
        ("lodMaxClamp", most.to_string(), "32"),
        ("maxAnisotropy", states.max_anisotropy.to_string(), "1"),
    ];
    let numbers = numbers.iter().filter(|(_, number, default)| number != default);
    members.extend(numbers.map(|(member, number, _)| format!("{member}: {number}")));
    members.join("; ")
}

impl Translator<'_> {
    /// A texture or sampler: a sampler may be one that the program makes for the variable with a name.
    pub(crate) fn handle(&mut self, id: ExprId, wanted: &str) -> Outcome<Handle> {
        if let Expr::Sampler(sampler) = self.tree()[id] {
            return self.sampler(sampler, self.ty(id), wanted);
        }
        match self.value(id)? {
            Value::Handle(handle) => Ok(handle),
            Value::Text(_) | Value::Pointer(_) | Value::Parts(_) | Value::Nothing => {
                self.none(sections::SECTION_2_9, "this texture or sampler")
            }
        }
    }

    /// A sampler with the states of its constructor.
    pub(crate) fn sampler(&mut self, id: SamplerId, ty: TypeId, wanted: &str) -> Outcome<Handle> {
        let states = match self.tree()[id].clone() {
            Ok(states) => states,
            Err(refusal) => {
                self.writer.span = refusal.argument();
                return self.none(sections::SECTION_2_9, refusal.message());
            }
        };
        if let Some((argument, enumeration, enumerator)) = states.without_counterpart {
            self.writer.span = argument;
            let (enumeration, enumerator) = (enumeration.name(), enumerator.name);
            return self.none(
                sections::SECTION_2_9,
                format!("a sampler with `{enumeration}::{enumerator}`: not supported by WebGPU"),
            );
        }
        let name = self.names.global(wanted);
        steps::take(self.rows.len());
        let used =
            self.rows.iter().filter(|row| row.group == Some(SAMPLERS)).filter_map(|row| row.binding).max();
        let binding = used.map_or(0, |used| used + 1).max(self.first_free_sampler());
        let own = "sampler";
        let line = format!("@group({SAMPLERS}) @binding({binding}) var {name}: {own};");
        self.variables.push(Self::module_line(self.writer.span, 0, line));
        self.rows.push(Row {
            metal: None,
            metal_name: wanted.to_owned(),
            metal_type: "sampler".to_owned(),
            group: Some(SAMPLERS),
            binding: Some(binding),
            name: name.clone(),
            address_space: "handle".to_owned(),
            ty: own.to_owned(),
            least_bytes: None,
            notes: vec![format!("a sampler declared in the program: {}", descriptor(&states))],
        });
        Ok(Handle { name, ty })
    }
}
