public import Foundation

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
extension View {
    /// Adds a presentation. Every presentation of the stub uses it; `fill` runs while `isPresented` is true.
    nonisolated func presenting(
        _ kind: Presented.Kind, _ isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil,
        fill: @escaping @MainActor (Presented, Context) -> Void
    ) -> Ruled<Self> {
        ruled { content, context in
            let context = context.at("\(kind)")
            let effect = context.host.effect(context.path)
            let nodes = content.evaluate(context)
            let was = effect.storage as? Presented
            guard isPresented.wrappedValue else {
                if let was {
                    effect.storage = nil
                    // SwiftUI evaluates the content again while the presentation closes.
                    fill(was, context.at("presented").with(\.presented, was).with(\.navigationBar, nil))
                    context.host.closing = was
                    context.host.after { onDismiss?() }
                }
                return nodes
            }
            let presented = Presented(kind) { isPresented.wrappedValue = false }
            effect.storage = presented
            context.host.presentations.append(presented)
            fill(presented, context.at("presented").with(\.presented, presented).with(\.navigationBar, nil))
            return nodes
        }
    }

    nonisolated public func sheet<Content>(
        isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping () -> Content
    ) -> some View where Content: View {
        presenting(.sheet, isPresented, onDismiss: onDismiss) { $0.nodes = content().evaluate($1) }
    }

    nonisolated public func sheet<Item, Content>(
        item: Binding<Item?>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping (Item) -> Content
    ) -> some View where Item: Identifiable, Content: View {
        presenting(.sheet, item.isSome(), onDismiss: onDismiss) { presented, context in
            guard let item = item.wrappedValue else { return }
            presented.nodes = content(item).evaluate(context.at(item.id))
        }
    }
}

@available(iOS 14.0, tvOS 14.0, watchOS 7.0, visionOS 1.0, *)
@available(macOS, unavailable)
extension View {
    nonisolated public func fullScreenCover<Content>(
        isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping () -> Content
    ) -> some View where Content: View {
        presenting(.fullScreenCover, isPresented, onDismiss: onDismiss) { $0.nodes = content().evaluate($1) }
    }

    nonisolated public func fullScreenCover<Item, Content>(
        item: Binding<Item?>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping (Item) -> Content
    ) -> some View where Item: Identifiable, Content: View {
        presenting(.fullScreenCover, item.isSome(), onDismiss: onDismiss) { presented, context in
            guard let item = item.wrappedValue else { return }
            presented.nodes = content(item).evaluate(context.at(item.id))
        }
    }
}

extension Binding {
    /// A binding that is `true` while there is a value. Setting it to `false` removes the value.
    func isSome<Wrapped>() -> Binding<Bool> where Value == Wrapped? {
        Binding<Bool>(getter: { wrappedValue != nil }, setter: { if !$0 { wrappedValue = nil } })
    }
}

extension Presented {
    /// Fills an alert or a dialog. Pressing any button closes it. Without buttons it has the system's OK button.
    func fill(_ title: String, _ context: Context, actions: some View, message: (some View)?) {
        self.title = title
        let context = context.with(\.pressed, dismiss)
        nodes = actions.evaluate(context.at("actions"))
        if !nodes.flatMap(\.all).contains(where: { $0.action != nil }) {
            nodes += Button("OK" as String) {}.evaluate(context)
        }
        if let message {
            self.message = message.evaluate(context.at("message")).map(\.text).joined(separator: " ")
        }
    }
}

@available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, visionOS 1.0, *)
extension View {
    nonisolated public func alert<A, M>(
        _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, @ViewBuilder actions: () -> A,
        @ViewBuilder message: () -> M
    ) -> some View where A: View, M: View {
        asking(.alert, Text(titleKey), isPresented, actions(), message() as M?)
    }

    @_disfavoredOverload
    nonisolated public func alert<S, A, M>(
        _ title: S, isPresented: Binding<Bool>, @ViewBuilder actions: () -> A, @ViewBuilder message: () -> M
    ) -> some View where S: StringProtocol, A: View, M: View {
        asking(.alert, Text(title), isPresented, actions(), message() as M?)
    }

    nonisolated public func alert<A, M>(
        _ title: Text, isPresented: Binding<Bool>, @ViewBuilder actions: () -> A, @ViewBuilder message: () -> M
    ) -> some View where A: View, M: View { asking(.alert, title, isPresented, actions(), message() as M?) }

    nonisolated public func alert<A>(
        _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, @ViewBuilder actions: () -> A
    ) -> some View where A: View { asking(.alert, Text(titleKey), isPresented, actions(), nil as EmptyView?) }

    @_disfavoredOverload
    nonisolated public func alert<S, A>(
        _ title: S, isPresented: Binding<Bool>, @ViewBuilder actions: () -> A
    ) -> some View where S: StringProtocol, A: View {
        asking(.alert, Text(title), isPresented, actions(), nil as EmptyView?)
    }

    @_disfavoredOverload
    nonisolated public func alert<S, A, M, T>(
        _ title: S, isPresented: Binding<Bool>, presenting data: T?, @ViewBuilder actions: @escaping (T) -> A,
        @ViewBuilder message: @escaping (T) -> M
    ) -> some View where S: StringProtocol, A: View, M: View {
        asking(.alert, Text(title), isPresented, data.map(actions), data.map(message))
    }

    @_disfavoredOverload
    nonisolated public func confirmationDialog<S, A>(
        _ title: S, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
        @ViewBuilder actions: () -> A
    ) -> some View where S: StringProtocol, A: View {
        asking(.confirmationDialog, Text(title), isPresented, actions(), nil as EmptyView?)
    }

    nonisolated public func confirmationDialog<A>(
        _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
        @ViewBuilder actions: () -> A
    ) -> some View where A: View {
        asking(.confirmationDialog, Text(titleKey), isPresented, actions(), nil as EmptyView?)
    }

    @_disfavoredOverload
    nonisolated public func confirmationDialog<S, A, M>(
        _ title: S, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
        @ViewBuilder actions: () -> A, @ViewBuilder message: () -> M
    ) -> some View where S: StringProtocol, A: View, M: View {
        asking(.confirmationDialog, Text(title), isPresented, actions(), message() as M?)
    }

    nonisolated public func confirmationDialog<A, M>(
        _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
        @ViewBuilder actions: () -> A, @ViewBuilder message: () -> M
    ) -> some View where A: View, M: View {
        asking(.confirmationDialog, Text(titleKey), isPresented, actions(), message() as M?)
    }

    nonisolated func asking<A: View, M: View>(
        _ kind: Presented.Kind, _ title: Text, _ isPresented: Binding<Bool>, _ actions: A, _ message: M?
    ) -> Ruled<Self> {
        presenting(kind, isPresented) { $0.fill(title.words, $1, actions: actions, message: message) }
    }

    nonisolated public func interactiveDismissDisabled(_ isDisabled: Bool = true) -> some View {
        ruled { content, context in
            if isDisabled { context.environment.presented?.isDismissDisabled = true }
            return content.evaluate(context)
        }
    }
}

@available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, visionOS 1.0, *)
public enum Visibility: CaseIterable, Hashable, Sendable {
    case automatic
    case visible
    case hidden
}

@available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, visionOS 1.0, *)
public struct PresentationDetent: Hashable, Sendable {
    let name: String

    public static let medium = PresentationDetent(name: "medium")
    public static let large = PresentationDetent(name: "large")

    public static func fraction(_ fraction: CGFloat) -> PresentationDetent {
        PresentationDetent(name: "fraction \(fraction)")
    }
    public static func height(_ height: CGFloat) -> PresentationDetent {
        PresentationDetent(name: "height \(height)")
    }
}

@available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, visionOS 1.0, *)
extension View {
    nonisolated public func presentationDetents(_ detents: Swift.Set<PresentationDetent>) -> some View {
        ruled { content, context in
            context.environment.presented?.detents = detents.map(\.name).sorted()
            return content.evaluate(context)
        }
    }
    nonisolated public func presentationDragIndicator(_ visibility: Visibility) -> some View {
        ruled { content, context in content.evaluate(context) }
    }
}
