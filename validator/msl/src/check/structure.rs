//! Structures and unions of a program. Section 2.11

use super::scope::{Entity, Found};
use super::template::Template;
use super::type_syntax::Qualified;
use super::{Checker, Context, Purpose, Value};
use crate::diagnostic::Diagnostic;
use crate::meaning::MemberInitializer;
use crate::types::{Argument, Cv, MemberType, Object, StructureNumber, StructureType, Type, TypeId};
use cxx_validator::ast::{
    Access, Attribute, DeclKind, ExprId, FunctionId, List, Member, StructureId, StructureKind,
};
use cxx_validator::names::Symbol;
use msl_spec::{AddressSpace, NamedType, ValueType, rules};
use rustc_hash::{FxHashMap, FxHashSet};
use shader_source::Span;

impl Checker<'_> {
    /// A structure in the place of a type. Where it has no members, a type with its name in a scope around is meant, if there is one. C++14 (basic.lookup.elab) 2
    pub(super) fn named_structure(&mut self, id: StructureId) -> TypeId {
        let structure = self.ast[id];
        if let Some(name) = structure.name.filter(|_| !structure.is_defined)
            && self.scopes.here(name).is_none()
        {
            if let Some(known) = self.scopes.find_type(name)
                && let Some(number) = self.types.structure_number(known)
            {
                self.check_key(id, self.types.structure(number).declaration);
                return known;
            }
            if let Some(newer) = self.newer_name(name)
                && self.scopes.find_scope(name) == Found::Library
            {
                self.report_newer(newer, structure.name_span);
                return TypeId::ERROR;
            }
            // C++14 (dcl.type.elab) 2
            if !self.is_amp()
                && msl_spec::type_name(self.text(name))
                    .is_some_and(|it| matches!(it.meaning, NamedType::Value(ValueType::Scalar(_))))
            {
                let message = format!("`{}` is a scalar type of Metal, and no structure", self.text(name));
                self.error_once(rules::NAME_REDEFINITION, structure.name_span, &message);
                return TypeId::ERROR;
            }
            // It declares a type of the namespace, also in a structure. C++14 (basic.scope.pdecl) 7
            let present = self.scopes.go_to(self.scopes.namespace_around());
            let ty = self.structure(id);
            self.scopes.go_to(present);
            return ty;
        }
        self.structure(id)
    }

    /// A structure that is declared.
    pub(super) fn structure(&mut self, id: StructureId) -> TypeId {
        // `struct S { int a; } x, y;`: the declarators have one type.
        if let Some(known) = self.defined_here.get(&id) {
            return *known;
        }
        let structure = self.ast[id];
        if let Some(name) = structure.name {
            let known = self.known_type(name);
            if let Some(number) = known.and_then(|known| self.types.structure_number(known)) {
                self.check_key(id, self.types.structure(number).declaration);
            } else {
                self.check_key_after_friend(id, name);
            }
            if !structure.is_defined && known.is_some_and(|it| self.types.underlying(it).is_some()) {
                let message = format!("`{}` was declared as an `enum`", self.text(name));
                self.error_once(rules::NAME_REDEFINITION, structure.name_span, &message);
                return TypeId::ERROR;
            }
            if !structure.is_defined {
                return known.unwrap_or_else(|| self.new_structure(id, Vec::new()));
            }
            if let Some(known) = known
                && let Some(number) = self.types.structure_number(known)
            {
                // A member that it is the type of comes after its declaration.
                if self.types.structure(number).declaration == id {
                    return known;
                }
                if !self.types.structure(number).is_complete {
                    self.complete_declared(id, number);
                    return known;
                }
            }
        }
        let ty = self.make_structure(id, Vec::new());
        self.defined_here.insert(id, ty);
        ty
    }

    /// Gives a structure that was only declared its members.
    pub(super) fn complete_declared(&mut self, id: StructureId, number: StructureNumber) {
        self.types.structure_mut(number).declaration = id;
        self.complete(id, number, &[]);
    }

    /// Does something with the declarators of one declaration, which share the structures that it defines. The same declaration makes others in
    /// the next instance of a template.
    pub(super) fn with_declarators(&mut self, work: impl FnOnce(&mut Self)) {
        let outer = (core::mem::take(&mut self.defined_here), self.deduced.take());
        work(self);
        (self.defined_here, self.deduced) = outer;
    }

    /// The type with a name in the present scope.
    fn known_type(&self, name: Symbol) -> Option<TypeId> {
        match self.scopes.here(name) {
            Some(Entity::Type(ty)) => Some(*ty),
            Some(Entity::Functions(_) | Entity::Enumerator(..) | Entity::Variable(..)) => {
                self.scopes.hidden_type_here(name)
            }
            _ => None,
        }
    }

    /// Reports a template in an instance of a class template: each instance would have a template of its own.
    pub(super) fn is_in_class_template(&mut self, name: Option<Symbol>, span: Span) -> bool {
        let is_it = self.scopes.structures_around().any(|ty| self.templates.of_structure(ty).is_some());
        if is_it {
            let message = cxx_validator::unsupported::TEMPLATE_IN_TEMPLATE.message();
            self.report_once(Diagnostic::error(rules::UNSUPPORTED_TEMPLATE, span, message));
            if let Some(name) = name {
                self.scopes.declare(name, Entity::Type(TypeId::ERROR));
            }
        }
        is_it
    }

    /// Declares a template of structures.
    pub(super) fn structure_template(&mut self, id: StructureId) {
        let structure = self.ast[id];
        if self.is_in_class_template(structure.name, structure.name_span) {
            return;
        }
        if let Some(name) = structure.name {
            let before = self.scopes.here(name).cloned();
            // A declaration without body before it, or after it, is of the same template.
            self.check_pack_is_last(structure.template);
            if let Some(Entity::StructureTemplate(first)) = before {
                self.check_same_parameters((first, structure.template), structure.name_span);
                self.check_template_defaults(self.ast[first].template, structure.template);
                if self.ast[first].is_defined && structure.is_defined {
                    // The first one is meant wherever the name is used.
                    self.check_redeclared(before.as_ref(), name, structure.name_span);
                }
                if self.ast[first].is_defined || !structure.is_defined {
                    self.templates.add_declaration(first, structure.template);
                    return;
                }
                self.templates.replace_declaration(first, (id, self.ast[first].template));
                let special = &mut self.templates;
                for known in [&mut special.structure_specialisations, &mut special.variadic_specialisations] {
                    let own = known.remove(&first);
                    known.insert(id, own.unwrap_or_default());
                }
                self.templates.rename(first, id);
            } else {
                self.check_redeclared(before.as_ref(), name, structure.name_span);
            }
            if before.is_none() {
                self.check_defaults_last(structure.template);
            }
            self.templates.declare(Template::Structure(id), self.scopes.present());
            self.check_declared_parameters(structure.template);
            self.declare_copies_of_structure(id);
            self.scopes.declare(name, Entity::StructureTemplate(id));
            self.scopes.note_template(id);
        }
    }

    pub(super) fn new_structure(&mut self, id: StructureId, arguments: Vec<Argument>) -> TypeId {
        let structure = self.ast[id];
        let name = match structure.name {
            Some(name) => self.text(name).to_owned(),
            None => format!("{}{}", structure.kind.word(), crate::types::UNNAMED),
        };
        let ty = self.types.add_structure(StructureType {
            declaration: id,
            name,
            shown_arguments: self.shown_arguments(id, &arguments),
            arguments,
            members: Vec::new(),
            is_union: structure.kind == StructureKind::Union,
            alignment: None,
            is_complete: false,
            has_error: false,
            not_executed: None,
            layout: None,
            offsets: None,
            named: FxHashMap::default(),
            within: FxHashMap::default(),
            is_empty: false,
            has_empty_parts: false,
            keeps_padding: self.may_keep_padding(id),
            data_size: 0,
        });
        self.scopes.place_beside(ty);
        let Some(name) = structure.name else { return ty };
        self.check_reserved(name, structure.name_span);
        // The name of a template is declared, the names of its instances are not.
        let is_template =
            !structure.template.is_empty() || structure.specialisation.is_some() || self.original(id) != id;
        if !is_template {
            let before = self.declare(name, Entity::Type(ty));
            self.check_redeclared(before.as_ref(), name, structure.name_span);
        }
        ty
    }

    pub(super) fn check_redeclared(&mut self, before: Option<&Entity>, name: Symbol, span: Span) {
        if before.is_some() && !self.hides_later_type(before, name, span) {
            let message = format!("`{}` is already declared", self.text(name));
            self.error_once(rules::NAME_REDEFINITION, span, &message);
        }
    }

    /// The structure that a template makes of arguments, by its own members or by the members of a specialisation.
    pub(super) fn make_structure_of_template(
        &mut self,
        (template, chosen): (StructureId, StructureId),
        arguments: Vec<Argument>,
        own: &[Argument],
    ) -> TypeId {
        let ty = self.new_structure(chosen, arguments.clone());
        self.note_structure(template, arguments, ty);
        if let Some(number) = self.types.structure_number(ty) {
            self.complete(chosen, number, own);
        }
        ty
    }

    /// A structure with its members.
    pub(super) fn make_structure(&mut self, id: StructureId, arguments: Vec<Argument>) -> TypeId {
        let ty = self.new_structure(id, arguments);
        if let Some(number) = self.types.structure_number(ty) {
            self.complete(id, number, &[]);
        }
        ty
    }

    /// Checks what a structure declares, in a scope of its own: the parameters of its template, its name and types, and its members.
    pub(super) fn complete(&mut self, id: StructureId, number: StructureNumber, arguments: &[Argument]) {
        let structure = self.ast[id];
        if !structure.is_defined {
            return;
        }
        let ty = self.types.intern(Type::Structure(number));
        let outer = self.scopes.enter_structure(ty);
        // Nothing in it belongs to the function around, whose targets its functions have.
        let restrictions = self.function.restrictions;
        let context = Context { first_expr: usize::MAX, restrictions, ..Context::default() };
        let function = core::mem::replace(&mut self.function, context);
        // Without arguments, the name of a template means this instance, with arguments the template: `current_instance`.
        if let Some(name) =
            structure.name.filter(|_| arguments.is_empty() && structure.specialisation.is_none())
        {
            self.scopes.declare(name, Entity::Type(ty));
        }
        for (parameter, argument) in self.ast[structure.template].iter().zip(arguments) {
            if let Some((name, entity)) = self.parameter_entity(parameter, *argument) {
                self.scopes.declare_parameter(name, entity);
            }
        }
        // Its member templates do not see what is declared after it. C++14 (temp.nondep)
        if structure.template.is_empty() && structure.specialisation.is_none() {
            self.scopes.note_template(id);
        }
        let limit = (!arguments.is_empty()).then(|| self.scopes.set_limit(self.limit_of_structure()));
        self.with_declarators(|checker| {
            let (declared, members) = checker.inner_declarations(id, number);
            checker.complete_here(id, number, (declared, members));
        });
        if let Some(limit) = limit {
            self.scopes.set_limit(limit);
        }
        self.function = function;
        self.scopes.leave(outer);
    }

    /// Checks what a structure declares besides its functions, and the members between. Returns the number of functions that are declared already, and
    /// the members before the last declaration.
    ///
    /// Structures in structures are levels of the stack: what only members need is not on it meanwhile.
    #[inline(never)]
    fn inner_declarations(&mut self, id: StructureId, number: StructureNumber) -> (usize, Vec<MemberType>) {
        let structure = self.ast[id];
        self.check_no_attributes(structure.attributes, "a structure");
        let (mut declared, mut members) = (0, Vec::new());
        self.bases(structure.members, &mut members);
        // What is declared in the structure may use its bases already.
        self.types.structure_mut(number).members.clone_from(&members);
        for decl in self.ast[structure.decls].iter().copied() {
            // The type of a member does not see what is declared after it. C++14 (basic.scope.class)
            self.members_before((number, self.ast[decl].span.lo), structure.members, &mut members);
            self.scopes.set_access(self.ast[decl].access);
            if self.is_type_with_name_of_structure(decl, &structure) {
                continue;
            }
            if let DeclKind::Variables(_) | DeclKind::StaticAssert(..) | DeclKind::Enumeration(_) =
                self.ast[decl].kind
            {
                self.declare_functions_before(decl, (id, number), &mut declared);
            }
            self.declaration(decl);
        }
        self.scopes.set_access(Access::Public);
        (declared, members)
    }

    /// Adds the members before a place to the checked members.
    #[inline(never)]
    fn members_before(
        &mut self,
        (number, place): (StructureNumber, u32),
        list: List<Member>,
        members: &mut Vec<MemberType>,
    ) {
        let structure = self.types.intern(Type::Structure(number));
        let next = self.ast[list].iter().copied().skip(members.len());
        for member in next.take_while(|member| member.name_span.lo < place) {
            let is_clip = self.ast[member.attributes].iter().any(|it| self.text(it.name) == "clip_distance");
            if is_clip {
                self.array_rule = rules::ATTRIBUTE_CLIP_DISTANCE_LENGTH;
            }
            let (ty, Cv { is_const, is_volatile }) = self.member_type(&member);
            self.array_rule = rules::ARRAY_SIZE;
            // Only a name that is known already is looked for among the members: a structure may have many.
            if let Some(name) = member.name
                && !self.scopes.add_member(name)
                && let Some(other) = self.place_of_member(members, name)
            {
                let message = format!("duplicate member `{}`", self.text(name));
                let found = Diagnostic::error(rules::NAME_REDEFINITION, member.name_span, message)
                    .label(other, "declared here");
                self.report(found);
            }
            if let Some(last) =
                members.last().filter(|last| matches!(self.types.get(last.ty), Type::Array(_, None)))
            {
                let message = "an array without an element count must be the last member";
                self.error_once(rules::ARRAY_SIZE, last.span, message);
            }
            if member.name.is_none() && member.width.is_none() {
                self.check_members_without_name(ty);
                self.declare_names_within(structure, ty);
            }
            self.attribute_values(member.attributes);
            let alignment = self.alignment(member.alignment, ty);
            let width = member.width.and_then(|width| self.width_of_bit_field(&member, ty, width));
            // A layout that is not supported is not known.
            let ty = if member.width.is_some() && width.is_none() { TypeId::ERROR } else { ty };
            let has_initializer = member.initializer.is_some();
            // C++14 (dcl.stc) 9
            if member.is_mutable && (is_const || matches!(self.types.get(ty), Type::Reference(_))) {
                let message = "a `mutable` member can't be `const` or a reference";
                self.error(rules::GRAMMAR_SPECIFIERS, member.name_span, message);
            }
            let member = MemberType {
                name: member.name,
                ty,
                span: member.name_span,
                alignment,
                width,
                has_initializer,
                access: member.access,
                base: None,
                is_const,
                is_volatile,
                is_mutable: member.is_mutable,
            };
            self.note_member(structure, &member);
            members.push(member);
        }
    }

    /// The place of a member with a name, or of one that a member without a name gives the structure. C++14 (class.union) 6
    fn place_of_member(&self, members: &[MemberType], name: Symbol) -> Option<Span> {
        members.iter().find_map(|member| match member.name {
            Some(own) => (own == name).then_some(member.span),
            None => self.find_member(self.types.structure_number(member.ty)?, name).map(|it| it.span),
        })
    }

    #[inline(never)]
    fn complete_here(
        &mut self,
        id: StructureId,
        number: StructureNumber,
        (declared, mut members): (usize, Vec<MemberType>),
    ) {
        let structure = self.ast[id];
        self.members_before((number, u32::MAX), structure.members, &mut members);
        let alignment =
            structure.alignment.and_then(|alignment| self.alignment(Some(alignment), TypeId::ERROR));
        self.types.complete(number, members, alignment);
        let ty = self.types.intern(Type::Structure(number));
        self.shallow(ty, structure.name_span);
        self.note_member_functions(ty, &structure);
        for function in self.ast[structure.functions].iter().copied().skip(declared) {
            let key = (ty, self.ast[function].name);
            self.scopes.add_member(key.1);
            self.functions_by_name.entry(key).or_default().push(function);
        }
        let mut begun = self.types.structure(number).members.iter().filter(|member| member.has_initializer);
        if let (true, Some(second)) = (structure.kind == StructureKind::Union, begun.nth(1)) {
            // C++14 (class.union) 2
            let message = "only one member of a union can have an initializer";
            self.error_once(rules::INITIALISER_COUNT, second.span, message);
        }
        // Only the types of templates are compared: no function of such a structure is called.
        if self.templates.is_compared(ty) {
            return;
        }
        self.member_bodies(ty, number);
    }

    /// Checks the initializers of members, which see all members of the object. C++14 (class.mem)
    fn check_member_initializers(&mut self, members: List<Member>, number: StructureNumber) {
        let ty = self.types.intern(Type::Structure(number));
        let this =
            Object { ty, space: AddressSpace::Thread, is_const: false, is_volatile: false, is_rvalue: false };
        let mark = self.scopes.open();
        self.declare_members(ty, this);
        for (index, member) in self.ast[members].iter().copied().enumerate() {
            if let Some(initializer) = member.initializer {
                self.member_initializer_of((number, index as u32), (&member, initializer), this);
            }
        }
        self.scopes.close(mark);
    }

    /// Checks the value that a member of an object begins with.
    fn member_initializer_of(
        &mut self,
        key: (StructureNumber, u32),
        (member, value): (&Member, ExprId),
        this: Object,
    ) {
        let first = self.first_expr_from(value, self.span(value).lo);
        let ((), mut context) = self.outside_of_functions(first, |checker| {
            checker.function.this = Some(this);
            let ty = checker.type_of(member.ty);
            checker.initialize(value, ty, Purpose::Initialisation);
        });
        self.member_initializers.insert(key, MemberInitializer { value, body: context.take_body() });
    }

    /// Reports attributes of a structure or enumeration, which have none. Section 5.2
    pub(super) fn check_no_attributes(&mut self, list: List<Attribute>, what: &str) {
        // C++ ignores attributes that it does not know. C++14 (dcl.attr.grammar) 5
        if self.is_amp() {
            return;
        }
        for attribute in self.ast[list].iter().copied() {
            let text = self.text(attribute.name);
            let rule = match text {
                "raster_order_group" => rules::RASTER_ORDER_GROUP_PLACE,
                _ if msl_spec::attributes(text).is_empty() => rules::ATTRIBUTE_KNOWN,
                _ => rules::ATTRIBUTE_STAGE,
            };
            let message = format!("`{text}` is not allowed on {what}");
            self.error(rule, attribute.span, message);
        }
    }

    /// Returns the type of a member, and the qualifiers that apply to the member itself.
    fn member_type(&mut self, member: &Member) -> (TypeId, Cv) {
        let qualified = self.qualified_type(member.ty);
        self.check_no_tile_static(member.ty);
        (self.complete_member_type(member, qualified), qualified.cv())
    }

    fn complete_member_type(&mut self, member: &Member, qualified: Qualified) -> TypeId {
        if let Some(space) = qualified.space
            && !matches!(self.types.get(qualified.ty), Type::Pointer(_) | Type::Reference(_))
        {
            let message = format!("a member can't have an address space: remove `{}`", space.name());
            let span = self.ast.type_span(member.ty);
            let found = Diagnostic::error(rules::MEMBER_NO_ADDRESS_SPACE, span, message);
            // Apple's compiler does not distinguish `thread` from no address space.
            self.report(if space == AddressSpace::Thread { found.warning() } else { found });
        }
        match self.types.get(qualified.ty) {
            Type::Function(_) => {
                let message = cxx_validator::unsupported::FUNCTION_BY_NAME_OF_TYPE.message();
                self.error(rules::UNSUPPORTED_FEATURE, member.name_span, message);
                self.unread.extend(member.name);
                TypeId::ERROR
            }
            Type::Void => {
                self.error(
                    rules::SCALAR_VOID_INCOMPLETE,
                    member.name_span,
                    "a member can't have type `void`",
                );
                TypeId::ERROR
            }
            _ if self.types.is_incomplete(qualified.ty) => {
                // What no text describes may select a different specialization.
                let is_unknown =
                    self.templates.specialises_hidden && self.templates.of_structure(qualified.ty).is_some();
                if !is_unknown {
                    let message = format!("type `{}` is incomplete here", self.types.print(qualified.ty));
                    self.error(rules::TYPE_COMPLETE, self.ast.type_span(member.ty), message);
                }
                TypeId::ERROR
            }
            _ => qualified.ty,
        }
    }

    /// The member functions of a type with a name, without constructors.
    pub(super) fn member_functions_named(&self, ty: TypeId, name: Symbol) -> Vec<FunctionId> {
        let named = self.functions_by_name.get(&(ty, name)).map_or(&[][..], Vec::as_slice);
        shader_source::steps::take(named.len());
        named.iter().copied().filter(|function| self.ast[*function].result.is_some()).collect()
    }

    /// Checks the bodies of member functions and the initializers of members, which see all members: also those after them. C++14 (class.mem) 6
    fn member_bodies(&mut self, ty: TypeId, number: StructureNumber) {
        let mut bodies = Vec::new();
        let is_lazy = self.has_unused_members();
        let declaration = self.types.structure(number).declaration;
        let functions = self.member_functions(ty).to_vec();
        self.check_later_types(ty, &functions);
        for id in functions {
            let function = self.ast[id];
            self.check_defaults_given(function.parameters, &[]);
            if self.ast.is_template(id) {
                // C++14 (temp.mem) 2
                if self.scopes.is_in_function() {
                    let message = "a structure in a function can't have member templates";
                    self.error_once(rules::GRAMMAR_DECLARATION, function.name_span, message);
                }
                self.check_spaces_of_template(id);
                let declared = self.check_declared_names(id);
                if function.result.is_none() {
                    self.note_constructor(ty, None);
                    if let Some(signature) = declared {
                        self.check_copies_by_reference(ty, &function, &signature);
                    }
                }
                continue;
            }
            let mut signature = self.signature(id);
            let outside = self.outside_definition(declaration, &function);
            signature.required = self.required_with(signature.required, outside);
            if function.result.is_none() {
                self.check_copies_by_reference(ty, &function, &signature);
                self.note_constructor(ty, Some(&signature));
            }
            let body = function.body.map(|_| id).or(outside);
            if let Some(body) = body.filter(|_| !is_lazy || !self.is_left_unused(ty, id, &signature)) {
                let this = self.object_of_member(id, ty);
                let number = self.reserve(body, &signature, Vec::new(), this);
                signature.instance = Some(number);
                bodies.push((id, number, signature.clone(), this));
            }
            self.check_operator_function(id, &signature, true);
            self.functions.insert(id, signature.clone());
            self.member_signatures.insert((ty, id), signature);
        }
        self.sort_member_functions(ty);
        let friends = self.friends(ty, is_lazy);
        bodies.extend(friends.into_iter().map(|(id, number, signature)| (id, number, signature, None)));
        self.check_member_functions(ty);
        self.check_destructor(ty);
        // They may call the functions, whose signatures are known now, and the bodies may create objects in constant expressions.
        self.check_member_initializers(self.ast[declaration].members, number);
        self.check_bodies_when_complete(ty, bodies);
    }

    /// Reports member functions that have the parameters and qualifiers of an earlier one, or the name of a member. C++14 (class.mem), (over.load)
    fn check_member_functions(&mut self, ty: TypeId) {
        let Some(number) = self.types.structure_number(ty) else { return };
        self.check_member_with_name_of_structure(ty, number);
        self.check_members_declared_once(ty, number);
        self.check_static_overloads(ty);
        let members = self.types.structure(number).members.iter();
        let members: FxHashSet<Symbol> = members.filter_map(|member| member.name).collect();
        let (mut seen, mut references) = (FxHashMap::default(), FxHashMap::default());
        let mut overlaps: Vec<(FunctionId, FunctionId)> = Vec::new();
        for id in self.member_functions(ty).to_vec() {
            let function = self.ast[id];
            let Some(signature) = self.member_signatures.get(&(ty, id)) else {
                if function.result.is_some() && members.contains(&function.name) {
                    let message = format!("`{}` is already declared", self.text(function.name));
                    self.error_once(rules::NAME_REDEFINITION, function.name_span, &message);
                }
                continue;
            };
            // Unknown types may differ.
            if signature.parameters.iter().any(|ty| self.types.is_error(*ty)) {
                continue;
            }
            let is_constructor = function.result.is_none();
            // Conversion functions differ by their results.
            let result = function.is_conversion.then_some(signature.result);
            let key = (
                (function.name, is_constructor, function.is_const, function.space, self.restrictions_of(id)),
                (result, signature.parameters.clone(), function.reference),
            );
            if self.is_amp() {
                for targets in super::amp::TARGETS {
                    let ((name, is_constructor, is_const, space, _), types) = key.clone();
                    let key = ((name, is_constructor, is_const, space, targets), types);
                    overlaps.extend(seen.get(&key).map(|earlier| (id, *earlier)));
                }
            }
            let first = *seen.entry(key).or_insert(id);
            let is_volatile = |id| self.ast.volatile_functions.contains(&id);
            if is_volatile(first) != is_volatile(id) {
                let message = cxx_validator::unsupported::VOLATILE_OVERLOAD.message();
                self.error(rules::UNSUPPORTED_MEMBER_FUNCTION, function.name_span, message);
                continue;
            }
            let is_new = first == id;
            // C++14 (over.load) 2
            let alike = (function.name, result, signature.parameters.clone());
            let has_reference = function.reference.is_some();
            if *references.entry(alike).or_insert(has_reference) != has_reference
                && !function.is_without_object
            {
                let message = format!(
                    "all functions `{}` with these parameters must have `&` or `&&` after them, or none",
                    self.text(function.name)
                );
                self.error(rules::NAME_REDEFINITION, function.name_span, message);
                continue;
            }
            let message = format!("`{}` is already declared", self.text(function.name));
            let found = Diagnostic::error(rules::NAME_REDEFINITION, function.name_span, message);
            if !is_new {
                let signature = signature.clone();
                self.second_definition((id, first), &signature, found);
            } else if members.contains(&function.name) && !is_constructor {
                self.report(found);
            }
        }
        for (id, earlier) in overlaps {
            self.check_overlap(id, earlier);
        }
    }

    /// Reports functions with the same parameters of which some are static. C++14 (over.load) 2
    fn check_static_overloads(&mut self, ty: TypeId) {
        let mut seen: FxHashMap<(Symbol, Vec<TypeId>), FunctionId> = FxHashMap::default();
        for id in self.member_functions(ty).to_vec() {
            let function = self.ast[id];
            let Some(signature) = self.member_signatures.get(&(ty, id)) else { continue };
            if function.result.is_none() || self.has_error_type(signature) {
                continue;
            }
            let first = *seen.entry((function.name, signature.parameters.clone())).or_insert(id);
            if self.ast[first].is_without_object != function.is_without_object {
                let message = format!(
                    "only one of the functions `{}` with these parameters may be declared: one is `static`, and one is not",
                    self.text(function.name)
                );
                let found = Diagnostic::error(rules::NAME_REDEFINITION, function.name_span, message);
                self.report_once(found.label(self.ast[first].name_span, "declared here"));
            }
        }
    }

    /// Reports a member with the name of its structure, if that is also the name of constructors. C++14 (class.mem) 17
    fn check_member_with_name_of_structure(&mut self, ty: TypeId, number: StructureNumber) {
        self.check_static_with_name_of_structure(number);
        let structure = self.types.structure(number);
        let name = self.ast[structure.declaration].name;
        let member = name.and_then(|name| structure.own_member(name));
        let Some(span) = member.map(|member| member.span) else { return };
        if !self.constructors(ty).is_empty() {
            let message = "a member can't have the name of a structure with constructors";
            self.error_once(rules::NAME_REDEFINITION, span, message);
        }
    }

    /// A context for code outside of functions.
    pub(super) fn outside_of_functions<T>(
        &mut self,
        first_expr: usize,
        work: impl FnOnce(&mut Self) -> T,
    ) -> (T, Context) {
        // An assertion in a function is for the targets of the function.
        let restrictions = self.function.restrictions;
        let context = Context { first_expr, restrictions, ..Context::default() };
        let outer = core::mem::replace(&mut self.function, context);
        let result = work(self);
        (result, core::mem::replace(&mut self.function, outer))
    }

    /// The value of an enumerator or a different constant, as an integer.
    pub(super) fn known_integer(&mut self, id: ExprId) -> Option<i128> {
        self.constant(id).and_then(Value::integer)
    }
}
