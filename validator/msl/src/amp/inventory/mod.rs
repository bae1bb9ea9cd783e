//! The inventory of a program: its kernels, what each of them uses, and which targets can have it.
//!
//! Owners of C++ AMP code ask how much of it there is and what a port would meet. So the inventory counts each launch, whether or not the
//! checker understands it: launches are found among the tokens ([`cxx_validator::ast::Launch`]), and launches that became an instance of the library's
//! `_launch` are described by the types and calls of their functions. The others have a reason, and what the words of their text show.

mod kernel;
mod launch;
mod nest;
mod target;
mod uses;
mod words;

pub use kernel::{Capture, CaptureKind, Kernel, State, Tile, TileStatic, Translation};
pub(crate) use nest::Nest;
pub use target::{Blocker, Reason, Target};
pub use uses::{Feature, Use};

use super::Program;
use crate::diagnostic::Severity;
use crate::meaning::Module;
use core::cell::Cell;
use core::ops::Range;
use cxx_validator::ast::{
    DeclKind, FunctionId, LambdaId, List, RestrictionSet, StructureId, TypeSyntax, Variable,
};
use cxx_validator::names::Symbol;
use rustc_hash::FxHashMap;
use shader_source::Span;

/// `restrict(amp)`
const AMP: RestrictionSet = RestrictionSet::of(1);

/// The code of a program for accelerators.
#[derive(Clone, Debug, Default)]
pub struct Inventory {
    /// The kernels in the order of their places. A launch in a template is here once for each instance of the template.
    pub kernels: Vec<Kernel>,
    /// Launches in lines that conditions of the preprocessor leave out.
    pub left_out: Vec<Span>,
    /// The names of functions that share data with Direct3D, in host code. C++ AMP 1.2 (11)
    pub interop: Vec<Use>,
}

impl Inventory {
    /// Makes the inventory of a program whose first file has this text.
    #[must_use]
    pub fn new(program: &Program, text: &str) -> Self {
        let sources = Sources::new(program, text);
        let mut kernels = launch::kernels(&sources);
        kernels.sort_by_key(|kernel| (kernel.place, kernel.arguments.clone()));
        kernels.dedup_by(|one, other| {
            (one.place, &one.arguments, &one.tile, &one.name)
                == (other.place, &other.arguments, &other.tile, &other.name)
        });
        let left_out = &program.module.ast.launches_left_out;
        let left_out = left_out.iter().filter(|span| !sources.is_library(**span)).copied().collect();
        Self { kernels, left_out, interop: words::interop(&sources) }
    }
}

/// A program with what is looked up in it often.
struct Sources<'a> {
    program: &'a Program,
    module: &'a Module,
    text: &'a str,
    library: Vec<Range<u32>>,
    /// The namespaces of the functions and structures of the library, by their innermost names.
    namespaces: FxHashMap<FunctionId, String>,
    structure_namespaces: FxHashMap<StructureId, String>,
    /// The lambda expressions by their structures and by their functions.
    closures: FxHashMap<StructureId, LambdaId>,
    closure_functions: FxHashMap<FunctionId, LambdaId>,
    /// The structures that declare functions as members.
    owners: FxHashMap<FunctionId, StructureId>,
    /// The bodies of functions that are not lambda expressions.
    functions: Nest<FunctionId>,
    /// The places of errors, and of what is not known, with its number.
    errors: Nest<()>,
    unresolved: Nest<usize>,
    /// The parts of files that conditions leave out.
    left_out: Nest<()>,
    /// The variables that are written as pointers, with their names.
    pointers: Nest<Symbol>,
    /// The number of expressions that may still be looked at.
    left: Cell<usize>,
}

/// The maximum number of expressions in the functions of all kernels. Each kernel lists the functions that it reaches, and kernels share
/// functions, so the total can grow faster than the source.
const MOST_EXPRESSIONS: usize = 1 << 26;

impl<'a> Sources<'a> {
    fn new(program: &'a Program, text: &'a str) -> Self {
        let module = &program.module;
        let library = program.inclusions.files().iter().filter(|file| file.is_library);
        let ast = &module.ast;
        let lambdas = || (0..).map(LambdaId::from_index).zip(&ast.lambdas);
        let closure_functions: FxHashMap<_, _> =
            lambdas().map(|(id, lambda)| (lambda.function, id)).collect();
        let functions = (0..ast.functions.len()).map(FunctionId::from_index);
        let functions = functions.filter(|id| ast[*id].body.is_some() && !closure_functions.contains_key(id));
        let members = (0..).map(StructureId::from_index).zip(&ast.structures);
        let members =
            members.flat_map(|(id, structure)| ast[structure.functions].iter().map(move |it| (*it, id)));
        let errors = module.diagnostics.iter().filter(|found| found.severity == Severity::Error);
        let unresolved = (0..).zip(&program.unresolved).map(|(at, (place, _))| (*place, at));
        let is_pointer = |variable: &&Variable| {
            let ty = if let TypeSyntax::Qualified(_, inner) = ast[variable.ty] { inner } else { variable.ty };
            matches!(ast[ty], TypeSyntax::Pointer(..))
        };
        let pointers = ast.variables.iter().filter(is_pointer);
        let mut sources = Self {
            program,
            module,
            text,
            library: library.map(|file| file.start..file.start + file.text.len() as u32).collect(),
            namespaces: FxHashMap::default(),
            structure_namespaces: FxHashMap::default(),
            closures: lambdas().map(|(id, lambda)| (lambda.structure, id)).collect(),
            owners: members.collect(),
            functions: Nest::new(functions.map(|id| (function_span(module, id), id))),
            errors: Nest::new(errors.map(|found| (found.primary.span, ()))),
            unresolved: Nest::new(unresolved),
            left_out: Nest::new(ast.code_left_out.iter().map(|span| (*span, ()))),
            pointers: Nest::new(pointers.filter_map(|variable| Some((variable.name_span, variable.name?)))),
            closure_functions,
            left: Cell::new(MOST_EXPRESSIONS),
        };
        sources.note_namespaces(module.decls, "");
        sources
    }

    /// Notes the namespaces of the library. They are nested at most two deep.
    fn note_namespaces(&mut self, decls: List<cxx_validator::ast::DeclId>, around: &str) {
        let ast = &self.module.ast;
        for decl in &ast[decls] {
            let decl = ast[*decl];
            if !self.is_library(decl.span) {
                continue;
            }
            match decl.kind {
                DeclKind::Function(id) => _ = self.namespaces.insert(id, around.to_owned()),
                DeclKind::Structure(id) => _ = self.structure_namespaces.insert(id, around.to_owned()),
                DeclKind::Namespace(id) => {
                    let namespace = ast[id];
                    let name = namespace.name.map_or(around, |name| self.module.names.text(name));
                    self.note_namespaces(namespace.decls, name);
                }
                _ => {}
            }
        }
    }

    /// Takes the cost of a function with so many expressions from the budget. Returns false if nothing is left.
    fn spend(&self, expressions: usize) -> bool {
        let left = self.left.get().checked_sub(expressions + 1);
        self.left.set(left.unwrap_or(0));
        left.is_some()
    }

    fn is_library(&self, span: Span) -> bool {
        self.library.iter().any(|range| range.contains(&span.lo))
    }

    fn is_library_function(&self, id: FunctionId) -> bool {
        self.is_library(self.module.ast[id].name_span)
    }

    /// The name of a function.
    fn function_name(&self, id: FunctionId) -> &'a str {
        self.module.names.text(self.module.ast[id].name)
    }

    fn function_span(&self, id: FunctionId) -> Span {
        function_span(self.module, id)
    }

    /// Returns true if a function has `restrict(amp)` itself.
    fn is_restricted(&self, id: FunctionId) -> bool {
        self.module.ast.restrictions.get(&id).is_some_and(|it| it.set.covers(AMP))
    }

    /// The source of a range; empty for one that is not in one file.
    /// Returns true for a place that conditions of the preprocessor leave out.
    fn is_left_out(&self, place: Span) -> bool {
        self.left_out.around(place).next().is_some()
    }

    fn text(&self, span: Span) -> &'a str {
        let (text, start) = match self.program.inclusions.of(span.lo) {
            Some(file) => (&*file.text, file.start),
            None => (self.text, 0),
        };
        let range = span.lo.saturating_sub(start) as usize..span.hi.saturating_sub(start) as usize;
        text.get(range).unwrap_or("")
    }

    /// The function around a place that is not a lambda expression.
    fn function_around(&self, place: Span) -> Option<FunctionId> {
        self.functions.around(place).map(|(_, id)| id).next()
    }
}

/// From the name of a function, or the captures of a lambda expression, to the end of its body.
fn function_span(module: &Module, id: FunctionId) -> Span {
    let function = &module.ast[id];
    let body = function.body.map(|body| module.ast.stmt_span(body));
    body.map_or(function.name_span, |body| function.name_span.to(body))
}

#[cfg(test)]
mod tests;
