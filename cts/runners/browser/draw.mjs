// Runs the render pass of a program on a WebGPU implementation.

import { renderPipeline } from "./pipeline.mjs";
import { decode, difference, NotAsked, place } from "./suite.mjs";

// Usages of buffers: MAP_READ 1, COPY_SRC 4, COPY_DST 8, INDEX 16, VERTEX 32, INDIRECT 256.
// Usages of textures: COPY_SRC 1, COPY_DST 2, RENDER_ATTACHMENT 16.

/** The bytes of a texel of depths or stencil values. */
const aspectBytes = (format, aspect) => (aspect === "stencil-only" ? 1 : format === "depth16unorm" ? 2 : 4);

/** Draws, and compares what is left. The difference in words; null if there is none. An error that refuses a pipeline is returned too. */
export async function draw(implementation, program, module) {
  const { draw: pass, expect } = program;
  if (expect.faults) throw new NotAsked("it does not report faults");
  if (pass.subgroup_size) throw new NotAsked(`subgroups of ${pass.subgroup_size}`);
  const work = new Pass(implementation, program, module);
  work.check();
  const [pipelines, refused] = await implementation.scoped(() => pass.draws.map((call) => work.pipeline(call)));
  if (refused) return { refused: refused.message };
  const [readbacks, failed] = await implementation.scoped(() => work.submit(pipelines));
  if (failed) throw failed instanceof NotAsked ? failed : new NotAsked(`the draw is refused: ${failed.message}`);
  const left = new Map();
  for (const { key, buffer, unpack } of readbacks) {
    await buffer.mapAsync(1);
    left.set(key, unpack(new Uint8Array(buffer.getMappedRange().slice(0))));
    buffer.unmap();
  }
  work.made.forEach((resource) => resource.destroy());
  return { found: difference(program, left) };
}

class Pass {
  made = [];

  constructor(implementation, { draw, expect, wgsl, name }, module) {
    Object.assign(this, { implementation, pass: draw, expect, module, label: name, code: wgsl });
    this.device = implementation.device;
    this.samples = draw.multisample.count;
  }

  /** Refuses what WebGPU can't be asked. */
  check() {
    const { pass, samples } = this;
    const { format = "", depth_base64: depths, stencil_base64: values } = pass.depth_stencil ?? {};
    const isLoaded = pass.targets.some((target) => target?.data_base64) || depths || values;
    if (samples > 1 && isLoaded) throw new NotAsked("samples that can't be written");
    if (depths && format !== "depth16unorm") throw new NotAsked("depths that can't be written");
    const has = (name) => this.device.features.has(name);
    if (pass.draws.some((call) => call.primitive.unclipped_depth) && !has("depth-clip-control")) throw new NotAsked("it lacks depth-clip-control");
    if (format === "depth32float-stencil8" && !has(format)) throw new NotAsked(`it lacks ${format}`);
  }

  pipeline(call) {
    return this.device.createRenderPipeline({ label: this.label, ...renderPipeline(this.module, this.pass, call) });
  }

  submit(pipelines) {
    const { device, pass } = this;
    const encoder = device.createCommandEncoder();
    const resources = pass.bindings.map((binding) => this.implementation.resource(binding, this.made));
    const targets = pass.targets.map((target) => target && this.target(target));
    const depthStencil = pass.depth_stencil && this.depthStencil(pass.depth_stencil);
    const recorded = encoder.beginRenderPass({
      colorAttachments: targets.map((target) => target?.attachment ?? null),
      depthStencilAttachment: depthStencil?.attachment,
    });
    pass.draws.forEach((call, number) => this.record(recorded, call, pipelines[number], resources));
    recorded.end();
    const readbacks = resources.flatMap(({ readback }) => (readback ? [readback(encoder)] : []));
    targets.forEach((target, location) => {
      const expected = this.expect.targets?.[location];
      if (expected) readbacks.push(this.copy(encoder, `target ${location}`, { texture: target.seen }, expected.texel_bytes));
    });
    for (const [key, aspect] of [["depth", "depth-only"], ["stencil", "stencil-only"]]) {
      const size = pass.depth_stencil && aspectBytes(pass.depth_stencil.format, aspect);
      if (this.expect[key]) readbacks.push(this.copy(encoder, key, { texture: depthStencil.texture, aspect }, size));
    }
    device.queue.submit([encoder.finish()]);
    return readbacks;
  }

  texture(format, sampleCount) {
    const usage = sampleCount > 1 ? 16 : 1 | 2 | 16;
    const texture = this.device.createTexture({ size: this.pass.size, format, sampleCount, usage });
    this.made.push(texture);
    return texture;
  }

  write(texture, aspect, text, texel) {
    const [width, height] = this.pass.size;
    this.device.queue.writeTexture({ texture, aspect }, decode(text), { bytesPerRow: width * texel, rowsPerImage: height }, [width, height]);
  }

  target({ format, clear_value: clearValue, data_base64: data, resolve }) {
    const texture = this.texture(format, this.samples);
    const resolved = this.samples > 1 && resolve ? this.texture(format, 1) : undefined;
    if (data) this.write(texture, "all", data, decode(data).length / (this.pass.size[0] * this.pass.size[1]));
    const attachment = {
      view: texture.createView(), resolveTarget: resolved?.createView(), clearValue, loadOp: data ? "load" : "clear", storeOp: "store",
    };
    return { attachment, seen: resolved ?? texture };
  }

  depthStencil({ format, depth_clear_value: depthClearValue, depth_base64: depths, stencil_clear_value: stencilClearValue, stencil_base64: values }) {
    const texture = this.texture(format, this.samples);
    if (depths) this.write(texture, "depth-only", depths, aspectBytes(format, "depth-only"));
    if (values) this.write(texture, "stencil-only", values, 1);
    const operations = (loaded) => ({ load: loaded ? "load" : "clear", store: "store" });
    const attachment = { view: texture.createView() };
    if (format.startsWith("depth")) {
      const { load, store } = operations(depths);
      Object.assign(attachment, { depthLoadOp: load, depthStoreOp: store, ...(!depths && { depthClearValue }) });
    }
    if (format.endsWith("stencil8")) {
      const { load, store } = operations(values);
      Object.assign(attachment, { stencilLoadOp: load, stencilStoreOp: store, stencilClearValue });
    }
    return { attachment, texture };
  }

  /** A buffer with these bytes, padded to a multiple of four. */
  buffer(text, usage) {
    const bytes = decode(text);
    const padded = new Uint8Array(Math.max(4, Math.ceil(bytes.length / 4) * 4));
    padded.set(bytes);
    const buffer = this.device.createBuffer({ size: padded.length, usage: usage | 8 });
    this.made.push(buffer);
    this.device.queue.writeBuffer(buffer, 0, padded);
    return [buffer, bytes.length];
  }

  record(recorded, call, pipeline, resources) {
    const { size: [width, height], immediates_base64: immediates } = this.pass;
    recorded.setPipeline(pipeline);
    this.bind(recorded, call, pipeline, resources);
    if (immediates) {
      if (!recorded.setImmediates) throw new NotAsked("it lacks immediates");
      recorded.setImmediates(0, decode(immediates));
    }
    call.vertex_buffers.forEach(({ data_base64: text }, slot) => {
      const [buffer, length] = this.buffer(text, 32);
      recorded.setVertexBuffer(slot, buffer, 0, length);
    });
    const whole = { x: 0, y: 0, width, height };
    const view = call.viewport ?? { ...whole, min_depth: 0, max_depth: 1 };
    recorded.setViewport(view.x, view.y, view.width, view.height, view.min_depth, view.max_depth);
    const inside = call.scissor ?? whole;
    recorded.setScissorRect(inside.x, inside.y, inside.width, inside.height);
    recorded.setBlendConstant(call.blend_constant);
    recorded.setStencilReference(call.stencil_reference);
    if (call.index_buffer) {
      const [buffer, length] = this.buffer(call.index_buffer.data_base64, 16);
      recorded.setIndexBuffer(buffer, call.index_buffer.format, 0, length);
    }
    if (call.indirect_base64) {
      const [buffer] = this.buffer(call.indirect_base64, 256);
      return call.index_buffer ? recorded.drawIndexedIndirect(buffer, 0) : recorded.drawIndirect(buffer, 0);
    }
    const { instance_count: instances, first_instance: firstInstance, ...counts } = call.draw;
    if (call.index_buffer) return recorded.drawIndexed(counts.index_count, instances, counts.first_index, counts.base_vertex, firstInstance);
    return recorded.draw(counts.vertex_count, instances, counts.first_vertex, firstInstance);
  }

  /** Binds the resources of a draw, its own in place of those of the pass. */
  bind(recorded, call, pipeline, resources) {
    const entries = new Map(resources.map((entry) => [place(entry), entry]));
    for (const binding of call.bindings ?? []) entries.set(place(binding), this.implementation.resource(binding, this.made));
    const groups = new Map();
    entries.forEach((entry) => groups.set(entry.group, [...(groups.get(entry.group) ?? []), entry]));
    for (const [group, all] of groups) {
      const layout = pipeline.getBindGroupLayout(group);
      recorded.setBindGroup(group, this.device.createBindGroup({ layout, entries: all.map(({ binding, resource }) => ({ binding, resource })) }));
    }
  }

  /** Copies an attachment to a buffer to read. */
  copy(encoder, key, source, texel) {
    const [width, height] = this.pass.size;
    const bytesPerRow = Math.ceil((width * texel) / 256) * 256;
    const buffer = this.implementation.readable(bytesPerRow * height);
    this.made.push(buffer);
    encoder.copyTextureToBuffer(source, { buffer, bytesPerRow, rowsPerImage: height }, [width, height]);
    const rows = (bytes) => Array.from({ length: height }, (_, row) => [...bytes.subarray(row * bytesPerRow, row * bytesPerRow + width * texel)]);
    return { key, buffer, unpack: (bytes) => Uint8Array.from(rows(bytes).flat()) };
  }
}
