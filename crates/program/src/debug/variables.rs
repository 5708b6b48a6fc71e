//! The variables of the source: where they live and what their types are.
//!
//! Unoptimised code has every local at a fixed place in its function's stack frame, and DWARF says where.
//! Optimised code moves them between Wasm locals; of those places only the Wasm locals are kept, without the
//! ranges of code in which they hold, so that a name is a hint there and no more.

use super::{Dwarf, Slice, Unit, is_live};
use gimli::{AttributeValue, DebuggingInformationEntry as Entry, Operation, UnitOffset};
use std::collections::HashMap;

/// How many types a reference leads through before it is taken for a cycle.
const MAX_TYPE_STEPS: u32 = 32;

/// A type of the source, a position in the tables of [`super::DebugInfo`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TypeIdx(u32);

/// What is known of a type.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Type {
    Scalar(Scalar),
    Struct {
        bytes: u64,
        members: Vec<Member>,
    },
    Array {
        element: TypeIdx,
        count: u64,
    },
    /// A typedef or a qualifier.
    Alias(TypeIdx),
    Other {
        bytes: u64,
    },
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Member {
    name: String,
    offset: u64,
    ty: TypeIdx,
}

/// A type that one load or store can move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scalar {
    /// Its size.
    pub bytes: u8,
    /// What its bits mean.
    pub kind: ScalarKind,
}

/// What the bits of a scalar mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScalarKind {
    /// An integer with a sign.
    Signed,
    /// An integer without one, a boolean or an enumeration.
    Unsigned,
    /// A floating-point number.
    Float,
    /// An address, of something of that type if it is known.
    Pointer(Option<TypeIdx>),
}

/// Where a local variable lives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// In memory, so many bytes after the frame base, all the time.
    Frame(i64),
    /// In memory at a fixed address.
    Static(u32),
    /// Now and then in these Wasm locals.
    Locals(Vec<u32>),
    /// Elsewhere or nowhere.
    Unknown,
}

/// A parameter or local variable of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalVariable {
    /// As in the source.
    pub name: String,
    /// Whether it is a parameter of the function itself, not of one that was inlined.
    pub parameter: bool,
    /// Where it lives.
    pub place: Place,
    /// Its type.
    pub ty: Option<TypeIdx>,
}

/// A variable at a fixed address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GlobalVariable {
    /// As in the source.
    pub name: String,
    /// Where it lives.
    pub address: u32,
    /// Its type.
    pub ty: TypeIdx,
    /// Whether other files of the same program may name it: it is not `static`.
    pub external: bool,
}

/// What a frame's offsets count from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameBase {
    /// The value of a Wasm local.
    Local(u32),
    /// The value of a Wasm global: the stack pointer.
    Global(u32),
}

/// What debug info says about the variables of one function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionVariables {
    /// What [`Place::Frame`] counts from.
    pub frame_base: Option<FrameBase>,
    /// The type that it returns.
    pub result: Option<TypeIdx>,
    /// Its variables and parameters, in the order of the source.
    pub variables: Vec<LocalVariable>,
    /// Whether an optimiser was at work, or the source is not C or C++: then arithmetic and addresses need not follow
    /// C's rules.
    pub optimised: bool,
    /// Whether other files of the same program may name the function: it is not `static`.
    pub external: bool,
}

/// The variables of a module.
#[derive(Debug, Default)]
pub(super) struct Variables {
    /// Start and end of the code, sorted.
    functions: Vec<(u32, u32, FunctionVariables)>,
    /// Sorted by address.
    globals: Vec<GlobalVariable>,
    types: Vec<Type>,
}

impl Variables {
    pub(super) fn globals(&self) -> &[GlobalVariable] {
        &self.globals
    }

    pub(super) fn function(&self, address: u32) -> Option<&FunctionVariables> {
        let after = self.functions.partition_point(|function| function.0 <= address);
        let (_, end, function) = self.functions.get(after.checked_sub(1)?)?;
        (address < *end).then_some(function)
    }

    /// The type behind typedefs and qualifiers.
    fn plain(&self, mut ty: TypeIdx) -> Option<&Type> {
        for _ in 0..MAX_TYPE_STEPS {
            match self.types.get(ty.0 as usize)? {
                Type::Alias(to) => ty = *to,
                plain => return Some(plain),
            }
        }
        None
    }

    /// The size of the largest type.
    pub(super) fn largest(&self) -> u64 {
        (0..self.types.len() as u32).map(|ty| self.bytes(TypeIdx(ty))).max().unwrap_or(0)
    }

    pub(super) fn bytes(&self, mut ty: TypeIdx) -> u64 {
        let mut copies: u64 = 1;
        for _ in 0..MAX_TYPE_STEPS {
            let bytes = match self.plain(ty) {
                Some(Type::Scalar(scalar)) => scalar.bytes.into(),
                Some(Type::Struct { bytes, .. } | Type::Other { bytes }) => *bytes,
                Some(Type::Array { element, count }) => {
                    copies = copies.saturating_mul(*count);
                    ty = *element;
                    continue;
                }
                Some(Type::Alias(_)) | None => 0,
            };
            return copies.saturating_mul(bytes);
        }
        0
    }

    /// The scalar so many bytes into a thing of that type, and its path there, such as `.x[3]`.
    pub(super) fn scalar_at(&self, mut ty: TypeIdx, mut offset: u64) -> Option<(String, Scalar)> {
        let mut path = String::new();
        for _ in 0..MAX_TYPE_STEPS {
            match self.plain(ty)? {
                Type::Scalar(scalar) => return (offset == 0).then_some((path, *scalar)),
                Type::Array { element, .. } => {
                    let index = offset.checked_div(self.bytes(*element))?;
                    path += &format!("[{index}]");
                    offset -= index * self.bytes(*element);
                    ty = *element;
                }
                Type::Struct { members, .. } => {
                    let inside = |member: &&Member| {
                        offset.checked_sub(member.offset).is_some_and(|rest| rest < self.bytes(member.ty))
                    };
                    let member = members.iter().find(inside)?;
                    if !member.name.is_empty() {
                        path += &format!(".{}", member.name);
                    }
                    offset -= member.offset;
                    ty = member.ty;
                }
                Type::Alias(_) | Type::Other { .. } => return None,
            }
        }
        None
    }
}

/// Collects the variables of all units.
pub(super) struct Reader<'u, 'a> {
    dwarf: &'u Dwarf<'a>,
    units: &'u [Unit<'a>],
    variables: Variables,
    /// By unit and offset of their entries.
    known: HashMap<(usize, UnitOffset), TypeIdx>,
    /// Entries that types were asked of but that were not read yet: position of the unit, offset, index.
    asked: Vec<(usize, UnitOffset, TypeIdx)>,
    /// Functions, and types of their variables that are always in the same Wasm local.
    in_locals: Vec<(usize, TypeIdx)>,
    /// How many entries and locations may still be read: entries of a crafted file overlap.
    left: usize,
    /// How many bytes of names may still be kept.
    name_bytes_left: usize,
}

/// A function's entry whose children are being read.
struct Open {
    depth: isize,
    /// The position in the table, if the function has code.
    function: Option<usize>,
    inlined: bool,
}

impl<'u, 'a> Reader<'u, 'a> {
    /// Reads from sections of so many bytes.
    pub(super) fn new(bytes: usize, dwarf: &'u Dwarf<'a>, units: &'u [Unit<'a>]) -> Self {
        Self {
            dwarf,
            units,
            variables: Variables::default(),
            known: HashMap::new(),
            asked: Vec::new(),
            in_locals: Vec::new(),
            left: bytes,
            name_bytes_left: bytes.saturating_mul(16),
        }
    }

    pub(super) fn read(&mut self, position: usize) {
        let units = self.units;
        let unit = &units[position];
        let mut open: Vec<Open> = Vec::new();
        let mut entries = unit.entries();
        while let Ok(Some(entry)) = entries.next_dfs() {
            if !self.spend() {
                return;
            }
            while open.last().is_some_and(|open| open.depth >= entry.depth()) {
                open.pop();
            }
            match entry.tag() {
                gimli::DW_TAG_subprogram => {
                    let function = self.function(position, entry);
                    open.push(Open { depth: entry.depth(), function, inlined: false });
                }
                gimli::DW_TAG_inlined_subroutine => {
                    let function = open.last().and_then(|open| open.function);
                    if let Some(function) = function {
                        self.variables.functions[function].2.optimised = true;
                    }
                    open.push(Open { depth: entry.depth(), function, inlined: true });
                }
                gimli::DW_TAG_variable | gimli::DW_TAG_formal_parameter => {
                    self.variable(position, entry, open.last());
                }
                _ => {}
            }
        }
        self.read_types();
    }

    fn spend(&mut self) -> bool {
        self.left = self.left.saturating_sub(1);
        self.left > 0
    }

    fn function(&mut self, position: usize, entry: &Entry<Slice<'a>>) -> Option<usize> {
        let unit = &self.units[position];
        let mut ranges = self.dwarf.die_ranges(unit, entry).ok()?;
        let range = ranges.next().ok()??;
        if !is_live(range.begin, range.end) {
            return None;
        }
        let frame_base = match self.operations(position, entry.attr_value(gimli::DW_AT_frame_base))?[..] {
            [Operation::WasmLocal { index }, ..] => Some(FrameBase::Local(index)),
            [Operation::WasmGlobal { index }, ..] => Some(FrameBase::Global(index)),
            _ => None,
        };
        let result = self.type_of(position, entry);
        // Only optimising compilers describe calls.
        let described = [gimli::DW_AT_call_all_calls, gimli::DW_AT_GNU_all_call_sites]
            .into_iter()
            .any(|name| entry.attr_value(name).is_some());
        let optimised = described || !self.is_c(position);
        let external = self.is_external(position, entry);
        let variables = FunctionVariables { frame_base, result, variables: Vec::new(), optimised, external };
        self.variables.functions.push((range.begin as u32, range.end as u32, variables));
        Some(self.variables.functions.len() - 1)
    }

    /// Whether a unit was written in C or C++.
    fn is_c(&self, position: usize) -> bool {
        let mut entries = self.units[position].entries();
        let Ok(Some(root)) = entries.next_dfs() else { return false };
        let Some(AttributeValue::Language(language)) = root.attr_value(gimli::DW_AT_language) else {
            return false;
        };
        [
            gimli::DW_LANG_C,
            gimli::DW_LANG_C89,
            gimli::DW_LANG_C99,
            gimli::DW_LANG_C11,
            gimli::DW_LANG_C17,
            gimli::DW_LANG_C_plus_plus,
            gimli::DW_LANG_C_plus_plus_03,
            gimli::DW_LANG_C_plus_plus_11,
            gimli::DW_LANG_C_plus_plus_14,
            gimli::DW_LANG_C_plus_plus_17,
            gimli::DW_LANG_C_plus_plus_20,
        ]
        .contains(&language)
    }

    fn variable(&mut self, position: usize, entry: &Entry<Slice<'a>>, open: Option<&Open>) {
        if open.is_some_and(|open| open.function.is_none()) {
            return;
        }
        let (place, fixed) = self.place(position, entry);
        let (holder, holder_position) = self.origin(position, entry);
        let described = holder.as_ref().unwrap_or(entry);
        let ty = self.type_of(holder_position, described);
        let Some(name) = self.name(holder_position, described) else { return };
        if let (Place::Static(address), Some(ty)) = (&place, ty) {
            let external = self.is_external(position, entry);
            self.variables.globals.push(GlobalVariable {
                name: name.clone(),
                address: *address,
                ty,
                external,
            });
        }
        let Some(Open { function: Some(function), inlined, .. }) = open else { return };
        if let (Place::Locals(_), true, Some(ty)) = (&place, fixed, ty) {
            self.in_locals.push((*function, ty));
        }
        let function = &mut self.variables.functions[*function].2;
        function.optimised |= !fixed;
        let parameter = entry.tag() == gimli::DW_TAG_formal_parameter && !inlined;
        function.variables.push(LocalVariable { name, parameter, place, ty });
    }

    /// Where a variable lives, and whether it lives there all the time, as without optimisation.
    fn place(&mut self, position: usize, entry: &Entry<Slice<'a>>) -> (Place, bool) {
        let Some(location) = entry.attr_value(gimli::DW_AT_location) else { return (Place::Unknown, false) };
        let unit = &self.units[position];
        if let Ok(Some(mut list)) = self.dwarf.attr_locations(unit, location) {
            let (mut locals, mut addresses) = (Vec::new(), true);
            while let Ok(Some(entry)) = list.next() {
                if !self.spend() {
                    break;
                }
                let mut operations = entry.data.operations(unit.encoding());
                if let Ok(Some(Operation::WasmLocal { index })) = operations.next() {
                    locals.push(index);
                    addresses &= matches!(operations.next(), Ok(None));
                } else {
                    addresses = false;
                }
            }
            locals.sort_unstable();
            locals.dedup();
            // Without optimisation it is an array of variable size that begins there.
            let fixed = addresses && locals.len() == 1;
            return (Place::Locals(locals), fixed);
        }
        match self.operations(position, Some(location)).as_deref() {
            Some([Operation::FrameOffset { offset }]) => (Place::Frame(*offset), true),
            // A structure passed by value: its address is in the frame.
            Some([Operation::FrameOffset { .. }, ..]) => (Place::Unknown, true),
            Some([Operation::Address { address }]) => (static_place(*address), true),
            Some([Operation::AddressIndex { index }]) => {
                let address = self.dwarf.address(unit, *index).unwrap_or(0);
                (static_place(address), true)
            }
            // The address of an array of variable size, or of what is returned; of a number it would be its value.
            Some([Operation::WasmLocal { index }, ..]) => (Place::Locals(vec![*index]), true),
            _ => (Place::Unknown, false),
        }
    }

    /// The first few operations of an expression.
    fn operations(
        &self,
        position: usize,
        value: Option<AttributeValue<Slice<'a>>>,
    ) -> Option<Vec<Operation<Slice<'a>>>> {
        let Some(expression) = value.and_then(|value| value.exprloc_value()) else { return Some(Vec::new()) };
        let mut operations = expression.operations(self.units[position].encoding());
        let mut found = Vec::new();
        while found.len() < 4 {
            match operations.next() {
                Ok(Some(operation)) => found.push(operation),
                Ok(None) => break,
                Err(_) => return None,
            }
        }
        Some(found)
    }

    /// The entry that an instance of an inlined variable gets its name and type from.
    fn origin(&self, position: usize, entry: &Entry<Slice<'a>>) -> (Option<Entry<Slice<'a>>>, usize) {
        let origin = entry
            .attr_value(gimli::DW_AT_abstract_origin)
            .or_else(|| entry.attr_value(gimli::DW_AT_specification));
        let Some((position, offset)) = origin.and_then(|origin| self.reference(position, origin)) else {
            return (None, position);
        };
        (self.units[position].entry(offset).ok(), position)
    }

    /// Whether other files may name what an entry describes. In C++ the declaration in a class says so, not the definition.
    fn is_external(&self, position: usize, entry: &Entry<Slice<'a>>) -> bool {
        let says = |entry: &Entry<Slice<'a>>| {
            matches!(entry.attr_value(gimli::DW_AT_external), Some(AttributeValue::Flag(true)))
        };
        if says(entry) {
            return true;
        }
        let (Some(origin), position) = self.origin(position, entry) else { return false };
        // A constructor's instances refer to an abstract one, and that to its declaration.
        says(&origin) || self.origin(position, &origin).0.is_some_and(|declared| says(&declared))
    }

    fn reference(&self, position: usize, value: AttributeValue<Slice<'a>>) -> Option<(usize, UnitOffset)> {
        match value {
            AttributeValue::UnitRef(offset) => Some((position, offset)),
            AttributeValue::DebugInfoRef(offset) => {
                let after =
                    self.units.partition_point(|unit| unit.header.debug_info_offset() <= Some(offset));
                let position = after.checked_sub(1)?;
                Some((position, offset.to_unit_offset(&self.units[position].header)?))
            }
            _ => None,
        }
    }

    fn name(&mut self, position: usize, entry: &Entry<Slice<'a>>) -> Option<String> {
        let value = entry.attr_value(gimli::DW_AT_name)?;
        let slice = self.dwarf.attr_string(&self.units[position], value).ok()?;
        self.name_bytes_left = self.name_bytes_left.checked_sub(slice.len())?;
        Some(slice.to_string_lossy().into_owned())
    }

    /// The type that an entry refers to, to be read later.
    fn type_of(&mut self, position: usize, entry: &Entry<Slice<'a>>) -> Option<TypeIdx> {
        let (position, offset) = self.reference(position, entry.attr_value(gimli::DW_AT_type)?)?;
        if let Some(&known) = self.known.get(&(position, offset)) {
            return Some(known);
        }
        let index = TypeIdx(u32::try_from(self.variables.types.len()).ok()?);
        self.variables.types.push(Type::Other { bytes: 0 });
        self.known.insert((position, offset), index);
        self.asked.push((position, offset, index));
        Some(index)
    }

    fn read_types(&mut self) {
        while let Some((position, offset, index)) = self.asked.pop() {
            if !self.spend() {
                return;
            }
            if let Some(ty) = self.read_type(position, offset) {
                self.variables.types[index.0 as usize] = ty;
            }
        }
    }

    fn read_type(&mut self, position: usize, offset: UnitOffset) -> Option<Type> {
        let entry = self.units[position].entry(offset).ok()?;
        let bytes = number(&entry, gimli::DW_AT_byte_size).unwrap_or(0);
        let scalar = |kind| {
            let bytes = u8::try_from(bytes).ok().filter(|bytes| matches!(bytes, 1 | 2 | 4 | 8));
            bytes.map_or(Type::Other { bytes: 0 }, |bytes| Type::Scalar(Scalar { bytes, kind }))
        };
        Some(match entry.tag() {
            gimli::DW_TAG_base_type => match entry.attr_value(gimli::DW_AT_encoding)? {
                AttributeValue::Encoding(gimli::DW_ATE_signed | gimli::DW_ATE_signed_char) => {
                    scalar(ScalarKind::Signed)
                }
                AttributeValue::Encoding(gimli::DW_ATE_float) if bytes == 4 || bytes == 8 => {
                    scalar(ScalarKind::Float)
                }
                AttributeValue::Encoding(gimli::DW_ATE_float | gimli::DW_ATE_complex_float) => {
                    Type::Other { bytes }
                }
                _ if bytes > 8 => Type::Other { bytes },
                _ => scalar(ScalarKind::Unsigned),
            },
            gimli::DW_TAG_enumeration_type => {
                // Its values may be negative; then it has the type of its constants.
                match self.type_of(position, &entry) {
                    Some(ty) => Type::Alias(ty),
                    None => scalar(ScalarKind::Unsigned),
                }
            }
            gimli::DW_TAG_pointer_type
            | gimli::DW_TAG_reference_type
            | gimli::DW_TAG_rvalue_reference_type => {
                let to = self.type_of(position, &entry);
                Type::Scalar(Scalar { bytes: 4, kind: ScalarKind::Pointer(to) })
            }
            gimli::DW_TAG_structure_type | gimli::DW_TAG_class_type => {
                Type::Struct { bytes, members: self.members(position, offset) }
            }
            gimli::DW_TAG_array_type => {
                let element = self.type_of(position, &entry)?;
                self.array(position, offset, element)
            }
            gimli::DW_TAG_typedef
            | gimli::DW_TAG_const_type
            | gimli::DW_TAG_volatile_type
            | gimli::DW_TAG_restrict_type
            | gimli::DW_TAG_atomic_type => Type::Alias(self.type_of(position, &entry)?),
            // Which member a union holds is not known.
            _ => Type::Other { bytes },
        })
    }

    fn members(&mut self, position: usize, offset: UnitOffset) -> Vec<Member> {
        let mut members = Vec::new();
        for entry in self.children(position, offset) {
            if !matches!(entry.tag(), gimli::DW_TAG_member | gimli::DW_TAG_inheritance) {
                continue;
            }
            // A static member has no place, a bit field no load of its own.
            let Some(ty) = self.type_of(position, &entry) else { continue };
            if entry.attr_value(gimli::DW_AT_bit_size).is_some()
                || entry.attr_value(gimli::DW_AT_external).is_some()
            {
                continue;
            }
            let name = self.name(position, &entry).unwrap_or_default();
            let offset = number(&entry, gimli::DW_AT_data_member_location).unwrap_or(0);
            members.push(Member { name, offset, ty });
        }
        members
    }

    /// An array, which has its dimensions as children.
    fn array(&mut self, position: usize, offset: UnitOffset, element: TypeIdx) -> Type {
        let dimensions: Vec<u64> = self
            .children(position, offset)
            .iter()
            .filter(|entry| entry.tag() == gimli::DW_TAG_subrange_type)
            .map(|entry| {
                let bound = number(entry, gimli::DW_AT_upper_bound).map(|last| last.saturating_add(1));
                number(entry, gimli::DW_AT_count).or(bound).unwrap_or(0)
            })
            .collect();
        let mut inner = element;
        // Innermost last, and each is an array of the next.
        for &count in dimensions.iter().skip(1).rev() {
            let index = TypeIdx(self.variables.types.len() as u32);
            self.variables.types.push(Type::Array { element: inner, count });
            inner = index;
        }
        Type::Array { element: inner, count: dimensions.first().copied().unwrap_or(0) }
    }

    /// The entries right below one.
    fn children(&mut self, position: usize, offset: UnitOffset) -> Vec<Entry<Slice<'a>>> {
        let mut found = Vec::new();
        let units = self.units;
        let Ok(mut entries) = units[position].entries_at_offset(offset) else { return found };
        let Ok(Some(root)) = entries.next_dfs() else { return found };
        let depth = root.depth();
        while let Ok(Some(entry)) = entries.next_dfs() {
            if entry.depth() <= depth || !self.spend() {
                break;
            }
            if entry.depth() == depth + 1 {
                found.push(entry.clone());
            }
        }
        found
    }

    pub(super) fn finish(mut self) -> Variables {
        // Without optimisation numbers are in memory.
        for (function, ty) in std::mem::take(&mut self.in_locals) {
            if matches!(self.variables.plain(ty), Some(Type::Scalar(_)) | None) {
                self.variables.functions[function].2.optimised = true;
            }
        }
        self.variables.functions.sort_by_key(|function| (function.0, function.1));
        let mut globals = std::mem::take(&mut self.variables.globals);
        // Of several at one address the largest.
        globals.sort_by_key(|global| (global.address, std::cmp::Reverse(self.variables.bytes(global.ty))));
        self.variables.globals = globals;
        self.variables.globals.dedup_by(|other, kept| {
            let same = other.address == kept.address;
            kept.external |= same && other.external;
            same
        });
        self.variables
    }
}

/// The linker marks what it dropped by an address of all ones, or zero.
fn static_place(address: u64) -> Place {
    match u32::try_from(address) {
        Ok(address) if address != 0 && address < u32::MAX - 1 => Place::Static(address),
        _ => Place::Unknown,
    }
}

fn number(entry: &Entry<Slice<'_>>, name: gimli::DwAt) -> Option<u64> {
    entry.attr_value(name)?.udata_value()
}
