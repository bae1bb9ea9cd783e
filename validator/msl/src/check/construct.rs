//! Constructors: `float4(…)`, `S {…}`. Sections 2.2.2, 2.3.2 and 2.9

use super::constant::Value;
use super::{Checker, Purpose, Typed};
use crate::meaning::Callee;
use crate::types::{Type, TypeId};
use cxx_validator::ast::{CastKind, Expr, ExprId, List, TypeSyntax, TypeSyntaxId};
use msl_spec::{Class, Enumeration, Feature, SamplerArgument, Scalar, ValueType, Width, rules};
use shader_source::Span;

impl Checker<'_> {
    /// `T(…)`
    pub(super) fn construct_call(&mut self, id: ExprId, ty: TypeSyntaxId, arguments: List<ExprId>) -> Typed {
        if matches!(self.ast[ty], TypeSyntax::Auto) {
            self.error(rules::GRAMMAR_TYPE, self.ast.type_span(ty), "`auto` is not a constructor");
            return Typed::ERROR;
        }
        let to = self.type_of(ty);
        self.check_amp_value(to, self.ast.type_span(ty));
        let arguments = self.ast[arguments].to_vec();
        if arguments.is_empty() && self.types.is_error(to) {
            return Typed::ERROR;
        }
        self.note_callee(id, Callee::Constructor);
        self.construct(id, to, &arguments)
    }

    /// `T {…}`
    pub(super) fn construct_braces(&mut self, id: ExprId, ty: TypeSyntaxId, list: ExprId) -> Typed {
        let to = self.qualified_type(ty);
        // `(int[]) { 1, 2 }` has as many elements as values.
        let to = self.with_count(to, Some(list)).ty;
        self.check_amp_value(to, self.ast.type_span(ty));
        self.note_callee(id, Callee::Constructor);
        let value = self.initialize(list, to, Purpose::Initialisation);
        Typed { value, ..Typed::value(to) }
    }

    /// The value of a type that begins with no value: zero, if it is a scalar. C++14 (dcl.init)
    pub(super) fn zero(&self, ty: TypeId) -> Option<Value> {
        Some(Value::Integer(0).converted(self.types.scalar_of(ty)?))
    }

    /// A value of a type from arguments.
    pub(super) fn construct(&mut self, id: ExprId, to: TypeId, arguments: &[ExprId]) -> Typed {
        match self.types.get(to) {
            Type::Error => {
                self.visit_all(arguments);
                Typed::ERROR
            }
            Type::Value(_)
                if let [argument] = arguments
                    && self.is_converted_by_function(*argument, to) =>
            {
                Typed::value(to)
            }
            Type::Value(ValueType::Vector(scalar, width) | ValueType::PackedVector(scalar, width)) => {
                self.construct_vector(id, to, (scalar, width), arguments)
            }
            Type::Value(ValueType::Matrix(scalar, columns, rows)) => {
                self.construct_matrix(id, to, (scalar, columns, rows), arguments)
            }
            Type::Class(Class::Sampler) => self.construct_sampler(to, arguments),
            Type::Structure(number) => self.construct_structure(id, to, number, arguments),
            Type::Option(option) => {
                self.construct_option(id, option, arguments);
                Typed::value(to)
            }
            Type::Array(..)
                if let [argument] = arguments
                    && !matches!(self.ast[*argument], Expr::Braces(_)) =>
            {
                self.initialize(*argument, to, Purpose::Initialisation);
                Typed::value(to)
            }
            // A diagonal matrix of one value. Metal 3.2, Table 6.9
            Type::Class(class)
                if let (Some(element), [argument]) = (class.simdgroup_element(), arguments) =>
            {
                let from = self.expression(*argument);
                if from.ty != to {
                    let element = self.types.scalar(element);
                    self.convert(*argument, from, element, Purpose::Argument);
                }
                Typed::value(to)
            }
            Type::Class(Class::RenderCommand | Class::ComputeCommand) if arguments.len() > 1 => {
                self.visit_all(arguments);
                self.constructor_not_supported(to, self.span(id));
                Typed::value(to)
            }
            _ => match arguments {
                [] => Typed { value: self.zero(to), ..Typed::value(to) },
                [argument] if matches!(self.ast[*argument], Expr::Braces(_)) => {
                    self.check_no_list_in_parentheses(*argument, to);
                    let value = self.initialize(*argument, to, Purpose::Initialisation);
                    Typed { value, ..Typed::value(to) }
                }
                [argument] => {
                    let from = self.expression(*argument);
                    if self.types.is_error(from.ty) {
                        return Typed::value(to);
                    }
                    self.explicit(id, *argument, from, to, CastKind::C)
                }
                _ => {
                    self.visit_all(arguments);
                    let message =
                        format!("`{}` takes one argument, found {}", self.types.print(to), arguments.len());
                    self.error(rules::CALL_ARGUMENT_COUNT, self.span(id), message);
                    Typed::ERROR
                }
            },
        }
    }

    /// Reports a list in parentheses for a type that is not a class: only a constructor takes a list as an argument. C++14 (dcl.init) 17
    fn check_no_list_in_parentheses(&mut self, list: ExprId, to: TypeId) {
        let is_plain = self.types.is_scalar(to)
            || matches!(self.types.get(to), Type::Enumeration(..) | Type::Pointer(_) | Type::Array(..));
        if is_plain {
            let message = format!(
                "`{}` can't begin with a list in parentheses: remove the parentheses",
                self.types.print(to)
            );
            self.error(rules::GRAMMAR_EXPRESSION, self.span(list), message);
        }
    }

    /// Returns true if a function of a structure converts the argument of a constructor, and notes it.
    pub(super) fn is_converted_by_function(&mut self, argument: ExprId, to: TypeId) -> bool {
        if matches!(self.ast[argument], Expr::Braces(_)) {
            return false;
        }
        let from = self.expression(argument);
        let Some(function) = self.conversion_function(from, to, true) else { return false };
        self.note_conversion_by(argument, to, Some(function));
        true
    }

    /// Scalars and vectors that have as many components together as the vector, one scalar, or one other vector. Section 2.2.2
    fn construct_vector(
        &mut self,
        id: ExprId,
        to: TypeId,
        (scalar, width): (Scalar, Width),
        arguments: &[ExprId],
    ) -> Typed {
        let typed: Vec<Typed> = arguments.iter().map(|argument| self.expression(*argument)).collect();
        if typed.iter().any(|typed| self.types.is_error(typed.ty)) || typed.is_empty() {
            return Typed::value(to);
        }
        let mut count = 0;
        for (argument, typed) in arguments.iter().zip(&typed) {
            let typed = self.loaded_operand(*argument, *typed);
            count += match self.types.get(typed.ty) {
                Type::Value(ValueType::Scalar(_)) => {
                    let component = self.types.scalar(scalar);
                    self.note_converted(*argument, typed, component);
                    1
                }
                Type::Value(ValueType::Vector(_, width) | ValueType::PackedVector(_, width)) => width.count(),
                _ => {
                    let message = format!(
                        "`{}` must be constructed from scalars and vectors, found `{}`",
                        self.types.print(to),
                        self.types.print(typed.ty)
                    );
                    self.error(rules::CONVERSION_EXPLICIT, self.span(*argument), message);
                    return Typed::value(to);
                }
            };
        }
        let is_one_scalar = arguments.len() == 1 && count == 1;
        if is_one_scalar || count == width.count() {
            return Typed::value(to);
        }
        if let ([argument], [from], Expr::Construct(..)) = (arguments, &typed[..], self.ast[id])
            && self.is_narrowed(*argument, *from, to)
        {
            return Typed::value(to);
        }
        // Clang begins the other components with zero then. The specification is about parentheses.
        if count < width.count() && matches!(self.ast[id], Expr::Braces(_) | Expr::ConstructBraces(..)) {
            return Typed::value(to);
        }
        let rule = if count < width.count() {
            rules::VECTOR_CONSTRUCTOR_ENOUGH
        } else {
            rules::VECTOR_CONSTRUCTOR_NOT_TOO_MANY
        };
        let message = format!(
            "`{}` has {} components, but the arguments have {count}",
            self.types.print(to),
            width.count()
        );
        self.error(rule, self.span(id), message);
        Typed::value(to)
    }

    /// Returns true if a vector is explicitly converted to one with fewer components, and notes the conversion to its first ones. The specification lists
    /// no such constructor, but Apple's compiler and samples have it.
    pub(super) fn is_narrowed(&mut self, operand: ExprId, from: Typed, to: TypeId) -> bool {
        use ValueType::{PackedVector, Vector};
        let values = [self.loaded(from).ty, to].map(|ty| self.types.value_type(ty));
        let [
            Some(Vector(scalar, more) | PackedVector(scalar, more)),
            Some(Vector(_, fewer) | PackedVector(_, fewer)),
        ] = values
        else {
            return false;
        };
        if fewer.count() >= more.count() {
            return false;
        }
        let first = self.types.value(Vector(scalar, fewer));
        self.note_conversion(operand, first);
        true
    }

    /// An argument of the constructor of a matrix: a braced list is a column.
    fn matrix_argument(&mut self, argument: ExprId, column: TypeId) -> Typed {
        if !matches!(self.ast[argument], Expr::Braces(_)) {
            return self.expression(argument);
        }
        self.initialize(argument, column, Purpose::Initialisation);
        Typed::value(column)
    }

    /// Section 2.3.2
    fn construct_matrix(
        &mut self,
        id: ExprId,
        to: TypeId,
        (scalar, columns, rows): (Scalar, Width, Width),
        arguments: &[ExprId],
    ) -> Typed {
        let column = self.types.value(ValueType::Vector(scalar, rows));
        let typed: Vec<Typed> =
            arguments.iter().map(|argument| self.matrix_argument(*argument, column)).collect();
        if typed.iter().any(|typed| self.types.is_error(typed.ty)) || typed.is_empty() {
            return Typed::value(to);
        }
        let element = self.types.scalar(scalar);
        let (mut scalars, mut vectors, mut others) = (0, 0, 0);
        let values: Vec<Option<ValueType>> =
            typed.iter().map(|typed| self.types.value_type(typed.ty)).collect();
        for ((argument, typed), value) in arguments.iter().zip(&typed).zip(&values) {
            match value {
                Some(ValueType::Scalar(_)) => {
                    self.note_converted(*argument, *typed, element);
                    scalars += 1;
                }
                Some(ValueType::Vector(own, width)) if *own == scalar && *width == rows => vectors += 1,
                _ => others += 1,
            }
        }
        let span = self.span(id);
        let print = self.types.print(to);
        match (scalars, vectors, others) {
            (1, 0, 0) => {}
            (0, 0, 1) if arguments.len() == 1 => match values[0] {
                Some(ValueType::Matrix(_, more, height)) if more == columns && height == rows => {}
                Some(ValueType::Matrix(..)) => {
                    let message =
                        format!("`{print}` can't be constructed from a matrix with a different shape");
                    self.error(rules::MATRIX_CONSTRUCTOR_SAME_SHAPE, span, message);
                }
                _ => self.wrong_columns(id, to),
            },
            (0, vectors, 0) if vectors == columns.count() => {}
            (scalars, 0, 0) if scalars == columns.count() * rows.count() => {
                if !Feature::MatrixFromScalars.availability().admits(self.dialect) {
                    self.not_in_dialect(
                        rules::MATRIX_CONSTRUCTOR_SCALARS_VERSION,
                        span,
                        "a matrix from single scalars",
                        Feature::MatrixFromScalars.availability(),
                    );
                }
            }
            (scalars, vectors, 0) if scalars > 0 && vectors > 0 => {
                let message =
                    format!("`{print}` must be constructed from scalars or from vectors, not from both");
                self.error(rules::MATRIX_CONSTRUCTOR_UNMIXED, span, message);
            }
            (_, _, 0) => {
                let message = format!(
                    "`{print}` takes {} vectors or {} scalars, found {}",
                    columns.count(),
                    columns.count() * rows.count(),
                    arguments.len()
                );
                self.error(rules::MATRIX_CONSTRUCTOR_COUNT, span, message);
            }
            (scalars, _, _) if scalars > 0 => {
                let message =
                    format!("`{print}` must be constructed from scalars or from vectors, not from both");
                self.error(rules::MATRIX_CONSTRUCTOR_UNMIXED, span, message);
            }
            _ => self.wrong_columns(id, to),
        }
        Typed::value(to)
    }

    fn wrong_columns(&mut self, id: ExprId, to: TypeId) {
        let message = format!("the columns of `{}` have a different type", self.types.print(to));
        self.error(rules::CONVERSION_TO_MATRIX, self.span(id), message);
    }

    /// `bias(x)` and the like. Section 6.10
    pub(super) fn construct_option(&mut self, id: ExprId, option: msl_spec::LodOption, arguments: &[ExprId]) {
        if !option.availability().admits(self.dialect) {
            self.not_in_dialect(
                rules::TEXTURE_MIN_LOD_CLAMP_VERSION,
                self.span(id),
                &format!("`{}`", option.name()),
                option.availability(),
            );
        }
        let parameters = option.parameters();
        if parameters.len() != arguments.len() {
            let message = format!(
                "`{}` takes {} arguments, found {}",
                option.name(),
                parameters.len(),
                arguments.len()
            );
            self.error(rules::CALL_ARGUMENT_COUNT, self.span(id), message);
        }
        for (argument, parameter) in arguments.iter().zip(parameters) {
            if let msl_spec::Pattern::Value(value) = parameter.pattern
                && let Some(ty) = value.instance(ValueType::Scalar(Scalar::Float))
            {
                let ty = self.types.value(ty);
                self.initialize(*argument, ty, Purpose::Argument);
            } else {
                self.visit(*argument);
            }
        }
    }

    /// The arguments of a sampler. Section 2.9
    fn construct_sampler(&mut self, to: TypeId, arguments: &[ExprId]) -> Typed {
        let mut chosen: Vec<(Enumeration, String)> = Vec::new();
        for argument in arguments {
            if let Expr::Call(callee, list) = self.ast[*argument] {
                self.sampler_call(*argument, callee, list);
            } else {
                let typed = self.expression(*argument);
                match self.types.get(typed.ty) {
                    Type::Error | Type::Class(Class::Sampler) => {}
                    Type::LibraryEnumeration(enumeration) if is_sampler_argument(enumeration) => {
                        chosen.push((enumeration, self.last_name(*argument)));
                    }
                    _ => {
                        let message = format!("unknown sampler argument `{}`", self.types.print(typed.ty));
                        self.error(rules::CALL_MATCH, self.span(*argument), message);
                    }
                }
            }
        }
        self.sampler_coordinates(arguments, &chosen);
        Typed::value(to)
    }

    /// `max_anisotropy(4)`, `lod_clamp(0, 1)`
    fn sampler_call(&mut self, id: ExprId, callee: ExprId, list: List<ExprId>) {
        let name = self.last_name(callee);
        let arguments = self.ast[list].to_vec();
        let known = msl_spec::SAMPLER_ARGUMENTS.iter().find_map(|argument| match argument {
            SamplerArgument::Call { name: own, parameters } if *own == name => Some(*parameters),
            SamplerArgument::Call { .. } | SamplerArgument::Enumerator(_) => None,
        });
        let Some(parameters) = known else {
            self.error(rules::CALL_MATCH, self.span(id), format!("unknown sampler argument `{name}`"));
            return;
        };
        if parameters.len() != arguments.len() {
            let message = format!("`{name}` takes {} arguments, found {}", parameters.len(), arguments.len());
            self.error(rules::CALL_ARGUMENT_COUNT, self.span(id), message);
        }
        for (argument, parameter) in arguments.iter().zip(parameters) {
            if let msl_spec::Pattern::Value(msl_spec::ValuePattern::Fixed(ty)) = parameter.pattern {
                let ty = self.types.value(ty);
                self.initialize(*argument, ty, Purpose::Argument);
            }
        }
    }

    /// The last part of a name: `linear` of `filter::linear`.
    pub(super) fn last_name(&self, id: ExprId) -> String {
        match self.ast[id] {
            Expr::Name(name) => self.text(self.ast[name].name).to_owned(),
            _ => String::new(),
        }
    }

    /// Checks a sampler with coordinates in pixels. Section 2.9
    fn sampler_coordinates(&mut self, arguments: &[ExprId], chosen: &[(Enumeration, String)]) {
        let value = |wanted: Enumeration| {
            chosen.iter().rev().find(|(enumeration, _)| *enumeration == wanted).map(|(_, name)| name.as_str())
        };
        if value(Enumeration::Coord) != Some("pixel") {
            return;
        }
        let filter = value(Enumeration::Filter).unwrap_or("nearest");
        let (mag, min) = (
            value(Enumeration::MagFilter).unwrap_or(filter),
            value(Enumeration::MinFilter).unwrap_or(filter),
        );
        let mut problem = None;
        if mag != min {
            problem = Some("the filters for magnification and minification must be the same");
        }
        if value(Enumeration::MipFilter).is_some_and(|mip| mip != "none") {
            problem = Some("`mip_filter` must be `none`");
        }
        let addresses =
            [Enumeration::Address, Enumeration::SAddress, Enumeration::TAddress, Enumeration::RAddress];
        if addresses.iter().any(|axis| value(*axis).is_some_and(|mode| mode.contains("repeat"))) {
            problem = Some("addresses must be clamped");
        }
        if let (Some(problem), Some(first), Some(last)) = (problem, arguments.first(), arguments.last()) {
            let span = self.span(*first).to(self.span(*last));
            let message = format!("with `coord::pixel`, {problem}");
            self.error(rules::SAMPLER_PIXEL_COORDINATES, span, message);
        }
    }

    /// Reports a constructor of a class of the library that is known by name only.
    pub(super) fn constructor_not_supported(&mut self, class: TypeId, span: Span) {
        let message = crate::unsupported::COMMAND_CONSTRUCTOR.message_about(self.types.print(class));
        self.error(rules::UNSUPPORTED_FEATURE, span, message);
    }
}

fn is_sampler_argument(enumeration: Enumeration) -> bool {
    msl_spec::SAMPLER_ARGUMENTS.iter().any(|argument| match argument {
        SamplerArgument::Enumerator(own) => *own == enumeration,
        SamplerArgument::Call { .. } => false,
    })
}
