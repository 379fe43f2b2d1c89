import NIOCore

/// How long a connection has waited for its caller, and for what. No I/O, no clock.
///
/// A clock runs only while the caller is to blame: not while an earlier answer of the same connection is in the making,
/// for the server reads nothing then.
struct ConnectionWatch {
    /// What the caller did not do in time.
    enum Verdict: Hashable {
        /// Ask for something.
        case idle
        /// Finish the head of a request.
        case head
        /// Finish the body of a request.
        case body
        /// Read the answer.
        case stall
        /// Close, after the last answer.
        case linger
    }

    /// What is being read.
    enum Reading: Hashable {
        case nothing
        case head(since: NIODeadline)
        case body(since: NIODeadline)
    }

    let limits: ServerLimits
    private(set) var reading = Reading.nothing
    /// How many answers are not written yet.
    private(set) var owed = 0
    /// Whether the last answer is on its way or none comes any more.
    private(set) var isClosing = false
    private var idleSince: NIODeadline
    private var pending: (sent: Int, since: NIODeadline)?

    init(limits: ServerLimits, now: NIODeadline) {
        self.limits = limits
        idleSince = now
    }

    /// Whether some of an answer waits for the caller to read.
    var isPending: Bool { pending != nil }

    /// Whether the body of the request that was read last is incomplete.
    var isReadingBody: Bool { if case .body = reading { true } else { false } }

    /// Bytes arrived.
    mutating func received(_ now: NIODeadline) {
        if reading == .nothing { reading = .head(since: now) }
    }

    /// A head is complete.
    mutating func headEnded(_ now: NIODeadline) {
        owed += 1
        reading = .body(since: now)
    }

    /// A request is complete.
    mutating func requestEnded() { reading = .nothing }

    /// An answer is written.
    mutating func answered(_ now: NIODeadline) {
        owed -= 1
        idleSince = now
        switch reading {
        case .nothing: break
        case .head: reading = .head(since: now)
        case .body: if owed > 0 { reading = .body(since: now) }
        }
    }

    /// Nothing further will be read or answered.
    mutating func close(_ now: NIODeadline) {
        isClosing = true
        idleSince = now
    }

    /// Looks at what waits to be sent: `buffered` bytes wait, and the kernel took `sent` bytes so far.
    mutating func sent(_ sent: Int, buffered: Int, _ now: NIODeadline) {
        if buffered == 0 {
            if pending != nil { idleSince = now }
            pending = nil
        } else if pending.map({ sent > $0.sent }) ?? true {
            pending = (sent, now)
        }
    }

    /// When the caller is out of time, and with what; `nil` while it is the server's turn.
    var deadline: (at: NIODeadline, verdict: Verdict)? {
        if let pending { return (pending.since + limits.stall, .stall) }
        if isClosing { return (idleSince + limits.linger, .linger) }
        switch reading {
        case .head(let since) where owed == 0: return (since + limits.head, .head)
        case .body(let since) where owed <= 1: return (since + limits.body, .body)
        case .nothing where owed == 0: return (idleSince + limits.idle, .idle)
        default: return nil
        }
    }

    /// When to look again. Never later than the deadline of whatever comes next.
    func nextLook(_ now: NIODeadline) -> NIODeadline {
        guard let deadline else { return now + limits.shortest }
        // Progress is only seen by looking.
        return isPending ? min(deadline.at, now + limits.stall / 4) : deadline.at
    }
}

extension ServerLimits {
    fileprivate var shortest: TimeAmount { min(idle, head, body, stall) }
}

extension TimeAmount {
    fileprivate static func / (left: TimeAmount, right: Int64) -> TimeAmount {
        .nanoseconds(max(1, left.nanoseconds / right))
    }
}
