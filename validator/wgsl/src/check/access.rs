//! Members, swizzles and elements. <https://www.w3.org/TR/WGSL/#composite-value-decomposition-expr>

use super::Checker;
use crate::ast::{Expr, ExprId};
use crate::diagnostic::{Applicability, Diagnostic};
use crate::meaning::{EvaluationStage, Typed};
use crate::types::{Length, TypeId, TypeKind};
use shader_source::Span;
use shader_source::suggest::closest;
use wgsl_spec::{AccessMode, AddressSpace, LanguageExtension, Rule, Scalar, Symbol, rules, sym};

/// Where a part is taken from.
#[derive(Clone, Copy)]
enum Base {
    /// A value.
    Value(Typed),
    /// Memory: the part of a reference, or of what a pointer points to, is a reference.
    Memory(AddressSpace, AccessMode),
}

/// With how many names of members a wrong one is compared.
const MOST_NAMES_TO_COMPARE: usize = 64;

impl Checker<'_> {
    /// The composite type that an expression has, or that the memory holds which it refers or points to. Parts of what a
    /// pointer points to can be named by this rule where there is the extension for it.
    fn base(&mut self, operand: ExprId, typed: Typed, rule: &'static Rule) -> (TypeId, Base) {
        match self.kind(typed.ty) {
            TypeKind::Reference(space, store, access) => (store, Base::Memory(space, access)),
            TypeKind::Pointer(space, store, access) => {
                if !self.has(LanguageExtension::PointerCompositeAccess, self.span(operand)) {
                    return self.no_pointer_access(operand, rule);
                }
                (store, Base::Memory(space, access))
            }
            _ => (typed.ty, Base::Value(typed)),
        }
    }

    #[cold]
    fn no_pointer_access(&mut self, operand: ExprId, rule: &'static Rule) -> (TypeId, Base) {
        let text = self.syntax.text(self.span(operand));
        let message = format!("this pointer must be dereferenced first: write `(*{text})`");
        let extension = LanguageExtension::PointerCompositeAccess;
        let diagnostic = Diagnostic::error(rule, self.span(operand), message).also(extension.rule());
        self.report(diagnostic.note(self.without(extension)));
        (TypeId::ERROR, Base::Value(Typed::ERROR))
    }

    /// The part of a base with this type, `scalars` scalars after `offset` of a constant.
    fn part(&mut self, base: Base, ty: TypeId, offset: Option<u32>, stage: EvaluationStage) -> Typed {
        match base {
            Base::Memory(space, access) => {
                Typed::runtime(self.meaning.types.intern(TypeKind::Reference(space, ty, access)))
            }
            Base::Value(typed) => {
                let stage = stage.max(typed.stage);
                let constant = match (typed.constant, offset) {
                    (Some(constant), Some(offset)) if stage != EvaluationStage::Runtime => {
                        let scalars = self.meaning.types.info(ty).scalars;
                        Some(self.meaning.constants.part(constant, offset, scalars))
                    }
                    _ => None,
                };
                Typed { constant, ..Typed::staged(ty, stage) }
            }
        }
    }

    /// `base.member`
    pub(super) fn member(&mut self, id: ExprId, operand: ExprId, typed: Typed, member: Symbol) -> Typed {
        let is_swizzle = |kind| matches!(kind, TypeKind::Vector(..)) && self.name(member).len() > 1;
        let rule = match self.kind(typed.ty) {
            TypeKind::Pointer(_, store, _) if is_swizzle(self.kind(store)) => rules::SWIZZLE_MULTI_POINTER,
            _ => rules::MEMBER_POINTER,
        };
        let (composite, base) = self.base(operand, typed, rule);
        let hi = self.span(id).hi;
        let span = Span::new(hi - (self.name(member).len() as u32).min(hi), hi);
        match self.kind(composite) {
            TypeKind::Error => Typed::ERROR,
            TypeKind::Vector(size, scalar) => {
                self.swizzle(operand, typed, base, (size, scalar), member, span)
            }
            TypeKind::Struct(_) => self.struct_member(base, composite, member, span),
            TypeKind::FrexpResult(size, scalar) => {
                let exponent = if scalar.is_abstract() { Scalar::AbstractInt } else { Scalar::I32 };
                self.result_member(
                    rules::FREXP_RESULT_MEMBERS,
                    base,
                    composite,
                    &[
                        (self.terms.rules.frexp_fraction, TypeId::scalar_or_vector(size, scalar)),
                        (sym::EXP, TypeId::scalar_or_vector(size, exponent)),
                    ],
                    member,
                    span,
                )
            }
            TypeKind::ModfResult(size, scalar) => {
                let part = TypeId::scalar_or_vector(size, scalar);
                let members = [(sym::FRACT, part), (sym::WHOLE, part)];
                self.result_member(rules::MODF_RESULT_MEMBERS, base, composite, &members, member, span)
            }
            TypeKind::AtomicCompareExchangeResult(scalar) => {
                let members = [(sym::OLD_VALUE, TypeId::scalar(scalar)), (sym::EXCHANGED, TypeId::BOOL)];
                self.result_member(rules::ATOMIC_CMPXCHG_RESULT, base, composite, &members, member, span)
            }
            _ => {
                let (has, name) = (self.print(composite), self.name(member));
                let message = if composite == TypeId::VOID {
                    format!("this call returns no value, so it has no member `{name}`")
                } else {
                    format!("a value of type `{has}` has no member `{name}`")
                };
                let rule = match (self.name(member), base) {
                    ("x" | "r", Base::Value(_)) => {
                        rules::TYPE_EXPR_VECTOR_SINGLE_COMPONENT_FIRST_VECTOR_COMPONENT_SELECTION
                    }
                    ("y" | "g", Base::Value(_)) => {
                        rules::TYPE_EXPR_VECTOR_SINGLE_COMPONENT_SECOND_VECTOR_COMPONENT_SELECTION
                    }
                    ("x" | "r", Base::Memory(..)) => rules::TYPE_EXPR_COMPONENT_REFERENCE_FROM_VECTOR_MEMORY_VIEW_FIRST_VECTOR_COMPONENT_REFERENCE_SELECTION,
                    ("y" | "g", Base::Memory(..)) => rules::TYPE_EXPR_COMPONENT_REFERENCE_FROM_VECTOR_MEMORY_VIEW_SECOND_VECTOR_COMPONENT_REFERENCE_SELECTION,
                    _ => {
                        self.error(rules::MEMBER_EXISTS, span, message);
                        return Typed::ERROR;
                    }
                };
                self.report(Diagnostic::error(rules::MEMBER_EXISTS, span, message).also(rule));
                Typed::ERROR
            }
        }
    }

    /// A member of a result structure of a builtin function.
    fn result_member(
        &mut self,
        rule: &'static Rule,
        base: Base,
        composite: TypeId,
        members: &[(Symbol, TypeId)],
        member: Symbol,
        span: Span,
    ) -> Typed {
        let mut offset = 0;
        for (name, ty) in members {
            if *name == member {
                return self.part(base, *ty, Some(offset), EvaluationStage::Const);
            }
            offset += self.meaning.types.info(*ty).scalars;
        }
        let names: Vec<&str> = members.iter().map(|(name, _)| self.name(*name)).collect();
        self.no_member((rule, None), composite, &names, member, span)
    }

    /// <https://www.w3.org/TR/WGSL/#struct-access-expr>
    fn struct_member(&mut self, base: Base, composite: TypeId, member: Symbol, span: Span) -> Typed {
        let TypeKind::Struct(id) = self.kind(composite) else { return Typed::ERROR };
        if let Some((ty, offset)) = self.meaning.types.member(id, member) {
            return self.part(base, ty, Some(offset), EvaluationStage::Const);
        }
        let Some(structure) = self.meaning.types.structure(id) else { return Typed::ERROR };
        // Comparing the names of a very large structure with each wrong one would take too long.
        let known = structure.members.iter().take(MOST_NAMES_TO_COMPARE);
        let names: Vec<&str> = known.map(|candidate| self.name(candidate.name)).collect();
        let row = match base {
            Base::Value(_) => rules::TYPE_EXPR_STRUCT_ACCESS_EXPR_STRUCTURE_MEMBER_EXTRACTION,
            Base::Memory(..) => rules::TYPE_EXPR_STRUCT_ACCESS_EXPR_STRUCTURE_MEMBER_REFERENCE_SELECTION,
        };
        self.no_member((rules::MEMBER_EXISTS, Some(row)), composite, &names, member, span)
    }

    #[cold]
    fn no_member(
        &mut self,
        (rule, also): (&'static Rule, Option<&'static Rule>),
        composite: TypeId,
        names: &[&str],
        member: Symbol,
        span: Span,
    ) -> Typed {
        let (has, name) = (self.print(composite), self.name(member));
        let mut diagnostic = Diagnostic::error(rule, span, format!("`{has}` has no member `{name}`"));
        diagnostic.also = also;
        diagnostic = match closest(name, names.iter().copied()) {
            Some(close) => diagnostic.suggest(
                format!("did you mean `{close}`?"),
                vec![(span, close.to_owned())],
                Applicability::Unsafe,
            ),
            None if names.len() <= 8 => diagnostic.note(format!("the members are {}", listed(names))),
            None => diagnostic,
        };
        self.report(diagnostic);
        Typed::ERROR
    }

    /// <https://www.w3.org/TR/WGSL/#vector-access-expr>
    fn swizzle(
        &mut self,
        operand: ExprId,
        typed: Typed,
        base: Base,
        (size, scalar): (u8, Scalar),
        member: Symbol,
        span: Span,
    ) -> Typed {
        let name = self.name(member);
        let Some((components, count)) = components(name) else {
            let message = format!("`{name}` is not a vector swizzle");
            let (rule, also) = no_swizzle(name);
            let mut diagnostic = Diagnostic::error(rule, span, message);
            diagnostic.also = also;
            let letters =
                name.chars().map(|letter| "rgba".find(letter).map_or(letter, |at| ['x', 'y', 'z', 'w'][at]));
            let other: String = letters.collect();
            if components(&other).is_some() {
                let words = format!("write `{other}`");
                diagnostic = diagnostic.suggest(words, vec![(span, other)], Applicability::Unsafe);
            }
            self.report(diagnostic.note(
                "a swizzle is one to four of the letters x, y, z, w, or of r, g, b, a; the two sets can't be mixed",
            ));
            return Typed::ERROR;
        };
        let components = &components[..count];
        if let Some((letter, index)) = name.chars().zip(components).find(|(_, component)| **component >= size)
        {
            let message = format!("a vector with {size} components has no `{letter}`");
            let mut diagnostic = Diagnostic::error(rules::SWIZZLE_IN_RANGE, span, message);
            diagnostic.also = (count == 1).then_some(match (*index, base) {
                (2, Base::Value(_)) => {
                    rules::TYPE_EXPR_VECTOR_SINGLE_COMPONENT_THIRD_VECTOR_COMPONENT_SELECTION
                }
                (2, Base::Memory(..)) => rules::TYPE_EXPR_COMPONENT_REFERENCE_FROM_VECTOR_MEMORY_VIEW_THIRD_VECTOR_COMPONENT_REFERENCE_SELECTION,
                (_, Base::Value(_)) => {
                    rules::TYPE_EXPR_VECTOR_SINGLE_COMPONENT_FOURTH_VECTOR_COMPONENT_SELECTION
                }
                (_, Base::Memory(..)) => rules::TYPE_EXPR_COMPONENT_REFERENCE_FROM_VECTOR_MEMORY_VIEW_FOURTH_VECTOR_COMPONENT_REFERENCE_SELECTION,
            });
            self.report(diagnostic);
            return Typed::ERROR;
        }
        if count == 1 {
            return self.part(
                base,
                TypeId::scalar(scalar),
                Some(u32::from(components[0])),
                EvaluationStage::Const,
            );
        }
        let ty = TypeId::vector(count as u8, scalar);
        match base {
            // More than one component is always a value: the load rule applies to the whole vector first.
            Base::Memory(_, AccessMode::Write) => {
                self.write_only(span);
                Typed::ERROR
            }
            Base::Memory(..) => {
                if let TypeKind::Reference(_, store, _) = self.kind(typed.ty) {
                    self.meaning.use_as(operand, Some(store));
                }
                Typed::runtime(ty)
            }
            Base::Value(value) => {
                let constant = value.constant.and_then(|constant| {
                    let bits = self.meaning.constants.bits(constant);
                    let mut picked = [0; 4];
                    for (slot, component) in picked.iter_mut().zip(components) {
                        *slot = bits.get(usize::from(*component)).copied()?;
                    }
                    self.meaning.constants.push(&picked[..count])
                });
                Typed { constant, ..Typed::staged(ty, value.stage) }
            }
        }
    }

    /// The left-hand side of an assignment. A swizzle of more than one component is a value, unless `swizzle_assignment` is there: then
    /// it stands for these components of memory.
    pub(super) fn left_hand_side(&mut self, left: ExprId) -> Typed {
        let typed = self.expression(left);
        let Expr::Member(operand, member) = self.ast[left] else { return typed };
        if !self.is_swizzle(left) || !self.terms.is_available(LanguageExtension::SwizzleAssignment) {
            return typed;
        }
        let (TypeKind::Reference(space, _, access) | TypeKind::Pointer(space, _, access)) =
            self.kind(self.meaning[operand].ty)
        else {
            return typed;
        };
        let span = self.span(left);
        self.has(LanguageExtension::SwizzleAssignment, span);
        let letters = self.name(member).as_bytes();
        if (1..letters.len()).any(|index| letters[..index].contains(&letters[index])) {
            let message = "a component can't be assigned to twice";
            self.error(rules::SWIZZLE_MULTI_NOT_ASSIGNABLE, span, message);
            return Typed::ERROR;
        }
        self.meaning.use_as(operand, None);
        let typed = Typed::runtime(self.meaning.types.intern(TypeKind::Reference(space, typed.ty, access)));
        self.meaning.set_expr(left, typed);
        typed
    }

    /// Returns true if an expression selects more than one component of a vector.
    pub(super) fn is_swizzle(&self, id: ExprId) -> bool {
        let Expr::Member(_, member) = self.ast[id] else { return false };
        matches!(self.kind(self.meaning[id].ty), TypeKind::Vector(..))
            && components(self.name(member)).is_some()
    }

    /// `base[index]`
    pub(super) fn index(&mut self, operand: ExprId, typed: Typed, index: ExprId) -> Typed {
        let index_typed = self.value(index);
        let (mut composite, mut base) = self.base(operand, typed, rules::MEMBER_POINTER);
        if composite == TypeId::ERROR {
            return Typed::ERROR;
        }
        let index_typed = self.index_type(composite, base, index, index_typed);
        if let (Base::Value(value), Some(at)) = (base, index_typed)
            && at.stage != EvaluationStage::Const
        {
            // A value of an abstract type can only be indexed by a const-expression, so it becomes concrete.
            let concrete = self.concretize(operand, value);
            composite = concrete.ty;
            base = Base::Value(concrete);
        }
        let Some((element, length)) = self.meaning.types.elements(composite) else {
            if composite != TypeId::ERROR {
                let message = format!("a value of type `{}` can't be indexed", self.print(composite));
                self.error(rules::INDEX_BASE, self.span(operand), message);
            }
            return Typed::ERROR;
        };
        let length = self.meaning.length(length);
        let Some(at) = index_typed else { return Typed::ERROR };
        let value = at.constant.map(|constant| self.integer_value(at.ty, constant));
        if let Some(value) = value
            && (value < 0 || length.is_some_and(|length| value >= i64::from(length)))
        {
            let is_vector = matches!(self.kind(composite), TypeKind::Vector(..));
            let is_error = self.terms.rules.known_index_in_bounds || is_vector && value >= 0;
            if is_error && self.evaluation.is_on() {
                let rule = self.bounds_rule(composite, base, at.stage);
                self.out_of_bounds(rule, index, value, length);
                return Typed::ERROR;
            }
            return self.part(base, element, None, at.stage);
        }
        let scalars = self.meaning.types.info(element).scalars;
        let offset = value.and_then(|value| u32::try_from(value).ok()?.checked_mul(scalars));
        self.part(base, element, offset, at.stage)
    }

    /// An index must be of type `i32` or `u32`; literals become `i32`.
    fn index_type(&mut self, composite: TypeId, base: Base, index: ExprId, typed: Typed) -> Option<Typed> {
        if typed.ty == TypeId::ERROR {
            return None;
        }
        let is_integer = matches!(self.kind(typed.ty), TypeKind::Scalar(scalar) if scalar.is_integer());
        if !is_integer {
            let has = self.print(typed.ty);
            let message = format!("an index must be of type `i32` or `u32`, found `{has}`");
            let mut diagnostic = Diagnostic::error(rules::INDEX_TYPE, self.span(index), message);
            diagnostic.also = self.index_row(composite, base);
            let is_float = matches!(self.kind(typed.ty), TypeKind::Scalar(scalar) if scalar.is_float());
            let change =
                is_float.then(|| ("convert it to an integer".to_owned(), self.wrap(index, "u32(", ")")));
            self.report(Self::with_change(diagnostic, change, Applicability::Unsafe));
            return None;
        }
        Some(self.concretize(index, typed)).filter(|typed| typed.ty != TypeId::ERROR)
    }

    fn is_abstract(&self, ty: TypeId) -> bool {
        self.meaning.types.leaf_scalar(ty).is_some_and(Scalar::is_abstract)
    }

    /// The row of the table of type rules for an index into this.
    fn index_row(&self, composite: TypeId, base: Base) -> Option<&'static Rule> {
        let is_memory = matches!(base, Base::Memory(..));
        let is_abstract = self.is_abstract(composite);
        match self.kind(composite) {
            TypeKind::Vector(..) if is_memory => Some(rules::TYPE_EXPR_COMPONENT_REFERENCE_FROM_VECTOR_MEMORY_VIEW_VECTOR_INDEXED_COMPONENT_REFERENCE_SELECTION),
            TypeKind::Vector(..) if is_abstract => {
                Some(rules::TYPE_EXPR_VECTOR_SINGLE_COMPONENT_VECTOR_INDEXED_COMPONENT_SELECTION_ABSTRACT)
            }
            TypeKind::Vector(..) => {
                Some(rules::TYPE_EXPR_VECTOR_SINGLE_COMPONENT_VECTOR_INDEXED_COMPONENT_SELECTION_CONCRETE)
            }
            TypeKind::Matrix(..) if is_memory => {
                Some(rules::TYPE_EXPR_MATRIX_ACCESS_EXPR_MATRIX_INDEXED_COLUMN_VECTOR_REFERENCE_SELECTION)
            }
            TypeKind::Matrix(..) if is_abstract => {
                Some(rules::TYPE_EXPR_MATRIX_ACCESS_EXPR_MATRIX_INDEXED_COLUMN_VECTOR_SELECTION_ABSTRACT)
            }
            TypeKind::Matrix(..) => {
                Some(rules::TYPE_EXPR_MATRIX_ACCESS_EXPR_MATRIX_INDEXED_COLUMN_VECTOR_SELECTION_CONCRETE)
            }
            TypeKind::Array(_, Length::Runtime) => {
                Some(rules::TYPE_EXPR_ARRAY_ACCESS_EXPR_ARRAY_INDEXED_REFERENCE_SELECTION)
            }
            TypeKind::Array(..) if is_memory => {
                Some(rules::TYPE_EXPR_ARRAY_ACCESS_EXPR_FIXED_SIZE_ARRAY_INDEXED_REFERENCE_SELECTION)
            }
            TypeKind::Array(..) if is_abstract => {
                Some(rules::TYPE_EXPR_ARRAY_ACCESS_EXPR_FIXED_SIZE_ARRAY_INDEXED_ELEMENT_SELECTION_ABSTRACT)
            }
            TypeKind::Array(..) => {
                Some(rules::TYPE_EXPR_ARRAY_ACCESS_EXPR_FIXED_SIZE_ARRAY_INDEXED_ELEMENT_SELECTION_CONCRETE)
            }
            _ => None,
        }
    }

    /// The rule that an index of this stage breaks which lies outside.
    fn bounds_rule(&self, composite: TypeId, base: Base, stage: EvaluationStage) -> &'static Rule {
        let is_memory = matches!(base, Base::Memory(..));
        let is_abstract = self.is_abstract(composite);
        let is_const = stage == EvaluationStage::Const;
        match (self.kind(composite), is_memory, is_const) {
            (TypeKind::Vector(..), false, true) if is_abstract => rules::INDEX_VEC_ABSTRACT_CONST_INDEX,
            (TypeKind::Vector(..), false, true) => rules::INDEX_VEC_VALUE_OOB_CONST,
            (TypeKind::Vector(..), false, false) => rules::INDEX_VEC_VALUE_OOB_OVERRIDE,
            (TypeKind::Vector(..), true, true) => rules::INDEX_VEC_REF_OOB_CONST,
            (TypeKind::Vector(..), true, false) => rules::INDEX_VEC_REF_OOB_OVERRIDE,
            (TypeKind::Matrix(..), false, true) if is_abstract => rules::INDEX_MAT_ABSTRACT_CONST_INDEX,
            (TypeKind::Matrix(..), false, true) => rules::INDEX_MAT_VALUE_OOB_CONST,
            (TypeKind::Matrix(..), false, false) => rules::INDEX_MAT_VALUE_OOB_OVERRIDE,
            (TypeKind::Matrix(..), true, true) => rules::INDEX_MAT_REF_OOB_CONST,
            (TypeKind::Matrix(..), true, false) => rules::INDEX_MAT_REF_OOB_OVERRIDE,
            (TypeKind::Array(_, Length::Runtime), _, true) => rules::INDEX_ARRAY_RUNTIME_SIZED_NEGATIVE_CONST,
            (TypeKind::Array(_, Length::Runtime), _, false) => {
                rules::INDEX_ARRAY_RUNTIME_SIZED_NEGATIVE_OVERRIDE
            }
            (_, false, true) if is_abstract => rules::INDEX_ARRAY_ABSTRACT_CONST_INDEX,
            (_, false, true) => rules::INDEX_ARRAY_VALUE_OOB_CONST,
            (_, false, false) => rules::INDEX_ARRAY_VALUE_OOB_OVERRIDE,
            (_, true, true) => rules::INDEX_ARRAY_REF_OOB_CONST,
            (_, true, false) => rules::INDEX_ARRAY_REF_OOB_OVERRIDE,
        }
    }

    #[cold]
    fn out_of_bounds(&mut self, rule: &'static Rule, index: ExprId, value: i64, length: Option<u32>) {
        let message = match length {
            Some(length) => {
                format!(
                    "index {value} is out of bounds: the {length} elements have indices 0 to {}",
                    length - 1
                )
            }
            None => format!("index {value} is out of bounds: an index can't be negative"),
        };
        self.error(rule, self.span(index), message);
    }
}

/// The components that a swizzle selects and how many; `None` when it is none.
fn components(name: &str) -> Option<([u8; 4], usize)> {
    let bytes = name.as_bytes();
    if bytes.is_empty() || bytes.len() > 4 {
        return None;
    }
    let set: &[u8; 4] = if b"xyzw".contains(&bytes[0]) { b"xyzw" } else { b"rgba" };
    let mut components = [0; 4];
    for (slot, letter) in components.iter_mut().zip(bytes) {
        *slot = set.iter().position(|known| known == letter)? as u8;
    }
    Some((components, bytes.len()))
}

/// The rules that a name breaks which selects no components.
fn no_swizzle(name: &str) -> (&'static Rule, Option<&'static Rule>) {
    let is_color = name.starts_with(['r', 'g', 'b', 'a']);
    if name.len() > 4 {
        return (rules::SWIZZLE_LENGTH, None);
    }
    if name.chars().all(|letter| "xyzwrgba".contains(letter)) {
        return (rules::SWIZZLE_NO_MIX, None);
    }
    let row = match name.len() {
        1 => rules::GRAMMAR_SWIZZLE_NAME,
        2 if is_color => rules::TYPE_EXPR_VECTOR_MULTI_COMPONENT_TWO_COMPONENT_VECTOR_SELECTION_USING_R_G,
        2 => rules::TYPE_EXPR_VECTOR_MULTI_COMPONENT_TWO_COMPONENT_VECTOR_SELECTION_USING_X_Y,
        3 if is_color => rules::TYPE_EXPR_VECTOR_MULTI_COMPONENT_THREE_COMPONENT_VECTOR_SELECTION_USING_R_G,
        3 => rules::TYPE_EXPR_VECTOR_MULTI_COMPONENT_THREE_COMPONENT_VECTOR_SELECTION_USING_X_Y,
        _ if is_color => rules::TYPE_EXPR_VECTOR_MULTI_COMPONENT_FOUR_COMPONENT_VECTOR_SELECTION_USING_R_G,
        _ => rules::TYPE_EXPR_VECTOR_MULTI_COMPONENT_FOUR_COMPONENT_VECTOR_SELECTION_USING_X_Y,
    };
    (rules::CTXNAME_SWIZZLE, Some(row))
}

/// "`a`, `b` and `c`"
fn listed(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match quoted.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        Some((last, _)) => last.clone(),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn swizzles() {
        assert_eq!(components("zyx"), Some(([2, 1, 0, 0], 3)));
        assert_eq!(components("a"), Some(([3, 0, 0, 0], 1)));
        assert_eq!(components("xg"), None);
        assert_eq!(components("xyzwx"), None);
        assert_eq!(components("q"), None);
    }
}
