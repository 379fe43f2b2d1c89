@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
public protocol Subject<Output, Failure>: AnyObject, Publisher {
    func send(_ value: Self.Output)
    func send(completion: Subscribers.Completion<Self.Failure>)
    func send(subscription: any Subscription)
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
final public class PassthroughSubject<Output, Failure>: Subject where Failure: Error {
    public init() {}

    final public func send(_ input: Output) { fatalError("a stub") }
    final public func send(completion: Subscribers.Completion<Failure>) { fatalError("a stub") }
    final public func send(subscription: any Subscription) { fatalError("a stub") }
    final public func receive<S>(subscriber: S) where Output == S.Input, Failure == S.Failure, S: Subscriber {
        fatalError("a stub")
    }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
final public class CurrentValueSubject<Output, Failure>: Subject where Failure: Error {
    public init(_ value: Output) { self.value = value }

    final public var value: Output

    final public func send(_ input: Output) { fatalError("a stub") }
    final public func send(completion: Subscribers.Completion<Failure>) { fatalError("a stub") }
    final public func send(subscription: any Subscription) { fatalError("a stub") }
    final public func receive<S>(subscriber: S) where Output == S.Input, Failure == S.Failure, S: Subscriber {
        fatalError("a stub")
    }
}
