//! Random programs as compilers write them.
//!
//! wasm-smith's code is odd throughout but seldom runs long. These programs are made of nested statements and
//! expressions, with the habits of unoptimised C: every value goes through a local, truth values are masked with
//! `and 1`. And they leave blocks from everywhere, with operands and results on the stack. They always
//! terminate: every loop counts down at its head, and functions call only those before them.

use wasm_encoder::{
    BlockType, CodeSection, ConstExpr, ElementSection, Elements, EntityType, ExportKind, ExportSection,
    Function, FunctionSection, GlobalSection, GlobalType, ImportSection, Instruction, MemArg, MemArgTarget,
    MemorySection, MemoryType, Module, RefType, TableSection, TableType, TypeSection, ValType,
};

use super::Random;

/// Parameters of every function, before its locals.
const PARAMS: u32 = 2;
/// Locals that are used again and again, parameters among them.
const SHARED: u32 = 5;
/// Locals before the counters; those that are not shared are used seldom, as by unoptimised code.
const LOCALS: u32 = 40;
/// Locals that count loops: one for each level of nesting.
const COUNTERS: u32 = 3;
/// The number of bodies, after the one imported function.
const BODIES: u32 = 4;

/// The type of every function, and of blocks with parameters: `[i32 i32] -> [i32]`.
const FUNCTION: u32 = 0;
/// The type of blocks with several results: `[] -> [i32 i32]`.
const PAIR: u32 = 1;

/// Where loads and stores go, beyond an address in bounds.
const CELL: MemArg = MemArg { offset: 8, align: 0, target: MemArgTarget::Memory(0), ordering: None };

/// A module of structured functions.
pub fn module(random: &mut Random) -> Vec<u8> {
    let mut types = TypeSection::new();
    types.ty().function([ValType::I32; 2], [ValType::I32]);
    types.ty().function([], [ValType::I32; 2]);
    let mut imports = ImportSection::new();
    imports.import("host", "answer", EntityType::Function(FUNCTION));
    let mut functions = FunctionSection::new();
    let mut tables = TableSection::new();
    tables.table(TableType {
        element_type: RefType::FUNCREF,
        minimum: BODIES.into(),
        maximum: Some(BODIES.into()),
        table64: false,
        shared: false,
    });
    let mut memories = MemorySection::new();
    memories.memory(MemoryType {
        minimum: 1,
        maximum: Some(1),
        memory64: false,
        shared: false,
        page_size_log2: None,
    });
    let mut globals = GlobalSection::new();
    let ty = GlobalType { val_type: ValType::I32, mutable: true, shared: false };
    globals.global(ty, &ConstExpr::i32_const(random.next() as i32));
    let mut exports = ExportSection::new();
    exports.export("memory", ExportKind::Memory, 0).export("global", ExportKind::Global, 0);
    exports.export("host", ExportKind::Func, 0);
    let mut code = CodeSection::new();
    for function in 1..=BODIES {
        functions.function(FUNCTION);
        exports.export(&format!("f{function}"), ExportKind::Func, function);
        code.function(&body(random, function));
    }
    let mut elements = ElementSection::new();
    let all: Vec<u32> = (0..BODIES).collect();
    elements.active(None, &ConstExpr::i32_const(0), Elements::Functions(all.into()));
    let mut module = Module::new();
    module.section(&types).section(&imports).section(&functions).section(&tables).section(&memories);
    module.section(&globals).section(&exports).section(&elements).section(&code);
    module.finish()
}

fn body(random: &mut Random, function: u32) -> Function {
    let locals = [(LOCALS - PARAMS + COUNTERS, ValType::I32), (2, ValType::I64)];
    let code = Function::new(locals);
    let mut writer = Writer { random, function, labels: vec![1], counters: 0, fresh: SHARED, code };
    writer.statements(4);
    writer.expression(3);
    writer.put(Instruction::End);
    writer.code
}

/// Writes the body of a function.
struct Writer<'a> {
    random: &'a mut Random,
    function: u32,
    /// How many values a jump to each open block carries, outermost first.
    labels: Vec<usize>,
    /// How many loops are open.
    counters: u32,
    /// The next local that is not shared.
    fresh: u32,
    code: Function,
}

impl Writer<'_> {
    fn put(&mut self, instruction: Instruction) {
        self.code.instruction(&instruction);
    }

    fn local(&mut self) -> u32 {
        let choices = if self.random.below(6) == 0 { LOCALS } else { SHARED };
        self.random.below(choices as usize) as u32
    }

    /// A local that hardly occurs elsewhere.
    fn fresh(&mut self) -> u32 {
        let local = self.fresh;
        self.fresh = if local + 1 == LOCALS { SHARED } else { local + 1 };
        local
    }

    /// Sends the value on the stack through a local that hardly occurs elsewhere.
    fn through(&mut self) {
        let local = self.fresh();
        self.put(Instruction::LocalSet(local));
        for _ in 0..self.random.below(3) {
            let value = self.random.below(3) as i32;
            self.put(Instruction::I32Const(value));
            let (other, also) = (self.local(), self.random.below(2) == 0);
            self.put(Instruction::LocalSet(if also && other != local { other } else { self.fresh }));
        }
        self.put(Instruction::LocalGet(local));
    }

    fn open(&mut self, instruction: Instruction, arity: usize) {
        self.put(instruction);
        self.labels.push(arity);
    }

    fn close(&mut self) {
        self.put(Instruction::End);
        self.labels.pop();
    }

    /// An open block to which a jump carries so many values.
    fn target(&mut self, arity: usize) -> Option<u32> {
        let depths: Vec<usize> =
            (0..self.labels.len()).filter(|d| self.labels[self.labels.len() - 1 - d] == arity).collect();
        (!depths.is_empty()).then(|| depths[self.random.below(depths.len())] as u32)
    }

    fn statements(&mut self, fuel: u32) {
        for _ in 0..1 + self.random.below(3) {
            self.statement(fuel);
        }
    }

    fn statement(&mut self, fuel: u32) {
        match if fuel == 0 { self.random.below(3) } else { self.random.below(12) } {
            0 | 1 => {
                self.expression(fuel);
                let local = self.local();
                self.put(Instruction::LocalSet(local));
            }
            2 => self.jump_if(fuel, 0),
            3 => {
                self.address(fuel);
                self.expression(fuel - 1);
                self.put(Instruction::I32Store(CELL));
            }
            4 => {
                self.condition(fuel);
                self.open(Instruction::If(BlockType::Empty), 0);
                self.statements(fuel - 1);
                if self.random.below(2) == 0 {
                    self.put(Instruction::Else);
                    self.statements(fuel - 1);
                }
                self.close();
            }
            5 => {
                self.open(Instruction::Block(BlockType::Empty), 0);
                self.statements(fuel - 1);
                self.close();
            }
            6 => self.loop_(fuel),
            7 => self.do_while(fuel),
            8 => self.switch(fuel),
            9 => {
                self.expression(fuel);
                self.put(Instruction::GlobalSet(0));
            }
            10 => {
                // Code after a jump is never executed and never counted.
                self.condition(fuel);
                self.open(Instruction::If(BlockType::Empty), 0);
                if let Some(depth) = self.target(0) {
                    self.put(Instruction::Br(depth));
                    self.statements(fuel - 1);
                }
                self.close();
            }
            _ => {
                self.open(Instruction::Block(BlockType::FunctionType(PAIR)), 2);
                self.expression(fuel - 1);
                self.expression(fuel - 1);
                if self.random.below(2) == 0 {
                    // With one operand more, the two that are carried move down by one.
                    self.expression(fuel - 1);
                    self.jump_if(fuel - 1, 2);
                    self.put(Instruction::I32Sub);
                }
                self.close();
                let (a, b) = (self.local(), self.local());
                self.put(Instruction::LocalSet(a));
                self.put(Instruction::LocalSet(b));
            }
        }
    }

    /// A loop that is left at its head after some rounds, from wherever it is continued.
    fn loop_(&mut self, fuel: u32) {
        if self.counters == COUNTERS {
            return;
        }
        let counter = LOCALS + self.counters;
        let rounds = 1 + self.random.below(4) as i32;
        self.counters += 1;
        self.put(Instruction::I32Const(rounds));
        self.put(Instruction::LocalSet(counter));
        self.open(Instruction::Block(BlockType::Empty), 0);
        self.open(Instruction::Loop(BlockType::Empty), 0);
        self.put(Instruction::LocalGet(counter));
        self.put(Instruction::I32Eqz);
        self.put(Instruction::BrIf(1));
        self.put(Instruction::LocalGet(counter));
        self.put(Instruction::I32Const(1));
        self.put(Instruction::I32Sub);
        self.put(Instruction::LocalSet(counter));
        self.statements(fuel - 1);
        self.put(Instruction::Br(0));
        self.close();
        self.close();
        self.counters -= 1;
    }

    /// A loop that is left at its end, as `for` loops are when they are optimised.
    fn do_while(&mut self, fuel: u32) {
        if self.counters == COUNTERS {
            return;
        }
        let counter = LOCALS + self.counters;
        // The one `i64` counter belongs to outermost loops.
        let wide = self.counters == 0 && self.random.below(2) == 0;
        let (from, by) = (self.random.below(5) as i32, 1 + self.random.below(3) as i32);
        self.counters += 1;
        if wide {
            self.put(Instruction::I64Const(from.into()));
            self.put(Instruction::LocalSet(LOCALS + COUNTERS + 1));
        } else {
            self.put(Instruction::I32Const(-from));
            self.put(Instruction::LocalSet(counter));
        }
        // To be continued only at its end, or it would not.
        self.open(Instruction::Loop(BlockType::Empty), usize::MAX);
        self.statements(fuel - 1);
        if wide {
            self.put(Instruction::LocalGet(LOCALS + COUNTERS + 1));
            self.put(Instruction::I64Const((-by).into()));
            self.put(Instruction::I64Add);
            self.put(Instruction::LocalTee(LOCALS + COUNTERS + 1));
            self.put(Instruction::I64Const(0));
            self.put(Instruction::I64GtS);
        } else {
            self.put(Instruction::LocalGet(counter));
            self.put(Instruction::I32Const(by));
            self.put(Instruction::I32Add);
            if self.random.below(2) == 0 {
                self.put(Instruction::LocalTee(counter));
            } else {
                self.put(Instruction::LocalSet(counter));
                self.put(Instruction::LocalGet(counter));
            }
            self.put(Instruction::I32Const(0));
            self.put(Instruction::I32LtS);
        }
        self.put(Instruction::BrIf(0));
        self.close();
        self.counters -= 1;
    }

    /// A `switch` over blocks that lie around it, with cases that fall through or leave.
    fn switch(&mut self, fuel: u32) {
        let cases = 1 + self.random.below(3);
        for _ in 0..=cases {
            self.open(Instruction::Block(BlockType::Empty), 0);
        }
        self.expression(fuel - 1);
        let targets: Vec<u32> =
            (0..cases).map(|_| self.target(0).expect("there are blocks around")).collect();
        let default = self.target(0).expect("there are blocks around");
        self.put(Instruction::BrTable(targets.into(), default));
        for _ in 0..=cases {
            self.close();
            self.statements(fuel - 1);
        }
    }

    /// `br_if`, if there is a block to which it can carry the values on top of the stack.
    fn jump_if(&mut self, fuel: u32, arity: usize) {
        if let Some(depth) = self.target(arity) {
            self.condition(fuel);
            self.put(Instruction::BrIf(depth));
        }
    }

    /// A truth value: often a comparison, maybe masked, negated or sent through a local.
    fn condition(&mut self, fuel: u32) {
        let fuel = fuel.saturating_sub(1);
        self.expression(fuel);
        match self.random.below(6) {
            0 => return,
            1 => self.put(Instruction::I32Eqz),
            2 => {
                self.put(Instruction::I32Const(1));
                self.put(Instruction::I32And);
            }
            _ => {
                self.expression(fuel);
                let comparisons =
                    [Instruction::I32Eq, Instruction::I32Ne, Instruction::I32LtS, Instruction::I32GeU];
                let comparison = comparisons[self.random.below(4)].clone();
                self.put(comparison);
            }
        }
        for _ in 0..self.random.below(3) {
            match self.random.below(3) {
                0 => self.through(),
                1 => {
                    self.put(Instruction::I32Const(1));
                    self.put(Instruction::I32And);
                }
                _ => self.put(Instruction::I32Eqz),
            }
        }
    }

    /// Leaves an address on the stack, mostly one in bounds.
    fn address(&mut self, fuel: u32) {
        self.expression(fuel - 1);
        self.put(Instruction::I32Const(0xfff));
        self.put(Instruction::I32And);
        match self.random.below(4) {
            0 => {
                let local = self.local();
                self.put(Instruction::LocalSet(local));
                // Seldom out of bounds; if so, also by wrapping around.
                let more = [4, 0x1000, -16, i32::MIN][self.random.below(4)];
                self.put(Instruction::I32Const(more));
                self.put(Instruction::LocalGet(local));
                self.put(Instruction::I32Add);
            }
            1 => {
                self.expression(fuel - 1);
                self.put(Instruction::I32Const(0x7ff));
                self.put(Instruction::I32And);
                self.put(Instruction::I32Add);
            }
            _ => {}
        }
    }

    /// Leaves an `i32` on the stack.
    fn expression(&mut self, fuel: u32) {
        match if fuel == 0 { self.random.below(4) } else { self.random.below(26) } {
            0 => {
                let value = self.random.next() as i32 >> [0, 24, 30][self.random.below(3)];
                self.put(Instruction::I32Const(value));
            }
            1..=3 => {
                let local = self.local();
                self.put(Instruction::LocalGet(local));
            }
            4..=7 => self.arithmetic(fuel),
            8 => self.condition(fuel),
            9 | 10 => {
                self.expression(fuel - 1);
                let local = self.local();
                self.put(Instruction::LocalTee(local));
            }
            11 => {
                self.expression(fuel - 1);
                self.expression(fuel - 1);
                self.condition(fuel);
                self.put(Instruction::Select);
            }
            12 => {
                self.address(fuel);
                self.put(Instruction::I32Load(CELL));
            }
            13 | 20..=22 => {
                self.condition(fuel);
                self.open(Instruction::If(BlockType::Result(ValType::I32)), 1);
                self.expression(fuel - 1);
                self.put(Instruction::Else);
                self.expression(fuel - 1);
                self.close();
            }
            14 | 23 => {
                self.open(Instruction::Block(BlockType::Result(ValType::I32)), 1);
                self.statement(fuel - 1);
                self.expression(fuel - 1);
                self.jump_if(fuel, 1);
                self.close();
            }
            15 => {
                // A block that takes its operands from around it.
                self.expression(fuel - 1);
                self.expression(fuel - 1);
                self.open(Instruction::Block(BlockType::FunctionType(FUNCTION)), 1);
                self.put(Instruction::I32Xor);
                self.jump_if(fuel, 1);
                self.close();
            }
            16 => {
                // Jumps that carry a value, of which none goes on here.
                self.open(Instruction::Block(BlockType::Result(ValType::I32)), 1);
                self.expression(fuel - 1);
                self.expression(fuel - 1);
                let depths: Vec<u32> = (0..3).map(|_| self.target(1).expect("the block itself")).collect();
                self.put(Instruction::BrTable(depths[1..].to_vec().into(), depths[0]));
                self.close();
            }
            17 => {
                self.expression(fuel - 1);
                self.expression(fuel - 1);
                let callee = self.random.below(self.function as usize) as u32;
                if self.random.below(2) == 0 {
                    self.put(Instruction::Call(callee));
                } else {
                    self.put(Instruction::I32Const(callee as i32));
                    self.put(Instruction::CallIndirect { type_index: FUNCTION, table_index: 0 });
                }
            }
            18 => {
                self.expression(fuel - 1);
                self.put(Instruction::I64ExtendI32S);
                self.put(Instruction::LocalTee(LOCALS + COUNTERS));
                self.put(Instruction::LocalGet(LOCALS + COUNTERS));
                self.put(Instruction::I64Mul);
                self.put(Instruction::I32WrapI64);
            }
            24 => {
                // The value that a local has before it is maybe written.
                let local = self.local();
                self.put(Instruction::LocalGet(local));
                self.condition(fuel);
                self.open(Instruction::If(BlockType::Empty), 0);
                self.expression(fuel - 1);
                self.put(Instruction::LocalSet(local));
                self.close();
            }
            25 => {
                // A local that is written on the one way and read on both.
                let local = self.fresh();
                self.condition(fuel);
                self.open(Instruction::If(BlockType::Result(ValType::I32)), 1);
                self.expression(fuel - 1);
                self.put(Instruction::LocalSet(local));
                self.put(Instruction::LocalGet(local));
                self.put(Instruction::Else);
                self.put(Instruction::LocalGet(local));
                self.close();
            }
            _ => {
                self.expression(fuel - 1);
                self.put(Instruction::Nop);
                self.put(Instruction::GlobalGet(0));
                self.put(Instruction::Drop);
            }
        }
    }

    fn arithmetic(&mut self, fuel: u32) {
        self.expression(fuel - 1);
        match self.random.below(6) {
            0 => self.put(Instruction::I32Const(1)),
            1 => {
                self.through();
                self.expression(fuel - 1);
            }
            2 => {
                // From the midst of an expression, with operands below.
                self.expression(fuel - 1);
                self.jump_if(fuel - 1, 2);
            }
            _ => self.expression(fuel - 1),
        }
        let operators = [
            Instruction::I32Add,
            Instruction::I32Sub,
            Instruction::I32Mul,
            Instruction::I32And,
            Instruction::I32Xor,
            Instruction::I32Shl,
            Instruction::I32ShrS,
            // Now and then it traps.
            Instruction::I32RemU,
        ];
        let operator = operators[self.random.below(operators.len())].clone();
        self.put(operator);
    }
}
