//! Inputs of a stage from the one before: arguments with `stage_in`. Sections 5.2.2, 5.2.4 and 5.4

use super::super::Checker;
use super::known::{RASTER_OUTPUTS, interpolation};
use super::{Entry, Item, input_place};
use crate::diagnostic::Diagnostic;
use crate::interface::{Binding, EntryPointKind, Index, Input};
use crate::types::{StructureNumber, Type, TypeId};
use cxx_validator::ast::{Attribute, VariableId};
use msl_spec::{AttributePlace, ValueType, Version, rules};
use shader_source::Span;

impl Checker<'_> {
    /// The values of an argument with `stage_in`.
    pub(super) fn stage_inputs(
        &mut self,
        entry: &Entry,
        parameter: VariableId,
        ty: TypeId,
        inputs: &mut Vec<Item>,
    ) {
        let variable = self.ast[parameter];
        let place = input_place(entry.kind);
        match self.types.get(ty) {
            Type::Structure(number) => self.input_members(entry, parameter, number, &[], place, inputs),
            Type::Pointer(_) | Type::Reference(_) => {
                let message = "an argument with `stage_in` must be passed by value";
                self.error(rules::STAGE_IN_MEMBER_TYPE, variable.name_span, message);
            }
            _ => inputs.push(Item {
                parameter: Some(parameter),
                members: Vec::new(),
                name: variable.name,
                ty,
                span: variable.name_span,
                attributes: variable.attributes,
                place,
                is_bit_field: false,
            }),
        }
    }

    pub(super) fn input_members(
        &mut self,
        entry: &Entry,
        parameter: VariableId,
        number: StructureNumber,
        path: &[u32],
        place: AttributePlace,
        inputs: &mut Vec<Item>,
    ) {
        let structure = self.types.structure(number);
        let types: Vec<TypeId> = structure.members.iter().map(|member| member.ty).collect();
        let written = self.ast[self.ast[structure.declaration].members].to_vec();
        for (index, (member, ty)) in written.iter().zip(types).enumerate() {
            let members = [path, &[index as u32]].concat();
            match self.types.get(ty) {
                // Section 5.2.2 has the data of a patch in a structure of their own.
                Type::Structure(inner) if entry.is_patch && path.is_empty() => {
                    self.input_members(entry, parameter, inner, &members, place, inputs);
                }
                _ => inputs.push(Item {
                    parameter: Some(parameter),
                    members,
                    name: member.name,
                    ty,
                    span: member.name_span,
                    attributes: member.attributes,
                    place,
                    is_bit_field: member.width.is_some(),
                }),
            }
        }
    }

    /// Checks the values that come from the stage before.
    pub(super) fn check_inputs(&mut self, entry: &Entry, inputs: &[Item]) {
        let place = input_place(entry.kind);
        let mut numbered: Vec<(Index, Span, bool)> = Vec::new();
        for item in inputs.iter().filter(|item| item.place == place) {
            if self.types.is_error(item.ty) {
                continue;
            }
            match self.types.get(item.ty) {
                Type::PatchControlPoint(inner) if entry.is_patch => {
                    self.check_control_point(inner, item.span);
                    continue;
                }
                _ => {}
            }
            if let Some(name) =
                RASTER_OUTPUTS.into_iter().find(|name| self.attribute_named(item.attributes, name).is_some())
                && entry.kind == EntryPointKind::Fragment
            {
                self.raster_output(name, item);
                continue;
            }
            self.check_input_type(item);
            if entry.kind == EntryPointKind::Fragment {
                self.check_interpolation(item);
            } else {
                self.check_numbered(entry, item, &mut numbered);
            }
        }
        if entry.kind == EntryPointKind::Fragment {
            let is_argument = |item: &&Item| item.place == AttributePlace::FragmentArgument;
            for item in inputs.iter().filter(is_argument) {
                self.check_interpolation(item);
            }
        }
    }

    /// Section 5.7.1: what is for the rasteriser does not reach the fragment function.
    fn raster_output(&mut self, name: &str, item: &Item) {
        let Some(attribute) = self.attribute_named(item.attributes, name) else { return };
        let message = format!("`{name}` can't be an input of a fragment function");
        // A vertex function that returns the same structure gives the member its meaning.
        let found = Diagnostic::error(rules::FRAGMENT_INPUT_NO_RASTER_OUTPUT, attribute.span, message);
        self.report_once(found.warning());
    }

    /// Section 5.2.4: the types of members. `bool` is an integer type in C++14 (basic.fundamental), and programs pass it to fragment functions.
    fn check_input_type(&mut self, item: &Item) {
        if self.built_in_of(item.attributes, item.place).is_some() {
            return;
        }
        let is_number =
            |ty| matches!(self.types.get(ty), Type::Value(ValueType::Scalar(_) | ValueType::Vector(..)));
        let is_allowed = match self.types.get(item.ty) {
            Type::VertexValue(inner) => item.place == AttributePlace::FragmentInput && is_number(inner),
            _ => is_number(item.ty),
        };
        // Mesh functions pass the data of vertices and primitives in structures of their own.
        if item.place == AttributePlace::FragmentInput
            && matches!(self.types.get(item.ty), Type::Structure(_))
            && self.dialect.version() >= Version::new(3, 0)
        {
            let message = crate::unsupported::FRAGMENT_INPUT_STRUCTURE.message();
            self.report_once(Diagnostic::error(rules::UNSUPPORTED_FEATURE, item.span, message));
            return;
        }
        let message = if item.is_bit_field {
            "a bit-field can't be passed between stages".to_owned()
        } else if !is_allowed {
            format!(
                "a value of type `{}` can't be passed between stages: use scalars and vectors of numbers",
                self.types.print(item.ty)
            )
        } else {
            return;
        };
        self.report_once(Diagnostic::error(rules::STAGE_IN_MEMBER_TYPE, item.span, message));
    }

    /// Section 5.2.2: members that come from buffers have numbers.
    fn check_numbered(&mut self, entry: &Entry, item: &Item, numbered: &mut Vec<(Index, Span, bool)>) {
        let Some(attribute) = self.attribute_named(item.attributes, "attribute") else {
            // It may be misspelt, which was reported.
            if self.has_unknown_attribute(item.attributes) {
                return;
            }
            let message = format!(
                "each member that a {} function takes with `stage_in` must have an `attribute`",
                entry.kind.name()
            );
            self.report_once(Diagnostic::error(rules::STAGE_IN_ATTRIBUTE, item.span, message));
            return;
        };
        let Some(index) = self.index_of(&attribute) else { return };
        let is_conditional = self.condition_of(item.attributes).is_some();
        let other = numbered.iter().find(|(other, _, other_is_conditional)| {
            *other == index && !is_conditional && !other_is_conditional
        });
        if let Some((_, other, _)) = other {
            let message = "duplicate `attribute` number";
            let found = Diagnostic::error(rules::STAGE_IN_ATTRIBUTE_UNIQUE, attribute.span, message)
                .label(*other, "first used here");
            self.report_once(found);
        }
        numbered.push((index, attribute.span, is_conditional));
    }

    /// Section 5.2.2: the members of a control point have numbers.
    fn check_control_point(&mut self, ty: TypeId, span: Span) {
        let Type::Structure(number) = self.types.get(ty) else {
            let message = "a control point must be a structure whose members have an `attribute`";
            self.report_once(Diagnostic::error(rules::PATCH_CONTROL_POINT_ATTRIBUTE, span, message));
            return;
        };
        let written = self.ast[self.ast[self.types.structure(number).declaration].members].to_vec();
        for member in written {
            if self.attribute_named(member.attributes, "attribute").is_none() {
                let message = "each member of a control point must have an `attribute`";
                let found =
                    Diagnostic::error(rules::PATCH_CONTROL_POINT_ATTRIBUTE, member.name_span, message);
                self.report_once(found);
            }
        }
    }

    /// The attribute of interpolation in a list.
    pub(super) fn interpolation_of(&self, item: &Item) -> Option<(Attribute, &'static str)> {
        self.ast[item.attributes].iter().find_map(|attribute| {
            interpolation(self.text(attribute.name)).map(|interpolation| (*attribute, interpolation))
        })
    }

    /// Sections 5.2.3.4 and 5.4: how the position and barycentric coordinates are interpolated.
    fn check_interpolation(&mut self, item: &Item) {
        // Without an attribute an integer is flat: section 5.4 makes it an exception to the default of other types.
        let Some((attribute, name)) = self.interpolation_of(item) else { return };
        let all = self.ast[item.attributes].iter().copied();
        let mut others = all.filter(|it| interpolation(self.text(it.name)).is_some()).skip(1);
        if let Some(second) = others.next() {
            let message = format!("`{name}` already says how this member is interpolated");
            self.report_once(Diagnostic::error(rules::ATTRIBUTE_ONCE, second.span, message));
        }
        let is_center = matches!(name, "center_perspective" | "center_no_perspective");
        if self.attribute_named(item.attributes, "position").is_some() && name != "center_no_perspective" {
            let message =
                format!("the position must be interpolated with `center_no_perspective`, found `{name}`");
            let (rule, also) = (rules::ATTRIBUTE_POSITION_INTERPOLATION, rules::INTERPOLATION_POSITION);
            let (rule, also) = if item.members.is_empty() { (rule, also) } else { (also, rule) };
            self.report_once(Diagnostic::error(rule, attribute.span, message).also(also));
        } else if self.attribute_named(item.attributes, "barycentric_coord").is_some() && !is_center {
            let message =
                format!("barycentric coordinates must be interpolated at the center, found `{name}`");
            let found =
                Diagnostic::error(rules::ATTRIBUTE_BARYCENTRIC_INTERPOLATION, attribute.span, message);
            self.report_once(found);
        }
    }

    /// A value as the description of the function has it.
    pub(super) fn input(&self, item: &Item) -> Option<Input> {
        Some(Input {
            parameter: item.parameter?,
            members: item.members.clone(),
            ty: item.ty,
            binding: self.binding(item),
            condition: self.condition_of(item.attributes),
        })
    }

    /// Where a value comes from, or goes to.
    pub(super) fn binding(&self, item: &Item) -> Binding {
        if matches!(self.types.get(item.ty), Type::PatchControlPoint(_)) {
            return Binding::ControlPoints;
        }
        if let Some(attribute) = self.attribute_named(item.attributes, "color")
            && let Some(attachment) = self.index_of(&attribute)
        {
            let source = self.attribute_named(item.attributes, "index");
            let source = source.and_then(|attribute| match self.index_of(&attribute)? {
                Index::Number(number) => Some(number),
                Index::Specialised(_) => None,
            });
            return Binding::Color { attachment, source: source.unwrap_or(0) };
        }
        if let Some(attribute) = self.attribute_named(item.attributes, "depth") {
            let argument = self.ast[attribute.arguments].first();
            if let Some(cxx_validator::ast::Expr::Name(name)) = argument.map(|argument| self.ast[*argument]) {
                return Binding::Depth(self.ast[name].name);
            }
        }
        // Between the stages it has no effect: structures that are used for both have it.
        let is_between = matches!(item.place, AttributePlace::VertexOutput | AttributePlace::FragmentInput);
        if let Some(attribute) = self.attribute_named(item.attributes, "attribute").filter(|_| !is_between)
            && let Some(index) = self.index_of(&attribute)
        {
            return Binding::Attribute(index);
        }
        if let Some(name) = self.built_in_of(item.attributes, item.place) {
            return Binding::BuiltIn(name);
        }
        let user = self.attribute_named(item.attributes, "user").and_then(|attribute| {
            match self.ast[*self.ast[attribute.arguments].first()?] {
                cxx_validator::ast::Expr::Name(name) => Some(self.ast[name].name),
                _ => None,
            }
        });
        let interpolation = self.interpolation_of(item).map(|(_, name)| name);
        Binding::Varying { name: user.or(item.name), is_user: user.is_some(), interpolation }
    }
}
