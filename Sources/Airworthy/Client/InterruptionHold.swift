import AirworthyChannel

/// A period without prompts and gates, e.g. during a recording or a payment. Screens that are already visible stay.
///
/// ```swift
/// let hold = airworthy.holdInterruptions()
/// await record()
/// hold.end()
/// ```
/// Without the call of ``end()`` Swift may release the hold at once. ``Airworthy/holdInterruptions(during:)`` needs no variable.
public final class InterruptionHold: Sendable {
    private let core: ClientCore
    private let isOver = Locked(false)

    init(core: ClientCore) {
        self.core = core
        core.state.withLock { $0.screen.hold() }
    }

    deinit { end() }

    /// Ends the hold and presents the screen that was held back. Releasing the hold has the same effect. Callable from any thread.
    ///
    /// ```swift
    /// hold.end()
    /// ```
    public func end() {
        let isFirst = isOver.withLock { isOver -> Bool in
            defer { isOver = true }
            return !isOver
        }
        guard isFirst, let trigger = core.state.withLock({ $0.screen.release() }) else { return }
        core.presentationTriggers.send(trigger)
    }
}
