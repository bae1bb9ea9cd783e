//! The order of declarations, and cycles among them.

use super::Mention;
use crate::ast::{DeclId, DeclKind};
use crate::diagnostic::Diagnostic;
use crate::steps;
use crate::syntax::Syntax;
use wgsl_spec::{Rule, rules};

/// The graph of mentions between declarations.
pub(super) struct Graph<'a> {
    /// First mention of each declaration, and one past the last of the last.
    pub(super) starts: &'a [u32],
    pub(super) targets: &'a [Mention],
}

impl Graph<'_> {
    fn mentions(&self, decl: usize) -> &[Mention] {
        let end = self.starts.get(decl + 1).copied().unwrap_or(self.targets.len() as u32);
        &self.targets[self.starts[decl] as usize..end as usize]
    }
}

/// The state of a declaration in Tarjan's search for strongly connected components.
#[derive(Clone, Copy, Debug)]
struct Visit {
    /// Order of discovery, 0 before it.
    number: u32,
    /// The least number that can be reached.
    low: u32,
    /// Still on the stack of open components.
    open: bool,
}

/// Memory of the search.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    visits: Vec<Visit>,
    /// Declarations of components that are not complete.
    open: Vec<usize>,
    /// Declarations in progress, with the next mention to visit.
    path: Vec<(usize, usize)>,
}

/// Orders declarations so that each comes after those that it mentions, and reports those that mention themselves.
/// The search keeps its own stack: a chain of a million declarations is as good as any. The memory of `order` is used
/// again.
pub(super) fn order(
    syntax: &Syntax<'_>,
    graph: &Graph<'_>,
    scratch: &mut Scratch,
    mut order: Vec<DeclId>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<DeclId> {
    order.clear();
    let count = syntax.ast.decls.len();
    let Scratch { visits, open, path } = scratch;
    visits.clear();
    visits.resize(count, Visit { number: 0, low: 0, open: false });
    let mut number = 0;
    for root in 0..count {
        if visits[root].number != 0 {
            continue;
        }
        number += 1;
        visits[root] = Visit { number, low: number, open: true };
        open.push(root);
        path.push((root, 0));
        while let Some((decl, next)) = path.last_mut() {
            steps::take(1);
            let decl = *decl;
            if let Some(mention) = graph.mentions(decl).get(*next) {
                *next += 1;
                let target = mention.target.index();
                if visits[target].number == 0 {
                    number += 1;
                    visits[target] = Visit { number, low: number, open: true };
                    open.push(target);
                    path.push((target, 0));
                } else if visits[target].open {
                    visits[decl].low = visits[decl].low.min(visits[target].number);
                }
                continue;
            }
            path.pop();
            if let Some((parent, _)) = path.last() {
                visits[*parent].low = visits[*parent].low.min(visits[decl].low);
            }
            if visits[decl].low == visits[decl].number {
                let first = open.iter().rposition(|member| *member == decl).unwrap_or(0);
                // Open declarations that were discovered no earlier belong to the same component.
                let is_member =
                    |target: usize| visits[target].open && visits[target].number >= visits[decl].number;
                let component = Component { members: &open[first..], is_member: &is_member };
                steps::take(component.members.len());
                if component.is_cycle(graph) {
                    diagnostics.push(component.cycle(syntax, graph));
                } else {
                    order.push(DeclId::from_index(decl));
                }
                for member in open.drain(first..) {
                    visits[member].open = false;
                }
            }
        }
    }
    order
}

/// Declarations that all mention each other, directly or through others.
struct Component<'a> {
    members: &'a [usize],
    is_member: &'a dyn Fn(usize) -> bool,
}

impl Component<'_> {
    /// A single declaration is a cycle only when it mentions itself.
    fn is_cycle(&self, graph: &Graph<'_>) -> bool {
        let Self { members, is_member } = self;
        members.len() > 1 || graph.mentions(members[0]).iter().any(|it| is_member(it.target.index()))
    }

    /// The rule that a cycle breaks, by the declarations on it.
    fn rule(&self, syntax: &Syntax<'_>) -> &'static Rule {
        let kinds = || self.members.iter().map(|member| syntax.ast.decls[*member].kind);
        let is_function = |kind| matches!(kind, DeclKind::Function(_));
        let is_type = |kind| matches!(kind, DeclKind::Alias(_) | DeclKind::Struct(_));
        if kinds().all(is_function) {
            rules::SCOPE_CYCLE_FUNCTION
        } else if kinds().all(is_type) {
            rules::SCOPE_CYCLE_TYPE
        } else if kinds().any(is_function) {
            rules::SCOPE_CYCLE
        } else {
            rules::SCOPE_CYCLE_VALUE
        }
    }

    /// The error that a cycle is.
    #[cold]
    fn cycle(&self, syntax: &Syntax<'_>, graph: &Graph<'_>) -> Diagnostic {
        let Self { members, is_member } = self;
        let decls = &syntax.ast.decls;
        let name = |index: usize| decls[index].name.map_or("", |symbol| syntax.name(symbol));
        let first = members.iter().copied().min().unwrap_or(members[0]);
        let message = match decls[first].kind {
            DeclKind::Function(_) if members.len() == 1 => format!("function `{}` calls itself", name(first)),
            _ if members.len() == 1 => format!("`{}` depends on itself", name(first)),
            _ => {
                let others = members.len() - 1;
                let declarations = if others == 1 { "declaration" } else { "declarations" };
                format!("`{}` depends on itself through {others} other {declarations}", name(first))
            }
        };
        let mut diagnostic = Diagnostic::error(self.rule(syntax), decls[first].name_span, message);
        for member in members.iter().take(8) {
            let inside = graph.mentions(*member).iter().find(|mention| is_member(mention.target.index()));
            if let Some(mention) = inside {
                let target = name(mention.target.index());
                diagnostic = diagnostic.label(mention.span, format!("`{target}` is used here"));
            }
            if members.len() > 64 {
                break;
            }
        }
        if self.rule(syntax) == rules::SCOPE_CYCLE_FUNCTION {
            diagnostic = diagnostic.note("recursion is not allowed: use a loop");
        }
        diagnostic
    }
}
