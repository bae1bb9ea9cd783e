// The layer that SwiftUI passes to functions of layer effects. Documented by the SwiftUI framework; the specification of Metal does not mention it.

#pragma once

#if __METAL_VERSION__ >= 240
namespace SwiftUI {

// The function has no body: calls are checked, but neither executed nor translated. A template is not expected in a different file.
struct Layer {
    metal::texture2d<half> tex;
    float2 info[5];
    template <typename = void> half4 sample(float2 p) const;
};

}
#endif
