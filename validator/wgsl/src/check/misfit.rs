//! Calls that fit no overload: the nearest overload, and the rule that the call breaks.
//! <https://www.w3.org/TR/WGSL/#overload-resolution-section>

use super::Checker;
use super::chosen::Failure;
use super::count;
use super::fix::{Change, Operands};
use super::operator::has_scalar;
use crate::ast::{ExprId, List};
use crate::diagnostic::{Applicability, Diagnostic};
use crate::meaning::Typed;
use crate::types::{Properties, TypeId, TypeKind};
use shader_numeric::Operation;
use shader_source::Span;
use wgsl_spec::{
    AccessMode, AddressSpace, Function, FunctionId, FunctionOperation, Overload, Parameter, Predeclared,
    Rule, SizePattern, Symbol, TexelFormat, TextureFunction, TextureKind, TypePattern, rules,
};

/// The number of overloads that a message lists.
const CANDIDATES: usize = 6;

/// A call that fits no overload.
#[derive(Clone, Copy)]
pub(super) struct Call<'a> {
    pub(super) id: ExprId,
    pub(super) function: FunctionId,
    pub(super) template: &'a [TypeId],
    pub(super) arguments: List<ExprId>,
    /// The arguments, up to the most that a function has.
    pub(super) typed: &'a [Typed],
}

/// An overload that a call does not fit.
struct Candidate {
    overload: &'static Overload,
    /// The number of arguments that fit before one does not.
    fitting: usize,
}

/// The first thing that keeps a call from an overload.
enum Misfit {
    /// This argument does not fit this parameter.
    Argument(usize, &'static Parameter),
    /// There is no argument for this parameter.
    Missing(&'static Parameter),
    /// There are more arguments than parameters, or each argument fits on its own.
    Other,
}

impl Candidate {
    fn misfit(&self, argument_count: usize) -> Misfit {
        match self.overload.parameters.get(self.fitting) {
            Some(parameter) if self.fitting < argument_count => Misfit::Argument(self.fitting, parameter),
            Some(parameter) => Misfit::Missing(parameter),
            None => Misfit::Other,
        }
    }

    /// One line for a message.
    fn line(&self, argument_count: usize) -> String {
        let constraints = if self.overload.constraints.is_empty() {
            String::new()
        } else {
            format!(", {}", self.overload.constraints)
        };
        let reason = match self.misfit(argument_count) {
            Misfit::Argument(index, parameter) if self.overload.parameters.len() == argument_count => {
                format!(" (argument {} can't be passed for `{}`)", index + 1, parameter.name)
            }
            Misfit::Missing(parameter) => format!(" (argument `{}` is missing)", parameter.name),
            Misfit::Argument(..) | Misfit::Other => String::new(),
        };
        format!("candidate: {}{constraints}{reason}", self.overload.signature)
    }
}

/// The type that the nearest candidates want for the first argument that does not fit them.
fn wanted(candidates: &[Candidate], index: usize) -> Option<String> {
    let nearest = candidates.iter().filter(|candidate| candidate.fitting == index);
    let parameters = nearest.filter_map(|candidate| candidate.overload.parameters.get(index));
    let mut types: Vec<Option<&str>> = parameters.map(|parameter| parameter.wanted).collect();
    types.dedup();
    match types[..] {
        [Some(only)] => Some(format!("`{only}`")),
        [Some(one), Some(other)] => Some(format!("`{one}` or `{other}`")),
        _ if types.iter().flatten().any(|ty| ty.starts_with("texture_")) => {
            Some("a texture type that a candidate accepts".to_owned())
        }
        _ => None,
    }
}

impl Checker<'_> {
    /// Reports a call that fits no overload.
    #[cold]
    pub(super) fn no_overload(&mut self, call: Call<'_>, failure: Failure) -> Typed {
        let entry = call.function.get();
        let argument_count = call.arguments.len as usize;
        let candidates = self.candidates(call);
        let nearest = candidates.first();
        let misfit = nearest.map_or(Misfit::Other, |nearest| nearest.misfit(argument_count));
        let message = self.misfit_message(call, failure, &misfit);
        let mut diagnostic =
            Diagnostic::error(self.broken_rule(call, nearest, &misfit), self.span(call.id), message);
        if let Misfit::Argument(index, parameter) = &misfit
            && let Some(wanted) = wanted(&candidates, *index)
            && entry.operation.is_none_or(|operation| !is_constructor(operation))
        {
            let operand = self.ast[call.arguments][*index];
            let has = self.print(call.typed[*index].ty);
            diagnostic = diagnostic.label(
                self.span(operand),
                format!("parameter `{}` must be {wanted}, found `{has}`", parameter.name),
            );
        }
        diagnostic.also = self.table_row(call, nearest, &misfit).filter(|also| *also != diagnostic.rule);
        for candidate in candidates.iter().take(CANDIDATES) {
            diagnostic = diagnostic.note(candidate.line(argument_count));
        }
        if candidates.len() > CANDIDATES {
            diagnostic = diagnostic.note(format!("and {} more", candidates.len() - CANDIDATES));
        }
        if let Some((words, edits)) = self.fixed_call(call, &misfit) {
            diagnostic = diagnostic.suggest(words, edits, Applicability::Unsafe);
        }
        self.report(diagnostic);
        Typed::ERROR
    }

    /// A change of the arguments with which the call fits an overload.
    fn fixed_call(&mut self, call: Call<'_>, misfit: &Misfit) -> Option<Change> {
        let ids = &self.ast[call.arguments];
        let Call { function, template, typed, .. } = call;
        let operands = Operands { function, template, ids, typed };
        match misfit {
            Misfit::Missing(parameter) if parameter.name == "level" => {
                self.completed(operands, parameter.name)
            }
            Misfit::Missing(_) => None,
            Misfit::Other if self.has_second_form(call) => {
                let end = self.span(call.id).lo + function.get().name.len() as u32;
                let words = format!("write `{}2`", function.get().name);
                Some((words, vec![(Span::new(end, end), "2".to_owned())]))
            }
            Misfit::Argument(..) | Misfit::Other => {
                let is_texture = matches!(function.get().operation, Some(FunctionOperation::Texture(_)));
                let swapped = if is_texture { self.swapped(operands) } else { None };
                swapped
                    .or_else(|| self.other_sampler(operands))
                    .or_else(|| self.atomic_operand(operands))
                    .or_else(|| self.addressed(operands))
                    .or_else(|| self.reordered_select(operands))
                    .or_else(|| self.fixed_operand(operands))
                    .or_else(|| self.broadcast_all(operands))
            }
        }
    }

    /// Returns true if two arguments are passed to a function of one, and a function takes them that has its name and `2`: `atan2`.
    fn has_second_form(&self, call: Call<'_>) -> bool {
        let second = Symbol::predeclared(&format!("{}2", call.function.get().name));
        let is_function = second.is_some_and(|symbol| {
            matches!(symbol.info(self.terms.edition).predeclared, Predeclared::Function(_))
        });
        is_function && call.arguments.len == 2
    }

    fn misfit_message(&self, call: Call<'_>, failure: Failure, misfit: &Misfit) -> String {
        let entry = call.function.get();
        let argument_count = call.arguments.len as usize;
        let mut name = entry.name.to_owned();
        if !call.template.is_empty() {
            let list: Vec<String> = call.template.iter().map(|ty| self.print(*ty)).collect();
            name = format!("{name}<{}>", list.join(", "));
        }
        let written: Vec<String> = call.typed.iter().map(|argument| self.print(argument.ty)).collect();
        let overloads = entry.overloads(self.terms.edition);
        let takes_count = overloads.iter().any(|overload| overload.parameters.len() == argument_count);
        if call.template.is_empty() && overloads.iter().all(|overload| !overload.template.is_empty()) {
            return format!("missing template list after `{name}`");
        }
        if let Some((columns, rows)) = self.wrong_elements(call) {
            return format!(
                "`{name}` takes {} scalars, or {columns} vectors of {rows} components",
                columns * rows
            );
        }
        match (failure, self.wrong_components(call)) {
            (Failure::Ambiguous, _) => {
                format!(
                    "ambiguous call: several overloads of `{name}` match ({}) equally well",
                    written.join(", ")
                )
            }
            (Failure::NoMatch, Some((size, given))) => {
                format!("`{name}` takes 1 or {size} components, found {given}")
            }
            (Failure::NoMatch, None) => match misfit {
                Misfit::Missing(parameter) => {
                    format!("missing argument `{}` of `{name}`", parameter.name)
                }
                Misfit::Argument(..) | Misfit::Other if takes_count => {
                    format!("no overload of `{name}` accepts ({})", written.join(", "))
                }
                Misfit::Argument(..) | Misfit::Other => {
                    format!("no overload of `{name}` takes {}", count(argument_count, "argument"))
                }
            },
        }
    }

    /// The overloads, the nearest to a call first: the one that most arguments fit, then the one with the most similar
    /// number of parameters.
    fn candidates(&self, call: Call<'_>) -> Vec<Candidate> {
        let overloads = call.function.get().overloads(self.terms.edition);
        let of_template = overloads.iter().filter(|overload| overload.template.len() == call.template.len());
        let mut candidates: Vec<Candidate> = of_template
            .filter(|overload| !overload.is_proposed)
            .map(|overload| Candidate {
                overload,
                fitting: self.fitting_arguments(overload, call.template, call.typed),
            })
            .collect();
        candidates.sort_by_key(|candidate| {
            let difference = candidate.overload.parameters.len().abs_diff(call.arguments.len as usize);
            (usize::MAX - candidate.fitting, difference)
        });
        // Where an overload takes the first argument, those that don't are not meant.
        if candidates.first().is_some_and(|nearest| nearest.fitting > 0) {
            candidates.retain(|candidate| candidate.fitting > 0);
        }
        candidates
    }

    /// The rule that a call breaks.
    fn broken_rule(&self, call: Call<'_>, nearest: Option<&Candidate>, misfit: &Misfit) -> &'static Rule {
        let entry = call.function.get();
        let of_argument = match misfit {
            Misfit::Argument(index, parameter) => Some((self.kind(call.typed[*index].ty), *parameter)),
            Misfit::Missing(_) | Misfit::Other => None,
        };
        let general = of_argument.map_or(entry.rule, |(_, parameter)| parameter.mistake);
        let special = match entry.operation {
            Some(FunctionOperation::Value(Operation::Construct)) => self.constructor_mistake(call),
            Some(FunctionOperation::Value(Operation::Bitcast)) => of_argument
                .filter(|(kind, _)| {
                    matches!(
                        kind,
                        TypeKind::Scalar(wgsl_spec::Scalar::Bool)
                            | TypeKind::Vector(_, wgsl_spec::Scalar::Bool)
                    )
                })
                .map(|_| rules::BITCAST_BOOL),
            Some(FunctionOperation::Atomic(_)) => match of_argument {
                Some((TypeKind::Pointer(space, ..), _)) if !is_atomic_space(space) => {
                    Some(rules::ATOMIC_SPACE)
                }
                _ => None,
            },
            Some(FunctionOperation::ArrayLength) => match of_argument {
                Some((TypeKind::Pointer(..), _)) | None => None,
                Some(_) => Some(entry.rule),
            },
            Some(FunctionOperation::Texture(function)) => {
                of_argument.and_then(|(kind, parameter)| texture_mistake(function, entry, kind, parameter))
            }
            Some(FunctionOperation::BufferView) => {
                nearest.and_then(|nearest| self.view_mistake(call, nearest.overload))
            }
            Some(
                FunctionOperation::Value(_)
                | FunctionOperation::Barrier(_)
                | FunctionOperation::Subgroup(_)
                | FunctionOperation::Derivative(_)
                | FunctionOperation::BufferLength
                | FunctionOperation::WorkgroupUniformLoad,
            )
            | None => None,
        };
        special.unwrap_or(general)
    }

    /// The row of the table of texel formats or of texture types that says so of this very texture, or the rule that what
    /// is not evaluated is checked nevertheless.
    fn table_row(
        &self,
        call: Call<'_>,
        nearest: Option<&Candidate>,
        misfit: &Misfit,
    ) -> Option<&'static Rule> {
        if !self.evaluation.is_on() {
            return Some(rules::CONSTEXPR_SHORT_CIRCUIT_STILL_TYPED);
        }
        let (Some(nearest), Misfit::Argument(index, parameter)) = (nearest, misfit) else { return None };
        let textures = call.typed.iter().map(|argument| self.kind(argument.ty));
        let (kind, format) = textures.into_iter().find_map(|kind| match kind {
            TypeKind::SampledTexture(kind, _) | TypeKind::PlainTexture(kind) => Some((kind, None)),
            TypeKind::StorageTexture(kind, format, _) => Some((kind, Some(format))),
            _ => None,
        })?;
        if parameter.mistake == rules::TEXTURE_STORE_VALUE_TYPE {
            format.map(TexelFormat::rule)
        } else if parameter.mistake == rules::TEX_ARG_VALID
            && has_other_size(nearest.overload, parameter, self.kind(call.typed[*index].ty))
        {
            kind.rule()
        } else {
            None
        }
    }

    /// The size of a vector, and the number of components that its constructor gets, where these differ.
    fn wrong_components(&self, call: Call<'_>) -> Option<(u8, usize)> {
        if !call.function.get().operation.is_some_and(is_constructor) {
            return None;
        }
        let TypePattern::Vector(SizePattern::Fixed(size), _) = constructed(call.function.get())? else {
            return None;
        };
        let components = call.typed.iter().map(|argument| match self.kind(argument.ty) {
            TypeKind::Scalar(_) => Some(1),
            TypeKind::Vector(size, _) => Some(usize::from(size)),
            _ => None,
        });
        let given = components.sum::<Option<usize>>()?;
        let is_converted = call.typed.len() == 1;
        (given != usize::from(size) && !(is_converted && given == 1)).then_some((size, given))
    }

    /// The columns and rows of a matrix whose constructor gets neither its elements nor its columns nor such a matrix.
    fn wrong_elements(&self, call: Call<'_>) -> Option<(usize, usize)> {
        if !call.function.get().operation.is_some_and(is_constructor) {
            return None;
        }
        let TypePattern::Matrix(SizePattern::Fixed(columns), SizePattern::Fixed(rows), _) =
            constructed(call.function.get())?
        else {
            return None;
        };
        let kinds = call.typed.iter().map(|argument| self.kind(argument.ty));
        let are_scalars = kinds.clone().all(|kind| matches!(kind, TypeKind::Scalar(_)));
        let are_columns = kinds.clone().all(|kind| matches!(kind, TypeKind::Vector(size, _) if size == rows));
        let are_matrices =
            kinds.clone().all(|kind| matches!(kind, TypeKind::Matrix(c, r, _) if (c, r) == (columns, rows)));
        let (count, columns, rows) = (call.typed.len(), usize::from(columns), usize::from(rows));
        let is_right = (are_scalars && count == columns * rows)
            || (are_columns && count == columns)
            || (are_matrices && count == 1);
        (!is_right).then_some((columns, rows))
    }

    /// <https://www.w3.org/TR/WGSL/#value-constructor-builtin-function>
    fn constructor_mistake(&self, call: Call<'_>) -> Option<&'static Rule> {
        let kinds: Vec<TypeKind> = call.typed.iter().map(|argument| self.kind(argument.ty)).collect();
        match constructed(call.function.get())? {
            TypePattern::Scalar(_) => (kinds.len() != 1).then_some(rules::CTOR_SCALAR_ONE_ARG),
            TypePattern::Vector(..) => {
                self.wrong_components(call)?;
                Some(match kinds[..] {
                    [TypeKind::Vector(..)] => rules::CTOR_VEC_CONVERT_EXPLICIT,
                    _ => rules::CTOR_VEC_COMPONENTS,
                })
            }
            TypePattern::Matrix(..) => {
                self.wrong_elements(call)?;
                Some(match kinds[..] {
                    [TypeKind::Scalar(_)] => rules::CTOR_MAT_NO_DIAGONAL,
                    _ => rules::CTOR_MAT_ELEMENTS,
                })
            }
            _ => None,
        }
    }

    /// The rule that the type of a view breaks. <https://www.w3.org/TR/WGSL/#buffer-view-builtin-functions>
    fn view_mistake(&self, call: Call<'_>, overload: &Overload) -> Option<&'static Rule> {
        let [viewed] = call.template else { return None };
        let is_array_view = overload.types.contains(&wgsl_spec::TypeClass::HostShareableRuntimeSized);
        let info = self.meaning.types.info(*viewed);
        let is_buffer = matches!(self.kind(*viewed), TypeKind::Buffer(_));
        let (of_view, of_array_view) = if info.is(Properties::HAS_ATOMIC) || is_buffer {
            (rules::BUFFER_VIEW_T_NO_ATOMIC_BUFFER, rules::BUFFER_ARRAY_VIEW_T_NO_ATOMIC_BUFFER)
        } else if !info.is(Properties::HOST_SHAREABLE) {
            (rules::BUFFER_VIEW_T_HOST_SHAREABLE, rules::BUFFER_ARRAY_VIEW_T_RUNTIME_ARRAY)
        } else if is_array_view && !info.is(Properties::HAS_RUNTIME_SIZE) {
            return Some(rules::BUFFER_ARRAY_VIEW_T_RUNTIME_ARRAY);
        } else if self.fitting_arguments(overload, call.template, call.typed) == overload.parameters.len() {
            (rules::BUFFER_VIEW_T_LAYOUT, rules::BUFFER_ARRAY_VIEW_T_LAYOUT)
        } else {
            return None;
        };
        Some(if is_array_view { of_array_view } else { of_view })
    }
}

/// Returns true if the scalar of an argument is right, and the number of components is not.
fn has_other_size(overload: &Overload, parameter: &Parameter, argument: TypeKind) -> bool {
    let size = |wanted: u8| match argument {
        TypeKind::Scalar(scalar) => wanted != 1 && has_scalar(overload, &parameter.pattern, scalar),
        TypeKind::Vector(size, scalar) => size != wanted && has_scalar(overload, &parameter.pattern, scalar),
        _ => false,
    };
    match parameter.pattern {
        TypePattern::Scalar(_) => size(1),
        TypePattern::Vector(SizePattern::Fixed(wanted), _) => size(wanted),
        _ => false,
    }
}

fn is_constructor(operation: FunctionOperation) -> bool {
    operation == FunctionOperation::Value(Operation::Construct)
}

/// The type that a constructor makes.
fn constructed(function: &Function) -> Option<TypePattern> {
    function.current.first().and_then(|overload| overload.result)
}

const fn is_atomic_space(space: AddressSpace) -> bool {
    matches!(space, AddressSpace::Storage | AddressSpace::Workgroup)
}

/// The rule that the texture of a call breaks; `None` for another argument.
/// <https://www.w3.org/TR/WGSL/#texture-builtin-functions>
fn texture_mistake(
    function: TextureFunction,
    entry: &Function,
    argument: TypeKind,
    parameter: &Parameter,
) -> Option<&'static Rule> {
    if !matches!(
        parameter.pattern,
        TypePattern::SampledTexture(..) | TypePattern::StorageTexture(..) | TypePattern::PlainTexture(_)
    ) {
        return None;
    }
    let is_multisampled = matches!(
        argument,
        TypeKind::SampledTexture(TextureKind::Multisampled2d, _)
            | TypeKind::PlainTexture(TextureKind::DepthMultisampled2d)
    );
    Some(match (function, argument) {
        (_, TypeKind::PlainTexture(TextureKind::External)) => rules::TEX_EXTERNAL_OPS,
        (TextureFunction::Store, TypeKind::SampledTexture(..)) => rules::TEX_SAMPLED_READ_ONLY,
        (TextureFunction::Store, TypeKind::PlainTexture(_)) => rules::TEX_DEPTH_READ_ONLY,
        (TextureFunction::Store, TypeKind::StorageTexture(_, _, AccessMode::Read)) => {
            rules::TEXTURE_STORE_WRITE_ACCESS
        }
        (TextureFunction::Load, TypeKind::StorageTexture(_, _, AccessMode::Write)) => {
            rules::TEXTURE_LOAD_READ_ACCESS
        }
        _ if is_multisampled && is_sampling(function) => rules::TEX_MS_NO_SAMPLER,
        (_, TypeKind::SampledTexture(..) | TypeKind::PlainTexture(_) | TypeKind::StorageTexture(..)) => {
            rules::TEX_UNKNOWN_COMBINATION
        }
        _ => entry.rule,
    })
}

const fn is_sampling(function: TextureFunction) -> bool {
    match function {
        TextureFunction::Sample
        | TextureFunction::SampleBias
        | TextureFunction::SampleLevel
        | TextureFunction::SampleGradient
        | TextureFunction::SampleCompare
        | TextureFunction::SampleCompareLevel
        | TextureFunction::SampleBaseClampToEdge
        | TextureFunction::Gather
        | TextureFunction::GatherCompare => true,
        TextureFunction::Dimensions
        | TextureFunction::Layers
        | TextureFunction::Levels
        | TextureFunction::Samples
        | TextureFunction::Load
        | TextureFunction::Store => false,
    }
}
