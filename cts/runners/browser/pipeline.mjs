// Descriptors of pipelines, in the words of WebGPU, of records in those of the protocol.

const WORDS = { nan: NaN, inf: Infinity, "-inf": -Infinity };

/** Values of overrides for a pipeline: numbers, also in place of the words that JSON has no numbers for. */
export const constants = (given = {}) => Object.fromEntries(Object.entries(given).map(([name, value]) => [name, WORDS[value] ?? value]));

/** The names of WebGPU in an object with those of the protocol: `stencil_front` is `stencilFront`. */
function camel(given) {
  if (Array.isArray(given)) return given.map(camel);
  if (given === null || typeof given !== "object") return given;
  const name = (text) => text.replace(/_(.)/g, (_, letter) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(given).map(([key, value]) => [name(key), camel(value)]));
}

/** The descriptor of the pipeline of a draw in a render pass. */
export function renderPipeline(module, pass, call) {
  const { vertex, fragment, primitive, multisample, depth_stencil: tests } = call;
  const stage = (shader) => ({ module, entryPoint: shader.entry_point, constants: constants(shader.constants) });
  const buffers = call.vertex_buffers.map(({ data_base64: _, ...layout }) => camel(layout));
  const { unclipped_depth: unclippedDepth, ...shape } = camel(primitive);
  const stripIndexFormat = primitive.topology.endsWith("strip") ? call.index_buffer?.format : undefined;
  const targets = call.targets.map((state, location) => pass.targets[location] && { format: pass.targets[location].format, ...camel(state) });
  return {
    layout: "auto", vertex: { ...stage(vertex), buffers },
    fragment: fragment && { ...stage(fragment), targets },
    primitive: { ...shape, ...(unclippedDepth && { unclippedDepth }), stripIndexFormat },
    multisample: { ...camel(multisample), count: pass.multisample.count },
    depthStencil: tests && { ...camel(tests), format: pass.depth_stencil.format },
  };
}
