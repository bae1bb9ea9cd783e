//! Vertex stages for fragment stages that come without one.

use crate::compute::{request_for, stage};
use std::fmt::Write;
use webgpu_model::Shader;
use wgsl_spec::{Scalar, ShaderStage};
use wgsl_validator::{Stage, Validator};

/// The vertices of the draws that a companion is made for: two triangles over the whole picture.
pub const COMPANION_VERTICES: u32 = 6;

/// A vertex stage that gives a fragment stage what it takes, and covers the picture. The values vary from vertex to vertex, and so from fragment to
/// fragment. `None` if the validator rejects it: the fragment stage takes more than a vertex stage may give.
pub fn companion(fragment: &Stage, validator: &mut Validator) -> Option<Stage> {
    let typed = fragment.typed();
    let (mut members, mut values) = (String::new(), String::new());
    let mut takes_halves = false;
    for input in &fragment.interface().inputs {
        let Some((location, _)) = input.io.location else { continue };
        let (kind, sampling) = input.io.sampled();
        let (scalar, _) = typed.meaning.types.shape(input.ty)?;
        takes_halves |= scalar == Scalar::F16;
        let (kind, sampling, ty) = (typed.name(kind), typed.name(sampling), typed.print(input.ty));
        // Only `flat` is there for integers, and `first` and `either` go with it alone.
        writeln!(members, "@location({location}) @interpolate({kind}, {sampling}) v{location}: {ty},")
            .ok()?;
        // A square is not the same for all vertices, whatever the location.
        writeln!(values, "v.v{location} = {ty}({}((i * i + {location} * i + 1) % 5));", scalar.name())
            .ok()?;
    }
    let enable = if takes_halves { "enable f16;" } else { "" };
    let text = format!(
        "{enable}
        struct Varyings {{ @builtin(position) at: vec4f, {members} }}
        @vertex fn companion(@builtin(vertex_index) i: u32) -> Varyings {{
            let corner = select(i, i - 2, i > 2);
            var v: Varyings;
            v.at = vec4f(f32(corner % 2) * 2 - 1, f32(corner / 2) * 2 - 1, 0.5, 1);
            {values}
            return v;
        }}"
    );
    let module = validator.validate(&text);
    stage(&module, validator, &request_for(ShaderStage::Vertex, &Shader::default())).ok()
}
