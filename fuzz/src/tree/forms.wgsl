enable f16, subgroups;
requires readonly_and_readwrite_storage_textures;
diagnostic(off, derivative_uniformity);
diagnostic(info, some.rule);
const a = 1;
const b: vec3<f32> = vec3<f32>(1.0, 2.5e3, 0x1p-3);
@id(7) override c: u32 = 0xffu;
override d: f16;
var<private> e: array<i32, a + 3> = array<i32, 4>(1i, -2i, ~3, 4);
@group(0) @binding(1) var<storage, read_write> g: array<vec4<f32>>;
@group(0) @binding(2) var h: texture_2d<f32>;
var<workgroup> i: atomic<u32>;
const_assert a < 2 && true;
alias j = vec2<f16>;

struct k {
    @align(16) @size(32) l: i32,
    m: mat2x3<f32>,
}

@must_use fn n(o: i32, p: ptr<function, k>) -> vec3<f32> {
    return vec3(f32(o), (*p).m[0].x, p.m[1][2]);
}

@compute @workgroup_size(8, c, 1) fn q(@builtin(local_invocation_id) r: vec3<u32>) @diagnostic(off, subgroup_uniformity) {
    const s = 1;
    let t: i32 = s;
    var u = k();
    var<function> v: bool;
    var w = 5;
    const_assert s == 1;
    @diagnostic(warning, derivative_uniformity) {
        _ = n(t, &u);
    }
    @diagnostic(off, derivative_uniformity) if v {
        w += 1;
    } else if !v || w > 3 @diagnostic(off, some.rule) {
        w++;
    } else {
        w--;
    }
    @diagnostic(off, some.rule) switch w @diagnostic(off, some.rule) {
        case 1, 2 {
            w = -w;
        }
        case 3, default {
            break;
        }
    }
    switch w {
        default {
        }
    }
    @diagnostic(off, some.rule) loop @diagnostic(off, some.rule) {
        if w > 10 {
            break;
        }
        continue;
        continuing {
            w = w * 2 % 7 / 3;
            break if w == 4;
        }
    }
    loop {
        return;
    }
    loop {
        break;
        continuing {
        }
    }
    @diagnostic(off, some.rule) for (var x = 0; x < 4; x++) {
        e[x] <<= 2u;
    }
    for (;;) {
        break;
    }
    for (w = 1;; n(w, &u)) {
        break;
    }
    for (e[0]--; true;) {
        break;
    }
    @diagnostic(off, some.rule) while w != 2 {
        w = (w & 1) | (w ^ 2);
    }
    workgroupBarrier();
    atomicStore(&i, 4u >> 1u);
    u.m[0].x = - -1.5f;
    *&w -= 1;
    w *= 2;
    w /= 2;
    w %= 2;
    w &= 2;
    w |= 2;
    w ^= 2;
    w >>= 2;
    v = a <= 1 && b.x >= 1.0h;
}

@fragment fn y(@location(0) @interpolate(flat, either) z: i32) -> @location(0) vec4<f32> {
    discard;
}
