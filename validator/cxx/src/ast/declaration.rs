//! Declarations.

use super::{
    AliasId, EnumerationId, ExprId, FunctionId, List, NameId, NamespaceId, PathPart, StmtId, StructureId,
    TemplateArgument, TypeSyntaxId, VariableId, VariableTemplateId,
};
use crate::ast::DeclId;
use crate::dialect::{Entry, Space};
use crate::names::Symbol;
use shader_source::Span;

/// An attribute: one element of `[[…]]`.
#[derive(Clone, Copy, Debug)]
pub struct Attribute {
    /// Its name.
    pub name: Symbol,
    /// The place of the name with its arguments.
    pub span: Span,
    /// Whether there are parentheses.
    pub has_arguments: bool,
    /// The arguments.
    pub arguments: List<ExprId>,
}

/// A declaration.
#[derive(Clone, Copy, Debug)]
pub struct Decl {
    /// The kind.
    pub kind: DeclKind,
    /// From its first token to its last.
    pub span: Span,
    /// Which functions may use its names, if it is in a structure.
    pub access: Access,
}

/// The kind of a declaration.
#[derive(Clone, Copy, Debug)]
pub enum DeclKind {
    /// A syntax error was reported here.
    Error,
    /// `;`
    Empty,
    /// A function, with or without its body.
    Function(FunctionId),
    /// `constant T x = 1, y = 2;`
    Variables(List<VariableId>),
    /// `template <typename T> constant T x = T(1);`
    VariableTemplate(VariableTemplateId),
    /// A structure, class or union.
    Structure(StructureId),
    /// `enum E { … };`
    Enumeration(EnumerationId),
    /// `typedef T name;`, `using name = T;`
    Alias(AliasId),
    /// `typedef T a, *b;`
    Aliases(List<AliasId>),
    /// `namespace n { … }`
    Namespace(NamespaceId),
    /// `using namespace n;`
    UsingNamespace(NameId),
    /// `using n::name;`
    Using(NameId),
    /// `template int f<int>(int);`, which asks for an instance of a template.
    Instance(FunctionId),
    /// `template struct S<int>;`
    StructureInstance(TypeSyntaxId),
    /// `extern template struct S<int>;`, with the declaration after `extern`.
    ExternInstance(DeclId),
    /// `namespace a = b;`
    NamespaceAlias(Symbol, NameId),
    /// `static_assert(condition, "text");`
    StaticAssert(ExprId, Option<ExprId>),
}

/// A template of variables, or a specialisation of one.
#[derive(Clone, Copy, Debug)]
pub struct VariableTemplate {
    /// The variable that the template makes.
    pub variable: VariableId,
    /// Its parameters.
    pub template: List<TemplateParameter>,
    /// The arguments that a specialisation is for.
    pub specialisation: Option<List<TemplateArgument>>,
}

/// A function.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is a word that is present or not")]
pub struct Function {
    /// The word for a function that is called from outside of the program.
    pub entry: Option<Entry>,
    /// The parameters of a function template.
    pub template: List<TemplateParameter>,
    /// The arguments that a specialisation of a template is for, as far as they are written: `template <> int f<int>(int)`.
    pub specialisation: Option<List<TemplateArgument>>,
    /// The structures before its name, for a member function that is defined outside of its structure: `int S::get() { … }`.
    pub path: List<PathPart>,
    /// The attributes before it, and those after its parameters.
    pub attributes: List<Attribute>,
    /// The type of the result; none of a constructor.
    pub result: Option<TypeSyntaxId>,
    /// Its name. The name of a constructor is the name of the structure.
    pub name: Symbol,
    /// The place of the name.
    pub name_span: Span,
    /// The parameters.
    pub parameters: List<VariableId>,
    /// Whether a member function may be called for constant objects.
    pub is_const: bool,
    /// The address space of the objects that a member function may be called for, if it names one: `T& at(int i) device`.
    pub space: Option<Space>,
    /// `&` or `&&` after the parameters.
    pub reference: Option<ReferenceQualifier>,
    /// Whether `...` is the last parameter, for any further arguments.
    pub is_variadic: bool,
    /// Whether it is a conversion to its result: `operator T()`.
    pub is_conversion: bool,
    /// Whether a constructor or conversion is only for places that ask for it: `explicit`.
    pub is_explicit: bool,
    /// Which functions may use a member.
    pub access: Access,
    /// `= default` or `= delete` instead of a body.
    pub implicit: Option<Implicit>,
    /// `static`, `inline` or `constexpr`
    pub is_static: bool,
    /// `constexpr`
    pub is_constexpr: bool,
    /// Whether a member function has no object: `static`.
    pub is_without_object: bool,
    /// Whether the result is the type of the whole function, which has no parameters of its own then: `template kernel F f<int>;`
    pub has_function_type: bool,
    /// Whether the result is written after the parameters, whose names it may use: `auto f(int a) -> decltype(a)`.
    pub has_trailing_result: bool,
    /// The initializers of members in a constructor.
    pub initializers: List<ExprId>,
    /// A block.
    pub body: Option<StmtId>,
    /// Its expressions are those with an index in `first_expr..end_expr`.
    pub first_expr: u32,
    /// See `first_expr`.
    pub end_expr: u32,
}

/// The targets that a function is for, as its `restrict(...)` clauses say. C++ AMP 1.2 (2.1)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Restriction {
    /// The targets.
    pub set: RestrictionSet,
    /// The place of the clauses.
    pub span: Span,
}

/// A set of restriction specifiers, by their numbers in [`Restrictions`](crate::dialect::Restrictions).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct RestrictionSet(u8);

impl RestrictionSet {
    /// No restriction.
    pub const NONE: Self = Self(0);

    /// The restriction with a number below eight.
    #[must_use]
    pub const fn of(number: u8) -> Self {
        Self(1 << number)
    }

    /// Returns the restrictions of both.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the restrictions that both have.
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Returns true if there is none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns true if this set includes a second set.
    #[must_use]
    pub const fn covers(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

/// The objects for which a member function with `&` or `&&` after its parameters may be called. C++14 (dcl.fct) 6
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ReferenceQualifier {
    /// `&`: objects with a name.
    Lvalue,
    /// `&&`: values.
    Rvalue,
}

/// The syntax that replaces the body of a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Implicit {
    /// `= default`: as if the program did not declare the function.
    Defaulted,
    /// `= delete`: it can't be called.
    Deleted,
}

/// A variable or parameter.
#[allow(clippy::struct_excessive_bools, reason = "each is a word that is present or not")]
#[derive(Clone, Copy, Debug)]
pub struct Variable {
    /// The type with all qualifiers.
    pub ty: TypeSyntaxId,
    /// Its name; a parameter may have none.
    pub name: Option<Symbol>,
    /// The place of the name, or of the type where there is no name.
    pub name_span: Span,
    /// The attributes.
    pub attributes: List<Attribute>,
    /// Its first value: after `=`, a braced list, or arguments in parentheses.
    pub initializer: Option<ExprId>,
    /// Whether the initializer is a list of arguments in parentheses, as a call of the type.
    pub is_direct: bool,
    /// Whether `=` is before the initializer.
    pub is_copied: bool,
    /// `constexpr`
    pub is_constexpr: bool,
    /// `static`, with its place.
    pub static_span: Option<Span>,
    /// `extern`
    pub is_extern: bool,
    /// `alignas(…)`
    pub alignment: Option<ExprId>,
}

/// A structure, a class or a union.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the keywords by name")]
pub enum StructureKind {
    Struct,
    Class,
    Union,
}

impl StructureKind {
    /// The keyword.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Struct => "struct",
            Self::Class => "class",
            Self::Union => "union",
        }
    }
}

/// A structure, class or union.
#[derive(Clone, Copy, Debug)]
pub struct Structure {
    /// The keyword.
    pub kind: StructureKind,
    /// The parameters of a structure template.
    pub template: List<TemplateParameter>,
    /// The arguments that a specialisation of a template is for: `struct S<T*>`.
    pub specialisation: Option<List<TemplateArgument>>,
    /// Its name.
    pub name: Option<Symbol>,
    /// The place of the name.
    pub name_span: Span,
    /// The attributes between the keyword and the name.
    pub attributes: List<Attribute>,
    /// The members that hold data.
    pub members: List<Member>,
    /// Types and aliases in it.
    pub decls: List<DeclId>,
    /// Member functions, constructors and conversions.
    pub functions: List<FunctionId>,
    /// Its friends.
    pub friends: List<Friend>,
    /// Whether it has a body: it is only named otherwise.
    pub is_defined: bool,
    /// `final`: no structure may be derived from it.
    pub is_final: bool,
    /// `alignas(…)`
    pub alignment: Option<ExprId>,
}

/// A type or function that may use the private members of a structure. C++14 (class.friend)
#[derive(Clone, Copy, Debug)]
pub enum Friend {
    /// `friend struct T;`, `friend T;`
    Type(TypeSyntaxId),
    /// `friend int f(S);`, with or without its body. It isn't a member.
    Function(FunctionId),
}

/// The functions that may use a member of a structure. C++14 (class.access)
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub enum Access {
    /// All.
    #[default]
    Public,
    /// The functions of the structure and of structures that are derived from it, and their friends.
    Protected,
    /// The functions of the structure and its friends.
    Private,
}

/// A base class of a structure. C++14 (class.derived)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Base {
    /// Whether it depends on the parameters of a template around: names without a path don't mean its members then. C++14 (temp.dep) 3
    pub is_dependent: bool,
}

/// A member that holds data.
#[derive(Clone, Copy, Debug)]
pub struct Member {
    /// Its type.
    pub ty: TypeSyntaxId,
    /// Its name; none of a union or structure without name, whose members belong to the enclosing structure or union.
    pub name: Option<Symbol>,
    /// The place of the name.
    pub name_span: Span,
    /// The attributes.
    pub attributes: List<Attribute>,
    /// `alignas(…)`
    pub alignment: Option<ExprId>,
    /// The value that it begins with.
    pub initializer: Option<ExprId>,
    /// The width of a bit-field.
    pub width: Option<ExprId>,
    /// Which functions may use it.
    pub access: Access,
    /// Whether it is the part of an object that a base class describes. Bases have no name, and come before other members.
    pub base: Option<Base>,
    /// `mutable`
    pub is_mutable: bool,
}

/// An enumeration.
#[derive(Clone, Copy, Debug)]
pub struct Enumeration {
    /// Its name.
    pub name: Option<Symbol>,
    /// The place of the name.
    pub name_span: Span,
    /// `enum class`
    pub is_scoped: bool,
    /// The type of its values.
    pub underlying: Option<TypeSyntaxId>,
    /// Whether it has a list of enumerators: it is only named otherwise.
    pub is_defined: bool,
    /// Its enumerators.
    pub enumerators: List<Enumerator>,
    /// The attributes of the language after `enum` and after enumerators.
    pub attributes: List<Attribute>,
}

/// An enumerator.
#[derive(Clone, Copy, Debug)]
pub struct Enumerator {
    /// Its name.
    pub name: Symbol,
    /// The place of the name.
    pub name_span: Span,
    /// Its value.
    pub value: Option<ExprId>,
}

/// A `typedef` or `using name = T;`.
#[derive(Clone, Copy, Debug)]
pub struct Alias {
    /// The new name.
    pub name: Symbol,
    /// The place of the name.
    pub name_span: Span,
    /// The type.
    pub ty: TypeSyntaxId,
    /// The parameters of an alias template.
    pub template: List<TemplateParameter>,
}

/// `namespace name { … }`
#[derive(Clone, Copy, Debug)]
pub struct Namespace {
    /// Its name.
    pub name: Option<Symbol>,
    /// `inline`: its names are names of the namespace around.
    pub is_inline: bool,
    /// `extern "C" { … }`: its declarations belong to the namespace around.
    pub is_linkage: bool,
    /// Whether that is `extern "C"`.
    pub is_of_c: bool,
    /// Its declarations.
    pub decls: List<DeclId>,
}

/// A parameter of a template.
#[derive(Clone, Copy, Debug)]
pub struct TemplateParameter {
    /// Its name.
    pub name: Option<Symbol>,
    /// The place of the name.
    pub name_span: Span,
    /// The kind.
    pub kind: TemplateParameterKind,
    /// Whether it is a pack: `typename... T`.
    pub is_pack: bool,
}

/// The kind of a parameter of a template.
#[derive(Clone, Copy, Debug)]
pub enum TemplateParameterKind {
    /// `typename T`, with its default.
    Type(Option<TypeSyntaxId>),
    /// `int N`, with its default.
    Value(TypeSyntaxId, Option<ExprId>),
    /// `template <typename> class C = S`, with its own parameters.
    Template(List<TemplateParameter>, Option<TypeSyntaxId>),
    /// `void (*f)(int)`: a function, by the type of its result and its parameters. No pointer is left once the template has arguments.
    Function(TypeSyntaxId, List<VariableId>),
}
