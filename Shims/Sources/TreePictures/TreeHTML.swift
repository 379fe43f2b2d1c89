import Foundation
@_spi(Shim) import SwiftUI

/// Writes an evaluated view tree as HTML, with boxes that follow the layout modifiers as far as CSS allows.
///
/// The page shows the elements, their order and texts, and text that large sizes cut off. It does not look like iOS.
@MainActor struct TreeHTML {
    let look: Look
    var palette: Palette { Palette(look: look) }

    /// The nodes that are stacked vertically, like the children of a scroll view.
    func page(_ nodes: [Node]) -> String { nodes.map { html($0, in: .column) }.joined() }

    /// The direction in which a parent stacks its children.
    enum Direction { case column, row, layer }

    func html(_ node: Node, in direction: Direction) -> String {
        var style = node.isEnabled || node.kind != "button" ? [] : ["opacity:.4"]
        style += room(node, direction)
        return content(node, &style)
    }

    // Returns the space that a node takes in its parent.
    private func room(_ node: Node, _ direction: Direction) -> [String] {
        var style: [String] = []
        switch direction {
        case .column:
            if node.takesWidth { style.append("align-self:stretch") }
            if node.takesHeight { style.append("flex:1 1 auto") }
        case .row: style.append(node.takesWidth ? "flex:1 1 0" : "flex-shrink:1")
        case .layer:
            style.append("grid-area:1/1")
            if node.takesWidth { style.append("justify-self:stretch") }
            if node.takesHeight { style.append("align-self:stretch") }
        }
        return style
    }

    private func content(_ node: Node, _ style: inout [String]) -> String {
        switch node.kind {
        case "text": return text(node, style)
        case "image": return image(node, style)
        case "button", "toggle", "field", "picker", "progress", "label", "disclosure": return control(node, style)
        case "spacer": return box([], style + ["flex:1 1 8px"])
        case "divider": return box([], style + ["border-top:1px solid \(palette.css("separator") ?? "")"])
        case "color": return box([], style + fill(node))
        case "shape": return box([], style + fill(node) + ["border-radius:\(radius(node.attributes["shape"]))"])
        case "vstack", "hstack", "zstack", "group": return stack(node, style)
        case "padding", "frame", "background", "overlay", "safeAreaInset", "opacity", "clip", "hidden", "offset":
            return arranged(node, style)
        case "scroll", "list", "form", "section", "header", "footer", "navigation", "bar": return container(node, style)
        default: return box(node.children.map { html($0, in: .column) }, style + ["align-items:center"])
        }
    }

    func box(_ inner: [String], _ style: [String], _ tag: String = "div") -> String {
        "<\(tag) style=\"\(style.joined(separator: ";"))\">\(inner.joined())</\(tag)>"
    }

    private func fill(_ node: Node) -> [String] {
        var style = ["background:\(palette.css(node.attributes["color"]) ?? "transparent")"]
        if let stroke = palette.css(node.attributes["stroke"]) { style.append("border:1px solid \(stroke)") }
        return style
    }

    func radius(_ shape: String?) -> String {
        let words = (shape ?? "").split(separator: " ")
        switch words.first {
        case "capsule", "circle": return "999px"
        case "roundedRectangle": return "\(words.last ?? "8")px"
        default: return "0"
        }
    }

    static func escaped(_ text: String) -> String {
        text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
            .replacingOccurrences(of: ">", with: "&gt;").replacingOccurrences(of: "\"", with: "&quot;")
    }
}
