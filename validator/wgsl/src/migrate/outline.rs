//! The declarations of a program of 2021 that stage inputs and outputs concern: functions and module-scope variables, found by their tokens.
//!
//! No edition parses such a program, so there is no tree. Declarations are delimited by the `;` and `}` outside of braces.

use super::tokens::Tokens;
use crate::lex::TokenKind;
use rustc_hash::FxHashMap;
use shader_source::Span;
use std::collections::BTreeSet;

/// A function, by the indices of its tokens.
pub(super) struct Function<'t> {
    pub(super) name: &'t str,
    /// The first token, which may start an attribute.
    pub(super) start: usize,
    /// The `fn`.
    pub(super) keyword: usize,
    /// The parentheses around the parameters.
    pub(super) open: usize,
    pub(super) close: usize,
    /// The braces around the body.
    pub(super) body: usize,
    pub(super) end: usize,
}

impl<'t> Function<'t> {
    fn at(tokens: &Tokens<'t>, start: usize, keyword: usize) -> Option<Self> {
        let open = keyword + 2;
        let close = (tokens.kind(open) == TokenKind::LeftParen).then(|| tokens.closer(open))??;
        let body = (close..tokens.len()).find(|at| tokens.kind(*at) == TokenKind::LeftBrace)?;
        let end = tokens.closer(body)?;
        Some(Self { name: tokens.word(keyword + 1), start, keyword, open, close, body, end })
    }

    /// The stage of an entry point: `vertex`, `fragment` or `compute`.
    pub(super) fn stage(&self, tokens: &Tokens<'t>) -> Option<&'t str> {
        (self.start..self.keyword).map(|at| tokens.word(at)).find(|word| is_stage(word))
    }

    /// Returns true if the function returns a value.
    pub(super) fn has_result(&self, tokens: &Tokens<'t>) -> bool {
        tokens.kind(self.close + 1) == TokenKind::Arrow && tokens.word(self.close + 2) != "void"
    }

    /// The names in the body that the function does not declare itself, as they are and as they are called.
    fn names(&self, tokens: &Tokens<'t>) -> BTreeSet<&'t str> {
        let is_introduced = |at: &usize| {
            let is_parameter = *at < self.close && tokens.kind(at + 1) == TokenKind::Colon;
            is_parameter || matches!(tokens.kind(at - 1), TokenKind::Let | TokenKind::Var | TokenKind::Const)
        };
        let declared: BTreeSet<&str> =
            (self.open..self.end).filter(is_introduced).map(|at| tokens.word(at)).collect();
        (self.body..self.end)
            .filter(|at| tokens.symbol(*at).is_some() && tokens.kind(at - 1) != TokenKind::Period)
            .map(|at| tokens.word(at))
            .filter(|name| !declared.contains(name))
            .collect()
    }
}

fn is_stage(word: &str) -> bool {
    matches!(word, "vertex" | "fragment" | "compute")
}

/// The direction of a stage variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Flow {
    In,
    Out,
    /// Vertex shaders write it, fragment shaders read it.
    Between,
}

/// A variable `var<in>` or `var<out>`, or a variable with a built-in value.
pub(super) struct StageVariable<'t> {
    pub(super) name: &'t str,
    flow: Flow,
    /// Its attributes, on one line.
    pub(super) attributes: String,
    /// The type, and the initializer with its `=`.
    pub(super) ty: &'t str,
    pub(super) initializer: &'t str,
    /// From its attributes to the token before the name.
    pub(super) head: Span,
    /// From its attributes to the `;`.
    pub(super) whole: Span,
}

impl<'t> StageVariable<'t> {
    fn at(tokens: &Tokens<'t>, start: usize, keyword: usize) -> Option<Self> {
        let (flow, name) = match tokens.kind(keyword + 1) {
            TokenKind::Less if tokens.kind(keyword + 3) == TokenKind::Greater => {
                let flow = match tokens.word(keyword + 2) {
                    "in" => Flow::In,
                    "out" => Flow::Out,
                    _ => return None,
                };
                (flow, keyword + 4)
            }
            // naga took the address space from the built-in value.
            _ => {
                let builtin = (start..keyword).find(|at| tokens.word(*at) == "builtin")?;
                let flow = match tokens.word(builtin + 2) {
                    "position" => Flow::Between,
                    "frag_depth" | "sample_mask_out" => Flow::Out,
                    _ => Flow::In,
                };
                (flow, keyword + 1)
            }
        };
        if tokens.kind(name + 1) != TokenKind::Colon {
            return None;
        }
        let semicolon = (keyword..tokens.len()).find(|at| tokens.kind(*at) == TokenKind::Semicolon)?;
        let equal = (keyword..semicolon).find(|at| tokens.kind(*at) == TokenKind::Equal).unwrap_or(semicolon);
        let text = |from: usize, to: usize| {
            if from < to { tokens.span(from).to(tokens.span(to - 1)).text(tokens.text) } else { "" }
        };
        let attributes: Vec<&str> = (start..keyword).map(|at| tokens.word(at)).collect();
        Some(Self {
            name: tokens.word(name),
            flow,
            attributes: attributes.concat().replace(',', ", "),
            ty: text(name + 2, equal),
            initializer: text(equal, semicolon),
            head: tokens.span(start).to(tokens.span(name - 1)),
            whole: tokens.span(start).to(tokens.span(semicolon)),
        })
    }
}

impl StageVariable<'_> {
    /// Returns true if an entry point of this stage reads it.
    pub(super) fn is_input(&self, stage: &str) -> bool {
        match self.flow {
            Flow::In => true,
            Flow::Out => false,
            Flow::Between => stage != "vertex",
        }
    }
}

/// The functions and stage variables of a program, in order.
#[derive(Default)]
pub(super) struct Outline<'t> {
    pub(super) functions: Vec<Function<'t>>,
    pub(super) variables: Vec<StageVariable<'t>>,
}

impl<'t> Outline<'t> {
    pub(super) fn of(tokens: &Tokens<'t>) -> Self {
        let mut outline = Self::default();
        let mut start = 0;
        for at in tokens.of_module() {
            match tokens.kind(at) {
                TokenKind::Semicolon | TokenKind::RightBrace => start = at + 1,
                TokenKind::Fn => outline.functions.extend(Function::at(tokens, start, at)),
                TokenKind::Var => outline.variables.extend(StageVariable::at(tokens, start, at)),
                _ => {}
            }
        }
        outline
    }

    /// Returns the functions and variables that each function mentions.
    pub(super) fn mentions(&self, tokens: &Tokens<'t>) -> Vec<Mentions> {
        let functions: FxHashMap<&str, usize> =
            self.functions.iter().enumerate().map(|(index, it)| (it.name, index)).collect();
        let mut variables: FxHashMap<&str, Vec<usize>> = FxHashMap::default();
        for (index, variable) in self.variables.iter().enumerate() {
            variables.entry(variable.name).or_default().push(index);
        }
        // Several may have a name, one for each stage: the last declaration before the function counts.
        let nearest = |named: &[usize], function: &Function<'t>| {
            let start = tokens.span(function.start).lo;
            let before = named.partition_point(|index| self.variables[*index].whole.lo < start);
            named.get(before.saturating_sub(1)).copied()
        };
        let of_one = |function: &Function<'t>| {
            let names = function.names(tokens);
            Mentions {
                functions: names.iter().filter_map(|name| functions.get(name).copied()).collect(),
                variables: names.iter().filter_map(|name| nearest(variables.get(name)?, function)).collect(),
            }
        };
        self.functions.iter().map(of_one).collect()
    }
}

/// The functions and stage variables that a function mentions, by their indices.
pub(super) struct Mentions {
    functions: Vec<usize>,
    pub(super) variables: Vec<usize>,
}

impl Mentions {
    /// Returns the variables that a function mentions, directly or through the functions that it calls.
    pub(super) fn reached(all: &[Self], root: usize) -> BTreeSet<usize> {
        let (mut reached, mut variables) = (BTreeSet::new(), BTreeSet::new());
        let mut queue = vec![root];
        while let Some(index) = queue.pop() {
            if reached.insert(index) {
                variables.extend(&all[index].variables);
                queue.extend(&all[index].functions);
            }
        }
        variables
    }
}
