//! The launches of a program, and the kernels that they launch.

use super::Sources;
use super::kernel::{Kernel, State, Tile};
use super::nest::{Nest, is_in};
use super::words::{parameter, shape_of_launch, words};
use crate::meaning::FunctionInstance;
use crate::types::{Argument, Type, TypeId};
use cxx_validator::ast::{Expr, ExprId, FunctionId, Launch};
use cxx_validator::names::Symbol;
use rustc_hash::{FxHashMap, FxHashSet};
use shader_source::Span;

/// A launch whose types are known.
#[derive(Clone, Copy)]
struct Site {
    /// The place of the call.
    place: Span,
    /// The function that has it.
    host: usize,
    /// The instance of the library's `_launch`.
    launch: usize,
}

/// All kernels of a program.
pub(super) fn kernels(sources: &Sources<'_>) -> Vec<Kernel> {
    let search = Search::new(sources);
    let mut kernels = Vec::new();
    let mut known = Known::default();
    for site in sites(sources) {
        let mut launches = search.launches.starting_in(site.place);
        let launch = launches.next().map(|(_, number)| search.all[number]);
        kernels.push(known_kernel(sources, site, launch, &mut known));
    }
    for launch in &search.all {
        if !known.launches.contains(&launch.name) && !search.is_other(launch) {
            kernels.push(search.unknown_kernel(launch, &mut known));
        }
    }
    for function in search.unused(&known) {
        let place = sources.module.ast[function].name_span;
        let name = name_of(sources, function, place);
        let mut kernel = Kernel::new(place, name, State::NotLaunched);
        let mut spans = Vec::new();
        search.describe(&mut kernel, function, &mut spans);
        kernel.complete(sources, &spans);
        kernels.push(kernel);
    }
    kernels
}

/// The results of the launches that were described.
#[derive(Default)]
struct Known {
    launches: FxHashSet<Span>,
    functions: FxHashSet<FunctionId>,
}

/// The launches whose types are known: the calls of the functions of the library that call `_launch`.
fn sites(sources: &Sources<'_>) -> Vec<Site> {
    let module = sources.module;
    let is_named = |number: usize, name: &str| {
        let function = module.instances[number].function;
        sources.function_name(function) == name && sources.is_library_function(function)
    };
    let mut callers: FxHashMap<usize, Vec<(usize, Span)>> = FxHashMap::default();
    for (caller, instance) in module.instances.iter().enumerate() {
        for (callee, place) in &instance.calls {
            if is_named(*callee, "parallel_for_each") || is_named(*callee, amp_spec::LAUNCH) {
                callers.entry(*callee).or_default().push((caller, *place));
            }
        }
    }
    let none = Vec::new();
    let mut sites = Vec::new();
    for launch in (0..module.instances.len()).filter(|number| is_named(*number, amp_spec::LAUNCH)) {
        for (between, _) in callers.get(&launch).unwrap_or(&none) {
            for (host, place) in callers.get(between).unwrap_or(&none) {
                if !sources.is_library(*place) {
                    sites.push(Site { place: *place, host: *host, launch });
                }
            }
        }
    }
    sites
}

/// Describes a launch whose types are known.
fn known_kernel(sources: &Sources<'_>, site: Site, launch: Option<Launch>, known: &mut Known) -> Kernel {
    let module = sources.module;
    let place = launch.map_or(site.place, |launch| launch.name);
    known.launches.insert(place);
    let instance = &module.instances[site.launch];
    let host = &module.instances[site.host];
    let own = instance.calls.iter().map(|(callee, _)| *callee);
    let own = own.clone().find(|callee| !sources.is_library_function(module.instances[*callee].function));
    let ty = match instance.arguments.last() {
        Some(Argument::Type(ty)) => *ty,
        _ => TypeId::ERROR,
    };
    let name = functor(sources, ty).unwrap_or_else(|| name_of(sources, host.function, place));
    let mut kernel = Kernel::new(place, name, State::Checked);
    kernel.launch = Some(site.launch);
    let sizes: Vec<i64> = instance.arguments.iter().filter_map(number).collect();
    if let [rank] = sizes[..] {
        kernel.rank = u32::try_from(rank).ok();
    } else {
        let sizes: Vec<String> = sizes.iter().filter(|size| **size != 0).map(ToString::to_string).collect();
        kernel.rank = Some(sizes.len() as u32);
        kernel.tile = Some(Tile::new(sizes));
    }
    if let Some(this) = host.this.and_then(|this| module.types.structure_number(this.ty)) {
        let structure = module.types.structure(this);
        kernel.add_arguments(sources, module.ast[structure.declaration].template, &structure.arguments);
    }
    kernel.add_arguments(sources, module.ast[host.function].template, &host.arguments);
    kernel.add_captures(sources, ty);
    let mut spans = vec![launch.map_or(site.place, |launch| launch.span)];
    if let Some(own) = own {
        known.functions.insert(module.instances[own].function);
        kernel.add_functions(sources, own, &mut spans);
    } else {
        if let Some(function) = closure_function(sources, ty) {
            known.functions.insert(function);
            spans.push(sources.function_span(function));
        }
        kernel.unresolved.push((place, "its function was not found".to_owned()));
    }
    kernel.complete(sources, &spans);
    kernel
}

const fn number(argument: &Argument) -> Option<i64> {
    match argument {
        Argument::Number(number) => Some(*number),
        Argument::Type(_) | Argument::Template(_) | Argument::Function(_) => None,
    }
}

/// The name of a structure of the program that is a kernel; `None` for a lambda expression.
fn functor(sources: &Sources<'_>, ty: TypeId) -> Option<String> {
    let types = &sources.module.types;
    let ty = if let Type::Qualified(inner, _) = types.get(ty) { inner } else { ty };
    let structure = types.structure(types.structure_number(ty)?);
    (!sources.closures.contains_key(&structure.declaration)).then(|| types.print(ty))
}

/// The function of a lambda expression by the type of its object.
fn closure_function(sources: &Sources<'_>, ty: TypeId) -> Option<FunctionId> {
    let types = &sources.module.types;
    let declaration = types.structure(types.structure_number(ty)?).declaration;
    let lambda = sources.closures.get(&declaration)?;
    Some(sources.module.ast[*lambda].function)
}

/// The name of a function with the structure before it, or of the function around a place for a lambda expression.
fn name_of(sources: &Sources<'_>, function: FunctionId, place: Span) -> String {
    let module = sources.module;
    let function = if sources.closure_functions.contains_key(&function) {
        let Some(around) = sources.function_around(place) else { return "a lambda expression".to_owned() };
        around
    } else {
        function
    };
    let name = sources.function_name(function);
    let mut before = module.ast[module.ast[function].path].iter().map(|part| module.names.text(part.name));
    let owner = || Some(module.names.text(module.ast[*sources.owners.get(&function)?].name?));
    match before.next_back().or_else(owner) {
        Some(owner) if name == "operator()" => owner.to_owned(),
        Some(owner) => format!("{owner}::{name}"),
        None => name.to_owned(),
    }
}

/// Finds the parts of launches that the checker does not understand.
struct Search<'a, 'b> {
    sources: &'a Sources<'b>,
    /// The launches of the program, and their ranges from the name on.
    all: Vec<Launch>,
    launches: Nest<usize>,
    /// The calls of functions by the places of their names.
    calls: FxHashMap<Span, ExprId>,
    /// The places of the names of functions.
    declared: FxHashSet<Span>,
    /// The expressions of instances, as ranges of their numbers.
    bodies: Nest<usize>,
    /// The first instances of functions.
    instances: FxHashMap<FunctionId, usize>,
    /// The lambda expressions that are the values of variables, by the places of the variables.
    variables: FxHashMap<Symbol, Vec<(Span, FunctionId)>>,
    /// The functions with `restrict(amp)`.
    restricted: Nest<FunctionId>,
}

impl<'a, 'b> Search<'a, 'b> {
    fn new(sources: &'a Sources<'b>) -> Self {
        let module = sources.module;
        let ast = &module.ast;
        let all: Vec<Launch> =
            ast.launches.iter().filter(|launch| !sources.is_library(launch.name)).copied().collect();
        let call = |id: ExprId| {
            let Expr::Call(callee, _) = ast[id] else { return None };
            let Expr::Name(name) = ast[callee] else { return None };
            Some((ast[name].name_span, id))
        };
        let body = |(number, instance): (usize, &FunctionInstance)| {
            let first = instance.body.first_expr;
            (Span::new(first as u32, (first + instance.body.exprs.len()) as u32), number)
        };
        let mut variables: FxHashMap<Symbol, Vec<(Span, FunctionId)>> = FxHashMap::default();
        for variable in &ast.variables {
            if let (Some(name), Some(initializer)) = (variable.name, variable.initializer)
                && let Expr::Lambda(lambda) = ast[initializer]
            {
                variables.entry(name).or_default().push((variable.name_span, ast[lambda].function));
            }
        }
        let functions = || (0..ast.functions.len()).map(FunctionId::from_index);
        let is_restricted = |id: &FunctionId| {
            sources.is_restricted(*id) && ast[*id].body.is_some() && !sources.is_library_function(*id)
        };
        let instances = (0..module.instances.len()).rev();
        Self {
            launches: Nest::new((0..).zip(&all).map(|(at, launch)| (launch.span, at))),
            all,
            calls: (0..ast.exprs.len()).map(ExprId::from_index).filter_map(call).collect(),
            declared: ast.functions.iter().map(|function| function.name_span).collect(),
            bodies: Nest::new(module.instances.iter().enumerate().map(body)),
            instances: instances.map(|number| (module.instances[number].function, number)).collect(),
            variables,
            restricted: Nest::new(
                functions().filter(is_restricted).map(|id| (sources.function_span(id), id)),
            ),
            sources,
        }
    }

    /// Returns true for a launch that isn't one of C++ AMP: the declaration of a function with that name, or the function of the library for
    /// processors, which takes iterators and functions of their elements.
    fn is_other(&self, launch: &Launch) -> bool {
        let text = self.sources.text(launch.span);
        let has_iterators =
            || words(text).any(|(_, word)| ["begin", "end", "cbegin", "cend"].contains(&word));
        let is_of_processors = || shape_of_launch(text).is_none() && (launch.has_lambda || has_iterators());
        self.declared.contains(&launch.name) || !launch.has_restriction && is_of_processors()
    }

    /// Describes a launch that the checker does not understand.
    fn unknown_kernel(&self, launch: &Launch, known: &mut Known) -> Kernel {
        let sources = self.sources;
        let call = self.calls.get(&launch.name).copied();
        let around = sources.function_around(launch.name);
        let name = around.map_or_else(
            || launch.function.map_or("", |name| sources.module.names.text(name)).to_owned(),
            |around| name_of(sources, around, launch.name),
        );
        let state = call.map_or_else(
            || State::Unknown("the code around the launch can't be read".to_owned()),
            |call| self.state_of(call),
        );
        let mut kernel = Kernel::new(launch.name, name, state);
        let mut spans = vec![launch.span];
        let function = call.and_then(|call| self.launched(call)).or_else(|| {
            let mut inside = self.restricted.starting_in(launch.span).map(|(_, id)| id);
            inside.find(|id| sources.closure_functions.contains_key(id))
        });
        match function {
            Some(function) => {
                known.functions.insert(function);
                self.describe(&mut kernel, function, &mut spans);
            }
            None => {
                (kernel.rank, kernel.tile) = shape_of_launch(sources.text(launch.span)).unwrap_or_default();
            }
        }
        kernel.complete(sources, &spans);
        kernel
    }

    /// Adds what is known about a kernel by its function alone.
    fn describe(&self, kernel: &mut Kernel, function: FunctionId, spans: &mut Vec<Span>) {
        let sources = self.sources;
        if let Some((rank, tile)) = parameter(sources, function) {
            (kernel.rank, kernel.tile) = (rank, tile);
        }
        let mut reached = vec![sources.function_span(function)];
        if let Some(own) = self.instances.get(&function).copied() {
            if let Some(this) = sources.module.instances[own].this {
                kernel.add_captures(sources, this.ty);
            }
            kernel.add_functions(sources, own, &mut reached);
        }
        let outer = spans.clone();
        spans.extend(reached.into_iter().filter(|span| !outer.iter().any(|outer| is_in(*span, *outer))));
    }

    /// The function of the kernel that a call launches: of a lambda expression among the arguments, or of a variable that one begins.
    fn launched(&self, call: ExprId) -> Option<FunctionId> {
        let ast = &self.sources.module.ast;
        let Expr::Call(_, arguments) = ast[call] else { return None };
        let mut last = *ast[arguments].last()?;
        while let Expr::Paren(inner) = ast[last] {
            last = inner;
        }
        if let Expr::Lambda(lambda) = ast[last] {
            return Some(ast[lambda].function);
        }
        let Expr::Name(name) = ast[last] else { return None };
        let place = ast[name].name_span;
        let body = self.sources.function_span(self.sources.function_around(place)?);
        let variables = self.variables.get(&ast[name].name)?.iter().rev();
        let mut before = variables.filter(|(variable, _)| is_in(*variable, body) && variable.lo < place.lo);
        before.next().map(|(_, function)| *function)
    }

    /// Returns why the checker does not understand a call that launches a kernel.
    fn state_of(&self, call: ExprId) -> State {
        let module = self.sources.module;
        let Expr::Call(_, arguments) = module.ast[call] else { return State::Generic };
        let number = call.index() as u32;
        // The function that has the call is the one with the fewest expressions.
        let Some((_, instance)) = self.bodies.around(Span::new(number, number + 1)).next() else {
            return State::Generic;
        };
        let body = &module.instances[instance].body;
        let unknown = module.ast[arguments].iter().find(|id| module.types.is_error(body.meaning(**id).ty));
        let Some(unknown) = unknown else {
            return State::Unknown("no launch takes these arguments".to_owned());
        };
        let text = self.sources.text(module.ast.expr_span(*unknown));
        let is_short = text.len() <= MOST_BYTES && !text.contains('\n');
        let what = if is_short { format!("`{text}`") } else { "an argument".to_owned() };
        State::Unknown(format!("the type of {what} is not known"))
    }

    /// The functions that take an index and that no launch leads to: of functors and lambda expressions.
    fn unused(&self, known: &Known) -> Vec<FunctionId> {
        let sources = self.sources;
        let is_kernel = |(span, id): &(Span, FunctionId)| {
            let place = sources.module.ast[*id].name_span;
            sources.function_name(*id) == "operator()"
                && !known.functions.contains(id)
                && parameter(sources, *id).is_some()
                && self.launches.around(place).next().is_none()
                && self.restricted.around(*span).all(|(outer, _)| outer == *span)
        };
        let mut found: Vec<FunctionId> = self.restricted.all().filter(is_kernel).map(|(_, id)| id).collect();
        found.dedup_by_key(|id| sources.module.ast[*id].name_span);
        found
    }
}

/// The length of an argument that messages show.
const MOST_BYTES: usize = 60;
