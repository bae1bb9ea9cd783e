//! The nodes of a typed tree.

use crate::meaning::{Value, Variant};
use crate::sampler::{NoSampler, SamplerStates};
use crate::types::{Object, TypeId};
use cxx_validator::ast::{BinaryOperator, FunctionId, List, VariableId};
use cxx_validator::names::Symbol;
use msl_spec::{Enumerator, Function, LodOption, Scalar, TextureFunction, ValueType};
use shader_source::Span;
use shader_source::ids;

ids! {
    /// An expression: a value.
    ExprId,
    /// A place: an object, or a part of one.
    PlaceId,
    /// A statement.
    StmtId,
    /// A variable of a function, a parameter, or the object of a member function.
    LocalId,
    /// The value of a constant.
    ConstantId,
    /// A call of a function of the program.
    CallId,
    /// A call of a function of the library.
    LibraryCallId,
    /// A call of a function that is only declared.
    ExternalCallId,
    /// A call of a member function of a texture.
    TextureCallId,
    /// A sampler that the program makes.
    SamplerId,
}

/// An expression. At most 16 bytes.
#[derive(Clone, Copy, Debug)]
pub enum Expr {
    /// A scalar that is known.
    Constant(ConstantId),
    /// The name of a variable, whose value is a scalar that is known.
    ConstantName(PlaceId, ConstantId),
    /// An enumerator of the library. Its enumeration is the type.
    Enumerator(&'static Enumerator),
    /// The value whose scalars are all zero; a null pointer.
    Zero,
    /// The value of a place.
    Load(PlaceId),
    /// The pointer to a place.
    AddressOf(PlaceId),
    /// The pointer to the first element of an array.
    FirstElement(PlaceId),
    /// A value in a different type: the type of this expression.
    Convert(ExprId),
    /// The bits of a value as a different type. Section 2.14
    Bits(ExprId),
    /// An operation on a number, vector or matrix.
    Unary(UnaryOperator, ExprId),
    /// An operation on numbers, vectors and matrices. `&&` and `||` are component by component.
    Binary(BinaryOperator, ExprId, ExprId),
    /// `left && right`, `left || right`: the right operand is evaluated only if it decides.
    Logical {
        /// `&&`
        is_and: bool,
        /// The operand that is evaluated first.
        left: ExprId,
        /// The other operand.
        right: ExprId,
    },
    /// `condition ? accept : reject`
    Conditional(ExprId, ExprId, ExprId),
    /// The value of the last expression; those before are evaluated for their effects.
    Comma(List<ExprId>),
    /// The pointer that is so many elements after, or before, a different one.
    Offset {
        /// The pointer.
        pointer: ExprId,
        /// The number of elements, an integer.
        index: ExprId,
        /// Whether the result is before the pointer.
        is_back: bool,
    },
    /// A comparison of pointers.
    ComparePointers(BinaryOperator, ExprId, ExprId),
    /// The number of elements between two pointers.
    PointerDifference(ExprId, ExprId),
    /// `place = value`
    Assign(PlaceId, ExprId),
    /// `place += value`. The old value is converted to the type before the operation, and the result to the type of the place.
    AssignWith(BinaryOperator, PlaceId, ExprId, TypeId),
    /// `++place`, `place--`
    Step {
        /// The object.
        place: PlaceId,
        /// `++`
        is_up: bool,
        /// Whether the result is the new value.
        is_prefix: bool,
    },
    /// The result of a function of the program.
    Call(CallId),
    /// A new object that a constructor begins. The object is not among the arguments.
    Object(CallId),
    /// A scalar, vector or matrix from the components of values; one scalar is all components, or the diagonal. Sections 2.2.2 and 2.3.2
    Construct(List<ExprId>),
    /// An array or structure from the values of its elements or members, in order. The second field is the value of elements without a
    /// part, and zero if there is none.
    Aggregate(List<Part>, Option<ExprId>),
    /// Components of a vector that is not a place.
    Swizzle(ExprId, Components),
    /// The result of a function of the library.
    Library(LibraryCallId),
    /// The result of a function that is only declared: whoever executes the program may have it.
    External(ExternalCallId),
    /// The result of a member function of a texture.
    Texture(TextureCallId),
    /// An option of sampling.
    Option(LodOption, List<ExprId>),
    /// A sampler that the program makes.
    Sampler(SamplerId),
    /// `all()` or `any()` of a vote. Sections 6.8.2 and 6.8.3
    Vote {
        /// The vote.
        vote: ExprId,
        /// `all()`
        is_all: bool,
    },
    /// An expression that has no counterpart here. It matters only where it is used.
    Unsupported(Unsupported),
}

const _: () = assert!(size_of::<Expr>() <= 16);

/// An operator with one operand that is a number, vector or matrix.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the operators by name")]
pub enum UnaryOperator {
    Negate,
    Not,
    Complement,
}

/// A kind of expression that the tree has no node for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unsupported {
    /// A literal without a value.
    Literal,
    /// A name without a value.
    Name,
    /// The size of a type that has none.
    Size,
    /// The call of a function without a body, or of a class of the library.
    Call,
    /// A constructor that makes nothing.
    Constructor,
    /// A conversion by a function without a body.
    Conversion,
    /// An initializer in parentheses that is not a list.
    Initializer,
    /// An operation on values of a type that has none.
    Operation,
    /// The copy or assignment of an object by a function of the program.
    Copy,
    /// An expression that is nested too deeply.
    Depth,
    /// The end of an object whose destructor does something.
    Destructor,
    /// A statement of a host that can't be read.
    Statement,
    /// The call of a virtual function that a class overrides.
    Virtual,
}

impl Unsupported {
    /// The expression in words: the beginning of a sentence.
    #[must_use]
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::Literal => "this literal",
            Self::Name => "this name",
            Self::Size => "this size",
            Self::Call => "this call",
            Self::Constructor => "this constructor",
            Self::Conversion => "this conversion",
            Self::Initializer => "this initializer",
            Self::Operation => "this operation",
            Self::Copy => "a copy by a function of the program",
            Self::Depth => "this nesting",
            Self::Destructor => "a destructor",
            Self::Statement => "this statement",
            Self::Virtual => "the call of a virtual function that a derived class overrides",
        }
    }
}

/// One to four components of a vector.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Components {
    count: u8,
    numbers: [u8; 4],
}

impl Components {
    /// The components with these numbers; those after the fourth are left out.
    #[must_use]
    pub fn new(numbers: impl IntoIterator<Item = usize>) -> Self {
        let mut components = Self { count: 0, numbers: [0; 4] };
        for (slot, number) in components.numbers.iter_mut().zip(numbers) {
            *slot = number as u8;
            components.count += 1;
        }
        components
    }

    /// Their numbers, from zero.
    pub fn iter(self) -> impl ExactSizeIterator<Item = usize> {
        self.numbers.into_iter().take(self.count.into()).map(usize::from)
    }

    /// The number of the only component; `None` if there are several.
    #[must_use]
    pub const fn single(self) -> Option<usize> {
        if self.count == 1 { Some(self.numbers[0] as usize) } else { None }
    }

    /// These components of components.
    #[must_use]
    pub(super) fn of(self, whole: Self) -> Self {
        Self::new(self.iter().map(|number| whole.numbers[number % 4].into()))
    }
}

/// A place: an object, or a part of one. At most 16 bytes.
#[derive(Clone, Copy, Debug)]
pub enum Place {
    /// A variable of the function. A reference is the object that it refers to.
    Local(LocalId),
    /// A variable of the program.
    Global(VariableId),
    /// The object that a pointer leads to.
    Deref(ExprId),
    /// A member of a structure, by its index.
    Member(PlaceId, u32),
    /// An element of an array, a vector or a matrix.
    Element(PlaceId, ExprId),
    /// Components of a vector. Several have no address.
    Components(PlaceId, Components),
    /// A new object with a value.
    Temporary(ExprId),
    /// The object that the result of a function refers to.
    Call(CallId),
    /// The object that an assignment or `++` has changed, which is evaluated once.
    Assigned(ExprId),
    /// One of two objects.
    Conditional(ExprId, PlaceId, PlaceId),
    /// An object as one of a different type.
    As(PlaceId),
}

const _: () = assert!(size_of::<Place>() <= 16);

/// A statement. At most 20 bytes.
#[derive(Clone, Copy, Debug)]
pub enum Stmt {
    /// An expression that is evaluated for its effects.
    Expression(ExprId),
    /// The beginning of a variable.
    Declare(LocalId, Initial),
    /// Statements with a scope of their own.
    Block(List<StmtId>),
    /// `if (condition) accept else reject`
    If(ExprId, StmtId, Option<StmtId>),
    /// A loop.
    Loop {
        /// The condition; without one it continues until something leaves it.
        condition: Option<ExprId>,
        /// Whether the condition comes before the body.
        is_tested_first: bool,
        /// The expression that is evaluated after the body, where `continue` leads.
        update: Option<ExprId>,
        /// The body.
        body: StmtId,
    },
    /// `switch (selector) { … }`
    Switch(ExprId, List<Clause>),
    /// `break;`
    Break,
    /// `continue;`
    Continue,
    /// `return;`, `return value;`
    Return(Option<ExprId>),
    /// `return` of a function whose result is a reference.
    ReturnPlace(PlaceId),
}

const _: () = assert!(size_of::<Stmt>() <= 20);

/// The beginning of a variable.
#[derive(Clone, Copy, Debug)]
pub enum Initial {
    /// It has no value yet.
    None,
    /// It has a value of its type.
    Value(ExprId),
    /// It is a reference to a place.
    Reference(PlaceId),
}

/// The statements of a `switch` from one group of labels to the next.
#[derive(Clone, Copy, Debug)]
pub struct Clause {
    /// The values of its labels, in the type of the selector; none of `default`.
    pub labels: List<Option<ExprId>>,
    /// The statements. They run on into the next clause.
    pub statements: List<StmtId>,
    /// From the first label to the end.
    pub span: Span,
}

/// The value of an element of an array or of a member of a structure.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// The index of the element or member.
    pub index: u32,
    /// Its value, in its type.
    pub value: ExprId,
}

/// An argument.
#[derive(Clone, Copy, Debug)]
pub enum Argument {
    /// A value, in the type of the parameter.
    Value(ExprId),
    /// The place that a reference refers to. A value is a [`Place::Temporary`].
    Place(PlaceId),
    /// A parameter of a function of the library that is left out before others.
    Omitted,
}

/// A call of a function of the program.
#[derive(Clone, Copy, Debug)]
pub struct Call {
    /// The number of its instance.
    pub instance: usize,
    /// The object of a member function, and an argument for each parameter.
    pub arguments: List<Argument>,
}

/// A call of a function of the library.
#[derive(Clone, Copy, Debug)]
pub struct LibraryCall {
    /// The function.
    pub function: &'static Function,
    /// The number of the signature.
    pub signature: usize,
    /// The type of the variable `T`.
    pub variable: Option<ValueType>,
    /// Whether one of the namespaces `precise` and `fast` is named.
    pub variant: Option<Variant>,
    /// The arguments, in the order of the parameters. Those at the end may be missing.
    pub arguments: List<Argument>,
}

/// A call of a function that is only declared.
#[derive(Clone, Copy, Debug)]
pub struct ExternalCall {
    /// The function.
    pub function: FunctionId,
    /// The arguments, as values in the types of the parameters.
    pub arguments: List<ExprId>,
}

/// A call of a member function of a texture.
#[derive(Clone, Copy, Debug)]
pub struct TextureCall {
    /// The texture.
    pub texture: ExprId,
    /// The function.
    pub function: &'static TextureFunction,
    /// The number of the signature.
    pub signature: usize,
    /// The element of the texture.
    pub element: Scalar,
    /// The arguments, in the order of the parameters. Those at the end may be missing.
    pub arguments: List<Argument>,
}

/// A variable of a function, a parameter, or the object of a member function.
#[derive(Clone, Copy, Debug)]
pub struct Local {
    /// Its name; a parameter may have none, and so has the object of a member function.
    pub name: Option<Symbol>,
    /// Its type, address space and qualifiers; for a reference, they describe the object that it refers to.
    pub object: Object,
    /// Whether it is a reference.
    pub is_reference: bool,
    /// Whether it is one variable for all calls: `static`.
    pub is_static: bool,
    /// The place of its name.
    pub span: Span,
}

macro_rules! tree {
    (nodes { $($field:ident: $node:ty, $id:ty;)* } lists { $($list:ident: $element:ty;)* }) => {
        /// The nodes of a function or of an initializer, in columns. A node comes after its parts, and may be a part of several nodes: a default
        /// argument is one of each call that leaves the argument out.
        #[derive(Clone, Default, Debug)]
        #[allow(missing_docs, reason = "each field is the column of the type of its elements")]
        pub struct Tree {
            $(pub $field: Vec<$node>,)*
            $(pub $list: Vec<$element>,)*
            pub expr_types: Vec<TypeId>,
            pub expr_spans: Vec<Span>,
            pub place_types: Vec<TypeId>,
            pub place_spans: Vec<Span>,
            pub stmt_spans: Vec<Span>,
        }

        $(impl core::ops::Index<$id> for Tree {
            type Output = $node;
            fn index(&self, id: $id) -> &$node {
                &self.$field[id.index()]
            }
        })*

        $(impl core::ops::Index<List<$element>> for Tree {
            type Output = [$element];
            fn index(&self, list: List<$element>) -> &[$element] {
                &self.$list[list.range()]
            }
        })*

        $(impl Tree {
            /// Adds a list.
            pub(super) fn $list(&mut self, elements: &[$element]) -> List<$element> {
                let start = self.$list.len() as u32;
                self.$list.extend_from_slice(elements);
                List::new(start, elements.len() as u32)
            }
        })*
    };
}

tree! {
    nodes {
    exprs: Expr, ExprId;
    places: Place, PlaceId;
    stmts: Stmt, StmtId;
    locals: Local, LocalId;
    constants: Value, ConstantId;
    calls: Call, CallId;
    library_calls: LibraryCall, LibraryCallId;
    external_calls: ExternalCall, ExternalCallId;
    texture_calls: TextureCall, TextureCallId;
    samplers: Result<SamplerStates, NoSampler>, SamplerId;
    }
    lists {
    expr_lists: ExprId;
    stmt_lists: StmtId;
    arguments: Argument;
    parts: Part;
    clauses: Clause;
    labels: Option<ExprId>;
    }
}

impl Tree {
    /// The type of an expression.
    #[must_use]
    pub fn expr_type(&self, id: ExprId) -> TypeId {
        self.expr_types[id.index()]
    }

    /// Where an expression is written.
    #[must_use]
    pub fn expr_span(&self, id: ExprId) -> Span {
        self.expr_spans[id.index()]
    }

    /// The type of the object that a place is.
    #[must_use]
    pub fn place_type(&self, id: PlaceId) -> TypeId {
        self.place_types[id.index()]
    }

    /// Where a place is written.
    #[must_use]
    pub fn place_span(&self, id: PlaceId) -> Span {
        self.place_spans[id.index()]
    }

    /// Where a statement is written.
    #[must_use]
    pub fn stmt_span(&self, id: StmtId) -> Span {
        self.stmt_spans[id.index()]
    }

    /// The place that an expression changes.
    #[must_use]
    pub fn changed(&self, id: ExprId) -> Option<PlaceId> {
        if let Expr::Assign(place, _) | Expr::AssignWith(_, place, ..) | Expr::Step { place, .. } = self[id] {
            return Some(place);
        }
        None
    }

    /// The object that a place is a part of: the place itself unless it is a member, an element or the like.
    #[must_use]
    pub fn whole(&self, id: PlaceId) -> PlaceId {
        let mut id = id;
        while let Place::Member(base, _)
        | Place::Element(base, _)
        | Place::Components(base, _)
        | Place::As(base) = self[id]
        {
            id = base;
        }
        id
    }

    /// The place of the only `return` among statements, if that is the last one, and the statements before it.
    #[must_use]
    pub fn only_return(&self, body: List<StmtId>) -> Option<(&[StmtId], PlaceId)> {
        let (end, before) = self[body].split_last()?;
        let Stmt::ReturnPlace(place) = self[*end] else { return None };
        let is_plain = |id: &StmtId| matches!(self[*id], Stmt::Expression(_) | Stmt::Declare(..));
        before.iter().all(is_plain).then_some((before, place))
    }

    /// The local variable that a place is a part of.
    #[must_use]
    pub fn root(&self, id: PlaceId) -> Option<LocalId> {
        if let Place::Local(local) = self[self.whole(id)] { Some(local) } else { None }
    }
}
