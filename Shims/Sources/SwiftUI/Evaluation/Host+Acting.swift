public import Foundation

@_spi(Shim) extension Host {
    /// The error for an action that a user could not perform: the control is missing, disabled or covered.
    public struct CannotDo: Error, CustomStringConvertible {
        public let description: String
    }

    /// The topmost presentation, else the screen itself.
    public var front: [Node] { presented.last?.nodes ?? nodes }

    /// The readable text of the screen, without the presentations above it.
    public var text: String { nodes.map(\.text).filter { !$0.isEmpty }.joined(separator: " ") }

    public var alert: Presented? { presented.last { $0.kind == .alert } }
    public var confirmationDialog: Presented? { presented.last { $0.kind == .confirmationDialog } }
    public var sheet: Presented? { presented.last { $0.kind == .sheet || $0.kind == .fullScreenCover } }

    /// The labels of all buttons on top that are enabled.
    public var buttons: [String] {
        front.flatMap(\.all).filter { $0.action != nil && $0.isEnabled }.map(\.label)
    }

    /// The first node with the label, on top or below.
    public func find(label: String) -> Node? {
        (presented.reversed().flatMap(\.nodes) + nodes).flatMap(\.all).first { $0.label == label }
    }

    /// The first node with the identifier, on top or below.
    public func find(identifier: String) -> Node? {
        (presented.reversed().flatMap(\.nodes) + nodes).flatMap(\.all)
            .first { $0.accessibility.identifier == identifier }
    }

    /// Presses the control with a label, or else an identifier, on top.
    public func press(_ label: String) throws {
        let found = front.flatMap(\.all).filter { $0.action != nil }
            .filter { $0.label == label || $0.accessibility.identifier == label }
        guard let node = found.first(where: \.isEnabled) else {
            throw CannotDo(
                description: found.isEmpty
                    ? "there is no button \"\(label)\"; there are: \(buttons)" : "the button \"\(label)\" is disabled")
        }
        node.action?()
        update()
    }

    /// Types into a field, switches a toggle ("true", "false"), or selects a picker's choice by its label.
    public func enter(_ text: String, into label: String) throws {
        let found = front.flatMap(\.all).filter { $0.change != nil }
            .filter { $0.label == label || $0.accessibility.identifier == label }
        guard let node = found.first(where: \.isEnabled) else {
            throw CannotDo(
                description: found.isEmpty ? "there is no field \"\(label)\"" : "the field \"\(label)\" is disabled")
        }
        node.change?(text)
        update()
    }

    /// Swipes a sheet away, or touches outside a dialog, if the system allows it.
    public func swipeAway() throws {
        guard let top = presented.last else { throw CannotDo(description: "nothing is presented") }
        guard !top.isDismissDisabled, top.kind != .alert, top.kind != .fullScreenCover else {
            throw CannotDo(description: "the \(top.kind.rawValue) cannot be swiped away")
        }
        top.dismiss()
        update()
    }

    /// Sets the phase of the view's scene.
    public func enter(_ phase: ScenePhase) {
        environment.scenePhase = phase
        update()
    }

    /// Opens a link in the view, as `openURL` would.
    public func open(_ url: URL) {
        var environment = environment
        environment.systemOpener = { [unowned self] url in
            opened.append(url)
            return accepts(url)
        }
        environment.openURL(url)
    }

    /// The tree as lines, followed by the presentations.
    public var outline: String {
        (nodes.map(\.outline)
            + presented.flatMap { item in ["-- \(item.kind.rawValue) \(item.title)"] + item.nodes.map(\.outline) })
            .joined(separator: "\n")
    }
}
