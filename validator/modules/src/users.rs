//! Which declarations mention which: from a declaration with a mistake to the files whose programs have it.

use crate::mapped::FileIndex;
use crate::unit::Item;
use shader_source::steps;
use std::collections::{HashMap, HashSet};

/// A file as something that declarations of other files mention: with it come its assertions, broken declarations and directives.
pub(crate) const fn whole(file: FileIndex) -> Item {
    (file, usize::MAX)
}

/// For each declaration, the declarations that mention it.
#[derive(Debug, Default)]
pub(crate) struct Users(HashMap<Item, Vec<Item>>);

impl Users {
    /// Notes that a declaration mentions a second one.
    pub(crate) fn add(&mut self, mentioned: Item, user: Item) {
        let users = self.0.entry(mentioned).or_default();
        // One after the other, so a declaration that mentions a name often has one entry.
        if users.last() != Some(&user) {
            users.push(user);
        }
    }

    /// Returns the files that mention declarations of other files.
    pub(crate) fn importers(&self) -> HashSet<FileIndex> {
        let all =
            self.0.iter().flat_map(|(mentioned, users)| users.iter().map(move |user| (mentioned.0, user.0)));
        all.filter(|(mentioned, user)| mentioned != user).map(|(_, user)| user).collect()
    }

    /// Returns the files that mention one of these, directly or through others, and their own files.
    pub(crate) fn files(&self, mentioned: impl IntoIterator<Item = Item>) -> HashSet<FileIndex> {
        let mut pending: Vec<Item> = mentioned.into_iter().collect();
        let mut seen: HashSet<Item> = pending.iter().copied().collect();
        while let Some(item) = pending.pop() {
            let users = self.0.get(&item).map_or(&[][..], Vec::as_slice);
            steps::take(1 + users.len());
            pending.extend(users.iter().copied().filter(|user| seen.insert(*user)));
        }
        seen.into_iter().map(|(file, _)| file).collect()
    }
}
