//! The call hierarchy: which functions call a function, and which it calls, in all files of the package.
//!
//! An item carries the place of the name of its function, so that a request about it needs no open document.

use crate::address;
use crate::analysis::Analysis;
use crate::uses::{Subject, uses};
use crate::whole::{FilePlace, Whole};
use crate::workspace::Workspace;
use lsp_types::{
    CallHierarchyIncomingCall, CallHierarchyItem, CallHierarchyOutgoingCall, Range, SymbolKind, Uri,
};
use shader_source::Span;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;
use wgsl_validator::ast::{DeclId, DeclKind};
use wgsl_validator::occurrence::Denoted;

/// The function at an offset of a document.
pub(crate) fn prepare(
    workspace: &Workspace<'_>,
    analysis: &Analysis,
    uri: &Uri,
    offset: u32,
) -> Option<Vec<CallHierarchyItem>> {
    let whole = analysis.whole()?;
    let Denoted::Declaration(id) = whole.name_at(offset)?.denoted else { return None };
    Some(vec![item(workspace, whole, analysis.text(), uri, id)?])
}

/// A function of a program as an item. `text` and `uri` are of the document.
fn item(
    workspace: &Workspace<'_>,
    whole: &Whole,
    text: &str,
    uri: &Uri,
    id: DeclId,
) -> Option<CallHierarchyItem> {
    let decl = whole.module().syntax().ast[id];
    if !matches!(decl.kind, DeclKind::Function(_)) {
        return None;
    }
    let place = whole.place(decl.name_span)?;
    let content = whole.content(place, text);
    let around = whole.around(decl.span).filter(|it| it.file == place.file).unwrap_or(place).span;
    let (path, _) = whole.file_place(place).map_or((None, place.span), |(path, span)| (Some(path), span));
    let range = |span: Span| workspace.ranges(content, [span].into_iter()).pop();
    Some(CallHierarchyItem {
        name: place.span.text(content).to_owned(),
        kind: SymbolKind::Function,
        tags: None,
        detail: None,
        uri: path.map_or_else(|| uri.clone(), |path| workspace.uri(&path)),
        range: range(around)?,
        selection_range: range(place.span)?,
        data: None,
    })
}

/// The programs that have a function, with its declaration in each, and the analysis of a document that is not in a package.
struct Found {
    programs: Vec<Whole>,
    subject: Subject,
    document: Option<Rc<Analysis>>,
}

impl Found {
    /// The programs, with the function in each.
    fn all(&self) -> impl Iterator<Item = (&Whole, DeclId)> {
        let own = self.document.iter().filter_map(|analysis| analysis.whole());
        self.programs.iter().chain(own).filter_map(|program| {
            let place = program.place_in(&self.subject.declared);
            let alone = || {
                Some(wgsl_modules::Place { file: wgsl_modules::FileIndex(0), span: self.subject.declared.1 })
            };
            let place = if program.root().is_some() { place } else { alone() };
            match program.denoting(place?)? {
                Denoted::Declaration(id) => Some((program, id)),
                _ => None,
            }
        })
    }
}

fn find(workspace: &mut Workspace<'_>, called: &CallHierarchyItem) -> Option<Found> {
    let path = address::path(&called.uri.0).unwrap_or_default();
    let document = workspace.understood(&called.uri.0);
    let text: Arc<str> = match &document {
        Some(analysis) => analysis.text().into(),
        None => workspace.content(&path)?,
    };
    let lines = crate::lines::Lines::new(&text, workspace.encoding);
    let span = lines.span(&text, called.selection_range);
    let declared: FilePlace = (path.clone(), span);
    let subject = Subject { name: called.name.clone(), declared };
    let programs = uses(workspace, &path, &subject, &[], &BTreeMap::new()).programs;
    let document = document.filter(|_| programs.is_empty());
    Some(Found { programs, subject, document })
}

/// The calls of a function, by the function that has them.
pub(crate) fn incoming(
    workspace: &mut Workspace<'_>,
    called: &CallHierarchyItem,
) -> Vec<CallHierarchyIncomingCall> {
    let Some(found) = find(workspace, called) else { return Vec::new() };
    let mut calls = Calls::default();
    for (program, id) in found.all() {
        for name in program.occurrences().iter().filter(|it| it.denoted == Denoted::Declaration(id)) {
            if name.is_declaration() {
                continue;
            }
            calls.add(workspace, program, &found, &called.uri, program.function_around(name.span), name.span);
        }
    }
    calls
        .0
        .into_values()
        .map(|(from, ranges)| CallHierarchyIncomingCall { from, from_ranges: sorted(ranges) })
        .collect()
}

/// The calls in a function, by the function that they call.
pub(crate) fn outgoing(
    workspace: &mut Workspace<'_>,
    caller: &CallHierarchyItem,
) -> Vec<CallHierarchyOutgoingCall> {
    let Some(found) = find(workspace, caller) else { return Vec::new() };
    let mut calls = Calls::default();
    for (program, id) in found.all() {
        let inside = program.module().syntax().ast[id].span;
        let names =
            program.occurrences().iter().filter(|it| inside.lo <= it.span.lo && it.span.hi <= inside.hi);
        for name in names.filter(|it| !it.is_declaration()) {
            if let Denoted::Declaration(called) = name.denoted {
                calls.add(workspace, program, &found, &caller.uri, Some(called), name.span);
            }
        }
    }
    calls
        .0
        .into_values()
        .map(|(to, ranges)| CallHierarchyOutgoingCall { to, from_ranges: sorted(ranges) })
        .collect()
}

/// Calls by the place of a function.
#[derive(Default)]
struct Calls(BTreeMap<(String, u32, u32), (CallHierarchyItem, Ranges)>);

/// Ranges of names: the line, and the characters at which the name starts and ends.
type Ranges = BTreeSet<(u32, u32, u32)>;

impl Calls {
    /// Adds a call at a place of a program, which belongs to a function.
    fn add(
        &mut self,
        workspace: &Workspace<'_>,
        program: &Whole,
        found: &Found,
        uri: &Uri,
        function: Option<DeclId>,
        name: Span,
    ) {
        let text = found.document.as_ref().map_or("", |it| it.text());
        let Some(item) = function.and_then(|id| item(workspace, program, text, uri, id)) else { return };
        let Some(place) = program.place(name) else { return };
        let Some(range) = workspace.ranges(program.content(place, text), [place.span].into_iter()).pop()
        else {
            return;
        };
        let start = item.selection_range.start;
        let entry = self.0.entry((item.uri.0.clone(), start.line, start.character));
        let ranges = &mut entry.or_insert_with(|| (item, Ranges::new())).1;
        ranges.insert((range.start.line, range.start.character, range.end.character));
    }
}

/// The ranges of names, in order.
fn sorted(ranges: Ranges) -> Vec<Range> {
    let position = lsp_types::Position::new;
    ranges
        .into_iter()
        .map(|(line, start, end)| Range::new(position(line, start), position(line, end)))
        .collect()
}
