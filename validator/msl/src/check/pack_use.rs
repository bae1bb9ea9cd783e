//! Packs without `...` in templates that nothing uses. C++14 (temp.variadic) 5
//!
//! The copies of a template that is used don't declare the names of its packs, so the names are reported there.

use super::Checker;
use crate::diagnostic::Diagnostic;
use cxx_validator::ast::{
    DeclKind, Expr, ExprId, FunctionId, List, Stmt, StmtId, StructureId, TemplateArgument, TemplateParameter,
    TypeSyntax, TypeSyntaxId,
};
use cxx_validator::names::Symbol;
use msl_spec::rules;
use rustc_hash::FxHashSet;
use shader_source::Span;

impl Checker<'_> {
    /// Checks the body of a function template: the expressions and the types of variables.
    pub(super) fn check_packs_of_function(&mut self, id: FunctionId) {
        let types = self.packs_among(self.ast[id].template);
        self.check_packs_of_body(id, &types);
    }

    /// Checks the body of a function in the scope of these packs.
    fn check_packs_of_body(&mut self, id: FunctionId, types: &FxHashSet<Symbol>) {
        let function = self.ast[id];
        let Some(body) = function.body else { return };
        let parameters = self.ast[function.parameters].iter().map(|it| self.ast[*it]);
        let packs = parameters.filter(|it| self.ast.pattern_types.contains(&it.ty));
        let mut names: FxHashSet<Symbol> = packs.filter_map(|it| it.name).collect();
        let (mut statements, mut values) = (vec![body], Vec::new());
        while let Some(statement) = statements.pop() {
            if let Stmt::Variables(variables) = self.ast[statement] {
                for variable in self.ast[variables].iter().map(|id| self.ast[*id]) {
                    self.check_type_without_pack(variable.ty, types);
                    // A variable hides a parameter.
                    if let Some(name) = variable.name {
                        names.remove(&name);
                    }
                    values.extend(variable.initializer);
                }
            }
            self.parts_of_statement(statement, &mut statements, &mut values);
        }
        self.check_packs_of_values(values, &names, types);
    }

    /// Checks values in the scope of packs of parameters, and of packs of templates.
    fn check_packs_of_values(
        &mut self,
        mut values: Vec<ExprId>,
        names: &FxHashSet<Symbol>,
        types: &FxHashSet<Symbol>,
    ) {
        while let Some(value) = values.pop() {
            if self.ast.patterns.contains(&value) {
                continue;
            }
            if let Expr::Name(name) = self.ast[value]
                && self.ast[name].path.is_empty()
                && (names.contains(&self.ast[name].name) || types.contains(&self.ast[name].name))
            {
                self.not_expanded(self.ast[name].name, self.ast[name].name_span);
            }
            match self.ast[value] {
                Expr::SizeOf(operand) if !self.ast.pack_sizes.contains(&value) => values.push(operand),
                Expr::SizeOfType(ty)
                | Expr::AlignOf(ty)
                | Expr::Cast(_, ty, _)
                | Expr::Construct(ty, _)
                | Expr::ConstructBraces(ty, _) => self.check_type_without_pack(ty, types),
                _ => {}
            }
            values.extend(self.parts(value));
        }
    }

    /// Checks the type of an alias template. C++14 (temp.variadic) 5
    pub(super) fn check_packs_of_alias(&mut self, template: List<TemplateParameter>, ty: TypeSyntaxId) {
        let types = self.packs_among(template);
        if !types.is_empty() {
            self.check_type_without_pack(ty, &types);
        }
    }

    /// Checks the types of the members of a structure template.
    pub(super) fn check_packs_of_structure(&mut self, id: StructureId) {
        let types = self.packs_among(self.ast[id].template);
        for member in self.ast[self.ast[id].members].iter().copied() {
            if member.base.is_none() {
                self.check_type_without_pack(member.ty, &types);
            }
            let values = member.initializer.into_iter().collect();
            self.check_packs_of_values(values, &FxHashSet::default(), &types);
        }
        for decl in self.ast[self.ast[id].decls].iter().copied() {
            let DeclKind::Variables(variables) = self.ast[decl].kind else { continue };
            for variable in self.ast[variables].iter().map(|id| self.ast[*id]) {
                self.check_type_without_pack(variable.ty, &types);
                let values = variable.initializer.into_iter().collect();
                self.check_packs_of_values(values, &FxHashSet::default(), &types);
            }
        }
        for function in self.ast[self.ast[id].functions].iter().copied() {
            self.check_packs_of_body(function, &types);
        }
    }

    fn packs_among(&self, template: List<TemplateParameter>) -> FxHashSet<Symbol> {
        self.ast[template].iter().filter(|it| it.is_pack).filter_map(|it| it.name).collect()
    }

    fn check_type_without_pack(&mut self, ty: TypeSyntaxId, packs: &FxHashSet<Symbol>) {
        let mut types = vec![ty];
        while let Some(ty) = types.pop() {
            if self.ast.pattern_types.contains(&ty) {
                continue;
            }
            match self.ast[ty] {
                TypeSyntax::Qualified(_, inner)
                | TypeSyntax::Pointer(inner)
                | TypeSyntax::Reference(inner, _)
                | TypeSyntax::Array(inner, _) => types.push(inner),
                TypeSyntax::Name(name) => {
                    let name = self.ast[name];
                    if name.path.is_empty() && name.arguments.is_none() && packs.contains(&name.name) {
                        self.not_expanded(name.name, name.name_span);
                    }
                    let arguments = self.ast[name.arguments.unwrap_or_default()].iter();
                    types.extend(arguments.filter_map(|argument| match argument {
                        TemplateArgument::Type(ty) => Some(*ty),
                        TemplateArgument::Value(_) => None,
                    }));
                }
                TypeSyntax::Error
                | TypeSyntax::Auto
                | TypeSyntax::Decltype(_)
                | TypeSyntax::DecltypeAuto
                | TypeSyntax::Fundamental(_)
                | TypeSyntax::Structure(_)
                | TypeSyntax::Enumeration(_)
                | TypeSyntax::Function(..) => {}
            }
        }
    }

    /// The statements and expressions in a statement, without the initializers of its variables.
    fn parts_of_statement(&self, id: StmtId, statements: &mut Vec<StmtId>, values: &mut Vec<ExprId>) {
        match self.ast[id] {
            Stmt::Block(list) => statements.extend(&self.ast[list]),
            Stmt::Expression(value) => values.push(value),
            Stmt::Return(value) => values.extend(value),
            Stmt::If(condition, accept, reject) => {
                values.push(condition);
                statements.push(accept);
                statements.extend(reject);
            }
            Stmt::While(condition, body) | Stmt::DoWhile(body, condition) => {
                values.push(condition);
                statements.push(body);
            }
            Stmt::For { initializer, condition, update, body } => {
                statements.extend(initializer);
                values.extend(condition);
                values.extend(update);
                statements.push(body);
            }
            Stmt::ForRange { range, body, variable: _ } => {
                values.push(range);
                statements.push(body);
            }
            // What its labels lead to is not looked at.
            Stmt::Switch(selector, _) => values.push(selector),
            Stmt::Error
            | Stmt::Empty
            | Stmt::Variables(_)
            | Stmt::Declaration(_)
            | Stmt::Break
            | Stmt::Continue => {}
        }
    }

    pub(super) fn not_expanded(&mut self, name: Symbol, span: Span) {
        let message = format!("parameter pack `{}` must be expanded with `...`", self.text(name));
        self.report_once(Diagnostic::error(rules::TEMPLATE_PACK_EXPANDED, span, message));
    }
}
