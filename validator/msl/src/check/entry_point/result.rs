//! Results of functions of a pipeline. Sections 5.1.3, 5.2.3.3, 5.2.3.5 and 5.10

use super::super::Checker;
use super::known::TILE;
use super::{Entry, Item, output_place};
use crate::diagnostic::Diagnostic;
use crate::interface::{Binding, EntryPointKind, Index, Output};
use crate::types::{StructureNumber, Type, TypeId};
use cxx_validator::ast::{Attribute, VariableId};
use msl_spec::{AttributePlace, Scalar, ValueType, Width, rules};
use rustc_hash::FxHashMap;
use shader_source::Span;

impl Checker<'_> {
    /// Checks the result of a function. The result are the values that it returns.
    pub(super) fn check_result(&mut self, entry: &Entry, inputs: &[Item]) -> Vec<Item> {
        if self.types.is_error(entry.result) || entry.result == TypeId::VOID {
            return Vec::new();
        }
        let span = self.result_span(entry);
        let Some(place) = output_place(entry.kind) else {
            let message = format!(
                "a {} function must return `void`, found `{}`",
                entry.kind.name(),
                self.types.print(entry.result)
            );
            self.error(rules::KERNEL_RETURNS_VOID, span, message);
            return Vec::new();
        };
        if self.has_unsupported_base(entry.result, span) {
            return Vec::new();
        }
        let outputs = self.output_items(entry, place, span);
        self.check_outputs_once(&outputs);
        match entry.kind {
            EntryPointKind::Vertex => self.check_vertex_result(entry, &outputs, span),
            EntryPointKind::Fragment => self.check_fragment_result(entry, &outputs, inputs),
            EntryPointKind::Kernel | EntryPointKind::Object | EntryPointKind::Mesh => {}
        }
        outputs
    }

    /// Reports members that return the same built-in variable or color. One of them may be left out by a function constant.
    fn check_outputs_once(&mut self, outputs: &[Item]) {
        let mut seen: FxHashMap<Binding, Span> = FxHashMap::default();
        let mut depth = None;
        for item in outputs {
            let binding = self.binding(item);
            let is_named = match binding {
                Binding::Color { .. } => self.attribute_named(item.attributes, "color").is_some(),
                Binding::BuiltIn(_) | Binding::Depth(_) => true,
                Binding::Attribute(_) | Binding::ControlPoints | Binding::Varying { .. } => false,
            };
            if !is_named || self.condition_of(item.attributes).is_some() {
                continue;
            }
            // There is one depth, whatever is said about its comparison.
            let is_depth = matches!(binding, Binding::Depth(_));
            if let Some(first) = if is_depth { depth } else { seen.get(&binding).copied() } {
                let message = "a member before it returns the same value";
                let found = Diagnostic::error(rules::OUTPUT_ONCE, item.span, message);
                self.report_once(found.label(first, "it is returned here"));
            } else if is_depth {
                depth = Some(item.span);
            } else {
                seen.insert(binding, item.span);
            }
        }
    }

    /// The place of the type of the result.
    fn result_span(&self, entry: &Entry) -> Span {
        let function = self.ast[entry.function];
        function.result.map_or(function.name_span, |ty| self.ast.type_span(ty))
    }

    fn output_items(&mut self, entry: &Entry, place: AttributePlace, span: Span) -> Vec<Item> {
        let function = self.ast[entry.function];
        let Type::Structure(number) = self.types.get(entry.result) else {
            if self.is_no_output(entry.result, false) {
                self.wrong_output(entry.result, span);
            }
            return vec![Item {
                parameter: None,
                members: Vec::new(),
                name: None,
                ty: entry.result,
                span,
                attributes: function.attributes,
                place,
                is_bit_field: false,
            }];
        };
        let is_imageblock = self.attribute_named(function.attributes, "imageblock_data").is_some();
        if is_imageblock { Vec::new() } else { self.output_members(number, place) }
    }

    fn output_members(&mut self, number: StructureNumber, place: AttributePlace) -> Vec<Item> {
        let structure = self.types.structure(number);
        let types: Vec<TypeId> = structure.members.iter().map(|member| member.ty).collect();
        let written = self.ast[self.ast[structure.declaration].members].to_vec();
        let mut outputs = Vec::with_capacity(written.len());
        for (index, (member, ty)) in written.iter().zip(types).enumerate() {
            // Section 5.6.3.2: an imageblock is a structure in the result.
            if self.attribute_named(member.attributes, "imageblock_data").is_some() {
                continue;
            }
            if self.is_no_output(ty, true) {
                self.wrong_output(ty, member.name_span);
            }
            outputs.push(Item {
                parameter: None,
                members: vec![index as u32],
                name: member.name,
                ty,
                span: member.name_span,
                attributes: member.attributes,
                place,
                is_bit_field: member.width.is_some(),
            });
        }
        outputs
    }

    /// Returns true if no graphics function returns a type. Section 5.10
    fn is_no_output(&self, ty: TypeId, is_member: bool) -> bool {
        match self.types.get(ty) {
            Type::Value(ValueType::PackedVector(..) | ValueType::Matrix(..))
            | Type::Pointer(_)
            | Type::Reference(_)
            | Type::Texture(..)
            | Type::Class(_)
            | Type::Atomic(_)
            | Type::ArrayRef(_) => true,
            Type::Structure(_) => is_member,
            Type::Array(element, _) | Type::LibraryArray(element, _) => self.is_no_output(element, true),
            _ => false,
        }
    }

    fn wrong_output(&mut self, ty: TypeId, span: Span) {
        let message = format!("a graphics function can't return `{}`", self.types.print(ty));
        self.report_once(Diagnostic::error(rules::GRAPHICS_RETURN_TYPE, span, message));
    }

    /// Section 5.2.3.3: a vertex function returns a position.
    fn check_vertex_result(&mut self, entry: &Entry, outputs: &[Item], span: Span) {
        for item in outputs {
            self.check_vertex_output(item);
        }
        let is_structure = self.types.structure_number(entry.result).is_some();
        // Which members it has is not known.
        if self.types.has_error(entry.result)
            || outputs.iter().any(|item| self.has_unknown_attribute(item.attributes))
        {
            return;
        }
        let position = outputs.iter().find_map(|item| self.attribute_named(item.attributes, "position"));
        let float4 = Type::Value(ValueType::Vector(Scalar::Float, Width::Four));
        match position {
            Some(attribute) if !is_structure => {
                let message = "a vertex function that returns `float4` already returns the position";
                let found = Diagnostic::error(rules::VERTEX_POSITION_IMPLIED, attribute.span, message);
                self.report(found.warning());
            }
            None if is_structure || self.types.get(entry.result) != float4 => {
                if !is_structure && self.is_no_output(entry.result, false) {
                    return;
                }
                let message = format!(
                    "a vertex function must return a position, but `{}` has none",
                    self.types.print(entry.result)
                );
                self.error(rules::VERTEX_POSITION, span, message);
            }
            Some(_) | None => {}
        }
    }

    fn check_vertex_output(&mut self, item: &Item) {
        let has_position = self.attribute_named(item.attributes, "position").is_some();
        if let Some(attribute) = self.attribute_named(item.attributes, "invariant")
            && !has_position
        {
            let message = "`invariant` is only allowed together with `position`";
            let found = Diagnostic::error(rules::ATTRIBUTE_INVARIANT_POSITION, attribute.span, message);
            self.report_once(found);
        }
        if let Some((attribute, name)) = self.interpolation_of(item)
            && has_position
            && name != "center_no_perspective"
        {
            let message =
                format!("the position must be interpolated with `center_no_perspective`, found `{name}`");
            self.report_once(Diagnostic::error(rules::INTERPOLATION_POSITION, attribute.span, message));
        }
    }

    /// Section 5.2.3.5
    fn check_fragment_result(&mut self, entry: &Entry, outputs: &[Item], inputs: &[Item]) {
        self.check_early_tests(entry, outputs, inputs);
        if self.returns_input(entry) {
            return;
        }
        let colors: Vec<&Item> = outputs.iter().filter(|item| self.is_color(item)).collect();
        for item in &colors {
            if self.attribute_named(item.attributes, "color").is_some()
                || self.has_unknown_attribute(item.attributes)
            {
                continue;
            }
            if colors.len() > 1 {
                let message = "each of several colors must have `color` with the number of its attachment";
                self.report_once(Diagnostic::error(rules::FRAGMENT_COLORS_EACH, item.span, message));
            } else if !self.is_color_type(item.ty) && !self.is_no_output(item.ty, true) {
                let message = format!("a color can't have type `{}`", self.types.print(item.ty));
                self.report_once(Diagnostic::error(rules::ATTRIBUTE_TYPE, item.span, message));
            }
        }
        // One of several colors without a number was reported, and its number is not known.
        let numbered = colors
            .iter()
            .filter(|it| colors.len() == 1 || self.attribute_named(it.attributes, "color").is_some());
        let known: Vec<(Item, u32)> =
            numbered.filter_map(|item| Some(((*item).clone(), self.attachment(item)?))).collect();
        for (number, (item, attachment)) in known.iter().enumerate() {
            let other = known[..number].iter().find(|(_, other)| other == attachment);
            if let Some((other, _)) = other
                && other.ty != item.ty
            {
                let message = format!("two colors of attachment {attachment} have different types");
                let found =
                    Diagnostic::error(rules::FRAGMENT_COLORS_BLEND_TYPE, self.color_span(item), message)
                        .label(other.span, "the other one is here");
                self.report_once(found);
            }
            let input = inputs.iter().find(|input| self.attachment(input) == Some(*attachment));
            if let Some(input) = input
                && input.ty != item.ty
            {
                let message = format!("attachment {attachment} is read as `{}`", self.types.print(input.ty));
                let found = Diagnostic::error(rules::FRAGMENT_COLOR_INPUT_TYPE, item.span, message)
                    .label(input.span, "it is read here");
                self.report_once(found);
            }
        }
    }

    /// Reports a fragment function that returns the structure of its input: that its members have no `color` follows from it.
    fn returns_input(&mut self, entry: &Entry) -> bool {
        let is_input = |checker: &Self, parameter: VariableId| {
            checker.attribute_named(checker.ast[parameter].attributes, "stage_in").is_some()
        };
        let result = self.types.structure_number(entry.result);
        let mut arguments = entry.arguments.iter();
        if result.is_none_or(|number| self.has_color(number))
            || !arguments.any(|(parameter, ty)| *ty == entry.result && is_input(self, *parameter))
        {
            return false;
        }
        let message = format!(
            "`{}` returns its input: return a color, or a structure whose members have `color`",
            self.text(self.ast[entry.function].name)
        );
        self.error(rules::FRAGMENT_COLORS_EACH, self.result_span(entry), message);
        true
    }

    /// The place of the attribute of a color, or of its name.
    fn color_span(&self, item: &Item) -> Span {
        self.attribute_named(item.attributes, "color").map_or(item.span, |attribute| attribute.span)
    }

    /// Sections 5.1.2 and 5.2.3.5: what is not returned after early tests, and by functions of tiles.
    fn check_early_tests(&mut self, entry: &Entry, outputs: &[Item], inputs: &[Item]) {
        let is_early = self.has_early_tests(entry);
        let is_tile = inputs.iter().any(|item| {
            let mut names = TILE.into_iter().chain(["imageblock_data"]);
            names.any(|name| self.attribute_named(item.attributes, name).is_some())
        });
        let find = |checker: &Self, name| {
            outputs.iter().find_map(|item| checker.attribute_named(item.attributes, name))
        };
        let depth: Option<Attribute> = find(self, "depth");
        let stencil = find(self, "stencil");
        if is_early && let Some(attribute) = depth {
            let message = "a function with `early_fragment_tests` can't return a depth";
            self.report_once(Diagnostic::error(
                rules::EARLY_FRAGMENT_TESTS_NO_DEPTH,
                attribute.span,
                message,
            ));
        }
        if is_early && let Some(attribute) = stencil {
            let message = "a function with `early_fragment_tests` can't return a stencil value";
            let found = Diagnostic::error(rules::EARLY_FRAGMENT_TESTS_NO_STENCIL, attribute.span, message);
            self.report_once(found);
        }
        if is_tile && let Some(attribute) = stencil {
            let message = "a tile function can't return a stencil value";
            self.report_once(Diagnostic::error(rules::FRAGMENT_STENCIL_NO_TILE, attribute.span, message));
        }
    }

    /// Returns true if a value is a color: it has no attribute of a different output.
    fn is_color(&self, item: &Item) -> bool {
        if self.attribute_named(item.attributes, "color").is_some() {
            return true;
        }
        self.built_in_of(item.attributes, item.place).is_none()
    }

    fn is_color_type(&self, ty: TypeId) -> bool {
        let uses = msl_spec::attributes("color").iter().flat_map(|form| form.uses.iter());
        let types =
            uses.filter(|row| row.places.contains(&AttributePlace::FragmentOutput)).find_map(|row| row.types);
        self.types.is_error(ty)
            || self.types.value_type(ty).is_some_and(|value| types.is_some_and(|types| types.contains(value)))
    }

    /// The number of the attachment of a color: a result without one has the first.
    fn attachment(&self, item: &Item) -> Option<u32> {
        match self.binding(item) {
            Binding::Varying { .. } if item.place == AttributePlace::FragmentOutput => Some(0),
            Binding::Color { attachment: Index::Number(number), .. } => Some(number),
            Binding::Color { .. }
            | Binding::BuiltIn(_)
            | Binding::Attribute(_)
            | Binding::ControlPoints
            | Binding::Depth(_)
            | Binding::Varying { .. } => None,
        }
    }

    /// A value as the description of the function has it.
    pub(super) fn output(&self, item: &Item) -> Output {
        let binding = match (item.place, self.binding(item)) {
            (AttributePlace::FragmentOutput, Binding::Varying { .. }) => {
                Binding::Color { attachment: Index::Number(0), source: 0 }
            }
            // The only value of a vertex function is the position.
            (AttributePlace::VertexOutput, Binding::Varying { .. }) if item.members.is_empty() => {
                Binding::BuiltIn("position")
            }
            (_, binding) => binding,
        };
        Output {
            members: item.members.clone(),
            ty: item.ty,
            binding,
            condition: self.condition_of(item.attributes),
        }
    }
}
