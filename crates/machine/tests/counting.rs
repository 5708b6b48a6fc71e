//! The counts of instructions, conditionals and calls are exact.
//!
//! Our machine counts instructions only where control flow leaves the straight line, and its operations are not
//! Wasm's. Here every instruction of the module counts itself: before each one goes code that adds 1 to a global.
//! The module with those counters runs on wasmi, the one without on our machine, and both have to agree after
//! every call, also one that traps half-way.

mod random;

use random::Theirs;
use wasm_encoder::reencode::{Error, Reencode, utils};
use wasm_encoder::{
    CodeSection, ConstExpr, ExportKind, ExportSection, GlobalSection, GlobalType, Instruction, ValType,
};
use wasmparser::{ExportSectionReader, FunctionBody, GlobalSectionReader, Operator, Parser};
use worstcase_machine::Spent;
use worstcase_program::Program;

/// The names under which the counters are exported, in the order of the globals.
const COUNTERS: [&str; 3] = ["worstcase.instructions", "worstcase.conditionals", "worstcase.calls"];

#[test]
fn counts_are_exact_on_random_modules() {
    let tally = random::compare(with_counters, |ours, theirs| {
        let got = ours.machine.spent();
        let expected = counted(theirs)?;
        if got == expected { Ok(()) } else { Err(format!("{got:?}, but it was {expected:?}")) }
    });
    if tally.modules >= 100 {
        let modules = tally.modules as u64;
        assert!(
            tally.instructions > 1000 * modules && tally.conditionals > 100 * modules,
            "too little: {tally}"
        );
        assert!(
            tally.returned > 5 * tally.modules && tally.trapped > 2 * tally.modules,
            "too few calls: {tally}"
        );
    }
}

fn counted(theirs: &mut Theirs) -> Result<Spent, String> {
    let mut counts = [0; 3];
    for (count, name) in counts.iter_mut().zip(COUNTERS) {
        let global = theirs.instance.get_global(&theirs.store, name).ok_or("no counter")?;
        *count = global.get(&theirs.store).i64().ok_or("not a counter")? as u64;
    }
    let [instructions, conditionals, calls] = counts;
    Ok(Spent { conditionals, instructions, calls })
}

/// The module with counters in it.
fn with_counters(program: &Program) -> Vec<u8> {
    let mut module = wasm_encoder::Module::new();
    let mut counters = Counters {
        first: program.globals.len() as u32,
        bodies: program.imported_functions() as u32,
        watched: program.imported_functions() as u32,
    };
    let parsed = counters.parse_core_module(&mut module, Parser::new(0), &program.bytes);
    parsed.expect("a valid module can be encoded again");
    module.finish()
}

/// Encodes a module again, with counters.
struct Counters {
    /// The index of the first counter: the number of globals that there were.
    first: u32,
    /// The index of the function that the next body belongs to.
    bodies: u32,
    /// The function whose calls are counted: the first that has a body.
    watched: u32,
}

type Encoded = Result<(), Error<std::convert::Infallible>>;

impl Counters {
    fn add_one(&self, function: &mut wasm_encoder::Function, counter: u32) {
        function.instruction(&Instruction::GlobalGet(self.first + counter));
        function.instruction(&Instruction::I64Const(1));
        function.instruction(&Instruction::I64Add);
        function.instruction(&Instruction::GlobalSet(self.first + counter));
    }
}

impl Reencode for Counters {
    type Error = std::convert::Infallible;

    fn parse_global_section(&mut self, globals: &mut GlobalSection, section: GlobalSectionReader) -> Encoded {
        utils::parse_global_section(self, globals, section)?;
        for _ in COUNTERS {
            let ty = GlobalType { val_type: ValType::I64, mutable: true, shared: false };
            globals.global(ty, &ConstExpr::i64_const(0));
        }
        Ok(())
    }

    fn parse_export_section(&mut self, exports: &mut ExportSection, section: ExportSectionReader) -> Encoded {
        utils::parse_export_section(self, exports, section)?;
        for (counter, name) in COUNTERS.into_iter().enumerate() {
            exports.export(name, ExportKind::Global, self.first + counter as u32);
        }
        Ok(())
    }

    fn parse_function_body(&mut self, code: &mut CodeSection, body: FunctionBody) -> Encoded {
        let mut function = self.new_function_with_parsed_locals(&body)?;
        if self.bodies == self.watched {
            self.add_one(&mut function, 2);
        }
        self.bodies += 1;
        let mut reader = body.get_operators_reader()?;
        while !reader.eof() {
            let operator = reader.read()?;
            // What only gives code its structure is not an instruction that is executed.
            if !matches!(
                operator,
                Operator::Block { .. }
                    | Operator::Loop { .. }
                    | Operator::Else
                    | Operator::End
                    | Operator::Nop
            ) {
                self.add_one(&mut function, 0);
            }
            if matches!(operator, Operator::If { .. } | Operator::BrIf { .. } | Operator::BrTable { .. }) {
                self.add_one(&mut function, 1);
            }
            function.instruction(&self.instruction(operator)?);
        }
        code.function(&function);
        Ok(())
    }
}
