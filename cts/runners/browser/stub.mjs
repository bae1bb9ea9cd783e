// An object in the shape of `navigator.gpu` that answers from the expectations of the suite. It shows that the page works where there is
// no WebGPU, and says nothing about any implementation. The labels of modules name programs. `views` has the descriptors of views.

import { decode, place, values } from "./suite.mjs";

/** An allowed value, as bits. */
function anyAllowed(type, allowed) {
  if (allowed === "any") return 0;
  if (allowed === "nan") return type === "f16" ? 0x7e00 : 0x7fc00000;
  if (typeof allowed === "number") return allowed;
  return allowed.bits ?? allowed.from ?? anyAllowed(type, allowed.one_of[0]);
}

function write(bytes, bit, count, bits) {
  for (let index = 0; index < count; index += 1) {
    const at = bit + index;
    const isSet = Math.floor(bits / 2 ** index) % 2;
    bytes[at >> 3] = (bytes[at >> 3] & ~(1 << (at & 7))) | (isSet << (at & 7));
  }
}

const width = (type) => Number(type.match(/\d+$/)[0]);

/** The contents that a run may leave, by place. */
function contents({ run, expect }) {
  const left = new Map(run.bindings.map((binding) => [place(binding), decode(binding.data_base64)]));
  for (const { words, ...at } of expect.buffers ?? []) {
    for (const { at: first, type, is } of words) {
      [...values(is)].forEach((allowed, index) => write(left.get(place(at)), first * 8 + index * width(type), width(type), anyAllowed(type, allowed)));
    }
  }
  for (const { texel_bytes: size, channels, is, ...at } of expect.textures ?? []) {
    const allowed = [...values(is)];
    const bytes = new Uint8Array((allowed.length / channels.length) * size);
    allowed.forEach((value, index) => {
      const { shift, type } = channels[index % channels.length];
      write(bytes, Math.floor(index / channels.length) * size * 8 + shift, width(type), anyAllowed(type, value));
    });
    left.set(place(at), bytes);
  }
  return left;
}

/** The number of texels of each level. */
function texels({ size: [width, height, depth], mipLevelCount, dimension }) {
  const half = (length, level) => Math.max(1, length >> level);
  const count = (_, level) => half(width, level) * half(height, level) * (dimension === "3d" ? half(depth, level) : depth);
  return Array.from({ length: mipLevelCount }, count);
}

/** A stub that knows these programs, by name. It is wrong about the programs whose names are in `mistakes`. */
export function stub(programs, mistakes = new Set()) {
  let failure = null;
  const views = [];
  const verdict = (label, phase) => {
    const program = programs.get(label);
    const rejects = program.verdict === "reject" && program.phase === phase;
    return rejects === mistakes.has(label) ? null : new Error("the stub rejects it");
  };
  const buffer = (size) => {
    const bytes = new Uint8Array(size);
    return { bytes, mapAsync: async () => {}, getMappedRange: () => bytes.buffer, unmap() {}, destroy() {} };
  };
  const queue = {
    writeBuffer: (to, offset, data) => to.bytes.set(data, offset),
    writeTexture() {},
    submit: (commands) => commands.flat().forEach((command) => command()),
  };
  const device = {
    queue,
    features: new Set(["shader-f16", "subgroups", "clip-distances", "dual-source-blending", "primitive-index", "texture-formats-tier1", "texture-component-swizzle"]),
    limits: { maxComputeWorkgroupsPerDimension: 65535 },
    lost: new Promise(() => {}),
    pushErrorScope: () => (failure = null),
    popErrorScope: async () => failure,
    createShaderModule({ label }) {
      failure = verdict(label, "shader-creation");
      const messages = failure ? [{ type: "error", message: failure.message, lineNum: programs.get(label).marks[0]?.line ?? 1 }] : [];
      return { getCompilationInfo: async () => ({ messages }) };
    },
    createComputePipeline({ label }) {
      failure = verdict(label, "pipeline-creation");
      return { label, getBindGroupLayout: (group) => group };
    },
    createBuffer: ({ size }) => buffer(size),
    createTexture: (descriptor) => ({ ...descriptor, texels: null, createView(view) { views.push(view); return { texture: this }; }, destroy() {} }),
    createSampler: () => ({}),
    createBindGroup: ({ layout: group, entries }) => ({ group, entries }),
    createCommandEncoder() {
      const commands = [];
      const bound = [];
      let pipeline;
      const pass = {
        setPipeline: (given) => (pipeline = given),
        setBindGroup: (_, group) => bound.push(group),
        setImmediates() {},
        end() {},
        dispatchWorkgroups: () => commands.push(() => {
          const left = contents(programs.get(pipeline.label));
          for (const { group, entries } of bound) {
            for (const { binding, resource } of entries) {
              const bytes = left.get(place({ group, binding }));
              if (resource.buffer) resource.buffer.bytes.set(bytes);
              if (resource.texture) resource.texture.texels = bytes;
            }
          }
        }),
      };
      return {
        beginComputePass: () => pass,
        copyBufferToBuffer: (from, _, to) => commands.push(() => to.bytes.set(from.bytes)),
        // Padding between rows is as WebGPU demands it.
        copyTextureToBuffer: ({ texture, mipLevel }, { buffer, offset, bytesPerRow }, [width, height, depth]) => commands.push(() => {
          const counts = texels(texture);
          const sum = (numbers) => numbers.reduce((sum, count) => sum + count, 0);
          const texel = texture.texels.length / sum(counts);
          const first = sum(counts.slice(0, mipLevel)) * texel;
          for (let row = 0; row < height * depth; row += 1) {
            const start = first + row * width * texel;
            buffer.bytes.set(texture.texels.subarray(start, start + width * texel), offset + row * bytesPerRow);
          }
        }),
        finish: () => commands,
      };
    },
  };
  const adapter = { features: device.features, limits: device.limits, info: { vendor: "stub" }, requestDevice: async () => device };
  return { requestAdapter: async () => adapter, wgslLanguageFeatures: { has: (name) => !name.includes("-") }, views };
}
