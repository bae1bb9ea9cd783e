//! Words: every keyword, reserved word and predeclared name as the name of something.
//! <https://www.w3.org/TR/WGSL/#keyword-summary>

use super::family::{Family, behind, rule};
use wgsl_spec::{Anchor, Code, Edition, Predeclared, RuleId, Symbol, WordClass};

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
    let (predeclared, context): (Vec<&str>, Vec<&str>) = others.into_iter().partition(is_predeclared);
    let context_rules =
        RuleId::ALL.iter().copied().filter(|rule| rule.get().id.starts_with("ctxname.usable"));
    vec![
        family(
            "reserved",
            Anchor::RESERVED_WORDS,
            rule("word.reserved"),
            &reserved,
            Some(Code::LexReservedWord),
        ),
        family(
            "keywords",
            Anchor::KEYWORD_SUMMARY,
            rule("word.keyword"),
            &keywords,
            Some(Code::ParseExpectedToken),
        ),
        family(
            "predeclared",
            Anchor::DECLARATION_AND_SCOPE,
            rule("scope.shadow.predeclared"),
            &predeclared,
            None,
        ),
        family("context-dependent", Anchor::CONTEXT_DEPENDENT_NAMES, context_rules.collect(), &context, None),
    ]
}

fn is_word(text: &str) -> bool {
    text.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
        && !text.starts_with(|first: char| first.is_ascii_digit())
        && !text.starts_with("__")
        && text != "_"
}

fn family(name: &str, section: Anchor, rules: Vec<RuleId>, words: &[&str], code: Option<Code>) -> Family {
    let verb = if code.is_some() { "no" } else { "a" };
    let about = format!("Each {name} word as a name: it is {verb} name.");
    let mut family = Family::new("words", name, about, section, rules);
    for word in words {
        for (place, program) in PLACES {
            let (line, column) = behind(program.split("NAME").next().unwrap_or_default());
            let found = code.map(|code| (code, line, column));
            let ty = if *word == "i32" { "u32" } else { "i32" };
            let program = program.replace("NAME", word).replace("TYPE", ty);
            family.add(&format!("{word} as {place}"), Vec::new(), program, found);
        }
    }
    family
}
