//! Rules: the sentences of a specification that a program can keep or break, and the families of diagnostics that name them.
//!
//! Every rule, code and section is one static value in the tables of its language, and all of the project passes `&'static` references to
//! them. Two rules are equal if they are the same entry of the same inventory.

use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};

/// Entries of an inventory are equal, ordered and hashed by their position in it. `Debug` prints the name, which is unique there.
macro_rules! identified {
    ($entry:ident, $name:ident) => {
        impl $entry {
            const fn key(&self) -> (RuleSet, u16) {
                (self.set, self.number)
            }
        }

        impl fmt::Debug for $entry {
            fn fmt(&self, output: &mut fmt::Formatter<'_>) -> fmt::Result {
                output.write_str(self.$name)
            }
        }

        impl PartialEq for $entry {
            fn eq(&self, other: &Self) -> bool {
                self.key() == other.key()
            }
        }

        impl Eq for $entry {}

        impl Ord for $entry {
            fn cmp(&self, other: &Self) -> Ordering {
                self.key().cmp(&other.key())
            }
        }

        impl PartialOrd for $entry {
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                Some(self.cmp(other))
            }
        }

        impl Hash for $entry {
            fn hash<H: Hasher>(&self, state: &mut H) {
                self.key().hash(state);
            }
        }
    };
}

/// An inventory of rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub enum RuleSet {
    /// The specification of WGSL.
    Wgsl,
    /// Lints for WGSL programs, which the specification accepts.
    Lints,
    /// Imports and conditions in multi-file WGSL programs, and `allow` comments.
    Modules,
    /// The specification of the Metal Shading Language.
    Metal,
    /// The specification of C++ AMP.
    Amp,
}

/// The time at which a broken rule is found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RuleStage {
    /// Creating the shader module, or compiling the program.
    ShaderCreation,
    /// Creating a pipeline, or calling the library on the host: a launch, a copy, the construction of a container.
    PipelineCreation,
    /// A rule about behaviour while a shader runs.
    Execution,
}

/// One requirement.
pub struct Rule {
    /// The inventory that lists it.
    pub set: RuleSet,
    /// Its position in the inventory.
    pub number: u16,
    /// The stable name: `lex.null`.
    pub id: &'static str,
    /// The family of the diagnostics that name it; `None` if none does.
    pub code: Option<&'static Code>,
    /// The place where it is stated.
    pub section: &'static Section,
    /// The time at which a broken rule is found.
    pub stage: RuleStage,
    /// The requirement in our words.
    pub statement: &'static str,
}

impl Rule {
    /// Returns the stable code of its diagnostics: `type/no-matching-overload`. A rule without diagnostics has its id instead.
    #[must_use]
    pub fn slug(&self) -> &'static str {
        self.code.map_or(self.id, |code| code.slug)
    }

    /// Returns true if its diagnostics are found in this phase.
    #[must_use]
    pub fn is_of_phase(&self, phase: Phase) -> bool {
        self.code.is_some_and(|code| code.phase == phase)
    }
}

identified!(Rule, id);

/// The phase that raises a code.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[allow(missing_docs, reason = "the phases of the data flow, by name")]
pub enum Phase {
    Preprocess,
    Lex,
    Parse,
    Resolve,
    Type,
    Const,
    Layout,
    Interface,
    Resource,
    Address,
    Behavior,
    Uniformity,
    Pipeline,
    Version,
    Unsupported,
    Lints,
    Modules,
}

/// A diagnostic code: a family of mistakes, which several rules can share.
pub struct Code {
    /// The inventory of its rules. Two languages can have the same code.
    pub set: RuleSet,
    /// Its position in the list of codes.
    pub number: u16,
    /// The stable name: `type/no-matching-overload`.
    pub slug: &'static str,
    /// The mistake in general, in one line.
    pub title: &'static str,
    /// The phase.
    pub phase: Phase,
    /// Places in the specification; the first one is shown.
    pub sections: &'static [&'static Section],
    /// A paragraph for `explain`.
    pub explanation: &'static str,
}

identified!(Code, slug);

/// A document that states rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub enum Document {
    /// The WGSL specification, whose sections have anchors.
    Wgsl,
    /// The Metal specification, whose sections have numbers.
    Metal,
    /// The C++ AMP specification, whose sections have numbers.
    Amp,
    /// A page of its own.
    Page,
}

/// A place in a document.
#[derive(Clone, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub struct Section {
    /// The document.
    pub document: Document,
    /// The anchor without `#`, the number of the section, or the address of a page.
    pub id: &'static str,
    /// The title of the section.
    pub title: &'static str,
}

impl Section {
    /// Returns the anchor, or the number of the section, in a specification; a page has none.
    #[must_use]
    pub fn anchor(&self) -> Option<&'static str> {
        (self.document != Document::Page).then_some(self.id)
    }

    /// Returns true if the reference is the address of a page, and not the name of a section in a document without such addresses.
    #[must_use]
    pub fn has_address(&self) -> bool {
        match self.document {
            Document::Wgsl | Document::Page => true,
            Document::Metal | Document::Amp => false,
        }
    }
}

/// Prints the reference: an address, or the title of the document and the number of the section.
impl fmt::Display for Section {
    fn fmt(&self, output: &mut fmt::Formatter<'_>) -> fmt::Result {
        let document = match self.document {
            Document::Wgsl => "https://www.w3.org/TR/WGSL/#",
            Document::Metal => "Metal Shading Language Specification 2.2, section ",
            Document::Amp => "C++ AMP: Language and Programming Model 1.2, section ",
            Document::Page => "",
        };
        write!(output, "{document}{}", self.id)
    }
}

/// The tables of a specification.
#[derive(Debug)]
pub struct Inventory {
    /// All rules, in the order of their numbers.
    pub rules: &'static [Rule],
    /// The numbers of the rules, in the order of their ids.
    pub by_id: &'static [u16],
    /// All codes, in the order of their numbers.
    pub codes: &'static [Code],
    /// All sections, in the order of the document.
    pub sections: &'static [Section],
}

impl Inventory {
    /// Returns the rule with this id.
    #[must_use]
    pub fn rule(&self, id: &str) -> Option<&'static Rule> {
        let found = self.by_id.binary_search_by(|number| self.rules[usize::from(*number)].id.cmp(id)).ok()?;
        Some(&self.rules[usize::from(self.by_id[found])])
    }

    /// Returns the code with this stable name.
    #[must_use]
    pub fn code(&self, slug: &str) -> Option<&'static Code> {
        self.codes.iter().find(|code| code.slug == slug)
    }

    /// Returns the rules with this code.
    pub fn rules_of(&self, code: &'static Code) -> impl Iterator<Item = &'static Rule> {
        self.rules.iter().filter(move |rule| rule.code == Some(code))
    }

    /// Returns the section with this anchor or number.
    #[must_use]
    pub fn section(&self, id: &str) -> Option<&'static Section> {
        self.sections.iter().find(|section| section.id == id)
    }

    /// Returns the names of all codes, and then of all rules.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        let codes = self.codes.iter().map(|code| code.slug);
        codes.chain(self.rules.iter().map(|rule| rule.id))
    }
}

/// Returns the row of a table that is sorted by its first column, for facts that only one language has.
#[must_use]
pub fn row<Key: Ord, Value>(table: &'static [(&Key, Value)], key: &Key) -> Option<&'static Value> {
    let found = table.binary_search_by(|(other, _)| (*other).cmp(key)).ok()?;
    Some(&table[found].1)
}

/// Declares rules that no specification states, each the only one of its code: a constant for each, and `ALL`. The set is a variant of
/// [`RuleSet`] and of [`Phase`].
#[macro_export]
macro_rules! own_rules {
    ($set:ident: $($constant:ident, $id:literal, $code:literal, $title:literal, $statement:literal, $page:expr;)*) => {
        /// All rules of this module.
        pub const ALL: &[&$crate::Rule] = &[$($constant),*];

        /// Counts the rules.
        #[allow(non_camel_case_types, clippy::upper_case_acronyms, reason = "the names of the constants")]
        enum Number {
            $($constant),*
        }

        $(
            #[doc = $statement]
            pub const $constant: &$crate::Rule = {
                static PAGE: $crate::Section =
                    $crate::Section { document: $crate::Document::Page, id: $page, title: "" };
                static CODE: $crate::Code = $crate::Code {
                    set: $crate::RuleSet::$set,
                    number: Number::$constant as u16,
                    slug: $code,
                    title: $title,
                    phase: $crate::Phase::$set,
                    sections: &[&PAGE],
                    explanation: $statement,
                };
                static RULE: $crate::Rule = $crate::Rule {
                    set: $crate::RuleSet::$set,
                    number: Number::$constant as u16,
                    id: $id,
                    code: Some(&CODE),
                    section: &PAGE,
                    stage: $crate::RuleStage::ShaderCreation,
                    statement: $statement,
                };
                &RULE
            };
        )*
    };
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    static SECTION: Section = Section { document: Document::Wgsl, id: "scope", title: "Scope" };
    static CODE: Code = Code {
        set: RuleSet::Wgsl,
        number: 0,
        slug: "resolve/duplicate",
        title: "",
        phase: Phase::Resolve,
        sections: &[&SECTION],
        explanation: "",
    };
    pub(crate) static RULE: Rule = Rule {
        set: RuleSet::Wgsl,
        number: 0,
        id: "scope",
        code: Some(&CODE),
        section: &SECTION,
        stage: RuleStage::ShaderCreation,
        statement: "Once",
    };

    #[allow(unreachable_pub, reason = "the macro declares the rules of a crate's interface")]
    mod own {
        own_rules! {
            Modules:
            FIRST, "own.first", "own/first", "a title", "A statement", "https://first";
            SECOND, "own.second", "own/second", "a title", "A statement", "https://second";
        }
    }

    #[test]
    fn rules_are_equal_and_ordered_by_their_place_in_an_inventory() {
        assert_eq!(own::ALL, [own::FIRST, own::SECOND]);
        assert!(own::FIRST < own::SECOND && own::FIRST.code < own::SECOND.code);
        assert!(&RULE < own::FIRST && RULE.code != own::FIRST.code);
        assert_eq!(format!("{:?} {:?}", own::SECOND, own::SECOND.code), "own.second Some(own/second)");
    }

    #[test]
    fn sections_print_their_reference() {
        let section = Section { document: Document::Metal, id: "2.1", title: "" };
        assert_eq!(section.to_string(), "Metal Shading Language Specification 2.2, section 2.1");
        assert_eq!((section.anchor(), section.has_address()), (Some("2.1"), false));
        let section = Section { document: Document::Amp, id: "2.4.1", title: "" };
        assert_eq!(section.to_string(), "C++ AMP: Language and Programming Model 1.2, section 2.4.1");
        assert_eq!((section.anchor(), section.has_address()), (Some("2.4.1"), false));
        assert_eq!(own::FIRST.section.to_string(), "https://first");
        assert_eq!((own::FIRST.section.anchor(), own::FIRST.section.has_address()), (None, true));
    }

    #[test]
    fn an_inventory_finds_its_entries() {
        let inventory =
            Inventory { rules: core::slice::from_ref(&RULE), by_id: &[0], codes: &[], sections: &[] };
        assert_eq!(inventory.rule("scope"), Some(&RULE));
        assert_eq!(inventory.rule("other"), None);
        assert_eq!(inventory.rules_of(&CODE).collect::<Vec<_>>(), [&RULE]);
    }
}
