//! The columns of the table of operations, compared with the functions.

use core::mem::discriminant;

use crate::compute::{Compute, floats, integers, truths};
use crate::event::{Event, Watch};
use crate::number::Number;
use crate::signature::Form;
use crate::{Application, Evaluation, Operand, Operation, Shape, Type};

const SHAPES: [Shape; 6] = [
    Shape::Scalar,
    Shape::Vector(2),
    Shape::Vector(3),
    Shape::Vector(4),
    Shape::Matrix(2, 2),
    Shape::Matrix(2, 3),
];

/// Representations of values at the edges of a type.
fn edges(ty: Type) -> Vec<u64> {
    let single = |value: f32| u64::from(value.to_bits());
    match ty {
        Type::Bool => vec![0, 1],
        Type::I8 => vec![0, 1, 3, 0x7f, 0xffff_ff80, 0xffff_ffff],
        Type::I16 => vec![0, 1, 3, 0x7fff, 0xffff_8000, 0xffff_ffff],
        Type::I32 => vec![0, 1, 31, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff],
        Type::I64 => vec![0, 1, 3, i64::MAX as u64, i64::MIN as u64, u64::MAX],
        Type::U8 => vec![0, 1, 7, 0x80, 0xff],
        Type::U16 => vec![0, 1, 15, 0x8000, 0xffff],
        Type::U32 => vec![0, 1, 31, 0x7c00, 0x8000_0000, 0xffff_ffff],
        Type::U64 => vec![0, 1, 63, 1 << 63, u64::MAX],
        Type::F16 => vec![0, 0x8000, 1, 0x3800, 0x3c00, 0xbc00, 0x4500, 0x7bff, 0xfbff, 0x7c00, 0x7e00],
        Type::F32 => {
            let values = [0.0, -0.0, 1e-40, 0.5, 1.0, -1.0, 5.0, f32::MAX, f32::MIN, f32::INFINITY, f32::NAN];
            values.map(single).to_vec()
        }
        Type::F64 => {
            let values =
                [0.0, -0.0, 5e-324, 0.5, 1.0, -1.0, 5.0, f64::MAX, f64::MIN, f64::INFINITY, f64::NAN];
            values.map(f64::to_bits).to_vec()
        }
    }
}

/// All operands of types and shapes that an operation takes, with every result that it may give.
fn each_call(operation: Operation, mut found: impl FnMut(&[(Type, Shape)], (Type, Shape))) {
    let all: Vec<(Type, Shape)> =
        Type::ALL.iter().flat_map(|ty| SHAPES.iter().map(move |shape| (*ty, *shape))).collect();
    let parts = operation.operands();
    let mut calls: Vec<Vec<(Type, Shape)>> = vec![Vec::new()];
    for part in parts {
        let longer = |call: &Vec<(Type, Shape)>| {
            let call = call.clone();
            let fits =
                move |it: &&(Type, Shape)| part.class.has(it.0, call.first().map_or(it.0, |first| first.0));
            all.iter().filter(fits).copied().collect::<Vec<_>>()
        };
        calls = calls
            .iter()
            .flat_map(|call| {
                longer(call).into_iter().map(|it| [&call[..], &[it]].concat()).collect::<Vec<_>>()
            })
            .collect();
    }
    for call in &calls {
        for result in &all {
            if operation.takes(call, *result) {
                found(call, *result);
            }
        }
    }
}

fn evaluate(
    operation: Operation,
    operands: &[(Type, Shape)],
    result: (Type, Shape),
    start: usize,
    evaluation: Evaluation,
) -> Result<Vec<u64>, Event> {
    let bits: Vec<Vec<u64>> = operands
        .iter()
        .zip(start..)
        .map(|((ty, shape), start)| edges(*ty).into_iter().cycle().skip(start).take(shape.len()).collect())
        .collect();
    let operands: Vec<Operand<'_>> = operands
        .iter()
        .zip(&bits)
        .map(|((ty, shape), bits)| Operand { ty: *ty, shape: *shape, bits })
        .collect();
    let application = Application { operation, operands: &operands, result, is_exact: start == 0 };
    let mut out = Vec::new();
    application.evaluate(evaluation, &mut out).map_err(|fault| fault.event)?;
    Ok(out)
}

#[test]
fn every_operation_computes_what_it_takes() {
    for &operation in Operation::ALL.iter().filter(|it| it.operands().len() < 4) {
        let mut is_taken = false;
        each_call(operation, |operands, result| {
            if operation.result().form == Form::Asked
                && operands[0] != result
                && operation == Operation::Construct
            {
                return;
            }
            is_taken = true;
            for start in 0..3 {
                let computed = evaluate(operation, operands, result, start, Evaluation::Runtime);
                let count = computed.map(|out| out.len());
                if let Err(event) = evaluate(operation, operands, result, start, Evaluation::Creation) {
                    let mut events = operation
                        .events()
                        .iter()
                        .copied()
                        .chain(operation.domain().map(Event::OutsideDomain));
                    assert!(
                        events.any(|it| discriminant(&it) == discriminant(&event)),
                        "{operation:?} notes {event:?}"
                    );
                }
                assert_eq!(
                    count,
                    Ok(operation.result_types(result).len()),
                    "{operation:?} {operands:?} {result:?}"
                );
            }
        });
        assert!(is_taken, "{operation:?}");
    }
}

#[test]
fn functions_of_scalars_take_what_calls_take() {
    for &operation in Operation::ALL.iter().filter(|it| it.is_componentwise()) {
        for ty in Type::ALL {
            let mut calls = Vec::new();
            each_call(operation, |operands, result| {
                if operands.iter().all(|operand| operand.1 == Shape::Scalar) && operands[0].0 == ty {
                    calls.push((operands.iter().map(|operand| operand.0).collect::<Vec<_>>(), result.0));
                }
            });
            let scalar = operation.scalar_types(ty).map(|types| (types.operands, types.result));
            assert_eq!(scalar, calls.first().cloned(), "{operation:?} {ty:?}");
        }
    }
}

/// Collects events.
#[derive(Default)]
struct Events(Vec<Event>);

impl Watch for Events {
    fn note(&mut self, event: Event) {
        if !self.0.contains(&event) {
            self.0.push(event);
        }
    }
}

/// Operands of a function of scalars: representations of the first type, counts and an exponent. The result is whether there is a function.
struct Operands<'a>([u64; 3], &'a mut Events);

impl<T: Number> Compute<T> for Operands<'_> {
    type Output = bool;
    type Watch = Events;

    fn unary(self, function: impl Fn(T, &mut Events) -> T) -> bool {
        _ = function(T::from_raw(self.0[0]), self.1);
        true
    }
    fn binary(self, function: impl Fn(T, T, &mut Events) -> T) -> bool {
        _ = function(T::from_raw(self.0[0]), T::from_raw(self.0[1]), self.1);
        true
    }
    fn ternary(self, function: impl Fn(T, T, T, &mut Events) -> T) -> bool {
        let [a, b, c] = self.0.map(T::from_raw);
        _ = function(a, b, c, self.1);
        true
    }
    fn counted(self, function: impl Fn(T, u32, &mut Events) -> T) -> bool {
        _ = function(T::from_raw(self.0[0]), self.0[1] as u32, self.1);
        true
    }
    fn ranged(self, function: impl Fn(T, u32, u32, &mut Events) -> T) -> bool {
        _ = function(T::from_raw(self.0[0]), self.0[1] as u32, self.0[2] as u32, self.1);
        true
    }
    fn scaled(self, function: impl Fn(T, i64, &mut Events) -> T) -> bool {
        _ = function(T::from_raw(self.0[0]), i64::from(self.0[1] as i32), self.1);
        true
    }
    fn compared(self, function: impl Fn(&T, &T) -> bool) -> bool {
        function(&T::from_raw(self.0[0]), &T::from_raw(self.0[1]));
        true
    }
    fn impossible(self, _: &str) -> bool {
        false
    }
}

/// All events that the function of scalars notes of values at the edges.
fn noted(operation: Operation) -> Vec<Event> {
    let mut events = Events::default();
    for ty in Type::ALL {
        let Some(types) = operation.scalar_types(ty) else { continue };
        let of = |index: usize| types.operands.get(index).map_or(vec![0], |ty| edges(*ty));
        for a in of(0) {
            for b in of(1) {
                for c in of(2) {
                    let operands = Operands([a, b, c], &mut events);
                    let is_there = by_type!(ty, T =>
                        floats floats::<T, _>(operation, operands),
                        integers integers::<T, _>(operation, operands),
                        truths truths(operation, operands)
                    );
                    assert!(is_there, "{operation:?} of {ty:?}");
                }
            }
        }
    }
    events.0
}

#[test]
fn functions_of_scalars_note_the_events_of_the_table() {
    for &operation in Operation::ALL.iter().filter(|it| it.is_componentwise()) {
        let mut wanted: Vec<Event> = operation.events().to_vec();
        wanted.extend(operation.domain().map(Event::OutsideDomain));
        let found = noted(operation);
        for event in &found {
            assert!(wanted.contains(event), "{operation:?} notes {event:?}");
        }
        for event in &wanted {
            assert!(found.contains(event), "{operation:?} never notes {event:?}");
        }
    }
}

#[test]
fn there_are_functions_for_the_types_of_the_row() {
    for &operation in Operation::ALL {
        let takes = |ty| operation.scalar_types(ty).is_some();
        let mut events = Events::default();
        let found = floats::<f32, _>(operation, Operands([0; 3], &mut events));
        assert_eq!(found, takes(Type::F32), "{operation:?}");
        let found = integers::<i32, _>(operation, Operands([0; 3], &mut events));
        assert_eq!(found, takes(Type::I32), "{operation:?}");
        let found = truths(operation, Operands([0; 3], &mut events));
        assert_eq!(found, takes(Type::Bool), "{operation:?}");
    }
}

#[test]
fn names_in_data_files_are_those_of_the_variants() {
    for operation in Operation::ALL {
        assert_eq!(operation.identifier(), format!("{operation:?}"));
    }
}

#[test]
fn names_are_those_of_people() {
    assert_eq!((Operation::Clamp.spelling(), Operation::Add.spelling()), ("clamp", "+"));
    assert!(Operation::ShiftLeft.is_operator() && !Operation::Pack4xI8.is_operator());
    assert_eq!(Operation::named("QuantizeToF16"), Some(Operation::QuantizeToF16));
    assert_eq!(Operation::named("quantizeToF16"), None);
    assert!(Operation::Less.compares() && !Operation::Not.compares() && !Operation::All.compares());
}

#[test]
#[should_panic(expected = "+ of [(F32, Scalar), (I32, Scalar)] gives no (F32, Scalar)")]
fn operands_of_other_types_are_impossible() {
    let scalar = |ty| (ty, Shape::Scalar);
    let operands = [scalar(Type::F32), scalar(Type::I32)];
    _ = evaluate(Operation::Add, &operands, scalar(Type::F32), 0, Evaluation::Runtime);
}
