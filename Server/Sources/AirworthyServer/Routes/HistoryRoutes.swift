import AirworthyPolicy
import ControlPlane
import Foundation
import HTTPTypes
import Hummingbird
import ServerSupport

/// The admin routes that list revisions, policies and audit entries.
struct HistoryRoutes: Sendable {
    let history: HistoryService
    let served: ServedApps
    let work: AdminWork
    let now: @Sendable () -> Date

    @Sendable func revisions(_ request: Request, context: AdminContext) async throws -> Response {
        let page = try Paging(try QueryParameters(request.uri.query, known: Paging.names))
        let revisions = try await history.revisions(context.slug, before: page.before, limit: page.limit)
        let head = (try? served.app(context.slug).head)?.revision
        return .json(HistoryPayload(revisions: revisions, head: head, now: now()).jsonValue)
    }

    @Sendable func manifest(_ request: Request, context: AdminContext) async throws -> Response {
        let record = try await history.manifest(context.slug, revision: try context.pathNumber("revision"))
        guard let bytes = record.bytes else {
            throw HTTPProblem(
                .pruned, detail: "the bytes of revision \(record.revision) were removed; only its digest is left")
        }
        return .json(bytes, headers: [.eTag: "\"\(record.digest)\""])
    }

    @Sendable func policies(_ request: Request, context: AdminContext) async throws -> Response {
        let page = try Paging(try QueryParameters(request.uri.query, known: Paging.names))
        let records = try await history.policies(context.slug, before: page.before, limit: page.limit)
        return .json(["policies": .array(records.map(\.jsonValue))])
    }

    @Sendable func policy(_ request: Request, context: AdminContext) async throws -> Response {
        try await history.policy(context.slug, version: try context.pathNumber("version")).response(to: request)
    }

    @Sendable func diff(_ request: Request, context: AdminContext) async throws -> Response {
        let query = try QueryParameters(request.uri.query, known: ["from", "to"])
        let (from, to) = (try query.requiredNumber("from"), try query.wholeNumber("to", in: 1...Int.max))
        return try await work.run(for: context.caller) {
            let diff = try await history.diff(context.slug, from: from, to: to)
            return .json(diff.jsonValue(listing: PolicyDiff.longestListing))
        }
    }

    @Sendable func audit(_ request: Request, context: AdminContext) async throws -> Response {
        let query = try QueryParameters(request.uri.query, known: Paging.names.union(["app"]))
        let (app, page) = (query["app"], try Paging(query))
        if let app {
            guard context.principal.covers(app) else { throw HTTPProblem.appOutOfScope(app) }
        } else if context.principal.apps != nil {
            throw HTTPProblem(.forbidden, detail: "this token is limited to some apps; name one of them with app=")
        }
        let entries = try await history.audit(app: app, before: page.before, limit: page.limit)
        return .json(["entries": .array(entries.map(\.jsonValue))])
    }
}

/// The JSON of the revisions of an app, newest first.
private struct HistoryPayload {
    let revisions: [HistoryService.Revision]
    /// The revision in force, whose bytes are never removed.
    let head: Int?
    let now: Date

    var jsonValue: JSONValue {
        let revisions = revisions.map { revision in
            var object = revision.record.members
            object["stored"] = .bool(isStored(revision.record))
            object["token"] = .of(revision.tokenID)
            object["request"] = .of(revision.requestID)
            if let prediction = revision.prediction {
                object["predicted"] = JSONValue(stored: prediction.impact)
                let observed = Prediction.Window.allCases.compactMap { window in
                    prediction.observed[window].flatMap(JSONValue.init(stored:)).map {
                        JSONObject.Member(key: window.rawValue, value: $0)
                    }
                }
                if !observed.isEmpty { object["observed"] = .object(JSONObject(observed)) }
            }
            return JSONValue.object(object)
        }
        return ["revisions": .array(revisions)]
    }

    private func isStored(_ record: ManifestRecord) -> Bool {
        guard record.cause == .catalog || record.cause == .renewal, record.revision != head else { return true }
        return record.issuedAt >= now.addingTimeInterval(-Housekeeping.retention.seconds)
    }
}

extension PolicySummary {
    fileprivate var jsonValue: JSONValue {
        [
            "version": .of(version), "digest": .string(digest), "policyTag": .string(entityTag),
            "base": .of(base), "author": .string(author), "note": .of(note), "rollbackOf": .of(rollbackOf),
            "forced": .of(forced), "createdAt": .of(createdAt),
        ]
    }
}

extension AuditEntry {
    fileprivate var jsonValue: JSONValue {
        [
            "id": .of(id), "at": .of(at), "actor": .string(actor), "token": .of(tokenID), "request": .of(requestID),
            "action": .string(action), "app": .of(app), "revision": .of(revision), "detail": .of(detail),
        ]
    }
}
