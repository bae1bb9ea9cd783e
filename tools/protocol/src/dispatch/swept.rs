//! The part of an answer that a sweep has: what was executed, and the first difference.

use serde::Serialize;
use shader_run::execute::{Difference, Parting, ResultDifference, Sweep, Turn, shown};
use shader_source::SourceMap;
use shader_source::record::RangeRecord;

/// Facts about the other schedules of a dispatch.
#[derive(Serialize, Debug)]
pub(super) struct SweepRecord<'a> {
    executions: u64,
    complete: bool,
    contended_words: usize,
    subgroup_sizes: &'a [u32],
    #[serde(skip_serializing_if = "Option::is_none")]
    difference: Option<DifferenceRecord>,
}

/// The first difference between two executions.
#[derive(Serialize, Debug)]
struct DifferenceRecord {
    /// Where the results differ; nothing if one of the executions does not end.
    #[serde(flatten)]
    result: Option<ResultRecord>,
    orders: [Vec<TurnRecord>; 2],
}

/// The word that differs.
#[derive(Serialize, Debug)]
struct ResultRecord {
    group: u32,
    binding: u32,
    offset: usize,
    values: [String; 2],
}

/// An access in one of the orders.
#[derive(Serialize, Debug)]
struct TurnRecord {
    workgroup: u64,
    invocation: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    before: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    after: Option<String>,
    #[serde(skip_serializing_if = "core::ops::Not::not")]
    fails: bool,
    #[serde(flatten)]
    place: RangeRecord,
}

impl<'a> SweepRecord<'a> {
    pub(super) fn new(sweep: &'a Sweep, sources: &SourceMap<'_>) -> Self {
        Self {
            executions: sweep.executions,
            complete: sweep.is_complete,
            contended_words: sweep.contended_words,
            subgroup_sizes: &sweep.subgroup_sizes,
            difference: sweep.difference.as_ref().map(|it| DifferenceRecord::new(it, sources)),
        }
    }
}

impl DifferenceRecord {
    fn new(difference: &Difference, sources: &SourceMap<'_>) -> Self {
        let result = match difference.result {
            ResultDifference::Contents { group, binding, offset, words, ty, .. } => {
                Some(ResultRecord { group, binding, offset, values: words.map(|word| shown(word, ty)) })
            }
            ResultDifference::OutOfFuel => None,
        };
        let orders = difference.parting.as_ref().map_or_else(Default::default, |parting| {
            let record = |turn: &Turn| TurnRecord::new(turn, parting, sources);
            parting.orders.each_ref().map(|turns| turns.iter().map(record).collect())
        });
        Self { result, orders }
    }
}

impl TurnRecord {
    fn new(turn: &Turn, parting: &Parting, sources: &SourceMap<'_>) -> Self {
        let [before, after] = turn.words.map(|word| word.map(|word| shown(word, parting.ty)));
        Self {
            workgroup: turn.by.workgroup,
            invocation: turn.by.invocation,
            before,
            after,
            fails: turn.fails,
            place: RangeRecord::new(turn.by.span, sources),
        }
    }
}
