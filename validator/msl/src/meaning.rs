//! The meaning of a program: the types of expressions, the functions that are called, and the objects that names stand for.

pub use crate::cause::NewerFeature;

use crate::cause::Causes;
use crate::diagnostic::{Diagnostic, Severity};
use crate::interface::EntryPoint;
use crate::pipeline;
use crate::types::{Argument, Object, StructureNumber, TypeId, Types};
use cxx_validator::ast::{Ast, DeclId, Expr, ExprId, FunctionId, List, StmtId, VariableId};
use cxx_validator::names::{Names, Symbol};
use msl_spec::{Dialect, LodOption, Scalar, TextureFunction, ValueType};
use rustc_hash::{FxHashMap, FxHashSet};
use shader_source::Span;

/// A program that was checked.
#[derive(Clone, Debug)]
pub struct Module {
    /// The syntax.
    pub ast: Ast,
    /// The declarations at program scope.
    pub decls: List<DeclId>,
    /// The spellings.
    pub names: Names,
    /// The types.
    pub types: Types,
    /// The variables at program scope.
    pub globals: FxHashMap<VariableId, GlobalVariable>,
    /// The functions with a body; a template has one for each list of arguments.
    pub instances: Vec<FunctionInstance>,
    /// The functions that a pipeline calls, in the order of their instances.
    pub entry_points: Vec<EntryPoint>,
    /// The definitions of variables that are declared with `extern`, where the program has them.
    pub extern_definitions: FxHashMap<VariableId, VariableId>,
    /// The values that members begin with where nothing else is said, by the indices of the members.
    pub member_initializers: FxHashMap<(StructureNumber, u32), MemberInitializer>,
    /// The default arguments that functions have from other declarations than the one with the body, by the instance and the index of the
    /// parameter.
    pub inherited_defaults: FxHashMap<(usize, usize), MemberInitializer>,
    /// The bodies that functions for both targets have on the host, by their instances. Only functions that call functions of the host alone
    /// have one. C++ AMP 1.2 (2.3.2.1)
    pub host_bodies: FxHashMap<usize, usize>,
    /// The constructors without arguments.
    pub default_constructors: FxHashMap<StructureNumber, ByTarget>,
    /// The structures whose objects are copied by functions of the program.
    pub copies: FxHashMap<StructureNumber, Copying>,
    /// The structures whose objects are assigned by functions of the program.
    pub assignments: FxHashMap<StructureNumber, Copying>,
    /// The identifiers of the members of structures in argument buffers, counted from the identifier of the structure. Section 2.12
    pub argument_ids: FxHashMap<StructureNumber, Vec<u32>>,
    /// The types of the program that names stand for: an error if instances of templates give a name several.
    pub named: Vec<Option<TypeId>>,
    /// The main declarations of functions that are declared several times, by the others: the definition, or else the first one.
    pub main_declarations: FxHashMap<FunctionId, FunctionId>,
    /// The dialect.
    pub dialect: Dialect,
    /// The diagnostics, in order of their places.
    pub diagnostics: Vec<Diagnostic>,
    /// The causes that several of them have.
    pub(crate) causes: Causes,
}

impl Module {
    /// The name by which a host finds a function: the argument of `host_name`, by which the instances of a template differ, or its own name.
    /// Section 5.1
    #[must_use]
    pub fn entry_name(&self, entry: &EntryPoint) -> &str {
        let instance = &self.instances[entry.instance];
        let function = &self.ast[instance.explicit.unwrap_or(instance.function)];
        pipeline::host_name(&self.ast, &self.names, function)
    }

    /// Returns the features that the program uses and the dialect lacks, in order of their first places.
    #[must_use]
    pub fn newer_features(&self) -> Vec<NewerFeature> {
        self.causes.newer()
    }

    /// The meanings of its bodies.
    #[must_use]
    pub fn meanings(&self) -> Meanings<'_> {
        Meanings {
            ast: &self.ast,
            names: &self.names,
            types: &self.types,
            globals: &self.globals,
            instances: &self.instances,
            extern_definitions: &self.extern_definitions,
            definitions: None,
            is_for_host: false,
            member_initializers: &self.member_initializers,
            inherited_defaults: &self.inherited_defaults,
            default_constructors: &self.default_constructors,
            copies: &self.copies,
            assignments: &self.assignments,
        }
    }

    /// Returns true if there is no error.
    #[must_use]
    pub fn is_accepted(&self) -> bool {
        self.diagnostics.iter().all(|found| found.severity != Severity::Error)
    }
}

/// The source of typed trees: the parts of a module that say what its bodies mean. The checker has them before the module is complete, for
/// constant expressions.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "the fields of `Module`")]
pub struct Meanings<'a> {
    pub ast: &'a Ast,
    pub names: &'a Names,
    pub types: &'a Types,
    pub globals: &'a FxHashMap<VariableId, GlobalVariable>,
    pub instances: &'a [FunctionInstance],
    pub extern_definitions: &'a FxHashMap<VariableId, VariableId>,
    /// The bodies so far of functions that were declared before: calls of a complete module know theirs.
    pub definitions: Option<&'a FxHashMap<FunctionId, usize>>,
    /// Whether the host executes the body. Code in Metal has one target.
    pub is_for_host: bool,
    pub member_initializers: &'a FxHashMap<(StructureNumber, u32), MemberInitializer>,
    pub inherited_defaults: &'a FxHashMap<(usize, usize), MemberInitializer>,
    pub default_constructors: &'a FxHashMap<StructureNumber, ByTarget>,
    pub copies: &'a FxHashMap<StructureNumber, Copying>,
    pub assignments: &'a FxHashMap<StructureNumber, Copying>,
}

impl Meanings<'_> {
    /// The body so far of a function that was declared before.
    pub(crate) fn definition(&self, function: FunctionId) -> Option<usize> {
        self.definitions?.get(&function).copied()
    }

    /// The constructor of a structure without arguments, if it has one that the program writes.
    pub(crate) fn default_constructor(&self, structure: StructureNumber) -> Option<usize> {
        self.default_constructors.get(&structure)?.on(self.is_for_host)
    }

    /// Returns true if a body calls a function that has no body yet.
    pub(crate) fn calls_undefined(&self, body: &Body) -> bool {
        let mut callees = body.callees.iter();
        callees.any(
            |callee| matches!(callee, Callee::Declared(function) if self.definition(*function).is_none()),
        )
    }

    /// The numbers of the components of a vector that letters name. Section 2.2.1
    pub(crate) fn components(&self, letters: Symbol) -> Vec<usize> {
        let letters = self.names.text(letters).chars();
        letters.map(|it| "xyzw".find(it).or("rgba".find(it)).unwrap_or(0)).collect()
    }

    /// The function of the program that an operator in a body calls.
    pub(crate) fn overloaded(&self, body: &Body, id: ExprId) -> Option<usize> {
        let (Expr::Unary(..) | Expr::Postfix(..) | Expr::Binary(..) | Expr::Assign(..) | Expr::Index(..)) =
            self.ast[id]
        else {
            return None;
        };
        let Some(Callee::Function(instance)) = body.callee(id) else { return None };
        Some(*instance)
    }
}

/// A function that is called without its name, for each target: the instances. In Metal it is one. C++ AMP 1.2 (2.3.2.1)
#[derive(Clone, Copy, Default, Debug)]
pub struct ByTarget {
    /// The instance that kernels call.
    pub in_kernels: Option<usize>,
    /// The instance that the host calls.
    pub on_host: Option<usize>,
}

/// How the objects of a structure are copied, or assigned, if it is not byte by byte. C++14 (class.copy)
#[derive(Clone, Copy, Debug)]
pub enum Copying {
    /// By a function that the program writes. There may be none for a target if it is a template, or only declared.
    Function(ByTarget),
    /// Member by member, because such a function copies at least one of them.
    Members,
}

impl ByTarget {
    pub(crate) const fn on(self, is_host: bool) -> Option<usize> {
        if is_host { self.on_host } else { self.in_kernels }
    }

    /// Takes the constructors of a different list where there is none.
    pub(crate) fn fill(&mut self, other: Self) {
        self.in_kernels = self.in_kernels.or(other.in_kernels);
        self.on_host = self.on_host.or(other.on_host);
    }
}

/// A constant number.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Value {
    /// A boolean.
    Bool(bool),
    /// An integer.
    Integer(i128),
    /// A floating-point number, rounded to its type.
    Float(f64),
}

/// A variable at program scope.
#[derive(Clone, Debug)]
pub struct GlobalVariable {
    /// Its type, its address space, and whether it is `const`.
    pub object: Object,
    /// Its value, if it is a constant scalar.
    pub value: Option<Value>,
    /// The types of the expressions of its initializer.
    pub initializer: Option<Body>,
    /// The index of a function constant.
    pub function_constant: Option<u32>,
    /// Whether it is a reference: the object is what it refers to.
    pub is_reference: bool,
}

/// Returns true for a member of an object whose evaluation has no effects: of a variable, of `this`, or of a member of one.
pub(crate) fn is_plain_object(ast: &Ast, member: ExprId) -> bool {
    let mut rest = member;
    loop {
        match ast[rest] {
            Expr::Paren(inner) | Expr::Member(inner, _) | Expr::Arrow(inner, _) => rest = inner,
            Expr::Name(_) | Expr::This => return true,
            _ => return false,
        }
    }
}

/// The value that a member of a structure or a parameter begins with. C++14 (class.base.init), (dcl.fct.default)
#[derive(Clone, Debug)]
pub struct MemberInitializer {
    /// An expression or a braced list.
    pub value: ExprId,
    /// The types of its expressions.
    pub body: Body,
}

/// The types of expressions.
#[derive(Clone, Debug, Default)]
pub struct Body {
    /// The index of the first expression.
    pub first_expr: usize,
    /// By expression from there on.
    pub exprs: Vec<ExprMeaning>,
    /// The functions that are called.
    pub callees: Vec<Callee>,
    /// The values of braced lists for arrays and structures.
    pub aggregates: Vec<Aggregate>,
    /// The parameters of functions of the library that calls leave out although they have arguments for later ones: the numbers of the callees in
    /// order, each with a bit for each parameter.
    pub omitted: Vec<(u32, u32)>,
    /// The branches of `if constexpr` that an instance of a template does not have.
    pub discarded: FxHashSet<StmtId>,
    /// The functions that write the properties that `+=` and the like change: the instances, by assignment.
    pub setters: FxHashMap<ExprId, usize>,
    /// The functions that define the `->` of expressions after an object.
    pub arrows: FxHashMap<ExprId, usize>,
}

/// The value of an array or structure from a braced list. Elements without a part are zero, or begin with the initializer of the member.
#[derive(Clone, Debug)]
pub struct Aggregate {
    /// The type of the array or structure.
    pub ty: TypeId,
    /// The parts in the order of the list, each with the index of its element.
    pub parts: Vec<(u32, AggregatePart)>,
}

/// The value of an element.
#[derive(Clone, Copy, Debug)]
pub enum AggregatePart {
    /// An expression or a braced list.
    Expression(ExprId),
    /// Several values of the list, because the braces around them were left out: the number of an aggregate of the body.
    Aggregate(u32),
}

impl Body {
    /// The meaning of an expression in it; the default of any other.
    #[must_use]
    pub fn meaning(&self, id: ExprId) -> ExprMeaning {
        let index = id.index().checked_sub(self.first_expr);
        index.and_then(|index| self.exprs.get(index)).copied().unwrap_or_default()
    }

    /// The values that a braced list has for the elements of an array or structure.
    #[must_use]
    pub fn aggregate(&self, id: ExprId) -> Option<&Aggregate> {
        self.aggregates.get(self.meaning(id).aggregate? as usize)
    }

    /// Returns true if the call of a function of the library leaves out a parameter before its last argument.
    #[must_use]
    pub fn is_omitted(&self, id: ExprId, parameter: usize) -> bool {
        let Some(callee) = self.meaning(id).callee else { return false };
        let found = self.omitted.binary_search_by_key(&callee, |(callee, _)| *callee);
        found.is_ok_and(|index| parameter < 32 && self.omitted[index].1 >> parameter & 1 != 0)
    }

    /// The function that an expression in it calls.
    #[must_use]
    pub fn callee(&self, id: ExprId) -> Option<&Callee> {
        self.callees.get(self.meaning(id).callee? as usize)
    }
}

/// A function with its body.
#[derive(Clone, Debug)]
pub struct FunctionInstance {
    /// Its declaration.
    pub function: FunctionId,
    /// The arguments of its template.
    pub arguments: Vec<Argument>,
    /// The declaration that asks for this instance of a template, if there is one: its attributes are the attributes of the instance.
    pub explicit: Option<FunctionId>,
    /// The types of its parameters.
    pub parameters: Vec<TypeId>,
    /// The type of its result.
    pub result: TypeId,
    /// The structure whose member it is.
    pub this: Option<Object>,
    /// Its variables, parameters included. A reference is the object that it refers to.
    pub locals: FxHashMap<VariableId, Object>,
    /// The variables among them that are references; parameters are not here.
    pub references: FxHashSet<VariableId>,
    /// The types of its expressions.
    pub body: Body,
    /// The instances that it calls, with the places.
    pub calls: Vec<(usize, Span)>,
    /// The functions of the library that it calls, with the places.
    pub library_calls: Vec<(&'static msl_spec::Function, Span)>,
    /// Calls of functions whose bodies come later; none is left in the end.
    pub(crate) later: Vec<(FunctionId, Span)>,
    /// The place of the first write to `device` memory or a texture in its own body.
    pub device_write: Option<Span>,
}

/// The meaning of an expression.
#[derive(Clone, Copy, Debug)]
pub struct ExprMeaning {
    /// Its type.
    pub ty: TypeId,
    /// Whether it names an object.
    pub is_place: bool,
    /// The type that it converts to where it is used.
    pub converted: Option<TypeId>,
    /// The function of the program that converts it, in the list of the body.
    pub conversion: Option<u32>,
    /// Its value, if it is a constant scalar.
    pub value: Option<Value>,
    /// The number of what it calls, in the list of the body.
    pub callee: Option<u32>,
    /// The variable or parameter that a name stands for.
    pub variable: Option<VariableId>,
    /// The number of the aggregate that a braced list is, in the list of the body.
    pub aggregate: Option<u32>,
    /// The base that declares the member which it names, if the object is of a derived structure.
    pub owner: Option<TypeId>,
}

impl ExprMeaning {
    /// The type after the conversion.
    #[must_use]
    pub fn used_type(self) -> TypeId {
        self.converted.unwrap_or(self.ty)
    }
}

impl Default for ExprMeaning {
    fn default() -> Self {
        Self {
            ty: TypeId::ERROR,
            is_place: false,
            converted: None,
            conversion: None,
            value: None,
            callee: None,
            variable: None,
            aggregate: None,
            owner: None,
        }
    }
}

/// The function that a call calls.
#[derive(Clone, Debug)]
pub enum Callee {
    /// A function of the program: its instance.
    Function(usize),
    /// A function that has no body.
    Declared(FunctionId),
    /// A function of the library, with the number of its signature and the type of its variable.
    Library {
        /// The function.
        function: &'static msl_spec::Function,
        /// The number of the signature.
        signature: usize,
        /// The type of the variable `T`.
        variable: Option<ValueType>,
        /// Whether one of the namespaces `precise` and `fast` is named.
        variant: Option<Variant>,
    },
    /// A member function of a texture.
    Texture {
        /// The function.
        function: &'static TextureFunction,
        /// The number of the signature.
        signature: usize,
        /// The element of the texture.
        element: Scalar,
    },
    /// An option of sampling.
    Option(LodOption),
    /// A constructor of the type of the expression.
    Constructor,
    /// `size()` of an array of the library.
    ArraySize(u32),
    /// A member function of a class of the library, by name.
    LibraryMember(&'static str),
}

/// A variant of a function of the library. Section 6.2
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the namespaces by name")]
pub enum Variant {
    Precise,
    Fast,
}
