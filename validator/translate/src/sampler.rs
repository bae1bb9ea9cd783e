//! Samplers that the program makes: bindings in WGSL, whose descriptors stand in the table. Section 2.9

use super::resource::SAMPLERS;
use super::table::Binding as Row;
use super::translator::{Failure, Outcome, Translator};
use super::value::{Binding, Handle};
use msl_spec::{Anchor, Enumeration};
use msl_validator::ast::{Expr, ExprId, VariableId};
use msl_validator::types::TypeId;

/// The words of a state in a descriptor of WebGPU: none where it says nothing there, `None` where it has no counterpart.
fn words(state: &str, value: &str) -> Option<String> {
    let enumeration = Enumeration::from_name(state)?;
    let word = enumeration.enumerator(value)?.wgsl?;
    // A sampler without comparison and one without mip levels have no such state.
    let is_default = matches!((state, value), ("compare_func", "never") | ("mip_filter", "none"));
    let states = enumeration.wgsl().filter(|_| !is_default);
    Some(states.map_or_else(String::new, |states| format!("{states}: {word}")))
}

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
            has_mips |= state == "mip_filter" && value != "none";
            if matches!(state.as_str(), "max_anisotropy" | "lodMinClamp, lodMaxClamp") {
                let state = if state == "max_anisotropy" { "maxAnisotropy" } else { state };
                descriptor.push(format!("{state}: {value}"));
                continue;
            }
            match words(state, value) {
                Some(words) if words.is_empty() => {}
                Some(words) => descriptor.push(words),
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
