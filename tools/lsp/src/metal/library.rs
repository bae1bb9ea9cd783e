//! The names of the library and of the language, from the tables of the specification.

use super::signature::of_library;
use crate::completion::{Nearness, item};
use lsp_types::{CompletionItem, CompletionItemKind, CompletionItemLabelDetails};
use msl_spec::{
    ATTRIBUTES, AttributeArgument, CONSTANTS, Dialect, Enumeration, FUNCTIONS, Function, HEADERS, MACROS,
    NamedType, WORDS, WordClass, type_names,
};

/// The names of directives.
const DIRECTIVES: [&str; 12] = [
    "define", "elif", "else", "endif", "error", "if", "ifdef", "ifndef", "include", "line", "pragma", "undef",
];

fn words(all: impl Iterator<Item = &'static str>, kind: CompletionItemKind) -> Vec<CompletionItem> {
    all.map(|word| item(word, kind, Nearness::Keyword, None)).collect()
}

/// Returns the headers.
pub(crate) fn headers(dialect: Dialect) -> Vec<CompletionItem> {
    let all = HEADERS.iter().filter(|header| header.availability.admits(dialect));
    words(all.map(|header| header.name), CompletionItemKind::File)
}

/// Returns the names of directives.
pub(crate) fn directives() -> Vec<CompletionItem> {
    words(DIRECTIVES.into_iter(), CompletionItemKind::Keyword)
}

/// Returns the keywords.
pub(crate) fn keywords(dialect: Dialect) -> Vec<CompletionItem> {
    let is_kept = |class: WordClass| match class {
        WordClass::Cpp | WordClass::Metal => true,
        WordClass::Removed(_) | WordClass::UnlistedType | WordClass::Alternative(_) => false,
    };
    let all = WORDS.iter().filter(|word| is_kept(word.class) && word.availability.admits(dialect));
    words(all.map(|word| word.name), CompletionItemKind::Keyword)
}

/// Returns the attributes, each once.
pub(crate) fn attributes(dialect: Dialect) -> Vec<CompletionItem> {
    let groups = ATTRIBUTES.chunk_by(|one, other| one.name == other.name);
    let available = groups.filter(|group| {
        group.iter().flat_map(|attribute| attribute.uses).any(|it| it.availability.admits(dialect))
    });
    let all = available.map(|group| {
        let argument = match group[0].argument {
            AttributeArgument::None => "",
            AttributeArgument::Integer | AttributeArgument::Index => "(index)",
            AttributeArgument::Name | AttributeArgument::Tags => "(name)",
            AttributeArgument::Comparison => "(any | greater | less)",
            AttributeArgument::Patch => "(quad | triangle, count)",
            AttributeArgument::OptionalType => "(type)",
            AttributeArgument::Text | AttributeArgument::Texts => "(\"text\")",
        };
        let detail = Some(format!("{}{argument}", group[0].name));
        item(group[0].name, CompletionItemKind::Property, Nearness::Language, detail)
    });
    all.collect()
}

/// Returns the names of the library that need no namespace: types of values, and macros.
pub(crate) fn everywhere(dialect: Dialect) -> Vec<CompletionItem> {
    let mut all = types(dialect, |meaning| {
        matches!(meaning, NamedType::Void | NamedType::Value(_) | NamedType::Size(_))
    });
    let kind = CompletionItemKind::Constant;
    let constants = CONSTANTS.iter().map(|it| it.name).chain(MACROS.iter().map(|(name, _)| *name));
    all.extend(constants.map(|name| item(name, kind, Nearness::Language, None)));
    all.push(item("metal", CompletionItemKind::Module, Nearness::Language, None));
    all
}

/// Returns the names in `metal`.
pub(crate) fn names(dialect: Dialect) -> Vec<CompletionItem> {
    let mut all = functions(dialect, |_| true);
    all.extend(types(dialect, |meaning| meaning != NamedType::Reserved));
    for enumeration in Enumeration::ALL {
        all.push(item(enumeration.name(), CompletionItemKind::Enum, Nearness::Language, None));
        if !enumeration.is_scoped() {
            all.extend(enumerators(enumeration, dialect));
        }
    }
    all
}

/// Returns the names after a path that ends with a name of the library.
pub(crate) fn of_path(last: &str, dialect: Dialect) -> Vec<CompletionItem> {
    match last {
        "metal" => {
            let mut all = names(dialect);
            let spaces = ["precise", "fast"];
            all.extend(spaces.map(|name| item(name, CompletionItemKind::Module, Nearness::Language, None)));
            all
        }
        "precise" | "fast" => functions(dialect, |function| function.precise_and_fast),
        _ => Enumeration::from_name(last).map_or_else(Vec::new, |it| enumerators(it, dialect)),
    }
}

fn enumerators(enumeration: Enumeration, dialect: Dialect) -> Vec<CompletionItem> {
    let all = enumeration.enumerators().iter().filter(|it| it.availability.admits(dialect));
    words(all.map(|it| it.name), CompletionItemKind::EnumMember)
}

fn types(dialect: Dialect, is_wanted: impl Fn(NamedType) -> bool) -> Vec<CompletionItem> {
    let all = type_names().iter().filter(|it| it.availability.admits(dialect) && is_wanted(it.meaning));
    // Types of several words are written with keywords.
    let plain = all.filter(|it| !it.name.contains(' '));
    plain.map(|it| item(it.name, CompletionItemKind::Class, Nearness::Language, None)).collect()
}

fn functions(dialect: Dialect, is_wanted: impl Fn(&Function) -> bool) -> Vec<CompletionItem> {
    let groups = FUNCTIONS.chunk_by(|one, other| one.name == other.name);
    let all = groups.filter_map(|group| {
        let wanted = group.iter().filter(|function| is_wanted(function));
        let signatures: Vec<_> = wanted.flat_map(|it| of_library(it.name, it.signatures, dialect)).collect();
        function(group[0].name, signatures)
    });
    all.collect()
}

/// Returns a function with its first signature and the number of the others; `None` if it has none.
pub(crate) fn function(name: &str, signatures: Vec<String>) -> Option<CompletionItem> {
    let more = signatures.len().checked_sub(1)?;
    let mut found =
        item(name, CompletionItemKind::Function, Nearness::Language, signatures.into_iter().next());
    if more > 0 {
        found.label_details =
            Some(CompletionItemLabelDetails { detail: None, description: Some(format!("+{more}")) });
    }
    Some(found)
}
