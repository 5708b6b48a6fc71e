//! The types of C that an input can have, by the widths that they have on wasm32.

use super::InputKind;

/// Words around a type that do not change what is passed.
pub(super) const QUALIFIERS: &[&str] =
    &["const", "volatile", "restrict", "__restrict", "__restrict__", "register", "static"];

/// Words of which C puts types together, in any order.
pub(super) const SPECIFIERS: &[&str] =
    &["_Bool", "bool", "char", "double", "float", "int", "long", "short", "signed", "unsigned", "void"];

/// The kind that some specifiers make up.
pub(super) fn of_specifiers(specifiers: &[&str]) -> Option<InputKind> {
    let mut sorted = specifiers.to_vec();
    sorted.sort_unstable();
    Some(match sorted.join(" ").as_str() {
        "bool" | "_Bool" => InputKind::Bool,
        "char" | "char signed" => InputKind::I8,
        "char unsigned" => InputKind::U8,
        "short" | "int short" | "short signed" | "int short signed" => InputKind::I16,
        "short unsigned" | "int short unsigned" => InputKind::U16,
        "int" | "signed" | "int signed" => InputKind::I32,
        "unsigned" | "int unsigned" => InputKind::U32,
        // As wide as an address.
        "long" | "int long" | "long signed" | "int long signed" => InputKind::I32,
        "long unsigned" | "int long unsigned" => InputKind::U32,
        "long long" | "int long long" | "long long signed" | "int long long signed" => InputKind::I64,
        "long long unsigned" | "int long long unsigned" => InputKind::U64,
        "float" => InputKind::F32,
        "double" => InputKind::F64,
        _ => return None,
    })
}

/// The kind that a name from C's headers stands for.
pub(super) fn of_name(name: &str) -> Option<InputKind> {
    Some(match name.strip_prefix("std::").unwrap_or(name) {
        "int8_t" => InputKind::I8,
        "uint8_t" => InputKind::U8,
        "int16_t" => InputKind::I16,
        "uint16_t" => InputKind::U16,
        "int32_t" | "ssize_t" | "ptrdiff_t" | "intptr_t" => InputKind::I32,
        "uint32_t" | "size_t" | "uintptr_t" => InputKind::U32,
        "int64_t" => InputKind::I64,
        "uint64_t" => InputKind::U64,
        _ => return None,
    })
}

/// The shortest name of a kind in C.
pub(super) fn c_name(kind: InputKind) -> &'static str {
    match kind {
        InputKind::Bool => "bool",
        InputKind::I8 => "char",
        InputKind::U8 => "unsigned char",
        InputKind::I16 => "short",
        InputKind::U16 => "unsigned short",
        InputKind::I32 => "int",
        InputKind::U32 => "unsigned",
        InputKind::I64 => "long long",
        InputKind::U64 => "unsigned long long",
        InputKind::F32 => "float",
        InputKind::F64 => "double",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shortest_names_are_names() {
        use InputKind::*;
        for kind in [Bool, I8, U8, I16, U16, I32, U32, I64, U64, F32, F64] {
            let words: Vec<&str> = c_name(kind).split(' ').collect();
            assert!(words.iter().all(|word| SPECIFIERS.contains(word)));
            assert_eq!(of_specifiers(&words), Some(kind));
        }
    }

    #[test]
    fn words_that_make_no_type_are_refused() {
        for words in
            ["char int", "long double", "signed unsigned", "long long long", "unsigned float", "void"]
        {
            assert_eq!(of_specifiers(&words.split(' ').collect::<Vec<_>>()), None, "{words}");
        }
        assert_eq!(of_name("std::size_t"), Some(InputKind::U32));
        assert_eq!(of_name("wchar_t"), None);
    }
}
