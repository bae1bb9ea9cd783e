//! The values that a variable of a function may have at each place.
//! <https://www.w3.org/TR/WGSL/#func-var-value-analysis>
//!
//! A variable's value is a node of the graph. Branches are walked one after the other from the same values, which a
//! log of changes restores; where paths meet, different values are joined. At the start of a loop body, each variable
//! that the body touches gets a new node, which depends on the values at the end of the loop.

use crate::steps;
use crate::uniformity::graph::{Graph, Node, Source};
use rustc_hash::FxHashMap;
use shader_source::Span;
use wgsl_spec::{Rule, rules};

/// A variable of the function, or the target of a pointer parameter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Slot(pub(super) u32);

#[derive(Clone, Copy, Debug)]
struct Current {
    node: Node,
    /// The number of loops around the place where the variable got this value.
    depth: u32,
    /// The number of jumps before the variable got this value.
    since: u32,
}

/// Values of variables.
type Changes = Vec<(Slot, Node)>;

/// A place where jumps meet.
///
/// A jump does not record the values of all variables: that would cost the number of jumps times the number of
/// variables. It is only counted; when a value is replaced, the count shows whether a jump has seen it.
#[derive(Debug, Default)]
struct Meeting {
    /// The number of the latest jump to here; 0 if there is none.
    latest: u32,
    /// The values of variables at jumps to here, except current values.
    values: Changes,
}

/// A loop around the place under examination.
#[derive(Debug, Default)]
struct Loop {
    /// The value of each touched variable at the start of the body.
    starts: FxHashMap<Slot, Node>,
    /// These variables and values in the order of the first touch.
    touched: Vec<(Slot, Node)>,
    /// After the loop.
    exit: Meeting,
    /// At the start of the continuing block.
    continuing: Meeting,
}

/// Alternative paths around the place under examination: of an `if`, a `switch`, a short-circuit operator.
#[derive(Debug)]
struct Selection {
    /// The number of loops around it.
    depth: usize,
    /// Whether `break` leaves it.
    is_switch: bool,
    /// The number of jumps before it.
    began: u32,
    exit: Meeting,
}

/// The values at the place under examination.
#[derive(Debug, Default)]
pub(super) struct Values {
    current: Vec<Current>,
    /// The value that each change replaced.
    log: Vec<(Slot, Current)>,
    loops: Vec<Loop>,
    selections: Vec<Selection>,
    /// The number of jumps so far.
    jumps: u32,
}

const JOINED: Source = Source::plain(Span { lo: 0, hi: 0 });

impl Values {
    /// Resets the values, and makes room for `slots` variables.
    pub(super) fn clear(&mut self, slots: usize) {
        self.current.clear();
        self.current.resize(slots, Current { node: Node::CONTROL_FLOW_START, depth: 0, since: 0 });
        self.log.clear();
        self.loops.clear();
        self.selections.clear();
        self.jumps = 0;
    }

    fn depth(&self) -> u32 {
        self.loops.len() as u32
    }

    fn set(&mut self, slot: Slot, node: Node) {
        let old = self.current[slot.0 as usize];
        self.note_jumps(slot, old);
        self.current[slot.0 as usize] = Current { node, depth: self.depth(), since: self.jumps };
        self.log.push((slot, old));
    }

    /// Records a value that will be replaced at the destinations of the jumps that have seen it.
    fn note_jumps(&mut self, slot: Slot, Current { node, depth, since }: Current) {
        if since == self.jumps {
            return;
        }
        let depth = depth as usize;
        steps::take(self.selections.len() + self.loops.len().saturating_sub(depth));
        for around in self.selections.iter_mut().filter(|around| around.exit.latest > since) {
            if let Some(value) = value_at(&self.loops[..around.depth], slot, node, depth) {
                around.exit.values.push((slot, value));
            }
        }
        for index in depth.saturating_sub(1)..self.loops.len() {
            let Some(value) = value_at(&self.loops[..=index], slot, node, depth) else { continue };
            let around = &mut self.loops[index];
            for meeting in [&mut around.exit, &mut around.continuing] {
                if meeting.latest > since {
                    meeting.values.push((slot, value));
                }
            }
        }
    }

    /// The row of the table by which a variable has its value at the start of a statement.
    pub(super) fn row_of_read(&self, slot: Slot) -> &'static Rule {
        let since = self.current[slot.0 as usize].since;
        let around = self.selections.iter().rfind(|around| around.is_switch);
        if around.is_some_and(|around| since < around.began) {
            rules::UNI_TABLE_VALUE_SWITCH_CLAUSE
        } else {
            rules::UNI_TABLE_VALUE_NEXT_STATEMENT
        }
    }

    /// The value of a variable.
    pub(super) fn read(&mut self, graph: &mut Graph, slot: Slot) -> Node {
        let Current { mut node, depth, .. } = self.current[slot.0 as usize];
        if depth >= self.depth() {
            return node;
        }
        for around in &mut self.loops[depth as usize..] {
            steps::take(1);
            node = *around.starts.entry(slot).or_insert_with(|| {
                let start = graph.node(JOINED);
                graph.edge(start, node, rules::UNI_TABLE_VALUE_LOOP_BODY);
                around.touched.push((slot, start));
                start
            });
        }
        self.set(slot, node);
        node
    }

    /// Declares a variable with this value.
    pub(super) fn declare(&mut self, slot: Slot, node: Node) {
        self.set(slot, node);
    }

    /// Assigns a value to a variable.
    pub(super) fn assign(&mut self, graph: &mut Graph, slot: Slot, node: Node) {
        self.read(graph, slot);
        self.set(slot, node);
    }

    /// The current position in the log.
    pub(super) fn mark(&self) -> usize {
        self.log.len()
    }

    /// Restores the values at a mark, at the end of a branch.
    pub(super) fn undo(&mut self, mark: usize) {
        while self.log.len() > mark {
            steps::take(1);
            let Some((slot, old)) = self.log.pop() else { break };
            self.note_jumps(slot, self.current[slot.0 as usize]);
            self.current[slot.0 as usize] = Current { since: self.jumps, ..old };
        }
    }

    /// Continues where jumps meet: joins the values that they carry, and the current ones if a jump has seen them.
    fn join(&mut self, graph: &mut Graph, jumps: Meeting, rule: &'static Rule) {
        let ends = by_slot(jumps.values);
        steps::take(ends.len());
        for values in ends.chunk_by(|one, other| one.0 == other.0) {
            let slot = values[0].0;
            let is_seen = jumps.latest > self.current[slot.0 as usize].since;
            let base = self.read(graph, slot);
            let values = values.iter().map(|(_, node)| *node);
            if let Some(node) = joined(graph, is_seen.then_some(base).into_iter().chain(values), rule) {
                self.set(slot, node);
            }
        }
    }

    pub(super) fn begin_selection(&mut self) {
        self.select(false);
    }

    /// Begins a selection that `break` leaves.
    pub(super) fn begin_switch(&mut self) {
        self.select(true);
    }

    fn select(&mut self, is_switch: bool) {
        if is_switch {
            // Counts as a jump, so that values from before it are known by their counts.
            self.jumps += 1;
        }
        let (depth, began) = (self.loops.len(), self.jumps);
        self.selections.push(Selection { depth, is_switch, began, exit: Meeting::default() });
    }

    /// Ends one path through the nearest selection.
    pub(super) fn leave_selection_here(&mut self) {
        if let Some(around) = self.selections.last_mut() {
            self.jumps += 1;
            around.exit.latest = self.jumps;
        }
    }

    /// Continues after the nearest selection, where its paths meet by this rule.
    pub(super) fn end_selection(&mut self, graph: &mut Graph, rule: &'static Rule) {
        if let Some(around) = self.selections.pop() {
            self.join(graph, around.exit, rule);
        }
    }

    pub(super) fn begin_loop(&mut self) {
        self.loops.push(Loop::default());
    }

    /// `break` out of the nearest loop or switch.
    pub(super) fn break_here(&mut self) {
        match self.selections.iter_mut().rfind(|around| around.is_switch) {
            Some(switch) if switch.depth == self.loops.len() => {
                self.jumps += 1;
                switch.exit.latest = self.jumps;
            }
            _ => self.leave_loop_here(),
        }
    }

    /// Leaves the nearest loop, even from a switch in it: the condition of `for` and `while`, `break if`.
    pub(super) fn leave_loop_here(&mut self) {
        if let Some(around) = self.loops.last_mut() {
            self.jumps += 1;
            around.exit.latest = self.jumps;
        }
    }

    /// `continue` in the nearest loop.
    pub(super) fn continue_here(&mut self) {
        if let Some(around) = self.loops.last_mut() {
            self.jumps += 1;
            around.continuing.latest = self.jumps;
        }
    }

    /// The final values of the variables that the nearest loop touched, recorded for the jumps that have seen them.
    fn ends_of_touched(&mut self) -> Vec<(Slot, Node, Node)> {
        let depth = self.loops.len();
        let Some(around) = self.loops.last() else { return Vec::new() };
        let mut ends = Vec::with_capacity(around.touched.len());
        for &(slot, start) in &around.touched {
            steps::take(1);
            let Current { node, depth: own, .. } = self.current[slot.0 as usize];
            ends.push((slot, start, if own as usize == depth { node } else { start }));
        }
        for &(slot, ..) in &ends {
            self.note_jumps(slot, self.current[slot.0 as usize]);
            self.current[slot.0 as usize].since = self.jumps;
        }
        ends
    }

    /// Continues with the continuing block: from the end of the body, if reachable, and from every `continue`.
    pub(super) fn begin_continuing(&mut self, graph: &mut Graph, end_is_reached: bool) {
        if end_is_reached {
            self.continue_here();
        }
        if let Some(around) = self.loops.last_mut() {
            let continues = core::mem::take(&mut around.continuing);
            self.join(graph, continues, rules::UNI_TABLE_VALUE_CONTINUING_BLOCK);
        }
    }

    /// Ends a loop; `repeats` if its body may run again.
    pub(super) fn end_loop(&mut self, graph: &mut Graph, repeats: bool) {
        let ends = self.ends_of_touched();
        let Some(around) = self.loops.pop() else { return };
        let exits = by_slot(around.exit.values);
        for (slot, start, end) in ends {
            if repeats {
                graph.edge(start, end, rules::UNI_TABLE_VALUE_LOOP_BODY);
            }
            let node =
                joined(graph, values_of(&exits, slot), rules::UNI_TABLE_VALUE_AFTER_LOOP).unwrap_or(start);
            self.set(slot, node);
        }
    }
}

/// The value of a variable inside of these loops if it got the value `node` inside of `depth` loops; `None` if the
/// innermost loop has not touched it.
fn value_at(loops: &[Loop], slot: Slot, node: Node, depth: usize) -> Option<Node> {
    match loops.last() {
        Some(innermost) if depth < loops.len() => innermost.starts.get(&slot).copied(),
        _ => Some(node),
    }
}

/// Stable, so that the values of a variable stay in source order.
fn by_slot(mut values: Changes) -> Changes {
    values.sort_by_key(|(slot, _)| *slot);
    values
}

/// The values of one variable in a list sorted by variable.
fn values_of(values: &Changes, slot: Slot) -> impl Iterator<Item = Node> {
    let first = values.partition_point(|(other, _)| *other < slot);
    values[first..].iter().take_while(move |(other, _)| *other == slot).map(|(_, node)| *node)
}

/// One node for several values that meet by this rule; `None` without any.
fn joined(graph: &mut Graph, mut values: impl Iterator<Item = Node>, rule: &'static Rule) -> Option<Node> {
    let first = values.next()?;
    let mut node = first;
    for value in values {
        if value == first {
            continue;
        }
        if node == first {
            node = graph.node(JOINED);
            graph.edge(node, first, rule);
        }
        graph.edge(node, value, rule);
    }
    let last = if node == first { rule } else { rules::UNI_VAR_JOIN };
    Some(graph.pass(node, JOINED, last))
}
