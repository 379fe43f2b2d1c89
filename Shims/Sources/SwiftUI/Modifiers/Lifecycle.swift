public import Combine
public import Foundation

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
extension View {
    nonisolated public func onAppear(perform action: (() -> Void)? = nil) -> some View {
        ruled { content, context in
            let context = context.at("onAppear")
            context.host.effect(context.path).appear = action ?? {}
            return content.evaluate(context)
        }
    }

    nonisolated public func onDisappear(perform action: (() -> Void)? = nil) -> some View {
        ruled { content, context in
            let context = context.at("onDisappear")
            context.host.effect(context.path).disappear = action ?? {}
            return content.evaluate(context)
        }
    }

    nonisolated public func onReceive<P>(_ publisher: P, perform action: @escaping (P.Output) -> Void) -> some View
    where P: Publisher, P.Failure == Never {
        ruled { content, context in
            let context = context.at("onReceive")
            let effect = context.host.effect(context.path)
            let reception = effect.storage as? Reception<P.Output> ?? Reception()
            effect.storage = reception
            reception.action = action
            effect.appear = { reception.subscription = publisher.sink { reception.action($0) } }
            effect.disappear = { reception.subscription?.cancel() }
            return content.evaluate(context)
        }
    }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
private final class Reception<Output> {
    var action: (Output) -> Void = { _ in }
    var subscription: AnyCancellable?
}

@available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, visionOS 1.0, *)
extension View {
    nonisolated public func task(
        priority: TaskPriority = .userInitiated, @_inheritActorContext _ action: @escaping @Sendable () async -> Void
    ) -> some View {
        ruled { content, context in
            let context = context.at("task")
            let effect = context.host.effect(context.path)
            let tasks = context.host.tasks
            effect.appear = { [unowned effect] in effect.storage = tasks.start(priority, action) }
            effect.disappear = { [unowned effect] in (effect.storage as? Task<Void, Never>)?.cancel() }
            return content.evaluate(context)
        }
    }

    nonisolated public func task<T>(
        id value: T, priority: TaskPriority = .userInitiated,
        @_inheritActorContext _ action: @escaping @Sendable () async -> Void
    ) -> some View where T: Equatable {
        ruled { content, context in
            let context = context.at("task(id:)")
            let effect = context.host.effect(context.path)
            let tasks = context.host.tasks
            let running = effect.storage as? Running<T>
            if let running, running.id != value {
                running.task.cancel()
                context.host.after { running.task = tasks.start(priority, action) }
                running.id = value
            }
            effect.appear = { [unowned effect] in
                effect.storage = Running(id: value, task: tasks.start(priority, action))
            }
            effect.disappear = { [unowned effect] in (effect.storage as? Running<T>)?.task.cancel() }
            return content.evaluate(context)
        }
    }
}

@available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, visionOS 1.0, *)
private final class Running<ID> {
    var id: ID
    var task: Task<Void, Never>

    init(id: ID, task: Task<Void, Never>) {
        self.id = id
        self.task = task
    }
}

@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, visionOS 1.0, *)
extension View {
    nonisolated public func onChange<V>(of value: V, perform action: @escaping (V) -> Void) -> some View
    where V: Equatable { changing(value, initial: false) { action($1) } }

    nonisolated func changing<V: Equatable>(
        _ value: V, initial: Bool, _ action: @escaping (V, V) -> Void
    ) -> Ruled<Self> {
        ruled { content, context in
            let context = context.at("onChange")
            let effect = context.host.effect(context.path)
            if let old = effect.storage as? [V], old[0] != value {
                context.host.after { action(old[0], value) }
            } else if effect.storage == nil, initial {
                effect.appear = { action(value, value) }
            }
            effect.storage = [value]
            return content.evaluate(context)
        }
    }
}

@available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
extension View {
    nonisolated public func onChange<V>(
        of value: V, initial: Bool = false, _ action: @escaping (V, V) -> Void
    ) -> some View where V: Equatable { changing(value, initial: initial, action) }

    nonisolated public func onChange<V>(
        of value: V, initial: Bool = false, _ action: @escaping () -> Void
    ) -> some View where V: Equatable { changing(value, initial: initial) { _, _ in action() } }
}

@available(iOS 13.0, macOS 10.15, tvOS 16.0, watchOS 6.0, visionOS 1.0, *)
extension View {
    /// The evaluator triggers the gesture like a button, by its label.
    nonisolated public func onTapGesture(count: Int = 1, perform action: @escaping () -> Void) -> some View {
        ruled { content, context in
            content.evaluate(context).map { node in
                var node = node
                node.action = node.action ?? action
                node.isEnabled = context.environment.isEnabled
                return node
            }
        }
    }
}

@available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, visionOS 1.0, *)
extension View {
    nonisolated public func refreshable(@_inheritActorContext action: @escaping @Sendable () async -> Void) -> some View
    {
        wrapped("refreshable")
    }
    nonisolated public func onOpenURL(perform action: @escaping (_ url: Foundation.URL) -> Void) -> some View {
        ruled { content, context in content.evaluate(context) }
    }
}
