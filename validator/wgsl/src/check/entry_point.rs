//! Inputs and outputs of entry points. <https://www.w3.org/TR/WGSL/#stage-inputs-outputs>

use super::Checker;
use crate::ast::{Attribute, Expr, Function, List, Member, Struct, StructId};
use crate::diagnostic::{Applicability, Diagnostic};
use crate::meaning::Io;
use crate::types::{Length, TypeId, TypeKind};
use rustc_hash::FxHashMap;
use shader_source::Span;
use wgsl_spec::{
    AttributePlace, BuiltinValue, BuiltinValueRow, Direction, IoType, LanguageExtension, Rule, Scalar,
    ShaderStage, Symbol, rules, sym,
};

/// The inputs or outputs of one entry point so far.
struct Interface {
    stage: ShaderStage,
    direction: Direction,
    builtins: Vec<(BuiltinValue, Span)>,
    locations: FxHashMap<u32, Span>,
    /// The location behind those that were suggested.
    suggested: u32,
    /// Whether a mistake in its type or attributes hides what one of them is.
    has_unknown: bool,
}

impl Interface {
    /// A location behind all those that are taken or were suggested, and behind `last`.
    fn free_location(&mut self, last: Option<u32>) -> u32 {
        let last = self.locations.keys().copied().max().max(last);
        let free = last.map_or(0, |last| last.saturating_add(1)).max(self.suggested);
        self.suggested = free.saturating_add(1);
        free
    }
}

const INTERPOLATION_TYPES: [Symbol; 3] = [sym::PERSPECTIVE, sym::LINEAR, sym::FLAT];
const INTERPOLATION_SAMPLINGS: [Symbol; 5] =
    [sym::CENTER, sym::CENTROID, sym::SAMPLE, sym::FIRST, sym::EITHER];

impl Checker<'_> {
    /// Notes what the attributes of a parameter or member say, and checks what holds wherever it is used.
    pub(super) fn member_io(&mut self, index: usize, member: &Member, ty: TypeId, place: AttributePlace) {
        if member.attributes.is_empty() {
            self.meaning.set_io(index, Io { span: member.name_span, ..Io::default() });
        } else {
            let io = self.read_io(member.attributes, ty, member.name_span, place);
            self.meaning.set_io(index, io);
        }
    }

    fn read_io(&mut self, attributes: List<Attribute>, ty: TypeId, span: Span, place: AttributePlace) -> Io {
        let mut io = Io { span, ..Io::default() };
        let mut invariant = None;
        let mut interpolate = None;
        let mut blend_src = None;
        let ast = self.ast;
        for attribute in &ast[attributes] {
            match attribute.name {
                sym::BUILTIN => {
                    io.assigned = true;
                    io.builtin = self.builtin_value(attribute).map(|value| (value, attribute.span));
                }
                sym::LOCATION => {
                    io.assigned = true;
                    io.location = self.attribute_value(attribute).map(|value| (value, attribute.span));
                    self.location_type(attribute, ty, place, attributes);
                }
                // Where it is misplaced, that is reported, and it says nothing.
                sym::BLEND_SRC if place == AttributePlace::Member => blend_src = Some(attribute),
                sym::INTERPOLATE => interpolate = Some(attribute),
                sym::INVARIANT => invariant = Some(attribute.span),
                _ => {}
            }
        }
        let has = |name: Symbol| ast[attributes].iter().find(|attribute| attribute.name == name);
        if let Some(span) = invariant
            && !matches!(io.builtin, Some((BuiltinValue::Position, _)))
        {
            self.error(
                rules::ATTR_INVARIANT_POSITION_ONLY,
                span,
                "`@invariant` is only allowed together with `@builtin(position)`",
            );
        }
        if let Some(attribute) = interpolate {
            if has(sym::LOCATION).is_none() {
                let message = "`@interpolate` is only allowed together with `@location`";
                self.error(rules::ATTR_INTERPOLATE_NEEDS_LOCATION, attribute.span, message);
            }
            // What can't be read fits every type, as `flat` does.
            io.interpolation = self.interpolation(attribute).or(Some((sym::FLAT, None)));
        }
        if let Some(attribute) = blend_src {
            io.blend_src = self.blend_src(attribute).map(|value| (value, attribute.span));
            if io.blend_src.is_none() {
                io.has_wrong_blend_src = true;
            } else if has(sym::LOCATION).is_none() {
                let message = "`@blend_src` is only allowed together with `@location`";
                self.error(rules::ATTR_BLEND_SRC_TARGET, attribute.span, message);
            }
        }
        io
    }

    /// <https://www.w3.org/TR/WGSL/#blend-src-attr>
    fn blend_src(&mut self, attribute: &Attribute) -> Option<u32> {
        let value = self.attribute_value(attribute)?;
        if value > 1 {
            let message = format!("`@blend_src` must be 0 or 1, found {value}");
            self.error(rules::ATTR_BLEND_SRC_VALUE, self.argument_span(attribute), message);
            return None;
        }
        Some(value)
    }

    /// The built-in value that an attribute names. A value that needs an extension needs it wherever it is named, even on
    /// a member of a structure that is neither input nor output.
    fn builtin_value(&mut self, attribute: &Attribute) -> Option<BuiltinValue> {
        let value = self.known_builtin_value(attribute)?;
        let row = value.rows(self.terms.edition).next()?;
        if let Some(extension) = row.enable {
            let what = format_args!("built-in value `{}`", value.name());
            self.require_enabled(extension, extension.rule(), attribute.span, what);
        }
        if let Some(extension) = row.language {
            let what = format_args!("built-in value `{}`", value.name());
            self.require_language(extension, extension.rule(), attribute.span, what);
        }
        Some(value)
    }

    fn known_builtin_value(&mut self, attribute: &Attribute) -> Option<BuiltinValue> {
        let argument = *self.ast[attribute.arguments].first()?;
        let Expr::ContextName(name) = self.ast[argument] else { return None };
        if let [_, mode] = self.ast[attribute.arguments] {
            let extension = LanguageExtension::FragmentDepth;
            self.require_language(extension, extension.rule(), self.span(mode), "a depth mode");
        }
        let known =
            BuiltinValue::from_symbol(name).filter(|value| value.rows(self.terms.edition).next().is_some());
        if known.is_none() {
            let is_newer = BuiltinValue::from_symbol(name).is_some();
            let name = self.name(name);
            if is_newer {
                let message = format!("built-in value `{name}` is only part of the current edition");
                self.error(wgsl_spec::rules::ATTR_BUILTIN_NAME, self.span(argument), message);
                return None;
            }
            let names = BuiltinValue::ALL.iter().map(|value| value.name());
            let span = self.span(argument);
            let mut diagnostic =
                Diagnostic::error(rules::ATTR_BUILTIN_NAME, span, format!("unknown built-in value `{name}`"))
                    .also(rules::CTXNAME_GROUP_BUILT_IN_VALUES);
            let foreign = match wgsl_spec::Instead::of(name) {
                Some(wgsl_spec::Instead::Words(words)) => Some(words),
                Some(wgsl_spec::Instead::Form(..)) | None => None,
            };
            let foreign = foreign.filter(|words| BuiltinValue::ALL.iter().any(|it| it.name() == *words));
            if let Some(words) = foreign {
                let edit = vec![(span, words.to_owned())];
                diagnostic = diagnostic.suggest(format!("write `{words}`"), edit, Applicability::Safe);
            } else if let Some(close) = shader_source::suggest::closest(name, names) {
                diagnostic = diagnostic.suggest(
                    format!("did you mean `{close}`?"),
                    vec![(span, close.to_owned())],
                    Applicability::Unsafe,
                );
            }
            self.report(diagnostic);
        }
        known
    }

    /// <https://www.w3.org/TR/WGSL/#location-attr>
    fn location_type(
        &mut self,
        attribute: &Attribute,
        ty: TypeId,
        place: AttributePlace,
        beside: List<Attribute>,
    ) {
        if !is_numeric(self.kind(ty)) && ty != TypeId::ERROR {
            let message = format!(
                "`@location` is only allowed on numeric scalars and vectors, found `{}`",
                self.print(ty)
            );
            // Of a member it is not known whether it will be an input or output.
            let also = match place {
                AttributePlace::Member => {
                    self.attribute(beside, sym::BLEND_SRC).map(|_| rules::ATTR_BLEND_SRC_TYPE)
                }
                _ => Some(rules::IO_USER_TYPE),
            };
            let mut diagnostic = Diagnostic::error(rules::ATTR_LOCATION_TYPE, attribute.span, message);
            diagnostic.also = also;
            self.report(diagnostic);
        }
    }

    /// <https://www.w3.org/TR/WGSL/#interpolation>
    fn interpolation(&mut self, attribute: &Attribute) -> Option<(Symbol, Option<Symbol>)> {
        let ast = self.ast;
        let arguments = &ast[attribute.arguments];
        let name = |index: usize| match arguments.get(index).map(|argument| ast[*argument]) {
            Some(Expr::ContextName(name)) => Some(name),
            _ => None,
        };
        let kind = name(0)?;
        if !INTERPOLATION_TYPES.contains(&kind) {
            let message = format!("unknown interpolation type `{}`", self.name(kind));
            // The table of names that depend on their context says of the names of samplings that they are such.
            let also = if INTERPOLATION_SAMPLINGS.contains(&kind) {
                rules::CTXNAME_GROUP_INTERPOLATION_TYPE
            } else {
                rules::IO_INTERP_UNKNOWN_TYPE
            };
            self.report(
                Diagnostic::error(rules::ATTR_INTERPOLATE_TYPE, self.span(arguments[0]), message)
                    .also(also)
                    .note("the interpolation types are `perspective`, `linear` and `flat`"),
            );
            return None;
        }
        if let Some(sampling) = name(1) {
            self.sampling(kind, sampling, self.span(arguments[1]));
        }
        Some((kind, name(1)))
    }

    fn sampling(&mut self, kind: Symbol, sampling: Symbol, span: Span) {
        let allowed: &[Symbol] = match kind {
            sym::FLAT => self.terms.rules.flat_sampling,
            _ => &[sym::CENTER, sym::CENTROID, sym::SAMPLE],
        };
        if allowed.contains(&sampling) {
            return;
        }
        let names: Vec<String> = allowed.iter().map(|name| format!("`{}`", self.name(*name))).collect();
        let is_known = INTERPOLATION_SAMPLINGS.contains(&sampling);
        let (kind_name, name) = (self.name(kind), self.name(sampling));
        let message = if is_known {
            format!("interpolation type `{kind_name}` can't be combined with sampling `{name}`")
        } else {
            format!("unknown interpolation sampling `{name}`")
        };
        let (rule, also) = match (is_known, kind) {
            (true, sym::FLAT) => (rules::IO_INTERP_FLAT_SAMPLING, None),
            (true, _) => (rules::IO_INTERP_SMOOTH_SAMPLING, None),
            (false, _) if INTERPOLATION_TYPES.contains(&sampling) => {
                (rules::ATTR_INTERPOLATE_SAMPLING, Some(rules::CTXNAME_GROUP_INTERPOLATION_SAMPLING))
            }
            (false, _) => (rules::ATTR_INTERPOLATE_SAMPLING, Some(rules::IO_INTERP_UNKNOWN_SAMPLING)),
        };
        let mut diagnostic = Diagnostic::error(rule, span, message);
        diagnostic.also = also;
        self.report(diagnostic.note(format!("`{kind_name}` can be combined with {}", names.join(", "))));
    }

    /// Locations of a structure differ, unless it is made for dual source blending.
    /// <https://www.w3.org/TR/WGSL/#input-output-locations>
    pub(super) fn struct_locations(&mut self, declaration: &Struct) {
        let range = declaration.members.range();
        // Which source a wrong argument stands for is not known.
        if range.clone().any(|index| self.meaning.io(index).has_wrong_blend_src) {
            return;
        }
        if let Some((_, span)) = range.clone().find_map(|index| self.meaning.io(index).blend_src) {
            self.dual_source(range, span);
            return;
        }
        let mut seen: FxHashMap<u32, Span> = FxHashMap::default();
        for index in range {
            let Some((location, span)) = self.meaning.io(index).location else { continue };
            if let Some(first) = seen.insert(location, span) {
                self.duplicate_location(rules::IO_LOC_UNIQUE_MEMBERS, location, span, first);
            }
        }
    }

    #[cold]
    fn duplicate_location(&mut self, rule: &'static Rule, location: u32, span: Span, first: Span) {
        let found = Diagnostic::error(rule, span, format!("location {location} is used twice"))
            .label(first, "first used here");
        let change = self.next_location(span);
        self.report(Self::with_change(found, change, Applicability::Unsafe));
    }

    fn dual_source(&mut self, range: core::ops::Range<usize>, span: Span) {
        // Nor is what a wrong argument of `@location` stands for.
        // One without `@location` was reported.
        let is_unknown =
            |io: Io| io.location.is_none() && (io.blend_src.is_some() || io.assigned && io.builtin.is_none());
        if range.clone().any(|index| is_unknown(self.meaning.io(index))) {
            return;
        }
        let located: Vec<usize> = range.filter(|index| self.meaning.io(*index).location.is_some()).collect();
        let mut sources: Vec<Option<u32>> = located
            .iter()
            .map(|index| {
                let io = self.meaning.io(*index);
                io.blend_src.map(|(source, _)| source).filter(|_| matches!(io.location, Some((0, _))))
            })
            .collect();
        sources.sort_unstable();
        let fits = sources == [Some(0), Some(1)];
        if !fits {
            self.report(
                Diagnostic::error(
                    rules::IO_LOC_DUAL_SOURCE_TWO,
                    span,
                    "a structure with `@blend_src` must have exactly two members with `@location`",
                )
                .note(
                    "write `@location(0) @blend_src(0)` on one and `@location(0) @blend_src(1)` on the other",
                ),
            );
        } else if self.meaning.member(located[0]) != self.meaning.member(located[1]) {
            let span = self.meaning.io(located[1]).span;
            self.error(
                rules::IO_LOC_DUAL_SOURCE_TYPE,
                span,
                "the two members with `@blend_src` must have the same type",
            );
        }
    }

    /// Checks the inputs and outputs of an entry point.
    pub(super) fn entry_point(
        &mut self,
        function: &Function,
        stage: ShaderStage,
        result: Option<TypeId>,
    ) -> Io {
        let mut inputs = Interface::new(stage, Direction::Input);
        for index in function.parameters.range() {
            self.input_or_output(&mut inputs, self.meaning.member(index), self.meaning.io(index));
        }
        let mut outputs = Interface::new(stage, Direction::Output);
        let mut result_io = Io::default();
        if let (Some(ty), Some(id)) = (result, function.result) {
            let span = self.span(id);
            result_io = self.read_io(function.result_attributes, ty, span, AttributePlace::Result);
            if stage != ShaderStage::Compute {
                self.input_or_output(&mut outputs, ty, result_io);
            } else if ty != TypeId::ERROR {
                let message = "a compute entry point can't return a value";
                self.error(rules::ENTRY_COMPUTE_NO_RETURN, span, message);
            }
        }
        if stage == ShaderStage::Vertex
            && !outputs.has_unknown
            && !outputs.builtins.iter().any(|(value, _)| *value == BuiltinValue::Position)
        {
            let message =
                format!("vertex entry point `{}` must return `@builtin(position)`", self.name(function.name));
            let found = Diagnostic::error(rules::FN_VERTEX_POSITION, function.name_span, message);
            self.report(self.with_position(function, found));
        }
        result_io
    }

    fn input_or_output(&mut self, interface: &mut Interface, ty: TypeId, io: Io) {
        let TypeKind::Struct(id) = self.kind(ty) else {
            self.datum(interface, ty, io, None);
            return;
        };
        if let Some((_, span)) = io.builtin {
            self.error(rules::ATTR_BUILTIN_TYPE, span, "`@builtin` is not allowed on a structure");
            interface.has_unknown = true;
            return;
        }
        let members = self.ast[id].members;
        for index in members.range() {
            let (ty, io) = (self.meaning.member(index), self.meaning.io(index));
            if let TypeKind::Struct(_) = self.kind(ty) {
                let rule = match interface.direction {
                    Direction::Input => rules::ENTRY_PARAM_STRUCT_MEMBERS,
                    Direction::Output => rules::ENTRY_RETURN_STRUCT_MEMBERS,
                };
                self.error(rule, io.span, "a nested structure can't be an input or output of an entry point");
                interface.has_unknown = true;
            } else {
                self.datum(interface, ty, io, Some(id));
            }
        }
    }

    /// One input or output that is not a structure, perhaps a member of this one.
    fn datum(&mut self, interface: &mut Interface, ty: TypeId, io: Io, structure: Option<StructId>) {
        let is_member = structure.is_some();
        interface.has_unknown |= ty == TypeId::ERROR || io.builtin.is_none() && io.location.is_none();
        if ty == TypeId::ERROR {
            return;
        }
        if !io.assigned {
            let message =
                format!("{} of an entry point must have `@builtin` or `@location`", interface.what());
            let (rule, also) = match (is_member, interface.direction) {
                (true, Direction::Input) => (rules::IO_LOC_STRUCT_MEMBERS, rules::ENTRY_PARAM_STRUCT_MEMBERS),
                (true, Direction::Output) => {
                    (rules::IO_LOC_STRUCT_MEMBERS, rules::ENTRY_RETURN_STRUCT_MEMBERS)
                }
                (false, Direction::Input) => (rules::ENTRY_PARAM_IO, rules::IO_LOC_EXPLICIT),
                (false, Direction::Output) => (rules::ENTRY_RETURN_IO, rules::IO_LOC_EXPLICIT),
            };
            let mut diagnostic = Diagnostic::error(rule, io.span, message);
            // Only a user-defined input or output has a location, and a compute shader has none.
            diagnostic.also = (interface.stage != ShaderStage::Compute).then_some(also);
            let siblings = structure.map_or(List::EMPTY, |id| self.ast[id].members);
            let place = (interface.stage, interface.direction);
            let is_taken = |value: &BuiltinValue| {
                let of_siblings = || siblings.range().filter_map(|index| self.meaning.io(index).builtin);
                interface.builtins.iter().copied().chain(of_siblings()).any(|(known, _)| known == *value)
            };
            if let Some(value) = self.meant_builtin(place, ty, io.span).filter(|value| !is_taken(value)) {
                let written = format!("@builtin({}) ", value.name());
                let edits = vec![(Span::new(io.span.lo, io.span.lo), written)];
                diagnostic = diagnostic.suggest("add a built-in value", edits, Applicability::Unsafe);
            } else if interface.stage != ShaderStage::Compute {
                let locations = siblings.range().filter_map(|index| self.meaning.io(index).location);
                let free = interface.free_location(locations.map(|(location, _)| location).max());
                let edits = vec![(Span::new(io.span.lo, io.span.lo), format!("@location({free}) "))];
                diagnostic = diagnostic.suggest("add a location", edits, Applicability::Unsafe);
            }
            self.report(diagnostic);
        }
        if let (Some((_, builtin)), Some((_, location))) = (io.builtin, io.location) {
            let message = "`@builtin` and `@location` can't be combined";
            let mut diagnostic = Diagnostic::error(rules::IO_ATTRS, location, message);
            diagnostic.also = is_member.then_some(rules::IO_LOC_STRUCT_MEMBERS);
            self.report(diagnostic.label(builtin, "`@builtin` is here"));
        }
        if let Some((value, span)) = io.builtin {
            self.builtin_datum(interface, ty, value, span);
            return;
        }
        if let Some((_, span)) = io.blend_src
            && (interface.stage != ShaderStage::Fragment || interface.direction == Direction::Input)
        {
            let message = "`@blend_src` is only allowed on an output of a fragment entry point";
            let rule = match interface.direction {
                Direction::Input => rules::ATTR_BLEND_SRC_NOT_INPUT,
                Direction::Output => rules::ATTR_BLEND_SRC_FRAGMENT_OUTPUT,
            };
            self.error(rule, span, message);
        }
        if let Some((location, span)) = io.location {
            if interface.stage == ShaderStage::Compute {
                let message =
                    "`@location` is not allowed in a compute entry point, which has no user-defined inputs";
                self.report(
                    Diagnostic::error(rules::IO_USER_NOT_COMPUTE, span, message)
                        .also(rules::ATTR_LOCATION_NOT_COMPUTE),
                );
                return;
            }
            // Two sources have one location, and were reported where they are not allowed.
            if let Some(first) = interface.locations.insert(location, span)
                && interface.direction == Direction::Input
                && io.blend_src.is_none()
            {
                self.duplicate_location(rules::IO_LOC_UNIQUE_INPUTS, location, span, first);
            }
            self.flat(interface, ty, io);
        }
    }

    /// Integers are not interpolated. <https://www.w3.org/TR/WGSL/#interpolation>
    fn flat(&mut self, interface: &Interface, ty: TypeId, io: Io) {
        let is_interpolated = matches!(
            (interface.stage, interface.direction),
            (ShaderStage::Vertex, Direction::Output) | (ShaderStage::Fragment, Direction::Input)
        );
        let concerned = is_interpolated || !self.terms.rules.flat_where_interpolated;
        let is_integer = matches!(
            self.kind(ty),
            TypeKind::Scalar(scalar) | TypeKind::Vector(_, scalar) if scalar.is_integer()
        );
        if concerned && is_integer && !matches!(io.interpolation, Some((sym::FLAT, _))) {
            let message = format!("{} of an integer type must have `@interpolate(flat)`", interface.what());
            let mut diagnostic = Diagnostic::error(rules::IO_INTERP_INTEGER_FLAT, io.span, message);
            if io.interpolation.is_none() {
                let edit = (Span::new(io.span.lo, io.span.lo), "@interpolate(flat) ".to_owned());
                diagnostic = diagnostic.suggest("add `@interpolate(flat)`", vec![edit], Applicability::Safe);
            }
            self.report(diagnostic);
        }
    }

    /// <https://www.w3.org/TR/WGSL/#builtin-inputs-outputs>
    fn builtin_datum(&mut self, interface: &mut Interface, ty: TypeId, value: BuiltinValue, span: Span) {
        let name = value.name();
        let row = value
            .rows(self.terms.edition)
            .find(|row| row.stage == interface.stage && row.direction == interface.direction);
        let Some(row) = row else {
            self.wrong_stage_of_builtin(interface, value, span);
            return;
        };
        self.type_of_builtin(row, ty, span);
        match interface.builtins.iter().find(|(known, _)| *known == value) {
            Some(_) if self.terms.rules.duplicate_builtin_values => {}
            Some((_, first)) => {
                let first = *first;
                self.report(
                    Diagnostic::error(
                        match interface.direction {
                            Direction::Input => rules::IO_BUILTIN_DUP_INPUT,
                            Direction::Output => rules::IO_BUILTIN_DUP_OUTPUT,
                        },
                        span,
                        format!("repeated built-in value `{name}`"),
                    )
                    .label(first, "first written here"),
                );
            }
            None => interface.builtins.push((value, span)),
        }
    }

    #[cold]
    fn wrong_stage_of_builtin(&mut self, interface: &Interface, value: BuiltinValue, span: Span) {
        let rows = || value.rows(self.terms.edition);
        let ways: Vec<String> =
            rows().map(|row| format!("{} of a {} shader", noun(row.direction), row.stage.name())).collect();
        let message = format!(
            "built-in value `{}` is not {} of a {} shader",
            value.name(),
            interface.what(),
            interface.stage.name()
        );
        let rule = match interface.direction {
            Direction::Input => rules::IO_BUILTIN_INPUT_STAGE,
            Direction::Output => rules::IO_BUILTIN_OUTPUT_STAGE,
        };
        // Of several rows the one that shares most with the use.
        let nearest =
            rows().max_by_key(|row| (row.stage == interface.stage, row.direction == interface.direction));
        let mut diagnostic = Diagnostic::error(rule, span, message);
        diagnostic.also = nearest.map(|row| row.rule);
        self.report(diagnostic.note(format!("it is only available as {}", ways.join(" and "))));
    }

    fn type_of_builtin(&mut self, row: &BuiltinValueRow, ty: TypeId, span: Span) {
        let (fits, wanted) = self.io_type(row.ty, ty);
        if fits {
            return;
        }
        let message = format!(
            "built-in value `{}` must be of type `{wanted}`, found `{}`",
            row.value.name(),
            self.print(ty)
        );
        let is_array = matches!(self.kind(ty), TypeKind::Array(TypeId::F32, Length::Fixed(_)));
        let diagnostic = match row.ty {
            IoType::FloatArrayUpTo(_) if is_array => {
                Diagnostic::error(rules::BV_CLIP_DISTANCES_MAX, span, message)
            }
            IoType::FloatArrayUpTo(_) | IoType::Scalar(_) | IoType::Vector(..) => {
                Diagnostic::error(rules::ATTR_BUILTIN_TYPE, span, message).also(row.rule)
            }
        };
        let change = self.other_type(span, &wanted);
        self.report(Self::with_change(diagnostic, change, Applicability::Unsafe));
    }

    /// Whether a type is that of a built-in value, and that type in words.
    fn io_type(&self, wanted: IoType, ty: TypeId) -> (bool, String) {
        match wanted {
            IoType::Scalar(scalar) => (ty == TypeId::scalar(scalar), scalar.name().to_owned()),
            IoType::Vector(size, scalar) => {
                (ty == TypeId::vector(size, scalar), format!("vec{size}<{}>", scalar.name()))
            }
            IoType::FloatArrayUpTo(most) => {
                let fits = matches!(
                    self.kind(ty),
                    TypeKind::Array(TypeId::F32, Length::Fixed(count)) if count <= most
                );
                (fits, format!("array<f32, N>` with N at most `{most}"))
            }
        }
    }
}

impl Interface {
    fn new(stage: ShaderStage, direction: Direction) -> Self {
        Self {
            stage,
            direction,
            builtins: Vec::new(),
            locations: FxHashMap::default(),
            suggested: 0,
            has_unknown: false,
        }
    }

    const fn what(&self) -> &'static str {
        noun(self.direction)
    }
}

const fn noun(direction: Direction) -> &'static str {
    match direction {
        Direction::Input => "an input",
        Direction::Output => "an output",
    }
}

/// Numeric scalars and vectors, the types of user-defined inputs and outputs.
fn is_numeric(kind: TypeKind) -> bool {
    matches!(kind, TypeKind::Scalar(scalar) | TypeKind::Vector(_, scalar) if scalar != Scalar::Bool && !scalar.is_abstract())
}
