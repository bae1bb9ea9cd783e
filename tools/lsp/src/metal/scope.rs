//! The names that a program declares and that are visible at a place.

use super::describe;
use cxx_validator::ast::{
    AliasId, DeclId, DeclKind, Enumeration, EnumerationId, FunctionId, List, Stmt, StmtId, StructureId,
    VariableId,
};
use cxx_validator::names::Symbol;
use lsp_types::CompletionItemKind;
use msl_validator::Program;
use msl_validator::meaning::{FunctionInstance, Module};
use shader_source::Span;

/// A name with what people want to know about it.
#[derive(Debug)]
pub(crate) struct Name {
    pub(crate) text: String,
    pub(crate) kind: CompletionItemKind,
    pub(crate) detail: Option<String>,
    pub(crate) is_local: bool,
}

/// The names so far.
pub(crate) struct Scope<'a> {
    program: &'a Program,
    functions: describe::Functions<'a>,
    module: &'a Module,
    offset: u32,
    /// From the innermost scope outwards.
    pub(crate) names: Vec<Name>,
    /// Whether `using namespace metal` applies.
    pub(crate) uses_library: bool,
}

impl<'a> Scope<'a> {
    /// No names at an offset of a document with this text.
    pub(crate) fn new(program: &'a Program, text: &'a str, offset: u32) -> Self {
        let functions = describe::Functions::new(program, text);
        let module = &program.module;
        Self { program, functions, module, offset, names: Vec::new(), uses_library: false }
    }

    /// Adds all names that are visible without a path.
    pub(crate) fn visible(&mut self) {
        let function = self.function();
        if let Some(id) = function {
            self.locals(id);
            if let Some(structure) = self.structure_of(id) {
                self.members(structure);
            }
            for parameter in &self.module.ast[self.module.ast[id].template] {
                let kind = CompletionItemKind::TypeParameter;
                if let Some(name) = parameter.name {
                    self.add(name, kind, None);
                }
            }
        }
        self.declarations(self.module.decls);
    }

    /// Returns true if the place is in a body that the checker knows.
    pub(crate) fn is_in_body(&self) -> bool {
        self.function().is_some()
    }

    /// Adds the names after a path; the last name of it decides.
    pub(crate) fn of_path(&mut self, path: &[String]) {
        let Some(last) = path.last() else { return self.declarations(self.module.decls) };
        let ast = &self.module.ast;
        let is_named = |name: Option<Symbol>| name.is_some_and(|name| self.module.names.text(name) == last);
        let spaces: Vec<_> =
            ast.namespaces.iter().filter(|it| is_named(it.name)).map(|it| it.decls).collect();
        let enumerations: Vec<_> = ast.enumerations.iter().filter(|it| is_named(it.name)).copied().collect();
        let structures: Vec<_> =
            ast.structures.iter().filter(|it| is_named(it.name)).map(|it| it.decls).collect();
        for decls in spaces.into_iter().chain(structures) {
            self.declarations(decls);
        }
        for enumeration in enumerations {
            self.enumerators(enumeration);
        }
    }

    fn add(&mut self, name: Symbol, kind: CompletionItemKind, detail: Option<String>) {
        self.push(name, kind, detail, false);
    }

    fn push(&mut self, name: Symbol, kind: CompletionItemKind, detail: Option<String>, is_local: bool) {
        let text = self.module.names.text(name);
        // The library's headers have names that start with underscores for themselves.
        if !text.starts_with("__") && !text.starts_with("operator") {
            self.names.push(Name { text: text.to_owned(), kind, detail, is_local });
        }
    }

    /// The function whose body contains the place.
    fn function(&self) -> Option<FunctionId> {
        let contains = |body: StmtId| {
            let span = self.module.ast.stmt_span(body);
            span.lo < self.offset && self.offset <= span.hi
        };
        let found = self.module.ast.functions.iter().position(|it| it.body.is_some_and(contains))?;
        Some(FunctionId::from_index(found))
    }

    fn structure_of(&self, id: FunctionId) -> Option<StructureId> {
        let ast = &self.module.ast;
        let named = ast[ast[id].path].last().map(|part| part.name);
        let found = ast.structures.iter().position(|it| {
            ast[it.functions].contains(&id) || (named.is_some() && it.name == named && it.is_defined)
        })?;
        Some(StructureId::from_index(found))
    }

    /// Adds the variables of a function that are declared before the place and whose block contains it.
    fn locals(&mut self, id: FunctionId) {
        let function = self.module.ast[id];
        let instance = self.module.instances.iter().find(|it| it.function == id);
        let mut found = self.module.ast[function.parameters].to_vec();
        let mut waiting: Vec<StmtId> = function.body.into_iter().collect();
        while let Some(stmt) = waiting.pop() {
            let span = self.module.ast.stmt_span(stmt);
            if span.lo < self.offset {
                self.statement(stmt, span, &mut found, &mut waiting);
            }
        }
        // The names of inner blocks hide the others.
        for id in found.into_iter().rev() {
            if let Some(name) = self.module.ast[id].name {
                let detail = instance.and_then(|it| self.local(it, id));
                self.push(name, CompletionItemKind::Variable, detail, true);
            }
        }
    }

    fn local(&self, instance: &FunctionInstance, id: VariableId) -> Option<String> {
        let name = self.module.names.text(self.module.ast[id].name?);
        describe::object(self.module, *instance.locals.get(&id)?, name)
    }

    /// Adds the variables of a statement that starts before the place, and the statements in it that may contain the place.
    fn statement(&self, id: StmtId, span: Span, found: &mut Vec<VariableId>, waiting: &mut Vec<StmtId>) {
        let ast = &self.module.ast;
        let is_inside = self.offset <= span.hi;
        match ast[id] {
            Stmt::Variables(list) => {
                let declared = ast[list].iter().filter(|id| ast[**id].name_span.hi < self.offset);
                let count = declared.clone().count();
                // The last one has its initializer here, which is not meant to use it.
                found.extend(declared.take(count - usize::from(is_inside && count > 0)));
            }
            Stmt::Block(list) if is_inside => waiting.extend(&ast[list]),
            Stmt::If(_, accept, reject) if is_inside => {
                waiting.push(accept);
                waiting.extend(reject);
            }
            Stmt::While(_, body) | Stmt::DoWhile(body, _) if is_inside => waiting.push(body),
            Stmt::For { initializer, body, .. } if is_inside => {
                waiting.push(body);
                waiting.extend(initializer);
            }
            Stmt::ForRange { variable, body, .. } if is_inside => {
                found.push(variable);
                waiting.push(body);
            }
            Stmt::Switch(_, clauses) if is_inside => {
                for clause in &ast[clauses] {
                    waiting.extend(&ast[clause.statements]);
                }
            }
            Stmt::Block(_)
            | Stmt::If(..)
            | Stmt::While(..)
            | Stmt::DoWhile(..)
            | Stmt::For { .. }
            | Stmt::ForRange { .. }
            | Stmt::Switch(..)
            | Stmt::Error
            | Stmt::Empty
            | Stmt::Declaration(_)
            | Stmt::Expression(_)
            | Stmt::Break
            | Stmt::Continue
            | Stmt::Return(_) => {}
        }
    }

    /// Adds the members of a structure.
    fn members(&mut self, id: StructureId) {
        let structure = self.module.ast[id];
        for member in &self.module.ast[structure.members] {
            if let Some(name) = member.name {
                self.add(name, CompletionItemKind::Field, None);
            }
        }
        for id in &self.module.ast[structure.functions] {
            if self.module.ast[*id].result.is_some() {
                self.add_function(*id);
            }
        }
        self.declarations(structure.decls);
    }

    /// Adds declarations of a scope that come before the place, or that contain it.
    fn declarations(&mut self, decls: List<DeclId>) {
        let ast = &self.module.ast;
        for decl in ast[decls].iter().map(|id| ast[*id]) {
            // Headers come before the code that they are included for.
            let is_here = self.program.inclusions.of(decl.span.lo).is_none();
            if is_here && decl.span.lo >= self.offset {
                continue;
            }
            match decl.kind {
                DeclKind::Function(id) => self.add_function(id),
                DeclKind::Variables(list) => ast[list].iter().for_each(|id| self.add_variable(*id)),
                DeclKind::VariableTemplate(id) => self.add_variable(ast[id].variable),
                DeclKind::Structure(id) => self.add_structure(id),
                DeclKind::Enumeration(id) => self.add_enumeration(id),
                DeclKind::Alias(id) => self.add_alias(id),
                DeclKind::Aliases(list) => ast[list].iter().for_each(|id| self.add_alias(*id)),
                DeclKind::Namespace(id) => {
                    let namespace = ast[id];
                    let is_open = decl.span.lo < self.offset && self.offset <= decl.span.hi;
                    if namespace.name.is_none() || namespace.is_inline || namespace.is_linkage || is_open {
                        self.declarations(namespace.decls);
                    }
                    if let Some(name) = namespace.name {
                        self.add(name, CompletionItemKind::Module, None);
                    }
                }
                DeclKind::UsingNamespace(name) => self.using(ast[name].name),
                DeclKind::NamespaceAlias(name, _) => self.add(name, CompletionItemKind::Module, None),
                DeclKind::Error
                | DeclKind::Empty
                | DeclKind::Using(_)
                | DeclKind::Instance(_)
                | DeclKind::StructureInstance(_)
                | DeclKind::ExternInstance(_)
                | DeclKind::StaticAssert(..) => {}
            }
        }
    }

    /// Adds the names of a namespace that a directive makes visible. Directives in it are not followed.
    fn using(&mut self, name: Symbol) {
        let ast = &self.module.ast;
        self.uses_library |= self.module.names.text(name) == "metal";
        let spaces = ast.namespaces.iter().filter(|it| it.name == Some(name));
        for id in spaces.flat_map(|it| &ast[it.decls]) {
            match ast[*id].kind {
                DeclKind::Function(id) => self.add_function(id),
                DeclKind::Variables(list) => ast[list].iter().for_each(|id| self.add_variable(*id)),
                DeclKind::Structure(id) => self.add_structure(id),
                DeclKind::Enumeration(id) => self.add_enumeration(id),
                DeclKind::Alias(id) => self.add_alias(id),
                DeclKind::Aliases(list) => ast[list].iter().for_each(|id| self.add_alias(*id)),
                DeclKind::VariableTemplate(_)
                | DeclKind::Namespace(_)
                | DeclKind::UsingNamespace(_)
                | DeclKind::NamespaceAlias(..)
                | DeclKind::Error
                | DeclKind::Empty
                | DeclKind::Using(_)
                | DeclKind::Instance(_)
                | DeclKind::StructureInstance(_)
                | DeclKind::ExternInstance(_)
                | DeclKind::StaticAssert(..) => {}
            }
        }
    }

    fn add_function(&mut self, id: FunctionId) {
        let detail = self.functions.signature(id);
        self.add(self.module.ast[id].name, CompletionItemKind::Function, Some(detail));
    }

    fn add_variable(&mut self, id: VariableId) {
        let Some(name) = self.module.ast[id].name else { return };
        let object = self.module.globals.get(&id).map(|global| global.object);
        let detail = object.and_then(|it| describe::object(self.module, it, self.module.names.text(name)));
        self.add(name, CompletionItemKind::Variable, detail);
    }

    fn add_structure(&mut self, id: StructureId) {
        if let Some(name) = self.module.ast[id].name {
            let detail = format!("struct {}", self.module.names.text(name));
            self.add(name, CompletionItemKind::Struct, Some(detail));
        }
    }

    fn add_enumeration(&mut self, id: EnumerationId) {
        let enumeration = self.module.ast[id];
        if let Some(name) = enumeration.name {
            self.add(name, CompletionItemKind::Enum, None);
        }
        if !enumeration.is_scoped {
            self.enumerators(enumeration);
        }
    }

    fn enumerators(&mut self, enumeration: Enumeration) {
        for enumerator in &self.module.ast[enumeration.enumerators] {
            self.add(enumerator.name, CompletionItemKind::EnumMember, None);
        }
    }

    fn add_alias(&mut self, id: AliasId) {
        self.add(self.module.ast[id].name, CompletionItemKind::Class, None);
    }
}
