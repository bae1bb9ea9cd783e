//! The syntax tree to types: what each name means, what each expression has as its type, and what is wrong with it.
//!
//! Declarations are checked in their order, since a name of C++ means what was declared before it.

mod access;
mod aggregate;
mod amp;
mod assign;
mod auto;
mod base;
mod body;
mod call;
mod call_error;
mod cast;
mod class_scope;
mod constant;
mod constant_expression;
mod constexpr_function;
mod construct;
mod constructor;
mod convert;
mod dangling;
mod declaration;
mod decltype;
mod deducible;
mod deduction;
mod default_argument;
mod default_value;
mod depth;
mod entry_point;
mod enumeration;
mod evaluation;
mod expression;
mod friend;
mod function;
mod initialize;
mod instance;
mod iteration;
mod lambda;
mod later_instance;
mod later_type;
mod library;
mod library_error;
mod library_type;
mod matrix;
mod member;
mod member_call;
mod member_definition;
mod member_difference;
mod member_layout;
mod member_scope;
mod member_set;
mod member_use;
mod name;
mod narrowing;
mod newer;
mod not_deduced;
mod operator;
mod operator_function;
mod origin;
mod overload;
mod overload_set;
mod overloaded_operator;
mod pack;
mod pack_use;
mod partial_order;
mod partial_specialisation;
mod path;
mod pointer;
mod recursion;
mod requirement;
mod scope;
mod simdgroup_matrix;
mod specialisation;
mod statement;
mod static_member;
mod structure;
mod structure_name;
mod suggest;
mod template;
mod template_argument;
mod template_check;
mod template_redefinition;
mod template_spaces;
mod template_work;
mod texture;
mod type_syntax;
mod type_trait;
mod user_conversion;
mod variable;
mod variable_template;

#[cfg(test)]
mod tests;

use crate::cause::Causes;
use crate::diagnostic::{Diagnostic, Severity};
use crate::dialect::entry_point_kind;
use crate::interface::EntryPointKind;
use crate::meaning::{
    Aggregate, Body, Callee, Copying, ExprMeaning, FunctionInstance, GlobalVariable, MemberInitializer,
    Module,
};
use crate::types::{MemberType, Object, StructureNumber, TypeId, Types};
use constant::Value;
use convert::Purpose;
use core::cell::Cell;
use core::ops::Range;
use cxx_validator::Parsed;
use cxx_validator::ast::{
    Ast, ExprId, Function, FunctionId, RestrictionSet, StmtId, StructureId, TypeSyntaxId, VariableId,
};
use cxx_validator::names::{Names, Symbol};
use cxx_validator::packs::{self, Requests};
use entry_point::AttributeValue;
use msl_spec::{AddressSpace, Dialect, Rule, rules};
use name::Meaning;
use rustc_hash::{FxHashMap, FxHashSet};
use scope::{NamespaceNumber, Scopes};
use shader_source::Span;
use shader_source::suggest::Suggestions;

/// Gives the program of a dialect its meaning.
#[must_use]
pub fn check(mut parsed: Parsed, dialect: Dialect) -> Module {
    let diagnostics = core::mem::take(&mut parsed.diagnostics);
    in_rounds(parsed, |parsed| {
        let (module, requests, _) = checked_in(parsed, diagnostics.clone(), dialect, None);
        (module, requests)
    })
}

/// Gives a program in C++ AMP its meaning. The headers of the library are in these ranges of the offsets of all files, and the first file that it includes
/// is at this offset.
/// Names that are not declared may be declared elsewhere if headers are missing, or the program is one.
pub(crate) fn check_amp(
    mut parsed: Parsed,
    library: &[Range<u32>],
    included: u32,
    is_header: bool,
) -> (Module, Unresolved) {
    let diagnostics = core::mem::take(&mut parsed.diagnostics);
    let is_partial =
        |(name, _): &(&str, Span)| crate::amp::PARTIAL_HEADERS.iter().any(|(own, _)| own == name);
    let skipped = if is_header || parsed.skipped_headers.iter().any(|(name, _)| name.contains('.')) {
        amp::Skipped::Others
    } else if !parsed.skipped_headers.is_empty() || parsed.headers.iter().any(is_partial) {
        amp::Skipped::Standard
    } else {
        amp::Skipped::None
    };
    let mut unresolved = Unresolved::new();
    let module = in_rounds(parsed, |parsed| {
        let amp = amp::Amp::new((library.to_vec(), included), skipped, diagnostics.len());
        let (module, requests, amp) = checked_in(parsed, diagnostics.clone(), Dialect::OsxMetal22, Some(amp));
        unresolved = amp.map(|amp| amp.unresolved).unwrap_or_default();
        (module, requests)
    });
    (module, unresolved)
}

/// The places that are not known in code for the accelerator, with the reasons.
pub(crate) type Unresolved = Vec<(Span, String)>;

/// How often a program is checked with more copies of its templates at most. The copies of one round may use others with longer packs.
const MOST_ROUNDS: usize = 32;

/// The number of rounds after which packs get copies for twice as many elements as the program asks for: packs that grow by one element in each
/// round reach the limit in a few more.
const ROUNDS_BEFORE_DOUBLING: usize = 2;

/// Checks a program, again and again with more copies of its templates while it needs them: see [`packs`].
fn in_rounds(mut parsed: Parsed, mut check: impl FnMut(Parsed) -> (Module, Requests)) -> Module {
    // Most programs have no packs: they need no copy of their tree.
    if !parsed.ast.has_packs() {
        return check(parsed).0;
    }
    let most_nodes = packs::nodes(&parsed.ast) + packs::MOST_NODES;
    let (mut module, mut requests) = check(parsed.clone());
    for round in 0..MOST_ROUNDS {
        if requests.is_empty() {
            return module;
        }
        if round >= ROUNDS_BEFORE_DOUBLING {
            requests.double();
        }
        if !packs::expand(&mut parsed.ast, &mut parsed.names, &requests, most_nodes) {
            break;
        }
        (module, requests) = check(parsed.clone());
    }
    let span = parsed.ast.place_of_pack();
    let message = format!(
        "parameter pack limit reached: expanding the packs of this program takes more than {MOST_ROUNDS} rounds or too much memory"
    );
    module.diagnostics = vec![Diagnostic::error(rules::UNSUPPORTED_TEMPLATE, span, message)];
    module
}

fn checked_in(
    parsed: Parsed,
    diagnostics: Vec<Diagnostic>,
    dialect: Dialect,
    amp: Option<amp::Amp>,
) -> (Module, Requests, Option<amp::Amp>) {
    let Parsed { ast, decls, names, headers, skipped_headers: _, unread, macro_uses: _, diagnostics: _ } =
        parsed;
    let mut checker = Checker {
        ast: &ast,
        names: &names,
        dialect,
        types: if amp.is_some() { Types::without_spaces() } else { Types::default() },
        amp,
        scopes: Scopes::default(),
        globals: FxHashMap::default(),
        repeated_globals: FxHashSet::default(),
        static_definitions: FxHashMap::default(),
        undefined_members: Vec::new(),
        structures: FxHashMap::default(),
        functions_by_name: FxHashMap::default(),
        member_signatures: FxHashMap::default(),
        member_sets: member_set::MemberSets::default(),
        converting: overload_set::ConvertingStructures::default(),
        class_members: FxHashMap::default(),
        member_names: FxHashMap::default(),
        later_members: Vec::new(),
        friends: friend::Friends::default(),
        enumerators: FxHashMap::default(),
        enumerator_values: FxHashMap::default(),
        function_constants: FxHashSet::default(),
        functions: FxHashMap::default(),
        declarations_of: FxHashMap::default(),
        definitions: FxHashMap::default(),
        template_declarations: FxHashMap::default(),
        uses: Vec::new(),
        named: vec![None; ast.names.len()],
        templates: template::Templates::default(),
        member_uses: member_use::MemberUses::default(),
        specialised: FxHashSet::default(),
        attribute_values: FxHashMap::default(),
        argument_ids: FxHashMap::default(),
        member_initializers: FxHashMap::default(),
        default_arguments: FxHashMap::default(),
        broken_defaults: FxHashMap::default(),
        defaults_used: FxHashSet::default(),
        inherited_defaults: FxHashMap::default(),
        host_bodies: FxHashMap::default(),
        assignments: FxHashMap::default(),
        plainly_assigned: FxHashSet::default(),
        instances: Vec::new(),
        places_of_parser: places_of(&diagnostics),
        parser_reported: ParserReported::new(&diagnostics),
        broken_bodies: FxHashSet::default(),
        undeduced: FxHashSet::default(),
        function: Context::default(),
        unread,
        defined_here: FxHashMap::default(),
        open_enumeration: None,
        deduced: None,
        requests: Requests::default(),
        pack_names: ast.pack_names(),
        errors: FxHashSet::default(),
        reported: diagnostics.iter().map(|found| (found.rule, found.primary.span)).collect(),
        diagnostics,
        causes: Causes::new(headers.last().map(|(_, span)| *span)),
        without_value: FxHashMap::default(),
        fixed_members: FxHashMap::default(),
        evaluations: evaluation::Evaluations::default(),
        closures: FxHashMap::default(),
        names_of_closures: 0,
        is_attempt: false,
        has_failed: false,
        requirement: None,
        template_work: template_work::TemplateWork::default(),
        suggestions: Suggestions::default(),
        is_only_named: false,
        levels: 0,
        deducing: Vec::new(),
        not_deduced: None,
        depth: 0,
        array_rule: msl_spec::rules::ARRAY_SIZE,
    };
    checker.check_headers(&headers);
    checker.declarations(decls);
    checker.used_bodies();
    checker.check_members_defined();
    checker.later_bodies();
    checker.recursion();
    checker.check_default_targets();
    checker.host_features();
    let entry_points = checker.entry_points();
    // Microsoft's compiler looks at templates where they are used, and programs rely on it. C++ AMP 1.2 (2.4.1.3)
    if !checker.is_amp() {
        checker.unused_templates();
    }
    let extern_definitions = checker.extern_definitions();
    let default_constructors = checker.default_constructors();
    let copies = checker.copies();
    let main_declarations = checker.main_declarations();
    let Checker {
        types,
        globals,
        instances,
        argument_ids,
        member_initializers,
        inherited_defaults,
        host_bodies,
        assignments,
        requests,
        named,
        mut diagnostics,
        causes,
        amp,
        ..
    } = checker;
    diagnostics.sort_by_key(|found| found.primary.span);
    let module = Module {
        ast,
        decls,
        names,
        types,
        globals,
        instances,
        entry_points,
        extern_definitions,
        member_initializers,
        inherited_defaults,
        host_bodies,
        default_constructors,
        copies,
        assignments,
        argument_ids,
        named,
        main_declarations,
        dialect,
        diagnostics,
        causes,
    };
    (module, requests, amp)
}

/// The reports of the parser where a type is written: uses of the type follow from that.
#[derive(Clone, Copy, Debug)]
struct ParserReported {
    function_pointer: bool,
    member_pointer: bool,
}

impl ParserReported {
    fn new(diagnostics: &[Diagnostic]) -> Self {
        use cxx_validator::unsupported::{FUNCTION_POINTER, MEMBER_POINTER};
        let has = |message: &str| diagnostics.iter().any(|found| found.message == message);
        Self {
            function_pointer: has(&FUNCTION_POINTER.message())
                || diagnostics.iter().any(|found| found.rule == rules::REMOVED_FUNCTION_POINTER),
            member_pointer: has(&MEMBER_POINTER.message()),
        }
    }
}

/// The places of errors, in order.
fn places_of(diagnostics: &[Diagnostic]) -> Vec<u32> {
    let errors = diagnostics.iter().filter(|found| found.severity == Severity::Error);
    let mut places: Vec<u32> = errors.map(|found| found.primary.span.lo).collect();
    places.sort_unstable();
    places
}

/// The namespace, the name, the types of the parameters and the targets of a function: the differences between functions.
type DeclarationKey = (NamespaceNumber, Symbol, Vec<TypeId>, RestrictionSet);

/// The declarations of one function.
#[derive(Default, Debug)]
struct Declarations {
    /// In the order of the source.
    all: Vec<FunctionId>,
    /// The first one with a body.
    definition: Option<FunctionId>,
    /// The parameters that have the default arguments.
    defaults: Vec<Option<VariableId>>,
}

struct Checker<'a> {
    ast: &'a Ast,
    names: &'a Names,
    dialect: Dialect,
    /// The state for C++ AMP; `None` of a program in Metal.
    amp: Option<amp::Amp>,
    types: Types,
    scopes: Scopes,
    globals: FxHashMap<VariableId, GlobalVariable>,
    /// The variables of class templates with several instances.
    repeated_globals: FxHashSet<VariableId>,
    /// The definitions of static variables outside of their structures, by their declarations.
    static_definitions: FxHashMap<VariableId, VariableId>,
    /// The static variables that structures declare without a value.
    undefined_members: Vec<VariableId>,
    /// The member functions of structures.
    structures: FxHashMap<TypeId, member_set::MemberFunctions>,
    /// Member functions by the type of their structure and their names.
    functions_by_name: FxHashMap<(TypeId, Symbol), Vec<FunctionId>>,
    /// The signatures of member functions: the signatures of a template differ between its instances.
    member_signatures: FxHashMap<(TypeId, FunctionId), Signature>,
    member_sets: member_set::MemberSets,
    converting: overload_set::ConvertingStructures,
    /// The members of structures, incomplete ones included.
    class_members: FxHashMap<(TypeId, Symbol), Object>,
    /// The members of complete structures as names in their functions, by the object that `this` points to.
    member_names: FxHashMap<Object, scope::MemberNames>,
    /// The bodies of member functions of structures in a structure that is not complete yet.
    later_members: Vec<class_scope::LaterBody>,
    friends: friend::Friends,
    /// The enumerators of the enumerations of the program.
    enumerators: FxHashMap<TypeId, Vec<(Symbol, i128)>>,
    /// The values of these enumerators, by the type and the name.
    enumerator_values: FxHashMap<(TypeId, Symbol), i128>,
    /// The indices of function constants.
    function_constants: FxHashSet<u32>,
    /// The signatures of functions that are not templates.
    functions: FxHashMap<FunctionId, Signature>,
    /// The declarations of functions by their namespaces, names and the types of their parameters.
    declarations_of: FxHashMap<DeclarationKey, Declarations>,
    /// The definitions of member functions outside of their structures, by their declarations.
    definitions: FxHashMap<FunctionId, FunctionId>,
    /// The first declarations of function templates, as far as two of them can be compared.
    template_declarations: FxHashMap<template_redefinition::Head, FunctionId>,
    /// The places that need what is checked, from the outermost on.
    uses: Vec<(Span, origin::Needed)>,
    /// The types of the program that names stand for.
    named: Vec<Option<TypeId>>,
    templates: template::Templates,
    member_uses: member_use::MemberUses,
    /// Function constants, and constants that are made of some.
    specialised: FxHashSet<VariableId>,
    /// The values of the arguments of attributes.
    attribute_values: FxHashMap<ExprId, AttributeValue>,
    /// The identifiers of the members of structures in argument buffers.
    argument_ids: FxHashMap<StructureNumber, Vec<u32>>,
    /// The values that members of structures begin with.
    member_initializers: FxHashMap<(StructureNumber, u32), MemberInitializer>,
    /// The default arguments of declarations without a body, by their parameters.
    default_arguments: FxHashMap<VariableId, default_argument::DefaultArgument>,
    /// The mistakes in default arguments of instances of templates, which no call has used yet, by the instance and the parameter.
    broken_defaults: FxHashMap<(usize, usize), Vec<Diagnostic>>,
    /// The default arguments that calls use, by the instance and the parameter.
    defaults_used: FxHashSet<(usize, usize)>,
    /// The default arguments that functions have from other declarations than the one with the body.
    inherited_defaults: FxHashMap<(usize, usize), MemberInitializer>,
    /// See [`Module::host_bodies`].
    host_bodies: FxHashMap<usize, usize>,
    /// See [`Module::assignments`]: for the structures whose objects are assigned.
    assignments: FxHashMap<StructureNumber, Copying>,
    /// The structures that are assigned byte by byte.
    plainly_assigned: FxHashSet<StructureNumber>,
    /// Bodies that were checked.
    instances: Vec<FunctionInstance>,
    /// The places of what the parser reported, in order: a body with one of them has a mistake.
    places_of_parser: Vec<u32>,
    parser_reported: ParserReported,
    /// The bodies among them that have mistakes, or call functions with mistakes.
    broken_bodies: FxHashSet<usize>,
    /// The instances whose result is `auto`, and whose bodies have not been checked.
    undeduced: FxHashSet<usize>,
    /// The function that is being checked.
    function: Context,
    diagnostics: Vec<Diagnostic>,
    causes: Causes,
    /// The names whose declarations may be among what could not be read.
    unread: FxHashSet<Symbol>,
    /// The structures that the present declaration defines: each of its declarators has them in its type.
    defined_here: FxHashMap<StructureId, TypeId>,
    /// The enumeration whose enumerators are being read, unless its underlying type is fixed: it has no size yet.
    open_enumeration: Option<TypeId>,
    /// The type that `auto` stands for in the present declaration, once a variable shows it.
    deduced: Option<TypeId>,
    /// The copies of templates with packs that are missing.
    requests: Requests,
    /// The names of the parameter packs of the program.
    pack_names: FxHashSet<Symbol>,
    /// The rules and places of the errors that were found here.
    errors: FxHashSet<(&'static Rule, Span)>,
    /// The rules and places of the diagnostics.
    reported: FxHashSet<(&'static Rule, Span)>,
    /// The structures of lambda expressions.
    closures: FxHashMap<TypeId, lambda::Closure>,
    /// The number of names that they keep.
    names_of_closures: usize,
    /// Whether mistakes make an attempt fail, and are not reported.
    is_attempt: bool,
    has_failed: bool,
    /// The condition of `enable_if` that made the present attempt fail.
    requirement: Option<ExprId>,
    /// Why types need a value, for the types that were looked at.
    without_value: FxHashMap<(default_value::Without, TypeId), Option<(usize, default_value::Missing)>>,
    /// The members because of which structures can't be assigned, for the structures that were looked at.
    fixed_members: FxHashMap<TypeId, Option<(TypeId, MemberType)>>,
    /// The data that evaluations of constant expressions share.
    evaluations: evaluation::Evaluations,
    /// The work that was done because templates are used.
    template_work: template_work::TemplateWork,
    suggestions: Suggestions,
    /// Whether the members of the type that comes next don't matter.
    is_only_named: bool,
    /// How deep functions of templates are being checked inside of each other.
    levels: u32,
    /// The function templates whose arguments and signatures are being made, from the outside in.
    deducing: Vec<(FunctionId, Option<TypeId>)>,
    /// The function template whose arguments could not be deduced last, and the reason.
    not_deduced: Option<(FunctionId, not_deduced::NotDeduced)>,
    /// How deep expressions, statements and bodies are being checked inside of each other.
    depth: u32,
    /// The rule that a wrong number of elements breaks here.
    array_rule: &'static Rule,
}

/// The types of the parameters and of the result of a function.
#[derive(Clone, Debug)]
struct Signature {
    parameters: Vec<TypeId>,
    /// The number of arguments that a call must have: those after have defaults.
    required: usize,
    /// Whether a call may have more arguments than parameters.
    is_variadic: bool,
    result: TypeId,
    /// The number of its body in [`Checker::instances`], once it is known.
    instance: Option<usize>,
}

/// The state while a function, or an initializer at program scope, is checked.
#[allow(clippy::struct_excessive_bools, reason = "each is a property of the function")]
#[derive(Default)]
struct Context {
    /// The type of the result; none while it is deduced.
    result: Option<TypeId>,
    /// The result as it is written, if that is `auto`, and the type that the first `return` gives.
    deduced: Option<(TypeSyntaxId, Option<TypeId>)>,
    /// The number of its body in [`Checker::instances`].
    number: Option<usize>,
    /// The structure whose member function it is, and whether that may not change it.
    this: Option<Object>,
    /// The scope of the structure whose member is declared here outside of it.
    declares_in: Option<scope::NamespaceNumber>,
    /// Whether it is a constructor: its object may be written in any address space. C++14 (class.ctor)
    is_constructor: bool,
    /// Whether it has a `return`.
    returns: bool,
    /// Whether it has a mistake: neither its result, if that is deduced, nor the value of a call is known.
    has_mistake: bool,
    first_expr: usize,
    exprs: Vec<ExprMeaning>,
    /// The expressions that were checked: an initializer looks at some to know what it is, before it converts them.
    known: FxHashMap<ExprId, Typed>,
    locals: FxHashMap<VariableId, Object>,
    callees: Vec<Callee>,
    aggregates: Vec<Aggregate>,
    omitted: Vec<(u32, u32)>,
    /// Whether a template makes it.
    is_of_template: bool,
    /// The branches of `if constexpr` that it does not have.
    discarded: FxHashSet<StmtId>,
    /// See [`Body::setters`].
    setters: FxHashMap<ExprId, usize>,
    /// See [`Body::arrows`].
    arrows: FxHashMap<ExprId, usize>,
    /// The names that are not declared, each of which is reported once.
    undeclared: FxHashSet<Symbol>,
    /// The variables that are references.
    references: FxHashSet<VariableId>,
    /// The variables that refer to a thread's elements of a SIMD-group matrix.
    thread_elements: FxHashMap<VariableId, (msl_spec::Scalar, Place)>,
    calls: Vec<(usize, Span)>,
    /// Calls of functions whose bodies come later.
    later: Vec<(FunctionId, Span)>,
    /// The functions of the library that are called, which only some stages may call.
    library_calls: Vec<(&'static msl_spec::Function, Span)>,
    /// The first write to `device` memory or a texture.
    device_write: Option<Span>,
    /// The conditions of the statements around.
    conditions: Vec<ExprId>,
    loops: u32,
    switches: u32,
    /// How deep operands that are not evaluated are being checked inside of each other.
    unevaluated: u32,
    /// Which kind of function it is: plain functions may be called from several.
    kind: Option<FunctionKind>,
    /// The targets that it is for; none of a program in Metal, and outside of functions.
    restrictions: RestrictionSet,
    /// Whether it was checked as code for both targets before, so that its mistakes are known.
    is_again_for_host: bool,
    /// Whether it is for both targets, and a function for the host alone took no part in a choice: the host may call that one.
    has_other_calls: Cell<bool>,
}

/// Whether a pipeline calls a function, and as what.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum FunctionKind {
    Plain,
    Entry(EntryPointKind),
}

impl FunctionKind {
    fn of(function: &Function) -> Self {
        function.entry.map_or(Self::Plain, |entry| Self::Entry(entry_point_kind(entry)))
    }
}

impl Context {
    /// The types of the expressions that were checked.
    fn take_body(&mut self) -> Body {
        Body {
            first_expr: self.first_expr,
            exprs: core::mem::take(&mut self.exprs),
            callees: core::mem::take(&mut self.callees),
            aggregates: core::mem::take(&mut self.aggregates),
            omitted: core::mem::take(&mut self.omitted),
            discarded: core::mem::take(&mut self.discarded),
            setters: core::mem::take(&mut self.setters),
            arrows: core::mem::take(&mut self.arrows),
        }
    }

    /// Takes a body back, to continue with it.
    fn put_back(&mut self, body: Body) {
        let Body { first_expr, exprs, callees, aggregates, omitted, discarded, setters, arrows } = body;
        (self.first_expr, self.exprs, self.callees) = (first_expr, exprs, callees);
        (self.aggregates, self.omitted, self.discarded, self.setters, self.arrows) =
            (aggregates, omitted, discarded, setters, arrows);
    }
}

/// An expression with its type.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Typed {
    ty: TypeId,
    /// Its place, if it is an lvalue.
    place: Option<Place>,
    /// Its value, if it is a constant scalar.
    value: Option<Value>,
    /// It is the integer literal 0, which is a null pointer, too. C++14 with CWG 903 (conv.ptr)
    is_zero: bool,
    /// It is the result of a function that returns `const` and a class: nothing may change it. Values of other types are never `const`.
    /// C++14 (expr) 6
    is_const_value: bool,
}

/// An lvalue.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Place {
    space: AddressSpace,
    is_const: bool,
    is_volatile: bool,
    part: Part,
    /// Whether it is an object that a reference with `&&` may refer to, although it has a name elsewhere. C++14 (basic.lval)
    is_expiring: bool,
}

/// The part of an object that an lvalue is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    /// An object, or a member or element of one.
    Whole,
    /// A bit-field, which has no address.
    BitField,
    /// One component of a vector.
    Component,
    /// Several components of a vector, each once.
    Swizzle,
    /// Components of a vector, of which one is there twice.
    Repeated,
}

impl Typed {
    const ERROR: Self =
        Self { ty: TypeId::ERROR, place: None, value: None, is_zero: false, is_const_value: false };

    const fn value(ty: TypeId) -> Self {
        Self { ty, place: None, value: None, is_zero: false, is_const_value: false }
    }

    const fn constant(ty: TypeId, value: Value) -> Self {
        Self { ty, place: None, value: Some(value), is_zero: false, is_const_value: false }
    }

    /// The object that the result of a function or of a cast refers to.
    fn referent(object: Object) -> Self {
        let typed = Self::object(object);
        let place = typed.place.map(|place| Place { is_expiring: object.is_rvalue, ..place });
        Self { place, ..typed }
    }

    /// The object, as an lvalue.
    const fn object(object: Object) -> Self {
        let Object { ty, space, is_const, is_volatile, is_rvalue: _ } = object;
        let place = Some(Place { space, is_const, is_volatile, part: Part::Whole, is_expiring: false });
        Self { ty, place, value: None, is_zero: false, is_const_value: false }
    }
}

impl Checker<'_> {
    /// Checks that the dialect has the headers of the library that the program includes.
    fn check_headers(&mut self, headers: &[(&'static str, Span)]) {
        for (name, span) in headers {
            let header = msl_spec::HEADERS.iter().find(|header| header.name == *name);
            if let Some(header) = header
                && !header.availability.admits(self.dialect)
            {
                let what = format!("`{}`", header.name);
                self.not_in_dialect(msl_spec::rules::LIBRARY_VERSION, *span, &what, header.availability);
            }
        }
    }

    fn report(&mut self, found: Diagnostic) {
        shader_source::steps::take(1);
        if self.is_attempt {
            self.has_failed |= found.severity == Severity::Error;
            self.note_unknown_in_attempt(&found);
            return;
        }
        self.function.has_mistake |= found.severity == Severity::Error;
        let found = self.with_uses(found);
        let Some(found) = self.shown(found) else { return };
        self.reported.insert((found.rule, found.primary.span));
        self.template_work.has_limits |=
            found.rule == rules::UNSUPPORTED_NESTING || found.rule == rules::UNSUPPORTED_TEMPLATE;
        // A template with a mistake has it in each instance.
        let is_again =
            found.severity == Severity::Error && !self.errors.insert((found.rule, found.primary.span));
        if !is_again {
            self.diagnostics.push(found);
        }
    }

    /// Does something that may fail silently: arguments for which a template has no types make it no candidate. C++14 (temp.deduct)
    fn attempt<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> Option<T> {
        let outer =
            (core::mem::replace(&mut self.is_attempt, true), core::mem::replace(&mut self.has_failed, false));
        let result = work(self);
        let failed = self.has_failed;
        (self.is_attempt, self.has_failed) = outer;
        (!failed).then_some(result)
    }

    fn error(&mut self, rule: &'static Rule, span: Span, message: impl Into<String>) {
        self.report(Diagnostic::error(rule, span, message));
    }

    /// Reports a diagnostic unless one says the same.
    fn report_once(&mut self, found: Diagnostic) {
        if !self.reported.contains(&(found.rule, found.primary.span)) {
            self.report(found);
        }
    }

    /// Reports a limit, once at each place: many instances of a template reach it there. An attempt fails also if it was reported before.
    fn error_once(&mut self, rule: &'static Rule, span: Span, message: &str) {
        if self.is_attempt || !self.reported.contains(&(rule, span)) {
            self.error(rule, span, message);
        }
    }

    /// Declares a name in the present scope: the scope of a function, a structure or a namespace. The result is what it stood for there.
    fn declare(&mut self, symbol: Symbol, entity: scope::Entity) -> Option<scope::Entity> {
        if self.function.kind.is_some() {
            self.scopes.declare_local(symbol, entity)
        } else {
            self.scopes.declare(symbol, entity)
        }
    }

    /// The meaning of a name in the present scope alone.
    fn here(&self, symbol: Symbol) -> Option<&scope::Entity> {
        if self.function.kind.is_some() { self.scopes.here_local(symbol) } else { self.scopes.here(symbol) }
    }

    fn text(&self, symbol: Symbol) -> &str {
        self.names.text(symbol)
    }

    fn span(&self, id: ExprId) -> Span {
        self.ast.expr_span(id)
    }

    /// The type of an expression that was checked before.
    fn known(&self, id: ExprId) -> Option<Typed> {
        self.function.known.get(&id).copied()
    }

    /// Returns true if an expression depends on a parameter of an unused template, or is a mistake that was reported.
    fn is_unknown(&self, id: ExprId) -> bool {
        self.known(id).is_some_and(|typed| self.types.is_error(typed.ty))
    }

    /// Notes the type of an expression.
    fn note(&mut self, id: ExprId, typed: Typed) -> Typed {
        if let Some(meaning) = self.meaning_of(id) {
            meaning.ty = typed.ty;
            meaning.is_place = typed.place.is_some();
            meaning.value = typed.value;
        }
        self.function.known.insert(id, typed);
        typed
    }

    /// Notes that an expression converts to a type where it is used.
    fn note_conversion(&mut self, id: ExprId, to: TypeId) {
        if let Some(meaning) = self.meaning_of(id) {
            meaning.converted = Some(to);
        }
    }

    /// Returns what an expression calls, if it was noted.
    fn callee_of(&mut self, id: ExprId) -> Option<&Callee> {
        let number = self.meaning_of(id)?.callee?;
        self.function.callees.get(number as usize)
    }

    fn note_callee(&mut self, id: ExprId, callee: Callee) {
        let number = self.function.callees.len() as u32;
        self.function.callees.push(callee);
        if let Some(meaning) = self.meaning_of(id) {
            meaning.callee = Some(number);
        }
    }

    fn note_variable(&mut self, id: ExprId, variable: VariableId) {
        if let Some(meaning) = self.meaning_of(id) {
            meaning.variable = Some(variable);
        }
    }

    fn meaning_of(&mut self, id: ExprId) -> Option<&mut ExprMeaning> {
        let index = id.index().checked_sub(self.function.first_expr)?;
        if self.function.exprs.len() <= index {
            self.function.exprs.resize(index + 1, ExprMeaning::default());
        }
        self.function.exprs.get_mut(index)
    }
}
