//! Samplers that the program makes: bindings in WGSL, whose descriptors stand in the table. Section 2.9

use super::resource::SAMPLERS;
use super::table::Binding as Row;
use super::translator::{Failure, Outcome, Translator};
use super::value::{Binding, Handle};
use msl_spec::Anchor;
use msl_validator::ast::{Expr, ExprId, VariableId};
use msl_validator::types::TypeId;

/// The states of samplers with their words in descriptors of WebGPU. A state that is not here has no counterpart.
const STATES: [(&str, &str, &str); 30] = [
    ("coord", "normalized", ""),
    ("address", "clamp_to_edge", "addressModeU, addressModeV, addressModeW: clamp-to-edge"),
    ("address", "repeat", "addressModeU, addressModeV, addressModeW: repeat"),
    ("address", "mirrored_repeat", "addressModeU, addressModeV, addressModeW: mirror-repeat"),
    ("s_address", "clamp_to_edge", "addressModeU: clamp-to-edge"),
    ("s_address", "repeat", "addressModeU: repeat"),
    ("s_address", "mirrored_repeat", "addressModeU: mirror-repeat"),
    ("t_address", "clamp_to_edge", "addressModeV: clamp-to-edge"),
    ("t_address", "repeat", "addressModeV: repeat"),
    ("t_address", "mirrored_repeat", "addressModeV: mirror-repeat"),
    ("r_address", "clamp_to_edge", "addressModeW: clamp-to-edge"),
    ("r_address", "repeat", "addressModeW: repeat"),
    ("r_address", "mirrored_repeat", "addressModeW: mirror-repeat"),
    ("filter", "nearest", "magFilter, minFilter: nearest"),
    ("filter", "linear", "magFilter, minFilter: linear"),
    ("mag_filter", "nearest", "magFilter: nearest"),
    ("mag_filter", "linear", "magFilter: linear"),
    ("min_filter", "nearest", "minFilter: nearest"),
    ("min_filter", "linear", "minFilter: linear"),
    ("mip_filter", "none", "lodMaxClamp: 0"),
    ("mip_filter", "nearest", "mipmapFilter: nearest"),
    ("mip_filter", "linear", "mipmapFilter: linear"),
    ("compare_func", "never", ""),
    ("compare_func", "less", "compare: less"),
    ("compare_func", "less_equal", "compare: less-equal"),
    ("compare_func", "greater", "compare: greater"),
    ("compare_func", "greater_equal", "compare: greater-equal"),
    ("compare_func", "equal", "compare: equal"),
    ("compare_func", "not_equal", "compare: not-equal"),
    ("compare_func", "always", "compare: always"),
];

impl Translator<'_> {
    /// A sampler with the states of its declaration.
    pub(crate) fn sampler(&mut self, id: VariableId, ty: TypeId) -> Outcome<Binding> {
        let variable = self.ast()[id];
        let wanted = variable.name.map_or("sampler", |name| self.text_of(name));
        let states = match variable.initializer {
            Some(initializer) => self.sampler_states(initializer)?,
            None => Vec::new(),
        };
        let mut descriptor = Vec::new();
        let mut has_mips = false;
        for (state, value) in &states {
            has_mips |= state == "mip_filter";
            match STATES.iter().find(|(own, of, _)| own == state && of == value) {
                Some((_, _, "")) => {}
                Some((_, _, words)) => descriptor.push((*words).to_owned()),
                None if matches!(state.as_str(), "max_anisotropy" | "lodMinClamp, lodMaxClamp") => {
                    let state = if state == "max_anisotropy" { "maxAnisotropy" } else { state };
                    descriptor.push(format!("{state}: {value}"));
                }
                None => {
                    return self.none(
                        Anchor::SECTION_2_9,
                        format!("a sampler with `{state}::{value}`: no sampler of WebGPU is like that"),
                    );
                }
            }
        }
        if !has_mips {
            descriptor.push("lodMaxClamp: 0".to_owned());
        }
        let name = self.names.global(wanted);
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
            notes: vec![format!("a sampler that the program makes: {}", descriptor.join("; "))],
        });
        Ok(Binding::Handle(Handle { name, ty }))
    }

    /// The states by the names of their enumerations, or of their functions.
    fn sampler_states(&mut self, id: ExprId) -> Outcome<Vec<(String, String)>> {
        let arguments: Vec<ExprId> = match self.ast()[id] {
            Expr::Braces(items) => self.ast()[items].iter().map(|item| item.value).collect(),
            Expr::Construct(_, arguments) | Expr::Call(_, arguments) => self.ast()[arguments].to_vec(),
            Expr::ConstructBraces(_, list) | Expr::Paren(list) => return self.sampler_states(list),
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
            | Expr::This => return self.none(Anchor::SECTION_2_9, "this sampler"),
        };
        let mut states = Vec::with_capacity(arguments.len());
        for argument in arguments {
            if let Expr::Name(name) = self.ast()[argument] {
                let name = self.ast()[name];
                let state = self.ast()[name.path].last().map_or("", |part| self.text_of(*part));
                states.push((state.to_owned(), self.text_of(name.name).to_owned()));
                continue;
            }
            let Expr::Call(callee, values) = self.ast()[argument] else { return Err(Failure::Reported) };
            let Expr::Name(name) = self.ast()[callee] else { return Err(Failure::Reported) };
            let mut texts = Vec::new();
            for value in self.ast()[values].iter().copied() {
                let text = self.used_text(value)?.code;
                texts.push(text.trim_end_matches(['f', 'i', 'u', 'h']).to_owned());
            }
            let name = self.text_of(self.ast()[name].name);
            let name = if name == "lod_clamp" { "lodMinClamp, lodMaxClamp" } else { name };
            states.push((name.to_owned(), texts.join(", ")));
        }
        Ok(states)
    }
}
