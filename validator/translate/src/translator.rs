//! The state of a translation while it walks through the program.

use super::entry_point::{Entry, Varyings};
use super::names::Names;
use super::place::{Forms, RootVariable};
use super::plan::Job;
use super::sampler::SamplerUse;
use super::translation::{Binding as Row, Constant, NoCounterpart, Refusal, Request, Translation};
use super::unit::{Member, Unit, asked_constants};
use super::value::Binding;
use super::writer::{Line, Writer};
use core::ops::Range;
use cxx_validator::ast::{Ast, VariableId};
use cxx_validator::names::Symbol;
use msl_spec::{INVENTORY, Section, sections};
use msl_validator::interface::EntryPoint;
use msl_validator::meaning::Module;
use msl_validator::typed::{self, ExprId, LocalId, Tree};
use msl_validator::types::{StructureNumber, Type, TypeId};
use rustc_hash::{FxHashMap, FxHashSet};
use shader_source::Span;
use std::collections::{BTreeSet, VecDeque};
use std::rc::Rc;

/// Results with more bytes than this are refused: functions that call others with ever more sets of variables grow exponentially.
const MOST_BYTES: usize = 16 << 20;

/// How deep expressions and statements may be translated inside of each other. Each level takes at most 4 KiB of stack without optimisation,
/// so that a translation fits 1 MiB.
const MOST_LEVELS: u32 = 200;

/// Why a part is not translated.
#[derive(Debug)]
pub(crate) enum Failure {
    /// It has no counterpart.
    NoCounterpart(NoCounterpart),
    /// It depends on a part that was reported already.
    Reported,
}

pub(crate) type Outcome<T> = Result<T, Failure>;

/// A function that is being translated, or an initializer.
pub(crate) struct Frame {
    pub(crate) unit: Rc<Unit>,
    pub(crate) locals: FxHashMap<LocalId, Binding>,
    pub(crate) result: FunctionResult,
    /// Whether statements may be written: not for an initializer.
    pub(crate) is_function: bool,
}

impl Frame {
    pub(crate) fn of_function(unit: Rc<Unit>) -> Self {
        let result = FunctionResult::Nothing;
        Self { unit, locals: FxHashMap::default(), result, is_function: true }
    }
}

/// The value that `return` leaves.
#[derive(Clone, Debug)]
pub(crate) enum FunctionResult {
    /// Nothing.
    Nothing,
    /// A value of a type.
    Value(TypeId),
    /// The object that a constructor makes.
    Object(String),
}

/// Extensions and other parts of the result that are there if something uses them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Feature {
    F16,
    Subgroups,
    /// A note that the result depends on the number of threads in a SIMD-group.
    SimdgroupSize,
    DualSourceBlending,
    ClipDistances,
    PrimitiveIndex,
    Derivatives,
    /// A function that makes a number of its bits.
    FloatOfBits,
    /// A variable with the number of the thread in its SIMD-group.
    Lane,
    /// A variable with the size of the SIMD-group.
    LaneCount,
}

/// The numbers of words of members, by their structures and places there.
pub(crate) type WordMembers = FxHashMap<(StructureNumber, usize), u32>;

pub(crate) struct Translator<'a> {
    pub(crate) module: &'a Module,
    pub(crate) request: &'a Request,
    pub(crate) names: Names,
    pub(crate) writer: Writer,
    pub(crate) features: BTreeSet<Feature>,
    /// Structures, variables and functions of module scope, in the order of the result.
    pub(crate) structures: Vec<Line>,
    pub(crate) variables: Vec<Line>,
    pub(crate) helpers: Vec<Line>,
    pub(crate) functions: Vec<Line>,
    /// The names of helpers by what they do.
    pub(crate) helper_names: FxHashMap<String, String>,
    pub(crate) structure_names: FxHashMap<StructureNumber, String>,
    /// The names of members: those of a structure in their order.
    pub(crate) member_names: FxHashMap<StructureNumber, Rc<Vec<String>>>,
    /// The structures that are [taken apart](super::parts).
    pub(crate) apart: FxHashSet<StructureNumber>,
    /// The members that are words.
    pub(crate) words: WordMembers,
    pub(crate) globals: FxHashMap<VariableId, Binding>,
    /// Variables of module scope that places lie in.
    pub(crate) roots: Vec<RootVariable>,
    /// The forms of variables that uses need, as far as earlier attempts know them.
    pub(crate) forms: Forms,
    /// The forms that have to be there, too.
    pub(crate) wanted: Forms,
    pub(crate) frames: Vec<Frame>,
    /// What is outside of all functions.
    no_unit: Unit,
    /// The functions, by their instances.
    pub(crate) units: FxHashMap<usize, Rc<Unit>>,
    /// The initializers of variables of the program.
    pub(crate) initializers: FxHashMap<VariableId, Rc<Unit>>,
    /// The functions to translate, and the names of all so far.
    pub(crate) jobs: VecDeque<Job>,
    pub(crate) job_names: FxHashMap<(usize, String), String>,
    /// The names of all functions of the result: an expression that calls one is not a constant.
    pub(crate) function_names: FxHashSet<String>,
    pub(crate) findings: Vec<NoCounterpart>,
    pub(crate) rows: Vec<Row>,
    /// The groups and bindings of arguments.
    pub(crate) bound: FxHashSet<(u32, u32)>,
    pub(crate) constants: Vec<Constant>,
    pub(crate) notes: BTreeSet<String>,
    /// The function of the pipeline.
    pub(crate) entry: Entry,
    pub(crate) is_kernel: bool,
    pub(crate) is_vertex: bool,
    /// The names of overrides.
    pub(crate) overrides: FxHashSet<String>,
    /// The members that functions of the program assign as a whole.
    pub(crate) assigned_members: FxHashSet<Member>,
    /// The function constants that the program asks about.
    pub(crate) asked: FxHashSet<VariableId>,
    /// The values between the stages, once something asks for them.
    pub(crate) varyings: Varyings,
    /// What samplers do, by their names.
    pub(crate) samplers: FxHashMap<String, SamplerUse>,
    /// How deep initializers of variables of the program lead into others.
    pub(crate) global_depth: u32,
    /// How deep expressions and statements are being translated inside of each other.
    depth: u32,
    /// The bytes of the variables of functions that are in workgroup memory.
    pub(crate) workgroup_bytes: u32,
    /// The offsets of a library whose functions are part of the program.
    pub(crate) library: Vec<Range<u32>>,
    /// Where the program calls the function of the library that is being translated.
    pub(crate) call: Option<Span>,
}

impl<'a> Translator<'a> {
    pub(crate) fn new(module: &'a Module, request: &'a Request, forms: Forms) -> Self {
        Self {
            module,
            request,
            names: Names::default(),
            writer: Writer::default(),
            features: BTreeSet::new(),
            structures: Vec::new(),
            variables: Vec::new(),
            helpers: Vec::new(),
            functions: Vec::new(),
            helper_names: FxHashMap::default(),
            structure_names: FxHashMap::default(),
            member_names: FxHashMap::default(),
            apart: FxHashSet::default(),
            words: WordMembers::default(),
            globals: FxHashMap::default(),
            roots: Vec::new(),
            forms,
            wanted: Forms::default(),
            frames: Vec::new(),
            no_unit: Unit::default(),
            units: FxHashMap::default(),
            initializers: FxHashMap::default(),
            jobs: VecDeque::new(),
            job_names: FxHashMap::default(),
            function_names: FxHashSet::default(),
            findings: Vec::new(),
            rows: Vec::new(),
            bound: FxHashSet::default(),
            constants: Vec::new(),
            notes: BTreeSet::new(),
            entry: Entry::default(),
            is_kernel: false,
            is_vertex: false,
            overrides: FxHashSet::default(),
            assigned_members: FxHashSet::default(),
            asked: FxHashSet::default(),
            varyings: Varyings::default(),
            samplers: FxHashMap::default(),
            global_depth: 0,
            depth: 0,
            workgroup_bytes: 0,
            library: Vec::new(),
            call: None,
        }
    }

    /// Enters a function, and returns the place of the call around it, to be restored after it: what happens in the library is shown where the
    /// program calls it.
    pub(crate) fn enter(&mut self, instance: usize) -> Option<Span> {
        let place = self.place_in_program();
        let is_of_library = self.is_of_library(instance);
        core::mem::replace(&mut self.call, is_of_library.then_some(place))
    }

    /// Returns true for a function of a library that is part of the program.
    pub(crate) fn is_of_library(&self, instance: usize) -> bool {
        let declared = self.module.ast[self.module.instances[instance].function].name_span;
        self.library.iter().any(|range| range.contains(&declared.lo))
    }

    /// The present place, or the place of the call that leads into the library.
    pub(crate) fn place_in_program(&self) -> Span {
        self.call.unwrap_or(self.writer.span)
    }

    /// # Errors
    /// Why the translation failed, and the forms that variables must have for another attempt.
    pub(crate) fn translate(mut self) -> Result<Translation, (Refusal, Forms)> {
        let refused = |refusal| (refusal, Forms::default());
        let name = &self.request.entry_point;
        let is_it = |entry: &&EntryPoint| self.module.entry_name(entry) == name;
        let Some(entry) = self.module.entry_points.iter().find(is_it) else {
            let message = format!("no kernel, vertex or fragment function `{name}`");
            return Err(refused(Refusal::Request(message)));
        };
        self.check_sizes(entry).map_err(|message| refused(Refusal::Request(message)))?;
        let mut variables: Vec<VariableId> = self.module.globals.keys().copied().collect();
        variables.sort_unstable();
        let name = self.with_functions(entry.instance, variables, |it| it.entry_point(entry))?;
        let head = self.head_of_metal();
        Ok(self.finish(name, head))
    }

    /// Translates the function of a pipeline, and then all that it needs. These variables of the program are looked at for what their
    /// initializers need.
    pub(crate) fn with_functions<T: Default>(
        &mut self,
        instance: usize,
        variables: Vec<VariableId>,
        entry: impl FnOnce(&mut Self) -> Outcome<T>,
    ) -> Result<T, (Refusal, Forms)> {
        let units = self.needed_units(instance, variables);
        self.asked = asked_constants(&units);
        // A pointer that is a member may be moved by a function that gets its object.
        self.assigned_members = units.iter().flat_map(|unit| &unit.assigned_members).copied().collect();
        self.check_structures(&units);
        if !self.findings.is_empty() {
            let findings = core::mem::take(&mut self.findings);
            return Err((Refusal::NoCounterpart(findings), Forms::default()));
        }
        let result = entry(self);
        let result = self.kept(result);
        while let Some(job) = self.jobs.pop_front() {
            let result = self.job(job);
            self.kept(result);
        }
        if self.findings.is_empty() {
            return Ok(result.unwrap_or_default());
        }
        let mut findings = core::mem::take(&mut self.findings);
        findings.sort_by(|one, other| {
            let key = |it: &NoCounterpart| (it.span.lo, it.span.hi);
            key(one).cmp(&key(other)).then_with(|| one.message.cmp(&other.message))
        });
        findings.dedup();
        Err((Refusal::NoCounterpart(findings), core::mem::take(&mut self.wanted)))
    }

    /// The function of an instance.
    pub(crate) fn unit(&mut self, instance: usize) -> Rc<Unit> {
        if let Some(known) = self.units.get(&instance) {
            return Rc::clone(known);
        }
        let function = typed::function(self.module, instance);
        let unit = Rc::new(Unit::of_function(function, self.module, &self.library));
        self.units.insert(instance, Rc::clone(&unit));
        unit
    }

    /// The first value of a variable of the program.
    pub(crate) fn initializer(&mut self, variable: VariableId) -> Option<Rc<Unit>> {
        if let Some(known) = self.initializers.get(&variable) {
            return Some(Rc::clone(known));
        }
        let unit = Rc::new(Unit::of_initializer(typed::initializer(self.module, variable)?));
        self.initializers.insert(variable, Rc::clone(&unit));
        Some(unit)
    }

    /// The initializers of variables of the program, a function of the pipeline, and all functions that these call.
    fn needed_units(&mut self, instance: usize, variables: Vec<VariableId>) -> Vec<Rc<Unit>> {
        let mut units: Vec<Rc<Unit>> = variables.into_iter().filter_map(|it| self.initializer(it)).collect();
        units.push(self.unit(instance));
        let mut seen = FxHashSet::from_iter([instance]);
        let mut next = 0;
        while let Some(unit) = units.get(next).cloned() {
            for call in &unit.tree.calls {
                if seen.insert(call.instance) {
                    units.push(self.unit(call.instance));
                }
            }
            next += 1;
        }
        units
    }

    /// The result; why there is none is noted.
    pub(crate) fn kept<T>(&mut self, result: Outcome<T>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(Failure::Reported) => None,
            Err(Failure::NoCounterpart(found)) => {
                self.findings.push(found);
                None
            }
        }
    }

    /// Does something so many levels deeper, unless that is too deep.
    pub(crate) fn deeper<T>(
        &mut self,
        levels: u32,
        work: impl FnOnce(&mut Self) -> Outcome<T>,
    ) -> Outcome<T> {
        if self.depth + levels > MOST_LEVELS {
            let message = "an expression or statement that is nested too deeply: split it";
            return self.none(sections::SECTION_3, message);
        }
        self.depth += levels;
        let result = work(self);
        self.depth -= levels;
        result
    }

    /// Something that has no counterpart, at the present place.
    pub(crate) fn none<T>(&self, section: &'static Section, message: impl Into<String>) -> Outcome<T> {
        let found = NoCounterpart { span: self.place_in_program(), message: message.into(), section };
        Err(Failure::NoCounterpart(found))
    }

    /// Something of a section of the tables that has no counterpart, at the present place.
    pub(crate) fn none_of<T>(&self, section: &str, message: impl Into<String>) -> Outcome<T> {
        self.none(INVENTORY.section(section).unwrap_or(sections::SECTION_6), message)
    }

    /// Stops where the result is too large.
    pub(crate) fn check_size(&self) -> Outcome<()> {
        if self.writer.bytes > MOST_BYTES {
            return self.none(
                sections::SECTION_4,
                "the program is too large, counting a function for each set of variables that pointers point into",
            );
        }
        Ok(())
    }

    pub(crate) const fn ast(&self) -> &'a Ast {
        &self.module.ast
    }

    pub(crate) fn kind(&self, ty: TypeId) -> Type {
        self.module.types.get(ty)
    }

    pub(crate) fn text_of(&self, symbol: Symbol) -> &'a str {
        self.module.names.text(symbol)
    }

    pub(crate) fn frame(&mut self) -> Outcome<&mut Frame> {
        self.frames.last_mut().ok_or(Failure::Reported)
    }

    /// The function or initializer that is being translated.
    pub(crate) fn current(&self) -> &Unit {
        self.frames.last().map_or(&self.no_unit, |frame| &*frame.unit)
    }

    /// Its tree.
    pub(crate) fn tree(&self) -> &Tree {
        &self.current().tree
    }

    /// The type of an expression.
    pub(crate) fn ty(&self, id: ExprId) -> TypeId {
        self.tree().expr_type(id)
    }

    /// Works with an initializer.
    pub(crate) fn with_initializer<T>(
        &mut self,
        unit: Rc<Unit>,
        work: impl FnOnce(&mut Self) -> Outcome<T>,
    ) -> Outcome<T> {
        self.frames.push(Frame { is_function: false, ..Frame::of_function(unit) });
        let result = work(self);
        self.frames.pop();
        result
    }

    /// A line at module scope, behind those of one of its parts.
    pub(crate) fn module_line(span: Span, depth: usize, text: impl Into<String>) -> Line {
        Line { depth, text: text.into(), span }
    }
}
