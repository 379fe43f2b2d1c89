import Dispatch

private enum RowsKey: EnvironmentKey { static var defaultValue: Bool { false } }

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
@_spi(Shim) extension EnvironmentValues {
    /// Whether rows are made on another thread than the main one, as Apple's renderer may do since iOS 26. There a closure of the main
    /// actor ends the process.
    public var makesRowsElsewhere: Bool {
        get { self[RowsKey.self] }
        set { self[RowsKey.self] = newValue }
    }
}

/// Another thread than the main one.
enum OffMain {
    private static let queue = DispatchQueue(label: "rows")

    /// Runs a body there, and waits for it.
    static func run<Result>(_ body: @escaping () -> Result) -> Result {
        // Safe: this thread waits until the other one is done.
        nonisolated(unsafe) let body = body
        nonisolated(unsafe) var result: Result?
        let done = DispatchSemaphore(value: 0)
        // Not `sync`, which stays on the calling thread.
        queue.async {
            result = body()
            done.signal()
        }
        done.wait()
        return result!
    }
}
