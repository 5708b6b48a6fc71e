//! From the bytes of a module to a [`Program`].

use wasmparser::{
    BinaryReader, DataKind, ElementItems, ElementKind, ExternalKind, KnownCustom, Name, Operator, Parser,
    Payload, TypeRef, Validator, WasmFeatures,
};

use crate::debug::DebugInfo;
use crate::error::ModuleError;
use crate::lower;
use crate::module::{
    ConstExpr, DataSegment, ElementSegment, Export, ExternType, FuncIdx, FuncType, GlobalType, Import,
    Limits, Program, SegmentMode, TableType, ValType,
};
use crate::packed;

/// WebAssembly 2.0 without SIMD. Anything else is refused, by name.
const FEATURES: WasmFeatures = WasmFeatures::WASM2.difference(WasmFeatures::SIMD);

/// Validates a module and decodes it.
pub(crate) fn module(bytes: Vec<u8>) -> Result<Program, ModuleError> {
    // A module has layer 0 behind its version, a component 1.
    if Parser::is_component(&bytes) {
        return Err(ModuleError::Component);
    }
    Validator::new_with_features(FEATURES).validate_all(&bytes)?;
    let mut program = Program::default();
    let mut custom: Vec<(&str, &[u8])> = Vec::new();
    let mut code_start = 0;
    for payload in Parser::new(0).parse_all(&bytes) {
        match payload? {
            Payload::CodeSectionStart { unchecked_range, .. } => code_start = unchecked_range.start,
            Payload::CodeSectionEntry(body) => {
                let function = FuncIdx((program.imported + program.bodies.len()) as u32);
                lower::function(&mut program, function, &body)?;
            }
            Payload::CustomSection(section) => {
                if let KnownCustom::Name(section) = section.as_known() {
                    names(&mut program, section);
                }
                custom.push((section.name(), section.data()));
            }
            payload => section(&mut program, payload)?,
        }
    }
    program.packed = packed::pack(&program.code, &program.origins);
    program.debug = DebugInfo::new(custom, code_start);
    program.bytes = bytes;
    Ok(program)
}

fn section(program: &mut Program, payload: Payload) -> Result<(), ModuleError> {
    match payload {
        Payload::TypeSection(reader) => {
            for ty in reader.into_iter_err_on_gc_types() {
                program.types.push(func_type(&ty?));
            }
        }
        Payload::ImportSection(reader) => {
            for import in reader.into_imports() {
                let import = import?;
                let ty = import_type(program, import.ty);
                program.imports.push(Import { module: import.module.into(), name: import.name.into(), ty });
            }
            program.imported = program.functions.len();
        }
        Payload::FunctionSection(reader) => {
            for ty in reader {
                program.functions.push(ty?);
            }
        }
        Payload::TableSection(reader) => {
            for table in reader {
                program.tables.push(table_type(table?.ty));
            }
        }
        Payload::MemorySection(reader) => {
            for memory in reader {
                program.memories.push(memory_limits(memory?));
            }
        }
        Payload::GlobalSection(reader) => {
            for global in reader {
                let global = global?;
                program.globals.push(global_type(global.ty));
                program.global_values.push(const_expr(&global.init_expr)?);
            }
        }
        Payload::ExportSection(reader) => {
            for export in reader {
                let export = export?;
                let what = match export.kind {
                    ExternalKind::Func | ExternalKind::FuncExact => Export::Func(FuncIdx(export.index)),
                    ExternalKind::Table => Export::Table(export.index),
                    ExternalKind::Memory => Export::Memory(export.index),
                    ExternalKind::Global => Export::Global(export.index),
                    ExternalKind::Tag => continue,
                };
                program.exports.insert(export.name.into(), what);
            }
        }
        Payload::StartSection { func, .. } => program.start = Some(FuncIdx(func)),
        Payload::ElementSection(reader) => {
            for element in reader {
                program.elements.push(element_segment(element?)?);
            }
        }
        Payload::DataSection(reader) => {
            for data in reader {
                let data = data?;
                let mode = match data.kind {
                    DataKind::Passive => SegmentMode::Passive,
                    DataKind::Active { memory_index, offset_expr } => {
                        SegmentMode::Active(memory_index, const_expr(&offset_expr)?)
                    }
                };
                program.data.push(DataSegment { mode, bytes: data.data.to_vec() });
            }
        }
        _ => {}
    }
    Ok(())
}

fn element_segment(element: wasmparser::Element) -> Result<ElementSegment, ModuleError> {
    let mode = match element.kind {
        ElementKind::Passive => SegmentMode::Passive,
        ElementKind::Declared => SegmentMode::Declared,
        ElementKind::Active { table_index, offset_expr } => {
            SegmentMode::Active(table_index.unwrap_or(0), const_expr(&offset_expr)?)
        }
    };
    let mut items = Vec::new();
    match element.items {
        ElementItems::Functions(functions) => {
            for function in functions {
                items.push(ConstExpr::Func(FuncIdx(function?)));
            }
        }
        ElementItems::Expressions(_, expressions) => {
            for expression in expressions {
                items.push(const_expr(&expression?)?);
            }
        }
    }
    Ok(ElementSegment { mode, items })
}

/// Wasm 2.0 has only single instructions as constant expressions.
fn const_expr(expr: &wasmparser::ConstExpr) -> Result<ConstExpr, ModuleError> {
    Ok(match expr.get_operators_reader().read()? {
        Operator::I32Const { value } => ConstExpr::Bits(value as u32 as u64),
        Operator::I64Const { value } => ConstExpr::Bits(value as u64),
        Operator::F32Const { value } => ConstExpr::Bits(value.bits().into()),
        Operator::F64Const { value } => ConstExpr::Bits(value.bits()),
        Operator::RefNull { .. } => ConstExpr::Bits(lower::NULL_REFERENCE),
        Operator::GlobalGet { global_index } => ConstExpr::Global(global_index),
        Operator::RefFunc { function_index } => ConstExpr::Func(FuncIdx(function_index)),
        other => unreachable!("validated: {other:?} is not constant"),
    })
}

fn import_type(program: &mut Program, ty: TypeRef) -> ExternType {
    match ty {
        TypeRef::Func(index) | TypeRef::FuncExact(index) => {
            program.functions.push(index);
            ExternType::Func(program.types[index as usize].clone())
        }
        TypeRef::Table(ty) => {
            program.tables.push(table_type(ty));
            ExternType::Table(table_type(ty))
        }
        TypeRef::Memory(ty) => {
            program.memories.push(memory_limits(ty));
            ExternType::Memory(memory_limits(ty))
        }
        TypeRef::Global(ty) => {
            program.globals.push(global_type(ty));
            ExternType::Global(global_type(ty))
        }
        TypeRef::Tag(_) => unreachable!("validated: no exceptions"),
    }
}

/// The types of a function's parameters, then those of its locals.
pub(crate) fn local_types(program: &Program, function: FuncIdx) -> Option<Vec<ValType>> {
    let body = program.body(function)?;
    let bytes = &program.bytes[body.bytes.start as usize..body.bytes.end as usize];
    let reader = wasmparser::FunctionBody::new(BinaryReader::new(bytes, body.bytes.start.into()));
    let mut types = program.func_type(function).params.clone();
    for group in reader.get_locals_reader().ok()? {
        let (count, ty) = group.ok()?;
        types.extend(std::iter::repeat_n(val_type(ty), count as usize));
    }
    Some(types)
}

fn func_type(ty: &wasmparser::FuncType) -> FuncType {
    let convert = |types: &[wasmparser::ValType]| types.iter().map(|&ty| val_type(ty)).collect();
    FuncType { params: convert(ty.params()), results: convert(ty.results()) }
}

fn val_type(ty: wasmparser::ValType) -> ValType {
    match ty {
        wasmparser::ValType::I32 => ValType::I32,
        wasmparser::ValType::I64 => ValType::I64,
        wasmparser::ValType::F32 => ValType::F32,
        wasmparser::ValType::F64 => ValType::F64,
        wasmparser::ValType::V128 => unreachable!("validated: no SIMD"),
        wasmparser::ValType::Ref(ty) => ref_type(ty),
    }
}

fn ref_type(ty: wasmparser::RefType) -> ValType {
    if ty.is_func_ref() { ValType::FuncRef } else { ValType::ExternRef }
}

fn table_type(ty: wasmparser::TableType) -> TableType {
    TableType { element: ref_type(ty.element_type), limits: Limits { min: ty.initial, max: ty.maximum } }
}

fn memory_limits(ty: wasmparser::MemoryType) -> Limits {
    Limits { min: ty.initial, max: ty.maximum }
}

fn global_type(ty: wasmparser::GlobalType) -> GlobalType {
    GlobalType { content: val_type(ty.content_type), mutable: ty.mutable }
}

/// Names are a courtesy: what is wrong with them is passed over.
fn names(program: &mut Program, names: wasmparser::NameSectionReader) {
    for name in names.into_iter().flatten() {
        match name {
            Name::Function(map) => {
                for naming in map.into_iter().flatten() {
                    program.names.insert(FuncIdx(naming.index), naming.name.to_string());
                }
            }
            Name::Global(map) => {
                let stack = map.into_iter().flatten().find(|naming| naming.name == "__stack_pointer");
                program.stack_pointer = stack.map(|naming| naming.index);
            }
            _ => {}
        }
    }
}
