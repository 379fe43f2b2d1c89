import Foundation

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
public protocol DynamicProperty {
    mutating func update()
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
extension DynamicProperty {
    public mutating func update() {}
}

/// A property that the evaluator connects with its stored state before it calls `body`.
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
@MainActor protocol Linked {
    func link(_ key: Host.Key, _ context: Context)
}

/// The stored state of one property of one view in the tree. Any thread may read and write it.
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
final class Cell<Value> {
    private let lock = NSLock()
    private var value: Value
    private let changed: () -> Void

    init(_ value: Value, changed: @escaping () -> Void) {
        self.value = value
        self.changed = changed
    }

    func get() -> Value { lock.withLock { value } }

    func set(_ new: Value) {
        lock.withLock { value = new }
        changed()
    }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
final class Slot<Value> {
    var value: Value?
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
@propertyWrapper public struct State<Value>: DynamicProperty {
    private let initial: Value
    private let cell = Slot<Cell<Value>>()

    public init(wrappedValue value: Value) { initial = value }
    public init(initialValue value: Value) { initial = value }

    public var wrappedValue: Value {
        get { cell.value?.get() ?? initial }
        nonmutating set { cell.value?.set(newValue) }
    }

    public var projectedValue: Binding<Value> {
        let cell = cell, initial = initial
        return Binding(getter: { cell.value?.get() ?? initial }, setter: { cell.value?.set($0) })
    }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
extension State: Linked {
    func link(_ key: Host.Key, _ context: Context) {
        cell.value = context.host.kept(key) { Cell(initial, changed: context.host.invalidation) }
    }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
extension State where Value: ExpressibleByNilLiteral {
    public init() { self.init(wrappedValue: nil) }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
@propertyWrapper @dynamicMemberLookup public struct Binding<Value> {
    private let getter: () -> Value
    private let setter: (Value) -> Void

    init(getter: @escaping () -> Value, setter: @escaping (Value) -> Void) {
        self.getter = getter
        self.setter = setter
    }

    @preconcurrency public init(
        get: @escaping @isolated(any) @Sendable () -> Value, set: @escaping @isolated(any) @Sendable (Value) -> Void
    ) {
        // Like Apple's, this calls both closures on the current actor.
        getter = unsafeBitCast(get, to: (() -> Value).self)
        setter = unsafeBitCast(set, to: ((Value) -> Void).self)
    }

    public static func constant(_ value: Value) -> Binding<Value> { Binding(getter: { value }, setter: { _ in }) }

    public var wrappedValue: Value {
        get { getter() }
        nonmutating set { setter(newValue) }
    }

    public var projectedValue: Binding<Value> { self }

    public subscript<Subject>(dynamicMember keyPath: WritableKeyPath<Value, Subject>) -> Binding<Subject> {
        let getter = getter, setter = setter
        return Binding<Subject>(
            getter: { getter()[keyPath: keyPath] },
            setter: { new in
                var value = getter()
                value[keyPath: keyPath] = new
                setter(value)
            })
    }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
extension Binding: @unchecked Sendable where Value: Sendable {}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
extension Binding: DynamicProperty {}
