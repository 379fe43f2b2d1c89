import ControlPlane
import Foundation

/// A search through the audit, newest entries first. It reads a bounded number of entries and then says where it stopped.
struct AuditSearch: Sendable {
    /// What somebody searches for.
    struct Query: Hashable, Sendable {
        /// The app; `nil` for all.
        var app: String?
        /// A part of any text of an entry.
        var text: String?
        /// The beginning of the action, such as `token` for `token.revoked`.
        var action: String?
        /// The number of the entry to continue below.
        var before: Int?
        /// The date from which on entries are wanted; `nil` for all.
        var since: Date?
        /// The days up to now that ``since`` stands for.
        var days: Int?
    }

    /// The entries that were found.
    struct Result: Sendable {
        var entries: [AuditEntry] = []
        /// The number of the entry to continue below; `nil` at the end.
        var next: Int?
        /// The date of the oldest entry that was looked at.
        var reached: Date?
        /// Whether the search stopped although fewer entries were found than wanted.
        var isCutShort = false
    }

    /// The highest number of entries that one search looks at.
    static let mostRead = 5_000
    /// The longest text to search for, in characters.
    private static let longestText = 200

    private let query: Query
    private let words: [String]

    init(_ query: Query) {
        self.query = query
        words = (query.text ?? "").prefix(Self.longestText).lowercased().split(separator: " ").map(String.init)
    }

    /// Searches until a number of entries is found.
    func run(in history: HistoryService, limit: Int) async throws -> Result {
        var result = Result()
        var (before, read) = (query.before, 0)
        while true {
            try Task.checkCancellation()
            let size =
                words.isEmpty && query.action == nil && query.since == nil
                ? min(limit + 1, HistoryService.longestPage) : HistoryService.longestPage
            let entries = try await history.audit(app: query.app, before: before, limit: size)
            for entry in entries {
                guard result.entries.count < limit else {
                    result.next = before
                    return result
                }
                before = entry.id
                result.reached = entry.at
                if matches(entry) { result.entries.append(entry) }
            }
            read += entries.count
            guard entries.count == size else { return result }
            // Entries are in the order of their numbers, which is not quite that of their times.
            if let since = query.since, entries.allSatisfy({ $0.at < since }) { return result }
            guard read < Self.mostRead else {
                result.next = before
                result.isCutShort = true
                return result
            }
        }
    }

    private func matches(_ entry: AuditEntry) -> Bool {
        if let since = query.since, entry.at < since { return false }
        if let action = query.action, !entry.action.hasPrefix(action) { return false }
        guard !words.isEmpty else { return true }
        let texts = [
            entry.actor, entry.action, entry.app, entry.detail, entry.tokenID, entry.requestID,
            entry.revision.map { "revision \($0)" },
        ]
        let all = texts.compactMap { $0 }.joined(separator: "\n").lowercased()
        return words.allSatisfy(all.contains)
    }
}
