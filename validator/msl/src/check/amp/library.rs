//! The rules that uses of the library break. The headers name them: an attribute of a function or class has the rule for one kind of mistake,
//! `[[targets("copy.host-only")]] void copy(…);`.
//!
//! A use without such an attribute breaks the rule of C++ that the checker reports by itself.

use super::super::scope::{Entity, Found};
use super::super::{Checker, Typed};
use crate::diagnostic::Diagnostic;
use crate::types::{Argument, StructureNumber, Type, TypeId};
use amp_spec::{Rule, rules};
use cxx_validator::ast::{
    Attribute, Expr, ExprId, Function, FunctionId, List, Literal, StructureId, UnaryOperator,
};
use cxx_validator::names::Symbol;
use msl_spec::AddressSpace;
use shader_source::{Span, steps};

/// A kind of mistake about something of the library.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) enum Misuse {
    /// A function is called in code for a different target, or a class is made there.
    Targets,
    /// The arguments of a function do not match.
    Arguments,
    /// A call fits the function as well as others.
    Ambiguous,
    /// No constructor of a class takes the arguments.
    Construction,
    /// A value has no conversion to or from the class.
    Conversion,
    /// A value of a different type is assigned.
    Assignment,
    /// An object is indexed that has no elements.
    Index,
    /// An element is written that is constant.
    Elements,
    /// The sizes of two tiles differ.
    Sizes,
}

impl Misuse {
    /// The name of the attribute.
    const fn attribute(self) -> &'static str {
        match self {
            Self::Targets => "targets",
            Self::Arguments => "arguments",
            Self::Ambiguous => "ambiguous",
            Self::Construction => "construction",
            Self::Conversion => "conversion",
            Self::Assignment => "assignment",
            Self::Index => "index",
            Self::Elements => "elements",
            Self::Sizes => "sizes",
        }
    }
}

impl Checker<'_> {
    /// The number of arguments that messages show of a class of the library: without the dimensions that it doesn't have, as in `tiled_extent<16>`.
    pub(in super::super) fn shown_arguments(&self, id: StructureId, arguments: &[Argument]) -> usize {
        let are_sizes = arguments.iter().all(|argument| matches!(argument, Argument::Number(_)));
        if !are_sizes || !self.is_library_place(self.ast[id].name_span) {
            return arguments.len();
        }
        // The first size is there in any case: `index<0>` is a mistake that messages show.
        let further = arguments.iter().skip(1);
        let absent = further.rev().take_while(|argument| **argument == Argument::Number(0));
        arguments.len() - absent.count()
    }

    /// Returns the rule that a misuse of a function of the library breaks, if its header names one.
    pub(in super::super) fn rule_of_function(&self, id: FunctionId, misuse: Misuse) -> Option<&'static Rule> {
        let function = self.ast[id];
        let is_library = self.is_library_place(function.name_span);
        is_library.then(|| self.rule_in(function.attributes, misuse.attribute()))?
    }

    /// Returns the rule that a misuse of a class of the library breaks, if its header names one.
    pub(in super::super) fn rule_of_class(&self, ty: TypeId, misuse: Misuse) -> Option<&'static Rule> {
        let number = self.types.structure_number(ty)?;
        self.rule_in(self.attributes_of(number)?, misuse.attribute())
    }

    /// The attributes of a class of the library.
    fn attributes_of(&self, number: StructureNumber) -> Option<List<Attribute>> {
        let declaration = self.ast[self.types.structure(number).declaration];
        self.is_library_place(declaration.name_span).then_some(declaration.attributes)
    }

    /// The rule in an attribute with this name.
    fn rule_in(&self, attributes: List<Attribute>, name: &str) -> Option<&'static Rule> {
        let named = self.ast[attributes].iter().find(|it| self.text(it.name) == name)?;
        self.rule_named(*self.ast[named.arguments].last()?)
    }

    fn rule_named(&self, literal: ExprId) -> Option<&'static Rule> {
        amp_spec::INVENTORY.rule(self.literal_text(literal)?)
    }

    fn literal_text(&self, literal: ExprId) -> Option<&str> {
        let Expr::Literal(Literal::Text(text)) = self.ast[literal] else { return None };
        Some(self.text(text).trim_matches('"'))
    }

    /// Reports an atomic function whose target is a variable of one thread, or whose expected value is not one. C++ AMP 1.2 (6.2)
    pub(in super::super) fn check_atomic_places(&mut self, function: FunctionId, list: &[ExprId]) {
        let Function { name, name_span, .. } = self.ast[function];
        let Some(target) = list.first().copied().filter(|_| self.is_library_place(name_span)) else { return };
        let span = self.span(target);
        let text = self.text(name);
        let is_exchange = text == "atomic_compare_exchange";
        let is_atomic = is_exchange || amp_spec::atomic(text).is_some();
        if !is_atomic || self.is_host_code() || self.is_library_place(span) {
            return;
        }
        if self.is_address_of_local(target) {
            let message = format!(
                "expected an element of an `array` or `array_view`, or a `tile_static` variable as the target of `{text}`, found memory of one thread"
            );
            self.report(Diagnostic::error(rules::ATOMIC_PLACES, span, message));
        }
        let expected = list.get(1).copied().filter(|_| is_exchange);
        if let Some(expected) = expected.filter(|expected| self.is_address_of_shared(*expected)) {
            let message = "expected a local variable or a parameter as the expected value, found memory that threads share";
            self.report(Diagnostic::error(rules::ATOMIC_PLACES, self.span(expected), message));
        }
    }

    /// Returns true for the address of a `tile_static` variable, or of an element of a container.
    fn is_address_of_shared(&self, value: ExprId) -> bool {
        let Expr::Unary(UnaryOperator::AddressOf, mut place) = self.ast[value] else { return false };
        loop {
            steps::take(1);
            match self.ast[place] {
                Expr::Paren(inner) | Expr::Member(inner, _) => place = inner,
                Expr::Index(base, _) => {
                    let Some(typed) = self.known(base) else { return false };
                    if self.types.structure_number(typed.ty).is_some() {
                        return self.has_container(typed.ty);
                    }
                    place = base;
                }
                Expr::Name(name) => {
                    let found = self.scopes.find(self.ast[name].name);
                    let Found::Entity(Entity::Variable(variable, ..)) = found else { return false };
                    let declared = self.function.locals.get(&variable);
                    return declared.is_some_and(|it| it.space == AddressSpace::Threadgroup);
                }
                _ => return false,
            }
        }
    }

    /// Returns the rule about operands that do not match an operator, by one of their classes: `[[operators("index.operators")]]`, or with a list of the
    /// operators that the rule is about, `[[operators("% & unary-", "short-vector.integer-operators")]]`.
    pub(in super::super) fn rule_of_operator(&self, ty: TypeId, mark: &str) -> Option<&'static Rule> {
        let attributes = self.attributes_of(self.types.structure_number(ty)?)?;
        let named = self.ast[attributes].iter().find(|it| self.text(it.name) == "operators")?;
        match self.ast[named.arguments] {
            [rule] => self.rule_named(rule),
            [marks, rule] if self.literal_text(marks)?.split(' ').any(|it| it == mark) => {
                self.rule_named(rule)
            }
            _ => None,
        }
    }

    /// Returns the rule that a value of one type as a value of the other one breaks.
    pub(in super::super) fn rule_of_conversion(
        &self,
        types: [TypeId; 2],
        misuse: Misuse,
    ) -> Option<&'static Rule> {
        types.into_iter().find_map(|ty| self.rule_of_class(ty, misuse))
    }

    /// Returns the rule about a member that a class of the library does not have: `[[lacks("barrier", "launch.barrier-needs-tiles")]]`. A `*` stands for
    /// the rest of a name, and `[xy]` for any number of these letters.
    pub(in super::super) fn rule_of_lacking(
        &self,
        number: StructureNumber,
        member: Symbol,
    ) -> Option<&'static Rule> {
        let attributes = self.attributes_of(number)?;
        let is_it = |it: &&Attribute| {
            let first = self.ast[it.arguments].first();
            self.text(it.name) == "lacks"
                && first
                    .and_then(|first| self.literal_text(*first))
                    .is_some_and(|pattern| matches_pattern(pattern, self.text(member)))
        };
        self.rule_named(*self.ast[self.ast[attributes].iter().find(is_it)?.arguments].last()?)
    }

    /// Returns the rule about an element that can't be written, because of the container that it is an element of.
    pub(in super::super) fn rule_of_element(&self, element: ExprId) -> Option<&'static Rule> {
        let mut rest = element;
        loop {
            rest = match self.ast[rest] {
                Expr::Paren(inner) | Expr::Member(inner, _) => inner,
                Expr::Index(container, _) | Expr::Call(container, _) => {
                    let typed = self.known(container)?;
                    let is_const = typed.place.is_some_and(|place| place.is_const);
                    let number = self.types.structure_number(typed.ty);
                    let has_constants = number.is_some_and(|number| {
                        let first = self.types.structure(number).arguments.first();
                        matches!(first, Some(Argument::Type(ty)) if self.is_constant_type(*ty))
                    });
                    match self.rule_of_class(typed.ty, Misuse::Elements) {
                        Some(rule) if is_const || has_constants => return Some(rule),
                        _ => container,
                    }
                }
                _ => return None,
            }
        }
    }

    fn is_constant_type(&self, ty: TypeId) -> bool {
        matches!(self.types.get(ty), Type::Qualified(_, cv) if cv.is_const)
    }

    /// Returns the rule that the assignment of a value of a different instance of a class template breaks: `index<2>` and `index<1>`.
    pub(in super::super) fn rule_of_assignment(
        &mut self,
        to: TypeId,
        value: ExprId,
    ) -> Option<&'static Rule> {
        let rule = self.rule_of_operator(to, "=")?;
        let from = self.known(value)?.ty;
        (from != to && self.is_same_template(from, to)).then_some(rule)
    }

    /// The rule that an assertion which fails breaks.
    pub(in super::super) const fn rule_of_assertion(&self) -> &'static Rule {
        if self.is_amp() { rules::STATIC_ASSERT_IN_KERNELS } else { msl_spec::rules::STATIC_ASSERT_HOLDS }
    }

    /// Reports a kernel that a launch can't call. C++ AMP 1.2 (7)
    pub(in super::super) fn check_kernel_called(
        &mut self,
        (kernel, span): (Typed, Span),
        arguments: &[Option<Typed>],
    ) -> bool {
        let Some(launch) = self.function.number.map(|number| self.instances[number].function) else {
            return false;
        };
        let Some(rule) = self.rule_of_function(launch, Misuse::Arguments) else { return false };
        let given = arguments.first().copied().flatten().map(|typed| typed.ty);
        let taken = self.only_parameter(kernel.ty);
        let sizes = self.rule_of_function(launch, Misuse::Sizes);
        if self.types.structure_number(kernel.ty).is_none() {
            let message =
                format!("a kernel must be an object of a class, found `{}`", self.types.print(kernel.ty));
            self.report(Diagnostic::error(rules::LAUNCH_KERNEL_CLASS, span, message));
            return true;
        }
        let given_words = given.map_or_else(String::new, |ty| self.types.print(ty));
        let found = match (sizes, taken, given) {
            (Some(sizes), Some(taken), Some(given)) if self.is_same_template(taken, given) => {
                let message = format!(
                    "the kernel takes `{}`, but the tiles of the launch have the index `{given_words}`",
                    self.types.print(taken)
                );
                Diagnostic::error(sizes, span, message)
            }
            _ => {
                let message = format!("the kernel must be `restrict(amp)` and take `{given_words}`");
                Diagnostic::error(rule, span, message)
            }
        };
        self.report(found);
        true
    }

    /// The parameter of the only call operator of a class, without a reference.
    fn only_parameter(&self, ty: TypeId) -> Option<TypeId> {
        let symbol = self.names.find("operator()")?;
        let [(owner, function)] = *self.functions_of(ty, symbol).as_slice() else { return None };
        let [parameter] = *self.member_signatures.get(&(owner, function))?.parameters.as_slice() else {
            return None;
        };
        Some(self.result_of(parameter).ty)
    }

    fn is_same_template(&self, one: TypeId, other: TypeId) -> bool {
        let template = |ty| {
            let mut ty = ty;
            while let Type::Qualified(inner, _) = self.types.get(ty) {
                ty = inner;
            }
            self.templates.of_structure(ty)
        };
        template(one).is_some() && template(one) == template(other)
    }
}

/// Returns true for a name that a pattern describes: itself, its beginning before a `*`, or the letters in brackets.
fn matches_pattern(pattern: &str, name: &str) -> bool {
    if let Some(beginning) = pattern.strip_suffix('*') {
        return name.starts_with(beginning);
    }
    match pattern.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        Some(letters) => name.chars().all(|letter| letters.contains(letter)),
        None => name == pattern,
    }
}
