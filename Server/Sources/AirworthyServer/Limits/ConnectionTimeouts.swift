import NIOCore

/// The time-outs of a connection as a state machine without I/O and without a clock.
///
/// A time-out runs only while the client is at fault. It does not run while an earlier response of the same connection
/// is being prepared, because the server does not read then.
struct ConnectionTimeouts {
    enum Reading: Hashable {
        case nothing
        case head(since: NIODeadline)
        case body(since: NIODeadline)
    }

    /// What the kernel has accepted in total, when bytes began to wait and when it last accepted some.
    private struct Unsent {
        let first: (sent: Int, at: NIODeadline)
        var last: (sent: Int, at: NIODeadline)
    }

    let limits: ServerLimits
    private(set) var reading = Reading.nothing
    /// The number of requests without a complete response.
    private(set) var pendingResponses = 0
    /// Whether the last response is being sent or no further one follows.
    private(set) var isClosing = false
    private var idleSince: NIODeadline
    /// The progress of sending, while bytes wait to be sent.
    private var unsent: Unsent?

    init(limits: ServerLimits, now: NIODeadline) {
        self.limits = limits
        idleSince = now
    }

    var hasUnsentBytes: Bool { unsent != nil }

    var isReadingBody: Bool { if case .body = reading { true } else { false } }

    mutating func receivedBytes(at now: NIODeadline) {
        if reading == .nothing { reading = .head(since: now) }
    }

    mutating func receivedHead(at now: NIODeadline) {
        pendingResponses += 1
        reading = .body(since: now)
    }

    mutating func receivedEnd() { reading = .nothing }

    mutating func wroteResponse(at now: NIODeadline) {
        pendingResponses -= 1
        idleSince = now
        switch reading {
        case .nothing: break
        case .head: reading = .head(since: now)
        case .body: if pendingResponses > 0 { reading = .body(since: now) }
        }
    }

    /// Records that the server neither reads nor responds any more.
    mutating func close(at now: NIODeadline) {
        isClosing = true
        idleSince = now
    }

    /// Records the progress of sending: `buffered` bytes wait, and the kernel accepted `sent` bytes in total.
    mutating func progressed(sent: Int, buffered: Int, at now: NIODeadline) {
        if buffered == 0 {
            if unsent != nil { idleSince = now }
            unsent = nil
        } else if let last = unsent?.last {
            if sent > last.sent { unsent?.last = (sent, now) }
        } else {
            unsent = Unsent(first: (sent, now), last: (sent, now))
        }
    }

    /// The time at which the client has read nothing for too long, or has read less than it should have by then.
    private func readDeadline(_ unsent: Unsent) -> NIODeadline {
        let earned = Double(unsent.last.sent - unsent.first.sent) / Double(limits.leastBytesPerSecond)
        let slow = unsent.first.at + limits.stall + .nanoseconds(Int64(min(earned, 1e9) * 1e9))
        return min(unsent.last.at + limits.stall, slow)
    }

    /// The time of the next time-out; `nil` while the client waits for the server. There is no reason to report when a client
    /// does not close after the last response.
    var deadline: (at: NIODeadline, reason: DisconnectReason?)? {
        if let unsent { return (readDeadline(unsent), .stalled) }
        if isClosing { return (idleSince + limits.linger, nil) }
        switch reading {
        case .head(let since) where pendingResponses == 0: return (since + limits.head, .headTimeout)
        case .body(let since) where pendingResponses <= 1: return (since + limits.body, .bodyTimeout)
        case .nothing where pendingResponses == 0: return (idleSince + limits.idle, .idle)
        default: return nil
        }
    }

    /// Returns the time of the next check, which is never later than the next deadline can be.
    func nextCheck(after now: NIODeadline) -> NIODeadline {
        guard let deadline else { return now + min(limits.idle, limits.head, limits.body, limits.stall) }
        // Sending progress is visible only when checked.
        let pause = TimeAmount.nanoseconds(max(1, limits.stall.nanoseconds / 4))
        return hasUnsentBytes ? min(deadline.at, now + pause) : deadline.at
    }
}
