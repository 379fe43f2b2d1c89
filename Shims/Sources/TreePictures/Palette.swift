import Foundation

/// The published colours and sizes of iOS.
struct Palette {
    let look: Look

    /// - Parameter name: A colour as the evaluator writes it, e.g. `secondary`, `#0055aa / 0.5`.
    /// - Returns: The colour in CSS; `nil` for none.
    func css(_ name: String?) -> String? {
        guard let name else { return nil }
        let parts = name.components(separatedBy: " / ")
        guard let color = solid(parts[0]) else { return nil }
        return parts.count == 2 ? "color-mix(in srgb, \(color) \(percent(parts[1])), transparent)" : color
    }

    private func percent(_ fraction: String) -> String { "\(Int((Double(fraction) ?? 1) * 100))%" }

    private func solid(_ name: String) -> String? {
        if name.hasPrefix("#") { return name }
        let pair: (String, String)? =
            switch name {
            case "primary", "foreground": ("#000000", "#ffffff")
            case "secondary": ("#3c3c4399", "#ebebf599")
            case "tertiary": ("#3c3c434d", "#ebebf54d")
            case "background": ("#ffffff", "#000000")
            case "grouped": ("#f2f2f7", "#000000")
            case "cell", "regularMaterial", "thickMaterial", "thinMaterial", "bar": ("#ffffff", "#1c1c1e")
            case "fill": ("#78788029", "#78788052")
            case "separator": ("#3c3c434a", "#54545899")
            case "tint", "accentColor", "blue": ("#007aff", "#0a84ff")
            case "red": ("#ff3b30", "#ff453a")
            case "orange": ("#ff9500", "#ff9f0a")
            case "yellow": ("#ffcc00", "#ffd60a")
            case "green": ("#34c759", "#30d158")
            case "purple": ("#af52de", "#bf5af2")
            case "gray": ("#8e8e93", "#8e8e93")
            case "white": ("#ffffff", "#ffffff")
            case "black": ("#000000", "#000000")
            case "clear": ("transparent", "transparent")
            default: nil
            }
        return pair.map { look.isDark ? $0.1 : $0.0 }
    }

    /// The points of a text style at the default and at the largest size.
    private static let sizes: [String: (Int, Int)] = [
        "largeTitle": (34, 60), "title": (28, 58), "title2": (22, 56), "title3": (20, 55), "headline": (17, 53),
        "body": (17, 53), "callout": (16, 51), "subheadline": (15, 49), "footnote": (13, 44), "caption": (12, 43),
        "caption2": (11, 40),
    ]

    /// - Parameter font: A font as the evaluator writes it, e.g. `title2 bold`.
    /// - Returns: Declarations in CSS.
    func css(font: String?) -> [String] {
        let words = (font ?? "body").split(separator: " ").map(String.init)
        let size = Self.sizes[words.first ?? "body"].map { look.isLargest ? $0.1 : $0.0 }
        var css = ["font-size:\(size.map(String.init) ?? words.first ?? "17")px"]
        var weight = words.first == "headline" ? 600 : 400
        for word in words.dropFirst() {
            switch word {
            case "italic": css.append("font-style:italic")
            case "monospaced": css.append("font-family:'Noto Sans Mono',monospace")
            default: weight = Self.weight(word) ?? weight
            }
        }
        return css + ["font-weight:\(weight)"]
    }

    static func weight(_ name: String?) -> Int? {
        guard let name else { return nil }
        return ["light": 300, "regular": 400, "medium": 500, "semibold": 600, "bold": 700, "heavy": 800][name]
    }
}
