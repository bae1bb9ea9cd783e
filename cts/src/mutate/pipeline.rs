//! Mistakes in the state of pipelines and in resources: samplers, views, dispatches, overrides, vertices, tests of fragments.

use super::mutant::{Change, Layer, Mutant};
use webgpu_model::raster::{CullMode, FrontFace, IndexFormat, SampleCount, StepMode, Topology, VertexFormat};
use webgpu_model::texture::{
    AddressMode, CompareFunction, Component, FilterMode, Sampler, Swizzle, TextureDescriptor,
};
use webgpu_model::{
    Command, Counts, Data, DepthStencilState, Dispatch, Draw, LoadOp, RenderPass, RenderState, Shader,
    VertexLayout,
};

/// All mutants of this layer.
pub(super) fn mutants() -> Vec<Mutant> {
    [dispatches(), samplers(), views(), draws(), vertices(), fragments()].into_iter().flatten().collect()
}

fn command(name: &str, change: impl Fn(&mut Command) -> bool + Send + Sync + 'static) -> Mutant {
    let (place, mistake) = name.split_once('/').unwrap_or((name, ""));
    Mutant::new(Layer::Pipeline, place, mistake, Change::Command(Box::new(change)))
}

/// Replaces a value by another one; `false` if it is that already.
pub(super) fn put<T: PartialEq>(place: &mut T, value: T) -> bool {
    let is_changed = *place != value;
    *place = value;
    is_changed
}

/// Makes all changes; whether any of them changed anything.
pub(super) fn any(changes: impl Iterator<Item = bool>) -> bool {
    changes.filter(|is_changed| *is_changed).count() > 0
}

fn dispatches() -> Vec<Mutant> {
    let dispatch = |name: &str, change: fn(&mut Dispatch) -> bool| {
        command(name, move |command| match command {
            Command::Dispatch(dispatch) => change(dispatch),
            Command::Render(_) => false,
        })
    };
    let overrides = |name: &str, change: fn(&mut Shader) -> bool| {
        command(name, move |command| match command {
            Command::Dispatch(dispatch) => change(&mut dispatch.shader),
            Command::Render(pass) => {
                let shaders = pass
                    .pipelines
                    .iter_mut()
                    .flat_map(|state| std::iter::once(&mut state.vertex).chain(state.fragment.as_mut()));
                any(shaders.map(change))
            }
        })
    };
    let immediates = |name: &str, change: fn(&mut Vec<u8>)| {
        command(name, move |command| {
            let bytes = match command {
                Command::Dispatch(dispatch) => &mut dispatch.immediates,
                Command::Render(pass) => &mut pass.immediates,
            };
            let before = bytes.clone();
            change(bytes);
            before != *bytes
        })
    };
    vec![
        dispatch("dispatch/swapped-x-y", |it| {
            it.workgroups.swap(0, 1);
            it.workgroups[0] != it.workgroups[1]
        }),
        dispatch("dispatch/swapped-y-z", |it| {
            it.workgroups.swap(1, 2);
            it.workgroups[1] != it.workgroups[2]
        }),
        dispatch("dispatch/last-workgroup-left-out", |it| {
            let is_longer = it.workgroups[0] > 1;
            it.workgroups[0] -= u32::from(is_longer);
            is_longer
        }),
        overrides("overrides/ignored", |shader| !std::mem::take(&mut shader.constants).is_empty()),
        overrides("overrides/off-by-one", |shader| {
            shader
                .constants
                .iter_mut()
                .for_each(|(_, value)| *value = if *value == 0.0 { 1.0 } else { *value - 1.0 });
            !shader.constants.is_empty()
        }),
        overrides("overrides/first-for-all", |shader| {
            let Some(first) = shader.constants.first().map(|(_, value)| *value) else { return false };
            any(shader.constants.iter_mut().map(|(_, value)| put(value, first)))
        }),
        immediates("immediates/zero", |bytes| bytes.fill(0)),
        immediates("immediates/next-word", |bytes| {
            if bytes.len() >= 4 {
                bytes.rotate_left(4);
            }
        }),
    ]
}

fn resources(command: &mut Command) -> impl Iterator<Item = &mut Data> {
    let bindings = match command {
        Command::Dispatch(dispatch) => &mut dispatch.bindings,
        Command::Render(pass) => &mut pass.bindings,
    };
    bindings.iter_mut().map(|binding| &mut binding.data)
}

/// Mistakes in the swizzles of views.
fn views() -> Vec<Mutant> {
    let view = |name: &str, change: fn([Component; 4]) -> [Component; 4]| {
        command(name, move |command| {
            any(resources(command).map(|data| match data {
                Data::Texture(TextureDescriptor { swizzle, .. }, _) if !swizzle.is_identity() => {
                    put(swizzle, Swizzle(change(swizzle.0)))
                }
                Data::Texture(..) | Data::Buffer(_) | Data::Sampler(_) => false,
            }))
        })
    };
    vec![
        view("swizzle/ignored", |_| Swizzle::IDENTITY.0),
        view("swizzle/inverted", |given| {
            let mut inverse = given;
            for (component, source) in (0..).zip(given) {
                if let Component::Channel(channel) = source {
                    inverse[usize::from(channel)] = Component::Channel(component);
                }
            }
            inverse
        }),
        view("swizzle/one-for-zero", |given| {
            given.map(|it| if it == Component::Zero { Component::One } else { it })
        }),
        view("swizzle/zero-for-one", |given| {
            given.map(|it| if it == Component::One { Component::Zero } else { it })
        }),
    ]
}

fn samplers() -> Vec<Mutant> {
    let sampler = |name: &str, change: Box<dyn Fn(&mut Sampler) -> bool + Send + Sync>| {
        command(name, move |command| {
            any(resources(command).map(|data| match data {
                Data::Sampler(sampler) => change(sampler),
                Data::Texture(..) | Data::Buffer(_) => false,
            }))
        })
    };
    let mut found = Vec::new();
    for (from, into) in [(FilterMode::Nearest, FilterMode::Linear), (FilterMode::Linear, FilterMode::Nearest)]
    {
        let replace = move |filter: &mut FilterMode| *filter == from && put(filter, into);
        let name = |filter: &str| format!("sampler-{filter}-{}/{}", from.name(), into.name());
        found.push(sampler(&name("mag"), Box::new(move |it| replace(&mut it.mag_filter))));
        found.push(sampler(&name("min"), Box::new(move |it| replace(&mut it.min_filter))));
        found.push(sampler(&name("mipmap"), Box::new(move |it| replace(&mut it.mipmap_filter))));
    }
    for (axis, letter) in ["u", "v", "w"].into_iter().enumerate() {
        for from in AddressMode::ALL.iter().copied() {
            for into in AddressMode::ALL.iter().copied().filter(|into| *into != from) {
                let change = move |it: &mut Sampler| {
                    it.address_modes[axis] == from && put(&mut it.address_modes[axis], into)
                };
                let name = format!("sampler-address-{letter}-{}/{}", from.name(), into.name());
                found.push(sampler(&name, Box::new(change)));
            }
        }
    }
    for from in CompareFunction::ALL.iter().copied() {
        for into in likely(from) {
            let change = move |it: &mut Sampler| it.compare == Some(from) && put(&mut it.compare, Some(into));
            found
                .push(sampler(&format!("sampler-compare-{}/{}", from.name(), into.name()), Box::new(change)));
        }
    }
    found.extend([
        sampler("sampler-lod/no-least", Box::new(|it| put(&mut it.lod_min_clamp, 0.0))),
        sampler("sampler-lod/no-greatest", Box::new(|it| put(&mut it.lod_max_clamp, 32.0))),
    ]);
    found
}

/// The comparisons that are easily taken for another one: that without or with equality, and its mirror image.
pub(super) fn likely(function: CompareFunction) -> [CompareFunction; 2] {
    use CompareFunction as C;
    match function {
        C::Never => [C::Always, C::Less],
        C::Less => [C::LessEqual, C::Greater],
        C::Equal => [C::NotEqual, C::LessEqual],
        C::LessEqual => [C::Less, C::GreaterEqual],
        C::Greater => [C::GreaterEqual, C::Less],
        C::NotEqual => [C::Equal, C::Always],
        C::GreaterEqual => [C::Greater, C::LessEqual],
        C::Always => [C::Never, C::LessEqual],
    }
}

pub(super) fn pass(name: &str, change: impl Fn(&mut RenderPass) -> bool + Send + Sync + 'static) -> Mutant {
    command(name, move |command| match command {
        Command::Dispatch(_) => false,
        Command::Render(pass) => change(pass),
    })
}

pub(super) fn state(name: &str, change: impl Fn(&mut RenderState) -> bool + Send + Sync + 'static) -> Mutant {
    pass(name, move |pass| any(pass.pipelines.iter_mut().map(&change)))
}

pub(super) fn draw(name: &str, change: impl Fn(&mut Draw) -> bool + Send + Sync + 'static) -> Mutant {
    pass(name, move |pass| any(pass.draws.iter_mut().map(&change)))
}

fn counts(name: &str, change: fn(&mut Counts) -> bool) -> Mutant {
    draw(name, move |draw| change(&mut draw.counts))
}

fn draws() -> Vec<Mutant> {
    let mut found = Vec::new();
    for from in Topology::ALL.iter().copied() {
        for into in Topology::ALL.iter().copied().filter(|into| *into != from) {
            let change = move |it: &mut RenderState| {
                it.primitive.topology == from && put(&mut it.primitive.topology, into)
            };
            found.push(state(&format!("topology-{}/{}", from.name(), into.name()), change));
        }
    }
    for from in CullMode::ALL.iter().copied() {
        for into in CullMode::ALL.iter().copied().filter(|into| *into != from) {
            let change = move |it: &mut RenderState| {
                it.primitive.cull_mode == from && put(&mut it.primitive.cull_mode, into)
            };
            found.push(state(&format!("cull-{}/{}", from.name(), into.name()), change));
        }
    }
    found.extend([
        state("front-face/ccw-for-cw", |it| put(&mut it.primitive.front_face, FrontFace::CounterClockwise)),
        state("front-face/cw-for-ccw", |it| put(&mut it.primitive.front_face, FrontFace::Clockwise)),
        counts("count/one-less", |it| {
            it.count = it.count.saturating_sub(1);
            true
        }),
        counts("first/zero", |it| put(&mut it.first, 0)),
        counts("base-vertex/zero", |it| put(&mut it.base_vertex, 0)),
        counts("instance-count/one", |it| put(&mut it.instance_count, 1)),
        counts("first-instance/zero", |it| put(&mut it.first_instance, 0)),
        draw("index/next", |draw| {
            let Some(index) = &mut draw.index_buffer else { return false };
            let size = index.format.size().min(index.bytes.len());
            index.bytes.rotate_left(size);
            true
        }),
        draw("index/ignored", |draw| draw.index_buffer.take().is_some()),
        draw("index/other-format", |draw| {
            let Some(index) = &mut draw.index_buffer else { return false };
            index.format = match index.format {
                IndexFormat::Uint16 => IndexFormat::Uint32,
                IndexFormat::Uint32 => IndexFormat::Uint16,
            };
            true
        }),
    ]);
    found
}

fn vertices() -> Vec<Mutant> {
    let buffer = |name: &str, change: fn(&mut VertexLayout) -> bool| {
        state(name, move |state| any(state.vertex_layouts.iter_mut().map(change)))
    };
    let mut found = vec![
        buffer("vertex-buffer/stride-zero", |it| put(&mut it.array_stride, 0)),
        buffer("vertex-buffer/vertex-for-instance", |it| put(&mut it.step_mode, StepMode::Vertex)),
        buffer("vertex-buffer/instance-for-vertex", |it| put(&mut it.step_mode, StepMode::Instance)),
        buffer("vertex-buffer/offsets-zero", |it| {
            let offsets = it.attributes.iter_mut().map(|attribute| put(&mut attribute.offset, 0));
            any(offsets)
        }),
    ];
    let names: Vec<(VertexFormat, &str)> =
        VertexFormat::ALL.iter().map(|format| (*format, format.name())).collect();
    for (from, name) in names.iter().copied() {
        for (into, other) in names.iter().copied() {
            let is_alike = |one: &str, two: &str| name.replace(one, two) == other && name != other;
            if is_alike("snorm", "unorm") || is_alike("unorm", "snorm") || is_alike("x4", "x2") {
                found.push(state(&format!("vertex-format-{name}/{other}"), move |state| {
                    let attributes = state.vertex_layouts.iter_mut().flat_map(|it| &mut it.attributes);
                    any(attributes.map(|it| it.format == from && put(&mut it.format, into)))
                }));
            }
        }
    }
    found
}

/// Changes the tests of a pass that has something to test.
pub(super) fn tests(pass: &mut RenderPass, change: impl Fn(&mut DepthStencilState) -> bool) -> bool {
    pass.depth_stencil.is_some()
        && any(pass.pipelines.iter_mut().map(|state| change(&mut state.depth_stencil)))
}

fn fragments() -> Vec<Mutant> {
    let mut found = Vec::new();
    for from in CompareFunction::ALL.iter().copied() {
        for into in likely(from) {
            found.push(pass(&format!("depth-compare-{}/{}", from.name(), into.name()), move |pass| {
                tests(pass, |test| test.depth_compare == from && put(&mut test.depth_compare, into))
            }));
        }
    }
    found.extend([
        pass("depth-write/always", |pass| tests(pass, |it| put(&mut it.depth_write_enabled, true))),
        pass("depth-write/never", |pass| tests(pass, |it| put(&mut it.depth_write_enabled, false))),
        pass("depth-clear/one", |pass| {
            pass.depth_stencil.as_mut().is_some_and(|it| put(&mut it.depth, LoadOp::Clear(1.0)))
        }),
        state("depth-clip/other", |state| {
            state.primitive.unclipped_depth = !state.primitive.unclipped_depth;
            true
        }),
        pass("clear/zero", |pass| {
            let targets = pass.targets.iter_mut().flatten();
            any(targets.map(|target| put(&mut target.before, LoadOp::Clear([0.0; 4]))))
        }),
        draw("viewport/ignored", |draw| draw.viewport.take().is_some()),
        draw("viewport/depth-range-ignored", |draw| {
            draw.viewport.as_mut().is_some_and(|it| put(&mut it.min_depth, 0.0) | put(&mut it.max_depth, 1.0))
        }),
        draw("viewport/origin-ignored", |draw| {
            draw.viewport.as_mut().is_some_and(|it| put(&mut it.x, 0.0) | put(&mut it.y, 0.0))
        }),
        draw("scissor/ignored", |draw| draw.scissor.take().is_some()),
        pass("scissor/one-wider", |pass| {
            let width = pass.size[0];
            any(pass.draws.iter_mut().filter_map(|draw| draw.scissor.as_mut()).map(|it| {
                it.width += 1;
                it.x + it.width <= width
            }))
        }),
        pass("scissor/one-higher", |pass| {
            let height = pass.size[1];
            any(pass.draws.iter_mut().filter_map(|draw| draw.scissor.as_mut()).map(|it| {
                it.height += 1;
                it.y + it.height <= height
            }))
        }),
        state("sample-mask/ignored", |state| put(&mut state.multisample.mask, u32::MAX)),
        pass("samples/one", |pass| put(&mut pass.sample_count, SampleCount::One)),
    ]);
    found
}
