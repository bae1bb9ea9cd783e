//! Programs of one const-expression. <https://www.w3.org/TR/WGSL/#const-expressions>

use super::declarations::{attribute, variable};
use super::types::{Type, call, number, word};
use super::{Generator, Options};
use crate::tree::{Block, Declaration, Expression, Function, Member, Name, Statement, Tree, VariableKind};
use wgsl_spec::{EnableExtension, ExtensionSet, Scalar};

/// Literals at the ends of what their types hold.
const EXTREMES: [&[&str]; 4] = [
    &["2147483647i", "65536i", "1073741824i"],
    &["4294967295u", "2147483648u", "65535u"],
    &["3.40282347e+38f", "1.17549435e-38f", "1e-40f", "16777217f", "1e10f"],
    &["65504h", "6.104e-5h", "6e-8h", "2049h"],
];

/// The program of some bytes that writes the value of a const-expression to a buffer. The evaluation of the expression may fail: then the
/// program is not valid. Literals have the suffixes of their types.
#[must_use]
pub fn constant(bytes: &[u8]) -> Tree {
    let mut extensions = ExtensionSet::EMPTY;
    extensions.insert(EnableExtension::F16);
    let mut generator = Generator::new(bytes, Options { size: 0, extensions });
    generator.is_constant = true;
    generator.choose_extensions();
    generator.constant_value();
    generator.finish()
}

impl Generator<'_> {
    /// An entry point that writes the value of a constant.
    fn constant_value(&mut self) {
        let ty = self.simple_type();
        let initializer = self.unknown(&ty);
        let statement = variable(VariableKind::Const, "value", Some(ty.name()), Some(initializer));
        let shown = match &ty {
            Type::Scalar(Scalar::Bool) => Type::Scalar(Scalar::U32),
            Type::Vector(size, Scalar::Bool) => Type::Vector(*size, Scalar::U32),
            other => other.clone(),
        };
        let value = if shown == ty { word("value") } else { call(shown.name(), vec![word("value")]) };
        let statements = vec![Statement::Variable(statement), self.output("anything", &shown, value)];
        let id = Type::Vector(3, Scalar::U32);
        let own = Member {
            attributes: vec![attribute("builtin", [word("global_invocation_id")])],
            name: "own_id".to_owned(),
            ty: id.name(),
        };
        self.declarations.push(Declaration::Function(Function {
            attributes: vec![attribute("compute", []), attribute("workgroup_size", [number(1)])],
            name: "main".to_owned(),
            parameters: vec![own],
            result_attributes: Vec::new(),
            result: None,
            body: Block { attributes: Vec::new(), statements },
        }));
    }

    /// A literal at the end of what a type holds.
    pub(super) fn extreme(&mut self, scalar: Scalar) -> Option<&'static str> {
        let literals = match scalar {
            Scalar::I32 => EXTREMES[0],
            Scalar::U32 => EXTREMES[1],
            Scalar::F32 => EXTREMES[2],
            Scalar::F16 => EXTREMES[3],
            Scalar::Bool | Scalar::AbstractInt | Scalar::AbstractFloat => &[],
        };
        self.choices.pick(literals).copied()
    }

    /// A component, element or member of another const-expression.
    pub(super) fn part_of_constant(&mut self, ty: &Type) -> Option<Expression> {
        let (size, scalar) = match ty {
            Type::Scalar(scalar) => (1, *scalar),
            Type::Vector(size, scalar) => (*size, *scalar),
            _ => return None,
        };
        let whole = Type::Vector(2 + self.choices.below(3) as u8, scalar);
        match self.choices.below(4) {
            0 if scalar.is_float() => {
                let (function, member) =
                    [("modf", "fract"), ("modf", "whole"), ("frexp", "fract")][self.choices.below(3)];
                let operand = self.unknown(ty);
                let result = call(Name::plain(function), vec![operand]);
                Some(Expression::Member(Box::new(result), member.to_owned()))
            }
            0 if scalar == Scalar::I32 => {
                let operand = self.unknown(&Type::sized(size, Scalar::F32));
                let result = call(Name::plain("frexp"), vec![operand]);
                Some(Expression::Member(Box::new(result), "exp".to_owned()))
            }
            1 if size == 1 => {
                let (base, count) = (self.unknown(&whole), whole.elements()?.1);
                Some(Expression::Index(Box::new(base), Box::new(self.index(count))))
            }
            1 if scalar.is_float() => {
                let (base, count) = (self.unknown(&Type::Matrix(3, size, scalar)), 3);
                Some(Expression::Index(Box::new(base), Box::new(self.index(count))))
            }
            _ => {
                let base = self.unknown(&whole);
                Some(Expression::Member(Box::new(base), self.swizzle(&whole, size)))
            }
        }
    }
}
