// Tint, through the npm package `webgpu` (Dawn for Node): a JSON object a line in, one a line out.
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

async function judge({ wgsl, pipeline }) {
  device.pushErrorScope('validation');
  const module = device.createShaderModule({ code: wgsl });
  const { messages } = await module.getCompilationInfo();
  const refused = await device.popErrorScope();
  const error = messages.find((message) => message.type === 'error');
  if (refused || error) return { message: (error ?? refused).message, line: error?.lineNum ?? 0 };
  if (!pipeline) return {};
  device.pushErrorScope('validation');
  let thrown;
  try {
    const { entry_point: entryPoint, constants } = pipeline;
    device.createComputePipeline({ layout: 'auto', compute: { module, entryPoint, constants } });
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
