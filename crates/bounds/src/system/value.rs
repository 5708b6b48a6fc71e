//! Values and conditions of a routine as expressions, along one path.

use super::facts::Facts;
use super::symbols::{Cause, Meaning, Symbols};
use crate::expr::{Expr, Rational};
use crate::lift::{Comparison, Condition, Op, Routine, Type, Value, VarIdx};
use crate::solve::Linear;

/// A value on a path.
#[derive(Clone, Debug)]
pub enum Held {
    /// An integer.
    Integer(Expr),
    /// 1 if it holds, else 0.
    Truth(Formula),
}

/// A condition on a path.
#[derive(Clone, Debug)]
pub enum Formula {
    /// The expression is not negative.
    NotNegative(Expr),
    /// All of them.
    All(Vec<Formula>),
    /// One of them.
    Any(Vec<Formula>),
    /// Nobody knows.
    Unknown,
}

impl Formula {
    /// What holds always, or never.
    pub fn constant(holds: bool) -> Formula {
        if holds { Formula::All(Vec::new()) } else { Formula::Any(Vec::new()) }
    }

    /// The opposite.
    pub fn negated(&self) -> Formula {
        match self {
            Formula::NotNegative(expr) => match expr.neg().and_then(|negated| negated.plus(-1)) {
                Some(expr) => Formula::NotNegative(expr),
                None => Formula::Unknown,
            },
            Formula::All(parts) => Formula::Any(parts.iter().map(Formula::negated).collect()),
            Formula::Any(parts) => Formula::All(parts.iter().map(Formula::negated).collect()),
            Formula::Unknown => Formula::Unknown,
        }
    }

    /// Whether it holds where these facts do; else, what to know first.
    pub fn decided(&self, facts: &Facts, symbols: &Symbols) -> (Option<bool>, Option<Expr>) {
        let of = |parts: &[Formula], deciding: bool| {
            let all: Vec<_> = parts.iter().map(|part| part.decided(facts, symbols)).collect();
            if all.iter().any(|(one, _)| *one == Some(deciding)) {
                (Some(deciding), None)
            } else if all.iter().all(|(one, _)| *one == Some(!deciding)) {
                (Some(!deciding), None)
            } else {
                (None, all.into_iter().find_map(|(_, open)| open))
            }
        };
        match self {
            Formula::NotNegative(expr) if facts.imply(expr, symbols) => (Some(true), None),
            Formula::NotNegative(expr) => {
                let opposite = expr.neg().and_then(|negated| negated.plus(-1));
                let fails = opposite.is_some_and(|opposite| facts.imply(&opposite, symbols));
                if fails { (Some(false), None) } else { (None, Some(expr.clone())) }
            }
            Formula::All(parts) => of(parts, false),
            Formula::Any(parts) => of(parts, true),
            Formula::Unknown => (None, None),
        }
    }

    /// Ways in which it can hold, each a list of conditions; together they are all. Too many are one without conditions.
    pub fn cases(&self) -> Vec<Vec<Expr>> {
        match self {
            Formula::NotNegative(expr) => vec![vec![expr.clone()]],
            Formula::Unknown => vec![Vec::new()],
            Formula::Any(parts) => {
                let cases: Vec<Vec<Expr>> = parts.iter().flat_map(Formula::cases).collect();
                if cases.len() > MOST_CASES { vec![Vec::new()] } else { cases }
            }
            Formula::All(parts) => {
                let mut cases = vec![Vec::new()];
                for part in parts {
                    let more = part.cases();
                    if cases.len() * more.len() > MOST_CASES {
                        continue;
                    }
                    cases = cases
                        .iter()
                        .flat_map(|one: &Vec<Expr>| more.iter().map(move |other| [&one[..], other].concat()))
                        .collect();
                }
                cases
            }
        }
    }
}

const MOST_CASES: usize = 8;

/// What is known on a path, for values to be read.
pub struct Reader<'a> {
    pub routine: &'a Routine,
    pub symbols: &'a mut Symbols,
    pub held: &'a [Held],
    pub facts: &'a mut Facts,
    /// Whether nothing in the routine writes to memory that is no variable.
    pub memory_is_constant: bool,
    /// Whether the path may be split in two to know more.
    pub may_split: bool,
    /// What to split by: this is not negative, or it is.
    pub split: Option<Expr>,
}

impl Reader<'_> {
    /// A value as an integer.
    pub fn integer(&mut self, value: &Value) -> Expr {
        match self.held(value) {
            Held::Integer(expr) => expr,
            Held::Truth(formula) => self.number_of(&formula),
        }
    }

    /// A value read as unsigned 32 bits.
    pub fn unsigned(&mut self, value: &Value) -> Expr {
        let (expr, from) = (self.integer(value), self.routine.type_of(value));
        self.converted(expr, from, Type::unsigned(32))
    }

    /// 1 if it holds, else 0.
    fn number_of(&mut self, formula: &Formula) -> Expr {
        match self.decided(formula) {
            Some(true) => Expr::one(),
            Some(false) => Expr::zero(),
            None => self.symbols.unknown(Type::BOOL, Cause::Computed),
        }
    }

    /// Whether a condition holds on this path. If that depends, the path is to be split.
    fn decided(&mut self, formula: &Formula) -> Option<bool> {
        let (decided, open) = formula.decided(self.facts, self.symbols);
        if decided.is_none() && self.may_split {
            self.split = self.split.take().or(open);
        }
        decided
    }

    /// A value.
    pub fn held(&mut self, value: &Value) -> Held {
        match value {
            Value::Variable(variable) => self.held[variable.index()].clone(),
            Value::Condition(condition) => Held::Truth(self.formula(condition)),
            Value::Operation { op: Op::Convert, arguments, ty, .. } => match self.held(&arguments[0]) {
                Held::Integer(expr) => {
                    let from = self.routine.type_of(&arguments[0]);
                    Held::Integer(self.converted(expr, from, *ty))
                }
                truth => truth,
            },
            _ => Held::Integer(self.expr(value)),
        }
    }

    fn expr(&mut self, value: &Value) -> Expr {
        match value {
            Value::Constant(constant) => Expr::constant(*constant),
            Value::Variable(_) | Value::Condition(_) => self.integer(value),
            Value::Unknown(ty) => self.symbols.unknown(*ty, Cause::Computed),
            Value::Frame(place) => {
                let unknown = |symbols: &mut Symbols| symbols.unknown(Type::POINTER, Cause::Computed);
                self.symbols.frame(*place).unwrap_or_else(|| unknown(self.symbols))
            }
            Value::Read { address, ty, .. } => self.read(address, *ty),
            Value::Operation { op, ty, wraps, arguments } => {
                let computed = self.operation(*op, *ty, *wraps, arguments);
                let cause = if *wraps { Cause::Wraps } else { Cause::Computed };
                computed.unwrap_or_else(|| self.symbols.unknown(*ty, cause))
            }
        }
    }

    fn read(&mut self, address: &Value, ty: Type) -> Expr {
        let at = self.integer(address);
        if self.memory_is_constant && at.symbols().iter().all(|&symbol| self.symbols.is_fixed(symbol)) {
            let name = self.name_of_memory(&at, ty);
            return self.symbols.memory(&at, ty, name);
        }
        self.symbols.unknown(ty, Cause::Memory)
    }

    /// What lies at an address: `p[2]`, or `memory[...]` if it cannot be said like that.
    fn name_of_memory(&self, at: &Expr, ty: Type) -> String {
        let (routine, names) = (self.routine, &*self.symbols);
        let linear = Linear::of(at);
        let bytes = i128::from(ty.bits.max(8) / 8);
        if let [(column, factor)] = &linear.factors.iter().collect::<Vec<_>>()[..]
            && let (Some(base), Some(offset)) = (column.as_symbol(), linear.constant.as_integer())
            && **factor == Rational::ONE
            && offset % bytes == 0
        {
            return format!("{}[{}]", names.name(routine, base), offset / bytes);
        }
        format!("memory[{}]", at.display(&|symbol| names.name(routine, symbol)))
    }

    /// A value in the range of another type. If it may be out of that, nobody knows what it is.
    fn converted(&mut self, expr: Expr, from: Type, to: Type) -> Expr {
        if to.includes(from) {
            return expr;
        }
        self.reduced(&expr, to).unwrap_or_else(|| self.symbols.unknown(to, Cause::Wraps))
    }

    /// An integer modulo a power of two, in the range of a type, if it is known how often it goes round.
    fn reduced(&mut self, expr: &Expr, ty: Type) -> Option<Expr> {
        let above = expr.plus(-ty.max())?.plus(-1)?;
        let below = expr.neg()?.plus(ty.min())?.plus(-1)?;
        let (not_above, not_below) = (above.neg()?.plus(-1)?, below.neg()?.plus(-1)?);
        match (
            self.facts.imply_in_range(&not_above, self.symbols),
            self.facts.imply_in_range(&not_below, self.symbols),
        ) {
            (true, true) => Some(expr.clone()),
            (false, _) if self.facts.imply_in_range(&above, self.symbols) => {
                let once = expr.plus(-(1 << ty.bits))?;
                self.is_within(&once, ty).then_some(once)
            }
            (_, false) if self.facts.imply_in_range(&below, self.symbols) => {
                let once = expr.plus(1 << ty.bits)?;
                self.is_within(&once, ty).then_some(once)
            }
            // Of what is unknown there is nothing to be learned by that.
            _ if ty.pointer || !self.may_split || self.has_unknown(expr) => None,
            (false, _) => {
                self.split.get_or_insert(not_above);
                None
            }
            _ => {
                self.split.get_or_insert(not_below);
                None
            }
        }
    }

    fn has_unknown(&self, expr: &Expr) -> bool {
        expr.symbols().iter().any(|&symbol| *self.symbols.meaning(symbol) == Meaning::Unknown)
    }

    fn is_within(&mut self, expr: &Expr, ty: Type) -> bool {
        let above = expr.plus(-ty.min()).is_some_and(|low| self.facts.imply_in_range(&low, self.symbols));
        let rest = expr.neg().and_then(|negated| negated.plus(ty.max()));
        above && rest.is_some_and(|rest| self.facts.imply_in_range(&rest, self.symbols))
    }

    /// An operand, converted to the type of the operation unless it is computed exactly.
    fn operand(&mut self, value: &Value, ty: Type, exactly: bool) -> Expr {
        if exactly {
            if let Value::Operation {
                op: op @ (Op::Add | Op::Sub | Op::Mul | Op::Shl),
                ty: inner,
                arguments,
                ..
            } = value
                && *inner == ty
                && let Some(exact) = self.operation(*op, ty, false, arguments)
            {
                return exact;
            }
            return self.integer(value);
        }
        let from = self.routine.type_of(value);
        let expr = self.integer(value);
        self.converted(expr, from, ty)
    }

    fn operation(&mut self, op: Op, ty: Type, wraps: bool, arguments: &[Value]) -> Option<Expr> {
        let arithmetic = matches!(op, Op::Add | Op::Sub | Op::Mul | Op::Shl);
        let exactly = arithmetic && !wraps;
        if op == Op::Select {
            let formula = match self.held(&arguments[0]) {
                Held::Truth(formula) => formula,
                Held::Integer(number) => compared(Comparison::Ne, &number, &Expr::zero())?,
            };
            let chosen = if self.decided(&formula)? { &arguments[1] } else { &arguments[2] };
            return Some(self.operand(chosen, ty, false));
        }
        if op.counts_bits() {
            let count = self.symbols.unknown(Type::unsigned(8), Cause::Computed);
            self.facts.add(&count.neg()?.plus(ty.bits.into())?);
            return Some(count);
        }
        let left = self.operand(&arguments[0], ty, exactly);
        let Some(right) = arguments.get(1).map(|right| self.operand(right, ty, exactly)) else {
            return Some(left);
        };
        let known = right.as_constant().and_then(Rational::as_integer);
        let result = match op {
            Op::Add => left.add(&right)?,
            Op::Sub => left.sub(&right)?,
            Op::Mul => left.mul(&right)?,
            Op::Shl => left.scale(Rational::integer(1 << known.filter(|by| (0..63).contains(by))?)?)?,
            Op::Shr => return self.quotient(&left, 1 << known.filter(|by| (0..63).contains(by))?, true),
            Op::Div => match known {
                Some(by) if by > 0 => return self.quotient(&left, by, false),
                _ => return self.smaller(&left, &right, ty),
            },
            Op::Rem => match known {
                Some(by) if by > 0 => {
                    let quotient = self.quotient(&left, by, false)?;
                    return left.sub(&quotient.scale(Rational::integer(by)?)?);
                }
                _ => return self.remainder(&left, &right, ty),
            },
            Op::And => return self.masked(&left, &right, ty),
            Op::Or | Op::Xor | Op::Convert | Op::Select => return None,
            Op::Ones | Op::LeadingZeros | Op::TrailingZeros => unreachable!("counted above"),
        };
        if exactly { Some(result) } else { self.reduced(&result, ty) }
    }

    /// A quotient by a positive number, rounded down or towards zero.
    fn quotient(&mut self, left: &Expr, by: i128, down: bool) -> Option<Expr> {
        let divisor = Rational::integer(by)?;
        if down || self.facts.imply(left, self.symbols) {
            let quotient = left.div(divisor)?.floor()?;
            let whole = quotient.scale(divisor)?;
            self.facts.add(&left.sub(&whole)?);
            self.facts.add(&whole.sub(left)?.plus(by - 1)?);
            return Some(quotient);
        }
        let negated = left.neg()?;
        if self.facts.imply(&negated, self.symbols) {
            return self.quotient(&negated, by, true)?.neg();
        }
        if self.may_split {
            self.split.get_or_insert(left.clone());
        }
        let quotient = Expr::symbol(self.symbols.fresh(Meaning::Unknown, None));
        let whole = quotient.scale(divisor)?;
        self.facts.add(&left.sub(&whole)?.plus(by - 1)?);
        self.facts.add(&whole.sub(left)?.plus(by - 1)?);
        Some(quotient)
    }

    /// A quotient by something: not greater than the dividend if that is not negative and the divisor positive.
    fn smaller(&mut self, left: &Expr, right: &Expr, ty: Type) -> Option<Expr> {
        let quotient = self.symbols.unknown(ty, Cause::Computed);
        if self.facts.imply(left, self.symbols) && self.facts.imply(&right.plus(-1)?, self.symbols) {
            self.facts.add(&quotient);
            self.facts.add(&left.sub(&quotient)?);
        }
        Some(quotient)
    }

    /// A remainder: its absolute value is below the divisor's and not above the dividend's, whose sign it has.
    fn remainder(&mut self, left: &Expr, right: &Expr, ty: Type) -> Option<Expr> {
        let remainder = self.symbols.unknown(ty, Cause::Computed);
        let are_variables = left.as_symbol().is_some() && right.as_symbol().is_some();
        let sign = |reader: &mut Self, expr: &Expr| {
            let (positive, negative) = (expr.plus(-1)?, expr.neg()?.plus(-1)?);
            if reader.facts.imply(&positive, reader.symbols) {
                return Some(1);
            }
            if reader.facts.imply(&negative, reader.symbols) {
                return Some(-1);
            }
            // It is worth to know of what may become smaller and smaller.
            if are_variables && reader.may_split {
                let is_known = reader.facts.imply(expr, reader.symbols);
                reader.split.get_or_insert(if is_known { positive } else { expr.clone() });
            }
            None
        };
        let divisor = sign(self, right)?;
        let magnitude = right.scale(Rational::integer(divisor)?)?;
        match self.facts.imply(left, self.symbols).then_some(1).or_else(|| sign(self, left)) {
            Some(1) => {
                self.facts.add(&remainder);
                self.facts.add(&left.sub(&remainder)?);
                self.facts.add(&magnitude.sub(&remainder)?.plus(-1)?);
                self.less_than_half(left, &magnitude, &remainder, are_variables)?;
            }
            Some(_) => {
                self.facts.add(&remainder.neg()?);
                self.facts.add(&remainder.sub(left)?);
                self.facts.add(&magnitude.add(&remainder)?.plus(-1)?);
            }
            None => {
                self.facts.add(&magnitude.sub(&remainder)?.plus(-1)?);
                self.facts.add(&magnitude.add(&remainder)?.plus(-1)?);
            }
        }
        Some(remainder)
    }

    /// A remainder is the dividend if that is smaller than the divisor, else at least once the divisor less.
    fn less_than_half(&mut self, left: &Expr, right: &Expr, remainder: &Expr, may_split: bool) -> Option<()> {
        let difference = left.sub(right)?;
        if self.facts.imply(&difference, self.symbols) {
            self.facts.add(&difference.sub(remainder)?);
        } else if self.facts.imply(&difference.neg()?.plus(-1)?, self.symbols) {
            self.facts.add(&remainder.sub(left)?);
        } else if may_split && self.may_split {
            self.split.get_or_insert(difference);
        }
        Some(())
    }

    /// Bits of a number that is not negative: not more than it.
    fn masked(&mut self, left: &Expr, right: &Expr, ty: Type) -> Option<Expr> {
        let masked = self.symbols.unknown(ty, Cause::Computed);
        let (left_positive, right_positive) =
            (self.facts.imply(left, self.symbols), self.facts.imply(right, self.symbols));
        if left_positive {
            self.facts.add(&left.sub(&masked)?);
        }
        if right_positive {
            self.facts.add(&right.sub(&masked)?);
        }
        if left_positive || right_positive {
            self.facts.add(&masked);
        }
        Some(masked)
    }

    /// A condition.
    pub fn formula(&mut self, condition: &Condition) -> Formula {
        match condition {
            Condition::Constant(holds) => Formula::constant(*holds),
            Condition::Not(inner) => self.formula(inner).negated(),
            Condition::And(left, right) => Formula::All(vec![self.formula(left), self.formula(right)]),
            Condition::Or(left, right) => Formula::Any(vec![self.formula(left), self.formula(right)]),
            Condition::Compare { op, ty, left, right } => self.comparison(*op, *ty, left, right),
        }
    }

    fn comparison(&mut self, op: Comparison, ty: Type, left: &Value, right: &Value) -> Formula {
        let (held, other) = (self.held(left), self.held(right));
        if let (Held::Truth(formula), Value::Constant(number @ (0 | 1))) = (&held, right) {
            match op {
                Comparison::Eq if *number == 0 => return formula.negated(),
                Comparison::Ne if *number == 0 => return formula.clone(),
                Comparison::Eq => return formula.clone(),
                Comparison::Ne => return formula.negated(),
                _ => {}
            }
        }
        let mut side = |held: Held, value: &Value| match held {
            Held::Integer(expr) => {
                let from = self.routine.type_of(value);
                self.converted(expr, from, ty)
            }
            Held::Truth(formula) => self.number_of(&formula),
        };
        let (left, right) = (side(held, left), side(other, right));
        compared(op, &left, &right).unwrap_or(Formula::Unknown)
    }
}

/// A comparison of integers.
fn compared(op: Comparison, left: &Expr, right: &Expr) -> Option<Formula> {
    let less = |by: i128| Some(Formula::NotNegative(right.sub(left)?.plus(-by)?));
    let more = |by: i128| Some(Formula::NotNegative(left.sub(right)?.plus(-by)?));
    Some(match op {
        Comparison::Lt => less(1)?,
        Comparison::Le => less(0)?,
        Comparison::Gt => more(1)?,
        Comparison::Ge => more(0)?,
        Comparison::Eq => Formula::All(vec![less(0)?, more(0)?]),
        Comparison::Ne => Formula::Any(vec![less(1)?, more(1)?]),
    })
}

/// A variable's value converted as it is set.
pub fn set(reader: &mut Reader<'_>, variable: VarIdx, value: &Value) -> Held {
    let to = reader.routine.variable(variable).ty;
    match reader.held(value) {
        Held::Integer(expr) => {
            let from = reader.routine.type_of(value);
            Held::Integer(reader.converted(expr, from, to))
        }
        truth => truth,
    }
}
