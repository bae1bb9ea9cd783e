//! Planes: the values of a scalar in all lanes. A plane has one value for each lane, or one for all of them: then its length is 1.

#![allow(clippy::inline_always, reason = "a loop over lanes is vectorised only when the step is in it")]

/// The value of a lane.
#[inline]
pub(crate) fn of_lane<W: Copy>(plane: &[W], lane: usize) -> W {
    match plane {
        [one] => *one,
        plane => plane[lane],
    }
}

/// Sets each lane of `to` to a function of that lane of the operand.
#[inline(always)]
pub(crate) fn map1<R: Clone, A: Copy>(to: &mut [R], a: &[A], f: impl Fn(A) -> R) {
    if let [a] = a {
        to.fill(f(*a));
        return;
    }
    for (to, a) in to.iter_mut().zip(a) {
        *to = f(*a);
    }
}

/// Sets each lane of `to` to a function of that lane of two operands.
#[inline(always)]
pub(crate) fn map2<R: Clone, A: Copy, B: Copy>(to: &mut [R], a: &[A], b: &[B], f: impl Fn(A, B) -> R) {
    match (a, b) {
        ([a], [b]) => to.fill(f(*a, *b)),
        ([a], _) => {
            let a = *a;
            for (to, b) in to.iter_mut().zip(b) {
                *to = f(a, *b);
            }
        }
        (_, [b]) => {
            let b = *b;
            for (to, a) in to.iter_mut().zip(a) {
                *to = f(*a, b);
            }
        }
        _ => {
            for ((to, a), b) in to.iter_mut().zip(a).zip(b) {
                *to = f(*a, *b);
            }
        }
    }
}

/// Sets each lane of `to` to a function of that lane of three operands.
#[inline(always)]
pub(crate) fn map3<R: Clone, A: Copy, B: Copy, C: Copy>(
    to: &mut [R],
    (a, b, c): (&[A], &[B], &[C]),
    f: impl Fn(A, B, C) -> R,
) {
    match (a, b, c) {
        ([a], [b], [c]) => to.fill(f(*a, *b, *c)),
        ([a], _, _) => map2(to, b, c, |b, c| f(*a, b, c)),
        (_, [b], _) => map2(to, a, c, |a, c| f(a, *b, c)),
        (_, _, [c]) => map2(to, a, b, |a, b| f(a, b, *c)),
        _ => {
            for (((to, a), b), c) in to.iter_mut().zip(a).zip(b).zip(c) {
                *to = f(*a, *b, *c);
            }
        }
    }
}
