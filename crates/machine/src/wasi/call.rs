//! The arguments of a system call. Which calls there are, and their types, is in [`worstcase_program::host::wasi`].

/// The arguments of one call, as the bits of Wasm values. Indexing past the end is a linker that did not check.
#[derive(Clone, Copy)]
pub(super) struct Args<'a>(pub(super) &'a [u64]);

impl Args<'_> {
    pub(super) fn u32(self, index: usize) -> u32 {
        self.0[index] as u32
    }

    pub(super) fn u64(self, index: usize) -> u64 {
        self.0[index]
    }
}
