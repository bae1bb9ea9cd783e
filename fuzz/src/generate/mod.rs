//! Valid programs by chance, directed by types, from the tables of the specification.
//!
//! A program is made of choices, and choices of bytes, so that the same bytes give the same program. Behaviour that the specification
//! leaves open is avoided by construction: indices are taken modulo the length, loops count to a small number, invocations write elements
//! of their own only, functions that need uniform control flow are called where nothing has diverged yet, and the results of
//! atomic and subgroup functions, which depend on the order of invocations, are dropped. Calls whose const evaluation may fail have an
//! argument that is not known before execution.

mod argument;
mod constant;
mod declarations;
mod entry_point;
mod expression;
mod guard;
mod interface;
mod literal;
mod rows;
mod statement;
#[cfg(test)]
mod tests;
mod types;
mod used;

pub use constant::constant;
pub use used::{Construct, constructs, used};

use crate::choices::{Choices, bytes_of};
use crate::tree::{Block, Declaration, Directive, Tree};
use types::Type;
use wgsl_spec::{
    AddressSpace, EnableExtension, ExtensionSet, LanguageExtension, Scalar, ScalarSet, ShaderStage,
};

/// The kind of program to make.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// About how many statements there are.
    pub size: usize,
    /// The extensions that it may use.
    pub extensions: ExtensionSet,
}

impl Options {
    /// Programs of this size with every extension of the specification.
    #[must_use]
    pub fn of_size(size: usize) -> Self {
        let mut extensions = ExtensionSet::EMPTY;
        for it in EnableExtension::ALL.into_iter().filter(|it| !it.is_proposed()) {
            extensions.insert(it);
        }
        for it in LanguageExtension::ALL.into_iter().filter(|it| !it.is_proposed()) {
            extensions.insert_language(it);
        }
        Self { size, extensions }
    }
}

/// The program of a seed.
#[must_use]
pub fn from_seed(seed: u64, options: Options) -> Tree {
    from_bytes(&bytes_of(seed, 1024 + options.size * 64), options)
}

/// The program of some bytes.
#[must_use]
pub fn from_bytes(bytes: &[u8], options: Options) -> Tree {
    let mut generator = Generator::new(bytes, options);
    generator.choose_extensions();
    generator.constants();
    generator.helpers();
    generator.entry_points();
    generator.finish()
}

/// A named value or variable.
#[derive(Clone, Debug)]
struct Named {
    name: String,
    ty: Type,
    /// Whether it can be assigned.
    is_variable: bool,
    /// Whether its value is known before execution.
    is_constant: bool,
    /// The depth of the block that declares it.
    depth: usize,
}

impl Named {
    /// A value that is not known before execution, of the scope of a function.
    const fn value(name: String, ty: Type) -> Self {
        Self { name, ty, is_variable: false, is_constant: false, depth: 0 }
    }

    /// A constant, likewise.
    const fn constant(name: String, ty: Type) -> Self {
        Self { name, ty, is_variable: false, is_constant: true, depth: 0 }
    }
}

/// A function of the program.
#[derive(Clone, Debug)]
struct Signature {
    name: String,
    parameters: Vec<Type>,
    /// The address space of a pointer that is the last parameter, and the type behind it.
    pointee: Option<(AddressSpace, Type)>,
    result: Type,
    must_use: bool,
}

/// The place that code is made for.
#[derive(Clone, Debug, Default)]
struct Flow {
    /// The stage of an entry point; none in functions that all may call.
    stage: Option<ShaderStage>,
    /// Whether all invocations come here together.
    is_uniform: bool,
    /// Whether `break` and `continue` may leave or repeat a loop here.
    may_break: bool,
    /// The type that a `return` here gives; none where it may not stand.
    result: Option<Type>,
}

/// The program so far.
struct Generator<'a> {
    choices: Choices<'a>,
    options: Options,
    extensions: ExtensionSet,
    directives: Vec<Directive>,
    declarations: Vec<Declaration>,
    /// The number of names so far.
    names: usize,
    /// The number of bindings so far.
    bindings: usize,
    /// The number of places so far that note that an invocation came there.
    steps: usize,
    /// Resources and other variables of the module, by address space and type as they are written.
    module_variables: Vec<(String, String)>,
    structures: Vec<Type>,
    /// Constants and overrides.
    constants: Vec<Named>,
    functions: Vec<Signature>,
    /// Names of the function.
    scope: Vec<Named>,
    flow: Flow,
    /// Whether all expressions are const-expressions.
    is_constant: bool,
    /// The depth of the expression.
    depth: usize,
    /// The depth of the block.
    blocks: usize,
    /// Statements that may still be made.
    budget: usize,
}

impl<'a> Generator<'a> {
    fn new(bytes: &'a [u8], options: Options) -> Self {
        Self {
            choices: Choices::new(bytes),
            options,
            extensions: ExtensionSet::EMPTY,
            directives: Vec::new(),
            declarations: Vec::new(),
            names: 0,
            bindings: 0,
            steps: 0,
            module_variables: Vec::new(),
            structures: Vec::new(),
            constants: Vec::new(),
            functions: Vec::new(),
            scope: Vec::new(),
            flow: Flow::default(),
            is_constant: false,
            depth: 0,
            blocks: 0,
            budget: options.size,
        }
    }

    /// Chooses extensions among those that the options allow, and writes the directives.
    fn choose_extensions(&mut self) {
        let mut enabled = Vec::new();
        for it in EnableExtension::ALL {
            if self.options.extensions.contains(it) && !self.choices.one_in(4) {
                self.extensions.insert(it);
                enabled.push(it.name().to_owned());
            }
        }
        let mut required = Vec::new();
        for it in LanguageExtension::ALL {
            if self.options.extensions.contains_language(it) {
                self.extensions.insert_language(it);
                if self.choices.one_in(4) {
                    required.push(it.name().to_owned());
                }
            }
        }
        if !enabled.is_empty() {
            self.directives.push(Directive::Enable(enabled));
        }
        if !required.is_empty() {
            self.directives.push(Directive::Requires(required));
        }
        if self.choices.one_in(4) {
            let rule = if self.choices.one_in(2) { "derivative_uniformity" } else { "subgroup_uniformity" };
            self.directives
                .push(Directive::Diagnostic { severity: "warning".to_owned(), rule: rule.to_owned() });
        }
    }

    /// A name that nothing else has: no predeclared name ends like this.
    fn fresh(&mut self, kind: &str) -> String {
        self.names += 1;
        format!("{kind}_{}", self.names)
    }

    /// The scalars that the program may use.
    fn scalars(&self) -> ScalarSet {
        let is_allowed = |scalar: &Scalar| {
            types::extension_of(*scalar).is_none_or(|extension| self.extensions.contains(extension))
        };
        let allowed = rows::SCALARS.iter().filter(|scalar| is_allowed(scalar));
        ScalarSet(allowed.map(|scalar| scalar.set().0).sum())
    }

    /// A scalar of a set that the program may use.
    fn scalar_of(&mut self, set: ScalarSet) -> Scalar {
        let scalars: Vec<Scalar> = set.intersection(self.scalars()).iter().collect();
        self.choices.pick(&scalars).copied().unwrap_or(Scalar::U32)
    }

    /// A block of statements with names of its own.
    fn scoped(&mut self, make: impl FnOnce(&mut Self) -> Block) -> Block {
        // A name of the block may hide another one of the scope.
        let scope = self.scope.clone();
        let block = make(self);
        self.scope = scope;
        block
    }

    fn finish(self) -> Tree {
        Tree { directives: self.directives, declarations: self.declarations }
    }
}
