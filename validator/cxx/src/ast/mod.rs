//! The syntax tree: columns of small nodes, named by ids.

mod declaration;
mod expression;
mod ids;
mod lambda;
mod launch;
mod statement;
mod types;

pub use declaration::{
    Access, Alias, Attribute, Base, Decl, DeclKind, Enumeration, Enumerator, Friend, Function, Implicit,
    Member, Namespace, ReferenceQualifier, Restriction, RestrictionSet, Structure, StructureKind,
    TemplateParameter, TemplateParameterKind, Variable, VariableTemplate,
};
pub use expression::{
    BinaryOperator, BraceItem, CastKind, Designator, Expr, Literal, PathPart, PostfixOperator, QualifiedName,
    TemplateArgument, UnaryOperator,
};
pub use ids::{
    AliasId, DeclId, EnumerationId, FunctionId, LambdaId, NamespaceId, StructureId, VariableId,
    VariableTemplateId,
};
pub use ids::{ExprId, NameId, StmtId, TypeSyntaxId};
pub use lambda::{Capture, CaptureKind, CaptureMode, Lambda};
pub use launch::Launch;
pub use shader_source::column::List;
pub use statement::{CaseLabel, Iteration, Stmt, SwitchClause};
pub use types::{Fundamental, Qualifiers, TypeSyntax};

use crate::dialect::Feature;
use crate::names::Symbol;
use crate::packs::Copies;
use rustc_hash::{FxHashMap, FxHashSet};
use shader_source::Span;

macro_rules! tree {
    (nodes { $($field:ident: $node:ty, $id:ty;)* } lists { $($list:ident: $element:ty;)* }) => {
        /// The syntax of a program.
        #[derive(Clone, Default, Debug)]
        #[allow(missing_docs, reason = "each field is the column of the type of its elements")]
        pub struct Ast {
            $(pub $field: Vec<$node>,)*
            $(pub $list: Vec<$element>,)*
            /// The template arguments of the names of members, which few have.
            pub member_arguments: FxHashMap<ExprId, List<TemplateArgument>>,
            /// The names of members with the structure before them: `a.S::b`.
            pub member_names: FxHashMap<ExprId, NameId>,
            /// The values of members before the body of a constructor that are lists in parentheses: `a(1)`, not `a{1}`.
            pub parenthesised_lists: FxHashSet<ExprId>,
            /// The calls of functions whose names are in parentheses: `(f)(x)`.
            pub parenthesised_calls: FxHashSet<ExprId>,
            /// The expressions and types with `...` after them, which are patterns with packs in them.
            pub patterns: FxHashSet<ExprId>,
            pub pattern_types: FxHashSet<TypeSyntaxId>,
            /// The `sizeof` that are `sizeof...`.
            pub pack_sizes: FxHashSet<ExprId>,
            /// The conditions of `if constexpr`.
            pub constant_conditions: FxHashSet<ExprId>,
            /// The structures before the names of variables that are members, defined outside of them.
            pub member_paths: FxHashMap<VariableId, List<PathPart>>,
            /// The variables that are members, defined after `template <>`.
            pub specialised_members: FxHashSet<VariableId>,
            /// The namespaces and structures before the names of structures: `struct N::S {}`.
            pub structure_paths: FxHashMap<StructureId, List<PathPart>>,
            /// The words before types with longer names that are declared elsewhere: `struct N::S a`; none of `enum N::E a`.
            pub elaborated: FxHashMap<TypeSyntaxId, Option<StructureKind>>,
            /// The member functions with `volatile` after their parameters.
            pub volatile_functions: FxHashSet<FunctionId>,
            /// The `restrict(...)` clauses of functions, and of types of functions.
            pub restrictions: FxHashMap<FunctionId, Restriction>,
            pub type_restrictions: FxHashMap<TypeSyntaxId, Restriction>,
            /// The `restrict` of clauses in what could not be read.
            pub unread_restrictions: Vec<Span>,
            /// The statements that can't be read and have a name that is not declared, which may be a type or a macro of a skipped header: the place of the
            /// statement, and the name.
            pub unread_statements: Vec<(Span, Symbol)>,
            /// The `throw(...)` after the parameters of functions.
            pub exception_specifications: FxHashMap<FunctionId, Span>,
            /// The virtual functions, with the place of the word.
            pub virtual_functions: FxHashMap<FunctionId, Span>,
            /// The structures with virtual functions or virtual bases, with the place of the word.
            pub virtual_structures: FxHashMap<StructureId, Span>,
            /// The features that host code has and the language leaves out, with their places.
            pub host_features: Vec<(Feature, Span)>,
            /// The places of the operators of binary operations and assignments, in files that have host code as well.
            pub operator_spans: FxHashMap<ExprId, Span>,
            /// The launches of kernels, in text that can't be read, too.
            pub launches: Vec<Launch>,
            /// The places of the names of launches in lines that conditions leave out.
            pub launches_left_out: Vec<Span>,
            /// The parts of files that conditions leave out.
            pub code_left_out: Vec<Span>,
            /// The iterations that loops over objects are, by their variables.
            pub iterations: FxHashMap<VariableId, Iteration>,
            /// The copies of templates with packs.
            pub copies: Copies,
            pub expr_spans: Vec<Span>,
            pub stmt_spans: Vec<Span>,
            pub type_spans: Vec<Span>,
        }

        $(impl core::ops::Index<$id> for Ast {
            type Output = $node;
            // The checkers of other crates index the tree all the time.
            #[inline]
            fn index(&self, id: $id) -> &$node {
                &self.$field[id.index()]
            }
        })*

        $(impl core::ops::Index<List<$element>> for Ast {
            type Output = [$element];
            #[inline]
            fn index(&self, list: List<$element>) -> &[$element] {
                &self.$list[list.range()]
            }
        })*
    };
}

tree! {
    nodes {
    exprs: Expr, ExprId;
    stmts: Stmt, StmtId;
    types: TypeSyntax, TypeSyntaxId;
    names: QualifiedName, NameId;
    decls: Decl, DeclId;
    functions: Function, FunctionId;
    variables: Variable, VariableId;
    structures: Structure, StructureId;
    enumerations: Enumeration, EnumerationId;
    aliases: Alias, AliasId;
    namespaces: Namespace, NamespaceId;
    lambdas: Lambda, LambdaId;
    variable_templates: VariableTemplate, VariableTemplateId;
    }
    lists {
    expr_lists: ExprId;
    stmt_lists: StmtId;
    decl_lists: DeclId;
    function_lists: FunctionId;
    alias_lists: AliasId;
    variable_lists: VariableId;
    path_parts: PathPart;
    attributes: Attribute;
    members: Member;
    friends: Friend;
    enumerators: Enumerator;
    template_parameters: TemplateParameter;
    template_arguments: TemplateArgument;
    brace_items: BraceItem;
    captures: Capture;
    clauses: SwitchClause;
    labels: CaseLabel;
    }
}

impl Ast {
    /// Returns true if a function is a template. A copy for an empty pack may be one without parameters.
    #[must_use]
    pub fn is_template(&self, id: FunctionId) -> bool {
        !self[id].template.is_empty() || self.copies.variadic.contains_key(&id)
    }

    /// Returns true if a template has a pack.
    #[must_use]
    pub fn has_packs(&self) -> bool {
        self.template_parameters.iter().any(|parameter| parameter.is_pack)
    }

    /// The names of the packs: of parameters of templates, and of functions.
    #[must_use]
    pub fn pack_names(&self) -> FxHashSet<Symbol> {
        if !self.has_packs() {
            return FxHashSet::default();
        }
        let parameters = self.template_parameters.iter().filter(|it| it.is_pack).filter_map(|it| it.name);
        let variables = self.variables.iter().filter(|it| self.pattern_types.contains(&it.ty));
        parameters.chain(variables.filter_map(|it| it.name)).collect()
    }

    /// The place of the first pack.
    #[must_use]
    pub fn place_of_pack(&self) -> Span {
        let pack = self.template_parameters.iter().find(|parameter| parameter.is_pack);
        pack.map_or_else(Span::default, |pack| pack.name_span)
    }

    /// The place of an expression.
    #[must_use]
    pub fn expr_span(&self, id: ExprId) -> Span {
        self.expr_spans[id.index()]
    }

    /// The place of a statement.
    #[must_use]
    pub fn stmt_span(&self, id: StmtId) -> Span {
        self.stmt_spans[id.index()]
    }

    /// The place of a type.
    #[must_use]
    pub fn type_span(&self, id: TypeSyntaxId) -> Span {
        self.type_spans[id.index()]
    }
}
