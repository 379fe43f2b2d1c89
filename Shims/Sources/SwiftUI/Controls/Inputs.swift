@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
public struct Toggle<Label> where Label: View {
    let isOn: Binding<Bool>
    let label: Label
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
extension Toggle: View, Primitive {
    public typealias Body = Never

    nonisolated public init(isOn: Binding<Bool>, @ViewBuilder label: () -> Label) {
        self.init(isOn: isOn, label: label())
    }

    func nodes(_ context: Context) -> [Node] {
        let children = label.evaluate(context.at("label"))
        var node = Node("toggle", children.map(\.text).joined(separator: " "), children: children)
        node.children = []
        node.attributes = context.environment.control.merging(["value": isOn.wrappedValue ? "1" : "0"]) { $1 }
        node.isEnabled = context.environment.isEnabled
        node.change = { [isOn] in isOn.wrappedValue = $0 == "true" }
        node.action = { [isOn] in isOn.wrappedValue.toggle() }
        return [node]
    }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
extension Toggle where Label == Text {
    nonisolated public init(_ titleKey: LocalizedStringKey, isOn: Binding<Bool>) {
        self.init(isOn: isOn, label: Text(titleKey))
    }

    @_disfavoredOverload
    nonisolated public init<S>(_ title: S, isOn: Binding<Bool>) where S: StringProtocol {
        self.init(isOn: isOn, label: Text(title))
    }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
public struct TextField<Label> where Label: View {
    let text: Binding<String>
    let label: Label
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
extension TextField: View, Primitive {
    public typealias Body = Never

    func nodes(_ context: Context) -> [Node] {
        let title = label.evaluate(context.at("label")).map(\.text).joined(separator: " ")
        var node = Node("field", attributes: context.environment.control)
        node.attributes["value"] = text.wrappedValue
        node.accessibility.label = title
        node.isEnabled = context.environment.isEnabled
        node.change = { [text] in text.wrappedValue = $0 }
        return [node]
    }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
extension TextField where Label == Text {
    nonisolated public init(_ titleKey: LocalizedStringKey, text: Binding<String>) {
        self.init(text: text, label: Text(titleKey))
    }

    @_disfavoredOverload
    nonisolated public init<S>(_ title: S, text: Binding<String>) where S: StringProtocol {
        self.init(text: text, label: Text(title))
    }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
public struct Picker<Label, SelectionValue, Content> where Label: View, SelectionValue: Hashable, Content: View {
    let selection: Binding<SelectionValue>
    let label: Label
    let content: Content
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
extension Picker: View, Primitive {
    public typealias Body = Never

    nonisolated public init(
        selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label
    ) { self.init(selection: selection, label: label(), content: content()) }

    func nodes(_ context: Context) -> [Node] {
        let choices = Choices()
        let children = content.evaluate(context.at("choices").with(\.choices, choices))
        let title = label.evaluate(context.at("label")).map(\.text).joined(separator: " ")
        var node = Node("picker", title, attributes: context.environment.control)
        node.children = children.flatMap(\.all).filter { $0.kind == "text" }.map { Node("choice", $0.value) }
        let chosen = AnyHashable(selection.wrappedValue)
        node.attributes["value"] = choices.tags.first { $0.value == chosen }?.label ?? ""
        node.isEnabled = context.environment.isEnabled
        node.change = { [selection, choices] label in
            guard let tag = choices.tags.first(where: { $0.label == label })?.value,
                let value = tag as? SelectionValue ?? tag.base as? SelectionValue
            else { return }
            selection.wrappedValue = value
        }
        return [node]
    }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
extension Picker where Label == Text {
    nonisolated public init(
        _ titleKey: LocalizedStringKey, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content
    ) { self.init(selection: selection, label: Text(titleKey), content: content()) }

    @_disfavoredOverload
    nonisolated public init<S>(
        _ title: S, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content
    ) where S: StringProtocol { self.init(selection: selection, label: Text(title), content: content()) }
}

/// The tags of a picker's content, with their labels.
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
final class Choices {
    var tags: [(value: AnyHashable, label: String)] = []
}

private enum ChoicesKey: EnvironmentKey { static var defaultValue: Choices? { nil } }

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
extension EnvironmentValues {
    var choices: Choices? {
        get { self[ChoicesKey.self] }
        set { self[ChoicesKey.self] = newValue }
    }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
extension View {
    nonisolated public func tag<V>(_ tag: V) -> some View where V: Hashable {
        ruled { content, context in
            let nodes = content.evaluate(context)
            context.environment.choices?.tags.append((AnyHashable(tag), nodes.map(\.text).joined(separator: " ")))
            return nodes
        }
    }
}

@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, visionOS 1.0, *)
public struct ProgressView<Label, CurrentValueLabel> where Label: View, CurrentValueLabel: View {
    let fraction: Double?
    let label: Label
}

@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, visionOS 1.0, *)
extension ProgressView: View, Primitive {
    public typealias Body = Never

    func nodes(_ context: Context) -> [Node] {
        var node = Node("progress", children: label.evaluate(context.at("label")))
        node.attributes["value"] = fraction.map { "\($0)" }
        return [node]
    }
}

@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, visionOS 1.0, *)
extension ProgressView where Label == EmptyView, CurrentValueLabel == EmptyView {
    nonisolated public init() { self.init(fraction: nil, label: EmptyView()) }

    nonisolated public init<V>(value: V?, total: V = 1.0) where V: BinaryFloatingPoint {
        self.init(fraction: value.map { Double($0 / total) }, label: EmptyView())
    }
}

@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, visionOS 1.0, *)
extension ProgressView where CurrentValueLabel == EmptyView {
    nonisolated public init(@ViewBuilder label: () -> Label) { self.init(fraction: nil, label: label()) }
}

@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, visionOS 1.0, *)
extension ProgressView where Label == Text, CurrentValueLabel == EmptyView {
    nonisolated public init(_ titleKey: LocalizedStringKey) { self.init(fraction: nil, label: Text(titleKey)) }

    @_disfavoredOverload
    nonisolated public init<S>(_ title: S) where S: StringProtocol { self.init(fraction: nil, label: Text(title)) }
}
