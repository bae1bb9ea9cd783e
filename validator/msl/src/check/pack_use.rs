//! Packs without `...` in templates that nothing uses. C++14 (temp.variadic) 5
//!
//! The copies of a template that is used don't declare the names of its packs, so the names are reported there.

use super::Checker;
use crate::diagnostic::Diagnostic;
use cxx_validator::ast::{
    DeclId, DeclKind, Expr, ExprId, FunctionId, List, NameId, Stmt, StmtId, StructureId, TemplateArgument,
    TemplateParameter, TypeSyntax, TypeSyntaxId,
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
            if let Stmt::Declaration(decl) = self.ast[statement] {
                self.check_packs_of_aliases(decl, types);
            }
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

    /// Checks the types of a `typedef`, and of a `using` that gives a type a name, in the scope of packs.
    fn check_packs_of_aliases(&mut self, decl: DeclId, packs: &FxHashSet<Symbol>) {
        let aliases = match self.ast[decl].kind {
            DeclKind::Alias(id) => vec![id],
            DeclKind::Aliases(list) => self.ast[list].to_vec(),
            _ => return,
        };
        for id in aliases {
            if self.ast[id].template.is_empty() {
                self.check_type_without_pack(self.ast[id].ty, packs);
            }
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
            self.check_packs_of_aliases(decl, &types);
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

    pub(super) fn packs_among(&self, template: List<TemplateParameter>) -> FxHashSet<Symbol> {
        self.ast[template].iter().filter(|it| it.is_pack).filter_map(|it| it.name).collect()
    }

    fn check_type_without_pack(&mut self, ty: TypeSyntaxId, packs: &FxHashSet<Symbol>) {
        let (mut types, mut values) = (vec![ty], Vec::new());
        while let Some(ty) = types.pop() {
            if self.ast.pattern_types.contains(&ty) {
                continue;
            }
            if let TypeSyntax::Name(name) = self.ast[ty] {
                let name = self.ast[name];
                if name.path.is_empty() && name.arguments.is_none() && packs.contains(&name.name) {
                    self.not_expanded(name.name, name.name_span);
                }
            }
            self.written_in_type(ty, &mut types, &mut values);
        }
        self.check_packs_of_values(values, &FxHashSet::default(), packs);
    }

    /// Returns true if a template argument names one of these packs, expanded or not.
    pub(super) fn names_pack(&self, argument: TemplateArgument, packs: &FxHashSet<Symbol>) -> bool {
        let (mut types, mut values) = (Vec::new(), Vec::new());
        match argument {
            TemplateArgument::Type(ty) => types.push(ty),
            TemplateArgument::Value(value) => values.push(value),
        }
        let is_pack = |name: NameId| self.ast[name].path.is_empty() && packs.contains(&self.ast[name].name);
        loop {
            shader_source::steps::take(1);
            if let Some(ty) = types.pop() {
                if matches!(self.ast[ty], TypeSyntax::Name(name) if is_pack(name)) {
                    return true;
                }
                self.written_in_type(ty, &mut types, &mut values);
            } else if let Some(value) = values.pop() {
                match self.ast[value] {
                    Expr::Name(name) if is_pack(name) => return true,
                    Expr::Name(name) => self.written_in_name(name, &mut types, &mut values),
                    Expr::Call(callee, _) => values.push(callee),
                    Expr::SizeOf(operand) => values.push(operand),
                    Expr::SizeOfType(ty)
                    | Expr::AlignOf(ty)
                    | Expr::Cast(_, ty, _)
                    | Expr::Construct(ty, _)
                    | Expr::ConstructBraces(ty, _) => types.push(ty),
                    _ => {}
                }
                values.extend(self.parts(value));
            } else {
                return false;
            }
        }
    }

    /// The types and expressions in a written type: template arguments, also of the structures before `::`, the lengths of arrays, and the operand of
    /// `decltype`.
    fn written_in_type(&self, ty: TypeSyntaxId, types: &mut Vec<TypeSyntaxId>, values: &mut Vec<ExprId>) {
        match self.ast[ty] {
            TypeSyntax::Qualified(_, inner)
            | TypeSyntax::Pointer(inner)
            | TypeSyntax::Reference(inner, _) => types.push(inner),
            TypeSyntax::Array(inner, count) => {
                types.push(inner);
                values.extend(count);
            }
            TypeSyntax::Decltype(operand) => values.push(operand),
            TypeSyntax::Name(name) => self.written_in_name(name, types, values),
            TypeSyntax::Error
            | TypeSyntax::Auto
            | TypeSyntax::DecltypeAuto
            | TypeSyntax::Fundamental(_)
            | TypeSyntax::Structure(_)
            | TypeSyntax::Enumeration(_)
            | TypeSyntax::Function(..) => {}
        }
    }

    /// The types and expressions in a name.
    fn written_in_name(&self, name: NameId, types: &mut Vec<TypeSyntaxId>, values: &mut Vec<ExprId>) {
        let name = self.ast[name];
        let path = self.ast[name.path].iter();
        values.extend(path.clone().filter_map(|part| part.operand));
        let lists = path.map(|part| part.arguments).chain([name.arguments]);
        for argument in lists.flat_map(|list| &self.ast[list.unwrap_or_default()]) {
            match *argument {
                TemplateArgument::Type(ty) => types.push(ty),
                TemplateArgument::Value(value) => values.push(value),
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
