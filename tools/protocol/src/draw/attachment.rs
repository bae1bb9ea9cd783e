//! The attachments of a request to draw, with the state of pipelines that WebGPU has next to them.

use crate::contents::Contents;
use crate::members::is_default;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use webgpu_model::texture::Format;
use webgpu_model::{
    DepthStencil, DepthStencilFormat, DepthStencilState, LoadOp, RenderPass, Target, TargetState,
};

/// A colour attachment.
#[derive(Serialize, Deserialize, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub(super) struct TargetRecord {
    /// The format of its texels.
    format: Format,
    /// Red, green, blue and alpha of the texels before.
    #[serde(skip_serializing_if = "Option::is_none")]
    clear_value: Option<[f64; 4]>,
    /// The texels before, if they are loaded.
    #[serde(skip_serializing_if = "Option::is_none")]
    data_base64: Option<String>,
    /// Whether several samples are resolved.
    #[serde(default = "yes")]
    resolve: bool,
    #[serde(flatten, skip_serializing_if = "is_default")]
    #[cfg_attr(feature = "schema", schemars(skip))]
    pub(super) more: MoreOfTarget,
}

/// Members of a colour attachment that the suite never writes: it keeps nothing, and writes the state into each draw.
#[derive(Serialize, Deserialize, Debug, Default, PartialEq)]
#[serde(default)]
pub(super) struct MoreOfTarget {
    kept: Option<String>,
    pub(super) keep: Option<String>,
    pub(super) keep_resolved: Option<String>,
    answer: Option<bool>,
    /// The use of colours by draws that do not have `targets` of their own.
    #[serde(flatten)]
    pub(super) state: TargetState,
}

const fn yes() -> bool {
    true
}

/// The value in all texels, or their bytes.
fn before<T: Copy>(given: &LoadOp<T>) -> (Option<T>, Option<String>) {
    match given {
        LoadOp::Clear(value) => (Some(*value), None),
        LoadOp::Load(bytes) => (None, Some(STANDARD.encode(bytes))),
    }
}

impl From<&Target> for TargetRecord {
    fn from(target: &Target) -> Self {
        let (clear_value, data_base64) = before(&target.before);
        let (format, resolve) = (target.format, target.is_resolved);
        Self { format, clear_value, data_base64, resolve, more: MoreOfTarget::default() }
    }
}

impl TargetRecord {
    /// # Errors
    /// Texels that are malformed, or not kept.
    pub(super) fn decode(&self, pass: &RenderPass, contents: &mut Contents<'_>) -> Result<Target, String> {
        let text = ("data_base64", self.data_base64.as_deref());
        let needed = pass.attachment(self.format, pass.sample_count);
        contents.take_texture(&needed)?;
        let bytes = contents.kept.texels(text, self.more.kept.as_deref(), &needed)?;
        let clear = self.clear_value.unwrap_or_default();
        Ok(Target {
            format: self.format,
            before: bytes.map_or(LoadOp::Clear(clear), LoadOp::Load),
            is_resolved: self.resolve,
        })
    }

    /// Returns true if the answer has the texels.
    pub(super) fn is_answered(&self) -> bool {
        self.more.answer.unwrap_or(self.more.keep.is_none())
    }

    /// Returns true if the answer has the averages of the samples.
    pub(super) fn is_resolved_answered(&self) -> bool {
        self.more.answer.unwrap_or(self.more.keep_resolved.is_none())
    }
}

/// The attachment for depths and stencil values.
#[derive(Serialize, Deserialize, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub(super) struct DepthStencilRecord {
    /// Its format.
    format: DepthStencilFormat,
    /// The depth of all texels before.
    #[serde(skip_serializing_if = "Option::is_none")]
    depth_clear_value: Option<f32>,
    /// The depths before, if they are loaded.
    #[serde(skip_serializing_if = "Option::is_none")]
    depth_base64: Option<String>,
    /// The stencil value of all texels before.
    #[serde(skip_serializing_if = "Option::is_none")]
    stencil_clear_value: Option<u32>,
    /// The stencil values before, if they are loaded.
    #[serde(skip_serializing_if = "Option::is_none")]
    stencil_base64: Option<String>,
    /// Whether no draw writes depths.
    #[serde(default)]
    depth_read_only: bool,
    /// Whether no draw writes stencil values.
    #[serde(default)]
    stencil_read_only: bool,
    #[serde(flatten, skip_serializing_if = "is_default")]
    #[cfg_attr(feature = "schema", schemars(skip))]
    pub(super) more: MoreOfDepthStencil,
}

/// Members of the attachment for depths and stencil values that the suite never writes, as for colour attachments.
#[derive(Serialize, Deserialize, Debug, Default, PartialEq)]
#[serde(default)]
pub(super) struct MoreOfDepthStencil {
    depth_kept: Option<String>,
    pub(super) depth_keep: Option<String>,
    stencil_kept: Option<String>,
    pub(super) stencil_keep: Option<String>,
    answer: Option<bool>,
    /// The tests of draws that do not have `depth_stencil` of their own.
    #[serde(flatten)]
    pub(super) state: DepthStencilState,
}

impl From<&DepthStencil> for DepthStencilRecord {
    fn from(attachment: &DepthStencil) -> Self {
        let (depth_clear_value, depth_base64) = before(&attachment.depth);
        let (stencil_clear_value, stencil_base64) = before(&attachment.stencil);
        Self {
            format: attachment.format,
            depth_clear_value,
            depth_base64,
            stencil_clear_value,
            stencil_base64,
            depth_read_only: attachment.depth_read_only,
            stencil_read_only: attachment.stencil_read_only,
            more: MoreOfDepthStencil::default(),
        }
    }
}

impl DepthStencilRecord {
    /// # Errors
    /// Texels that are malformed, or not kept.
    pub(super) fn decode(
        &self,
        pass: &RenderPass,
        contents: &mut Contents<'_>,
    ) -> Result<DepthStencil, String> {
        let format = self.format;
        let mut before = |aspect: Option<Format>, text: (&str, &Option<String>), name: &Option<String>| {
            // Contents of an aspect that the format lacks are not used.
            let needed = pass.attachment(aspect.unwrap_or(Format::Stencil8), pass.sample_count);
            if aspect.is_some() {
                contents.take_texture(&needed)?;
            }
            contents.kept.texels((text.0, text.1.as_deref()), name.as_deref(), &needed)
        };
        let depth = before(format.depth(), ("depth_base64", &self.depth_base64), &self.more.depth_kept)?;
        let stencil =
            before(format.stencil(), ("stencil_base64", &self.stencil_base64), &self.more.stencil_kept)?;
        let stencil_clear_value = self.stencil_clear_value.unwrap_or(0);
        Ok(DepthStencil {
            format,
            depth: depth.map_or(LoadOp::Clear(self.depth_clear_value.unwrap_or(1.0)), LoadOp::Load),
            stencil: stencil.map_or(LoadOp::Clear(stencil_clear_value), LoadOp::Load),
            depth_read_only: self.depth_read_only,
            stencil_read_only: self.stencil_read_only,
        })
    }

    /// Returns true if the answer has the depths.
    pub(super) fn is_depth_answered(&self) -> bool {
        self.more.answer.unwrap_or(self.more.depth_keep.is_none())
    }

    /// Returns true if the answer has the stencil values.
    pub(super) fn is_stencil_answered(&self) -> bool {
        self.more.answer.unwrap_or(self.more.stencil_keep.is_none())
    }
}
