//! Rules of imports, conditions, directives and comments, which the specification lacks.

const IMPORTS: &str = "https://wesl-lang.dev/spec/Imports";
const CONDITIONS: &str = "https://wesl-lang.dev/spec/ConditionalTranslation";
const VISIBILITY: &str = "https://wesl-lang.dev/spec/Visibility";
const PREPROCESSOR: &str = "https://docs.rs/naga_oil";
const C_PREPROCESSOR: &str = "https://eel.is/c++draft/cpp";
const COMMENTS: &str = "https://www.w3.org/TR/WGSL/#comments";

shader_source::own_rules! {
    Modules:
    UNKNOWN_MODULE, "module.import.module", "module/unknown-module", "imported module not found",
        "The path of an import must name a module of the project",
        IMPORTS;
    UNKNOWN_ITEM, "module.import.item", "module/unknown-item", "imported declaration not found",
        "A module must declare the names that other modules import from it",
        IMPORTS;
    PRIVATE_ITEM, "module.import.private", "module/private-item", "imported declaration is private",
        "A declaration with `private` may only be used in its own module",
        VISIBILITY;
    INVALID_IMPORT, "module.import.form", "module/invalid-import", "malformed import",
        "An import must be a path, or a path with a list of paths in braces; a name may be renamed with `as`",
        IMPORTS;
    INVALID_CONDITION, "module.condition.form", "module/invalid-condition", "malformed condition",
        "A condition must consist of names, `true`, `false`, `!`, `&&`, `||` and parentheses; `@elif` and `@else` must follow an `@if`",
        CONDITIONS;
    FALSE_CONDITION, "module.condition.dropped", "module/false-condition", "declared only under a condition that is false",
        "A name must be declared under the conditions under which it is used",
        CONDITIONS;
    VARIANT_LIMIT, "module.condition.combinations", "module/too-many-combinations", "too many combinations of definitions",
        "Combinations of definitions are only tried up to a limit",
        CONDITIONS;
    UNBALANCED_CONDITION, "module.condition.balance", "module/unbalanced-condition", "unbalanced conditions",
        "Each `#ifdef`, `#ifndef` and `#if` must have an `#endif`, and `#else` must be between them",
        PREPROCESSOR;
    REPLACEMENT_LIMIT, "module.define.limit", "module/too-much-text", "`#define` produces too much text",
        "The values that replace names in a file must not exceed 1 MiB in total",
        PREPROCESSOR;
    INVALID_DIRECTIVE, "module.directive.form", "module/invalid-directive", "malformed directive",
        "A directive of the C preprocessor must be known and complete",
        C_PREPROCESSOR;
    ERROR_DIRECTIVE, "module.directive.error", "module/error-directive", "`#error`",
        "A program must not reach an `#error` directive",
        C_PREPROCESSOR;
    INVALID_TEST, "module.condition.integer", "module/invalid-test", "malformed `#if`",
        "The condition of `#if` and `#elif` must be an expression of integers, names, operators and `defined`",
        C_PREPROCESSOR;
    INVALID_MACRO, "module.macro.form", "module/invalid-macro", "malformed macro",
        "A macro must have distinct parameters, `#` must precede a parameter, `##` must form a token, and a use must have an argument for each parameter",
        C_PREPROCESSOR;
    MACRO_REDEFINITION, "module.macro.redefinition", "module/macro-redefinition", "macro defined twice",
        "A macro must not be defined again with a different value",
        C_PREPROCESSOR;
    MACRO_LIMIT, "module.macro.limit", "module/macro-limit", "macros expand to too much text",
        "The macros and includes of a program must stay within the limits on their number, depth and size",
        C_PREPROCESSOR;
    UNKNOWN_INCLUDE, "module.include.file", "module/unknown-include", "included file not found",
        "`#include` must name a file next to the including file or in a directory of `-I`",
        C_PREPROCESSOR;
    INCLUDE_NESTING, "module.include.nesting", "module/include-nesting", "files include each other",
        "Files must not include each other without end",
        C_PREPROCESSOR;
    INVALID_ALLOW, "comment.allow.form", "comment/invalid-allow", "malformed `allow` comment",
        "`wgsl-check:` in a comment must be followed by `allow(CODE, …)` or `allow-file(CODE, …)`",
        COMMENTS;
    UNKNOWN_CODE, "comment.allow.code", "comment/unknown-code", "unknown code in an `allow` comment",
        "An `allow` comment must name codes that `wgsl-check explain --list` lists",
        COMMENTS;
    NEEDLESS_ALLOW, "comment.allow.needed", "comment/needless-allow", "an `allow` comment suppresses nothing",
        "An `allow` comment must be on the line of a warning that it suppresses, or on the line before it",
        COMMENTS;
}
