//! Members, components and elements. Sections 2.2.1, 2.2.3, 2.3.1 and 2.11

use super::amp::Misuse;
use super::{Checker, Part, Place, Typed, Value};
use crate::diagnostic::{Applicability, Diagnostic};
use crate::meaning::Callee;
use crate::types::{MemberType, Object, StructureNumber, Type, TypeId};
use cxx_validator::ast::{Expr, ExprId};
use cxx_validator::names::Symbol;
use msl_spec::{Feature, Scalar, ValueType, Width, rules};
use shader_source::Span;

impl Checker<'_> {
    pub(super) fn arrow(&mut self, id: ExprId, base: ExprId, member: Symbol) -> Typed {
        let typed = self.before_arrow(id, base);
        self.make_referent(typed.ty, self.span(base));
        match self.types.get(typed.ty) {
            Type::Error => Typed::ERROR,
            Type::Pointer(object) => self.member_of(id, Typed::object(object), member),
            _ => {
                self.arrow_after_object(id, (base, typed.ty), member);
                Typed::ERROR
            }
        }
    }

    /// The value before `->`: the pointer that the operator of its class returns, in a language that has such operators.
    fn before_arrow(&mut self, id: ExprId, base: ExprId) -> Typed {
        let typed = self.expression(base);
        if !self.is_amp() || !self.defines(typed.ty, "operator->") {
            return typed;
        }
        let pointer = self.overloaded(id, "->", &[base], &[Some(typed)]).unwrap_or(typed);
        // The node itself may be a property, which is the call of a different function.
        let noted = self.meaning_of(id).and_then(|meaning| meaning.callee.take());
        if let Some(Callee::Function(instance)) =
            noted.and_then(|number| self.function.callees.get(number as usize))
        {
            self.function.arrows.insert(id, *instance);
        }
        pointer
    }

    /// Returns true if `->` is after an object or `.` after a pointer in a call of a member function, which is reported.
    pub(super) fn is_wrong_access(
        &mut self,
        callee: ExprId,
        (base, member): (ExprId, Symbol),
        is_arrow: bool,
    ) -> bool {
        let ty = if is_arrow { self.before_arrow(callee, base).ty } else { self.expression(base).ty };
        match self.types.get(ty) {
            Type::Pointer(object) if !is_arrow && self.has_members(object.ty) => {
                self.not_an_object(callee, (base, ty), member);
                true
            }
            Type::Error | Type::Pointer(_) => false,
            _ if !is_arrow => false,
            _ => {
                self.arrow_after_object(callee, (base, ty), member);
                true
            }
        }
    }

    fn arrow_after_object(&mut self, id: ExprId, (base, ty): (ExprId, TypeId), member: Symbol) {
        if self.defines(ty, "operator->") {
            let message = cxx_validator::unsupported::OPERATOR_ARROW.message();
            self.error(rules::UNSUPPORTED_FEATURE, self.span(id), message);
        } else {
            self.not_a_pointer(id, (base, ty), member);
        }
    }

    /// Reports `->` after an object.
    fn not_a_pointer(&mut self, id: ExprId, (base, ty): (ExprId, TypeId), member: Symbol) {
        let message = format!("`->` expects a pointer, found `{}`", self.types.print(ty));
        let found = Diagnostic::error(rules::MEMBER_ACCESS_STRUCTURE, self.span(base), message);
        let found = if self.has_members(ty) || matches!(self.types.get(ty), Type::Texture(..)) {
            self.with_access(found, (id, base, member), ("->", "."))
        } else {
            found
        };
        self.report(found);
    }

    /// Reports `.` after a pointer.
    fn not_an_object(&mut self, id: ExprId, (base, ty): (ExprId, TypeId), member: Symbol) {
        let (ty, text) = (self.types.print(ty), self.text(member));
        let message = format!("`{ty}` has no member `{text}`: it is a pointer, use `->`");
        let found = Diagnostic::error(rules::MEMBER_ACCESS_STRUCTURE, self.member_span(id, member), message);
        let found = self.with_access(found, (id, base, member), (".", "->"));
        self.report(found);
    }

    /// Suggests a different operator between an object and the name of a member.
    fn with_access(
        &self,
        found: Diagnostic,
        (id, base, member): (ExprId, ExprId, Symbol),
        (written, wanted): (&str, &str),
    ) -> Diagnostic {
        let place = Span::new(self.span(base).hi, self.member_span(id, member).lo);
        // Otherwise there is more between both, or a macro writes them.
        if place.hi.checked_sub(place.lo) != Some(written.len() as u32) {
            return found;
        }
        found.suggest(format!("use `{wanted}`"), vec![(place, wanted.to_owned())], Applicability::Safe)
    }

    pub(super) fn member(&mut self, id: ExprId, base: ExprId, member: Symbol) -> Typed {
        let typed = self.expression(base);
        self.member_of(id, typed, member)
    }

    /// Checks the template arguments after the name of a member that is not known: the names in them are looked up. C++14 (temp.nondep) 1
    pub(super) fn visit_explicit(&mut self, member: ExprId) {
        if let Some(list) = self.ast.member_arguments.get(&member).copied() {
            self.template_arguments(list);
        }
    }

    /// The place of the name of a member, at the end of its expression.
    pub(super) fn member_span(&self, id: ExprId, member: Symbol) -> Span {
        let span = self.span(id);
        // Members that a loop names are not written anywhere.
        if let Expr::Member(base, _) = self.ast[id]
            && let Expr::Name(name) = self.ast[base]
            && self.names.is_hidden(self.ast[name].name)
        {
            return span;
        }
        Span::new(span.hi.saturating_sub(self.text(member).len() as u32), span.hi)
    }

    /// How one component of a packed vector is written without its name.
    fn component_index(&self, member: Symbol) -> String {
        let name = self.text(member);
        let index = match name {
            "x" | "r" => 0,
            "y" | "g" => 1,
            "z" | "b" => 2,
            "w" | "a" => 3,
            _ => return String::new(),
        };
        format!(": write `[{index}]` for `.{name}`")
    }

    fn has_members(&self, ty: TypeId) -> bool {
        matches!(self.types.get(ty), Type::Structure(_) | Type::Value(ValueType::Vector(..)))
    }

    fn member_of(&mut self, id: ExprId, base: Typed, member: Symbol) -> Typed {
        let span = self.member_span(id, member);
        let object = base.ty;
        let Some(structure) = self.structure_of_member(id, base.ty) else { return Typed::ERROR };
        let base = if structure == object { base } else { self.as_base(base, structure, span) };
        match self.types.get(base.ty) {
            Type::Error => {
                self.visit_explicit(id);
                Typed::ERROR
            }
            Type::Value(ValueType::Vector(scalar, width)) => {
                self.swizzle(base, (scalar, width), member, span)
            }
            Type::Value(ValueType::PackedVector(scalar, width)) => {
                if !Feature::PackedComponentNames.availability().admits(self.dialect) {
                    let words = Feature::PackedComponentNames.availability().in_words(self.dialect);
                    let message = format!(
                        "a named component of a packed vector {words}{}",
                        self.component_index(member)
                    );
                    self.error(rules::PACKED_VECTOR_NO_LETTERS, span, message);
                    return Typed::ERROR;
                }
                self.swizzle(base, (scalar, width), member, span)
            }
            Type::Structure(_) => self.structure_member(id, (base, object), (member, span)),
            Type::Uniform(inner) => {
                let typed = self.member_of(id, Typed { ty: inner, ..base }, member);
                Typed { place: None, ..typed }
            }
            Type::Pointer(object)
                if self.has_members(object.ty) && matches!(self.ast[id], Expr::Member(..)) =>
            {
                if let Expr::Member(inner, _) = self.ast[id] {
                    self.not_an_object(id, (inner, base.ty), member);
                }
                Typed::ERROR
            }
            _ => {
                let ty = self.types.print(base.ty);
                let message = format!("`{ty}` has no member `{}`", self.text(member));
                let is_plain =
                    matches!(self.types.get(base.ty), Type::Pointer(_) | Type::Value(ValueType::Scalar(_)));
                let rule = if is_plain { rules::MEMBER_ACCESS_STRUCTURE } else { rules::MEMBER_EXISTS };
                self.error(rule, span, message);
                Typed::ERROR
            }
        }
    }

    fn structure_member(
        &mut self,
        id: ExprId,
        (base, object): (Typed, TypeId),
        (member, span): (Symbol, Span),
    ) -> Typed {
        let Some(declarer) = self.declarer(base.ty, member, span) else { return Typed::ERROR };
        let owner = self.owner_of_variable(declarer, member);
        let Some(number) = self.types.structure_number(owner) else { return Typed::ERROR };
        if self.types.own_member_path(number, member).is_some() {
            self.check_member_accessible((base.ty, declarer), member, Some(object), span);
            if owner != object {
                self.note_owner(id, owner);
            }
            let base = self.as_base(base, owner, span);
            let Some(found) = self.find_member(number, member).cloned() else { return Typed::ERROR };
            self.part_of(base, &found)
        } else if let Some(typed) = self.static_member(id, base.ty, (member, span)) {
            typed
        } else if let Some(typed) = self.component(base, member) {
            typed
        } else if let Some(typed) = self.property(id, base, member) {
            typed
        } else if self.unread.contains(&member)
            || self.types.has_error(base.ty)
            || self.types.has_unknown_base(base.ty)
            || self.is_defined_elsewhere(number)
        {
            Typed::ERROR
        } else if !self.types.structure(number).is_complete {
            let message =
                format!("type `{}` is incomplete here: its members are not known", self.types.print(base.ty));
            self.error(rules::TYPE_COMPLETE, span, message);
            Typed::ERROR
        } else {
            let structure = self.types.structure(number).name.clone();
            let text = self.text(member).to_owned();
            let mut found = Diagnostic::error(
                self.rule_of_lacking(number, member).unwrap_or(rules::MEMBER_EXISTS),
                span,
                format!("`{structure}` has no member `{text}`"),
            );
            let members = &self.types.structure(number).members;
            let names = members.iter().filter_map(|member| member.name);
            let names = names.filter(|name| !self.is_internal(number, *name));
            let names: Vec<&str> = names.map(|name| self.text(name)).collect();
            let is_list = !names.is_empty() && names.len() <= 12;
            if is_list {
                found = found.note(format!("the members are `{}`", names.join("`, `")));
            }
            let found = self.did_you_mean_member(found, base.ty, member, span);
            self.report(found);
            Typed::ERROR
        }
    }

    /// Returns true if a structure has no members because its definition could not be read.
    fn is_defined_elsewhere(&self, number: StructureNumber) -> bool {
        let structure = self.types.structure(number);
        let name = self.ast[structure.declaration].name;
        !structure.is_complete && name.is_some_and(|name| self.unread.contains(&name))
    }

    /// An object that is part of a larger one. References in structures lead elsewhere.
    pub(super) fn part_of(&mut self, base: Typed, member: &MemberType) -> Typed {
        if let Type::Reference(object) = self.types.get(member.ty) {
            self.make(object.ty, member.span);
            return Typed::object(object);
        }
        let part_of = |part| if member.width.is_some() { Part::BitField } else { part };
        let place = base.place.map(|place| Place {
            is_const: member.is_const_in(place.is_const),
            is_volatile: place.is_volatile || member.is_volatile,
            part: part_of(place.part),
            ..place
        });
        Typed { place, ..Typed::value(member.ty) }
    }

    /// Returns a member with this name, also of a structure without name in this one.
    pub(super) fn find_member(&self, number: StructureNumber, name: Symbol) -> Option<&MemberType> {
        let mut number = number;
        let path = self.types.member_path(number, name)?;
        let (last, outer) = path.split_last()?;
        for (_, ty) in outer {
            number = self.types.structure_number(*ty)?;
        }
        self.types.structure(number).members.get(last.0 as usize)
    }

    /// The components that letters name. Section 2.2.1
    fn swizzle(
        &mut self,
        base: Typed,
        (scalar, width): (Scalar, Width),
        member: Symbol,
        span: Span,
    ) -> Typed {
        let names = self.names;
        let text = names.text(member);
        let alphabets = ["xyzw", "rgba"].map(|alphabet| text.chars().all(|it| alphabet.contains(it)));
        if text.is_empty() || text.len() > 4 || !text.chars().all(|it| "xyzwrgba".contains(it)) {
            let message = format!("`{}` has no member `{text}`", self.types.print(base.ty));
            self.error(rules::MEMBER_EXISTS, span, message);
            return Typed::ERROR;
        }
        if alphabets == [false, false] {
            let message = "the letters `xyzw` and `rgba` can't be mixed";
            self.error(rules::SWIZZLE_ONE_ALPHABET, span, message);
            return Typed::ERROR;
        }
        let component = |it: char| "xyzw".find(it).or("rgba".find(it)).unwrap_or(0);
        let components: Vec<usize> = text.chars().map(component).collect();
        if let Some(beyond) = text.chars().find(|it| component(*it) >= width.count() as usize) {
            let message = format!("`{}` has no component `{beyond}`", self.types.print(base.ty));
            self.error(rules::VECTOR_COMPONENT_IN_RANGE, span, message);
            return Typed::ERROR;
        }
        let is_repeated = (1..components.len()).any(|at| components[..at].contains(&components[at]));
        let part = match (components.len(), is_repeated) {
            (1, _) => Part::Component,
            (_, true) => Part::Repeated,
            (_, false) => Part::Swizzle,
        };
        let ty = self.types.with_width(scalar, Width::from_count(components.len() as u32));
        Typed { place: base.place.map(|place| Place { part, ..place }), ..Typed::value(ty) }
    }

    pub(super) fn index(&mut self, id: ExprId, base: ExprId, index: ExprId) -> Typed {
        if let Some(element) = self.thread_element(base) {
            let number = self.expression(index);
            self.index_type(index, number);
            return element;
        }
        let typed = match self.columns(base) {
            Some(matrix) => matrix,
            None => self.expression(base),
        };
        let number = match self.ast[index] {
            Expr::Braces(_) => None,
            _ => Some(self.expression(index)),
        };
        if self.types.is_error(typed.ty) {
            return Typed::ERROR;
        }
        if let Some(result) = self.overloaded(id, "[]", &[base, index], &[Some(typed), number]) {
            return result;
        }
        let Some(number) = number else {
            self.error(rules::INDEX_INTEGER, self.span(index), "an index must be an integer, found a list");
            return Typed::ERROR;
        };
        let typed = self.builtin_operand(base, typed);
        if self.types.is_error(typed.ty) {
            return Typed::ERROR;
        }
        let number = self.builtin_operand(index, number);
        // `1[p]` is `p[1]`. C++14 (expr.sub) 1
        let is_swapped = matches!(self.types.get(number.ty), Type::Pointer(_) | Type::Array(..))
            && self.types.scalar_of(typed.ty).is_some();
        let (base, typed, index, number) =
            if is_swapped { (index, number, base, typed) } else { (base, typed, index, number) };
        self.index_type(index, number);
        let constant = number.value.and_then(Value::integer);
        match self.types.get(typed.ty) {
            Type::Pointer(object) => {
                self.check_bool_arithmetic(self.span(id), object);
                self.check_indexed_buffer(id, object, number);
                Typed::object(object)
            }
            // An index beyond the end of an array is undefined behaviour, which execution reports.
            Type::Array(element, _)
            | Type::LibraryArray(element, _)
            | Type::ArrayRef(element)
            | Type::PatchControlPoint(element) => Typed { place: typed.place, ..Typed::value(element) },
            Type::Value(ValueType::Vector(scalar, width) | ValueType::PackedVector(scalar, width)) => {
                let rule = if self.is_column(base) {
                    rules::MATRIX_INDEX_CONSTANT_IN_RANGE
                } else {
                    rules::VECTOR_COMPONENT_IN_RANGE
                };
                self.check_range(index, constant, width.count(), rule, typed.ty);
                let place = typed.place.map(|place| Place { part: Part::Component, ..place });
                Typed { place, ..Typed::value(self.types.scalar(scalar)) }
            }
            Type::Value(ValueType::Matrix(scalar, columns, rows)) => {
                let range = rules::MATRIX_INDEX_CONSTANT_IN_RANGE;
                self.check_range(index, constant, columns.count(), range, typed.ty);
                Typed { place: typed.place, ..Typed::value(self.types.with_width(scalar, Some(rows))) }
            }
            Type::Structure(_) if self.types.is_error(number.ty) => Typed::ERROR,
            Type::Structure(_) if self.defines(typed.ty, "operator[]") => {
                let (own, index) = (self.types.print(typed.ty), self.types.print(number.ty));
                let message = format!("`operator[]` of `{own}` can't be called with `{index}`");
                let found = Diagnostic::error(rules::CALL_MATCH, self.span(id), message);
                let found = self.with_space_of_operator(found, "[]", typed);
                self.report(found);
                Typed::ERROR
            }
            _ => {
                let message = format!("`{}` has no elements", self.types.print(typed.ty));
                let rule = self.rule_of_class(typed.ty, Misuse::Index).unwrap_or(rules::INDEX_INDEXABLE);
                self.error(rule, self.span(id), message);
                Typed::ERROR
            }
        }
    }

    /// The matrix `m` for `m.columns`, which Apple's library has and the specification doesn't: `m.columns[c]` is `m[c]`.
    fn columns(&mut self, id: ExprId) -> Option<Typed> {
        let Expr::Member(matrix, member) = self.ast[id] else { return None };
        if self.text(member) != "columns" {
            return None;
        }
        let typed = self.expression(matrix);
        if !matches!(self.types.get(typed.ty), Type::Value(ValueType::Matrix(..))) {
            return None;
        }
        self.note(id, typed);
        Some(typed)
    }

    /// Returns true if an expression is a column of a matrix, `m[c]`.
    fn is_column(&self, id: ExprId) -> bool {
        match self.ast[id] {
            Expr::Paren(inner) => self.is_column(inner),
            Expr::Index(matrix, _) => self
                .known(matrix)
                .is_some_and(|typed| matches!(self.types.get(typed.ty), Type::Value(ValueType::Matrix(..)))),
            _ => false,
        }
    }

    fn index_type(&mut self, id: ExprId, number: Typed) {
        let number = self.loaded_operand(id, number);
        let scalar = self.types.scalar_of(number.ty);
        let is_integer = scalar.is_some_and(|scalar| scalar.is_integer() || scalar == Scalar::Bool);
        if !is_integer && !self.types.is_error(number.ty) {
            let message = format!("an index must be an integer, found `{}`", self.types.print(number.ty));
            self.error(rules::INDEX_INTEGER, self.span(id), message);
        }
    }

    fn check_range(
        &mut self,
        id: ExprId,
        constant: Option<i128>,
        count: u32,
        rule: &'static msl_spec::Rule,
        ty: TypeId,
    ) {
        let Some(constant) = constant else { return };
        if !(0..i128::from(count)).contains(&constant) {
            let message = format!("index {constant} is out of bounds for `{}`", self.types.print(ty));
            self.error(rule, self.span(id), message);
        }
    }

    /// The object that a member function is called for: what `.` and `->` name.
    pub(super) fn object_of(
        &mut self,
        id: ExprId,
        base: ExprId,
        is_arrow: bool,
    ) -> Option<(Typed, Option<Object>)> {
        let typed = if is_arrow { self.before_arrow(id, base) } else { self.expression(base) };
        if is_arrow {
            self.make_referent(typed.ty, self.span(base));
        }
        match self.types.get(typed.ty) {
            Type::Error => None,
            Type::Pointer(object) if is_arrow => Some((Typed::object(object), Some(object))),
            _ => Some((typed, typed.place.map(|place| place.object(typed.ty)))),
        }
    }
}
