//! The attachments of a request to draw, with the state of pipelines that WebGPU has beside them.

use crate::contents::Contents;
use serde::Deserialize;
use webgpu_model::texture::{CompareFunction, Format};
use webgpu_model::{
    BlendComponent, BlendFactor, BlendOperation, BlendState, DepthBias, DepthStencil, DepthStencilFormat,
    DepthStencilState, LoadOp, RenderPass, StencilFace, StencilOperation, Target, TargetState, WriteMask,
};

/// A colour attachment; in a draw only the state.
#[derive(Deserialize, Debug, Default)]
#[serde(default)]
pub(super) struct TargetRecord {
    format: Option<Format>,
    clear_value: Option<[f64; 4]>,
    data_base64: Option<String>,
    kept: Option<String>,
    pub(super) keep: Option<String>,
    pub(super) keep_resolved: Option<String>,
    answer: Option<bool>,
    resolve: Option<bool>,
    blend: Option<BlendRecord>,
    write_mask: Option<u8>,
}

#[derive(Deserialize, Debug)]
struct BlendRecord {
    #[serde(default)]
    color: ComponentRecord,
    #[serde(default)]
    alpha: ComponentRecord,
}

#[derive(Deserialize, Debug, Default)]
#[serde(default)]
struct ComponentRecord {
    operation: BlendOperation,
    src_factor: Option<BlendFactor>,
    dst_factor: Option<BlendFactor>,
}

impl TargetRecord {
    /// # Errors
    /// A member that is missing or malformed.
    pub(super) fn decode(&self, pass: &RenderPass, contents: &mut Contents<'_>) -> Result<Target, String> {
        let format = self.format.ok_or("missing `format`")?;
        let text = ("data_base64", self.data_base64.as_deref());
        let needed = pass.attachment(format, pass.sample_count);
        contents.take_texture(&needed)?;
        let bytes = contents.kept.texels(text, self.kept.as_deref(), &needed)?;
        let clear = self.clear_value.unwrap_or_default();
        Ok(Target {
            format,
            before: bytes.map_or(LoadOp::Clear(clear), LoadOp::Load),
            is_resolved: self.resolve.unwrap_or(true),
        })
    }

    /// Whether the answer has the texels.
    pub(super) fn is_answered(&self) -> bool {
        self.answer.unwrap_or(self.keep.is_none())
    }

    /// Whether the answer has the averages of the samples.
    pub(super) fn is_resolved_answered(&self) -> bool {
        self.answer.unwrap_or(self.keep_resolved.is_none())
    }

    /// The use of colours for it.
    ///
    /// # Errors
    /// There is no such write mask.
    pub(super) fn state(&self) -> Result<TargetState, String> {
        let mask = self.write_mask.map_or(WriteMask::ALL, WriteMask);
        if mask.0 > WriteMask::ALL.0 {
            return Err(format!("`write_mask` must be in the range 0 to 15, found {}", mask.0));
        }
        Ok(TargetState { blend: self.blend.as_ref().map(BlendRecord::decode), write_mask: mask })
    }
}

impl BlendRecord {
    fn decode(&self) -> BlendState {
        let component = |record: &ComponentRecord| BlendComponent {
            operation: record.operation,
            src_factor: record.src_factor.unwrap_or(BlendFactor::One),
            dst_factor: record.dst_factor.unwrap_or(BlendFactor::Zero),
        };
        BlendState { color: component(&self.color), alpha: component(&self.alpha) }
    }
}

/// The attachment for depths and stencil values; in a draw only the state.
#[derive(Deserialize, Debug, Default)]
#[serde(default)]
pub(super) struct DepthStencilRecord {
    format: Option<DepthStencilFormat>,
    depth_clear_value: Option<f32>,
    depth_base64: Option<String>,
    depth_kept: Option<String>,
    pub(super) depth_keep: Option<String>,
    depth_read_only: bool,
    stencil_clear_value: u32,
    stencil_base64: Option<String>,
    stencil_kept: Option<String>,
    pub(super) stencil_keep: Option<String>,
    answer: Option<bool>,
    stencil_read_only: bool,
    depth_compare: Option<CompareFunction>,
    depth_write_enabled: bool,
    stencil_front: FaceRecord,
    stencil_back: FaceRecord,
    stencil_read_mask: Option<u32>,
    stencil_write_mask: Option<u32>,
    depth_bias: i32,
    depth_bias_slope_scale: f32,
    depth_bias_clamp: f32,
}

#[derive(Deserialize, Debug, Default)]
#[serde(default)]
struct FaceRecord {
    compare: Option<CompareFunction>,
    fail_op: StencilOperation,
    depth_fail_op: StencilOperation,
    pass_op: StencilOperation,
}

impl DepthStencilRecord {
    /// # Errors
    /// A member that is missing or malformed.
    pub(super) fn decode(
        &self,
        pass: &RenderPass,
        contents: &mut Contents<'_>,
    ) -> Result<DepthStencil, String> {
        let format = self.format.ok_or("missing `format` of `depth_stencil`")?;
        let mut before = |aspect: Option<Format>, text: (&str, &Option<String>), name: &Option<String>| {
            // Contents of an aspect that the format lacks are not used.
            let needed = pass.attachment(aspect.unwrap_or(Format::Stencil8), pass.sample_count);
            if aspect.is_some() {
                contents.take_texture(&needed)?;
            }
            contents.kept.texels((text.0, text.1.as_deref()), name.as_deref(), &needed)
        };
        let depth = before(format.depth(), ("depth_base64", &self.depth_base64), &self.depth_kept)?;
        let stencil = before(format.stencil(), ("stencil_base64", &self.stencil_base64), &self.stencil_kept)?;
        Ok(DepthStencil {
            format,
            depth: depth.map_or(LoadOp::Clear(self.depth_clear_value.unwrap_or(1.0)), LoadOp::Load),
            stencil: stencil.map_or(LoadOp::Clear(self.stencil_clear_value), LoadOp::Load),
            depth_read_only: self.depth_read_only,
            stencil_read_only: self.stencil_read_only,
        })
    }

    /// Whether the answer has the depths.
    pub(super) fn is_depth_answered(&self) -> bool {
        self.answer.unwrap_or(self.depth_keep.is_none())
    }

    /// Whether the answer has the stencil values.
    pub(super) fn is_stencil_answered(&self) -> bool {
        self.answer.unwrap_or(self.stencil_keep.is_none())
    }

    /// The tests of depths and stencil values.
    pub(super) fn state(&self) -> DepthStencilState {
        DepthStencilState {
            depth_compare: self.depth_compare.unwrap_or(CompareFunction::Always),
            depth_write_enabled: self.depth_write_enabled,
            stencil_front: self.stencil_front.decode(),
            stencil_back: self.stencil_back.decode(),
            stencil_read_mask: self.stencil_read_mask.unwrap_or(u32::MAX),
            stencil_write_mask: self.stencil_write_mask.unwrap_or(u32::MAX),
            depth_bias: DepthBias {
                constant: self.depth_bias,
                slope_scale: self.depth_bias_slope_scale,
                clamp: self.depth_bias_clamp,
            },
        }
    }
}

impl FaceRecord {
    fn decode(&self) -> StencilFace {
        StencilFace {
            compare: self.compare.unwrap_or(CompareFunction::Always),
            fail_op: self.fail_op,
            depth_fail_op: self.depth_fail_op,
            pass_op: self.pass_op,
        }
    }
}
