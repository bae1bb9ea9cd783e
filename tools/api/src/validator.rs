//! Checking programs with options.

use crate::diagnostic::Diagnostics;
use crate::files::{File, Files};
use crate::module::{Linked, Module, Origin};
use crate::{Edition, Lint, Target};
use core::fmt;
use shader_source::diagnostic::Diagnostic as Found;
use std::sync::Arc;
use wgsl_modules::{Defines, Program, Project, is_modular, needs_definitions};
use wgsl_validator::Options;
use wgsl_validator::advice::{Extent, with_advice};

/// The name of a checked text that has no other.
const NAME: &str = "shader.wgsl";

/// Checks programs with options: for an implementation, with lints, with files to import.
///
/// It keeps its memory from one program to the next, so use one for many small programs. Clone one to check a program with different names
/// [defined](Self::define).
///
/// ```
/// use shader_check::{Lint, Validator};
///
/// let mut validator = Validator::new().target("portable".parse()?).lints(Lint::ALL);
/// let module = validator.validate("fn helper(unused: f32) {}")?;
/// assert_eq!(module.diagnostics().len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Default)]
pub struct Validator {
    options: Options,
    lints: Vec<Lint>,
    file_name: Option<String>,
    files: Vec<wgsl_modules::File>,
    defines: Defines,
    /// Created when the first program is checked with the current options.
    memory: Option<wgsl_validator::Validator>,
}

impl Validator {
    /// Makes a validator for the current edition of the specification, with all its features and without lints.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Checks against this edition of the specification.
    #[must_use]
    pub fn edition(mut self, edition: Edition) -> Self {
        self.options.edition = edition;
        self.memory = None;
        self
    }

    /// Checks for this implementation: its extensions and its limits.
    ///
    /// A target is parsed from a name and adjustments: `"naga".parse()`, `"portable,+f16,workgroup-bytes=32768".parse()`. [`Target`] lists
    /// the names.
    #[must_use]
    pub fn target(mut self, target: Target) -> Self {
        self.options.target = target;
        self.memory = None;
        self
    }

    /// Adds lints: warnings about valid programs, in [`Module::diagnostics`]. A rejected program gets none.
    #[must_use]
    pub fn lints(mut self, lints: impl IntoIterator<Item = Lint>) -> Self {
        self.lints.extend(lints);
        self
    }

    /// Sets the name of the checked file in diagnostics, `shader.wgsl` by default. With imports, it is its path among the files of
    /// [`Self::file`].
    #[must_use]
    pub fn file_name(mut self, name: impl Into<String>) -> Self {
        self.file_name = Some(name.into());
        self
    }

    /// Adds a file that programs may import from, by the rules of WESL or `naga_oil`. Its path has `/` between the names and ends in
    /// `.wgsl` or `.wesl`. Nothing is read from disk.
    ///
    /// ```
    /// let light = "#define_import_path scene::light\nfn shade() -> f32 { return 0.5; }";
    /// let main = "#import scene::light::shade\n@fragment fn main() -> @location(0) vec4f { return vec4f(shade()); }";
    /// let mut validator = shader_check::Validator::new().file("light.wgsl", light);
    /// assert!(validator.validate(main).is_ok());
    /// ```
    #[must_use]
    pub fn file(mut self, path: impl Into<String>, text: impl Into<String>) -> Self {
        self.files.push(wgsl_modules::File { path: path.into(), text: Arc::from(text.into()), root: None });
        self
    }

    /// Defines a name for conditions, `@if(SHADOWS)`, `#ifdef SHADOWS`, and as a macro.
    #[must_use]
    pub fn define(mut self, name: impl Into<String>) -> Self {
        self.defines.define(name, None);
        self
    }

    /// Defines a name with a value for conditions, `#if SAMPLES == 4`, `#{SAMPLES}`, and as a macro.
    #[must_use]
    pub fn define_value(mut self, name: impl Into<String>, value: impl fmt::Display) -> Self {
        self.defines.define(name, Some(&value.to_string()));
        self
    }

    /// Checks a program. The warnings about a valid program are in [`Module::diagnostics`].
    ///
    /// # Errors
    /// The diagnostics of an invalid program: at least one error. Warnings may be missing, because some checks run on programs without
    /// errors only.
    pub fn validate(&mut self, source: &str) -> Result<Module, Diagnostics> {
        let name = self.file_name.as_deref().unwrap_or(NAME);
        let main = File { name: name.into(), text: source.into() };
        let is_made = is_modular(source) || needs_definitions(source, &self.defines, self.options.edition);
        if is_made || name.strip_suffix(".wesl").is_some() {
            return self.validate_linked(main);
        }
        let module = self.checked(source);
        let found = with_advice(&module, Extent::Whole, &self.lints);
        self.result(module, found, Origin::File(Files::new(main, [])))
    }

    /// Checks a program with its imports.
    fn validate_linked(&mut self, main: File) -> Result<Module, Diagnostics> {
        let path = &*main.name;
        let others = self.files.iter().filter(|file| file.path != path).cloned();
        let root = wgsl_modules::File { path: path.to_owned(), text: Arc::clone(&main.text), root: None };
        let project =
            Project::new(others.chain([root]).collect(), self.defines.clone(), self.options.edition);
        let mut program = project.find(path).map_or_else(Program::default, |root| project.link(root));
        let module = self.checked(program.text());
        let mut found = with_advice(&module, Extent::Part, &self.lints);
        if !program.outside().is_empty() {
            // A missing package is one mistake, not one for each name that it declares.
            found.retain(|found| found.rule != wgsl_spec::rules::SCOPE_UNRESOLVED);
        }
        program.require_packages(|_| true);
        program.require_values();
        self.result(
            module,
            found,
            Origin::Linked(Box::new(Linked { project, program, files: Files::new(main, []) })),
        )
    }

    fn checked(&mut self, text: &str) -> wgsl_validator::Module {
        let options = &self.options;
        self.memory.get_or_insert_with(|| wgsl_validator::Validator::new(options.clone())).validate(text)
    }

    fn result(
        &mut self,
        module: wgsl_validator::Module,
        found: Vec<Found>,
        origin: Origin,
    ) -> Result<Module, Diagnostics> {
        let diagnostics = origin.diagnostics(found, self.options.edition);
        if diagnostics.errors().next().is_none() {
            return Ok(Module::new(module, Arc::new(origin), diagnostics));
        }
        if let Some(validator) = &mut self.memory {
            validator.recycle(module);
        }
        Err(diagnostics)
    }
}

impl Clone for Validator {
    fn clone(&self) -> Self {
        Self {
            options: self.options.clone(),
            lints: self.lints.clone(),
            file_name: self.file_name.clone(),
            files: self.files.clone(),
            defines: self.defines.clone(),
            memory: None,
        }
    }
}

impl fmt::Debug for Validator {
    fn fmt(&self, output: &mut fmt::Formatter<'_>) -> fmt::Result {
        output.debug_struct("Validator").field("options", &self.options).finish_non_exhaustive()
    }
}
