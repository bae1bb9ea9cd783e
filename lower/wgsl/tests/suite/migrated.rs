//! Programs of the draft of 2022-04-11, rewritten in the current language: what they compute stays the same.

use shader_run::execute;
use std::fs;
use std::path::{Path, PathBuf};
use webgpu_model::texture::{Format, TextureDescriptor, ViewDimension};
use webgpu_model::{Binding, Data, Dispatch};
use wgsl_lower::compute;
use wgsl_spec::Edition;
use wgsl_validator::migrate::migrate;
use wgsl_validator::{Options, Validator};

/// The number of programs that the draft accepts.
const LEAST: usize = 50;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/migrate")
}

/// Names and programs, by name.
fn programs() -> Vec<(String, String)> {
    let mut programs: Vec<_> = fs::read_dir(folder().join("before"))
        .expect("the folder is there")
        .map(|entry| {
            let path = entry.expect("the folder can be read").path();
            let name = path.file_name().expect("files have names").to_string_lossy().into_owned();
            (name, fs::read_to_string(path).expect("the program can be read"))
        })
        .collect();
    programs.sort();
    programs
}

fn dispatch() -> Dispatch {
    let descriptor = TextureDescriptor {
        mip_level_count: 2,
        ..TextureDescriptor::new(ViewDimension::D2, Format::Rgba8unorm, [4, 2, 1])
    };
    let texels = (0..40_u8).map(|byte| byte.wrapping_mul(37)).collect::<Vec<_>>();
    let words = [0_u32; 16].iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<_>>();
    let more = [8_u32, 1, 2, 3].iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<_>>();
    let data =
        [Data::Buffer(words.into()), Data::Texture(descriptor, texels.into()), Data::Buffer(more.into())];
    let bindings = data.into_iter().enumerate();
    let bindings = bindings.map(|(binding, data)| Binding { group: 0, binding: binding as u32, data });
    Dispatch { bindings: bindings.collect(), ..Dispatch::default() }
}

/// The resources after a dispatch, which must change them.
fn executed(text: &str, edition: Edition) -> Result<Vec<Binding>, String> {
    let options = Options { edition, ..Options::default() };
    let mut dispatch = dispatch();
    dispatch.shader.entry_point = Some("main".to_owned());
    let execution = execute::Options::default();
    let outcome = compute::run(text, &mut Validator::new(options), &dispatch, &execution);
    let after = outcome.map_err(|failure| format!("{failure:?}"))?.bindings;
    let has_changed = after.iter().any(|binding| !dispatch.bindings.contains(binding));
    has_changed.then_some(after).ok_or_else(|| "it stores nothing".to_owned())
}

#[test]
fn programs_of_the_draft_compute_the_same_when_rewritten() {
    let mut compared = 0;
    let mut wrong = Vec::new();
    for (name, before) in programs() {
        let migration = migrate(&before, &Options::default());
        let after = executed(migration.text(), Edition::Current);
        // Programs of 2021 are of no edition that is executed.
        let is_of_2021 = name.starts_with("2021");
        let expected = if is_of_2021 { after.clone() } else { executed(&before, Edition::Draft2022) };
        if after != expected || after.is_err() || !migration.understood {
            wrong.push(format!("{name}:\n{expected:?}\n{after:?}"));
        }
        compared += usize::from(!is_of_2021);
    }
    assert!(compared >= LEAST, "{compared} programs");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn programs_are_rewritten_as_expected() {
    for (name, before) in programs() {
        let migration = migrate(&before, &Options::default());
        let path = folder().join("after").join(&name);
        if std::env::var_os("WGSL_BLESS").is_some() {
            fs::write(&path, migration.text()).expect("the file can be written");
        }
        let expected = fs::read_to_string(&path).unwrap_or_default();
        assert!(
            expected == migration.text(),
            "{} differs; `cargo xtask bless` writes it anew",
            path.display()
        );
        assert!(migration.module.is_accepted(), "{name}: {:?}", migration.findings);
        let again = migrate(migration.text(), &Options::default());
        assert_eq!(again.text(), migration.text(), "{name}");
    }
}

#[test]
fn the_draft_evaluates_the_right_side_of_an_assignment_first() {
    let program = |stage: &str| {
        format!(
            "@group(0) @binding(0) var<storage, read_write> data: array<i32, 16>;
             var<private> n: i32 = 1;
             fn index() -> i32 {{ n = n * 2 + 1; return 0; }}
             fn value() -> i32 {{ n = n * 3; return n; }}
             {stage} @workgroup_size(1) fn main() {{ data[index()] = value(); }}"
        )
    };
    let first = |stage, edition| {
        let after = executed(&program(stage), edition).expect("it runs");
        after[0].data.bytes()[0]
    };
    assert_eq!(first("@stage(compute)", Edition::Draft2022), 3);
    assert_eq!(first("@compute", Edition::Current), 9);
}

#[test]
fn programs_that_end_early_are_rewritten_without_a_panic() {
    for (_, before) in programs() {
        for end in (0..before.len()).step_by(29).filter(|end| before.is_char_boundary(*end)) {
            let text = migrate(&before[..end], &Options::default()).text().to_owned();
            assert!(text.len() <= 3 * before.len() + 100, "{text}");
        }
    }
}
