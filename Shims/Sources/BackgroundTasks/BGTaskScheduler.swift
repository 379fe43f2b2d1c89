public import Dispatch
public import Foundation

/// A stub of Apple's task. A test begins it with ``BGTaskScheduler/launch(_:)`` and may let it expire.
@available(iOS 13.0, tvOS 13.0, *)
@available(macOS, unavailable)
@available(watchOS, unavailable)
open class BGTask: NSObject {
    public let identifier: String
    public var expirationHandler: (() -> Void)?
    private let lock = NSLock()
    private var results: [Bool] = []

    fileprivate init(identifier: String) { self.identifier = identifier }

    public func setTaskCompleted(success: Bool) { lock.withLock { results.append(success) } }

    /// The results that were reported: one, if the client is right.
    @_spi(Shim) public var completions: [Bool] { lock.withLock { results } }
}

@available(iOS 13.0, tvOS 13.0, *)
@available(macOS, unavailable)
@available(watchOS, unavailable)
open class BGTaskRequest: NSObject {
    public let identifier: String
    public var earliestBeginDate: Date?

    fileprivate init(of identifier: String) { self.identifier = identifier }
}

@available(iOS 13.0, tvOS 13.0, *)
@available(macOS, unavailable)
@available(watchOS, unavailable)
public final class BGAppRefreshTaskRequest: BGTaskRequest {
    public init(identifier: String) { super.init(of: identifier) }
}

/// A stub of Apple's scheduler. It begins nothing by itself.
@available(iOS 13.0, tvOS 13.0, *)
@available(macOS, unavailable)
@available(watchOS, unavailable)
public final class BGTaskScheduler: NSObject {
    nonisolated(unsafe) private static let only = BGTaskScheduler()
    public class var shared: BGTaskScheduler { only }

    private let lock = NSLock()
    private var permitted: Set<String> = []
    private var handlers: [String: (DispatchQueue?, (BGTask) -> Void)] = [:]
    private var submitted: [BGTaskRequest] = []

    @available(iOSApplicationExtension, unavailable)
    @available(tvOSApplicationExtension, unavailable)
    @available(visionOSApplicationExtension, unavailable)
    @discardableResult
    public func register(
        forTaskWithIdentifier identifier: String, using queue: DispatchQueue?, launchHandler: @escaping (BGTask) -> Void
    ) -> Bool {
        lock.withLock {
            guard permitted.contains(identifier) else { return false }
            precondition(handlers[identifier] == nil, "Apple's scheduler ends an app that registers twice")
            handlers[identifier] = (queue, launchHandler)
            return true
        }
    }

    public func submit(_ taskRequest: BGTaskRequest) throws {
        try lock.withLock {
            guard permitted.contains(taskRequest.identifier) else { throw NotPermitted() }
            submitted.removeAll { $0.identifier == taskRequest.identifier }
            submitted.append(taskRequest)
        }
    }

    @_spi(Shim) public struct NotPermitted: Error {}

    /// Names a task in `BGTaskSchedulerPermittedIdentifiers`.
    @_spi(Shim) public func permit(_ identifier: String) { lock.withLock { _ = permitted.insert(identifier) } }

    /// The requests that wait.
    @_spi(Shim) public func requests(for identifier: String) -> [BGTaskRequest] {
        lock.withLock { submitted.filter { $0.identifier == identifier } }
    }

    /// Begins a task as the system does: takes its request away and calls its handler on a queue that is not the main one.
    @_spi(Shim) public func launch(_ identifier: String) async -> BGTask? {
        let task = BGTask(identifier: identifier)
        let handler = lock.withLock {
            submitted.removeAll { $0.identifier == identifier }
            return handlers[identifier]
        }
        guard let (queue, handle) = handler else { return nil }
        nonisolated(unsafe) let (begun, call) = (task, handle)
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            (queue ?? DispatchQueue(label: "background tasks")).async {
                call(begun)
                continuation.resume()
            }
        }
        return begun
    }
}
