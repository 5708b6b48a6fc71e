//! What an object file defines and needs, from the symbol table in its `linking` section.
//!
//! The format is WebAssembly's tool convention "Linking.md". The linker reads the same table, so what we
//! conclude from it about exports and libc is what the linker will see.

use std::collections::BTreeSet;
use wasmparser::{
    BinaryReaderError, ComdatMap, ComdatSymbolKind, Import, KnownCustom, Linking, LinkingSectionReader,
    Parser, Payload, SymbolFlags, SymbolInfo, TypeRef,
};

/// What matters of an object's symbols.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Object {
    /// Functions that other files could call: neither static nor one of the copies that C++ makes of inline
    /// functions and templates in every object that uses them.
    pub(super) functions: BTreeSet<String>,
    /// Variables that other files could name, in the same way.
    pub(super) variables: BTreeSet<String>,
    /// Everything defined that other files could refer to, data and inline functions as well.
    pub(super) defined: BTreeSet<String>,
    /// What has to come from elsewhere, unless the source itself says from which Wasm module.
    pub(super) undefined: BTreeSet<String>,
    /// Whether something has to run before `main`: C++ constructors, `__attribute__((constructor))`.
    pub(super) has_constructors: bool,
}

pub(super) fn read(bytes: &[u8]) -> Result<Object, String> {
    parse(bytes).map_err(|error| error.to_string())?.ok_or_else(|| "it has no symbol table".to_owned())
}

fn parse(bytes: &[u8]) -> Result<Option<Object>, BinaryReaderError> {
    let mut imports = Vec::new();
    for payload in Parser::new(0).parse_all(bytes) {
        match payload? {
            Payload::ImportSection(section) => {
                for import in section.into_imports() {
                    // Symbols name imported functions by their index among the functions.
                    imports.extend(Some(import?).filter(|import| matches!(import.ty, TypeRef::Func(_))));
                }
            }
            Payload::CustomSection(section) => {
                if let KnownCustom::Linking(linking) = section.as_known() {
                    return symbols(&linking, &imports).map(Some);
                }
            }
            _ => {}
        }
    }
    Ok(None)
}

fn symbols(linking: &LinkingSectionReader<'_>, imports: &[Import<'_>]) -> Result<Object, BinaryReaderError> {
    let mut object = Object::default();
    let (mut functions, mut variables) = (Vec::new(), Vec::new());
    let mut copies = Copies::default();
    for part in linking.subsections() {
        match part? {
            Linking::SymbolTable(table) => {
                for symbol in table {
                    match symbol? {
                        SymbolInfo::Func { flags, index, .. } if flags.contains(SymbolFlags::UNDEFINED) => {
                            let import = imports.get(index as usize);
                            object
                                .undefined
                                .extend(import.filter(|import| is_open(import, flags)).map(name_of));
                        }
                        SymbolInfo::Func { flags, index, name: Some(name) } if is_global(flags) => {
                            object.defined.insert(name.to_owned());
                            functions.push((index, name));
                        }
                        SymbolInfo::Data { flags, name, .. } if flags.contains(SymbolFlags::UNDEFINED) => {
                            let needed = !flags.contains(SymbolFlags::BINDING_WEAK);
                            object.undefined.extend(needed.then(|| name.to_owned()));
                        }
                        SymbolInfo::Data { flags, name, symbol } if is_global(flags) => {
                            object.defined.insert(name.to_owned());
                            variables.extend(symbol.map(|symbol| (symbol.index, name)));
                        }
                        // Globals and tables (the stack pointer, the function pointers) are the linker's own.
                        _ => {}
                    }
                }
            }
            Linking::InitFuncs(functions) => object.has_constructors |= functions.count() > 0,
            Linking::ComdatInfo(groups) => copies.add(groups)?,
            _ => {}
        }
    }
    functions.retain(|(index, _)| !copies.functions.contains(index));
    variables.retain(|(segment, _)| !copies.segments.contains(segment));
    object.functions = functions.into_iter().map(|(_, name)| name.to_owned()).collect();
    object.variables = variables.into_iter().map(|(_, name)| name.to_owned()).collect();
    Ok(object)
}

fn is_global(flags: SymbolFlags) -> bool {
    !flags.contains(SymbolFlags::BINDING_LOCAL)
}

/// Whether the linker has to find this: a weak reference may stay unresolved, and one that the source gave an
/// `import_module` or `import_name` shall.
fn is_open(import: &Import<'_>, flags: SymbolFlags) -> bool {
    import.module == "env" && !flags.intersects(SymbolFlags::BINDING_WEAK | SymbolFlags::EXPLICIT_NAME)
}

fn name_of(import: &Import<'_>) -> String {
    import.name.to_owned()
}

/// What is in COMDAT groups, of which the linker keeps one copy among all objects.
#[derive(Default)]
struct Copies {
    functions: BTreeSet<u32>,
    segments: BTreeSet<u32>,
}

impl Copies {
    fn add(&mut self, groups: ComdatMap<'_>) -> Result<(), BinaryReaderError> {
        for group in groups {
            for member in group?.symbols {
                let member = member?;
                match member.kind {
                    ComdatSymbolKind::Func => self.functions.insert(member.index),
                    ComdatSymbolKind::Data => self.segments.insert(member.index),
                    _ => false,
                };
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_object_is_refused() {
        assert!(read(b"BC\xc0\xde").is_err(), "LLVM bitcode");
        assert_eq!(read(b"\0asm\x01\0\0\0"), Err("it has no symbol table".to_owned()));
    }
}
