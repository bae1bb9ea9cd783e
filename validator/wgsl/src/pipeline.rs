//! Pipeline creation: what of a module an entry point reaches, judged with values for its overrides.
//! <https://www.w3.org/TR/WGSL/#pipeline-creation>
//!
//! The declarations that the entry point reaches are checked once more, with the values of overrides known. The rules
//! are the same as for const-expressions, and so is the code that applies them.

use crate::ast::{Ast, DeclId, DeclKind, ExprId, Function, VariableId, VariableKind};
use crate::check::Specialization;
use crate::diagnostic::Diagnostic;
use crate::module::{TypedModule, VariableInfo};
use crate::resolve::Binding;
use crate::target::Target;
use crate::types::{Length, TypeId, TypeKind};
use shader_numeric::half::F16;
use shader_source::Span;
use wgsl_spec::{AddressSpace, Code, Limit, Scalar, ShaderStage, sym};

/// What a pipeline is made of.
#[derive(Clone, Debug, Default)]
pub struct PipelineRequest {
    /// The stage; `None` where the entry point's name says it all.
    pub stage: Option<ShaderStage>,
    /// The name of the entry point; `None` where there is one only.
    pub entry_point: Option<String>,
    /// Values of overrides, by `@id` in base 10 or by name.
    pub constants: Vec<(String, f64)>,
}

/// Finds what the pipeline takes of an accepted module and the values of its overrides.
pub(crate) fn specialize(
    text: &str,
    module: &TypedModule,
    request: &PipelineRequest,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<(Specialization, DeclId)> {
    let mut values = vec![None; module.variables.len()];
    for (key, value) in &request.constants {
        constant(text, module, key, *value, &mut values, diagnostics);
    }
    let entry = match entry_point(text, module, request.stage, request.entry_point.as_deref()) {
        Ok(entry) => entry,
        Err(problem) => {
            diagnostics.push(Diagnostic::error(Code::PipelineUnknownEntryPoint, Span::default(), problem));
            return None;
        }
    };
    let reached = reached(module, entry);
    diagnostics.is_empty().then_some((Specialization { reached, values }, entry))
}

/// The entry point of a stage and name, or why there is none.
pub(crate) fn entry_point(
    text: &str,
    module: &TypedModule,
    stage: Option<ShaderStage>,
    name: Option<&str>,
) -> Result<DeclId, String> {
    let mut fitting = (0..module.ast.decls.len()).map(DeclId::from_index).filter(|id| {
        let DeclKind::Function(function) = module.ast[*id].kind else { return false };
        let has = module.functions[function.index()].stage;
        has.is_some()
            && stage.is_none_or(|wanted| has == Some(wanted))
            && name.is_none_or(|wanted| wanted == module.symbols.text(text, module.ast[function].name))
    });
    let first = fitting.next();
    Err(match (name, first, fitting.next()) {
        (_, Some(entry), None) => return Ok(entry),
        (Some(name), ..) => format!("there is no entry point `{name}` for this stage"),
        (None, None, _) => "there is no entry point for this stage".to_owned(),
        (None, Some(_), Some(_)) => "there is more than one entry point for this stage; name one".to_owned(),
    })
}

fn constant(
    text: &str,
    module: &TypedModule,
    key: &str,
    value: f64,
    values: &mut [Option<u64>],
    diagnostics: &mut Vec<Diagnostic>,
) {
    let named = (0..module.ast.variables.len()).map(VariableId::from_index).find(|id| {
        let variable = &module.ast[*id];
        variable.kind == VariableKind::Override
            && match module.variables[id.index()].id {
                Some(id) => key == id.to_string(),
                None => key == module.symbols.text(text, variable.name),
            }
    });
    let Some(id) = named else {
        let message = format!("constant `{key}` names no override of the module");
        diagnostics.push(Diagnostic::error(Code::PipelineUnknownConstant, Span::default(), message));
        return;
    };
    let TypeKind::Scalar(scalar) = module.types.kind(module.variables[id.index()].typed.ty) else { return };
    if let Some(bits) = bits_of(value, scalar) {
        values[id.index()] = Some(bits);
    } else {
        let message = format!("constant `{key}` is {value}, which `{}` can't hold", scalar.name());
        let span = module.ast[id].name_span;
        diagnostics.push(Diagnostic::error(Code::PipelineConstantOutOfRange, span, message));
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

/// The declarations that an entry point reaches by mentioning them, one from the other. An initializer counts though a
/// value takes its place: what it names is statically accessed. <https://www.w3.org/TR/WGSL/#statically-accessed>
fn reached(module: &TypedModule, entry: DeclId) -> Vec<bool> {
    let ast = &module.ast;
    let mut reached = vec![false; ast.decls.len()];
    reached[entry.index()] = true;
    let mut pending = vec![entry];
    while let Some(id) = pending.pop() {
        let decl = &ast[id];
        for index in decl.first_expr as usize..decl.end_expr as usize {
            if let Binding::Module(target) = module.resolution.binding(ExprId::from_index(index))
                && !core::mem::replace(&mut reached[target.index()], true)
            {
                pending.push(target);
            }
        }
    }
    reached
}

/// Checks the limits that depend on the values of overrides, when the shader is checked.
pub(crate) fn check_limits(
    module: &TypedModule,
    shader: &Specialization,
    entry: DeclId,
    target: &Target,
    diagnostics: &mut Vec<Diagnostic>,
) {
    if let DeclKind::Function(function) = module.ast[entry].kind {
        subgroup_size(module, &module.ast[function], diagnostics);
    }
    let mut total = 0u64;
    for (decl, _) in module.ast.decls.iter().zip(&shader.reached).filter(|(_, reached)| **reached) {
        if let DeclKind::Variable(variable) = decl.kind {
            let info: VariableInfo = module.variables[variable.index()];
            if let (Some(AddressSpace::Workgroup), TypeKind::Reference(_, store, _)) =
                (info.space, module.types.kind(info.typed.ty))
            {
                total = total.saturating_add(size(module, store).next_multiple_of(16));
            }
        }
    }
    let limit = Limit::WorkgroupBytes;
    let limit = u64::from(target.limit(limit).unwrap_or(limit.info().value));
    if total > limit {
        let message = format!("the variables of the workgroup take {total} bytes, more than {limit}");
        let span = module.ast[entry].name_span;
        diagnostics.push(Diagnostic::error(Code::PipelineWorkgroupStorage, span, message));
    }
}

/// Size in bytes of a type whose length may be an override.
fn size(module: &TypedModule, ty: TypeId) -> u64 {
    let (length, stride) = match module.types.kind(ty) {
        TypeKind::Array(element, length) => (length, module.types.stride(element)),
        TypeKind::Buffer(length) => (length, 1),
        _ => return module.types.info(ty).size,
    };
    let count = match length {
        Length::Override(decl) => match module.ast[decl].kind {
            DeclKind::Variable(variable) => module.variables[variable.index()].typed.constant,
            _ => None,
        },
        Length::OverrideExpression(id) => module.exprs[id.index()].constant,
        Length::Fixed(_) | Length::Runtime => return module.types.info(ty).size,
    };
    count.map_or(0, |count| module.constants.first(count)).saturating_mul(stride)
}

/// The first dimension of the workgroup is made of whole subgroups. <https://www.w3.org/TR/WGSL/#subgroup-size-attr>
fn subgroup_size(module: &TypedModule, function: &Function, diagnostics: &mut Vec<Diagnostic>) {
    let ast: &Ast = &module.ast;
    let argument = |name| {
        let attribute = ast[function.attributes].iter().find(|attribute| attribute.name == name)?;
        let argument = *ast[attribute.arguments].first()?;
        Some((argument, module.constants.first(module.exprs[argument.index()].constant?)))
    };
    if let (Some((_, workgroup)), Some((span, subgroup))) =
        (argument(sym::WORKGROUP_SIZE), argument(sym::SUBGROUP_SIZE))
        && workgroup.checked_rem(subgroup) != Some(0)
    {
        let message = format!("{workgroup} invocations in x can't be divided into subgroups of {subgroup}");
        diagnostics.push(Diagnostic::error(Code::InterfaceInvalidSubgroupSize, ast.span(span), message));
    }
}
