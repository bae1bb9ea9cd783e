//! Samplers that the program makes: bindings in WGSL, whose descriptors stand in the table. Section 2.9

use super::resource::SAMPLERS;
use super::table::Binding as Row;
use super::translator::{Outcome, Translator};
use super::value::{Binding, Handle};
use msl_spec::sections;
use msl_validator::ast::{Expr, ExprId, VariableId};
use msl_validator::sampler::SamplerStates;
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
    /// A sampler with the states of its declaration.
    pub(crate) fn sampler(&mut self, id: VariableId, ty: TypeId) -> Outcome<Binding> {
        let variable = self.ast()[id];
        let wanted = variable.name.map_or("sampler", |name| self.text_of(name));
        let arguments = match variable.initializer {
            Some(initializer) => self.sampler_arguments(initializer)?,
            None => Vec::new(),
        };
        let Some(body) = self.frames.last().map(|frame| frame.body) else {
            return self.none(sections::SECTION_2_9, "this sampler");
        };
        let states = match SamplerStates::new(self.module, body, &arguments) {
            Ok(states) => states,
            Err(refusal) => return self.none(sections::SECTION_2_9, refusal.message()),
        };
        if let Some((_, enumeration, enumerator)) = states.without_counterpart {
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
        Ok(Binding::Handle(Handle { name, ty }))
    }

    /// The arguments of its constructor.
    fn sampler_arguments(&mut self, id: ExprId) -> Outcome<Vec<ExprId>> {
        match self.ast()[id] {
            Expr::Braces(items) => Ok(self.ast()[items].iter().map(|item| item.value).collect()),
            Expr::Construct(_, arguments) | Expr::Call(_, arguments) => Ok(self.ast()[arguments].to_vec()),
            Expr::ConstructBraces(_, list) | Expr::Paren(list) => self.sampler_arguments(list),
            Expr::Error
            | Expr::Literal(_)
            | Expr::Name(_)
            | Expr::Member(..)
            | Expr::Arrow(..)
            | Expr::Index(..)
            | Expr::Unary(..)
            | Expr::Postfix(..)
            | Expr::Binary(..)
            | Expr::Assign(..)
            | Expr::Conditional(..)
            | Expr::Cast(..)
            | Expr::SizeOfType(_)
            | Expr::SizeOf(_)
            | Expr::AlignOf(_)
            | Expr::This => self.none(sections::SECTION_2_9, "this sampler"),
        }
    }
}
