//! What a program is known by: results that were kept are of use only for the program that they were found for.

use sha2::{Digest, Sha256};

use crate::module::Program;

impl Program {
    /// Is the same for programs that do the same because they consist of the same. Debug information has the folder in it
    /// that the program was compiled in, and takes no part.
    pub fn fingerprint(&self) -> String {
        let mut hash = Sha256::new();
        // The length goes first: `ab`, `c` is not `a`, `bc`.
        let mut add = |part: &[u8]| {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        };
        for import in &self.imports {
            add(import.module.as_bytes());
            add(import.name.as_bytes());
        }
        for body in &self.bodies {
            add(&self.bytes[body.bytes.start as usize..body.bytes.end as usize]);
        }
        for data in &self.data {
            add(&data.bytes);
        }
        text(hash)
    }
}

/// What bytes are known by.
pub fn fingerprint(bytes: &[u8]) -> String {
    text(Sha256::new_with_prefix(bytes))
}

fn text(hash: Sha256) -> String {
    hash.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use crate::module::Program;

    #[test]
    fn programs_differ_by_their_code_and_not_by_their_names() {
        let fingerprint = |text: &str| {
            let program = Program::from_wasm(wat::parse_str(text).expect("it is text")).expect("it is valid");
            program.fingerprint()
        };
        let one = fingerprint("(module (func $a (drop (i32.const 1))))");
        assert_eq!(one, fingerprint("(module (func $b (drop (i32.const 1))))"));
        assert_ne!(one, fingerprint("(module (func $a (drop (i32.const 2))))"));
        assert_eq!(one.len(), 32);
    }
}
