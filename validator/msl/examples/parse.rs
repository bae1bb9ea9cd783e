use std::io::Write;
fn main() {
    let mut files = 0;
    let mut bad = 0;
    let mut bytes = 0;
    let mut time = std::time::Duration::ZERO;
    let mut out = std::io::stdout().lock();
    for path in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&path).unwrap();
        let t = std::time::Instant::now();
        let diagnostics = msl_validator::validate(
            &text,
            &msl_validator::Options {
                dialect: msl_spec::Dialect::from_name(&std::env::var("STD").unwrap_or("naga".into()))
                    .unwrap(),
                definitions: vec![],
            },
        );
        time += t.elapsed();
        bytes += text.len();
        files += 1;
        if let Some(first) = diagnostics.first() {
            bad += 1;
            let lo = first.primary.span.lo as usize;
            let line = text[..lo.min(text.len())].matches('\n').count() + 1;
            let _ = writeln!(
                out,
                "{path}:{line}: {} [{}] {:?}",
                first.message,
                first.rule.get().id,
                text.lines().nth(line - 1).unwrap_or("")
            );
        }
    }
    let _ = writeln!(
        out,
        "{files} files, {bad} with findings, {:.1} MB/s",
        bytes as f64 / time.as_secs_f64() / 1e6
    );
}
