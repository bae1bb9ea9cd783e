// A program and its run settings, as the fragment of a URL.

import { fromBase64, toBase64 } from "wgsl-check";

async function through(bytes, stream) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

/** Returns the URL fragment that holds a value. */
export async function pack(value) {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  const small = await through(bytes, new CompressionStream("deflate-raw"));
  return `#p=${toBase64(small).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/** Returns the value in a URL fragment, or `null` if it has no readable value. */
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
