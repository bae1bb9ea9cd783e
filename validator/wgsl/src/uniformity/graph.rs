//! The uniformity graph of one function. <https://www.w3.org/TR/WGSL/#uniformity-function>
//!
//! A graph is built in one of two forms. The first is small and quickly built: it answers whether a requirement holds.
//! Only a function with a requirement that may not hold gets the second form, for a proof: there each edge carries the rule
//! that it rests on, and rows of the tables that add no edge, as `let x = e` does for control flow, get nodes of their own.

use crate::ast::FunctionId;
use crate::steps;
use shader_source::Span;
use wgsl_spec::Rule;

/// A node of the graph.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Node(u32);

impl Node {
    /// A possibly non-uniform value: a path to it means that uniformity can't be proven.
    pub(super) const MAY_BE_NON_UNIFORM: Self = Self(0);
    /// Control flow at the start of the function.
    pub(super) const CONTROL_FLOW_START: Self = Self(1);
    /// The value that the function returns.
    pub(super) const VALUE_RETURN: Self = Self(2);
    const FIRST_FREE: u32 = 3;

    pub(super) const fn new(index: usize) -> Self {
        Self(index as u32)
    }

    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A place of the source, and its meaning for uniformity.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source {
    /// The place in the source.
    pub(super) span: Span,
    /// The construct at this place.
    pub(super) cause: Cause,
}

impl Source {
    /// A place that no message mentions.
    pub(super) const fn plain(span: Span) -> Self {
        Self { span, cause: Cause::Plain }
    }
}

/// The meaning of a node, as far as a proof needs it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Cause {
    /// Nothing that a message mentions.
    Plain,
    /// Control flow where a value is used: the value itself says more.
    Aside,
    /// A branch without a jump: a branch with one says more.
    Detour,
    /// The condition of `if`.
    If,
    /// The selector of `switch`.
    Switch,
    /// The condition of `for` and `while`.
    While,
    /// The condition of `break if`.
    BreakIf,
    /// The left operand of `&&` and `||`.
    ShortCircuit,
    /// `return`
    Return,
    /// `break`
    Break,
    /// `continue`
    Continue,
    /// A loop, an iteration of which depends on earlier ones.
    Iteration,
    /// A value is assigned here.
    Assignment,
    /// A call whose result may be non-uniform.
    Call,
    /// A call whose result is uniform within a subgroup only.
    SubgroupCall,
    /// A user-defined input.
    UserInput,
    /// A built-in value that differs between invocations.
    BuiltinInput,
    /// A built-in value that is the same within a subgroup only.
    SubgroupInput,
    /// A structure with an input that differs between invocations.
    StructInput,
    /// A variable that other invocations can write.
    Memory,
    /// The target of a pointer after a call that may have changed it.
    Contents,
    /// A call after which control flow may be non-uniform; only in the draft of 2022-04-11.
    Divergence,
}

/// The effect of a callee that makes a node non-uniform.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Effect {
    pub(super) callee: FunctionId,
    pub(super) target: EffectTarget,
}

/// The part of a call that its callee makes non-uniform.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum EffectTarget {
    Result,
    /// The contents of the target of a pointer, by the number of the parameter.
    Contents(usize),
    /// Control flow after the call; only in the draft of 2022-04-11.
    ControlFlow,
}

/// An edge of the graph.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) target: Node,
    /// The index of the previous edge of the same node plus one; 0 if there is none.
    before: u32,
}

/// Nodes and edges; an edge from `a` to `b` means that `a` is uniform only if `b` is.
#[derive(Debug, Default)]
pub(super) struct Graph {
    /// The index of the last edge of each node plus one; 0 if there is none.
    last_edges: Vec<u32>,
    sources: Vec<Source>,
    edges: Vec<Edge>,
    /// The rule that each edge rests on; empty unless the graph is for a proof.
    rules: Vec<&'static Rule>,
    /// The callees that make nodes non-uniform, in the order of the nodes; empty unless the graph is for a proof.
    effects: Vec<(Node, Effect)>,
    is_for_proof: bool,
}

impl Graph {
    /// Empties the graph for another function.
    pub(super) fn clear(&mut self, is_for_proof: bool) {
        self.last_edges.clear();
        self.sources.clear();
        self.edges.clear();
        self.rules.clear();
        self.effects.clear();
        self.is_for_proof = is_for_proof;
        for _ in 0..Node::FIRST_FREE {
            self.node(Source::plain(Span::default()));
        }
    }

    /// Returns true if each edge carries its rule.
    pub(super) const fn is_for_proof(&self) -> bool {
        self.is_for_proof
    }

    /// A new node.
    pub(super) fn node(&mut self, source: Source) -> Node {
        let node = Node::new(self.last_edges.len());
        self.last_edges.push(0);
        self.sources.push(source);
        node
    }

    /// `from` is uniform only if `to` is, by this rule.
    pub(super) fn edge(&mut self, from: Node, to: Node, rule: &'static Rule) {
        if from == to || from == Node::MAY_BE_NON_UNIFORM {
            return;
        }
        self.edges.push(Edge { target: to, before: self.last_edges[from.index()] });
        self.last_edges[from.index()] = self.edges.len() as u32;
        if self.is_for_proof {
            self.rules.push(rule);
        }
    }

    /// A node that depends on both; equal nodes are not combined.
    pub(super) fn combine(&mut self, first: Node, second: Node, source: Source, rule: &'static Rule) -> Node {
        if first == second {
            return self.pass(first, source, rule);
        }
        let node = self.node(source);
        self.edge(node, first, rule);
        self.edge(node, second, rule);
        node
    }

    /// The node itself, which stands for another thing by this rule; for a proof, a node of its own.
    pub(super) fn pass(&mut self, node: Node, source: Source, rule: &'static Rule) -> Node {
        if !self.is_for_proof {
            return node;
        }
        let passed = self.node(source);
        self.edge(passed, node, rule);
        passed
    }

    /// Control flow at the place where a value is used, on which the value depends as well.
    pub(super) fn aside(&mut self, flow: Node, span: Span, rule: &'static Rule) -> Node {
        self.pass(flow, Source { span, cause: Cause::Aside }, rule)
    }

    /// As [`Self::pass`], by several rules, the last of which is nearest to `node`. No message mentions them.
    pub(super) fn pass_by(&mut self, node: Node, span: Span, rules: &[&'static Rule]) -> Node {
        rules.iter().rfold(node, |node, rule| self.pass(node, Source::plain(span), rule))
    }

    /// A node that may be non-uniform, with the reason.
    pub(super) fn non_uniform(&mut self, span: Span, cause: Cause, rule: &'static Rule) -> Node {
        let node = self.node(Source { span, cause });
        self.edge(node, Node::MAY_BE_NON_UNIFORM, rule);
        node
    }

    /// A node that a callee makes non-uniform.
    pub(super) fn non_uniform_by(&mut self, effect: Effect, source: Source, rule: &'static Rule) -> Node {
        let node = self.non_uniform(source.span, source.cause, rule);
        if self.is_for_proof {
            self.effects.push((node, effect));
        }
        node
    }

    /// The meaning of a node.
    pub(super) fn source(&self, node: Node) -> Source {
        self.sources[node.index()]
    }

    /// The callee that makes a node non-uniform, in a graph for a proof.
    pub(super) fn effect(&self, node: Node) -> Option<Effect> {
        let found = self.effects.binary_search_by_key(&node, |(node, _)| *node).ok()?;
        Some(self.effects[found].1)
    }

    /// The number of nodes.
    pub(super) fn len(&self) -> usize {
        self.last_edges.len()
    }

    /// The edges that leave a node, each with its number.
    pub(super) fn edges(&self, node: Node) -> impl Iterator<Item = (usize, Edge)> + '_ {
        let mut next = self.last_edges[node.index()];
        core::iter::from_fn(move || {
            steps::take(1);
            let number = (next as usize).checked_sub(1)?;
            let edge = self.edges[number];
            next = edge.before;
            Some((number, edge))
        })
    }

    /// The number of edges.
    pub(super) fn edge_count(&self) -> usize {
        self.edges.len()
    }

    /// The target and the rule of an edge by its number, in a graph for a proof.
    pub(super) fn step(&self, edge: usize) -> (Node, &'static Rule) {
        (self.edges[edge].target, self.rules[edge])
    }
}

/// The nodes that some nodes of a graph depend on. Its memory serves one question after the other.
#[derive(Debug, Default)]
pub(super) struct Reached {
    /// By node.
    marks: Vec<bool>,
    /// Nodes whose edges are still to be followed.
    pending: Vec<Node>,
}

impl Reached {
    /// Begins a question about a graph.
    pub(super) fn restart(&mut self, graph: &Graph) {
        self.marks.clear();
        self.marks.resize(graph.len(), false);
    }

    /// Returns true if a node was reached.
    pub(super) fn has(&self, node: Node) -> bool {
        self.marks[node.index()]
    }

    /// Adds a node, and all nodes that it depends on; nodes that were reached before are not visited again.
    pub(super) fn follow(&mut self, graph: &Graph, start: Node) {
        if core::mem::replace(&mut self.marks[start.index()], true) {
            return;
        }
        self.pending.push(start);
        while let Some(node) = self.pending.pop() {
            for (_, edge) in graph.edges(node) {
                if !core::mem::replace(&mut self.marks[edge.target.index()], true) {
                    self.pending.push(edge.target);
                }
            }
        }
    }
}
