//! One function, operation by operation.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use worstcase_program::{Body, ConditionalIdx, FuncIdx, Op, Pc, Program, Reg, numeric_operators};

use super::reach::{Reach, called, operations_of};
use super::{Untranslatable, signature, type_number};

/// The place of each conditional among the counters.
#[derive(Default)]
pub(super) struct Slots {
    pub conditionals: Vec<ConditionalIdx>,
    of: BTreeMap<ConditionalIdx, usize>,
}

impl Slots {
    /// The slot in C. Decisions of no conditional share one.
    fn of(&mut self, conditional: Option<ConditionalIdx>) -> String {
        let Some(conditional) = conditional else { return "CONDITIONALS".into() };
        let slot = *self.of.entry(conditional).or_insert_with(|| {
            self.conditionals.push(conditional);
            self.conditionals.len() - 1
        });
        slot.to_string()
    }
}

/// A function in C.
pub(super) struct Translated {
    pub text: String,
    /// The most registers between its frame and a callee's.
    pub widest_call: usize,
}

/// Translates a function that has a body.
pub(super) fn translate(
    program: &Program,
    reach: &Reach,
    slots: &mut Slots,
    function: FuncIdx,
    counted: Option<FuncIdx>,
) -> Result<Translated, Untranslatable> {
    let body = program.body(function).ok_or(Untranslatable("a function has no body"))?;
    let code = operations_of(program, function);
    let targets = code.iter().filter_map(|op| op.jump()).map(|(target, _)| target).collect();
    let mut writer = Writer {
        program,
        reach,
        slots,
        targets,
        results: program.func_type(function).results.len(),
        widest_call: 1,
        text: String::new(),
        at: 0,
    };
    writer.begin(function, body, counted);
    for (pc, op) in (body.code.start..).zip(code) {
        writer.at = pc;
        if writer.targets.contains(&pc) {
            let _ = writeln!(writer.text, "L{pc}:;");
        }
        writer.operation(*op);
    }
    // Code ends with a return or a jump, which C does not know.
    writer.text.push_str("give_up();\n}\n");
    Ok(Translated { text: writer.text, widest_call: writer.widest_call })
}

struct Writer<'a> {
    program: &'a Program,
    reach: &'a Reach,
    slots: &'a mut Slots,
    targets: BTreeSet<Pc>,
    results: usize,
    widest_call: usize,
    text: String,
    /// The operation at hand.
    at: Pc,
}

/// Operators that have no result for some operands.
const FALLIBLE: [&str; 16] = [
    "I32DivS",
    "I32DivU",
    "I32RemS",
    "I32RemU",
    "I64DivS",
    "I64DivU",
    "I64RemS",
    "I64RemU",
    "I32TruncF32S",
    "I32TruncF32U",
    "I32TruncF64S",
    "I32TruncF64U",
    "I64TruncF32S",
    "I64TruncF32U",
    "I64TruncF64S",
    "I64TruncF64U",
];

macro_rules! define_operation {
    (
        unary [$($unary:ident)*]
        binary [$($binary:ident)*]
        compare [$($compare:ident $branch:ident $negated:ident $step:ident $add:ident,)*]
        load [$($load:ident $load_at:ident,)*]
        store [$($store:ident $store_at:ident,)*]
    ) => {
        impl Writer<'_> {
            fn operation(&mut self, op: Op) {
                match op {
                    $(Op::$unary { dst, a } => self.numeric(stringify!($unary), dst, &format!("r{a}")),)*
                    $(Op::$binary { dst, a, b } => {
                        self.numeric(stringify!($binary), dst, &format!("r{a}, r{b}"))
                    })*
                    $(Op::$compare { dst, a, b } => {
                        self.numeric(stringify!($compare), dst, &format!("r{a}, r{b}"))
                    })*
                    $(Op::$branch { a, b, target, executed } => {
                        self.branch(&format!(concat!(stringify!($compare), "(r{}, r{})"), a, b), target, executed)
                    })*
                    $(Op::$step { a, by, b, target, executed } => {
                        self.numeric(stringify!($add), a, &format!("r{a}, r{by}"));
                        self.branch(&format!(concat!(stringify!($compare), "(r{}, r{})"), a, b), target, executed)
                    })*
                    $(Op::$load { dst, address, offset } => {
                        self.read(stringify!($load), dst, &format!("r{address}"), offset)
                    })*
                    $(Op::$load_at { dst, a, b, offset } => {
                        self.read(stringify!($load), dst, &format!("I32Add(r{a}, r{b})"), offset)
                    })*
                    $(Op::$store { address, value, offset } => {
                        self.write(stringify!($store), &format!("r{address}"), offset, value)
                    })*
                    $(Op::$store_at { a, b, value, offset } => {
                        self.write(stringify!($store), &format!("I32Add(r{a}, r{b})"), offset, value)
                    })*
                    op => self.other(op),
                }
            }
        }
    };
}

numeric_operators!(define_operation);

impl Writer<'_> {
    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// How many instructions have begun with the operation at hand.
    fn begun(&self) -> u32 {
        self.program.origins[self.at as usize].executed
    }

    fn begin(&mut self, function: FuncIdx, body: &Body, counted: Option<FuncIdx>) {
        self.line(&format!("{} {{", signature(self.program, function)));
        for register in body.params..=body.frame {
            let constant = self.constant(body, register);
            self.line(&format!("u64 r{register} = {constant}ull;"));
        }
        self.line("Ret ret;\nENTER");
        if counted == Some(function) {
            self.line("calls++;");
        }
        if !self.reach.growing.is_empty() {
            self.line("u64 limit = size;");
        }
    }

    /// What a register holds when its function begins.
    fn constant(&self, body: &Body, register: Reg) -> u64 {
        let constants = &self.program.constants[body.constants.start as usize..body.constants.end as usize];
        let place = register.checked_sub(body.locals).map(usize::from);
        place.and_then(|place| constants.get(place)).copied().unwrap_or(0)
    }

    fn numeric(&mut self, name: &str, dst: Reg, operands: &str) {
        let begun = self.begun();
        let line = match FALLIBLE.contains(&name) {
            true => format!("FALLIBLE(r{dst}, {name}, {begun}, {operands})"),
            false => format!("r{dst} = {name}({operands});"),
        };
        self.line(&line);
    }

    fn read(&mut self, name: &str, dst: Reg, address: &str, offset: u32) {
        let begun = self.begun();
        self.line(&format!("READ(r{dst}, {name}, {address}, {offset}ull, {begun})"));
    }

    fn write(&mut self, name: &str, address: &str, offset: u32, value: Reg) {
        let begun = self.begun();
        self.line(&format!("WRITE({name}, {address}, {offset}ull, r{value}, {begun})"));
    }

    /// A jump. The limit is looked at where instructions are accounted for, and where a loop could do without.
    fn jump(&self, target: Pc, executed: i32) -> String {
        let back = if executed > 0 || target <= self.at { "_BACK" } else { "" };
        format!("JUMP{back}({executed}, L{target})")
    }

    fn branch(&mut self, condition: &str, target: Pc, executed: i32) {
        let slot = self.slots.of(self.program.origins[self.at as usize].conditional);
        let jump = self.jump(target, executed);
        self.line(&format!("if ({condition}) {{ DECIDE({slot}, 1); {jump} }}\nDECIDE({slot}, 0);"));
    }

    fn other(&mut self, op: Op) {
        let begun = self.begun();
        let line = match op {
            Op::Copy { dst, src } => format!("r{dst} = r{src};"),
            Op::Copies { dst, src, then_dst, then_src } => {
                format!("r{dst} = r{src};\nr{then_dst} = r{then_src};")
            }
            Op::Const { dst, bits } => format!("r{dst} = {bits}ull;"),
            Op::Select { dst, condition, a, b } => format!("r{dst} = r{condition} ? r{a} : r{b};"),
            Op::Unreachable => format!("stop(left, {begun}, UNREACHABLE);"),
            Op::Breath => return,
            Op::Br { target, executed } => self.jump(target, executed),
            Op::BrNez { condition, target, executed } => {
                return self.branch(&format!("r{condition} != 0"), target, executed);
            }
            Op::BrEqz { condition, target, executed } => {
                return self.branch(&format!("r{condition} == 0"), target, executed);
            }
            Op::BrTable { index, len } => return self.table_of_jumps(index, len),
            Op::Return { executed } => format!("return (Ret){{left - {executed}, 0}};"),
            Op::Return1 { src, executed } => format!("return (Ret){{left - {executed}, r{src}}};"),
            Op::ReturnMany { src, len, executed } => return self.return_many(src, len, executed),
            Op::Call { function, base } | Op::CallImport { function, base } => {
                let results = self.program.func_type(FuncIdx(function)).results.len();
                let params = self.program.func_type(FuncIdx(function)).params.len();
                return self.call(op, &format!("f{function}"), base, (params, results));
            }
            Op::CallIndirect { index, base, ty, table } => {
                return self.call_indirect(op, index, base, ty, table);
            }
            Op::GlobalGet { dst, global } => format!("r{dst} = g{global};"),
            Op::GlobalSet { src, global } => format!("g{global} = r{src};"),
            Op::MemorySize { dst } => format!("r{dst} = LIMIT / PAGE;"),
            Op::MemoryGrow { dst, pages } => format!("r{dst} = grow(r{pages});\nlimit = size;"),
            Op::MemoryFill { address, value, len } => {
                format!("if (!fill(r{address}, r{value}, r{len})) stop(left, {begun}, OUT_OF_BOUNDS);")
            }
            Op::MemoryCopy { dst, src, len } => {
                format!("if (!copy(r{dst}, r{src}, r{len})) stop(left, {begun}, OUT_OF_BOUNDS);")
            }
            // References, tables and passive segments.
            _ => "give_up();".into(),
        };
        self.line(&line);
    }

    fn table_of_jumps(&mut self, index: Reg, len: u32) {
        let slot = self.slots.of(self.program.origins[self.at as usize].conditional);
        self.line(&format!("DECIDE({slot}, (u32)r{index} != 0 && {len} != 0);\nswitch ((u32)r{index}) {{"));
        for choice in 0..=len {
            let Some((target, executed)) = self.program.code[(self.at + 1 + choice) as usize].jump() else {
                continue;
            };
            let jump = self.jump(target, executed);
            let case = if choice == len { "default".to_string() } else { format!("case {choice}") };
            self.line(&format!("{case}: {jump}"));
        }
        self.line("}");
    }

    fn return_many(&mut self, src: Reg, len: u16, executed: i32) {
        debug_assert_eq!(usize::from(len), self.results);
        for result in 0..len {
            self.line(&format!("results[{result}] = r{};", src + result));
        }
        let value = if len == 1 { format!("r{src}") } else { "0".into() };
        self.line(&format!("return (Ret){{left - {executed}, {value}}};"));
    }

    /// A call of what can be called like a function: arguments and results are at `base`.
    fn call(&mut self, op: Op, function: &str, base: Reg, (params, results): (usize, usize)) {
        self.widest_call = self.widest_call.max(base.into());
        let begun = self.begun();
        let arguments: String = (0..params).map(|i| format!(", r{}", usize::from(base) + i)).collect();
        self.line(&format!("ret = {function}(left - {begun}, depth + 1{arguments});"));
        self.line(&format!("RETURNED_FROM(ret, {begun})"));
        match results {
            0 => {}
            1 => self.line(&format!("r{base} = ret.value;")),
            many => {
                for result in 0..many {
                    self.line(&format!("r{} = results[{result}];", usize::from(base) + result));
                }
            }
        }
        let called = called(self.program, &self.reach.tables, &op);
        if called.iter().any(|function| self.reach.growing.contains(function)) {
            self.line("limit = size;");
        }
    }

    fn call_indirect(&mut self, op: Op, index: Reg, base: Reg, ty: u32, table: u32) {
        let begun = self.begun();
        let (length, ty) = (self.reach.tables[table as usize].len(), &self.program.types[ty as usize]);
        let wanted = type_number(self.program, ty);
        self.line(&format!("FIND(table{table}, {length}u, r{index}, {wanted}, {begun})"));
        let types = ", u64".repeat(ty.params.len());
        let function = format!("((Ret (*)(i64, u32{types}))table{table}[(u32)r{index}].code)");
        self.call(op, &function, base, (ty.params.len(), ty.results.len()));
    }
}
