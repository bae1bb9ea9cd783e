//! Expressions. Section 3

use super::convert::wrapped;
use super::place::Place;
use super::translator::{Failure, Outcome, Translator};
use super::value::{Binding, Text, Value};
use super::wide::is_wide_scalar;
use cxx_validator::ast::{BinaryOperator, List};
use msl_spec::{Class, Scalar, Section, ValueType, sections};
use msl_validator::typed::{
    Components, ConstantId, Expr, ExprId, LocalId, Place as Node, PlaceId, UnaryOperator, Unsupported,
};
use msl_validator::types::{Type, TypeId};
use shader_source::steps;

/// The levels of recursion that an expression counts for. What takes more stack than others counts for more, so that a limit on levels bounds
/// the stack well for all of them.
const fn levels(expr: Expr) -> u32 {
    match expr {
        Expr::Constant(_)
        | Expr::Enumerator(_)
        | Expr::Zero
        | Expr::Unsupported(_)
        | Expr::Unary(..)
        | Expr::Comma(_) => 1,
        Expr::AddressOf(_)
        | Expr::FirstElement(_)
        | Expr::Load(_)
        | Expr::Convert(_)
        | Expr::Bits(_)
        | Expr::Sampler(_)
        | Expr::Vote { .. }
        | Expr::Offset { .. }
        | Expr::Conditional(..) => 2,
        Expr::Construct(_) | Expr::Aggregate(..) | Expr::Option(..) | Expr::Swizzle(..) => 3,
        Expr::Binary(..)
        | Expr::Logical { .. }
        | Expr::ComparePointers(..)
        | Expr::PointerDifference(..)
        | Expr::Assign(..)
        | Expr::AssignWith(..)
        | Expr::Step { .. }
        | Expr::Call(_)
        | Expr::Object(_)
        | Expr::Library(_)
        | Expr::External(_)
        | Expr::Texture(_) => 4,
        // A variable of the program leads to its initializer.
        Expr::ConstantName(..) => 5,
    }
}

/// The section that describes an expression without a node, and its words.
const fn unsupported(what: Unsupported) -> (&'static Section, &'static str) {
    let section = match what {
        Unsupported::Literal => sections::SECTION_2_1,
        Unsupported::Size => sections::SECTION_2,
        Unsupported::Name => sections::SECTION_5,
        Unsupported::Call => return (sections::SECTION_5, "a function without a body"),
        Unsupported::Constructor | Unsupported::Destructor | Unsupported::Initializer | Unsupported::Copy => {
            sections::SECTION_2_11
        }
        Unsupported::Conversion => sections::SECTION_1_4,
        Unsupported::Operation => sections::SECTION_3_1,
        Unsupported::Depth | Unsupported::Statement | Unsupported::Virtual => sections::SECTION_3,
    };
    (section, what.in_words())
}

/// The levels of brackets from which on an expression gets a name. Implementations of WGSL accept at least 256 levels, and an operation adds a
/// few.
const DEEP: usize = 128;
/// The maximum number of levels of brackets in an initializer outside of functions.
const MOST_OUTSIDE: usize = 240;

/// Returns the maximum number of brackets around a part of an expression.
fn nesting(code: &str) -> usize {
    if code.len() < 2 * DEEP {
        return 0;
    }
    steps::take(code.len());
    let (mut deepest, mut depth) = (0_usize, 0_usize);
    for byte in code.bytes() {
        match byte {
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        deepest = deepest.max(depth);
    }
    deepest
}

impl Translator<'_> {
    /// The value of an expression.
    pub(crate) fn value(&mut self, id: ExprId) -> Outcome<Value> {
        let span = self.tree().expr_span(id);
        let before = core::mem::replace(&mut self.writer.span, span);
        let value = self.deeper(levels(self.tree()[id]), |it| match it.value_here(id)? {
            Value::Text(text) => it.shallow(text).map(Value::Text),
            value @ (Value::Pointer(_) | Value::Handle(_) | Value::Parts(_) | Value::Nothing) => Ok(value),
        });
        if value.is_ok() {
            self.writer.span = before;
        }
        value
    }

    /// The expression, or a name for it if it is nested deeply: implementations of WGSL refuse expressions with too many levels, and writing the
    /// first operand of a long chain again for each operation would take quadratic time. Operands that the name moves ahead of have no order in
    /// Metal, or are statements already.
    pub(crate) fn shallow(&mut self, text: Text) -> Outcome<Text> {
        let levels = nesting(&text.code);
        if self.frames.last().is_some_and(|frame| frame.is_function) {
            return Ok(if levels < DEEP { text } else { self.stable(&text, "value") });
        }
        // Outside of functions there are no statements that could name a part.
        if levels <= MOST_OUTSIDE {
            return Ok(text);
        }
        let message =
            format!("more than {MOST_OUTSIDE} nested operations outside of functions: split the initializer");
        self.none(sections::SECTION_4_2, message)
    }

    fn value_here(&mut self, id: ExprId) -> Outcome<Value> {
        steps::take(1);
        let ty = self.ty(id);
        match self.tree()[id] {
            Expr::Constant(constant) => self.constant(constant, ty),
            Expr::ConstantName(place, constant) if self.is_of_instances(place) => self.constant(constant, ty),
            Expr::ConstantName(place, _) | Expr::Load(place) => self.place_value(place),
            Expr::Enumerator(enumerator) => {
                self.none(sections::SECTION_5, format!("`{}`, which is not a variable", enumerator.name))
            }
            Expr::Zero => self.zero_value(ty),
            Expr::AddressOf(place) => {
                let binding = self.node(place)?;
                if let Binding::Parts(parts) = binding {
                    return Ok(Value::Parts(parts));
                }
                let place = self.bound_place(binding, self.tree().place_type(place))?;
                Ok(Value::Pointer(self.pointer_to(place)))
            }
            Expr::FirstElement(place) => self.first_element(place, ty).map(Value::Pointer),
            Expr::Convert(value) => self.converted(value, ty),
            Expr::Bits(value) => self.bits(value, ty),
            Expr::Unary(operator, value) => self.unary(operator, value),
            Expr::Binary(..) | Expr::Logical { .. } => match self.narrow_comparison(id)? {
                Some(text) => Ok(Value::Text(text)),
                None => self.chain(id).map(Value::Text),
            },
            Expr::Conditional(condition, accept, reject) => self.conditional(ty, condition, accept, reject),
            Expr::Comma(list) => match self.before_last(list)? {
                Some(end) => self.value(end),
                None => Ok(Value::Nothing),
            },
            Expr::Offset { pointer, index, is_back } => {
                let place = self.pointer(pointer)?;
                let (code, is_unsigned) = self.index(index)?;
                let by = Text::of_code(super::place::unsigned(&code, is_unsigned));
                self.moved(&place, &by, is_back).map(Value::Pointer)
            }
            Expr::ComparePointers(operator, left, right) => {
                self.compare_pointers(operator, left, right).map(Value::Text)
            }
            Expr::PointerDifference(left, right) => {
                let text = self.compare_pointers(BinaryOperator::Subtract, left, right)?;
                self.convert(Value::Text(text), TypeId::INT, ty)
            }
            Expr::Assign(..) | Expr::AssignWith(..) => Ok(self.assign(id, true)?.0),
            Expr::Step { place, is_up, is_prefix: false } => Ok(self.step(place, is_up, true)?.0),
            Expr::Step { place, is_up, is_prefix: true } => {
                let (value, stepped) = self.step(place, is_up, false)?;
                if let Value::Pointer(_) = value {
                    Ok(Value::Pointer(stepped))
                } else {
                    self.load(&stepped, ty)
                }
            }
            Expr::Call(call) if self.is_resource(ty) || self.is_apart(ty) => self.returned_here(call),
            Expr::Call(call) => self.call(call, true),
            Expr::Object(call) if self.is_apart(ty) => self.constructed_here(call, ty),
            Expr::Object(call) => self.call(call, false),
            Expr::Construct(list) => {
                let values = self.tree()[list].to_vec();
                self.construct(ty, &values).map(Value::Text)
            }
            Expr::Aggregate(parts, rest) => self.aggregate(ty, parts, rest),
            Expr::Swizzle(value, components) => {
                let text = self.text_of_value(value)?;
                Ok(Value::Text(super::member::swizzle(&text, components)))
            }
            Expr::Library(call) => self.library(call),
            Expr::External(call) => self.external(call),
            Expr::Texture(call) => self.texture(call),
            Expr::Option(option, list) => {
                let values = self.tree()[list].to_vec();
                self.option_value(option, &values)
            }
            Expr::Sampler(sampler) => self.sampler(sampler, ty, "sampler").map(Value::Handle),
            Expr::Vote { is_all, .. } => {
                self.none(sections::SECTION_6, if is_all { "`all`" } else { "`any`" })
            }
            Expr::Unsupported(what) => {
                let (section, words) = unsupported(what);
                self.none(section, words)
            }
        }
    }

    /// An expression of WGSL.
    pub(crate) fn text_of_value(&mut self, id: ExprId) -> Outcome<Text> {
        let value = self.value(id)?;
        self.text(value)
    }

    /// An expression whose value is not used.
    pub(crate) fn effect(&mut self, id: ExprId) -> Outcome<()> {
        self.writer.span = self.tree().expr_span(id);
        let expr = self.tree()[id];
        if let Expr::Assign(..) | Expr::AssignWith(..) = expr {
            return self.assign(id, false).map(|_| ());
        }
        if let Expr::Step { place, is_up, .. } = expr {
            return self.step(place, is_up, false).map(|_| ());
        }
        if let Expr::Comma(list) = expr {
            let last = self.before_last(list)?;
            return last.map_or(Ok(()), |last| self.deeper(1, |it| it.effect(last)));
        }
        let value = self.value(id)?;
        self.discard(&value);
        Ok(())
    }

    /// Evaluates all but the last operand of `,`, which is the result.
    fn before_last(&mut self, list: List<ExprId>) -> Outcome<Option<ExprId>> {
        let operands = self.tree()[list].to_vec();
        let Some((end, before)) = operands.split_last() else { return Ok(None) };
        before.iter().try_for_each(|operand| self.deeper(1, |it| it.effect(*operand)))?;
        Ok(Some(*end))
    }

    /// Evaluates a value for its effects alone.
    pub(crate) fn discard(&mut self, value: &Value) {
        let Value::Text(text) = value else { return };
        if text.is_call {
            self.writer.line(format!("{};", text.code));
        } else if text.has_effect {
            self.writer.line(format!("_ = {};", text.code));
        }
    }

    /// The value of the meaning of a place.
    pub(crate) fn bound_value(&mut self, binding: Binding, ty: TypeId) -> Outcome<Value> {
        match binding {
            Binding::Place(place) => {
                if let Type::Texture(..) | Type::Class(_) = self.kind(ty) {
                    return self.none(
                        sections::SECTION_2_11_1,
                        "textures and samplers in buffers and arrays: only allowed as variables in WGSL",
                    );
                }
                self.load(&place, ty)
            }
            Binding::Value(text) => Ok(Value::Text(text)),
            Binding::Pointer { place, .. } => Ok(Value::Pointer(place)),
            Binding::Handle(handle) => Ok(Value::Handle(handle)),
            Binding::Parts(parts) => Ok(Value::Parts(parts)),
            Binding::Widened { text, ty: from } => match self.value_type(ty) {
                Some(into) => self.convert_value(&text, from, into).map(Value::Text),
                None => Ok(Value::Text(text)),
            },
            Binding::Unset { .. } => self.none(
                sections::SECTION_4,
                "a pointer or resource without an initial value: in WGSL, it always means the same variable",
            ),
            Binding::Broken => Err(Failure::Reported),
        }
    }

    /// The value of a type for which nothing is written.
    fn zero_value(&mut self, ty: TypeId) -> Outcome<Value> {
        if let Type::Pointer(_) | Type::Null = self.kind(ty) {
            return self.none(sections::SECTION_2_12, "a null pointer: WGSL pointers are never null");
        }
        let binding = self.initial(ty)?;
        self.bound_value(binding, ty)
    }

    fn bits(&mut self, value: ExprId, ty: TypeId) -> Outcome<Value> {
        let text = self.text_of_value(value)?;
        let (Some(from), Some(into)) = (self.value_type(self.ty(value)), self.value_type(ty)) else {
            return self.none(sections::SECTION_2_14, "the bits of a value of this type");
        };
        let is_float = |ty: ValueType| matches!(ty.scalar(), Scalar::Float | Scalar::Half);
        // The bits of infinities and NaN are an error in constant expressions of WGSL, which any constant may be one of.
        let text = if is_float(into) && !is_float(from) && !self.has_finite_bits(value, into) {
            self.at_run_time(&text, from)?
        } else {
            text
        };
        self.as_type(&text, from, into).map(Value::Text)
    }

    /// Returns true if an integer is known, and has the bits of a finite number.
    fn has_finite_bits(&self, id: ExprId, ty: ValueType) -> bool {
        let value = self.constant_value(id).map(super::literal::integer);
        ty == ValueType::Scalar(Scalar::Float)
            && value.is_some_and(|it| f32::from_bits(it as u32).is_finite())
    }

    /// `c ? a : b`: only one of the two is evaluated.
    fn conditional(
        &mut self,
        ty: TypeId,
        condition: ExprId,
        accept: ExprId,
        reject: ExprId,
    ) -> Outcome<Value> {
        if let Some(holds) = self.decided(condition) {
            return self.value(if holds { accept } else { reject });
        }
        let condition = self.condition(condition)?;
        // It has its effects before one of the others is read, and `select` evaluates its condition last. C++14 (expr.cond) 1
        let condition = if condition.has_effect { self.stable(&condition, "condition") } else { condition };
        if let Type::Pointer(_) = self.kind(ty) {
            let (accept, reject) = (self.pointer(accept)?, self.pointer(reject)?);
            return self.chosen_place(&condition, accept, &reject).map(Value::Pointer);
        }
        if matches!(self.kind(ty), Type::Void) {
            self.writer.open(format!("if ({}) {{", condition.code));
            self.effect(accept)?;
            self.writer.turn("} else {");
            self.effect(reject)?;
            self.writer.close("}");
            return Ok(Value::Nothing);
        }
        if let Some(ValueType::Scalar(_) | ValueType::Vector(..)) = self.value_type(ty)
            && self.is_harmless(accept)
            && self.is_harmless(reject)
        {
            let (accept, reject) = (self.text_of_value(accept)?, self.text_of_value(reject)?);
            let code = format!("select({}, {}, {})", reject.code, accept.code, condition.code);
            return Ok(Value::Text(Text::primary(code).with_effects_of(&[&condition])));
        }
        let name = self.names.local("chosen");
        let own = self.type_name(ty)?;
        self.writer.line(format!("var {name}: {own};"));
        let place = Place::local(&name, &own);
        self.writer.open(format!("if ({}) {{", condition.code));
        let value = self.text_of_value(accept)?;
        self.store(&place, ty, &value)?;
        self.writer.turn("} else {");
        let value = self.text_of_value(reject)?;
        self.store(&place, ty, &value)?;
        self.writer.close("}");
        self.load(&place, ty)
    }

    /// One of two places in one variable.
    pub(crate) fn chosen_place(&mut self, condition: &Text, accept: Place, reject: &Place) -> Outcome<Place> {
        if accept == *reject {
            return Ok(accept);
        }
        let (Some(one), Some(other), true) =
            (accept.last_index(), reject.last_index(), accept.is_beside(reject))
        else {
            self.want_array(&accept);
            self.want_array(reject);
            return self.none(
                sections::SECTION_4,
                "a pointer into one of several variables: a WGSL pointer always points into the same variable",
            );
        };
        let chosen = accept.at(&format!("select({other}, {one}, {})", condition.code));
        Ok(self.written_once(chosen))
    }

    /// Returns true if it makes no difference that an expression is evaluated in vain: it has no effects, reads no memory that others write or that may
    /// be out of reach, and calls nothing. A chain of operators may be long.
    fn is_harmless(&self, id: ExprId) -> bool {
        let is_number = |id: ExprId| self.value_type(self.ty(id)).is_some();
        let mut rest = id;
        loop {
            steps::take(1);
            match self.tree()[rest] {
                Expr::Constant(_) | Expr::ConstantName(..) => return true,
                Expr::Load(place) => return self.is_harmless_place(place),
                Expr::Convert(inner)
                | Expr::Bits(inner)
                | Expr::Unary(_, inner)
                | Expr::Swizzle(inner, _) => rest = inner,
                Expr::Construct(list) => return self.tree()[list].iter().all(|it| self.is_harmless(*it)),
                Expr::Binary(operator, left, right) => {
                    let is_plain = !matches!(operator, BinaryOperator::Divide | BinaryOperator::Remainder);
                    if !is_plain || !is_number(left) || !is_number(right) || !self.is_harmless(right) {
                        return false;
                    }
                    rest = left;
                }
                Expr::Enumerator(_)
                | Expr::Zero
                | Expr::AddressOf(_)
                | Expr::FirstElement(_)
                | Expr::Logical { .. }
                | Expr::Conditional(..)
                | Expr::Comma(_)
                | Expr::Offset { .. }
                | Expr::ComparePointers(..)
                | Expr::PointerDifference(..)
                | Expr::Assign(..)
                | Expr::AssignWith(..)
                | Expr::Step { .. }
                | Expr::Call(_)
                | Expr::Object(_)
                | Expr::Aggregate(..)
                | Expr::Library(_)
                | Expr::External(_)
                | Expr::Texture(_)
                | Expr::Option(..)
                | Expr::Sampler(_)
                | Expr::Vote { .. }
                | Expr::Unsupported(_) => return false,
            }
        }
    }

    /// Returns true for numbers that are variables, components of them, or members of the object of a member function.
    fn is_harmless_place(&self, id: PlaceId) -> bool {
        let is_object = |local: LocalId| self.current().this == Some(local);
        match self.tree()[id] {
            Node::Local(_) | Node::Global(_) => self.value_type(self.tree().place_type(id)).is_some(),
            Node::Components(base, _) => self.is_harmless_place(base),
            Node::Member(base, _) => matches!(self.tree()[base], Node::Local(local) if is_object(local)),
            Node::Deref(_)
            | Node::Element(..)
            | Node::Temporary(_)
            | Node::Call(_)
            | Node::Assigned(_)
            | Node::Conditional(..)
            | Node::As(_) => false,
        }
    }

    /// A condition.
    pub(crate) fn condition(&mut self, id: ExprId) -> Outcome<Text> {
        let text = self.text_of_value(id)?;
        self.condition_of(self.ty(id), &text)
    }

    /// A value that is translated already, as a condition.
    pub(crate) fn condition_of(&mut self, ty: TypeId, text: &Text) -> Outcome<Text> {
        let Some(from) = self.value_type(ty) else {
            return self.none(sections::SECTION_3_1, "this condition");
        };
        self.convert_value(text, from, ValueType::Scalar(Scalar::Bool))
    }

    fn unary(&mut self, operator: UnaryOperator, operand: ExprId) -> Outcome<Value> {
        let Some(ty) = self.value_type(self.ty(operand)) else {
            return self.none(sections::SECTION_3_1, "this operator");
        };
        let text = self.text_of_value(operand)?;
        if let (true, scalar) = (is_wide_scalar(ty), ty.scalar()) {
            return self.unary_64(operator, scalar, &text).map(Value::Text);
        }
        let base = self.base(ty.scalar())?;
        let code = match operator {
            UnaryOperator::Not => {
                // `!` of a number asks whether it is zero.
                let text = self.convert_value(&text, ty, super::types::with_scalar(ty, Scalar::Bool))?;
                let not = Text::operator(format!("!{}", text.tight()));
                return Ok(Value::Text(not.with_effects_of(&[&text])));
            }
            UnaryOperator::Complement => format!("~{}", text.tight()),
            // WGSL negates no integers without a sign.
            UnaryOperator::Negate if base == super::types::Base::U32 => {
                format!("{}(0u) - {}", super::types::shaped(ty, "u32"), text.tight())
            }
            // WGSL negates no matrices.
            UnaryOperator::Negate if matches!(ty, ValueType::Matrix(..)) => {
                let suffix = if ty.scalar() == Scalar::Half { "h" } else { "f" };
                format!("-1.0{suffix} * {}", text.tight())
            }
            UnaryOperator::Negate => format!("-{}", text.tight()),
        };
        let text = Text::operator(code).with_effects_of(&[&text]);
        Ok(Value::Text(wrapped(&text, ty)))
    }

    /// The value of a place, or components of it.
    fn constant(&mut self, constant: ConstantId, ty: TypeId) -> Outcome<Value> {
        let Some(ValueType::Scalar(scalar)) = self.value_type(ty) else {
            return self.none(sections::SECTION_2_1, "this literal");
        };
        self.literal(self.tree()[constant], scalar).map(Value::Text)
    }

    /// Returns true for a static member of a class template that has different values in different instances: only a use has its value.
    fn is_of_instances(&self, place: PlaceId) -> bool {
        matches!(self.tree()[place], Node::Global(id) if !self.module.globals.contains_key(&id))
    }

    fn place_value(&mut self, id: PlaceId) -> Outcome<Value> {
        let (place, ty) = (self.tree()[id], self.tree().place_type(id));
        if let Node::Components(base, components) = place
            && components.single().is_none()
        {
            return self.several_components(base, components);
        }
        // An element of a vector without a place.
        if let Node::Element(base, index) = place
            && let Node::Temporary(whole) = self.tree()[base]
            && let Some(ValueType::Vector(..) | ValueType::Matrix(..)) = self.value_type(self.ty(whole))
        {
            let whole = self.text_of_value(whole)?;
            let (index, _) = self.index(index)?;
            let text = Text::primary(format!("{}[{index}]", whole.tight()));
            return Ok(Value::Text(text.with_effects_of(&[&whole])));
        }
        let binding = self.node(id)?;
        self.bound_value(binding, ty)
    }

    fn several_components(&mut self, base: PlaceId, components: Components) -> Outcome<Value> {
        let vector = self.place_value(base)?;
        let text = self.text(vector)?;
        Ok(Value::Text(super::member::swizzle(&text, components)))
    }

    /// Returns true if a type is a sampler.
    pub(crate) fn is_sampler(&self, ty: TypeId) -> bool {
        self.kind(ty) == Type::Class(Class::Sampler)
    }
}
