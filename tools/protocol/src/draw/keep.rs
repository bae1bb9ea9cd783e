//! The contents that a request to draw keeps, and those that its answer has.

use super::DrawRecord;
use super::answer::Content;
use super::attachment::{DepthStencilRecord, TargetRecord};
use crate::kept::New;
use shader_run::draw::Drawn;
use shader_run::texture::Texture;
use webgpu_model::{Data, RenderPass};

impl DrawRecord {
    /// Returns true if the answer has the contents.
    pub(crate) fn answers(&self, content: Content<'_>) -> bool {
        let target = |location: usize| self.targets.get(location).and_then(Option::as_ref);
        let tests = self.depth_stencil.as_ref();
        match content {
            Content::Binding(binding) => self.execution.answers(binding),
            Content::Target(location) => target(location).is_none_or(TargetRecord::is_answered),
            Content::Resolved(location) => target(location).is_none_or(TargetRecord::is_resolved_answered),
            Content::Depth => tests.is_none_or(DepthStencilRecord::is_depth_answered),
            Content::Stencil => tests.is_none_or(DepthStencilRecord::is_stencil_answered),
        }
    }

    /// The contents to be kept.
    ///
    /// # Errors
    /// The attachments do not have them.
    pub(crate) fn kept(&self, pass: &RenderPass, drawn: &Drawn) -> Result<Vec<New>, String> {
        let mut new = self.execution.kept(&pass.bindings, &drawn.bindings);
        for ((call, draw), written) in self.calls().into_iter().zip(&pass.draws).zip(&drawn.draw_bindings) {
            new.extend(call.bindings().iter().filter_map(|record| record.kept(&draw.bindings, written)));
        }
        let mut keep = |name: &Option<String>, texture: Option<&Texture>, content: &str| {
            let Some(name) = name else { return Ok(()) };
            let texture = texture.ok_or_else(|| format!("can't keep `{name}`: there are no {content}"))?;
            new.push(New::all(name, Data::Texture(*texture.descriptor(), texture.to_bytes().into())));
            Ok::<(), String>(())
        };
        for (record, target) in self.targets.iter().zip(&drawn.targets) {
            let (Some(record), Some(target)) = (record, target) else { continue };
            keep(&record.more.keep, Some(&target.texture), "texels")?;
            keep(&record.more.keep_resolved, target.resolved.as_ref(), "averages of samples")?;
        }
        if let Some(record) = &self.depth_stencil {
            keep(&record.more.depth_keep, drawn.depth.as_ref(), "depths")?;
            keep(&record.more.stencil_keep, drawn.stencil.as_ref(), "stencil values")?;
        }
        Ok(new)
    }
}
