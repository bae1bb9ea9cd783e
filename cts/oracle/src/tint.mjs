// Tint, through the npm package `webgpu` (Dawn for Node): a JSON object a line in, one a line out. `pipeline.mjs` of the page for
// browsers stands before this script.
import { createRequire } from 'node:module';
import readline from 'node:readline';
import path from 'node:path';

const require = createRequire(path.join(process.cwd(), 'here.js'));
const { create, globals } = await import(require.resolve('webgpu'));
Object.assign(globalThis, globals);
// No GPU is needed to judge programs.
const gpu = create(['backend=null', 'enable-dawn-features=allow_unsafe_apis']);
const adapter = await gpu.requestAdapter();
const requiredLimits = {};
for (const name in adapter.limits) requiredLimits[name] = adapter.limits[name];
const device = await adapter.requestDevice({ requiredFeatures: [...adapter.features], requiredLimits });

// The other half of the pipeline of a vertex or fragment shader that is asked about alone. It passes no user-defined values.
const depthStencil = { format: 'depth24plus', depthCompare: 'always', depthWriteEnabled: true };
const code = '@vertex fn nowhere() -> @builtin(position) vec4f { return vec4f(); }';
const vertex = { module: device.createShaderModule({ code }) };

function createPipeline(module, { stage, entry_point: entryPoint, constants: given }) {
  const shader = { module, entryPoint, constants: constants(given) };
  if (stage === 'compute') return device.createComputePipeline({ layout: 'auto', compute: shader });
  const stages = stage === 'vertex' ? { vertex: shader } : { vertex, fragment: { ...shader, targets: [] } };
  return device.createRenderPipeline({ layout: 'auto', ...stages, depthStencil });
}

async function judge({ wgsl, pipeline, draw }) {
  device.pushErrorScope('validation');
  const module = device.createShaderModule({ code: wgsl });
  const { messages } = await module.getCompilationInfo();
  const refused = await device.popErrorScope();
  const error = messages.find((message) => message.type === 'error');
  if (refused || error) return { message: (error ?? refused).message, line: error?.lineNum ?? 0 };
  device.pushErrorScope('validation');
  let thrown;
  try {
    if (pipeline) createPipeline(module, pipeline);
    for (const call of draw?.draws ?? []) device.createRenderPipeline(renderPipeline(module, draw, call));
  } catch (failure) {
    thrown = failure;
  }
  const failure = (await device.popErrorScope()) ?? thrown;
  return failure ? { message: failure.message, line: 0 } : {};
}

const { version: release } = require('webgpu/package.json');
process.stdout.write(JSON.stringify({ release }) + '\n');
for await (const line of readline.createInterface({ input: process.stdin })) {
  process.stdout.write(JSON.stringify(await judge(JSON.parse(line))) + '\n');
}
process.exit(0);
