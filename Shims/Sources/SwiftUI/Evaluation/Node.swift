/// One element of an evaluated view. Modifiers that draw or lay out are nodes around what they are applied to.
@_spi(Shim) public struct Node {
    /// What it is: `text`, `image`, `button`, `vstack`, `padding`, …
    public var kind: String
    /// The words of a text, the name of an image, the title of a control.
    public var value: String
    /// Everything else that was said of it: `spacing`, `alignment`, `color`, `font`, …
    public var attributes: [String: String]
    public var children: [Node]
    public var accessibility = Accessibility()
    public var isEnabled = true
    /// True for what a modifier put around its content, which is the first child.
    public var isModifier = false
    /// What pressing does; nil where there is nothing to press.
    public var action: (@MainActor () -> Void)?
    /// What typing, choosing or switching does.
    public var change: (@MainActor (String) -> Void)?

    /// What is told to assistive technologies.
    public struct Accessibility: Equatable {
        public var label: String?
        public var value: String?
        public var hint: String?
        public var identifier: String?
        public var traits: Set<String> = []
        public var isHidden = false
        public var sortPriority = 0.0
        /// `contain`, `combine` or `ignore`, where children were given a behaviour.
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
    /// Tells assistive technologies something of what the modifiers are around.
    mutating func describe(_ change: (inout Accessibility) -> Void) {
        if isModifier, !children.isEmpty { children[0].describe(change) } else { change(&accessibility) }
    }
}

@_spi(Shim) extension Node {
    /// This node and all below, from the top.
    public var all: [Node] { [self] + children.flatMap(\.all) }

    /// What can be read in it, without what is drawn only.
    public var text: String {
        all.filter { ["text", "field", "toggle"].contains($0.kind) && !$0.value.isEmpty }.map(\.value)
            .joined(separator: " ")
    }

    /// What a user calls it.
    public var label: String { accessibility.label ?? (value.isEmpty || kind == "image" ? text : value) }

    /// The tree as lines, for a look at it.
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
