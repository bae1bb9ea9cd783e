//! Copies of templates, with as many elements in their packs as the program needs.

// The columns that a list is read from grow while its elements are copied.
#![allow(clippy::unnecessary_to_owned, reason = "the lint does not see that the loop changes the tree")]

use crate::ast::{
    AliasId, Ast, BinaryOperator, BraceItem, Capture, CaseLabel, DeclId, DeclKind, Designator, EnumerationId,
    Enumerator, Expr, ExprId, Friend, Function, FunctionId, Iteration, LambdaId, List, Literal, Member,
    NameId, PathPart, Stmt, StmtId, StructureId, SwitchClause, TemplateArgument, TemplateParameter,
    TemplateParameterKind, TypeSyntax, TypeSyntaxId, VariableId,
};
use crate::names::{Names, Symbol};
use rustc_hash::{FxHashMap, FxHashSet};
use shader_source::Span;

/// Copies nodes of a tree. Operands are copied before their operators, as the parser makes them.
pub(super) struct Copier<'a> {
    ast: &'a mut Ast,
    names: &'a mut Names,
    /// The parameters of the template.
    own: List<TemplateParameter>,
    /// The packs that are replaced, and the parameters whose types are patterns with them.
    packs: FxHashSet<Symbol>,
    /// The packs of the template that the copy still has, and the parameters of their types.
    kept: FxHashSet<Symbol>,
    /// The kept packs that the present pattern has in it.
    kept_in_pattern: FxHashSet<Symbol>,
    /// Kept packs that must be replaced, too: a pattern has them together with a replaced one.
    pub(super) joined: FxHashSet<Symbol>,
    /// The copies of the structures and enumerations inside of the template: a declaration and a type may mean the same one.
    structures: FxHashMap<StructureId, StructureId>,
    enumerations: FxHashMap<EnumerationId, EnumerationId>,
    /// The number of their elements.
    count: usize,
    /// The element that replaces a pack in the present pattern.
    element: Option<usize>,
    /// The number of nodes at which copying stops: what is left is not copied, and the caller finds out from the tree.
    most_nodes: usize,
    /// Whether the present pattern has a pack of the template in it. Others belong to a template inside, which has copies of its own later.
    has_pack: bool,
}

impl<'a> Copier<'a> {
    pub(super) fn new(
        ast: &'a mut Ast,
        names: &'a mut Names,
        template: List<TemplateParameter>,
        (count, most_nodes): (usize, usize),
        joined: &FxHashSet<Symbol>,
    ) -> Self {
        let all = ast[template].iter().filter(|parameter| parameter.is_pack);
        let all: Vec<Symbol> = all.filter_map(|parameter| parameter.name).collect();
        let is_replaced = |(at, name): &(usize, &Symbol)| *at == 0 || joined.contains(name);
        let packs: FxHashSet<Symbol> =
            all.iter().enumerate().filter(is_replaced).map(|(_, it)| *it).collect();
        let kept = all.into_iter().filter(|name| !packs.contains(name)).collect();
        Self {
            ast,
            names,
            own: template,
            packs,
            kept,
            kept_in_pattern: FxHashSet::default(),
            joined: FxHashSet::default(),
            structures: FxHashMap::default(),
            enumerations: FxHashMap::default(),
            count,
            element: None,
            most_nodes,
            has_pack: false,
        }
    }

    pub(super) fn function(&mut self, id: FunctionId) -> FunctionId {
        let mut function = self.ast[id];
        let outer = (self.packs.clone(), self.kept.clone());
        function.first_expr = self.ast.exprs.len() as u32;
        function.template = self.template(function.template);
        function.specialisation = function.specialisation.map(|list| self.template_arguments(list));
        function.path = self.path(function.path);
        function.parameters = self.parameters(function.parameters);
        function.result = function.result.map(|ty| self.ty(ty));
        function.initializers = self.exprs(function.initializers);
        function.body = function.body.map(|body| self.stmt(body));
        function.end_expr = self.ast.exprs.len() as u32;
        (self.packs, self.kept) = outer;
        self.ast.functions.push(function);
        let copy = FunctionId::from_index(self.ast.functions.len() - 1);
        if self.ast.volatile_functions.contains(&id) {
            self.ast.volatile_functions.insert(copy);
        }
        if let Some(restriction) = self.ast.restrictions.get(&id).copied() {
            self.ast.restrictions.insert(copy, restriction);
        }
        copy
    }

    pub(super) fn alias(&mut self, id: AliasId) -> AliasId {
        let mut alias = self.ast[id];
        alias.template = self.template(alias.template);
        alias.ty = self.ty(alias.ty);
        self.ast.aliases.push(alias);
        AliasId::from_index(self.ast.aliases.len() - 1)
    }

    pub(super) fn structure(&mut self, id: StructureId) -> StructureId {
        let mut structure = self.ast[id];
        structure.template = self.template(structure.template);
        structure.specialisation = structure.specialisation.map(|list| self.template_arguments(list));
        let members: Vec<Member> =
            self.ast[structure.members].to_vec().into_iter().map(|member| self.member(member)).collect();
        structure.members = List::append(&mut self.ast.members, &members);
        let decls: Vec<DeclId> =
            self.ast[structure.decls].to_vec().into_iter().map(|decl| self.decl(decl)).collect();
        structure.decls = List::append(&mut self.ast.decl_lists, &decls);
        let functions: Vec<FunctionId> =
            self.ast[structure.functions].to_vec().into_iter().map(|id| self.function(id)).collect();
        structure.functions = List::append(&mut self.ast.function_lists, &functions);
        let friends: Vec<Friend> =
            self.ast[structure.friends].to_vec().into_iter().map(|it| self.friend(it)).collect();
        structure.friends = List::append(&mut self.ast.friends, &friends);
        structure.alignment = structure.alignment.map(|value| self.expr(value));
        self.ast.structures.push(structure);
        StructureId::from_index(self.ast.structures.len() - 1)
    }

    fn friend(&mut self, friend: Friend) -> Friend {
        match friend {
            Friend::Type(ty) => Friend::Type(self.ty(ty)),
            Friend::Function(function) => Friend::Function(self.function(function)),
        }
    }

    /// The copy of a structure inside of the template.
    fn structure_inside(&mut self, id: StructureId) -> StructureId {
        if let Some(known) = self.structures.get(&id) {
            return *known;
        }
        let copy = self.structure(id);
        self.structures.insert(id, copy);
        copy
    }

    /// The copy of an enumeration inside of the template.
    fn enumeration(&mut self, id: EnumerationId) -> EnumerationId {
        if let Some(known) = self.enumerations.get(&id) {
            return *known;
        }
        let mut enumeration = self.ast[id];
        enumeration.underlying = enumeration.underlying.map(|ty| self.ty(ty));
        let mut enumerators = Vec::new();
        for enumerator in self.ast[enumeration.enumerators].to_vec() {
            let value = enumerator.value.map(|value| self.expr(value));
            enumerators.push(Enumerator { value, ..enumerator });
        }
        enumeration.enumerators = List::append(&mut self.ast.enumerators, &enumerators);
        self.ast.enumerations.push(enumeration);
        let copy = EnumerationId::from_index(self.ast.enumerations.len() - 1);
        self.enumerations.insert(id, copy);
        copy
    }

    fn member(&mut self, member: Member) -> Member {
        Member {
            ty: self.ty(member.ty),
            alignment: member.alignment.map(|value| self.expr(value)),
            initializer: member.initializer.map(|value| self.expr(value)),
            width: member.width.map(|value| self.expr(value)),
            ..member
        }
    }

    /// A declaration inside of a structure or function.
    fn decl(&mut self, id: DeclId) -> DeclId {
        let mut decl = self.ast[id];
        decl.kind = match decl.kind {
            DeclKind::Variables(list) => DeclKind::Variables(self.variables(list)),
            DeclKind::Alias(alias) => DeclKind::Alias(self.alias(alias)),
            DeclKind::Aliases(list) => {
                let copies: Vec<AliasId> =
                    self.ast[list].to_vec().into_iter().map(|alias| self.alias(alias)).collect();
                DeclKind::Aliases(List::append(&mut self.ast.alias_lists, &copies))
            }
            DeclKind::StaticAssert(condition, text) => DeclKind::StaticAssert(self.expr(condition), text),
            DeclKind::Using(name) => DeclKind::Using(self.name(name)),
            DeclKind::Structure(id) => DeclKind::Structure(self.structure_inside(id)),
            DeclKind::Enumeration(id) => DeclKind::Enumeration(self.enumeration(id)),
            kind @ (DeclKind::Error
            | DeclKind::Empty
            | DeclKind::Function(_)
            | DeclKind::VariableTemplate(_)
            | DeclKind::Namespace(_)
            | DeclKind::UsingNamespace(_)
            | DeclKind::Instance(_)
            | DeclKind::StructureInstance(_)
            | DeclKind::ExternInstance(_)
            | DeclKind::NamespaceAlias(..)) => kind,
        };
        self.ast.decls.push(decl);
        DeclId::from_index(self.ast.decls.len() - 1)
    }

    /// The parameters of a template, with one for each element of the packs.
    fn template(&mut self, list: List<TemplateParameter>) -> List<TemplateParameter> {
        let is_own = list.range() == self.own.range();
        let mut parameters = Vec::new();
        for parameter in self.ast[list].to_vec() {
            let is_kept = parameter.name.is_some_and(|name| self.kept.contains(&name));
            if !(is_own && parameter.is_pack) || is_kept {
                parameters.push(self.template_parameter(parameter));
                continue;
            }
            for element in 0..self.count {
                let copy = self.with(element, |copier| copier.template_parameter(parameter));
                parameters.push(TemplateParameter { is_pack: false, ..copy });
            }
        }
        List::append(&mut self.ast.template_parameters, &parameters)
    }

    fn template_parameter(&mut self, parameter: TemplateParameter) -> TemplateParameter {
        let kind = match parameter.kind {
            TemplateParameterKind::Type(default) => {
                TemplateParameterKind::Type(default.map(|ty| self.ty(ty)))
            }
            TemplateParameterKind::Value(ty, default) => {
                TemplateParameterKind::Value(self.ty(ty), default.map(|value| self.expr(value)))
            }
            TemplateParameterKind::Template(own, default) => {
                TemplateParameterKind::Template(own, default.map(|ty| self.ty(ty)))
            }
            TemplateParameterKind::Function(result, parameters) => {
                let result = self.ty(result);
                TemplateParameterKind::Function(result, self.parameters(parameters))
            }
        };
        TemplateParameter { name: parameter.name.map(|name| self.symbol(name)), kind, ..parameter }
    }

    /// The parameters of a function. One whose type is a pattern becomes one for each element, and is a pack itself.
    fn parameters(&mut self, list: List<VariableId>) -> List<VariableId> {
        let mut parameters = Vec::new();
        for id in self.ast[list].to_vec() {
            let (ty, name) = (self.ast[id].ty, self.ast[id].name);
            if !self.ast.pattern_types.contains(&ty) {
                parameters.push(self.variable(id));
            } else if self.type_has_pack(ty) {
                self.packs.extend(name);
                for element in 0..self.count {
                    parameters.push(self.with(element, |copier| copier.variable(id)));
                }
            } else {
                self.kept.extend(name);
                let copy = self.variable(id);
                self.ast.pattern_types.insert(self.ast[copy].ty);
                parameters.push(copy);
            }
        }
        List::append(&mut self.ast.variable_lists, &parameters)
    }

    fn variables(&mut self, list: List<VariableId>) -> List<VariableId> {
        let variables: Vec<VariableId> =
            self.ast[list].to_vec().into_iter().map(|id| self.variable(id)).collect();
        List::append(&mut self.ast.variable_lists, &variables)
    }

    fn variable(&mut self, id: VariableId) -> VariableId {
        let mut variable = self.ast[id];
        variable.ty = self.ty(variable.ty);
        variable.name = variable.name.map(|name| self.symbol(name));
        variable.initializer = variable.initializer.map(|value| self.expr(value));
        variable.alignment = variable.alignment.map(|value| self.expr(value));
        self.ast.variables.push(variable);
        VariableId::from_index(self.ast.variables.len() - 1)
    }

    /// A name; the name of a pack becomes the name of its present element, which no program can spell.
    fn symbol(&mut self, symbol: Symbol) -> Symbol {
        if !self.packs.contains(&symbol) {
            if self.kept.contains(&symbol) {
                self.kept_in_pattern.insert(symbol);
            }
            return symbol;
        }
        self.has_pack = true;
        match self.element {
            Some(element) => {
                let spelling = format!("{}...{element}", self.names.text(symbol));
                self.names.intern(&spelling)
            }
            None => symbol,
        }
    }

    fn is_spent(&self) -> bool {
        super::nodes(self.ast) >= self.most_nodes
    }

    fn with<T>(&mut self, element: usize, copy: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.element.replace(element);
        let result = copy(self);
        self.element = outer;
        result
    }

    /// Returns true if a pattern has a pack of the template in it. The copy that this makes is not used.
    fn type_has_pack(&mut self, ty: TypeSyntaxId) -> bool {
        self.finds_pack(|copier| _ = copier.ty(ty))
    }

    fn expr_has_pack(&mut self, id: ExprId) -> bool {
        self.finds_pack(|copier| _ = copier.expr(id))
    }

    fn finds_pack(&mut self, copy: impl FnOnce(&mut Self)) -> bool {
        let outer = (core::mem::take(&mut self.has_pack), core::mem::take(&mut self.kept_in_pattern));
        copy(self);
        // All packs of one pattern have the same length.
        if self.has_pack {
            self.joined.extend(self.kept_in_pattern.drain());
        }
        self.kept_in_pattern.extend(outer.1);
        core::mem::replace(&mut self.has_pack, outer.0)
    }

    fn exprs(&mut self, list: List<ExprId>) -> List<ExprId> {
        let mut copies = Vec::new();
        for id in self.ast[list].to_vec() {
            self.expr_or_elements(id, &mut copies);
        }
        List::append(&mut self.ast.expr_lists, &copies)
    }

    fn expr_or_elements(&mut self, id: ExprId, copies: &mut Vec<ExprId>) {
        if !self.ast.patterns.contains(&id) {
            copies.push(self.expr(id));
        } else if self.expr_has_pack(id) {
            for element in 0..self.count {
                copies.push(self.with(element, |copier| copier.expr(id)));
            }
        } else {
            let copy = self.expr(id);
            self.ast.patterns.insert(copy);
            copies.push(copy);
        }
    }

    /// A copy of an expression. The left operands of `a + b + c` are copied in a loop: the parser does not limit their number.
    fn expr(&mut self, id: ExprId) -> ExprId {
        if self.is_spent() {
            return id;
        }
        let mut chain: Vec<(BinaryOperator, ExprId, Span)> = Vec::new();
        let mut rest = id;
        while let Expr::Binary(operator, left, right) = self.ast[rest] {
            chain.push((operator, right, self.ast.expr_span(rest)));
            rest = left;
        }
        let mut copy = self.other_expr(rest);
        for (operator, right, span) in chain.into_iter().rev() {
            let right = self.expr(right);
            copy = self.push(Expr::Binary(operator, copy, right), span);
        }
        copy
    }

    fn other_expr(&mut self, id: ExprId) -> ExprId {
        let span = self.ast.expr_span(id);
        let expr = match self.ast[id] {
            leaf @ (Expr::Error | Expr::Literal(_) | Expr::This) => leaf,
            Expr::Name(name) => Expr::Name(self.name(name)),
            Expr::Call(callee, arguments) => {
                let callee = self.expr(callee);
                Expr::Call(callee, self.exprs(arguments))
            }
            Expr::Construct(ty, arguments) => {
                let ty = self.ty(ty);
                Expr::Construct(ty, self.exprs(arguments))
            }
            Expr::ConstructBraces(ty, list) => {
                let ty = self.ty(ty);
                Expr::ConstructBraces(ty, self.expr(list))
            }
            Expr::Braces(items) => Expr::Braces(self.items(items)),
            Expr::Member(base, member) => Expr::Member(self.expr(base), member),
            Expr::Arrow(base, member) => Expr::Arrow(self.expr(base), member),
            Expr::Index(base, index) => {
                let base = self.expr(base);
                Expr::Index(base, self.expr(index))
            }
            Expr::Unary(operator, operand) => Expr::Unary(operator, self.expr(operand)),
            Expr::Postfix(operator, operand) => Expr::Postfix(operator, self.expr(operand)),
            Expr::Binary(operator, left, right) => {
                let left = self.expr(left);
                Expr::Binary(operator, left, self.expr(right))
            }
            Expr::Assign(operator, left, right) => {
                let left = self.expr(left);
                Expr::Assign(operator, left, self.expr(right))
            }
            Expr::Conditional(condition, accept, reject) => {
                let condition = self.expr(condition);
                let accept = self.expr(accept);
                Expr::Conditional(condition, accept, self.expr(reject))
            }
            Expr::Cast(kind, ty, operand) => {
                let ty = self.ty(ty);
                Expr::Cast(kind, ty, self.expr(operand))
            }
            Expr::SizeOfType(ty) => Expr::SizeOfType(self.ty(ty)),
            Expr::SizeOf(pack) if self.ast.pack_sizes.contains(&id) => return self.size_of_pack(pack, span),
            Expr::SizeOf(operand) => Expr::SizeOf(self.expr(operand)),
            Expr::AlignOf(ty) => Expr::AlignOf(self.ty(ty)),
            Expr::Paren(inner) => Expr::Paren(self.expr(inner)),
            Expr::Lambda(lambda) => Expr::Lambda(self.lambda(lambda)),
        };
        let copy = self.push(expr, span);
        if let Some(arguments) = self.ast.member_arguments.get(&id).copied() {
            let arguments = self.template_arguments(arguments);
            self.ast.member_arguments.insert(copy, arguments);
        }
        if self.ast.parenthesised_lists.contains(&id) {
            self.ast.parenthesised_lists.insert(copy);
        }
        if self.ast.parenthesised_calls.contains(&id) {
            self.ast.parenthesised_calls.insert(copy);
        }
        if let Some(name) = self.ast.member_names.get(&id).copied() {
            let name = self.name(name);
            self.ast.member_names.insert(copy, name);
        }
        copy
    }

    fn lambda(&mut self, id: LambdaId) -> LambdaId {
        let mut lambda = self.ast[id];
        let mut captures = Vec::new();
        for capture in self.ast[lambda.captures].to_vec() {
            let name = self.symbol(capture.name);
            captures.push(Capture { name, value: self.expr(capture.value), ..capture });
        }
        lambda.captures = List::append(&mut self.ast.captures, &captures);
        lambda.structure = self.structure(lambda.structure);
        lambda.function = self.ast[self.ast[lambda.structure].functions][0];
        let Function { first_expr, end_expr, .. } = self.ast[lambda.function];
        // Which of them the lambda expression declares itself is known to the parser only: its variables hide them in the body anyway.
        let named: Vec<ExprId> = self
            .ast
            .names_between(first_expr as usize, end_expr as usize, |_| true)
            .into_iter()
            .map(|name| self.push(self.ast[name], self.ast.expr_span(name)))
            .collect();
        lambda.named = List::append(&mut self.ast.expr_lists, &named);
        lambda.this = self.push(Expr::This, self.ast.expr_span(lambda.this));
        self.ast.lambdas.push(lambda);
        LambdaId::from_index(self.ast.lambdas.len() - 1)
    }

    fn push(&mut self, expr: Expr, span: Span) -> ExprId {
        shader_source::steps::take(1);
        self.ast.exprs.push(expr);
        self.ast.expr_spans.push(span);
        ExprId::from_index(self.ast.exprs.len() - 1)
    }

    /// `sizeof...(pack)`: a number, unless the pack belongs to a template inside.
    fn size_of_pack(&mut self, pack: ExprId, span: Span) -> ExprId {
        let is_own = matches!(self.ast[pack], Expr::Name(name) if self.packs.contains(&self.ast[name].name));
        if is_own {
            let count = self.names.intern(&format!("{}ul", self.count));
            return self.push(Expr::Literal(Literal::Number(count)), span);
        }
        let pack = self.expr(pack);
        let copy = self.push(Expr::SizeOf(pack), span);
        self.ast.pack_sizes.insert(copy);
        copy
    }

    fn items(&mut self, list: List<BraceItem>) -> List<BraceItem> {
        let mut items = Vec::new();
        for BraceItem { designator, value } in self.ast[list].to_vec() {
            let designator = designator.map(|it| match it {
                member @ Designator::Member(..) => member,
                Designator::Elements(first, end) => {
                    let first = self.expr(first);
                    Designator::Elements(first, end.map(|end| self.expr(end)))
                }
            });
            let mut values = Vec::new();
            self.expr_or_elements(value, &mut values);
            items.extend(values.into_iter().map(|value| BraceItem { designator, value }));
        }
        List::append(&mut self.ast.brace_items, &items)
    }

    fn template_arguments(&mut self, list: List<TemplateArgument>) -> List<TemplateArgument> {
        let mut arguments = Vec::new();
        for argument in self.ast[list].to_vec() {
            match argument {
                TemplateArgument::Value(value) => {
                    let mut values = Vec::new();
                    self.expr_or_elements(value, &mut values);
                    arguments.extend(values.into_iter().map(TemplateArgument::Value));
                }
                TemplateArgument::Type(ty) if !self.ast.pattern_types.contains(&ty) => {
                    arguments.push(TemplateArgument::Type(self.ty(ty)));
                }
                TemplateArgument::Type(ty) if self.type_has_pack(ty) => {
                    for element in 0..self.count {
                        let copy = self.with(element, |copier| copier.ty(ty));
                        arguments.push(TemplateArgument::Type(copy));
                    }
                }
                TemplateArgument::Type(ty) => {
                    let copy = self.ty(ty);
                    self.ast.pattern_types.insert(copy);
                    arguments.push(TemplateArgument::Type(copy));
                }
            }
        }
        List::append(&mut self.ast.template_arguments, &arguments)
    }

    fn name(&mut self, id: NameId) -> NameId {
        let mut name = self.ast[id];
        name.path = self.path(name.path);
        name.name = self.symbol(name.name);
        name.arguments = name.arguments.map(|list| self.template_arguments(list));
        self.ast.names.push(name);
        NameId::from_index(self.ast.names.len() - 1)
    }

    fn path(&mut self, list: List<PathPart>) -> List<PathPart> {
        if list.is_empty() {
            return list;
        }
        let mut parts = Vec::new();
        for part in self.ast[list].to_vec() {
            let name = self.symbol(part.name);
            let arguments = part.arguments.map(|list| self.template_arguments(list));
            let operand = part.operand.map(|operand| self.expr(operand));
            parts.push(PathPart { name, arguments, operand, ..part });
        }
        List::append(&mut self.ast.path_parts, &parts)
    }

    fn ty(&mut self, id: TypeSyntaxId) -> TypeSyntaxId {
        if self.is_spent() {
            return id;
        }
        let ty = match self.ast[id] {
            leaf @ (TypeSyntax::Error
            | TypeSyntax::Auto
            | TypeSyntax::DecltypeAuto
            | TypeSyntax::Fundamental(_)) => leaf,
            TypeSyntax::Structure(id) => TypeSyntax::Structure(self.structure_inside(id)),
            TypeSyntax::Enumeration(id) => TypeSyntax::Enumeration(self.enumeration(id)),
            TypeSyntax::Decltype(operand) => TypeSyntax::Decltype(self.expr(operand)),
            TypeSyntax::Name(name) => TypeSyntax::Name(self.name(name)),
            TypeSyntax::Qualified(qualifiers, inner) => TypeSyntax::Qualified(qualifiers, self.ty(inner)),
            TypeSyntax::Pointer(inner) => TypeSyntax::Pointer(self.ty(inner)),
            TypeSyntax::Reference(inner, is_rvalue) => TypeSyntax::Reference(self.ty(inner), is_rvalue),
            TypeSyntax::Array(element, count) => {
                let element = self.ty(element);
                TypeSyntax::Array(element, count.map(|count| self.expr(count)))
            }
            TypeSyntax::Function(result, parameters) => {
                let result = self.ty(result);
                TypeSyntax::Function(result, self.parameters(parameters))
            }
        };
        let span = self.ast.type_span(id);
        self.ast.types.push(ty);
        self.ast.type_spans.push(span);
        let copy = TypeSyntaxId::from_index(self.ast.types.len() - 1);
        if let Some(restriction) = self.ast.type_restrictions.get(&id).copied() {
            self.ast.type_restrictions.insert(copy, restriction);
        }
        if let Some(kind) = self.ast.elaborated.get(&id).copied() {
            self.ast.elaborated.insert(copy, kind);
        }
        copy
    }

    /// A copy of a statement. Those after `else` are copied in a loop from the last one on: the parser does not limit their number.
    fn stmt(&mut self, id: StmtId) -> StmtId {
        if self.is_spent() {
            return id;
        }
        let mut branches: Vec<(ExprId, StmtId, Span)> = Vec::new();
        let mut rest = Some(id);
        while let Some(branch) = rest
            && let Stmt::If(condition, accept, reject) = self.ast[branch]
        {
            let is_constant = self.ast.constant_conditions.contains(&condition);
            let condition = self.expr(condition);
            if is_constant {
                self.ast.constant_conditions.insert(condition);
            }
            branches.push((condition, self.stmt(accept), self.ast.stmt_span(branch)));
            rest = reject;
        }
        let mut copy = rest.map(|rest| self.other_stmt(rest));
        for (condition, accept, span) in branches.into_iter().rev() {
            copy = Some(self.push_stmt(Stmt::If(condition, accept, copy), span));
        }
        copy.unwrap_or(id)
    }

    fn other_stmt(&mut self, id: StmtId) -> StmtId {
        let stmt = match self.ast[id] {
            // `stmt` copies those.
            branch @ Stmt::If(..) => branch,
            leaf @ (Stmt::Error | Stmt::Empty | Stmt::Break | Stmt::Continue) => leaf,
            Stmt::Block(list) => Stmt::Block(self.stmts(list)),
            Stmt::Variables(list) => Stmt::Variables(self.variables(list)),
            Stmt::Declaration(decl) => Stmt::Declaration(self.decl(decl)),
            Stmt::Expression(value) => Stmt::Expression(self.expr(value)),
            Stmt::While(condition, body) => {
                let condition = self.expr(condition);
                Stmt::While(condition, self.stmt(body))
            }
            Stmt::DoWhile(body, condition) => {
                let body = self.stmt(body);
                Stmt::DoWhile(body, self.expr(condition))
            }
            Stmt::For { initializer, condition, update, body } => Stmt::For {
                initializer: initializer.map(|it| self.stmt(it)),
                condition: condition.map(|it| self.expr(it)),
                update: update.map(|it| self.expr(it)),
                body: self.stmt(body),
            },
            Stmt::ForRange { variable, range, body } => {
                let range = self.expr(range);
                let copy = self.variable(variable);
                if let Some(iteration) = self.ast.iterations.get(&variable).copied() {
                    let iteration = self.iteration(iteration, range);
                    self.ast.iterations.insert(copy, iteration);
                }
                Stmt::ForRange { variable: copy, range, body: self.stmt(body) }
            }
            Stmt::Switch(selector, clauses) => {
                let selector = self.expr(selector);
                Stmt::Switch(selector, self.clauses(clauses))
            }
            Stmt::Return(value) => Stmt::Return(value.map(|value| self.expr(value))),
        };
        let span = self.ast.stmt_span(id);
        self.push_stmt(stmt, span)
    }

    /// The iteration over a range that was copied.
    fn iteration(&mut self, iteration: Iteration, range: ExprId) -> Iteration {
        let own = self.variable(iteration.range);
        self.ast.variables[own.index()].initializer = Some(range);
        Iteration {
            range: own,
            begin: iteration.begin.map(|it| self.variable(it)),
            end: iteration.end.map(|it| self.variable(it)),
            condition: self.expr(iteration.condition),
            update: self.expr(iteration.update),
            element: self.variable(iteration.element),
        }
    }

    fn push_stmt(&mut self, stmt: Stmt, span: Span) -> StmtId {
        self.ast.stmts.push(stmt);
        self.ast.stmt_spans.push(span);
        StmtId::from_index(self.ast.stmts.len() - 1)
    }

    fn stmts(&mut self, list: List<StmtId>) -> List<StmtId> {
        let copies: Vec<StmtId> = self.ast[list].to_vec().into_iter().map(|id| self.stmt(id)).collect();
        List::append(&mut self.ast.stmt_lists, &copies)
    }

    fn clauses(&mut self, list: List<SwitchClause>) -> List<SwitchClause> {
        let mut clauses = Vec::new();
        for clause in self.ast[list].to_vec() {
            let mut labels = Vec::new();
            for label in self.ast[clause.labels].to_vec() {
                labels.push(CaseLabel { value: label.value.map(|value| self.expr(value)), ..label });
            }
            let labels = List::append(&mut self.ast.labels, &labels);
            clauses.push(SwitchClause { labels, statements: self.stmts(clause.statements), ..clause });
        }
        List::append(&mut self.ast.clauses, &clauses)
    }
}
