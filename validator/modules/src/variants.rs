//! A file under several lists of definitions, or under every combination that its conditions ask for.
//!
//! [`Explorer::explore`] tries combinations ([`Pairs`]) and finds the smallest condition under which each error appears. A combination in
//! which a condition drops what the program uses is changed until nothing is missing, as for a plain check: the program asks
//! for these definitions, so their absence is a warning and not an error.

use crate::condition::{Asked, Choices};
use crate::defines::Defines;
use crate::explore::{Checked, Complete, Explorer, Outcome, difference};
use crate::mapped::{FileIndex, Place};
use crate::need::{Need, definitions};
use crate::pairs::Pairs;
use crate::program::{Findings, Placed};
use crate::rules;
use shader_source::Span;
use shader_source::diagnostic::Diagnostic;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The maximum number of names in a condition. What depends on more of them was not reduced before the limit of programs.
const MOST_NAMES: usize = 8;
/// The maximum number of combinations without an error that a condition is compared with: each may add a part with "not".
const MOST_EXCEPTIONS: usize = 2;

/// Definitions with a name, under which a file is checked.
#[derive(Clone, Debug, Default)]
pub struct Variant {
    /// The name in messages.
    pub name: String,
    /// All definitions.
    pub defines: Defines,
}

/// The definitions under which a file is checked, in addition to the given ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Others {
    /// None.
    #[default]
    None,
    /// The definitions that the file needs: names that it uses, and that only other definitions declare.
    Needed,
    /// All combinations of the names in its conditions.
    All,
}

/// The results for a file under one list of definitions, before they are put together.
struct Part {
    placed: Vec<Placed>,
    missing: Option<String>,
    outcome: Rc<Outcome>,
}

/// A combination without missing names.
type Row = (Defines, Rc<Outcome>);

/// The identity of a diagnostic across programs with different definitions.
type Key = (Place, &'static str, String);

fn key(placed: &Placed) -> Key {
    let (place, rule, message) = placed.key();
    (place, rule, message.to_owned())
}

impl<C: FnMut(&str) -> Vec<Diagnostic>> Explorer<'_, C> {
    /// Checks the file under each of these variants, and other definitions of the names that they leave open. A note says
    /// under which variants a diagnostic appears, unless it is under all of them.
    pub fn check_variants(&mut self, variants: &[Variant], others: Others) -> Checked {
        let parts: Vec<Part> = variants
            .iter()
            .map(|variant| match others {
                Others::None => self.part(&variant.defines),
                Others::Needed => self.completed(&variant.defines),
                Others::All => self.explored(&variant.defines),
            })
            .collect();
        let mut order: Vec<Key> = Vec::new();
        let mut found: BTreeMap<Key, (Placed, Vec<usize>)> = BTreeMap::new();
        for (index, part) in parts.iter().enumerate() {
            for placed in &part.placed {
                let key = key(placed);
                let entry = found.entry(key.clone()).or_insert_with(|| {
                    order.push(key);
                    (placed.clone(), Vec::new())
                });
                if entry.1.last() != Some(&index) {
                    entry.1.push(index);
                }
            }
        }
        let name = |index: &usize| format!("`{}`", variants[*index].name);
        let mut placed = Vec::new();
        for key in &order {
            let Some((one, under)) = found.remove(key) else { continue };
            let is_everywhere = under.len() == variants.len();
            let under: Vec<String> = under.iter().map(name).collect();
            let variants = if under.len() == 1 { "variant" } else { "variants" };
            placed.push(if is_everywhere {
                one
            } else {
                one.under(format!("in {variants} {}", under.join(", ")))
            });
        }
        self.together(variants, parts, placed)
    }

    fn together(&self, variants: &[Variant], parts: Vec<Part>, placed: Vec<Placed>) -> Checked {
        let mut checked = Checked { is_settled: true, ..Checked::default() };
        let mut files: Vec<FileIndex> = vec![self.root];
        let mut known: BTreeSet<FileIndex> = BTreeSet::from([self.root]);
        let mut missing: Vec<String> = Vec::new();
        for (part, variant) in parts.into_iter().zip(variants) {
            files.extend(part.outcome.files.iter().copied().filter(|file| known.insert(*file)));
            let is_alone = variants.len() == 1;
            missing.extend(
                part.missing
                    .map(|it| if is_alone { it } else { format!("in variant `{}`, {it}", variant.name) }),
            );
            let open = &part.outcome.open;
            for outside in &open.outside {
                if !checked.open.outside.contains(outside) {
                    checked.open.outside.push(outside.clone());
                }
            }
            for unvalued in &open.unvalued {
                if !checked.open.unvalued.contains(unvalued) {
                    checked.open.unvalued.push(unvalued.clone());
                }
            }
            // Other combinations may import other files.
            checked.is_settled &= part.outcome.is_settled && is_alone;
        }
        checked.missing = (!missing.is_empty()).then(|| missing.join("; "));
        checked.findings = Findings::of(placed, &files, self.project);
        checked
    }

    fn part(&mut self, names: &Defines) -> Part {
        let outcome = self.outcome(names);
        let (placed, missing) = self.explained(names, &outcome);
        Part { placed, missing, outcome }
    }

    /// Adds the definitions that the file needs.
    fn completed(&mut self, names: &Defines) -> Part {
        let fixed: BTreeSet<String> = names.names().map(str::to_owned).collect();
        let Ok(start) = self.complete(names, &fixed) else { return self.part(names) };
        let rows = [(start.names.clone(), Rc::clone(&start.outcome))];
        let placed = self.conditional(names, &start, &rows);
        Part { placed, missing: start.outcome.host.clone(), outcome: start.outcome }
    }

    /// Tries all combinations of the names that these definitions leave open.
    fn explored(&mut self, names: &Defines) -> Part {
        let fixed: BTreeSet<String> = names.names().map(str::to_owned).collect();
        let Ok(start) = self.complete(names, &fixed) else { return self.part(names) };
        let mut needs: Vec<(Defines, Need)> = start.needs.clone();
        let (rows, is_all) = self.rows(&start, &fixed, &mut needs);
        let mut placed = self.conditional(names, &start, &rows);
        placed.extend(self.needed(names, needs));
        if !is_all {
            let file = self.root;
            let place = Place { file, span: Span::new(0, 0) };
            let limit = self.most_programs;
            let message = format!(
                "not all combinations were tried: more than {limit} of them produce different programs"
            );
            let found = Diagnostic::error(rules::VARIANT_LIMIT, place.span, message).warning();
            placed.push(Placed::of_module(&crate::finding::Found { file, diagnostic: found }));
        }
        // The files of all combinations have places.
        let mut outcome = Outcome { is_settled: false, ..(*start.outcome).clone() };
        let known: BTreeSet<FileIndex> = outcome.files.iter().copied().collect();
        let others: BTreeSet<FileIndex> =
            rows.iter().flat_map(|(_, row)| row.files.iter().copied()).collect();
        outcome.files.extend(others.difference(&known));
        for (_, row) in &rows {
            let unvalued = row.open.unvalued.iter().filter(|it| !outcome.open.unvalued.contains(it)).cloned();
            let unvalued: Vec<_> = unvalued.collect();
            outcome.open.unvalued.extend(unvalued);
        }
        Part { placed, missing: outcome.host.clone(), outcome: Rc::new(outcome) }
    }

    /// The combinations in which nothing is missing, the start first. False if there are too many.
    fn rows(
        &mut self,
        start: &Complete,
        fixed: &BTreeSet<String>,
        needs: &mut Vec<(Defines, Need)>,
    ) -> (Vec<Row>, bool) {
        let mut rows: Vec<Row> = vec![(start.names.clone(), Rc::clone(&start.outcome))];
        let mut seen: BTreeSet<Defines> = BTreeSet::from([start.names.clone()]);
        let mut asked = Asked::default();
        let mut has_all = true;
        loop {
            let before = asked.clone();
            for (_, row) in &rows {
                asked.extend(&row.asked);
            }
            // More definitions may show more conditions.
            if asked == before {
                return (rows, has_all);
            }
            let mut pairs = Pairs::new(&asked, &start.names, |name| fixed.contains(name));
            has_all &= !pairs.is_partial();
            for (names, _) in &rows {
                pairs.cover(names);
            }
            let mut all = pairs.all().map(|rows| rows.into_iter().rev().collect::<Vec<_>>());
            loop {
                let every = || (0..pairs.names().len()).collect::<Vec<_>>();
                let next = match &mut all {
                    Some(all) => all.pop().map(|row| (row, every())),
                    None => pairs.next().map(|(row, pair)| (row, pair.to_vec())),
                };
                let Some((row, wanted)) = next else { break };
                if self.is_exhausted() {
                    return (rows, false);
                }
                let choices: Choices = pairs.names().iter().cloned().zip(row).collect();
                let mut names = start.names.clone();
                names.change(&choices);
                let wanted = wanted.into_iter().map(|index| pairs.names()[index].clone());
                let fixed: BTreeSet<String> = fixed.iter().cloned().chain(wanted).collect();
                match self.complete(&names, &fixed) {
                    Ok(complete) => {
                        needs.extend(complete.needs);
                        pairs.cover(&complete.names);
                        if seen.insert(complete.names.clone()) {
                            rows.push((complete.names, complete.outcome));
                        }
                    }
                    Err(missing) => needs.extend(missing),
                }
            }
        }
    }

    /// The diagnostics of all combinations, each with the smallest condition under which it appears.
    fn conditional(&mut self, names: &Defines, start: &Complete, rows: &[Row]) -> Vec<Placed> {
        let mut order: Vec<Key> = Vec::new();
        let mut found: BTreeMap<Key, (Placed, Vec<bool>)> = BTreeMap::new();
        for (index, (_, outcome)) in rows.iter().enumerate() {
            for placed in &outcome.placed {
                let key = key(placed);
                let entry = found.entry(key.clone()).or_insert_with(|| {
                    order.push(key);
                    (placed.clone(), vec![false; rows.len()])
                });
                entry.1[index] = true;
            }
        }
        // Diagnostics that appear in the same combinations have the same condition.
        let mut conditions: BTreeMap<Vec<bool>, Option<String>> = BTreeMap::new();
        let mut placed = Vec::new();
        for key in order {
            let Some((one, has)) = found.remove(&key) else { continue };
            let note = if let Some(known) = conditions.get(&has) {
                known.clone()
            } else {
                let note = self.note(names, start, rows, &has, &key);
                conditions.insert(has, note.clone());
                note
            };
            placed.push(match note {
                Some(note) => one.under(note),
                None => one,
            });
        }
        placed
    }

    /// The condition of a diagnostic that appears in some of these combinations, and definitions that show it.
    fn note(
        &mut self,
        names: &Defines,
        start: &Complete,
        rows: &[Row],
        has: &[bool],
        key: &Key,
    ) -> Option<String> {
        let is_here = |outcome: &Outcome| outcome.placed.iter().any(|it| it.key() == (key.0, key.1, &key.2));
        let first = has.iter().position(|has| *has)?;
        let needed =
            self.smallest(&start.names, &rows[first].0, &|it| it.needs().next().is_none() && is_here(it));
        let mut shown = start.names.clone();
        shown.change(&needed);
        let mut exceptions: Vec<Choices> = Vec::new();
        for ((row, _), _) in rows.iter().zip(has).filter(|(_, has)| !**has) {
            let is_covered =
                exceptions.iter().any(|it| it.iter().all(|(name, value)| row.get(name) == value.as_deref()));
            let has_needed = needed.iter().all(|(name, value)| row.get(name) == value.as_deref());
            if !is_covered && has_needed && exceptions.len() < MOST_EXCEPTIONS {
                let lacks = |it: &Outcome| it.needs().next().is_none() && !is_here(it);
                exceptions.push(self.smallest(&shown, row, &lacks));
            }
        }
        let mut parts: Vec<String> =
            needed.iter().map(|(name, value)| literal(name, value.as_deref(), true)).collect();
        for exception in &exceptions {
            let all: Vec<String> = exception
                .iter()
                .map(|(name, value)| literal(name, value.as_deref(), exception.len() > 1))
                .collect();
            match (exception.len(), exception.values().next()) {
                // Not to be undefined is to be defined.
                (1, Some(None)) => {
                    parts.push(format!("`{}`", exception.keys().next().map_or("", String::as_str)));
                }
                (1, _) => parts.push(format!("not {}", all[0])),
                _ => parts.push(format!("not ({})", all.join(" and "))),
            }
        }
        let how = difference(names, &shown);
        let how = (!how.is_empty())
            .then(|| definitions(how.iter().map(|(name, value)| (name.as_str(), value.as_deref()))));
        let is_told = (1..=MOST_NAMES).contains(&parts.len());
        match (!is_told, how) {
            (true, how) => how.map(|how| format!("to see it alone, {how}")),
            (false, None) => Some(format!("when {}", parts.join(" and "))),
            (false, Some(how)) => Some(format!("when {}; to see it alone, {how}", parts.join(" and "))),
        }
    }

    /// The fewest changes from one combination towards the other that keep what is wanted, as far as leaving out groups of them finds
    /// (Zeller's ddmin). The other combination has what is wanted.
    fn smallest(&mut self, from: &Defines, to: &Defines, is_wanted: &dyn Fn(&Outcome) -> bool) -> Choices {
        let mut kept: Vec<(String, Option<String>)> = difference(from, to).into_iter().collect();
        let mut size = kept.len();
        while size > 0 {
            let mut at = 0;
            while at < kept.len() {
                let end = (at + size).min(kept.len());
                if self.is_exhausted() {
                    return kept.into_iter().collect();
                }
                let fewer: Choices = kept[..at].iter().chain(&kept[end..]).cloned().collect();
                let mut names = from.clone();
                names.change(&fewer);
                let outcome = self.outcome(&names);
                if is_wanted(&outcome) {
                    kept.drain(at..end);
                } else {
                    at = end;
                }
            }
            size /= 2;
        }
        kept.into_iter().collect()
    }

    /// Reports the names that the file uses although a condition drops them: one warning for each name, under the smallest condition.
    fn needed(&mut self, names: &Defines, needs: Vec<(Defines, Need)>) -> Vec<Placed> {
        let mut first: BTreeMap<String, (Defines, Need)> = BTreeMap::new();
        for (under, need) in needs {
            first.entry(need.message.clone()).or_insert((under, need));
        }
        let mut placed = Vec::new();
        for (under, need) in first.into_values() {
            let has = |outcome: &Outcome| {
                outcome.needs().any(|it| it.place == need.place && it.message == need.message)
            };
            let when = self.smallest(names, &under, &has);
            let outcome = self.outcome(&{
                let mut names = names.clone();
                names.change(&when);
                names
            });
            let Some(found) = outcome.placed.iter().find(|it| it.need.as_ref() == Some(&need)) else {
                continue;
            };
            let parts: Vec<String> =
                when.iter().map(|(name, value)| literal(name, value.as_deref(), true)).collect();
            let found = found.clone().into_warning();
            placed.push(if parts.is_empty() {
                found
            } else {
                found.under(format!("when {}", parts.join(" and ")))
            });
        }
        placed
    }
}

/// The wording of a definition in messages: `` `A` ``, `` `N` = 3 ``, `` not `B` ``.
fn literal(name: &str, value: Option<&str>, with_not: bool) -> String {
    match value {
        Some("true") => format!("`{name}`"),
        Some(value) => format!("`{name}` = {value}"),
        None if with_not => format!("not `{name}`"),
        None => format!("`{name}`"),
    }
}
