//! Routines as text, close to C. Operations that wrap have a `~` behind their sign; a conversion, and a comparison
//! or division without sign, say their type.

use std::fmt::{self, Write};

use super::routine::{Callee, End, Kind, Routine, Statement, VarIdx};
use super::value::{Comparison, Condition, Op, Type, Value};

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type { pointer: true, .. } => f.write_str("ptr"),
            Type { signed: true, bits, .. } => write!(f, "i{bits}"),
            Type { bits, .. } => write!(f, "u{bits}"),
        }
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Comparison::Lt => "<",
            Comparison::Le => "<=",
            Comparison::Gt => ">",
            Comparison::Ge => ">=",
            Comparison::Eq => "==",
            Comparison::Ne => "!=",
        })
    }
}

impl fmt::Display for Routine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parameters: Vec<String> = self
            .parameters
            .iter()
            .map(|&parameter| format!("{} {}", self.variable(parameter).ty, self.name_of(parameter)))
            .collect();
        let result = self.result.map_or_else(|| String::from("void"), |ty| ty.to_string());
        writeln!(f, "{result} {}({})", self.name, parameters.join(", "))?;
        for (index, variable) in self.variables.iter().enumerate() {
            let kind = match variable.kind {
                Kind::Parameter(_) if self.parameters.contains(&VarIdx(index as u32)) => continue,
                Kind::Parameter(_) => "parameter",
                Kind::Local => "local",
                Kind::Global(_) => "global",
                Kind::Pointed(_) => "pointed",
                Kind::Temporary => "temporary",
            };
            let shared = if variable.shared { " shared" } else { "" };
            writeln!(f, "  {kind}{shared} {} {}", variable.ty, variable.name)?;
        }
        for (index, block) in self.blocks.iter().enumerate() {
            write!(f, "b{index}:")?;
            if let Some(location) = &block.location {
                write!(f, " line {}", location.line)?;
            }
            writeln!(f)?;
            for statement in &block.statements {
                writeln!(f, "  {}", self.statement(statement))?;
            }
            match &block.end {
                End::Goto => {}
                End::Branch(condition) => writeln!(f, "  if {}", self.condition(condition))?,
                End::Table(value) => writeln!(f, "  switch {}", self.value(value))?,
                End::Return(Some(value)) => writeln!(f, "  return {}", self.value(value))?,
                End::Return(None) => writeln!(f, "  return")?,
                End::Trap => writeln!(f, "  trap")?,
            }
        }
        Ok(())
    }
}

impl Routine {
    fn name_of(&self, variable: VarIdx) -> &str {
        &self.variable(variable).name
    }

    /// A statement as text.
    pub fn statement(&self, statement: &Statement) -> String {
        match statement {
            Statement::Set { variable, value, .. } => {
                format!("{} = {}", self.name_of(*variable), self.value(value))
            }
            Statement::Store { address, bytes, value, .. } => {
                format!("*{bytes}({}) = {}", self.value(address), self.value(value))
            }
            Statement::Forget(variables) => {
                let names: Vec<&str> = variables.iter().map(|&variable| self.name_of(variable)).collect();
                format!("forget {}", names.join(", "))
            }
            Statement::Call { callee, arguments, result, .. } => {
                let mut text = String::new();
                if let Some(result) = result {
                    let _ = write!(text, "{} = ", self.name_of(*result));
                }
                let _ = match callee {
                    Callee::Function(function) => write!(text, "call f{}", function.0),
                    Callee::Import(module, name) => write!(text, "call {module}.{name}"),
                    Callee::Indirect => write!(text, "call *"),
                };
                let arguments: Vec<String> = arguments.iter().map(|value| self.value(value)).collect();
                text + &format!("({})", arguments.join(", "))
            }
        }
    }

    /// A condition as text.
    pub fn condition(&self, condition: &Condition) -> String {
        match condition {
            Condition::Compare { op, ty, left, right } => {
                let converts =
                    |value: &Value| !matches!(value, Value::Constant(_)) && !ty.includes(self.type_of(value));
                let marked =
                    if converts(left) || converts(right) { format!("{op}:{ty}") } else { op.to_string() };
                format!("{} {marked} {}", self.nested(left), self.nested(right))
            }
            Condition::Not(inner) => format!("!({})", self.condition(inner)),
            Condition::And(left, right) => {
                format!("({}) && ({})", self.condition(left), self.condition(right))
            }
            Condition::Or(left, right) => {
                format!("({}) || ({})", self.condition(left), self.condition(right))
            }
            Condition::Constant(holds) => holds.to_string(),
        }
    }

    /// A value as text.
    pub fn value(&self, value: &Value) -> String {
        match value {
            Value::Constant(constant) => constant.to_string(),
            Value::Variable(variable) => self.name_of(*variable).to_owned(),
            Value::Unknown(ty) => format!("any {ty}"),
            Value::Frame(at) => self.address(*at),
            Value::Operation { op: Op::Convert, ty, arguments, .. } => {
                format!("({ty}){}", self.nested(&arguments[0]))
            }
            Value::Operation { op: Op::Select, arguments, .. } => {
                let [condition, holds, otherwise] = [0, 1, 2].map(|index| self.nested(&arguments[index]));
                format!("{condition} ? {holds} : {otherwise}")
            }
            Value::Operation { op, ty, wraps, arguments } => {
                let sign = match op {
                    Op::Add => "+",
                    Op::Sub => "-",
                    Op::Mul => "*",
                    Op::Div => "/",
                    Op::Rem => "%",
                    Op::Shl => "<<",
                    Op::Shr => ">>",
                    Op::And => "&",
                    Op::Or => "|",
                    Op::Xor => "^",
                    Op::Ones => return format!("ones({})", self.value(&arguments[0])),
                    Op::LeadingZeros => return format!("leading_zeros({})", self.value(&arguments[0])),
                    Op::TrailingZeros => return format!("trailing_zeros({})", self.value(&arguments[0])),
                    Op::Convert | Op::Select => unreachable!("matched above"),
                };
                let arithmetic = matches!(op, Op::Add | Op::Sub | Op::Mul | Op::Shl);
                let mark = if arithmetic && *wraps { "~" } else { "" };
                let shown = if matches!(op, Op::Div | Op::Rem | Op::Shr) && !ty.signed { "u" } else { "" };
                format!("{} {sign}{mark}{shown} {}", self.nested(&arguments[0]), self.nested(&arguments[1]))
            }
            Value::Read { address, ty, .. } => format!("*{ty}({})", self.value(address)),
            Value::Condition(condition) => self.condition(condition),
        }
    }

    fn nested(&self, value: &Value) -> String {
        match value {
            Value::Operation { op: Op::Convert, .. } => self.value(value),
            Value::Operation { .. } | Value::Condition(_) | Value::Unknown(_) => {
                format!("({})", self.value(value))
            }
            _ => self.value(value),
        }
    }

    fn address(&self, at: i64) -> String {
        let object = self.objects.iter().find(|object| {
            at >= object.start && (at as u64).wrapping_sub(object.start as u64) < object.bytes
        });
        match object {
            Some(object) if object.start == at => format!("&{}", object.name),
            Some(object) => format!("&{}+{}", object.name, at - object.start),
            None => format!("frame{at:+}"),
        }
    }
}
