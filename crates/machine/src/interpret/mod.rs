//! The interpreter: one text over register code, for every kind of value.
//!
//! Operations come in three groups. The hot ones (arithmetic, memory access, jumps) are in `steps.rs` and chain from
//! one to the next without coming back here (`chain.rs`, `hot.rs`). Calls and returns within a program are below. All
//! others are in `rare.rs`. What operators mean is in the [`Value`]'s own files.

mod chain;
mod hot;
mod rare;
mod steps;

use worstcase_program::{Body, FuncIdx, NULL_REFERENCE, Opcode, Packed};

use crate::machine::{Event, Frame, Function, FunctionCode, Instance, Machine, NOBODY, Table, WINDOW};
use crate::observe::Observer;
use crate::stop::{Limit, Stop};
use crate::value::Value;
use chain::Handlers;
use hot::{Hot, Why};

impl<V: Value> Machine<V> {
    /// Executes until the function that was begun returns, a host function is called, or it cannot go on.
    ///
    /// After a limit or a pause it may be called again, and takes up where it stopped.
    pub fn resume<O: Observer>(&mut self, observer: &mut O) -> Event<V::Pause> {
        if let Some((_, function)) = self.host {
            // The driver has not answered the call that is pending.
            if let FunctionCode::Host(id) = self.functions[function as usize].code {
                return Event::Host(id);
            }
        }
        if self.current.pc == NOBODY {
            return Event::Finished;
        }
        if O::WATCHES
            && let Some(function) = self.entering.take()
        {
            self.announce(function, observer);
        }
        let event = self.run(observer);
        let Frame { pc, instance, .. } = self.current;
        self.open = match event {
            Event::Finished => 0,
            Event::Host(_) => self.begun(instance, pc - 1),
            // The next operation has not begun, and instructions that became none may come before it.
            Event::Stopped(Stop::Limit(Limit::Steps(_))) => self.ended_before(instance, pc),
            Event::Stopped(_) => self.begun(instance, pc),
        };
        event
    }

    fn run<O: Observer>(&mut self, observer: &mut O) -> Event<V::Pause> {
        let max_executed = i64::try_from(self.limits.steps).unwrap_or(i64::MAX);
        'instance: loop {
            let Machine { context, limits, instances, memories, globals, stack, frames, current, .. } = self;
            let (functions, tables) = (&self.functions, &self.tables);
            let instance = &instances[current.instance as usize];
            let program = &*instance.program;
            let code = program.packed.as_slice();
            let memory = &mut memories[instance.memory as usize];
            let watched = self.watched.unwrap_or(u32::MAX);
            let mut hot = Hot {
                context,
                globals,
                instance,
                code,
                handlers: &Handlers::<V, O>::ALL,
                observer: &mut *observer,
                current: current.instance,
                left: -self.executed,
                come_back: 0,
                max_executed,
                conditionals: self.conditionals,
                why: Why::Other,
            };
            // Leaves what the loop below changed as it is now.
            macro_rules! settle {
                ($pc:expr) => {{
                    current.pc = $pc;
                    self.executed = hot.executed();
                    self.conditionals = hot.conditionals;
                }};
            }
            macro_rules! rare {
                ($at:expr) => {{
                    let at = $at;
                    settle!(at);
                    let op = program.code[at as usize];
                    match self.rare(op, observer) {
                        Ok(None) => continue 'instance,
                        Ok(Some(event)) => return event,
                        Err(stop) => return Event::Stopped(stop),
                    }
                }};
            }
            macro_rules! watch {
                ($at:expr) => {
                    if O::WATCHES {
                        hot.observer.operation(current.instance as usize, $at);
                    }
                };
            }
            // What follows is executed at every call and return, so it is looked up once for all of them.
            let (bodies, imported) = (program.bodies.as_slice(), program.imported_functions());
            let highest = stack.len() - WINDOW;
            hot.renew();
            let mut rest = &code[current.pc as usize..];
            let mut regs = window(stack, current.base);
            loop {
                rest = hot.run(rest, regs, memory);
                let op = &rest[0];
                match op.opcode {
                    _ if !matches!(hot.why, Why::Other) => {
                        if let Why::Stop(stop) = std::mem::replace(&mut hot.why, Why::Other) {
                            settle!((code.len() - rest.len()) as u32);
                            return Event::Stopped(stop);
                        }
                    }
                    Opcode::Call | Opcode::CallIndirect => {
                        let at = (code.len() - rest.len()) as u32;
                        let body = if op.opcode == Opcode::Call {
                            op.x as usize - imported
                        } else {
                            let index = regs[op.b as usize].known();
                            match index
                                .and_then(|i| indirect(op, i, current.instance, instance, functions, tables))
                            {
                                Some(body) => body as usize,
                                None => rare!(at),
                            }
                        };
                        let callee = current.base + op.a as usize;
                        if frames.len() >= limits.call_depth || callee > highest {
                            settle!(at);
                            if let Err(limit) = self.make_room(callee) {
                                return Event::Stopped(limit.into());
                            }
                            continue 'instance;
                        }
                        // Only now, or a call that had to make room would be seen twice.
                        watch!(at);
                        if watched != u32::MAX {
                            self.calls += u64::from(instance.functions[imported + body] == watched);
                        }
                        frames.push(Frame { pc: at + 1, instance: current.instance, base: current.base });
                        hot.left -= i64::from(op.y);
                        current.base = callee;
                        regs = window(stack, callee);
                        let function = FuncIdx((imported + body) as u32);
                        let body = &bodies[body];
                        prepare(regs, instance, body);
                        if O::WATCHES {
                            let arguments = &regs[..body.params as usize];
                            hot.observer.entered(current.instance as usize, function, arguments, memory);
                        }
                        rest = &code[body.code.start as usize..];
                    }
                    Opcode::Return | Opcode::Return1 | Opcode::ReturnMany => {
                        watch!((code.len() - rest.len()) as u32);
                        match op.opcode {
                            Opcode::Return1 => regs[0] = regs[op.a as usize],
                            Opcode::ReturnMany => {
                                regs.copy_within(op.a as usize..op.a as usize + op.b as usize, 0);
                            }
                            _ => {}
                        }
                        hot.left -= i64::from(op.y);
                        let caller = frames.pop().expect("a running function has a caller");
                        if caller.pc == NOBODY {
                            settle!(NOBODY);
                            return Event::Finished;
                        }
                        current.base = caller.base;
                        // What the caller had executed was accounted for when it called.
                        if caller.instance != current.instance {
                            let packed = &instances[caller.instance as usize].program.packed;
                            hot.left += i64::from(packed[caller.pc as usize - 1].y);
                            settle!(caller.pc);
                            current.instance = caller.instance;
                            if self.executed <= max_executed {
                                continue 'instance;
                            }
                            return Event::Stopped(Limit::Steps(self.limits.steps).into());
                        }
                        let called;
                        (called, rest) =
                            code[caller.pc as usize - 1..].split_first().expect("a call is there");
                        hot.left += i64::from(called.y);
                        regs = window(stack, caller.base);
                    }
                    _ => rare!((code.len() - rest.len()) as u32),
                }
                if hot.left < 0 {
                    if hot.executed() > max_executed {
                        settle!((code.len() - rest.len()) as u32);
                        return Event::Stopped(Limit::Steps(limits.steps).into());
                    }
                    hot.renew();
                }
            }
        }
    }

    /// Tells an observer of the function that the current frame is of, and that is about to begin.
    fn announce<O: Observer>(&self, function: FuncIdx, observer: &mut O) {
        let Frame { instance, base, .. } = self.current;
        let Instance { program, memory, .. } = &self.instances[instance as usize];
        let params = program.func_type(function).params.len();
        let memory = &self.memories[*memory as usize];
        observer.entered(instance as usize, function, &self.stack[base..base + params], memory);
    }

    /// Lets the stack reach a frame at `base`, unless one of the limits on calls forbids it.
    #[cold]
    fn make_room(&mut self, base: usize) -> Result<(), Limit> {
        if self.frames.len() >= self.limits.call_depth {
            return Err(Limit::CallDepth(self.limits.call_depth));
        }
        if base > self.limits.stack {
            return Err(Limit::Stack(self.limits.stack));
        }
        if base + WINDOW > self.stack.len() {
            // Not beyond the limit, or how deep a run gets would depend on those before it.
            let len = (2 * (base + WINDOW)).min(self.limits.stack.saturating_add(WINDOW));
            self.stack.resize(len, V::default());
        }
        Ok(())
    }
}

/// The body of the function that an indirect call means, if it is a function of the same instance and nothing is wrong with it.
#[inline(always)]
fn indirect<V>(
    call: &Packed,
    index: u64,
    current: u32,
    instance: &Instance<V>,
    functions: &[Function],
    tables: &[Table],
) -> Option<u32> {
    let table = &tables[instance.tables[call.c as usize] as usize];
    let address = table.elements.get(index as u32 as usize)?.checked_sub(NULL_REFERENCE + 1)?;
    match functions[address as usize] {
        Function { ty, code: FunctionCode::Wasm { instance: of, body } }
            if of == current && ty == instance.types[call.x as usize] =>
        {
            Some(body)
        }
        _ => None,
    }
}

/// The registers of the frame at `base`.
#[inline(always)]
fn window<V>(stack: &mut [V], base: usize) -> &mut [V; WINDOW] {
    stack[base..].first_chunk_mut().expect("the stack reaches a window beyond every frame")
}

/// Gives a function's locals and constants their values; its arguments are in place.
#[inline(always)]
fn prepare<V: Value>(regs: &mut [V; WINDOW], instance: &Instance<V>, body: &Body) {
    // Most functions have few locals, and to call `memset` for these takes longer than all the rest.
    match &mut regs[body.params as usize..body.locals as usize] {
        [] => {}
        [a] => *a = V::default(),
        [a, b] => [*a, *b] = [V::default(); 2],
        [a, b, c] => [*a, *b, *c] = [V::default(); 3],
        many => many.fill(V::default()),
    }
    let constants = &instance.constants[body.constants.start as usize..body.constants.end as usize];
    for (register, &constant) in regs[body.locals as usize..].iter_mut().zip(constants) {
        *register = constant;
    }
}
