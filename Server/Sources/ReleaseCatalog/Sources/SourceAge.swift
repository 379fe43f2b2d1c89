package import Foundation

/// How old the facts of one source are.
package struct SourceAge: Hashable, Sendable {
    /// Who said it.
    package var source: Source
    /// When it last gave a good answer.
    package var checkedAt: Date
    /// When its facts last changed.
    package var changedAt: Date

    /// Makes an age.
    package init(source: Source, checkedAt: Date, changedAt: Date) {
        self.source = source
        self.checkedAt = checkedAt
        self.changedAt = changedAt
    }
}

/// How the asking of one source about one app goes.
package struct SourceStatus: Hashable, Sendable {
    /// Who is asked.
    package var source: Source
    /// The seconds between two questions, as they are now: stretched while many apps share a key.
    package var interval: TimeInterval
    /// When the last facts came and were kept, since the start of this process.
    package var lastSuccess: Date?
    /// When the source was last asked.
    package var lastAttempt: Date?
    /// Why the last question brought nothing, in words without secrets; `nil` if it did.
    package var problem: String?

    /// Makes a status.
    package init(
        source: Source, interval: TimeInterval, lastSuccess: Date? = nil, lastAttempt: Date? = nil,
        problem: String? = nil
    ) {
        self.source = source
        self.interval = interval
        self.lastSuccess = lastSuccess
        self.lastAttempt = lastAttempt
        self.problem = problem
    }

    /// Whether the last success is older than three intervals. Never asked with success is not stale but unknown.
    package func isStale(at now: Date) -> Bool {
        lastSuccess.map { now.timeIntervalSince($0) > 3 * interval } ?? false
    }
}
