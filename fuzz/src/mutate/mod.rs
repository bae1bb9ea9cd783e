//! Mutants: programs with one change by chance.
//!
//! Most mutants break a rule or two, some keep all of them; either way implementations should agree about them. A mutant has the form
//! of a program: it is printed, and read as an equal tree, unless an attribute is in a place or has arguments that the grammar
//! excludes, or a constant has no value.
//!
//! A program with a [broken rule](broken) is wrong in a known way.
//!
//! A change looks for its places with the visitor of trees, picks one by chance, and takes new parts out of the program itself or of
//! [`Donors`], which are harvested once. The same tree, donors and choices give the same mutant.

mod attribute;
mod boundaries;
pub mod broken;
mod donors;
mod expression;
mod graft;
mod literal;
mod name;
mod place;
mod row;
mod statement;
#[cfg(test)]
mod tests;
pub mod text;

pub use donors::Donors;

use crate::choices::{Choices, bytes_of};
use crate::tree::Tree;

/// The bytes of choices for a mutant of a seed.
const CHOICES: usize = 64;

/// The number of changes that are tried before a program is given up.
const ATTEMPTS: usize = 8;

/// A changed program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mutant {
    /// The program.
    pub tree: Tree,
    /// The kind of change.
    pub change: Change,
}

/// Changes a tree, and says whether it did.
type Apply = fn(&mut Tree, &Donors, &mut Choices<'_>) -> bool;

/// Declares the kinds of change with the functions that make them.
macro_rules! changes {
    ($($(#[doc = $doc:literal])+ $name:ident: $apply:path,)+) => {
        /// A kind of change.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
        pub enum Change {
            $($(#[doc = $doc])+ $name,)+
        }

        impl Change {
            /// All kinds of change.
            pub const ALL: [Self; [$(stringify!($name)),+].len()] = [$(Self::$name),+];

            const fn apply(self) -> Apply {
                match self {
                    $(Self::$name => $apply,)+
                }
            }
        }
    };
}

changes! {
    /// Another type where one is written.
    ReplaceType: name::replace_type,
    /// Another template parameter: an element type, a count, an access mode.
    ReplaceTemplateParameter: name::replace_template_parameter,
    /// Another address space or access mode of a variable.
    ReplaceAddressSpace: name::replace_address_space,
    /// Another function or type in a call; the arguments stay.
    ReplaceCallee: name::replace_callee,
    /// Another name where one is used.
    ReplaceName: name::replace_name,
    /// Another member or swizzle.
    ReplaceMember: name::replace_member,
    /// Another name of a declaration; its uses stay.
    RenameDeclaration: name::rename_declaration,
    /// Another name of a declaration and everywhere it is used.
    RenameEverywhere: name::rename_everywhere,
    /// A declaration in a block of a name that means something else outside.
    ShadowName: name::shadow_name,
    /// `const`, `override`, `let` and `var` for each other.
    ReplaceKeyword: name::replace_keyword,
    /// Another literal, of the limits of its type or beyond.
    ReplaceLiteral: literal::replace_literal,
    /// A literal with another suffix or in another notation.
    RewriteLiteral: literal::rewrite_literal,
    /// A literal as the value of a new declaration, and its name in the place of the literal: what must be known early may be known
    /// too late.
    NameLiteral: literal::name_literal,
    /// Another operator.
    ReplaceOperator: expression::replace_operator,
    /// Another expression, of this program or of a donor.
    ReplaceExpression: expression::replace_expression,
    /// An expression as the operand of an operator, the argument of a conversion, or the base of a member.
    WrapExpression: expression::wrap_expression,
    /// An operand or argument in the place of an expression.
    UnwrapExpression: expression::unwrap_expression,
    /// One more attribute.
    AddAttribute: attribute::add,
    /// One attribute less.
    RemoveAttribute: attribute::remove,
    /// An attribute twice.
    DuplicateAttribute: attribute::duplicate,
    /// An attribute at another declaration or statement.
    MoveAttribute: attribute::relocate,
    /// Another argument of an attribute, one more, or one less.
    ReplaceAttributeArgument: attribute::replace_argument,
    /// Two neighbours in a row for each other: declarations, statements, members, parameters, arguments, clauses.
    Swap: row::swap,
    /// A part of a row twice.
    Duplicate: row::duplicate,
    /// A part of a row less.
    Remove: row::remove,
    /// One more member or parameter.
    InsertMember: row::insert_member,
    /// One more argument.
    InsertArgument: row::insert_argument,
    /// One more clause or selector of a switch.
    InsertClause: row::insert_clause,
    /// One more statement.
    InsertStatement: statement::insert,
    /// A statement in another block.
    MoveStatement: statement::relocate,
    /// A statement in the body of another.
    WrapStatement: statement::wrap,
    /// The statements of a body in the place of the statement that has it.
    UnwrapStatement: statement::unwrap,
    /// Declarations of a donor with all that they need, their names kept apart.
    InsertDeclarations: row::insert_declarations,
    /// One more directive.
    AddDirective: row::add_directive,
}

/// A mutant of a program; `None` if the changes that the choices name have no place in it.
#[must_use]
pub fn mutate(tree: &Tree, donors: &Donors, choices: &mut Choices<'_>) -> Option<Mutant> {
    let mut mutant = tree.clone();
    for _ in 0..ATTEMPTS {
        let change = *choices.pick(&Change::ALL)?;
        if change.apply()(&mut mutant, donors, choices) && mutant != *tree {
            return Some(Mutant { tree: mutant, change });
        }
    }
    None
}

/// A mutant with this kind of change; `None` if it has no place in the program.
#[must_use]
pub fn mutate_by(change: Change, tree: &Tree, donors: &Donors, choices: &mut Choices<'_>) -> Option<Mutant> {
    let mut mutant = tree.clone();
    let is_changed = change.apply()(&mut mutant, donors, choices) && mutant != *tree;
    is_changed.then_some(Mutant { tree: mutant, change })
}

/// The mutant of a seed.
#[must_use]
pub fn from_seed(tree: &Tree, donors: &Donors, seed: u64) -> Option<Mutant> {
    mutate(tree, donors, &mut Choices::new(&bytes_of(seed, CHOICES)))
}
