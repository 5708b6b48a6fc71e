//! What a program is made of: the module's index spaces, its register code, and its structure.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

use crate::code::{Op, Origin, Pc};
use crate::debug::{DebugInfo, Location};
use crate::packed::Packed;

macro_rules! index {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);

        impl $name {
            /// The index as a position in a vector.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

index!(
    /// A function, imported ones first, as in the module.
    FuncIdx
);
index!(
    /// A conditional: `if`, `br_if` or `br_table`, numbered through the program in code order.
    ConditionalIdx
);
index!(
    /// A `loop`, numbered through the program in code order.
    LoopIdx
);

/// The type of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum ValType {
    I32,
    I64,
    F32,
    F64,
    FuncRef,
    ExternRef,
}

impl fmt::Display for ValType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ValType::I32 => "i32",
            ValType::I64 => "i64",
            ValType::F32 => "f32",
            ValType::F64 => "f64",
            ValType::FuncRef => "funcref",
            ValType::ExternRef => "externref",
        })
    }
}

/// The type of a function.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct FuncType {
    /// Parameter types.
    pub params: Vec<ValType>,
    /// Result types.
    pub results: Vec<ValType>,
}

impl fmt::Display for FuncType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |types: &[ValType]| types.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        write!(f, "({}) -> ({})", list(&self.params), list(&self.results))
    }
}

/// The least and greatest size of a memory (in pages) or table (in elements).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The size to begin with.
    pub min: u64,
    /// The size it may grow to.
    pub max: Option<u64>,
}

/// The type of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableType {
    /// What it holds: `FuncRef` or `ExternRef`.
    pub element: ValType,
    /// Its size.
    pub limits: Limits,
}

/// The type of a global.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GlobalType {
    /// What it holds.
    pub content: ValType,
    /// Whether `global.set` is allowed.
    pub mutable: bool,
}

/// What an import is or an export would have to be.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum ExternType {
    Func(FuncType),
    Table(TableType),
    Memory(Limits),
    Global(GlobalType),
}

impl ExternType {
    /// How many results it has, if it is a function.
    pub fn results(&self) -> usize {
        match self {
            ExternType::Func(ty) => ty.results.len(),
            _ => 0,
        }
    }
}

/// Something that the program expects from outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Import {
    /// The module that it is asked of.
    pub module: String,
    /// Its name there.
    pub name: String,
    /// What it has to be.
    pub ty: ExternType,
}

/// Which of the program's things an export is, by its index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Export {
    Func(FuncIdx),
    Table(u32),
    Memory(u32),
    Global(u32),
}

/// An initial value: Wasm's constant expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConstExpr {
    /// The bits of a number, or of a null reference.
    Bits(u64),
    /// The value of an (imported) global.
    Global(u32),
    /// A reference to a function.
    Func(FuncIdx),
}

/// When a segment is copied into its table or memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SegmentMode {
    /// Only by `table.init` or `memory.init`.
    Passive,
    /// At instantiation, to that table or memory at that position.
    Active(u32, ConstExpr),
    /// Never: it only declares functions that are referred to.
    Declared,
}

/// References to be put in a table.
#[derive(Clone, Debug)]
pub struct ElementSegment {
    /// When.
    pub mode: SegmentMode,
    /// What.
    pub items: Vec<ConstExpr>,
}

/// Bytes to be put in memory.
#[derive(Clone, Debug)]
pub struct DataSegment {
    /// When.
    pub mode: SegmentMode,
    /// What.
    pub bytes: Vec<u8>,
}

/// A function that the program defines.
#[derive(Clone, Debug)]
pub struct Body {
    /// Where its register code lies in [`Program::code`].
    pub code: Range<Pc>,
    /// How many registers hold parameters.
    pub params: u16,
    /// How many registers hold parameters or locals.
    pub locals: u16,
    /// Its constants, in [`Program::constants`]; a call puts them in the registers after the locals.
    pub constants: Range<u32>,
    /// How many registers its frame has.
    pub frame: u16,
    /// Where its body lies in the module's bytes.
    pub bytes: Range<u32>,
}

/// What kind of instruction a conditional is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum ConditionalKind {
    If,
    BrIf,
    BrTable,
}

/// An instruction that decides which way the program goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conditional {
    /// The function that it belongs to.
    pub function: FuncIdx,
    /// Its offset in the module.
    pub offset: u32,
    /// What it is.
    pub kind: ConditionalKind,
    /// Whether the register code jumps when the Wasm condition is *false*.
    pub negated: bool,
    /// Whether the Wasm condition is the opposite (`eqz`) of what was compared or tested: compilers leave a loop
    /// when its condition does not hold. People are shown the condition as it was written.
    pub inverted: bool,
    /// The operation that decides it.
    pub pc: Pc,
}

/// A `loop` of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loop {
    /// The function that it belongs to.
    pub function: FuncIdx,
    /// Its offset in the module.
    pub offset: u32,
    /// The loop right around it.
    pub parent: Option<LoopIdx>,
    /// 1 for an outermost loop.
    pub depth: u32,
    /// Where its iterations begin in the register code.
    pub header: Pc,
}

/// A place where a function is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallSite {
    /// The function that calls.
    pub caller: FuncIdx,
    /// The call's offset in the module.
    pub offset: u32,
    /// The function that is called, if it is known.
    pub callee: Option<FuncIdx>,
}

/// A validated program, ready to be executed or analysed. It never changes once it is built.
#[derive(Debug, Default)]
pub struct Program {
    /// Function types.
    pub types: Vec<FuncType>,
    /// What the program expects from outside, in order.
    pub imports: Vec<Import>,
    /// The type of every function, imported ones first.
    pub functions: Vec<u32>,
    /// The functions that the program defines, in order after the imported ones.
    pub bodies: Vec<Body>,
    /// How many of the functions are imported.
    pub(crate) imported: usize,
    /// Every table, imported ones first.
    pub tables: Vec<TableType>,
    /// Every memory, imported ones first (there is at most one).
    pub memories: Vec<Limits>,
    /// Every global, imported ones first.
    pub globals: Vec<GlobalType>,
    /// The initial values of the globals that the program defines.
    pub global_values: Vec<ConstExpr>,
    /// What the program offers, by name.
    pub exports: BTreeMap<String, Export>,
    /// The function to be run at instantiation.
    pub start: Option<FuncIdx>,
    /// Element segments.
    pub elements: Vec<ElementSegment>,
    /// Data segments.
    pub data: Vec<DataSegment>,

    /// The register code of all functions.
    pub code: Vec<Op>,
    /// The same in the form that is executed.
    pub packed: Vec<Packed>,
    /// Where each operation comes from.
    pub origins: Vec<Origin>,
    /// The constants of all functions, as bits.
    pub constants: Vec<u64>,

    /// Every conditional, in code order.
    pub conditionals: Vec<Conditional>,
    /// Every loop, in code order.
    pub loops: Vec<Loop>,
    /// Every call, in code order.
    pub calls: Vec<CallSite>,

    /// The global that holds the top of the C stack, if the name section tells.
    pub stack_pointer: Option<u32>,
    /// Names of functions from the name section.
    pub(crate) names: BTreeMap<FuncIdx, String>,
    /// Source lines, if the program has debug information.
    pub debug: Option<DebugInfo>,
    /// The module itself.
    pub bytes: Vec<u8>,
}

impl Program {
    /// How many functions are imported.
    pub fn imported_functions(&self) -> usize {
        self.imported
    }

    /// The type of a function.
    pub fn func_type(&self, function: FuncIdx) -> &FuncType {
        &self.types[self.functions[function.index()] as usize]
    }

    /// The body of a function, unless it is imported.
    pub fn body(&self, function: FuncIdx) -> Option<&Body> {
        self.bodies.get(function.index().checked_sub(self.imported_functions())?)
    }

    /// The types of a function's parameters and locals, unless it is imported.
    pub fn local_types(&self, function: FuncIdx) -> Option<Vec<ValType>> {
        crate::parse::local_types(self, function)
    }

    /// The import that a function is, if it is one.
    pub fn import(&self, function: FuncIdx) -> Option<&Import> {
        self.imports.iter().filter(|i| matches!(i.ty, ExternType::Func(_))).nth(function.index())
    }

    /// The function that an export names.
    pub fn exported_function(&self, name: &str) -> Option<FuncIdx> {
        match self.exports.get(name) {
            Some(Export::Func(function)) => Some(*function),
            _ => None,
        }
    }

    /// The names of all exported functions, sorted.
    pub fn exported_functions(&self) -> impl Iterator<Item = (&str, FuncIdx)> {
        self.exports.iter().filter_map(|(name, export)| match export {
            Export::Func(function) => Some((name.as_str(), *function)),
            _ => None,
        })
    }

    /// A function's name for people: from the name section, its export, its import, else its number.
    pub fn function_name(&self, function: FuncIdx) -> String {
        if let Some(name) = self.names.get(&function) {
            return name.clone();
        }
        if let Some((name, _)) = self.exported_functions().find(|(_, f)| *f == function) {
            return name.to_string();
        }
        if let Some(import) = self.import(function) {
            return format!("{}.{}", import.module, import.name);
        }
        format!("function {}", function.0)
    }

    /// The function with that name: an export, or a name of the name section.
    pub fn function_named(&self, name: &str) -> Option<FuncIdx> {
        self.exported_function(name)
            .or_else(|| self.names.iter().find(|(_, n)| *n == name).map(|(function, _)| *function))
    }

    /// The function whose register code holds a position.
    pub fn function_at(&self, pc: Pc) -> FuncIdx {
        let body = self.bodies.partition_point(|body| body.code.end <= pc);
        FuncIdx((self.imported_functions() + body) as u32)
    }

    /// The source position of an offset in the module.
    pub fn location(&self, offset: u32) -> Option<Location> {
        self.debug.as_ref()?.location(offset.into())
    }

    /// The conditional that an operation decides, and which way the condition goes as it was written if the value that
    /// the operation tests is true or not.
    pub fn as_written(&self, at: Pc, holds: bool) -> Option<(&Conditional, bool)> {
        let conditional = &self.conditionals[self.origins[at as usize].conditional?.index()];
        let jumps = holds ^ matches!(self.code[at as usize], Op::BrEqz { .. });
        Some((conditional, jumps ^ conditional.negated ^ conditional.inverted))
    }

    /// An offset for people: `file:line:column`, or function and offset where there is no debug information.
    pub fn describe(&self, function: FuncIdx, offset: u32) -> String {
        match self.location(offset) {
            Some(location) => location.to_string(),
            None => format!("{} at offset {offset:#x}", self.function_name(function)),
        }
    }
}
