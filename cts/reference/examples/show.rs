fn main() {
    let path = std::env::args().nth(1).unwrap();
    let text = std::fs::read_to_string(path).unwrap();
    let mut v = wgsl_validator::Validator::new(Default::default());
    let p = wgsl_reference::run::Pipeline::new(&text, &mut v, wgsl_spec::Edition::Current, None, vec![]).unwrap();
    println!("{:?}", wgsl_reference::ir::verify(p.program()));
    println!("{}", wgsl_reference::ir::print(p.program()));
}
