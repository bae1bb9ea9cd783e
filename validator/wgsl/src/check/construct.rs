//! Value constructors. <https://www.w3.org/TR/WGSL/#constructor-builtin-function>
//!
//! Scalars, vectors and matrices are rows of the tables; arrays and structures have as many parameters as elements.

use super::{Checker, count};
use crate::ast::{Expr, ExprId, List};
use crate::constant::ConstantId;
use crate::diagnostic::{Applicability, Diagnostic};
use crate::meaning::{EvaluationStage, Typed};
use crate::types::{Length, Properties, TypeId, TypeKind};
use shader_source::Span;
use wgsl_spec::{Limit, Symbol, TypeGenerator, rules};

impl Checker<'_> {
    /// Constructs a value of a type that is written out.
    pub(super) fn construct(&mut self, id: ExprId, ty: TypeId, arguments: List<ExprId>) -> Typed {
        if ty == TypeId::ERROR {
            return self.give_up(arguments);
        }
        if !self.meaning.types.is(ty, Properties::CONSTRUCTIBLE) {
            let has = self.print(ty);
            let rule = match self.kind(ty) {
                TypeKind::Sampler | TypeKind::SamplerComparison => rules::SAMPLER_NOT_CREATABLE,
                _ if arguments.is_empty() => rules::CTOR_ZERO_NOT_CONSTRUCTIBLE,
                _ => self.not_constructible(ty),
            };
            let message = format!("can't construct a value of type `{has}`");
            let mut diagnostic = Diagnostic::error(rule, self.span(id), message);
            diagnostic.also =
                (rule == rules::CTOR_ZERO_NOT_CONSTRUCTIBLE).then_some(rules::BUILTIN_FN_ZERO_VALUE);
            self.report(self.with_element_count(id, ty, arguments, diagnostic));
            return self.give_up(arguments);
        }
        self.makes_subgroup_matrix(ty, self.span(id));
        if arguments.is_empty() {
            if self.meaning.types.is(ty, Properties::HAS_SUBGROUP_MATRIX) {
                return Typed::runtime(ty);
            }
            let constant = self.meaning.constants.zero(self.meaning.types.info(ty).scalars);
            return Typed::constant(ty, Some(constant));
        }
        match self.kind(ty) {
            TypeKind::Scalar(scalar) => match scalar.constructor() {
                Some(function) => self.call_table(id, function, &[], arguments),
                None => self.give_up(arguments),
            },
            TypeKind::Vector(size, scalar) => match TypeGenerator::Vector(size).constructor() {
                Some(function) => self.call_table(id, function, &[TypeId::scalar(scalar)], arguments),
                None => self.give_up(arguments),
            },
            TypeKind::Matrix(columns, rows, scalar) => {
                match TypeGenerator::Matrix(columns, rows).constructor() {
                    Some(function) => self.call_table(id, function, &[TypeId::scalar(scalar)], arguments),
                    None => self.give_up(arguments),
                }
            }
            TypeKind::Array(element, Length::Fixed(length)) => self.array(id, ty, element, length, arguments),
            TypeKind::Struct(_) => self.structure_value(id, ty, arguments),
            TypeKind::SubgroupMatrix(_, component, ..) => self.filled_matrix(id, ty, component, arguments),
            _ => self.give_up(arguments),
        }
    }

    /// Gives the type of an array that is constructed the number of its elements.
    fn with_element_count(
        &self,
        call: ExprId,
        ty: TypeId,
        arguments: List<ExprId>,
        found: Diagnostic,
    ) -> Diagnostic {
        let (TypeKind::Array(_, Length::Runtime), Expr::Call(callee, _)) = (self.kind(ty), self.ast[call])
        else {
            return found;
        };
        let Expr::Template(_, list) = self.ast[callee] else { return found };
        let [element] = &self.ast[list] else { return found };
        let end = self.span(*element).hi;
        let edits = vec![(Span::new(end, end), format!(", {}", arguments.len))];
        found.suggest("add the element count", edits, Applicability::Unsafe)
    }

    /// Constructs a value of a type-generator whose parameters follow from the arguments: `vec3(…)`, `array(…)`.
    pub(super) fn construct_inferred(
        &mut self,
        id: ExprId,
        callee: ExprId,
        symbol: Symbol,
        generator: TypeGenerator,
        arguments: List<ExprId>,
    ) -> Typed {
        match (generator, generator.constructor()) {
            (TypeGenerator::Array, _) => self.inferred_array(id, arguments),
            (TypeGenerator::Vector(_) | TypeGenerator::Matrix(..), Some(function)) => {
                self.call_table(id, function, &[], arguments)
            }
            _ => {
                let message = format!("can't construct a value of type `{}`", self.name(symbol));
                let rule = match generator {
                    _ if arguments.is_empty() => rules::CTOR_ZERO_NOT_CONSTRUCTIBLE,
                    TypeGenerator::Atomic => rules::TYPE_ATOMIC_NO_VALUE,
                    TypeGenerator::Buffer => rules::TYPE_BUFFER_NO_VALUE,
                    TypeGenerator::Array
                    | TypeGenerator::Vector(_)
                    | TypeGenerator::Matrix(..)
                    | TypeGenerator::Pointer
                    | TypeGenerator::Texture(_)
                    | TypeGenerator::SubgroupMatrix(_) => rules::TYPE_CONSTRUCTIBLE,
                };
                self.error(rule, self.span(callee), message);
                self.give_up(arguments)
            }
        }
    }

    fn array(
        &mut self,
        id: ExprId,
        ty: TypeId,
        element: TypeId,
        length: u32,
        arguments: List<ExprId>,
    ) -> Typed {
        if arguments.len != length {
            let message = format!(
                "`{}` has {}, found {}",
                self.print(ty),
                count(length as usize, "element"),
                arguments.len
            );
            self.error(rules::CTOR_ARRAY_COUNT, self.span(id), message);
            return self.give_up(arguments);
        }
        let mut parts = Parts::new();
        for (index, argument) in self.ast[arguments].iter().enumerate() {
            let typed = self.value(*argument);
            let what = format_args!("element {index} of the array");
            parts.add(self.expect_type(*argument, typed, element, rules::BUILTIN_FN_ARRAY, what));
        }
        self.composite(id, ty, &parts)
    }

    /// `array(e1, …, eN)`: the element type is the one that all elements convert to.
    fn inferred_array(&mut self, id: ExprId, arguments: List<ExprId>) -> Typed {
        let mut elements: Vec<Typed> = Vec::with_capacity(arguments.len as usize);
        for argument in &self.ast[arguments] {
            elements.push(self.value(*argument));
        }
        if elements.iter().any(|element| element.ty == TypeId::ERROR) {
            return Typed::ERROR;
        }
        let Some(first) = elements.first() else {
            self.error(
                rules::CTOR_ARRAY_INFER,
                self.span(id),
                "can't infer the type of `array()`: write the element type and count, `array<T, N>()`",
            );
            return Typed::ERROR;
        };
        let mut common = first.ty;
        for (index, element) in elements.iter().enumerate() {
            if self.rank(element.ty, common).is_some() {
                continue;
            }
            if self.rank(common, element.ty).is_none() {
                let (one, other) = (self.print(common), self.print(element.ty));
                let at = self.ast[arguments][index];
                self.report(
                    Diagnostic::error(
                        rules::CTOR_ARRAY_INFER_MIXED,
                        self.span(at),
                        format!(
                            "array elements must have the same type, but `{one}` and `{other}` have no common type"
                        ),
                    )
                    .label(self.span(self.ast[arguments][0]), format!("this is `{}`", self.print(first.ty))),
                );
                return Typed::ERROR;
            }
            common = element.ty;
        }
        if elements.iter().any(|element| element.stage != EvaluationStage::Const) {
            common = self.concrete(common);
        }
        if !self.meaning.types.is(common, Properties::CONSTRUCTIBLE) {
            let message = format!("an array can't have elements of type `{}`", self.print(common));
            self.error(rules::TYPE_ARRAY_ELEMENT_BAD, self.span(id), message);
            return Typed::ERROR;
        }
        let mut parts = Parts::new();
        for (argument, element) in self.ast[arguments].iter().zip(elements) {
            let converted = self.convert(*argument, element, common).unwrap_or(Typed::ERROR);
            parts.add(converted);
        }
        let ty = self.meaning.types.intern(TypeKind::Array(common, Length::Fixed(arguments.len)));
        self.composite(id, ty, &parts)
    }

    fn structure_value(&mut self, id: ExprId, ty: TypeId, arguments: List<ExprId>) -> Typed {
        let TypeKind::Struct(structure) = self.kind(ty) else { return Typed::ERROR };
        let members: Vec<(Symbol, TypeId)> =
            self.meaning.types.structure(structure).map_or_else(Vec::new, |structure| {
                structure.members.iter().map(|member| (member.name, member.ty)).collect()
            });
        if members.len() != arguments.len as usize {
            let message = format!(
                "`{}` has {}, found {}",
                self.print(ty),
                count(members.len(), "member"),
                arguments.len
            );
            let declared = self.ast[structure].name_span;
            let diagnostic = Diagnostic::error(rules::CTOR_STRUCT_MEMBERS, self.span(id), message)
                .label(declared, "declared here");
            let missing: Vec<String> = members
                .iter()
                .skip(arguments.len as usize)
                .map(|(name, ty)| format!("`{}: {}`", self.name(*name), self.print(*ty)))
                .collect();
            let diagnostic = diagnostic.also(rules::BUILTIN_FN_STRUCT_CONSTRUCTOR);
            self.report(match missing.len() {
                0 => diagnostic,
                _ => diagnostic.note(format!("missing values for {}", missing.join(", "))),
            });
            return self.give_up(arguments);
        }
        let mut parts = Parts::new();
        for (argument, (name, member)) in self.ast[arguments].iter().zip(members) {
            let typed = self.value(*argument);
            let name = self.name(name);
            let what = format_args!("member `{name}`");
            parts.add(self.expect_type(*argument, typed, member, rules::CTOR_STRUCT_MEMBERS, what));
        }
        self.composite(id, ty, &parts)
    }

    /// A value made of parts that are converted already.
    fn composite(&mut self, id: ExprId, ty: TypeId, parts: &Parts) -> Typed {
        if let TypeKind::Array(_, Length::Fixed(count)) = self.kind(ty) {
            self.limit(Limit::ArrayElements, count.into(), self.span(id));
        }
        let mut typed = Typed::staged(ty, parts.stage);
        if parts.stage != EvaluationStage::Runtime && parts.known && self.evaluation.is_on() {
            typed.constant = self.meaning.constants.concatenate(&parts.constants);
            if typed.constant.is_none() {
                self.too_much_work(id);
            }
        }
        typed
    }
}

/// The elements of a composite value under construction.
struct Parts {
    stage: EvaluationStage,
    /// Whether all elements so far have a value.
    known: bool,
    constants: Vec<ConstantId>,
}

impl Parts {
    const fn new() -> Self {
        Self { stage: EvaluationStage::Const, known: true, constants: Vec::new() }
    }

    fn add(&mut self, part: Typed) {
        self.stage = self.stage.max(part.stage);
        match part.constant {
            Some(constant) => self.constants.push(constant),
            None => self.known = false,
        }
    }
}
