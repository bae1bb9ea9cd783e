// Forty generations of Conway's Game of Life. Each workgroup
// simulates a separate world in its memory.

const side = 8u;
const generations = 40;

@group(0) @binding(0) var world: texture_storage_2d<rgba8unorm, write>;

var<workgroup> cells: array<array<u32, side>, side>;

fn chance(seed: u32) -> u32 {
  let mixed = (seed ^ 61u) * 747796405u;
  return ((mixed >> ((mixed >> 28u) + 4u)) ^ mixed) * 277803737u;
}

@compute @workgroup_size(side, side)
fn main(
  @builtin(local_invocation_id) cell: vec3u,
  @builtin(global_invocation_id) id: vec3u,
) {
  cells[cell.y][cell.x] = chance(id.x * 911u + id.y * 3571u) >> 31u;
  for (var generation = 0; generation < generations; generation++) {
    workgroupBarrier();
    var neighbours = 0u;
    for (var dy = 0u; dy < 3u; dy++) {
      for (var dx = 0u; dx < 3u; dx++) {
        let place = (cell.xy + vec2u(dx, dy) + side - 1u) % side;
        let is_other = dx != 1u || dy != 1u;
        neighbours += u32(is_other) * cells[place.y][place.x];
      }
    }
    let stays = neighbours == 2u && cells[cell.y][cell.x] == 1u;
    workgroupBarrier();
    cells[cell.y][cell.x] = u32(stays || neighbours == 3u);
  }
  let is_even = (id.x / side + id.y / side) % 2u == 0u;
  var color = select(vec3f(0.08, 0.1, 0.12), vec3f(0.1, 0.12, 0.15), is_even);
  if cells[cell.y][cell.x] == 1u {
    color = vec3f(0.34, 0.8, 0.73);
  }
  textureStore(world, id.xy, vec4f(color, 1));
}
