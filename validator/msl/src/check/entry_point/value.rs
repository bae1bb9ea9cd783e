//! The arguments of attributes, which are looked at where the attribute is: names mean what they mean there.
//! Sections 5.2.1 and 5.8.1

use super::super::scope::Entity;
use super::super::{Checker, Meaning, Value};
use super::known::{is_asked, number_rule};
use crate::diagnostic::Diagnostic;
use crate::interface::Index;
use crate::types::{Argument, Type, TypeId};
use cxx_validator::ast::{Attribute, Expr, ExprId, FunctionId, List, VariableId};
use msl_spec::{AttributeArgument, Feature, ValueType, rules};

/// The kind of an attribute's argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) enum AttributeValue {
    /// A number.
    Number(u32),
    /// An expression of function constants.
    Specialised,
    /// A function constant, as a condition.
    Condition(VariableId),
    /// A mistake was reported.
    Unknown,
}

impl Checker<'_> {
    /// Looks at the arguments of attributes of a function, parameter or member.
    pub(in super::super) fn attribute_values(&mut self, list: List<Attribute>) {
        for attribute in self.ast[list].iter().copied() {
            let forms = msl_spec::attributes(self.text(attribute.name));
            let arguments = self.ast[attribute.arguments].to_vec();
            let value = match forms {
                [] => continue,
                // The other form of `function_constant` is for variables.
                [_, _, ..] => arguments.first().map(|argument| (*argument, self.condition_value(*argument))),
                [form] => match form.argument {
                    AttributeArgument::Integer | AttributeArgument::Index => arguments
                        .first()
                        .map(|argument| (*argument, self.number_value(&attribute, form.argument, *argument))),
                    AttributeArgument::Patch => arguments
                        .get(1)
                        .map(|argument| (*argument, self.number_value(&attribute, form.argument, *argument))),
                    AttributeArgument::None
                    | AttributeArgument::Name
                    | AttributeArgument::Comparison
                    | AttributeArgument::OptionalType
                    | AttributeArgument::Tags
                    | AttributeArgument::Text
                    | AttributeArgument::Texts => None,
                },
            };
            if let Some((argument, value)) = value {
                self.attribute_values.insert(argument, value);
            }
        }
    }

    /// Looks at the arguments of the attributes of a function template and its parameters, which may name parameters of the template: they have other
    /// values for each instance.
    pub(in super::super) fn attribute_values_of_instance(&mut self, id: FunctionId, arguments: &[Argument]) {
        let function = self.ast[id];
        let home = self.home_of(id, None);
        self.with_arguments(home, function.template, arguments, |checker| {
            checker.attribute_values(function.attributes);
            for parameter in &checker.ast[function.parameters] {
                checker.attribute_values(checker.ast[*parameter].attributes);
            }
        });
    }

    /// A number, or an expression of function constants in its place.
    fn number_value(
        &mut self,
        attribute: &Attribute,
        form: AttributeArgument,
        argument: ExprId,
    ) -> AttributeValue {
        let (typed, _) = self.outside_of_functions(argument.index(), |checker| checker.expression(argument));
        if self.types.is_error(typed.ty) {
            return AttributeValue::Unknown;
        }
        let name = self.text(attribute.name);
        let (rule, what) = number_rule(name);
        match typed.value.and_then(Value::integer) {
            Some(value) => {
                let maximum = msl_spec::attributes(name).first().and_then(|form| form.maximum);
                if let Some(maximum) = maximum.filter(|maximum| value > i128::from(*maximum)) {
                    let message = format!("the index of `{name}` must be from 0 to {maximum}, found {value}");
                    let found = Diagnostic::error(rules::ATTRIBUTE_INDEX_RANGE, self.span(argument), message);
                    self.report_once(found);
                    return AttributeValue::Unknown;
                }
                if let Ok(value) = u32::try_from(value) {
                    return AttributeValue::Number(value);
                }
                let message = format!("{what} must fit into an unsigned 32-bit integer, found {value}");
                self.error(rule, self.span(argument), message);
                AttributeValue::Unknown
            }
            None if form == AttributeArgument::Index && self.is_specialised(argument) => {
                self.check_specialised(argument, typed.ty);
                AttributeValue::Specialised
            }
            None => {
                let message = format!("{what} must be an integer constant expression");
                self.error(rule, self.span(argument), message);
                AttributeValue::Unknown
            }
        }
    }

    /// Section 5.8.1.4: function constants as indices.
    fn check_specialised(&mut self, argument: ExprId, ty: TypeId) {
        let is_integer = self.types.scalar_of(ty).is_some_and(msl_spec::Scalar::is_integer);
        let span = self.span(argument);
        if !is_integer {
            let message = format!("an index must be a scalar integer, found `{}`", self.types.print(ty));
            self.error(rules::FUNCTION_CONSTANT_INDEX_TYPE, span, message);
        }
        if !Feature::FunctionConstantIndices.availability().admits(self.dialect) {
            let available = Feature::FunctionConstantIndices.availability();
            let rule = rules::FUNCTION_CONSTANT_VERSION;
            self.not_in_dialect(rule, span, "a function constant as an index", available);
        }
    }

    /// Section 5.8.1.2: a function constant, or a constant made of some, as the condition of an argument or member.
    fn condition_value(&mut self, argument: ExprId) -> AttributeValue {
        let span = self.span(argument);
        let Expr::Name(name) = self.ast[argument] else {
            let message = "`function_constant` takes the name of a function constant here";
            self.error(rules::FUNCTION_CONSTANT_CONDITION, span, message);
            return AttributeValue::Unknown;
        };
        let (variable, ty) = match self.meaning(name) {
            Meaning::Entity(Entity::Variable(variable, object, _)) => (variable, object.ty),
            Meaning::Unknown => return AttributeValue::Unknown,
            Meaning::Entity(_)
            | Meaning::Type(_)
            | Meaning::LibraryEnumeration(_)
            | Meaning::Option(_)
            | Meaning::Functions(..)
            | Meaning::MemberFunctions(_)
            | Meaning::Enumerator(_)
            | Meaning::Constant(..) => {
                let message = format!("`{}` is not a function constant", self.text(self.ast[name].name));
                self.error(rules::FUNCTION_CONSTANT_CONDITION, span, message);
                return AttributeValue::Unknown;
            }
        };
        let is_scalar = match self.types.get(ty) {
            Type::Value(ValueType::Scalar(scalar)) => !scalar.is_float(),
            Type::Error => true,
            _ => false,
        };
        if !self.specialised.contains(&variable) || !is_scalar {
            let what = if is_scalar { "a function constant" } else { "a Boolean value or integer" };
            let message = format!("`{}` is not {what}", self.text(self.ast[name].name));
            self.error(rules::FUNCTION_CONSTANT_CONDITION, span, message);
            return AttributeValue::Unknown;
        }
        AttributeValue::Condition(variable)
    }

    /// Returns true if an expression is made of function constants and of what is known at compile time.
    pub(in super::super) fn is_specialised(&mut self, id: ExprId) -> bool {
        let mut has_constant = false;
        self.has_only_constants(id, &mut has_constant) && has_constant
    }

    fn has_only_constants(&mut self, id: ExprId, found: &mut bool) -> bool {
        match self.ast[id] {
            Expr::Literal(_) | Expr::SizeOfType(_) | Expr::AlignOf(_) | Expr::SizeOf(_) => true,
            Expr::Name(name) => match self.meaning(name) {
                Meaning::Entity(Entity::Variable(variable, _, value)) => {
                    let is_specialised = self.specialised.contains(&variable);
                    *found |= is_specialised;
                    is_specialised || value.is_some()
                }
                Meaning::Entity(Entity::Enumerator(..) | Entity::Number(..)) | Meaning::Constant(..) => true,
                Meaning::Entity(_)
                | Meaning::Type(_)
                | Meaning::LibraryEnumeration(_)
                | Meaning::Option(_)
                | Meaning::Functions(..)
                | Meaning::MemberFunctions(_)
                | Meaning::Enumerator(_)
                | Meaning::Unknown => false,
            },
            Expr::Call(callee, arguments) => {
                let Expr::Name(name) = self.ast[callee] else { return false };
                is_asked(self.text(self.ast[name].name)) && self.all_constants(arguments, found)
            }
            Expr::Construct(_, arguments) => self.all_constants(arguments, found),
            Expr::ConstructBraces(_, inner)
            | Expr::Unary(_, inner)
            | Expr::Cast(_, _, inner)
            | Expr::Paren(inner)
            | Expr::Member(inner, _) => self.has_only_constants(inner, found),
            Expr::Braces(items) => {
                let items = self.ast[items].to_vec();
                items.iter().all(|item| self.has_only_constants(item.value, found))
            }
            Expr::Binary(_, left, right) => {
                // The left operands of a chain are looked at in a loop.
                let (mut rest, mut operands) = (left, vec![right]);
                while let Expr::Binary(_, left, right) = self.ast[rest] {
                    operands.push(right);
                    rest = left;
                }
                operands.push(rest);
                operands.into_iter().rev().all(|operand| self.has_only_constants(operand, found))
            }
            Expr::Index(left, right) => {
                self.has_only_constants(left, found) && self.has_only_constants(right, found)
            }
            Expr::Conditional(condition, accept, reject) => {
                [condition, accept, reject].into_iter().all(|part| self.has_only_constants(part, found))
            }
            Expr::Error
            | Expr::Arrow(..)
            | Expr::Postfix(..)
            | Expr::Assign(..)
            | Expr::This
            | Expr::Lambda(_) => false,
        }
    }

    fn all_constants(&mut self, list: List<ExprId>, found: &mut bool) -> bool {
        let list = self.ast[list].to_vec();
        list.iter().all(|argument| self.has_only_constants(*argument, found))
    }

    /// Returns true if an expression names a function constant. Section 5.8.1
    pub(in super::super) fn is_function_constant(&mut self, id: ExprId) -> bool {
        let Expr::Name(name) = self.ast[id] else { return false };
        match self.meaning(name) {
            Meaning::Entity(Entity::Variable(variable, ..)) => {
                self.globals.get(&variable).is_some_and(|global| global.function_constant.is_some())
            }
            _ => false,
        }
    }

    /// The number in an attribute, if it is one.
    pub(super) fn index_of(&self, attribute: &Attribute) -> Option<Index> {
        let argument = *self.ast[attribute.arguments].first()?;
        match self.attribute_values.get(&argument)? {
            AttributeValue::Number(number) => Some(Index::Number(*number)),
            AttributeValue::Specialised => Some(Index::Specialised(argument)),
            AttributeValue::Condition(_) | AttributeValue::Unknown => None,
        }
    }

    /// The function constant without which something with these attributes does not exist.
    pub(super) fn condition_of(&self, list: List<Attribute>) -> Option<VariableId> {
        let attribute = self.attribute_named(list, "function_constant")?;
        let argument = self.ast[attribute.arguments].first()?;
        match self.attribute_values.get(argument)? {
            AttributeValue::Condition(variable) => Some(*variable),
            AttributeValue::Number(_) | AttributeValue::Specialised | AttributeValue::Unknown => None,
        }
    }

    /// The first attribute with a name.
    pub(super) fn attribute_named(&self, list: List<Attribute>, name: &str) -> Option<Attribute> {
        self.ast[list].iter().copied().find(|attribute| self.text(attribute.name) == name)
    }
}
