import Synchronization

/// A value that any task may read and replace.
package final class Replaceable<Value: Sendable>: Sendable {
    private let state: Mutex<Value>

    package init(_ value: Value) { state = Mutex(value) }

    package var value: Value {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}
