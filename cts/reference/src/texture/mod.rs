//! Textures and samplers.
