/// An element that a screen reader stops at.
@_spi(Shim) public struct Element: Equatable {
    public var label: String
    public var value: String?
    public var traits: Set<String>
    public var identifier: String?
    public var isEnabled: Bool
}

@_spi(Shim) extension Host {
    /// The elements that a screen reader can reach, in its order: on top, not hidden, and only inside a modal view
    /// if there is one.
    public var elements: [Element] {
        let reachable = front
        let modal = reachable.flatMap(\.all).last {
            $0.accessibility.traits.contains("isModal") && !$0.isHiddenThroughout
        }
        return (modal.map { [$0] } ?? reachable).flatMap(\.elements)
    }
}

@_spi(Shim) extension Node {
    var isHiddenThroughout: Bool { accessibility.isHidden }

    var elements: [Element] {
        guard !accessibility.isHidden else { return [] }
        var traits = accessibility.traits
        switch kind {
        case "button", "toggle", "picker", "field":
            traits.insert(attributes["role"] == "link" ? "isLink" : kind == "button" ? "isButton" : kind)
            return [element(label, traits)]
        case "image":
            // A system image is read, unless it is decorative or part of a label.
            return accessibility.label.map { [element($0, traits.union(["isImage"]))] } ?? []
        case "text": return [element(label, traits)]
        case "progress":
            return [element(accessibility.label ?? children.map(\.text).joined(separator: " "), traits)]
        default: break
        }
        let below = children.enumerated()
            .sorted { ($1.element.priority, $0.offset) < ($0.element.priority, $1.offset) }
            .flatMap(\.element.elements)
        switch accessibility.children {
        case "ignore": return accessibility.label.map { [element($0, traits)] } ?? []
        case "combine":
            let words = accessibility.label ?? below.map(\.label).joined(separator: ", ")
            return [element(words, below.reduce(traits) { $0.union($1.traits) })]
        default: break
        }
        // A layout view passes its label and traits to each element inside it.
        return below.map { child in
            var child = child
            if let label = accessibility.label { child.label = label }
            child.traits.formUnion(traits.subtracting(["isModal"]))
            child.value = accessibility.value ?? child.value
            child.identifier = child.identifier ?? accessibility.identifier
            return child
        }
    }

    private var priority: Double {
        accessibility.sortPriority != 0 || children.count != 1 ? accessibility.sortPriority : children[0].priority
    }

    private func element(_ label: String, _ traits: Set<String>) -> Element {
        Element(
            label: label, value: accessibility.value ?? attributes["value"], traits: traits,
            identifier: accessibility.identifier, isEnabled: isEnabled)
    }
}
