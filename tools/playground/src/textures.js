// Textures: the formats that a program's types need, and pictures from texels.

const CHANNELS = { r: 1, rg: 2, rgba: 4, bgra: 4 };
const DIMENSIONS = { "1d": "1d", "2d": "2d", "2d_array": "2d-array", "3d": "3d", cube: "cube", cube_array: "cube-array" };
/** Formats of sampled textures, by sample type. */
const SAMPLED = { f32: "rgba8unorm", u32: "rgba8uint", i32: "rgba8sint" };

/** Returns the binding for the type of a resource, or `null` if the page can't make one. */
export function textureOf(type) {
  const [, name, parameters = ""] = /^(\w+)(?:<(.*)>)?$/.exec(type) ?? [];
  const [, kind, rest] = /^texture_(storage_|depth_multisampled_|depth_|multisampled_)?(\w+)$/.exec(name ?? "") ?? [];
  const dimension = DIMENSIONS[rest];
  if (!dimension) return null;
  const [first, access] = parameters.split(",").map((word) => word.trim());
  const isStorage = kind === "storage_";
  const format = isStorage ? first : kind?.startsWith("depth") ? "depth32float" : SAMPLED[first];
  const samples = kind?.endsWith("multisampled_") ? 4 : 1;
  return { isStorage, isWritten: isStorage && access !== "read", dimension, format, samples };
}

/** Returns the size of a texture of this dimension, with a width and a height. */
export function sizeOf(dimension, [width, height]) {
  if (dimension === "1d") return [width];
  if (dimension === "2d") return [width, height];
  if (dimension === "cube") return [width, width, 6];
  if (dimension === "cube-array") return [width, width, 6];
  return [width, height, 4];
}

/** Returns the texels of a picture for a texture of this size. Coordinates are scaled to the nearest pixel. */
export function texelsOf({ width: from, height: rows, colours }, { format, samples }, [width, height = 1, layers = 1]) {
  const isDepth = format === "depth32float";
  const bytes = new Uint8Array(width * height * layers * samples * 4);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < width * height * layers; at += 1) {
    const [x, y] = [at % width, Math.floor(at / width) % height];
    const source = 4 * (Math.floor((y * rows) / height) * from + Math.floor((x * from) / width));
    for (let sample = 0; sample < samples; sample += 1) {
      const to = 4 * (at * samples + sample);
      if (isDepth) view.setFloat32(to, colours[source] / 255, true);
      else bytes.set(colours.subarray(source, source + 4).map((it) => (format.endsWith("sint") ? it >> 1 : it)), to);
    }
  }
  return bytes;
}

/** Returns the test picture for textures that a program reads: a colour gradient with a circle. */
export function picture({ format, samples }, [width, height = 1, layers = 1]) {
  const isDepth = format === "depth32float";
  const bytes = new Uint8Array(width * height * layers * samples * 4);
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (let layer = 0; layer < layers; layer += 1) {
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1) {
        const [u, v] = [(x + 0.5) / width, (y + 0.5) / height];
        const isInside = Math.hypot(u - 0.5, v - 0.5) < 0.3;
        for (let sample = 0; sample < samples; sample += 1) {
          if (isDepth) view.setFloat32(at, isInside ? 0.25 : 0.5 + u / 2, true);
          else bytes.set(isInside ? [250, 200 - 50 * layer, 60, 255] : [255 * u, 255 * v, 160 + 20 * layer, 255].map((it) => it / (format.endsWith("sint") ? 2 : 1)), at);
          at += 4;
        }
      }
    }
  }
  return bytes;
}

function float(bits, exponentBits, fractionBits) {
  const exponent = bits >> fractionBits;
  const fraction = (bits & ((1 << fractionBits) - 1)) / (1 << fractionBits);
  const bias = (1 << (exponentBits - 1)) - 1;
  if (exponent === (1 << exponentBits) - 1) return fraction ? NaN : Infinity;
  return exponent ? 2 ** (exponent - bias) * (1 + fraction) : 2 ** (1 - bias) * fraction;
}

const half = (bits) => (bits & 0x8000 ? -1 : 1) * float(bits & 0x7fff, 5, 10);

/** Returns a function from an index to the components of that texel, or `null` if the format is not supported. */
export function reader(format, bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const packed = {
    rgb10a2unorm: (word) => [word & 1023, (word >> 10) & 1023, (word >> 20) & 1023].map((it) => it / 1023).concat((word >>> 30) / 3),
    rgb10a2uint: (word) => [word & 1023, (word >> 10) & 1023, (word >> 20) & 1023, word >>> 30],
    rg11b10ufloat: (word) => [float(word & 2047, 5, 6), float((word >> 11) & 2047, 5, 6), float(word >>> 22, 5, 5), 1],
  }[format];
  if (packed) return { size: 4, at: (index) => packed(view.getUint32(index * 4, true)) };
  const [, names, width, type] = /^(r|rg|rgba|bgra)(8|16|32)(unorm|snorm|uint|sint|float)(?:-srgb)?$/.exec(format) ?? [];
  if (!names) return null;
  const [channels, bits] = [CHANNELS[names], Number(width)];
  const size = (channels * bits) / 8;
  const isSigned = type === "snorm" || type === "sint";
  const get = type === "float" ? (at) => (bits === 16 ? half(view.getUint16(at, true)) : view.getFloat32(at, true)) : (at) => view[`get${isSigned ? "Int" : "Uint"}${bits}`](at, true);
  const scale = type === "unorm" ? 1 / (2 ** bits - 1) : type === "snorm" ? 1 / (2 ** (bits - 1) - 1) : 1;
  const texel = (index) => Array.from({ length: channels }, (_, channel) => Math.max(get(index * size + (channel * bits) / 8) * scale, type === "snorm" ? -1 : -Infinity));
  return { size, at: names === "bgra" ? (index) => [2, 1, 0, 3].map((channel) => texel(index)[channel]) : texel };
}

/** Returns the picture of texels, one layer below the other: its size, and its pixels in RGBA. Integers are scaled by the largest. */
export function pixels(format, [width, height = 1, layers = 1], bytes) {
  const texels = reader(format, bytes);
  if (!texels) return null;
  const count = width * height * layers;
  const colours = new Uint8ClampedArray(count * 4);
  let most = 1;
  if (/[us]int$/.test(format)) for (let index = 0; index < count; index += 1) most = Math.max(most, ...texels.at(index));
  for (let index = 0; index < count; index += 1) {
    const [red, green, blue, alpha] = texels.at(index);
    // A single channel is shown as grey. Pixels without an alpha channel, and integers, are opaque.
    const rgb = green === undefined ? [red, red, red] : [red, green, blue ?? 0];
    colours.set([...rgb.map((it) => (it / most) * 255), alpha === undefined || most > 1 ? 255 : alpha * 255], index * 4);
  }
  return { width, height: height * layers, colours, texels };
}
