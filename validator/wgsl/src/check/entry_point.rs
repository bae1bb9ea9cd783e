//! Inputs and outputs of entry points. <https://www.w3.org/TR/WGSL/#stage-inputs-outputs>

use super::Checker;
use crate::ast::{Attribute, Expr, Function, List, Member, Struct};
use crate::diagnostic::Diagnostic;
use crate::meaning::Io;
use crate::types::{Length, TypeId, TypeKind};
use rustc_hash::FxHashMap;
use shader_source::Span;
use wgsl_spec::{
    AttributePlace, BuiltinValue, Code, Direction, IoType, LanguageExtension, Scalar, ShaderStage, Symbol,
    sym,
};

/// The inputs or outputs of one entry point so far.
struct Interface {
    stage: ShaderStage,
    direction: Direction,
    builtins: Vec<(BuiltinValue, Span)>,
    locations: FxHashMap<u32, Span>,
    /// Whether a mistake in its type or attributes hides what one of them is.
    has_unknown: bool,
}

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
                    self.location_type(attribute, ty);
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
                Code::InterfaceInvalidInvariant,
                span,
                "`@invariant` needs `@builtin(position)` beside it",
            );
        }
        if let Some(attribute) = interpolate {
            if has(sym::LOCATION).is_none() {
                let message = "`@interpolate` needs `@location` beside it";
                self.error(Code::InterfaceInvalidInterpolation, attribute.span, message);
            }
            // What can't be read fits every type, as `flat` does.
            io.interpolation = self.interpolation(attribute).or(Some((sym::FLAT, None)));
        }
        if let Some(attribute) = blend_src {
            io.blend_src = self.blend_src(attribute).map(|value| (value, attribute.span));
            if io.blend_src.is_none() {
                io.has_wrong_blend_src = true;
            } else if has(sym::LOCATION).is_none() {
                let message = "`@blend_src` needs `@location` beside it";
                self.error(Code::InterfaceInvalidBlendSrc, attribute.span, message);
            }
        }
        io
    }

    /// <https://www.w3.org/TR/WGSL/#blend-src-attr>
    fn blend_src(&mut self, attribute: &Attribute) -> Option<u32> {
        let value = self.attribute_value(attribute)?;
        if value > 1 {
            let message = format!("`@blend_src` is 0 or 1, this is {value}");
            self.error(Code::InterfaceInvalidBlendSrc, self.argument_span(attribute), message);
            return None;
        }
        Some(value)
    }

    /// The builtin value that an attribute names. A value that needs an extension needs it wherever it is named, even on
    /// a member of a structure that is neither input nor output.
    fn builtin_value(&mut self, attribute: &Attribute) -> Option<BuiltinValue> {
        let value = self.known_builtin_value(attribute)?;
        let row = value.rows(self.terms.edition).next()?;
        if let Some(extension) = row.enable {
            self.require_enabled(extension, attribute.span, format_args!("builtin value `{}`", value.name()));
        }
        if let Some(extension) = row.language {
            self.require_language(
                extension,
                attribute.span,
                format_args!("builtin value `{}`", value.name()),
            );
        }
        Some(value)
    }

    fn known_builtin_value(&mut self, attribute: &Attribute) -> Option<BuiltinValue> {
        let argument = *self.ast[attribute.arguments].first()?;
        let Expr::ContextName(name) = self.ast[argument] else { return None };
        if let [_, mode] = self.ast[attribute.arguments] {
            self.require_language(LanguageExtension::FragmentDepth, self.span(mode), "a depth mode");
        }
        let known =
            BuiltinValue::from_symbol(name).filter(|value| value.rows(self.terms.edition).next().is_some());
        if known.is_none() {
            let is_newer = BuiltinValue::from_symbol(name).is_some();
            let name = self.name(name);
            if is_newer {
                let message =
                    format!("builtin value `{name}` is part of the current edition, not of this one");
                self.error(wgsl_spec::rules::ATTR_BUILTIN_NAME, self.span(argument), message);
                return None;
            }
            let names = BuiltinValue::ALL.iter().map(|value| value.name());
            let span = self.span(argument);
            let mut diagnostic = Diagnostic::error(
                Code::InterfaceUnknownBuiltinValue,
                span,
                format!("there is no builtin value `{name}`"),
            );
            if let Some(close) = crate::resolve::closest(name, names) {
                diagnostic = diagnostic.suggest(
                    format!("did you mean `{close}`?"),
                    vec![(span, close.to_owned())],
                    false,
                );
            }
            self.report(diagnostic);
        }
        known
    }

    /// <https://www.w3.org/TR/WGSL/#location-attr>
    fn location_type(&mut self, attribute: &Attribute, ty: TypeId) {
        if !is_numeric(self.kind(ty)) && ty != TypeId::ERROR {
            let message = format!(
                "`@location` can only stand on a number or a vector of numbers, this is `{}`",
                self.print(ty)
            );
            self.error(Code::InterfaceInvalidIoType, attribute.span, message);
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
        if ![sym::PERSPECTIVE, sym::LINEAR, sym::FLAT].contains(&kind) {
            let message = format!("there is no interpolation type `{}`", self.name(kind));
            self.report(
                Diagnostic::error(Code::InterfaceInvalidInterpolation, self.span(arguments[0]), message)
                    .note("it is `perspective`, `linear` or `flat`"),
            );
            return None;
        }
        if let Some(sampling) = name(1) {
            let allowed: &[Symbol] = match kind {
                sym::FLAT => self.terms.rules.flat_sampling,
                _ => &[sym::CENTER, sym::CENTROID, sym::SAMPLE],
            };
            if !allowed.contains(&sampling) {
                let names: Vec<String> =
                    allowed.iter().map(|name| format!("`{}`", self.name(*name))).collect();
                let message = format!(
                    "interpolation type `{}` does not go with sampling `{}`",
                    self.name(kind),
                    self.name(sampling)
                );
                self.report(
                    Diagnostic::error(Code::InterfaceInvalidInterpolation, self.span(arguments[1]), message)
                        .note(format!("it goes with {}", names.join(", "))),
                );
            }
        }
        Some((kind, name(1)))
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
                self.duplicate_location(location, span, first);
            }
        }
    }

    #[cold]
    fn duplicate_location(&mut self, location: u32, span: Span, first: Span) {
        self.report(
            Diagnostic::error(
                Code::InterfaceDuplicateLocation,
                span,
                format!("location {location} is used twice"),
            )
            .label(first, "used here first"),
        );
    }

    fn dual_source(&mut self, range: core::ops::Range<usize>, span: Span) {
        // Nor is what a wrong argument of `@location` stands for.
        let is_unknown = |io: Io| io.assigned && io.location.is_none() && io.builtin.is_none();
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
                    Code::InterfaceInvalidBlendSrc,
                    span,
                    "a structure with `@blend_src` has exactly two members with a location",
                )
                .note("one is `@location(0) @blend_src(0)`, the other `@location(0) @blend_src(1)`"),
            );
        } else if self.meaning.member(located[0]) != self.meaning.member(located[1]) {
            let span = self.meaning.io(located[1]).span;
            self.error(
                Code::InterfaceInvalidBlendSrc,
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
                self.error(Code::InterfaceComputeResult, span, "a compute entry point can't return a value");
            }
        }
        if stage == ShaderStage::Vertex
            && !outputs.has_unknown
            && !outputs.builtins.iter().any(|(value, _)| *value == BuiltinValue::Position)
        {
            let message =
                format!("vertex entry point `{}` must return `@builtin(position)`", self.name(function.name));
            self.error(Code::InterfaceMissingPosition, function.name_span, message);
        }
        result_io
    }

    fn input_or_output(&mut self, interface: &mut Interface, ty: TypeId, io: Io) {
        let TypeKind::Struct(id) = self.kind(ty) else {
            self.datum(interface, ty, io);
            return;
        };
        if let Some((_, span)) = io.builtin {
            self.error(Code::InterfaceInvalidIoType, span, "`@builtin` can't stand on a structure");
            interface.has_unknown = true;
            return;
        }
        let members = self.ast[id].members;
        for index in members.range() {
            let (ty, io) = (self.meaning.member(index), self.meaning.io(index));
            if let TypeKind::Struct(_) = self.kind(ty) {
                self.error(
                    Code::InterfaceNestedIoStruct,
                    io.span,
                    "a structure inside a structure can't be an input or output of an entry point",
                );
                interface.has_unknown = true;
            } else {
                self.datum(interface, ty, io);
            }
        }
    }

    /// One input or output that is not a structure.
    fn datum(&mut self, interface: &mut Interface, ty: TypeId, io: Io) {
        interface.has_unknown |= ty == TypeId::ERROR || io.builtin.is_none() && io.location.is_none();
        if ty == TypeId::ERROR {
            return;
        }
        if !io.assigned {
            let what = interface.what();
            self.error(
                Code::InterfaceMissingIoAttribute,
                io.span,
                format!("{what} of an entry point needs `@builtin` or `@location`"),
            );
        }
        if let (Some((_, builtin)), Some((_, location))) = (io.builtin, io.location) {
            self.report(
                Diagnostic::error(
                    Code::InterfaceConflictingIoAttributes,
                    location,
                    "`@builtin` and `@location` can't stand together",
                )
                .label(builtin, "`@builtin` is here"),
            );
        }
        if let Some((value, span)) = io.builtin {
            self.builtin_datum(interface, ty, value, span);
            return;
        }
        if let Some((_, span)) = io.blend_src
            && (interface.stage != ShaderStage::Fragment || interface.direction == Direction::Input)
        {
            let message = "`@blend_src` can only stand on an output of a fragment entry point";
            self.error(Code::InterfaceInvalidBlendSrc, span, message);
        }
        if let Some((location, span)) = io.location {
            if interface.stage == ShaderStage::Compute {
                let message = "a compute entry point has no user-defined inputs: `@location` is not allowed";
                self.error(Code::InterfaceIoAttributeNotAllowed, span, message);
                return;
            }
            if let Some(first) = interface.locations.insert(location, span)
                && interface.direction == Direction::Input
            {
                self.duplicate_location(location, span, first);
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
            let message = format!("{} of an integer type needs `@interpolate(flat)`", interface.what());
            self.error(Code::InterfaceMissingFlat, io.span, message);
        }
    }

    /// <https://www.w3.org/TR/WGSL/#builtin-inputs-outputs>
    fn builtin_datum(&mut self, interface: &mut Interface, ty: TypeId, value: BuiltinValue, span: Span) {
        let name = value.name();
        let row = value
            .rows(self.terms.edition)
            .find(|row| row.stage == interface.stage && row.direction == interface.direction);
        let Some(row) = row else {
            let message = format!(
                "builtin value `{name}` is no {} of a {} shader",
                interface.noun(),
                interface.stage.name()
            );
            self.error(Code::InterfaceBuiltinValueStage, span, message);
            return;
        };
        let (fits, wanted) = self.io_type(row.ty, ty);
        if !fits {
            let message = format!("builtin value `{name}` is of type `{wanted}`, not `{}`", self.print(ty));
            self.error(Code::InterfaceBuiltinValueType, span, message);
        }
        match interface.builtins.iter().find(|(known, _)| *known == value) {
            Some(_) if self.terms.rules.duplicate_builtin_values => {}
            Some((_, first)) => {
                let first = *first;
                self.report(
                    Diagnostic::error(
                        Code::InterfaceDuplicateBuiltinValue,
                        span,
                        format!("builtin value `{name}` stands here twice"),
                    )
                    .label(first, "first here"),
                );
            }
            None => interface.builtins.push((value, span)),
        }
    }

    /// Whether a type is what a builtin value wants, and that in words.
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
                (fits, format!("array<f32, N>, N at most {most}"))
            }
        }
    }
}

impl Interface {
    fn new(stage: ShaderStage, direction: Direction) -> Self {
        Self { stage, direction, builtins: Vec::new(), locations: FxHashMap::default(), has_unknown: false }
    }

    const fn noun(&self) -> &'static str {
        match self.direction {
            Direction::Input => "input",
            Direction::Output => "output",
        }
    }

    const fn what(&self) -> &'static str {
        match self.direction {
            Direction::Input => "an input",
            Direction::Output => "an output",
        }
    }
}

/// Numeric scalars and vectors, the types of user-defined inputs and outputs.
fn is_numeric(kind: TypeKind) -> bool {
    matches!(kind, TypeKind::Scalar(scalar) | TypeKind::Vector(_, scalar) if scalar != Scalar::Bool && !scalar.is_abstract())
}
