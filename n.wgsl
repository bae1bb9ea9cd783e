override last: i32;
var<private> v: vec2u;
@compute @workgroup_size(1)
fn main() {
  _ = v[-last]; //~ error[const/index-out-of-bounds] @9
}
