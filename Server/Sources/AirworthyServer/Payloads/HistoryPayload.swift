package import AirworthyPolicy
package import ControlPlane
package import Foundation

/// The revisions of an app, newest first.
package struct HistoryPayload: Sendable {
    /// The days after which the bytes of revisions that only the server made are removed.
    private static let keptFor = 30 * 86_400.0

    private let records: [ManifestRecord]
    private let now: Date
    private let head: Int?

    /// - Parameters:
    ///   - records: The revisions, without their bytes.
    ///   - head: The revision in force, whose bytes are never removed.
    ///   - now: The instant to judge by.
    package init(_ records: [ManifestRecord], head: Int?, now: Date) {
        self.records = records
        self.now = now
        self.head = head
    }

    /// The list in JSON.
    package var jsonValue: JSONValue {
        let revisions = records.map { record in
            var object = record.members
            object["stored"] = .bool(isStored(record))
            return JSONValue.object(object)
        }
        return ["revisions": .array(revisions)]
    }

    private func isStored(_ record: ManifestRecord) -> Bool {
        guard record.cause == .catalog || record.cause == .renewal, record.revision != head else { return true }
        return record.issuedAt >= now.addingTimeInterval(-Self.keptFor)
    }
}

extension PolicyRecord {
    /// What is told of a policy besides its text.
    package var jsonValue: JSONValue {
        [
            "version": .of(version), "digest": .string(digest), "policyTag": .string(entityTag),
            "base": .of(base), "author": .string(author), "note": .of(note), "rollbackOf": .of(rollbackOf),
            "forced": .of(forced), "createdAt": .of(createdAt),
        ]
    }
}

extension AuditEntry {
    /// The entry in JSON.
    package var jsonValue: JSONValue {
        [
            "id": .of(id), "at": .of(at), "actor": .string(actor), "action": .string(action), "app": .of(app),
            "revision": .of(revision), "detail": .of(detail),
        ]
    }
}
