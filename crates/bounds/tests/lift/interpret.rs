//! Interprets routines.
//!
//! Variables live twice: as the routine has them, and as bytes of a memory, to which stores through pointers go. What
//! a routine forgets is read back from memory; and whatever is not forgotten has to agree with memory after every
//! statement. That is what `Forget` and `shared` promise.

use std::collections::BTreeMap;

use worstcase_bounds::lift::{
    Callee, Condition, End, Kind, Op, Place, Routine, Statement, Type, Value, VarIdx, apply,
};
use worstcase_program::flow::{BlockIdx, Flow};
use worstcase_program::{ConstExpr, Program, SegmentMode};

/// Why an execution did not return.
#[derive(Debug, PartialEq, Eq)]
pub enum Stop {
    Trap,
    /// A value is not known: then there is nothing to compare.
    Unknown,
    Steps,
}

/// How much stack each call gets.
const FRAME: i64 = 4096;

pub struct Interpreter<'p> {
    program: &'p Program,
    flows: BTreeMap<u32, Flow<'p>>,
    routines: BTreeMap<u32, &'p Routine>,
    pub memory: BTreeMap<i64, u8>,
    /// The successors that were chosen where there was a choice.
    pub decisions: Vec<u32>,
    steps: u64,
    /// Whether operations that do not wrap must not overflow.
    pub strict: bool,
}

impl<'p> Interpreter<'p> {
    pub fn new(program: &'p Program, routines: &'p [Routine]) -> Self {
        let flow = |routine: &Routine| (routine.function.0, Flow::of(program, routine.function).unwrap());
        let flows = routines.iter().map(flow).collect();
        let routines = routines.iter().map(|routine| (routine.function.0, routine)).collect();
        Interpreter {
            program,
            flows,
            routines,
            memory: BTreeMap::new(),
            decisions: Vec::new(),
            steps: 0,
            strict: false,
        }
    }

    /// Begins anew, with the memory that the program begins with.
    pub fn reset(&mut self) {
        self.memory.clear();
        self.decisions.clear();
        self.steps = 0;
        for segment in &self.program.data {
            let SegmentMode::Active(_, ConstExpr::Bits(start)) = segment.mode else { continue };
            self.memory.extend(segment.bytes.iter().zip(start as i64..).map(|(&byte, at)| (at, byte)));
        }
    }

    fn read(&self, at: i64, bytes: u8, stack: i64) -> i128 {
        // What was never written is zero, or garbage on the stack.
        let byte = |at: i64| {
            let garbage = if at > stack - FRAME && at < 1 << 22 { at as u8 ^ 0x5a } else { 0 };
            i128::from(self.memory.get(&at).copied().unwrap_or(garbage))
        };
        (0..bytes).map(|index| byte(at + i64::from(index)) << (8 * index)).sum()
    }

    fn write(&mut self, at: i64, bytes: u8, value: i128) {
        for index in 0..bytes {
            self.memory.insert(at + i64::from(index), (value >> (8 * index)) as u8);
        }
    }

    /// Calls a function with the bits of Wasm's arguments.
    pub fn call(&mut self, function: u32, arguments: &[i128], stack: i64) -> Result<Option<i128>, Stop> {
        let routine = self.routines[&function];
        let mut run = Run { routine, values: Vec::new(), stack };
        for variable in &routine.variables {
            run.values.push(match (variable.kind, variable.place) {
                (Kind::Temporary, _) => None,
                (Kind::Parameter(number), _) => Some(variable.ty.convert(arguments[number as usize])),
                (_, Some(place)) => {
                    let (at, bytes) = run.place(place);
                    Some(variable.ty.convert(self.read(at, bytes, stack)))
                }
                (kind, None) => panic!("{kind:?} {} has no place", variable.name),
            });
        }
        for index in 0..routine.variables.len() {
            self.mirror(&run, VarIdx(index as u32));
        }
        let mut block = BlockIdx(0);
        loop {
            let statements = &routine.block(block).statements;
            for (position, statement) in statements.iter().enumerate() {
                self.steps += 1;
                if self.steps > 2_000_000 {
                    return Err(Stop::Steps);
                }
                self.statement(&mut run, statement)?;
                if !matches!(statements.get(position + 1), Some(Statement::Forget(_))) {
                    self.check(&run, statement);
                }
            }
            let edges = self.flows[&function].successors(block).to_vec();
            let choice = match &routine.block(block).end {
                End::Goto => 0,
                End::Branch(condition) => {
                    let choice = u32::from(self.condition(&run, condition)?);
                    self.decisions.push(choice);
                    choice
                }
                End::Table(value) => {
                    let index = Type::unsigned(32).convert(self.value(&run, value)?);
                    let choice = index.min(edges.len() as i128 - 1) as u32;
                    self.decisions.push(choice);
                    choice
                }
                End::Return(None) => return Ok(None),
                End::Return(Some(value)) => return Ok(Some(self.value(&run, value)?)),
                End::Trap => return Err(Stop::Trap),
            };
            self.steps += 1;
            block = edges[choice as usize].target;
        }
    }

    /// Writes a variable to its place in memory.
    fn mirror(&mut self, run: &Run, variable: VarIdx) {
        if let (Some(place), Some(value)) =
            (run.routine.variable(variable).place, run.values[variable.index()])
        {
            let (at, bytes) = run.place(place);
            self.write(at, bytes, value);
        }
    }

    /// Compares all variables with memory.
    fn check(&self, run: &Run, statement: &Statement) {
        if matches!(statement, Statement::Store { .. } | Statement::Call { .. }) {
            // A `Forget` follows.
            return;
        }
        for (variable, value) in run.routine.variables.iter().zip(&run.values) {
            let (Some(place), Some(value)) = (variable.place, value) else { continue };
            let (at, bytes) = run.place(place);
            let there = variable.ty.convert(self.read(at, bytes, run.stack));
            assert_eq!(
                *value,
                there,
                "{} after {}\n{}",
                variable.name,
                run.routine.statement(statement),
                run.routine
            );
        }
    }

    fn statement(&mut self, run: &mut Run, statement: &Statement) -> Result<(), Stop> {
        match statement {
            Statement::Set { variable, value, .. } => {
                let value = self.value(run, value)?;
                run.values[variable.index()] = Some(run.routine.variable(*variable).ty.convert(value));
                self.mirror(run, *variable);
            }
            Statement::Store { address, bytes, value, .. } => {
                let at = Type::unsigned(32).convert(self.value(run, address)?);
                let value = self.value(run, value)?;
                self.write(at as i64, *bytes, value);
            }
            Statement::Forget(variables) => {
                for &variable in variables {
                    let described = run.routine.variable(variable);
                    let place = described.place.expect("what is not in memory is not forgotten");
                    let (at, bytes) = run.place(place);
                    run.values[variable.index()] =
                        Some(described.ty.convert(self.read(at, bytes, run.stack)));
                }
            }
            Statement::Call { callee, arguments, result, .. } => {
                let Callee::Function(callee) = callee else { return Err(Stop::Unknown) };
                let mut given = Vec::new();
                for argument in arguments {
                    given.push(self.value(run, argument)?);
                }
                let returned = self.call(callee.0, &given, run.stack - FRAME)?;
                if let Some(result) = result {
                    let ty = run.routine.variable(*result).ty;
                    run.values[result.index()] = Some(ty.convert(returned.expect("a result")));
                }
            }
        }
        Ok(())
    }

    fn condition(&self, run: &Run, condition: &Condition) -> Result<bool, Stop> {
        Ok(match condition {
            Condition::Compare { op, ty, left, right } => {
                op.holds(ty.convert(self.value(run, left)?), ty.convert(self.value(run, right)?))
            }
            Condition::Not(inner) => !self.condition(run, inner)?,
            Condition::And(a, b) => self.condition(run, a)? & self.condition(run, b)?,
            Condition::Or(a, b) => self.condition(run, a)? | self.condition(run, b)?,
            Condition::Constant(holds) => *holds,
        })
    }

    fn value(&self, run: &Run, value: &Value) -> Result<i128, Stop> {
        let result = match value {
            Value::Constant(constant) => (*constant).into(),
            Value::Variable(variable) => run.values[variable.index()].unwrap_or_else(|| {
                panic!("{} is read before it is set\n{}", run.routine.variable(*variable).name, run.routine)
            }),
            Value::Unknown(_) => return Err(Stop::Unknown),
            Value::Frame(at) => i128::from(run.stack + at),
            Value::Operation { op: Op::Convert, ty, arguments, .. } => {
                ty.convert(self.value(run, &arguments[0])?)
            }
            Value::Operation { op: Op::Select, ty, arguments, .. } => {
                let holds = self.value(run, &arguments[0])? != 0;
                ty.convert(self.value(run, &arguments[if holds { 1 } else { 2 }])?)
            }
            Value::Operation { op, ty, wraps, arguments } => {
                let left = self.value(run, &arguments[0])?;
                let right = arguments.get(1).map_or(Ok(0), |right| self.value(run, right))?;
                if self.strict && !wraps && matches!(op, Op::Add | Op::Sub | Op::Mul | Op::Shl) {
                    let exact = self.exact(run, *ty, value)?;
                    assert!(
                        ty.min() <= exact && exact <= ty.max(),
                        "{} overflows\n{}",
                        run.routine.value(value),
                        run.routine
                    );
                }
                apply(*op, *ty, left, right).ok_or(Stop::Trap)?
            }
            Value::Read { address, ty, .. } => {
                let at = Type::unsigned(32).convert(self.value(run, address)?);
                ty.convert(self.read(at as i64, ty.bits / 8, run.stack))
            }
            Value::Condition(condition) => self.condition(run, condition)?.into(),
        };
        let ty = run.routine.type_of(value);
        assert!(
            matches!(value, Value::Constant(_)) || (ty.min() <= result && result <= ty.max()),
            "{result} is no {ty}: {}",
            run.routine.value(value)
        );
        Ok(result)
    }

    /// What operations of one type come to without any reduction.
    fn exact(&self, run: &Run, of: Type, value: &Value) -> Result<i128, Stop> {
        match value {
            Value::Operation { op: op @ (Op::Add | Op::Sub | Op::Mul | Op::Shl), ty, arguments, .. }
                if *ty == of =>
            {
                let (a, b) = (self.exact(run, of, &arguments[0])?, self.exact(run, of, &arguments[1])?);
                Ok(match op {
                    Op::Add => a + b,
                    Op::Sub => a - b,
                    Op::Mul => a * b,
                    _ => a << b.rem_euclid(ty.bits.into()),
                })
            }
            value => self.value(run, value),
        }
    }

    /// The result as Wasm's bits.
    pub fn bits(&self, function: u32, result: i128) -> u64 {
        let ty = &self.program.func_type(worstcase_program::FuncIdx(function)).results[0];
        let bits = if *ty == worstcase_program::ValType::I64 { 64 } else { 32 };
        Type::unsigned(bits).convert(result) as u64
    }
}

/// A call that is being executed.
struct Run<'r> {
    routine: &'r Routine,
    values: Vec<Option<i128>>,
    /// Where its frame ends.
    stack: i64,
}

impl Run<'_> {
    fn place(&self, place: Place) -> (i64, u8) {
        match place {
            Place::Frame(at, bytes) => (self.stack + at, bytes),
            Place::Fixed(at, bytes) => (at.into(), bytes),
            Place::Behind(base, at, bytes) => {
                let pointer = self.values[base.index()].expect("a pointer");
                (pointer as i64 + at, bytes)
            }
        }
    }
}
