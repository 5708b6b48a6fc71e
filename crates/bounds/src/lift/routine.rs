//! Functions as integer programs: what an analysis of bounds reads.

use worstcase_program::FuncIdx;
use worstcase_program::debug::{Location, TypeIdx};
use worstcase_program::flow::BlockIdx;

use super::value::{Condition, Type, Value};

/// A variable of a routine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VarIdx(pub u32);

impl VarIdx {
    /// The index as a position in a vector.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a variable is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The parameter of that number. When the routine begins it has the value that it was called with.
    Parameter(u32),
    /// A local variable of the source, or what looks like one. Its value is anything at first.
    Local,
    /// What lies at a fixed address. When the routine begins it has the value that it had before.
    Global(u32),
    /// What lies in memory behind the parameter of that number. When the routine begins it has the value that it had before.
    Pointed(u32),
    /// A value that no variable of the source has. It is set before it is read.
    Temporary,
}

/// Something that has a value and changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// As in the source if it is there; no two of a routine have the same name.
    pub name: String,
    /// The values that it may have.
    pub ty: Type,
    /// What it is.
    pub kind: Kind,
    /// Whether the type is that of the source. Otherwise the sign is a guess.
    pub declared: bool,
    /// Whether it lies in memory that is reached through pointers as well. `Forget`s say when it may have changed,
    /// and a [`Value::Read`] may read it.
    pub shared: bool,
    /// What it points to, if it is a pointer of the source.
    pub pointee: Option<TypeIdx>,
    /// Where in memory it lies, if it does.
    pub place: Option<Place>,
}

/// A place in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In the stack frame, as in [`Value::Frame`], and of so many bytes.
    Frame(i64, u8),
    /// At a fixed address, and of so many bytes.
    Fixed(u32, u8),
    /// So far behind where a pointer points to, and of so many bytes. When the pointer changes, it is another place.
    Behind(VarIdx, i64, u8),
}

/// Memory of the stack frame, for the names of addresses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object {
    /// As in the source.
    pub name: String,
    /// Where it begins, as in [`Value::Frame`].
    pub start: i64,
    /// Its size.
    pub bytes: u64,
}

/// A function as a program over integer variables.
///
/// Its blocks and their numbers are those of [`worstcase_program::flow::Flow`], and so are edges and loops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Routine {
    /// The function.
    pub function: FuncIdx,
    /// Its name.
    pub name: String,
    /// Its variables, by [`VarIdx`].
    pub variables: Vec<Variable>,
    /// Its parameters in order, those of the Wasm function.
    pub parameters: Vec<VarIdx>,
    /// The type of what it returns, if it returns something.
    pub result: Option<Type>,
    /// Its blocks, by [`BlockIdx`].
    pub blocks: Vec<Block>,
    /// What lies in its stack frame.
    pub objects: Vec<Object>,
    /// Whether its code is as it was written: unoptimised, with debug information.
    pub as_written: bool,
}

impl Routine {
    /// A variable.
    pub fn variable(&self, variable: VarIdx) -> &Variable {
        &self.variables[variable.index()]
    }

    /// A block.
    pub fn block(&self, block: BlockIdx) -> &Block {
        &self.blocks[block.index()]
    }

    /// The type of a value: it is an integer of that type's range.
    pub fn type_of(&self, value: &Value) -> Type {
        value.ty(&self.variables)
    }
}

/// Statements that are executed one after another, and how it goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// What is executed.
    pub statements: Vec<Statement>,
    /// How it ends.
    pub end: End,
    /// Where it begins in the source.
    pub location: Option<Location>,
}

/// How a block ends. Where it goes on, the edges of the flowgraph say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// At its only successor.
    Goto,
    /// At successor 1 if it holds, else at successor 0.
    Branch(Condition),
    /// At the successor of that number, read as unsigned 32 bits, or the last one if there are not so many.
    Table(Value),
    /// The function returns.
    Return(Option<Value>),
    /// The program ends.
    Trap,
}

/// What is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Callee {
    /// A function of the program.
    Function(FuncIdx),
    /// A function from outside: module and name.
    Import(String, String),
    /// A function that is found in a table.
    Indirect,
}

/// A step of a block. Values are over what the variables are at that moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    /// The variable gets the value, converted to the variable's type.
    Set {
        /// The variable.
        variable: VarIdx,
        /// Its new value.
        value: Value,
        /// Where in the module that is done.
        offset: u32,
    },
    /// Memory that is no variable is written. Variables that it may be are forgotten right after.
    Store {
        /// Where.
        address: Value,
        /// How many bytes.
        bytes: u8,
        /// What; the lowest bytes of it.
        value: Value,
        /// The type of what lies there, if the source tells.
        declared: Option<Type>,
        /// Where in the module that is done.
        offset: u32,
    },
    /// These variables may now have any value of their types, because of what the statement before it did.
    Forget(Vec<VarIdx>),
    /// A function is called. Variables that it may change are forgotten right after.
    Call {
        /// What is called.
        callee: Callee,
        /// What it is given, each to be converted to the type of its parameter.
        arguments: Vec<Value>,
        /// What becomes of its result.
        result: Option<VarIdx>,
        /// Where in the module that is done.
        offset: u32,
    },
}
