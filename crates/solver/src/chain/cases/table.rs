//! Things that are said of variables, each once, by their numbers.
//!
//! What is said of variables of certain ranges is the same whichever words these variables are at present. So what is found
//! out about it stays true on other paths, and is not forgotten when facts are taken back.

use std::hash::Hash;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::super::words::Words;
use crate::order::Var;

/// Something, and what the variables can be that it is about.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Entry<T> {
    thing: T,
    ranges: Vec<(Var, i64, i64)>,
}

#[derive(Clone, Debug)]
pub(super) struct Table<T> {
    all: Vec<Option<Arc<Entry<T>>>>,
    index: FxHashMap<Arc<Entry<T>>, u32>,
    /// Numbers that nothing has.
    free: Vec<u32>,
}

impl<T: Eq + Hash> Default for Table<T> {
    fn default() -> Table<T> {
        Table { all: Vec::new(), index: FxHashMap::default(), free: Vec::new() }
    }
}

impl<T: Eq + Hash> Table<T> {
    /// The number of a thing that is about these variables.
    pub(super) fn number(&mut self, words: &Words, thing: T, mut variables: Vec<Var>) -> u32 {
        variables.sort_unstable();
        variables.dedup();
        let range = |variable: Var| {
            let (low, high) = words.word(variable).map_or((0, 0), |word| words.range(word));
            (variable, low, high)
        };
        let entry = Entry { thing, ranges: variables.into_iter().map(range).collect() };
        if let Some(&known) = self.index.get(&entry) {
            return known;
        }
        let entry = Arc::new(entry);
        let number = self.free.pop().unwrap_or_else(|| {
            self.all.push(None);
            self.all.len() as u32 - 1
        });
        self.all[number as usize] = Some(entry.clone());
        self.index.insert(entry, number);
        number
    }

    pub(super) fn get(&self, number: u32) -> &T {
        &self.all[number as usize].as_ref().expect("it is in the table").thing
    }

    /// How many things there are.
    pub(super) fn len(&self) -> usize {
        self.index.len()
    }

    /// More than the greatest number.
    pub(super) fn end(&self) -> usize {
        self.all.len()
    }

    /// Forgets everything but what has these numbers.
    pub(super) fn keep(&mut self, numbers: impl Iterator<Item = u32>) {
        let mut kept = vec![false; self.all.len()];
        numbers.for_each(|number| kept[number as usize] = true);
        for (number, entry) in self.all.iter_mut().enumerate() {
            if !kept[number]
                && let Some(entry) = entry.take()
            {
                self.index.remove(&entry);
                self.free.push(number as u32);
            }
        }
    }
}
