import Foundation
@_spi(Shim) import SwiftUI

extension TreeHTML {
    func text(_ node: Node, _ style: [String]) -> String {
        box([Self.escaped(node.value)], style + drawing(node) + ["white-space:pre-wrap"])
    }

    func image(_ node: Node, _ style: [String]) -> String {
        if node.value == "AppIcon" { return box([Symbol.appIcon], style + ["line-height:0"]) }
        // A QR code is black in each appearance.
        if node.value == "CGImage" { return box(["QR code"], style + ["border:1px dashed", "color:#000"]) }
        let inner = Symbol.svg(node.value) ?? Self.escaped(node.value)
        let frame = Symbol.svg(node.value) == nil ? ["border:1px dashed", "padding:2px"] : []
        return box([inner], style + drawing(node) + frame + ["line-height:1", "flex-shrink:0"])
    }

    /// The style of the font and colour of a text or image.
    private func drawing(_ node: Node) -> [String] {
        var style = palette.css(font: node.attributes["font"])
        if let weight = Palette.weight(node.attributes["weight"]) { style.append("font-weight:\(weight)") }
        if let color = palette.css(node.attributes["color"]) { style.append("color:\(color)") }
        switch node.attributes["textAlignment"] {
        case "center": style.append("text-align:center")
        case "trailing": style.append("text-align:end")
        default: break
        }
        return style
    }
}
