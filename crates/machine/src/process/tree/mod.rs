//! A folder of which everything is input: its files and directories come into being as the program looks at them.
//!
//! The world (`wasi/entries.rs`) says what a call cannot do without; here inputs are asked for, and decided about as the program's
//! own conditionals are, so that nothing is fixed that was not decided. How many names a folder has and how long they are is
//! decided when it is listed, in the order of the names: what was asked for by name before is among them. Whether something is
//! a directory is decided where it is opened as one; its size, time and type are terms that programs copy, until they look.
//! Contents are asked for as they are read.
//!
//! What inputs may be depends on each other: names differ, sizes add up to so many bytes. On a symbolic path that is an
//! assumption, and paths without it do not count. A run takes what it is given: a size is within what is left, and of names that
//! cannot be so, others are made. So every input is one of some tree, and every tree has inputs that need no such mending.
//!
//! All state is kept as it comes to be, so a call that stops in the middle goes on there.

mod folder;
mod names;
mod witness;

use std::sync::Arc;

use worstcase_program::Binary;
use worstcase_program::host::{Asked, InputKind, TreeAttribute, TreeInput};

use super::{ByteOf, Halt, INPUT, Inputs, Outcome, Process};
use crate::value::{Memory, Step, Value};
use crate::wasi::{Entry, EntryIdx, Name, Need, TreeShape, Wasi};

pub(super) use names::{is_between, is_same};
pub use witness::{WitnessEntry, WitnessTree};

/// What is known of a tree, beside what programs can see of it.
#[derive(Clone)]
pub(super) struct Tree<V: Value> {
    entries: Vec<Values<V>>,
    /// The sizes of all files of which they are known, together.
    used: V,
    /// Whether there is the name that is being asked for.
    exists: Option<V>,
    /// How often the program asked for a name, and it was an input whether it is there.
    lookups: u32,
    listing: Option<folder::Listing<V>>,
    /// How many inputs it is made of.
    asked: u64,
}

/// Inputs that are an entry's.
#[derive(Clone, Copy)]
struct Values<V> {
    is_directory: V,
    size: Option<V>,
}

impl<V: Value> Tree<V> {
    /// That of a world at its start: there is nothing, or all but what is in files.
    pub(super) fn of(wasi: &Wasi<ByteOf<V>>) -> Tree<V> {
        let values = |entry: &Entry<ByteOf<V>>| Values {
            is_directory: V::from_bits((entry.is_directory == Some(true)).into()),
            size: entry.known_size.map(V::from_bits),
        };
        let entries: Vec<Values<V>> = wasi.entries().iter().map(values).collect();
        let used = wasi.entries().iter().filter_map(|entry| entry.known_size).sum();
        Tree { entries, used: V::from_bits(used), exists: None, lookups: 0, listing: None, asked: 0 }
    }
}

/// The latest time that files have, in seconds since 1970: when clocks begin.
const LATEST: u32 = 1_000_000_000;

const NANOSECONDS: u64 = 1_000_000_000;

/// The kind of numbers up to this one.
fn kind_of(most: u32) -> InputKind {
    match most {
        0..=0xff => InputKind::U8,
        0x100..=0xffff => InputKind::U16,
        _ => InputKind::U32,
    }
}

impl<V: Value> Process<V> {
    /// Makes what a call needs of the tree.
    pub(super) fn grow<I: Inputs<V>>(
        &mut self,
        need: Need<ByteOf<V>>,
        inputs: &mut I,
    ) -> Result<(), Halt<V>> {
        match need {
            Need::List(folder) => self.grow_folder(folder, inputs),
            Need::Find(folder, name) => self.grow_name(folder, name, inputs),
            Need::Kind(entry) => {
                let is_directory = self.truth(self.tree.entries[entry.0 as usize].is_directory)?;
                self.wasi.set_kind(entry, is_directory);
                Ok(())
            }
            Need::Attributes(entry) => {
                self.grow_size(entry, inputs)?;
                self.grow_time(entry, inputs)
            }
            Need::Size(entry, least) => self.grow_extent(entry, least, inputs),
            Need::Bytes(entry, from, count) => self.grow_bytes(entry, from, count, inputs),
        }
    }

    fn tree_mut(&mut self) -> &mut Tree<V> {
        Arc::make_mut(&mut self.tree)
    }

    /// Whether it is so, on the way that the run takes.
    fn holds(&mut self, question: impl FnOnce(&mut V::Context) -> Step<V, V>) -> Result<bool, Halt<V>> {
        let question = question(&mut self.machine.context).map_err(Halt::Stopped)?;
        self.truth(question)
    }

    /// What does not satisfy this is no tree.
    fn assume(&mut self, question: impl FnOnce(&mut V::Context) -> Step<V, V>) -> Result<(), Halt<V>> {
        match self.holds(question)? {
            true => Ok(()),
            false => Err(Halt::Ended(Outcome::Dropped)),
        }
    }

    /// Asks for an input about the tree.
    fn ask<I: Inputs<V>>(
        &mut self,
        inputs: &mut I,
        kind: InputKind,
        (low, high): (u32, u32),
        entry: Option<EntryIdx>,
        attribute: TreeAttribute,
    ) -> Result<V, Halt<V>> {
        self.account(0)?;
        self.machine.moved += INPUT;
        let of = Some(TreeInput { entry: entry.map(|entry| entry.0), attribute });
        let asked = Asked { range: Some((low.into(), high.into())), of, ..Asked::any(kind) };
        let input = self.input(inputs, asked)?;
        self.tree_mut().asked += 1;
        Ok(input)
    }

    /// How many more entries there may be.
    fn entries_left(&self) -> u32 {
        let most = self.wasi.tree_shape().map_or(0, TreeShape::most_entries);
        most.saturating_sub(self.tree.entries.len() as u32)
    }

    fn add_entry(&mut self, folder: crate::wasi::Inode, name: Name<ByteOf<V>>, is_directory: V) {
        // 4 is a file, 3 a directory.
        let filetype = V::binary(&mut self.machine.context, Binary::I32Sub, V::from_bits(4), is_directory);
        let filetype = filetype.expect("a difference has a value");
        let filetype = V::Memory::low_byte(&mut self.machine.context, filetype);
        self.wasi.add_entry(folder, name, filetype);
        self.tree_mut().entries.push(Values { is_directory, size: None });
    }

    /// Whether a folder has a name that the program asks for.
    fn grow_name<I: Inputs<V>>(
        &mut self,
        folder: crate::wasi::Inode,
        name: Name<ByteOf<V>>,
        inputs: &mut I,
    ) -> Result<(), Halt<V>> {
        if self.entries_left() == 0 {
            self.wasi.add_absent(folder, name);
            return Ok(());
        }
        let (_, _, entry) = self.wasi.unlisted_names(folder);
        let exists = match self.tree.exists {
            Some(exists) => exists,
            None => {
                let number = TreeAttribute::Exists(self.tree.lookups);
                let exists = self.ask(inputs, InputKind::Bool, (0, 1), entry, number)?;
                self.tree_mut().exists = Some(exists);
                exists
            }
        };
        if self.truth(exists)? {
            let entry = Some(EntryIdx(self.tree.entries.len() as u32));
            let is_directory = self.ask(inputs, InputKind::Bool, (0, 1), entry, TreeAttribute::Kind)?;
            self.add_entry(folder, name, is_directory);
        } else {
            self.wasi.add_absent(folder, name);
        }
        let tree = self.tree_mut();
        tree.exists = None;
        tree.lookups += 1;
        Ok(())
    }

    /// The size of an entry, so that no more bytes are used than there may be.
    fn grow_size<I: Inputs<V>>(&mut self, entry: EntryIdx, inputs: &mut I) -> Result<V, Halt<V>> {
        let most = self.wasi.tree_shape().map_or(0, TreeShape::most_bytes);
        let held = self.tree.entries[entry.0 as usize];
        let used = self.tree.used;
        let left = used.known().map(|used| most - used as u32);
        let size = match held.size {
            Some(size) => size,
            None if most == 0 => V::from_bits(0),
            None => {
                let range = (0, left.unwrap_or(most));
                self.ask(inputs, kind_of(most), range, Some(entry), TreeAttribute::Size)?
            }
        };
        self.tree_mut().entries[entry.0 as usize].size = Some(size);
        if self.wasi.entry(entry).size.is_some() {
            return Ok(size);
        }
        // A directory has none, whatever the input is.
        let own = match self.wasi.entry(entry).is_directory {
            Some(false) => Ok(size),
            _ => V::select(&mut self.machine.context, held.is_directory, V::from_bits(0), size),
        };
        let own = own.map_err(Halt::Stopped)?;
        let all = V::binary(&mut self.machine.context, Binary::I32Add, used, own);
        let all = all.map_err(Halt::Stopped)?;
        if left.is_none() {
            self.assume(|context| V::binary(context, Binary::I32LeU, all, V::from_bits(most.into())))?;
        }
        let bytes = V::Memory::low_bytes(&mut self.machine.context, own, 4);
        let mut wide = [ByteOf::<V>::from(0); 8];
        wide[..4].copy_from_slice(&bytes);
        self.wasi.set_entry(entry, |entry| entry.size = Some(wide));
        self.tree_mut().used = all;
        Ok(size)
    }

    fn grow_time<I: Inputs<V>>(&mut self, entry: EntryIdx, inputs: &mut I) -> Result<(), Halt<V>> {
        if self.wasi.entry(entry).time.is_some() {
            return Ok(());
        }
        let seconds = self.ask(inputs, InputKind::U32, (0, LATEST), Some(entry), TreeAttribute::Time)?;
        let context = &mut self.machine.context;
        let wide = V::unary(context, worstcase_program::Unary::I64ExtendI32U, seconds);
        let time = wide.and_then(|wide| V::binary(context, Binary::I64Mul, wide, V::from_bits(NANOSECONDS)));
        let bytes = V::Memory::low_bytes(context, time.map_err(Halt::Stopped)?, 8);
        let time = <[ByteOf<V>; 8]>::try_from(bytes).expect("eight were asked for");
        self.wasi.set_entry(entry, |entry| entry.time = Some(time));
        Ok(())
    }

    /// Whether a file has at least so many bytes; if not, its size is a number from now on.
    fn grow_extent<I: Inputs<V>>(
        &mut self,
        entry: EntryIdx,
        least: u64,
        inputs: &mut I,
    ) -> Result<(), Halt<V>> {
        let size = self.grow_size(entry, inputs)?;
        let most = self.wasi.tree_shape().map_or(0, TreeShape::most_bytes);
        if least <= u64::from(most)
            && self.holds(|context| V::binary(context, Binary::I32GeU, size, V::from_bits(least)))?
        {
            self.wasi.set_entry(entry, |entry| entry.least_size = least);
            return Ok(());
        }
        let size = u64::from(self.bits(size)? as u32);
        self.wasi.set_entry(entry, |entry| entry.known_size = Some(size));
        Ok(())
    }

    /// Bytes of a file that it has and nobody has read, all those between these places.
    fn grow_bytes<I: Inputs<V>>(
        &mut self,
        entry: EntryIdx,
        from: u64,
        count: u64,
        inputs: &mut I,
    ) -> Result<(), Halt<V>> {
        for at in from..from + count {
            if self.wasi.entry(entry).contents.get(at as usize).is_none_or(Option::is_none) {
                let place = TreeAttribute::Byte(at as u32);
                let byte = self.ask(inputs, InputKind::U8, (0, 255), Some(entry), place)?;
                let byte = V::Memory::low_byte(&mut self.machine.context, byte);
                self.wasi.set_byte(entry, at, byte);
            }
        }
        Ok(())
    }
}
