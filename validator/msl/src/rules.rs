//! placeholder until msl-spec
#![allow(missing_docs, reason = "placeholder")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EnforcedRule(Rule);
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rule {
    pub id: &'static str,
}
impl EnforcedRule {
    pub const fn get(&self) -> &Rule {
        &self.0
    }
}
pub const TEXT_UNKNOWN_CHARACTER: EnforcedRule = EnforcedRule(Rule { id: "text.character" });
pub const COMMENT_TERMINATED: EnforcedRule = EnforcedRule(Rule { id: "comment.terminated" });
pub const LITERAL_TERMINATED: EnforcedRule = EnforcedRule(Rule { id: "literal.terminated" });
pub const LITERAL_NUMBER: EnforcedRule = EnforcedRule(Rule { id: "literal.number" });
pub const LITERAL_STRING: EnforcedRule = EnforcedRule(Rule { id: "literal.string" });
pub const DIRECTIVE_KNOWN: EnforcedRule = EnforcedRule(Rule { id: "directive.known" });
pub const DIRECTIVE_FORM: EnforcedRule = EnforcedRule(Rule { id: "directive.form" });
pub const CONDITION_TERMINATED: EnforcedRule = EnforcedRule(Rule { id: "condition.terminated" });
pub const MACRO_REDEFINITION: EnforcedRule = EnforcedRule(Rule { id: "macro.redefinition" });
pub const MACRO_ARGUMENTS: EnforcedRule = EnforcedRule(Rule { id: "macro.arguments" });
pub const DIRECTIVE_ERROR: EnforcedRule = EnforcedRule(Rule { id: "directive.error" });
pub const INCLUDE_KNOWN: EnforcedRule = EnforcedRule(Rule { id: "include.known" });
pub const GRAMMAR_TOKEN: EnforcedRule = EnforcedRule(Rule { id: "grammar.token" });
pub const GRAMMAR_EXPRESSION: EnforcedRule = EnforcedRule(Rule { id: "grammar.expression" });
pub const GRAMMAR_TYPE: EnforcedRule = EnforcedRule(Rule { id: "grammar.type" });
pub const GRAMMAR_DECLARATION: EnforcedRule = EnforcedRule(Rule { id: "grammar.declaration" });
pub const GRAMMAR_NESTING: EnforcedRule = EnforcedRule(Rule { id: "grammar.nesting" });
pub const ATTRIBUTE_LIST_COMMA: EnforcedRule = EnforcedRule(Rule { id: "attribute.list.comma" });
pub const NAME_DECLARED: EnforcedRule = EnforcedRule(Rule { id: "name.declared" });
pub const RESTRICTION_REMOVED: EnforcedRule = EnforcedRule(Rule { id: "restriction.removed" });
pub const UNSUPPORTED: EnforcedRule = EnforcedRule(Rule { id: "unsupported.feature" });
