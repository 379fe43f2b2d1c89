public import Foundation

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
public struct Button<Label> where Label: View {
    let role: String?
    let action: @MainActor () -> Void
    let label: Label

    nonisolated init(role: String?, action: @escaping @MainActor () -> Void, made label: Label) {
        self.role = role
        self.action = action
        self.label = label
    }
}

@available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, visionOS 1.0, *)
public struct ButtonRole: Equatable, Sendable {
    let name: String

    public static let destructive = ButtonRole(name: "destructive")
    public static let cancel = ButtonRole(name: "cancel")
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
extension Button: View, Primitive {
    public typealias Body = Never

    @preconcurrency nonisolated public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {
        self.init(role: nil, action: action, made: label())
    }

    @available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, visionOS 1.0, *)
    @preconcurrency nonisolated public init(
        role: ButtonRole?, action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label
    ) { self.init(role: role?.name, action: action, made: label()) }

    func nodes(_ context: Context) -> [Node] {
        let children = label.evaluate(context.at("label"))
        var node = Node("button", children.map(\.text).filter { !$0.isEmpty }.joined(separator: " "))
        node.children = children
        node.attributes = context.environment.control
        node.attributes["role"] = role
        node.isEnabled = context.environment.isEnabled
        let presented = context.environment.pressed
        node.action = { [action] in
            action()
            presented?()
        }
        if let named = children.flatMap(\.all).first(where: { $0.accessibility.label != nil }), node.value.isEmpty {
            node.accessibility.label = named.accessibility.label
        }
        return [node]
    }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
extension Button where Label == Text {
    @preconcurrency nonisolated public init(_ titleKey: LocalizedStringKey, action: @escaping @MainActor () -> Void) {
        self.init(role: nil, action: action, made: Text(titleKey))
    }

    @_disfavoredOverload
    @preconcurrency nonisolated public init<S>(_ title: S, action: @escaping @MainActor () -> Void)
    where S: StringProtocol { self.init(role: nil, action: action, made: Text(title)) }

    @available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, visionOS 1.0, *)
    @preconcurrency nonisolated public init(
        _ titleKey: LocalizedStringKey, role: ButtonRole?, action: @escaping @MainActor () -> Void
    ) { self.init(role: role?.name, action: action, made: Text(titleKey)) }

    @available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, visionOS 1.0, *)
    @_disfavoredOverload
    @preconcurrency nonisolated public init<S>(
        _ title: S, role: ButtonRole?, action: @escaping @MainActor () -> Void
    ) where S: StringProtocol { self.init(role: role?.name, action: action, made: Text(title)) }
}

@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, visionOS 1.0, *)
public struct Link<Label> where Label: View {
    let destination: URL
    let label: Label
}

@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, visionOS 1.0, *)
extension Link: View, Primitive {
    public typealias Body = Never

    nonisolated public init(destination: URL, @ViewBuilder label: () -> Label) {
        self.init(destination: destination, label: label())
    }

    func nodes(_ context: Context) -> [Node] {
        let openURL = context.environment.openURL
        let button = Button(role: "link", action: { [destination] in openURL(destination) }, made: label)
        var nodes = button.nodes(context)
        nodes[0].attributes["url"] = destination.absoluteString
        return nodes
    }
}

@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, visionOS 1.0, *)
extension Link where Label == Text {
    nonisolated public init(_ titleKey: LocalizedStringKey, destination: URL) {
        self.init(destination: destination, label: Text(titleKey))
    }

    @_disfavoredOverload
    nonisolated public init<S>(_ title: S, destination: URL) where S: StringProtocol {
        self.init(destination: destination, label: Text(title))
    }
}

// The environment values of controls.

private enum ControlKey: EnvironmentKey { static var defaultValue: [String: String] { [:] } }
private enum PressedKey: EnvironmentKey { static var defaultValue: (() -> Void)? { nil } }

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
extension EnvironmentValues {
    var control: [String: String] {
        get { self[ControlKey.self] }
        set { self[ControlKey.self] = newValue }
    }

    /// An additional action of every button: it closes the surrounding alert or dialog.
    var pressed: (() -> Void)? {
        get { self[PressedKey.self] }
        set { self[PressedKey.self] = newValue }
    }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
extension View {
    nonisolated func controlled(_ key: String, _ value: String?) -> some View {
        ruled { content, context in
            var context = context
            context.environment.control[key] = value
            return content.evaluate(context)
        }
    }
}
