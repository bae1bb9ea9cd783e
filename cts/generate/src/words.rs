//! Words: every keyword, reserved word and predeclared name as the name of something.
//! <https://www.w3.org/TR/WGSL/#keyword-summary>

use super::family::{Family, behind, code_of};
use wgsl_spec::{Edition, INVENTORY, Predeclared, Rule, Section, Symbol, WordClass, rules, sections};

/// The places that expect a name. `NAME` stands for the name, `TYPE` for a type of another name.
const PLACES: [(&str, &str); 6] = [
    ("const", "const NAME = 1;\n"),
    ("alias", "alias NAME = TYPE;\n"),
    ("structure", "struct NAME {\n  member: TYPE,\n}\n"),
    ("member", "struct Structure {\n  NAME: TYPE,\n}\n"),
    ("function", "fn NAME() {\n}\n"),
    ("let", "fn f() {\n  let NAME = 1;\n}\n"),
];

/// The cases of all classes of words.
pub(super) fn families() -> Vec<Family> {
    let words = |wanted: fn(Symbol) -> bool| -> Vec<&'static str> {
        let all = (0..Symbol::PREDECLARED as usize).map(Symbol::from_index).filter(|word| wanted(*word));
        all.filter_map(Symbol::predeclared_text).filter(|word| is_word(word)).collect()
    };
    let reserved = words(|word| word.info(Edition::Current).class == WordClass::Reserved);
    let keywords = words(|word| word.info(Edition::Current).class == WordClass::Keyword);
    let others = words(|word| {
        let info = word.info(Edition::Current);
        info.class == WordClass::Identifier && !info.is_proposed()
    });
    let is_predeclared = |word: &&str| {
        Symbol::predeclared(word)
            .is_some_and(|word| word.info(Edition::Current).predeclared != Predeclared::None)
    };
    let (predeclared, context_words): (Vec<&str>, Vec<&str>) = others.into_iter().partition(is_predeclared);
    let context_rules: Vec<&'static Rule> =
        INVENTORY.rules.iter().filter(|rule| rule.id.starts_with("ctxname.usable")).collect();
    let context = |_: &str| context_rules.clone();
    vec![
        refused("reserved", sections::RESERVED_WORDS, rules::WORD_RESERVED, &reserved),
        refused("keywords", sections::KEYWORD_SUMMARY, rules::WORD_KEYWORDS, &keywords),
        usable("predeclared", sections::DECLARATION_AND_SCOPE, hiding, &predeclared),
        usable("context-dependent", sections::CONTEXT_DEPENDENT_NAMES, context, &context_words),
    ]
}

/// The rule that lets a predeclared name be declared at a place. The name of a member hides nothing.
fn hiding(place: &str) -> Vec<&'static Rule> {
    vec![match place {
        "let" => rules::SCOPE_SHADOW_PREDECLARED_LOCAL,
        "member" => rules::GRAMMAR_MEMBER_IDENT,
        _ => rules::SCOPE_SHADOW_PREDECLARED_MODULE,
    }]
}

fn is_word(text: &str) -> bool {
    text.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
        && !text.starts_with(|first: char| first.is_ascii_digit())
        && !text.starts_with("__")
        && text != "_"
}

/// Words that name nothing.
fn refused(name: &str, section: &'static Section, rule: &'static Rule, words: &[&str]) -> Family {
    let about = format!("Each {name} word as a name: it can't be a name.");
    let mut family = Family::new("words", name, about, section, vec![rule]);
    for word in words {
        for (place, program) in PLACES {
            let (line, column) = behind(program.split("NAME").next().unwrap_or_default());
            let found = (code_of(rule), line, column);
            family.add(&format!("{word} as {place}"), Vec::new(), named(program, word), Some(found));
        }
    }
    family
}

/// Words that may be names. `rules` are those that let them be, by place.
fn usable(
    name: &str,
    section: &'static Section,
    rules: impl Fn(&str) -> Vec<&'static Rule>,
    words: &[&str],
) -> Family {
    let about = format!("Each {name} word as a name: it is a name.");
    let mut family = Family::new("words", name, about, section, Vec::new());
    for word in words {
        for (place, program) in PLACES {
            let what = format!("{word} as {place}");
            family.add_accepted(&what, Vec::new(), named(program, word), rules(place));
        }
    }
    family
}

fn named(program: &str, word: &str) -> String {
    let ty = if word == "i32" { "u32" } else { "i32" };
    program.replace("NAME", word).replace("TYPE", ty)
}
