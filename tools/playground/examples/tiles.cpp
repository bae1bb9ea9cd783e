#include <amp.h>
using namespace concurrency;

// The sum of each tile. `locl` is misspelt once.
void sums(array_view<const int> numbers, array_view<int> totals) {
  parallel_for_each(numbers.extent.tile<64>(), [=](tiled_index<64> t) restrict(amp) {
    tile_static int partial[64];
    partial[t.local[0]] = numbers[t.global];
    t.barrier.wait();
    for (int half = 32; half > 0; half /= 2) {
      if (t.locl[0] < half) {
        partial[t.local[0]] += partial[t.local[0] + half];
      }
      t.barrier.wait();
    }
    if (t.local[0] == 0) {
      totals[t.tile] = partial[0];
    }
  });
}
