import Foundation
@_spi(Shim) import SwiftUI

extension TreeHTML {
    func stack(_ node: Node, _ style: [String]) -> String {
        let words = (node.attributes["alignment"] ?? "center").split(separator: " ").map(String.init)
        let gap = node.attributes["spacing"].flatMap(Double.init) ?? 8
        switch node.kind {
        case "hstack":
            let align = "align-items:\(edge(words.last))"
            return box(
                node.children.map { html($0, in: .row) }, style + ["flex-direction:row", "gap:\(gap)px", align])
        case "zstack":
            return box(
                node.children.map { html($0, in: .layer) },
                style + [
                    "display:grid", "grid-template:minmax(0,1fr)/minmax(0,1fr)", "justify-items:\(edge(words.first))",
                    "align-items:\(edge(words.last))",
                ])
        default:
            return box(
                node.children.map { html($0, in: .column) },
                style + ["gap:\(gap)px", "align-items:\(edge(words.first))"])
        }
    }

    func arranged(_ node: Node, _ style: [String]) -> String {
        let content = node.children.prefix(1).map { html($0, in: .column) }
        let said = node.attributes
        switch node.kind {
        case "padding": return box(content, style + padding(said))
        case "frame": return box(content, style + frame(said))
        case "background", "overlay":
            let layers = node.children.dropFirst().map { layer in
                let index = node.kind == "background" ? -1 : 1
                return box(
                    [html(layer, in: .column)], ["position:absolute", "inset:0", "z-index:\(index)"] + placed(said))
            }
            return box(content + layers, style + ["position:relative", "isolation:isolate"])
        case "safeAreaInset":
            let inset = node.children.last.map { box($0.children.map { html($0, in: .column) }, []) } ?? ""
            let main = node.children.dropLast().map { html($0, in: .column) }
            return box(said["edge"] == "top" ? [inset] + main : main + [inset], style)
        case "opacity": return box(content, style + ["opacity:\(said["value"] ?? "1")"])
        case "hidden": return box(content, style + ["visibility:hidden"])
        case "clip": return box(content, style + ["overflow:hidden", "border-radius:\(radius(said["shape"]))"])
        default: return box(content, style)
        }
    }

    func container(_ node: Node, _ style: [String]) -> String {
        let inner = node.children.map { html($0, in: .column) }
        switch node.kind {
        case "scroll": return box(inner, style + ["align-items:center"])
        case "list", "form":
            // A view may set the direction of its list.
            let direction = node.attributes["direction"].map { ["direction:\($0)"] } ?? []
            return box(
                inner,
                style + direction + ["background:\(palette.css("grouped") ?? "")", "padding:16px", "gap:20px"])
        case "section":
            let rows = node.children.filter { $0.kind != "header" && $0.kind != "footer" }.map { row in
                box(
                    [html(row, in: .column)],
                    ["padding:10px 14px", "border-bottom:1px solid \(palette.css("separator") ?? "")"])
            }
            let cells = box(rows, ["background:\(palette.css("cell") ?? "")", "border-radius:10px", "overflow:hidden"])
            let around = { (kind: String) in node.children.filter { $0.kind == kind }.map { html($0, in: .column) } }
            return box(around("header") + [cells] + around("footer"), style + ["gap:6px", "align-self:stretch"])
        case "header", "footer":
            return box(
                inner,
                style + palette.css(font: "footnote") + [
                    "color:\(palette.css("secondary") ?? "")", "padding:0 14px", "text-transform:uppercase",
                ])
        default: return box(inner, style)
        }
    }

    private func padding(_ said: [String: String]) -> [String] {
        let names = ["top": "block-start", "bottom": "block-end", "leading": "inline-start", "trailing": "inline-end"]
        if let insets = said["insets"]?.split(separator: " ") {
            return zip(["top", "leading", "bottom", "trailing"], insets).map { "padding-\(names[$0] ?? $0):\($1)px" }
        }
        let length = said["length"].flatMap(Double.init) ?? 16
        return (said["edges"] ?? "").split(separator: " ").map { "padding-\(names[String($0)] ?? ""):\(length)px" }
    }

    private func frame(_ said: [String: String]) -> [String] {
        let names = [
            "width": "width", "height": "height", "minWidth": "min-width", "minHeight": "min-height",
            "maxWidth": "max-width", "maxHeight": "max-height",
        ]
        var style = names.sorted { $0.key < $1.key }.compactMap { key, name -> String? in
            guard let length = said[key], length != "inf" else { return nil }
            return "\(name):\(length)px"
        }
        // Content narrower than its maximum width is centred.
        if let most = said["maxWidth"], most != "inf" { style += ["width:100%", "align-self:center"] }
        return style + placed(said)
    }

    // Returns the alignment of content in a larger frame.
    private func placed(_ said: [String: String]) -> [String] {
        let words = (said["alignment"] ?? "center center").split(separator: " ").map(String.init)
        return ["align-items:\(edge(words.first))", "justify-content:\(edge(words.last))"]
    }

    private func edge(_ alignment: String?) -> String {
        switch alignment {
        case "leading", "top": "flex-start"
        case "trailing", "bottom": "flex-end"
        case "firstTextBaseline", "lastTextBaseline": "baseline"
        default: "center"
        }
    }
}
