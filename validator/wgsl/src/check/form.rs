//! Forms of expressions that the draft of 2022-04-11 asks for, where the current text asks when a value is known.

use super::Checker;
use crate::ast::{DeclKind, Expr, ExprId, Literal, Suffix, UnaryOperator, VariableKind};
use crate::diagnostic::Diagnostic;
use crate::resolve::Binding;
use crate::steps;
use wgsl_spec::{LanguageExtension, Predeclared, Rule, Symbol, rules, sym};

impl Checker<'_> {
    /// Returns true if a name in front of arguments names a type.
    fn names_type(&self, callee: ExprId) -> bool {
        let (Expr::Name(symbol) | Expr::Template(symbol, _)) = self.ast[callee] else { return false };
        match self.resolution.binding(callee) {
            Binding::Module(decl) => {
                matches!(self.ast[decl].kind, DeclKind::Alias(_) | DeclKind::Struct(_))
            }
            Binding::Predeclared => matches!(
                symbol.info(self.terms.edition).predeclared,
                Predeclared::Type(_) | Predeclared::TypeGenerator(_)
            ),
            _ => false,
        }
    }

    /// The kind of the variable or value of the module that an expression names.
    fn named_of_module(&self, id: ExprId) -> Option<VariableKind> {
        self.resolution.module_variable(self.ast, id).map(|variable| self.ast[variable].kind)
    }

    /// Returns true if an expression is a literal or constructed of literals, the `const_expression` of the draft, or names a
    /// `let` of the module.
    fn is_const_form(&self, root: ExprId) -> bool {
        if self.named_of_module(root) == Some(VariableKind::Let) {
            return true;
        }
        let ast = self.ast;
        let mut pending = vec![root];
        while let Some(id) = pending.pop() {
            match ast[id] {
                Expr::Literal(_) => {}
                Expr::Call(callee, arguments) if self.names_type(callee) => pending.extend(&ast[arguments]),
                _ => return false,
            }
        }
        true
    }

    /// Returns true if all names in an expression name overrides, and no function is called.
    fn is_override_form(&self, root: ExprId) -> bool {
        let ast = self.ast;
        let mut pending = vec![root];
        while let Some(id) = pending.pop() {
            match ast[id] {
                Expr::Literal(_) => {}
                Expr::Name(_) if self.named_of_module(id) == Some(VariableKind::Override) => {}
                Expr::Paren(inner) | Expr::Unary(_, inner) | Expr::Member(inner, _) => pending.push(inner),
                Expr::Binary(_, left, right) | Expr::Index(left, right) => pending.extend([left, right]),
                Expr::Call(callee, arguments)
                    if self.names_type(callee) || matches!(ast[callee], Expr::Template(sym::BITCAST, _)) =>
                {
                    pending.extend(&ast[arguments]);
                }
                _ => return false,
            }
        }
        true
    }

    /// Checks the form of the initializer of an override. <https://www.w3.org/TR/WGSL/#override-decls>
    pub(super) fn override_form(&mut self, initializer: ExprId) {
        if !self.terms.rules.override_expressions && !self.is_override_form(initializer) {
            self.error(
                rules::DECL_OVERRIDE_INITIALIZER,
                self.span(initializer),
                "in this edition the initializer of an `override` must consist of literals and overrides, without function calls",
            );
        }
    }

    /// Checks the form of an offset or component of a texture function.
    pub(super) fn texture_argument_form(
        &mut self,
        argument: ExprId,
        parameter: &str,
        rule: &'static Rule,
    ) -> bool {
        let fits = self.terms.rules.computed_texture_arguments || self.is_const_form(argument);
        if !fits {
            let message = format!(
                "in this edition the argument for `{parameter}` must consist of literals or name a module-scope `let`"
            );
            self.error(rule, self.span(argument), message);
        }
        fits
    }

    /// Checks the form of a number in an attribute. <https://www.w3.org/TR/WGSL/#attributes>
    pub(super) fn attribute_form(
        &mut self,
        argument: ExprId,
        attribute: Symbol,
        rule: &'static Rule,
    ) -> bool {
        let fits = self.terms.rules.attribute_expressions
            || matches!(
                self.ast[argument],
                Expr::Literal(Literal::Integer(Suffix::None | Suffix::I)) | Expr::Error
            );
        if !fits {
            let message = format!(
                "in this edition the argument of `@{}` must be a literal of type `i32`",
                self.name(attribute)
            );
            self.error(rule, self.span(argument), message);
        }
        fits
    }

    /// Checks the form of a pointer that is passed to a function of the program.
    /// <https://www.w3.org/TR/WGSL/#function-restriction>
    pub(super) fn pointer_argument_form(&mut self, argument: ExprId) {
        let span = self.span(argument);
        let feature = LanguageExtension::UnrestrictedPointerParameters;
        if !self.views_a_whole_variable(argument) && !self.has(feature, span) {
            let message = "a pointer argument must point to a whole variable";
            let also = match self.ast[self.without_parens(argument)] {
                Expr::Unary(UnaryOperator::AddressOf, operand)
                    if matches!(
                        self.ast[self.without_parens(operand)],
                        Expr::Member(..) | Expr::Index(..)
                    ) =>
                {
                    rules::FN_ARG_PTR_SUB_OBJECT
                }
                _ => feature.rule(),
            };
            let diagnostic = Diagnostic::error(rules::FN_ARG_PTR_ROOT_VIEW, span, message);
            self.report(diagnostic.also(also).note(self.without(feature)));
        }
    }

    /// Returns true if a pointer is a parameter or `&variable`, directly or through a `let` where the edition sees through it.
    fn views_a_whole_variable(&mut self, pointer: ExprId) -> bool {
        let mut passed = Vec::new();
        let mut id = Some(self.without_parens(pointer));
        let mut result = false;
        while let Some(at) = id {
            steps::take(1);
            id = match self.ast[at] {
                Expr::Unary(UnaryOperator::AddressOf, operand) => {
                    let operand = self.without_parens(operand);
                    match self.ast[operand] {
                        Expr::Name(_) => {
                            result = true;
                            None
                        }
                        Expr::Unary(UnaryOperator::Indirection, inner)
                            if self.terms.rules.traces_pointer_arguments =>
                        {
                            Some(self.without_parens(inner))
                        }
                        _ => None,
                    }
                }
                Expr::Name(_) => match self.resolution.binding(at) {
                    Binding::Parameter(_) => {
                        result = true;
                        None
                    }
                    Binding::Local(local) if self.terms.rules.traces_pointer_arguments => {
                        // Each `let` may be made of the one before it: without the known ones, every call walks the whole chain.
                        if let Some(known) = self.whole_views.get(&local) {
                            result = *known;
                            None
                        } else {
                            passed.push(local);
                            self.ast[local].initializer.map(|initializer| self.without_parens(initializer))
                        }
                    }
                    _ => None,
                },
                _ => None,
            };
        }
        self.whole_views.extend(passed.into_iter().map(|local| (local, result)));
        result
    }

    fn without_parens(&self, mut id: ExprId) -> ExprId {
        while let Expr::Paren(inner) = self.ast[id] {
            id = inner;
        }
        id
    }

    /// Reports declarations of the module that have the name of a builtin function.
    /// <https://www.w3.org/TR/WGSL/#declaration-and-scope>
    pub(super) fn builtin_function_names(&mut self) {
        if self.terms.rules.builtin_function_names_are_free {
            return;
        }
        for decl in &self.ast.decls {
            if let Some(name) = decl.name
                && let Predeclared::Function(_) = name.info(self.terms.edition).predeclared
            {
                let message = format!(
                    "can't reuse the name of builtin function `{}` for a module-scope declaration in this edition",
                    self.name(name)
                );
                self.error(rules::SCOPE_SAME_END_MODULE, decl.name_span, message);
            }
        }
    }
}
