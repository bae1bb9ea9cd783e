//! The uniformity graph of one function. <https://www.w3.org/TR/WGSL/#uniformity-function>

use crate::steps;
use shader_source::Span;

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

    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The reason why a node may be non-uniform, for messages.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source {
    /// The place in the source.
    pub(super) span: Span,
    /// The construct at this place.
    pub(super) cause: Cause,
}

/// The meaning of a node, as far as messages need it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Cause {
    /// Nothing that a message mentions.
    Plain,
    /// A condition that control flow depends on.
    Condition,
    /// A value is read here.
    Read,
    /// A value is assigned here.
    Assignment,
    /// A call whose result may be non-uniform.
    Call,
    /// A builtin value or user-defined input that differs between invocations.
    Input,
    /// A variable that other invocations can write.
    Memory,
    /// The target of a pointer after a call that may have changed it.
    Contents,
    /// A call after which control flow may be non-uniform; only in the draft of 2022-04-11.
    Divergence,
}

/// Nodes and edges; an edge from `a` to `b` means that `a` is uniform only if `b` is.
#[derive(Debug, Default)]
pub(super) struct Graph {
    /// The index of the last edge of each node plus one; 0 if there is none.
    last_edges: Vec<u32>,
    sources: Vec<Source>,
    /// The target of each edge, and the index of the previous edge of the same node plus one.
    edges: Vec<(Node, u32)>,
}

impl Graph {
    /// Empties the graph for another function.
    pub(super) fn clear(&mut self) {
        self.last_edges.clear();
        self.sources.clear();
        self.edges.clear();
        let plain = Source { span: Span::default(), cause: Cause::Plain };
        for _ in 0..Node::FIRST_FREE {
            self.node(plain);
        }
    }

    /// A new node.
    pub(super) fn node(&mut self, source: Source) -> Node {
        let node = Node(self.last_edges.len() as u32);
        self.last_edges.push(0);
        self.sources.push(source);
        node
    }

    /// `from` is uniform only if `to` is.
    pub(super) fn edge(&mut self, from: Node, to: Node) {
        if from == to || from == Node::MAY_BE_NON_UNIFORM {
            return;
        }
        self.edges.push((to, self.last_edges[from.index()]));
        self.last_edges[from.index()] = self.edges.len() as u32;
    }

    /// A node that depends on both; equal nodes are not combined.
    pub(super) fn combine(&mut self, first: Node, second: Node, source: Source) -> Node {
        if first == second {
            return first;
        }
        let node = self.node(source);
        self.edge(node, first);
        self.edge(node, second);
        node
    }

    /// A node that may be non-uniform, with the reason.
    pub(super) fn non_uniform(&mut self, span: Span, cause: Cause) -> Node {
        let node = self.node(Source { span, cause });
        self.edge(node, Node::MAY_BE_NON_UNIFORM);
        node
    }

    /// The meaning of a node.
    pub(super) fn source(&self, node: Node) -> Source {
        self.sources[node.index()]
    }

    fn len(&self) -> usize {
        self.last_edges.len()
    }

    fn targets(&self, node: Node) -> impl Iterator<Item = Node> + '_ {
        let mut next = self.last_edges[node.index()];
        core::iter::from_fn(move || {
            steps::take(1);
            let (target, before) = *self.edges.get((next as usize).checked_sub(1)?)?;
            next = before;
            Some(target)
        })
    }

    /// The next node on a shortest path from each node to a possibly non-uniform value: the next one that messages
    /// mention, or the end of the path; `None` if there is no path. Skipping the others keeps the cost of many
    /// messages about one long path linear.
    pub(super) fn paths_to_non_uniform(&self) -> Vec<Option<Node>> {
        let count = self.len();
        // The reversed edges, grouped by their target.
        let mut starts = vec![0u32; count + 1];
        for (target, _) in &self.edges {
            starts[target.index() + 1] += 1;
        }
        for index in 0..count {
            starts[index + 1] += starts[index];
        }
        let mut filled = starts.clone();
        let mut origins = vec![Node(0); self.edges.len()];
        for index in 0..count {
            let from = Node(index as u32);
            for target in self.targets(from) {
                let place = &mut filled[target.index()];
                origins[*place as usize] = from;
                *place += 1;
            }
        }
        let mut next: Vec<Option<Node>> = vec![None; count];
        let mut queue = vec![Node::MAY_BE_NON_UNIFORM];
        let mut at = 0;
        while let Some(node) = queue.get(at).copied() {
            at += 1;
            let silent = self.source(node).cause.words().is_none();
            let step = if silent { next[node.index()].unwrap_or(node) } else { node };
            let range = starts[node.index()] as usize..starts[node.index() + 1] as usize;
            for origin in &origins[range] {
                if next[origin.index()].is_none() && *origin != Node::MAY_BE_NON_UNIFORM {
                    next[origin.index()] = Some(step);
                    queue.push(*origin);
                }
            }
        }
        next
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

    /// Whether a node was reached.
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
            for target in graph.targets(node) {
                if !core::mem::replace(&mut self.marks[target.index()], true) {
                    self.pending.push(target);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_lead_to_what_may_be_non_uniform() {
        let mut graph = Graph::default();
        graph.clear();
        let plain = Source { span: Span::default(), cause: Cause::Plain };
        let [a, b, d] = core::array::from_fn(|_| graph.node(plain));
        let c = graph.node(Source { cause: Cause::Condition, ..plain });
        graph.edge(a, b);
        graph.edge(b, c);
        graph.edge(c, Node::MAY_BE_NON_UNIFORM);
        graph.edge(d, Node::CONTROL_FLOW_START);
        let next = graph.paths_to_non_uniform();
        assert_eq!((next[a.index()], next[b.index()]), (Some(c), Some(c)));
        assert_eq!(next[c.index()], Some(Node::MAY_BE_NON_UNIFORM));
        assert_eq!(next[d.index()], None);
        let mut reached = Reached::default();
        reached.restart(&graph);
        reached.follow(&graph, a);
        assert!(reached.has(Node::MAY_BE_NON_UNIFORM) && !reached.has(d));
    }
}
