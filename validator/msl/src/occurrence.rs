//! Names as people see them: each place of a name with what it denotes there, for editors.
//!
//! [`occurrences`] walks the columns of the tree and the meaning of bodies, without recursion. A name that is made by a macro has the place of the
//! macro, so a place whose text is not the name is left out. So is a place that denotes different things in instances of a template, and
//! everything whose meaning the checker doesn't know: an answer is never wrong, but the list may have gaps, such as namespaces and the
//! bodies of templates that nothing uses.

use crate::Program;
use crate::meaning::{Body, Callee, FunctionInstance, Module};
use crate::types::{StructureNumber, Type, TypeId};
use cxx_validator::ast::{
    Alias, AliasId, Ast, Designator, Enumeration, EnumerationId, Expr, ExprId, FunctionId, Structure,
    StructureId, VariableId,
};
use cxx_validator::names::Symbol;
use rustc_hash::FxHashMap;
use shader_source::{Span, steps};

/// A place of a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Occurrence {
    /// The place of the name alone.
    pub span: Span,
    /// The object that it denotes.
    pub denoted: Denoted,
    /// Whether it is declared here.
    pub is_declaration: bool,
}

/// An object that a name denotes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Denoted {
    /// A variable or parameter.
    Variable(VariableId),
    /// A function of the program: its definition, or else its first declaration.
    Function(FunctionId),
    /// A structure, class or union.
    Structure(StructureId),
    /// A member that holds data, by its index in the column of members.
    Member(u32),
    /// An enumeration.
    Enumeration(EnumerationId),
    /// An enumerator, by its index in the column of enumerators.
    Enumerator(u32),
    /// A `typedef` or `using`.
    Alias(AliasId),
    /// A function of the library, by its name and the signature that is called.
    Library(&'static str, &'static str),
}

impl Denoted {
    /// Returns the place of the name in its declaration; `None` for the library.
    #[must_use]
    pub fn declared(self, ast: &Ast) -> Option<Span> {
        Some(match self {
            Self::Variable(id) => ast[id].name_span,
            Self::Function(id) => ast[id].name_span,
            Self::Structure(id) => ast[id].name_span,
            Self::Member(index) => ast.members[index as usize].name_span,
            Self::Enumeration(id) => ast[id].name_span,
            Self::Enumerator(index) => ast.enumerators[index as usize].name_span,
            Self::Alias(id) => ast[id].name_span,
            Self::Library(..) => return None,
        })
    }
}

/// Returns the names in the first file of a program, which has this text, sorted by place.
#[must_use]
pub fn occurrences(program: &Program, text: &str) -> Vec<Occurrence> {
    let mut walk = Walk::new(&program.module, text);
    walk.declarations();
    walk.type_names();
    for instance in &program.module.instances {
        walk.body(&instance.body, Some(instance));
    }
    for body in program.module.globals.values().filter_map(|global| global.initializer.as_ref()) {
        walk.body(body, None);
    }
    without_conflicts(walk.found)
}

/// Sorts places, and leaves out places that denote several things.
fn without_conflicts(mut found: Vec<Occurrence>) -> Vec<Occurrence> {
    // A declaration comes before its other readings, which instances of templates repeat.
    found.sort_by_key(|it| (it.span, !it.is_declaration));
    let groups = found.chunk_by(|one, other| one.span == other.span);
    groups
        .filter(|group| group.iter().all(|it| it.denoted == group[0].denoted))
        .map(|group| group[0])
        .collect()
}

/// The occurrences so far.
struct Walk<'a> {
    module: &'a Module,
    text: &'a str,
    found: Vec<Occurrence>,
    /// Aliases and parameters of templates by name: what a name of a type may be if it is not the type's own.
    other_names: FxHashMap<Symbol, OtherName>,
    /// The members and enumerators of the program, in hash maps because a large structure has many uses.
    members: FxHashMap<(StructureId, Symbol), u32>,
    enumerators: FxHashMap<(EnumerationId, Symbol), u32>,
    /// The structures that structures are derived from.
    bases: FxHashMap<StructureNumber, Vec<StructureNumber>>,
}

/// The declarations of a name that denotes a type and is not the type's own.
#[derive(Clone, Copy)]
enum OtherName {
    Alias(AliasId),
    /// Several aliases, or a parameter of a template.
    Unclear,
}

impl<'a> Walk<'a> {
    fn new(module: &'a Module, text: &'a str) -> Self {
        let ast = &module.ast;
        let mut other_names = FxHashMap::default();
        for (index, alias) in ast.aliases.iter().enumerate() {
            let entry = other_names.entry(alias.name);
            entry
                .and_modify(|it| *it = OtherName::Unclear)
                .or_insert(OtherName::Alias(AliasId::from_index(index)));
        }
        let parameters = ast.template_parameters.iter().filter_map(|it| it.name);
        other_names.extend(parameters.map(|name| (name, OtherName::Unclear)));
        let mut walk = Self {
            module,
            text,
            found: Vec::new(),
            other_names,
            members: FxHashMap::default(),
            enumerators: FxHashMap::default(),
            bases: FxHashMap::default(),
        };
        walk.index();
        walk
    }

    fn index(&mut self) {
        let (ast, types) = (&self.module.ast, &self.module.types);
        for (index, structure) in ast.structures.iter().enumerate() {
            let id = StructureId::from_index(index);
            let named = structure.members.range().filter_map(|index| Some((index, ast.members[index].name?)));
            self.members.extend(named.map(|(index, name)| ((id, name), index as u32)));
        }
        for (index, enumeration) in ast.enumerations.iter().enumerate() {
            let id = EnumerationId::from_index(index);
            let all = enumeration.enumerators.range();
            self.enumerators.extend(all.map(|index| ((id, ast.enumerators[index].name), index as u32)));
        }
        for number in types.structure_numbers() {
            let members = &types.structure(number).members;
            steps::take(members.len());
            let bases = members.iter().filter(|member| member.base.is_some());
            let bases: Vec<_> = bases.filter_map(|member| types.structure_number(member.ty)).collect();
            if !bases.is_empty() {
                self.bases.insert(number, bases);
            }
        }
    }

    /// Adds a place if it is in the first file, and its text is the name.
    fn add(&mut self, name: Symbol, span: Span, denoted: Denoted, is_declaration: bool) {
        steps::take(1);
        let written = self.text.get(span.lo as usize..span.hi as usize);
        if written == Some(self.module.names.text(name)) {
            self.found.push(Occurrence { span, denoted, is_declaration });
        }
    }

    fn declarations(&mut self) {
        let ast = &self.module.ast;
        for (index, variable) in ast.variables.iter().enumerate() {
            if let Some(name) = variable.name {
                let denoted = Denoted::Variable(VariableId::from_index(index));
                self.add(name, variable.name_span, denoted, true);
            }
        }
        for (index, function) in ast.functions.iter().enumerate() {
            let denoted = self.function(FunctionId::from_index(index));
            self.add(function.name, function.name_span, denoted, true);
        }
        for (index, Structure { name, name_span, .. }) in ast.structures.iter().enumerate() {
            if let Some(name) = *name {
                self.add(name, *name_span, Denoted::Structure(StructureId::from_index(index)), true);
            }
        }
        for (member, index) in ast.members.iter().zip(0..) {
            if let Some(name) = member.name {
                self.add(name, member.name_span, Denoted::Member(index), true);
            }
        }
        for (index, Enumeration { name, name_span, .. }) in ast.enumerations.iter().enumerate() {
            if let Some(name) = *name {
                self.add(name, *name_span, Denoted::Enumeration(EnumerationId::from_index(index)), true);
            }
        }
        for (enumerator, index) in ast.enumerators.iter().zip(0..) {
            self.add(enumerator.name, enumerator.name_span, Denoted::Enumerator(index), true);
        }
        for (index, Alias { name, name_span, .. }) in ast.aliases.iter().enumerate() {
            self.add(*name, *name_span, Denoted::Alias(AliasId::from_index(index)), true);
        }
    }

    /// The main declaration of a function.
    fn function(&self, id: FunctionId) -> Denoted {
        Denoted::Function(self.module.main_declarations.get(&id).copied().unwrap_or(id))
    }

    fn type_names(&mut self) {
        for (name, ty) in self.module.ast.names.iter().zip(&self.module.named) {
            if let Some(denoted) = ty.and_then(|ty| self.type_name(name.name, ty)) {
                self.add(name.name, name.name_span, denoted, false);
            }
        }
    }

    /// The declaration of a name that is a type.
    fn type_name(&self, name: Symbol, ty: TypeId) -> Option<Denoted> {
        if let Some(other) = self.other_names.get(&name) {
            return match other {
                OtherName::Alias(id) => Some(Denoted::Alias(*id)),
                OtherName::Unclear => None,
            };
        }
        let (denoted, own) = match self.module.types.get(ty) {
            Type::Structure(number) => {
                let id = self.module.types.structure(number).declaration;
                (Denoted::Structure(id), self.module.ast[id].name)
            }
            Type::Enumeration(id, _) => (Denoted::Enumeration(id), self.module.ast[id].name),
            _ => return None,
        };
        (own == Some(name)).then_some(denoted)
    }

    fn body(&mut self, body: &Body, instance: Option<&FunctionInstance>) {
        for offset in 0..body.exprs.len() {
            let index = body.first_expr + offset;
            if index < self.module.ast.exprs.len() {
                self.expression(body, instance, ExprId::from_index(index));
            }
        }
    }

    fn expression(&mut self, body: &Body, instance: Option<&FunctionInstance>, id: ExprId) {
        let module = self.module;
        match module.ast[id] {
            Expr::Name(name) => {
                let name = module.ast[name];
                let is_plain = name.path.is_empty();
                if let Some(denoted) = self.value_name(body, instance, id, (name.name, is_plain)) {
                    self.add(name.name, name.name_span, denoted, false);
                }
            }
            Expr::Call(callee, _) => {
                let Some(denoted) = body.callee(id).and_then(|callee| self.callee(callee)) else { return };
                match module.ast[callee] {
                    Expr::Name(name) => {
                        let name = module.ast[name];
                        self.add(name.name, name.name_span, denoted, false);
                    }
                    Expr::Member(_, name) | Expr::Arrow(_, name) => {
                        self.add(name, self.end_of(callee, name), denoted, false);
                    }
                    _ => {}
                }
            }
            Expr::Member(_, name) | Expr::Arrow(_, name)
                if let Some(denoted) = self.value_name(body, None, id, (name, false)) =>
            {
                self.add(name, self.end_of(id, name), denoted, false);
            }
            Expr::Member(base, name) => self.member(body.meaning(base).ty, name, self.end_of(id, name)),
            Expr::Arrow(base, name) => {
                if let Type::Pointer(object) = module.types.get(body.meaning(base).ty) {
                    self.member(object.ty, name, self.end_of(id, name));
                }
            }
            Expr::Braces(items) => {
                let Some(aggregate) = body.aggregate(id) else { return };
                for designator in module.ast[items].iter().filter_map(|item| item.designator) {
                    match designator {
                        Designator::Member(name, span) => self.member(aggregate.ty, name, span),
                        Designator::Elements(..) => {}
                    }
                }
            }
            _ => {}
        }
    }

    /// The declaration of a name that is a value.
    fn value_name(
        &self,
        body: &Body,
        instance: Option<&FunctionInstance>,
        id: ExprId,
        (name, is_plain): (Symbol, bool),
    ) -> Option<Denoted> {
        let meaning = body.meaning(id);
        if let Some(variable) = meaning.variable {
            // A member of an object without a name.
            if let Some(owner) = meaning.owner.filter(|_| self.module.ast[variable].name.is_none()) {
                return self.member_of(self.module.types.structure_number(owner)?, name);
            }
            return Some(Denoted::Variable(variable));
        }
        if let (Type::Enumeration(enumeration, _), Some(_)) =
            (self.module.types.get(meaning.ty), meaning.value)
        {
            return self.enumerators.get(&(enumeration, name)).map(|index| Denoted::Enumerator(*index));
        }
        // Neither a variable nor a number: in a member function, it is a member of the object.
        let this = instance?.this.filter(|_| is_plain && meaning.value.is_none() && meaning.is_place)?;
        self.member_of(self.module.types.structure_number(this.ty)?, name)
    }

    fn callee(&self, callee: &Callee) -> Option<Denoted> {
        match callee {
            Callee::Function(instance) => Some(self.function(self.module.instances[*instance].function)),
            Callee::Declared(id) => Some(self.function(*id)),
            Callee::Library { function, signature, .. } => {
                Some(Denoted::Library(function.name, function.signatures.get(*signature)?.text))
            }
            Callee::Texture { function, signature, .. } => {
                Some(Denoted::Library(function.name, function.signatures.get(*signature)?.text))
            }
            Callee::Option(_) | Callee::Constructor | Callee::ArraySize(_) | Callee::LibraryMember(_) => None,
        }
    }

    /// The place of a member's name, at the end of its expression.
    fn end_of(&self, id: ExprId, name: Symbol) -> Span {
        let span = self.module.ast.expr_span(id);
        Span::new(span.hi.saturating_sub(self.module.names.text(name).len() as u32), span.hi)
    }

    fn member(&mut self, ty: TypeId, name: Symbol, span: Span) {
        let number = self.module.types.structure_number(ty);
        if let Some(denoted) = number.and_then(|number| self.member_of(number, name)) {
            self.add(name, span, denoted, false);
        }
    }

    /// The member of a structure, or of a structure without name in it.
    fn member_of(&self, number: StructureNumber, name: Symbol) -> Option<Denoted> {
        let mut waiting = vec![number];
        while let Some(number) = waiting.pop() {
            steps::take(1);
            let structure = self.module.types.structure(number);
            if let Some(index) = self.members.get(&(structure.declaration, name)) {
                return Some(Denoted::Member(*index));
            }
            match structure.within.get(&name).and_then(|index| structure.members.get(*index as usize)) {
                Some(around) => waiting.extend(self.module.types.structure_number(around.ty)),
                None => waiting.extend(self.bases.get(&number).into_iter().flatten()),
            }
        }
        None
    }
}

/// Returns the structure that a member belongs to, by its index in the column of members, and its position there.
#[must_use]
pub fn structure_of(ast: &Ast, index: u32) -> Option<(StructureId, usize)> {
    let index = index as usize;
    let found = ast.structures.iter().position(|structure| structure.members.range().contains(&index))?;
    Some((StructureId::from_index(found), index - ast.structures[found].members.range().start))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Options, program};
    use cxx_validator::{Headers, Source};

    /// The names of a program with what their declarations are, as `name line:of-declaration`.
    fn resolved(text: &str) -> Vec<String> {
        let program = program(Source::text(text), &Options::default(), Headers::NONE);
        let line = |offset: u32| text[..offset as usize].matches('\n').count();
        let uses = occurrences(&program, text).into_iter().filter(|it| !it.is_declaration);
        uses.map(|it| {
            let name = it.span.text(text);
            match it.denoted.declared(&program.module.ast) {
                Some(declared) => format!("{name} {}", line(declared.lo)),
                None => format!("{name} library"),
            }
        })
        .collect()
    }

    #[test]
    fn members_of_unions_without_names_lead_to_their_declarations() {
        let text = "struct S {\n union { int u; float v; }; int get() { return u; } };\n\
            int g() {\n union { int w; };\n w = 1; return w; }";
        let found: Vec<String> =
            resolved(text).into_iter().filter(|it| it.starts_with('u') || it.starts_with('w')).collect();
        assert_eq!(found, ["u 1", "w 3", "w 3"]);
    }

    #[test]
    fn names_lead_to_their_declarations() {
        let text = "#include <metal_stdlib>\nusing namespace metal;\n\
            struct S { int a;\n union { int u; float v; };\n int get() const thread { return a; } };\n\
            enum class E { first,\n second };\n\
            using T = S;\n\
            int f(int x);\n\
            int f(int x) { S s = { .a = x }; T t = s; thread S* p = &s; return s.u + p->a + t.get() + int(E::second) + max(x, 1); }\n\
            constant int c = 3;\n\
            kernel void k(device int* o [[buffer(0)]]) { o[0] = f(c); }";
        let expected = [
            "a 2",
            "S 2",
            "a 2",
            "x 9",
            "T 7",
            "s 9",
            "S 2",
            "s 9",
            "s 9",
            "u 3",
            "p 9",
            "a 2",
            "t 9",
            "get 4",
            "second 6",
            "max library",
            "x 9",
            "o 11",
            "f 9",
            "c 10",
        ];
        let mut found = resolved(text);
        found.retain(|it| it != "S 7");
        let missing: Vec<_> = expected.iter().filter(|it| !found.iter().any(|found| found == *it)).collect();
        assert_eq!(missing, Vec::<&&str>::new(), "{found:?}");
        assert!(found.iter().all(|it| expected.contains(&it.as_str())), "{found:?}");
    }

    #[test]
    fn what_is_not_clear_is_left_out() {
        let text = "#define ID(x) x\n\
            template <typename T> T twice(T x) { return x + x; }\n\
            struct A { int m; }; struct B { float m; };\n\
            template <typename T> int first(thread T& t) { return int(t.m); }\n\
            int f() { A a; B b; int y = 1; return twice(ID(y)) + first(a) + first(b); }";
        let found = resolved(text);
        assert!(found.contains(&"x 1".to_owned()) && found.contains(&"first 3".to_owned()), "{found:?}");
        // `m` is a member of two structures, and `T` two types.
        let is_unclear = |it: &String| ["m ", "T "].iter().any(|name| it.starts_with(name));
        assert!(!found.iter().any(is_unclear), "{found:?}");
    }

    #[test]
    fn the_cost_is_linear() {
        let cost = |count: usize| {
            let repeated = |piece: &str| {
                let pieces: Vec<_> = (0..count).map(|it| piece.replace('#', &it.to_string())).collect();
                pieces.concat()
            };
            let (members, enumerators) = (repeated("int m#; "), repeated("e#, "));
            let uses = repeated("s.m# = e#;\n");
            let text =
                format!("struct S {{ {members} }}; enum E {{ {enumerators} }}; void f(S s) {{ {uses} }}");
            let program = program(Source::text(&text), &Options::default(), Headers::NONE);
            steps::of(|| assert_eq!(occurrences(&program, &text).len(), 5 * count + 5))
        };
        let (few, many) = (cost(50), cost(200));
        assert!(few > 0 && many < 5 * few, "{few} steps become {many} with 4 times the members");
    }
}
