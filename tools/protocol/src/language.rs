//! The language of a request, and how programs in it are checked.

use crate::request::{ExplainRecord, Program};
use crate::validators::Validators;
use cxx_validator::{Definition, Headers, Source as CxxSource};
use msl_spec::Dialect;
use msl_validator::Options;
use msl_validator::amp;
use shader_language::{Checked, Findings, FrontEnd, Language, Metal, Source};
use std::collections::BTreeMap;
use std::sync::Arc;
use wgsl_validator::Validator;

/// The language of a program or of a name: one that all operations know, or C++ AMP, whose kernels become WGSL before anything runs them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spoken {
    Of(Language),
    Amp,
}

impl Spoken {
    const ALL: [Self; 3] = [Self::Of(Language::Wgsl), Self::Of(Language::Metal), Self::Amp];

    /// Its name in requests.
    const fn name(self) -> &'static str {
        match self {
            Self::Of(language) => language.name(),
            Self::Amp => "amp",
        }
    }

    const fn title(self) -> &'static str {
        match self {
            Self::Of(language) => language.title(),
            Self::Amp => "C++ AMP",
        }
    }
}

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
            Spoken::Of(Language::Wgsl) => Ok(Self::Wgsl(validators.of(program)?)),
            Spoken::Of(Language::Metal) => Ok(Self::Metal(options(program)?, headers(program))),
            Spoken::Amp => Err("this operation has no answer for programs in C++ AMP".to_owned()),
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

/// The settings of a program in Metal, and the files that it may include.
type MetalSettings = (Options, BTreeMap<String, Arc<str>>);

/// Returns the settings of a program in Metal, and the files that it may include.
///
/// # Errors
/// The program is in a different language, or a setting does not exist, as a sentence.
pub(crate) fn metal(program: &Program<'_>) -> Result<MetalSettings, String> {
    let language = of(program)?;
    suits(program, language)?;
    match language {
        Spoken::Of(Language::Metal) => Ok((options(program)?, headers(program))),
        Spoken::Of(Language::Wgsl) | Spoken::Amp => {
            Err(format!("this operation is only for Metal, but this program is {}", language.title()))
        }
    }
}

/// Returns a program in C++ AMP with its meaning; `None` for a program in a different language.
///
/// # Errors
/// A setting does not exist, or is for a different language, as a sentence.
pub(crate) fn amp(program: &Program<'_>) -> Result<Option<amp::Program>, String> {
    let language = of(program)?;
    if language != Spoken::Amp {
        return Ok(None);
    }
    suits(program, language)?;
    let definitions = options(program)?.definitions;
    let files = headers(program);
    let headers = Headers { files: &files, folders: &[String::new()] };
    Ok(Some(amp::program(CxxSource::text(&program.wgsl), &definitions, headers)))
}

/// Returns what the check of a program in C++ AMP found. Places that are not known make the check incomplete.
pub(crate) fn findings_of_amp(program: &amp::Program) -> Findings {
    let files = program.inclusions.files().iter().map(|file| (file.name.clone(), Arc::clone(&file.text)));
    let incomplete = program.unresolved.first().map(|(_, reason)| format!("not checked: {reason}"));
    Findings { diagnostics: program.module.diagnostics.clone(), others: files.collect(), incomplete }
}

fn headers(program: &Program<'_>) -> BTreeMap<String, Arc<str>> {
    let headers = program.headers.iter().flatten();
    headers.map(|(path, text)| (path.clone(), Arc::from(text.as_str()))).collect()
}

/// Returns the language of a program.
///
/// # Errors
/// The language is unknown.
fn of(program: &Program<'_>) -> Result<Spoken, String> {
    named(program.language.as_deref())
}

/// Returns the language of an explanation.
///
/// # Errors
/// The language is unknown.
pub(crate) fn of_explanation(members: &ExplainRecord) -> Result<Spoken, String> {
    named(members.language.as_deref())
}

fn named(name: Option<&str>) -> Result<Spoken, String> {
    let Some(name) = name else { return Ok(Spoken::Of(Language::default())) };
    if name == Spoken::Amp.name() {
        return Ok(Spoken::Amp);
    }
    let expected = || Spoken::ALL.map(Spoken::name).join(", ");
    let known = Language::named(name).map(Spoken::Of);
    known.ok_or_else(|| format!("unknown language `{name}`, expected one of {}", expected()))
}

/// Returns an error if an operation that only WGSL has is about a different language.
///
/// # Errors
/// The stage of the error, and the message.
pub(crate) fn only_wgsl(program: &Program<'_>, operation: &str) -> Result<(), (&'static str, String)> {
    match of(program) {
        Ok(language @ Spoken::Of(Language::Wgsl)) => {
            suits(program, language).map_err(|message| ("protocol", message))
        }
        Ok(language @ (Spoken::Of(Language::Metal) | Spoken::Amp)) => {
            let title = language.title();
            Err(("unsupported", format!("`{operation}` is only for WGSL, but this program is {title}")))
        }
        Err(message) => Err(("protocol", message)),
    }
}

/// Refuses settings of a different language: they would have no effect.
fn suits(program: &Program<'_>, language: Spoken) -> Result<(), String> {
    const WGSL: Spoken = Spoken::Of(Language::Wgsl);
    const METAL: Spoken = Spoken::Of(Language::Metal);
    let settings: [(&[Spoken], _, _); 5] = [
        (&[WGSL], "edition", program.edition.is_some()),
        (&[WGSL], "target", program.target.is_some()),
        (&[METAL], "std", program.std.is_some()),
        (&[METAL, Spoken::Amp], "defines", program.defines.is_some()),
        (&[METAL, Spoken::Amp], "headers", program.headers.is_some()),
    ];
    match settings.into_iter().find(|(others, _, is_given)| *is_given && !others.contains(&language)) {
        Some((others, name, _)) => {
            let others: Vec<&str> = others.iter().map(|other| other.title()).collect();
            let (others, language) = (others.join(" and "), language.title());
            Err(format!("`{name}` is only for {others}, but this program is {language}"))
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
            (json!({ "language": "hlsl" }), "unknown language `hlsl`, expected one of wgsl, metal, amp"),
            (
                json!({ "language": "wgsl", "headers": {} }),
                "`headers` is only for Metal and C++ AMP, but this program is WGSL",
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

    const LAUNCHES: &str = "#include <amp.h>
using namespace concurrency;
void twice(array_view<int> v) { parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] *= FACTOR; }); }
void next(array_view<int> v) { parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] += 1; }); }
";

    #[test]
    fn programs_in_cpp_amp_are_checked_and_translated() {
        let request = |op: &str, more: Value| {
            let mut request = json!({ "op": op, "language": "amp", "source": LAUNCHES });
            request.as_object_mut().expect("it").extend(more.as_object().expect("members").clone());
            answer(&request)
        };
        let unknown = request("validate", json!({}));
        assert_eq!((&unknown["ok"], &unknown["diagnostics"][0]["line"]), (&json!(false), &json!(3)));
        let defines = json!({ "defines": { "FACTOR": "2" } });
        let known = request("validate", defines.clone());
        assert_eq!((&known["ok"], &known["kernels"]), (&json!(true), &json!(["twice", "next"])));
        let mut chosen = defines.clone();
        chosen["entry_point"] = "twice".into();
        let translated = request("translate", chosen);
        assert!(translated["wgsl"].as_str().is_some_and(|it| it.contains("fn twice(")), "{translated}");
        let several = request("translate", defines);
        let message = several["error"]["message"].as_str().expect("a message");
        assert!(message.ends_with("select one with `entry_point`: `twice`, `next`"), "{message}");
        let target = request("validate", json!({ "target": "naga" }));
        assert_eq!(target["error"]["message"], "`target` is only for WGSL, but this program is C++ AMP");
        let layout = request("layout", json!({}));
        assert_eq!(layout["error"]["message"], "this operation has no answer for programs in C++ AMP");
        let code = answer(&json!({ "op": "explain", "language": "amp", "name": "barrier/non-uniform" }));
        assert!(code["explanation"]["example"]["wrong"].as_str().is_some(), "{code}");
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
