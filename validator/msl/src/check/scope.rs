//! Names and what they stand for.

mod around;
mod base;
mod library;
mod local;

pub(super) use base::Declarer;
pub(super) use local::{Aside, MemberNames, NumberOfNames};

use super::Value;
use crate::meaning::Variant;
use crate::types::{FunctionArgument, Object, Overloads, TypeId};
use base::{Ambiguous, Inherited};
use cxx_validator::ast::{
    Access, AliasId, FunctionId, List, StructureId, TemplateParameter, VariableId, VariableTemplateId,
};
use cxx_validator::names::Symbol;
use local::{Hidden, Local, Members};
use rustc_hash::{FxHashMap, FxHashSet};
use shader_source::steps;

/// The meaning of a name.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Entity {
    /// A variable, with its value if that is known.
    Variable(VariableId, Object, Option<Value>),
    /// A member of the object of a member function.
    Member(Object),
    /// Functions with this name, in the order of their declarations.
    Functions(Overloads),
    /// A type.
    Type(TypeId),
    /// A template of structures.
    StructureTemplate(StructureId),
    /// A template that is a parameter of a template without instances, with its own parameters.
    UnknownTemplate(List<TemplateParameter>),
    /// A template of aliases, and the namespace of its names: each instance of a class template has one of its own.
    AliasTemplate(AliasId, NamespaceNumber),
    /// A template of variables.
    VariableTemplate(VariableTemplateId),
    /// An enumerator.
    Enumerator(TypeId, i128),
    /// A namespace.
    Namespace(NamespaceNumber),
    /// Functions that an argument of a template gives.
    FunctionArgument(FunctionArgument),
    /// A number that an argument of a template gives.
    Number(TypeId, i64),
}

impl Entity {
    /// Returns true for what may be before `::`.
    fn may_have_names(&self) -> bool {
        match self {
            Self::Type(_)
            | Self::StructureTemplate(_)
            | Self::UnknownTemplate(_)
            | Self::AliasTemplate(..)
            | Self::Namespace(_) => true,
            Self::Variable(..)
            | Self::Member(_)
            | Self::Functions(_)
            | Self::VariableTemplate(_)
            | Self::Enumerator(..)
            | Self::FunctionArgument(_)
            | Self::Number(..) => false,
        }
    }

    /// The meaning of a name that two namespaces declare: one entity, or functions, which are overloads. C++14 (namespace.udir) 6
    fn joined(self, other: Self) -> Option<Self> {
        match (self, other) {
            (Self::Functions(mut all), Self::Functions(more)) => {
                all.join(more);
                Some(Self::Functions(all))
            }
            (one, other) => (one == other).then_some(one),
        }
    }
}

/// A namespace of the program; the first one is the program scope.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct NamespaceNumber(usize);

impl NamespaceNumber {
    /// The program scope.
    pub(super) const PROGRAM: Self = Self(0);
}

#[derive(Default, Debug)]
struct Namespace {
    /// The name that it was declared with; aliases have others.
    name: Option<Symbol>,
    parent: Option<NamespaceNumber>,
    names: FxHashMap<Symbol, Entity>,
    /// When each name was declared.
    since: FxHashMap<Symbol, Moment>,
    /// The namespaces that `using namespace` names.
    used: Used,
    /// The inline namespaces in it.
    inlines: Vec<NamespaceNumber>,
    /// Whether `using namespace metal` is there.
    uses_library: bool,
    /// The names of the library that `using` declares.
    library_names: FxHashSet<Symbol>,
    /// Whether the program adds names to the library here: `namespace metal { ... }`.
    is_library: bool,
    /// The part of the library that it is: `namespace metal { namespace precise { ... } }`.
    variant: Option<Variant>,
    /// The structure whose scope this is.
    structure: Option<TypeId>,
    /// The access of what a structure declares now, and of its names that are not public.
    access: Access,
    accesses: FxHashMap<Symbol, Access>,
    inherited: Inherited,
}

/// A moment in the order of declarations.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub(super) struct Moment(u32);

impl Moment {
    /// A moment after all declarations.
    const END: Self = Self(u32::MAX);
}

/// Namespaces in the order in which they are used.
#[derive(Default, Debug)]
struct Used {
    list: Vec<NamespaceNumber>,
    /// The place of each in the list.
    places: FxHashMap<NamespaceNumber, usize>,
}

impl Used {
    fn push(&mut self, number: NamespaceNumber) {
        self.places.entry(number).or_insert(self.list.len());
        self.list.push(number);
    }
}

/// All scopes.
#[derive(Debug)]
pub(super) struct Scopes {
    namespaces: Vec<Namespace>,
    /// The namespaces that declare a name.
    declaring: FxHashMap<Symbol, Vec<NamespaceNumber>>,
    present: NamespaceNumber,
    /// The names of the function, and what they hide.
    locals: FxHashMap<Symbol, Local>,
    hidden: Vec<Hidden>,
    /// The members that are names of the function.
    members: Vec<Members>,
    /// Where the innermost scope of a function begins.
    innermost: usize,
    /// `using namespace metal` in a function.
    local_library: bool,
    /// The namespaces that `using namespace` names in the open blocks of the function.
    local_used: Vec<NamespaceNumber>,
    /// The namespaces of the structures and enumerations of the program.
    places: FxHashMap<TypeId, NamespaceNumber>,
    /// The scopes of structures.
    structures: FxHashMap<TypeId, NamespaceNumber>,
    /// The moment of the next declaration.
    now: Moment,
    /// The types of namespaces that functions with their names hide.
    hidden_types: FxHashMap<(NamespaceNumber, Symbol), TypeId>,
    /// When functions of namespaces were declared.
    functions: FxHashMap<FunctionId, Moment>,
    /// The namespaces of these functions.
    homes: FxHashMap<FunctionId, NamespaceNumber>,
    /// When structure templates and their specialisations were declared.
    templates: FxHashMap<StructureId, Moment>,
    /// The moment up to which names of namespaces are visible: a template does not see what is declared after it. C++14 (temp.nondep)
    limit: Moment,
}

impl Default for Scopes {
    fn default() -> Self {
        Self {
            namespaces: vec![Namespace::default()],
            declaring: FxHashMap::default(),
            present: NamespaceNumber::PROGRAM,
            locals: FxHashMap::default(),
            hidden: Vec::new(),
            members: Vec::new(),
            innermost: 0,
            local_library: false,
            local_used: Vec::new(),
            places: FxHashMap::default(),
            structures: FxHashMap::default(),
            now: Moment::default(),
            functions: FxHashMap::default(),
            hidden_types: FxHashMap::default(),
            homes: FxHashMap::default(),
            templates: FxHashMap::default(),
            limit: Moment::END,
        }
    }
}

/// The result of looking up a name.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Found {
    /// The program declares it.
    Entity(Entity),
    /// Several namespaces that `using` opens declare it.
    Ambiguous,
    /// The library may have it.
    Library,
    /// The library may have it, but its namespace is not named.
    LibraryWithoutNamespace,
}

impl Scopes {
    /// Declares a name in the present namespace. The result is what it stood for there.
    pub(super) fn declare(&mut self, symbol: Symbol, entity: Entity) -> Option<Entity> {
        let namespace = &mut self.namespaces[self.present.0];
        if namespace.access != Access::Public {
            namespace.accesses.insert(symbol, namespace.access);
        }
        namespace.since.entry(symbol).or_insert(self.now);
        self.now.0 += 1;
        let before = namespace.names.insert(symbol, entity);
        if before.is_none() {
            self.declaring.entry(symbol).or_default().push(self.present);
        }
        before
    }

    /// Notes that a function is declared now.
    pub(super) fn note_function(&mut self, id: FunctionId) {
        self.functions.insert(id, self.now);
        self.homes.insert(id, self.present);
        self.now.0 += 1;
    }

    /// The namespace of a function that is not a member.
    pub(super) fn home_of_function(&self, id: FunctionId) -> Option<NamespaceNumber> {
        self.homes.get(&id).copied()
    }

    /// Notes that a function is declared where the one is that it is a copy of: copies may call each other.
    pub(super) fn note_copy(&mut self, copy: FunctionId, of: FunctionId) {
        if let Some(moment) = self.moment_of_function(of) {
            self.functions.insert(copy, moment);
        }
    }

    /// Notes that a structure template, or a specialisation of one, is declared now.
    pub(super) fn note_template(&mut self, id: StructureId) {
        self.templates.insert(id, self.now);
        self.now.0 += 1;
    }

    /// When a function of a namespace was declared.
    pub(super) fn moment_of_function(&self, id: FunctionId) -> Option<Moment> {
        self.functions.get(&id).copied()
    }

    /// When a structure template was declared.
    pub(super) fn moment_of_template(&self, id: StructureId) -> Option<Moment> {
        self.templates.get(&id).copied()
    }

    /// Makes names of namespaces visible up to a moment, or all of them. Returns the limit before.
    pub(super) fn set_limit(&mut self, limit: Option<Moment>) -> Option<Moment> {
        let before = core::mem::replace(&mut self.limit, limit.unwrap_or(Moment::END));
        (before != Moment::END).then_some(before)
    }

    /// The meaning of a name in a namespace, as far as it is visible.
    fn visible_in(&self, number: NamespaceNumber, symbol: Symbol) -> Option<Entity> {
        let namespace = &self.namespaces[number.0];
        let entity = namespace.names.get(&symbol)?;
        // Functions of a structure see all its names.
        if self.limit == Moment::END || namespace.structure.is_some() {
            return Some(entity.clone());
        }
        let Entity::Functions(functions) = entity else {
            let is_visible = namespace.since.get(&symbol).is_none_or(|since| *since <= self.limit);
            return is_visible.then(|| entity.clone());
        };
        let is_visible = |id: FunctionId| self.functions.get(&id).is_none_or(|it| *it <= self.limit);
        functions.visible(is_visible).map(Entity::Functions)
    }

    /// Returns true if a name would be visible without the limit.
    pub(super) fn is_declared_later(&mut self, symbol: Symbol) -> bool {
        let limit = self.set_limit(None);
        let is_declared = limit.is_some() && matches!(self.search(symbol, |_| true), Found::Entity(_));
        self.set_limit(limit);
        is_declared
    }

    /// Notes the access of the names that the present structure declares from here on.
    pub(super) fn set_access(&mut self, access: Access) {
        self.namespaces[self.present.0].access = access;
    }

    /// Returns the access of a type, static variable or enumerator that a structure declares.
    pub(super) fn access(&self, structure: TypeId, symbol: Symbol) -> Access {
        let number = self.of_structure(structure);
        number.and_then(|it| self.namespaces[it.0].accesses.get(&symbol)).copied().unwrap_or_default()
    }

    /// The meaning of a name in the present namespace alone.
    pub(super) fn here(&self, symbol: Symbol) -> Option<&Entity> {
        self.namespaces[self.present.0].names.get(&symbol)
    }

    /// The meaning of a name in the present namespace alone, to be changed.
    pub(super) fn here_mut(&mut self, symbol: Symbol) -> Option<&mut Entity> {
        self.namespaces[self.present.0].names.get_mut(&symbol)
    }

    /// The present namespace.
    pub(super) const fn present(&self) -> NamespaceNumber {
        self.present
    }

    /// Returns true if a name is an alias of a namespace in the present namespace.
    pub(super) fn is_alias_here(&self, symbol: Symbol) -> bool {
        let Some(Entity::Namespace(NamespaceNumber(number))) = self.here(symbol) else { return false };
        let Namespace { name, parent, .. } = self.namespaces[*number];
        (name, parent) != (Some(symbol), Some(self.present))
    }

    /// Enters a namespace, a new one or one that was left before. The result is the one around.
    pub(super) fn enter(&mut self, name: Option<Symbol>, is_inline: bool) -> NamespaceNumber {
        let outer = self.present;
        let known = name.and_then(|name| match self.here(name) {
            Some(Entity::Namespace(number)) => Some(*number),
            _ => None,
        });
        self.present = known.unwrap_or_else(|| {
            let number = NamespaceNumber(self.namespaces.len());
            self.namespaces.push(Namespace { name, parent: Some(outer), ..Namespace::default() });
            if let Some(name) = name {
                self.declare(name, Entity::Namespace(number));
            }
            // What has no name, or is inline, is used where it is.
            if name.is_none() || is_inline {
                self.use_in(outer, number);
            }
            if is_inline {
                self.namespaces[outer.0].inlines.push(number);
            }
            number
        });
        outer
    }

    /// Uses a new namespace in the one around, and where that is used because it has no name or is inline itself. C++14 (namespace.udir) 4
    fn use_in(&mut self, outer: NamespaceNumber, used: NamespaceNumber) {
        let mut around = outer;
        loop {
            steps::take(1);
            self.namespaces[around.0].used.push(used);
            let Some(parent) = self.namespaces[around.0].parent else { return };
            if !self.namespaces[parent.0].used.places.contains_key(&around) {
                return;
            }
            around = parent;
        }
    }

    /// Goes to a namespace that was entered before. The result is the one around.
    pub(super) fn go_to(&mut self, number: NamespaceNumber) -> NamespaceNumber {
        core::mem::replace(&mut self.present, number)
    }

    /// The number of the innermost structure's scope; 0 outside of structures.
    pub(super) fn number_of_instance(&self) -> u32 {
        let mut present = self.present;
        while self.namespaces[present.0].structure.is_none() {
            match self.namespaces[present.0].parent {
                Some(parent) => present = parent,
                None => break,
            }
        }
        present.0 as u32
    }

    /// Enters the scope of a structure, which is made in the present namespace. The result is the one around.
    pub(super) fn enter_structure(&mut self, ty: TypeId) -> NamespaceNumber {
        let outer = self.present;
        let number = NamespaceNumber(self.namespaces.len());
        self.namespaces.push(Namespace { parent: Some(outer), structure: Some(ty), ..Namespace::default() });
        self.structures.insert(ty, number);
        self.present = number;
        outer
    }

    /// The scope of a structure.
    pub(super) fn of_structure(&self, ty: TypeId) -> Option<NamespaceNumber> {
        self.structures.get(&ty).copied()
    }

    /// The namespace that declares a structure or enumeration, which may be a structure.
    pub(super) fn place_of(&self, ty: TypeId) -> Option<NamespaceNumber> {
        self.places.get(&ty).copied()
    }

    /// The structure that declares a structure or enumeration as its member.
    pub(super) fn structure_that_declares(&self, ty: TypeId) -> Option<TypeId> {
        self.namespaces[self.place_of(ty)?.0].structure
    }

    /// The innermost namespace around the present place that is not a structure.
    pub(super) fn namespace_around(&self) -> NamespaceNumber {
        self.namespace_from(self.present)
    }

    /// The innermost namespace around a scope that is not a structure.
    pub(super) fn namespace_from(&self, scope: NamespaceNumber) -> NamespaceNumber {
        let mut present = scope;
        while let Namespace { structure: Some(_), parent: Some(parent), .. } = self.namespaces[present.0] {
            present = parent;
        }
        present
    }

    /// Returns true if the present namespace is the scope of a structure, or is in it. Instances of one template are different structures.
    pub(super) fn is_in_structure(&self, ty: TypeId) -> bool {
        self.structures_around().any(|around| around == ty)
    }

    /// The structures whose scopes are around the present place, the innermost first.
    pub(super) fn structures_around(&self) -> impl Iterator<Item = TypeId> {
        self.structures_from(self.present)
    }

    /// The structures that a scope is in, the innermost first.
    pub(super) fn structures_from(&self, scope: NamespaceNumber) -> impl Iterator<Item = TypeId> {
        let mut present = Some(scope);
        core::iter::from_fn(move || {
            let namespace = &self.namespaces[present?.0];
            present = namespace.parent;
            Some(namespace.structure)
        })
        .flatten()
    }

    /// The structure in whose scope names are declared and looked up now.
    pub(super) fn present_structure(&self) -> Option<TypeId> {
        self.namespaces[self.present.0].structure
    }

    pub(super) fn leave(&mut self, outer: NamespaceNumber) {
        self.present = outer;
    }

    /// `using namespace` of one of the program.
    pub(super) fn use_namespace(&mut self, number: NamespaceNumber) {
        self.namespaces[self.present.0].used.push(number);
    }

    /// Returns true if a function's name is a variable's name in the scopes of this function.
    pub(super) fn hides_function(&self, symbol: Symbol) -> bool {
        let is_function = |entity: &Entity| matches!(entity, Entity::Functions(_));
        let mut present = Some(self.present);
        while let Some(number) = present {
            let namespace = &self.namespaces[number.0];
            if namespace.names.get(&symbol).is_some_and(is_function) {
                return true;
            }
            present = namespace.parent;
        }
        false
    }

    /// The meaning of a name without a path.
    pub(super) fn find(&self, symbol: Symbol) -> Found {
        self.search(symbol, |_| true)
    }

    /// The meaning of a name before `::`: only names of scopes are considered, so that a variable does not hide one. C++14 (basic.lookup.qual)
    pub(super) fn find_scope(&self, symbol: Symbol) -> Found {
        self.search(symbol, Entity::may_have_names)
    }

    /// The type with a name, which nothing else hides: a variable or a function does not.
    pub(super) fn find_type(&self, symbol: Symbol) -> Option<TypeId> {
        match self.search(symbol, |entity| matches!(entity, Entity::Type(_))) {
            Found::Entity(Entity::Type(ty)) => Some(ty),
            _ => None,
        }
    }

    /// The class template that a name means.
    pub(super) fn find_structure_template(&self, symbol: Symbol) -> Option<StructureId> {
        match self.search(symbol, |entity| matches!(entity, Entity::StructureTemplate(_))) {
            Found::Entity(Entity::StructureTemplate(id)) => Some(id),
            _ => None,
        }
    }

    fn search(&self, symbol: Symbol, is_meant: impl Fn(&Entity) -> bool) -> Found {
        if let Some((entity, _)) = self.local_with_number(symbol).filter(|(entity, _)| is_meant(entity)) {
            return Found::Entity(entity.clone());
        }
        self.search_from(self.present, self.local_library, symbol, is_meant)
    }

    /// The meaning of `::` and a name. C++14 (namespace.qual)
    pub(super) fn find_in_program(&self, symbol: Symbol) -> Found {
        self.search_from(NamespaceNumber::PROGRAM, false, symbol, |_| true)
    }

    /// The meaning of `::` and a name before a second `::`.
    pub(super) fn find_scope_in_program(&self, symbol: Symbol) -> Found {
        self.search_from(NamespaceNumber::PROGRAM, false, symbol, Entity::may_have_names)
    }

    fn search_from(
        &self,
        start: NamespaceNumber,
        mut uses_library: bool,
        symbol: Symbol,
        is_meant: impl Fn(&Entity) -> bool,
    ) -> Found {
        let mut present = Some(start);
        while let Some(number) = present {
            let namespace = &self.namespaces[number.0];
            let own = self.meant_in(number, symbol, &is_meant);
            if own.is_none() && namespace.structure.is_some() {
                match self.inherited(number, symbol, false) {
                    Some(Ok(entity)) if is_meant(&entity) => return Found::Entity(entity),
                    Some(Err(Ambiguous)) => return Found::Ambiguous,
                    Some(Ok(_)) | None => {}
                }
            }
            let mut used = self.used_with(namespace, symbol);
            // The names are visible as if the namespace around both declared them. C++14 (namespace.udir) 2
            if start == self.present {
                used.extend(self.local_used.iter().filter(|used| self.is_around(number, **used)));
            }
            let used = used.iter().filter_map(|used| self.meant_in(*used, symbol, &is_meant));
            let mut all = own.into_iter().chain(used);
            if let Some(entity) = all.next() {
                return all.try_fold(entity, Entity::joined).map_or(Found::Ambiguous, Found::Entity);
            }
            uses_library |= namespace.uses_library || namespace.library_names.contains(&symbol);
            present = namespace.parent;
        }
        if uses_library { Found::Library } else { Found::LibraryWithoutNamespace }
    }

    /// The names that are visible without a path: the names of the function, of the namespaces around it, and of the namespaces that they use.
    pub(super) fn visible(&self) -> (impl Iterator<Item = Symbol>, impl Iterator<Item = Symbol>) {
        let mut others = Vec::new();
        let mut present = Some(self.present);
        while let Some(number) = present {
            let namespace = &self.namespaces[number.0];
            others.extend(namespace.names.keys().copied());
            others.extend(
                namespace.used.list.iter().flat_map(|used| self.namespaces[used.0].names.keys().copied()),
            );
            present = namespace.parent;
        }
        let members = self.members.iter().flat_map(Members::symbols);
        (self.locals.keys().copied().chain(members), others.into_iter())
    }

    /// Returns true if the library is visible next to the meaning of a name: `using namespace metal` makes its functions overloads of the functions of
    /// the same namespace, and so does `namespace metal`. C++14 (namespace.udir)
    pub(super) fn is_library_beside(&self, symbol: Symbol) -> bool {
        let mut present = Some(self.present);
        while let Some(number) = present {
            let namespace = &self.namespaces[number.0];
            if self.visible_in(number, symbol).is_some() {
                return namespace.parent.is_none() && namespace.uses_library || self.is_library(number);
            }
            if let Some(used) = self.used_with(namespace, symbol).first() {
                return self.is_library(*used);
            }
            present = namespace.parent;
        }
        false
    }

    /// Notes that a type is declared in the present namespace.
    pub(super) fn place_beside(&mut self, ty: TypeId) {
        self.places.insert(ty, self.present);
    }

    /// The meaning of a name in a namespace.
    pub(super) fn find_in(&self, number: NamespaceNumber, symbol: Symbol) -> Option<Entity> {
        let namespace = &self.namespaces[number.0];
        let of_used = || self.namespaces[self.used_with(namespace, symbol).last()?.0].names.get(&symbol);
        // A parameter of a template is not a member of its instances.
        let is_member = !namespace.inherited.parameters.contains(&symbol);
        let own = namespace.names.get(&symbol).filter(|_| is_member).or_else(of_used).cloned();
        own.or_else(|| self.inherited(number, symbol, true)?.ok())
    }

    /// The namespaces that a namespace uses and that declare a name, in the order of the uses. A program may use as many namespaces as it has
    /// names, so the shorter one of both lists is visited.
    fn used_with(&self, namespace: &Namespace, symbol: Symbol) -> Vec<NamespaceNumber> {
        let Used { list, places } = &namespace.used;
        let declaring = self.declaring.get(&symbol).map_or(&[][..], Vec::as_slice);
        steps::take(list.len().min(declaring.len()));
        if list.len() <= declaring.len() {
            let declares = |used: &&NamespaceNumber| self.namespaces[used.0].names.contains_key(&symbol);
            return list.iter().filter(declares).copied().collect();
        }
        let mut used: Vec<NamespaceNumber> =
            declaring.iter().filter(|number| places.contains_key(number)).copied().collect();
        used.sort_by_key(|number| places[number]);
        used
    }
}
