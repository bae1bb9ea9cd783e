//! The records of an inventory: its JSON form, which the other formats print.

use crate::summary::count;
use msl_validator::amp::inventory::{Blocker, Capture, Feature, Inventory, Kernel, State, Target, Use};
use serde::Serialize;
use shader_source::{SourceMap, Span};
use std::collections::{BTreeMap, BTreeSet};

/// The version of the form. Members may be added within a version, but none is removed or changes its meaning.
const SCHEMA: u32 = 1;

/// The inventory of programs.
#[derive(Serialize, Debug)]
pub(super) struct InventoryRecord {
    schema: u32,
    /// The files with kernels, by name.
    pub(super) files: Vec<FileRecord>,
    pub(super) summary: SummaryRecord,
}

/// A file.
#[derive(Serialize, Default, Debug)]
pub(super) struct FileRecord {
    pub(super) file: String,
    pub(super) kernels: Vec<KernelRecord>,
    /// Launches in lines that conditions of the preprocessor leave out.
    pub(super) left_out: BTreeSet<PlaceRecord>,
    /// Uses of functions that share data with Direct3D.
    pub(super) interop: BTreeSet<UseRecord>,
}

/// A place.
#[derive(Serialize, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct PlaceRecord {
    /// The file, if it is not the file around the record.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) file: Option<String>,
    pub(super) line: u32,
    pub(super) column: u32,
}

/// A use of a feature.
#[derive(Serialize, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct UseRecord {
    pub(super) feature: &'static str,
    pub(super) name: String,
    pub(super) place: PlaceRecord,
}

/// A kernel.
#[derive(Serialize, Debug)]
pub(super) struct KernelRecord {
    pub(super) place: PlaceRecord,
    /// The function that launches it, or the functor.
    pub(super) name: String,
    /// `checked`, `generic` (in a template that nothing uses), `not-launched` or `unknown`.
    pub(super) state: &'static str,
    /// The number of dimensions.
    pub(super) rank: Option<u32>,
    /// The sizes of the tile as numbers or, if they are not known, as the program has them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) tile: Option<Vec<String>>,
    /// The number of threads of a tile.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) tile_threads: Option<u64>,
    /// The bytes of `tile_static` variables; null if a size is not known, or may be incomplete.
    pub(super) tile_static_bytes: Option<u64>,
    pub(super) tile_static: Vec<TileStaticRecord>,
    pub(super) uses: Vec<UseRecord>,
    pub(super) captures: Vec<CaptureRecord>,
    /// The views and arrays among the captures; null if the captures are not known.
    pub(super) buffers: Option<u64>,
    pub(super) template_arguments: Vec<String>,
    pub(super) unresolved: Vec<UnresolvedRecord>,
    /// The number of errors.
    pub(super) errors: usize,
    pub(super) targets: Vec<TargetRecord>,
}

/// A `tile_static` variable.
#[derive(Serialize, Debug)]
pub(super) struct TileStaticRecord {
    name: String,
    #[serde(rename = "type", skip_serializing_if = "String::is_empty")]
    ty: String,
    bytes: Option<u64>,
}

/// A capture, or a member of a functor.
#[derive(Serialize, Debug)]
pub(super) struct CaptureRecord {
    pub(super) name: String,
    #[serde(rename = "type")]
    pub(super) ty: String,
    /// `array_view`, `array`, `texture`, `value` or `unknown`.
    kind: &'static str,
    is_reference: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<u64>,
}

/// A place that is not known.
#[derive(Serialize, Debug)]
pub(super) struct UnresolvedRecord {
    pub(super) place: PlaceRecord,
    pub(super) reason: String,
}

/// The result for a target.
#[derive(Serialize, Debug)]
pub(super) struct TargetRecord {
    pub(super) target: &'static str,
    /// Whether the target can have the kernel.
    pub(super) accepted: bool,
    /// The reasons that block it, the largest reason first.
    pub(super) blockers: Vec<BlockerRecord>,
}

/// A reason that blocks a kernel.
#[derive(Serialize, Debug)]
pub(super) struct BlockerRecord {
    pub(super) reason: &'static str,
    pub(super) detail: String,
    pub(super) place: PlaceRecord,
}

/// Counts of all files. A kernel in a template counts once.
#[derive(Serialize, Default, Debug)]
pub(super) struct SummaryRecord {
    pub(super) files: usize,
    /// The places with kernels.
    pub(super) kernels: usize,
    /// The kernels by how much is known of them.
    pub(super) states: BTreeMap<&'static str, usize>,
    /// The instances of kernels in templates.
    pub(super) instances: usize,
    pub(super) tiled: usize,
    /// The kernels that use features.
    pub(super) features: BTreeMap<&'static str, usize>,
    pub(super) targets: Vec<TargetSummary>,
    /// Launches in lines that conditions of the preprocessor leave out.
    pub(super) left_out: usize,
}

/// The counts of a target.
#[derive(Serialize, Debug)]
pub(super) struct TargetSummary {
    pub(super) target: &'static str,
    pub(super) accepted: usize,
    /// The number of kernels that each reason blocks, the largest number first.
    pub(super) blocked: Vec<(&'static str, usize)>,
}

/// Collects the inventories of programs. A header is in many of them, and its kernels count once.
#[derive(Default)]
pub(super) struct Collector {
    files: BTreeMap<String, FileRecord>,
}

impl Collector {
    /// Adds the records of a program.
    pub(super) fn add(&mut self, files: Vec<FileRecord>) {
        for file in files {
            let known = self.files.entry(file.file.clone()).or_default();
            known.file = file.file;
            known.kernels.extend(file.kernels);
            known.left_out.extend(file.left_out);
            known.interop.extend(file.interop);
        }
    }

    pub(super) fn finish(self) -> InventoryRecord {
        let mut files: Vec<FileRecord> = self.files.into_values().collect();
        for file in &mut files {
            finish_file(file);
        }
        files
            .retain(|file| !(file.kernels.is_empty() && file.left_out.is_empty() && file.interop.is_empty()));
        let summary = SummaryRecord::new(&files);
        InventoryRecord { schema: SCHEMA, files, summary }
    }
}

/// Keeps one record of each kernel: what a program knows about it is better than what a program does not know.
fn finish_file(file: &mut FileRecord) {
    let best = |kernel: &KernelRecord| (kernel.rank_of_state(), kernel.unresolved.len());
    let key = |kernel: &KernelRecord| {
        (kernel.place.clone(), kernel.name.clone(), kernel.template_arguments.clone(), kernel.tile.clone())
    };
    file.kernels.sort_by_cached_key(|kernel| (key(kernel), best(kernel)));
    file.kernels.dedup_by(|one, other| key(one) == key(other));
    let mut states: BTreeMap<PlaceRecord, usize> = BTreeMap::new();
    for kernel in &file.kernels {
        let state = states.entry(kernel.place.clone()).or_insert(usize::MAX);
        *state = (*state).min(kernel.rank_of_state());
    }
    file.kernels.retain(|kernel| states[&kernel.place] == kernel.rank_of_state());
    // Lines that one program leaves out may be in a different one.
    file.left_out.retain(|place| !states.contains_key(place));
}

impl KernelRecord {
    fn rank_of_state(&self) -> usize {
        ["checked", "unknown", "generic", "not-launched"]
            .iter()
            .position(|state| *state == self.state)
            .unwrap_or(usize::MAX)
    }
}

impl SummaryRecord {
    fn new(files: &[FileRecord]) -> Self {
        let mut summary = Self { files: files.len(), ..Self::default() };
        let mut blocked: BTreeMap<&str, BTreeMap<&'static str, usize>> = BTreeMap::new();
        let mut accepted: BTreeMap<&str, usize> = BTreeMap::new();
        for file in files {
            summary.left_out += file.left_out.len();
            for kernels in file.kernels.chunk_by(|one, next| one.place == next.place) {
                summary.kernels += 1;
                summary.instances += kernels.iter().filter(|it| !it.template_arguments.is_empty()).count();
                summary.tiled += usize::from(kernels.iter().any(|kernel| kernel.tile.is_some()));
                *summary.states.entry(kernels[0].state).or_default() += 1;
                let features: BTreeSet<&str> =
                    kernels.iter().flat_map(|kernel| &kernel.uses).map(|it| it.feature).collect();
                for feature in features {
                    *summary.features.entry(feature).or_default() += 1;
                }
                if kernels.iter().any(|kernel| !kernel.tile_static.is_empty()) {
                    *summary.features.entry("tile_static").or_default() += 1;
                }
                for (number, target) in Target::ALL.into_iter().enumerate() {
                    let all = || kernels.iter().map(|kernel| &kernel.targets[number]);
                    let reasons: BTreeSet<&'static str> =
                        all().flat_map(|it| &it.blockers).map(|blocker| blocker.reason).collect();
                    *accepted.entry(target.name()).or_default() += usize::from(reasons.is_empty());
                    for reason in reasons {
                        *blocked.entry(target.name()).or_default().entry(reason).or_default() += 1;
                    }
                }
            }
        }
        summary.targets = Target::ALL
            .iter()
            .map(|target| {
                let reasons = blocked.remove(target.name()).unwrap_or_default();
                let mut blocked: Vec<_> = reasons.into_iter().collect();
                blocked.sort_by_key(|(reason, number)| (core::cmp::Reverse(*number), *reason));
                let accepted = accepted.get(target.name()).copied().unwrap_or(0);
                TargetSummary { target: target.name(), accepted, blocked }
            })
            .collect();
        summary
    }
}

/// The records of a program, by file.
pub(super) fn records(inventory: &Inventory, sources: &SourceMap<'_>) -> Vec<FileRecord> {
    let mut files: BTreeMap<String, FileRecord> = BTreeMap::new();
    let file_of = |span: Span| sources.range(span).file.name().to_owned();
    for kernel in &inventory.kernels {
        let file = file_of(kernel.place);
        let record = kernel_record(kernel, &Places { sources, file: &file });
        files.entry(file).or_default().kernels.push(record);
    }
    for span in &inventory.left_out {
        let file = file_of(*span);
        let place = Places { sources, file: &file }.of(*span);
        files.entry(file).or_default().left_out.insert(place);
    }
    for used in &inventory.interop {
        let file = file_of(used.place);
        let record = Places { sources, file: &file }.of_use(used);
        files.entry(file).or_default().interop.insert(record);
    }
    files.into_iter().map(|(file, record)| FileRecord { file, ..record }).collect()
}

/// Places as a file has them.
struct Places<'a> {
    sources: &'a SourceMap<'a>,
    file: &'a str,
}

impl Places<'_> {
    fn of(&self, span: Span) -> PlaceRecord {
        let range = self.sources.range(span);
        let file = range.file.name();
        PlaceRecord {
            file: (file != self.file).then(|| file.to_owned()),
            line: range.first.line,
            column: range.first.column_utf16,
        }
    }

    fn of_use(&self, used: &Use) -> UseRecord {
        UseRecord { feature: used.feature.name(), name: used.name.clone(), place: self.of(used.place) }
    }
}

fn kernel_record(kernel: &Kernel, places: &Places<'_>) -> KernelRecord {
    let mut unresolved: Vec<UnresolvedRecord> = kernel
        .unresolved
        .iter()
        .map(|(place, reason)| UnresolvedRecord { place: places.of(*place), reason: reason.clone() })
        .collect();
    let state = match &kernel.state {
        State::Checked => "checked",
        State::Generic => "generic",
        State::NotLaunched => "not-launched",
        State::Unknown(reason) => {
            let record = UnresolvedRecord { place: places.of(kernel.place), reason: reason.clone() };
            unresolved.insert(0, record);
            "unknown"
        }
    };
    let variables = kernel.tile_static.iter().map(|variable| TileStaticRecord {
        name: variable.name.clone(),
        ty: variable.ty.clone(),
        bytes: variable.bytes,
    });
    KernelRecord {
        place: places.of(kernel.place),
        name: kernel.name.clone(),
        state,
        rank: kernel.rank,
        tile: kernel.tile.as_ref().map(|tile| tile.sizes.clone()),
        tile_threads: kernel.tile.as_ref().and_then(|tile| tile.threads),
        tile_static_bytes: kernel.tile_static_bytes(),
        tile_static: variables.collect(),
        uses: kernel.uses.iter().map(|used| places.of_use(used)).collect(),
        captures: kernel.captures.iter().map(capture_record).collect(),
        buffers: kernel.buffers,
        template_arguments: kernel.arguments.clone(),
        unresolved,
        errors: kernel.errors.len(),
        targets: Target::ALL.map(|target| target_record(kernel, target, places)).into(),
    }
}

fn capture_record(capture: &Capture) -> CaptureRecord {
    CaptureRecord {
        name: capture.name.clone(),
        ty: capture.ty.clone(),
        kind: capture.kind.name(),
        is_reference: capture.is_reference,
        bytes: capture.bytes,
    }
}

fn target_record(kernel: &Kernel, target: Target, places: &Places<'_>) -> TargetRecord {
    let blockers = kernel.blockers(target);
    let record = |Blocker { reason, detail, place }: Blocker| BlockerRecord {
        reason: reason.name(),
        detail,
        place: places.of(place),
    };
    TargetRecord {
        target: target.name(),
        accepted: blockers.is_empty(),
        blockers: blockers.into_iter().map(record).collect(),
    }
}

impl KernelRecord {
    /// The features in a few words: `atomics, barriers, math (2)`.
    pub(super) fn features(&self) -> String {
        let mut counts: Vec<(&str, usize)> = Vec::new();
        for used in self.uses.iter().filter(|used| used.feature != Feature::Interop.name()) {
            match counts.last_mut().filter(|(feature, _)| *feature == used.feature) {
                Some((_, number)) => *number += 1,
                None => counts.push((used.feature, 1)),
            }
        }
        let shown = |(feature, number): &(&str, usize)| match number {
            1 => (*feature).to_owned(),
            _ => format!("{feature} ({number})"),
        };
        counts.iter().map(shown).collect::<Vec<_>>().join(", ")
    }

    /// The tile as `16x16`, or the rank alone.
    pub(super) fn shape(&self) -> String {
        match (&self.tile, self.rank) {
            (Some(sizes), _) => sizes.join("x"),
            (None, Some(rank)) => format!("rank {rank}"),
            (None, None) => "?".to_owned(),
        }
    }

    /// The bytes of `tile_static` variables.
    pub(super) fn bytes(&self) -> String {
        let known: u64 = self.tile_static.iter().filter_map(|variable| variable.bytes).sum();
        match self.tile_static_bytes {
            Some(bytes) => bytes.to_string(),
            // Functions that are not known may have more.
            None if known > 0 && self.tile_static.iter().all(|it| it.bytes.is_some()) => format!("{known}+"),
            None => "?".to_owned(),
        }
    }

    /// The captures as declarations: `a: array_view<int, 1>`.
    pub(super) fn captures(&self) -> Vec<String> {
        let shown = |capture: &CaptureRecord| match capture.ty.as_str() {
            "" => format!("{}: ?", capture.name),
            ty => format!("{}: {ty}{}", capture.name, if capture.is_reference { "&" } else { "" }),
        };
        self.captures.iter().map(shown).collect()
    }
}

impl TargetRecord {
    /// `yes`, or the reasons.
    pub(super) fn shown(&self) -> String {
        if self.accepted {
            return "yes".to_owned();
        }
        self.blockers.iter().map(|blocker| blocker.reason).collect::<Vec<_>>().join(", ")
    }
}

impl SummaryRecord {
    /// The summary as lines of text.
    pub(super) fn lines(&self) -> Vec<String> {
        let states: Vec<String> =
            self.states.iter().map(|(state, number)| format!("{number} {state}")).collect();
        let mut lines = vec![if self.kernels == 0 {
            "no kernels".to_owned()
        } else {
            let (kernels, files) = (count(self.kernels, "kernel"), count(self.files, "file"));
            format!("{kernels} in {files}: {}", states.join(", "))
        }];
        if self.left_out > 0 {
            let launches = if self.left_out == 1 {
                "1 launch".to_owned()
            } else {
                format!("{} launches", self.left_out)
            };
            lines.push(format!("{launches} in lines that conditions leave out"));
        }
        let features: Vec<String> =
            self.features.iter().map(|(feature, number)| format!("{feature} {number}")).collect();
        if self.tiled > 0 || !features.is_empty() {
            let tiled = format!("tiled {}", self.tiled);
            let all: Vec<String> = core::iter::once(tiled).chain(features).collect();
            lines.push(format!("uses: {}", all.join(", ")));
        }
        for TargetSummary { target, accepted, blocked } in self.targets.iter().filter(|_| self.kernels > 0) {
            let reasons: Vec<String> =
                blocked.iter().map(|(reason, number)| format!("{reason} {number}")).collect();
            let blocked = if reasons.is_empty() {
                String::new()
            } else {
                format!("; blocked by {}", reasons.join(", "))
            };
            lines.push(format!("{target}: {accepted} of {}{blocked}", self.kernels));
        }
        lines
    }
}
