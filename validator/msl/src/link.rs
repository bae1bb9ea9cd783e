//! A vertex and a fragment function in one pipeline. Section 5.7.1

use crate::diagnostic::Diagnostic;
use crate::interface::{Binding, EntryPoint, Input};
use crate::meaning::Module;
use crate::types::TypeId;
use msl_spec::rules;
use rustc_hash::FxHashMap;
use shader_source::Span;

/// A function of a pipeline, with its program.
#[derive(Clone, Copy, Debug)]
pub struct Stage<'a> {
    /// The program.
    pub module: &'a Module,
    /// The function.
    pub entry_point: &'a EntryPoint,
}

/// The inputs of a fragment function that a vertex function does not give, in the order of declaration. The places are in the program of
/// the fragment function.
///
/// Interpolation need not match: the fragment function decides. An input with a condition may be absent, and so may lack an output.
#[must_use]
pub fn link(vertex: Stage<'_>, fragment: Stage<'_>) -> Vec<Diagnostic> {
    let varyings = Varyings::of(vertex);
    let mismatch = |input| mismatch(&varyings, vertex.name(), fragment, input);
    fragment.entry_point.inputs.iter().filter_map(mismatch).collect()
}

fn mismatch(
    varyings: &Varyings<'_>,
    function: &str,
    fragment: Stage<'_>,
    input: &Input,
) -> Option<Diagnostic> {
    let key = fragment.varying(&input.binding)?;
    if varyings.location(fragment, &input.binding, input.ty).is_some() {
        return None;
    }
    let (name, is_user) = key;
    let place = if is_user { format!("`user({name})`") } else { format!("`{name}`") };
    let message = match varyings.by_name.get(&key) {
        None if input.condition.is_some() => return None,
        None => format!("`{function}` does not return {place}"),
        Some(given) => {
            let taken = fragment.module.types.print(input.ty);
            let types: Vec<&str> = given.iter().map(|(ty, _)| ty.as_str()).collect();
            format!("{place} is `{taken}` here, but `{}` in the result of `{function}`", types.join("` or `"))
        }
    };
    Some(Diagnostic::error(rules::STAGE_MATCH, fragment.place(input)?, message))
}

/// The results of a vertex function that a fragment function can take, each with a location: that is how the stages of a draw number them.
/// Section 5.7.1
#[derive(Debug, Default)]
pub struct Varyings<'a> {
    /// By name, and whether `user` gives it: the types, with the locations.
    by_name: FxHashMap<Key<'a>, Vec<(String, u32)>>,
}

/// The name of a value that goes from stage to stage, and whether `user` gives it.
type Key<'a> = (&'a str, bool);

impl<'a> Varyings<'a> {
    /// The values of a vertex function, in the order of declaration. Results with equal names and types exclude each other by their
    /// conditions, and have one location.
    #[must_use]
    pub fn of(vertex: Stage<'a>) -> Self {
        let outputs = vertex.entry_point.outputs.iter().map(|output| (&output.binding, output.ty));
        Self::numbered(vertex, outputs)
    }

    /// The values that a fragment function takes, for a function without a pipeline.
    #[must_use]
    pub fn taken_by(fragment: Stage<'a>) -> Self {
        let inputs = fragment.entry_point.inputs.iter().map(|input| (&input.binding, input.ty));
        Self::numbered(fragment, inputs)
    }

    fn numbered(stage: Stage<'a>, values: impl Iterator<Item = (&'a Binding, TypeId)>) -> Self {
        let mut varyings = Self::default();
        let mut next = 0;
        for (binding, ty) in values {
            let Some(key) = stage.varying(binding) else { continue };
            let ty = stage.module.types.print(ty);
            let known = varyings.by_name.entry(key).or_default();
            if known.iter().all(|(other, _)| *other != ty) {
                known.push((ty, next));
                next += 1;
            }
        }
        varyings
    }

    /// The location of a value with this type in a stage; `None` if the name or the type differs, or if it does not go from stage to
    /// stage.
    #[must_use]
    pub fn location(&self, stage: Stage<'_>, binding: &Binding, ty: TypeId) -> Option<u32> {
        let given = self.by_name.get(&stage.varying(binding)?)?;
        let ty = stage.module.types.print(ty);
        given.iter().find(|(other, _)| *other == ty).map(|(_, location)| *location)
    }
}

impl<'a> Stage<'a> {
    /// The name of the function.
    fn name(self) -> &'a str {
        self.module.entry_name(self.entry_point)
    }

    fn varying(self, binding: &Binding) -> Option<Key<'a>> {
        let Binding::Varying { name: Some(name), is_user, .. } = *binding else { return None };
        Some((self.module.names.text(name), is_user))
    }

    /// The name of the member, or the argument itself.
    fn place(self, input: &Input) -> Option<Span> {
        let instance = &self.module.instances[self.entry_point.instance];
        let parameters = &self.module.ast[self.module.ast[instance.function].parameters];
        let index = parameters.iter().position(|parameter| *parameter == input.parameter)?;
        let mut ty = *instance.parameters.get(index)?;
        let mut span = self.module.ast[input.parameter].name_span;
        for member in &input.members {
            let structure = self.module.types.structure(self.module.types.structure_number(ty)?);
            let member = structure.members.get(*member as usize)?;
            (ty, span) = (member.ty, member.span);
        }
        Some(span)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interface::EntryPointKind;
    use crate::{Options, module};

    /// The diagnostics of the only vertex and fragment function, each with the source at its place.
    fn findings(members: &str, taken: &str) -> Vec<(String, String)> {
        let text = format!(
            "#include <metal_stdlib>\nusing namespace metal;\nconstant bool lit [[function_constant(0)]];\n\
             struct Given {{ float4 place [[position]]; {members} }};\nstruct Taken {{ {taken} }};\n\
             vertex Given corner() {{ return Given {{}}; }}\nfragment half4 shade(Taken taken [[stage_in]]) {{ return half4(1); }}"
        );
        let module = module(&text, &Options::default());
        assert!(module.is_accepted(), "{:?}", module.diagnostics);
        let stage = |kind| {
            let entry_point =
                module.entry_points.iter().find(|entry| entry.kind == kind).expect("it is there");
            Stage { module: &module, entry_point }
        };
        link(stage(EntryPointKind::Vertex), stage(EntryPointKind::Fragment))
            .into_iter()
            .map(|found| {
                (
                    text[found.primary.span.lo as usize..found.primary.span.hi as usize].to_owned(),
                    found.message,
                )
            })
            .collect()
    }

    #[test]
    fn names_and_types_match() {
        let given = "float3 normal; half2 place_on_map [[user(map)]]; int layer;";
        let taken =
            "float3 normal [[flat]]; half2 other [[user(map)]]; int layer [[flat]]; float4 at [[position]];";
        assert_eq!(findings(given, taken), []);
        assert_eq!(findings(given, "float4 light [[function_constant(lit)]];"), []);
    }

    #[test]
    fn a_mismatch_is_at_the_member() {
        let found = |place: &str, message: &str| vec![(place.to_owned(), message.to_owned())];
        assert_eq!(
            findings("float3 normal;", "half3 normal;"),
            found("normal", "`normal` is `half3` here, but `float3` in the result of `corner`")
        );
        assert_eq!(
            findings("float3 normal;", "float3 normal [[user(normal)]];"),
            found("normal", "`corner` does not return `user(normal)`")
        );
        assert_eq!(findings("", "float3 color;"), found("color", "`corner` does not return `color`"));
    }
}
