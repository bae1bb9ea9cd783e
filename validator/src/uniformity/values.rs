//! Which values a variable of a function may hold at each place.
//! <https://www.w3.org/TR/WGSL/#func-var-value-analysis>
//!
//! A variable's value is a node of the graph. Branches are walked one after the other from the same values, which a
//! log of changes restores; where paths meet, the values that differ are joined. At the start of a loop body each
//! variable that the body touches gets a node of its own, which the values at the end of the loop feed.

use super::graph::{Cause, Graph, Node, Source};
use crate::source::Span;
use rustc_hash::FxHashMap;

/// A variable of the function, or what a pointer parameter points to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Slot(pub(super) u32);

#[derive(Clone, Copy, Debug)]
struct Current {
    node: Node,
    /// How many loops are around the place where this became the value.
    depth: u32,
}

/// Values of the variables that changed on a path.
pub(super) type Changes = Vec<(Slot, Node)>;

/// A loop around the place under examination.
#[derive(Debug, Default)]
struct Loop {
    /// The value of each touched variable at the start of the body.
    starts: FxHashMap<Slot, Node>,
    /// The same in the order in which they were touched.
    touched: Vec<(Slot, Node)>,
    /// Where the log stood before the body.
    mark: usize,
    /// Values at each `break`.
    breaks: Vec<Changes>,
    /// Values at each `continue`.
    continues: Vec<Changes>,
}

/// The values at the place under examination.
#[derive(Debug, Default)]
pub(super) struct Values {
    current: Vec<Current>,
    /// What each change replaced.
    log: Vec<(Slot, Current)>,
    loops: Vec<Loop>,
    /// How many of `loops` each switch around is inside of, and the values at its `break`s.
    switches: Vec<(usize, usize, Vec<Changes>)>,
}

const JOINED: Source = Source { span: Span { lo: 0, hi: 0 }, cause: Cause::Plain };

impl Values {
    /// Forgets everything and makes room for so many slots.
    pub(super) fn clear(&mut self, slots: usize) {
        self.current.clear();
        self.current.resize(slots, Current { node: Node::CONTROL_FLOW_START, depth: 0 });
        self.log.clear();
        self.loops.clear();
        self.switches.clear();
    }

    fn depth(&self) -> u32 {
        self.loops.len() as u32
    }

    fn set(&mut self, slot: Slot, node: Node) {
        let current = Current { node, depth: self.depth() };
        let old = core::mem::replace(&mut self.current[slot.0 as usize], current);
        self.log.push((slot, old));
    }

    /// The value of a variable.
    pub(super) fn read(&mut self, graph: &mut Graph, slot: Slot) -> Node {
        let Current { mut node, depth } = self.current[slot.0 as usize];
        if depth >= self.depth() {
            return node;
        }
        for around in &mut self.loops[depth as usize..] {
            node = *around.starts.entry(slot).or_insert_with(|| {
                let start = graph.node(JOINED);
                graph.edge(start, node);
                around.touched.push((slot, start));
                start
            });
        }
        self.set(slot, node);
        node
    }

    /// A variable comes into being with this value.
    pub(super) fn declare(&mut self, slot: Slot, node: Node) {
        self.set(slot, node);
    }

    /// A variable gets another value.
    pub(super) fn assign(&mut self, graph: &mut Graph, slot: Slot, node: Node) {
        self.read(graph, slot);
        self.set(slot, node);
    }

    /// The place in the log to go back to.
    pub(super) fn mark(&self) -> usize {
        self.log.len()
    }

    /// The values of the variables that changed since a mark.
    fn changes_since(&self, mark: usize) -> Changes {
        let mut slots: Vec<Slot> = self.log[mark..].iter().map(|(slot, _)| *slot).collect();
        slots.sort_unstable();
        slots.dedup();
        slots.into_iter().map(|slot| (slot, self.current[slot.0 as usize].node)).collect()
    }

    /// Ends a branch: its changes, undone.
    pub(super) fn end_branch(&mut self, mark: usize) -> Changes {
        let changes = self.changes_since(mark);
        while self.log.len() > mark {
            let Some((slot, old)) = self.log.pop() else { break };
            self.current[slot.0 as usize] = old;
        }
        changes
    }

    /// Goes on where several branches meet that began with the values as they are now.
    pub(super) fn join(&mut self, graph: &mut Graph, branches: &[Changes]) {
        let mut slots: Vec<Slot> = branches.iter().flatten().map(|(slot, _)| *slot).collect();
        slots.sort_unstable();
        slots.dedup();
        for slot in slots {
            let base = self.read(graph, slot);
            let node = joined(graph, branches.iter().map(|changes| value_in(changes, slot).unwrap_or(base)));
            if let Some(node) = node {
                self.set(slot, node);
            }
        }
    }

    pub(super) fn begin_loop(&mut self) {
        let mark = self.mark();
        self.loops.push(Loop { mark, ..Loop::default() });
    }

    /// `break` out of the nearest loop or switch.
    pub(super) fn break_here(&mut self) {
        let depth = self.loops.len();
        if let Some((around, mark, _)) = self.switches.last()
            && *around == depth
        {
            let changes = self.changes_since(*mark);
            if let Some((.., breaks)) = self.switches.last_mut() {
                breaks.push(changes);
            }
        } else if let Some(mark) = self.loops.last().map(|around| around.mark) {
            let changes = self.changes_since(mark);
            if let Some(around) = self.loops.last_mut() {
                around.breaks.push(changes);
            }
        }
    }

    /// Leaves the nearest loop, whatever switch is around: the condition of `for` and `while`, `break if`.
    pub(super) fn leave_loop_here(&mut self) {
        if let Some(mark) = self.loops.last().map(|around| around.mark) {
            let changes = self.changes_since(mark);
            if let Some(around) = self.loops.last_mut() {
                around.breaks.push(changes);
            }
        }
    }

    /// `continue` in the nearest loop.
    pub(super) fn continue_here(&mut self) {
        if let Some(mark) = self.loops.last().map(|around| around.mark) {
            let changes = self.changes_since(mark);
            if let Some(around) = self.loops.last_mut() {
                around.continues.push(changes);
            }
        }
    }

    /// Goes on at the continuing block: from the end of the body, if that is reached, and from every `continue`.
    pub(super) fn begin_continuing(&mut self, graph: &mut Graph, end_is_reached: bool) {
        let Some(around) = self.loops.last_mut() else { return };
        let continues = core::mem::take(&mut around.continues);
        if continues.is_empty() {
            return;
        }
        let touched = around.touched.clone();
        for (slot, start) in touched {
            let end = end_is_reached.then(|| self.current[slot.0 as usize].node);
            let others = continues.iter().map(|changes| value_in(changes, slot).unwrap_or(start));
            if let Some(node) = joined(graph, end.into_iter().chain(others)) {
                self.set(slot, node);
            }
        }
    }

    /// Ends a loop; `repeats` when its body may run again.
    pub(super) fn end_loop(&mut self, graph: &mut Graph, repeats: bool) {
        let Some(around) = self.loops.pop() else { return };
        for (slot, start) in around.touched {
            if repeats {
                graph.edge(start, self.current[slot.0 as usize].node);
            }
            let exits = around.breaks.iter().map(|changes| value_in(changes, slot).unwrap_or(start));
            let node = joined(graph, exits).unwrap_or(start);
            self.set(slot, node);
        }
    }

    pub(super) fn begin_switch(&mut self) {
        self.switches.push((self.loops.len(), self.mark(), Vec::new()));
    }

    /// Ends a switch: the values at its `break`s.
    pub(super) fn end_switch(&mut self) -> Vec<Changes> {
        self.switches.pop().map_or_else(Vec::new, |(.., breaks)| breaks)
    }
}

fn value_in(changes: &Changes, slot: Slot) -> Option<Node> {
    changes.binary_search_by_key(&slot, |(slot, _)| *slot).ok().map(|index| changes[index].1)
}

/// One node for several values; `None` for none.
fn joined(graph: &mut Graph, mut values: impl Iterator<Item = Node>) -> Option<Node> {
    let first = values.next()?;
    let mut node = first;
    for value in values {
        if value == first || value == node {
            continue;
        }
        if node == first {
            node = graph.node(JOINED);
            graph.edge(node, first);
        }
        graph.edge(node, value);
    }
    Some(node)
}
