//! Pipeline creation: what of a module an entry point reaches, judged with values for its overrides.
//! <https://www.w3.org/TR/WGSL/#pipeline-creation>
//!
//! The declarations that the entry point reaches are checked once more, with the values of overrides known. The rules
//! are the same as for const-expressions, and so is the code that applies them.

use crate::ast::{FunctionId, VariableId, VariableKind};
use crate::check::{self, Specialization};
use crate::diagnostic::{Diagnostic, Severity, in_order};
use crate::engines;
use crate::interface::{EntryPoint, Interface};
use crate::meaning::{Meaning, TypedModule};
use crate::module::{Module, has_errors};
use crate::target::Target;
use crate::types::TypeKind;
use rustc_hash::FxHashMap;
use shader_numeric::half::F16;
use shader_source::{Span, steps};
use std::borrow::Cow;
use wgsl_spec::{Limit, Scalar, ShaderStage, rules};

/// A request for a stage of a pipeline.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PipelineRequest {
    /// The stage; `None` if the name of the entry point is enough.
    pub stage: Option<ShaderStage>,
    /// The name of the entry point; `None` if the module has only one of the stage.
    pub entry_point: Option<String>,
    /// Values of overrides, by `@id` in base 10 or by name.
    pub constants: Vec<(String, f64)>,
}

/// A stage of a pipeline: the part of an accepted module that an entry point reaches, checked with the values of overrides.
///
/// Its meaning is a second set of columns beside those of the module. Overrides that it reaches have values there; what it
/// does not reach has [`Typed::ERROR`](crate::meaning::Typed::ERROR) and defaults.
#[derive(Debug)]
pub struct Stage {
    module: Module,
    meaning: Box<Meaning>,
    entry: FunctionId,
    reached: Vec<bool>,
    interface: Interface,
}

impl Stage {
    /// The module that it is a part of.
    #[must_use]
    pub const fn module(&self) -> &Module {
        &self.module
    }

    /// Which stage it is.
    #[must_use]
    pub const fn stage(&self) -> ShaderStage {
        self.interface.stage
    }

    /// The resources, sizes, inputs and outputs.
    #[must_use]
    pub const fn interface(&self) -> &Interface {
        &self.interface
    }

    /// The entry point.
    #[must_use]
    pub const fn entry(&self) -> FunctionId {
        self.entry
    }

    /// The name of the entry point.
    #[must_use]
    pub fn name(&self) -> &str {
        let syntax = self.module.syntax();
        syntax.name(syntax.ast[self.entry].name)
    }

    /// By declaration: whether the entry point reaches it.
    #[must_use]
    pub fn reached(&self) -> &[bool] {
        &self.reached
    }

    /// The types and values, those of overrides included.
    #[must_use]
    pub const fn meaning(&self) -> &Meaning {
        &self.meaning
    }

    /// The tree of the module with the meaning of the stage.
    #[must_use]
    pub fn typed(&self) -> TypedModule<'_> {
        TypedModule { meaning: &self.meaning, ..self.module.typed() }
    }

    /// Its columns, to fill them again.
    pub(crate) fn into_meaning(self) -> Box<Meaning> {
        self.meaning
    }
}

impl Module {
    /// Makes a stage of the module: see [`Validator::specialize`](crate::Validator::specialize), which uses memory again.
    ///
    /// # Errors
    /// The findings in a module or stage that is rejected.
    pub fn specialize(&self, request: &PipelineRequest) -> Result<Stage, Vec<Diagnostic>> {
        specialize(self, requested(self, request)?, &mut check::Scratch::default())
    }
}

/// Makes a stage of what is taken of a module.
pub(crate) fn specialize(
    module: &Module,
    specialization: Specialization,
    scratch: &mut check::Scratch,
) -> Result<Stage, Vec<Diagnostic>> {
    let (syntax, resolution, options) = (module.syntax(), module.resolution(), module.options());
    let check::Checked { meaning, diagnostics: mut found, .. } =
        check::check(syntax, resolution, options, Some(&specialization), scratch);
    let Specialization { entry, reached, .. } = specialization;
    let typed = TypedModule { meaning: &meaning, ..module.typed() };
    let interface = typed.interface(entry, &reached);
    if let Some(interface) = interface.as_ref().filter(|_| !has_errors(&found)) {
        check_limits(typed, entry, interface, module.target(), &mut found);
    }
    match interface {
        Some(interface) if !has_errors(&found) => {
            Ok(Stage { module: module.clone(), meaning, entry, reached, interface })
        }
        _ => Err(beside(module, found)),
    }
}

/// Errors of a stage together with the warnings of its module: a warning that has become an error is one finding.
fn beside(module: &Module, mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    // What the module was warned of already is not said again.
    found.retain(|diagnostic| diagnostic.severity == Severity::Error);
    let mut refused: Vec<Span> = found.iter().map(|diagnostic| diagnostic.primary.span).collect();
    refused.sort_unstable();
    let warnings = module.diagnostics().iter();
    let warnings = warnings.filter(|warning| refused.binary_search(&warning.primary.span).is_err());
    let mut all: Vec<Diagnostic> = warnings.cloned().collect();
    all.append(&mut found);
    in_order(&mut all);
    all
}

/// Finds what a stage takes of an accepted module and the values of its overrides.
pub(crate) fn requested(
    module: &Module,
    request: &PipelineRequest,
) -> Result<Specialization, Vec<Diagnostic>> {
    if !module.is_accepted() {
        return Err(module.diagnostics().to_vec());
    }
    let refusals = engines::refusals(module);
    if !refusals.is_empty() {
        return Err(refusals);
    }
    let typed = module.typed();
    let mut found = Vec::new();
    let mut values = vec![None; typed.meaning.variables().len()];
    let overrides = overrides(typed);
    for (key, value) in &request.constants {
        constant(typed, (key, overrides.get(&**key).copied()), *value, &mut values, &mut found);
    }
    match entry_point(typed, request.stage, request.entry_point.as_deref()) {
        Ok(entry) if found.is_empty() => {
            Ok(Specialization { entry: entry.function, reached: typed.reached(entry.decl), values })
        }
        Ok(_) => Err(beside(module, found)),
        Err(problem) => {
            found.push(Diagnostic::error(rules::ENTRY_BY_NAME, Span::default(), problem));
            Err(beside(module, found))
        }
    }
}

/// The maximum number of entry points that a message lists.
const MOST_NAMES: usize = 8;

/// The entry point of a stage and name, or why there is none.
fn entry_point<'a>(
    module: TypedModule<'a>,
    stage: Option<ShaderStage>,
    name: Option<&str>,
) -> Result<EntryPoint<'a>, String> {
    let mut fitting = module.entry_points().filter(|it| {
        stage.is_none_or(|wanted| it.stage == wanted) && name.is_none_or(|wanted| it.name == wanted)
    });
    let first = fitting.next();
    Err(match (name, first, fitting.next()) {
        (_, Some(entry), None) => return Ok(entry),
        (Some(name), ..) => format!("no {} `{name}`: {}", kind(stage), entry_points(module, stage)),
        (None, None, _) => entry_points(module, stage),
        (None, Some(_), Some(_)) => "more than one entry point for this stage: select one by name".to_owned(),
    })
}

/// The words for an entry point of a stage.
fn kind(stage: Option<ShaderStage>) -> String {
    stage.map_or_else(|| "entry point".to_owned(), |stage| format!("{} entry point", stage.name()))
}

/// The entry points of a stage, as a sentence without a full stop.
fn entry_points(module: TypedModule<'_>, stage: Option<ShaderStage>) -> String {
    let of_stage = module.entry_points().filter(|it| stage.is_none_or(|wanted| it.stage == wanted));
    let names: Vec<String> = of_stage.map(|it| format!("`{}`", it.name)).collect();
    match names.len() {
        0 => format!("the program has no {}", kind(stage)),
        1..=MOST_NAMES => format!("the program has {}", names.join(", ")),
        count => {
            format!("the program has {}, and {} more", names[..MOST_NAMES].join(", "), count - MOST_NAMES)
        }
    }
}

/// The overrides by the keys that a pipeline gives them values with. A pipeline may have as many values as the module has overrides.
fn overrides(module: TypedModule<'_>) -> FxHashMap<Cow<'_, str>, VariableId> {
    let ast = &module.syntax.ast;
    steps::take(ast.variables.len());
    let mut overrides = FxHashMap::default();
    for (index, variable) in ast.variables.iter().enumerate() {
        if variable.kind == VariableKind::Override {
            let id = VariableId::from_index(index);
            let key = match module.meaning[id].id {
                Some(id) => id.to_string().into(),
                None => module.name(variable.name).into(),
            };
            overrides.entry(key).or_insert(id);
        }
    }
    overrides
}

fn constant(
    module: TypedModule<'_>,
    (key, named): (&str, Option<VariableId>),
    value: f64,
    values: &mut [Option<u64>],
    diagnostics: &mut Vec<Diagnostic>,
) {
    steps::take(1);
    let Some(id) = named else {
        let message = format!("constant `{key}` is not the name or `@id` of an override in the module");
        diagnostics.push(Diagnostic::error(rules::DECL_OVERRIDE_KEY, Span::default(), message));
        return;
    };
    let TypeKind::Scalar(scalar) = module.meaning.types.kind(module.meaning[id].typed.ty) else {
        return;
    };
    if let Some(bits) = bits_of(value, scalar) {
        values[id.index()] = Some(bits);
    } else {
        let message =
            format!("constant `{key}` is {value}, which is not representable in `{}`", scalar.name());
        let span = module.syntax.ast[id].name_span;
        diagnostics.push(Diagnostic::error(rules::EXPR_OVERRIDE_VALUE, span, message));
    }
}

/// A number as the bits of a type, converted as the API does.
fn bits_of(value: f64, scalar: Scalar) -> Option<u64> {
    if !value.is_finite() {
        return None;
    }
    let whole = value.trunc();
    match scalar {
        Scalar::Bool => Some(u64::from(value != 0.0)),
        Scalar::I32 => {
            let fits = (f64::from(i32::MIN)..=f64::from(i32::MAX)).contains(&whole);
            fits.then(|| u64::from(whole as i32 as u32))
        }
        Scalar::U32 => (0.0..=f64::from(u32::MAX)).contains(&whole).then(|| u64::from(whole as u32)),
        // Rounded to the type first, unlike the conversion of an AbstractFloat: a value just beyond the range fits.
        Scalar::F32 => (value as f32).is_finite().then(|| u64::from((value as f32).to_bits())),
        Scalar::F16 => {
            let rounded = F16::round(value);
            rounded.is_finite().then(|| u64::from(rounded.0))
        }
        Scalar::AbstractInt | Scalar::AbstractFloat => None,
    }
}

/// Checks the limits that depend on the values of overrides.
fn check_limits(
    module: TypedModule<'_>,
    entry: FunctionId,
    interface: &Interface,
    target: &Target,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let subgroup_size = interface.subgroup_size.zip(module.meaning[entry].subgroup_size);
    if let (Some([x, ..]), Some((subgroup, argument))) = (interface.workgroup_size, subgroup_size)
        && x.checked_rem(subgroup) != Some(0)
    {
        // The first dimension of the workgroup is made of whole subgroups. <https://www.w3.org/TR/WGSL/#subgroup-size-attr>
        let message =
            format!("the workgroup size in x must be a multiple of the subgroup size {subgroup}, found {x}");
        let span = module.syntax.ast.span(argument);
        diagnostics.push(Diagnostic::error(rules::ATTR_SUBGROUP_SIZE_DIVIDES_X, span, message));
    }
    let limit = Limit::WorkgroupBytes;
    let limit = u64::from(target.limit(limit).unwrap_or(limit.info().value));
    let total = interface.workgroup_bytes;
    if total > limit {
        let message = format!("workgroup variables take {total} bytes, but at most {limit} are allowed");
        let span = module.syntax.ast[entry].name_span;
        diagnostics.push(Diagnostic::error(rules::LIMIT_WORKGROUP_BYTES, span, message));
    }
}

#[cfg(test)]
mod tests {
    use super::PipelineRequest;
    use crate::{Options, validate};
    use shader_source::steps;

    #[test]
    fn values_of_overrides_cost_linear_work() {
        for (declaration, key) in [("override o#: u32 = 0;\n", "o#"), ("@id(#) override o#: u32 = 0;\n", "#")]
        {
            let of = |text: &str, number: usize| text.replace('#', &number.to_string());
            let steps = |count: usize| {
                let declarations: String = (0..count).map(|it| of(declaration, it)).collect();
                let text = format!("{declarations}@compute @workgroup_size(1) fn main() {{}}");
                let constants = (0..count).map(|it| (of(key, it), it as f64)).collect();
                let request = PipelineRequest { constants, ..PipelineRequest::default() };
                let module = validate(&text, &Options::default());
                steps::of(|| assert!(module.specialize(&request).is_ok()))
            };
            let (few, many) = (steps(200), steps(1_600));
            assert!(
                few > 0 && many < 10 * few,
                "{key}: {few} steps become {many} with 8 times the overrides"
            );
        }
    }
}
