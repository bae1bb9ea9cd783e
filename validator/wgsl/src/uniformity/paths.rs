//! The paths of a graph from each node to a possibly non-uniform value, with the fewest steps that messages mention.

use super::graph::{Cause, Graph, Node};
use crate::steps;
use core::cmp::Reverse;
use std::collections::BinaryHeap;
use wgsl_spec::Rule;

/// The next edge of each node on its path, and the places to which a proof that gets too long may skip.
#[derive(Debug)]
pub(super) struct Paths {
    /// The number of the edge plus one; 0 if there is no path.
    next: Vec<u32>,
    /// The next node that messages mention.
    mentioned: Vec<Node>,
    /// The last node before the possibly non-uniform value that messages mention.
    source: Vec<Node>,
}

impl Paths {
    /// The paths of a graph.
    pub(super) fn of(graph: &Graph) -> Self {
        let incoming = Incoming::of(graph);
        let end = Node::MAY_BE_NON_UNIFORM;
        let mut paths = Self {
            next: vec![0; graph.len()],
            mentioned: vec![end; graph.len()],
            source: vec![end; graph.len()],
        };
        let mut is_settled = vec![false; graph.len()];
        // The cost, then the number of steps.
        let mut queue = BinaryHeap::from([Reverse((0, 0, 0, end, end))]);
        while let Some(Reverse((cost, length, edge, node, target))) = queue.pop() {
            steps::take(1);
            if core::mem::replace(&mut is_settled[node.index()], true) {
                continue;
            }
            if node != end {
                paths.settle(graph, node, edge, target);
            }
            for (origin, edge) in incoming.of_node(node) {
                if !is_settled[origin.index()] {
                    let cost = cost + graph.source(origin).cause.weight();
                    queue.push(Reverse((cost, length + 1, edge + 1, origin, node)));
                }
            }
        }
        paths
    }

    fn settle(&mut self, graph: &Graph, node: Node, edge: u32, target: Node) {
        let is_mentioned = |node: Node| graph.source(node).cause.is_mentioned();
        self.next[node.index()] = edge;
        self.mentioned[node.index()] =
            if is_mentioned(target) { target } else { self.mentioned[target.index()] };
        let source = self.source[target.index()];
        self.source[node.index()] =
            if source == Node::MAY_BE_NON_UNIFORM && is_mentioned(node) { node } else { source };
    }

    /// Returns true if a node depends on a possibly non-uniform value.
    pub(super) fn has(&self, node: Node) -> bool {
        node == Node::MAY_BE_NON_UNIFORM || self.next[node.index()] != 0
    }

    /// The next node on the path of a node, with the rule of the edge; `None` at the end.
    pub(super) fn next(&self, graph: &Graph, node: Node) -> Option<(Node, &'static Rule)> {
        Some(graph.step((self.next[node.index()] as usize).checked_sub(1)?))
    }

    /// The next node on the path that messages mention; the end of the path if there is none.
    pub(super) fn next_mentioned(&self, node: Node) -> Node {
        self.mentioned[node.index()]
    }

    /// The last node on the path that messages mention; the end of the path if there is none.
    pub(super) fn source(&self, node: Node) -> Node {
        self.source[node.index()]
    }
}

/// The edges of a graph by their targets.
struct Incoming {
    /// The index of the first edge of each node.
    starts: Vec<u32>,
    /// The origin and the number of each edge.
    edges: Vec<(Node, u32)>,
}

impl Incoming {
    fn of(graph: &Graph) -> Self {
        let nodes = || (0..graph.len()).map(Node::new);
        let mut starts = vec![0u32; graph.len() + 1];
        for (_, edge) in nodes().flat_map(|node| graph.edges(node)) {
            starts[edge.target.index() + 1] += 1;
        }
        for index in 0..graph.len() {
            starts[index + 1] += starts[index];
        }
        let mut filled = starts.clone();
        let mut edges = vec![(Node::MAY_BE_NON_UNIFORM, 0); graph.edge_count()];
        for node in nodes() {
            for (number, edge) in graph.edges(node) {
                let place = &mut filled[edge.target.index()];
                edges[*place as usize] = (node, number as u32);
                *place += 1;
            }
        }
        Self { starts, edges }
    }

    fn of_node(&self, node: Node) -> impl Iterator<Item = (Node, u32)> + '_ {
        let range = self.starts[node.index()] as usize..self.starts[node.index() + 1] as usize;
        self.edges[range].iter().copied()
    }
}

impl Cause {
    /// Returns true if messages mention it.
    pub(super) fn is_mentioned(self) -> bool {
        !matches!(self, Self::Plain | Self::Aside | Self::Detour)
    }

    /// The cost of a step. One that messages mention costs more than many that only say less than others.
    fn weight(self) -> u32 {
        const MENTIONED: u32 = 64;
        match self {
            Self::Plain => 0,
            Self::Aside => 1,
            Self::Detour => 2 * MENTIONED,
            Self::If
            | Self::Switch
            | Self::While
            | Self::BreakIf
            | Self::ShortCircuit
            | Self::Return
            | Self::Break
            | Self::Continue
            | Self::Iteration
            | Self::Assignment
            | Self::Call
            | Self::SubgroupCall
            | Self::UserInput
            | Self::BuiltinInput
            | Self::SubgroupInput
            | Self::StructInput
            | Self::Memory
            | Self::Contents
            | Self::Divergence => MENTIONED,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::uniformity::graph::{Reached, Source};
    use shader_source::Span;
    use wgsl_spec::rules;

    #[test]
    fn paths_lead_to_what_may_be_non_uniform() {
        let mut graph = Graph::default();
        graph.clear(true);
        let rule = rules::UNI_SCOPE_WORKGROUP;
        let plain = Source::plain(Span::default());
        let [a, b, d] = core::array::from_fn(|_| graph.node(plain));
        let c = graph.node(Source { cause: Cause::If, ..plain });
        graph.edge(a, b, rules::UNI_SCOPE_DRAW);
        graph.edge(b, c, rule);
        graph.edge(c, Node::MAY_BE_NON_UNIFORM, rule);
        graph.edge(d, Node::CONTROL_FLOW_START, rule);
        let paths = Paths::of(&graph);
        assert_eq!(paths.next(&graph, a), Some((b, rules::UNI_SCOPE_DRAW)));
        assert_eq!((paths.next_mentioned(a), paths.source(a)), (c, c));
        assert_eq!(paths.next(&graph, c), Some((Node::MAY_BE_NON_UNIFORM, rule)));
        assert!(paths.has(a) && !paths.has(d));
        let mut reached = Reached::default();
        reached.restart(&graph);
        reached.follow(&graph, a);
        assert!(reached.has(Node::MAY_BE_NON_UNIFORM) && !reached.has(d));
    }

    #[test]
    fn paths_prefer_few_steps_that_messages_mention() {
        let mut graph = Graph::default();
        graph.clear(true);
        let rule = rules::UNI_SCOPE_WORKGROUP;
        let plain = Source::plain(Span::default());
        let start = graph.node(plain);
        let mentioned = graph.non_uniform(plain.span, Cause::If, rule);
        let far = graph.non_uniform(plain.span, Cause::Plain, rule);
        let near = graph.pass(far, plain, rule);
        graph.edge(start, mentioned, rule);
        graph.edge(start, near, rule);
        assert_eq!(Paths::of(&graph).next(&graph, start), Some((near, rule)));
    }
}
