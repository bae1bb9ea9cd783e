//! Suggestions for operands that do not fit: the small change with which they do.
//!
//! A change of a call is found by trying: it is suggested only if an overload takes the changed operands.

use super::Checker;
use crate::ast::{Expr, ExprId};
use crate::meaning::Typed;
use crate::types::{TypeId, TypeKind};
use shader_source::Span;
use wgsl_spec::{AddressSpace, Edition, FunctionId, FunctionOperation, Scalar};

/// A change in words, and its edits.
pub(super) type Change = (String, Vec<(Span, String)>);

/// The types that a suggestion converts to, the most usual first.
const TARGETS: [Scalar; 3] = [Scalar::F32, Scalar::I32, Scalar::U32];

/// Operands that no overload of a function takes.
#[derive(Clone, Copy)]
pub(super) struct Operands<'a> {
    pub(super) function: FunctionId,
    pub(super) template: &'a [TypeId],
    pub(super) ids: &'a [ExprId],
    /// As they are loaded; as many as `ids`.
    pub(super) typed: &'a [Typed],
}

impl<'a> Operands<'a> {
    pub(super) const fn of_operator(function: FunctionId, ids: &'a [ExprId], typed: &'a [Typed]) -> Self {
        Self { function, template: &[], ids, typed }
    }
}

impl Checker<'_> {
    /// The change of one operand with which an overload takes them: a scalar becomes a vector, a vector longer, or the components
    /// get another type.
    pub(super) fn fixed_operand(&mut self, operands: Operands<'_>) -> Option<Change> {
        if operands.ids.len() != operands.typed.len() {
            return None;
        }
        let kinds: Vec<TypeKind> = operands.typed.iter().map(|operand| self.kind(operand.ty)).collect();
        self.dereferenced_operand(operands, &kinds)
            .or_else(|| self.rewritten_literal(operands, &kinds))
            .or_else(|| self.broadcast(operands, &kinds))
            .or_else(|| self.lengthened(operands, &kinds))
            .or_else(|| self.converted(operands, &kinds))
    }

    /// Returns true if an overload takes the operands after this one has changed its type.
    fn takes(&mut self, operands: Operands<'_>, index: usize, ty: TypeId) -> bool {
        let mut typed = operands.typed.to_vec();
        typed[index].ty = ty;
        self.resolve_overload(operands.function, operands.template, &typed).is_ok()
    }

    /// The value that a pointer points at.
    fn dereferenced_operand(&mut self, operands: Operands<'_>, kinds: &[TypeKind]) -> Option<Change> {
        for (index, kind) in kinds.iter().enumerate() {
            if let TypeKind::Pointer(_, store, _) = *kind
                && self.takes(operands, index, store)
            {
                return self.dereferenced(operands.ids[index], operands.typed[index].ty, store);
            }
        }
        None
    }

    /// A literal gets the suffix of the other operand. One with a fraction shows that a float is meant.
    fn rewritten_literal(&mut self, operands: Operands<'_>, kinds: &[TypeKind]) -> Option<Change> {
        for index in 0..kinds.len() {
            if self.syntax.text(self.span(operands.ids[index])).contains('.') {
                continue;
            }
            for other in kinds.iter().filter_map(|kind| component(*kind)) {
                if let Some(change) = self.other_literal(operands.ids[index], other)
                    && self.takes(operands, index, TypeId::scalar(other))
                {
                    return Some(change);
                }
            }
        }
        None
    }

    /// A scalar beside a vector is repeated in each component.
    fn broadcast(&mut self, operands: Operands<'_>, kinds: &[TypeKind]) -> Option<Change> {
        let size = kinds.iter().find_map(|kind| match kind {
            TypeKind::Vector(size, _) => Some(*size),
            _ => None,
        })?;
        for (index, kind) in kinds.iter().enumerate() {
            let TypeKind::Scalar(scalar) = *kind else { continue };
            if self.takes(operands, index, TypeId::vector(size, scalar)) {
                let words =
                    "scalars are not converted to vectors implicitly: repeat the scalar in each component";
                let edits = self.wrap(operands.ids[index], &format!("vec{size}("), ")");
                return Some((words.to_owned(), edits));
            }
        }
        None
    }

    /// All scalars beside a vector are repeated.
    pub(super) fn broadcast_all(&mut self, operands: Operands<'_>) -> Option<Change> {
        let kinds: Vec<TypeKind> = operands.typed.iter().map(|operand| self.kind(operand.ty)).collect();
        let size = kinds.iter().find_map(|kind| match kind {
            TypeKind::Vector(size, _) => Some(*size),
            _ => None,
        })?;
        let (mut typed, mut edits) = (operands.typed.to_vec(), Vec::new());
        for (index, kind) in kinds.iter().enumerate() {
            if let TypeKind::Scalar(scalar) = *kind {
                typed.get_mut(index)?.ty = TypeId::vector(size, scalar);
                edits.extend(self.wrap(*operands.ids.get(index)?, &format!("vec{size}("), ")"));
            }
        }
        self.resolve_overload(operands.function, operands.template, &typed).ok()?;
        Some(("repeat the scalar in each component".to_owned(), edits))
    }

    /// `select(if_false, if_true, condition)` for the condition in front.
    pub(super) fn reordered_select(&mut self, operands: Operands<'_>) -> Option<Change> {
        let ([first, second, third], [a, b, c]) = (operands.ids, operands.typed) else { return None };
        if operands.function.get().name != "select" || a.ty != TypeId::BOOL {
            return None;
        }
        self.resolve_overload(operands.function, operands.template, &[*c, *b, *a]).ok()?;
        let text = |id: ExprId| self.syntax.text(self.span(id)).to_owned();
        let edits = vec![
            (self.span(*first), text(*third)),
            (self.span(*second), text(*second)),
            (self.span(*third), text(*first)),
        ];
        Some(("the condition is the last argument".to_owned(), edits))
    }

    /// The address of the memory that is passed.
    pub(super) fn addressed(&mut self, operands: Operands<'_>) -> Option<Change> {
        for (index, id) in operands.ids.iter().enumerate().take(operands.typed.len()) {
            let TypeKind::Reference(space, store, access) = self.kind(self.meaning[*id].ty) else { continue };
            let pointer = self.meaning.types.intern(TypeKind::Pointer(space, store, access));
            if self.takes(operands, index, pointer) {
                let lo = self.span(*id).lo;
                return Some((
                    "pass a pointer with `&`".to_owned(),
                    vec![(Span::new(lo, lo), "&".to_owned())],
                ));
            }
        }
        None
    }

    /// The memory that an atomic function gets is declared as an atomic.
    pub(super) fn atomic_operand(&mut self, operands: Operands<'_>) -> Option<Change> {
        let is_atomic = matches!(operands.function.get().operation, Some(FunctionOperation::Atomic(_)));
        let (argument, typed) = (operands.ids.first()?, operands.typed.first()?);
        if is_atomic { self.as_atomic(*argument, typed.ty) } else { None }
    }

    /// A vector of three components beside a matrix of four.
    fn lengthened(&mut self, operands: Operands<'_>, kinds: &[TypeKind]) -> Option<Change> {
        kinds.iter().find(|kind| matches!(kind, TypeKind::Matrix(..)))?;
        for (index, kind) in kinds.iter().enumerate() {
            let TypeKind::Vector(3, scalar) = *kind else { continue };
            if self.takes(operands, index, TypeId::vector(4, scalar)) {
                let words = "add a fourth component: 1 for a position, 0 for a direction";
                let edits = self.wrap(operands.ids[index], "vec4(", ", 1)");
                return Some((words.to_owned(), edits));
            }
        }
        None
    }

    /// The components of an operand are converted: to a type of another operand if one is taken, and rather to floats.
    fn converted(&mut self, operands: Operands<'_>, kinds: &[TypeKind]) -> Option<Change> {
        let present = |target: Scalar| kinds.iter().any(|kind| component(*kind) == Some(target));
        let (mut targets, others): (Vec<Scalar>, Vec<Scalar>) =
            TARGETS.into_iter().partition(|target| present(*target));
        targets.extend(others);
        for target in targets {
            for (index, kind) in kinds.iter().enumerate().rev() {
                let ty = match *kind {
                    TypeKind::Scalar(has) if is_convertible(has, target) => TypeId::scalar(target),
                    TypeKind::Vector(size, has) if is_convertible(has, target) => {
                        TypeId::vector(size, target)
                    }
                    _ => continue,
                };
                if self.takes(operands, index, ty) {
                    return Some(self.conversion(operands.ids[index], operands.typed[index].ty, ty));
                }
            }
        }
        None
    }

    /// The conversion of an expression to a type that it does not take by itself; `None` if no constructor does that.
    pub(super) fn converting(&self, id: ExprId, from: TypeId, to: TypeId) -> Option<Change> {
        match (self.kind(from), self.kind(to)) {
            (TypeKind::Scalar(_), TypeKind::Scalar(_)) => Some(self.conversion(id, from, to)),
            (TypeKind::Vector(from_size, _), TypeKind::Vector(to_size, _)) if from_size == to_size => {
                Some(self.conversion(id, from, to))
            }
            _ => None,
        }
    }

    /// A parameter, whose type is written here, gets the access mode of the pointer that is passed.
    pub(super) fn other_access(&self, from: TypeId, to: TypeId, written: ExprId) -> Option<Change> {
        let (TypeKind::Pointer(has, store, access), TypeKind::Pointer(wants, other, _)) =
            (self.kind(from), self.kind(to))
        else {
            return None;
        };
        let Expr::Template(_, list) = self.ast[written] else { return None };
        if store != other {
            return None;
        }
        if has != wants {
            let is_open = matches!(
                has,
                AddressSpace::Function
                    | AddressSpace::Private
                    | AddressSpace::Workgroup
                    | AddressSpace::Uniform
            );
            let space = self.ast[list].first().filter(|_| is_open)?;
            let edit = vec![(self.span(*space), has.name().to_owned())];
            return Some((format!("declare the parameter in address space `{}`", has.name()), edit));
        }
        let edit = match self.ast[list] {
            [_, ty] => (Span::new(self.span(ty).hi, self.span(ty).hi), format!(", {}", access.name())),
            [_, _, mode] => (self.span(mode), access.name().to_owned()),
            _ => return None,
        };
        Some((format!("declare the parameter with access mode `{}`", access.name()), vec![edit]))
    }

    fn conversion(&self, id: ExprId, from: TypeId, to: TypeId) -> Change {
        let (has, constructor) = (self.print(from), self.constructor_name(to));
        let words = format!("convert the `{has}` with `{constructor}(…)`");
        (words, self.wrap(id, &format!("{constructor}("), ")"))
    }

    /// The shortest name of a scalar or vector type in this edition.
    fn constructor_name(&self, ty: TypeId) -> String {
        match self.kind(ty) {
            TypeKind::Vector(size, scalar)
                if self.terms.edition == Edition::Current && !scalar.is_abstract() =>
            {
                match scalar {
                    Scalar::Bool => format!("vec{size}<bool>"),
                    _ => format!("vec{size}{}", &scalar.name()[..1]),
                }
            }
            _ => self.print(ty),
        }
    }

    /// Puts an expression between two texts. A parenthesized expression keeps its parentheses: they become the call's.
    pub(super) fn wrap(&self, id: ExprId, before: &str, behind: &str) -> Vec<(Span, String)> {
        let span = self.span(id);
        if let (Expr::Paren(_), Some(constructor), ")") = (self.ast[id], before.strip_suffix('('), behind) {
            return vec![(Span::new(span.lo, span.lo), constructor.to_owned())];
        }
        vec![
            (Span::new(span.lo, span.lo), before.to_owned()),
            (Span::new(span.hi, span.hi), behind.to_owned()),
        ]
    }

    /// Swaps the first two arguments, such as a sampler that stands before its texture.
    pub(super) fn swapped(&mut self, operands: Operands<'_>) -> Option<Change> {
        let ([first, second, ..], [_, _, ..]) = (operands.ids, operands.typed) else { return None };
        let mut typed = operands.typed.to_vec();
        typed.swap(0, 1);
        self.resolve_overload(operands.function, operands.template, &typed).ok()?;
        let text = |id: ExprId| self.syntax.text(self.span(id)).to_owned();
        let edits = vec![(self.span(*first), text(*second)), (self.span(*second), text(*first))];
        Some(("swap the first two arguments".to_owned(), edits))
    }

    /// Declares the sampler of a call as one of the other kind.
    pub(super) fn other_sampler(&mut self, operands: Operands<'_>) -> Option<Change> {
        let kinds = operands.typed.iter().map(|operand| self.kind(operand.ty));
        let (index, wanted, name) = kinds.enumerate().find_map(|(index, kind)| match kind {
            TypeKind::Sampler => Some((index, TypeKind::SamplerComparison, "sampler_comparison")),
            TypeKind::SamplerComparison => Some((index, TypeKind::Sampler, "sampler")),
            _ => None,
        })?;
        let declared = self.ast[self.named_variable(*operands.ids.get(index)?)?].ty?;
        let ty = self.meaning.types.intern(wanted);
        let fits = self.takes(operands, index, ty);
        fits.then(|| (format!("declare it as `{name}`"), vec![(self.span(declared), name.to_owned())]))
    }

    /// Adds a last argument of 0, such as the level of a texture.
    pub(super) fn completed(&mut self, operands: Operands<'_>, name: &str) -> Option<Change> {
        let mut typed = operands.typed.to_vec();
        typed
            .push(Typed::staged(TypeId::scalar(Scalar::AbstractInt), crate::meaning::EvaluationStage::Const));
        self.resolve_overload(operands.function, operands.template, &typed).ok()?;
        let end = self.span(*operands.ids.last()?).hi;
        Some((format!("pass `{name}`, such as 0"), vec![(Span::new(end, end), ", 0".to_owned())]))
    }
}

/// The type of a scalar, or of the components of a vector.
const fn component(kind: TypeKind) -> Option<Scalar> {
    match kind {
        TypeKind::Scalar(scalar) | TypeKind::Vector(_, scalar) => Some(scalar),
        _ => None,
    }
}

/// Returns true if a conversion of numbers changes anything.
const fn is_convertible(from: Scalar, to: Scalar) -> bool {
    !matches!(from, Scalar::Bool) && !from.is_abstract() && from as u8 != to as u8
}
