//! Random programs, compared with the definitions in `oracle.rs`.

use std::collections::BTreeSet;

use super::{flows, oracle, program};
use arbitrary::Unstructured;
use worstcase_program::Program;

/// Marsaglia's xorshift: the same numbers in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % limit
    }
}

/// A block that is open.
struct Label {
    kind: &'static str,
    base: usize,
    params: usize,
    results: usize,
}

impl Label {
    fn arity(&self) -> usize {
        if self.kind == "loop" { self.params } else { self.results }
    }
}

/// Writes a function of many jumps. All operands are `i32`, so only their number matters.
struct Writer<'a> {
    numbers: &'a mut Numbers,
    code: String,
    labels: Vec<Label>,
    height: usize,
}

impl Writer<'_> {
    fn function(numbers: &mut Numbers) -> String {
        let results = numbers.below(3);
        let function = Label { kind: "func", base: 0, params: 0, results };
        let mut writer = Writer { numbers, code: String::new(), labels: vec![function], height: 0 };
        for _ in 0..3 + writer.numbers.below(100) {
            writer.instruction();
        }
        while writer.labels.len() > 1 {
            writer.end();
        }
        writer.fill(results, results);
        let code = writer.code;
        format!("(module (func (param i32) (result{})\n{code}))", " i32".repeat(results))
    }

    fn instruction(&mut self) {
        match self.numbers.below(20) {
            0..5 => self.open("loop"),
            5..7 => self.open("block"),
            7..9 => self.open("if"),
            9 if self.labels.last().unwrap().kind == "if" => self.else_(),
            9..14 => {
                let (depth, arity) = self.target();
                self.fill(arity, usize::MAX);
                self.code += &format!("local.get 0 br_if {depth}\n");
            }
            14..17 if self.labels.len() > 1 => self.end(),
            // These leave nothing to do but to close the block, so they are rare and not outside of all.
            17 if self.labels.len() > 1 => self.leave(),
            _ => {
                self.code += "i32.const 1\n";
                self.height += 1;
            }
        }
    }

    /// How far out a jump goes, and with how many operands.
    fn target(&mut self) -> (usize, usize) {
        // Nearer ones are more likely.
        let limit = 1 + self.numbers.below(self.labels.len());
        let depth = self.numbers.below(limit);
        (depth, self.labels[self.labels.len() - 1 - depth].arity())
    }

    /// Sees to it that the current block has at least so many operands of its own, and at most so many.
    fn fill(&mut self, least: usize, most: usize) {
        let base = self.labels.last().unwrap().base;
        while self.height < base + least {
            self.code += "i32.const 2\n";
            self.height += 1;
        }
        while self.height - base > most {
            self.code += "drop\n";
            self.height -= 1;
        }
    }

    fn open(&mut self, kind: &'static str) {
        let (params, results) = (self.numbers.below(3), self.numbers.below(3));
        // Without an else, an if gives what it takes.
        let results = if kind == "if" { params } else { results };
        self.fill(params, usize::MAX);
        let types = format!("(param{}) (result{})", " i32".repeat(params), " i32".repeat(results));
        let condition = if kind == "if" { "local.get 0 " } else { "" };
        self.code += &format!("{condition}{kind} {types}\n");
        self.labels.push(Label { kind, base: self.height - params, params, results });
    }

    fn else_(&mut self) {
        let results = self.labels.last().unwrap().results;
        self.fill(results, results);
        self.code += "else\n";
        let label = self.labels.last_mut().unwrap();
        label.kind = "else";
        self.height = label.base + label.params;
    }

    fn end(&mut self) {
        let results = self.labels.last().unwrap().results;
        self.fill(results, results);
        self.code += "end\n";
        self.labels.pop();
    }

    fn leave(&mut self) {
        let (depth, arity) = self.target();
        match self.numbers.below(6) {
            0 => self.code += "unreachable\n",
            1 => {
                let results = self.labels[0].results;
                self.fill(results, usize::MAX);
                self.code += "return\n";
            }
            2 | 3 => {
                self.fill(arity, usize::MAX);
                let labels = self.labels.iter().rev().enumerate().filter(|(_, label)| label.arity() == arity);
                let depths: String = labels.map(|(depth, _)| format!("{depth} ")).collect();
                self.code += &format!("local.get 0 br_table {depths} {depth}\n");
            }
            _ => {
                self.fill(arity, usize::MAX);
                self.code += &format!("br {depth}\n");
            }
        }
        // Below this the stack is whatever is wanted of it.
        self.height = self.labels.last().unwrap().base;
    }
}

#[test]
fn jumps_of_all_kinds() {
    let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
    let (mut loops, mut moves) = (0, 0);
    for _ in 0..2000 {
        let program = program(&Writer::function(&mut numbers));
        loops += oracle::check(&program);
        let flow = flows(&program).next().unwrap();
        moves +=
            flow.edges().iter().filter(|edge| edge.carried > 0 && edge.from_slot != edge.to_slot).count();
    }
    assert!(loops > 4000 && moves > 4000, "only {loops} loops and {moves} jumps that move operands");
}

/// These have few loops, but every operator.
#[test]
fn operators_of_all_kinds() {
    let mut numbers = Numbers(0x2545_f491_4f6c_dd1d);
    let mut seen = BTreeSet::new();
    for _ in 0..300 {
        let bytes: Vec<u8> = (0..20_000).map(|_| numbers.below(256) as u8).collect();
        let config = wasm_smith::Config {
            gc_enabled: false,
            exceptions_enabled: false,
            simd_enabled: false,
            relaxed_simd_enabled: false,
            tail_call_enabled: false,
            threads_enabled: false,
            memory64_enabled: false,
            wide_arithmetic_enabled: false,
            extended_const_enabled: false,
            compact_imports_enabled: false,
            max_imports: 3,
            min_funcs: 6,
            max_instructions: 300,
            ..Default::default()
        };
        let module = wasm_smith::Module::new(config, &mut Unstructured::new(&bytes)).unwrap();
        let program = Program::from_wasm(module.to_bytes()).unwrap();
        oracle::check(&program);
        for (operator, _) in
            flows(&program).flat_map(|flow| flow.blocks().flat_map(move |b| flow.operators(b)))
        {
            let text = format!("{operator:?}");
            seen.insert(text.split(' ').next().unwrap().to_string());
        }
    }
    assert!(seen.len() > 150, "only {}: {seen:?}", seen.len());
}
