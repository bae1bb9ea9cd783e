//! Mistakes of the grammar, after which the rest of a program keeps its meaning.

use super::mistakes;
use msl_spec::{Rule, rules};

#[test]
fn a_variable_is_declared_in_spite_of_its_initializer() {
    let one: &[(&str, &'static Rule, &str)] = &[
        ("int a = ; a = 1; a++;", rules::GRAMMAR_EXPRESSION, ";"),
        ("float b = 3, a = 1 + ); a = b;", rules::GRAMMAR_EXPRESSION, ")"),
        ("int a = (1 + 2; int b = a; b = a;", rules::GRAMMAR_BRACKET_CLOSED, ";"),
        ("int a[2] = {1, + }; a[0] = a[1];", rules::GRAMMAR_EXPRESSION, "}"),
        ("int2 a(1, ); a.x = 1;", rules::GRAMMAR_EXPRESSION, ")"),
        ("int a = 1 2; a = 3;", rules::GRAMMAR_TOKEN, "2"),
        ("int a = 1\n a = 3; int b = a;", rules::GRAMMAR_TOKEN, ""),
        ("int a = 1, ; a = 3;", rules::GRAMMAR_TOKEN, ";"),
        ("for (int i = ; i < 3; i++) { i = 2; }", rules::GRAMMAR_EXPRESSION, ";"),
        ("auto a = ; a.x = 1; thread int& b = a;", rules::GRAMMAR_EXPRESSION, ";"),
        ("const int n = ; int a[n]; a[0] = 1;", rules::GRAMMAR_EXPRESSION, ";"),
        (
            "constexpr int n = 1 +; static_assert(n == 1, \"\"); switch (1) { case n: ; }",
            rules::GRAMMAR_EXPRESSION,
            ";",
        ),
    ];
    for (body, rule, place) in one {
        assert_eq!(mistakes(&format!("void f() {{ {body} }}")), [(rule.id, (*place).to_owned())], "{body}");
    }
    let found = mistakes("constant int a = ; int f() { return a; }");
    assert_eq!(found, [(rules::GRAMMAR_EXPRESSION.id, ";".to_owned())]);
}
