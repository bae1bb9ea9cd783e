//! The rules that only C++ AMP has: which targets a function is for, and what code for the accelerator may do. C++ AMP 1.2 (2)
//!
//! A file has the code of its host as well, with headers that are not here: its meaning is not known in full. So mistakes of C++ are
//! reported in functions for the accelerator only, and what depends on a name of a skipped header is unresolved rather than wrong.

mod both_targets;
mod cast;
mod default_argument;
mod function;
mod implicit;
mod library;
mod list;
mod long;
mod missing_return;
mod other_target;
mod property;
mod restriction;
mod scope;
#[cfg(test)]
mod tests;
mod types;
mod unknown;

pub(super) use implicit::Special;
pub(super) use library::Misuse;

use super::{Checker, Signature, Typed};
use crate::amp::inventory::Nest;
use crate::diagnostic::{Diagnostic, Severity};
use crate::types::{Argument, Object, StructureNumber, TypeId};
use amp_spec::{Rule, rules};
use core::ops::Range;
use cxx_validator::ast::{
    Expr, ExprId, FunctionId, Fundamental, Literal, RestrictionSet, StmtId, TypeSyntax, TypeSyntaxId,
    Variable,
};
use cxx_validator::dialect::{Dialect, Feature};
use cxx_validator::lex::{Number, NumberType};
use cxx_validator::names::Symbol;
use msl_spec::AddressSpace;
use rustc_hash::{FxHashMap, FxHashSet};
use shader_source::{RuleSet, Span};

/// `restrict(cpu)`
pub(super) const CPU: RestrictionSet = RestrictionSet::of(0);
/// `restrict(amp)`
pub(super) const AMP: RestrictionSet = RestrictionSet::of(1);

/// All sets that a clause can name.
pub(super) const TARGETS: [RestrictionSet; 3] = [CPU, AMP, CPU.union(AMP)];

/// The state of the checker for programs in C++ AMP.
#[derive(Default, Debug)]
pub(super) struct Amp {
    /// The headers of the library, as ranges of the offsets of all files.
    library: Vec<Range<u32>>,
    /// The offset at which the files that the program includes begin.
    included: u32,
    /// The headers that were skipped.
    skipped: Skipped,
    /// The restrictions that functions have from the functions around them. C++ AMP 1.2 (2.2.1)
    inherited: FxHashMap<FunctionId, RestrictionSet>,
    /// Whether functions are candidates whatever their restrictions are: to say why none of them may be called.
    ignores_restrictions: bool,
    /// Whether the arguments of a function that takes a text are checked.
    takes_text: bool,
    /// The place in the program because of which something of the library is checked.
    pub(super) used_from: Option<Span>,
    /// The bodies of functions, with the targets that they are for.
    bodies: Vec<(Span, RestrictionSet)>,
    /// The initializer of the variable that begins here, with the place of its name.
    begun: Option<(ExprId, Span)>,
    /// The default arguments of functions, with what they call, and the calls that use them.
    defaults: default_argument::Defaults,
    /// The bytes of the `tile_static` variables of each body.
    tile_static: FxHashMap<usize, u64>,
    /// Functions with a result and without any `return`.
    missing_returns: Vec<missing_return::Missing>,
    /// The number of diagnostics about the syntax, which come first.
    parsed: usize,
    /// The places that are not known in code for the accelerator, with the reason.
    pub(super) unresolved: Vec<(Span, String)>,
    /// Unknown places in code for the accelerator: the part of it in which a diagnostic would explain them, the place, and the reason.
    unexplained: Vec<(Span, Span, String)>,
    /// Why the last attempt that met something unknown failed: a template whose declaration needs a skipped header may fit a call.
    unknown: Option<String>,
}

/// The headers whose declarations are not known, at least in part: a name that is not declared may be one of theirs.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) enum Skipped {
    /// There are none.
    #[default]
    None,
    /// Only headers of the C++ standard library: they have no extension, and include no header of C++ AMP.
    Standard,
    /// Others as well, which may include headers of C++ AMP.
    Others,
}

impl Amp {
    pub(super) fn new((library, included): (Vec<Range<u32>>, u32), skipped: Skipped, parsed: usize) -> Self {
        Self { library, included, skipped, parsed, ..Self::default() }
    }
}

impl Checker<'_> {
    /// Returns true for a program in C++ AMP.
    pub(super) const fn is_amp(&self) -> bool {
        self.amp.is_some()
    }

    /// Returns true in the code of a host, whose mistakes are not reported: it may be right for reasons that are not here.
    pub(super) fn is_host_code(&self) -> bool {
        self.is_amp() && !self.function.restrictions.covers(AMP)
    }

    /// Returns true for `new`, `delete` and `throw` in code for the accelerator, which the parser has noted as a mistake.
    pub(super) fn is_operator_of_host(&self, function: Symbol) -> bool {
        let is_it = || {
            ["_new_object", "_new_array", "_delete_object", "_demand_no_exception"]
                .contains(&self.text(function))
        };
        self.is_amp() && !self.is_host_code() && is_it()
    }

    /// Returns true for a place in a header of the library.
    pub(super) fn is_library_place(&self, span: Span) -> bool {
        let library = self.amp.as_ref().map_or(&[][..], |amp| &amp.library);
        library.iter().any(|range| range.contains(&span.lo))
    }

    /// Returns true for a member of a class of the library that only the library uses.
    pub(super) fn is_internal(&self, number: StructureNumber, name: Symbol) -> bool {
        let declaration = self.types.structure(number).declaration;
        self.text(name).starts_with('_') && self.is_library_place(self.ast[declaration].name_span)
    }

    /// The place in the program that uses something here.
    pub(super) fn place_of_use(&self, span: Span) -> Option<Span> {
        let amp = self.amp.as_ref()?;
        if self.is_library_place(span) { amp.used_from } else { Some(span) }
    }

    /// Returns a diagnostic as it is shown; `None` for a mistake of C++ in host code, and for what is only unknown.
    pub(super) fn shown(&mut self, found: Diagnostic) -> Option<Diagnostic> {
        let Some(amp) = &self.amp else { return Some(found) };
        if self.function.is_again_for_host {
            return None;
        }
        let mut found = found;
        if self.is_library_place(found.primary.span) {
            found.primary.span = amp.used_from.unwrap_or(found.primary.span);
            found.labels.clear();
            found.suggestion = None;
        }
        if found.rule.set == RuleSet::Amp {
            return Some(found);
        }
        if self.is_host_code() {
            return None;
        }
        if found.severity == Severity::Warning {
            return None;
        }
        if amp.is_unknown(&found) {
            let reason = found.message.clone();
            self.unresolved(found.primary.span, reason);
            return None;
        }
        Some(found)
    }

    /// Notes the body of a function, which says for which targets what is in it is.
    pub(super) fn note_body(&mut self, body: StmtId) {
        let targets = self.function.restrictions;
        let span = self.ast.stmt_span(body);
        if let Some(amp) = self.amp.as_mut().filter(|_| !self.function.is_again_for_host) {
            amp.bodies.push((span, targets));
        }
    }

    /// Reports the features of C++ in code for the accelerator that only the host has. C++ AMP 1.2 (2.4.3)
    pub(super) fn host_features(&mut self) {
        self.report_missing_returns();
        let Some(amp) = &mut self.amp else { return };
        let mut bodies = core::mem::take(&mut amp.bodies);
        bodies.sort_by_key(|(span, _)| (span.lo, core::cmp::Reverse(span.hi)));
        // The innermost body around a place is the last one that begins before it and ends after it.
        let is_in_amp = |span: Span| {
            let until = bodies.partition_point(|(body, _)| body.lo <= span.lo);
            let around = bodies[..until].iter().rev().find(|(body, _)| body.hi >= span.hi);
            around.is_some_and(|(_, targets)| targets.covers(AMP))
        };
        // The initializers of a constructor are before its body.
        let clauses = self.ast.restrictions.iter().filter(|(_, clause)| clause.set.covers(AMP));
        let heads = clauses.filter_map(|(id, _)| {
            let function = self.ast[*id];
            if function.initializers.is_empty() {
                return None;
            }
            Some(Span::new(function.name_span.lo, self.ast.stmt_span(function.body?).lo))
        });
        let heads: Vec<Span> = heads.collect();
        let is_in_head = |span: Span| heads.iter().any(|head| head.contains(span));
        let checked = self.diagnostics.split_off(amp.parsed);
        let parsed = core::mem::take(&mut self.diagnostics);
        let unread_statements = Nest::new(self.ast.unread_statements.iter().copied());
        for found in parsed {
            let place = found.primary.span;
            let is_shown = found.rule.set == RuleSet::Amp || is_in_amp(place) || is_in_head(place);
            let unread = unread_statements.around(place).next();
            if is_shown && amp.is_unknown(&found) {
                amp.unresolved.push((place, found.message));
            } else if let (true, true, Some((_, name))) = (is_shown, amp.skipped != Skipped::None, unread) {
                let name = self.names.text(name);
                let reason = format!("`{name}` is not declared, so the statement around it can't be read");
                amp.unresolved.push((place, reason));
            } else if is_shown {
                self.diagnostics.push(found);
            }
        }
        self.diagnostics.extend(checked);
        let features = self.ast.host_features.iter().copied();
        let mut places: Vec<(Feature, Span)> = features.filter(|(_, span)| is_in_amp(*span)).collect();
        let virtual_functions = self.ast.virtual_functions.iter();
        places.extend(virtual_functions.filter_map(|(id, span)| {
            self.restrictions_of(*id).covers(AMP).then_some((Feature::Virtual, *span))
        }));
        let mut seen = FxHashSet::default();
        for (feature, span) in places {
            let Some(rule) = rule_of(feature) else { continue };
            // What the parser read twice is one mistake.
            if seen.insert(span) && !self.reported.contains(&(rule, span)) {
                let message = format!("{} can't be used in `restrict(amp)` code", in_words(feature));
                self.diagnostics.push(Diagnostic::error(rule, span, message));
            }
        }
        self.note_unexplained();
        self.unchecked_bodies(&bodies);
    }

    /// The object as expressions see it. A pointer may lead to any memory, so that the type of an object does not say where it is.
    pub(super) fn flat(&self, object: Object) -> Object {
        if self.is_amp() { Object { space: AddressSpace::Thread, ..object } } else { object }
    }

    /// The description of the language.
    pub(super) fn described(&self) -> &'static Dialect {
        if self.is_amp() { &crate::amp::AMP } else { &crate::dialect::METAL }
    }

    /// Checks the call of a function, which may be one that takes a text. C++ AMP 1.2 (12.3)
    pub(super) fn with_texts<T>(&mut self, function: Symbol, call: impl FnOnce(&mut Self) -> T) -> T {
        let takes_text = amp_spec::report(self.text(function)).is_some_and(|report| report.takes_text);
        let set = |checker: &mut Self, value| {
            checker.amp.as_mut().map(|amp| core::mem::replace(&mut amp.takes_text, value))
        };
        let before = set(self, takes_text);
        let result = call(self);
        set(self, before.unwrap_or_default());
        result
    }

    /// A text. It is an array only as the argument of a function that takes one: code for the accelerator can't have it elsewhere, and what the
    /// host does with it is not known. C++ AMP 1.2 (2.4.3.1)
    pub(super) fn amp_text_literal(&mut self, id: ExprId, text: Symbol) -> Typed {
        if self.amp.as_ref().is_some_and(|amp| amp.takes_text) {
            return self.text_literal(text, AddressSpace::Thread);
        }
        if !self.is_host_code() {
            let message = "a text can't be used in `restrict(amp)` code: it has no type of the accelerator";
            self.report(Diagnostic::error(rules::LITERAL_SUPPORTED, self.span(id), message));
        }
        Typed::ERROR
    }

    /// Reports a number in code for the accelerator that no type there can have as its value. C++ AMP 1.2 (2.4.3.1)
    pub(super) fn check_number_literal(&mut self, id: ExprId, number: &Number) {
        let is_restricted = self.is_amp() && !self.is_host_code() && !self.is_library_place(self.span(id));
        let is_too_large = match number.ty {
            NumberType::Double | NumberType::Half | NumberType::Bfloat => number.float.is_infinite(),
            NumberType::Float => (number.float as f32).is_infinite(),
            NumberType::Integer | NumberType::Unsigned | NumberType::Long | NumberType::UnsignedLong => {
                u32::try_from(number.integer).is_err()
            }
        };
        if is_restricted && is_too_large {
            let message = "no type of the accelerator has this value";
            self.report_once(Diagnostic::error(rules::LITERAL_SUPPORTED, self.span(id), message));
        }
    }

    /// Reports an assertion of the library, whose text says which rule a use breaks.
    pub(super) fn library_assertion(&mut self, text: Option<ExprId>) {
        let Some(Expr::Literal(Literal::Text(text))) = text.map(|text| self.ast[text]) else { return };
        let text = self.text(text).trim_matches('"').to_owned();
        let Some((rule, message)) = text.split_once(": ") else { return };
        let (Some(rule), Some(span)) =
            (amp_spec::INVENTORY.rule(rule), self.amp.as_ref().and_then(|amp| amp.used_from))
        else {
            return;
        };
        self.report(Diagnostic::error(rule, span, message));
    }

    /// Checks the parameters and the result of a function for the accelerator. C++ AMP 1.2 (2.4.2)
    pub(super) fn check_amp_signature(&mut self, id: FunctionId, signature: &Signature) {
        if self.is_host_code() || !self.is_amp() {
            return;
        }
        let function = self.ast[id];
        self.check_function_kind(id);
        if let Some(this) = self.function.this.filter(|this| !self.closures.contains_key(&this.ty)) {
            self.check_amp_type(this.ty, function.name_span, rules::TYPE_COMPATIBLE);
        }
        let parameters = self.ast[function.parameters].to_vec();
        for (parameter, ty) in parameters.into_iter().zip(&signature.parameters) {
            self.check_amp_object(parameter, *ty, rules::FUNCTION_PARAMETERS);
        }
        if let Some(result) = function.result.filter(|_| signature.result != TypeId::VOID) {
            self.check_amp_type(signature.result, self.ast.type_span(result), rules::FUNCTION_RETURN_TYPE);
        }
    }

    /// Checks what a function for the accelerator is declared as. C++ AMP 1.2 (2.4.2)
    fn check_function_kind(&mut self, id: FunctionId) {
        let function = self.ast[id];
        if let Some(span) = self.ast.exception_specifications.get(&id) {
            let message = "a `restrict(amp)` function can't have `throw(...)`";
            self.report(Diagnostic::error(rules::FUNCTION_NO_EXCEPTION_SPECIFICATION, *span, message));
        }
        if self.ast.volatile_functions.contains(&id) {
            let message = "`volatile` is not allowed in `restrict(amp)` code";
            self.report(Diagnostic::error(rules::TYPE_NOT_VOLATILE, function.name_span, message));
        }
        if function.is_variadic {
            let message = "a `restrict(amp)` function can't have the parameter `...`";
            self.report(Diagnostic::error(rules::FUNCTION_NO_ELLIPSIS, function.name_span, message));
        }
        for parameter in self.ast[function.parameters].iter().copied() {
            let variable = self.ast[parameter];
            if let TypeSyntax::Qualified(qualifiers, _) = self.ast[variable.ty]
                && qualifiers.is_volatile
            {
                let message = "`volatile` is not allowed in `restrict(amp)` code";
                self.report(Diagnostic::error(rules::TYPE_NOT_VOLATILE, variable.name_span, message));
            }
            self.check_no_tile_static(variable.ty);
            self.check_long_double(variable.ty);
            self.check_function_pointer(variable.name_span);
        }
        if let Some(result) = function.result {
            self.check_no_tile_static(result);
            self.check_long_double(result);
        }
    }

    /// Reports `long double` in the type of a parameter or a result. C++ AMP 1.2 (2.4.1.2)
    fn check_long_double(&mut self, ty: TypeSyntaxId) {
        let mut ty = ty;
        loop {
            ty = match self.ast[ty] {
                TypeSyntax::Qualified(_, inner)
                | TypeSyntax::Pointer(inner)
                | TypeSyntax::Reference(inner, _)
                | TypeSyntax::Array(inner, _) => inner,
                TypeSyntax::Fundamental(Fundamental::LongDouble) => {
                    let message = "`long double` is not a type of the accelerator";
                    let span = self.ast.type_span(ty);
                    self.report_once(Diagnostic::error(rules::TYPE_FUNDAMENTAL, span, message));
                    return;
                }
                _ => return,
            }
        }
    }

    /// Reports a parameter that is a pointer to functions: its name is in the parentheses of the declarator. C++ AMP 1.2 (2.4.3.4)
    fn check_function_pointer(&mut self, name: Span) {
        let is_it = |(feature, span): &&(Feature, Span)| {
            *feature == Feature::FunctionPointer && span.lo <= name.lo && name.hi <= span.hi
        };
        if let Some((_, span)) = self.ast.host_features.iter().find(is_it).copied() {
            let message = "pointers to functions can't be used in `restrict(amp)` code";
            self.report_once(Diagnostic::error(rules::CALL_NO_FUNCTION_POINTER, span, message));
        }
    }

    /// Reports `tile_static` in the type of a parameter, a result or a member. C++ AMP 1.2 (2.4.3.5.1)
    pub(super) fn check_no_tile_static(&mut self, ty: TypeSyntaxId) {
        let TypeSyntax::Qualified(qualifiers, _) = self.ast[ty] else { return };
        if self.is_amp() && qualifiers.space.is_some() {
            let message = "only a variable in a `restrict(amp)` function can be `tile_static`";
            self.report(Diagnostic::error(
                rules::TILE_STATIC_LOCAL_VARIABLES,
                self.ast.type_span(ty),
                message,
            ));
        }
    }

    /// Reports a function of `extern "C"` that is for several targets: it has one name for all of them. C++ AMP 1.2 (2.4.2)
    pub(super) fn check_linkage(&mut self, id: FunctionId) {
        if self.is_amp() && self.restrictions_of(id).covers(CPU.union(AMP)) {
            let function = self.ast[id];
            let message = "a function of `extern \"C\"` can only be for one target";
            self.report(Diagnostic::error(rules::FUNCTION_NO_C_LINKAGE, function.name_span, message));
        }
    }

    /// Checks the arguments of a class of the library: containers of other types have no elements that both sides share. C++ AMP 1.2 (5.1)
    pub(super) fn check_container(&mut self, ty: TypeId, span: Span) {
        let Some(number) = self.types.structure_number(ty).filter(|_| self.is_amp()) else { return };
        if !self.is_amp_class(number, &["array", "array_view"]) {
            return;
        }
        let structure = self.types.structure(number);
        let Some(Argument::Type(element)) = structure.arguments.first().copied() else { return };
        let name = structure.name.clone();
        let reason = if self.has_container(element) {
            Some(format!("`{}` refers to other data", self.types.print(element)))
        } else {
            self.misfit_of_value(element).map(|found| found.reason).or_else(|| self.odd_size(element))
        };
        let place = self.place_of_use(span);
        if let (Some(reason), Some(place)) = (reason, place) {
            let message = format!("the elements of an `{name}` can't have this type: {reason}");
            self.report_once(Diagnostic::error(rules::CONTAINER_ELEMENT_TYPE, place, message));
        }
    }

    /// Returns why a type has the wrong size for the elements of a container; `None` if the size is right, or is not known.
    fn odd_size(&self, element: TypeId) -> Option<String> {
        let size = self.types.layout(element)?.size;
        let text = self.types.print(element);
        (!size.is_multiple_of(types::ALIGNMENT)).then(|| {
            format!(
                "expected a size that is a multiple of {} bytes, found {size} for `{text}`",
                types::ALIGNMENT
            )
        })
    }

    /// Checks a variable outside of functions. C++ AMP 1.2 (2.4.3.5.1)
    pub(super) fn check_amp_global(&mut self, variable: &Variable, object: Object) {
        if self.is_amp() && object.space == AddressSpace::Threadgroup {
            let message = "`tile_static` is only allowed in `restrict(amp)` functions";
            self.report(Diagnostic::error(rules::TILE_STATIC_RESTRICTED_CODE, variable.name_span, message));
        }
    }
}

/// The rule that keeps a feature out of code for the accelerator.
fn rule_of(feature: Feature) -> Option<&'static Rule> {
    match feature {
        Feature::Assembler => Some(rules::FEATURE_ASSEMBLER),
        Feature::DynamicType => Some(rules::FEATURE_DYNAMIC_TYPE),
        Feature::Exception => Some(rules::FEATURE_EXCEPTION),
        Feature::Goto => Some(rules::FEATURE_GOTO),
        Feature::NewDelete => Some(rules::CALL_IMPLICIT),
        Feature::FunctionPointer => Some(rules::CALL_NO_FUNCTION_POINTER),
        Feature::Virtual => Some(rules::FUNCTION_NOT_VIRTUAL),
        Feature::ThreadLocal => Some(rules::LOCAL_STORAGE_CLASS),
        Feature::Register
        | Feature::NoexceptOperator
        | Feature::Inheritance
        | Feature::Lambda
        | Feature::StandardLibrary => None,
    }
}

/// A feature in messages.
fn in_words(feature: Feature) -> &'static str {
    match feature {
        Feature::Assembler => "`asm`",
        Feature::DynamicType => "`dynamic_cast` and `typeid`",
        Feature::Exception => "exceptions",
        Feature::Goto => "`goto` and labels",
        Feature::NewDelete => "`new` and `delete`",
        Feature::FunctionPointer => "pointers to functions",
        Feature::Virtual => "virtual functions",
        Feature::ThreadLocal => "`thread_local`",
        Feature::Register => "`register`",
        Feature::NoexceptOperator => "`noexcept`",
        Feature::Inheritance => "base classes",
        Feature::Lambda => "lambda expressions",
        Feature::StandardLibrary => "the standard library",
    }
}
