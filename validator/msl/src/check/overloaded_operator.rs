//! Operators that functions of the program define for its structures and enumerations. C++14 (over.match.oper)

use super::convert::Rank;
use super::member_call::CalledObject;
use super::operator::promoted;
use super::overload::{Best, Candidate, is_better};
use super::scope::{Declarer, Entity, Found};
use super::{Checker, Typed};
use crate::diagnostic::Diagnostic;
use crate::meaning::Callee;
use crate::types::{Overloads, Type, TypeId};
use cxx_validator::ast::{BinaryOperator, Expr, ExprId, List, UnaryOperator};
use cxx_validator::names::Symbol;
use msl_spec::{ValueType, rules};

/// Operators that only members define.
const OF_MEMBERS: [&str; 4] = ["()", "[]", "=", "->"];

/// Operators of the language that take numbers, to which operands convert.
const BUILTIN: [&str; 18] =
    ["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", "==", "!=", "<", ">", "<=", ">=", "~", "!"];

/// A function that defines an operator, with the ranks of the conversions of all operands.
pub(super) struct Definition {
    pub(super) candidate: Candidate,
    ranks: Vec<Rank>,
    is_member: bool,
}

impl Checker<'_> {
    /// The result of an operator that a function of the program defines for these operands; `None` if it is the built-in operator.
    /// The operands of `x++` have a number at their end, which is not written.
    pub(super) fn overloaded(
        &mut self,
        id: ExprId,
        mark: &str,
        operands: &[ExprId],
        typed: &[Option<Typed>],
    ) -> Option<Typed> {
        let is_own =
            |typed: &Typed| matches!(self.types.get(typed.ty), Type::Structure(_) | Type::Enumeration(..));
        let is_error = |typed: &Typed| self.types.is_error(typed.ty);
        if !typed.iter().flatten().any(is_own) || typed.iter().flatten().any(is_error) {
            return None;
        }
        let symbol = self.names.find(&format!("operator{mark}"))?;
        let list = operands.get(1..).unwrap_or_default();
        let definitions = self.definitions(mark, symbol, list, typed);
        let viable: Vec<(usize, Vec<Rank>)> =
            definitions.iter().map(|definition| definition.ranks.clone()).enumerate().collect();
        let candidates: Vec<Candidate> =
            definitions.iter().map(|definition| definition.candidate.clone()).collect();
        let chosen = self.choose(&candidates, &viable);
        let chosen = match self.builtin_ranks(mark, typed) {
            Some(builtin) => among_builtin(chosen, (&candidates, &viable), &builtin),
            None => chosen,
        };
        let has_none = chosen == Best::None && self.builtin_ranks(mark, typed).is_none();
        match chosen {
            Best::None
                if has_none && self.is_operator_for_other_target(id, (mark, symbol), (operands, typed)) =>
            {
                Some(Typed::ERROR)
            }
            Best::None => None,
            Best::One(index)
                if mark == "=" && self.is_implicit_better(&definitions[index].candidate, typed) =>
            {
                None
            }
            Best::One(index) => {
                let called = (symbol, self.span(id));
                self.check_member_covered(definitions[index].candidate.function, called, |checker| {
                    let all = checker.without_restrictions(|it| it.definitions(mark, symbol, list, typed));
                    all.into_iter().map(|definition| definition.candidate.function).collect()
                });
                Some(self.call_definition(id, &definitions[index], operands, typed))
            }
            Best::Several if self.have_unknown_types(&candidates, &viable) => Some(Typed::ERROR),
            Best::Several => {
                let message =
                    format!("ambiguous call: several functions `operator{mark}` match equally well");
                self.error(rules::CALL_UNAMBIGUOUS, self.span(id), message);
                Some(Typed::ERROR)
            }
        }
    }

    /// The functions that define an operator for these operands. The first operand is not in the list.
    pub(super) fn definitions(
        &mut self,
        mark: &str,
        symbol: Symbol,
        list: &[ExprId],
        typed: &[Option<Typed>],
    ) -> Vec<Definition> {
        let mut definitions = self.member_definitions(symbol, list, typed);
        if !OF_MEMBERS.contains(&mark) {
            definitions.extend(self.free_definitions(symbol, typed));
        }
        definitions
    }

    /// Returns true if the implicit assignment of a structure is better than a function that the program defines: a template, or a function for a base, is no
    /// copy assignment operator. C++14 (class.copy) 17, 18
    fn is_implicit_better(&self, candidate: &Candidate, typed: &[Option<Typed>]) -> bool {
        let [Some(target), Some(value)] = *typed else { return false };
        let Some(parameter) = candidate.signature.parameters.first() else { return false };
        let parameter = match self.types.get(*parameter) {
            Type::Reference(object) if object.ty == target.ty && !object.is_const => return false,
            Type::Reference(object) => object.ty,
            _ => *parameter,
        };
        value.ty == target.ty && (parameter != target.ty || self.ast.is_template(candidate.function))
    }

    /// The ranks of the conversions to the operands of the best operator of the language, which takes part in the choice; `None` if there is
    /// none. C++14 (over.built)
    fn builtin_ranks(&self, mark: &str, typed: &[Option<Typed>]) -> Option<Vec<Rank>> {
        BUILTIN.contains(&mark).then(|| typed.iter().map(|typed| self.builtin_rank((*typed)?)).collect())?
    }

    fn builtin_rank(&self, typed: Typed) -> Option<Rank> {
        match self.types.get(typed.ty) {
            Type::Value(ValueType::Scalar(scalar)) if promoted(scalar) != scalar => Some(Rank::Promotion),
            Type::Value(_) | Type::Pointer(_) => Some(Rank::Exact),
            Type::Enumeration(id, _) if !self.ast[id].is_scoped => Some(Rank::Promotion),
            Type::Structure(_) => self.builtin_conversion(typed).map(|_| Rank::Defined(None)),
            _ => None,
        }
    }

    /// The functions of the first operand that take the others.
    fn member_definitions(
        &mut self,
        symbol: Symbol,
        list: &[ExprId],
        typed: &[Option<Typed>],
    ) -> Vec<Definition> {
        let Some((Some(object), others)) = typed.split_first() else { return Vec::new() };
        let called = CalledObject::of(*object);
        let is_own = self.has_operator(object.ty, symbol);
        let functions =
            if is_own { self.functions_of_call(object.ty, symbol, others, false) } else { Vec::new() };
        let mut definitions = Vec::new();
        for candidate in self.candidates_among(&functions, others, None) {
            let Some(rank) = self.object_rank(called, candidate.function) else { continue };
            let Some(ranks) = self.ranks(&candidate.signature, list, others) else { continue };
            let ranks = [rank].into_iter().chain(ranks).collect();
            definitions.push(Definition { candidate, ranks, is_member: true });
        }
        definitions
    }

    /// Returns true if member functions define an operator for a structure: also functions of bases, except for an assignment, which each structure has
    /// itself. C++14 (over.ass) 1
    fn has_operator(&self, ty: TypeId, symbol: Symbol) -> bool {
        let is_hidden =
            self.text(symbol) == "operator=" && self.scopes.declarer(ty, symbol, true) != Declarer::One(ty);
        !is_hidden && self.has_functions(ty, symbol)
    }

    /// The functions of namespaces that take the operands: those in scope, and those next to the types of the operands.
    fn free_definitions(&mut self, symbol: Symbol, typed: &[Option<Typed>]) -> Vec<Definition> {
        let mut functions = match self.scopes.find(symbol) {
            Found::Entity(Entity::Functions(found)) => found,
            Found::Entity(_) | Found::Ambiguous | Found::Library | Found::LibraryWithoutNamespace => {
                Overloads::default()
            }
        };
        for typed in typed.iter().flatten() {
            for ty in self.associated_types(*typed) {
                functions.join(self.scopes.functions_beside(ty, symbol));
            }
        }
        let mut definitions = Vec::new();
        let functions = self.functions_for(&functions, typed, false);
        let mut candidates = self.candidates(&functions, typed, None);
        self.add_friends(symbol, typed, None, &mut candidates);
        for candidate in candidates {
            if let Some(ranks) = self.ranks(&candidate.signature, &[], typed) {
                definitions.push(Definition { candidate, ranks, is_member: false });
            }
        }
        definitions
    }

    fn call_definition(
        &mut self,
        id: ExprId,
        definition: &Definition,
        operands: &[ExprId],
        typed: &[Option<Typed>],
    ) -> Typed {
        let Definition { candidate, is_member, .. } = definition;
        let (function, span) = (self.ast[candidate.function], self.span(id));
        let first = usize::from(*is_member);
        self.check_deleted(candidate, span);
        if let Some(owner) = candidate.owner {
            let object = typed.first().copied().flatten().filter(|_| *is_member).map(|it| it.ty);
            let naming = object.unwrap_or(owner);
            if *is_member {
                self.check_base_class(span, naming, owner);
            }
            self.check_function_accessible(naming, (owner, candidate.function), object, span);
        }
        self.pass(&operands[first..], &typed[first..], &candidate.signature.parameters);
        let is_evaluated = self.function.unevaluated == 0;
        if let Some(instance) = self.instance_of(candidate, span) {
            self.function.calls.extend(is_evaluated.then_some((instance, span)));
            self.note_callee(id, Callee::Function(instance));
        } else {
            // A member without a body is defined outside of its structure, which was reported there.
            if is_evaluated && (!is_member || function.body.is_some()) {
                self.function.later.push((candidate.function, span));
            }
            self.note_later_callee(id, candidate, span);
        }
        let result = self.result_type(candidate, span);
        self.result_of_call(candidate.function, result)
    }

    /// `left = right` and `left += right` by a function of the program.
    pub(super) fn overloaded_assignment(
        &mut self,
        id: ExprId,
        operator: Option<BinaryOperator>,
        (left, target): (ExprId, Typed),
        right: ExprId,
    ) -> Option<Typed> {
        let mark = format!("{}=", operator.map_or("", BinaryOperator::name));
        self.names.find(&format!("operator{mark}"))?;
        if let Expr::Braces(_) = self.ast[right] {
            return self.assigned_list(&mark, target, right);
        }
        let value = self.expression(right);
        self.overloaded(id, &mark, &[left, right], &[Some(target), Some(value)])
    }

    /// `left = {…}`: reports that the checker does not support it yet if a function of the program takes the values as `initializer_list`.
    fn assigned_list(&mut self, mark: &str, target: Typed, right: ExprId) -> Option<Typed> {
        let symbol = self.names.find(&format!("operator{mark}"))?;
        let functions = self.member_functions_named(target.ty, symbol);
        let takes_list = functions.iter().any(|function| {
            let signature =
                self.member_signatures.get(&(target.ty, *function)).or_else(|| self.functions.get(function));
            signature.is_some_and(|known| known.parameters.iter().any(|ty| self.is_initializer_list(*ty)))
        });
        takes_list.then(|| {
            self.unsupported_initializer_list(right);
            Typed::ERROR
        })
    }

    /// A call of an object: `operator()`.
    pub(super) fn call_object(&mut self, id: ExprId, callee: ExprId, list: List<ExprId>) -> Option<Typed> {
        self.names.find("operator()")?;
        if !self.is_object(callee) {
            return None;
        }
        let object = self.expression(callee);
        let arguments = self.ast[list].to_vec();
        let typed: Vec<Option<Typed>> =
            [Some(object)].into_iter().chain(self.argument_types(&arguments)).collect();
        if typed.iter().flatten().any(|typed| self.types.is_error(typed.ty)) {
            return Some(Typed::ERROR);
        }
        let operands: Vec<ExprId> = [callee].into_iter().chain(arguments).collect();
        let result = self.overloaded(id, "()", &operands, &typed);
        Some(result.unwrap_or_else(|| {
            if self.check_kernel_called((object, self.span(id)), &typed[1..]) {
                return Typed::ERROR;
            }
            let message = format!("`{}` can't be called with these arguments", self.types.print(object.ty));
            let found = Diagnostic::error(rules::CALL_MATCH, self.span(id), message);
            let found = self.with_space_of_operator(found, "()", object);
            self.report(found);
            Typed::ERROR
        }))
    }

    /// Returns true if what is called is an object of a structure with `operator()`, not the name of a function.
    fn is_object(&mut self, callee: ExprId) -> bool {
        let ty = match self.ast[callee] {
            Expr::Error => return false,
            Expr::Name(name) => {
                let name = self.ast[name].name;
                let member = self.member_outside_body(name);
                let found = || match self.scopes.find(name) {
                    Found::Entity(Entity::Variable(_, object, _) | Entity::Member(object)) => Some(object),
                    _ => None,
                };
                let Some(object) = member.or_else(found) else { return false };
                object.ty
            }
            Expr::Member(base, member) | Expr::Arrow(base, member) => {
                let ty = self.expression(base).ty;
                let ty = match self.types.get(ty) {
                    Type::Pointer(object) => object.ty,
                    _ => ty,
                };
                let Some(number) = self.types.structure_number(ty) else { return false };
                let Some(member) = self.find_member(number, member) else { return false };
                member.ty
            }
            _ => self.expression(callee).ty,
        };
        let ty = match self.types.get(ty) {
            Type::Reference(object) => object.ty,
            _ => ty,
        };
        // A reference only names a type.
        self.make(ty, self.span(callee));
        self.defines(ty, "operator()")
    }

    /// Returns true if a type has a member function with a name.
    pub(super) fn defines(&self, ty: TypeId, name: &str) -> bool {
        let Some(symbol) = self.names.find(name) else { return false };
        self.has_operator(ty, symbol)
    }
}

/// The choice among functions and the operator of the language, whose operands have these ranks: [`Best::None`] is the operator. A function that is
/// as good as the operator makes the expression ambiguous, unless a template makes the function. C++14 (over.match.best)
fn among_builtin(
    chosen: Best,
    (candidates, viable): (&[Candidate], &[(usize, Vec<Rank>)]),
    builtin: &[Rank],
) -> Best {
    let is_builtin_better = |(index, ranks): &(usize, Vec<Rank>)| {
        let is_tied = ranks.iter().zip(builtin).all(|(one, other)| one.compare(*other).is_eq());
        is_better(builtin, ranks) || is_tied && !candidates[*index].arguments.is_empty()
    };
    let is_beaten =
        |index: usize| viable.iter().any(|(own, ranks)| *own == index && is_better(ranks, builtin));
    match chosen {
        Best::One(index) if is_beaten(index) => chosen,
        Best::None => Best::None,
        Best::One(_) | Best::Several if viable.iter().all(is_builtin_better) => Best::None,
        Best::One(_) | Best::Several => Best::Several,
    }
}

/// The spelling of an operator before its operand.
pub(super) const fn mark(operator: UnaryOperator) -> &'static str {
    match operator {
        UnaryOperator::Plus => "+",
        UnaryOperator::Negate => "-",
        UnaryOperator::Not => "!",
        UnaryOperator::Complement => "~",
        UnaryOperator::Dereference => "*",
        UnaryOperator::AddressOf => "&",
        UnaryOperator::Increment => "++",
        UnaryOperator::Decrement => "--",
    }
}
