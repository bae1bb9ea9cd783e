// A program and how to run it, as the part of an address behind `#`.

import { fromBase64, toBase64 } from "wgsl-check";

async function through(bytes, stream) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

/** The part of an address that holds a value. */
export async function pack(value) {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  const small = await through(bytes, new CompressionStream("deflate-raw"));
  return `#p=${toBase64(small).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/** The value that an address holds; `null` if it has none that can be read. */
export async function unpack(hash) {
  const packed = /^#p=([\w-]+)$/.exec(hash)?.[1];
  if (!packed) return null;
  try {
    const small = fromBase64(packed.replaceAll("-", "+").replaceAll("_", "/"));
    return JSON.parse(new TextDecoder().decode(await through(small, new DecompressionStream("deflate-raw"))));
  } catch {
    return null;
  }
}
