// The example programs in the menu, with their run settings.

import blur from "../examples/blur.wgsl";
import corners from "../examples/corners.wgsl";
import draw from "../examples/draw.wgsl";
import fog from "../examples/fog.wesl";
import hills from "../examples/hills.wesl";
import kernel from "../examples/kernel.metal";
import life from "../examples/life.wgsl";
import mandelbrot from "../examples/mandelbrot.wgsl";
import mistakes from "../examples/mistakes.wgsl";
import particles from "../examples/particles.wgsl";
import race from "../examples/race.wgsl";
import ripples from "../examples/ripples.wgsl";
import scale from "../examples/scale.wgsl";
import sum from "../examples/sum.wgsl";
import syntax from "../examples/syntax.wgsl";
import tiles from "../examples/tiles.cpp";

export const EXAMPLES = [
  { name: "draw", title: "A sunset, animated", wgsl: draw, run: { draw: { width: 320, height: 200 } } },
  { name: "ripples", title: "Ripples around the mouse", wgsl: ripples, run: { draw: { width: 240, height: 160 } } },
  { name: "mandelbrot", title: "Mandelbrot set", wgsl: mandelbrot, run: { inputs: { "0:0": { width: 256, height: 256 } }, workgroups: [32, 32, 1] } },
  { name: "scale", title: "Scale an array", wgsl: scale, run: { inputs: { "0:0": { fill: "count", count: 16 }, "0:1": { fill: "numbers", numbers: "2.5" } }, workgroups: [1, 1, 1] } },
  { name: "race", title: "A missing barrier", wgsl: race, run: { inputs: { "0:0": { fill: "count", count: 64 } }, workgroups: [1, 1, 1] } },
  { name: "mistakes", title: "Type and binding errors", wgsl: mistakes },
  { name: "syntax", title: "Syntax errors", wgsl: syntax },
  { name: "corners", title: "Vertex buffers", wgsl: corners, run: { draw: { width: 256, height: 256, vertices: 6 }, inputs: { "location:0": { fill: "numbers", numbers: "-0.8, -0.7, 0.8, -0.7, 0, 0.8, -0.3, 0.4, 0.3, 0.4, 0, -0.4" }, "location:1": { fill: "random" } } } },
  { name: "blur", title: "Blur a sampled texture", wgsl: blur, run: { inputs: { "0:0": { width: 96, height: 96 }, "0:2": { width: 96, height: 96 } }, workgroups: [12, 12, 1] } },
  { name: "particles", title: "Particles, with padding", wgsl: particles, run: { inputs: { "0:0": { fill: "numbers", numbers: "0.016, 0, -9.81, 0" }, "0:1": { fill: "random", count: 24 } }, workgroups: [1, 1, 1] } },
  { name: "sum", title: "Sum in workgroup memory", wgsl: sum, run: { inputs: { "0:0": { fill: "count", count: 256 }, "0:1": { count: 4 } }, workgroups: [4, 1, 1] } },
  { name: "life", title: "Game of Life", wgsl: life, run: { inputs: { "0:0": { width: 64, height: 64 } }, workgroups: [8, 8, 1] } },
  { name: "fog", title: "WESL modules and conditions", language: "wesl", defines: "FOG", wgsl: fog, files: { "hills.wesl": hills }, run: { draw: { width: 240, height: 160 } } },
  { name: "kernel", title: "A Metal kernel", language: "metal", wgsl: kernel, isWrong: true, run: { inputs: { "0:0": { fill: "count" }, "0:2": { fill: "numbers", numbers: "0.5, 0, -9.81, 0" } } } },
  { name: "tiles", title: "A C++ AMP kernel", language: "amp", wgsl: tiles, isWrong: true, run: { inputs: { "0:0": { fill: "numbers", numbers: "256, 1, 4, 1" }, "0:1": { fill: "count", count: 256 }, "0:2": { count: 4 } }, workgroups: [4, 1, 1] } },
];
