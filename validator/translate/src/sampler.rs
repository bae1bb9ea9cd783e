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

/// The use of a sampler. In Metal one sampler may sample and compare, in WGSL there are two types.
#[derive(Default)]
pub(crate) struct SamplerUse {
    /// Whether it compares; `None` until it is used.
    compares: Option<bool>,
    /// The sampler for the other use, if the program has both.
    twin: Option<String>,
    /// How it compares, if the program makes it.
    comparison: Option<&'static str>,
}

/// The members of a descriptor of WebGPU that differ from the defaults; the comparison is written only for a sampler that compares.
fn descriptor(states: &SamplerStates) -> String {
    let [u, v, w] = states.address;
    let choices = [
        ("addressModeU", u, "clamp-to-edge"),
        ("addressModeV", v, "clamp-to-edge"),
        ("addressModeW", w, "clamp-to-edge"),
        ("magFilter", states.mag_filter, "nearest"),
        ("minFilter", states.min_filter, "nearest"),
        ("mipmapFilter", states.mip_filter, "nearest"),
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
        let row = Row {
            metal: None,
            metal_name: wanted.to_owned(),
            metal_type: "sampler".to_owned(),
            group: Some(SAMPLERS),
            binding: Some(self.next_sampler()),
            name: name.clone(),
            address_space: "handle".to_owned(),
            ty: "sampler".to_owned(),
            least_bytes: None,
            notes: vec![format!("a sampler declared in the program: {}", descriptor(&states))],
        };
        self.declare_sampler(&row);
        self.rows.push(row);
        let comparison = states.compare_func.wgsl;
        self.samplers.insert(name.clone(), SamplerUse { comparison, ..SamplerUse::default() });
        Ok(Handle { name, ty })
    }

    /// The sampler for one of the uses of a sampler: it keeps its name for the first, and has a second binding for the other.
    pub(crate) fn sampler_that(&mut self, compares: bool, name: &str) -> Outcome<String> {
        let own = self.samplers.entry(name.to_owned()).or_default();
        if *own.compares.get_or_insert(compares) == compares {
            return Ok(name.to_owned());
        }
        if let Some(twin) = &own.twin {
            return Ok(twin.clone());
        }
        let comparison = own.comparison;
        steps::take(self.rows.len());
        let Some(row) = self.rows.iter().find(|row| row.name == name) else {
            return self.none(
                sections::SECTION_2_9,
                format!("`{name}` both samples and compares: a WGSL sampler can only do one"),
            );
        };
        let mut row = row.clone();
        row.notes.push(format!("the sampler of `{name}` again: in WGSL, a sampler samples or compares"));
        let twin = self.names.global(if compares { "comparing" } else { "sampling" });
        row.name.clone_from(&twin);
        row.binding = Some(self.next_sampler());
        self.declare_sampler(&row);
        self.rows.push(row);
        let compares = Some(compares);
        self.samplers.insert(twin.clone(), SamplerUse { compares, twin: None, comparison });
        self.samplers.entry(name.to_owned()).or_default().twin = Some(twin.clone());
        Ok(twin)
    }

    /// The first binding after all samplers.
    fn next_sampler(&self) -> u32 {
        let rows = self.rows.iter().filter(|row| row.group == Some(SAMPLERS));
        let used = rows.filter_map(|row| row.binding).max();
        used.map_or(0, |used| used + 1).max(self.first_free_sampler())
    }

    fn declare_sampler(&mut self, row: &Row) {
        let (Some(binding), name) = (row.binding, &row.name) else { return };
        let line = format!("@group({SAMPLERS}) @binding({binding}) var {name}: sampler;");
        self.variables.push(Self::module_line(self.writer.span, 0, line));
    }

    /// Gives samplers that compare their type.
    pub(crate) fn type_samplers(&mut self) {
        let compares = |name: &str| self.samplers.get(name).filter(|it| it.compares == Some(true));
        for line in &mut self.variables {
            let Some(head) = line.text.strip_suffix(": sampler;") else { continue };
            if head.rsplit(' ').next().is_some_and(|name| compares(name).is_some()) {
                line.text = format!("{head}: sampler_comparison;");
            }
        }
        for row in &mut self.rows {
            let Some(own) = compares(&row.name) else { continue };
            "sampler_comparison".clone_into(&mut row.ty);
            if let (Some(comparison), Some(note)) = (own.comparison, row.notes.first_mut()) {
                let separator = if note.ends_with(": ") { "" } else { "; " };
                *note = format!("{note}{separator}compare: {comparison}");
            }
        }
    }
}
