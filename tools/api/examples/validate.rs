//! Checks a shader and prints what is wrong with it.

#![allow(clippy::print_stdout, reason = "an example prints")]

const SHADER: &str = "
@fragment fn main(@location(0) uv: vec2f) -> @location(0) vec4f {
    return vec4f(uv.z, uv, 1);
}
";

fn main() {
    match shader_check::validate(SHADER) {
        Ok(module) => println!("valid, {} warnings", module.diagnostics().len()),
        Err(diagnostics) => {
            for found in &diagnostics {
                println!("{}: {} [{}]", found.range, found.message, found.rule.code);
            }
            print!("\n{diagnostics}");
        }
    }
}
