import Foundation
@_spi(Shim) import SwiftUI

extension TreeHTML {
    func control(_ node: Node, _ style: [String]) -> String {
        let value = Self.escaped(node.attributes["value"] ?? "")
        switch node.kind {
        case "button": return button(node, style)
        case "label":
            return box(
                node.children.map { html($0, in: .row) },
                style + ["flex-direction:row", "gap:8px", "align-items:start"])
        case "progress":
            let size = look.isLargest ? 36 : 20
            let ring =
                "<div style=\"width:\(size)px;height:\(size)px;border:3px dotted \(palette.css("secondary") ?? "");border-radius:50%\"></div>"
            return box([ring] + node.children.map { html($0, in: .column) }, style + ["align-items:center", "gap:8px"])
        case "toggle": return row(Self.escaped(node.value), node.attributes["value"] == "1" ? "◉" : "○", style)
        case "picker": return row(Self.escaped(node.value), value + " ⌄", style)
        case "field":
            let isEmpty = value.isEmpty
            let words = isEmpty ? Self.escaped(node.accessibility.label ?? "") : value
            let color = palette.css(isEmpty ? "tertiary" : "primary") ?? ""
            return box([words], style + palette.css(font: nil) + ["color:\(color)"])
        default: return box(node.children.map { html($0, in: .column) }, style + ["gap:8px"])
        }
    }

    private func row(_ name: String, _ value: String, _ style: [String]) -> String {
        box(
            ["<div>\(name)</div>", "<div style=\"color:\(palette.css("secondary") ?? "")\">\(value)</div>"],
            style + palette.css(font: nil) + ["flex-direction:row", "justify-content:space-between", "flex-wrap:wrap"])
    }

    private func button(_ node: Node, _ style: [String]) -> String {
        let tint =
            palette.css(node.attributes["role"] == "destructive" ? "red" : node.attributes["tint"] ?? "tint") ?? ""
        var style = style + palette.css(font: nil) + ["align-items:center"]
        switch node.attributes["buttonStyle"] {
        case "borderedProminent":
            style += ["background:\(tint)", "color:#fff", "padding:7px 14px", "border-radius:10px"]
        case "bordered":
            style += [
                "background:\(palette.css("fill") ?? "")", "color:\(tint)", "padding:7px 14px", "border-radius:10px",
            ]
        case "plain": break
        default: style.append("color:\(tint)")
        }
        return box(node.children.map { html($0, in: .column) }, style)
    }
}
