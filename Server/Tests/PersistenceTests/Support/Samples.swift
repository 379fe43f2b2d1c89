import AirworthyPolicy
import AirworthyTrust
import ControlPlane
import Foundation
import ReleaseCatalog

extension Date {
    /// A date with milliseconds.
    static let sample = Date(timeIntervalSince1970: 1_763_632_800.123)

    static func after(_ seconds: Double) -> Date { Date(timeIntervalSince1970: 1_763_632_800 + seconds) }
}

extension App {
    static func sample(_ slug: String = "hashtags", signing: Signing = .server) -> App {
        App(
            slug: slug, bundleID: "com.example.\(slug)", appleID: 6_504_763_618, platforms: [.ios, .other("fridge")],
            defaultLanguage: "ja", pins: [.sample(1, .root), .sample(2, .online)], signing: signing, audience: "beta",
            lineage: "line", internalBuilds: .full, testFlightNotes: .all, createdAt: .sample)
    }
}

extension PinnedKey {
    static func sample(_ byte: UInt8, _ role: Role) -> PinnedKey {
        PinnedKey(PublicKey(rawValue: [UInt8](repeating: byte, count: 32))!, role: role)
    }
}

extension PolicyRecord {
    static func sample(_ version: Int = 1, app: String = "hashtags", text: [UInt8] = Array("{}".utf8)) -> PolicyRecord {
        PolicyRecord(
            app: app, text: text,
            summary: PolicySummary(
                version: version, digest: "digest-\(version)", base: version - 1, author: "Ada",
                note: "for \(version)", rollbackOf: nil, forced: nil, createdAt: .sample))
    }
}

extension ManifestRecord {
    static func sample(
        _ revision: Int = 1, app: String = "hashtags", cause: Cause = .publish, issuedAt: Date = .sample,
        bytes: [UInt8]? = [1, 2, 3]
    ) -> ManifestRecord {
        ManifestRecord(
            app: app, revision: revision, policyVersion: 1, digest: "digest-\(revision)",
            payloadDigest: "payload-\(revision)", bytes: bytes, size: 3, cause: cause, issuedAt: issuedAt,
            expiresAt: issuedAt.addingTimeInterval(30 * 86_400), author: "Ada", note: nil)
    }
}

extension CatalogRecord {
    static func sample(app: String = "hashtags", digest: String = "digest", asOf: Date? = .sample) -> CatalogRecord {
        CatalogRecord(
            app: app, text: Array("{\"releases\":[]}".utf8), digest: digest, manifestDigest: "m-\(digest)",
            source: "manual", asOf: asOf, updatedAt: .sample, author: "Ada")
    }
}

extension SourceRecord {
    static func sample(
        _ source: CatalogSource = .connect, app: String = "hashtags", body: String = "{}", checkedAt: Date = .after(60)
    ) -> SourceRecord {
        SourceRecord(
            app: app, source: source, body: Array(body.utf8), checkedAt: checkedAt, changedAt: .sample, author: "Ada")
    }
}

extension AuditEntry {
    static func sample(_ action: String, app: String? = "hashtags") -> AuditEntry {
        AuditEntry(
            at: .sample, actor: "Ada", tokenID: app == nil ? nil : "abcdefghijkl", requestID: app == nil ? nil : "r-1",
            action: action, app: app, revision: app == nil ? nil : 7, detail: "why")
    }
}

extension TokenRecord {
    static func sample(_ id: String, createdAt: Date = .sample, apps: Set<String>? = nil) -> TokenRecord {
        TokenRecord(
            id: id, digest: "digest-of-\(id)", kind: .ci, name: "pipeline", rights: [.read, .publish], apps: apps,
            createdAt: createdAt, createdBy: "Ada", expiresAt: .after(86_400))
    }
}

extension Store {
    /// Adds an app with a head at `revision`.
    func insert(_ app: App = .sample(), revision: Int = 0) async throws {
        try await write { transaction in
            _ = try transaction.insertApp(app)
            if revision > 0 {
                _ = try transaction.advanceHead(
                    from: 0,
                    to: Head(app: app.slug, revision: revision, policyVersion: 1, nextRevision: revision + 1))
            }
        }
    }
}

extension Store {
    /// Does all that is due with the sums of the check-ins of every app.
    /// - Returns: The number of rows that each transaction merged or removed.
    @discardableResult
    func pruneCheckIns(today: UTCDay, atMost limit: Int = 2_000) async throws -> [Int] {
        var parts: [Int] = []
        for app in try await read({ try $0.apps().map(\.slug) + $0.deletedApps() }) {
            var next = UTCDay(number: 0)
            while true {
                let part = try await write { [next] in
                    try $0.pruneCheckIns(of: app, today: today, from: next, atMost: limit)
                }
                guard part.rows > 0 else { break }
                parts.append(part.rows)
                next = part.next
            }
        }
        return parts
    }
}

/// The error that undoes a transaction in these tests.
struct Undone: Error, Equatable {}
