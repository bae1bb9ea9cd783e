// A program and its run settings, as the fragment of a URL.

import { fromBase64, toBase64 } from "wgsl-check";

async function through(bytes, stream) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

/** The maximum size of an unpacked value. A link of 2 kB can inflate to 2 MB, and a longer one to more memory than a page has. */
const MOST_BYTES = 1 << 24;

async function inflated(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const parts = [];
  let size = 0;
  // Leaving the loop cancels the stream.
  for await (const part of chunks(stream)) {
    size += part.length;
    if (size > MOST_BYTES) throw new RangeError("the link is too large");
    parts.push(part);
  }
  return new Blob(parts).text();
}

/** Yields the chunks of a stream: not every browser can iterate over streams. */
async function* chunks(stream) {
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel();
  }
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
    return JSON.parse(await inflated(small));
  } catch {
    return null;
  }
}
