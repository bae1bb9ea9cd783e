//! The names of functions: what is declared in their blocks, and the members of the object of a member function.

use super::{Entity, NamespaceNumber, Scopes};
use cxx_validator::names::Symbol;
use rustc_hash::FxHashMap;
use shader_source::steps;
use std::rc::Rc;

/// A name of a function.
#[derive(Clone, Debug)]
pub(super) struct Local {
    pub(super) entity: Entity,
    /// Its number in the list of declarations in the scopes that are open: scopes end where it is cut.
    pub(super) number: usize,
}

/// The members of a structure as names of its functions, which share them: each would need time for all members otherwise.
pub(in super::super) type MemberNames = Rc<FxHashMap<Symbol, Entity>>;

/// Members that are names of a function.
#[derive(Clone, Debug)]
pub(super) struct Members {
    names: MemberNames,
    /// The number of their declaration, which is one for all.
    number: usize,
}

impl Members {
    pub(super) fn symbols(&self) -> impl Iterator<Item = Symbol> {
        self.names.keys().copied()
    }
}

/// The former meaning of a name that a declaration of a function hides.
#[derive(Clone, Debug)]
pub(super) enum Hidden {
    /// A name of the function.
    Local(Symbol, Local),
    /// Nothing of the function has the name.
    Nothing(Symbol),
    /// The declaration is one of members. The names that they hide stay where they are, and are looked up after them.
    ByMembers,
}

/// The start of a scope in a function.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Mark {
    hidden: usize,
    innermost: usize,
    used: usize,
}

/// The scopes of a function, put aside while a different one is checked.
#[derive(Clone, Default, Debug)]
pub(in super::super) struct Aside {
    locals: FxHashMap<Symbol, Local>,
    hidden: Vec<Hidden>,
    members: Vec<Members>,
    innermost: usize,
    local_library: bool,
    local_used: Vec<NamespaceNumber>,
}

/// A number of declarations in the scopes of functions that are open.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct NumberOfNames(usize);

impl Scopes {
    pub(in super::super) fn open(&mut self) -> Mark {
        let used = self.local_used.len();
        let mark = Mark { hidden: self.hidden.len(), innermost: self.innermost, used };
        self.innermost = self.hidden.len();
        mark
    }

    pub(in super::super) fn close(&mut self, mark: Mark) {
        for hidden in self.hidden.drain(mark.hidden..).rev() {
            match hidden {
                Hidden::Local(symbol, local) => _ = self.locals.insert(symbol, local),
                Hidden::Nothing(symbol) => _ = self.locals.remove(&symbol),
                Hidden::ByMembers => _ = self.members.pop(),
            }
        }
        self.innermost = mark.innermost;
        self.local_used.truncate(mark.used);
    }

    /// Puts the scopes of a function aside.
    pub(in super::super) fn put_aside(&mut self) -> Aside {
        Aside {
            locals: core::mem::take(&mut self.locals),
            hidden: core::mem::take(&mut self.hidden),
            members: core::mem::take(&mut self.members),
            innermost: core::mem::take(&mut self.innermost),
            local_library: core::mem::take(&mut self.local_library),
            local_used: core::mem::take(&mut self.local_used),
        }
    }

    /// The scopes of the function as they are now.
    pub(in super::super) fn names_of_function(&self) -> Aside {
        Aside {
            locals: self.locals.clone(),
            hidden: self.hidden.clone(),
            members: self.members.clone(),
            innermost: self.innermost,
            local_library: self.local_library,
            local_used: self.local_used.clone(),
        }
    }

    /// The number of names of the function that are visible.
    pub(in super::super) fn names_around(&self) -> usize {
        self.hidden.len()
    }

    /// The number of declarations so far.
    pub(in super::super) fn number_of_names(&self) -> NumberOfNames {
        NumberOfNames(self.hidden.len())
    }

    /// Returns true if a name of the function was declared before so many others.
    pub(in super::super) fn is_around_names(&self, symbol: Symbol, first: NumberOfNames) -> bool {
        self.local_with_number(symbol).is_some_and(|(_, number)| number < first.0)
    }

    /// The meaning of a name of the function.
    pub(in super::super) fn local(&self, symbol: Symbol) -> Option<Entity> {
        self.local_with_number(symbol).map(|(entity, _)| entity.clone())
    }

    pub(in super::super) fn take_back(&mut self, aside: Aside) {
        let Aside { locals, hidden, members, innermost, local_library, local_used } = aside;
        (self.locals, self.hidden, self.members, self.innermost) = (locals, hidden, members, innermost);
        (self.local_library, self.local_used) = (local_library, local_used);
    }

    /// Declares a name in a function. The result is what it stood for in the same scope.
    pub(in super::super) fn declare_local(&mut self, symbol: Symbol, entity: Entity) -> Option<Entity> {
        let number = self.hidden.len();
        let before = self.locals.insert(symbol, Local { entity, number });
        self.hidden.push(match before.clone() {
            Some(before) => Hidden::Local(symbol, before),
            None => Hidden::Nothing(symbol),
        });
        before.filter(|before| before.number >= self.innermost).map(|before| before.entity)
    }

    /// Makes members names of the function, from here to the end of the scope. They hide the names before them.
    pub(in super::super) fn declare_members(&mut self, names: MemberNames) {
        self.members.push(Members { names, number: self.hidden.len() });
        self.hidden.push(Hidden::ByMembers);
    }

    /// The meaning of a name of the function, which may be a member, with the number of its declaration.
    pub(super) fn local_with_number(&self, symbol: Symbol) -> Option<(&Entity, usize)> {
        let local = self.locals.get(&symbol);
        let later = self.members.iter().rev();
        let mut later = later.take_while(|members| local.is_none_or(|local| local.number < members.number));
        let member = later.find_map(|members| {
            steps::take(1);
            Some((members.names.get(&symbol)?, members.number))
        });
        member.or_else(|| local.map(|local| (&local.entity, local.number)))
    }

    /// Returns true if a `using` declaration of a block around names functions.
    pub(in super::super) fn has_local_functions(&self, symbol: Symbol) -> bool {
        self.local_with_number(symbol).is_some_and(|(entity, _)| matches!(entity, Entity::Functions(_)))
    }

    /// The meaning of a name in the innermost scope of a function.
    pub(in super::super) fn here_local(&self, symbol: Symbol) -> Option<&Entity> {
        let local = self.local_with_number(symbol);
        local.filter(|(_, number)| *number >= self.innermost).map(|(entity, _)| entity)
    }

    /// Returns true if the names of a function are in scope.
    pub(in super::super) const fn is_in_function(&self) -> bool {
        !self.hidden.is_empty()
    }
}
