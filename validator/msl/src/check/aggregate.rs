//! Braced lists for arrays and structures. C++14 (dcl.init.aggr)
//!
//! Each value goes to the next element. Where an element is an array or structure itself, its own braces may be left out: a value that does
//! not convert to the element is the first one of the element's elements. The result is noted as an
//! [`Aggregate`], so that no reader of the module has to decide it again.

use super::default_value::Without;
use super::{Checker, Purpose, Value};
use crate::meaning::{Aggregate, AggregatePart};
use crate::types::{Type, TypeId};
use cxx_validator::ast::{Access, BraceItem, Designator, Expr, ExprId, Literal};
use cxx_validator::names::Symbol;
use msl_spec::rules;
use shader_source::Span;

/// The most elements that one value is for: each of them is noted.
const MOST_ELEMENTS: usize = 1 << 16;

/// Clang accepts such lists, in which later values replace earlier ones.
const UNSUPPORTED_ORDER: &str =
    "the checker only supports designators in declaration order, each at most once";

/// The values of a list, and the first one that was not taken yet.
struct Values<'a> {
    items: &'a [BraceItem],
    next: usize,
    /// The place of the list.
    list: Span,
}

impl Checker<'_> {
    /// Returns true if a braced list has values for the elements of a type: an array, or a structure without constructors.
    pub(super) fn is_aggregate(&self, ty: TypeId) -> bool {
        match self.types.get(ty) {
            Type::Array(..) | Type::LibraryArray(..) => true,
            Type::Structure(_) => {
                // A constructor that the program does not write itself leaves a structure an aggregate.
                !self.types.is_derived(ty)
                    && !self.constructors(ty).iter().any(|function| self.ast[*function].implicit.is_none())
            }
            _ => false,
        }
    }

    /// Checks a braced list for an array or structure, and notes which value goes where.
    pub(super) fn initialize_aggregate(&mut self, id: ExprId, to: TypeId, items: &[BraceItem]) {
        // One value of the type itself is copied.
        if let [BraceItem { designator: None, value }] = items
            && !matches!(self.ast[*value], Expr::Braces(_))
            && self.is_value_of(*value, to)
        {
            return;
        }
        if let Some(inner) = self.list_of_array_member(to, items) {
            if self.enter(self.span(id)) {
                self.initialize_aggregate(id, to, &inner);
                self.leave();
            }
            return;
        }
        let has_private =
            |number| self.types.structure(number).members.iter().any(|it| it.access != Access::Public);
        if !items.is_empty() && self.types.structure_number(to).is_some_and(has_private) {
            let name = self.types.print(to);
            let message = format!("`{name}` has private members and no constructor that takes these values");
            self.error(rules::CALL_MATCH, self.span(id), message);
            return;
        }
        let mut values = Values { items, next: 0, list: self.span(id) };
        let aggregate = self.aggregate(to, &mut values);
        if let Some(beyond) = items.get(values.next) {
            self.too_many_values(to, items.len(), beyond);
        }
        for item in &items[values.next.min(items.len())..] {
            self.visit(item.value);
        }
        self.note_aggregate(id, aggregate);
    }

    /// Returns true if an expression is an object of a type or of a derived one. CWG 1467
    fn is_value_of(&mut self, id: ExprId, ty: TypeId) -> bool {
        let found = self.expression(id).ty;
        self.is_of(found, ty)
    }

    /// The inner list of `array<T, n> a = {{ … }}`: `array` has one member, an array, whose own braces may be there.
    fn list_of_array_member(&self, to: TypeId, items: &[BraceItem]) -> Option<Vec<BraceItem>> {
        let (Type::LibraryArray(_, count), [BraceItem { designator: None, value }]) =
            (self.types.get(to), items)
        else {
            return None;
        };
        let Expr::Braces(inner) = self.ast[*value] else { return None };
        let inner = &self.ast[inner];
        let is_list = |item: &BraceItem| matches!(self.ast[item.value], Expr::Braces(_));
        // The list of the only element means the same without the braces of the member, if it fits at all.
        let is_of_member = count != 1 || matches!(inner, [only] if is_list(only));
        is_of_member.then(|| inner.to_vec())
    }

    fn too_many_values(&mut self, to: TypeId, given: usize, beyond: &BraceItem) {
        let taken = self.element_types(to, 0).1;
        let message = format!("too many values: `{}` takes {taken}, found {given}", self.types.print(to));
        self.error(rules::INITIALISER_COUNT, self.span(beyond.value), message);
    }

    /// The type of an element of an aggregate, and the number of its elements.
    fn element_types(&self, ty: TypeId, index: usize) -> (TypeId, usize) {
        if let Some((element, count)) = self.types.element(ty) {
            return (element, count.map_or(usize::MAX, |count| count as usize));
        }
        let Some(number) = self.types.structure_number(ty) else { return (TypeId::ERROR, 0) };
        let structure = self.types.structure(number);
        let count = if structure.is_union { structure.members.len().min(1) } else { structure.members.len() };
        (structure.members.get(index).map_or(TypeId::ERROR, |member| member.ty), count)
    }

    fn is_union(&self, ty: TypeId) -> bool {
        self.types.structure_number(ty).is_some_and(|number| self.types.structure(number).is_union)
    }

    /// Takes the values of an array or structure from a list.
    fn aggregate(&mut self, ty: TypeId, values: &mut Values) -> u32 {
        let mut parts = Vec::new();
        let mut index = 0;
        while let Some(item) = values.items.get(values.next).copied() {
            let mut last = index;
            if item.designator.is_some() {
                // Where the value belongs is not known: it is a mistake of its own at most.
                let Some((first, end)) = self.designated(ty, index, &item) else {
                    self.visit(item.value);
                    values.next += 1;
                    continue;
                };
                (index, last) = (first, end);
            }
            let (element, count) = self.element_types(ty, index);
            // A designator may name any member of a union, and only one begins.
            let is_union_member = item.designator.is_some() && self.is_union(ty);
            if index >= count && !is_union_member {
                break;
            }
            // C++14 (dcl.array) has no such members. Clang takes them as the last ones, but does not begin them.
            if let (Type::Structure(_), Type::Array(_, None)) = (self.types.get(ty), self.types.get(element))
            {
                let message = "a member without an element count can't be initialized";
                self.error(rules::ARRAY_SIZE, self.span(item.value), message);
                for rest in &values.items[values.next..] {
                    self.visit(rest.value);
                }
                values.next = values.items.len();
                break;
            }
            let before = values.next;
            let part = self.aggregate_part(element, item, values);
            // One value is for each element of a range.
            let last_part = if is_union_member { index } else { last.min(count - 1) };
            parts.extend((index..=last_part).map(|index| (index as u32, part)));
            index = last + 1;
            // A structure without members takes nothing, so that an array of them would never end.
            if values.next == before && matches!(self.types.get(ty), Type::Array(..) | Type::LibraryArray(..))
            {
                break;
            }
        }
        self.begin_others(ty, index, values.list);
        let number = self.function.aggregates.len() as u32;
        self.function.aggregates.push(Aggregate { ty, parts });
        number
    }

    /// Checks that the elements from this one on can begin without a value.
    fn begin_others(&mut self, ty: TypeId, index: usize, list: Span) {
        match self.types.element(ty) {
            // The elements of an array are alike.
            Some((element, Some(count))) if index < count as usize => {
                self.begin_without(Without::ValueInBraces, element, list);
            }
            Some(_) => {}
            None => self.begin_members_without(ty, index, list),
        }
    }

    /// Takes the values of one element: one value, or several for the elements of an element without braces of its own.
    fn aggregate_part(&mut self, element: TypeId, item: BraceItem, values: &mut Values) -> AggregatePart {
        if self.is_text_for(item.value, element) {
            let message = cxx_validator::unsupported::TEXT_FOR_ARRAY.message();
            self.error(rules::UNSUPPORTED_FEATURE, self.span(item.value), message);
            values.next += 1;
            return AggregatePart::Expression(item.value);
        }
        let is_list = matches!(self.ast[item.value], Expr::Braces(_));
        if !is_list && item.designator.is_none() && self.is_aggregate(element) {
            let typed = self.expression(item.value);
            if self.rank(typed, element).is_none() {
                let span = self.span(item.value);
                if !self.enter(span) {
                    values.next += 1;
                    return AggregatePart::Expression(item.value);
                }
                let number = self.aggregate(element, values);
                self.leave();
                return AggregatePart::Aggregate(number);
            }
        }
        values.next += 1;
        self.initialize(item.value, element, Purpose::Copy);
        self.narrowing(item.value, element);
        AggregatePart::Expression(item.value)
    }

    /// Returns true for a string literal that begins an array of characters. C++14 (dcl.init.string) 1
    fn is_text_for(&self, value: ExprId, ty: TypeId) -> bool {
        let is_integer = |ty| self.types.scalar_of(ty).is_some_and(msl_spec::Scalar::is_integer);
        matches!(self.ast[value], Expr::Literal(Literal::Text(_)))
            && matches!(self.types.get(ty), Type::Array(element, _) if is_integer(element))
    }

    /// The indices of the elements that a value names before it, the first and the last one: `.member = value`, `[2 ... 3] = value`.
    fn designated(&mut self, ty: TypeId, index: usize, item: &BraceItem) -> Option<(usize, usize)> {
        match item.designator? {
            Designator::Member(name, span) => {
                let member = self.designated_member(ty, index, (name, span))?;
                Some((member, member))
            }
            Designator::Elements(first, last) => self.designated_elements(ty, index, (first, last)),
        }
    }

    fn designated_elements(
        &mut self,
        ty: TypeId,
        index: usize,
        (first, last): (ExprId, Option<ExprId>),
    ) -> Option<(usize, usize)> {
        let begin = self.constant_integer(first, rules::ARRAY_SIZE)?;
        let end = last.map_or(Some(begin), |last| self.constant_integer(last, rules::ARRAY_SIZE))?;
        let (_, count) = self.element_types(ty, 0);
        let is_array = self.types.element(ty).is_some();
        let (begin, end) = (usize::try_from(begin).ok(), usize::try_from(end).ok());
        let is_backwards = is_array && begin.is_some_and(|begin| begin < index);
        let range = begin.zip(end).filter(|(begin, end)| is_array && index <= *begin && begin <= end);
        match range {
            Some((begin, end)) if end < count && end - begin < MOST_ELEMENTS => Some((begin, end)),
            _ if is_backwards => {
                self.error(rules::UNSUPPORTED_FEATURE, self.span(first), UNSUPPORTED_ORDER);
                None
            }
            _ => {
                let span = self.span(first);
                let message = format!("`{}` does not have these elements", self.types.print(ty));
                self.error(rules::MEMBER_DESIGNATOR_KNOWN, span, message);
                None
            }
        }
    }

    fn designated_member(&mut self, ty: TypeId, index: usize, (name, span): (Symbol, Span)) -> Option<usize> {
        let Some(number) = self.types.structure_number(ty) else {
            self.error(rules::MEMBER_DESIGNATOR_KNOWN, span, "an array has no members");
            return None;
        };
        let Some(named) = self.types.structure(number).own_index(name) else {
            let message = format!("`{}` has no member `{}`", self.types.print(ty), self.text(name));
            self.error(rules::MEMBER_DESIGNATOR_KNOWN, span, message);
            return None;
        };
        if named < index {
            self.error(rules::UNSUPPORTED_FEATURE, span, UNSUPPORTED_ORDER);
        }
        Some(named)
    }

    /// Returns the number of elements that a list has for an array without a number. C++14 (dcl.init.aggr) 4, 12
    pub(super) fn count_of_list(&mut self, element: TypeId, items: &[BraceItem]) -> u32 {
        let is_designated = items.iter().any(|item| item.designator.is_some());
        if !self.is_aggregate(element) && !is_designated {
            return items.len() as u32;
        }
        let (mut count, mut index, mut next) = (0, 0, 0);
        while let Some(item) = items.get(next) {
            if let Some(Designator::Elements(first, last)) = item.designator {
                // Where the value belongs is checked with the list.
                let named = self.constant(last.unwrap_or(first)).and_then(Value::integer);
                index = named.and_then(|it| u32::try_from(it).ok()).map_or(index, |it| it.min(u32::MAX - 1));
            }
            let before = next;
            self.skip_element(element, items, &mut next);
            index += 1;
            count = count.max(index);
            // An element without members takes no value, so that the rest of the list has too many.
            if next == before {
                break;
            }
        }
        count
    }

    /// Skips the values that [`Self::aggregate_part`] takes for one element.
    fn skip_element(&mut self, element: TypeId, items: &[BraceItem], next: &mut usize) {
        let Some(item) = items.get(*next) else { return };
        let is_list = matches!(self.ast[item.value], Expr::Braces(_));
        if is_list || item.designator.is_some() || !self.is_aggregate(element) {
            *next += 1;
            return;
        }
        let typed = self.expression(item.value);
        if self.rank(typed, element).is_some() || !self.enter(self.span(item.value)) {
            *next += 1;
            return;
        }
        let mut index = 0;
        while let Some(item) = items.get(*next) {
            // A designator names an element of the list's own array.
            let (part, count) = self.element_types(element, index);
            if index >= count || item.designator.is_some() {
                break;
            }
            let before = *next;
            self.skip_element(part, items, next);
            index += 1;
            if *next == before && self.types.element(element).is_some() {
                break;
            }
        }
        self.leave();
    }

    fn note_aggregate(&mut self, id: ExprId, aggregate: u32) {
        if let Some(meaning) = self.meaning_of(id) {
            meaning.aggregate = Some(aggregate);
        }
    }
}
