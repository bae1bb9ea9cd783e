//! Switch statements. <https://www.w3.org/TR/WGSL/#switch-statement>

use super::Checker;
use crate::ast::{ExprId, List, Selector, Stmt, StmtId, SwitchClause};
use crate::diagnostic::{Applicability, Diagnostic};
use crate::meaning::{Behavior, EvaluationStage, Typed};
use crate::types::{TypeId, TypeKind};
use rustc_hash::FxHashMap;
use shader_source::Span;
use wgsl_spec::{Edition, Limit, rules};

impl Checker<'_> {
    /// Checks a switch with its clauses.
    pub(super) fn switch(&mut self, id: StmtId, selector: ExprId, clauses: List<SwitchClause>) -> Behavior {
        let ty = self.selector_type(selector, clauses);
        self.selector_values(ty, clauses);
        self.defaults(id, clauses);
        let ast = self.ast;
        let mut behavior = Behavior::NONE;
        self.body.open_brace();
        for clause in &ast[clauses] {
            behavior = behavior.with(self.block(clause.body));
        }
        self.body.close_brace();
        self.last_clause(clauses);
        behavior = behavior.without(Behavior::FALLTHROUGH);
        if behavior.contains(Behavior::BREAK) {
            behavior.with(Behavior::NEXT).without(Behavior::BREAK)
        } else if behavior == Behavior::NONE {
            Behavior::NEXT
        } else {
            behavior
        }
    }

    /// Control can't fall through the last clause, and there are not too many selectors.
    fn last_clause(&mut self, clauses: List<SwitchClause>) {
        let ast = self.ast;
        if let Some(clause) = ast[clauses].last()
            && let Some(last) = ast[ast[clause.body].statements].last()
            && let Stmt::Fallthrough = ast[*last]
        {
            self.error(
                rules::STMT_SWITCH_FALLTHROUGH,
                ast.stmt_span(*last),
                "no clause follows this one to fall through to",
            );
        }
        let selectors = ast[clauses].iter().flat_map(|clause| &ast[clause.selectors]);
        // The draft does not count the default.
        let count = match self.terms.edition {
            Edition::Current => selectors.count(),
            Edition::Draft2022 => selectors.filter_map(|selector| selector.case()).count(),
        };
        if let Some(first) = ast[clauses].first() {
            self.limit(Limit::SwitchCases, count as u64, first.span);
        }
    }

    /// The one concrete integer type of the selector and all case selectors.
    fn selector_type(&mut self, selector: ExprId, clauses: List<SwitchClause>) -> TypeId {
        let typed = self.value(selector);
        let ast = self.ast;
        let mut common = typed.ty;
        if !self.is_selector(selector, typed) {
            common = TypeId::ERROR;
        }
        for clause in &ast[clauses] {
            for case in ast[clause.selectors].iter().filter_map(|selector| selector.case()) {
                let case_typed = self.value(case);
                if !self.is_selector(case, case_typed) || common == TypeId::ERROR {
                    continue;
                }
                if case_typed.stage != EvaluationStage::Const {
                    self.not_const(rules::STMT_SWITCH_CONST_SELECTORS, case, "a case selector");
                }
                if self.rank(case_typed.ty, common).is_some() {
                    continue;
                }
                if self.rank(common, case_typed.ty).is_some() {
                    common = case_typed.ty;
                    continue;
                }
                let (has, wants) = (self.print(case_typed.ty), self.print(common));
                let change = match self.kind(common) {
                    TypeKind::Scalar(scalar) => self.other_literal(case, scalar),
                    _ => None,
                };
                self.report(Self::with_change(
                    Diagnostic::error(
                        rules::STMT_SWITCH_TYPE,
                        self.span(case),
                        format!(
                            "the selector and all cases must have the same type, found `{has}` and `{wants}`"
                        ),
                    )
                    .label(self.span(selector), "the selector"),
                    change,
                    Applicability::Unsafe,
                ));
            }
        }
        let common = self.concrete(common);
        self.convert(selector, typed, common);
        common
    }

    fn is_selector(&mut self, id: ExprId, typed: Typed) -> bool {
        match typed.ty {
            TypeId::ERROR => false,
            TypeId::ABSTRACT_INT | TypeId::I32 | TypeId::U32 => true,
            other => {
                let has = self.print(other);
                self.error(
                    rules::STMT_SWITCH_TYPE,
                    self.span(id),
                    format!("a selector must be of type `i32` or `u32`, found `{has}`"),
                );
                false
            }
        }
    }

    /// No two cases have the same value.
    fn selector_values(&mut self, ty: TypeId, clauses: List<SwitchClause>) {
        let ast = self.ast;
        let mut seen: FxHashMap<i64, Span> = FxHashMap::default();
        for clause in &ast[clauses] {
            for case in ast[clause.selectors].iter().filter_map(|selector| selector.case()) {
                let typed = self.meaning[case];
                let Some(converted) = self.convert(case, typed, ty) else { continue };
                let Some(constant) = converted.constant else { continue };
                let value = self.integer_value(converted.ty, constant);
                if let Some(first) = seen.insert(value, self.span(case)) {
                    self.report(
                        Diagnostic::error(
                            rules::STMT_SWITCH_UNIQUE,
                            self.span(case),
                            format!("duplicate case {value}"),
                        )
                        .label(first, "here"),
                    );
                }
            }
        }
    }

    /// Exactly one clause is the default one.
    fn defaults(&mut self, id: StmtId, clauses: List<SwitchClause>) {
        let ast = self.ast;
        let mut first: Option<Span> = None;
        for clause in &ast[clauses] {
            let mut is_in_list = false;
            for selector in &ast[clause.selectors] {
                let Selector::Default(span) = *selector else { continue };
                if let Some(first) = first {
                    let rule = if is_in_list {
                        rules::STMT_SWITCH_DEFAULT_ONCE_PER_LIST
                    } else {
                        rules::STMT_SWITCH_ONE_DEFAULT
                    };
                    let message = "a switch can only have one default clause";
                    self.report(Diagnostic::error(rule, span, message).label(first, "the first one is here"));
                } else {
                    first = Some(span);
                }
                is_in_list = true;
            }
        }
        if first.is_none() {
            let closer = ast.stmt_span(id).hi.saturating_sub(1);
            let closer = Span::new(closer, closer);
            self.report(
                Diagnostic::error(
                    rules::STMT_SWITCH_ONE_DEFAULT,
                    ast.stmt_span(id),
                    "missing default clause in this switch",
                )
                .suggest(
                    "add a `default` clause",
                    vec![(closer, " default {} ".to_owned())],
                    Applicability::Safe,
                ),
            );
        }
    }
}
