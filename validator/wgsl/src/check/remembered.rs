//! The earlier choices of overload resolution.

use super::chosen::Chosen;
use crate::meaning::Typed;
use crate::types::TypeId;
use wgsl_spec::{Edition, FunctionId};

/// Overloads that were chosen before, for arguments of types that mean the same in every program.
///
/// Operators meet the same types over and over, and the choice depends on nothing else.
#[derive(Debug, Default)]
pub(super) struct Remembered {
    /// The edition whose overloads they are.
    edition: Edition,
    /// Each key has one place; a newer one takes it from an older one.
    places: Vec<(u64, Option<Chosen>)>,
}

impl Remembered {
    const BITS: u32 = 8;

    /// Begins with an edition; the overloads of another are forgotten.
    pub(super) fn turn_to(&mut self, edition: Edition) {
        if self.edition != edition {
            *self = Self { edition, ..Self::default() };
        }
    }

    /// A number for a function with the types of its template and arguments, if these are few and known.
    pub(super) fn key(
        function: FunctionId,
        template: &[TypeId],
        arguments: &[Typed],
        all_const: bool,
    ) -> Option<u64> {
        if template.len() > 1 || template.len() + arguments.len() > 5 {
            return None;
        }
        let mut key = 0;
        for ty in template.iter().copied().chain(arguments.iter().map(|argument| argument.ty)) {
            key = key << 7 | ty.known_number()?;
        }
        // How many types there are belongs to the key: their numbers alone would not tell where one list ends.
        key = key << 3 | arguments.len() as u64;
        key = key << 2 | u64::from(all_const) << 1 | template.len() as u64;
        key = key << 16 | u64::from(function.0);
        Some(key)
    }

    fn place(key: u64) -> usize {
        (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - Self::BITS)) as usize
    }

    pub(super) fn get(&self, key: u64) -> Option<&Chosen> {
        match self.places.get(Self::place(key)) {
            Some((known, Some(chosen))) if *known == key => Some(chosen),
            _ => None,
        }
    }

    pub(super) fn put(&mut self, key: u64, chosen: Chosen) {
        if self.places.is_empty() {
            self.places = vec![(0, None); 1 << Self::BITS];
        }
        self.places[Self::place(key)] = (key, Some(chosen));
    }
}

#[cfg(test)]
mod tests {
    use super::super::chosen::MOST_PARAMETERS;
    use super::*;
    use crate::types::{Length, TypeKind};
    use std::collections::HashSet;
    use wgsl_spec::Scalar;

    const KNOWN: [TypeId; 6] = [
        TypeId::BOOL,
        TypeId::I32,
        TypeId::U32,
        TypeId::F32,
        TypeId::ABSTRACT_INT,
        TypeId::vector(3, Scalar::F32),
    ];

    fn key(function: u16, template: &[TypeId], arguments: &[TypeId], all_const: bool) -> Option<u64> {
        let arguments: Vec<Typed> = arguments.iter().map(|ty| Typed::runtime(*ty)).collect();
        Remembered::key(FunctionId(function), template, &arguments, all_const)
    }

    #[test]
    fn a_key_tells_functions_templates_and_arguments_apart() {
        let mut keys = HashSet::new();
        let mut count = 0;
        for function in [0, 1, 2, 255, 256] {
            for all_const in [false, true] {
                let mut lists: Vec<Vec<TypeId>> = vec![vec![]];
                for length in 0..4 {
                    let longer: Vec<Vec<TypeId>> =
                        lists.iter().filter(|list| list.len() == length).cloned().collect();
                    for list in longer {
                        lists.extend(KNOWN.iter().map(|ty| [list.as_slice(), &[*ty]].concat()));
                    }
                }
                for list in &lists {
                    keys.insert(key(function, &[], list, all_const).unwrap());
                    count += 1;
                    if let Some((first, rest)) = list.split_first() {
                        keys.insert(key(function, &[*first], rest, all_const).unwrap());
                        count += 1;
                    }
                }
            }
        }
        assert_eq!(keys.len(), count);
        let places: HashSet<usize> = keys.iter().map(|key| Remembered::place(*key)).collect();
        assert_eq!(places.len(), 1 << Remembered::BITS);
    }

    #[test]
    fn only_few_types_that_every_program_knows_make_a_key() {
        let [a, ..] = KNOWN;
        assert!(key(0, &[], &[a; 5], true).is_some() && key(0, &[], &[a; 6], true).is_none());
        assert!(key(0, &[a], &[a; 4], true).is_some() && key(0, &[a], &[a; 5], true).is_none());
        assert!(key(0, &[a], &[], true).is_some() && key(0, &[a; 2], &[a], true).is_none());
        let of_the_program = crate::types::Types::default().intern(TypeKind::Array(a, Length::Fixed(7)));
        assert!(key(0, &[], &[of_the_program], true).is_none());
    }

    #[test]
    fn what_was_put_is_found_until_another_takes_its_place() {
        let mut functions = (0..u16::MAX).map(FunctionId);
        let overload = functions.find_map(|id| id.get().overloads(Edition::Current).first()).unwrap();
        let chosen = |index| Chosen {
            index,
            overload,
            parameters: [TypeId::ERROR; MOST_PARAMETERS],
            result: TypeId::VOID,
        };
        let mut remembered = Remembered::default();
        let found = |remembered: &Remembered, key| remembered.get(key).map(|chosen| chosen.index);
        let other = (2..u64::MAX).find(|key| Remembered::place(*key) == Remembered::place(1)).unwrap();
        assert_eq!(found(&remembered, 0), None);
        remembered.put(1, chosen(5));
        assert_eq!((found(&remembered, 1), found(&remembered, other)), (Some(5), None));
        remembered.put(other, chosen(6));
        assert_eq!((found(&remembered, 1), found(&remembered, other)), (None, Some(6)));
        remembered.turn_to(Edition::Current);
        assert_eq!(found(&remembered, other), Some(6));
        remembered.turn_to(Edition::Draft2022);
        assert_eq!(found(&remembered, other), None);
    }
}
