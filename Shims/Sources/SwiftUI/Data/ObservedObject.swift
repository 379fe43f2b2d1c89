import Combine

/// An observed object with the subscription to its changes.
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
final class Observation<ObjectType: ObservableObject> {
    let object: ObjectType
    private let subscription: AnyCancellable

    init(_ object: ObjectType, changed: @escaping () -> Void) {
        self.object = object
        subscription = object.objectWillChange.sink { _ in changed() }
    }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
@MainActor @preconcurrency @propertyWrapper public struct ObservedObject<ObjectType>: DynamicProperty
where ObjectType: ObservableObject {
    @MainActor @preconcurrency @dynamicMemberLookup public struct Wrapper {
        let object: ObjectType

        @MainActor @preconcurrency
        public subscript<Subject>(
            dynamicMember keyPath: ReferenceWritableKeyPath<ObjectType, Subject>
        ) -> Binding<Subject> {
            let object = object
            return Binding(getter: { object[keyPath: keyPath] }, setter: { object[keyPath: keyPath] = $0 })
        }
    }

    @MainActor @preconcurrency public var wrappedValue: ObjectType

    @MainActor @preconcurrency public init(wrappedValue: ObjectType) { self.wrappedValue = wrappedValue }
    @MainActor @preconcurrency public init(initialValue: ObjectType) { wrappedValue = initialValue }

    @MainActor @preconcurrency public var projectedValue: ObservedObject<ObjectType>.Wrapper {
        Wrapper(object: wrappedValue)
    }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
extension ObservedObject: Linked {
    func link(_ key: Host.Key, _ context: Context) {
        let observed = context.host.kept(key) { Observation(wrappedValue, changed: context.host.invalidation) }
        if observed.object !== wrappedValue {
            context.host.keep(key, Observation(wrappedValue, changed: context.host.invalidation))
        }
    }
}

@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, visionOS 1.0, *)
@MainActor @preconcurrency @propertyWrapper public struct StateObject<ObjectType>: DynamicProperty
where ObjectType: ObservableObject {
    nonisolated(unsafe) private let thunk: () -> ObjectType
    private let kept = Slot<Observation<ObjectType>>()

    nonisolated public init(wrappedValue thunk: @autoclosure @escaping () -> ObjectType) { self.thunk = thunk }

    @MainActor @preconcurrency public var wrappedValue: ObjectType { kept.value?.object ?? thunk() }

    @MainActor @preconcurrency public var projectedValue: ObservedObject<ObjectType>.Wrapper {
        ObservedObject<ObjectType>.Wrapper(object: wrappedValue)
    }
}

@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, visionOS 1.0, *)
extension StateObject: Linked {
    func link(_ key: Host.Key, _ context: Context) {
        kept.value = context.host.kept(key) { Observation(thunk(), changed: context.host.invalidation) }
    }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
@MainActor @preconcurrency @propertyWrapper public struct EnvironmentObject<ObjectType>: DynamicProperty
where ObjectType: ObservableObject {
    private let found = Slot<ObjectType>()

    nonisolated public init() {}

    @MainActor @preconcurrency public var wrappedValue: ObjectType {
        guard let object = found.value else { fatalError("no \(ObjectType.self) was given with environmentObject(_:)") }
        return object
    }

    @MainActor @preconcurrency public var projectedValue: ObservedObject<ObjectType>.Wrapper {
        ObservedObject<ObjectType>.Wrapper(object: wrappedValue)
    }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
extension EnvironmentObject: Linked {
    func link(_ key: Host.Key, _ context: Context) {
        found.value = context.environment.objects[ObjectIdentifier(ObjectType.self)] as? ObjectType
        guard let object = found.value else { return }
        let observed = context.host.kept(key) { Observation(object, changed: context.host.invalidation) }
        if observed.object !== object {
            context.host.keep(key, Observation(object, changed: context.host.invalidation))
        }
    }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
extension View {
    nonisolated public func environmentObject<T>(_ object: T) -> some View where T: ObservableObject {
        ruled { content, context in
            var context = context
            context.environment.objects[ObjectIdentifier(T.self)] = object
            return content.evaluate(context)
        }
    }
}
