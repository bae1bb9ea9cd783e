//! The kinds of arguments. Sections 5.2, 2.7, 2.11 and 4

use super::super::Checker;
use super::{Entry, Found, Item, argument_place};
use crate::diagnostic::Diagnostic;
use crate::interface::{EntryPointKind, ResourceGroup};
use crate::types::{Object, StructureNumber, Type, TypeId};
use cxx_validator::ast::{Attribute, List, NameId, TypeSyntax, TypeSyntaxId, VariableId};
use msl_spec::{AddressSpace, AttributePlace, Class, Feature, rules};
use shader_source::Span;

/// The kind of an argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// A resource, or several.
    Resource(ResourceGroup, u32),
    /// A structure by value.
    Structure(StructureNumber),
    /// An imageblock, or a different object of the library that has no index.
    Object,
    /// A mistake.
    Wrong,
    /// A value.
    Value,
}

impl Checker<'_> {
    /// Checks the arguments of a function: resources are added to what was found, other values are the result.
    pub(super) fn arguments(&mut self, entry: &Entry, found: &mut Found) -> Vec<Item> {
        let mut inputs = Vec::new();
        let mut stage_in: Option<Span> = None;
        for (parameter, ty) in &entry.arguments {
            let variable = self.ast[*parameter];
            let (span, attributes) = (variable.name_span, variable.attributes);
            if self.types.is_error(*ty)
                || self.has_size_type(variable.ty, *ty, span)
                || self.has_derived_type(*ty, span)
            {
                continue;
            }
            if let Some(attribute) = self.attribute_named(attributes, "stage_in") {
                if let Some(first) = stage_in {
                    let message = "at most one argument can have `stage_in`";
                    let found = Diagnostic::error(rules::STAGE_IN_ONCE, attribute.span, message)
                        .label(first, "the first one is here");
                    self.report(found);
                    continue;
                }
                stage_in = Some(attribute.span);
                self.stage_inputs(entry, *parameter, *ty, &mut inputs);
                continue;
            }
            match self.argument_kind(entry, *parameter, *ty) {
                Kind::Resource(group, count) => {
                    self.resource(*parameter, Vec::new(), *ty, (group, count), attributes, found);
                }
                Kind::Structure(number)
                    if entry.kind == EntryPointKind::Fragment && self.has_color(number) =>
                {
                    let place = AttributePlace::FragmentInput;
                    self.input_members(entry, *parameter, number, &[], place, &mut inputs);
                }
                Kind::Structure(number) => self.structure_argument(*parameter, number, span, found),
                Kind::Object | Kind::Value => {
                    let place = argument_place(entry.kind, entry.is_patch);
                    self.value_argument(*parameter, *ty, place, &mut inputs);
                }
                Kind::Wrong => {}
            }
        }
        inputs
    }

    /// Reports an argument or result of a derived class. Section 5.10
    pub(super) fn has_derived_type(&mut self, ty: TypeId, span: Span) -> bool {
        let (Type::Pointer(Object { ty: object, .. }) | Type::Reference(Object { ty: object, .. })) =
            self.types.get(ty)
        else {
            if self.types.is_derived(ty) {
                let message = format!(
                    "`{}` is a derived class, which can't be an argument of an entry point",
                    self.types.print(ty)
                );
                self.error(rules::ARGUMENT_NO_DERIVED_CLASS, span, message);
                return true;
            }
            return self.has_unsupported_base(ty, span);
        };
        self.has_unsupported_base(object, span)
    }

    /// Reports an object of a derived class in a buffer or interface: the specification does not say whether the rule is about it.
    pub(super) fn has_unsupported_base(&mut self, ty: TypeId, span: Span) -> bool {
        let has_base = self.types.has_derived(ty);
        if has_base {
            let message = crate::unsupported::DERIVED_IN_INTERFACE.message();
            self.error(rules::UNSUPPORTED_FEATURE, span, message);
        }
        has_base
    }

    /// Returns true if a structure has the colors of attachments as members: a fragment function takes them from the attachments. Section 5.2.3.4
    pub(super) fn has_color(&self, number: StructureNumber) -> bool {
        let declaration = self.types.structure(number).declaration;
        let mut members = self.ast[self.ast[declaration].members].iter();
        members.any(|member| self.attribute_named(member.attributes, "color").is_some())
    }

    /// The kind of an argument; a type that no function of a pipeline takes is reported.
    fn argument_kind(&mut self, entry: &Entry, parameter: VariableId, ty: TypeId) -> Kind {
        let variable = self.ast[parameter];
        let span = variable.name_span;
        match self.types.get(ty) {
            Type::Pointer(object) | Type::Reference(object) => {
                self.pointer_argument(entry, parameter, object, span)
            }
            Type::ArrayRef(_) => {
                let message = "an `array_ref` can't be an argument of an entry point";
                self.error(rules::ARRAY_REF_PLACE, span, message);
                Kind::Wrong
            }
            Type::Structure(number) => {
                // The data of an imageblock by value isn't a structure of resources.
                if self.attribute_named(variable.attributes, "imageblock_data").is_some() {
                    Kind::Object
                } else {
                    Kind::Structure(number)
                }
            }
            Type::Opaque(_) | Type::Class(Class::MeshGridProperties) => Kind::Object,
            Type::Value(_) | Type::Uniform(_) => {
                if self.check_value(variable.attributes, span, ty) {
                    Kind::Value
                } else {
                    Kind::Wrong
                }
            }
            Type::Error => Kind::Wrong,
            Type::LibraryArray(..)
            | Type::Function(_)
            | Type::Texture(..)
            | Type::Class(_)
            | Type::Void
            | Type::Atomic(_)
            | Type::Pixel(..)
            | Type::LibraryEnumeration(_)
            | Type::Option(_)
            | Type::Enumeration(..)
            | Type::Array(..)
            | Type::PatchControlPoint(_)
            | Type::VertexValue(_)
            | Type::Null
            | Type::Qualified(..)
            | Type::Unique(_) => match self.handles(ty) {
                Some((group, count)) => Kind::Resource(group, count),
                None => self.wrong_argument_kind(ty, span),
            },
        }
    }

    /// The group of a texture or sampler, or of an array of them, with the number of elements.
    pub(super) fn handles(&self, ty: TypeId) -> Option<(ResourceGroup, u32)> {
        match self.types.get(ty) {
            Type::LibraryArray(element, count) => self.handle_group(element).map(|group| (group, count)),
            _ => self.handle_group(ty).map(|group| (group, 1)),
        }
    }

    /// The group of a texture or sampler.
    pub(super) fn handle_group(&self, ty: TypeId) -> Option<ResourceGroup> {
        match self.types.get(ty) {
            Type::Texture(..) => Some(ResourceGroup::Texture),
            Type::Class(Class::Sampler) => Some(ResourceGroup::Sampler),
            _ => None,
        }
    }

    fn wrong_argument_kind(&mut self, ty: TypeId, span: Span) -> Kind {
        let message = format!("an argument of an entry point can't have type `{}`", self.types.print(ty));
        let is_command = matches!(
            self.types.get(ty),
            Type::Class(Class::CommandBuffer | Class::RenderPipelineState | Class::ComputePipelineState)
        );
        let rule = if is_command { rules::COMMAND_BUFFER_PIPELINE_STATE_PLACE } else { rules::ARGUMENT_KIND };
        self.error(rule, span, message);
        Kind::Wrong
    }

    /// A value has an attribute that says where it comes from.
    fn check_value(&mut self, list: List<Attribute>, span: Span, ty: TypeId) -> bool {
        for group in ResourceGroup::ALL {
            if let Some(attribute) = self.attribute_named(list, group.name()) {
                self.wrong_group(&attribute, ty);
                return false;
            }
        }
        // The color of an attachment is read in the order of its group. Section 5.8.1.5 has it in structures
        let is_color = self.attribute_named(list, "color").is_some();
        if let Some(attribute) = self.attribute_named(list, "raster_order_group").filter(|_| !is_color) {
            let message = format!("`raster_order_group` is not allowed on `{}`", self.types.print(ty));
            self.error(rules::RASTER_ORDER_GROUP_PLACE, attribute.span, message);
            return false;
        }
        // Other attributes say it, or are misplaced here, which has been reported.
        let is_told = self.ast[list].iter().any(|attribute| self.text(attribute.name) != "function_constant");
        if !is_told {
            let message = format!(
                "an argument of type `{}` must have an attribute that provides its value, or be a reference to a buffer",
                self.types.print(ty)
            );
            self.error(rules::ARGUMENT_KIND, span, message);
        }
        is_told
    }

    /// Section 4: where pointers of arguments may lead to.
    fn pointer_argument(&mut self, entry: &Entry, parameter: VariableId, object: Object, span: Span) -> Kind {
        let rule = match (object.space, entry.kind) {
            (AddressSpace::Device | AddressSpace::Constant, _) => {
                self.check_buffer(object, parameter);
                return Kind::Resource(ResourceGroup::Buffer, 1);
            }
            (
                AddressSpace::Threadgroup,
                EntryPointKind::Kernel | EntryPointKind::Mesh | EntryPointKind::Object,
            ) => {
                return Kind::Resource(ResourceGroup::Threadgroup, 1);
            }
            (AddressSpace::Threadgroup, EntryPointKind::Fragment)
                if Feature::FragmentThreadgroupArguments.availability().admits(self.dialect) =>
            {
                return Kind::Resource(ResourceGroup::Threadgroup, 1);
            }
            (AddressSpace::ThreadgroupImageblock, EntryPointKind::Vertex) => {
                rules::ARGUMENT_GRAPHICS_ADDRESS_SPACE
            }
            (AddressSpace::ThreadgroupImageblock | AddressSpace::RayData | AddressSpace::ObjectData, _) => {
                return Kind::Object;
            }
            (AddressSpace::Threadgroup, EntryPointKind::Vertex | EntryPointKind::Fragment) => {
                rules::ARGUMENT_THREADGROUP_KERNEL_ONLY
            }
            (AddressSpace::Thread, _) => rules::ARGUMENT_POINTER_ADDRESS_SPACE,
        };
        let syntax = self.ast.type_span(self.ast[parameter].ty);
        let is_reported = self.diagnostics.iter().any(|found| {
            found.rule == rules::POINTER_ADDRESS_SPACE
                && found.primary.span.lo >= syntax.lo
                && found.primary.span.hi <= span.hi.max(syntax.hi)
        });
        if !is_reported {
            let message = format!(
                "an argument of a {} function can't point to `{}` memory",
                entry.kind.name(),
                object.space.name()
            );
            let found = Diagnostic::error(rule, span, message);
            let is_threadgroup = object.space == AddressSpace::Threadgroup;
            self.report(if is_threadgroup {
                found.also(rules::ARGUMENT_GRAPHICS_ADDRESS_SPACE)
            } else {
                found
            });
        }
        Kind::Wrong
    }

    /// Checks the type of a buffer. Sections 2.7, 2.11.2 and 2.12
    fn check_buffer(&mut self, object: Object, parameter: VariableId) {
        let variable = self.ast[parameter];
        let span = self.ast.type_span(variable.ty);
        let is_long = |ty| matches!(ty, Type::Value(value) if matches!(value.scalar(), msl_spec::Scalar::Long | msl_spec::Scalar::Ulong));
        if !Feature::LongInBuffers.availability().admits(self.dialect) && self.has_part(object.ty, &is_long) {
            let message = format!(
                "`{}` has 64-bit integers, which are not allowed in buffers: this {}",
                self.types.print(object.ty),
                Feature::LongInBuffers.availability().in_words(self.dialect)
            );
            self.error(rules::BUFFER_NO_LONG, span, message);
        }
        let is_by_value = self.check_by_value(object, span);
        self.check_handle_buffer(object, span);
        let is_handle = self.has_part(object.ty, &|ty| matches!(ty, Type::Texture(..) | Type::Class(_)));
        let is_reported = self.diagnostics.iter().any(|found| found.rule == rules::ARGUMENT_BUFFER_VERSION);
        if is_handle
            && !is_by_value
            && !is_reported
            && !Feature::ArgumentBuffers.availability().admits(self.dialect)
        {
            let available = Feature::ArgumentBuffers.availability();
            self.not_in_dialect(rules::ARGUMENT_BUFFER_VERSION, span, "a resource in a buffer", available);
        }
    }

    /// Section 2.11.2: a structure whose members have indices of their own is passed by value. The result is whether it is one.
    fn check_by_value(&mut self, object: Object, span: Span) -> bool {
        let Type::Structure(number) = self.types.get(object.ty) else { return false };
        let located = self.located_member(number);
        if let Some(located) = located {
            let message = format!(
                "`{}` is a structure of resources and must be passed by value",
                self.types.print(object.ty)
            );
            let found = Diagnostic::error(rules::RESOURCE_STRUCTURE_BY_VALUE, span, message)
                .label(located, "this member has a separate index");
            self.report(found);
        }
        located.is_some()
    }

    /// Returns true if a member of a structure has an index of its own.
    pub(super) fn has_located_member(&self, number: StructureNumber) -> bool {
        self.located_member(number).is_some()
    }

    fn located_member(&self, number: StructureNumber) -> Option<Span> {
        let members = &self.ast[self.ast[self.types.structure(number).declaration].members];
        let located = members.iter().find(|member| {
            ResourceGroup::ALL
                .into_iter()
                .any(|group| self.attribute_named(member.attributes, group.name()).is_some())
        });
        located.map(|member| member.name_span)
    }

    /// Returns true if a type has a part, also after pointers.
    pub(super) fn has_part(&self, ty: TypeId, test: &dyn Fn(Type) -> bool) -> bool {
        self.has_part_within(ty, test, &mut Vec::new())
    }

    fn has_part_within(
        &self,
        ty: TypeId,
        test: &dyn Fn(Type) -> bool,
        visited: &mut Vec<StructureNumber>,
    ) -> bool {
        let own = self.types.get(ty);
        if test(own) {
            return true;
        }
        match own {
            Type::Array(inner, _) | Type::LibraryArray(inner, _) | Type::ArrayRef(inner) => {
                self.has_part_within(inner, test, visited)
            }
            Type::Pointer(object) | Type::Reference(object) => self.has_part_within(object.ty, test, visited),
            Type::Structure(number) if !visited.contains(&number) => {
                visited.push(number);
                let members = &self.types.structure(number).members;
                members.iter().any(|member| self.has_part_within(member.ty, test, visited))
            }
            _ => false,
        }
    }

    /// Section 5.2: whether an argument has a part of type `size_t` or `ptrdiff_t`, which is reported.
    fn has_size_type(&mut self, syntax: TypeSyntaxId, ty: TypeId, span: Span) -> bool {
        // Where buffers have 64-bit integers, Apple's compiler accepts these types, too: candle's kernels take `constant size_t&`.
        if Feature::LongInBuffers.availability().admits(self.dialect) {
            return false;
        }
        let is_named = self.names_size_type(syntax);
        let member = if is_named { None } else { self.size_member(ty, &mut Vec::new()) };
        if !is_named && member.is_none() {
            return false;
        }
        let since = Feature::LongInBuffers.availability().in_words(self.dialect);
        let message =
            format!("an argument of an entry point can't contain `size_t` or `ptrdiff_t`: this {since}");
        let mut found = Diagnostic::error(rules::ARGUMENT_NO_SIZE_TYPE, span, message);
        if let Some(member) = member {
            found = found.label(member, "this member does");
        }
        self.report(found);
        true
    }

    /// A member whose type is written as `size_t` or `ptrdiff_t`.
    fn size_member(&self, ty: TypeId, visited: &mut Vec<StructureNumber>) -> Option<Span> {
        match self.types.get(ty) {
            Type::Array(inner, _) | Type::LibraryArray(inner, _) => self.size_member(inner, visited),
            Type::Pointer(object) | Type::Reference(object) => self.size_member(object.ty, visited),
            Type::Structure(number) if !visited.contains(&number) => {
                visited.push(number);
                let structure = self.types.structure(number);
                let written = &self.ast[self.ast[structure.declaration].members];
                written.iter().zip(&structure.members).find_map(|(written, member)| {
                    if self.names_size_type(written.ty) {
                        return Some(written.name_span);
                    }
                    self.size_member(member.ty, visited)
                })
            }
            _ => None,
        }
    }

    /// Returns true if a type is written with `size_t` or `ptrdiff_t`, or with another name of one.
    fn names_size_type(&self, id: TypeSyntaxId) -> bool {
        match self.ast[id] {
            TypeSyntax::Name(name) => self.is_size_type(name),
            TypeSyntax::Qualified(_, inner)
            | TypeSyntax::Pointer(inner)
            | TypeSyntax::Reference(inner, _)
            | TypeSyntax::Array(inner, _) => self.names_size_type(inner),
            TypeSyntax::Error
            | TypeSyntax::Auto
            | TypeSyntax::Decltype(_)
            | TypeSyntax::DecltypeAuto
            | TypeSyntax::Fundamental(_)
            | TypeSyntax::Structure(_)
            | TypeSyntax::Function(..)
            | TypeSyntax::Enumeration(_) => false,
        }
    }

    fn is_size_type(&self, name: NameId) -> bool {
        let symbol = self.ast[name].name;
        if let Some(ty) = msl_spec::type_name(self.text(symbol)) {
            return matches!(ty.meaning, msl_spec::NamedType::Size(_));
        }
        let alias = self.ast.aliases.iter().find(|alias| alias.name == symbol && alias.template.is_empty());
        // An alias never leads back to itself, because it names what was declared before.
        alias.is_some_and(|alias| match self.ast[alias.ty] {
            TypeSyntax::Name(inner) if self.ast[inner].name == symbol => false,
            _ => self.names_size_type(alias.ty),
        })
    }

    /// A value with an attribute.
    fn value_argument(
        &self,
        parameter: VariableId,
        ty: TypeId,
        place: AttributePlace,
        inputs: &mut Vec<Item>,
    ) {
        let variable = self.ast[parameter];
        inputs.push(Item {
            parameter: Some(parameter),
            members: Vec::new(),
            name: variable.name,
            ty,
            span: variable.name_span,
            attributes: variable.attributes,
            place,
            is_bit_field: false,
        });
    }
}
