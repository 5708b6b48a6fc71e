//! A sequence in which inserting and reading near its ends and near its middle takes constant time.

use std::collections::VecDeque;

/// Two halves, so that the middle is an end as well.
#[derive(Default)]
pub(crate) struct Gap {
    left: VecDeque<u32>,
    right: VecDeque<u32>,
}

impl Gap {
    pub fn len(&self) -> usize {
        self.left.len() + self.right.len()
    }

    /// Puts a value in, so that it stands at a place then. Nothing happens if the place is beyond the end.
    pub fn insert(&mut self, at: usize, value: u32) {
        if at > self.len() {
            return;
        }
        match at.checked_sub(self.left.len()) {
            Some(offset) => self.right.insert(offset, value),
            None => self.left.insert(at, value),
        }
        while self.left.len() > self.right.len() + 1 {
            let Some(value) = self.left.pop_back() else { break };
            self.right.push_front(value);
        }
        while self.right.len() > self.left.len() {
            self.left.extend(self.right.pop_front());
        }
    }

    pub fn get(&self, at: usize) -> Option<u32> {
        match at.checked_sub(self.left.len()) {
            Some(offset) => self.right.get(offset).copied(),
            None => self.left.get(at).copied(),
        }
    }

    fn get_mut(&mut self, at: usize) -> Option<&mut u32> {
        match at.checked_sub(self.left.len()) {
            Some(offset) => self.right.get_mut(offset),
            None => self.left.get_mut(at),
        }
    }

    pub fn swap(&mut self, a: usize, b: usize) -> Option<()> {
        let (first, second) = (*self.get_mut(a)?, *self.get_mut(b)?);
        *self.get_mut(a)? = second;
        *self.get_mut(b)? = first;
        Some(())
    }

    pub fn iter(&self) -> impl Iterator<Item = u32> {
        self.left.iter().chain(&self.right).copied()
    }
}
