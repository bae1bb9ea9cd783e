//! The language of a request, and how programs in it are checked.

use crate::request::{ExplainRecord, Program};
use crate::validators::Validators;
use cxx_validator::{Definition, Headers};
use msl_spec::Dialect;
use msl_validator::Options;
use shader_language::{Checked, Findings, FrontEnd, Language, Metal, Source};
use std::collections::BTreeMap;
use std::sync::Arc;
use wgsl_validator::Validator;

/// The checker of a program.
pub(crate) enum Chosen<'a> {
    Wgsl(&'a mut Validator),
    Metal(Options, BTreeMap<String, Arc<str>>),
}

impl<'a> Chosen<'a> {
    /// Returns the checker for a program, with its settings.
    ///
    /// # Errors
    /// A setting that does not exist, or is for a different language, as a sentence.
    pub(crate) fn of(program: &Program<'_>, validators: &'a mut Validators) -> Result<Self, String> {
        let language = of(program)?;
        suits(program, language)?;
        match language {
            Language::Wgsl => Ok(Self::Wgsl(validators.of(program)?)),
            Language::Metal => Ok(Self::Metal(options(program)?, headers(program))),
        }
    }

    /// Returns the diagnostics of a program.
    pub(crate) fn diagnose(&mut self, text: &str) -> Findings {
        self.with(|checker| checker.diagnose(Source::text(text)))
    }

    /// Checks a program.
    pub(crate) fn check(&mut self, text: &str) -> Checked {
        self.with(|checker| checker.check(Source::text(text)))
    }

    fn with<R>(&mut self, then: impl FnOnce(&mut dyn FrontEnd) -> R) -> R {
        match self {
            Self::Wgsl(validator) => then(*validator),
            Self::Metal(options, files) => {
                // Paths in `headers` are relative to the program, for names in quotes and in `<>`.
                let headers = Headers { files, folders: &[String::new()] };
                then(&mut Metal { options, headers })
            }
        }
    }
}

/// Returns the settings of a program in Metal, and the files that it may include.
///
/// # Errors
/// The program is in a different language, or a setting does not exist, as a sentence.
pub(crate) fn metal(program: &Program<'_>) -> Result<(Options, BTreeMap<String, Arc<str>>), String> {
    let language = of(program)?;
    suits(program, language)?;
    match language {
        Language::Metal => Ok((options(program)?, headers(program))),
        Language::Wgsl => Err("`translate` is only for Metal, but this program is WGSL".to_owned()),
    }
}

fn headers(program: &Program<'_>) -> BTreeMap<String, Arc<str>> {
    let headers = program.headers.iter().flatten();
    headers.map(|(path, text)| (path.clone(), Arc::from(text.as_str()))).collect()
}

/// Returns the language of a program.
///
/// # Errors
/// The language is unknown.
fn of(program: &Program<'_>) -> Result<Language, String> {
    named(program.language.as_deref())
}

/// Returns the language of an explanation.
///
/// # Errors
/// The language is unknown.
pub(crate) fn of_explanation(members: &ExplainRecord) -> Result<Language, String> {
    named(members.language.as_deref())
}

fn named(name: Option<&str>) -> Result<Language, String> {
    let Some(name) = name else { return Ok(Language::default()) };
    let expected = || Language::ALL.map(Language::name).join(" or ");
    Language::named(name).ok_or_else(|| format!("unknown language `{name}`, expected {}", expected()))
}

/// Returns an error if an operation that only WGSL has is about a different language.
///
/// # Errors
/// The stage of the error, and the message.
pub(crate) fn only_wgsl(program: &Program<'_>, operation: &str) -> Result<(), (&'static str, String)> {
    match of(program) {
        Ok(Language::Wgsl) => suits(program, Language::Wgsl).map_err(|message| ("protocol", message)),
        Ok(language @ Language::Metal) => {
            let title = language.title();
            Err(("unsupported", format!("`{operation}` is only for WGSL, but this program is {title}")))
        }
        Err(message) => Err(("protocol", message)),
    }
}

/// Refuses settings of a different language: they would have no effect.
fn suits(program: &Program<'_>, language: Language) -> Result<(), String> {
    let settings = [
        (Language::Wgsl, "edition", program.edition.is_some()),
        (Language::Wgsl, "target", program.target.is_some()),
        (Language::Metal, "std", program.std.is_some()),
        (Language::Metal, "defines", program.defines.is_some()),
        (Language::Metal, "headers", program.headers.is_some()),
    ];
    match settings.into_iter().find(|(other, _, is_given)| *is_given && *other != language) {
        Some((other, name, _)) => {
            let (other, language) = (other.title(), language.title());
            Err(format!("`{name}` is only for {other}, but this program is {language}"))
        }
        None => Ok(()),
    }
}

/// The dialect and the macros of a program in Metal.
fn options(program: &Program<'_>) -> Result<Options, String> {
    let dialect = match &program.std {
        Some(name) => Dialect::from_name(name).ok_or_else(|| format!("unknown standard `{name}`"))?,
        None => Options::default().dialect,
    };
    let defines = program.defines.iter().flatten();
    let definition = |(name, value): (&String, &String)| {
        let mut characters = name.chars();
        let is_start = |it: char| it.is_alphabetic() || it == '_';
        let is_name =
            characters.next().is_some_and(is_start) && characters.all(|it| it.is_alphanumeric() || it == '_');
        if is_name {
            Ok(Definition { name: name.clone(), value: value.clone() })
        } else {
            Err(format!("`{name}` in `defines` is not a valid name"))
        }
    };
    Ok(Options { dialect, definitions: defines.map(definition).collect::<Result<_, _>>()? })
}

#[cfg(test)]
mod tests {
    use crate::{Options, Server};
    use serde_json::{Value, json};

    fn answer(request: &Value) -> Value {
        let mut output = Vec::new();
        Server::new(Options::default()).answer(request.to_string().as_bytes(), &mut output);
        serde_json::from_slice(&output).expect("an answer is JSON")
    }

    const KERNEL: &str = "kernel void k(device float* o [[buffer(3)]]) { o[0] = SIZE; }";

    #[test]
    fn metal_programs_are_checked_with_their_settings() {
        let request = |more: Value| {
            let mut request = json!({ "op": "validate", "language": "metal", "source": KERNEL });
            request.as_object_mut().expect("it").extend(more.as_object().expect("members").clone());
            answer(&request)
        };
        let unknown = request(json!({}));
        assert_eq!((&unknown["ok"], &unknown["diagnostics"][0]["column"]), (&json!(false), &json!(55)));
        assert_eq!(
            unknown["diagnostics"][0]["anchors"][0].as_str().map(|it| it.starts_with("http")),
            Some(false)
        );
        assert_eq!(request(json!({ "defines": { "SIZE": "2" } }))["ok"], true);
        let later = request(json!({ "source": null, "wgsl": "constant bfloat a = 1;", "std": "metal3.0" }));
        assert_eq!(later["ok"], false);
        for (wrong, message) in [
            (json!({ "std": "metal9" }), "unknown standard `metal9`"),
            (json!({ "defines": { "1": "" } }), "`1` in `defines` is not a valid name"),
            (json!({ "target": "naga" }), "`target` is only for WGSL, but this program is Metal"),
            (json!({ "language": "hlsl" }), "unknown language `hlsl`, expected wgsl or metal"),
            (
                json!({ "language": "wgsl", "headers": {} }),
                "`headers` is only for Metal, but this program is WGSL",
            ),
        ] {
            let answer = request(wrong);
            assert_eq!(
                (&answer["error"]["stage"], &answer["error"]["message"]),
                (&json!("protocol"), &json!(message))
            );
        }
    }

    #[test]
    fn headers_are_members_of_the_request() {
        let program = "#include \"a/b.h\"\n#include <c.h>\nconstant int d = b + c;\n";
        let request = |b: &str| {
            let headers = json!({ "a/b.h": b, "c.h": "constant int c = 1;" });
            answer(&json!({ "op": "validate", "language": "metal", "source": program, "headers": headers }))
        };
        assert_eq!(request("constant int b = 1;"), json!({ "id": null, "ok": true, "diagnostics": [] }));
        let found = &request("\nconstant int b = z;")["diagnostics"][0];
        assert_eq!(
            (&found["file"], &found["line"], &found["column"]),
            (&json!("a/b.h"), &json!(2), &json!(18))
        );
        assert_eq!((&found["labels"][0]["file"], &found["labels"][0]["line"]), (&json!(""), &json!(1)));
        let missing = answer(&json!({ "op": "validate", "language": "metal", "source": program }));
        assert_eq!(missing["incomplete"], "not checked: header `a/b.h` was not found");
        let missing = answer(&json!({ "op": "layout", "language": "metal", "source": program }));
        assert_eq!(missing["error"]["stage"], "unsupported");
    }

    #[test]
    fn metal_programs_are_described() {
        let source = "struct S { char a; float4 b; }; kernel void k(device S* s [[buffer(3)]]) {}";
        let described = |op: &str| answer(&json!({ "op": op, "language": "metal", "source": source }));
        let (layout, reflection) = (described("layout"), described("reflect"));
        assert_eq!(
            (&layout["ok"], &layout["structs"][0]["members"][1]["offset"]),
            (&json!(true), &json!(16))
        );
        assert_eq!(reflection["structs"], layout["structs"]);
        assert_eq!(reflection["entry_points"][0]["resources"][0]["index"], 3);
        let rejected = answer(&json!({ "op": "reflect", "language": "metal", "source": KERNEL }));
        assert_eq!(
            (&rejected["error"]["stage"], &rejected["error"]["diagnostics"][0]["line"]),
            (&json!("shader-creation"), &json!(1))
        );
    }

    #[test]
    fn operations_that_a_language_lacks_say_so() {
        let operations: &[&str] =
            if cfg!(feature = "run") { &["pipeline", "run", "draw"] } else { &["pipeline"] };
        for operation in operations {
            let answer =
                answer(&json!({ "op": operation, "language": "metal", "source": KERNEL, "size": [1, 1] }));
            let message = format!("`{operation}` is only for WGSL, but this program is Metal");
            assert_eq!(answer["error"], json!({ "stage": "unsupported", "message": message }));
        }
        let explained =
            answer(&json!({ "op": "explain", "language": "metal", "name": "type/invalid-condition" }));
        assert_eq!(
            explained["explanation"]["sections"][0]["url"].as_str().map(|it| it.starts_with("Metal")),
            Some(true)
        );
    }
}
