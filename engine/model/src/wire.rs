//! Tests of the serialized form, which the machine protocol uses.

use crate::texture::{AddressMode, Sampler, Swizzle};
use crate::{
    BindingType, BlendFactor, Bytes, DepthStencilState, Multisample, Primitive, TargetState,
    TextureBindingType, VertexLayout, WriteMask,
};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

fn read<T: DeserializeOwned>(value: Value) -> Result<T, String> {
    serde_json::from_value(value).map_err(|error| error.to_string())
}

#[test]
fn absent_members_have_the_defaults_of_webgpu() {
    assert_eq!(read(json!({})), Ok(DepthStencilState::default()));
    assert_eq!(read(json!({})), Ok(Primitive::default()));
    assert_eq!(read(json!({})), Ok(Multisample { mask: u32::MAX, alpha_to_coverage_enabled: false }));
    assert_eq!(read(json!({ "address_modes": ["repeat"] })).map(|it: Sampler| it.address_modes), {
        let [_, v, w] = Sampler::default().address_modes;
        Ok([AddressMode::Repeat, v, w])
    });
    let state: TargetState = read(json!({ "blend": { "color": { "src_factor": "dst" } } })).expect("a state");
    let color = state.blend.expect("blending").color;
    assert_eq!((color.src_factor, color.dst_factor), (BlendFactor::Dst, BlendFactor::Zero));
    assert_eq!(state.write_mask, WriteMask::ALL);
}

#[test]
fn names_are_those_of_webgpu() {
    let state = DepthStencilState {
        depth_bias: 1,
        depth_bias_slope_scale: 2.0,
        depth_bias_clamp: 3.0,
        ..DepthStencilState::default()
    };
    let written = json!({
        "depth_compare": "always", "depth_write_enabled": false,
        "stencil_front": { "compare": "always", "fail_op": "keep", "depth_fail_op": "keep", "pass_op": "keep" },
        "stencil_back": { "compare": "always", "fail_op": "keep", "depth_fail_op": "keep", "pass_op": "keep" },
        "stencil_read_mask": u32::MAX, "stencil_write_mask": u32::MAX,
        "depth_bias": 1, "depth_bias_slope_scale": 2.0, "depth_bias_clamp": 3.0,
    });
    assert_eq!(serde_json::to_value(state).expect("it is written"), written);
    assert_eq!(read(written), Ok(state));
    let layout: VertexLayout =
        read(json!({ "attributes": [{ "format": "float32x2", "shader_location": 3 }] })).expect("a layout");
    assert_eq!((layout.attributes[0].location, layout.attributes[0].offset), (3, 0));
    let texture = BindingType::Texture(TextureBindingType::StorageTexture);
    assert_eq!(read(json!("storage-texture")), Ok(texture));
    assert_eq!(
        serde_json::to_value((texture, Swizzle::IDENTITY)).ok(),
        Some(json!(["storage-texture", "rgba"]))
    );
    assert_eq!(serde_json::to_value(Bytes::from(vec![0, 0, 128])).ok(), Some(json!("AACA")));
    assert_eq!(read(json!("AACA")), Ok(Bytes::from(vec![0, 0, 128])));
}

#[test]
fn mistakes_are_refused() {
    let message = read::<TargetState>(json!({ "write_mask": 16 }));
    assert_eq!(message, Err("`write_mask` must be in the range 0 to 15, found 16".to_owned()));
    assert_eq!(read::<BindingType>(json!("buffer")), Err("unknown kind `buffer`".to_owned()));
    let modes = json!({ "address_modes": ["repeat", "repeat", "repeat", "repeat"] });
    assert_eq!(read::<Sampler>(modes), Err("expected at most three entries, found 4".to_owned()));
    let swizzle = Err("expected four of the letters `rgba01`, found `xyzw`".to_owned());
    assert_eq!(read::<Swizzle>(json!("xyzw")), swizzle);
    assert!(read::<Bytes>(json!("?")).is_err());
}
