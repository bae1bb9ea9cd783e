//! Expressions of a type.

use super::Generator;
use super::rows::{FAMILIES, Substitution, resulting_in};
use super::types::{Type, call, number, word};
use crate::tree::{Expression, Name, Operator, UnaryOperator};
use wgsl_spec::{AccessMode, AddressSpace, Scalar};

/// Expressions are nested at most this deep.
const DEEPEST: usize = 5;

impl Generator<'_> {
    /// Any value of a type.
    pub(super) fn value(&mut self, ty: &Type) -> Expression {
        match self.choices.below(6) {
            0 => self.known(ty),
            _ => self.unknown(ty),
        }
    }

    /// A value that may be known before execution: a literal, a constant, an override.
    fn known(&mut self, ty: &Type) -> Expression {
        let named: Vec<String> =
            self.constants.iter().filter(|it| it.ty == *ty).map(|it| it.name.clone()).collect();
        match self.choices.pick(&named) {
            Some(name) if self.choices.one_in(2) => word(name.clone()),
            _ => self.literal(ty),
        }
    }

    /// A value that is known at execution only.
    pub(super) fn unknown(&mut self, ty: &Type) -> Expression {
        if self.depth >= DEEPEST {
            return self.leaf(ty);
        }
        self.depth += 1;
        let made = match self.choices.below(8) {
            0 => None,
            1 | 3 if self.is_constant => self.part_of_constant(ty),
            1 => self.part(ty),
            2 => self.program_call(ty),
            3 => self.resource(ty),
            4 => self.composite(ty),
            _ => self.application(ty),
        };
        self.depth -= 1;
        made.unwrap_or_else(|| self.leaf(ty))
    }

    /// A variable or parameter; in a const-expression a literal.
    fn leaf(&mut self, ty: &Type) -> Expression {
        if self.is_constant {
            return self.literal(ty);
        }
        let named: Vec<String> = self
            .scope
            .iter()
            .filter(|it| it.ty == *ty && !it.is_constant)
            .map(|it| it.name.clone())
            .collect();
        match self.choices.pick(&named) {
            Some(name) => word(name.clone()),
            None => word(self.private_variable(ty)),
        }
    }

    /// A member, element or swizzle of a variable.
    fn part(&mut self, ty: &Type) -> Option<Expression> {
        let scope = self.scope.clone();
        let holders: Vec<_> = scope
            .iter()
            .filter(|it| {
                let members = it.ty.members();
                !it.is_constant
                    && (members.iter().any(|(_, member)| member == ty)
                        || it.ty.elements().is_some_and(|(element, _)| element == *ty)
                        || swizzles(&it.ty, ty))
            })
            .collect();
        let holder = *self.choices.pick(&holders)?;
        let base = Box::new(word(holder.name.clone()));
        let members: Vec<_> = holder.ty.members().into_iter().filter(|(_, member)| member == ty).collect();
        if let Some((element, count)) = holder.ty.elements()
            && element == *ty
            && (members.is_empty() || self.choices.one_in(2))
        {
            return Some(Expression::Index(base, Box::new(self.index(count))));
        }
        if let (Type::Vector(..), Type::Vector(wanted, _)) = (&holder.ty, ty) {
            return Some(Expression::Member(base, self.swizzle(&holder.ty, *wanted)));
        }
        let (member, _) = self.choices.pick(&members)?;
        Some(Expression::Member(base, member.clone()))
    }

    /// The letters of so many components of a vector.
    pub(super) fn swizzle(&mut self, of: &Type, count: u8) -> String {
        let size = of.elements().map_or(1, |(_, size)| size as usize);
        let letters = if self.choices.one_in(2) { b"rgba" } else { b"xyzw" };
        (0..count).map(|_| char::from(letters[self.choices.below(size)])).collect()
    }

    /// An index below a count.
    pub(super) fn index(&mut self, count: u32) -> Expression {
        if self.choices.one_in(2) {
            return number(self.choices.below(count as usize));
        }
        let index = self.unknown(&Type::Scalar(Scalar::U32));
        Expression::Binary(Operator::Remainder, Box::new(index), Box::new(number(format!("{count}u"))))
    }

    /// A call of a function of the program; those with a pointer are called by statements.
    fn program_call(&mut self, ty: &Type) -> Option<Expression> {
        let fitting: Vec<_> =
            self.functions.iter().filter(|it| it.result == *ty && it.pointee.is_none()).cloned().collect();
        let function = self.choices.pick(&fitting)?;
        let arguments = function.parameters.iter().map(|ty| self.value(ty)).collect();
        Some(call(Name::plain(function.name.clone()), arguments))
    }

    /// A value of a buffer that nobody writes.
    fn resource(&mut self, ty: &Type) -> Option<Expression> {
        let is_plain = !matches!(ty, Type::Array(..)) && ty.is_host_shareable();
        if !is_plain {
            return None;
        }
        let is_immediate = matches!(ty, Type::Scalar(Scalar::U32));
        let space = match self.choices.below(3) {
            0 if is_immediate => AddressSpace::Immediate,
            0 | 1 if ty.is_plain() => AddressSpace::Uniform,
            _ => AddressSpace::Storage,
        };
        Some(word(self.module_variable(space, AccessMode::Read, &ty.name())))
    }

    /// A value constructor with parts that are made one by one.
    fn composite(&mut self, ty: &Type) -> Option<Expression> {
        let parts: Vec<Type> = match ty {
            Type::Array(element, count) => vec![(**element).clone(); *count as usize],
            Type::Structure(structure) => structure.members.iter().map(|(_, ty)| ty.clone()).collect(),
            _ => return None,
        };
        let chosen = self.choices.below(parts.len());
        let arguments = parts
            .iter()
            .enumerate()
            .map(|(index, ty)| if index == chosen { self.unknown(ty) } else { self.value(ty) });
        let arguments = arguments.collect();
        Some(call(ty.name(), arguments))
    }

    /// An operator or builtin function with this result.
    fn application(&mut self, ty: &Type) -> Option<Expression> {
        let families = resulting_in(ty);
        let family = &FAMILIES[*self.choices.pick(families)?];
        if !self.may_call(family.function) || super::argument::depends_on_others(family.function) {
            return None;
        }
        let fitting: Vec<_> = family
            .overloads
            .iter()
            .filter(|overload| super::argument::takes_unknown(overload))
            .filter_map(|overload| Some((*overload, Substitution::of(overload, ty)?)))
            .collect();
        let (overload, substitution) = self.choices.pick(&fitting)?.clone();
        self.apply(family.function, overload, substitution)
    }

    /// `&name`
    pub(super) fn address_of(name: &str) -> Expression {
        Expression::Unary(UnaryOperator::AddressOf, Box::new(word(name)))
    }
}

/// Whether a swizzle of a vector gives another.
fn swizzles(from: &Type, to: &Type) -> bool {
    matches!((from, to), (Type::Vector(_, one), Type::Vector(_, other)) if one == other)
}
