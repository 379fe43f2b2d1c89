/// Keeps prompts and gates away while something must not be interrupted: a recording, a payment.
///
/// Made by ``Airworthy/holdInterruptions()``. What is on the screen already stays.
public final class InterruptionHold: Sendable {
    private let core: ClientCore
    private let isOver = Locked(false)

    init(_ core: ClientCore) {
        self.core = core
        core.hold()
    }

    /// Ends the hold; what was held back comes up. Also happens when nobody holds on to this any more. From any thread.
    public func end() {
        let isFirst = isOver.withLock { isOver -> Bool in
            defer { isOver = true }
            return !isOver
        }
        if isFirst { core.release() }
    }

    deinit { end() }
}
