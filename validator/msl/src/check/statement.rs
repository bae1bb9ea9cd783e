//! Statements.

use super::amp::Special;
use super::default_value::Without;
use super::scope::Entity;
use super::{Checker, FunctionKind, Purpose, Typed, Value};
use crate::diagnostic::Diagnostic;
use crate::interface::EntryPointKind;
use crate::typed::evaluate::Failure;
use crate::types::{Object, Type, TypeId};
use cxx_validator::ast::{
    Expr, ExprId, List, Literal, Stmt, StmtId, SwitchClause, TypeSyntax, Variable, VariableId,
};
use cxx_validator::names::Symbol;
use msl_spec::{AddressSpace, Enumeration, Scalar, ValueType, rules};
use rustc_hash::FxHashMap;
use shader_source::Span;

impl Checker<'_> {
    pub(super) fn statement(&mut self, id: StmtId) {
        let span = self.ast.stmt_span(id);
        if self.enter(span) {
            self.statement_here(id, span);
            self.leave();
        }
    }

    fn statement_here(&mut self, id: StmtId, span: Span) {
        match self.ast[id] {
            Stmt::Error => {
                self.function.has_mistake = true;
                self.note_unread(span);
            }
            Stmt::Empty => {}
            Stmt::Block(list) => {
                let mark = self.scopes.open();
                for statement in self.ast[list].iter().copied() {
                    self.statement(statement);
                }
                self.scopes.close(mark);
            }
            Stmt::Variables(list) => self.with_declarators(|checker| {
                for variable in checker.ast[list].iter().copied() {
                    checker.local(variable);
                }
            }),
            Stmt::Declaration(decl) => self.declaration(decl),
            Stmt::Expression(expression) => _ = self.expression(expression),
            Stmt::If(..) => self.branches(id),
            Stmt::While(condition, body) => {
                self.condition(condition);
                self.loop_body(body, Some(condition));
            }
            Stmt::DoWhile(body, condition) => {
                self.loop_body(body, None);
                self.condition(condition);
            }
            Stmt::For { initializer, condition, update, body } => {
                let mark = self.scopes.open();
                if let Some(initializer) = initializer {
                    self.statement(initializer);
                }
                if let Some(condition) = condition {
                    self.condition(condition);
                }
                if let Some(update) = update {
                    self.expression(update);
                }
                self.loop_body(body, condition);
                self.scopes.close(mark);
            }
            Stmt::ForRange { variable, range, body } => self.for_range(variable, range, body),
            Stmt::Switch(selector, clauses) => self.switch(selector, clauses),
            Stmt::Break => {
                if self.function.loops + self.function.switches == 0 {
                    self.error(
                        rules::STATEMENT_BREAK_ENCLOSED,
                        span,
                        "`break` is only allowed in a loop or `switch`",
                    );
                }
            }
            Stmt::Continue => {
                if self.function.loops == 0 {
                    self.error(
                        rules::STATEMENT_CONTINUE_ENCLOSED,
                        span,
                        "`continue` is only allowed in a loop",
                    );
                }
            }
            Stmt::Return(value) => self.return_statement(value, span),
        }
    }

    /// Checks an `if` with its `else if`s, in a loop: each condition applies to the branches after it. Clang has the `if constexpr` of C++17 in C++14,
    /// too: an instance of a template has only the branch that its constant condition chooses.
    fn branches(&mut self, id: StmtId) {
        let before = self.function.conditions.len();
        let mut rest = id;
        while let Stmt::If(condition, accept, reject) = self.ast[rest] {
            let typed = self.condition(condition);
            self.check_constant_condition(condition, typed);
            self.function.conditions.push(condition);
            let chosen = self.chosen_branch(condition);
            if chosen == Some(false) {
                self.function.discarded.insert(accept);
            } else {
                self.scoped(accept);
            }
            let Some(reject) = reject else { break };
            if chosen == Some(true) {
                self.function.discarded.insert(reject);
                break;
            }
            if !matches!(self.ast[reject], Stmt::If(..)) {
                self.scoped(reject);
            }
            rest = reject;
        }
        self.function.conditions.truncate(before);
    }

    /// Reports the condition of `if constexpr` that is not a constant. C++17 (stmt.if) 2
    fn check_constant_condition(&mut self, condition: ExprId, typed: Typed) {
        if !self.ast.constant_conditions.contains(&condition) || self.types.is_error(typed.ty) {
            return;
        }
        match self.value_of(condition, typed) {
            // A value that can't be computed here chooses no branch: both are checked.
            Ok(_) | Err(Failure::Unknown | Failure::Spent) => {}
            Err(failure @ (Failure::NotConstant | Failure::NotConstexpr | Failure::Undefined(..))) => {
                let message = "the condition of `if constexpr` must be a constant expression";
                self.report_no_value(condition, failure, (rules::CONDITION_CONSTANT, message));
            }
        }
    }

    /// Returns the value of the condition of `if constexpr` in an instance of a template.
    fn chosen_branch(&self, condition: ExprId) -> Option<bool> {
        let is_chosen = self.function.is_of_template && self.ast.constant_conditions.contains(&condition);
        self.known(condition).filter(|_| is_chosen)?.value.map(Value::truth)
    }

    fn scoped(&mut self, body: StmtId) {
        let mark = self.scopes.open();
        self.statement(body);
        self.scopes.close(mark);
    }

    pub(super) fn loop_body(&mut self, body: StmtId, condition: Option<ExprId>) {
        self.function.loops += 1;
        let before = self.function.conditions.len();
        self.function.conditions.extend(condition);
        self.scoped(body);
        self.function.conditions.truncate(before);
        self.function.loops -= 1;
    }

    /// A variable of a function. Sections 4.4 and 5.3
    pub(super) fn local(&mut self, id: VariableId) {
        let variable = self.ast[id];
        let Some(name) = variable.name else {
            self.local_union(id, &variable);
            return;
        };
        self.check_reserved(name, variable.name_span);
        if let Some(span) = variable.static_span.filter(|_| !self.is_amp()) {
            self.error(
                rules::VARIABLE_STATIC_PROGRAM_SCOPE,
                span,
                "`static` is only allowed outside of functions",
            );
        }
        if let Some(initializer) = variable.initializer.filter(|_| variable.is_extern) {
            let message = "an `extern` variable in a function can't have an initializer";
            self.error(rules::GRAMMAR_SPECIFIERS, self.span(initializer), message);
        }
        if self.declares_function(&variable) {
            self.local_function(id, &variable, name);
            return;
        }
        let (object, value) = self.variable(id, &variable, None);
        if variable.initializer.is_none() && object.space == AddressSpace::Thread && !variable.is_extern {
            self.begin_without(Without::Initializer, object.ty, variable.name_span);
            self.check_host_variable(object.ty, variable.name_span);
            self.check_special(Special::DefaultConstructor, object.ty, variable.name_span);
        }
        if self.is_amp() {
            if let Some(copied) = variable.initializer.and_then(|it| self.copied(it))
                && copied.ty == object.ty
                && !self.function.references.contains(&id)
            {
                self.check_special(Special::CopyConstructor, object.ty, variable.name_span);
            }
            self.check_amp_local(id, &variable, object);
        } else if !self.function.references.contains(&id) {
            self.check_local(&variable, object);
        }
        self.function.locals.insert(id, object);
        let object = self.flat(object);
        let before = self.scopes.declare_local(name, Entity::Variable(id, object, value));
        // Its initializer declared it without a value.
        let before = before.filter(|before| !matches!(before, Entity::Variable(own, ..) if *own == id));
        // `MACRO v[i] = 1;` with a macro of a skipped header declares nothing.
        if !self.is_amp() || !self.types.is_error(object.ty) {
            self.check_hiding(before.as_ref(), name, variable.name_span);
        }
        // Which of two types is meant is not known: no use of it is reported.
        if matches!(before, Some(Entity::Variable(_, earlier, _)) if earlier.ty != object.ty) {
            let object = Object { ty: TypeId::ERROR, ..object };
            self.scopes.declare_local(name, Entity::Variable(id, object, None));
        }
    }

    /// Returns true for `S s();`, which looks like a variable with an empty list of arguments. C++14 (stmt.ambig) 1, (dcl.ambig.res)
    fn declares_function(&self, variable: &Variable) -> bool {
        let list =
            variable.initializer.filter(|_| variable.is_direct).map(|initializer| self.ast[initializer]);
        matches!(list, Some(Expr::Braces(items)) if self.ast[items].is_empty())
    }

    /// Declares a function without parameters in a block. It is not an object, and a call of it is not supported.
    fn local_function(&mut self, id: VariableId, variable: &Variable, name: Symbol) {
        // The result of `auto a();` is known where the function is defined. C++14 (dcl.spec.auto) 2
        let is_auto = self.is_auto(variable.ty);
        let result = if is_auto { TypeId::ERROR } else { self.qualified_type(variable.ty).ty };
        let is_known = is_auto || !self.types.is_error(result);
        let ty = if is_known { self.types.function(Vec::new(), result) } else { TypeId::ERROR };
        let object =
            Object { ty, space: AddressSpace::Thread, is_const: true, is_volatile: false, is_rvalue: false };
        let before = self.scopes.declare_local(name, Entity::Variable(id, object, None));
        self.check_redeclared(before.as_ref(), name, variable.name_span);
    }

    /// Declares the members of an object without a name in the block: `union { int a; float b; };`. C++14 (class.union) 5
    fn local_union(&mut self, id: VariableId, variable: &Variable) {
        let (object, _) = self.variable(id, variable, None);
        self.function.locals.insert(id, object);
        self.check_members_without_name(object.ty);
        let Some(number) = self.types.structure_number(object.ty) else { return };
        let mut names: Vec<Symbol> = self.types.names_within(object.ty).collect();
        names.sort_unstable();
        for name in names {
            let Some(member) = self.find_member(number, name).cloned() else { continue };
            let part = self.member_object(&member, object);
            let before = self.scopes.declare_local(name, Entity::Variable(id, part, None));
            self.check_redeclared(before.as_ref(), name, member.span);
        }
    }

    fn check_local(&mut self, variable: &Variable, object: Object) {
        let span = variable.name_span;
        if self.types.is_error(object.ty) {
            return;
        }
        match object.space {
            AddressSpace::Device => {
                self.error(
                    rules::VARIABLE_LOCAL_NOT_DEVICE,
                    span,
                    "a variable in a function can't be in `device` memory",
                );
            }
            AddressSpace::Constant if !variable.is_extern => {
                let message = "`constant` variables are only allowed outside of functions";
                self.report(Diagnostic::error(rules::VARIABLE_LOCAL_NOT_CONSTANT, span, message).warning());
            }
            AddressSpace::Threadgroup => self.check_threadgroup(variable, span),
            AddressSpace::Constant
            | AddressSpace::Thread
            | AddressSpace::ThreadgroupImageblock
            | AddressSpace::RayData
            | AddressSpace::ObjectData => {}
        }
        match self.types.get(object.ty) {
            Type::Texture(_, _, access)
                if !matches!(access, msl_spec::Access::Sample | msl_spec::Access::Read) =>
            {
                let message = format!(
                    "a texture variable in a function must have access `sample` or `read`, found `{}`",
                    access.name()
                );
                self.error(rules::TEXTURE_LOCAL_ACCESS, span, message);
            }
            Type::Class(msl_spec::Class::Sampler) if !variable.is_constexpr && variable.is_direct => {
                self.error(
                    rules::SAMPLER_CONSTEXPR,
                    span,
                    "a sampler declared in the program must be `constexpr`",
                );
            }
            Type::ArrayRef(_) => {
                self.error(
                    rules::ARRAY_REF_PLACE,
                    span,
                    "an `array_ref` is only allowed as a parameter of a function",
                );
            }
            Type::Value(_) | Type::Structure(_)
                if object.is_const
                    && variable.initializer.is_none()
                    && !variable.is_extern
                    && !self.begins_with_values(object.ty) =>
            {
                self.error(
                    rules::VARIABLE_CONST_INITIALISED,
                    span,
                    "a `const` variable must have an initializer",
                );
            }
            _ => {}
        }
    }

    /// Section 4.4: memory of the threadgroup is declared in kernels.
    fn check_threadgroup(&mut self, variable: &Variable, span: Span) {
        match self.function.kind {
            Some(FunctionKind::Entry(EntryPointKind::Vertex | EntryPointKind::Fragment)) => {
                let message = "`threadgroup` variables are not allowed in vertex and fragment functions";
                self.error(rules::THREADGROUP_NOT_IN_GRAPHICS, span, message);
            }
            Some(FunctionKind::Plain) => {
                let message = "`threadgroup` variables are only allowed in kernels";
                self.report(Diagnostic::error(rules::THREADGROUP_IN_KERNEL, span, message).warning());
            }
            Some(FunctionKind::Entry(
                EntryPointKind::Kernel | EntryPointKind::Object | EntryPointKind::Mesh,
            ))
            | None => {}
        }
        if let Some(initializer) = variable.initializer {
            let message = "a `threadgroup` variable can't have an initializer";
            let rule = rules::CONVERSION_INITIALISATION;
            let (rule, message) = self.removed(rule, message, &crate::unsupported::THREADGROUP_INITIALIZER);
            self.error(rule, self.span(initializer), message);
        }
    }

    pub(super) fn is_reference_syntax(&mut self, id: cxx_validator::ast::TypeSyntaxId) -> bool {
        use cxx_validator::ast::TypeSyntax;
        match self.ast[id] {
            TypeSyntax::Reference(..) => true,
            TypeSyntax::Qualified(_, inner) => self.is_reference_syntax(inner),
            TypeSyntax::Name(_) | TypeSyntax::Decltype(_) => {
                let ty = self.type_of(id);
                matches!(self.types.get(ty), Type::Reference(_))
            }
            _ => false,
        }
    }

    pub(super) fn is_reference_in_syntax(&self, id: cxx_validator::ast::TypeSyntaxId) -> bool {
        use cxx_validator::ast::TypeSyntax;
        match self.ast[id] {
            TypeSyntax::Reference(..) => true,
            TypeSyntax::Qualified(_, inner) => self.is_reference_in_syntax(inner),
            _ => false,
        }
    }

    fn switch(&mut self, selector: ExprId, clauses: List<SwitchClause>) {
        let typed = self.expression(selector);
        let typed = self.builtin_operand(selector, typed);
        let selected = self.loaded_operand(selector, typed);
        let scalar = match self.types.get(selected.ty) {
            Type::Value(ValueType::Scalar(scalar)) if scalar.is_integer() || scalar == Scalar::Bool => {
                Some(scalar)
            }
            Type::Enumeration(..) => self.types.underlying(selected.ty),
            Type::LibraryEnumeration(_) | Type::Error => None,
            _ => {
                let message = format!("`switch` expects an integer, found `{}`", self.types.print(typed.ty));
                self.error(rules::SWITCH_INTEGER, self.span(selector), message);
                None
            }
        };
        self.function.switches += 1;
        self.function.conditions.push(selector);
        self.skipped_initialisations(clauses);
        let mark = self.scopes.open();
        let mut seen: FxHashMap<Option<i128>, Span> = FxHashMap::default();
        for clause in self.ast[clauses].iter().copied() {
            for label in self.ast[clause.labels].iter().copied() {
                let value = label.value.map(|value| self.label(value, selected.ty, scalar));
                let value = match value {
                    Some(None) => continue,
                    Some(value) => value,
                    None => None,
                };
                shader_source::steps::take(1);
                if let Some(first) = seen.get(&value) {
                    let what = value.map_or_else(|| "`default`".to_owned(), |value| format!("case {value}"));
                    let found =
                        Diagnostic::error(rules::CASE_UNIQUE, label.span, format!("duplicate {what}"))
                            .label(*first, "first here");
                    self.report(found);
                }
                seen.entry(value).or_insert(label.span);
            }
            for statement in self.ast[clause.statements].iter().copied() {
                self.statement(statement);
            }
        }
        self.scopes.close(mark);
        self.function.conditions.pop();
        self.function.switches -= 1;
    }

    /// Reports labels after variables that begin with a value, which a jump to the label would leave out.
    fn skipped_initialisations(&mut self, clauses: List<SwitchClause>) {
        let mut is_initialised = false;
        for clause in self.ast[clauses].iter().copied() {
            if let Some(label) = self.ast[clause.labels].first().copied()
                && is_initialised
            {
                let message = "a jump to this label skips the initialization of a variable: put the variable in a block";
                self.error(rules::CASE_SKIPS_NO_INITIALISATION, label.span, message);
                return;
            }
            is_initialised |=
                self.ast[clause.statements].iter().any(|statement| match self.ast[*statement] {
                    Stmt::Variables(list) => {
                        self.ast[list].iter().any(|variable| self.ast[*variable].initializer.is_some())
                    }
                    _ => false,
                });
        }
    }

    /// The value of a label, in the type of the selector.
    fn label(&mut self, id: ExprId, selector: TypeId, scalar: Option<Scalar>) -> Option<i128> {
        if let Type::LibraryEnumeration(enumeration) = self.types.get(selector) {
            return self.library_label(id, selector, enumeration);
        }
        let value = self.constant_integer(id, rules::CASE_CONSTANT)?;
        // A scoped enumeration converts to nothing else, and nothing else to it.
        let ty = self.expression(id).ty;
        let is_scoped = |ty| matches!(self.types.get(ty), Type::Enumeration(id, _) if self.ast[id].is_scoped);
        if ty != selector && !self.types.is_error(selector) && (is_scoped(ty) || is_scoped(selector)) {
            let message =
                format!("expected `{}`, found `{}`", self.types.print(selector), self.types.print(ty));
            self.error(rules::CASE_CONSTANT, self.span(id), message);
            return None;
        }
        let scalar = super::operator::promoted(scalar?);
        let converted = Value::Integer(value).converted(scalar).integer();
        if converted != Some(value) {
            let message = format!("`{}` can't hold {value}", scalar.name());
            self.error(rules::CASE_CONSTANT, self.span(id), message);
            return None;
        }
        converted
    }

    /// The number of an enumerator of the library among the others.
    fn library_label(&mut self, id: ExprId, selector: TypeId, enumeration: Enumeration) -> Option<i128> {
        let typed = self.expression(id);
        if typed.ty != selector {
            if !self.types.is_error(typed.ty) {
                let (wanted, has) = (self.types.print(selector), self.types.print(typed.ty));
                let message = format!("expected `{wanted}`, found `{has}`");
                self.error(rules::CASE_CONSTANT, self.span(id), message);
            }
            return None;
        }
        let name = self.last_name(id);
        let index = enumeration.enumerators().iter().position(|it| it.name == name);
        index.and_then(|index| i128::try_from(index).ok())
    }

    fn return_statement(&mut self, value: Option<ExprId>, span: Span) {
        self.function.returns = true;
        let Some(result) = self.function.result else {
            self.deduced_return(value, span);
            return;
        };
        match value {
            None if result == TypeId::VOID || self.types.is_error(result) => {}
            None => {
                let message =
                    format!("expected a value of type `{}` after `return`", self.types.print(result));
                self.error(rules::RETURN_VALUE, span, message);
            }
            Some(value) if result == TypeId::VOID => {
                let is_braces = matches!(self.ast[value], Expr::Braces(_));
                let typed = if is_braces { Typed::ERROR } else { self.expression(value) };
                if is_braces || (typed.ty != TypeId::VOID && !self.types.is_error(typed.ty)) {
                    self.error(
                        rules::RETURN_VOID,
                        self.span(value),
                        "unexpected value after `return`: this function returns `void`",
                    );
                }
            }
            Some(value) => {
                self.initialize(value, result, Purpose::Return);
                self.check_returned_local(value, result);
            }
        }
    }

    /// A `return` in a function whose result is `auto`: the first one gives the type, and the others must have the same. C++14 (dcl.spec.auto)
    fn deduced_return(&mut self, value: Option<ExprId>, span: Span) {
        let Some((syntax, known)) = self.function.deduced else { return };
        let ty = match value {
            None => TypeId::VOID,
            Some(value) if matches!(self.ast[syntax], TypeSyntax::DecltypeAuto) => {
                self.type_of_expression(value)
            }
            Some(value) => {
                let typed = self.expression(value);
                let typed = Typed { ty: self.decayed(typed), ..typed };
                match self.auto_object(syntax, typed, AddressSpace::Thread) {
                    // The object would end with the function.
                    Some(_) if self.is_reference(syntax) && typed.place.is_none() => TypeId::ERROR,
                    Some(object) if self.is_reference(syntax) => self.types.intern(Type::Reference(object)),
                    Some(object) => object.ty,
                    None => TypeId::ERROR,
                }
            }
        };
        match known {
            None => self.function.deduced = Some((syntax, Some(ty))),
            Some(known) if known == ty || self.types.is_error(known) || self.types.is_error(ty) => {}
            Some(known) => {
                let message = format!(
                    "expected `{}` as in the first `return` of this function, found `{}`",
                    self.types.print(known),
                    self.types.print(ty)
                );
                self.error(rules::CONVERSION_RETURN, span, message);
            }
        }
    }

    fn is_reference(&self, id: cxx_validator::ast::TypeSyntaxId) -> bool {
        match self.ast[id] {
            TypeSyntax::Qualified(_, inner) => self.is_reference(inner),
            TypeSyntax::Reference(..) => true,
            _ => false,
        }
    }

    /// Returns true if no execution of a statement continues after it.
    pub(super) fn always_returns(&self, id: StmtId) -> bool {
        let mut id = id;
        // The branches of `else if` are looked at in a loop.
        while let Stmt::If(_, accept, reject) = self.ast[id] {
            let is_discarded = |branch: StmtId| self.function.discarded.contains(&branch);
            if reject.is_some_and(is_discarded) {
                return self.always_returns(accept);
            }
            let Some(reject) = reject else { return false };
            if !is_discarded(accept) && !self.always_returns(accept) {
                return false;
            }
            id = reject;
        }
        match self.ast[id] {
            Stmt::Return(_) | Stmt::Error => true,
            Stmt::Block(list) => self.ast[list].iter().any(|statement| self.always_returns(*statement)),
            Stmt::While(condition, body) => self.is_true(condition) && !self.breaks(body),
            Stmt::DoWhile(body, condition) => {
                self.always_returns(body) || (self.is_true(condition) && !self.breaks(body))
            }
            Stmt::For { condition, body, .. } => {
                condition.is_none_or(|condition| self.is_true(condition)) && !self.breaks(body)
            }
            Stmt::Switch(_, clauses) => self.switch_returns(clauses),
            Stmt::Empty
            | Stmt::Variables(_)
            | Stmt::Declaration(_)
            | Stmt::Expression(_)
            | Stmt::If(..)
            | Stmt::ForRange { .. }
            | Stmt::Break
            | Stmt::Continue => false,
        }
    }

    fn switch_returns(&self, clauses: List<SwitchClause>) -> bool {
        let clauses = &self.ast[clauses];
        let has_default =
            clauses.iter().any(|clause| self.ast[clause.labels].iter().any(|label| label.value.is_none()));
        let breaks = clauses
            .iter()
            .any(|clause| self.ast[clause.statements].iter().any(|statement| self.breaks(*statement)));
        let last_returns = clauses.last().is_some_and(|clause| {
            self.ast[clause.statements].iter().any(|statement| self.always_returns(*statement))
        });
        has_default && !breaks && last_returns
    }

    fn is_true(&self, id: ExprId) -> bool {
        match self.ast[id] {
            Expr::Literal(Literal::Bool(value)) => value,
            Expr::Literal(Literal::Number(symbol)) => self.text(symbol) == "1",
            Expr::Paren(inner) => self.is_true(inner),
            _ => false,
        }
    }

    /// Returns true if a statement may leave the loop or `switch` around it by `break`.
    fn breaks(&self, id: StmtId) -> bool {
        let mut id = id;
        while let Stmt::If(_, accept, Some(reject)) = self.ast[id] {
            if self.breaks(accept) {
                return true;
            }
            id = reject;
        }
        match self.ast[id] {
            Stmt::Break => true,
            Stmt::Block(list) => self.ast[list].iter().any(|statement| self.breaks(*statement)),
            Stmt::If(_, accept, _) => self.breaks(accept),
            Stmt::Error
            | Stmt::Empty
            | Stmt::Variables(_)
            | Stmt::Declaration(_)
            | Stmt::Expression(_)
            | Stmt::While(..)
            | Stmt::DoWhile(..)
            | Stmt::For { .. }
            | Stmt::ForRange { .. }
            | Stmt::Switch(..)
            | Stmt::Continue
            | Stmt::Return(_) => false,
        }
    }
}
