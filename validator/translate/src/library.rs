//! Functions of the library. Section 6
//!
//! Which function of WGSL computes the same is in the tables of the specification: see [`msl_spec::Counterpart`].

use super::convert::wrapped;
use super::place::Place;
use super::translator::{Feature, Outcome, Translator};
use super::types::{Base, is_narrow, with_scalar};
use super::value::{Text, Value};
use super::wide::is_wide;
use cxx_validator::ast::BinaryOperator;
use msl_spec::{
    AtomicFunction, BarrierFunction, ComposedFunction, Function, FunctionOperation, Pattern, Scalar,
    ValueType, sections,
};
use msl_validator::meaning::Variant;
use msl_validator::typed::{self, Expr, ExprId, LibraryCall, LibraryCallId};
use msl_validator::types::{Object, Type, TypeId};
use shader_numeric::Operation;

/// The flags of barriers, with a bit for each.
const FLAGS: [(&str, u8); 5] = [
    ("mem_none", 0),
    ("mem_device", 1),
    ("mem_threadgroup", 2),
    ("mem_texture", 4),
    ("mem_threadgroup_imageblock", 8),
];

/// An argument of a function of the library.
struct Argument {
    /// The name of its parameter.
    name: &'static str,
    text: Text,
    ty: Option<ValueType>,
    /// Where a second result goes.
    place: Option<(Place, TypeId)>,
    is_constant: bool,
}

impl Translator<'_> {
    pub(crate) fn library(&mut self, id: LibraryCallId) -> Outcome<Value> {
        let LibraryCall { function, signature: number, variable, variant, arguments } = self.tree()[id];
        let arguments = &self.tree()[arguments].to_vec()[..];
        let is_precise = variant.map_or(self.request.is_precise, |variant| variant == Variant::Precise);
        match function.operation {
            FunctionOperation::Barrier(barrier) => return self.barrier(barrier, function, arguments),
            FunctionOperation::Discard => {
                self.writer.line("discard;");
                return Ok(Value::Nothing);
            }
            FunctionOperation::IsFunctionConstantDefined => return self.is_defined(arguments),
            // A binding of WGSL is never empty. Section 6.10.18
            FunctionOperation::IsNullTexture => return Ok(Value::Text(Text::primary("false"))),
            FunctionOperation::Value(_)
            | FunctionOperation::Composed(_)
            | FunctionOperation::Atomic(_)
            | FunctionOperation::Simd(_)
            | FunctionOperation::Quad(_)
            | FunctionOperation::Derivative(_)
            | FunctionOperation::SampleCount
            | FunctionOperation::NotExecuted
            | FunctionOperation::SamplePosition => {}
        }
        let Some(signature) = function.signatures.get(number) else {
            return self.none_of(function.section, "this call");
        };
        let mut found = Vec::with_capacity(arguments.len());
        for (parameter, argument) in signature.parameters.iter().zip(arguments) {
            if let Some(argument) = self.library_argument(parameter.name, &parameter.pattern, *argument)? {
                found.push(argument);
            }
        }
        let operand = found.iter().find_map(|argument| argument.ty);
        if let Some(operand @ ValueType::Scalar(scalar)) = operand
            && (is_wide(scalar)
                || function.operation == FunctionOperation::Composed(ComposedFunction::MultiplyHigh))
        {
            let texts: Vec<Text> = found.iter().map(|argument| argument.text.clone()).collect();
            if let Some(text) = self.library_64(function.operation, scalar, &texts)? {
                return Ok(Value::Text(text));
            }
            let message = format!("`{}` of a `{operand}`: no such function in WGSL", function.name);
            return self.none_of(function.section, message);
        }
        let Some(counterpart) = function.wgsl else {
            return self.none_of(function.section, format!("`{}`: no such function in WGSL", function.name));
        };
        if let FunctionOperation::Simd(_) | FunctionOperation::Quad(_) = function.operation {
            self.features.insert(Feature::Subgroups);
        }
        // Quad-groups have four threads everywhere.
        if let FunctionOperation::Simd(_) = function.operation {
            self.features.insert(Feature::SimdgroupSize);
        }
        let result = signature.result.value(variable);
        if let FunctionOperation::Atomic(atomic) = function.operation {
            return self.atomic(atomic, counterpart.text, &found);
        }
        let Some(result) = result else {
            return self.none_of(function.section, format!("`{}`", function.name));
        };
        let operand = operand.unwrap_or(result);
        let narrow = counterpart.narrow.filter(|_| is_narrow(operand.scalar()));
        if narrow.is_none() && counterpart.bits.is_some_and(|bits| operand.scalar().bits() != bits) {
            let message =
                format!("`{}` of a `{operand}`: the WGSL function takes 32-bit integers", function.name);
            return self.none_of(function.section, message);
        }
        self.base(result.scalar())?;
        let is_for_nan = is_precise && is_extreme(function.operation) && is_floating(result.scalar());
        let is_power = matches!(function.operation, FunctionOperation::Composed(ComposedFunction::Pow));
        let text = if is_for_nan {
            self.extremes(counterpart.text, result)?
        } else if is_power && is_precise {
            self.precise_power(result)?
        } else {
            narrow.unwrap_or(counterpart.text).to_owned()
        };
        self.name_limits(&text, arguments, &mut found);
        self.call_counterpart(&text, found, operand, result).map(Value::Text)
    }

    /// The power of a base that may be negative: without fast math an integer power of one is defined, and WGSL leaves it indeterminate.
    fn precise_power(&mut self, ty: ValueType) -> Outcome<String> {
        let own = self.value_name(ty)?;
        let nan = self.literal(msl_validator::meaning::Value::Float(f64::NAN), ty.scalar())?;
        Ok(self.helper(&format!("pow_of_{}", own.replace(['<', '>'], "")), |name| {
            vec![
                format!("fn {name}(x: {own}, y: {own}) -> {own} {{"),
                "  let power = pow(abs(x), y);".to_owned(),
                "  let half = y * 0.5;".to_owned(),
                format!("  let signed = select(power, -power, (x < {own}()) & (floor(half) != half));"),
                format!("  return select(signed, {own}({}), (x < {own}()) & (floor(y) != y));", nan.code),
                "}".to_owned(),
            ]
        }))
    }

    /// An expression with `min` and `max`, which give a number if one of their arguments is a NaN. Those of WGSL give the first argument then.
    fn extremes(&mut self, template: &str, ty: ValueType) -> Outcome<String> {
        let own = self.value_name(ty)?;
        let mut text = template.to_owned();
        for function in ["min", "max"] {
            if !template.contains(function) {
                continue;
            }
            let wanted = format!("{function}_of_{}", own.replace(['<', '>'], ""));
            let name = self.helper(&wanted, |name| {
                vec![
                    format!("fn {name}(x: {own}, y: {own}) -> {own} {{"),
                    format!("  return select({function}(x, y), y, x != x);"),
                    "}".to_owned(),
                ]
            });
            text = if text == function {
                name
            } else {
                text.replace(&format!("{function}("), &format!("{name}("))
            };
        }
        Ok(text)
    }

    fn library_argument(
        &mut self,
        name: &'static str,
        pattern: &Pattern,
        argument: typed::Argument,
    ) -> Outcome<Option<Argument>> {
        let id = match argument {
            typed::Argument::Omitted => return Ok(None),
            typed::Argument::Place(place) => {
                let (place, ty) = (self.place(place)?, self.tree().place_type(place));
                let text = Text::primary(self.place_text(&place));
                return Ok(Some(Argument {
                    name,
                    text,
                    ty: None,
                    place: Some((place, ty)),
                    is_constant: false,
                }));
            }
            typed::Argument::Value(value) => value,
        };
        match pattern {
            Pattern::Enumeration(_) => Ok(None),
            Pattern::Pointer(..) | Pattern::AtomicPointer(_) => {
                let place = self.pointer(id)?;
                let Type::Pointer(Object { ty: object, .. }) = self.kind(self.ty(id)) else {
                    return self.none(sections::SECTION_4, "this pointer");
                };
                let text = Text::primary(self.place_text(&place));
                Ok(Some(Argument { name, text, ty: None, place: Some((place, object)), is_constant: false }))
            }
            Pattern::Value(_)
            | Pattern::Reference(..)
            | Pattern::Void
            | Pattern::Sampler
            | Pattern::Texture
            | Pattern::Options(_)
            | Pattern::SimdVote
            | Pattern::QuadVote
            | Pattern::SimdgroupMatrix
            | Pattern::SimdgroupMatrixReference
            | Pattern::AnySimdgroupMatrix
            | Pattern::Data(_)
            | Pattern::FunctionConstant => {
                let ty = self.value_type(self.ty(id));
                let text = self.text_of_value(id)?;
                let is_constant = self.known(id).is_some();
                Ok(Some(Argument { name, text, ty, place: None, is_constant }))
            }
        }
    }

    fn call_counterpart(
        &mut self,
        counterpart: &str,
        mut arguments: Vec<Argument>,
        operand: ValueType,
        result: ValueType,
    ) -> Outcome<Text> {
        let is_constant =
            |it: &Self, argument: &Argument| argument.is_constant || !it.is_at_run_time(&argument.text.code);
        if arguments.iter().all(|argument| is_constant(self, argument))
            && let Some(first) = arguments.first_mut()
        {
            first.text = self.named_constant(&first.text);
        }
        let is_name = counterpart.chars().all(|it| it.is_ascii_alphanumeric() || it == '_');
        let text = if is_name {
            let codes: Vec<&str> = arguments.iter().map(|argument| argument.text.code.as_str()).collect();
            let parts: Vec<&Text> = arguments.iter().map(|argument| &argument.text).collect();
            Text::primary(format!("{counterpart}({})", codes.join(", "))).with_effects_of(&parts)
        } else {
            self.written(counterpart, &mut arguments, operand, result)?
        };
        Ok(wrapped(&text, result))
    }

    /// Gives names to constants that WGSL rejects next to other arguments: the limits of `clamp` in the wrong order, threads that no subgroup
    /// has, and large exponents. The result is not defined in Metal either, but only where the call is executed.
    fn name_limits(&mut self, counterpart: &str, written: &[typed::Argument], arguments: &mut [Argument]) {
        let components = |it: &Self, index: usize| match written.get(index) {
            Some(typed::Argument::Value(id)) => it.components_of_constant(*id),
            Some(typed::Argument::Omitted | typed::Argument::Place(_)) | None => None,
        };
        let ordered = |it: &Self, first: usize, is_ordered: fn(&f64, &f64) -> bool| {
            let (Some(low), Some(high)) = (components(it, first), components(it, first + 1)) else {
                return false;
            };
            let at = |all: &[f64], index: usize| all.get(index).or(all.first()).copied().unwrap_or_default();
            (0..low.len().max(high.len())).all(|index| is_ordered(&at(&low, index), &at(&high, index)))
        };
        let count = arguments.len();
        // The first of the limits, and whether they are known to be accepted.
        let (first, is_allowed) = match counterpart {
            "clamp" => (1, ordered(self, 1, f64::le)),
            "smoothstep" => (0, ordered(self, 0, f64::lt)),
            // The largest exponent that `half` may have, too: larger ones are rejected for it.
            "ldexp" => (1, components(self, 1).is_some_and(|it| it.iter().all(|exponent| *exponent <= 16.0))),
            "extractBits" | "insertBits" => {
                let first = count.saturating_sub(2);
                (first, ordered(self, first, |offset, bits| offset + bits <= 32.0))
            }
            _ if counterpart.contains("subgroupShuffle") => {
                let is_lane = |lane: &f64| (0.0..128.0).contains(lane);
                (1, components(self, 1).is_some_and(|it| it.iter().all(is_lane)))
            }
            _ => return,
        };
        let is_constant = |argument: &Argument| !self.is_at_run_time(&argument.text.code);
        if !is_allowed && count > 1 && arguments.iter().skip(first).take(2).all(is_constant) {
            arguments[first].text = self.named_constant(&arguments[first].text);
        }
    }

    /// The components of a scalar or vector that is written with constants.
    fn components_of_constant(&self, id: ExprId) -> Option<Vec<f64>> {
        if let Some(value) = self.known(id) {
            return Some(vec![super::literal::float(value)]);
        }
        let mut id = id;
        while let Expr::Convert(inner) = self.tree()[id] {
            id = inner;
        }
        let Expr::Construct(parts) = self.tree()[id] else { return None };
        let parts = self.tree()[parts].iter().map(|part| self.components_of_constant(*part));
        Some(parts.collect::<Option<Vec<_>>>()?.concat())
    }

    /// An expression of the tables with its arguments.
    fn written(
        &mut self,
        template: &str,
        arguments: &mut [Argument],
        operand: ValueType,
        result: ValueType,
    ) -> Outcome<Text> {
        for argument in arguments.iter_mut() {
            let count = template.matches(&format!("${}", argument.name)).count();
            if count > 1 && argument.place.is_none() {
                argument.text = self.stable(&argument.text.clone(), argument.name);
            }
            // A function in an expression may fail for its own arguments, whatever the others are.
            let is_in_call = template.contains(&format!("normalize(${})", argument.name));
            if is_in_call && !self.is_at_run_time(&argument.text.code) {
                argument.text = self.named_constant(&argument.text);
            }
        }
        let (first, second) = match template.split_once("; ") {
            Some((first, second)) => (first, Some(second)),
            None => (template, None),
        };
        let code = self.substituted(first, arguments, operand, result)?;
        let text = if is_call(&code) { Text::primary(code) } else { Text::operator(code) };
        let Some((target, value)) = second.and_then(|second| second.split_once(" = ")) else {
            return Ok(text);
        };
        let text = self.stable(&text, "result");
        let value = self.substituted(value, arguments, operand, result)?;
        let name = target.trim_start_matches('$');
        if let Some((place, ty)) = arguments.iter().find(|it| it.name == name).and_then(|it| it.place.clone())
        {
            self.store(&place, ty, &Text::operator(value))?;
        }
        Ok(text)
    }

    fn substituted(
        &mut self,
        template: &str,
        arguments: &[Argument],
        operand: ValueType,
        result: ValueType,
    ) -> Outcome<String> {
        let mut parts = template.split('$');
        let mut code = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let end = part.find(|it: char| !it.is_ascii_alphanumeric() && it != '_').unwrap_or(part.len());
            let (word, rest) = part.split_at(end);
            match arguments.iter().find(|argument| argument.name == word) {
                Some(argument) => code += &argument.text.tight(),
                None => code += &self.word(word, operand, result)?,
            }
            code += rest;
        }
        Ok(code)
    }

    /// A word of the tables that names no parameter.
    fn word(&mut self, word: &str, operand: ValueType, result: ValueType) -> Outcome<String> {
        Ok(match word {
            "T" => self.value_name(result)?,
            "U" => Self::like(operand, "u32"),
            "F" => Self::like(operand, "f32"),
            "bits" => format!("{}u", operand.scalar().bits()),
            "below_one" => match self.base(operand.scalar())? {
                Base::F16 => "0.99951171875".to_owned(),
                Base::Bool | Base::I32 | Base::U32 | Base::F32 => "0.99999994".to_owned(),
            },
            "lane" => self.lane(Feature::Lane),
            "size" => self.lane(Feature::LaneCount),
            _ => String::new(),
        })
    }

    /// The variable that the entry point gives the number of the thread in its SIMD-group, or the size of that.
    fn lane(&mut self, feature: Feature) -> String {
        self.features.insert(feature);
        let wanted = if feature == Feature::Lane { "thread_in_simdgroup" } else { "threads_in_simdgroup" };
        if let Some(name) = self.helper_names.get(wanted) {
            return name.clone();
        }
        let name = self.names.global(wanted);
        self.variables.push(Self::module_line(self.writer.span, 0, format!("var<private> {name}: u32;")));
        self.helper_names.insert(wanted.to_owned(), name.clone());
        name
    }

    /// The memory that the flags of a barrier name. Section 6.8.1
    fn barrier(
        &mut self,
        barrier: BarrierFunction,
        function: &'static Function,
        arguments: &[typed::Argument],
    ) -> Outcome<Value> {
        if barrier == BarrierFunction::Simdgroup {
            return self.none_of(function.section, "`simdgroup_barrier`: WGSL has no subgroup barriers");
        }
        let flags = match arguments.first() {
            Some(typed::Argument::Value(flags)) => self.flags(*flags)?,
            Some(typed::Argument::Place(_) | typed::Argument::Omitted) | None => 0,
        };
        if flags & 8 != 0 {
            return self.none_of(function.section, "a barrier for imageblocks: WGSL has no imageblocks");
        }
        let mut lines = Vec::new();
        if flags & 1 != 0 {
            lines.push("storageBarrier();");
        }
        if flags & 4 != 0 {
            lines.push("textureBarrier();");
        }
        if flags & 2 != 0 || lines.is_empty() {
            lines.push("workgroupBarrier();");
        }
        for line in lines {
            self.writer.line(line);
        }
        Ok(Value::Nothing)
    }

    /// The bits of flags, several with `|` between them.
    fn flags(&self, id: ExprId) -> Outcome<u8> {
        let mut left = vec![id];
        let mut flags = 0;
        while let Some(id) = left.pop() {
            if let Expr::Binary(BinaryOperator::BitOr, one, other) = self.tree()[id] {
                left.extend([one, other]);
            } else if let Expr::Convert(inner) = self.tree()[id] {
                left.push(inner);
            } else if let Expr::Enumerator(enumerator) = self.tree()[id]
                && let Some((_, bits)) = FLAGS.iter().find(|(own, _)| *own == enumerator.name)
            {
                flags |= bits;
            } else {
                return self.none(sections::SECTION_6_8_1, "non-constant barrier flags");
            }
        }
        Ok(flags)
    }

    /// Section 6.13.2
    fn atomic(&mut self, atomic: AtomicFunction, name: &str, arguments: &[Argument]) -> Outcome<Value> {
        let Some((object, rest)) = arguments.split_first() else {
            return self.none(sections::SECTION_6_13_2, "this call");
        };
        let Some((place, ty)) = &object.place else {
            return self.none(sections::SECTION_6_13_2, "this object");
        };
        let Type::Atomic(scalar @ (Scalar::Int | Scalar::Uint)) = self.kind(*ty) else {
            let ty = self.module.types.print(*ty);
            return self
                .none(sections::SECTION_6_13, format!("`{ty}`: WGSL atomics must be 32-bit integers"));
        };
        self.check_written(place)?;
        let object = self.place_text(place);
        if atomic == AtomicFunction::CompareExchangeWeak {
            return self.compare_exchange(&object, rest, scalar);
        }
        let mut parts = vec![format!("&{object}")];
        for argument in rest {
            let from = argument.ty.unwrap_or(ValueType::Scalar(scalar));
            parts.push(self.convert_value(&argument.text, from, with_scalar(from, scalar))?.code);
        }
        let text = Text::call(format!("{name}({})", parts.join(", ")));
        if atomic == AtomicFunction::Store {
            self.writer.line(format!("{};", text.code));
            return Ok(Value::Nothing);
        }
        Ok(Value::Text(text))
    }

    /// On failure the object's value is written back.
    fn compare_exchange(&mut self, object: &str, rest: &[Argument], scalar: Scalar) -> Outcome<Value> {
        let [expected, desired, ..] = rest else { return self.none(sections::SECTION_6_13_2_4, "this call") };
        let Some((place, ty)) = expected.place.clone() else {
            return self.none(sections::SECTION_6_13_2_4, "this call");
        };
        let place = self.twice(&place);
        let old = self.load(&place, ty)?;
        let old = self.text(old)?;
        let from = desired.ty.unwrap_or(ValueType::Scalar(scalar));
        let desired = self.convert_value(&desired.text, from, ValueType::Scalar(scalar))?;
        let name = self.names.fixed("exchange");
        let call = format!("atomicCompareExchangeWeak(&{object}, {}, {})", old.code, desired.code);
        self.writer.line(format!("let {name} = {call};"));
        self.writer.open(format!("if (!{name}.exchanged) {{"));
        self.store(&place, ty, &Text::primary(format!("{name}.old_value")))?;
        self.writer.close("}");
        Ok(Value::Text(Text::primary(format!("{name}.exchanged"))))
    }
}

/// Returns true if a function gives the least or the greatest of its arguments: those that are numbers, without fast math. Section 6.5
const fn is_extreme(operation: FunctionOperation) -> bool {
    match operation {
        FunctionOperation::Value(operation) => matches!(operation, Operation::Min | Operation::Max),
        FunctionOperation::Composed(function) => {
            matches!(function, ComposedFunction::Min3 | ComposedFunction::Max3)
        }
        FunctionOperation::Atomic(_)
        | FunctionOperation::Barrier(_)
        | FunctionOperation::Simd(_)
        | FunctionOperation::Quad(_)
        | FunctionOperation::Derivative(_)
        | FunctionOperation::Discard
        | FunctionOperation::SampleCount
        | FunctionOperation::SamplePosition
        | FunctionOperation::IsFunctionConstantDefined
        | FunctionOperation::IsNullTexture
        | FunctionOperation::NotExecuted => false,
    }
}

const fn is_floating(scalar: Scalar) -> bool {
    matches!(scalar, Scalar::Float | Scalar::Half)
}

/// Returns true if an expression is a call as a whole.
fn is_call(code: &str) -> bool {
    let Some(open) =
        code.find('(').filter(|open| super::value::is_simple(code.get(..*open).unwrap_or("<")) && *open > 0)
    else {
        return false;
    };
    let mut depth = 0_usize;
    for (at, character) in code.char_indices().skip(open) {
        match character {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at + 1 == code.len();
        }
    }
    false
}
