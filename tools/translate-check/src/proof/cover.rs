//! Vertex functions that cover the whole picture, for fragment functions of which nothing but their text is known.

use std::fmt::Write as _;
use wgsl_spec::Scalar;
use wgsl_validator::Stage;

/// The beginning of the names of the functions.
const NAME: &str = "wgsl_check_cover_";

/// The name of the function for a fragment function with this number.
pub(super) fn name(number: usize) -> String {
    format!("{NAME}{number}")
}

/// A vertex function whose three vertices make a triangle around the picture, with values for the inputs of a fragment function. They differ
/// from vertex to vertex if they are interpolated; integers are zero at the first vertex, so that indices are in bounds.
pub(super) fn function(fragment: &Stage, number: usize) -> String {
    let name = name(number);
    let mut members = String::new();
    let mut values = String::new();
    for input in &fragment.interface().inputs {
        let Some((location, _)) = input.io.location else { continue };
        let Some((scalar, shape)) = fragment.typed().meaning.types.shape(input.ty) else { continue };
        let (kind, sampling) = input.io.sampled();
        let (kind, sampling) = (fragment.typed().name(kind), fragment.typed().name(sampling));
        let own = scalar.name();
        let ty = fragment.typed().print(input.ty);
        let _ =
            write!(members, "@location({location}) @interpolate({kind}, {sampling}) at_{location}: {ty}, ");
        let component = |component: usize| match scalar {
            Scalar::I32 | Scalar::U32 => format!("{own}(i)"),
            Scalar::F32 | Scalar::F16 | Scalar::Bool | Scalar::AbstractInt | Scalar::AbstractFloat => {
                format!("{own}(i) * 0.5 + {own}({component}) * 0.125")
            }
        };
        let components: Vec<String> = (0..shape.len()).map(component).collect();
        let _ = write!(values, "out.at_{location} = {ty}({}); ", components.join(", "));
    }
    format!(
        "\nstruct {name}_vertex {{ @builtin(position) position: vec4<f32>, {members}}}
@vertex fn {name}(@builtin(vertex_index) i: u32) -> {name}_vertex {{
  var out: {name}_vertex;
  out.position = vec4<f32>(f32(i == 1) * 4 - 1, f32(i == 2) * 4 - 1, 0.5, 1);
  {values}
  return out;
}}\n"
    )
}
