//! Putting a program into a machine: imports are linked, tables and memory filled.

use std::sync::Arc;

use worstcase_program::{
    ConstExpr, ExternType, FuncType, GlobalType, Limits as Size, Program, SegmentMode, TableType,
};

use crate::bulk;
use crate::machine::{Dropped, Extern, Function, FunctionCode, Global, Instance, Machine, Table};
use crate::stop::{Limit, Stop};
use crate::value::{MAX_PAGES, Memory, Value};

/// Why a program could not be put into a machine.
#[derive(Debug, thiserror::Error)]
pub enum LinkError<P> {
    /// What was given for an import is of another kind or type.
    #[error("incompatible import type: {module}.{name} has to be {expected}")]
    Incompatible {
        /// The module that it is imported from.
        module: String,
        /// Its name there.
        name: String,
        /// What the program asks for.
        expected: String,
    },
    /// A segment does not fit, or a limit is too low for the program.
    #[error("{}", stop_message(.0))]
    Stopped(Stop<P>),
}

fn stop_message<P>(stop: &Stop<P>) -> String {
    match stop {
        Stop::Trap(trap) => trap.to_string(),
        Stop::Limit(limit) => limit.to_string(),
        Stop::Pause(_) => "a symbolic value where the program begins".to_string(),
    }
}

impl<P> From<Stop<P>> for LinkError<P> {
    fn from(stop: Stop<P>) -> Self {
        LinkError::Stopped(stop)
    }
}

impl<V: Value> Machine<V> {
    /// A function of the driver's, known to it by a number.
    pub fn host_function(&mut self, ty: FuncType, id: u32) -> u32 {
        let ty = self.intern(&ty);
        push(&mut self.functions, Function { ty, code: FunctionCode::Host(id) })
    }

    /// A table of the driver's.
    pub fn host_table(&mut self, ty: TableType) -> u32 {
        push(&mut self.tables, Table { ty, elements: vec![0; ty.limits.min as usize].into() })
    }

    /// A memory of the driver's.
    pub fn host_memory(&mut self, size: Size) -> u32 {
        let memory = V::Memory::new(size.min as u32, size.max.map(|max| max as u32));
        push(&mut self.memories, memory)
    }

    /// A global of the driver's.
    pub fn host_global(&mut self, ty: GlobalType, value: V) -> u32 {
        push(&mut self.globals, Global { ty, value })
    }

    fn intern(&mut self, ty: &FuncType) -> u32 {
        if let Some(&index) = self.type_indices.get(ty) {
            return index;
        }
        let index = push(&mut self.types, ty.clone());
        self.type_indices.insert(ty.clone(), index);
        index
    }

    /// Puts a program into the machine and links its imports, given in the order in which it lists them.
    /// Its start function is *not* run: the caller does that, since it may call the host.
    pub fn instantiate(
        &mut self,
        program: Arc<Program>,
        imports: &[Extern],
    ) -> Result<usize, LinkError<V::Pause>> {
        for (import, given) in program.imports.iter().zip(imports) {
            if !self.fits(&import.ty, *given) {
                return Err(LinkError::Incompatible {
                    module: import.module.clone(),
                    name: import.name.clone(),
                    expected: describe(&import.ty),
                });
            }
        }
        assert_eq!(imports.len(), program.imports.len(), "one for each import");

        let index = self.instances.len();
        let mut instance = Instance {
            types: program.types.iter().map(|ty| self.intern(ty)).collect(),
            functions: Vec::new(),
            tables: Vec::new(),
            memory: 0,
            globals: Vec::new(),
            constants: program.constants.iter().map(|&bits| V::from_bits(bits)).collect(),
            program: program.clone(),
        };
        for given in imports {
            match *given {
                Extern::Func(address) => instance.functions.push(address),
                Extern::Table(address) => instance.tables.push(address),
                Extern::Memory(address) => instance.memory = address,
                Extern::Global(address) => instance.globals.push(address),
            }
        }
        self.define(&mut instance, index as u32, imports)?;
        self.dropped.push(Dropped {
            elements: program.elements.iter().map(|e| e.mode != SegmentMode::Passive).collect(),
            data: program.data.iter().map(|d| d.mode != SegmentMode::Passive).collect(),
        });
        // From here on other instances may see this one through what they share, even if the rest fails.
        self.instances.push(instance);
        self.fill(index)?;
        Ok(index)
    }

    /// How many elements tables may still grow by: the limit is on all of them together, or a hundred tables
    /// would evade it.
    pub(crate) fn table_room(&self) -> u32 {
        let elements: usize = self.tables.iter().map(|table| table.elements.len()).sum();
        self.limits.table_elements.saturating_sub(u32::try_from(elements).unwrap_or(u32::MAX))
    }

    /// Allocates what the program defines itself.
    fn define(
        &mut self,
        instance: &mut Instance<V>,
        index: u32,
        imports: &[Extern],
    ) -> Result<(), Stop<V::Pause>> {
        let program = instance.program.clone();
        for (body, &ty) in program.functions[program.imported_functions()..].iter().enumerate() {
            let code = FunctionCode::Wasm { instance: index, body: body as u32 };
            let function = Function { ty: instance.types[ty as usize], code };
            instance.functions.push(push(&mut self.functions, function));
        }
        for &ty in &program.tables[instance.tables.len()..] {
            if ty.limits.min > self.table_room().into() {
                return Err(Limit::Table(self.limits.table_elements).into());
            }
            instance.tables.push(self.host_table(ty));
        }
        let imported = imports.iter().any(|i| matches!(i, Extern::Memory(_)));
        if let (false, Some(&size)) = (imported, program.memories.first()) {
            if size.min > self.limits.memory_pages.into() {
                return Err(Limit::Memory(self.limits.memory_pages).into());
            }
            instance.memory = self.host_memory(size);
        }
        self.peak_pages = self.peak_pages.max(self.memories[instance.memory as usize].pages());
        let first = instance.globals.len();
        for (ty, &init) in program.globals[first..].iter().zip(&program.global_values) {
            let value = self.constant(instance, init);
            instance.globals.push(self.host_global(*ty, value));
        }
        Ok(())
    }

    fn constant(&mut self, instance: &Instance<V>, expr: ConstExpr) -> V {
        match expr {
            ConstExpr::Bits(bits) => V::from_bits(bits),
            ConstExpr::Func(function) => V::from_bits(u64::from(instance.functions[function.index()]) + 1),
            ConstExpr::Global(global) => self.globals[instance.globals[global as usize] as usize].value,
        }
    }

    /// Copies the active segments.
    fn fill(&mut self, index: usize) -> Result<(), Stop<V::Pause>> {
        let instance = self.instances[index].clone();
        for segment in &instance.program.elements {
            if let SegmentMode::Active(table, offset) = segment.mode {
                let offset = self.constant(&instance, offset).bits(&mut self.context)? as u32;
                let mut items = Vec::with_capacity(segment.items.len());
                for &item in &segment.items {
                    items.push(bulk::reference(item, &instance, |global| {
                        let value = self.globals[instance.globals[global as usize] as usize].value;
                        value.bits(&mut self.context)
                    })?);
                }
                let table = &mut self.tables[instance.tables[table as usize] as usize];
                bulk::table_init(table, &items, offset)?;
            }
        }
        for segment in &instance.program.data {
            if let SegmentMode::Active(_, offset) = segment.mode {
                let offset = self.constant(&instance, offset);
                let memory = &mut self.memories[instance.memory as usize];
                let len = V::from_bits(segment.bytes.len() as u64);
                memory.init(&mut self.context, &segment.bytes, offset, V::from_bits(0), len)?;
            }
        }
        Ok(())
    }

    /// Whether something may be given for an import of that type.
    fn fits(&self, wanted: &ExternType, given: Extern) -> bool {
        let within = |size: u64, max: Option<u64>, wanted: Size| {
            size >= wanted.min && wanted.max.is_none_or(|most| max.is_some_and(|max| max <= most))
        };
        match (wanted, given) {
            (ExternType::Func(ty), Extern::Func(address)) => self.function_type(address) == ty,
            (ExternType::Table(ty), Extern::Table(address)) => {
                let table = &self.tables[address as usize];
                table.ty.element == ty.element
                    && within(table.elements.len() as u64, table.ty.limits.max, ty.limits)
            }
            (ExternType::Memory(size), Extern::Memory(address)) => {
                let memory = &self.memories[address as usize];
                within(memory.pages().into(), memory.max().map(u64::from), *size)
            }
            (ExternType::Global(ty), Extern::Global(address)) => self.globals[address as usize].ty == *ty,
            _ => false,
        }
    }
}

/// Appends an item and gives its address.
fn push<T>(items: &mut Vec<T>, item: T) -> u32 {
    items.push(item);
    (items.len() - 1) as u32
}

fn describe(ty: &ExternType) -> String {
    match ty {
        ExternType::Func(ty) => format!("a function {ty}"),
        ExternType::Table(ty) => {
            format!("a table of {} with at least {} elements", ty.element, ty.limits.min)
        }
        ExternType::Memory(size) => {
            format!(
                "a memory of at least {} and at most {} pages",
                size.min,
                size.max.unwrap_or(MAX_PAGES.into())
            )
        }
        ExternType::Global(ty) => {
            format!("a {} global of {}", if ty.mutable { "mutable" } else { "constant" }, ty.content)
        }
    }
}
