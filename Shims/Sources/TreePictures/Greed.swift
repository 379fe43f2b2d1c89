@_spi(Shim) import SwiftUI

/// Whether a node takes all the space that SwiftUI's layout offers.
extension Node {
    var takesWidth: Bool {
        switch kind {
        case "scroll", "list", "form", "navigation", "safeAreaInset", "color", "shape", "divider", "field", "picker",
            "toggle":
            true
        case "frame" where attributes["maxWidth"] != nil: true
        case "frame" where attributes["width"] != nil: false
        case "hstack" where children.contains { $0.kind == "spacer" }: true
        case "fixedSize", "spacer", "text", "image": false
        case "background", "overlay": children.first?.takesWidth ?? false
        default: children.contains(where: \.takesWidth)
        }
    }

    var takesHeight: Bool {
        switch kind {
        case "scroll", "list", "form", "navigation", "safeAreaInset", "color", "shape": true
        case "frame" where attributes["maxHeight"] != nil: true
        case "frame" where attributes["height"] != nil: false
        case "vstack" where children.contains { $0.kind == "spacer" }: true
        case "fixedSize", "spacer", "text", "image", "divider": false
        case "background", "overlay": children.first?.takesHeight ?? false
        default: children.contains(where: \.takesHeight)
        }
    }
}
