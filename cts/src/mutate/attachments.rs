//! Mistakes in the attachments of render passes and in what draws do with them: loads, blending, write masks, depth bias,
//! stencil values, the bindings and the order of several draws.

use super::mutant::Mutant;
use super::pipeline::{any, draw, likely, pass, put, state, tests};
use webgpu_model::texture::CompareFunction;
use webgpu_model::{
    BlendComponent, BlendFactor, BlendOperation, BlendState, DepthStencilState, LoadOp, RenderPass,
    StencilFace, StencilOperation, TargetState, WriteMask,
};

/// All mutants of attachments.
pub(super) fn mutants() -> Vec<Mutant> {
    [loads(), blending(), depth_bias(), stencil(), several()].into_iter().flatten().collect()
}

/// Replaces loaded texels by zeros.
fn forget<T>(before: &mut LoadOp<T>) -> bool {
    match before {
        LoadOp::Clear(_) => false,
        LoadOp::Load(bytes) => {
            let is_changed = bytes.iter().any(|byte| *byte != 0);
            bytes.fill(0);
            is_changed
        }
    }
}

fn loads() -> Vec<Mutant> {
    vec![
        pass("load/colours-zero", |pass| {
            any(pass.targets.iter_mut().flatten().map(|target| forget(&mut target.before)))
        }),
        pass("load/depths-zero", |pass| pass.depth_stencil.as_mut().is_some_and(|it| forget(&mut it.depth))),
        pass("load/stencil-values-zero", |pass| {
            pass.depth_stencil.as_mut().is_some_and(|it| forget(&mut it.stencil))
        }),
        pass("clear/stencil-value-zero", |pass| {
            let stencil = pass.depth_stencil.as_mut().map(|it| &mut it.stencil);
            stencil.is_some_and(|it| it.clear().is_some() && put(it, LoadOp::Clear(0)))
        }),
    ]
}

fn target(name: &str, change: impl Fn(&mut TargetState) -> bool + Send + Sync + 'static) -> Mutant {
    state(name, move |state| any(state.targets.iter_mut().map(&change)))
}

fn component(name: &str, change: impl Fn(&mut BlendComponent) -> bool + Send + Sync + 'static) -> Mutant {
    target(name, move |target| {
        let blend = target.blend.as_mut();
        blend.is_some_and(|blend| any([&mut blend.color, &mut blend.alpha].into_iter().map(&change)))
    })
}

fn blending() -> Vec<Mutant> {
    let mut found = vec![
        target("blend/ignored", |target| target.blend.take().is_some()),
        target("blend/colour-for-alpha", |target| {
            let blend = target.blend.as_mut();
            blend.is_some_and(|BlendState { color, alpha }| put(alpha, *color))
        }),
        target("write-mask/all", |target| put(&mut target.write_mask, WriteMask::ALL)),
        draw("blend-constant/zero", |draw| put(&mut draw.blend_constant, [0.0; 4])),
        state("alpha-to-coverage/ignored", |state| {
            put(&mut state.multisample.alpha_to_coverage_enabled, false)
        }),
    ];
    for from in BlendOperation::ALL.iter().copied() {
        for into in BlendOperation::ALL.iter().copied().filter(|into| *into != from) {
            let name = format!("blend-operation-{}/{}", from.name(), into.name());
            found.push(component(&name, move |it| it.operation == from && put(&mut it.operation, into)));
        }
    }
    for from in BlendFactor::ALL.iter().copied() {
        for into in [BlendFactor::Zero, BlendFactor::One].into_iter().filter(|into| *into != from) {
            let name = |which: &str| format!("blend-{which}-{}/{}", from.name(), into.name());
            found.push(component(&name("src"), move |it| {
                it.src_factor == from && put(&mut it.src_factor, into)
            }));
            found.push(component(&name("dst"), move |it| {
                it.dst_factor == from && put(&mut it.dst_factor, into)
            }));
        }
    }
    found
}

fn test(name: &str, change: impl Fn(&mut DepthStencilState) -> bool + Send + Sync + 'static) -> Mutant {
    pass(name, move |pass| tests(pass, &change))
}

fn depth_bias() -> Vec<Mutant> {
    vec![
        test("depth-bias/no-constant", |it| put(&mut it.depth_bias, 0)),
        test("depth-bias/no-slope", |it| put(&mut it.depth_bias_slope_scale, 0.0)),
        test("depth-bias/no-limit", |it| put(&mut it.depth_bias_clamp, 0.0)),
        test("depth-bias/other-sign", |it| {
            it.depth_bias = -it.depth_bias;
            it.depth_bias_slope_scale = -it.depth_bias_slope_scale;
            it.depth_bias != 0 || it.depth_bias_slope_scale != 0.0
        }),
    ]
}

fn has_stencil(pass: &RenderPass) -> bool {
    pass.depth_stencil.as_ref().is_some_and(|it| it.format.stencil().is_some())
}

/// Changes the faces of a pass with stencil values.
fn face(name: &str, change: impl Fn(&mut StencilFace) -> bool + Send + Sync + 'static) -> Mutant {
    pass(name, move |pass| {
        has_stencil(pass)
            && tests(pass, |it| any([&mut it.stencil_front, &mut it.stencil_back].into_iter().map(&change)))
    })
}

/// The operations that are easily taken for another one.
fn likely_operations(operation: StencilOperation) -> [StencilOperation; 2] {
    use StencilOperation as S;
    match operation {
        S::Keep => [S::Zero, S::Replace],
        S::Zero | S::Invert => [S::Keep, S::Replace],
        S::Replace => [S::Keep, S::Zero],
        S::IncrementClamp => [S::IncrementWrap, S::DecrementClamp],
        S::DecrementClamp => [S::DecrementWrap, S::IncrementClamp],
        S::IncrementWrap => [S::IncrementClamp, S::DecrementWrap],
        S::DecrementWrap => [S::DecrementClamp, S::IncrementWrap],
    }
}

fn stencil() -> Vec<Mutant> {
    let mut found = vec![
        test("stencil/faces-exchanged", |it| {
            std::mem::swap(&mut it.stencil_front, &mut it.stencil_back);
            it.stencil_front != it.stencil_back
        }),
        face("stencil/failures-exchanged", |it| {
            std::mem::swap(&mut it.fail_op, &mut it.depth_fail_op);
            it.fail_op != it.depth_fail_op
        }),
        test("stencil-read-mask/all", |it| put(&mut it.stencil_read_mask, u32::MAX)),
        test("stencil-write-mask/all", |it| put(&mut it.stencil_write_mask, u32::MAX)),
        draw("stencil-reference/zero", |draw| put(&mut draw.stencil_reference, 0)),
    ];
    for from in CompareFunction::ALL.iter().copied() {
        for into in likely(from) {
            let name = format!("stencil-compare-{}/{}", from.name(), into.name());
            found.push(face(&name, move |it| it.compare == from && put(&mut it.compare, into)));
        }
    }
    for from in StencilOperation::ALL.iter().copied() {
        for into in likely_operations(from) {
            let name = |which: &str| format!("stencil-{which}-{}/{}", from.name(), into.name());
            found.push(face(&name("pass"), move |it| it.pass_op == from && put(&mut it.pass_op, into)));
            found.push(face(&name("fail"), move |it| it.fail_op == from && put(&mut it.fail_op, into)));
            let change =
                move |it: &mut StencilFace| it.depth_fail_op == from && put(&mut it.depth_fail_op, into);
            found.push(face(&name("depth-fail"), change));
        }
    }
    found
}

fn several() -> Vec<Mutant> {
    vec![
        pass("draws/the-last-left-out", |pass| pass.draws.len() > 1 && pass.draws.pop().is_some()),
        pass("draws/backwards", |pass| {
            pass.draws.reverse();
            pass.draws.len() > 1
        }),
        draw("draw-bindings/ignored", |draw| !std::mem::take(&mut draw.bindings).is_empty()),
        draw("draws/one-pipeline", |draw| put(&mut draw.pipeline, 0)),
    ]
}
