//! Conditions as expressions: what `@if` and `#ifdef` test, which names they ask for, and which definitions make them true.

use crate::defines::Defines;
use std::collections::BTreeMap;
use std::fmt;

/// The choice for each name: its value, or `None` if it must not be defined.
pub(crate) type Choices = BTreeMap<String, Option<String>>;

/// A condition of a declaration, member, statement or line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Condition {
    /// `true` or `false`.
    Constant(bool),
    /// A name that must be defined with a value other than `false` and `0`.
    Name(String),
    /// `#ifdef NAME`: any value will do.
    Defined(String),
    /// `#if NAME >= 3`.
    Compared(Comparison),
    /// `!a`.
    Not(Box<Condition>),
    /// `a && b`.
    All(Vec<Condition>),
    /// `a || b`.
    Any(Vec<Condition>),
}

/// A comparison of a name's value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Comparison {
    name: String,
    operator: String,
    value: String,
}

impl Comparison {
    pub(crate) fn new(name: &str, operator: &str, value: &str) -> Self {
        Self { name: name.to_owned(), operator: operator.to_owned(), value: value.to_owned() }
    }

    fn holds(&self, defines: &Defines) -> bool {
        defines.get(&self.name).is_some_and(|known| compare(known, &self.operator, &self.value))
    }

    /// Returns a value for which the comparison has this result: the value itself, or a neighbour.
    fn value_for(&self, wanted: bool) -> Option<String> {
        let number: Option<i64> = self.value.parse().ok();
        let neighbours = [1, -1].map(|step| number?.checked_add(step).map(|it| it.to_string()));
        let candidates = std::iter::once(self.value.clone()).chain(neighbours.into_iter().flatten());
        let mut candidates = candidates.chain(["true".to_owned(), "false".to_owned()]);
        candidates.find(|it| compare(it, &self.operator, &self.value) == wanted)
    }
}

impl Condition {
    /// The condition under which the last of several branches is taken: none of the branches before it is.
    pub(crate) fn of_branch(earlier: &[Self], own: Option<&Self>) -> Self {
        let mut all: Vec<Self> = earlier.iter().map(|it| it.clone().negated()).collect();
        all.extend(own.cloned());
        Self::all(all)
    }

    /// All of these conditions.
    pub(crate) fn all(mut conditions: Vec<Self>) -> Self {
        match (conditions.len(), conditions.pop()) {
            (1, Some(only)) => only,
            (_, None) => Self::Constant(true),
            (_, Some(last)) => {
                conditions.push(last);
                Self::All(conditions)
            }
        }
    }

    /// At least one of these conditions.
    pub(crate) fn any(mut conditions: Vec<Self>) -> Self {
        match (conditions.len(), conditions.pop()) {
            (1, Some(only)) => only,
            (_, None) => Self::Constant(false),
            (_, Some(last)) => {
                conditions.push(last);
                Self::Any(conditions)
            }
        }
    }

    pub(crate) fn negated(self) -> Self {
        match self {
            Self::Not(inner) => *inner,
            Self::Constant(value) => Self::Constant(!value),
            other => Self::Not(Box::new(other)),
        }
    }

    /// Returns true if it holds with these definitions.
    pub(crate) fn holds(&self, defines: &Defines) -> bool {
        match self {
            Self::Constant(value) => *value,
            Self::Name(name) => defines.holds(name),
            Self::Defined(name) => defines.get(name).is_some(),
            Self::Compared(comparison) => comparison.holds(defines),
            Self::Not(inner) => !inner.holds(defines),
            Self::All(inner) => inner.iter().all(|it| it.holds(defines)),
            Self::Any(inner) => inner.iter().any(|it| it.holds(defines)),
        }
    }

    /// Adds the names that it asks for, each with the values that decide it.
    pub(crate) fn asks(&self, names: &mut Asked) {
        match self {
            Self::Constant(_) => {}
            Self::Name(name) | Self::Defined(name) => names.add(name, None),
            Self::Compared(comparison) => {
                names.add(&comparison.name, None);
                for wanted in [true, false] {
                    names.add(&comparison.name, comparison.value_for(wanted));
                }
            }
            Self::Not(inner) => inner.asks(names),
            Self::All(inner) | Self::Any(inner) => inner.iter().for_each(|it| it.asks(names)),
        }
    }

    /// Returns changes of these definitions that make the condition hold, or not hold; names that are fixed don't change. `None` if
    /// there are no such changes. Of several alternatives the first one with the fewest changes is taken.
    pub(crate) fn choices(
        &self,
        wanted: bool,
        defines: &Defines,
        fixed: &dyn Fn(&str) -> bool,
    ) -> Option<Choices> {
        if self.holds(defines) == wanted {
            return Some(Choices::new());
        }
        let one = |name: &str, value: Option<String>| {
            (!fixed(name)).then(|| Choices::from([(name.to_owned(), value)]))
        };
        match (self, wanted) {
            (Self::Constant(_), _) => None,
            (Self::Name(name) | Self::Defined(name), true) => one(name, Some("true".to_owned())),
            (Self::Name(name) | Self::Defined(name), false) => one(name, None),
            (Self::Compared(comparison), _) => one(&comparison.name, Some(comparison.value_for(wanted)?)),
            (Self::Not(inner), _) => inner.choices(!wanted, defines, fixed),
            (Self::Any(inner), true) | (Self::All(inner), false) => {
                let choices = inner.iter().filter_map(|it| it.choices(wanted, defines, fixed));
                choices.min_by_key(Choices::len)
            }
            (Self::All(inner), true) | (Self::Any(inner), false) => {
                let mut changed = defines.clone();
                let mut all = Choices::new();
                for part in inner {
                    let is_fixed = |name: &str| fixed(name) || all.contains_key(name);
                    let choices = part.choices(wanted, &changed, &is_fixed)?;
                    changed.change(&choices);
                    all.extend(choices);
                }
                Some(all)
            }
        }
    }

    /// Returns true if several lists of definitions make it hold.
    pub(crate) fn has_alternatives(&self) -> bool {
        match self {
            Self::Any(_) => true,
            Self::All(inner) => inner.iter().any(Self::has_alternatives),
            Self::Not(inner) => matches!(**inner, Self::All(_)),
            Self::Constant(_) | Self::Name(_) | Self::Defined(_) | Self::Compared(_) => false,
        }
    }

    /// Returns the only name that must be defined for it to hold.
    pub(crate) fn only_name(&self) -> Option<&str> {
        match self {
            Self::Name(name) | Self::Defined(name) => Some(name),
            Self::Constant(_) | Self::Compared(_) | Self::Not(_) | Self::All(_) | Self::Any(_) => None,
        }
    }

    fn write_part(&self, output: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::All(_) | Self::Any(_) | Self::Compared(_) => write!(output, "({self})"),
            Self::Constant(_) | Self::Name(_) | Self::Defined(_) | Self::Not(_) => write!(output, "{self}"),
        }
    }
}

/// As WESL writes it.
impl fmt::Display for Condition {
    fn fmt(&self, output: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Constant(value) => write!(output, "{value}"),
            Self::Name(name) | Self::Defined(name) => output.write_str(name),
            Self::Compared(Comparison { name, operator, value }) => {
                write!(output, "{name} {operator} {value}")
            }
            Self::Not(inner) => {
                output.write_str("!")?;
                inner.write_part(output)
            }
            Self::All(inner) | Self::Any(inner) => {
                let operator = if matches!(self, Self::All(_)) { " && " } else { " || " };
                for (index, part) in inner.iter().enumerate() {
                    if index > 0 {
                        output.write_str(operator)?;
                    }
                    part.write_part(output)?;
                }
                Ok(())
            }
        }
    }
}

/// The names that conditions ask for, each with the values that may matter apart from being defined or not.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Asked(pub(crate) BTreeMap<String, Vec<String>>);

impl Asked {
    fn add(&mut self, name: &str, value: Option<String>) {
        let values = self.0.entry(name.to_owned()).or_default();
        values.extend(value.filter(|value| !values.contains(value)));
    }

    pub(crate) fn extend(&mut self, other: &Self) {
        for (name, values) in &other.0 {
            self.add(name, None);
            for value in values {
                self.add(name, Some(value.clone()));
            }
        }
    }
}

/// Compares as numbers where both are numbers, as words otherwise.
fn compare(known: &str, operator: &str, value: &str) -> bool {
    let numbers = known.parse::<f64>().ok().zip(value.parse::<f64>().ok());
    let order = numbers.map_or_else(|| Some(known.cmp(value)), |(left, right)| left.partial_cmp(&right));
    order.is_some_and(|order| match operator {
        "==" => order.is_eq(),
        "!=" => order.is_ne(),
        "<" => order.is_lt(),
        "<=" => order.is_le(),
        ">" => order.is_gt(),
        ">=" => order.is_ge(),
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(name: &str) -> Condition {
        Condition::Name(name.to_owned())
    }

    fn choices(condition: &Condition, names: &[&str], fixed: &[&str]) -> Option<Vec<(String, bool)>> {
        let mut defines = Defines::default();
        for name in names {
            defines.define(*name, None);
        }
        let choices = condition.choices(true, &defines, &|name| fixed.contains(&name))?;
        let is_held = {
            let mut changed = defines.clone();
            changed.change(&choices);
            condition.holds(&changed)
        };
        assert!(is_held, "{condition}");
        Some(choices.into_iter().map(|(name, value)| (name, value.is_some())).collect())
    }

    #[test]
    fn conditions_are_written_as_in_wesl() {
        let compared = Condition::Compared(Comparison::new("N", ">=", "3"));
        let branch = Condition::of_branch(&[name("a"), name("b").negated()], Some(&compared));
        assert_eq!(branch.to_string(), "!a && b && (N >= 3)");
        assert_eq!(
            Condition::any(vec![branch.negated(), name("c")]).to_string(),
            "!(!a && b && (N >= 3)) || c"
        );
        assert_eq!(Condition::of_branch(&[], Some(&name("a"))), name("a"));
    }

    #[test]
    fn definitions_that_make_a_condition_hold_are_found() {
        let set = |names: &[(&str, bool)]| {
            Some(names.iter().map(|(name, is)| ((*name).to_owned(), *is)).collect::<Vec<_>>())
        };
        let both = Condition::all(vec![name("a"), name("b").negated()]);
        assert_eq!(choices(&both, &["b"], &[]), set(&[("a", true), ("b", false)]));
        assert_eq!(choices(&both, &["b"], &["b"]), None);
        let either = Condition::any(vec![name("a"), name("b")]);
        assert_eq!(choices(&either, &[], &["a"]), set(&[("b", true)]));
        assert_eq!(choices(&either, &["b"], &[]), set(&[]));
        let contradiction = Condition::all(vec![name("a"), name("a").negated()]);
        assert_eq!(choices(&contradiction, &[], &[]), None);
        for operator in ["==", "!=", "<", "<=", ">", ">="] {
            let compared = Condition::Compared(Comparison::new("N", operator, "3"));
            assert_eq!(choices(&compared, &[], &[]), set(&[("N", true)]), "{operator}");
            assert_eq!(choices(&compared.clone().negated(), &["a"], &[]), set(&[]), "{operator}");
        }
    }

    #[test]
    fn names_come_with_the_values_that_decide() {
        let mut asked = Asked::default();
        let compared = Condition::Compared(Comparison::new("N", ">=", "3"));
        Condition::any(vec![name("a"), compared.negated()]).asks(&mut asked);
        let expected = [("N", vec!["3", "2"]), ("a", vec![])];
        let expected = expected.map(|(name, values)| {
            (name.to_owned(), values.into_iter().map(str::to_owned).collect::<Vec<_>>())
        });
        assert_eq!(asked.0, BTreeMap::from(expected));
    }
}
