//! Functions of the threads of a SIMD-group or a quad-group. Sections 6.8.2, 6.8.3 and 6.9.1.1

use super::lowering::{Lowering, Outcome};
use super::operator::Operand;
use msl_spec::{DerivativeFunction, GroupFunction};
use shader_ir::{GroupOperation, Input, Instruction, Register, Type};
use shader_numeric::Operation;

/// The number of words of 32 threads of the largest SIMD-group that is executed.
const WORDS: u8 = 4;

/// The place of a thread in its quad-group.
struct Quad {
    /// Its number in the quad-group.
    lane: Register,
    /// The number of the first thread in the SIMD-group.
    first: Register,
    /// A bit for each thread: whether it is active.
    active: Register,
}

impl Lowering<'_> {
    /// Section 6.8.2
    pub(super) fn simd(&mut self, function: GroupFunction, operands: &[Operand]) -> Outcome<Vec<Register>> {
        let operation = match function {
            GroupFunction::Sum => GroupOperation::Add,
            GroupFunction::Product => GroupOperation::Multiply,
            GroupFunction::Min => GroupOperation::Min,
            GroupFunction::Max => GroupOperation::Max,
            GroupFunction::And => GroupOperation::And,
            GroupFunction::Or => GroupOperation::Or,
            GroupFunction::Xor => GroupOperation::Xor,
            GroupFunction::PrefixInclusiveSum => GroupOperation::InclusiveAdd,
            GroupFunction::PrefixInclusiveProduct => GroupOperation::InclusiveMultiply,
            GroupFunction::PrefixExclusiveSum => GroupOperation::ExclusiveAdd,
            GroupFunction::PrefixExclusiveProduct => GroupOperation::ExclusiveMultiply,
            GroupFunction::All => GroupOperation::All,
            GroupFunction::Any => GroupOperation::Any,
            GroupFunction::Broadcast => GroupOperation::Broadcast,
            GroupFunction::BroadcastFirst => GroupOperation::BroadcastFirst,
            GroupFunction::IsFirst => GroupOperation::Elect,
            GroupFunction::Shuffle => GroupOperation::Shuffle,
            GroupFunction::ShuffleXor => GroupOperation::ShuffleXor,
            GroupFunction::ShuffleUp | GroupFunction::ShuffleDown => {
                return self.simd_shift(function, operands);
            }
            GroupFunction::ShuffleRotateUp | GroupFunction::ShuffleRotateDown => {
                return self.simd_rotate(function, operands);
            }
            GroupFunction::Ballot | GroupFunction::ActiveThreadsMask => {
                let condition = self.vote_condition(operands);
                return Ok(vec![self.vote(condition)]);
            }
            GroupFunction::IsHelperThread => {
                return self.unsupported("queries for helper threads can't be executed yet");
            }
        };
        let other = self.second(operands);
        if let (GroupFunction::Broadcast, Some(lane)) = (function, other) {
            self.demand_uniform(lane);
        }
        let no = self.code.constant(Type::Bool, 0);
        let values = operands.first().map_or_else(|| vec![no], |(_, _, registers)| registers.clone());
        Ok(values
            .into_iter()
            .map(|value| self.group_step(operation, value, other.unwrap_or(value)))
            .collect())
    }

    /// One step of a group.
    pub(super) fn group_step(
        &mut self,
        operation: GroupOperation,
        value: Register,
        other: Register,
    ) -> Register {
        let ty = self.code.ty(value);
        let result = if let GroupOperation::Ballot(_) = operation {
            Type::U32
        } else if matches!(operation, GroupOperation::All | GroupOperation::Any | GroupOperation::Elect) {
            Type::Bool
        } else {
            ty
        };
        let to = self.code.register(result);
        self.code.emit(Instruction::Group { operation, ty, to, value, other });
        to
    }

    /// The number of a thread or the distance to it.
    fn second(&mut self, operands: &[Operand]) -> Option<Register> {
        let (_, _, registers) = operands.get(1)?;
        Some(self.as_unsigned(registers[0]))
    }

    /// The only operand of a vote; true if there is none.
    fn vote_condition(&mut self, operands: &[Operand]) -> Register {
        let yes = self.code.constant(Type::Bool, 1);
        operands.first().map_or(yes, |(_, _, registers)| registers[0])
    }

    /// One of two values.
    pub(super) fn chosen(&mut self, condition: Register, accept: Register, reject: Register) -> Register {
        let to = self.code.register(self.code.ty(accept));
        self.code.emit(Instruction::Select { to, condition, accept, reject });
        to
    }

    /// An operation on two `uint`.
    fn counted(&mut self, operation: Operation, one: Register, other: Register) -> Register {
        self.scalar(operation, Type::U32, [one, other, other])
    }

    /// Values from a distance; threads that nothing is that far from keep theirs. Section 6.8.2
    fn simd_shift(&mut self, function: GroupFunction, operands: &[Operand]) -> Outcome<Vec<Register>> {
        let Some(distance) = self.second(operands) else { return self.unsupported("missing argument") };
        let lane = self.code.input(Input::SubgroupInvocation);
        let (operation, is_there) = if function == GroupFunction::ShuffleUp {
            (GroupOperation::ShuffleUp, self.counted(Operation::GreaterEqual, lane, distance))
        } else {
            let size = self.code.input(Input::SubgroupSize);
            let left = self.counted(Operation::Subtract, size, lane);
            (GroupOperation::ShuffleDown, self.counted(Operation::Less, distance, left))
        };
        let values = operands[0].2.clone();
        let shifted = |value| {
            let moved = self.group_step(operation, value, distance);
            self.chosen(is_there, moved, value)
        };
        Ok(values.into_iter().map(shifted).collect())
    }

    /// Values from a distance around the SIMD-group. Section 6.8.2
    fn simd_rotate(&mut self, function: GroupFunction, operands: &[Operand]) -> Outcome<Vec<Register>> {
        let Some(distance) = self.second(operands) else { return self.unsupported("missing argument") };
        let lane = self.code.input(Input::SubgroupInvocation);
        let size = self.code.input(Input::SubgroupSize);
        let distance = self.counted(Operation::Remainder, distance, size);
        let forward = if function == GroupFunction::ShuffleRotateUp {
            self.counted(Operation::Subtract, size, distance)
        } else {
            distance
        };
        let sum = self.counted(Operation::Add, lane, forward);
        let source = self.counted(Operation::Remainder, sum, size);
        let values = operands[0].2.clone();
        Ok(values.into_iter().map(|value| self.group_step(GroupOperation::Shuffle, value, source)).collect())
    }

    /// A word with a bit for each of 64 threads.
    fn vote(&mut self, condition: Register) -> Register {
        let [low, high] = [0, 1].map(|word| {
            let bits = self.group_step(GroupOperation::Ballot(word), condition, condition);
            self.converted_register(bits, Type::U64)
        });
        let amount = self.code.number(32);
        let high = self.scalar(Operation::ShiftLeft, Type::U64, [high, amount, amount]);
        self.scalar(Operation::BitOr, Type::U64, [low, high, high])
    }

    /// `all` and `any` of a vote: whether each thread of the group has its bit, whether it is active or not. Sections 6.8.2 and 6.8.3
    pub(super) fn vote_member(&mut self, vote: Register, is_quad: bool, is_all: bool) -> Register {
        let mask = if is_quad {
            self.code.constant(Type::U64, 15)
        } else {
            let size = self.code.input(Input::SubgroupSize);
            let (all, whole) = (self.code.constant(Type::U64, u64::MAX), self.code.number(64));
            let most = self.counted(Operation::Min, size, whole);
            let rest = self.counted(Operation::Subtract, whole, most);
            self.scalar(Operation::ShiftRight, Type::U64, [all, rest, rest])
        };
        let bits = self.scalar(Operation::BitAnd, Type::U64, [vote, mask, mask]);
        if is_all {
            return self.scalar(Operation::Equal, Type::U64, [bits, mask, mask]);
        }
        let none = self.code.constant(Type::U64, 0);
        self.scalar(Operation::NotEqual, Type::U64, [bits, none, none])
    }

    /// Section 6.8.3
    pub(super) fn quad(&mut self, function: GroupFunction, operands: &[Operand]) -> Outcome<Vec<Register>> {
        use GroupFunction as G;
        let quad = self.quad_here();
        let none = vec![self.code.constant(Type::Bool, 0)];
        let (ty, values) =
            operands.first().map_or((Type::Bool, none), |(ty, _, registers)| (*ty, registers.clone()));
        let operand = (ty, values.as_slice());
        let second = self.second(operands).unwrap_or(quad.lane);
        Ok(match function {
            G::Sum => self.quad_reduction(&quad, Operation::Add, None, operand),
            G::Product => self.quad_reduction(&quad, Operation::Multiply, None, operand),
            G::Min => self.quad_reduction(&quad, Operation::Min, None, operand),
            G::Max => self.quad_reduction(&quad, Operation::Max, None, operand),
            G::And => self.quad_reduction(&quad, Operation::BitAnd, None, operand),
            G::Or => self.quad_reduction(&quad, Operation::BitOr, None, operand),
            G::Xor => self.quad_reduction(&quad, Operation::BitXor, None, operand),
            G::PrefixInclusiveSum => {
                self.quad_reduction(&quad, Operation::Add, Some(Operation::LessEqual), operand)
            }
            G::PrefixInclusiveProduct => {
                self.quad_reduction(&quad, Operation::Multiply, Some(Operation::LessEqual), operand)
            }
            G::PrefixExclusiveSum => {
                self.quad_reduction(&quad, Operation::Add, Some(Operation::Less), operand)
            }
            G::PrefixExclusiveProduct => {
                self.quad_reduction(&quad, Operation::Multiply, Some(Operation::Less), operand)
            }
            G::All | G::Any | G::Ballot | G::ActiveThreadsMask | G::IsFirst => {
                vec![self.quad_vote(&quad, function, operands)]
            }
            G::Broadcast => {
                values.iter().map(|it| self.group_step(GroupOperation::QuadBroadcast, *it, second)).collect()
            }
            G::BroadcastFirst => {
                let first = self.scalar(Operation::CountTrailingZeros, Type::U32, [quad.active; 3]);
                self.quad_shuffle(&quad, &values, first)
            }
            G::Shuffle => self.quad_shuffle(&quad, &values, second),
            G::ShuffleUp => self.quad_move(&quad, Operation::Subtract, &values, second),
            G::ShuffleDown => self.quad_move(&quad, Operation::Add, &values, second),
            G::ShuffleXor => self.quad_move(&quad, Operation::BitXor, &values, second),
            G::ShuffleRotateUp => self.quad_rotate(&quad, Operation::Subtract, &values, second),
            G::ShuffleRotateDown => self.quad_rotate(&quad, Operation::Add, &values, second),
            G::IsHelperThread => {
                return self.unsupported("queries for helper threads can't be executed yet");
            }
        })
    }

    fn quad_here(&mut self) -> Quad {
        let number = self.code.input(Input::SubgroupInvocation);
        let three = self.code.number(3);
        let lane = self.counted(Operation::BitAnd, number, three);
        let first = self.counted(Operation::Subtract, number, lane);
        let yes = self.code.constant(Type::Bool, 1);
        let active = self.quad_ballot(first, yes);
        Quad { lane, first, active }
    }

    /// A bit for each thread of the quad-group: whether it is active and the condition holds.
    fn quad_ballot(&mut self, first: Register, condition: Register) -> Register {
        let (five, thirty_one, fifteen) = (self.code.number(5), self.code.number(31), self.code.number(15));
        let own = self.counted(Operation::ShiftRight, first, five);
        let mut word = self.code.number(0);
        for number in 0..WORDS {
            let bits = self.group_step(GroupOperation::Ballot(number), condition, condition);
            let number = self.code.number(number.into());
            let is_own = self.counted(Operation::Equal, own, number);
            word = self.chosen(is_own, bits, word);
        }
        let amount = self.counted(Operation::BitAnd, first, thirty_one);
        let bits = self.counted(Operation::ShiftRight, word, amount);
        self.counted(Operation::BitAnd, bits, fifteen)
    }

    /// A condition of the active threads of a quad-group.
    fn quad_vote(&mut self, quad: &Quad, function: GroupFunction, operands: &[Operand]) -> Register {
        if function == GroupFunction::IsFirst {
            let first = self.scalar(Operation::CountTrailingZeros, Type::U32, [quad.active; 3]);
            return self.counted(Operation::Equal, quad.lane, first);
        }
        let condition = self.vote_condition(operands);
        let bits = self.quad_ballot(quad.first, condition);
        if function == GroupFunction::All {
            return self.counted(Operation::Equal, bits, quad.active);
        }
        if function == GroupFunction::Any {
            let none = self.code.number(0);
            return self.counted(Operation::NotEqual, bits, none);
        }
        self.converted_register(bits, Type::U64)
    }

    /// The values of one thread of the quad-group.
    fn quad_shuffle(&mut self, quad: &Quad, values: &[Register], lane: Register) -> Vec<Register> {
        let source = self.counted(Operation::Add, quad.first, lane);
        values.iter().map(|value| self.group_step(GroupOperation::Shuffle, *value, source)).collect()
    }

    /// Values of threads whose number is computed; threads that get none keep theirs.
    fn quad_move(
        &mut self,
        quad: &Quad,
        number: Operation,
        values: &[Register],
        second: Register,
    ) -> Vec<Register> {
        let three = self.code.number(3);
        let lane = self.counted(number, quad.lane, second);
        let is_there = self.counted(Operation::LessEqual, lane, three);
        let lane = self.chosen(is_there, lane, quad.lane);
        self.quad_shuffle(quad, values, lane)
    }

    /// Values of threads at a distance around the quad-group.
    fn quad_rotate(
        &mut self,
        quad: &Quad,
        number: Operation,
        values: &[Register],
        second: Register,
    ) -> Vec<Register> {
        let three = self.code.number(3);
        let lane = self.counted(number, quad.lane, second);
        let lane = self.counted(Operation::BitAnd, lane, three);
        self.quad_shuffle(quad, values, lane)
    }

    /// The values of the active threads of a quad-group, combined in order; of those only whose number stands in this order to the own
    /// one, if there is an order.
    fn quad_reduction(
        &mut self,
        quad: &Quad,
        operation: Operation,
        order: Option<Operation>,
        (ty, values): (Type, &[Register]),
    ) -> Vec<Register> {
        // These give the same value however often it takes part.
        let is_repeatable =
            matches!(operation, Operation::Min | Operation::Max | Operation::BitAnd | Operation::BitOr);
        let before = if operation == Operation::Multiply { 1.0 } else { 0.0 };
        let before = self.code.constant(ty, super::constant::bits_of(before, ty));
        let mut results = if is_repeatable { values.to_vec() } else { vec![before; values.len()] };
        for number in 0..4 {
            let takes_part = self.quad_takes_part(quad, order, number);
            let lane = self.code.number(number);
            let theirs = self.quad_shuffle(quad, values, lane);
            for (result, value) in results.iter_mut().zip(theirs) {
                let with = self.scalar(operation, ty, [*result, value, value]);
                *result = self.chosen(takes_part, with, *result);
            }
        }
        results
    }

    /// Returns true if the value of a thread belongs to the result here.
    fn quad_takes_part(&mut self, quad: &Quad, order: Option<Operation>, number: u32) -> Register {
        let (bit, none, lane) =
            (self.code.number(1 << number), self.code.number(0), self.code.number(number));
        let bits = self.counted(Operation::BitAnd, quad.active, bit);
        let is_active = self.counted(Operation::NotEqual, bits, none);
        let Some(order) = order else { return is_active };
        let is_before = self.counted(order, lane, quad.lane);
        self.scalar(Operation::LogicalAnd, Type::Bool, [is_active, is_before, is_before])
    }

    /// Section 6.9.1.1
    pub(super) fn derivative(
        &mut self,
        function: DerivativeFunction,
        operands: &[Operand],
    ) -> Outcome<Vec<Register>> {
        let Some((_, _, values)) = operands.first() else {
            return self.unsupported("missing argument");
        };
        let mut results = Vec::new();
        for value in values.clone() {
            let ty = self.code.ty(value);
            let mut along = |operation| {
                let to = self.code.register(ty);
                self.code.emit(Instruction::Group { operation, ty, to, value, other: value });
                to
            };
            let result = match function {
                DerivativeFunction::X => along(GroupOperation::FineDerivativeX),
                DerivativeFunction::Y => along(GroupOperation::FineDerivativeY),
                DerivativeFunction::Width => {
                    let (x, y) =
                        (along(GroupOperation::FineDerivativeX), along(GroupOperation::FineDerivativeY));
                    let [x, y] = [x, y].map(|part| self.scalar(Operation::Abs, ty, [part; 3]));
                    self.scalar(Operation::Add, ty, [x, y, y])
                }
            };
            results.push(result);
        }
        Ok(results)
    }
}
