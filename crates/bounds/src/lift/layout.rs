//! Objects in memory: the variables of a stack frame, or those at fixed addresses.
//!
//! A pointer stays within the object that it was made from: that is C's rule, and what makes the other objects safe
//! from stores through it. Between objects that debug information knows there may be others that it does not; a gap
//! counts as one object.

use worstcase_program::debug::{DebugInfo, TypeIdx};

/// A piece of memory: start and end.
pub(super) type Extent = (i64, i64);

/// A variable of the source in memory.
#[derive(Clone, Debug)]
pub(super) struct Object {
    pub(super) extent: Extent,
    pub(super) name: String,
    /// Not known if variables overlap there.
    pub(super) ty: Option<TypeIdx>,
    /// Whether it is a single number. Pointers to its end are not expected to come back.
    pub(super) scalar: bool,
}

/// Where objects lie.
#[derive(Clone, Debug, Default)]
pub(super) struct Layout {
    /// Sorted, and none overlaps another.
    objects: Vec<Object>,
    /// Whether an address may mean an object that it lies outside of, as optimisers have it.
    blurred: bool,
}

impl Layout {
    pub(super) fn new(mut objects: Vec<Object>, blurred: bool) -> Self {
        objects.sort_by_key(|object| object.extent);
        let mut merged: Vec<Object> = Vec::new();
        for object in objects {
            match merged.last_mut() {
                Some(last) if object.extent.0 < last.extent.1 => {
                    last.extent.1 = last.extent.1.max(object.extent.1);
                    last.ty = None;
                    last.scalar = false;
                    last.name = format!("{}_{}", last.name, object.name);
                }
                _ => merged.push(object),
            }
        }
        Layout { objects: merged, blurred }
    }

    pub(super) fn objects(&self) -> &[Object] {
        &self.objects
    }

    /// The object of the source that a byte belongs to.
    pub(super) fn object(&self, at: i64) -> Option<&Object> {
        let after = self.objects.partition_point(|object| object.extent.0 <= at);
        self.objects[..after].last().filter(|object| at < object.extent.1)
    }

    /// The object or gap that a byte belongs to.
    pub(super) fn extent(&self, at: i64) -> Extent {
        if let Some(object) = self.object(at) {
            return object.extent;
        }
        let after = self.objects.partition_point(|object| object.extent.0 <= at);
        let start = after.checked_sub(1).map_or(i64::MIN, |before| self.objects[before].extent.1);
        (start, self.objects.get(after).map_or(i64::MAX, |object| object.extent.0))
    }

    /// What lies between the objects that debug information knows.
    pub(super) fn gaps(&self) -> Vec<Extent> {
        let mut gaps = Vec::new();
        let mut start = i64::MIN;
        for object in &self.objects {
            gaps.push((start, object.extent.0));
            start = object.extent.1;
        }
        gaps.push((start, i64::MAX));
        gaps.retain(|gap| gap.0 < gap.1);
        gaps
    }

    /// What a pointer may reach that was made from this address: the object there, and one that ends there.
    pub(super) fn reach(&self, at: i64) -> Vec<Extent> {
        if self.blurred {
            return vec![(i64::MIN, i64::MAX)];
        }
        let mut reached = vec![self.extent(at)];
        if let Some(before) = self.object(at - 1).filter(|before| before.extent.1 == at && !before.scalar) {
            reached.push(before.extent);
        }
        reached
    }

    /// The name and type of so many bytes, if one variable or a part of it lies just there.
    pub(super) fn scalar(
        &self,
        debug: &DebugInfo,
        at: i64,
        bytes: u8,
    ) -> Option<(String, Option<worstcase_program::debug::Scalar>)> {
        let object = self.object(at)?;
        let offset = at - object.extent.0;
        let found = object.ty.and_then(|ty| debug.scalar_at(ty, offset as u64));
        Some(match found.filter(|(_, scalar)| scalar.bytes == bytes) {
            Some((path, scalar)) => (format!("{}{path}", object.name), Some(scalar)),
            None if offset == 0 => (object.name.clone(), None),
            None => (format!("{}+{offset}", object.name), None),
        })
    }
}

/// Whether two pieces of memory have a byte in common.
pub(super) fn overlap(a: Extent, b: Extent) -> bool {
    a.0 < b.1 && b.0 < a.1
}
