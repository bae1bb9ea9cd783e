// The header that includes all others of the library. Section 6.1

// The factors of a patch that `draw_patches` reads. Section 6.14
struct MTLQuadTessellationFactorsHalf {
    half edgeTessellationFactor[4];
    half insideTessellationFactor[2];
};
struct MTLTriangleTessellationFactorsHalf {
    half edgeTessellationFactor[3];
    half insideTessellationFactor;
};
