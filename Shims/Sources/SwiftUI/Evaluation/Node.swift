/// An element of an evaluated view. Drawing and layout modifiers are nodes around their content.
@_spi(Shim) public struct Node {
    /// The kind: `text`, `image`, `button`, `vstack`, `padding`, …
    public var kind: String
    /// The string of a text, the name of an image, or the title of a control.
    public var value: String
    /// Further attributes: `spacing`, `alignment`, `color`, `font`, …
    public var attributes: [String: String]
    public var children: [Node]
    public var accessibility = Accessibility()
    public var isEnabled = true
    /// Whether a modifier created the node around its content, the first child.
    public var isModifier = false
    /// The action of a press; `nil` if the node cannot be pressed.
    public var action: (@MainActor () -> Void)?
    /// The action of typing, selecting or switching.
    public var change: (@MainActor (String) -> Void)?

    /// The attributes for assistive technologies.
    public struct Accessibility: Equatable {
        public var label: String?
        public var value: String?
        public var hint: String?
        public var identifier: String?
        public var traits: Set<String> = []
        public var isHidden = false
        public var sortPriority = 0.0
        /// `contain`, `combine` or `ignore`, if a modifier sets the behaviour of the children.
        public var children: String?
        public var isFocused = false
    }

    init(
        _ kind: String, _ value: String = "", attributes: [String: String] = [:], children: [Node] = [],
        action: (@MainActor () -> Void)? = nil
    ) {
        self.kind = kind
        self.value = value
        self.attributes = attributes
        self.children = children
        self.action = action
    }
}

extension Node {
    /// Changes the accessibility of the content inside the modifiers.
    mutating func describe(_ change: (inout Accessibility) -> Void) {
        if isModifier, !children.isEmpty { children[0].describe(change) } else { change(&accessibility) }
    }
}

@_spi(Shim) extension Node {
    /// This node and all its descendants, from the top.
    public var all: [Node] { [self] + children.flatMap(\.all) }

    /// The readable text of the node, without purely drawn parts.
    public var text: String {
        all.filter { ["text", "field", "toggle"].contains($0.kind) && !$0.value.isEmpty }.map(\.value)
            .joined(separator: " ")
    }

    /// The label by which a user names the node.
    public var label: String { accessibility.label ?? (value.isEmpty || kind == "image" ? text : value) }

    /// The tree as lines, for debugging.
    public var outline: String { outline("") }

    private func outline(_ indent: String) -> String {
        let said = attributes.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
        var spoken = accessibility.label.map { " label=\($0)" } ?? ""
        if !accessibility.traits.isEmpty { spoken += " traits=\(accessibility.traits.sorted().joined(separator: ","))" }
        if accessibility.isHidden { spoken += " hidden" }
        if !isEnabled { spoken += " disabled" }
        return
            ([indent + kind + (value.isEmpty ? "" : " \"\(value)\"") + said + spoken]
            + children.map { $0.outline(indent + "  ") }).joined(separator: "\n")
    }
}
