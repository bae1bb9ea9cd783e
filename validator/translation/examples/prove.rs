use wgsl_translation::proof::*;
fn main() {
    let mut c = std::collections::BTreeMap::<String, (usize, String)>::new();
    let (mut ok, mut rej, mut agreed, mut texts, mut entries) = (0, 0, 0, 0, 0);
    for path in std::env::args().skip(1) {
        let source = std::fs::read_to_string(&path).unwrap();
        let target = wgsl_validator::target::Target::default().for_execution();
        let mut v = wgsl_validator::Validator::new(wgsl_validator::Options { target, ..Default::default() });
        let module = v.validate(&source);
        if !module.is_accepted() {
            println!("{path}: not accepted: {}", module.diagnostics()[0].message);
            continue;
        }
        match prove(&module, &source, &mut v, &Effort::default()) {
            Err(r) => {
                rej += 1;
                println!("{path}: naga rejects: {}", r.message)
            }
            Ok(proofs) => {
                for p in proofs {
                    entries += 1;
                    agreed += p.agreed;
                    texts += p.translations.len();
                    ok += usize::from(p.findings.is_empty());
                    for n in &p.not_compared {
                        let e = c.entry(format!("SKIP {n}")).or_default();
                        e.0 += 1;
                        e.1 = path.clone();
                    }
                    for f in &p.findings {
                        let line = f
                            .place
                            .map(|(i, s)| {
                                let t = &p.translations[i].metal.text;
                                let a = t[..s.lo as usize].rfind('\n').map_or(0, |x| x + 1);
                                let b = t[a..].find('\n').map_or(t.len(), |x| a + x);
                                t[a..b].trim().to_owned()
                            })
                            .unwrap_or_default();
                        println!(
                            "{path} {}: {} {:?}: {} | {}",
                            p.entry_point,
                            f.kind.name(),
                            f.kind,
                            f.message,
                            line
                        );
                        let e = c.entry(format!("{} {:?}", f.kind.name(), f.kind)).or_default();
                        e.0 += 1;
                        e.1 = path.clone();
                    }
                }
            }
        }
    }
    println!("entries {entries} without findings {ok}, rejected {rej}, agreed {agreed}, texts {texts}");
    for (k, (n, p)) in c {
        println!("{n:5} {k}  ({p})");
    }
}
