//! Arrays of narrow integers that nothing names: padding, and what only the host reads. WGSL has no such integers, but as whole words they are
//! copied with their structure, so a buffer with them need not be an array of words altogether.

use super::translator::Translator;
use super::types::is_narrow;
use msl_spec::{Scalar, ValueType};
use msl_validator::ast::{Designator, Expr};
use msl_validator::meaning::{Body, Module};
use msl_validator::names::Symbol;
use msl_validator::types::{StructureNumber, Type, TypeId};
use rustc_hash::{FxHashMap, FxHashSet};

/// The numbers of words of members, by their structures and places there.
pub(crate) type WordMembers = FxHashMap<(StructureNumber, usize), u32>;

impl Translator<'_> {
    /// Finds the members that are words.
    pub(crate) fn word_members(&self) -> WordMembers {
        let named = named(self.module);
        let given = given(self.module);
        let mut found = WordMembers::default();
        for number in self.module.types.structure_numbers() {
            let structure = self.module.types.structure(number);
            // An array class has no other member.
            if structure.is_union || structure.members.len() < 2 {
                continue;
            }
            let offsets = self.module.types.offsets(number).unwrap_or_default();
            for (index, (member, offset)) in structure.members.iter().zip(offsets).enumerate() {
                let is_named = member.has_initializer || member.name.is_none_or(|name| named.contains(&name));
                if is_named || given.contains(&(number, index)) || offset % 4 != 0 {
                    continue;
                }
                found.extend(self.words_of(member.ty).map(|count| ((number, index), count)));
            }
        }
        found
    }

    /// The number of words that an array of narrow integers fills.
    fn words_of(&self, ty: TypeId) -> Option<u32> {
        let size = self.size_of(ty).filter(|size| *size > 0 && size % 4 == 0)?;
        let mut element = self.array_element(ty)?;
        while let Some(inner) = self.array_element(element) {
            element = inner;
        }
        let Type::Value(ValueType::Scalar(scalar)) = self.kind(element) else { return None };
        (is_narrow(scalar) || scalar == Scalar::Bool).then_some(size / 4)
    }

    /// The element of an array or array class.
    fn array_element(&self, ty: TypeId) -> Option<TypeId> {
        let wrapped = self.module.types.structure_number(ty).and_then(|number| self.wrapped_array(number));
        self.module.types.element(wrapped.unwrap_or(ty)).map(|(element, _)| element)
    }
}

/// All names that expressions and lists of the program use.
fn named(module: &Module) -> FxHashSet<Symbol> {
    let ast = &module.ast;
    let mut named: FxHashSet<Symbol> = ast.names.iter().map(|name| name.name).collect();
    named.extend(ast.exprs.iter().filter_map(|expression| match *expression {
        Expr::Member(_, name) | Expr::Arrow(_, name) => Some(name),
        Expr::Error
        | Expr::Literal(_)
        | Expr::Name(_)
        | Expr::Call(..)
        | Expr::Construct(..)
        | Expr::ConstructBraces(..)
        | Expr::Braces(_)
        | Expr::Index(..)
        | Expr::Unary(..)
        | Expr::Postfix(..)
        | Expr::Binary(..)
        | Expr::Assign(..)
        | Expr::Conditional(..)
        | Expr::Cast(..)
        | Expr::SizeOfType(_)
        | Expr::SizeOf(_)
        | Expr::AlignOf(_)
        | Expr::Paren(_)
        | Expr::This => None,
    }));
    named.extend(ast.brace_items.iter().filter_map(|item| match item.designator? {
        Designator::Member(name, _) => Some(name),
        Designator::Elements(..) => None,
    }));
    named
}

/// The members that lists in braces give a value, whether or not they name them.
fn given(module: &Module) -> FxHashSet<(StructureNumber, usize)> {
    let globals = module.globals.values().filter_map(|global| global.initializer.as_ref());
    let bodies = module.instances.iter().map(|instance| &instance.body).chain(globals);
    let mut given = FxHashSet::default();
    for aggregate in bodies.flat_map(|body: &Body| &body.aggregates) {
        if let Some(number) = module.types.structure_number(aggregate.ty) {
            given.extend(aggregate.parts.iter().map(|(index, _)| (number, *index as usize)));
        }
    }
    given
}
