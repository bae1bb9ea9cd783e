//! Attributes in their places: whether they exist, are allowed there, and have the arguments and the type that they need.
//! Section 5.2.3

use super::super::Checker;
use super::super::suggest::attribute_names;
use super::known::{TILE, interpolation, is_interpolation, number_rule, place_rule, version_rule};
use super::value::AttributeValue;
use crate::cause::{Cause, NewerFeature};
use crate::diagnostic::Diagnostic;
use crate::types::{Type, TypeId};
use cxx_validator::ast::{Attribute, Expr, ExprId, List};
use cxx_validator::names::Symbol;
use msl_spec::{AttributeArgument, AttributePlace, AttributeUse, Platform, rules};
use shader_source::Span;

/// A form of an attribute with one of its uses.
type Use = (&'static msl_spec::Attribute, &'static AttributeUse);

/// Most control points of a patch. Section 5.1.1.2
const MOST_CONTROL_POINTS: u32 = 32;

impl Checker<'_> {
    /// Checks the attributes of something that is in these places.
    pub(super) fn check_attributes(
        &mut self,
        list: List<Attribute>,
        places: &[AttributePlace],
        ty: Option<TypeId>,
    ) {
        let mut seen: Vec<Symbol> = Vec::new();
        let mut is_bound = None;
        for attribute in self.ast[list].iter().copied() {
            if seen.contains(&attribute.name) {
                let message = format!("repeated attribute `{}`", self.text(attribute.name));
                self.report_once(Diagnostic::error(rules::ATTRIBUTE_ONCE, attribute.span, message));
                continue;
            }
            let forms = msl_spec::attributes(self.text(attribute.name));
            if forms.is_empty() {
                let names = self.names;
                let text = names.text(attribute.name);
                let message = format!("unknown attribute `{text}`");
                let cause = Cause::Attribute(attribute.name);
                self.causes.note(rules::ATTRIBUTE_KNOWN, attribute.span, cause, &format!("`{text}`"));
                let found = Diagnostic::error(rules::ATTRIBUTE_KNOWN, attribute.span, message);
                let span = Span::new(attribute.span.lo, attribute.span.lo + text.len() as u32);
                let found = self.did_you_mean(found, (text, span), attribute_names());
                // Clang ignores it, and a function does not become a different one by it. Elsewhere a binding may be missing then.
                let is_of_function = places.iter().all(|place| is_function(*place));
                let is_bound = *is_bound.get_or_insert_with(|| {
                    self.ast[list].iter().any(|it| !msl_spec::attributes(self.text(it.name)).is_empty())
                });
                let is_ignored = (is_of_function || is_bound) && found.suggestion.is_none();
                self.report_once(if is_ignored { found.warning() } else { found });
                continue;
            }
            // Known ones only, of which there are few.
            seen.push(attribute.name);
            let uses: Vec<Use> = forms
                .iter()
                .flat_map(|form| form.uses.iter().map(move |row| (form, row)))
                .filter(|(_, row)| row.places.iter().any(|place| places.contains(place)))
                .collect();
            let admitted: Vec<Use> =
                uses.iter().copied().filter(|(_, row)| row.availability.admits(self.dialect)).collect();
            let Some((form, _)) = admitted.first() else {
                self.not_admitted(&attribute, &forms[0], &uses, places);
                continue;
            };
            self.check_arguments(&attribute, form.argument);
            if let Some(ty) = ty {
                self.check_attribute_type(&attribute, &admitted, ty);
            }
        }
    }

    /// An attribute that no place, or no place of the dialect, has.
    fn not_admitted(
        &mut self,
        attribute: &Attribute,
        form: &msl_spec::Attribute,
        uses: &[Use],
        places: &[AttributePlace],
    ) {
        let name = form.name;
        // The address space of the argument says that already.
        let is_graphics = [AttributePlace::VertexArgument, AttributePlace::FragmentArgument]
            .iter()
            .any(|place| places.contains(place));
        if name == "threadgroup" && is_graphics {
            return;
        }
        if self.is_of_newer_function(places) {
            return;
        }
        // An attribute that the dialect lacks everywhere is one of a later version, wherever it is written.
        let is_unknown = form.uses.iter().all(|row| !row.availability.admits(self.dialect));
        let mut elsewhere = form.uses.iter().filter(|_| is_unknown);
        let lacking = uses.iter().map(|(_, row)| *row).find(|row| !row.availability.naga);
        if let Some(row) = lacking.or_else(|| elsewhere.find(|row| !row.availability.naga)) {
            self.not_in_version(attribute, name, row, (places, is_unknown));
            return;
        }
        if is_interpolation(form) && places.contains(&AttributePlace::VertexOutput) {
            let message = format!("`{name}` has no effect here: write it in the fragment function");
            let found = Diagnostic::error(rules::INTERPOLATION_VERTEX_OUTPUT, attribute.span, message);
            self.report_once(found.warning());
            return;
        }
        // Clang ignores it there, and shaders of people have helpers with the arguments of their entry points.
        if places == [AttributePlace::UserFunctionArgument] {
            let message =
                format!("`{name}` has no effect on an argument of a function that is not an entry point");
            self.report_once(Diagnostic::error(place_rule(form, places), attribute.span, message).warning());
            return;
        }
        // Programs use one structure as the input and the output of a vertex function.
        if name == "attribute" && places.contains(&AttributePlace::VertexOutput) {
            let message = format!("`{name}` has no effect on a result of a vertex function");
            self.report_once(Diagnostic::error(place_rule(form, places), attribute.span, message).warning());
            return;
        }
        let message = format!("`{name}` is not allowed here");
        let mut found = Diagnostic::error(place_rule(form, places), attribute.span, message);
        let known: Vec<String> = form
            .uses
            .iter()
            .filter(|row| row.availability.admits(self.dialect))
            .flat_map(|row| row.places.iter())
            .map(|place| place_name(*place).to_owned())
            .collect();
        if !known.is_empty() {
            found = found.note(format!("it is only allowed on {}", known.join(", ")));
        }
        self.report_once(found);
    }

    /// Returns true if the dialect lacks the kind of function that these places belong to: that is reported at the function.
    fn is_of_newer_function(&self, places: &[AttributePlace]) -> bool {
        let kinds = [
            ([AttributePlace::MeshArgument, AttributePlace::ObjectArgument].as_slice(), "mesh"),
            (&[AttributePlace::IntersectionArgument], "intersection"),
        ];
        kinds.into_iter().any(|(of_kind, name)| {
            let is_new = msl_spec::attributes(name)
                .iter()
                .flat_map(|form| form.uses)
                .all(|row| !row.availability.admits(self.dialect));
            is_new && places.iter().any(|place| of_kind.contains(place))
        })
    }

    /// Reports an attribute that other versions have.
    fn not_in_version(
        &mut self,
        attribute: &Attribute,
        name: &str,
        row: &AttributeUse,
        (places, is_unknown): (&[AttributePlace], bool),
    ) {
        let words = row.availability.in_words(self.dialect);
        let message = match row.places.iter().find(|place| places.contains(place)) {
            Some(place) if !is_unknown => format!("`{name}` on {} {words}", place_name(*place)),
            _ => format!("`{name}` {words}"),
        };
        let is_newer = row.availability.is_newer();
        let rule = if is_newer { rules::VERSION_NOT_LATER } else { version_rule(name) };
        let feature = NewerFeature { name: format!("`{name}`"), available: words, span: attribute.span };
        self.causes.note_newer(rule, feature, !is_newer);
        let found = Diagnostic::error(rule, attribute.span, message);
        let is_of_tile = TILE.contains(&name);
        self.report_once(if is_of_tile { found.also(rules::TILE_FUNCTION_VERSION) } else { found });
    }

    /// The form of the arguments.
    fn check_arguments(&mut self, attribute: &Attribute, form: AttributeArgument) {
        let name = self.text(attribute.name);
        let arguments = &self.ast[attribute.arguments];
        let mistake = match form {
            AttributeArgument::None => {
                let message = format!("`{name}` takes no arguments");
                attribute.has_arguments.then_some((rules::ATTRIBUTE_ARGUMENTS, message))
            }
            AttributeArgument::Integer | AttributeArgument::Index => {
                let (rule, what) = number_rule(name);
                (arguments.len() != 1).then(|| (rule, format!("`{name}` takes one argument: {what}")))
            }
            AttributeArgument::Name if name == "function_constant" => {
                let message = "`function_constant` takes the name of a function constant here";
                (arguments.len() != 1).then(|| (rules::FUNCTION_CONSTANT_CONDITION, message.to_owned()))
            }
            AttributeArgument::Name => {
                let is_name = matches!(arguments, [argument] if self.word(*argument).is_some());
                (!is_name).then(|| (rules::ATTRIBUTE_ARGUMENTS, format!("`{name}` takes one name")))
            }
            AttributeArgument::Comparison => {
                let word = match arguments {
                    [argument] => self.word(*argument),
                    _ => None,
                };
                let is_comparison = matches!(word, Some("any" | "greater" | "less"));
                let message = format!("the argument of `{name}` must be `any`, `greater` or `less`");
                (!is_comparison).then_some((rules::FRAGMENT_DEPTH_QUALIFIER, message))
            }
            AttributeArgument::Patch => {
                self.patch_mistake(arguments).map(|message| (rules::PATCH_ARGUMENTS, message.to_owned()))
            }
            AttributeArgument::OptionalType => {
                let message = format!("`{name}` takes at most one type");
                (arguments.len() > 1).then_some((rules::ATTRIBUTE_ARGUMENTS, message))
            }
            AttributeArgument::Tags => {
                let message = format!("`{name}` takes a kind of primitive, and tags");
                arguments.is_empty().then_some((rules::ATTRIBUTE_ARGUMENTS, message))
            }
            AttributeArgument::Text | AttributeArgument::Texts => {
                let is_text = |argument: &ExprId| {
                    matches!(self.ast[*argument], Expr::Literal(cxx_validator::ast::Literal::Text(_)))
                };
                let count = if form == AttributeArgument::Text { 1..=1 } else { 1..=usize::MAX };
                let fits = count.contains(&arguments.len()) && arguments.iter().all(is_text);
                (!fits).then(|| (rules::ATTRIBUTE_ARGUMENTS, format!("`{name}` takes a string literal")))
            }
        };
        if let Some((rule, message)) = mistake {
            self.report_once(Diagnostic::error(rule, attribute.span, message));
        }
    }

    /// The word that an argument of an attribute is.
    pub(super) fn word(&self, argument: ExprId) -> Option<&str> {
        match self.ast[argument] {
            Expr::Name(name) if self.ast[name].path.is_empty() => Some(self.text(self.ast[name].name)),
            _ => None,
        }
    }

    /// A mistake in the arguments of `patch`. Section 5.1.1.2
    fn patch_mistake(&self, arguments: &[ExprId]) -> Option<&'static str> {
        let shape = arguments.first().and_then(|argument| self.word(*argument));
        let count = arguments.get(1).and_then(|count| self.attribute_values.get(count));
        if !matches!(shape, Some("quad" | "triangle")) {
            Some("the argument of `patch` must be `quad` or `triangle`")
        } else if arguments.len() > 2 {
            Some("`patch` takes a shape and the number of control points")
        } else if arguments.len() < 2 && self.dialect.platform() == Platform::Macos {
            Some("on macOS `patch` must have the number of control points")
        } else if matches!(count, Some(AttributeValue::Number(count)) if *count > MOST_CONTROL_POINTS) {
            Some("a patch can have at most 32 control points")
        } else {
            None
        }
    }

    /// The type of what has an attribute.
    fn check_attribute_type(&mut self, attribute: &Attribute, uses: &[Use], ty: TypeId) {
        let name = self.text(attribute.name).to_owned();
        for (form, row) in uses {
            let Some(types) = row.types else { continue };
            // Members that come from a stage have a rule of their own.
            let is_member = row.places.iter().any(|place| {
                matches!(place, AttributePlace::VertexInput | AttributePlace::ProgramScopeConstant)
            });
            if is_member || row.places.contains(&AttributePlace::KernelInput) {
                continue;
            }
            let has = match self.types.get(ty) {
                Type::Error => return,
                Type::Array(element, None) if row.or_array => {
                    let message = "the element count of this array must be a constant";
                    let found =
                        Diagnostic::error(rules::ATTRIBUTE_CLIP_DISTANCE_LENGTH, attribute.span, message);
                    self.report_once(found);
                    element
                }
                Type::Array(element, Some(_)) | Type::LibraryArray(element, _) if row.or_array => element,
                Type::Uniform(inner) | Type::VertexValue(inner) => inner,
                _ => ty,
            };
            if self.types.value_type(has).is_some_and(|value| types.contains(value)) {
                continue;
            }
            let rule = if is_interpolation(form) {
                // Values of other types do not come from a stage.
                let scalar = self.types.value_type(has).map(msl_spec::ValueType::scalar);
                if !scalar.is_some_and(msl_spec::Scalar::is_integer) {
                    continue;
                }
                rules::INTERPOLATION_INTEGER_FLAT
            } else {
                rules::ATTRIBUTE_TYPE
            };
            let allowed: Vec<String> = types.iter().take(8).map(|ty| format!("`{ty}`")).collect();
            let has = self.types.print(ty);
            let found = if interpolation(&name).is_some() {
                let message = format!("`{name}` is not allowed on a value of type `{has}`");
                Diagnostic::error(rule, attribute.span, message).note("an integer must be `flat`")
            } else {
                let message = format!("`{name}` expects {}, found `{has}`", allowed.join(" or "));
                Diagnostic::error(rule, attribute.span, message)
            };
            self.report_once(found);
            return;
        }
    }
}

/// Returns true for the place of an attribute of a whole function.
const fn is_function(place: AttributePlace) -> bool {
    matches!(
        place,
        AttributePlace::KernelFunction
            | AttributePlace::VertexFunction
            | AttributePlace::FragmentFunction
            | AttributePlace::MeshFunction
            | AttributePlace::ObjectFunction
            | AttributePlace::VisibleFunction
    )
}

/// A place in words.
const fn place_name(place: AttributePlace) -> &'static str {
    match place {
        AttributePlace::KernelFunction => "kernels",
        AttributePlace::VertexFunction => "vertex functions",
        AttributePlace::FragmentFunction => "fragment functions",
        AttributePlace::KernelArgument => "arguments of kernels",
        AttributePlace::VertexArgument => "arguments of vertex functions",
        AttributePlace::PatchVertexArgument => "arguments of vertex functions with `patch`",
        AttributePlace::FragmentArgument => "arguments of fragment functions",
        AttributePlace::UserFunctionArgument => "arguments of functions that are not entry points",
        AttributePlace::VertexInput => "members that a vertex function takes with `stage_in`",
        AttributePlace::KernelInput => "members that a kernel takes with `stage_in`",
        AttributePlace::FragmentInput => "members that a fragment function takes with `stage_in`",
        AttributePlace::PatchControlPointMember => "members of control points",
        AttributePlace::VertexOutput => "results of vertex functions",
        AttributePlace::FragmentOutput => "results of fragment functions",
        AttributePlace::ResourceMember => "members of resource structures",
        AttributePlace::ArgumentBufferMember => "members of argument buffers",
        AttributePlace::ImageblockMember => "members of imageblocks",
        AttributePlace::StructureMember => "members of structures",
        AttributePlace::ProgramScopeConstant => "constants at program scope",
        AttributePlace::MeshFunction => "mesh functions",
        AttributePlace::MeshArgument => "arguments of mesh functions",
        AttributePlace::MeshOutput => "members of meshes",
        AttributePlace::ObjectFunction => "object functions",
        AttributePlace::ObjectArgument => "arguments of object functions",
        AttributePlace::VisibleFunction => "other functions",
        AttributePlace::IntersectionArgument => "arguments of intersection functions",
        AttributePlace::IntersectionOutput => "results of intersection functions",
        AttributePlace::LocalVariable => "variables in functions",
    }
}
