//! The types of what is read through pointers: those of the source, if it says what they point to.

use worstcase_program::debug::{Scalar, TypeIdx};

use super::address::Abstract;
use super::build::Builder;
use super::effects::scalar_type;
use super::value::{Op, Type, Value};

impl Builder<'_, '_> {
    /// The type of so many bytes at an address, which belongs to that place.
    pub(super) fn pointed_type(&self, address: &Value, place: Abstract, bytes: u8) -> Option<Type> {
        if !self.setting.as_written {
            return None;
        }
        let scalar = match place {
            Abstract::InStack(at) => self.element(self.layout.object(at)?.ty?)?,
            Abstract::InGlobal(at) => self.element(self.effects.globals.object(at)?.ty?)?,
            _ => {
                let mut offset = 0;
                let ty = self.pointee(address, &mut offset)?;
                let debug = self.flow.program.debug.as_ref()?;
                let size = i64::try_from(debug.type_bytes(ty)).ok().filter(|&size| size > 0)?;
                // Of an array of such things it may be any.
                debug.scalar_at(ty, offset.rem_euclid(size) as u64)?.1
            }
        };
        if scalar.bytes == bytes { scalar_type(scalar) } else { None }
    }

    /// What an array consists of. The index is not known, and so of a structure neither is the member.
    fn element(&self, ty: TypeIdx) -> Option<Scalar> {
        let (path, scalar) = self.flow.program.debug.as_ref()?.scalar_at(ty, 0)?;
        (!path.contains('.')).then_some(scalar)
    }

    /// The type that the pointer in an address points to; constants that are added are summed up.
    fn pointee(&self, address: &Value, offset: &mut i64) -> Option<TypeIdx> {
        match address {
            Value::Variable(variable) => self.variables[variable.index()].pointee,
            Value::Operation { op: op @ (Op::Add | Op::Sub), ty, arguments, .. } if ty.pointer => {
                if let Value::Constant(by) = arguments[1] {
                    *offset += if *op == Op::Add { by } else { -by };
                }
                self.pointee(&arguments[0], offset)
            }
            _ => None,
        }
    }
}
