//! All names of a folder, when it is listed for the first time.
//!
//! A folder is listed in the order of its names, as the world has it. So new names come in ascending order, which also makes them
//! differ, and each set of names comes about in one way. What the program had asked for by name before has its place among them.

use worstcase_program::Binary;
use worstcase_program::host::{Asked, InputKind, TreeAttribute, TreeInput};

use super::super::{ByteOf, Halt, Inputs, Outcome, Process};
use super::{EntryIdx, Name, kind_of, names};
use crate::value::{Memory, Value};
use crate::wasi::{Byte, Inode, TreeShape};

/// How far a folder has come that is being listed.
#[derive(Clone)]
pub(super) struct Listing<V: Value> {
    /// How many names come that nobody asked for.
    count: V,
    /// Those that are complete.
    made: Vec<NewEntry<V>>,
    /// The length of the next one, and its letters so far.
    length: Option<V>,
    letters: Vec<ByteOf<V>>,
    /// Whether all its letters are there.
    is_whole: bool,
    /// How many inputs there were before it began.
    begun: u64,
}

#[derive(Clone)]
struct NewEntry<V: Value> {
    name: Vec<ByteOf<V>>,
    is_directory: V,
}

impl<V: Value> Process<V> {
    pub(super) fn grow_folder<I: Inputs<V>>(&mut self, folder: Inode, inputs: &mut I) -> Result<(), Halt<V>> {
        let shape = self.wasi.tree_shape().expect("a tree has a shape").clone();
        let (initial, absent, entry) = self.wasi.unlisted_names(folder);
        let left = self.entries_left();
        if self.tree.listing.is_none() {
            let begun = self.tree.asked;
            let count = match left {
                0 => V::from_bits(0),
                _ => self.ask(inputs, kind_of(left), (0, left), entry, TreeAttribute::Count)?,
            };
            self.tree_mut().listing = Some(Listing::new(count, begun));
        }
        let taken = [initial.as_slice(), &absent].concat();
        while self.has_one_more(left)? {
            self.grow_letters(&shape, inputs)?;
            if V::PAUSES {
                self.assume_name(&shape, &taken)?;
            }
            let entry = Some(self.next_entry());
            let is_directory = self.ask(inputs, InputKind::Bool, (0, 1), entry, TreeAttribute::Kind)?;
            let listing = self.listing();
            let name = std::mem::take(&mut listing.letters);
            listing.made.push(NewEntry { name, is_directory });
            (listing.length, listing.is_whole) = (None, false);
        }
        if !V::PAUSES {
            self.mend(&shape, &taken)?;
            self.tell(&shape, (left, entry), inputs);
        }
        self.put_in_order(folder, initial)
    }

    fn listing(&mut self) -> &mut Listing<V> {
        self.tree_mut().listing.as_mut().expect("a folder is being listed")
    }

    /// The number that the next new entry will have.
    fn next_entry(&mut self) -> EntryIdx {
        EntryIdx((self.tree.entries.len() + self.listing().made.len()) as u32)
    }

    fn has_one_more(&mut self, left: u32) -> Result<bool, Halt<V>> {
        let Listing { count, made, length, .. } = self.listing();
        let (count, done) = (*count, made.len() as u32);
        // It was decided already if the next one has begun.
        Ok(length.is_some()
            || done < left
                && self
                    .holds(|context| V::binary(context, Binary::I32GtU, count, V::from_bits(done.into())))?)
    }

    /// The letters of the next name, one more after the other.
    fn grow_letters<I: Inputs<V>>(&mut self, shape: &TreeShape, inputs: &mut I) -> Result<(), Halt<V>> {
        let entry = Some(self.next_entry());
        let length = match self.listing().length {
            Some(length) => length,
            None => {
                let length = match shape.name {
                    1 => V::from_bits(1),
                    most => self.ask(inputs, kind_of(most), (1, most), entry, TreeAttribute::Length)?,
                };
                self.listing().length = Some(length);
                length
            }
        };
        while !self.listing().is_whole {
            let done = self.listing().letters.len() as u32;
            let is_longer = done == 0
                || done < shape.name
                    && self.holds(|context| {
                        V::binary(context, Binary::I32GtU, length, V::from_bits(done.into()))
                    })?;
            if !is_longer {
                self.listing().is_whole = true;
                break;
            }
            let range = (shape.letters.0.into(), shape.letters.1.into());
            let letter = self.ask(inputs, InputKind::U8, range, entry, TreeAttribute::Letter(done))?;
            let letter = V::Memory::low_byte(&mut self.machine.context, letter);
            self.listing().letters.push(letter);
        }
        Ok(())
    }

    /// The next name can be one, comes after the one before, and is none that is taken.
    fn assume_name(&mut self, shape: &TreeShape, taken: &[Name<ByteOf<V>>]) -> Result<(), Halt<V>> {
        let listing = self.listing();
        let name = listing.letters.clone();
        let before = listing.made.last().map(|entry| entry.name.clone());
        self.assume(|context| {
            let mut all = names::is_valid::<V>(context, &name, shape.letters)?;
            if let Some(before) = before {
                let is_before = names::is_before::<V>(context, &before, &name)?;
                all = names::and(context, all, is_before)?;
            }
            let is_free = names::is_none_of::<V>(context, &name, taken)?;
            names::and(context, all, is_free)
        })
    }

    /// What a run is given need not be names in order: then other names are made of it, and put in order.
    fn mend(&mut self, shape: &TreeShape, taken: &[Name<ByteOf<V>>]) -> Result<(), Halt<V>> {
        let known = |name: &[ByteOf<V>]| -> Vec<u8> { name.iter().filter_map(|byte| byte.known()).collect() };
        let mut used: std::collections::BTreeSet<Vec<u8>> = taken.iter().map(|name| known(name)).collect();
        let made = std::mem::take(&mut self.listing().made);
        let letters = names::letters(shape.letters);
        let Some(&first) = letters.first() else {
            return if made.is_empty() { Ok(()) } else { Err(Halt::Ended(Outcome::Dropped)) };
        };
        let mut mended = Vec::new();
        for NewEntry { name, is_directory } in made {
            let mut name = known(&name);
            // One that is taken is never far from one that is free, so this does not take long.
            name.iter_mut().filter(|letter| **letter == b'/').for_each(|slash| *slash = first);
            // Beyond the last name the first one comes.
            let mut is_first_turn = true;
            while name == b"." || name == b".." || used.contains(&name) {
                if !names::next(&mut name, &letters, shape.name as usize) {
                    if !std::mem::take(&mut is_first_turn) {
                        return Err(Halt::Ended(Outcome::Dropped));
                    }
                    name = vec![first];
                }
            }
            used.insert(name.clone());
            mended.push((name, is_directory));
        }
        mended.sort_by(|a, b| a.0.cmp(&b.0));
        let entry = |(name, is_directory): (Vec<u8>, V)| NewEntry {
            name: name.into_iter().map(ByteOf::<V>::from).collect(),
            is_directory,
        };
        self.listing().made = mended.into_iter().map(entry).collect();
        Ok(())
    }

    /// Tells what inputs would have given these names as they are, so that they can be followed as a symbolic path.
    fn tell<I: Inputs<V>>(
        &mut self,
        shape: &TreeShape,
        (left, folder): (u32, Option<EntryIdx>),
        inputs: &mut I,
    ) {
        let (asked, first) = (self.tree.asked, self.tree.entries.len() as u32);
        let Listing { made, begun, .. } = self.listing();
        let count = asked - *begun;
        let about = |entry: Option<u32>, attribute, kind, (low, high): (u32, u32)| Asked {
            range: Some((low.into(), high.into())),
            of: Some(TreeInput { entry, attribute }),
            ..Asked::any(kind)
        };
        let mut by = Vec::new();
        if left > 0 {
            let folder = folder.map(|folder| folder.0);
            by.push((about(folder, TreeAttribute::Count, kind_of(left), (0, left)), made.len() as u64));
        }
        let letters = (shape.letters.0.into(), shape.letters.1.into());
        for (number, NewEntry { name, is_directory }) in (first..).zip(&*made) {
            let own = |attribute, kind, range| about(Some(number), attribute, kind, range);
            if shape.name > 1 {
                let length = own(TreeAttribute::Length, kind_of(shape.name), (1, shape.name));
                by.push((length, name.len() as u64));
            }
            for (place, letter) in (0..).zip(name.iter().filter_map(|letter| letter.known())) {
                by.push((own(TreeAttribute::Letter(place), InputKind::U8, letters), letter.into()));
            }
            let kind = own(TreeAttribute::Kind, InputKind::Bool, (0, 1));
            by.extend(is_directory.known().map(|bits| (kind, bits)));
        }
        inputs.replace_last(count as usize, &by);
        self.tree_mut().asked = asked - count + by.len() as u64;
    }

    /// Adds the new names to the folder, all in order with those that it had.
    fn put_in_order(&mut self, folder: Inode, initial: Vec<Name<ByteOf<V>>>) -> Result<(), Halt<V>> {
        let made: Vec<NewEntry<V>> = self.listing().made.clone();
        let mut order: Vec<Name<ByteOf<V>>> = Vec::new();
        for name in initial {
            let place = self.place_in(&order, 0, &name)?;
            order.insert(place, name);
        }
        let mut from = 0;
        for entry in &made {
            let name: Name<ByteOf<V>> = entry.name.as_slice().into();
            from = self.place_in(&order, from, &name)?;
            order.insert(from, name);
        }
        for NewEntry { name, is_directory } in made {
            self.add_entry(folder, name.into(), is_directory);
        }
        self.wasi.set_listed(folder, &order);
        self.tree_mut().listing = None;
        Ok(())
    }

    /// Where a name comes among others, from some place on.
    fn place_in(
        &mut self,
        order: &[Name<ByteOf<V>>],
        from: usize,
        name: &Name<ByteOf<V>>,
    ) -> Result<usize, Halt<V>> {
        for (place, other) in order.iter().enumerate().skip(from) {
            if self.holds(|context| names::is_before::<V>(context, name, other))? {
                return Ok(place);
            }
        }
        Ok(order.len())
    }
}

impl<V: Value> Listing<V> {
    fn new(count: V, begun: u64) -> Self {
        Listing { count, made: Vec::new(), length: None, letters: Vec::new(), is_whole: false, begun }
    }
}
