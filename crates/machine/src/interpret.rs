//! The interpreter: one loop over register code, for every kind of value.
//!
//! Every arm reads its operands, calls the operator, and writes the result; what operators mean is in the
//! [`Value`]'s own files, and bulk operations are in `bulk.rs`. The loop is one function because that is what
//! makes it fast: its state (position, registers, memory, counters) lives in machine registers, and a jump
//! table leads from each operation to the next. State is written back to the machine when the loop is left.
//! The position is the rest of the code as a slice, not an index: one pointer and one length to keep instead
//! of two and an index, and only jumps are checked against the code's bounds.

use worstcase_program::{Binary, Load, NULL_REFERENCE, Op, Store, Unary, numeric_operators};

use crate::bulk;
use crate::machine::{Event, Frame, FunctionCode, Machine, NOBODY, WINDOW};
use crate::observe::Observer;
use crate::stop::{Limit, Trap};
use crate::value::{Memory, Value};

impl<V: Value> Machine<V> {
    /// Executes until the function that was begun returns, a host function is called, or it cannot go on.
    ///
    /// After a limit or a pause it may be called again, and takes up where it stopped.
    pub fn resume<O: Observer>(&mut self, observer: &mut O) -> Event<V::Pause> {
        if let Some((_, function)) = self.host {
            // Only at the beginning of a run: a host function called by the host.
            if let FunctionCode::Host(id) = self.functions[function as usize].code {
                return Event::Host(id);
            }
        }
        if self.current.pc == NOBODY {
            return Event::Finished;
        }
        let event = numeric_operators!(run)(self, observer);
        let Frame { pc, instance, .. } = self.current;
        self.open = match event {
            Event::Finished => 0,
            Event::Host(_) => self.begun(instance, pc - 1),
            Event::Stopped(_) => self.begun(instance, pc),
        };
        event
    }
}

/// The registers of the frame at `base`.
#[inline(always)]
fn window<V>(stack: &mut [V], base: usize) -> &mut [V; WINDOW] {
    stack[base..].first_chunk_mut().expect("the stack reaches a window beyond every frame")
}

/// Makes room for a frame at `base`.
#[cold]
fn reach<V: Value>(stack: &mut Vec<V>, base: usize, limit: usize) -> Result<(), Limit> {
    if base > limit {
        return Err(Limit::Stack(limit));
    }
    // Not beyond the limit, or how deep a run gets would depend on those before it.
    let len = (2 * (base + WINDOW)).min(limit.saturating_add(WINDOW));
    stack.resize(len, V::default());
    Ok(())
}

macro_rules! run {
    (
        unary [$($unary:ident)*]
        binary [$($binary:ident)*]
        compare [$($compare:ident $branch:ident $negated:ident,)*]
        load [$($load:ident)*]
        store [$($store:ident)*]
    ) => {{
        fn run<V: Value, O: Observer>(machine: &mut Machine<V>, observer: &mut O) -> Event<V::Pause> {
            // Only the position and the registers change from one operation to the next and are kept in
            // variables; what changes now and then (counters, the current frame) stays in memory, and what
            // changes with the instance is fetched anew. With more variables in the loop, compilers run out
            // of machine registers and spill those that every operation needs.
            let Machine {
                context, limits, instances, functions, tables, memories, globals, dropped, stack, frames,
                host, executed, conditionals, calls, peak_pages, current, ..
            } = machine;
            let Frame { pc, instance: current, base } = current;
            let watched = machine.watched.unwrap_or(u32::MAX);
            let max_executed = i64::try_from(limits.steps).unwrap_or(i64::MAX);
            'instance: loop {
                let instance = &instances[*current as usize];
                let program = &*instance.program;
                let code = program.code.as_slice();
                let memory = &mut memories[instance.memory as usize];
                'frame: loop {
                let regs = window(stack, *base);
                let mut rest = &code[*pc as usize..];
                loop {
                    // The position of the operation that is being executed.
                    macro_rules! at {
                        () => {
                            (code.len() - rest.len() - 1) as u32
                        };
                    }
                    // Leaves with the operation not executed.
                    macro_rules! stop {
                        ($stop:expr) => {{
                            *pc = at!();
                            return Event::Stopped($stop.into());
                        }};
                    }
                    macro_rules! attempt {
                        ($step:expr) => {
                            match $step {
                                Ok(value) => value,
                                Err(stop) => stop!(stop),
                            }
                        };
                    }
                    macro_rules! reg {
                        ($reg:expr) => {
                            regs[$reg as usize]
                        };
                    }
                    macro_rules! bits {
                        ($reg:expr) => {
                            attempt!(reg!($reg).bits(context))
                        };
                    }
                    macro_rules! jump {
                        ($target:expr, $executed:expr) => {{
                            rest = &code[$target as usize..];
                            *executed += i64::from($executed);
                            if *executed > max_executed {
                                *pc = $target;
                                return Event::Stopped(Limit::Steps(limits.steps).into());
                            }
                        }};
                    }
                    macro_rules! decided {
                        ($choice:expr) => {
                            *conditionals += 1;
                            if O::WATCHES {
                                observer.decision(*current as usize, at!(), $choice);
                            }
                        };
                    }
                    macro_rules! branch_if {
                        ($holds:expr, $target:expr, $executed:expr) => {{
                            let holds = $holds;
                            decided!(u32::from(holds));
                            if holds {
                                jump!($target, $executed);
                            }
                        }};
                    }
                    // Opens a frame for a body of this instance or another one.
                    macro_rules! enter {
                        ($instance:expr, $body:expr, $base:expr, $watched:expr) => {{
                            if frames.len() >= limits.call_depth {
                                stop!(Limit::CallDepth(limits.call_depth));
                            }
                            let callee = *base + $base as usize;
                            if callee + WINDOW > stack.len() {
                                attempt!(reach(stack, callee, limits.stack));
                            }
                            // A call that is stopped above is executed again, and then counted.
                            *calls += u64::from($watched);
                            frames.push(Frame { pc: at!() + 1, instance: *current, base: *base });
                            *base = callee;
                            let regs = window(stack, callee);
                            let target = &instances[$instance as usize];
                            let body = &target.program.bodies[$body as usize];
                            for local in body.params..body.locals {
                                regs[local as usize] = V::default();
                            }
                            let constants = body.constants.start as usize..body.constants.end as usize;
                            for (register, &constant) in (body.locals..).zip(&target.constants[constants]) {
                                regs[register as usize] = constant;
                            }
                            *pc = body.code.start;
                            if $instance == *current {
                                continue 'frame;
                            }
                            *current = $instance;
                            continue 'instance;
                        }};
                    }
                    macro_rules! call {
                        ($address:expr, $base:expr) => {{
                            let address = $address;
                            match functions[address as usize].code {
                                FunctionCode::Wasm { instance, body } => {
                                    enter!(instance, body, $base, address == watched)
                                }
                                FunctionCode::Host(id) => {
                                    *calls += u64::from(address == watched);
                                    *host = Some((*base + $base as usize, address));
                                    *pc = at!() + 1;
                                    return Event::Host(id);
                                }
                            }
                        }};
                    }
                    macro_rules! leave {
                        ($executed:expr) => {{
                            let caller = frames.pop().expect("a running function has a caller");
                            *executed += i64::from($executed);
                            *pc = caller.pc;
                            if caller.pc == NOBODY {
                                return Event::Finished;
                            }
                            *base = caller.base;
                            if *executed > max_executed {
                                *current = caller.instance;
                                return Event::Stopped(Limit::Steps(limits.steps).into());
                            }
                            if caller.instance == *current {
                                continue 'frame;
                            }
                            *current = caller.instance;
                            continue 'instance;
                        }};
                    }

                    let (op, after) = rest.split_first().expect("every function ends with a return or a trap");
                    rest = after;
                    if O::WATCHES {
                        observer.operation(*current as usize, at!());
                    }
                    match *op {
                        $(Op::$unary { dst, a } => {
                            reg!(dst) = attempt!(V::unary(context, Unary::$unary, reg!(a)));
                        })*
                        $(Op::$binary { dst, a, b } => {
                            reg!(dst) = attempt!(V::binary(context, Binary::$binary, reg!(a), reg!(b)));
                        })*
                        $(Op::$compare { dst, a, b } => {
                            reg!(dst) = attempt!(V::binary(context, Binary::$compare, reg!(a), reg!(b)));
                        })*
                        $(Op::$branch { a, b, target, executed: count } => {
                            let holds = attempt!(V::binary(context, Binary::$compare, reg!(a), reg!(b)));
                            branch_if!(attempt!(holds.truth(context)), target, count);
                        })*
                        $(Op::$load { dst, address, offset } => {
                            reg!(dst) = attempt!(memory.load(context, Load::$load, reg!(address), offset));
                        })*
                        $(Op::$store { address, value, offset } => {
                            attempt!(memory.store(context, Store::$store, reg!(address), offset, reg!(value)));
                        })*

                        Op::Copy { dst, src } => reg!(dst) = reg!(src),
                        Op::Copy2 { dst, a, b } => {
                            let (a, b) = (reg!(a), reg!(b));
                            reg!(dst) = a;
                            reg!(dst.wrapping_add(1)) = b;
                        }
                        Op::Const { dst, bits } => reg!(dst) = V::from_bits(bits),
                        Op::Select { dst, condition, a, b } => {
                            reg!(dst) = attempt!(V::select(context, reg!(condition), reg!(a), reg!(b)));
                        }

                        Op::Br { target, executed: count } => jump!(target, count),
                        Op::BrNez { condition, target, executed: count } => {
                            branch_if!(attempt!(reg!(condition).truth(context)), target, count);
                        }
                        Op::BrEqz { condition, target, executed: count } => {
                            branch_if!(!attempt!(reg!(condition).truth(context)), target, count);
                        }
                        Op::BrTable { index, len } => {
                            let choice = (bits!(index) as u32).min(len);
                            decided!(choice);
                            rest = &rest[choice as usize..];
                        }
                        Op::Return { executed: count } => leave!(count),
                        Op::Return1 { src, executed: count } => {
                            reg!(0) = reg!(src);
                            leave!(count);
                        }
                        Op::ReturnMany { src, len, executed: count } => {
                            regs.copy_within(src as usize..src as usize + len as usize, 0);
                            leave!(count);
                        }
                        Op::Call { function, base: callee } => {
                            let body = function as usize - program.imported_functions();
                            let address = || instance.functions[function as usize];
                            enter!(*current, body, callee, watched != u32::MAX && address() == watched);
                        }
                        Op::CallImport { function, base: callee } => {
                            call!(instance.functions[function as usize], callee);
                        }
                        Op::CallIndirect { index, base: callee, ty, table } => {
                            let elements = &tables[instance.tables[table as usize] as usize].elements;
                            let reference = match elements.get(bits!(index) as u32 as usize) {
                                Some(&NULL_REFERENCE) => stop!(Trap::UninitializedElement),
                                Some(&reference) => reference,
                                None => stop!(Trap::UndefinedElement),
                            };
                            let address = (reference - 1) as u32;
                            if functions[address as usize].ty != instance.types[ty as usize] {
                                stop!(Trap::IndirectCallTypeMismatch);
                            }
                            call!(address, callee);
                        }
                        Op::Unreachable => stop!(Trap::Unreachable),

                        Op::GlobalGet { dst, global } => {
                            reg!(dst) = globals[instance.globals[global as usize] as usize].value;
                        }
                        Op::GlobalSet { src, global } => {
                            globals[instance.globals[global as usize] as usize].value = reg!(src);
                        }
                        Op::RefIsNull { dst, a } => {
                            let null = bits!(a) == NULL_REFERENCE;
                            reg!(dst) = V::from_bits(null.into());
                        }
                        Op::RefFunc { dst, function } => {
                            reg!(dst) = V::from_bits(u64::from(instance.functions[function as usize]) + 1);
                        }

                        Op::MemorySize { dst } => reg!(dst) = V::from_bits(memory.pages().into()),
                        Op::MemoryGrow { dst, pages } => {
                            let old = attempt!(memory.grow(bits!(pages) as u32, limits));
                            *peak_pages = (*peak_pages).max(memory.pages());
                            reg!(dst) = V::from_bits(old.map_or(u32::MAX, |old| old).into());
                        }
                        Op::MemoryFill { address, value, len } => {
                            attempt!(memory.fill(context, reg!(address), reg!(value), reg!(len)));
                        }
                        Op::MemoryCopy { dst, src, len } => {
                            attempt!(memory.copy(context, reg!(dst), reg!(src), reg!(len)));
                        }
                        Op::MemoryInit { dst, src, len, segment } => {
                            let gone = dropped[*current as usize].data[segment as usize];
                            let data = if gone { &[] } else { program.data[segment as usize].bytes.as_slice() };
                            attempt!(memory.init(context, data, reg!(dst), reg!(src), reg!(len)));
                        }
                        Op::DataDrop { segment } => dropped[*current as usize].data[segment as usize] = true,

                        Op::TableGet { dst, index, table } => {
                            let table = &tables[instance.tables[table as usize] as usize];
                            match table.elements.get(bits!(index) as u32 as usize) {
                                Some(&reference) => reg!(dst) = V::from_bits(reference),
                                None => stop!(Trap::TableOutOfBounds),
                            }
                        }
                        Op::TableSet { index, value, table } => {
                            let (index, value) = (bits!(index), bits!(value));
                            let table = &mut tables[instance.tables[table as usize] as usize];
                            match table.elements.get_mut(index as u32 as usize) {
                                Some(place) => *place = value,
                                None => stop!(Trap::TableOutOfBounds),
                            }
                        }
                        Op::TableSize { dst, table } => {
                            let size = tables[instance.tables[table as usize] as usize].elements.len();
                            reg!(dst) = V::from_bits(size as u64);
                        }
                        Op::TableGrow { dst, value, by, table } => {
                            let (value, by) = (bits!(value), bits!(by));
                            let table = &mut tables[instance.tables[table as usize] as usize];
                            let old = attempt!(bulk::table_grow(table, value, by as u32, limits));
                            reg!(dst) = V::from_bits(old.into());
                        }
                        Op::TableFill { index, value, len, table } => {
                            let (index, value, len) = (bits!(index), bits!(value), bits!(len));
                            let table = &mut tables[instance.tables[table as usize] as usize];
                            attempt!(bulk::table_fill(table, index as u32, value, len as u32));
                        }
                        Op::TableCopy { dst, src, len, to, from } => {
                            let (dst, src, len) = (bits!(dst), bits!(src), bits!(len));
                            let (to, from) = (instance.tables[to as usize], instance.tables[from as usize]);
                            let place = (to, dst as u32, from, src as u32);
                            attempt!(bulk::table_copy(tables, place, len as u32));
                        }
                        Op::TableInit { dst, src, len, table, segment } => {
                            let (dst, src, len) = (bits!(dst), bits!(src), bits!(len));
                            let gone = dropped[*current as usize].elements[segment as usize];
                            let items = if gone { &[] } else { program.elements[segment as usize].items.as_slice() };
                            let value = |item| bulk::reference(item, instance, |global| {
                                globals[instance.globals[global as usize] as usize].value.bits(context)
                            });
                            let items = attempt!(items.iter().copied().map(value).collect::<Result<Vec<u64>, _>>());
                            let table = &mut tables[instance.tables[table as usize] as usize];
                            attempt!(bulk::table_init(table, &items, dst as u32, src as u32, len as u32));
                        }
                        Op::ElemDrop { segment } => dropped[*current as usize].elements[segment as usize] = true,
                    }
                }
                }
            }
        }
        run::<V, O>
    }};
}
use run;
