//! Litmus shapes: a few atomic operations of a few invocations, in a line of text.
//!
//! Invocations are separated by `|`, operations by spaces: `x=1` stores, `x=r0` stores a value that was loaded, `r0=x` loads, `x+1` adds,
//! `r0=x+1` adds and keeps the old value, `r0=x~1` exchanges, `r0=x?0:1` exchanges where the value is 0, `-` is a barrier for buffers.

/// The locations that shapes name.
const LOCATIONS: &str = "xyz";
/// The maximum number of registers, over all invocations.
pub(crate) const REGISTERS: usize = 6;

/// An action of an invocation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Action {
    Load { register: usize, location: usize },
    Store { location: usize, value: Value },
    Add { register: Option<usize>, location: usize, value: u32 },
    Exchange { register: usize, location: usize, value: u32 },
    CompareExchange { register: usize, location: usize, comparator: u32, value: u32 },
    Barrier,
}

/// A value that is stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Value {
    Constant(u32),
    Register(usize),
}

/// The known shapes by name.
pub const SHAPES: [(&str, &str); 26] = [
    ("message passing", "x=1 y=1 | r0=y r1=x"),
    ("message passing, barrier in the middle", "x=1 - r2=z | z=1 - r0=x"),
    ("message passing, barriers on both sides", "x=1 - y=1 | r0=y - r1=x"),
    ("message passing by additions", "x+1 y+1 | r0=y r1=x"),
    ("store buffering", "x=1 r0=y | y=1 r1=x"),
    ("store buffering, own value read", "x=1 r0=x r1=y | y=1 r2=y r3=x"),
    ("store buffering by exchanges", "r0=x~1 r1=y | r2=y~1 r3=x"),
    ("store buffering, barriers", "x=1 - r0=y | y=1 - r1=x"),
    ("load buffering", "r0=x y=1 | r1=y x=1"),
    ("load buffering, values passed on", "r0=x y=r0 | r1=y x=r1"),
    ("load buffering, one value passed on", "r0=x y=r0 | r1=y x=1"),
    ("load buffering, barriers", "r0=x - y=1 | r1=y - x=1"),
    ("coherence of two reads", "x=1 | r0=x r1=x"),
    ("coherence of two writes", "x=1 x=2 | r0=x r1=x"),
    ("coherence of a read and a write", "r0=x x=1 | x=2"),
    ("coherence of a write and a read", "x=1 r0=x | x=2"),
    ("coherence across a barrier", "x=1 - r0=x | x=2 - r1=x"),
    ("writes in opposite orders", "x=1 y=2 | y=1 x=2"),
    ("store and read", "x=2 y=1 | r0=y x=1"),
    ("write and store buffering", "x=1 y=1 | y=2 r0=x"),
    ("write to read causality", "x=1 | r0=x y=r0 | r1=y r2=x"),
    ("independent reads of independent writes", "x=1 | y=1 | r0=x r1=y | r2=y r3=x"),
    ("three additions", "r0=x+1 | r1=x+1 | r2=x+1"),
    ("an addition and a store", "r0=x+1 r1=x | x=5"),
    ("two locks by exchange", "r0=x~1 r1=y+1 | r2=x~1 r3=y+1"),
    ("two exchanges of an expected value", "r0=x?0:1 | r1=x?0:2 | r2=x"),
];

/// Parses the actions of each invocation; `None` for malformed text.
pub(crate) fn invocations(text: &str) -> Option<Vec<Vec<Action>>> {
    text.split('|').map(|invocation| invocation.split_whitespace().map(action).collect()).collect()
}

fn action(text: &str) -> Option<Action> {
    if text == "-" {
        return Some(Action::Barrier);
    }
    let Some((target, source)) = text.split_once('=') else {
        let (at, value) = text.split_once('+')?;
        return Some(Action::Add { register: None, location: location(at)?, value: value.parse().ok()? });
    };
    let Some(register) = register(target) else {
        let value = self::register(source).map(Value::Register);
        let value = value.or_else(|| source.parse().ok().map(Value::Constant))?;
        return Some(Action::Store { location: location(target)?, value });
    };
    let number = |text: &str| text.parse::<u32>().ok();
    Some(if let Some((at, value)) = source.split_once('+') {
        Action::Add { register: Some(register), location: location(at)?, value: number(value)? }
    } else if let Some((at, value)) = source.split_once('~') {
        Action::Exchange { register, location: location(at)?, value: number(value)? }
    } else if let Some((at, values)) = source.split_once('?') {
        let (comparator, value) = values.split_once(':')?;
        let (comparator, value) = (number(comparator)?, number(value)?);
        Action::CompareExchange { register, location: location(at)?, comparator, value }
    } else {
        Action::Load { register, location: location(source)? }
    })
}

fn register(text: &str) -> Option<usize> {
    text.strip_prefix('r')?.parse().ok().filter(|register| *register < REGISTERS)
}

fn location(text: &str) -> Option<usize> {
    LOCATIONS.find(text).filter(|_| text.len() == 1)
}
