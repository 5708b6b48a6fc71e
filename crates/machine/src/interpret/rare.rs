//! The operations that are neither hot nor calls within a program: other calls, references, tables, bulk memory.

use std::sync::Arc;

use worstcase_program::{FuncIdx, NULL_REFERENCE, Op};

use super::{prepare, window};
use crate::bulk;
use crate::machine::{Event, Frame, FunctionCode, Machine};
use crate::observe::Observer;
use crate::stop::{Limit, Trap};
use crate::value::{Memory, PAGE, Step, Value};

/// How many bytes a reference takes.
const REFERENCE: u64 = 8;

impl<V: Value> Machine<V> {
    /// Executes the operation at the current position. An event, if there is one for the driver.
    #[inline(never)]
    pub(super) fn rare<O: Observer>(&mut self, op: Op, observer: &mut O) -> Step<V, Option<Event<V::Pause>>> {
        if O::WATCHES {
            observer.operation(self.current.instance as usize, self.current.pc);
        }
        match op {
            Op::CallImport { function, base } => {
                let address = self.instances[self.current.instance as usize].functions[function as usize];
                return self.call(address, base, observer);
            }
            Op::CallIndirect { index, base, ty, table } => {
                let index = self.bits(index)? as u32;
                let instance = &self.instances[self.current.instance as usize];
                let elements = &self.tables[instance.tables[table as usize] as usize].elements;
                let reference = *elements.get(index as usize).ok_or(Trap::UndefinedElement)?;
                if reference == NULL_REFERENCE {
                    return Err(Trap::UninitializedElement.into());
                }
                let address = (reference - 1) as u32;
                if self.functions[address as usize].ty != instance.types[ty as usize] {
                    return Err(Trap::IndirectCallTypeMismatch.into());
                }
                return self.call(address, base, observer);
            }
            Op::Unreachable => return Err(Trap::Unreachable.into()),
            Op::Breath => {}
            Op::RefIsNull { dst, a } => {
                let null = self.bits(a)? == NULL_REFERENCE;
                self.set(dst, null.into());
            }
            Op::RefFunc { dst, function } => {
                let address = self.instances[self.current.instance as usize].functions[function as usize];
                self.set(dst, u64::from(address) + 1);
            }
            op => self.memory_operation(op)?,
        }
        self.current.pc += 1;
        Ok(None)
    }

    /// Calls a function by its address. The caller's position is that of the call.
    fn call<O: Observer>(
        &mut self,
        address: u32,
        base: u16,
        observer: &mut O,
    ) -> Step<V, Option<Event<V::Pause>>> {
        let callee = self.current.base + base as usize;
        match self.functions[address as usize].code {
            FunctionCode::Wasm { instance, body } => {
                // A call that is stopped here is executed again, and then counted.
                self.make_room(callee)?;
                self.executed += i64::from(self.begun(self.current.instance, self.current.pc));
                self.frames.push(Frame { pc: self.current.pc + 1, ..self.current });
                let target = &self.instances[instance as usize];
                let function = FuncIdx(target.program.imported_functions() as u32 + body);
                let body = &target.program.bodies[body as usize];
                prepare(window(&mut self.stack, callee), target, body);
                self.current = Frame { pc: body.code.start, instance, base: callee };
                self.calls += u64::from(self.watched == Some(address));
                if O::WATCHES {
                    self.announce(function, observer);
                }
                Ok(None)
            }
            FunctionCode::Host(id) => {
                self.host = Some((callee, address));
                self.current.pc += 1;
                self.calls += u64::from(self.watched == Some(address));
                Ok(Some(Event::Host(id)))
            }
        }
    }

    fn memory_operation(&mut self, op: Op) -> Step<V, ()> {
        let current = self.current.instance as usize;
        match op {
            Op::MemorySize { dst } => {
                let pages = self.memory(current).pages();
                self.set(dst, pages.into());
            }
            Op::MemoryGrow { dst, pages } => {
                let (pages, limits) = (self.bits(pages)? as u32, self.limits);
                // What is refused takes no time.
                self.account(u64::from(pages.min(limits.memory_pages)) * PAGE as u64)?;
                let old = self.memory(current).grow(pages, &limits)?;
                self.note_peak(current);
                self.set(dst, old.unwrap_or(u32::MAX).into());
            }
            Op::MemoryFill { address, value, len } => {
                let (address, value, len) = (self.get(address), self.get(value), self.get(len));
                self.account(0)?;
                let (memory, context) = self.memory_and_context(current);
                memory.fill(context, address, value, len)?;
                self.note_moved(len)?;
            }
            Op::MemoryCopy { dst, src, len } => {
                let (dst, src, len) = (self.get(dst), self.get(src), self.get(len));
                self.account(0)?;
                let (memory, context) = self.memory_and_context(current);
                memory.copy(context, dst, src, len)?;
                self.note_moved(len)?;
            }
            Op::MemoryInit { dst, src, len, segment } => {
                let (dst, src, len) = (self.get(dst), self.get(src), self.get(len));
                self.account(0)?;
                let gone = self.dropped[current].data[segment as usize];
                let program = self.instances[current].program.clone();
                let data = if gone { &[] } else { program.data[segment as usize].bytes.as_slice() };
                let (memory, context) = self.memory_and_context(current);
                memory.init(context, data, dst, src, len)?;
                self.note_moved(len)?;
            }
            Op::DataDrop { segment } => self.dropped[current].data[segment as usize] = true,
            op => self.table_operation(op)?,
        }
        Ok(())
    }

    fn table_operation(&mut self, op: Op) -> Step<V, ()> {
        let current = self.current.instance as usize;
        let address = |machine: &Self, table: u32| machine.instances[current].tables[table as usize] as usize;
        match op {
            Op::TableGet { dst, index, table } => {
                let (index, table) = (self.bits(index)? as u32, address(self, table));
                let elements = &self.tables[table].elements;
                let reference = *elements.get(index as usize).ok_or(Trap::TableOutOfBounds)?;
                self.set(dst, reference);
            }
            Op::TableSet { index, value, table } => {
                let (index, value, table) =
                    (self.bits(index)? as u32, self.bits(value)?, address(self, table));
                let elements = Arc::make_mut(&mut self.tables[table].elements);
                *elements.get_mut(index as usize).ok_or(Trap::TableOutOfBounds)? = value;
            }
            Op::TableSize { dst, table } => {
                let size = self.tables[address(self, table)].elements.len();
                self.set(dst, size as u64);
            }
            Op::TableGrow { dst, value, by, table } => {
                let (value, by, table) = (self.bits(value)?, self.bits(by)? as u32, address(self, table));
                self.account(REFERENCE * u64::from(by.min(self.limits.table_elements)))?;
                let room = self.table_room();
                let old = bulk::table_grow(&mut self.tables[table], value, by, room)
                    .ok_or(Limit::Table(self.limits.table_elements))?;
                self.set(dst, old.into());
            }
            Op::TableFill { index, value, len, table } => {
                let (index, value, len) =
                    (self.bits(index)? as u32, self.bits(value)?, self.bits(len)? as u32);
                let table = address(self, table);
                self.account(REFERENCE * u64::from(len))?;
                bulk::table_fill(&mut self.tables[table], index, value, len)?;
            }
            Op::TableCopy { dst, src, len, to, from } => {
                let (dst, src, len) =
                    (self.bits(dst)? as u32, self.bits(src)? as u32, self.bits(len)? as u32);
                let (to, from) = (address(self, to), address(self, from));
                self.account(REFERENCE * u64::from(len))?;
                bulk::table_copy(&mut self.tables, (to as u32, dst, from as u32, src), len)?;
            }
            Op::TableInit { dst, src, len, table, segment } => {
                let (dst, src, len) =
                    (self.bits(dst)? as u32, self.bits(src)? as u32, self.bits(len)? as u32);
                self.account(REFERENCE * u64::from(len))?;
                let items = self.segment(segment, src, len)?;
                let table = address(self, table);
                bulk::table_init(&mut self.tables[table], &items, dst)?;
            }
            Op::ElemDrop { segment } => self.dropped[current].elements[segment as usize] = true,
            op => unreachable!("{op:?} is executed elsewhere"),
        }
        Ok(())
    }

    /// Some of the references of an element segment, which has none once it was dropped.
    fn segment(&mut self, segment: u32, start: u32, len: u32) -> Step<V, Vec<u64>> {
        let Machine { context, instances, globals, dropped, current, .. } = self;
        let current = current.instance as usize;
        let instance = &instances[current];
        let gone = dropped[current].elements[segment as usize];
        let items = if gone { &[] } else { instance.program.elements[segment as usize].items.as_slice() };
        let range = bulk::range(start, len, items.len())?;
        items[range]
            .iter()
            .map(|&item| {
                bulk::reference(item, instance, |global| {
                    globals[instance.globals[global as usize] as usize].value.bits(context)
                })
            })
            .collect()
    }

    /// Accounts for an operation on so many bytes that has happened, so that their number is known.
    fn note_moved(&mut self, len: V) -> Step<V, ()> {
        let len = len.bits(&mut self.context)? as u32;
        self.moved = self.moved.saturating_add(len.into());
        Ok(())
    }

    fn get(&self, register: u16) -> V {
        self.stack[self.current.base + register as usize]
    }

    fn bits(&mut self, register: u16) -> Step<V, u64> {
        self.get(register).bits(&mut self.context)
    }

    fn set(&mut self, register: u16, bits: u64) {
        self.stack[self.current.base + register as usize] = V::from_bits(bits);
    }
}
