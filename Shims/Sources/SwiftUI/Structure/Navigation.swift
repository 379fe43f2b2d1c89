@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
public struct NavigationView<Content> where Content: View {
    let content: Content
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
extension NavigationView: View, Primitive {
    public typealias Body = Never

    nonisolated public init(@ViewBuilder content: () -> Content) { self.init(content: content()) }

    func nodes(_ context: Context) -> [Node] { navigation(content, context) }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
@MainActor private func navigation(_ content: some View, _ context: Context) -> [Node] {
    let bar = NavigationBar()
    let children = content.evaluate(context.at("navigation").with(\.navigationBar, bar))
    var node = Node("navigation", bar.title, children: [])
    if !bar.title.isEmpty {
        var title = Node("text", bar.title, attributes: ["font": "largeTitle"])
        title.accessibility.traits = ["isHeader"]
        node.children.append(Node("bar", children: bar.leading + [title] + bar.trailing))
    } else if !(bar.leading + bar.trailing).isEmpty {
        node.children.append(Node("bar", children: bar.leading + bar.trailing))
    }
    node.value = ""
    node.children += children
    return [node]
}

/// The title and buttons that content passes to its navigation container.
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
final class NavigationBar {
    var title = ""
    var leading: [Node] = []
    var trailing: [Node] = []
}

private enum NavigationBarKey: EnvironmentKey { static var defaultValue: NavigationBar? { nil } }

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
extension EnvironmentValues {
    var navigationBar: NavigationBar? {
        get { self[NavigationBarKey.self] }
        set { self[NavigationBarKey.self] = newValue }
    }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
public struct NavigationLink<Label, Destination> where Label: View, Destination: View {
    let label: Label
    let destination: Destination
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
extension NavigationLink: View, Primitive {
    public typealias Body = Never

    nonisolated public init(@ViewBuilder destination: () -> Destination, @ViewBuilder label: () -> Label) {
        self.init(label: label(), destination: destination())
    }

    func nodes(_ context: Context) -> [Node] {
        let context = context.at("link")
        let isShown = context.host.kept(Host.Key(path: context.path, label: "shown")) {
            Cell(false, changed: context.host.invalidation)
        }
        context.host.attach((), context)
        let presented = Presented(.fullScreenCover) { isShown.set(false) }
        if isShown.get() {
            context.host.presentations.append(presented)
            presented.nodes = navigation(destination, context.with(\.presented, presented))
        }
        return Button(role: "link", action: { isShown.set(true) }, made: label).nodes(context)
    }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
extension NavigationLink where Label == Text {
    nonisolated public init(_ titleKey: LocalizedStringKey, @ViewBuilder destination: () -> Destination) {
        self.init(label: Text(titleKey), destination: destination())
    }

    @_disfavoredOverload
    nonisolated public init<S>(_ title: S, @ViewBuilder destination: () -> Destination) where S: StringProtocol {
        self.init(label: Text(title), destination: destination())
    }
}

@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, visionOS 1.0, *)
extension View {
    nonisolated public func navigationTitle(_ title: Text) -> some View { titled(title.words) }
    nonisolated public func navigationTitle(_ titleKey: LocalizedStringKey) -> some View { titled(titleKey.words) }
    @_disfavoredOverload
    nonisolated public func navigationTitle<S>(_ title: S) -> some View where S: StringProtocol {
        titled(String(title))
    }

    nonisolated func titled(_ title: String) -> Ruled<Self> {
        ruled { content, context in
            context.environment.navigationBar?.title = title
            return content.evaluate(context)
        }
    }
}

@available(macOS, unavailable)
public struct NavigationBarItem: Sendable {
    @available(iOS 14.0, watchOS 8.0, *)
    @available(macOS, unavailable)
    @available(tvOS, unavailable)
    public enum TitleDisplayMode: Sendable {
        case automatic
        case inline
        case large
    }
}

@available(iOS 14.0, watchOS 8.0, visionOS 1.0, *)
@available(macOS, unavailable)
@available(tvOS, unavailable)
extension View {
    nonisolated public func navigationBarTitleDisplayMode(
        _ displayMode: NavigationBarItem.TitleDisplayMode
    ) -> some View { ruled { content, context in content.evaluate(context) } }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
@MainActor @preconcurrency public protocol NavigationViewStyle {}

@available(iOS 13.0, tvOS 13.0, watchOS 7.0, visionOS 1.0, *)
@available(macOS, unavailable)
public struct StackNavigationViewStyle {
    nonisolated public init() {}
}

@available(macOS, unavailable)
extension StackNavigationViewStyle: NavigationViewStyle {}

@available(iOS 13.0, tvOS 13.0, watchOS 7.0, visionOS 1.0, *)
@available(macOS, unavailable)
extension NavigationViewStyle where Self == StackNavigationViewStyle {
    @MainActor @preconcurrency public static var stack: StackNavigationViewStyle { StackNavigationViewStyle() }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
extension View {
    nonisolated public func navigationViewStyle<S>(_ style: S) -> some View where S: NavigationViewStyle {
        ruled { content, context in content.evaluate(context) }
    }
}
