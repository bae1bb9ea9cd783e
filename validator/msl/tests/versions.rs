//! The names that came after version 2.2: each row of the tables makes a program that its own version accepts, or does not check, and that the
//! version before rejects with a message that says since when the name exists.

use msl_spec::{
    ATTRIBUTES, AttributeArgument, AttributePlace, AttributeUse, Availability, Dialect, Enumeration,
    FUNCTIONS, Feature, HEADERS, NEWER_MEMBERS, NEWER_NAMES, NamedType, NewerKind, NewerName, Pattern,
    Platform, Scalar, Signature, TEXTURE_FUNCTIONS, ValueType, type_names,
};
use msl_validator::diagnostic::Severity;
use msl_validator::{Options, validate};
use std::fmt::Write as _;

/// The beginning of a program.
const HEAD: &str = "#include <metal_stdlib>\nusing namespace metal;\n";

/// The rows that were tried, and what is wrong with them.
#[derive(Default)]
struct Rows {
    count: usize,
    mistakes: Vec<String>,
}

impl Rows {
    /// Tries a program in the versions around the first that has a row.
    fn row(&mut self, name: &str, available: Availability, body: &str) {
        if !available.is_newer() || available.naga {
            return;
        }
        self.count += 1;
        for platform in [Platform::Macos, Platform::Ios] {
            let Some(since) = available.on(platform) else { continue };
            let own = || Dialect::ALL.into_iter().filter(move |dialect| dialect.platform() == platform);
            let first = own().find(|dialect| available.admits(*dialect));
            let last = own().filter(|dialect| !available.admits(*dialect)).max_by_key(|it| it.version());
            if let Some(first) = first {
                self.accepted(name, first, body);
            }
            self.rejected(name, last.expect("version 2.2 lacks it"), body, &format!("Metal {since}"));
        }
    }

    /// The version that has the name finds no mistake in a program, but may say that it does not check it.
    fn accepted(&mut self, name: &str, dialect: Dialect, body: &str) {
        let found = validate(&format!("{HEAD}{body}"), &Options { dialect, ..Options::default() });
        let errors: Vec<String> = found
            .iter()
            .filter(|found| found.severity == Severity::Error && found.rule.slug() != "unsupported/feature")
            .map(|found| found.message.clone())
            .collect();
        if !errors.is_empty() {
            self.mistakes.push(format!("{name} in {}: {errors:?}\n{body}", dialect.name()));
        }
    }

    /// The version before says since when the name exists, and nothing that follows from that.
    fn rejected(&mut self, name: &str, dialect: Dialect, body: &str, since: &str) {
        let found = validate(&format!("{HEAD}{body}"), &Options { dialect, ..Options::default() });
        let errors: Vec<&str> = found
            .iter()
            .filter(|found| found.severity == Severity::Error)
            .map(|found| found.message.as_str())
            .collect();
        // An attribute may be on a function that came before it, and after this version.
        let is_reported = errors.first().is_some_and(|first| first.contains("since Metal"))
            && errors.iter().any(|message| message.contains(since));
        let is_alone = errors.iter().all(|message| message.contains("available"));
        if !is_reported || !is_alone {
            self.mistakes.push(format!("{name} in {}: {errors:?}\n{body}", dialect.name()));
        }
    }

    fn finish(self, least: usize) {
        let mistakes = self.mistakes.join("\n");
        assert!(self.mistakes.is_empty(), "{} of {}:\n{mistakes}", self.mistakes.len(), self.count);
        assert!(self.count >= least, "only {} rows", self.count);
    }
}

/// A program that uses a name of the library.
fn use_of(newer: &NewerName) -> String {
    let name = newer.name;
    let using = newer.within.map_or(String::new(), |space| format!("using namespace metal::{space};\n"));
    using
        + &match newer.kind {
            NewerKind::Type => format!("void f({name} x) {{}}"),
            NewerKind::Template => format!("void f({name}<float> x) {{}}"),
            NewerKind::Function => format!("void f() {{ {name}(); }}"),
            NewerKind::FunctionTemplate => format!("void f() {{ {name}<float>(); }}"),
            NewerKind::Value => format!("void f() {{ auto x = {name}; }}"),
            NewerKind::Scope => format!("void f() {{ auto x = {name}::member; }}"),
            NewerKind::Member => format!("void f(texture2d<float> t) {{ t.{name}(); }}"),
        }
}

#[test]
fn names_are_reported_with_their_versions() {
    let mut rows = Rows::default();
    for newer in NEWER_NAMES.iter().chain(&NEWER_MEMBERS) {
        rows.row(newer.name, newer.availability, &use_of(newer));
        assert!(newer.source.len() > 10, "{}", newer.name);
    }
    rows.finish(100);
}

#[test]
fn headers_are_reported_with_their_versions() {
    let mut rows = Rows::default();
    for header in &HEADERS {
        rows.row(header.name, header.availability, &format!("#include <{}>\n", header.name));
    }
    rows.finish(10);
}

#[test]
fn types_are_reported_with_their_versions() {
    let mut rows = Rows::default();
    for row in type_names() {
        let arguments = match row.meaning {
            NamedType::Template(template) if template.name() == "simdgroup_matrix" => "<float, 8, 8>",
            NamedType::Template(template) if template.name() == "mesh" => continue,
            NamedType::Template(_) => "<float>",
            _ => "",
        };
        rows.row(
            row.name,
            row.availability,
            &format!("void f(thread const {}{arguments}& x) {{}}", row.name),
        );
    }
    let mesh = msl_spec::type_name("mesh").expect("a type").availability;
    let program =
        "struct V { float4 p [[position]]; };\nvoid f(mesh<V, void, 3, 1, topology::triangle> m) {}";
    rows.row("mesh", mesh, program);
    rows.finish(12);
}

/// An argument that fits a parameter, and the parameter of the calling function that it needs.
fn argument(pattern: Pattern, variable: Option<ValueType>, index: usize) -> (String, Option<String>) {
    let value = |pattern: msl_spec::ValuePattern| {
        variable.map_or_else(
            || pattern.instance(ValueType::Scalar(Scalar::Float)),
            |variable| pattern.instance(variable),
        )
    };
    let scalar = variable.map_or("float", |variable| variable.scalar().name());
    match pattern {
        Pattern::Value(pattern) => (format!("{}(1)", value(pattern).expect("a type")), None),
        Pattern::AtomicPointer(_) => {
            (format!("a{index}"), Some(format!("device atomic<{scalar}>* a{index}")))
        }
        Pattern::Data(_) => (format!("a{index}"), Some(format!("device {scalar}* a{index}"))),
        Pattern::Pointer(_, _) => (format!("a{index}"), Some(format!("thread {scalar}* a{index}"))),
        Pattern::SimdgroupMatrix | Pattern::SimdgroupMatrixReference | Pattern::AnySimdgroupMatrix => {
            (format!("a{index}"), Some(format!("thread simdgroup_matrix<{scalar}, 8, 8>& a{index}")))
        }
        Pattern::Enumeration(Enumeration::MemoryOrder) => ("memory_order_relaxed".to_owned(), None),
        other => panic!("no argument for {other:?}"),
    }
}

/// A function that calls the given one by its signature, whose name `call` begins with.
fn call_of(call: &str, signature: &Signature, variable: Option<ValueType>, first: &str) -> String {
    let mut parameters: Vec<String> = (!first.is_empty()).then(|| first.to_owned()).into_iter().collect();
    let mut arguments = Vec::new();
    for (index, parameter) in signature.parameters.iter().enumerate() {
        let (argument, declared) = argument(parameter.pattern, variable, index);
        arguments.push(argument);
        parameters.extend(declared);
    }
    format!("void f({}) {{ {call}({}); }}", parameters.join(", "), arguments.join(", "))
}

#[test]
fn functions_are_reported_with_their_versions() {
    let mut rows = Rows::default();
    for function in &FUNCTIONS {
        for signature in function.signatures {
            if !signature.availability.is_newer() || signature.availability.naga {
                continue;
            }
            // Types that came later themselves have rows of their own.
            let old = signature.variable.iter().find(|ty| !ty.availability().is_newer());
            let explicit = match old {
                Some(ty) if function.is_explicit => format!("<{ty}, 8, 8>"),
                _ => String::new(),
            };
            let program = call_of(&format!("{}{explicit}", function.name), signature, old, "");
            rows.row(function.name, signature.availability, &program);
        }
    }
    for function in &TEXTURE_FUNCTIONS {
        for signature in function.signatures {
            if !signature.availability.is_newer() {
                continue;
            }
            let is_element = |ty: &ValueType| function.kind.elements().contains(*ty);
            // A texture of `ulong` is one that the tables of types do not have yet.
            let Some(element) = signature.variable.iter().find(is_element) else { continue };
            let texture = format!("{}<{element}, access::read_write> t", function.kind.name());
            let program = call_of(&format!("t.{}", function.name), signature, Some(element), &texture);
            rows.row(function.name, signature.availability, &program);
        }
    }
    rows.finish(40);
}

/// The arguments that an attribute takes.
fn arguments_of(argument: AttributeArgument) -> &'static str {
    match argument {
        AttributeArgument::None | AttributeArgument::OptionalType => "",
        AttributeArgument::Integer | AttributeArgument::Index => "(1)",
        AttributeArgument::Name => "(name)",
        AttributeArgument::Comparison => "(any)",
        AttributeArgument::Patch => "(quad, 4)",
        AttributeArgument::Tags => "(triangle)",
        AttributeArgument::Text => "(\"text\")",
        AttributeArgument::Texts => "(\"one\", \"two\")",
    }
}

/// A program with an attribute in a place; `None` where its place is one of an older attribute.
fn attribute_in(name: &str, written: &str, row: &AttributeUse, place: AttributePlace) -> Option<String> {
    let own = row.types.and_then(|set| set.iter().next()).map(|ty| ty.to_string());
    let ty = own.unwrap_or_else(|| {
        match name {
            "buffer" => "device int*",
            "texture" => "texture2d<float>",
            "sampler" => "sampler",
            "threadgroup" => "threadgroup int*",
            "max_distance" => "float",
            "object_to_world_transform" | "world_to_object_transform" => "float4x3",
            "primitive_data" | "user_data_buffer" => "const device int*",
            _ => "uint",
        }
        .to_owned()
    });
    let mut text = String::new();
    let written_text = match place {
        AttributePlace::KernelFunction if name == "kernel" => format!("[[{written}]] void f() {{}}"),
        AttributePlace::KernelFunction => format!("[[{written}]] kernel void f() {{}}"),
        AttributePlace::VertexFunction if name == "vertex" => {
            format!("[[{written}]] float4 f() {{ return float4(0); }}")
        }
        AttributePlace::VertexFunction => format!("[[{written}]] vertex float4 f() {{ return float4(0); }}"),
        AttributePlace::FragmentFunction if name == "fragment" => format!("[[{written}]] void f() {{}}"),
        AttributePlace::FragmentFunction => format!("[[{written}]] fragment void f() {{}}"),
        AttributePlace::MeshFunction if name == "mesh" => format!("[[{written}]] void f() {{}}"),
        AttributePlace::MeshFunction => format!("[[mesh, {written}]] void f() {{}}"),
        AttributePlace::ObjectFunction if name == "object" => format!("[[{written}]] void f() {{}}"),
        AttributePlace::ObjectFunction => format!("[[object, {written}]] void f() {{}}"),
        AttributePlace::VisibleFunction => format!("[[{written}]] bool f(int x) {{ return x > 0; }}"),
        AttributePlace::MeshArgument if name == "payload" => {
            format!("[[mesh]] void f(const object_data int& x [[{written}]]) {{}}")
        }
        AttributePlace::ObjectArgument if name == "payload" => {
            format!("[[object]] void f(object_data int& x [[{written}]]) {{}}")
        }
        AttributePlace::MeshArgument => format!("[[mesh]] void f({ty} x [[{written}]]) {{}}"),
        AttributePlace::ObjectArgument => format!("[[object]] void f({ty} x [[{written}]]) {{}}"),
        AttributePlace::VertexArgument => {
            format!("vertex float4 f({ty} x [[{written}]]) {{ return float4(0); }}")
        }
        AttributePlace::FragmentArgument => format!("fragment void f({ty} x [[{written}]]) {{}}"),
        AttributePlace::IntersectionArgument if name == "payload" => {
            format!("[[intersection(triangle)]] bool f(ray_data int& x [[{written}]]) {{ return true; }}")
        }
        AttributePlace::IntersectionArgument if name == "function_constant" => {
            text.push_str("constant bool name [[function_constant(0)]];\n");
            format!(
                "[[intersection(triangle)]] bool f(device int* x [[buffer(0), {written}]]) {{ return true; }}"
            )
        }
        AttributePlace::IntersectionArgument => {
            format!("[[intersection(triangle)]] bool f({ty} x [[{written}]]) {{ return true; }}")
        }
        AttributePlace::LocalVariable => format!("void f() {{ [[{written}]] int x = 1; }}"),
        AttributePlace::VertexOutput => {
            let _ = writeln!(text, "struct O {{ float4 p [[position]]; float x [[{written}]]; }};");
            "vertex O f() { O o = {}; return o; }".to_owned()
        }
        // The members of a structure without a use have the attributes of all places: only new ones can be reported.
        AttributePlace::MeshOutput | AttributePlace::IntersectionOutput => {
            let is_new = msl_spec::attributes(name)
                .iter()
                .flat_map(|form| form.uses)
                .all(|other| other.availability.on(Platform::Macos) >= row.availability.on(Platform::Macos));
            if !is_new {
                return None;
            }
            format!("struct S {{ {ty} x [[{written}]]; }};\nvoid f(thread const S& s) {{}}")
        }
        AttributePlace::ProgramScopeConstant => format!("{ty} x [[{written}]];"),
        AttributePlace::FragmentInput => return None,
        other => panic!("no program with an attribute on {other:?}"),
    };
    Some(text + &written_text)
}

#[test]
fn attributes_are_reported_with_their_versions() {
    let mut rows = Rows::default();
    for attribute in &ATTRIBUTES {
        let written = format!("{}{}", attribute.name, arguments_of(attribute.argument));
        let newer = attribute.uses.iter().filter(|row| row.availability.is_newer() && !row.availability.naga);
        for row in newer {
            for place in row.places {
                if let Some(program) = attribute_in(attribute.name, &written, row, *place) {
                    rows.row(&format!("{} on {place:?}", attribute.name), row.availability, &program);
                }
            }
        }
    }
    rows.finish(100);
}

#[test]
fn features_are_reported_with_their_versions() {
    let mut rows = Rows::default();
    for feature in Feature::ALL {
        let program = match feature {
            Feature::PackedComponentNames => "float f(packed_float3 v) { return v.x; }",
            Feature::LongInBuffers => "kernel void f(device long* x [[buffer(0)]]) {}",
            Feature::FunctionAttributes => "[[kernel]] void f() {}",
            Feature::CoherentMemory => "kernel void f(coherent(device) device int* x [[buffer(0)]]) {}",
            Feature::ReadWriteTextureArrays => {
                "kernel void f(array<texture2d<uint, access::read_write>, 2> t [[texture(0)]]) {}"
            }
            // A tier 1 device is a warning, and the others are older.
            _ => continue,
        };
        rows.row(feature.name(), feature.availability(), program);
    }
    for (name, space) in [("ray_data", "ray_data"), ("object_data", "object_data")] {
        let available = msl_spec::word(name).expect("a word").availability;
        rows.row(name, available, &format!("void f({space} int& x) {{}}"));
    }
    let orders = Enumeration::MemFlags.enumerator("mem_object_data").expect("an enumerator");
    let program = "kernel void f() { threadgroup_barrier(mem_flags::mem_object_data); }";
    rows.row("mem_object_data", orders.availability, program);
    rows.finish(7);
}

#[test]
fn values_of_bfloat_become_floats_and_nothing_becomes_one() {
    let errors = |body: &str| {
        let options = Options { dialect: Dialect::Metal31, ..Options::default() };
        validate(&format!("{HEAD}{body}"), &options)
            .iter()
            .filter(|found| found.severity == Severity::Error)
            .count()
    };
    for program in [
        "float f(bfloat x) { return x; }",
        "bfloat f(bfloat x, bfloat y) { return x * y + 1.5bf; }",
        "float f(bfloat x, float y) { return x + y; }",
        "bfloat f(float x) { return bfloat(x); }",
        "bfloat4 f(half4 x) { return bfloat4(x); }",
        "ushort f(bfloat x) { return as_type<ushort>(x); }",
        "bfloat f(bfloat x) { return simd_shuffle_down(x, 1); }",
        "float4 f(bfloat4 x) { return float4(x); }",
        "void f(device packed_bfloat3* p, bfloat3 v) { *p = v; }",
        "static_assert(sizeof(bfloat) == 2 && sizeof(bfloat3) == 8 && sizeof(packed_bfloat3) == 6, \"\");",
    ] {
        assert_eq!(errors(program), 0, "{program}");
    }
    for program in [
        "half f(bfloat x) { return x; }",
        "bfloat f(half x) { return x; }",
        "bfloat f(float x) { return x; }",
        "bfloat f(half x, bfloat y) { return y + x; }",
        "bfloat4 f(float x) { bfloat4 v = x; return v; }",
    ] {
        assert_eq!(errors(program), 1, "{program}");
    }
}

#[test]
fn simdgroup_matrices_are_checked_by_their_functions() {
    let errors = |dialect: Dialect, body: &str| {
        let options = Options { dialect, ..Options::default() };
        validate(&format!("{HEAD}{body}"), &options)
            .iter()
            .filter(|found| found.severity == Severity::Error)
            .count()
    };
    for program in [
        "kernel void f(device float* p) { simdgroup_float8x8 a, b, c; simdgroup_load(a, p); simdgroup_load(b, p, 64);
            simdgroup_multiply(c, a, b); simdgroup_multiply_accumulate(c, a, b, c); simdgroup_store(c, p, 64, ulong2(0, 8), true); }",
        "kernel void f(threadgroup half* p) { simdgroup_matrix<half, 8, 8> a = make_filled_simdgroup_matrix<half, 8, 8>(1.0h);
            a = a * simdgroup_half8x8(2.0h); simdgroup_store(a, p); }",
        "kernel void f() { threadgroup half p[64]; simdgroup_half8x8 a, b; simdgroup_float8x8 c(0.0f); simdgroup_load(a, p, 8); b = a;
            simdgroup_multiply_accumulate(c, a, b, c); }",
        "template <typename T> void f(device T* p) { simdgroup_matrix<T, 8, 8> a(T(0)); simdgroup_store(a, p); }
            kernel void g(device float* p) { f(p); }",
    ] {
        assert_eq!(errors(Dialect::MacosMetal23, program), 0, "{program}");
    }
    for program in [
        "void f(device half* p) { simdgroup_float8x8 a; simdgroup_load(a, p); }",
        "void f(const device float* p, simdgroup_float8x8 a) { simdgroup_store(a, p); }",
        "void f(simdgroup_float8x8 a, simdgroup_half8x8 b) { a = a * b; }",
        "void f() { simdgroup_matrix<float, 4, 8> a; }",
        "void f() { simdgroup_matrix<int, 8, 8> a; }",
        "void f() { simdgroup_float8x8 a = make_filled_simdgroup_matrix<half, 8, 8>(1.0h); }",
    ] {
        assert_eq!(errors(Dialect::MacosMetal23, program), 1, "{program}");
    }
    assert_eq!(errors(Dialect::Metal30, "void f() { simdgroup_matrix<bfloat, 8, 8> a; }"), 1);
    assert_eq!(errors(Dialect::Metal31, "void f() { simdgroup_matrix<bfloat, 8, 8> a; }"), 0);
}

#[test]
fn a_program_may_add_names_to_the_library() {
    let text = "#include <metal_stdlib>\nnamespace metal { float twice(float x) { return 2.0f * sin(x); } }\n
        using namespace metal;\nnamespace metal { int thrice(int x) { return 3 * metal::max(x, 1); } }\n
        float f(float x) { return metal::twice(x) + metal::precise::cos(x) + twice(max(x, 1.0f)) + float(thrice(1)); }";
    assert_eq!(validate(text, &Options::default()), []);
}
