import assert from "node:assert/strict";
import test from "node:test";
import { picture, pixels, reader, sizeOf, textureOf } from "../src/textures.js";

test("types of resources say which texture they want", () => {
  assert.deepEqual(textureOf("texture_storage_2d<rgba8unorm, write>"), { isStorage: true, isWritten: true, dimension: "2d", format: "rgba8unorm", samples: 1 });
  assert.equal(textureOf("texture_storage_1d<r32uint, read>").isWritten, false);
  assert.deepEqual(textureOf("texture_multisampled_2d<i32>"), { isStorage: false, isWritten: false, dimension: "2d", format: "rgba8sint", samples: 4 });
  assert.equal(textureOf("texture_depth_cube_array").dimension, "cube-array");
  assert.equal(textureOf("texture_depth_multisampled_2d").samples, 4);
  for (const type of ["sampler", "texture_external", "array<f32>"]) assert.equal(textureOf(type), null);
});

test("the texels of a picture fill its size", () => {
  for (const dimension of ["1d", "2d", "2d-array", "3d", "cube"]) {
    const size = sizeOf(dimension, [8, 4]);
    const count = size.reduce((product, length) => product * length);
    assert.equal(picture({ format: "rgba8unorm", samples: 1 }, size).length, count * 4);
  }
  assert.equal(picture({ format: "depth32float", samples: 4 }, [2, 2]).length, 64);
});

test("texels are read by their formats", () => {
  const texel = (format, ...bytes) => reader(format, Uint8Array.from(bytes)).at(0);
  assert.deepEqual(texel("rgba8unorm", 255, 0, 51, 255), [1, 0, 0.2, 1]);
  assert.deepEqual(texel("bgra8unorm", 255, 0, 0, 255), [0, 0, 1, 1]);
  assert.deepEqual(texel("r8snorm", 0x80), [-1]);
  assert.deepEqual(texel("rg16float", 0, 0x3c, 0, 0xc0), [1, -2]);
  assert.deepEqual(texel("r32sint", 255, 255, 255, 255), [-1]);
  assert.deepEqual(texel("rgb10a2unorm", 255, 3, 0, 0xc0), [1, 0, 0, 1]);
  assert.deepEqual(texel("rg11b10ufloat", 0xc0, 0x03, 0, 0), [1, 0, 0, 1]);
  assert.equal(reader("depth32float", new Uint8Array(4)), null);
});

test("pictures are opaque unless their texels say otherwise", () => {
  const { colours, height } = pixels("r32uint", [1, 1, 2], new Uint8Array(Uint32Array.from([5, 10]).buffer));
  assert.deepEqual([[...colours], height], [[128, 128, 128, 255, 255, 255, 255, 255], 2]);
  assert.deepEqual([...pixels("rgba8unorm", [1, 1], Uint8Array.from([1, 2, 3, 4])).colours], [1, 2, 3, 4]);
});
