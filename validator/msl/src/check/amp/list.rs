//! Braced lists for the containers of the library, which have no `std::initializer_list`: a constructor takes a pointer to the elements, their number and
//! a mark.

use super::super::overload::Candidate;
use super::super::{Checker, Typed};
use crate::meaning::Callee;
use crate::types::{Type, TypeId};
use cxx_validator::ast::{BraceItem, Expr, ExprId};

/// The class of the mark.
const MARK: &str = "_List";

impl Checker<'_> {
    /// Begins a container with the elements of a list; false if the list has none, or its values are arguments of a constructor.
    /// C++14 (over.match.list) 1
    pub(in super::super) fn begin_with_elements(
        &mut self,
        id: ExprId,
        to: TypeId,
        items: &[BraceItem],
    ) -> bool {
        let Some((candidate, element)) = self.constructor_of_list(to).filter(|_| !items.is_empty()) else {
            return false;
        };
        let converts = |checker: &mut Self, item: &BraceItem| {
            matches!(checker.ast[item.value], Expr::Braces(_)) || {
                let typed = checker.expression(item.value);
                checker.rank(typed, element).is_some()
            }
        };
        if !items.iter().all(|item| converts(self, item)) {
            return false;
        }
        let array = self.types.intern(Type::Array(element, Some(items.len() as u32)));
        self.initialize_aggregate(id, array, items);
        let span = self.span(id);
        if let Some(instance) = self.instance_of(&candidate, span) {
            self.function.calls.push((instance, span));
            self.note_callee(id, Callee::Function(instance));
        }
        self.note(id, Typed::value(to));
        true
    }

    /// The constructor of a container for the elements of a list, and the type of an element.
    fn constructor_of_list(&mut self, ty: TypeId) -> Option<(Candidate, TypeId)> {
        let number = self.types.structure_number(ty).filter(|_| self.is_amp())?;
        let declaration = self.types.structure(number).declaration;
        if !self.is_library_place(self.ast[declaration].name_span) {
            return None;
        }
        self.constructors_for(ty, &[None; 3]).into_iter().find_map(|function| {
            let signature = self.member_signatures.get(&(ty, function))?.clone();
            let &[first, _, mark] = signature.parameters.as_slice() else { return None };
            let mark = self.types.structure(self.types.structure_number(mark)?);
            let Type::Pointer(object) = self.types.get(first) else { return None };
            let candidate = Candidate { function, arguments: Vec::new(), owner: Some(ty), signature };
            (mark.name == MARK).then_some((candidate, object.ty))
        })
    }
}
