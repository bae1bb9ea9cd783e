// Asks a WebGPU implementation about programs of the suite: creates modules and pipelines, and runs dispatches and draws.

import { draw } from "./draw.mjs";
import { constants } from "./pipeline.mjs";
import { decode, difference, NotAsked, place, reasonNotToAsk } from "./suite.mjs";

/** The longest time for an answer, in milliseconds. */
const LONGEST = 20_000;

/** The GPU feature that an enable-extension needs. */
const feature = (extension) => (extension === "f16" ? "shader-f16" : extension.replaceAll("_", "-"));

/** The bytes of a texel. */
function texelBytes(format) {
  if (/^(rgb10a2|rg11b10|rgb9e5)/.test(format)) return 4;
  const [, channels, bits] = format.match(/^(depth|stencil|[rgba]+)(\d+)/);
  return (channels.length > 4 ? 1 : channels.length) * (Number(bits) / 8);
}

/** Width, height and bytes of a block: a texel, unless the format is compressed. */
function block(format) {
  const astc = /^astc-(\d+)x(\d+)-/.exec(format);
  if (astc) return [Number(astc[1]), Number(astc[2]), 16];
  if (/^(bc[14]-|etc2-rgb8|eac-r11)/.test(format)) return [4, 4, 8];
  if (/^(bc|etc2|eac)/.test(format)) return [4, 4, 16];
  return [1, 1, texelBytes(format)];
}

export class Implementation {
  /** Opens the default adapter, with all its features and limits. `null` if there is none. */
  static async open(gpu) {
    const adapter = await gpu?.requestAdapter();
    if (!adapter) return null;
    const implementation = new Implementation();
    Object.assign(implementation, { gpu, adapter });
    await implementation.openDevice();
    return implementation;
  }

  async openDevice() {
    const adapter = this.device ? await this.gpu.requestAdapter() : this.adapter;
    const requiredLimits = {};
    for (const name in adapter.limits) requiredLimits[name] = adapter.limits[name];
    this.device = await adapter.requestDevice({ requiredFeatures: [...adapter.features], requiredLimits });
    const device = this.device;
    this.lost = new Promise((_, reject) => device.lost.then(({ message }) => reject(new Error(`the device is lost: ${message}`))));
    this.lost.catch(() => {});
  }

  get release() {
    const { vendor, architecture, description } = this.adapter.info ?? {};
    return [vendor, architecture, description].filter((word) => word).join(" ") || null;
  }

  /** The outcome of a program. */
  async outcome(program) {
    const reason = reasonNotToAsk(program) ?? this.lacks(program);
    if (reason) return { status: "not_asked", message: reason };
    let timer;
    const late = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error("it does not answer")), LONGEST);
    });
    const device = this.device;
    try {
      const { accepts, message, line } = await Promise.race([this.judge(program), late, this.lost]);
      return { status: accepts === (program.verdict === "accept") ? "same" : "unexpected", message, line };
    } catch (error) {
      if (error instanceof NotAsked) return { status: "not_asked", message: error.message };
      if (device === this.device && error.message.startsWith("the device is lost")) await this.openDevice();
      return { status: "unexpected", message: error.message };
    } finally {
      clearTimeout(timer);
    }
  }

  lacks({ needs }) {
    const language = this.gpu.wgslLanguageFeatures ?? new Set();
    const { features } = this.device;
    // The language has its storage formats always, the device only with the feature.
    const isThere = (name) => features.has(feature(name)) || (language.has(name) && name !== "texture_formats_tier1");
    const lacking = needs.find((name) => !isThere(name));
    return lacking && `it lacks ${lacking}`;
  }

  /** The error of a synchronous step; null if there is none. */
  scoped(step) {
    this.device.pushErrorScope("validation");
    let made, thrown;
    try {
      made = step();
    } catch (error) {
      thrown = error;
    }
    return this.device.popErrorScope().then((error) => [made, error ?? thrown ?? null]);
  }

  async judge(program) {
    const { wgsl: code, name: label } = program;
    const [module, refused] = await this.scoped(() => this.device.createShaderModule({ label, code }));
    const { messages } = await module.getCompilationInfo();
    const error = messages.find(({ type }) => type === "error");
    if (refused || error) return { accepts: false, message: (error ?? refused).message, line: error?.lineNum };
    const stages = program.stages ?? [];
    if (program.draw) return this.draw(program, module);
    // Render pipelines need a state that programs of other phases do not have.
    if (stages.some(({ stage }) => stage !== "compute" && !isCompute(stage, code))) {
      throw new NotAsked("a render pipeline");
    }
    for (const { entry_point: entryPoint, constants: given } of stages) {
      const compute = { module, entryPoint, constants: constants(given) };
      const [pipeline, failure] = await this.scoped(() => this.device.createComputePipeline({ label, layout: "auto", compute }));
      if (failure) return { accepts: false, message: failure.message };
      if (program.run) {
        const found = await this.run(program, pipeline);
        if (found) throw new Error(found);
      }
    }
    return { accepts: true };
  }

  /** Runs a render pass. */
  async draw(program, module) {
    if (!this.device.createRenderPipeline) throw new NotAsked("it draws nothing");
    const { refused, found } = await draw(this, program, module);
    if (found) throw new Error(found);
    return refused ? { accepts: false, message: refused } : { accepts: true };
  }

  /** Runs a dispatch. The difference of what it left, in words; null if there is none. */
  async run(program, pipeline) {
    const { run, expect } = program;
    const { subgroupMinSize, subgroupMaxSize } = this.adapter.info ?? {};
    if (expect.faults) throw new NotAsked("it does not report faults");
    if (run.subgroup_size && !(run.subgroup_size === subgroupMinSize && run.subgroup_size === subgroupMaxSize)) {
      throw new NotAsked(`subgroups of ${run.subgroup_size}`);
    }
    if (run.workgroups.some((count) => count > this.device.limits.maxComputeWorkgroupsPerDimension)) throw new NotAsked("so many workgroups");
    const [work, error] = await this.scoped(() => this.submit(run, pipeline));
    if (error) throw error instanceof NotAsked ? error : new NotAsked(`the resources are refused: ${error.message}`);
    const left = new Map();
    for (const { key, buffer, unpack } of work.readbacks) {
      await buffer.mapAsync(1);
      left.set(key, unpack(new Uint8Array(buffer.getMappedRange().slice(0))));
      buffer.unmap();
    }
    work.made.forEach((resource) => resource.destroy());
    return difference(program, left);
  }

  submit(run, pipeline) {
    const { device } = this;
    const [made, readbacks, groups] = [[], [], new Map()];
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    const resources = run.bindings.map((binding) => this.resource(binding, made));
    resources.forEach(({ group, ...entry }) => groups.set(group, [...(groups.get(group) ?? []), entry]));
    pass.setPipeline(pipeline);
    for (const [group, entries] of groups) {
      const layout = pipeline.getBindGroupLayout(group);
      pass.setBindGroup(group, device.createBindGroup({ layout, entries: entries.map(({ binding, resource }) => ({ binding, resource })) }));
    }
    if (run.immediates_base64) {
      if (!pass.setImmediates) throw new NotAsked("it lacks immediates");
      pass.setImmediates(0, decode(run.immediates_base64));
    }
    pass.dispatchWorkgroups(...run.workgroups);
    pass.end();
    resources.forEach(({ readback }) => readback && readbacks.push(readback(encoder)));
    device.queue.submit([encoder.finish()]);
    return { made: [...made, ...readbacks.map(({ buffer }) => buffer)], readbacks };
  }

  /** A resource to bind, with a function that copies its contents to a buffer to read. */
  resource(binding, made) {
    const { group, binding: number, kind } = binding;
    const data = decode(binding.data_base64);
    if (kind === "sampler") return { group, binding: number, resource: this.sampler(binding) };
    if (kind.endsWith("texture")) return { group, binding: number, ...this.texture(binding, data, made) };
    // Usages: COPY_SRC 4, COPY_DST 8, UNIFORM 64, STORAGE 128.
    const buffer = this.device.createBuffer({ size: data.length, usage: 4 | 8 | (kind === "uniform" ? 64 : 128) });
    made.push(buffer);
    this.device.queue.writeBuffer(buffer, 0, data);
    const readback = (encoder) => {
      const copy = this.readable(data.length);
      encoder.copyBufferToBuffer(buffer, 0, copy, 0, data.length);
      return { key: place(binding), buffer: copy, unpack: (bytes) => bytes };
    };
    return { group, binding: number, resource: { buffer }, readback: kind === "storage" ? readback : null };
  }

  /** A buffer to copy to and to map: MAP_READ 1, COPY_DST 8. */
  readable(size) {
    return this.device.createBuffer({ size, usage: 1 | 8 });
  }

  sampler({ address_modes: [addressModeU, addressModeV, addressModeW] = [], ...binding }) {
    const { mag_filter: magFilter, min_filter: minFilter, mipmap_filter: mipmapFilter, compare } = binding;
    const { lod_min_clamp: lodMinClamp, lod_max_clamp: lodMaxClamp, max_anisotropy: maxAnisotropy } = binding;
    const modes = { addressModeU, addressModeV, addressModeW };
    const filters = { magFilter, minFilter, mipmapFilter, maxAnisotropy };
    return this.device.createSampler({ ...modes, ...filters, lodMinClamp, lodMaxClamp, compare });
  }

  texture(binding, data, made) {
    const { dimension, format, size, mips, samples, swizzle, kind } = binding;
    if (samples > 1 || (data.length && format === "depth32float")) throw new NotAsked("texels that can't be written");
    const is3d = dimension === "3d";
    // Usages: COPY_SRC 1, COPY_DST 2, TEXTURE_BINDING 4, STORAGE_BINDING 8.
    const usage = 1 | 2 | (kind === "storage-texture" ? 8 : 4);
    const flat = dimension === "1d" || is3d ? dimension : "2d";
    const texture = this.device.createTexture({ size, format, dimension: flat, mipLevelCount: mips, usage });
    made.push(texture);
    const [blockWidth, blockHeight, texel] = block(format);
    const levels = Array.from({ length: mips }, (_, level) => {
      const half = (length) => Math.max(1, length >> level);
      return [half(size[0]), half(size[1]), is3d ? half(size[2]) : size[2]];
    });
    let offset = 0;
    levels.forEach(([width, height, depth], mipLevel) => {
      const [across, down] = [Math.ceil(width / blockWidth), Math.ceil(height / blockHeight)];
      if (data.length) {
        const layout = { offset, bytesPerRow: across * texel, rowsPerImage: down };
        const whole = [across * blockWidth, down * blockHeight, depth];
        this.device.queue.writeTexture({ texture, mipLevel }, data, layout, whole);
      }
      offset += across * down * depth * texel;
    });
    const readback = (encoder) => {
      const padded = levels.map(([width]) => Math.ceil((width * texel) / 256) * 256);
      const sizes = levels.map(([, height, depth], level) => padded[level] * height * depth);
      const starts = sizes.map((_, level) => sizes.slice(0, level).reduce((sum, size) => sum + size, 0));
      const buffer = this.readable(sizes.reduce((sum, size) => sum + size, 0));
      levels.forEach(([width, height, depth], mipLevel) => {
        const to = { buffer, offset: starts[mipLevel], bytesPerRow: padded[mipLevel], rowsPerImage: height };
        encoder.copyTextureToBuffer({ texture, mipLevel }, to, [width, height, depth]);
      });
      const unpack = (bytes) => {
        const rows = levels.flatMap(([width, height, depth], level) => {
          const start = (row) => starts[level] + row * padded[level];
          return Array.from({ length: height * depth }, (_, row) => [...bytes.subarray(start(row), start(row) + width * texel)]);
        });
        return Uint8Array.from(rows.flat());
      };
      return { key: place(binding), buffer, unpack };
    };
    const resource = texture.createView({ dimension, ...(swizzle && { swizzle }) });
    return { resource, readback: kind === "storage-texture" ? readback : null };
  }
}

/** Whether a stage without a name is that of a compute shader, as far as the program says. */
const isCompute = (stage, code) => stage === undefined && !code.includes("@vertex") && !code.includes("@fragment");
